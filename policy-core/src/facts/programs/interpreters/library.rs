//! The functions of each language's library that do something worth knowing. The first row that
//! fits a call decides.

use super::meaning::On::{AnyCall, AnyReceiver, Bare, BareWith, CallOf, Named};
use super::meaning::{Calls, Meaning::*, Modules, On, calls};
use super::tokens::Language::*;
use crate::facts::words::words;

/// Functions of Python's `os`, however it was imported.
const OS: &[On] = &[Named(words("os posix nt")), BareWith(Modules::OS)];

/// Functions of Node's and Deno's modules for files, by the names people give those.
const NODE_FILES: &[On] = &[
    Named(words("fs fsp fse fsPromises promises Deno fs_extra fsExtra require import f")),
    BareWith(Modules::NODE_FILES),
];

/// Node's `child_process`, by the names people give it.
const CHILD_PROCESS: &[On] = &[
    Named(words("cp child_process child childProcess require import c proc")),
    BareWith(Modules::CHILD_PROCESS),
];

pub(super) static LIBRARY: &[Calls] = &[
    // What is called on none of its modules is a path, as `pathlib` has them.
    calls(Python, DeletesTrees, "rmtree").on(&[Bare, Named(words("os shutil self posix"))]),
    calls(Python, DeletesOwnTree, "rmtree"),
    calls(Python, DeletesFolders, "removedirs"),
    calls(Python, DeletesTrees, "remove_tree"),
    calls(Python, Deletes, "remove unlink rmdir").on(OS),
    calls(Python, Kills, "kill killpg").on(OS),
    calls(Python, Rights, "chmod").on(OS),
    calls(Python, Applies, "map apply_async starmap imap").on(&[Bare]),
    calls(Python, Nothing, "unlink rmdir kill terminate chmod map apply_async starmap imap")
        .on(&[Bare, Named(words("os shutil self posix"))]),
    calls(Python, DeletesOwn, "unlink rmdir"),
    calls(Python, Kills, "kill terminate").on(&[AnyReceiver]).needs(Modules::PSUTIL),
    calls(Python, Rights, "chmod"),
    calls(Python, Applies, "map apply_async starmap imap"),
    calls(Python, Shell, "system popen").on(OS),
    calls(
        Python,
        Shell,
        "getoutput getstatusoutput create_subprocess_shell create_subprocess_exec",
    ),
    calls(Python, Shell, "run call check_call check_output Popen").on(&[
        Named(words("subprocess sp asyncio commands plumbum")),
        BareWith(Modules::SUBPROCESS),
    ]),
    calls(Python, Spawns, "execv execve execvp execvpe").on(OS),
    calls(Python, ExecWords, "execl execle execlp execlpe").on(OS),
    calls(Python, Owner, "chown lchown").on(&[
        Named(words("os posix nt shutil sh")),
        BareWith(Modules::OS),
        BareWith(Modules::SHUTIL),
    ]),
    calls(Python, OverwritesSecond, "rename renames replace").on(OS),
    calls(Python, OverwritesFirst, "rename replace")
        .on(&[CallOf(words("Path PurePath PosixPath WindowsPath"))]),
    calls(Python, OverwritesSecond, "move copy copyfile copy2 copytree unpack_archive")
        .on(&[Named(words("shutil sh")), BareWith(Modules::SHUTIL)]),
    calls(Python, OverwritesFirst, "truncate").on(OS),
    calls(Python, OverwritesOwn, "write_text write_bytes").on(&[AnyReceiver]),
    calls(Python, Opens, "open").on(&[Bare, Named(words("io codecs gzip bz2 lzma builtins"))]),
    calls(Python, OpensOwn, "open").on(&[CallOf(words("Path"))]),
    calls(Python, OverwritesSecond, "urlretrieve"),
    calls(Python, Evaluates, "eval exec execfile")
        .on(&[Bare, Named(words("builtins __builtins__"))]),
    calls(Python, Fetches, "urlopen"),
    calls(Python, DeletesOnServer, "delete").on(&[Named(words("requests httpx"))]),
    calls(Python, Queries, "execute executescript executemany").on(&[AnyReceiver]),
    calls(Python, DeletesRows, "delete")
        .on(&[CallOf(words("all filter exclude get query objects"))]),
    calls(Python, Terminal, "spawn").on(&[Named(words("pty"))]),
    calls(Python, Terminal, "dup2").on(OS).needs(Modules::SOCKET),
    calls(Python, Fetches, "get post").on(&[Named(words("requests httpx session"))]),
    calls(JavaScript, ShellJs, "rm")
        .on(&[Named(words("shell shelljs sh"))])
        .needs(Modules::SHELLJS),
    calls(JavaScript, Shell, "exec")
        .on(&[Named(words("shell shelljs sh"))])
        .needs(Modules::SHELLJS),
    calls(JavaScript, OverwritesSecond, "cp mv")
        .on(&[Named(words("shell shelljs sh"))])
        .needs(Modules::SHELLJS),
    calls(JavaScript, Deletes, "rmSync unlinkSync rmdirSync"),
    calls(JavaScript, Deletes, "rm rmdir unlink").on(NODE_FILES),
    calls(JavaScript, DeletesTrees, "removeSync emptyDirSync"),
    calls(JavaScript, DeletesTrees, "remove emptyDir").on(NODE_FILES),
    calls(JavaScript, DeletesTrees, "rimraf rimrafSync deleteAsync deleteSync del")
        .on(&[Bare, Named(words("rimraf del"))]),
    calls(JavaScript, DeletesTrees, "sync").on(&[Named(words("rimraf del"))]),
    calls(
        JavaScript,
        OverwritesFirst,
        "writeFile writeFileSync createWriteStream outputFile outputFileSync writeJson writeJsonSync outputJson outputJsonSync writeTextFile writeTextFileSync truncate truncateSync",
    ),
    calls(JavaScript, OverwritesFirst, "write").on(&[Named(words("Bun"))]),
    calls(
        JavaScript,
        OverwritesSecond,
        "renameSync copyFile copyFileSync cpSync copySync moveSync symlinkSync",
    ),
    calls(JavaScript, OverwritesSecond, "rename cp copy move symlink").on(NODE_FILES),
    calls(JavaScript, Opens, "open openSync").on(NODE_FILES),
    calls(JavaScript, Rights, "chmodSync"),
    calls(JavaScript, Rights, "chmod").on(NODE_FILES),
    calls(JavaScript, Owner, "chownSync"),
    calls(JavaScript, Owner, "chown").on(NODE_FILES),
    calls(JavaScript, Shell, "exec").on(CHILD_PROCESS),
    calls(JavaScript, Shell, "execSync execaCommand execaCommandSync"),
    calls(JavaScript, Shell, "command commandSync").on(&[Named(words("execa"))]),
    calls(JavaScript, Spawns, "spawnSync execFile execFileSync execa execaSync"),
    calls(JavaScript, Spawns, "spawn").on(&[
        Named(words("Bun cp child_process child childProcess require import c proc")),
        BareWith(Modules::CHILD_PROCESS),
    ]),
    calls(JavaScript, Spawns, "Command run").on(&[Named(words("Deno"))]),
    calls(JavaScript, Kills, "kill").on(&[Named(words("process Deno"))]),
    calls(JavaScript, Evaluates, "eval").on(&[Bare, Named(words("globalThis window"))]),
    calls(JavaScript, Evaluates, "Function").on(&[Bare]),
    calls(JavaScript, Evaluates, "runInThisContext runInNewContext runInContext"),
    calls(JavaScript, Applies, "forEach map"),
    calls(JavaScript, DeletesOnServer, "delete").on(&[Named(words("axios got superagent"))]),
    calls(JavaScript, Queries, "query execute $executeRawUnsafe").on(&[AnyReceiver]),
    calls(JavaScript, DeletesRows, "deleteMany dropDatabase dropCollection dropTable"),
    calls(JavaScript, Fetches, "fetch").on(&[Bare]),
    calls(JavaScript, Fetches, "get").on(&[Named(words("http https axios"))]),
    calls(Perl, Deletes, "unlink rmdir").on(&[Bare, Named(words("CORE"))]),
    calls(Perl, DeletesTrees, "rmtree remove_tree"),
    calls(Perl, DeletesOwn, "remove").on(&[AnyCall]),
    calls(Perl, Shell, "system exec readpipe").on(&[Bare, Named(words("CORE"))]),
    calls(Perl, OpensPerl, "open").on(&[Bare]),
    calls(Perl, OverwritesSecond, "rename copy move cp mv").on(&[Bare, Named(words("Copy"))]),
    calls(Perl, OverwritesFirst, "truncate").on(&[Bare]),
    calls(Perl, OverwritesOwn, "spew spew_utf8 spew_raw"),
    calls(Perl, OverwritesFirst, "write_file write_text"),
    calls(Perl, Rights, "chmod").on(&[Bare]),
    calls(Perl, Owner, "chown").on(&[Bare]),
    calls(Perl, Kills, "kill").on(&[Bare]),
    calls(Perl, Evaluates, "eval").on(&[Bare]),
    calls(Perl, Fetches, "get").on(&[Named(words("LWP Simple ua Tiny"))]),
    calls(Ruby, DeletesTrees, "rm_rf rm_r rmtree remove_dir remove_entry remove_entry_secure")
        .on(&[Bare, Named(words("FileUtils"))]),
    calls(Ruby, Deletes, "rm rm_f remove remove_file safe_unlink rmdir")
        .on(&[Named(words("FileUtils"))]),
    calls(Ruby, Deletes, "delete unlink rmdir").on(&[Named(words("File IO Dir"))]),
    calls(Ruby, DeletesOwnTree, "rmtree"),
    calls(Ruby, DeletesOwn, "delete unlink rmdir").on(&[CallOf(words("new Pathname"))]),
    calls(Ruby, OverwritesFirst, "write binwrite truncate").on(&[Named(words("File IO"))]),
    calls(Ruby, Opens, "open new").on(&[Named(words("File IO"))]),
    calls(Ruby, Shell, "popen").on(&[Named(words("IO"))]),
    calls(Ruby, OverwritesSecond, "rename").on(&[Named(words("File"))]),
    calls(Ruby, OverwritesSecond, "cp mv cp_r copy move install ln_sf copy_file copy_entry")
        .on(&[Named(words("FileUtils"))]),
    calls(Ruby, Rights, "chmod chmod_R").on(&[Named(words("File IO Dir FileUtils"))]),
    calls(Ruby, Owner, "chown chown_R").on(&[Named(words("File IO Dir FileUtils"))]),
    calls(Ruby, Shell, "system exec spawn").on(&[Bare, Named(words("Kernel Process"))]),
    calls(Ruby, Shell, "capture2 capture2e capture3 popen3 popen2 pipeline"),
    calls(Ruby, Shell, "sh").on(&[Bare]),
    calls(Ruby, Kills, "kill").on(&[Named(words("Process"))]),
    calls(Ruby, Evaluates, "eval instance_eval class_eval"),
    calls(Ruby, DeletesRows, "delete_all destroy_all truncate").on(&[AnyReceiver]),
    calls(Ruby, Queries, "execute").on(&[AnyReceiver]),
    calls(Ruby, Fetches, "get").on(&[Named(words("HTTP"))]),
    calls(Ruby, Fetches, "open").on(&[Named(words("URI"))]),
    calls(Php, DeletesRows, "truncate forceDelete").on(&[AnyReceiver]),
    calls(Php, DeletesRows, "delete").on(&[AnyCall]),
    calls(Php, Queries, "query exec statement unprepared").on(&[AnyReceiver]),
    calls(Php, Deletes, "unlink rmdir").on(&[Bare]),
    calls(Php, OverwritesFirst, "file_put_contents").on(&[Bare]),
    calls(Php, Opens, "fopen").on(&[Bare]),
    calls(Php, OverwritesSecond, "rename copy move_uploaded_file symlink").on(&[Bare]),
    calls(Php, Rights, "chmod").on(&[Bare]),
    calls(Php, Owner, "chown chgrp").on(&[Bare]),
    calls(Php, Shell, "exec shell_exec system passthru popen proc_open").on(&[Bare]),
    calls(Php, Spawns, "pcntl_exec").on(&[Bare]),
    calls(Php, Kills, "posix_kill").on(&[Bare]),
    calls(Php, Evaluates, "eval create_function assert").on(&[Bare]),
    calls(Php, Applies, "array_map array_walk call_user_func call_user_func_array").on(&[Bare]),
    calls(Php, Fetches, "curl_exec").on(&[Bare]),
    calls(Lua, Deletes, "remove").on(&[Named(words("os"))]),
    calls(Lua, Deletes, "rmdir").on(&[Named(words("lfs"))]),
    calls(Lua, Shell, "execute").on(&[Named(words("os"))]),
    calls(Lua, Shell, "popen").on(&[Named(words("io"))]),
    calls(Lua, OverwritesSecond, "rename").on(&[Named(words("os"))]),
    calls(Lua, Opens, "open").on(&[Named(words("io"))]),
    calls(Lua, OverwritesFirst, "output").on(&[Named(words("io"))]),
    calls(Lua, Evaluates, "load loadstring dostring").on(&[Bare]),
    calls(R, Deletes, "unlink").on(&[Bare]),
    calls(R, Deletes, "remove").on(&[Named(words("file"))]),
    calls(R, DeletesFolders, "file_delete dir_delete"),
    calls(R, Shell, "system shell").on(&[Bare]),
    calls(R, Spawns, "system2"),
    calls(R, OverwritesSecond, "copy rename").on(&[Named(words("file"))]),
    calls(R, OverwritesSecond, "writeLines saveRDS write_csv"),
    calls(R, Rights, "chmod").on(&[Named(words("Sys"))]),
    calls(Julia, Deletes, "rm").on(&[Bare, Named(words("Filesystem Base"))]),
    calls(Julia, Shell, "run pipeline").on(&[Bare]),
    calls(Julia, OverwritesSecond, "mv cp").on(&[Bare]),
    calls(Julia, OverwritesFirst, "write").on(&[Bare]),
    calls(Julia, Opens, "open").on(&[Bare]),
    calls(Julia, Rights, "chmod").on(&[Bare]),
    calls(Elixir, DeletesTrees, "rm_rf").on(&[Named(words("File"))]),
    calls(Elixir, Deletes, "rm rmdir").on(&[Named(words("File"))]),
    calls(Elixir, OverwritesFirst, "write").on(&[Named(words("File"))]),
    calls(Elixir, OverwritesSecond, "rename cp cp_r").on(&[Named(words("File"))]),
    calls(Elixir, Spawns, "cmd").on(&[Named(words("System"))]),
    calls(Elixir, Shell, "shell").on(&[Named(words("System"))]),
    calls(Elixir, Evaluates, "eval_string"),
    calls(Groovy, DeletesOwnTree, "deleteDir"),
    calls(Groovy, DeletesOwn, "delete").on(&[CallOf(words("File"))]),
    calls(Groovy, Shell, "exec"),
    calls(Groovy, Evaluates, "evaluate"),
];
