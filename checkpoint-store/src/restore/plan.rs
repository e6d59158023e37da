//! What a restore would do, as it is shown before it does it.

use std::collections::HashSet;

use serde::Serialize;

use super::folders::Folders;
use super::step_out::Made;
use super::{Step, folded};
use crate::database::restores::Purpose;
use crate::diff::Status;
use crate::ids::{CheckpointId, ObjectId, SessionId};
use crate::paths::TreePath;
use crate::walk::Tracked;

/// Which paths a restore may touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole workspace.
    All,
    /// Only what this session changed since the checkpoint.
    Session(SessionId),
    /// Only these files and what is below these folders.
    Paths(Vec<TreePath>),
}

/// What a restore would do.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "RestorePlan"))]
pub struct Plan {
    /// The checkpoint to go to.
    pub target: CheckpointId,
    /// Whether that checkpoint had everything.
    pub target_complete: bool,
    /// Files that would be written.
    pub writes: Vec<PlannedWrite>,
    /// Files that would be deleted. All are in the safety checkpoint.
    pub deletes: Vec<TreePath>,
    /// Files that differ and would stay as they are, and why.
    pub leaves: Vec<Leave>,
    /// Files in the plan that somebody else changed since.
    pub conflicts: Vec<Conflict>,
    #[serde(skip)]
    pub(super) steps: Vec<Step>,
    #[serde(skip)]
    pub(super) folders: Folders,
    #[serde(skip)]
    pub(super) also: Tracked,
    #[serde(skip)]
    pub(super) purpose: Purpose,
    /// The tree the plan was made from.
    #[serde(skip)]
    pub(super) seen: Option<ObjectId>,
    /// The target, where it is made only when the plan is carried out.
    #[serde(skip)]
    pub(super) made: Option<Made>,
}

impl Plan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.folders.is_empty()
    }
}

/// A file that would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlannedWrite {
    /// The file.
    pub path: TreePath,
    /// Seen from now: added comes back, modified gets its old content, mode its old rights.
    pub status: Status,
}

/// A file that differs and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Leave {
    /// The file.
    pub path: TreePath,
    /// Why it stays.
    pub why: LeaveWhy,
}

/// Why a file stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum LeaveWhy {
    /// Outside of what was asked for.
    OutOfScope,
    /// Another session, or a person, changed it.
    NotThisSession,
    /// It was ignored when the checkpoint was made, so it may have been there.
    IgnoredThen,
    /// The rules ignore it by now. It is in an earlier checkpoint and would go, were it not
    /// ignored.
    IgnoredNow,
    /// It could not be saved when the checkpoint was made, so it may have been there.
    LeftOutThen,
    /// What is there now cannot be saved first, so it is not overwritten.
    CannotBeSaved,
}

/// A file in the plan that somebody else changed after the checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Conflict {
    /// The file.
    pub path: TreePath,
    /// Who; `None` if it is not known.
    pub session: Option<SessionId>,
    /// The checkpoint that first had the change.
    pub checkpoint: CheckpointId,
}

impl Plan {
    /// Everything that is about to be touched, as it is noted: folders end in a slash.
    pub(super) fn touched(&self) -> Vec<Vec<u8>> {
        let files = self.steps.iter().map(|step| step.path.as_bytes().to_vec());
        let folders = self.folders.touched();
        files.chain(folders.into_iter().map(|path| [path.as_slice(), b"/"].concat())).collect()
    }

    /// The paths of files that go, as the system tells them apart.
    pub(super) fn removed(&self) -> HashSet<Vec<u8>> {
        let gone = self.steps.iter().filter(|step| step.after.is_none());
        gone.map(|step| folded(step.path.as_bytes())).collect()
    }

    /// What is written and what is deleted.
    pub(super) fn describe_steps(&mut self) {
        for step in &self.steps {
            match (step.before, step.after) {
                (_, None) => self.deletes.push(step.path.clone()),
                (before, Some(after)) => {
                    let status = match before {
                        None => Status::Added,
                        Some(before) if before.id == after.id => Status::Mode,
                        Some(_) => Status::Modified,
                    };
                    self.writes.push(PlannedWrite { path: step.path.clone(), status });
                }
            }
        }
    }
}
