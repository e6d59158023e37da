//! The checkpoints there are.

use std::collections::HashSet;

use serde::Serialize;

use crate::database::restores;
use crate::database::snapshots::{self, Kind, Snapshot};
use crate::error::{Error, Result};
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};
use crate::paths::TreePath;
use crate::save::{Changes, Summary};
use crate::store::Store;
use crate::workspace::Workspace;

/// A checkpoint, as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Checkpoint {
    /// Its name.
    pub id: CheckpointId,
    /// What it is of.
    pub kind: CheckpointKind,
    /// Whose it is.
    pub session: Option<SessionId>,
    /// The message it belongs to.
    pub message: Option<MessageId>,
    /// Why it was made.
    pub reason: String,
    /// When.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub created: jiff::Timestamp,
    /// The one before it in the same session.
    pub parent: Option<CheckpointId>,
    /// Whether everything that should be in it is.
    pub complete: bool,
    /// Files in it.
    pub files: u64,
    /// What had changed since the checkpoint before it.
    pub changed: Changes,
    /// Git's name of its files: what `git write-tree` would say.
    pub tree: ObjectId,
    /// Git's name of the whole checkpoint in the store.
    pub commit: ObjectId,
}

/// What a checkpoint is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum CheckpointKind {
    /// A workspace, because somebody asked.
    Save,
    /// A workspace, made before a restore so that it can be undone.
    Safety,
    /// Single paths.
    Capture,
}

/// Which checkpoints to list. The default is all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of this session.
    pub session: Option<SessionId>,
    /// Of this message.
    pub message: Option<MessageId>,
    /// That changed this path or something below it.
    pub path: Option<TreePath>,
    /// Made at this moment or later.
    pub since: Option<jiff::Timestamp>,
    /// Whose reason has this text, in any case.
    pub text: Option<String>,
    /// At most so many, the newest first.
    pub limit: Option<usize>,
}

/// A restore that was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PastRestore {
    /// Where it went.
    pub target: CheckpointId,
    /// What was there before.
    pub safety: CheckpointId,
    /// When.
    pub created: jiff::Timestamp,
    /// How many files it changed.
    pub files: u64,
}

impl Checkpoint {
    pub(crate) fn of(row: Snapshot) -> Self {
        let summary: Summary = serde_json::from_str(&row.summary).unwrap_or_default();
        Self {
            id: row.id,
            kind: match row.kind {
                Kind::Save => CheckpointKind::Save,
                Kind::Safety => CheckpointKind::Safety,
                Kind::Capture => CheckpointKind::Capture,
            },
            session: row.session,
            message: row.message,
            reason: row.reason,
            created: jiff::Timestamp::from_millisecond(row.created).unwrap_or_default(),
            parent: row.parent,
            complete: row.complete,
            files: summary.files,
            changed: summary.changed,
            tree: row.tree,
            commit: row.commit,
        }
    }
}

impl Workspace {
    /// Its checkpoints, newest first.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Checkpoint>> {
        let (rows, touched) = {
            let database = self.store().database();
            database.run(|connection| {
                let rows = snapshots::all(connection, Some(self.number()))?;
                let touched = match &filter.path {
                    Some(path) => Some(snapshots::touching(connection, path.as_bytes())?),
                    None => None,
                };
                Ok((rows, touched))
            })?
        };
        let text = filter.text.as_ref().map(|text| text.to_lowercase());
        let wanted = rows.into_iter().filter(|row| {
            filter.session.as_ref().is_none_or(|session| row.session.as_ref() == Some(session))
                && filter
                    .message
                    .as_ref()
                    .is_none_or(|message| row.message.as_ref() == Some(message))
                && filter.since.is_none_or(|since| row.created >= since.as_millisecond())
                && touched.as_ref().is_none_or(|touched| touched.contains(&row.id))
                && text.as_ref().is_none_or(|text| row.reason.to_lowercase().contains(text))
        });
        Ok(wanted.take(filter.limit.unwrap_or(usize::MAX)).map(Checkpoint::of).collect())
    }

    /// How many bytes the store grew by for each of its checkpoints, newest first.
    pub fn growth(&self) -> Result<Vec<(Checkpoint, u64)>> {
        let rows = self
            .store()
            .database()
            .run(|connection| snapshots::all(connection, Some(self.number())))?;
        let stored = |row: &Snapshot| {
            serde_json::from_str::<Summary>(&row.summary).unwrap_or_default().stored
        };
        Ok(rows
            .into_iter()
            .map(|row| (stored(&row), row))
            .map(|(bytes, row)| (Checkpoint::of(row), bytes))
            .collect())
    }

    /// Its newest checkpoint.
    pub fn latest(&self) -> Result<Option<Checkpoint>> {
        let number = self.number();
        let row =
            self.store().database().run(|connection| snapshots::latest(connection, number))?;
        Ok(row.map(Checkpoint::of))
    }

    /// The checkpoint a person means: its id, or enough of either end.
    pub fn find(&self, typed: &str) -> Result<Checkpoint> {
        let rows = self
            .store()
            .database()
            .run(|connection| snapshots::all(connection, Some(self.number())))?;
        let mut fitting: Vec<_> = rows.into_iter().filter(|row| row.id.answers_to(typed)).collect();
        match (fitting.pop(), fitting.len()) {
            (Some(row), 0) => Ok(Checkpoint::of(row)),
            (None, _) => Err(Error::NoCheckpoint { asked: typed.to_owned() }),
            (Some(row), _) => {
                let found = fitting.iter().chain([&row]).map(|row| row.id).collect();
                Err(Error::AmbiguousCheckpoint { asked: typed.to_owned(), found })
            }
        }
    }

    /// Its finished restores, oldest first; undone and redone ones count each time.
    pub fn restores(&self) -> Result<Vec<PastRestore>> {
        let rows =
            self.store().database().run(|connection| restores::all(connection, self.number()))?;
        Ok(rows
            .into_iter()
            .map(|(target, safety, created, files)| PastRestore {
                target,
                safety,
                created: jiff::Timestamp::from_millisecond(created).unwrap_or_default(),
                files,
            })
            .collect())
    }

    /// A row of this workspace.
    pub(crate) fn row(&self, id: CheckpointId) -> Result<Snapshot> {
        self.store()
            .database()
            .run(|connection| snapshots::get(connection, id))?
            .filter(|row| row.workspace == Some(self.number()))
            .ok_or_else(|| Error::NoCheckpoint { asked: id.to_string() })
    }
}

impl Store {
    /// Checkpoints and captures that changed a path with this text in it, in any case.
    pub fn touching(&self, text: &str) -> Result<HashSet<CheckpointId>> {
        let text = text.to_lowercase();
        self.database().run(|connection| {
            snapshots::touching_where(connection, &|path| {
                String::from_utf8_lossy(path).to_lowercase().contains(&text)
            })
        })
    }
}
