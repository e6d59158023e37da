//! What went wrong, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use crate::ids::{CheckpointId, ObjectId};

/// The result of everything that can fail here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every way an operation can fail. Each message names the place and the way out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused.
    #[error("cannot {action} `{}`: {source}", path.display())]
    Io {
        /// What was tried, as a verb: "read", "create".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        #[source]
        source: io::Error,
    },

    /// The disk is full; nothing was recorded.
    #[error(
        "no space left for `{}`: nothing was recorded; free space or run garbage collection, then save again",
        path.display()
    )]
    DiskFull {
        /// The file that did not fit.
        path: PathBuf,
    },

    /// SQLite refused.
    #[error("the database `{}` cannot be used: {source}", path.display())]
    Database {
        /// The database file.
        path: PathBuf,
        /// SQLite's answer.
        #[source]
        source: rusqlite::Error,
    },

    /// The store was written by a later release.
    #[error(
        "the store `{}` is of version {found}, this program knows up to {known}: update it, or choose another store",
        path.display()
    )]
    NewerStore {
        /// The store's folder.
        path: PathBuf,
        /// Version found.
        found: i64,
        /// Newest version this program knows.
        known: i64,
    },

    /// A folder that must never be a workspace.
    #[error("`{}` cannot be a workspace: {why}; choose a project folder", path.display())]
    RefusedWorkspace {
        /// The folder asked for.
        path: PathBuf,
        /// Why not.
        why: &'static str,
    },

    /// Content does not match its name any more. It is never handed out.
    #[error(
        "object {id} in `{}` is damaged: {what}; checkpoints that need it cannot be restored whole",
        path.display()
    )]
    Damaged {
        /// The object.
        id: ObjectId,
        /// The file that holds it.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },

    /// A file of the store is not what it should be.
    #[error("`{}` is damaged: {what}", path.display())]
    DamagedFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },

    /// Content that a checkpoint names is not in the store.
    #[error(
        "object {id} is not in the store; the checkpoint that names it cannot be restored whole"
    )]
    Missing {
        /// The object.
        id: ObjectId,
    },

    /// No checkpoint has this name.
    #[error("no checkpoint `{asked}`: list them to see what there is")]
    NoCheckpoint {
        /// What was asked for.
        asked: String,
    },

    /// Several checkpoints have names that begin or end like this.
    #[error("`{asked}` fits {} checkpoints ({}): type more of it", found.len(), listed(found))]
    AmbiguousCheckpoint {
        /// What was asked for.
        asked: String,
        /// Those it fits.
        found: Vec<CheckpointId>,
    },

    /// No session has this name.
    #[error("no session `{asked}`: list them to see what there is")]
    NoSession {
        /// What was asked for.
        asked: crate::ids::SessionId,
    },

    /// The session has no such message.
    #[error(
        "session `{session}` has no message `{asked}`: list its checkpoints to see what there is"
    )]
    NoMessage {
        /// The session.
        session: crate::ids::SessionId,
        /// What was asked for.
        asked: String,
    },

    /// A name that cannot be an id.
    #[error(transparent)]
    BadId(#[from] crate::ids::BadId),

    /// Somebody else is at work on the same thing.
    #[error("`{}` is busy: another process {what}; wait for it, then try again", path.display())]
    Busy {
        /// What is locked.
        path: PathBuf,
        /// What the other one does.
        what: &'static str,
    },

    /// The caller cancelled. Nothing was recorded.
    #[error("cancelled; nothing was recorded")]
    Cancelled,

    /// The workspace changed between the plan and the restore.
    #[error(
        "`{}` changed after the plan was made ({count} in all): nothing was written; make a new plan",
        path.display()
    )]
    PlanOutdated {
        /// The first path that differs.
        path: PathBuf,
        /// How many differ.
        count: usize,
    },

    /// Later work and the step that should be taken out changed the same things.
    #[error(
        "later work overlaps in `{}` ({count} in all): nothing was written; choose the other paths, or change it by hand",
        path.display()
    )]
    Overlap {
        /// The first path.
        path: PathBuf,
        /// How many overlap.
        count: usize,
    },

    /// Only a part was captured, so restoring all of it would lose what was not.
    #[error("{what} is incomplete: {why}; restore single paths of it instead")]
    Incomplete {
        /// Which checkpoint or capture.
        what: String,
        /// Why.
        why: String,
    },

    /// A restore stopped on the way, and what it had done was taken back.
    #[error("restore stopped at `{}` and was taken back: {source}", path.display())]
    RestoreFailed {
        /// Where it stopped.
        path: PathBuf,
        /// Why.
        #[source]
        source: Box<Error>,
    },

    /// A restore stopped on the way, and some of what it had done could not be taken back.
    #[error(
        "restore stopped at `{}`: {source}; {} could not be taken back ({}), but both contents are in the store: finish the restore or take it back",
        path.display(),
        counted(left.len()),
        paths_listed(left)
    )]
    RestoreHalfDone {
        /// Where it stopped.
        path: PathBuf,
        /// What is neither as before nor sure to be as it should become.
        left: Vec<PathBuf>,
        /// Why it stopped.
        #[source]
        source: Box<Error>,
    },

    /// The request itself makes no sense.
    #[error("{what}")]
    Invalid {
        /// What is wrong and what to do.
        what: String,
    },
}

impl Error {
    /// A restore that failed and of which these paths could not be taken back; the same
    /// error if there are none.
    pub(crate) fn half_done(self, left: Vec<PathBuf>) -> Self {
        let Some(first) = left.first() else { return self };
        let (path, source) = match self {
            Self::RestoreFailed { path, source } => (path, source),
            other => (first.clone(), Box::new(other)),
        };
        Self::RestoreHalfDone { path, left, source }
    }

    /// A restore that stopped at a path. What the caller asked for, or must decide about,
    /// stays what it is.
    pub(crate) fn stopped(path: PathBuf, error: Self) -> Self {
        match error {
            Self::Cancelled | Self::PlanOutdated { .. } => error,
            other => Self::RestoreFailed { path, source: Box::new(other) },
        }
    }

    /// An error of the operating system, with its place. A full disk has its own.
    pub(crate) fn io(action: &'static str, path: impl AsRef<Path>, source: io::Error) -> Self {
        let path = path.as_ref().to_path_buf();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path },
            _ => Self::Io { action, path, source },
        }
    }
}

fn listed(ids: &[CheckpointId]) -> String {
    let mut names: Vec<String> = ids.iter().take(5).map(ToString::to_string).collect();
    if ids.len() > names.len() {
        names.push("…".to_owned());
    }
    names.join(", ")
}

fn counted(count: usize) -> String {
    if count == 1 { "1 path".to_owned() } else { format!("{count} paths") }
}

fn paths_listed(paths: &[PathBuf]) -> String {
    let mut names: Vec<String> =
        paths.iter().take(5).map(|path| format!("`{}`", path.display())).collect();
    if paths.len() > names.len() {
        names.push("…".to_owned());
    }
    names.join(", ")
}
