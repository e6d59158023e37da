//! A folder with a home, a project and a store of its own, and the program in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// What a run printed.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The run, which must have ended with this code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self
    }

    /// The output as JSON, one value a line.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<Value> {
        let read = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(read).collect()
    }
}

/// A machine of its own.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) folder: TempDir,
    pub(crate) project: PathBuf,
    pub(crate) home: PathBuf,
}

impl Stage {
    /// A project with a repository and nothing else.
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let (project, home) = (root.join("project"), root.join("home"));
        fs::create_dir_all(project.join(".git")).unwrap();
        fs::create_dir_all(&home).unwrap();
        Self { folder, project, home }
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home.join("belay")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.project.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.project.join(name)).ok()
    }

    pub(crate) fn command(&self, folder: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_belay"));
        command
            .args(words)
            .current_dir(folder)
            .env_clear()
            .env("HOME", &self.home)
            .env("USERPROFILE", &self.home)
            .env("BELAY_HOME", self.data())
            .env("PATH", if cfg!(windows) { r"C:\windows\system32" } else { "/usr/bin:/bin" })
            .stdin(Stdio::null());
        // Windows starts no program without it.
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        command
    }

    /// Runs the program in the project.
    pub(crate) fn belay(&self, words: &[&str]) -> Run {
        self.belay_in(&self.project, words)
    }

    pub(crate) fn belay_in(&self, folder: &Path, words: &[&str]) -> Run {
        finished(self.command(folder, words).output().unwrap())
    }

    /// Tells the hook what an agent is about to do, and answers what it was told.
    pub(crate) fn hook(&self, session: &str, event: &str, command: &str) -> Value {
        self.send(&json!({
            "session_id": session, "hook_event_name": event, "cwd": self.project,
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id(command),
        }))
    }

    /// The same for another tool than the shell.
    pub(crate) fn tool(&self, session: &str, tool: &str, input: &Value) -> Value {
        self.send(&json!({
            "session_id": session, "hook_event_name": "PreToolUse", "cwd": self.project,
            "tool_name": tool, "tool_input": input, "tool_use_id": id(&input.to_string()),
        }))
    }

    /// Hands a payload of Claude Code to the hook.
    pub(crate) fn send(&self, payload: &Value) -> Value {
        serde_json::from_str(&self.answer("claude", "", payload)).unwrap_or(Value::Null)
    }

    /// Hands a payload to the hook as one of the hosts does it, and returns what it printed.
    pub(crate) fn answer(&self, host: &str, event: &str, payload: &Value) -> String {
        let mut words = vec!["hook", "--host", host];
        if !event.is_empty() {
            words.extend(["--event", event]);
        }
        let mut child = self
            .command(&self.project, &words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
        finished(child.wait_with_output().unwrap()).ends(0).out
    }

    /// The text with everything that differs from run to run replaced: ids, times, folders.
    pub(crate) fn told(&self, text: &str) -> String {
        let folder = self.folder.path().canonicalize().unwrap();
        let text = text.replace(&folder.display().to_string(), "[FOLDER]");
        // About one id in six has no digit to know it by, so those in the log are known by name.
        let log = self.belay(&["log", "--json"]).out;
        let ids: Vec<String> = log
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .flat_map(|lines| lines.as_array().cloned().unwrap_or_else(|| vec![lines]))
            .filter_map(|line| Some(line["id"].as_str()?.to_owned()))
            .collect();
        let mut out = String::new();
        for line in text.split_inclusive('\n') {
            let words: Vec<String> = line.split(' ').map(|word| named(word, &ids)).collect();
            out.push_str(&words.join(" "));
        }
        out.replace("just now", "[TIME]  ").replace("s ago", "[TIME]")
    }
}

/// The name of a call: the same before and after, and nothing of what it does in it.
fn id(text: &str) -> String {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    format!("call-{:x}", hasher.finish())
}

/// An id stands as `[ID..]`, of the same length, so that columns stay.
fn named(word: &str, ids: &[String]) -> String {
    let bare: &str = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_id = (bare.len() == 5 || bare.len() == 12)
        && bare.chars().all(|c| c.is_ascii_digit() || "abcdefghjkmnpqrstvwxyz".contains(c))
        && (bare.chars().any(|c| c.is_ascii_digit()) || ids.iter().any(|id| id.ends_with(bare)));
    if is_id {
        word.replace(bare, if bare.len() == 5 { "[ID5]" } else { "[CHECKPOINT]" })
    } else {
        word.to_owned()
    }
}

pub(crate) fn finished(output: std::process::Output) -> Run {
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Every line fits a terminal.
#[track_caller]
pub(crate) fn fits(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}", line.chars().count());
        assert_eq!(line, line.trim_end(), "blanks at the end");
        assert!(!line.contains('\u{1b}'), "a colour without a terminal: {line:?}");
    }
}
