//! What is registered where: the exact words of each agent's configuration.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::agents::{Agent, Machine, Scope};
use super::document::Entries;
use super::files;

/// Seconds a hook may take. Belay answers a good while before; the first checkpoint of a large
/// workspace is what takes time.
pub(super) const SECONDS: u64 = 60;

/// What a plan depends on besides the files.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The agent.
    pub agent: Agent,
    /// For whom.
    pub scope: Scope,
    /// The program to call: a path, or `belay` where others will use the file.
    pub program: String,
    /// Claude Code's version, where it is known.
    pub claude_version: Option<(u32, u32, u32)>,
}

/// One file of an agent's configuration.
pub(super) struct Target {
    pub path: PathBuf,
    pub form: Form,
}

/// Whose file it is.
pub(super) enum Form {
    /// The person's: entries are put into it.
    Shared(Entries),
    /// Belay's own, from the first byte to the last.
    Own { content: String, executable: bool },
}

/// The files of an agent, and what belongs into them.
pub(super) fn targets(wanted: &Wanted, machine: &Machine) -> Vec<Target> {
    let user = machine.folder(wanted.agent);
    let project = machine.project.clone().unwrap_or_default();
    let base = |user_file: &str, project_file: &str| match wanted.scope {
        Scope::User => user.join(user_file),
        Scope::Project => project.join(project_file),
    };
    let shared = |path, entries| vec![Target { path, form: Form::Shared(entries) }];
    let own = |path, content, executable| Target { path, form: Form::Own { content, executable } };
    match wanted.agent {
        Agent::Claude => shared(base("settings.json", ".claude/settings.json"), claude(wanted)),
        Agent::Codex => shared(base("hooks.json", ".codex/hooks.json"), codex(wanted)),
        Agent::Gemini => shared(base("settings.json", ".gemini/settings.json"), gemini(wanted)),
        Agent::Qwen => shared(base("settings.json", ".qwen/settings.json"), qwen(wanted)),
        Agent::Cursor => shared(base("hooks.json", ".cursor/hooks.json"), cursor(wanted)),
        Agent::Copilot => {
            let path = base("hooks/belay.json", ".github/hooks/belay.json");
            vec![own(path, pretty(&copilot(wanted)), false)]
        }
        Agent::Opencode => {
            let path = base("plugins/belay.js", ".opencode/plugins/belay.js");
            vec![own(path, files::opencode_plugin(&wanted.program), false)]
        }
        Agent::Cline => {
            let mut folders = vec![base("hooks", ".clinerules/hooks")];
            let editor = machine.home.join("Documents/Cline");
            if wanted.scope == Scope::User && editor.is_dir() {
                folders.push(editor.join("Hooks"));
            }
            let events = [
                "TaskStart",
                "TaskResume",
                "TaskCancel",
                "TaskComplete",
                "UserPromptSubmit",
                "PreToolUse",
                "PostToolUse",
            ];
            let scripts = folders.iter().flat_map(|folder| {
                events.map(|event| {
                    let line = line(wanted, event);
                    own(folder.join(event), files::cline_script(&line), true)
                })
            });
            scripts.collect()
        }
        Agent::Goose => {
            let folder = match wanted.scope {
                Scope::User => machine.home.join(".agents/plugins/belay"),
                Scope::Project => project.join(".agents/plugins/belay"),
            };
            let manifest = json!({
                "name": "belay",
                "version": env!("CARGO_PKG_VERSION"),
                "description": "Saves the workspace before the agent changes it.",
            });
            vec![
                own(folder.join("plugin.json"), pretty(&manifest), false),
                own(folder.join("hooks/hooks.json"), pretty(&goose(wanted)), false),
            ]
        }
    }
}

/// The command line of a hook. It stays the same from version to version, because Codex disarms
/// a hook whose line has changed until it is trusted again.
fn line(wanted: &Wanted, event: &str) -> String {
    let program = quoted(&wanted.program);
    format!("{program} hook --host {} --event {event}", wanted.agent.host().name())
}

fn quoted(program: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/\\:._-+@".contains(c);
    if program.chars().all(plain) { program.to_owned() } else { format!("\"{program}\"") }
}

fn claude(wanted: &Wanted) -> Entries {
    let events = [
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "Stop",
        "SessionEnd",
    ];
    // Without it a hook that crashes or takes too long lets the tool run. Older versions do not
    // know the key.
    let blocks = wanted.claude_version.is_some_and(|version| version >= (2, 1, 295));
    let entry = |event: &'static str| {
        let mut handler = json!({
            "type": "command",
            "command": wanted.program,
            "args": ["hook", "--host", "claude", "--event", event],
            "timeout": SECONDS,
        });
        if event == "PreToolUse"
            && blocks
            && let Some(object) = handler.as_object_mut()
        {
            object.insert("onFailure".to_owned(), json!("block"));
        }
        (event, json!({ "hooks": [handler] }))
    };
    Entries { list: events.map(entry).to_vec(), beside: None }
}

fn codex(wanted: &Wanted) -> Entries {
    let events =
        ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SessionEnd"];
    let entry = |event: &'static str| {
        // It gives the end of a session three seconds at most.
        let seconds = if event == "SessionEnd" { 3 } else { SECONDS };
        let handler =
            json!({ "type": "command", "command": line(wanted, event), "timeout": seconds });
        (event, json!({ "hooks": [handler] }))
    };
    Entries { list: events.map(entry).to_vec(), beside: None }
}

fn gemini(wanted: &Wanted) -> Entries {
    let events =
        ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"];
    Entries { list: named_groups(wanted, &events), beside: None }
}

fn qwen(wanted: &Wanted) -> Entries {
    let events = [
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "Stop",
        "SessionEnd",
    ];
    Entries { list: named_groups(wanted, &events), beside: None }
}

/// Groups as Gemini CLI and its relative write them, with times in milliseconds.
fn named_groups(wanted: &Wanted, events: &[&'static str]) -> Vec<(&'static str, Value)> {
    let entry = |event: &&'static str| {
        let handler = json!({
            "name": "belay",
            "type": "command",
            "command": line(wanted, event),
            "timeout": SECONDS * 1000,
        });
        (*event, json!({ "matcher": "*", "hooks": [handler] }))
    };
    events.iter().map(entry).collect()
}

fn cursor(wanted: &Wanted) -> Entries {
    let entry = |event: &'static str| {
        let mut handler = json!({ "command": line(wanted, event), "timeout": SECONDS });
        if let Some(object) = handler.as_object_mut() {
            if matches!(event, "beforeShellExecution" | "beforeMCPExecution" | "preToolUse") {
                object.insert("failClosed".to_owned(), json!(true));
            }
            // Commands have an event of their own, at which a person can be asked.
            if event == "preToolUse" {
                let files = "Write|StrReplace|ApplyPatch|Delete|EditNotebook";
                object.insert("matcher".to_owned(), json!(files));
            }
        }
        (event, handler)
    };
    let events = [
        "sessionStart",
        "beforeSubmitPrompt",
        "beforeShellExecution",
        "beforeMCPExecution",
        "preToolUse",
        "postToolUse",
        "postToolUseFailure",
        "afterShellExecution",
        "afterFileEdit",
        "stop",
        "sessionEnd",
    ];
    Entries { list: events.map(entry).to_vec(), beside: Some(("version", json!(1))) }
}

fn copilot(wanted: &Wanted) -> Value {
    let entry = |event: &str| {
        let line = line(wanted, event);
        // PowerShell takes a quoted program for a text unless it is told to call it.
        let call = if line.starts_with('"') { format!("& {line}") } else { line.clone() };
        let handler =
            json!({ "type": "command", "bash": line, "powershell": call, "timeoutSec": SECONDS });
        (event.to_owned(), json!([handler]))
    };
    let events = [
        "sessionStart",
        "userPromptSubmitted",
        "preToolUse",
        "postToolUse",
        "postToolUseFailure",
        "agentStop",
        "sessionEnd",
    ];
    let hooks: serde_json::Map<String, Value> = events.into_iter().map(entry).collect();
    json!({ "version": 1, "hooks": hooks })
}

fn goose(wanted: &Wanted) -> Value {
    let entry = |event: &str| {
        let handler =
            json!({ "type": "command", "command": line(wanted, event), "timeout": SECONDS });
        (event.to_owned(), json!([{ "hooks": [handler] }]))
    };
    let events = [
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "SessionEnd",
    ];
    let hooks: serde_json::Map<String, Value> = events.into_iter().map(entry).collect();
    json!({ "hooks": hooks })
}

fn pretty(value: &Value) -> String {
    // A value made of texts and numbers has no way to fail.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    format!("{text}\n")
}
