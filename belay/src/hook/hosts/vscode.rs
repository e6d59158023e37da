//! Copilot inside VS Code.
//!
//! Its payloads follow Claude Code's, its tools are the editor's own, and it may leave out the
//! directory. It fails open.

use serde_json::json;

use super::super::names::Place;
use super::super::payload::Object;
use super::super::{DecodeError, Output};
use super::shape;
use crate::answer::{Answer, Decision};
use crate::event::{Event, Host, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    shape::read(Host::VsCode, object, hint)
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    if at.moment == Moment::Prompt {
        // Here a message is held back by the keys that all events share.
        return match super::settled(at, answer) {
            (Decision::Allow, _) => Output::silent(),
            (_, reason) => Output::json(json!({ "continue": false, "stopReason": reason })),
        };
    }
    super::claude_form(at, "PreToolUse", answer)
}
