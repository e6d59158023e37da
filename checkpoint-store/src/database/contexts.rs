//! What was sent to a model with one request.

use rusqlite::{OptionalExtension, Row};

use super::{ContentKey, Records};
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, SessionId};

/// One request's context as it lies in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContextRow {
    pub(crate) position: CheckpointId,
    /// The agent's id of the request.
    pub(crate) id: String,
    pub(crate) session: SessionId,
    pub(crate) message: Option<MessageId>,
    /// The agent's own time of the snapshot, in milliseconds.
    pub(crate) timestamp: i64,
    pub(crate) system_prompt: ContentKey,
    /// The version of the conversation's stream.
    pub(crate) conversation: CheckpointId,
    /// Everything else, as JSON.
    pub(crate) body: ContentKey,
    /// The checkpoint of the files that goes with it.
    pub(crate) commit_hash: Option<String>,
    pub(crate) created_at: i64,
}

const COLUMNS: &str = "position, id, session_id, message_id, timestamp, system_prompt, \
                       conversation, body, commit_hash, created_at";

fn context_from(row: &Row<'_>) -> rusqlite::Result<ContextRow> {
    Ok(ContextRow {
        position: row.get(0)?,
        id: row.get(1)?,
        session: row.get(2)?,
        message: row.get(3)?,
        timestamp: row.get(4)?,
        system_prompt: row.get(5)?,
        conversation: row.get(6)?,
        body: row.get(7)?,
        commit_hash: row.get(8)?,
        created_at: row.get(9)?,
    })
}

impl Records<'_> {
    /// Adds a context. A retry under the same id takes the place of the first try.
    pub(crate) fn insert_context(&self, context: &ContextRow) -> Result<()> {
        self.connection
            .prepare_cached(&format!(
                "INSERT OR REPLACE INTO contexts ({COLUMNS}) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
            ))?
            .execute((
                context.position,
                &context.id,
                &context.session,
                &context.message,
                context.timestamp,
                context.system_prompt,
                context.conversation,
                context.body,
                &context.commit_hash,
                context.created_at,
            ))?;
        Ok(())
    }

    /// The context of one request.
    pub(crate) fn context(&self, session: &SessionId, id: &str) -> Result<Option<ContextRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM contexts WHERE session_id = ?1 AND id = ?2"
            ))?
            .query_row((session, id), context_from)
            .optional()?)
    }

    /// A session's contexts, oldest first.
    pub(crate) fn contexts(&self, session: &SessionId) -> Result<Vec<ContextRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM contexts WHERE session_id = ?1 ORDER BY position"
        ))?;
        let found = statement.query_map([session], context_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }
}
