//! Claude Code.
//!
//! Fails open on every exit code but 2, on a timeout and on a broken answer. A command that fails
//! arrives as `PostToolUseFailure`; one that is refused gets no event after it.

use serde_json::{Value, json};

use super::super::names::Place;
use super::super::payload::Object;
use super::super::{DecodeError, Output};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let mut event = shape::read(Host::Claude, object, hint)?;
    if event.moment == Moment::PostTool
        && let Some(response) = shape::response(object)
    {
        event.interrupted = response.get("interrupted").and_then(Value::as_bool);
        event.background |= response.contains_key("backgroundTaskId");
    }
    // A background command that ends is announced like a message, but nobody wrote one.
    let announced = |text: &String| text.trim_start().starts_with("<task-notification>");
    if event.moment == Moment::Prompt && event.text.as_ref().is_some_and(announced) {
        event.moment = Moment::Ignored;
    }
    Ok(event)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    if let (Moment::SessionStart, Some(notice)) = (at.moment, &answer.notice) {
        // Shown to the person; the model is not told.
        return Output::json(json!({ "systemMessage": notice }));
    }
    super::claude_form(at, "PreToolUse", answer)
}
