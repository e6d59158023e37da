//! Rows of workspaces, snapshots and the paths each changed.

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};

/// The tables.
pub(super) const SCHEMA: &str = "
CREATE TABLE workspaces (
  id      INTEGER PRIMARY KEY,
  root    BLOB NOT NULL UNIQUE,
  created INTEGER NOT NULL
);
CREATE TABLE snapshots (
  id        INTEGER PRIMARY KEY,
  workspace INTEGER REFERENCES workspaces(id),
  kind      TEXT NOT NULL,
  session   TEXT,
  message   TEXT,
  reason    TEXT NOT NULL,
  created   INTEGER NOT NULL,
  commit_id BLOB NOT NULL,
  tree      BLOB NOT NULL,
  parent    INTEGER,
  complete  INTEGER NOT NULL,
  summary   TEXT NOT NULL
);
CREATE INDEX snapshots_of_workspace ON snapshots(workspace, id);
CREATE INDEX snapshots_of_session ON snapshots(session, id);
CREATE TABLE snapshot_changes (
  snapshot INTEGER NOT NULL REFERENCES snapshots(id) ON DELETE CASCADE,
  path     BLOB NOT NULL,
  PRIMARY KEY (snapshot, path)
) WITHOUT ROWID;
CREATE TABLE restores (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace INTEGER NOT NULL REFERENCES workspaces(id),
  target    INTEGER NOT NULL,
  safety    INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  undoes    INTEGER,
  created   INTEGER NOT NULL,
  open      INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE restore_paths (
  restore INTEGER NOT NULL REFERENCES restores(id) ON DELETE CASCADE,
  path    BLOB NOT NULL,
  PRIMARY KEY (restore, path)
) WITHOUT ROWID;
CREATE TABLE collections (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  at    INTEGER NOT NULL,
  freed INTEGER NOT NULL
);
";

/// What a snapshot row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A workspace, because somebody asked.
    Save,
    /// A workspace, before a restore.
    Safety,
    /// Single paths anywhere on the disk.
    Capture,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Save => "save",
            Self::Safety => "safety",
            Self::Capture => "capture",
        }
    }

    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "safety" => Self::Safety,
            "capture" => Self::Capture,
            _ => Self::Save,
        }
    }
}

/// A snapshot as the database knows it.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) id: CheckpointId,
    pub(crate) workspace: Option<i64>,
    pub(crate) kind: Kind,
    pub(crate) session: Option<SessionId>,
    pub(crate) message: Option<MessageId>,
    pub(crate) reason: String,
    /// Milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) commit: ObjectId,
    pub(crate) tree: ObjectId,
    pub(crate) parent: Option<CheckpointId>,
    pub(crate) complete: bool,
    /// Counts and what was left out, as JSON.
    pub(crate) summary: String,
}

/// The number of a workspace; a new one if its folder was never seen.
pub(crate) fn workspace(
    connection: &Connection,
    root: &[u8],
    now: i64,
) -> rusqlite::Result<(i64, bool)> {
    let added = connection.execute(
        "INSERT OR IGNORE INTO workspaces (root, created) VALUES (?1, ?2)",
        params![root, now],
    )?;
    let id = connection.query_row(
        "SELECT id FROM workspaces WHERE root = ?1",
        params![root],
        |row| row.get(0),
    )?;
    Ok((id, added > 0))
}

/// Messages and saved files take their ids from the same order.
const NEWEST: &str =
    "SELECT max(last_id, coalesce((SELECT max(id) FROM snapshots), 0)) FROM progress";

/// The newest id of all, so that the next one sorts after it.
pub(crate) fn newest(connection: &Connection) -> rusqlite::Result<Option<CheckpointId>> {
    connection
        .query_row(NEWEST, [], |row| row.get::<_, Option<i64>>(0))
        .map(|id| id.map(CheckpointId::from_i64))
}

/// Records a snapshot: the moment it exists.
pub(crate) fn insert<'path>(
    connection: &Connection,
    snapshot: &Snapshot,
    changed: impl IntoIterator<Item = &'path [u8]>,
) -> rusqlite::Result<()> {
    connection.prepare_cached(
        "INSERT INTO snapshots
         (id, workspace, kind, session, message, reason, created, commit_id, tree, parent, complete, summary)
         VALUES (:id, :workspace, :kind, :session, :message, :reason, :created, :commit, :tree, :parent, :complete, :summary)",
    )?.execute(named_params! {
        ":id": snapshot.id.to_i64(),
        ":workspace": snapshot.workspace,
        ":kind": snapshot.kind.name(),
        ":session": snapshot.session.as_ref().map(SessionId::as_str),
        ":message": snapshot.message.as_ref().map(MessageId::as_str),
        ":reason": snapshot.reason,
        ":created": snapshot.created,
        ":commit": snapshot.commit.as_bytes(),
        ":tree": snapshot.tree.as_bytes(),
        ":parent": snapshot.parent.map(CheckpointId::to_i64),
        ":complete": snapshot.complete,
        ":summary": snapshot.summary,
    })?;
    let mut change = connection.prepare_cached(
        "INSERT OR IGNORE INTO snapshot_changes (snapshot, path) VALUES (?1, ?2)",
    )?;
    for path in changed {
        change.execute(params![snapshot.id.to_i64(), path])?;
    }
    Ok(())
}

const COLUMNS: &str = "id, workspace, kind, session, message, reason, created, commit_id, tree, parent, complete, summary";

/// One snapshot.
pub(crate) fn get(connection: &Connection, id: CheckpointId) -> rusqlite::Result<Option<Snapshot>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM snapshots WHERE id = ?1"))?
        .query_row(params![id.to_i64()], read)
        .optional()
}

/// The newest of a workspace.
pub(crate) fn latest(
    connection: &Connection,
    workspace: i64,
) -> rusqlite::Result<Option<Snapshot>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE workspace = ?1 ORDER BY id DESC LIMIT 1"
        ))?
        .query_row(params![workspace], read)
        .optional()
}

/// The newest of a session in a workspace: what the next one follows.
pub(crate) fn latest_of_session(
    connection: &Connection,
    workspace: i64,
    session: Option<&SessionId>,
) -> rusqlite::Result<Option<Snapshot>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE workspace = ?1 AND session IS ?2
             ORDER BY id DESC LIMIT 1"
        ))?
        .query_row(params![workspace, session.map(SessionId::as_str)], read)
        .optional()
}

/// What a workspace was when a message came: the snapshot that was made for it. Those made while
/// the message was worked on carry its name too, for other reasons. No other snapshot stands in
/// for one that is gone.
pub(crate) fn at_message(
    connection: &Connection,
    workspace: i64,
    message: &super::MessageRow,
) -> rusqlite::Result<Option<Snapshot>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE workspace = ?1 AND session = ?2
             AND message = ?3 AND reason = ?4 AND kind = 'save' ORDER BY id LIMIT 1"
        ))?
        .query_row(
            params![workspace, message.session.as_str(), message.id.as_str(), message.description,],
            read,
        )
        .optional()
}

/// The newest of a session, in whatever workspace or in none.
pub(crate) fn newest_of(
    connection: &Connection,
    session: &SessionId,
) -> rusqlite::Result<Option<Snapshot>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE session = ?1 ORDER BY id DESC LIMIT 1"
        ))?
        .query_row(params![session.as_str()], read)
        .optional()
}

/// How many garbage collections there were.
pub(crate) fn collections(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT coalesce(max(id), 0) FROM collections", [], |row| row.get(0))
}

/// Those of a workspace, or of no workspace (captures), newest first.
pub(crate) fn all(
    connection: &Connection,
    workspace: Option<i64>,
) -> rusqlite::Result<Vec<Snapshot>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE workspace IS ?1 ORDER BY id DESC"
        ))?
        .query_map(params![workspace], read)?
        .collect()
}

/// Every one there is.
pub(crate) fn everything(connection: &Connection) -> rusqlite::Result<Vec<Snapshot>> {
    connection
        .prepare_cached(&format!("SELECT {COLUMNS} FROM snapshots ORDER BY id"))?
        .query_map([], read)?
        .collect()
}

/// What a session saved, oldest first.
pub(crate) fn of_session(
    connection: &Connection,
    session: &SessionId,
) -> rusqlite::Result<Vec<Snapshot>> {
    connection
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM snapshots WHERE session = ?1 AND kind != 'safety' ORDER BY id"
        ))?
        .query_map(params![session.as_str()], read)?
        .collect()
}

/// Forgets a snapshot. Its content stays until the next garbage collection.
pub(crate) fn delete(connection: &Connection, id: CheckpointId) -> rusqlite::Result<bool> {
    let gone = connection.execute("DELETE FROM snapshots WHERE id = ?1", params![id.to_i64()])?;
    Ok(gone > 0)
}

/// Records a garbage collection. What was seen before it must be checked again.
pub(crate) fn collected(connection: &Connection, at: i64, freed: i64) -> rusqlite::Result<()> {
    connection
        .execute("INSERT INTO collections (at, freed) VALUES (?1, ?2)", params![at, freed])
        .map(|_| ())
}

/// The paths that were written down with a snapshot: what changed, or what was asked for.
pub(crate) fn changed(connection: &Connection, id: CheckpointId) -> rusqlite::Result<Vec<Vec<u8>>> {
    connection
        .prepare_cached("SELECT path FROM snapshot_changes WHERE snapshot = ?1")?
        .query_map(params![id.to_i64()], |row| row.get(0))?
        .collect()
}

/// Those that changed a path or something below it.
pub(crate) fn touching(
    connection: &Connection,
    path: &[u8],
) -> rusqlite::Result<std::collections::HashSet<CheckpointId>> {
    let below = [path, b"/"].concat();
    let end = [path, b"0"].concat();
    connection
        .prepare_cached(
            "SELECT DISTINCT snapshot FROM snapshot_changes
             WHERE path = ?1 OR (path >= ?2 AND path < ?3)",
        )?
        .query_map(params![path, below, end], |row| row.get(0).map(CheckpointId::from_i64))?
        .collect()
}

/// Those that changed a path for which `fits` holds.
pub(crate) fn touching_where(
    connection: &Connection,
    fits: &dyn Fn(&[u8]) -> bool,
) -> rusqlite::Result<std::collections::HashSet<CheckpointId>> {
    let mut statement = connection.prepare_cached("SELECT snapshot, path FROM snapshot_changes")?;
    let mut rows = statement.query([])?;
    let mut found = std::collections::HashSet::new();
    while let Some(row) = rows.next()? {
        let id = CheckpointId::from_i64(row.get(0)?);
        if !found.contains(&id) && fits(row.get_ref(1)?.as_blob().unwrap_or_default()) {
            found.insert(id);
        }
    }
    Ok(found)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Snapshot> {
    let object = |column: usize| -> rusqlite::Result<ObjectId> {
        row.get::<_, [u8; 20]>(column).map(ObjectId::from_bytes)
    };
    let text = |column: usize| row.get::<_, Option<String>>(column);
    Ok(Snapshot {
        id: CheckpointId::from_i64(row.get(0)?),
        workspace: row.get(1)?,
        kind: Kind::from_name(&row.get::<_, String>(2)?),
        session: text(3)?.and_then(|text| SessionId::new(text).ok()),
        message: text(4)?.and_then(|text| MessageId::new(text).ok()),
        reason: row.get(5)?,
        created: row.get(6)?,
        commit: object(7)?,
        tree: object(8)?,
        parent: row.get::<_, Option<i64>>(9)?.map(CheckpointId::from_i64),
        complete: row.get(10)?,
        summary: row.get(11)?,
    })
}
