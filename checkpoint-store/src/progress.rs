//! How long work tells where it is, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use crate::error::{Error, Result};

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Stage {
    /// Looking at files.
    Walk,
    /// Reading, hashing and packing what is new.
    Store,
    /// Waiting until it is on the disk.
    Sync,
    /// Comparing before a restore.
    Plan,
    /// Writing and deleting files of a restore.
    Apply,
    /// Checking the result of a restore.
    Verify,
    /// Removing what no checkpoint needs.
    Collect,
    /// Writing a session to a file.
    Export,
    /// Taking a session in from a file.
    Import,
    /// Looking for damage.
    Check,
}

/// Somebody who wants to know how far it is.
pub trait Progress: Send {
    /// `done` of `total` steps; a total of zero is not known yet. Called at most a
    /// few hundred times for one operation.
    fn at(&mut self, stage: Stage, done: u64, total: u64);

    /// The switch that stops the work, if there is one.
    fn cancel(&self) -> Option<&Cancel> {
        None
    }
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn at(&mut self, _stage: Stage, _done: u64, _total: u64) {}
}

/// A switch that stops work at its next safe step. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks the work to stop.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops here if the caller asked for it.
pub(crate) fn checkpoint(cancel: Option<&Cancel>) -> Result<()> {
    if cancel.is_some_and(Cancel::asked) { Err(Error::Cancelled) } else { Ok(()) }
}
