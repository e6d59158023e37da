//! Going back: a plan first, then what came of it, or a sentence about what went wrong.

use serde::{Deserialize, Serialize};

use crate::{Listed, Status};

/// What would going back to a moment do?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRestore {
    /// The moment.
    pub id: String,
    /// Which files.
    pub scope: Scope,
}

/// Which files may be touched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Scope {
    /// All of them.
    Whole,
    /// Only what the moment's own session has changed since.
    Session,
    /// Only these, below the workspace.
    Paths {
        /// Files, and folders for all that is in them.
        paths: Vec<String>,
    },
}

/// What going back would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Plan {
    /// The name to carry it out by. It is carried out as it was shown, or not at all.
    pub name: String,
    /// The moment to go back to.
    pub target: String,
    /// Whether something that should be in that checkpoint is not.
    pub incomplete: bool,
    /// Files that would be written.
    pub writes: Listed<PlannedWrite>,
    /// Files that would be deleted. All are saved first.
    pub deletes: Listed<String>,
    /// Files that differ and stay as they are, and why.
    pub leaves: Listed<Leave>,
    /// Files that somebody else has changed since.
    pub conflicts: Listed<Conflict>,
    /// Files that are ignored or elsewhere and were saved by themselves: they would be written.
    pub outside_writes: Listed<PlannedWrite>,
    /// Such files that were not there then: they would be deleted.
    pub outside_deletes: Listed<String>,
}

impl Plan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.changes() == 0
    }

    /// How many files would change.
    pub fn changes(&self) -> u64 {
        self.writes.total
            + self.deletes.total
            + self.outside_writes.total
            + self.outside_deletes.total
    }
}

/// A file that would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedWrite {
    /// The file.
    pub path: String,
    /// Seen from now: added comes back, modified gets its old content, mode its old rights.
    pub status: Status,
}

/// A file that differs and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leave {
    /// The file.
    pub path: String,
    /// Why it stays.
    pub why: LeaveWhy,
}

/// Why a file stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LeaveWhy {
    /// Outside of what was asked for.
    OutOfScope,
    /// Another session, or a person, changed it.
    NotThisSession,
    /// It was ignored when the checkpoint was made, so it may have been there.
    IgnoredThen,
    /// The rules ignore it by now.
    IgnoredNow,
    /// It could not be saved when the checkpoint was made, so it may have been there.
    LeftOutThen,
    /// What is there now cannot be saved first, so it is not overwritten.
    CannotBeSaved,
    /// A reason that is newer than this page.
    #[serde(other)]
    Other,
}

/// A file that somebody else has changed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    /// The file.
    pub path: String,
    /// Which agent, where that is known.
    pub agent: Option<String>,
}

/// Carries a plan out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restore {
    /// The plan's name.
    pub plan: String,
    /// Whether what somebody else has changed is overwritten as well.
    pub all: bool,
}

/// Takes the last restore back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// What was there before it, so that no other restore is taken back by mistake.
    pub safety: String,
}

/// Ends a restore that was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndInterrupted {
    /// Which way.
    pub end: End,
}

/// The two ends of a restore that was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// Everything is restored.
    Finish,
    /// Everything is as it was before.
    TakeBack,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The moment that was gone back to.
    pub target: String,
    /// What was there before.
    pub safety: String,
    /// Files written.
    pub written: u64,
    /// Files deleted.
    pub deleted: u64,
    /// Files that differ and stayed.
    pub left: u64,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Which kind of thing, for a sentence in the person's language.
    pub code: ProblemCode,
    /// The whole of it, in English.
    pub error: String,
}

/// Which kind of thing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProblemCode {
    /// Files have changed since the plan was shown, or the plan is not known any more. Nothing was
    /// written.
    Outdated,
    /// Somebody else has changed files of the plan, and it was not agreed to overwrite them.
    Conflict,
    /// It stopped on the way, and everything is as it was before.
    TakenBack,
    /// It stopped on the way, and some files could not be taken back. Both contents are saved.
    HalfDone,
    /// The disk is full. Nothing was written.
    DiskFull,
    /// Another process restores or saves at this moment.
    Busy,
    /// The checkpoint is gone.
    Gone,
    /// The request has no token, or an old one.
    NoToken,
    /// Something else.
    #[serde(other)]
    Other,
}
