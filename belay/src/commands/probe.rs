//! Tries what is registered in an agent's files: the command line itself, with a call that must
//! not go through, in a folder of its own.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::event::Host;
use crate::home::HOME_VARIABLE;
use crate::setup::{Agent, Plan};

/// What nobody lets an agent do.
const DANGER: &str = "rm -rf /";

/// How long an answer may take here: nothing is saved, so it takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// A command line as it is registered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registered {
    /// For a shell.
    Line(String),
    /// A program and its words.
    Words(PathBuf, Vec<String>),
}

/// What an agent would do with the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It would ask the person.
    Asks,
    /// It would not do it.
    Stops,
    /// It would do it.
    Runs,
}

/// The command lines for the event before a tool, from the files as they are. `plan` is how they
/// would be taken out again: it names the files that hold something of ours.
#[must_use]
pub fn registered(plan: &Plan) -> Vec<Registered> {
    let mut found = Vec::new();
    for change in &plan.changes {
        let Some(text) = &change.before else { continue };
        match plan.agent {
            Agent::Cline => {
                if change.path.file_name().is_some_and(|name| name == "PreToolUse") {
                    found.push(Registered::Words(change.path.clone(), Vec::new()));
                }
            }
            Agent::Opencode => found.extend(plugin(text)),
            _ => {
                let plain = crate::settings_files::without_comments(text);
                if let Ok(document) = serde_json::from_str(&plain) {
                    collect(&document, &mut found);
                }
            }
        }
    }
    found
}

/// The program a plugin of ours calls.
fn plugin(text: &str) -> Option<Registered> {
    let line = text.lines().find_map(|line| line.strip_prefix("const program = "))?;
    let program: String = serde_json::from_str(line.trim_end_matches(';')).ok()?;
    let words = ["hook", "--host", "opencode", "--event", "tool.execute.before"];
    Some(Registered::Words(program.into(), words.map(str::to_owned).to_vec()))
}

const EVENTS: [&str; 4] = ["PreToolUse", "BeforeTool", "preToolUse", "beforeShellExecution"];

fn collect(value: &Value, found: &mut Vec<Registered>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(object) => {
            let text = |name: &str| object.get(name).and_then(Value::as_str);
            let key = if cfg!(windows) { "powershell" } else { "bash" };
            let line = text("command").or_else(|| text(key));
            let words: Vec<String> = object
                .get("args")
                .and_then(Value::as_array)
                .map(|words| words.iter().filter_map(|w| w.as_str().map(str::to_owned)).collect())
                .unwrap_or_default();
            let ours = |words: &str| {
                words.contains("hook --host ")
                    && EVENTS.iter().any(|event| words.ends_with(&format!("--event {event}")))
            };
            match line {
                Some(line) if ours(format!("{line} {}", words.join(" ")).trim_end()) => {
                    found.push(if words.is_empty() {
                        Registered::Line(line.to_owned())
                    } else {
                        Registered::Words(line.into(), words)
                    });
                }
                _ => object.values().for_each(|value| collect(value, found)),
            }
        }
        _ => {}
    }
}

impl Registered {
    /// The program it starts, where that can be told.
    #[must_use]
    pub fn program(&self) -> Option<PathBuf> {
        match self {
            Self::Words(program, _) => Some(program.clone()),
            Self::Line(line) => {
                let line = line.trim_start_matches("& ");
                let word = match line.strip_prefix('"') {
                    Some(rest) => rest.split('"').next(),
                    None => line.split_whitespace().next(),
                };
                word.map(PathBuf::from)
            }
        }
    }

    /// Whether it is meant for this event of the host.
    #[must_use]
    pub fn event(&self) -> &str {
        let word = match self {
            Self::Line(line) => line.rsplit(' ').next(),
            Self::Words(_, words) => words.last().map(String::as_str),
        };
        word.unwrap_or("PreToolUse")
    }

    /// Runs it with a call that must not go through, and says what the agent would do.
    ///
    /// # Errors
    /// It cannot be started, does not answer in time, or fails.
    pub fn tried(&self, host: Host) -> Result<Effect> {
        let folder = tempfile::tempdir().context("a temporary folder cannot be made")?;
        let mut command = match self {
            Self::Words(program, words) => {
                let mut command = Command::new(program);
                command.args(words);
                command
            }
            Self::Line(line) => shell(line),
        };
        let mut child = command
            .current_dir(folder.path())
            // Its own store and log, so that the trial leaves nothing behind.
            .env(HOME_VARIABLE, folder.path().join("belay"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{} cannot be started", self.shown()))?;
        let payload = payload(host, self.event(), folder.path());
        if let Some(mut stdin) = child.stdin.take() {
            // A program that reads nothing is found out by its answer.
            let _ = stdin.write_all(payload.to_string().as_bytes());
        }
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait_with_output()));
        let output = receiver
            .recv_timeout(PATIENCE)
            .with_context(|| format!("{} does not answer", self.shown()))??;
        let code = output.status.code().unwrap_or(-1);
        if code != 0 {
            bail!("{} ends with exit code {code}", self.shown());
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let answer = match text.trim() {
            "" => None,
            text => Some(
                serde_json::from_str(text)
                    .with_context(|| format!("{} answers with something else", self.shown()))?,
            ),
        };
        Ok(effect(host, self.event(), answer.as_ref()))
    }

    fn shown(&self) -> String {
        match self {
            Self::Line(line) => format!("`{line}`"),
            Self::Words(program, words) => {
                format!(
                    "`{}`",
                    [&[program.display().to_string()], words.as_slice()].concat().join(" ")
                )
            }
        }
    }
}

#[cfg(windows)]
fn shell(line: &str) -> Command {
    let mut command = Command::new("powershell");
    command.args(["-NoProfile", "-Command", line]);
    command
}

#[cfg(not(windows))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

/// The call, as this host tells it.
fn payload(host: Host, event: &str, folder: &Path) -> Value {
    let tool = |name: &str, event: &str| {
        json!({
            "session_id": "belay-doctor", "hook_event_name": event, "cwd": folder,
            "tool_name": name, "tool_input": {"command": DANGER}, "tool_use_id": "doctor",
        })
    };
    match host {
        Host::Codex => {
            let mut call = tool("Bash", "PreToolUse");
            if let Some(object) = call.as_object_mut() {
                object.insert("turn_id".to_owned(), json!("doctor"));
                object.insert("model".to_owned(), json!("doctor"));
            }
            call
        }
        Host::Gemini | Host::Antigravity => {
            let mut call = tool("run_shell_command", "BeforeTool");
            if let Some(object) = call.as_object_mut() {
                object.insert("timestamp".to_owned(), json!("2026-01-01T00:00:00Z"));
            }
            call
        }
        Host::Qwen => tool("run_shell_command", "PreToolUse"),
        Host::Cursor if event == "beforeShellExecution" => json!({
            "cursor_version": "doctor", "hook_event_name": event, "conversation_id": "doctor",
            "generation_id": "doctor", "command": DANGER, "cwd": folder, "workspace_roots": [folder],
        }),
        Host::Cursor => json!({
            "cursor_version": "doctor", "hook_event_name": event, "conversation_id": "doctor",
            "generation_id": "doctor", "tool_name": "Shell", "tool_input": {"command": DANGER},
            "cwd": folder, "workspace_roots": [folder], "tool_use_id": "doctor",
        }),
        Host::CopilotCli => json!({
            "sessionId": "belay-doctor", "timestamp": 1_760_000_000_000_u64, "cwd": folder,
            "toolName": "bash", "toolArgs": {"command": DANGER},
        }),
        Host::Cline => json!({
            "clineVersion": "doctor", "hookName": "PreToolUse", "timestamp": "1",
            "taskId": "belay-doctor", "workspaceRoots": [folder], "userId": "doctor",
            "preToolUse": {
                "toolName": "execute_command",
                "parameters": {"command": DANGER, "requires_approval": "true"},
            },
        }),
        Host::Opencode => json!({
            "event": event, "directory": folder, "worktree": folder,
            "input": {"tool": "bash", "sessionID": "belay-doctor", "callID": "doctor"},
            "output": {"args": {"command": DANGER}},
        }),
        Host::Goose => json!({
            "event": "PreToolUse", "session_id": "belay-doctor", "working_dir": folder,
            "tool_name": "developer__shell", "tool_input": {"command": DANGER},
        }),
        Host::Claude | Host::VsCode => tool("Bash", "PreToolUse"),
    }
}

/// What the host makes of the answer.
fn effect(host: Host, event: &str, answer: Option<&Value>) -> Effect {
    let Some(answer) = answer else { return Effect::Runs };
    let text = |path: &str| answer.pointer(path).and_then(Value::as_str);
    let word = match host {
        Host::Claude | Host::VsCode | Host::Qwen | Host::Codex | Host::Opencode => {
            text("/hookSpecificOutput/permissionDecision")
        }
        Host::Gemini | Host::Antigravity => text("/decision"),
        Host::Cursor => text("/permission"),
        Host::CopilotCli => text("/permissionDecision"),
        Host::Cline => {
            return match answer.get("cancel") {
                Some(Value::Bool(true)) => Effect::Stops,
                _ => Effect::Runs,
            };
        }
        // It reads no answer.
        Host::Goose => return Effect::Runs,
    };
    let can_ask = match host {
        Host::Claude | Host::VsCode | Host::Qwen | Host::CopilotCli => true,
        Host::Cursor => event == "beforeShellExecution",
        _ => false,
    };
    match word {
        Some("deny" | "block") => Effect::Stops,
        Some("ask") if can_ask => Effect::Asks,
        _ => Effect::Runs,
    }
}
