//! The payload of Claude Code, which several hosts have taken over with small changes.

use super::super::names::moment_of;
use super::super::payload::{self, Object, filled, get, id, text};
use super::super::tool::{self, Care};
use super::super::{DecodeError, outcome};
use crate::event::{Event, Host, Moment};
use serde_json::Value;

/// The event's name: the payload's own, else the one it is registered for.
pub(super) fn name<'t>(
    object: &'t Object,
    keys: &[&str],
    hint: Option<&'t str>,
) -> Result<&'t str, DecodeError> {
    let named = text(object, keys)?.filter(|name| !name.is_empty()).or(hint);
    named.ok_or_else(|| {
        let key = keys.first().copied().unwrap_or("hook_event_name");
        DecodeError::bad_field(format!("`{key}` is missing, so it is unknown what happens"))
    })
}

/// Reads everything that hosts with Claude Code's payload have in common.
pub(super) fn read(host: Host, object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let native = name(object, &["hook_event_name", "hookEventName"], hint)?;
    let mut event = Event::new(host, moment_of(native), native);
    common(&mut event, object)?;
    if event.moment.has_tool() {
        let called = tool_name(object)?;
        let input = get(object, &["tool_input", "toolInput", "toolArgs", "tool_args"])?;
        let care = care(event.moment);
        tool::describe(&mut event, called, input, care)?;
        event.call = id(object, &["tool_use_id", "toolUseId"])?;
        if event.call.is_none() {
            event.call = id(object, &["tool_call_id", "toolCallId"])?;
        }
    }
    let calls = ["tool_input", "toolInput", "toolArgs"].iter().any(|key| object.contains_key(*key));
    match event.moment {
        Moment::SessionStart | Moment::SessionEnd | Moment::Prompt | Moment::Stop if calls => {
            return Err(DecodeError::ambiguous(format!("`{native}` comes with a tool call")));
        }
        Moment::SessionStart => event.source = filled(object, &["source"])?,
        Moment::SessionEnd => event.reason = filled(object, &["reason"])?,
        Moment::Prompt => event.text = text(object, &["prompt"])?.map(str::to_owned),
        Moment::Stop => event.stop_hook_active = stop_hook_active(object),
        _ => {}
    }
    if event.moment == Moment::PostToolFailure {
        event.interrupted = object.get("is_interrupt").and_then(Value::as_bool);
        let error = object.get("error").and_then(Value::as_str).unwrap_or_default();
        event.exit_code = outcome::leading(error).or_else(|| outcome::labelled(error));
    }
    Ok(event)
}

/// Session, turn, place and mode.
pub(super) fn common(event: &mut Event, object: &Object) -> Result<(), DecodeError> {
    event.session = id(object, &["session_id", "sessionId"])?;
    event.turn = id(object, &["turn_id", "turnId"])?;
    event.prompt = id(object, &["prompt_id", "promptId"])?;
    event.cwd = filled(object, &["cwd"])?;
    event.permission_mode = filled(object, &["permission_mode", "permissionMode"])?;
    event.transcript = filled(object, &["transcript_path", "transcriptPath"])?;
    event.agent = id(object, &["agent_id"])?;
    Ok(())
}

/// How carefully a tool is looked at: before it is used, nothing may be missing.
pub(super) fn care(moment: Moment) -> Care {
    match moment {
        Moment::PreTool | Moment::PermissionRequest => Care::Before,
        _ => Care::After,
    }
}

pub(super) fn tool_name(object: &Object) -> Result<&str, DecodeError> {
    text(object, &["tool_name", "toolName"])?
        .filter(|name| !name.is_empty())
        .ok_or_else(|| DecodeError::bad_field("`tool_name` is missing"))
}

pub(super) fn stop_hook_active(object: &Object) -> Option<bool> {
    ["stop_hook_active", "stopHookActive"].iter().find_map(|key| object.get(*key)?.as_bool())
}

/// The result of a tool, where it is an object.
pub(super) fn response(object: &Object) -> Option<&Object> {
    payload::inner(object, "tool_response").or_else(|| payload::inner(object, "toolResponse"))
}
