//! Everything that happened, in one order.

use std::path::PathBuf;

use rusqlite::Row;

use super::Records;
use super::columns::{PathOut, worded};
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, SessionId};
use crate::paths::name_of;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HappeningKind {
    Message,
    Save,
    Safety,
    Capture,
    Rewind,
}

worded!(HappeningKind {
    Message = "message",
    Save = "save",
    Safety = "safety",
    Capture = "capture",
    Rewind = "rewind",
});

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Happening {
    pub(crate) id: CheckpointId,
    pub(crate) kind: HappeningKind,
    pub(crate) session: Option<SessionId>,
    pub(crate) message: Option<MessageId>,
    pub(crate) created_at: i64,
    pub(crate) text: String,
    pub(crate) label: Option<String>,
    pub(crate) pinned: bool,
    pub(crate) complete: bool,
    pub(crate) files: u64,
}

fn happening_from(row: &Row<'_>) -> rusqlite::Result<Happening> {
    Ok(Happening {
        id: row.get(0)?,
        kind: row.get(1)?,
        session: row.get(2)?,
        message: row.get(3)?,
        created_at: row.get(4)?,
        text: row.get(5)?,
        label: row.get(6)?,
        pinned: row.get(7)?,
        complete: row.get(8)?,
        files: row.get(9)?,
    })
}

impl Records<'_> {
    /// Messages, snapshots, captures and rewinds, newest first.
    pub(crate) fn happenings(&self, session: Option<&SessionId>) -> Result<Vec<Happening>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT position AS at, CASE kind WHEN 'rewind' THEN 'rewind' ELSE 'message' END, \
                session_id, id, created_at, description, label, pinned, 1, \
                (SELECT count(*) FROM file_checkpoints f \
                 WHERE f.session_id = m.session_id AND f.message_id = m.id) \
             FROM messages m WHERE kind <> 'implied' AND (?1 IS NULL OR session_id = ?1) \
             UNION ALL \
             SELECT s.id, s.kind, s.session, s.message, s.created, s.reason, marks.label, \
                coalesce(marks.pinned, 0), s.complete, \
                (SELECT count(*) FROM snapshot_changes c WHERE c.snapshot = s.id) \
             FROM snapshots s LEFT JOIN snapshot_marks marks ON marks.snapshot = s.id \
             WHERE ?1 IS NULL OR s.session = ?1 \
             ORDER BY at DESC",
        )?;
        let found = statement.query_map([session], happening_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// The files something was about, as whole paths.
    pub(crate) fn paths_of(&self, one: &Happening) -> Result<Vec<PathBuf>> {
        match one.kind {
            HappeningKind::Message | HappeningKind::Rewind => {
                let mut statement = self.connection.prepare_cached(
                    "SELECT file_path FROM file_checkpoints WHERE session_id = ?1 AND message_id = ?2 \
                     UNION SELECT real_path FROM file_checkpoints \
                     WHERE session_id = ?1 AND message_id = ?2",
                )?;
                let found = statement.query_map((&one.session, &one.message), |row| {
                    Ok(row.get::<_, PathOut>(0)?.0)
                })?;
                Ok(found.collect::<rusqlite::Result<_>>()?)
            }
            HappeningKind::Save | HappeningKind::Safety | HappeningKind::Capture => {
                let mut statement = self.connection.prepare_cached(
                    "SELECT w.root, c.path FROM snapshot_changes c \
                     JOIN snapshots s ON s.id = c.snapshot \
                     LEFT JOIN workspaces w ON w.id = s.workspace WHERE c.snapshot = ?1",
                )?;
                let found = statement.query_map([one.id], |row| {
                    let root: Option<Vec<u8>> = row.get(0)?;
                    let path: Vec<u8> = row.get(1)?;
                    let mut whole = PathBuf::from(name_of(&root.unwrap_or_default()));
                    whole.push(name_of(&path));
                    Ok(whole)
                })?;
                Ok(found.collect::<rusqlite::Result<_>>()?)
            }
        }
    }
}
