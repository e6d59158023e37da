//! Restores of snapshots that were carried out.

use rusqlite::{OptionalExtension, Row};

use super::{Records, WorkspaceId};
use crate::error::Result;
use crate::ids::CheckpointId;

/// One restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RestoreRow {
    pub(crate) id: CheckpointId,
    pub(crate) workspace: WorkspaceId,
    /// The snapshot that was brought back.
    pub(crate) target: CheckpointId,
    /// What was there before.
    pub(crate) safety: CheckpointId,
    /// What was there after.
    pub(crate) result: Option<CheckpointId>,
    pub(crate) created: i64,
    pub(crate) undone: bool,
}

const COLUMNS: &str = "id, workspace, target, safety, result, created, undone";

fn restore_from(row: &Row<'_>) -> rusqlite::Result<RestoreRow> {
    Ok(RestoreRow {
        id: row.get(0)?,
        workspace: row.get(1)?,
        target: row.get(2)?,
        safety: row.get(3)?,
        result: row.get(4)?,
        created: row.get(5)?,
        undone: row.get(6)?,
    })
}

impl Records<'_> {
    /// Adds a restore.
    pub(crate) fn insert_restore(&self, restore: &RestoreRow) -> Result<()> {
        self.connection.execute(
            &format!("INSERT INTO restores ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
            (
                restore.id,
                restore.workspace,
                restore.target,
                restore.safety,
                restore.result,
                restore.created,
                restore.undone,
            ),
        )?;
        Ok(())
    }

    /// The newest restore of a workspace that is or is not undone.
    pub(crate) fn last_restore(
        &self,
        workspace: WorkspaceId,
        undone: bool,
    ) -> Result<Option<RestoreRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM restores WHERE workspace = ?1 AND undone = ?2 \
                 ORDER BY id DESC LIMIT 1"
            ))?
            .query_row((workspace, undone), restore_from)
            .optional()?)
    }

    /// Marks a restore as undone, or as done again.
    pub(crate) fn set_restore_undone(&self, id: CheckpointId, undone: bool) -> Result<()> {
        self.connection.execute("UPDATE restores SET undone = ?2 WHERE id = ?1", (id, undone))?;
        Ok(())
    }
}
