//! Sessions: one run of an agent.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, Row};

use super::Records;
use crate::error::{Error, Result};
use crate::ids::SessionId;
use crate::paths::{name_bytes, name_of};

/// A session as it lies in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SessionRow {
    pub(crate) id: SessionId,
    pub(crate) workspace: Option<i64>,
    pub(crate) agent: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) archived_at: Option<i64>,
}

const COLUMNS: &str = "id, workspace_id, agent, created_at, archived_at";

fn session_from(row: &Row<'_>) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
        id: row.get(0)?,
        workspace: row.get(1)?,
        agent: row.get(2)?,
        created_at: row.get(3)?,
        archived_at: row.get(4)?,
    })
}

impl Records<'_> {
    /// Makes sure the session has a row. What is told now and was not known fills the
    /// gaps; a session that works again is no longer archived.
    pub(crate) fn ensure_session(
        &self,
        id: &SessionId,
        workspace: Option<i64>,
        agent: Option<&str>,
        now_ms: i64,
    ) -> Result<()> {
        let Some(known) = self.session(id)? else {
            self.connection.execute(
                "INSERT INTO sessions (id, workspace_id, agent, created_at) VALUES (?1, ?2, ?3, ?4)",
                (id, workspace, agent, now_ms),
            )?;
            return Ok(());
        };
        let news = (known.workspace.is_none() && workspace.is_some())
            || (known.agent.is_none() && agent.is_some())
            || known.archived_at.is_some();
        if news {
            self.connection.execute(
                "UPDATE sessions SET workspace_id = coalesce(workspace_id, ?2), \
                 agent = coalesce(agent, ?3), archived_at = NULL WHERE id = ?1",
                (id, workspace, agent),
            )?;
        }
        Ok(())
    }

    /// One session.
    pub(crate) fn session(&self, id: &SessionId) -> Result<Option<SessionRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM sessions WHERE id = ?1"))?
            .query_row([id], session_from)
            .optional()?)
    }

    /// Every session, oldest first.
    pub(crate) fn sessions(&self) -> Result<Vec<SessionRow>> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM sessions ORDER BY created_at, id"))?;
        let found = statement.query_map([], session_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// A workspace's folder.
    pub(crate) fn workspace_root(&self, workspace: i64) -> Result<PathBuf> {
        let root: Vec<u8> = self
            .connection
            .prepare_cached("SELECT root FROM workspaces WHERE id = ?1")?
            .query_row([workspace], |row| row.get(0))?;
        Ok(PathBuf::from(name_of(&root)))
    }

    /// The number of the workspace with this folder; a new one if it was never seen.
    pub(crate) fn ensure_workspace(&self, root: &Path, now_ms: i64) -> Result<i64> {
        let name = name_bytes(root.as_os_str()).ok_or_else(|| Error::RefusedWorkspace {
            path: root.to_path_buf(),
            why: "its name is no Unicode",
        })?;
        Ok(super::snapshots::workspace(self.connection, &name, now_ms)?.0)
    }

    /// Marks a session as done with. Returns whether it exists and was not archived.
    pub(crate) fn archive_session(&self, id: &SessionId, now_ms: i64) -> Result<bool> {
        let changed = self.connection.execute(
            "UPDATE sessions SET archived_at = ?2 WHERE id = ?1 AND archived_at IS NULL",
            (id, now_ms),
        )?;
        Ok(changed > 0)
    }

    /// Removes a session with its messages, file checkpoints, transcripts and contexts.
    /// Snapshots stay: they belong to the workspace.
    pub(crate) fn delete_session(&self, id: &SessionId) -> Result<()> {
        // Contexts point at versions of streams, so they go first.
        self.connection.execute("DELETE FROM contexts WHERE session_id = ?1", [id])?;
        self.connection.execute("DELETE FROM sessions WHERE id = ?1", [id])?;
        Ok(())
    }
}
