//! What people say about snapshots: labels and pins.

use rusqlite::OptionalExtension;

use super::Records;
use super::snapshots::{self, Snapshot};
use crate::error::Result;
use crate::ids::{CheckpointId, SessionId};

/// A snapshot with what belongs to it in other tables.
#[derive(Clone, Debug)]
pub(crate) struct Leaving {
    pub(crate) snapshot: Snapshot,
    /// Paths that changed with it.
    pub(crate) changed: Vec<Vec<u8>>,
    pub(crate) label: Option<String>,
    pub(crate) pinned: bool,
}

/// A snapshot as far as keeping it is concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) id: CheckpointId,
    pub(crate) session: Option<SessionId>,
    pub(crate) created_at: i64,
    pub(crate) pinned: bool,
    /// Whether a restore could still be undone with it, or it is its workspace's newest.
    pub(crate) needed: bool,
}

impl Records<'_> {
    /// Names a snapshot, or takes its name away. Returns whether there is one.
    pub(crate) fn label_snapshot(&self, id: CheckpointId, label: Option<&str>) -> Result<bool> {
        let marked = self.connection.execute(
            "INSERT INTO snapshot_marks (snapshot, label) SELECT id, ?2 FROM snapshots WHERE id = ?1 \
             ON CONFLICT (snapshot) DO UPDATE SET label = excluded.label",
            (id, label),
        )?;
        Ok(marked > 0)
    }

    /// Keeps a snapshot whatever the limits say, or lets go of it. Returns whether there
    /// is one.
    pub(crate) fn pin_snapshot(&self, id: CheckpointId, pinned: bool) -> Result<bool> {
        let marked = self.connection.execute(
            "INSERT INTO snapshot_marks (snapshot, pinned) SELECT id, ?2 FROM snapshots \
             WHERE id = ?1 ON CONFLICT (snapshot) DO UPDATE SET pinned = excluded.pinned",
            (id, pinned),
        )?;
        Ok(marked > 0)
    }

    /// Before a snapshot is forgotten: what it had changed counts for the next one of the
    /// same session, so that undoing the session still knows of it.
    pub(crate) fn hand_changes_on(&self, id: CheckpointId) -> Result<()> {
        self.connection.execute(
            "INSERT OR IGNORE INTO snapshot_changes (snapshot, path) \
             SELECT next.id, change.path FROM snapshot_changes change, snapshots gone, \
                snapshots next WHERE gone.id = ?1 AND change.snapshot = ?1 AND next.id = \
                (SELECT min(id) FROM snapshots WHERE id > ?1 AND kind = 'save' \
                 AND workspace IS gone.workspace AND session IS gone.session)",
            [id],
        )?;
        Ok(())
    }

    /// What a session saved, oldest first, for another machine. What was saved before a
    /// restore belongs to nobody and stays.
    pub(crate) fn snapshots_to_export(&self, session: &SessionId) -> Result<Vec<Leaving>> {
        let mut rows = Vec::new();
        for snapshot in snapshots::of_session(self.connection, session)? {
            let mark = self
                .connection
                .query_row(
                    "SELECT label, pinned FROM snapshot_marks WHERE snapshot = ?1",
                    [snapshot.id],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .optional()?;
            let (label, pinned) = mark.unwrap_or_default();
            let changed = snapshots::changed(self.connection, snapshot.id)?;
            rows.push(Leaving { snapshot, changed, label, pinned });
        }
        Ok(rows)
    }

    /// Takes a snapshot in that came from elsewhere.
    pub(crate) fn insert_snapshot(&self, row: &Leaving) -> Result<()> {
        snapshots::insert(self.connection, &row.snapshot, row.changed.iter().map(Vec::as_slice))?;
        if row.label.is_some() || row.pinned {
            self.label_snapshot(row.snapshot.id, row.label.as_deref())?;
            self.pin_snapshot(row.snapshot.id, row.pinned)?;
        }
        Ok(())
    }

    /// All snapshots, oldest first, with what speaks for keeping them.
    pub(crate) fn kept_snapshots(&self) -> Result<Vec<Kept>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT s.id, s.session, s.created, coalesce(m.pinned, 0), \
             s.id IN (SELECT safety FROM restores WHERE open = 1) OR \
             s.id IN (SELECT max(id) FROM snapshots GROUP BY workspace, session) \
             FROM snapshots s LEFT JOIN snapshot_marks m ON m.snapshot = s.id ORDER BY s.id",
        )?;
        let found = statement.query_map([], |row| {
            Ok(Kept {
                id: row.get(0)?,
                session: row.get(1)?,
                created_at: row.get(2)?,
                pinned: row.get(3)?,
                needed: row.get(4)?,
            })
        })?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }
}
