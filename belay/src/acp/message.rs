//! What of a line is read: who is asked what. Everything else stays bytes.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::hook::strict;

/// A line, as far as it says who is asked what.
#[derive(Debug)]
pub(super) enum Message<'l> {
    /// Something is asked, and will be answered under this id.
    Request { id: Id, method: Cow<'l, str>, params: &'l str },
    /// Something is told.
    Told { method: Cow<'l, str>, params: &'l str },
    /// What was asked under this id is answered; `null` stands for an error.
    Answer { id: Id, result: &'l str },
    /// Several messages in one line, which this protocol does not have.
    Several(Vec<&'l str>),
    /// A message in which two readers could see two things.
    Ambiguous,
    /// Nothing that is known: a line of a log, half a message.
    Unknown,
}

/// The id of a request, in one spelling.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Id(String);

impl Id {
    /// The id that this text is.
    pub(super) fn of_text(text: &str) -> Self {
        Self(Value::from(text).to_string())
    }

    fn of(raw: &RawValue) -> Self {
        // `"a\/b"` may come back as `"a/b"`.
        let value = serde_json::from_str::<Value>(raw.get());
        Self(value.map_or_else(|_| raw.get().to_owned(), |value| value.to_string()))
    }

    /// As it is written.
    pub(super) fn json(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Deserialize)]
struct Envelope<'l> {
    #[serde(borrow, default)]
    id: Option<&'l RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    params: Option<&'l RawValue>,
    #[serde(borrow, default)]
    result: Option<&'l RawValue>,
    #[serde(borrow, default)]
    error: Option<&'l RawValue>,
}

impl<'l> Message<'l> {
    /// Reads a line. Unknown parts are skipped, not looked at.
    pub(super) fn read(line: &'l str) -> Self {
        let text = line.trim_start_matches('\u{feff}').trim();
        match text.as_bytes().first() {
            Some(b'{') => Self::one(text),
            Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(text) {
                Ok(all) => Self::Several(all.into_iter().map(RawValue::get).collect()),
                Err(_) => Self::Unknown,
            },
            _ => Self::Unknown,
        }
    }

    fn one(text: &'l str) -> Self {
        let envelope: Envelope<'l> = match serde_json::from_str(text) {
            Ok(envelope) => envelope,
            // A key stands twice, or is not what it must be.
            Err(error) if error.is_data() => return Self::Ambiguous,
            Err(_) => return Self::Unknown,
        };
        let params = envelope.params.map_or("null", RawValue::get);
        match (envelope.method, envelope.id) {
            (Some(_), _) if envelope.result.is_some() || envelope.error.is_some() => {
                Self::Ambiguous
            }
            (Some(method), Some(id)) => Self::Request { id: Id::of(id), method, params },
            (Some(method), None) => Self::Told { method, params },
            (None, Some(id)) => Self::Answer {
                id: Id::of(id),
                result: match (envelope.result, envelope.error) {
                    (Some(result), None) => result.get(),
                    _ => "null",
                },
            },
            (None, None) => Self::Unknown,
        }
    }
}

/// What an agent tells of a tool it uses. Later tellings replace what they name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolCall {
    /// Its name in the session.
    pub(super) tool_call_id: String,
    /// The tool's name, where the agent tells it.
    #[serde(default)]
    pub(super) name: Value,
    #[serde(default)]
    pub(super) title: Value,
    #[serde(default)]
    pub(super) kind: Value,
    #[serde(default)]
    pub(super) status: Value,
    #[serde(default)]
    pub(super) content: Value,
    #[serde(default)]
    pub(super) locations: Value,
    #[serde(default)]
    pub(super) raw_input: Value,
    #[serde(default, rename = "_meta")]
    pub(super) meta: Value,
}

/// An agent asks whether it may. Version 1 names a tool call, version 2 a subject.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Permission {
    pub(super) session_id: String,
    #[serde(default)]
    pub(super) tool_call: Option<ToolCall>,
    #[serde(default)]
    pub(super) subject: Option<Subject>,
    #[serde(default)]
    pub(super) options: Vec<Choice>,
}

/// What permission is asked for, in version 2.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Subject {
    /// A tool is used.
    ToolCall { tool_call: Box<ToolCall> },
    /// A command is run.
    Command {
        command: String,
        cwd: String,
        #[serde(default)]
        tool_call_id: Option<String>,
    },
    /// Something this version of Belay has not heard of.
    #[serde(other)]
    Other,
}

/// One answer that an agent offers.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Choice {
    pub(super) option_id: String,
    pub(super) kind: String,
}

/// The answer to a permission.
#[derive(Debug, Deserialize)]
pub(super) struct Answered {
    outcome: Chosen,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chosen {
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    option_id: Option<String>,
}

impl Answered {
    /// The option that was chosen, if one was.
    pub(super) fn option(self) -> Option<String> {
        self.outcome.option_id.filter(|_| self.outcome.outcome == "selected")
    }
}

/// A file is to be written.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WriteFile {
    pub(super) session_id: String,
    pub(super) path: String,
}

/// A command is to be run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateTerminal {
    pub(super) session_id: String,
    pub(super) command: String,
    #[serde(default)]
    pub(super) args: Option<Vec<String>>,
    #[serde(default)]
    pub(super) cwd: Option<String>,
}

/// A terminal is waited for, or let go.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfTerminal {
    pub(super) session_id: String,
    pub(super) terminal_id: String,
}

/// How a command ended.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Exited {
    pub(super) exit_code: Option<i64>,
    pub(super) signal: Option<String>,
}

/// Something happened in a session.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Update<'l> {
    pub(super) session_id: String,
    #[serde(borrow)]
    pub(super) update: &'l RawValue,
}

/// Which kind of thing.
#[derive(Debug, Deserialize)]
pub(super) struct UpdateKind<'l> {
    #[serde(rename = "sessionUpdate", borrow)]
    pub(super) kind: Cow<'l, str>,
}

/// A session is begun or gone on with.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct OpenSession {
    pub(super) session_id: Option<String>,
    pub(super) cwd: Option<String>,
}

/// A person has sent a message.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Prompt {
    pub(super) session_id: String,
    #[serde(default)]
    pub(super) prompt: Value,
}

/// Reads parameters that are acted upon: every key once, and everything in its place.
pub(super) fn careful<T: for<'v> Deserialize<'v>>(params: &str) -> Result<T, String> {
    let value = strict(params.as_bytes()).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}
