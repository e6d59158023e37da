//! What is asked and what is answered. Names and shapes are a contract; fields may be added.
//!
//! Parameters may also be a list, in the order of the fields: `["session-1", "message-2"]`.

use std::path::PathBuf;

use checkpoint_store::{
    self as store, ApiCallContextSnapshot, CheckpointId, CheckpointRestoreOptionsExtended,
    Difference, MessageId, Plan, RestoreMode, Restored, SessionId, Stage,
};
use policy_core::verdict::Decision;
use policy_core::wire;
use serde::{Deserialize, Serialize};

/// The version of this protocol. A client names those it speaks, and the newest that both speak is
/// used; a version only adds.
pub const PROTOCOL_VERSION: u32 = 1;

/// No parameters.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "Record<string, never>"))]
pub struct Nothing {}

/// The first request of a client.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct Initialize {
    /// The versions of the protocol the client speaks; all, where it does not say.
    pub protocol_versions: Option<Vec<u32>>,
    /// Who asks: a name for the log.
    pub client: Option<String>,
    /// The workspace; the one of the folder the process was started in, where it is not given.
    pub workspace: Option<PathBuf>,
}

/// What the client may count on.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Initialized {
    /// The version of the protocol that is spoken.
    pub protocol_version: u32,
    /// The version of this program.
    pub version: &'static str,
    /// The workspace.
    pub workspace: PathBuf,
    /// Whether the settings let files be saved before a write.
    pub file_checkpointing: bool,
    /// What a person should know: problems of the settings, a restore that was interrupted.
    pub warnings: Vec<String>,
}

/// A call of an agent, before it happens.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct Before {
    /// The agent's session.
    pub session_id: SessionId,
    /// What it wants to do.
    pub action: wire::Action,
    /// The call's own name; pairs it with its end.
    #[serde(default)]
    pub call_id: Option<String>,
    /// The message it works on.
    #[serde(default)]
    pub message_id: Option<MessageId>,
    /// Which agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The folder it runs in; the workspace, where it is not given.
    #[serde(default)]
    pub cwd: Option<PathBuf>,
    /// Whether the client can ask a person. If not, what would be asked is refused, with a code.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub can_ask: bool,
    /// Whether it goes on after the client has reported its end.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub background: bool,
}

/// What the guard says, and what it did.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Guarded {
    /// Allow, ask or deny.
    pub decision: Decision,
    /// What is asked about or refused, and why.
    pub reason: String,
    /// What the agent can do instead.
    pub instead: Option<String>,
    /// The code with which a person allows this one call.
    pub code: Option<String>,
    /// The whole verdict, with positions in units of UTF-16.
    pub verdicts: Vec<wire::Verdict>,
    /// The checkpoint of the workspace as it was.
    pub checkpoint: Option<String>,
    /// The capture of what lies outside or is ignored.
    pub capture: Option<String>,
    /// What a person should know, a sentence each.
    pub troubles: Vec<String>,
}

/// The end of a call.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct After {
    /// What was asked before it began.
    #[serde(flatten)]
    pub call: Before,
    /// Whether it failed.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub failed: bool,
    /// Whether somebody stopped it.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub interrupted: bool,
    /// Its exit code.
    #[serde(default)]
    pub exit_code: Option<i64>,
}

/// What was saved after a call.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Ended {
    /// The checkpoint, where the settings ask for one.
    pub checkpoint: Option<String>,
    /// Why it could not be made.
    pub trouble: Option<String>,
}

/// A session.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct OfSession {
    /// The agent's name for it.
    pub session_id: SessionId,
}

/// A message of a session.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct OfMessage {
    /// The session.
    pub session_id: SessionId,
    /// The message.
    pub message_id: MessageId,
}

/// A file that is about to be written.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct CreateCheckpoint {
    /// The session that writes.
    pub session_id: SessionId,
    /// The message it works on.
    pub message_id: MessageId,
    /// The file.
    pub file_path: PathBuf,
}

/// A person has sent a message.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct CaptureMessage {
    /// The message's id.
    pub message_id: MessageId,
    /// One line of it, or its content as the agent's SDK has it.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub description: serde_json::Value,
    /// The session.
    pub session_id: SessionId,
}

/// Go back to a message.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct RewindMessage {
    /// The session.
    pub session_id: SessionId,
    /// The message.
    pub message_id: MessageId,
    /// Whether anything is to change.
    #[serde(default = "restore")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<RestoreMode>"))]
    pub mode: RestoreMode,
    /// Also undo what others have changed since.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub all: bool,
}

/// Save the workspace.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct SaveWorkspace {
    /// Why, in words a person recognises later.
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub message: String,
    /// Record a checkpoint even if nothing changed.
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub allow_empty: bool,
    /// For whom.
    pub session_id: Option<SessionId>,
    /// The message it belongs to.
    pub message_id: Option<MessageId>,
}

/// Which checkpoints of the workspace.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct ListWorkspace {
    /// Of this session.
    pub session_id: Option<SessionId>,
    /// With this text in the reason.
    pub text: Option<String>,
    /// At most so many, the newest first.
    pub limit: Option<usize>,
}

/// Compare two checkpoints, or one with the files as they are.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct DiffWorkspace {
    /// The older one: an id, or enough of either end.
    pub from: String,
    /// The newer one; the files as they are, where it is not given.
    #[serde(default)]
    pub to: Option<String>,
    /// Also send the texts of both sides.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub contents: bool,
}

/// A file that differs.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FileDiff {
    /// Which, and how.
    #[serde(flatten)]
    pub difference: Difference,
    /// Its text before, where it was asked for and is text of less than 4 MiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub before_text: Option<String>,
    /// Its text after.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub after_text: Option<String>,
}

/// One file of a checkpoint.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct ReadFile {
    /// The checkpoint; the file as it is, where it is not given.
    #[serde(default)]
    pub checkpoint: Option<String>,
    /// The file, below the workspace.
    pub path: String,
}

/// Go back to a checkpoint of the workspace.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct RestoreWorkspace {
    /// The checkpoint: an id, or enough of either end.
    pub id: String,
    /// Whether anything is to change.
    #[serde(default = "restore")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<RestoreMode>"))]
    pub mode: RestoreMode,
    /// Only these files and what is below these folders.
    #[serde(default)]
    pub paths: Option<Vec<String>>,
    /// Only what this session has changed since.
    #[serde(default)]
    pub session_id: Option<SessionId>,
    /// Also what others have changed since; without it that is a conflict.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub all: bool,
}

/// Take back the last restore, or the last time it was taken back.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct UndoWorkspace {
    /// Whether anything is to change.
    #[cfg_attr(feature = "types", ts(optional, as = "Option<RestoreMode>"))]
    pub mode: RestoreMode,
}

impl Default for UndoWorkspace {
    fn default() -> Self {
        Self { mode: RestoreMode::Restore }
    }
}

/// What a restore would do, and what it did.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RestoreOutcome {
    /// What it would do.
    pub plan: Plan,
    /// What it did; nothing for a preview.
    pub restored: Option<Restored>,
}

/// What stands in the `data` of a conflict.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ConflictData {
    /// What the restore would have done; nothing was.
    pub plan: Plan,
}

/// What stands in the `data` where no common version is spoken.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VersionData {
    /// The versions that this program speaks.
    pub protocol_versions: Vec<u32>,
    /// The version of this program.
    pub version: &'static str,
}

/// A name for a checkpoint.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct LabelCheckpoint {
    /// The checkpoint.
    pub id: CheckpointId,
    /// Its name; nothing takes it away.
    #[serde(default)]
    pub label: Option<String>,
}

/// Keep a checkpoint whatever the limits say, or let it go.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct PinCheckpoint {
    /// The checkpoint.
    pub id: CheckpointId,
    /// Whether it stays.
    pub pinned: bool,
}

/// Save what is about to be sent to a model.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct SaveContext {
    /// The session.
    pub session_id: SessionId,
    /// All of it. Secrets are taken out before it is stored.
    pub snapshot: ApiCallContextSnapshot,
    /// The request's id; a new one, where it is not given.
    #[serde(default)]
    pub api_request_id: Option<String>,
    /// The checkpoint of the files that goes with it.
    #[serde(default)]
    pub commit_hash: Option<String>,
    /// The message it belongs to.
    #[serde(default)]
    pub message_id: Option<MessageId>,
}

/// A context that was saved.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct OfContext {
    /// The session.
    pub session_id: SessionId,
    /// The request.
    pub api_request_id: String,
}

/// Bring a context back.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct RestoreContext {
    /// The session.
    pub session_id: SessionId,
    /// To which point, and how.
    pub options: CheckpointRestoreOptionsExtended,
}

/// What is pushed as `event`, without being asked for.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "BelayEvent"))]
pub enum Event {
    /// The store did something, and it is on the disk.
    Store(store::Event),
    /// The program noticed something.
    Host(HostEvent),
}

/// What the program noticed.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum HostEvent {
    /// A file was not saved before its write: null is all that `checkpoint:create` can say.
    Skipped {
        /// The file.
        path: PathBuf,
        /// Why, as a sentence for people.
        reason: String,
    },
    /// The settings in force are others than before, whoever changed them.
    SettingsChanged {
        /// What is wrong with them, a sentence each.
        problems: Vec<String>,
    },
}

/// How far a request is, pushed as `$/progress`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ProgressReport {
    /// The `progressToken` of the request's parameters; its id, where it has none.
    #[cfg_attr(feature = "types", ts(type = "string | number"))]
    pub token: serde_json::Value,
    /// How far it is.
    pub value: ProgressValue,
}

/// How far a request is.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ProgressValue {
    /// What is being done.
    pub stage: Stage,
    /// Steps that are done.
    pub done: u64,
    /// Of so many; zero while that is not known.
    pub total: u64,
}

const fn restore() -> RestoreMode {
    RestoreMode::Restore
}
