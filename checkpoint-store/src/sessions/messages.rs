//! Each message is a point to go back to.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::history::History;
use crate::database::{MessageKind, MessageRow, snapshots};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{MessageId, SessionId};
use crate::list::Checkpoint;
use crate::progress::Progress;
use crate::save::{SaveRequest, Saved};
use crate::store::Store;
use crate::workspace::Workspace;

/// What other programs know of a message checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CheckpointMetadata {
    /// The message's id.
    pub id: MessageId,
    /// When it came.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub timestamp: Timestamp,
    /// One line of it.
    pub description: String,
    /// Its session.
    pub session_id: SessionId,
}

/// A message checkpoint with what only this store knows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct MessageCheckpoint {
    /// What everybody knows.
    #[serde(flatten)]
    pub metadata: CheckpointMetadata,
    /// A person's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub label: Option<String>,
    /// Whether it stays whatever the limits say.
    #[serde(default)]
    pub pinned: bool,
    /// Whether a rewind has left it behind: it is part of a future that did not happen.
    #[serde(default)]
    pub abandoned: bool,
}

impl Store {
    /// Records that a person sent a message, and offers it as a checkpoint. The newest
    /// ten are offered (or as many as the options say), pinned ones beside them. A
    /// message that was told before is left as it is.
    ///
    /// The description is [`super::describe()`]'s, or the caller's own.
    pub fn record_message(
        &self,
        session: &SessionId,
        message: &MessageId,
        description: &str,
    ) -> Result<MessageCheckpoint> {
        let now = files::now_ms();
        self.database().commit(|records| {
            records.ensure_session(session, None, None, now)?;
            match records.message(session, message)? {
                Some(known) if known.kind == MessageKind::Implied => {
                    records.announce_message(session, message, description)?;
                }
                Some(_) => {}
                None => records.insert_message(&MessageRow {
                    position: records.next_id(now)?,
                    session: session.clone(),
                    id: message.clone(),
                    kind: MessageKind::User,
                    description: description.to_owned(),
                    label: None,
                    pinned: false,
                    listed: true,
                    created_at: now,
                })?,
            }
            records.unlist_old_messages(session, self.options().message_checkpoints)?;
            Ok(())
        })?;
        self.write_metadata(session)?;
        self.message_checkpoint(session, message)
    }

    /// The checkpoints of a session that are offered, newest first.
    pub fn list_checkpoints(&self, session: &SessionId) -> Result<Vec<MessageCheckpoint>> {
        self.database().read(|records| {
            let history = History::of(records, session)?;
            let listed = records.listed_messages(session)?;
            Ok(listed.into_iter().map(|row| offered(row, &history)).collect())
        })
    }

    /// One checkpoint of a session, offered or not.
    pub fn message_checkpoint(
        &self,
        session: &SessionId,
        message: &MessageId,
    ) -> Result<MessageCheckpoint> {
        self.database().read(|records| {
            let row =
                records.message(session, message)?.ok_or_else(|| no_message(session, message))?;
            Ok(offered(row, &History::of(records, session)?))
        })
    }

    /// Saves a workspace as a message finds it: the checkpoint the message goes back to. Each
    /// message has one of its own, also where nothing has changed; one that was told before keeps
    /// its first.
    pub fn save_at_message(
        &self,
        workspace: &Workspace,
        (session, message): (&SessionId, &MessageId),
        changed_by_others: bool,
        progress: &mut dyn Progress,
    ) -> Result<Saved> {
        let description = self.message_checkpoint(session, message)?.metadata.description;
        let request = SaveRequest {
            session: Some(session.clone()),
            message: Some(message.clone()),
            reason: description,
            allow_empty: self.checkpoint_at(workspace, session, message)?.is_none(),
            changed_by_others,
        };
        workspace.save(request, progress)
    }

    /// The checkpoint that has a workspace as a message found it. `None` where there is none, or
    /// none any more.
    pub fn checkpoint_at(
        &self,
        workspace: &Workspace,
        session: &SessionId,
        message: &MessageId,
    ) -> Result<Option<Checkpoint>> {
        let asked = self.database().read(|records| {
            records.message(session, message)?.ok_or_else(|| no_message(session, message))
        })?;
        let number = workspace.number();
        let row =
            self.database().run(|connection| snapshots::at_message(connection, number, &asked))?;
        Ok(row.map(Checkpoint::of))
    }

    /// Gives a message a name people can find it by, or takes it away.
    pub fn label_message(
        &self,
        session: &SessionId,
        message: &MessageId,
        label: Option<&str>,
    ) -> Result<()> {
        let found =
            self.database().commit(|records| records.label_message(session, message, label))?;
        if found { Ok(()) } else { Err(no_message(session, message)) }
    }

    /// Keeps a message and all it needs, whatever the limits say, or lets go of it.
    pub fn pin_message(
        &self,
        session: &SessionId,
        message: &MessageId,
        pinned: bool,
    ) -> Result<()> {
        let found =
            self.database().commit(|records| records.pin_message(session, message, pinned))?;
        if !found {
            return Err(no_message(session, message));
        }
        self.write_metadata(session)
    }
}

fn offered(row: MessageRow, history: &History) -> MessageCheckpoint {
    MessageCheckpoint {
        abandoned: !history.holds(row.position),
        metadata: metadata_of(row.clone()),
        label: row.label,
        pinned: row.pinned,
    }
}

pub(super) fn metadata_of(row: MessageRow) -> CheckpointMetadata {
    CheckpointMetadata {
        id: row.id,
        timestamp: Timestamp::from_millisecond(row.created_at).unwrap_or(Timestamp::UNIX_EPOCH),
        description: row.description,
        session_id: row.session,
    }
}

fn no_message(session: &SessionId, message: &MessageId) -> Error {
    Error::NoMessage { session: session.clone(), asked: message.to_string() }
}
