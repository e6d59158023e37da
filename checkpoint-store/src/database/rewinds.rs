//! The journal of file rewinds.

use rusqlite::{OptionalExtension, Row};

use super::Records;
use super::columns::worded;
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, SessionId};

/// How far a rewind came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RewindState {
    /// Its safety point is saved; files may be half written back.
    Started,
    Finished,
    /// It ended, and some files could not be brought back.
    Failed,
}

worded!(RewindState { Started = "started", Finished = "finished", Failed = "failed" });

/// One rewind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RewindRow {
    pub(crate) id: CheckpointId,
    pub(crate) session: SessionId,
    /// The session whose message it went back to.
    pub(crate) to_session: SessionId,
    /// The message it went back to.
    pub(crate) to: MessageId,
    /// The message that stands for the moment before it.
    pub(crate) safety: MessageId,
    pub(crate) state: RewindState,
    pub(crate) started_at: i64,
    pub(crate) ended_at: Option<i64>,
}

const COLUMNS: &str = "id, session_id, to_session, to_message, safety, state, started_at, ended_at";

fn rewind_from(row: &Row<'_>) -> rusqlite::Result<RewindRow> {
    Ok(RewindRow {
        id: row.get(0)?,
        session: row.get(1)?,
        to_session: row.get(2)?,
        to: row.get(3)?,
        safety: row.get(4)?,
        state: row.get(5)?,
        started_at: row.get(6)?,
        ended_at: row.get(7)?,
    })
}

impl Records<'_> {
    /// Notes that a rewind begins.
    pub(crate) fn insert_rewind(&self, rewind: &RewindRow) -> Result<()> {
        self.connection.execute(
            &format!("INSERT INTO rewinds ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"),
            (
                rewind.id,
                &rewind.session,
                &rewind.to_session,
                &rewind.to,
                &rewind.safety,
                rewind.state,
                rewind.started_at,
                rewind.ended_at,
            ),
        )?;
        Ok(())
    }

    /// Notes how it ended. Earlier rewinds of the session that a dead process left
    /// unfinished are over too: this one has taken their place.
    pub(crate) fn end_rewind(
        &self,
        session: &SessionId,
        id: CheckpointId,
        state: RewindState,
        now_ms: i64,
    ) -> Result<()> {
        self.connection.execute(
            "UPDATE rewinds SET state = CASE id WHEN ?2 THEN ?3 ELSE 'failed' END, ended_at = ?4 \
             WHERE session_id = ?1 AND id <= ?2 AND state = 'started'",
            (session, id, state, now_ms),
        )?;
        Ok(())
    }

    /// The newest rewind of a session.
    pub(crate) fn last_rewind(&self, session: &SessionId) -> Result<Option<RewindRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM rewinds WHERE session_id = ?1 ORDER BY id DESC LIMIT 1"
            ))?
            .query_row([session], rewind_from)
            .optional()?)
    }

    /// All rewinds of a session, oldest first.
    pub(crate) fn rewinds(&self, session: &SessionId) -> Result<Vec<RewindRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM rewinds WHERE session_id = ?1 ORDER BY id"
        ))?;
        let found = statement.query_map([session], rewind_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Rewinds that began and never ended, oldest first.
    pub(crate) fn unfinished_rewinds(&self) -> Result<Vec<RewindRow>> {
        let mut statement = self.connection.prepare(&format!(
            "SELECT {COLUMNS} FROM rewinds WHERE state = 'started' ORDER BY id"
        ))?;
        let found = statement.query_map([], rewind_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// The id of a session's rewind number `count`, counted from the newest.
    pub(crate) fn rewind_before(
        &self,
        session: &SessionId,
        count: usize,
    ) -> Result<Option<CheckpointId>> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT id FROM rewinds WHERE session_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2",
            )?
            .query_row((session, count), |row| row.get(0))
            .optional()?)
    }
}
