//! Codex.
//!
//! Every key it does not know, an empty reason, `ask` or `allow` make the hook "failed", and then
//! the command runs. Exit code 2 is lost on Windows. So: exactly three keys, or silence.

use serde_json::Value;

use super::super::names::Place;
use super::super::payload::Object;
use super::super::{DecodeError, Output, outcome};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Kind, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let mut event = shape::read(Host::Codex, object, hint)?;
    // The tool is called `Bash` on Windows too, where it is PowerShell.
    if event.kind == Some(Kind::Shell) && event.tool.as_deref() == Some("Bash") {
        event.dialect = None;
    }
    if event.moment == Moment::PostTool {
        event.exit_code = match object.get("tool_response") {
            // A command's bare output has no exit code, whatever it looks like.
            Some(Value::String(text)) if event.kind != Some(Kind::Shell) => outcome::leading(text),
            Some(Value::Object(response)) => response.get("exit_code").and_then(Value::as_i64),
            _ => None,
        };
    }
    Ok(event)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    super::claude_form(at, "PreToolUse", answer)
}
