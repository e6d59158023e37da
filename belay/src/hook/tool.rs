//! What a tool call does, told from the tool's name and its arguments.

use policy_core::shell::Dialect;
use serde_json::Value;

use super::names::squashed;
use super::payload::{self, Object, flag, get, kind_of, text};
use super::{DecodeError, argument, patch};
use crate::event::{Event, Kind};

/// Keys that hold the command of a shell tool; a host uses one of them.
const COMMAND: [&str; 6] = ["command", "cmd", "CommandLine", "commandLine", "script", "chars"];

/// Keys that hold the one file of a tool.
const PATH: [&str; 13] = [
    "file_path",
    "filePath",
    "path",
    "absolute_path",
    "absolutePath",
    "AbsolutePath",
    "TargetFile",
    "target_file",
    "notebook_path",
    "notebookPath",
    "filename",
    "dirPath",
    "dir_path",
];

/// Keys that hold a second one.
const MORE_PATHS: [&str; 4] = ["new_path", "newPath", "destination", "move_to"];

/// Keys that hold several files, as texts or as objects with one of [`PATH`].
const PATH_LISTS: [&str; 8] = [
    "files",
    "paths",
    "file_paths",
    "filePaths",
    "edits",
    "replacements",
    "ReplacementChunks",
    "changes",
];

/// Keys that hold a patch.
const PATCH: [&str; 6] = ["input", "patch", "patchText", "patch_text", "command", "diff"];

/// Keys whose presence beside a path says that a file is changed.
const CHANGES: [&str; 14] = [
    "content",
    "contents",
    "file_text",
    "new_string",
    "newString",
    "new_str",
    "new_text",
    "newText",
    "old_string",
    "oldString",
    "CodeContent",
    "new_source",
    "edits",
    "patch",
];

/// Whether a call that has not happened yet must be understood, or one that has is described.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Care {
    Before,
    After,
}

/// Fills in what the tool does: kind, commands, paths, shell, directory, background.
pub(super) fn describe(
    event: &mut Event,
    name: &str,
    input: Option<&Value>,
    care: Care,
) -> Result<(), DecodeError> {
    event.tool = Some(name.to_owned());
    let parsed;
    let input = match input {
        Some(Value::String(text)) => match object_in(text)? {
            Some(object) => {
                parsed = Value::Object(object);
                Some(&parsed)
            }
            None => return describe_raw(event, name, text, care),
        },
        other => other,
    };
    let empty = Object::new();
    let object = match input {
        Some(Value::Object(object)) => object,
        None | Some(Value::Null) => &empty,
        Some(other) => {
            return Err(DecodeError::bad_field(format!(
                "the arguments of `{}` are {}, not an object",
                shown(name),
                kind_of(other)
            )));
        }
    };
    event.kind = kind(name, object);
    event.background |=
        flag(object, &["run_in_background", "is_background", "isBackground", "background"])
            || object.get("mode").and_then(Value::as_str) == Some("async");
    match event.kind {
        Some(Kind::Shell) => {
            shell(event, name, object)?;
            if event.commands.is_empty() && care == Care::Before {
                return Err(DecodeError::bad_field(format!(
                    "`{}` comes without a command",
                    shown(name)
                )));
            }
        }
        Some(Kind::Write | Kind::Edit) => {
            event.paths = changed_files(object)?;
            if event.paths.is_empty() && care == Care::Before {
                return Err(DecodeError::bad_field(format!(
                    "`{}` comes without the name of a file",
                    shown(name)
                )));
            }
        }
        Some(Kind::Read) => event.paths = files(object),
        // A server's tool may well run what it is given.
        Some(Kind::Mcp) => {
            if let Some(command) = object.get("command").and_then(Value::as_str) {
                event.commands.push(command.to_owned());
            }
        }
        Some(Kind::Browser) | None => {}
    }
    Ok(())
}

/// Arguments that are a bare text: a patch, or a command.
fn describe_raw(event: &mut Event, name: &str, text: &str, care: Care) -> Result<(), DecodeError> {
    let by_name = kind(name, &Object::new());
    let patched = patch::files(text);
    let patched = if patched.is_empty() { patch::diff_files(text) } else { patched };
    event.kind = match by_name {
        None if !patched.is_empty() => Some(Kind::Edit),
        other => other,
    };
    match event.kind {
        Some(Kind::Shell) => {
            event.dialect = dialect(name);
            event.commands.push(text.to_owned());
        }
        Some(Kind::Write | Kind::Edit) if !patched.is_empty() => event.paths = patched,
        Some(Kind::Write | Kind::Edit) if care == Care::Before => {
            return Err(DecodeError::bad_field(format!(
                "the arguments of `{}` are a text that names no file",
                shown(name)
            )));
        }
        _ => {}
    }
    Ok(())
}

/// The object that a text holds, if it is JSON at all.
pub(super) fn object_in(text: &str) -> Result<Option<Object>, DecodeError> {
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    if !trimmed.starts_with('{') {
        return Ok(None);
    }
    match payload::strict(trimmed.as_bytes()) {
        Ok(Value::Object(object)) => Ok(Some(object)),
        // `{ rm -rf x; }` begins like an object and is a command.
        Err(error) if error.kind != super::ErrorKind::Ambiguous => Ok(None),
        Err(error) => Err(error),
        Ok(_) => Ok(None),
    }
}

/// What a tool of this name does. Names of all hosts stand together: where two hosts use one
/// name they mean the same.
fn kind(name: &str, input: &Object) -> Option<Kind> {
    let lower = name.to_ascii_lowercase();
    if lower.starts_with("mcp__") || lower.starts_with("mcp_") || lower.starts_with("mcp:") {
        return Some(Kind::Mcp);
    }
    let squashed = squashed(name);
    match squashed.as_str() {
        "bash" | "shell" | "localshell" | "shellcommand" | "execcommand" | "runshellcommand"
        | "executecommand" | "runcommands" | "runcommand" | "runinterminal" | "runterminalcmd"
        | "runterminalcommand" | "powershell" | "pwsh" | "terminal" | "monitor" | "writestdin"
        | "exec" | "unifiedexec" | "sh" | "zsh" | "cmd" | "containerexec" => Some(Kind::Shell),
        "write" | "writefile" | "create" | "createfile" | "writetofile" | "delete"
        | "deletefile" | "createdirectory" | "createnewfile" | "overwritefile" => Some(Kind::Write),
        // Without a text to look for, the whole file is written.
        "editor" if !input.contains_key("old_text") => Some(Kind::Write),
        // `command` is a verb here.
        "strreplaceeditor" | "strreplacebasededittool" => {
            match input.get("command").and_then(Value::as_str) {
                Some("view") => Some(Kind::Read),
                Some("create") => Some(Kind::Write),
                _ => Some(Kind::Edit),
            }
        }
        "edit"
        | "editor"
        | "multiedit"
        | "notebookedit"
        | "editnotebook"
        | "editnotebookfile"
        | "replace"
        | "strreplace"
        | "applypatch"
        | "patch"
        | "replaceinfile"
        | "searchreplace"
        | "editfile"
        | "editfiles"
        | "inserteditintofile"
        | "replacestringinfile"
        | "multireplacestringinfile"
        | "replacefilecontent"
        | "multireplacefilecontent"
        | "applydiff"
        | "insert"
        | "rename"
        | "move"
        | "movefile" => Some(Kind::Edit),
        "read"
        | "readfile"
        | "readmanyfiles"
        | "readfiles"
        | "view"
        | "viewfile"
        | "glob"
        | "grep"
        | "rg"
        | "ls"
        | "list"
        | "listdir"
        | "listdirectory"
        | "listfiles"
        | "searchfilecontent"
        | "grepsearch"
        | "filesearch"
        | "codesearch"
        | "semanticsearch"
        | "searchfiles"
        | "searchcodebase"
        | "listcodedefinitionnames"
        | "notebookread"
        | "findbyname"
        | "codebasesearch"
        | "viewcodeitem" => Some(Kind::Read),
        "webfetch" | "websearch" | "googlewebsearch" | "fetch" | "fetchwebpage"
        | "browseraction" | "opensimplebrowser" | "fetchwebcontent" | "openbrowserpage"
        | "readurlcontent" | "searchweb" | "openurl" => Some(Kind::Browser),
        "usemcptool" | "accessmcpresource" => Some(Kind::Mcp),
        _ if squashed.starts_with("browser") => Some(Kind::Browser),
        _ => by_arguments(input),
    }
}

/// A tool nobody has heard of is taken for what its arguments look like, so that a host that
/// renames its shell is still judged.
fn by_arguments(input: &Object) -> Option<Kind> {
    let has = |keys: &[&str]| keys.iter().any(|key| input.contains_key(*key));
    if has(&["command", "cmd", "CommandLine", "commandLine", "commands"]) {
        Some(Kind::Shell)
    } else if has(&PATH) && has(&CHANGES) {
        Some(Kind::Edit)
    } else {
        None
    }
}

fn dialect(name: &str) -> Option<Dialect> {
    match squashed(name).as_str() {
        "bash" => Some(Dialect::Bash),
        "zsh" => Some(Dialect::Zsh),
        "sh" => Some(Dialect::Sh),
        "powershell" | "pwsh" => Some(Dialect::PowerShell),
        "cmd" => Some(Dialect::Cmd),
        _ => None,
    }
}

fn shell(event: &mut Event, name: &str, input: &Object) -> Result<(), DecodeError> {
    event.dialect = dialect(name);
    event.background |= squashed(name) == "monitor";
    match get(input, &COMMAND)? {
        None => {}
        Some(Value::String(command)) => event.commands.push(command.clone()),
        Some(Value::Array(words)) => {
            let (command, dialect) = argument::text(&words_of(words, name)?);
            event.commands.push(command);
            event.dialect = dialect.or(event.dialect);
        }
        Some(other) => {
            return Err(DecodeError::bad_field(format!(
                "the command of `{}` is {}, not a text",
                shown(name),
                kind_of(other)
            )));
        }
    }
    if let Some(commands) = input.get("commands").filter(|value| !value.is_null()) {
        several(event, name, commands)?;
    }
    let folder = text(input, &["workdir", "dir_path", "directory", "Cwd", "cwd"])?;
    if let Some(folder) = folder.filter(|folder| !folder.is_empty()) {
        event.cwd = Some(joined(event.cwd.as_deref(), folder));
    }
    Ok(())
}

/// Commands in a list, or in the text of a list.
fn several(event: &mut Event, name: &str, commands: &Value) -> Result<(), DecodeError> {
    let wrong = |value: &Value| {
        DecodeError::bad_field(format!(
            "a command of `{}` is {}, not a text",
            shown(name),
            kind_of(value)
        ))
    };
    match commands {
        Value::Array(list) => {
            for entry in list {
                match entry {
                    Value::String(command) => event.commands.push(command.clone()),
                    Value::Object(object) => {
                        let program = text(object, &COMMAND)?.ok_or_else(|| wrong(entry))?;
                        match object.get("args") {
                            None | Some(Value::Null) => event.commands.push(program.to_owned()),
                            Some(Value::Array(args)) => {
                                let mut words = vec![program.to_owned()];
                                words.extend(words_of(args, name)?);
                                let (command, dialect) = argument::text(&words);
                                event.commands.push(command);
                                event.dialect = dialect.or(event.dialect);
                            }
                            Some(other) => return Err(wrong(other)),
                        }
                    }
                    other => return Err(wrong(other)),
                }
            }
            Ok(())
        }
        Value::String(text) => match payload::strict(text.as_bytes()) {
            Ok(list @ Value::Array(_)) => several(event, name, &list),
            Err(error) if error.kind == super::ErrorKind::Ambiguous => Err(error),
            _ => {
                event.commands.push(text.clone());
                Ok(())
            }
        },
        other => Err(wrong(other)),
    }
}

fn words_of(values: &[Value], name: &str) -> Result<Vec<String>, DecodeError> {
    let word = |value: &Value| {
        value.as_str().map(str::to_owned).ok_or_else(|| {
            DecodeError::bad_field(format!(
                "a word of the command of `{}` is {}, not a text",
                shown(name),
                kind_of(value)
            ))
        })
    };
    values.iter().map(word).collect()
}

/// The files a tool changes. Two spellings of the one file that differ are refused: the host
/// would change the one, and the other would be saved.
fn changed_files(input: &Object) -> Result<Vec<String>, DecodeError> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |path: &str| {
        if !path.is_empty() && !found.iter().any(|earlier| earlier == path) {
            found.push(path.to_owned());
        }
    };
    if let Some(path) = text(input, &PATH)? {
        add(path);
    }
    for key in MORE_PATHS {
        if let Some(path) = text(input, &[key])? {
            add(path);
        }
    }
    for path in listed(input) {
        add(&path);
    }
    for key in PATCH {
        if let Some(patched) = input.get(key).and_then(Value::as_str) {
            patch::files(patched).iter().for_each(|path| add(path));
        }
    }
    if found.is_empty()
        && let Some(diff) = PATCH.iter().find_map(|key| input.get(*key).and_then(Value::as_str))
    {
        found = patch::diff_files(diff);
    }
    Ok(found)
}

/// The files a tool looks at.
fn files(input: &Object) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let single = PATH.iter().filter_map(|key| input.get(*key).and_then(Value::as_str));
    for path in single.map(str::to_owned).chain(listed(input)) {
        if !path.is_empty() && !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

fn listed(input: &Object) -> Vec<String> {
    let mut found = Vec::new();
    for key in PATH_LISTS {
        let parsed;
        let list = match input.get(key) {
            Some(Value::Array(list)) => list,
            // Cline writes lists as texts in one of its two copies.
            Some(Value::String(text)) => match serde_json::from_str::<Vec<Value>>(text) {
                Ok(list) => {
                    parsed = list;
                    &parsed
                }
                Err(_) => continue,
            },
            _ => continue,
        };
        for entry in list {
            match entry {
                Value::String(path) => found.push(path.clone()),
                Value::Object(object) => {
                    let paths = PATH.iter().filter_map(|key| object.get(*key)?.as_str());
                    found.extend(paths.map(str::to_owned));
                }
                _ => {}
            }
        }
    }
    found
}

/// A folder as seen from another one.
fn joined(base: Option<&str>, folder: &str) -> String {
    let absolute = folder.starts_with(['/', '\\', '~'])
        || folder.as_bytes().get(1).is_some_and(|&second| second == b':');
    match base {
        Some(base) if !absolute && folder != "." => {
            format!("{}/{folder}", base.trim_end_matches('/'))
        }
        Some(base) if !absolute => base.to_owned(),
        _ => folder.to_owned(),
    }
}

/// A name fit to stand in a sentence.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}
