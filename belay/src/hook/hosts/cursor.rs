//! Cursor.
//!
//! Wants a JSON answer to everything. Two events come before one command; only the older one,
//! `beforeShellExecution`, asks a person when told to. The directory is often empty.

use serde_json::{Value, json};

use super::super::names::Place;
use super::super::payload::{self, Object, filled, id, text};
use super::super::tool::{self, Care};
use super::super::{DecodeError, Output};
use super::shape;
use crate::answer::{Answer, Decision};
use crate::event::{Event, Host, Kind, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let native = shape::name(object, &["hook_event_name", "hookEventName"], hint)?;
    let moment = super::super::names::moment_of(native);
    let mut event = Event::new(Host::Cursor, moment, native);
    shape::common(&mut event, object)?;
    event.session = id(object, &["conversation_id"])?.or(event.session);
    event.turn = id(object, &["generation_id"])?.or(event.turn);
    event.workspaces = payload::texts(object, "workspace_roots");
    event.cwd = event.cwd.or_else(|| event.workspaces.first().cloned());
    let at = Place { host: Host::Cursor, moment, native };
    if at.is("beforeShellExecution") || at.is("afterShellExecution") {
        tool::describe(&mut event, "Shell", Some(&only(object, "command")), shape::care(moment))?;
    } else if at.is("beforeReadFile") {
        tool::describe(&mut event, "Read", Some(&only(object, "file_path")), Care::Before)?;
    } else if at.is("afterFileEdit") {
        tool::describe(&mut event, "Edit", Some(&only(object, "file_path")), Care::After)?;
    } else if at.is("beforeMCPExecution") || at.is("afterMCPExecution") {
        // The `command` beside it is the one that started the server.
        let input = object.get("tool_input");
        tool::describe(&mut event, shape::tool_name(object)?, input, Care::After)?;
        event.kind = Some(Kind::Mcp);
    } else if moment.has_tool() {
        let input = payload::get(object, &["tool_input", "toolInput"])?;
        tool::describe(&mut event, shape::tool_name(object)?, input, shape::care(moment))?;
        event.call = id(object, &["tool_use_id", "toolUseId"])?;
        event.exit_code = exit_code(object)?;
    }
    match moment {
        Moment::Prompt => event.text = text(object, &["prompt"])?.map(str::to_owned),
        Moment::SessionStart => event.source = filled(object, &["source"])?,
        Moment::SessionEnd => event.reason = filled(object, &["reason"])?,
        Moment::Stop => {
            event.interrupted = text(object, &["status"])?.map(|status| status == "aborted");
        }
        _ => {}
    }
    Ok(event)
}

fn only(object: &Object, key: &str) -> Value {
    let mut one = Object::new();
    if let Some(value) = object.get(key) {
        one.insert(key.to_owned(), value.clone());
    }
    Value::Object(one)
}

/// What a tool gave back is JSON in a text.
fn exit_code(object: &Object) -> Result<Option<i64>, DecodeError> {
    let Some(Value::String(output)) = object.get("tool_output") else { return Ok(None) };
    let output = tool::object_in(output)?;
    Ok(output.and_then(|output| output.get("exitCode").or(output.get("exit_code"))?.as_i64()))
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    let (decision, reason) = super::settled(at, answer);
    Output::json(match (at.moment, decision) {
        (Moment::PreTool, Decision::Allow) => json!({ "permission": "allow" }),
        (Moment::PreTool, decision) => json!({
            "permission": decision.name(),
            "user_message": reason,
            "agent_message": reason,
        }),
        (Moment::Prompt, Decision::Allow) => json!({ "continue": true }),
        (Moment::Prompt, _) => json!({ "continue": false, "user_message": reason }),
        _ => json!({}),
    })
}
