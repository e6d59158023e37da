//! Rows of restores: what can be undone and redone.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::ids::{CheckpointId, SessionId};

/// Why a restore was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Somebody chose a checkpoint.
    Restore,
    /// To take back the restore of this number.
    Undo(i64),
    /// To take back the undo of this number.
    Redo(i64),
}

impl Purpose {
    fn columns(self) -> (&'static str, Option<i64>) {
        match self {
            Self::Restore => ("restore", None),
            Self::Undo(of) => ("undo", Some(of)),
            Self::Redo(of) => ("redo", Some(of)),
        }
    }
}

/// A restore as the database knows it.
#[derive(Clone, Debug)]
pub(crate) struct Restore {
    pub(crate) id: i64,
    pub(crate) safety: CheckpointId,
}

/// Records a finished restore. What it takes back can no longer be taken back; a new
/// restore ends what could be redone.
pub(crate) fn insert<'path>(
    connection: &Connection,
    workspace: i64,
    (target, safety): (CheckpointId, CheckpointId),
    purpose: Purpose,
    now: i64,
    paths: impl IntoIterator<Item = &'path [u8]>,
) -> rusqlite::Result<i64> {
    let (kind, undoes) = purpose.columns();
    match undoes {
        Some(of) => {
            connection.execute("UPDATE restores SET open = 0 WHERE id = ?1", params![of])?;
        }
        None => {
            connection.execute(
                "UPDATE restores SET open = 0 WHERE workspace = ?1 AND kind = 'undo'",
                params![workspace],
            )?;
        }
    }
    connection.execute(
        "INSERT INTO restores (workspace, target, safety, kind, undoes, created)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![workspace, target.to_i64(), safety.to_i64(), kind, undoes, now],
    )?;
    let id = connection.last_insert_rowid();
    let mut add = connection
        .prepare_cached("INSERT OR IGNORE INTO restore_paths (restore, path) VALUES (?1, ?2)")?;
    for path in paths {
        add.execute(params![id, path])?;
    }
    Ok(id)
}

/// The newest restore or redo that was not taken back.
pub(crate) fn undoable(
    connection: &Connection,
    workspace: i64,
) -> rusqlite::Result<Option<Restore>> {
    newest(connection, workspace, "kind IN ('restore', 'redo')")
}

/// The newest undo that was not taken back.
pub(crate) fn redoable(
    connection: &Connection,
    workspace: i64,
) -> rusqlite::Result<Option<Restore>> {
    newest(connection, workspace, "kind = 'undo'")
}

fn newest(
    connection: &Connection,
    workspace: i64,
    which: &str,
) -> rusqlite::Result<Option<Restore>> {
    connection
        .query_row(
            &format!(
                "SELECT id, safety FROM restores
                 WHERE workspace = ?1 AND open = 1 AND {which} ORDER BY id DESC LIMIT 1"
            ),
            params![workspace],
            read,
        )
        .optional()
}

fn read(row: &Row<'_>) -> rusqlite::Result<Restore> {
    Ok(Restore { id: row.get(0)?, safety: CheckpointId::from_i64(row.get(1)?) })
}

/// Every finished restore of a workspace, oldest first: target, safety, time, number of paths.
pub(crate) fn all(
    connection: &Connection,
    workspace: i64,
) -> rusqlite::Result<Vec<(CheckpointId, CheckpointId, i64, u64)>> {
    connection
        .prepare_cached(
            "SELECT target, safety, created,
                    (SELECT count(*) FROM restore_paths
                     WHERE restore = restores.id AND substr(path, -1) != x'2f')
             FROM restores WHERE workspace = ?1 ORDER BY id",
        )?
        .query_map(params![workspace], |row| {
            Ok((
                CheckpointId::from_i64(row.get(0)?),
                CheckpointId::from_i64(row.get(1)?),
                row.get(2)?,
                row.get(3)?,
            ))
        })?
        .collect()
}

/// The paths a restore changed; folders end in a slash.
pub(crate) fn paths(connection: &Connection, restore: i64) -> rusqlite::Result<Vec<Vec<u8>>> {
    connection
        .prepare("SELECT path FROM restore_paths WHERE restore = ?1")?
        .query_map(params![restore], |row| row.get(0))?
        .collect()
}

/// A path, who changed it, and the checkpoint that first had the change.
pub(crate) type ChangedPath = (Vec<u8>, Option<SessionId>, CheckpointId);

/// Who changed what in a workspace after a checkpoint: path, session, checkpoint.
pub(crate) fn changed_after(
    connection: &Connection,
    workspace: i64,
    after: CheckpointId,
) -> rusqlite::Result<Vec<ChangedPath>> {
    connection
        .prepare_cached(
            "SELECT path, session, id FROM snapshot_changes JOIN snapshots ON id = snapshot
             WHERE workspace = ?1 AND id > ?2 AND kind = 'save' ORDER BY id",
        )?
        .query_map(params![workspace, after.to_i64()], |row| {
            let session: Option<String> = row.get(1)?;
            Ok((
                row.get(0)?,
                session.and_then(|session| SessionId::new(session).ok()),
                CheckpointId::from_i64(row.get(2)?),
            ))
        })?
        .collect()
}
