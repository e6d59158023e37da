//! What the names of a language's library do when they are called.

use super::scan::Language;
use crate::facts::effect::Traits;
use crate::facts::words::one_of;

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// Deletes its arguments.
    Deletes(Traits),
    /// Deletes what it is called on.
    DeletesOwn(Traits),
    /// Writes over the argument of that index.
    Overwrites(usize),
    /// Writes over what it is called on.
    OverwritesOwn,
    /// Opens its first argument in the way its second says.
    Opens,
    /// Opens what it is called on in the way its first argument says.
    OpensOwn,
    /// Perl's `open`.
    OpensPerl,
    /// Changes the rights of its first argument.
    Rights,
    /// Changes the owner of its first argument.
    Owner,
    /// Ends processes.
    Kills,
    /// Hands its first argument to a shell, or runs its arguments as words.
    Shell,
    /// Runs its first argument with the words of its second.
    Spawns,
    /// Runs the words behind its first argument.
    ExecWords,
    /// Runs its first argument as code of the same language.
    Evaluates,
    /// Calls the function its first argument names, for each of something.
    Applies,
    /// Removes as `rm` does, flags first.
    ShellJs,
    /// Fetches something.
    Fetches,
    /// Deletes something on a server.
    DeletesOnServer,
    /// Runs a statement of a database.
    Queries,
    /// Deletes rows of a database.
    DeletesRows,
    /// Hands the terminal of a shell to somebody.
    Terminal,
}

/// What a call is made on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum On<'a> {
    /// Nothing: `unlink(…)`.
    Nothing,
    /// A name: `os.remove(…)`; the last part of a longer path.
    Name(&'a str),
    /// The result of a call: `Path(…).unlink()`.
    Call(&'a str),
    /// Anything else.
    Other,
}

impl<'a> On<'a> {
    fn is_any(self, names: &str) -> bool {
        matches!(self, On::Name(name) | On::Call(name) if one_of(name, names))
    }

    fn nothing(self) -> bool {
        self == On::Nothing
    }
}

const TREE: Traits = Traits::RECURSIVE.union(Traits::FORCED);

/// What a call of `name` on `on` does in a language. `imported` says that the module the name
/// belongs to is spoken of somewhere in the body.
pub(super) fn of(
    language: Language,
    name: &str,
    on: On<'_>,
    imported: &dyn Fn(&str) -> bool,
) -> Option<Meaning> {
    match language {
        Language::Python => python(name, on, imported),
        Language::JavaScript => javascript(name, on, imported),
        Language::Perl => perl(name, on),
        Language::Ruby => ruby(name, on),
        Language::Php => php(name, on),
        Language::Lua => lua(name, on),
        Language::R => r(name, on),
        Language::Julia => julia(name, on),
        Language::Elixir => elixir(name, on),
        Language::Groovy => groovy(name, on),
        Language::AppleScript => None,
    }
}

fn python(name: &str, on: On<'_>, imported: &dyn Fn(&str) -> bool) -> Option<Meaning> {
    use Meaning::*;
    let os = on.is_any("os posix nt") || (on.nothing() && imported("os"));
    let shutil = on.is_any("shutil sh") || (on.nothing() && imported("shutil"));
    let process = on.is_any("subprocess sp asyncio commands plumbum")
        || (on.nothing() && imported("subprocess"));
    let path = !on.nothing() && !on.is_any("os shutil self posix");
    Some(match name {
        "rmtree" if on.is_any("shutil") || on.nothing() || !path => Deletes(TREE),
        "rmtree" => DeletesOwn(TREE),
        "removedirs" => Deletes(Traits::RECURSIVE),
        "remove" if os => Deletes(Traits::empty()),
        "unlink" | "rmdir" if os => Deletes(Traits::empty()),
        "unlink" | "rmdir" if path => DeletesOwn(Traits::empty()),
        "remove_tree" => Deletes(TREE),
        "system" if os => Shell,
        "popen" if os => Shell,
        "getoutput" | "getstatusoutput" => Shell,
        word if one_of(word, "run call check_call check_output Popen") && process => Shell,
        "create_subprocess_shell" => Shell,
        "create_subprocess_exec" => Shell,
        word if one_of(word, "execv execve execvp execvpe") && os => Spawns,
        word if one_of(word, "execl execle execlp execlpe") && os => ExecWords,
        "kill" | "killpg" if os => Kills,
        "kill" | "terminate" if path && imported("psutil") => Kills,
        "chmod" if os => Rights,
        "chmod" if path => Rights,
        "chown" | "lchown" if os || shutil => Owner,
        "rename" | "renames" | "replace" if os => Overwrites(1),
        "rename" | "replace"
            if matches!(on, On::Call("Path" | "PurePath" | "PosixPath" | "WindowsPath")) =>
        {
            Overwrites(0)
        }
        word if one_of(word, "move copy copyfile copy2 copytree") && shutil => Overwrites(1),
        "unpack_archive" if shutil => Overwrites(1),
        "truncate" if os => Overwrites(0),
        "write_text" | "write_bytes" if !on.nothing() => OverwritesOwn,
        "open" if on.nothing() || on.is_any("io codecs gzip bz2 lzma builtins") => Opens,
        "open" if matches!(on, On::Call("Path")) => OpensOwn,
        "urlretrieve" => Overwrites(1),
        "extractall" => return None,
        "eval" | "exec" | "execfile" if on.nothing() || on.is_any("builtins __builtins__") => {
            Evaluates
        }
        word if one_of(word, "map apply_async starmap imap") && (on.nothing() || path) => Applies,
        "urlopen" => Fetches,
        "delete" if on.is_any("requests httpx") => DeletesOnServer,
        "execute" | "executescript" | "executemany" if !on.nothing() => Queries,
        "delete"
            if matches!(
                on,
                On::Call("all" | "filter" | "exclude" | "get" | "query" | "objects")
            ) =>
        {
            DeletesRows
        }
        "spawn" if on.is_any("pty") => Terminal,
        "dup2" if os && imported("socket") => Terminal,
        "get" | "post" if on.is_any("requests httpx session") => Fetches,
        _ => return None,
    })
}

fn javascript(name: &str, on: On<'_>, imported: &dyn Fn(&str) -> bool) -> Option<Meaning> {
    use Meaning::*;
    let fs = on.is_any("fs fsp fse fsPromises promises Deno fs_extra fsExtra require import f")
        || (on.nothing()
            && (imported("fs")
                || imported("node:fs")
                || imported("fs/promises")
                || imported("fs-extra")
                || imported("node:fs/promises")));
    let child = on.is_any("cp child_process child childProcess require import c proc")
        || (on.nothing() && (imported("child_process") || imported("node:child_process")));
    let shelljs = on.is_any("shell shelljs sh") && imported("shelljs");
    Some(match name {
        _ if shelljs && name == "rm" => ShellJs,
        _ if shelljs && name == "exec" => Shell,
        _ if shelljs && one_of(name, "cp mv") => Overwrites(1),
        word if one_of(word, "rm rmSync rmdir rmdirSync unlink unlinkSync") && fs => {
            Deletes(Traits::empty())
        }
        "rmSync" | "unlinkSync" | "rmdirSync" => Deletes(Traits::empty()),
        word if one_of(word, "remove removeSync emptyDir emptyDirSync") && fs => Deletes(TREE),
        "removeSync" | "emptyDirSync" => Deletes(TREE),
        word if one_of(word, "rimraf rimrafSync deleteAsync deleteSync del")
            && (on.nothing() || on.is_any("rimraf del")) =>
        {
            Deletes(TREE)
        }
        "sync" if on.is_any("rimraf del") => Deletes(TREE),
        word if one_of(
            word,
            "writeFile writeFileSync createWriteStream outputFile outputFileSync writeJson \
             writeJsonSync outputJson outputJsonSync writeTextFile writeTextFileSync truncate \
             truncateSync",
        ) =>
        {
            Overwrites(0)
        }
        "write" if on.is_any("Bun") => Overwrites(0),
        word if one_of(
            word,
            "rename renameSync copyFile copyFileSync cp cpSync copy copySync move moveSync \
             symlink symlinkSync",
        ) && (fs || name.ends_with("Sync") || name == "copyFile") =>
        {
            Overwrites(1)
        }
        "open" | "openSync" if fs => Opens,
        "chmod" | "chmodSync" if fs || name == "chmodSync" => Rights,
        "chown" | "chownSync" if fs || name == "chownSync" => Owner,
        "exec" if child => Shell,
        "execSync" => Shell,
        "execaCommand" | "execaCommandSync" => Shell,
        "command" | "commandSync" if on.is_any("execa") => Shell,
        word if one_of(word, "spawn spawnSync execFile execFileSync")
            && (child || name != "spawn" || on.is_any("Bun")) =>
        {
            Spawns
        }
        "execa" | "execaSync" => Spawns,
        "Command" if on.is_any("Deno") => Spawns,
        "run" if on.is_any("Deno") => Spawns,
        "kill" if on.is_any("process Deno") => Kills,
        "eval" if on.nothing() || on.is_any("globalThis window") => Evaluates,
        "Function" if on.nothing() => Evaluates,
        "runInThisContext" | "runInNewContext" | "runInContext" => Evaluates,
        "forEach" | "map" => Applies,
        "delete" if on.is_any("axios got superagent") => DeletesOnServer,
        "query" | "execute" | "$executeRawUnsafe" if !on.nothing() => Queries,
        word if one_of(word, "deleteMany dropDatabase dropCollection dropTable") => DeletesRows,
        "fetch" if on.nothing() => Fetches,
        "get" if on.is_any("http https axios") => Fetches,
        _ => return None,
    })
}

fn perl(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    Some(match name {
        "unlink" | "rmdir" if on.nothing() || on.is_any("CORE") => Deletes(Traits::empty()),
        "rmtree" | "remove_tree" => Deletes(TREE),
        "remove" if matches!(on, On::Call(_)) => DeletesOwn(Traits::empty()),
        "system" | "exec" | "readpipe" if on.nothing() || on.is_any("CORE") => Shell,
        "open" if on.nothing() => OpensPerl,
        word if one_of(word, "rename copy move cp mv") && (on.nothing() || on.is_any("Copy")) => {
            Overwrites(1)
        }
        "truncate" if on.nothing() => Overwrites(0),
        "spew" | "spew_utf8" | "spew_raw" => OverwritesOwn,
        "write_file" | "write_text" => Overwrites(0),
        "chmod" if on.nothing() => Rights,
        "chown" if on.nothing() => Owner,
        "kill" if on.nothing() => Kills,
        "eval" if on.nothing() => Evaluates,
        "get" if on.is_any("LWP Simple ua Tiny") => Fetches,
        _ => return None,
    })
}

fn ruby(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    let utils = on.is_any("FileUtils") || on.nothing();
    let file = on.is_any("File IO Dir");
    Some(match name {
        word if one_of(word, "rm_rf rm_r rmtree remove_dir remove_entry remove_entry_secure")
            && utils =>
        {
            Deletes(TREE)
        }
        word if one_of(word, "rm rm_f remove remove_file safe_unlink rmdir")
            && on.is_any("FileUtils") =>
        {
            Deletes(Traits::empty())
        }
        "delete" | "unlink" | "rmdir" if file => Deletes(Traits::empty()),
        "rmtree" => DeletesOwn(TREE),
        "delete" | "unlink" | "rmdir" if matches!(on, On::Call("new" | "Pathname")) => {
            DeletesOwn(Traits::empty())
        }
        "write" | "binwrite" | "truncate" if on.is_any("File IO") => Overwrites(0),
        "open" | "new" if on.is_any("File IO") => Opens,
        "popen" if on.is_any("IO") => Shell,
        "rename" if on.is_any("File") => Overwrites(1),
        word if one_of(word, "cp mv cp_r copy move install ln_sf copy_file copy_entry")
            && on.is_any("FileUtils") =>
        {
            Overwrites(1)
        }
        "chmod" | "chmod_R" if file || on.is_any("FileUtils") => Rights,
        "chown" | "chown_R" if file || on.is_any("FileUtils") => Owner,
        "system" | "exec" | "spawn" if on.nothing() || on.is_any("Kernel Process") => Shell,
        word if one_of(word, "capture2 capture2e capture3 popen3 popen2 pipeline") => Shell,
        "sh" if on.nothing() => Shell,
        "kill" if on.is_any("Process") => Kills,
        "eval" | "instance_eval" | "class_eval" => Evaluates,
        "delete_all" | "destroy_all" | "truncate" if !on.nothing() => DeletesRows,
        "execute" if !on.nothing() => Queries,
        "get" if on.is_any("HTTP") => Fetches,
        "open" if on.is_any("URI") => Fetches,
        _ => return None,
    })
}

fn php(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    if !on.nothing() {
        return match name {
            "truncate" | "forceDelete" => Some(DeletesRows),
            "delete" if matches!(on, On::Call(_)) => Some(DeletesRows),
            word if one_of(word, "query exec statement unprepared") => Some(Queries),
            _ => None,
        };
    }
    Some(match name {
        "unlink" | "rmdir" => Deletes(Traits::empty()),
        "file_put_contents" => Overwrites(0),
        "fopen" => Opens,
        word if one_of(word, "rename copy move_uploaded_file symlink") => Overwrites(1),
        "chmod" => Rights,
        "chown" | "chgrp" => Owner,
        word if one_of(word, "exec shell_exec system passthru popen proc_open") => Shell,
        "pcntl_exec" => Spawns,
        "posix_kill" => Kills,
        "eval" | "create_function" | "assert" => Evaluates,
        word if one_of(word, "array_map array_walk call_user_func call_user_func_array") => Applies,
        "curl_exec" => Fetches,
        _ => return None,
    })
}

fn lua(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    Some(match name {
        "remove" if on.is_any("os") => Deletes(Traits::empty()),
        "rmdir" if on.is_any("lfs") => Deletes(Traits::empty()),
        "execute" if on.is_any("os") => Shell,
        "popen" if on.is_any("io") => Shell,
        "rename" if on.is_any("os") => Overwrites(1),
        "open" if on.is_any("io") => Opens,
        "output" if on.is_any("io") => Overwrites(0),
        "load" | "loadstring" | "dostring" if on.nothing() => Evaluates,
        _ => return None,
    })
}

fn r(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    Some(match name {
        "unlink" if on.nothing() => Deletes(Traits::empty()),
        "remove" if on.is_any("file") => Deletes(Traits::empty()),
        "file_delete" | "dir_delete" => Deletes(Traits::RECURSIVE),
        "system" | "shell" if on.nothing() => Shell,
        "system2" => Spawns,
        "copy" | "rename" if on.is_any("file") => Overwrites(1),
        "writeLines" | "saveRDS" | "write_csv" => Overwrites(1),
        "chmod" if on.is_any("Sys") => Rights,
        _ => return None,
    })
}

fn julia(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    Some(match name {
        "rm" if on.nothing() || on.is_any("Filesystem Base") => Deletes(Traits::empty()),
        "run" | "pipeline" if on.nothing() => Shell,
        "mv" | "cp" if on.nothing() => Overwrites(1),
        "write" if on.nothing() => Overwrites(0),
        "open" if on.nothing() => Opens,
        "chmod" if on.nothing() => Rights,
        _ => return None,
    })
}

fn elixir(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    Some(match name {
        "rm_rf" if on.is_any("File") => Deletes(TREE),
        "rm" | "rmdir" if on.is_any("File") => Deletes(Traits::empty()),
        "write" if on.is_any("File") => Overwrites(0),
        "rename" | "cp" | "cp_r" if on.is_any("File") => Overwrites(1),
        "cmd" if on.is_any("System") => Spawns,
        "shell" if on.is_any("System") => Shell,
        "eval_string" => Evaluates,
        _ => return None,
    })
}

fn groovy(name: &str, on: On<'_>) -> Option<Meaning> {
    use Meaning::*;
    Some(match name {
        "deleteDir" => DeletesOwn(TREE),
        "delete" if matches!(on, On::Call("File")) => DeletesOwn(Traits::empty()),
        "exec" => Shell,
        "evaluate" => Evaluates,
        _ => return None,
    })
}
