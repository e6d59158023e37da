//! goose, by way of a plugin.
//!
//! It waits for a hook before a tool, so that everything can be saved, but neither an answer nor
//! an exit code stopped a command when this was tried (1.34.0). The answer is given all the same,
//! in the form its hooks are modelled on.

use super::super::names::{Place, moment_of};
use super::super::payload::{self, Object, filled, id, text};
use super::super::tool;
use super::super::{DecodeError, Output};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let native = shape::name(object, &["event", "hook_event_name"], hint)?;
    let mut event = Event::new(Host::Goose, moment_of(native), native);
    event.session = id(object, &["session_id"])?;
    event.cwd = filled(object, &["working_dir", "cwd"])?;
    if event.moment.has_tool() {
        let input = payload::get(object, &["tool_input"])?;
        let care = shape::care(event.moment);
        tool::describe(&mut event, shape::tool_name(object)?, input, care)?;
    }
    if event.moment == Moment::Prompt {
        event.text = text(object, &["message", "prompt"])?.map(str::to_owned);
    }
    Ok(event)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    match at.moment {
        Moment::PreTool => super::claude_form(at, "PreToolUse", answer),
        _ => Output::silent(),
    }
}
