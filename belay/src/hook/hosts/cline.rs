//! Cline.
//!
//! Must be answered by JSON. A refusal ends the whole task, and the person does not see why. The
//! editor's version and the one for terminals send different payloads; the latter holds each
//! call twice, once as it is and once with its lists as texts.

use serde_json::{Value, json};

use super::super::names::{Place, moment_of};
use super::super::payload::{self, Object, id, text};
use super::super::tool;
use super::super::{DecodeError, Output, outcome};
use super::shape;
use crate::answer::{Answer, Decision};
use crate::event::{Event, Host, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let native = shape::name(object, &["hookName"], hint)?;
    let moment = moment_of(native);
    let mut event = Event::new(Host::Cline, moment, native);
    event.session = id(object, &["taskId"])?;
    event.workspaces = payload::texts(object, "workspaceRoots");
    event.cwd = event.workspaces.first().cloned();
    event.agent = id(object, &["parent_agent_id"])?.and(id(object, &["agent_id"])?);
    let parts = match moment {
        Moment::PreTool => Some(("tool_call", "preToolUse")),
        Moment::PostTool | Moment::PostToolFailure => Some(("tool_result", "postToolUse")),
        _ => None,
    };
    if let Some((whole, flat)) = parts {
        call(&mut event, payload::inner(object, whole), payload::inner(object, flat))?;
    }
    if moment == Moment::Prompt {
        let prompt = payload::inner(object, "userPromptSubmit");
        event.text = prompt.and_then(|p| p.get("prompt")?.as_str()).map(str::to_owned);
    }
    if moment == Moment::Stop {
        event.interrupted = Some(object.contains_key("taskCancel"));
    }
    if moment == Moment::SessionStart && object.contains_key("taskResume") {
        event.source = Some("resume".to_owned());
    }
    Ok(event)
}

/// Reads both copies of a call, which must say the same.
fn call(
    event: &mut Event,
    whole: Option<&Object>,
    flat: Option<&Object>,
) -> Result<(), DecodeError> {
    let care = shape::care(event.moment);
    let mut described: Option<Event> = None;
    for (copy, keys) in [(whole, ["name", "input"]), (flat, ["toolName", "parameters"])] {
        let Some(copy) = copy else { continue };
        let [name_key, input_key] = keys;
        let name = text(copy, &[name_key])?
            .filter(|name| !name.is_empty())
            .ok_or_else(|| DecodeError::bad_field(format!("`{name_key}` is missing")))?;
        let mut one = event.clone();
        tool::describe(&mut one, name, copy.get(input_key), care)?;
        match &described {
            Some(first) if !same(first, &one) => {
                return Err(DecodeError::ambiguous("the two copies of the call disagree"));
            }
            Some(_) => {}
            None => described = Some(one),
        }
    }
    *event = described.ok_or_else(|| DecodeError::bad_field("the tool call is missing"))?;
    event.call = whole.map(|whole| id(whole, &["id"])).transpose()?.flatten();
    let output = whole.and_then(|whole| whole.get("output"));
    let results: Vec<&Object> = match output {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_object).collect(),
        Some(Value::Object(one)) => vec![one],
        _ => Vec::new(),
    };
    let succeeded = |result: &&Object| result.get("success").and_then(Value::as_bool);
    let flat_success = flat.and_then(|flat| flat.get("success")?.as_bool());
    event.tool_failed =
        results.iter().any(|r| succeeded(r) == Some(false)) || flat_success == Some(false);
    event.exit_code = results.iter().find_map(|result| {
        result.get("error").and_then(Value::as_str).and_then(outcome::exited_with)
    });
    Ok(())
}

fn same(one: &Event, other: &Event) -> bool {
    one.tool == other.tool && one.commands == other.commands && one.paths == other.paths
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    let (decision, reason) = super::settled(at, answer);
    let stoppable = matches!(at.moment, Moment::PreTool | Moment::Prompt);
    Output::json(if decision != Decision::Allow && stoppable {
        json!({ "cancel": true, "contextModification": "", "errorMessage": reason })
    } else {
        json!({ "cancel": false })
    })
}
