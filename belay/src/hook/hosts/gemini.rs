//! Gemini CLI.
//!
//! Reads standard error as the answer where standard output is empty, so nothing is ever written
//! there. Knows `ask`, and waits for ever when nobody is there to answer.

use serde_json::Value;

use super::super::names::Place;
use super::super::payload::Object;
use super::super::{DecodeError, Output, outcome};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Kind, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let mut event = shape::read(Host::Gemini, object, hint)?;
    if event.moment.has_tool() && object.get("mcp_context").is_some_and(Value::is_object) {
        event.kind = Some(Kind::Mcp);
    }
    if event.moment == Moment::PostTool
        && let Some(response) = shape::response(object)
    {
        event.tool_failed = response.get("error").is_some_and(|error| !error.is_null());
        if event.kind == Some(Kind::Shell) {
            let text = response.get("llmContent").and_then(Value::as_str).unwrap_or_default();
            event.exit_code = outcome::labelled(text);
        }
    }
    Ok(event)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    super::gemini_form(at, answer)
}
