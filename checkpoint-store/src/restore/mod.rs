//! Brings files back: plan, safety checkpoint, journal, apply, verify; undo and redo.
//!
//! Nothing is written before a checkpoint of what is there now is on the disk. A
//! restore that is killed can be finished or taken back by another restore: both
//! sides of every path are in the store.

mod apply;
mod changed_by;
mod folders;
mod in_the_way;
mod journal;
mod merge;
mod plan;
mod planning;
mod run;
mod step_out;

pub(crate) use apply::Applier;
pub use journal::Interrupted;
pub use plan::{Conflict, Leave, LeaveWhy, Plan, PlannedWrite, Scope};
pub use run::Restored;
pub use step_out::{Overlap, OverlapWhy, PastStep, StepLeave, StepLeaveWhy, StepPlan};

use folders::Folders;

use crate::compare::Item;
use crate::paths::TreePath;

/// Whether names that differ in case alone are one name.
const CASELESS: bool = cfg!(any(windows, target_os = "macos"));

/// A path as the system tells it from others.
fn folded(path: &[u8]) -> Vec<u8> {
    if CASELESS { String::from_utf8_lossy(path).to_lowercase().into_bytes() } else { path.to_vec() }
}

/// One path on its way from one content to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) path: TreePath,
    pub(crate) before: Option<Item>,
    pub(crate) after: Option<Item>,
    /// Rights to give, if they are not the usual ones.
    pub(crate) mode_before: Option<u32>,
    pub(crate) mode_after: Option<u32>,
}

impl Step {
    /// The way back.
    pub(crate) fn reversed(&self) -> Self {
        Self {
            path: self.path.clone(),
            before: self.after,
            after: self.before,
            mode_before: self.mode_after,
            mode_after: self.mode_before,
        }
    }
}
