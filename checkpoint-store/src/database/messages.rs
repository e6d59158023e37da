//! Points in a session a person can go back to.

use rusqlite::{OptionalExtension, Row};

use super::Records;
use super::columns::worded;
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, SessionId};

/// Why there is a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// Somebody sent it.
    User,
    /// A file was saved for a message nobody had announced.
    Implied,
    /// The moment before a rewind wrote anything.
    Rewind,
}

worded!(MessageKind { User = "user", Implied = "implied", Rewind = "rewind" });

/// A message as it lies in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MessageRow {
    /// Its place in the order of everything.
    pub(crate) position: CheckpointId,
    pub(crate) session: SessionId,
    /// The agent's own id for it.
    pub(crate) id: MessageId,
    pub(crate) kind: MessageKind,
    pub(crate) description: String,
    pub(crate) label: Option<String>,
    pub(crate) pinned: bool,
    /// Whether it is among those offered; older ones stay as points in time.
    pub(crate) listed: bool,
    pub(crate) created_at: i64,
}

const COLUMNS: &str =
    "position, session_id, id, kind, description, label, pinned, listed, created_at";

fn message_from(row: &Row<'_>) -> rusqlite::Result<MessageRow> {
    Ok(MessageRow {
        position: row.get(0)?,
        session: row.get(1)?,
        id: row.get(2)?,
        kind: row.get(3)?,
        description: row.get(4)?,
        label: row.get(5)?,
        pinned: row.get(6)?,
        listed: row.get(7)?,
        created_at: row.get(8)?,
    })
}

impl Records<'_> {
    /// Adds a message.
    pub(crate) fn insert_message(&self, message: &MessageRow) -> Result<()> {
        self.connection
            .prepare_cached(&format!(
                "INSERT INTO messages ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
            ))?
            .execute((
                message.position,
                &message.session,
                &message.id,
                message.kind,
                &message.description,
                &message.label,
                message.pinned,
                message.listed,
                message.created_at,
            ))?;
        Ok(())
    }

    /// One message of a session.
    pub(crate) fn message(
        &self,
        session: &SessionId,
        id: &MessageId,
    ) -> Result<Option<MessageRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM messages WHERE session_id = ?1 AND id = ?2"
            ))?
            .query_row((session, id), message_from)
            .optional()?)
    }

    /// Where a session stands: the position of its newest message.
    pub(crate) fn newest_message(&self, session: &SessionId) -> Result<Option<CheckpointId>> {
        Ok(self
            .connection
            .prepare_cached("SELECT max(position) FROM messages WHERE session_id = ?1")?
            .query_row([session], |row| row.get(0))?)
    }

    /// A message that was only implied turns out to be one that somebody sent.
    pub(crate) fn announce_message(
        &self,
        session: &SessionId,
        id: &MessageId,
        description: &str,
    ) -> Result<()> {
        self.connection.execute(
            "UPDATE messages SET kind = 'user', listed = 1, description = ?3 \
             WHERE session_id = ?1 AND id = ?2",
            (session, id, description),
        )?;
        Ok(())
    }

    /// The messages that are offered, newest first.
    pub(crate) fn listed_messages(&self, session: &SessionId) -> Result<Vec<MessageRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM messages WHERE session_id = ?1 AND listed ORDER BY position DESC"
        ))?;
        let found = statement.query_map([session], message_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// All messages of a session, oldest first.
    pub(crate) fn messages(&self, session: &SessionId) -> Result<Vec<MessageRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM messages WHERE session_id = ?1 ORDER BY position"
        ))?;
        let found = statement.query_map([session], message_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Stops offering all but the newest `keep` messages. Pinned and labelled ones do
    /// not count and stay.
    pub(crate) fn unlist_old_messages(&self, session: &SessionId, keep: usize) -> Result<usize> {
        Ok(self
            .connection
            .prepare_cached(
                "UPDATE messages SET listed = 0 WHERE session_id = ?1 AND listed AND NOT pinned \
                 AND position <= (SELECT position FROM messages WHERE session_id = ?1 AND listed \
                 AND NOT pinned ORDER BY position DESC LIMIT 1 OFFSET ?2)",
            )?
            .execute((session, keep))?)
    }

    /// Names a message, or takes its name away.
    pub(crate) fn label_message(
        &self,
        session: &SessionId,
        id: &MessageId,
        label: Option<&str>,
    ) -> Result<bool> {
        let changed = self.connection.execute(
            "UPDATE messages SET label = ?3 WHERE session_id = ?1 AND id = ?2",
            (session, id, label),
        )?;
        Ok(changed > 0)
    }

    /// Keeps a message whatever the limits say, or lets go of it.
    pub(crate) fn pin_message(
        &self,
        session: &SessionId,
        id: &MessageId,
        pinned: bool,
    ) -> Result<bool> {
        let changed = self.connection.execute(
            "UPDATE messages SET pinned = ?3, listed = CASE WHEN ?3 THEN 1 ELSE listed END \
             WHERE session_id = ?1 AND id = ?2",
            (session, id, pinned),
        )?;
        Ok(changed > 0)
    }

    /// Positions of a session's pinned messages.
    pub(crate) fn pinned_messages(&self, session: &SessionId) -> Result<Vec<CheckpointId>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT position FROM messages WHERE session_id = ?1 AND pinned ORDER BY position",
        )?;
        let found = statement.query_map([session], |row| row.get(0))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }
}
