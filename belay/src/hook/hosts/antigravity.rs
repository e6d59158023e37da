//! Antigravity: one payload for a tool call, without the event's name in it.

use serde_json::Value;

use super::super::names::{Place, moment_of};
use super::super::payload::{self, Object, filled, id, text};
use super::super::tool;
use super::super::{DecodeError, Output};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let call = payload::inner(object, "toolCall");
    let named = text(object, &["hookEventName", "hook_event_name", "event"])?.or(hint);
    let native = match (named, call) {
        (Some(native), _) => native,
        (None, Some(_)) if object.contains_key("toolResult") => "PostToolUse",
        (None, Some(_)) => "PreToolUse",
        (None, None) => {
            return Err(DecodeError::bad_field("`toolCall` is missing, so nothing is called"));
        }
    };
    let mut event = Event::new(Host::Antigravity, moment_of(native), native);
    event.session = id(object, &["conversationId", "conversation_id"])?;
    event.workspaces = payload::texts(object, "workspacePaths");
    event.cwd = filled(object, &["cwd"])?.or_else(|| event.workspaces.first().cloned());
    event.call = id(object, &["stepIdx"])?;
    if event.moment.has_tool() {
        let call = call.ok_or_else(|| DecodeError::bad_field("`toolCall` is missing"))?;
        let called = text(call, &["name"])?
            .filter(|name| !name.is_empty())
            .ok_or_else(|| DecodeError::bad_field("`toolCall.name` is missing"))?;
        let input = payload::get(call, &["args", "arguments"])?;
        let care = shape::care(event.moment);
        tool::describe(&mut event, called, input, care)?;
    }
    if event.moment == Moment::Stop {
        event.stop_hook_active = object.get("stopHookActive").and_then(Value::as_bool);
    }
    Ok(event)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    super::gemini_form(at, answer)
}
