//! Qwen Code: Claude Code's payload with Gemini CLI's tools.

use serde_json::Value;

use super::super::names::Place;
use super::super::payload::Object;
use super::super::{DecodeError, Output, outcome};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Kind, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let mut event = shape::read(Host::Qwen, object, hint)?;
    // It announces a message before each call of the model; only the first has a text.
    if event.moment == Moment::Prompt && event.text.as_deref().unwrap_or_default().is_empty() {
        event.moment = Moment::Ignored;
    }
    if event.moment == Moment::PostTool
        && event.kind == Some(Kind::Shell)
        && let Some(text) = shape::response(object).and_then(|r| r.get("llmContent")?.as_str())
    {
        event.exit_code = outcome::labelled(text);
    }
    if let Some(response) = shape::response(object) {
        event.tool_failed |= response.get("error").is_some_and(|error| !error.is_null());
        event.interrupted =
            event.interrupted.or_else(|| response.get("interrupted").and_then(Value::as_bool));
    }
    Ok(event)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    super::claude_form(at, "PreToolUse", answer)
}
