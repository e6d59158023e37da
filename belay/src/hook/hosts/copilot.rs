//! Copilot in a terminal, and the same agent in the cloud.
//!
//! An event registered in camel case has its own payload, without the event's name; registered
//! as Claude Code spells it, the payload is Claude Code's with Copilot's arguments. It fails
//! closed when a hook crashes and open when one takes too long. It reports a command that failed
//! as a success, with the exit code at the end of the text.

use serde_json::json;

use super::super::names::Place;
use super::super::payload::{self, Object, filled, text};
use super::super::{DecodeError, Output, outcome};
use super::shape;
use crate::answer::{Answer, Decision};
use crate::event::{Event, Host, Kind, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let named = text(object, &["hook_event_name", "hookEventName", "hookName"])?;
    let native = match named.filter(|name| !name.is_empty()).or(hint) {
        Some(native) => native,
        None => told_apart(object).ok_or_else(|| {
            DecodeError::bad_field("the payload does not show which event it is about")
        })?,
    };
    let mut event = shape::read(Host::CopilotCli, object, Some(native))?;
    let result = payload::inner(object, "toolResult").or(payload::inner(object, "tool_result"));
    if let Some(result) = result {
        let kind = text(result, &["resultType", "result_type"])?.unwrap_or("success");
        event.tool_failed = kind != "success";
        if event.kind == Some(Kind::Shell) {
            let told = text(result, &["textResultForLlm", "text_result_for_llm"])?;
            event.exit_code = told.and_then(outcome::trailing);
        }
    }
    if event.moment == Moment::SessionStart {
        event.text = filled(object, &["initialPrompt", "initial_prompt"])?;
    }
    Ok(event)
}

/// The event of a payload that does not name it.
fn told_apart(object: &Object) -> Option<&'static str> {
    let has = |key: &str| object.contains_key(key);
    if has("toolName") {
        return Some(match () {
            () if has("error") => "postToolUseFailure",
            () if has("toolResult") => "postToolUse",
            () if has("permissionSuggestions") => "permissionRequest",
            () => "preToolUse",
        });
    }
    match () {
        () if has("prompt") => Some("userPromptSubmitted"),
        () if has("stopReason") => Some("agentStop"),
        () if has("initialPrompt") || has("source") => Some("sessionStart"),
        () if has("error") => Some("errorOccurred"),
        () if has("reason") => Some("sessionEnd"),
        () => None,
    }
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    let (decision, reason) = super::settled(at, answer);
    match (at.moment, decision) {
        (_, Decision::Allow) => Output::silent(),
        (Moment::PreTool, _) => Output::json(json!({
            "permissionDecision": decision.name(),
            "permissionDecisionReason": reason,
        })),
        (Moment::PermissionRequest, Decision::Deny) => {
            Output::json(json!({ "behavior": "deny", "message": reason }))
        }
        // A message cannot be held back here: the answer is not read.
        _ => Output::silent(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_payload_shows_its_event() {
        let told = |text: &str| {
            let object: Value = serde_json::from_str(text).unwrap_or_default();
            object.as_object().and_then(told_apart)
        };
        assert_eq!(told(r#"{"toolName":"bash","toolArgs":"{}"}"#), Some("preToolUse"));
        assert_eq!(told(r#"{"toolName":"bash","toolResult":{}}"#), Some("postToolUse"));
        assert_eq!(told(r#"{"sessionId":"x"}"#), None);
    }
}
