//! Hooks of agents: from what a host sends to an event, from an answer to what it honours.
//!
//! ```text
//! bytes ──> payload ──> host ──> event ──> guard ──> answer ──> bytes
//! ```
//!
//! [`decode`] and [`encode`] are pure. No answer is understood by every host, and each fails
//! open or closed in its own way, so each has a file of its own in [`hosts`]. [`process`] is the
//! part that reads, writes and keeps the time.

mod argument;
mod detect;
mod hosts;
mod judge_only;
mod names;
mod outcome;
mod patch;
mod payload;
pub mod process;
mod tool;
mod words;

use std::fmt;

use policy_core::shell::Dialect;
use serde_json::Value;

pub use judge_only::JudgeOnly;
pub use names::Place;

use crate::answer::Answer;
use crate::event::{Event, Host, Moment};
use payload::Payload;

/// Payloads beyond this are not read: nobody writes a file of this size through a tool.
pub const MOST_BYTES: usize = 32 << 20;

/// What the command line says about a payload, in case the payload itself does not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hint<'t> {
    /// The host whose settings hold the command line. Another one may be calling: several hosts
    /// run the hooks of Claude Code's settings, with their own payloads.
    pub host: Option<Host>,
    /// The event it is registered for. Copilot's payloads do not say it.
    pub event: Option<&'t str>,
}

impl From<Host> for Hint<'_> {
    fn from(host: Host) -> Self {
        Self { host: Some(host), event: None }
    }
}

/// Why a payload is not an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Which kind of error.
    pub kind: ErrorKind,
    /// A sentence that says what is wrong.
    pub message: String,
    /// Who sent it, as far as it can be told.
    pub host: Option<Host>,
    /// What the payload calls the event, if it does.
    pub event: Option<String>,
}

/// The kinds of errors. These are wire strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// No JSON object can be read.
    Malformed,
    /// Something that must be there is missing or of another type.
    BadField,
    /// Two parts contradict each other, so that the host may act on the one not judged.
    Ambiguous,
}

impl ErrorKind {
    /// The wire string.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::BadField => "bad_field",
            Self::Ambiguous => "ambiguous",
        }
    }
}

impl DecodeError {
    fn new(kind: ErrorKind, message: String) -> Self {
        Self { kind, message, host: None, event: None }
    }

    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Malformed, message.into())
    }

    pub(crate) fn bad_field(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::BadField, message.into())
    }

    pub(crate) fn ambiguous(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Ambiguous, message.into())
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

/// What a host reads back: one JSON object or nothing, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The answer; `None` prints nothing.
    pub stdout: Option<Value>,
    /// Always 0: any other code is read differently by each host, and by Windows.
    pub exit: u8,
}

impl Output {
    fn silent() -> Self {
        Self { stdout: None, exit: 0 }
    }

    fn json(value: Value) -> Self {
        Self { stdout: Some(value), exit: 0 }
    }

    /// The bytes for standard output: one line, or nothing.
    #[must_use]
    pub fn line(&self) -> String {
        self.stdout.as_ref().map_or_else(String::new, |value| format!("{value}\n"))
    }
}

/// Reads what a host sent.
///
/// # Errors
///
/// When the bytes are no payload of a known host, or contradict themselves.
pub fn decode(hint: Hint<'_>, bytes: &[u8]) -> Result<Event, DecodeError> {
    let payload = Payload::parse(bytes)?;
    let named = |error: DecodeError| DecodeError { event: payload.event_name(), ..error };
    let host = detect::host(&payload, hint).map_err(named)?;
    hosts::decode(host, &payload, hint.event)
        .map_err(|error| named(DecodeError { host: Some(host), ..error }))
}

/// What a tool of this name does with these arguments, for callers that are not hooks.
///
/// # Errors
///
/// When the arguments do not tell what would be run or written, or contradict themselves.
pub(crate) fn described(name: &str, input: Option<&Value>) -> Result<Event, DecodeError> {
    // Tools are known by their names and arguments alone, whoever calls them.
    let mut event = Event::new(Host::Claude, Moment::PreTool, "");
    tool::describe(&mut event, name, input, tool::Care::Before)?;
    Ok(event)
}

/// JSON in which no key stands twice.
///
/// # Errors
///
/// When it is no JSON, or readers could differ about it.
pub(crate) fn strict(bytes: &[u8]) -> Result<Value, DecodeError> {
    payload::strict(bytes)
}

/// A program and its words as the text a shell would read, and the shell, where they name one.
pub(crate) fn command_text(words: &[String]) -> (String, Option<Dialect>) {
    argument::text(words)
}

/// Finds the words in which a host understands an answer.
#[must_use]
pub fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    hosts::encode(at, answer)
}
