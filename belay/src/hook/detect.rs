//! Which host is calling.
//!
//! Cursor, VS Code and Copilot CLI run the hooks of Claude Code's settings, and Codex and Copilot
//! load its plugins, each with a payload of its own. So what the payload shows counts for more
//! than what the command line says.

use serde_json::Value;

use super::names::{moment_of, squashed};
use super::payload::{Payload, get, text};
use super::{DecodeError, Hint};
use crate::event::{Host, Moment};

/// The host whose payload this is.
pub(super) fn host(payload: &Payload, hint: Hint<'_>) -> Result<Host, DecodeError> {
    let marked = marks(payload);
    match marked.as_slice() {
        [] => {}
        [host] => return Ok(*host),
        [first, second, ..] => {
            return Err(DecodeError::ambiguous(format!(
                "the payload shows marks of {} and of {}",
                first.title(),
                second.title()
            )));
        }
    }
    if let Some(host) = by_shape(payload, hint)? {
        return Ok(host);
    }
    if let Some(host) = hint.host {
        return Ok(host);
    }
    let named = text(payload.object(), &["hook_event_name", "hookEventName"])?;
    match named {
        Some(name) if moment_of(name) != Moment::Ignored => Ok(Host::Claude),
        _ => Err(DecodeError::bad_field(
            "no host is named, and the payload is not one that Belay knows",
        )),
    }
}

/// Hosts that leave a key only they have.
fn marks(payload: &Payload) -> Vec<Host> {
    let object = payload.object();
    let has = |key: &str| object.contains_key(key);
    let inside = |key: &str, field: &str| {
        object.get(key).and_then(Value::as_object).is_some_and(|inner| inner.contains_key(field))
    };
    let mut found = Vec::new();
    if has("cursor_version") || (has("conversation_id") && has("generation_id")) {
        found.push(Host::Cursor);
    }
    if has("clineVersion") {
        found.push(Host::Cline);
    }
    if has("toolCall") && (has("conversationId") || has("stepIdx")) {
        found.push(Host::Antigravity);
    }
    if has("matcher_context") && has("event") {
        found.push(Host::Goose);
    }
    if inside("input", "sessionID") || inside("properties", "sessionID") {
        found.push(Host::Opencode);
    }
    if (has("toolName") && (has("toolArgs") || has("toolInput")))
        && !has("hookEventName")
        && !has("hook_event_name")
    {
        found.push(Host::CopilotCli);
    }
    if has("turn_id") && has("model") {
        found.push(Host::Codex);
    }
    found
}

/// Hosts that are told apart by the whole of what they send.
fn by_shape(payload: &Payload, hint: Hint<'_>) -> Result<Option<Host>, DecodeError> {
    let object = payload.object();
    let has = |key: &str| object.contains_key(key);
    let named = text(object, &["hook_event_name", "hookEventName"])?.unwrap_or_default();
    if matches!(
        squashed(named).as_str(),
        "beforetool" | "aftertool" | "beforeagent" | "afteragent" | "beforemodel"
    ) {
        return Ok(Some(Host::Gemini));
    }
    let transcript = text(object, &["transcript_path", "transcriptPath"])?.unwrap_or_default();
    let transcript = transcript.replace('\\', "/");
    let roots = [
        ("/.claude/", Host::Claude),
        ("/.codex/", Host::Codex),
        ("/.qwen/", Host::Qwen),
        ("/.copilot/", Host::CopilotCli),
        ("/.gemini/", Host::Gemini),
    ];
    // A home folder may itself lie below one of these, so the last one in the path counts.
    let root = roots
        .into_iter()
        .filter_map(|(part, host)| transcript.rfind(part).map(|at| (at, host)))
        .max_by_key(|(at, _)| *at);
    if let Some((_, host)) = root {
        return Ok(Some(host));
    }
    // What is left to tell apart are the two Copilots from Claude Code, whose words they use.
    let shared = matches!(hint.host, None | Some(Host::Claude | Host::VsCode | Host::CopilotCli));
    if !shared {
        return Ok(None);
    }
    let tool = get(object, &["tool_name", "toolName"])?.and_then(Value::as_str).unwrap_or_default();
    const EDITOR_TOOLS: [&str; 8] = [
        "run_in_terminal",
        "create_file",
        "replace_string_in_file",
        "multi_replace_string_in_file",
        "insert_edit_into_file",
        "edit_notebook_file",
        "fetch_webpage",
        "editFiles",
    ];
    if EDITOR_TOOLS.contains(&tool) || has("hookEventName") {
        return Ok(Some(Host::VsCode));
    }
    if named.is_empty() && has("sessionId") && has("timestamp") {
        return Ok(Some(Host::CopilotCli));
    }
    if !named.is_empty() && has("timestamp") {
        let editor = has("tool_use_id") || has("transcript_path");
        return Ok(Some(if editor { Host::VsCode } else { Host::CopilotCli }));
    }
    Ok(None)
}
