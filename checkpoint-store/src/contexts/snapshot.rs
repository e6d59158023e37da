//! The context of one request to a model: saved before the call, restored with options.

use std::io::Cursor;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::lines::write_version;
use super::metrics::RewindMetrics;
use super::redaction::{redact_text, redact_value};
use crate::database::{ContextRow, Packed, Records};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{MessageId, SessionId};
use crate::store::Store;

/// Everything that goes into one request to a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ApiCallContextSnapshot {
    /// When, in milliseconds since 1970.
    pub timestamp: i64,
    /// The system prompt in force.
    pub system_prompt: String,
    /// The conversation so far, as the agent keeps it.
    #[cfg_attr(feature = "types", ts(type = "Array<unknown>"))]
    pub conversation_history: Vec<Value>,
    /// Provider, model and their settings. Secrets are not kept.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub api_configuration: Value,
    /// The task it belongs to.
    pub task_state: TaskState,
    /// The files the agent had read.
    pub file_context_state: FileContextState,
    /// What this call was made with.
    pub api_call_parameters: ApiCallParameters,
}

/// The task a request belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TaskState {
    /// Its id.
    pub task_id: String,
    /// Its mode.
    pub task_mode: String,
    /// How tools are called: `xml` or `native`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub task_tool_protocol: Option<String>,
    /// Whether the next request starts without the id of the last answer.
    #[serde(default)]
    pub skip_prev_response_id_once: bool,
}

/// The files an agent had read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FileContextState {
    /// Their paths.
    pub tracked_files: Vec<String>,
}

/// What a call was made with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ApiCallParameters {
    /// The blocks the person or the tools sent.
    #[cfg_attr(feature = "types", ts(type = "Array<unknown>"))]
    pub user_content: Vec<Value>,
    /// Whether details of files went along.
    pub include_file_details: bool,
    /// Which try this was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub retry_attempt: Option<u32>,
}

/// How a context is brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CheckpointRestoreOptionsExtended {
    /// The time of the message to go back to, in milliseconds since 1970.
    pub ts: i64,
    /// The checkpoint of the files that goes with it.
    pub commit_hash: String,
    /// Whether anything is to change.
    pub mode: RestoreMode,
    /// What happens to the message itself: `delete` keeps it and removes what came
    /// after it, `edit` removes it too, because it will be sent anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub operation: Option<Operation>,
    /// Whether the request's whole context comes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub restore_api_context: Option<bool>,
    /// The request whose context it is; absent, the last one up to `ts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub api_request_id: Option<String>,
}

/// Whether a restore only shows what it would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum RestoreMode {
    /// Show.
    Preview,
    /// Do.
    Restore,
}

/// What happens to the message one goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Operation {
    /// It stays, what came after it goes.
    Delete,
    /// It goes too.
    Edit,
}

/// A context that was saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SavedContext {
    /// The request's id, the caller's or a new one.
    pub api_request_id: String,
    /// The session it belongs to.
    pub session_id: SessionId,
    /// The time the agent gave it.
    pub timestamp: i64,
    /// The checkpoint of the files that goes with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub commit_hash: Option<String>,
}

/// What an agent puts back, and what that takes away.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ContextRestore {
    /// Whether this was only a look.
    pub mode: RestoreMode,
    /// The conversation as it is after the restore.
    #[cfg_attr(feature = "types", ts(type = "Array<unknown>"))]
    pub conversation_history: Vec<Value>,
    /// The request's whole context, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub snapshot: Option<ApiCallContextSnapshot>,
    /// What goes.
    pub metrics: RewindMetrics,
}

/// The parts of a snapshot that are small and differ each time.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    api_configuration: Value,
    task_state: TaskState,
    file_context_state: FileContextState,
    api_call_parameters: ApiCallParameters,
}

/// The stream that holds a session's conversation.
const CONVERSATION: &str = "conversation";

impl Store {
    /// Saves what is about to be sent to a model, without the secrets in it. Costs what
    /// is new in the conversation. A retry under the same id replaces the first try.
    pub fn save_context(
        &self,
        session: &SessionId,
        message: Option<&MessageId>,
        api_request_id: Option<&str>,
        commit_hash: Option<&str>,
        snapshot: &ApiCallContextSnapshot,
    ) -> Result<SavedContext> {
        let mut lines = Vec::new();
        for one in &snapshot.conversation_history {
            serde_json::to_writer(&mut lines, one).map_err(unwritable)?;
            lines.push(b'\n');
        }
        let prompt = Packed::new(redact_text(&snapshot.system_prompt).into_owned().into_bytes());
        let mut parameters = snapshot.api_call_parameters.clone();
        parameters.user_content = parameters.user_content.iter().map(redact_value).collect();
        let body = Body {
            api_configuration: redact_value(&snapshot.api_configuration),
            task_state: snapshot.task_state.clone(),
            file_context_state: snapshot.file_context_state.clone(),
            api_call_parameters: parameters,
        };
        let body = Packed::new(serde_json::to_vec(&body).map_err(unwritable)?);
        let (_, id) = self.save_lines(
            session,
            CONVERSATION,
            message,
            &mut Cursor::new(lines),
            |records, version| {
                let id = match api_request_id {
                    Some(given) => given.to_owned(),
                    None => version.position.to_string(),
                };
                records.insert_context(&ContextRow {
                    position: records.next_id(version.created_at)?,
                    id: id.clone(),
                    session: session.clone(),
                    message: message.cloned(),
                    timestamp: snapshot.timestamp,
                    system_prompt: records.keep_content(&prompt)?,
                    conversation: version.position,
                    body: records.keep_content(&body)?,
                    commit_hash: commit_hash.map(str::to_owned),
                    created_at: files::now_ms(),
                })?;
                Ok(id)
            },
        )?;
        Ok(SavedContext {
            api_request_id: id,
            session_id: session.clone(),
            timestamp: snapshot.timestamp,
            commit_hash: commit_hash.map(str::to_owned),
        })
    }

    /// The contexts of a session, oldest first.
    pub fn contexts(&self, session: &SessionId) -> Result<Vec<SavedContext>> {
        self.database().read(|records| {
            Ok(records
                .contexts(session)?
                .into_iter()
                .map(|row| SavedContext {
                    api_request_id: row.id,
                    session_id: row.session,
                    timestamp: row.timestamp,
                    commit_hash: row.commit_hash,
                })
                .collect())
        })
    }

    /// The context of one request.
    pub fn context(
        &self,
        session: &SessionId,
        api_request_id: &str,
    ) -> Result<ApiCallContextSnapshot> {
        self.database().read(|records| {
            let row = records
                .context(session, api_request_id)?
                .ok_or_else(|| no_context(session, api_request_id))?;
            snapshot_of(records, &row)
        })
    }

    /// Says what a conversation is after going back, what of it goes, and hands out the
    /// context to put back. The store's own rows stay as they are in either mode, so
    /// going back can be undone; only the agent changes anything.
    pub fn restore_context(
        &self,
        session: &SessionId,
        options: &CheckpointRestoreOptionsExtended,
    ) -> Result<ContextRestore> {
        self.database().read(|records| {
            let all = records.contexts(session)?;
            let newest = all.last().ok_or_else(|| no_context(session, "any request"))?;
            let chosen = match &options.api_request_id {
                Some(id) => {
                    all.iter().find(|row| row.id == *id).ok_or_else(|| no_context(session, id))?
                }
                None => all
                    .iter()
                    .rev()
                    .find(|row| row.timestamp <= options.ts)
                    .or_else(|| all.first())
                    .unwrap_or(newest),
            };
            let gone = |time: i64| match options.operation {
                Some(Operation::Edit) => time >= options.ts,
                Some(Operation::Delete) | None => time > options.ts,
            };
            let requests = all.iter().filter(|row| gone(row.timestamp)).count() as u64;
            let present = conversation_of(records, newest)?;
            let timed = present.iter().any(|one| time_of(one).is_some());
            let whole = options.restore_api_context == Some(true);
            let (kept, removed): (Vec<Value>, Vec<Value>) = if timed && !whole {
                let first = present.iter().position(|one| time_of(one).is_some_and(gone));
                let at = first.unwrap_or(present.len());
                let (kept, removed) = present.split_at(at.min(present.len()));
                (kept.to_vec(), removed.to_vec())
            } else {
                let kept = conversation_of(records, chosen)?;
                let same =
                    kept.iter().zip(&present).take_while(|(left, right)| left == right).count();
                (kept, present.into_iter().skip(same).collect())
            };
            Ok(ContextRestore {
                mode: options.mode,
                metrics: RewindMetrics::of(&removed, requests),
                conversation_history: kept,
                snapshot: whole.then(|| snapshot_to_restore(records, chosen)).transpose()?,
            })
        })
    }
}

/// The time an agent wrote into a message, in milliseconds since 1970.
fn time_of(message: &Value) -> Option<i64> {
    message.get("ts")?.as_i64()
}

fn conversation_of(records: &Records<'_>, row: &ContextRow) -> Result<Vec<Value>> {
    let version = records.version(row.conversation)?.ok_or_else(|| Error::Invalid {
        what: format!("the conversation of request `{}` is missing", row.id),
    })?;
    let mut lines = Vec::new();
    write_version(records, &version, &mut lines)?;
    lines
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).map_err(unreadable))
        .collect()
}

fn snapshot_of(records: &Records<'_>, row: &ContextRow) -> Result<ApiCallContextSnapshot> {
    let body: Body = serde_json::from_slice(&records.content(row.body)?).map_err(unreadable)?;
    let prompt = records.content(row.system_prompt)?;
    Ok(ApiCallContextSnapshot {
        timestamp: row.timestamp,
        system_prompt: String::from_utf8_lossy(&prompt).into_owned(),
        conversation_history: conversation_of(records, row)?,
        api_configuration: body.api_configuration,
        task_state: body.task_state,
        file_context_state: body.file_context_state,
        api_call_parameters: body.api_call_parameters,
    })
}

/// Of protocols for tools only those are handed back that an agent can be set to.
fn snapshot_to_restore(records: &Records<'_>, row: &ContextRow) -> Result<ApiCallContextSnapshot> {
    let mut snapshot = snapshot_of(records, row)?;
    let known = |protocol: &String| matches!(protocol.as_str(), "xml" | "native");
    snapshot.task_state.task_tool_protocol = snapshot.task_state.task_tool_protocol.filter(known);
    Ok(snapshot)
}

fn no_context(session: &SessionId, asked: &str) -> Error {
    Error::Invalid { what: format!("session `{session}` has no context of {asked}") }
}

fn unwritable(error: serde_json::Error) -> Error {
    Error::Invalid { what: format!("the context cannot be written as JSON: {error}") }
}

fn unreadable(error: serde_json::Error) -> Error {
    Error::Invalid { what: format!("a stored context is not JSON: {error}") }
}
