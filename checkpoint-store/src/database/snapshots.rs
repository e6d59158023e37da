//! Snapshots of a workspace or of single paths, and the paths each changed.

use rusqlite::{OptionalExtension, Row, named_params};

use super::columns::worded;
use super::{Records, WorkspaceId};
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};
use crate::paths::TreePath;

/// What a snapshot is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A workspace, because somebody asked.
    Save,
    /// A workspace, before a restore.
    Safety,
    /// Single paths anywhere on the disk.
    Capture,
}

worded!(Kind { Save = "save", Safety = "safety", Capture = "capture" });

/// A snapshot as it lies in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SnapshotRow {
    pub(crate) id: CheckpointId,
    pub(crate) workspace: Option<WorkspaceId>,
    pub(crate) kind: Kind,
    pub(crate) session: Option<SessionId>,
    pub(crate) message: Option<MessageId>,
    pub(crate) reason: String,
    /// The command it was made for.
    pub(crate) command: Option<String>,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) commit: ObjectId,
    pub(crate) tree: ObjectId,
    pub(crate) parent: Option<CheckpointId>,
    pub(crate) complete: bool,
    /// Counts and what was left out, as JSON.
    pub(crate) summary: String,
    /// The ignore rules in force, by the hash [`Records::keep_rules`] gave.
    pub(crate) rules: Option<ObjectId>,
    pub(crate) label: Option<String>,
    pub(crate) pinned: bool,
}

const COLUMNS: &str = "id, workspace, kind, session, message, reason, command, created, \
                       commit_id, tree, parent, complete, summary, rules, label, pinned";

fn snapshot_from(row: &Row<'_>) -> rusqlite::Result<SnapshotRow> {
    Ok(SnapshotRow {
        id: row.get(0)?,
        workspace: row.get(1)?,
        kind: row.get(2)?,
        session: row.get(3)?,
        message: row.get(4)?,
        reason: row.get(5)?,
        command: row.get(6)?,
        created: row.get(7)?,
        commit: row.get(8)?,
        tree: row.get(9)?,
        parent: row.get(10)?,
        complete: row.get(11)?,
        summary: row.get(12)?,
        rules: row.get(13)?,
        label: row.get(14)?,
        pinned: row.get(15)?,
    })
}

impl Records<'_> {
    /// Records a snapshot and the paths it changed: the moment it exists.
    pub(crate) fn insert_snapshot<'path>(
        &self,
        snapshot: &SnapshotRow,
        changed: impl IntoIterator<Item = &'path TreePath>,
    ) -> Result<()> {
        self.connection
            .prepare_cached(&format!(
                "INSERT INTO snapshots ({COLUMNS}) VALUES (:id, :workspace, :kind, :session, \
                 :message, :reason, :command, :created, :commit, :tree, :parent, :complete, \
                 :summary, :rules, :label, :pinned)"
            ))?
            .execute(named_params! {
                ":id": snapshot.id,
                ":workspace": snapshot.workspace,
                ":kind": snapshot.kind,
                ":session": snapshot.session,
                ":message": snapshot.message,
                ":reason": snapshot.reason,
                ":command": snapshot.command,
                ":created": snapshot.created,
                ":commit": snapshot.commit,
                ":tree": snapshot.tree,
                ":parent": snapshot.parent,
                ":complete": snapshot.complete,
                ":summary": snapshot.summary,
                ":rules": snapshot.rules,
                ":label": snapshot.label,
                ":pinned": snapshot.pinned,
            })?;
        let mut change = self.connection.prepare_cached(
            "INSERT OR IGNORE INTO snapshot_changes (snapshot, path) VALUES (?1, ?2)",
        )?;
        for path in changed {
            change.execute((snapshot.id, path))?;
        }
        Ok(())
    }

    /// One snapshot.
    pub(crate) fn snapshot(&self, id: CheckpointId) -> Result<Option<SnapshotRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM snapshots WHERE id = ?1"))?
            .query_row([id], snapshot_from)
            .optional()?)
    }

    /// The newest snapshot of a workspace.
    pub(crate) fn latest_snapshot(&self, workspace: WorkspaceId) -> Result<Option<SnapshotRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!(
                "SELECT {COLUMNS} FROM snapshots WHERE workspace = ?1 ORDER BY id DESC LIMIT 1"
            ))?
            .query_row([workspace], snapshot_from)
            .optional()?)
    }

    /// The snapshots of a workspace, or those of none (captures), newest first.
    pub(crate) fn snapshots(&self, workspace: Option<WorkspaceId>) -> Result<Vec<SnapshotRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE workspace IS ?1 ORDER BY id DESC"
        ))?;
        let found = statement.query_map([workspace], snapshot_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Every snapshot of the store, newest first.
    pub(crate) fn all_snapshots(&self) -> Result<Vec<SnapshotRow>> {
        let mut statement = self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM snapshots ORDER BY id DESC"))?;
        let found = statement.query_map([], snapshot_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// The paths that differ between a snapshot and its parent, sorted.
    pub(crate) fn changed_paths(&self, snapshot: CheckpointId) -> Result<Vec<TreePath>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT path FROM snapshot_changes WHERE snapshot = ?1 ORDER BY path",
        )?;
        let found = statement.query_map([snapshot], |row| row.get(0))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Who changed a path of a workspace after a snapshot, newest first.
    pub(crate) fn changes_of_path(
        &self,
        workspace: WorkspaceId,
        path: &TreePath,
        after: CheckpointId,
    ) -> Result<Vec<(CheckpointId, Option<SessionId>)>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT s.id, s.session FROM snapshot_changes c JOIN snapshots s ON s.id = c.snapshot \
             WHERE c.path = ?2 AND c.snapshot > ?3 AND s.workspace = ?1 ORDER BY s.id DESC",
        )?;
        let found =
            statement.query_map((workspace, path, after), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Names a snapshot, or takes its name away. Returns whether it exists.
    pub(crate) fn label_snapshot(&self, id: CheckpointId, label: Option<&str>) -> Result<bool> {
        let changed = self
            .connection
            .execute("UPDATE snapshots SET label = ?2 WHERE id = ?1", (id, label))?;
        Ok(changed > 0)
    }

    /// Keeps a snapshot whatever the limits say, or lets go of it. Returns whether it exists.
    pub(crate) fn pin_snapshot(&self, id: CheckpointId, pinned: bool) -> Result<bool> {
        let changed = self
            .connection
            .execute("UPDATE snapshots SET pinned = ?2 WHERE id = ?1", (id, pinned))?;
        Ok(changed > 0)
    }

    /// Removes a snapshot. Those that followed it follow its parent now, and what it had
    /// changed counts as changed by them. Its content goes when no pack is needed for it.
    pub(crate) fn delete_snapshot(&self, id: CheckpointId) -> Result<()> {
        self.connection.execute(
            "INSERT OR IGNORE INTO snapshot_changes (snapshot, path) \
             SELECT child.id, change.path FROM snapshots child, snapshot_changes change \
             WHERE child.parent = ?1 AND change.snapshot = ?1 \
             AND child.session IS (SELECT session FROM snapshots WHERE id = ?1)",
            [id],
        )?;
        self.connection.execute(
            "UPDATE snapshots SET parent = (SELECT parent FROM snapshots WHERE id = ?1) \
             WHERE parent = ?1",
            [id],
        )?;
        self.connection.execute("DELETE FROM snapshots WHERE id = ?1", [id])?;
        self.connection.execute(
            "DELETE FROM exclude_rules WHERE NOT EXISTS \
             (SELECT 1 FROM snapshots WHERE rules = hash)",
            [],
        )?;
        Ok(())
    }

    /// Keeps the text of ignore rules, once, and says under which hash.
    pub(crate) fn keep_rules(&self, rules: &str) -> Result<ObjectId> {
        let hash = ObjectId::of_blob(rules.as_bytes());
        self.connection
            .prepare_cached(
                "INSERT INTO exclude_rules (hash, rules) VALUES (?1, ?2) \
                 ON CONFLICT (hash) DO NOTHING",
            )?
            .execute((hash, rules))?;
        Ok(hash)
    }

    /// The text of ignore rules.
    pub(crate) fn rules(&self, hash: ObjectId) -> Result<Option<String>> {
        Ok(self
            .connection
            .prepare_cached("SELECT rules FROM exclude_rules WHERE hash = ?1")?
            .query_row([hash], |row| row.get(0))
            .optional()?)
    }
}
