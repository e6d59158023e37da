//! How each host treats what a hook answers, as seen in the real clients: an oracle that shares
//! no code with the encoders.

use belay::event::{Host, Moment};
use belay::hook::{Output, Place};
use serde_json::Value;

/// What becomes of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Runs,
    Asks,
    Stopped,
    /// Nobody ever answers, and the agent stands still.
    Hangs,
}

/// What a host does with a tool after this answer to the event before it.
pub(crate) fn effect(at: &Place<'_>, output: &Output) -> Effect {
    assert_eq!(at.moment, Moment::PreTool, "only before a tool is anything decided");
    if output.exit != 0 {
        return match (at.host, output.exit) {
            (Host::Claude | Host::Codex | Host::Gemini | Host::Qwen | Host::VsCode, 2) => {
                Effect::Stopped
            }
            (Host::Gemini, 3..) | (Host::CopilotCli, _) | (Host::Cursor, 2) => Effect::Stopped,
            _ => Effect::Runs,
        };
    }
    let Some(answer) = &output.stdout else { return Effect::Runs };
    let text = |path: &str| answer.pointer(path).and_then(Value::as_str);
    match at.host {
        Host::Claude | Host::VsCode | Host::Qwen => match (
            text("/hookSpecificOutput/hookEventName"),
            text("/hookSpecificOutput/permissionDecision"),
        ) {
            (Some("PreToolUse"), Some("deny")) => Effect::Stopped,
            (Some("PreToolUse"), Some("ask")) => Effect::Asks,
            _ => Effect::Runs,
        },
        Host::Codex => codex(answer),
        Host::Gemini | Host::Antigravity => match text("/decision") {
            Some("deny" | "block") => Effect::Stopped,
            Some("ask") => Effect::Hangs,
            _ => Effect::Runs,
        },
        Host::Cursor => match text("/permission") {
            Some("deny") => Effect::Stopped,
            Some("ask") if matches!(at.native, "beforeShellExecution" | "beforeMCPExecution") => {
                Effect::Asks
            }
            _ => Effect::Runs,
        },
        Host::CopilotCli => match text("/permissionDecision") {
            Some("deny") => Effect::Stopped,
            Some("ask") => Effect::Asks,
            _ => Effect::Runs,
        },
        Host::Cline => match answer.get("cancel") {
            Some(Value::Bool(true)) => Effect::Stopped,
            _ => Effect::Runs,
        },
        // Our own plugin throws.
        Host::Opencode => match text("/hookSpecificOutput/permissionDecision") {
            Some("deny") => Effect::Stopped,
            _ => Effect::Runs,
        },
        Host::Goose => Effect::Runs,
    }
}

/// Codex knows these keys and no other, and drops an answer with a reason that says nothing.
fn codex(answer: &Value) -> Effect {
    let only = |value: &Value, keys: &[&str]| {
        value.as_object().is_some_and(|map| map.keys().all(|key| keys.contains(&key.as_str())))
    };
    let Some(inner) = answer.get("hookSpecificOutput") else { return Effect::Runs };
    let known = only(answer, &["hookSpecificOutput"])
        && only(inner, &["hookEventName", "permissionDecision", "permissionDecisionReason"]);
    let text = |key: &str| inner.get(key).and_then(Value::as_str).unwrap_or_default();
    let refused = text("hookEventName") == "PreToolUse" && text("permissionDecision") == "deny";
    if known && refused && !text("permissionDecisionReason").trim().is_empty() {
        Effect::Stopped
    } else {
        Effect::Runs
    }
}
