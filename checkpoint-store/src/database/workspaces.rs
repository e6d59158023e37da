//! Folders whose snapshots the store keeps.

use std::path::{Path, PathBuf};

use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, ToSql};

use super::Records;
use super::columns::{PathIn, PathOut};
use crate::error::Result;

/// Names a workspace inside this store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkspaceId(i64);

impl ToSql for WorkspaceId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for WorkspaceId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

impl Records<'_> {
    /// The workspace with this folder, if it was met before.
    pub(crate) fn workspace_at(&self, root: &Path) -> Result<Option<WorkspaceId>> {
        Ok(self
            .connection
            .prepare_cached("SELECT id FROM workspaces WHERE root = ?1")?
            .query_row([PathIn(root)], |row| row.get(0))
            .optional()?)
    }

    /// The workspace with this folder, and whether it is new.
    pub(crate) fn ensure_workspace(&self, root: &Path, now_ms: i64) -> Result<(WorkspaceId, bool)> {
        if let Some(known) = self.workspace_at(root)? {
            return Ok((known, false));
        }
        self.connection.execute(
            "INSERT INTO workspaces (root, created_at) VALUES (?1, ?2)",
            (PathIn(root), now_ms),
        )?;
        Ok((WorkspaceId(self.connection.last_insert_rowid()), true))
    }

    /// A workspace's folder.
    pub(crate) fn workspace_root(&self, id: WorkspaceId) -> Result<PathBuf> {
        Ok(self
            .connection
            .prepare_cached("SELECT root FROM workspaces WHERE id = ?1")?
            .query_row([id], |row| row.get::<_, PathOut>(0))?
            .0)
    }

    /// Every workspace and its folder, oldest first.
    pub(crate) fn workspaces(&self) -> Result<Vec<(WorkspaceId, PathBuf)>> {
        let mut statement =
            self.connection.prepare_cached("SELECT id, root FROM workspaces ORDER BY id")?;
        let found =
            statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, PathOut>(1)?.0)))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }
}
