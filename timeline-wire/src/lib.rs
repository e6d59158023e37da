//! What `belay serve` and the timeline in the browser say to each other, as plain data.
//!
//! These are views for a page and not the store's own types: rows are joined with the audit log,
//! lists are bounded and say how long they are, and nothing here needs a disk, so that it compiles
//! for a browser. Both sides use these types and no others.
//!
//! ```text
//! history   what happened, in pages and as news
//! details   one moment: what it changed, what was decided
//! diff      one file, before and after
//! restore   a plan, what came of it, what went wrong
//! storage   what uses space
//! ```

mod details;
mod diff;
mod history;
mod restore;
mod storage;

use serde::{Deserialize, Serialize};

pub use details::{Details, FileChange, Judgement, Status};
pub use diff::{DiffHead, Run, Side};
pub use history::{
    Answer, Head, Interrupted, Kind, Moment, MomentAt, News, Page, Session, UndoableRestore,
};
pub use restore::{
    Conflict, Done, End, EndInterrupted, Leave, LeaveWhy, Plan, PlanRestore, PlannedWrite, Problem,
    ProblemCode, Restore, Scope, Undo,
};
pub use storage::{Storage, StoragePart, StorageSession};

pub use policy_core::wire::{Decision, Recovery, Risk};

/// The beginning of a list, and how long it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed<T> {
    /// How many there are.
    pub total: u64,
    /// The first of them.
    pub first: Vec<T>,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { total: 0, first: Vec::new() }
    }
}

impl<T> Listed<T> {
    /// The first `most` of these.
    pub fn of(all: impl ExactSizeIterator<Item = T>, most: usize) -> Self {
        Self { total: all.len() as u64, first: all.take(most).collect() }
    }

    /// How many are not in it.
    pub fn more(&self) -> u64 {
        self.total.saturating_sub(self.first.len() as u64)
    }
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The moments, by their ids.
    pub ids: Vec<String>,
}
