//! Who changed what since a checkpoint: what a session may take back, and where others would lose
//! work.

use std::collections::{HashMap, HashSet};

use super::plan::{Conflict, LeaveWhy, Plan, Scope};
use crate::compare::{Changed, Side, compare};
use crate::contents::Contents;
use crate::database::restores;
use crate::database::snapshots;
use crate::error::Result;
use crate::ids::{CheckpointId, SessionId};
use crate::paths::TreePath;
use crate::walk::FolderNode;
use crate::workspace::Workspace;

impl Workspace {
    pub(super) fn changed_by(
        &self,
        target: CheckpointId,
        scope: &Scope,
        live: &FolderNode,
    ) -> Result<ChangedBy> {
        let number = self.number();
        let (rows, last) = self.store().database().run(|connection| {
            Ok((
                restores::changed_after(connection, number, target)?,
                snapshots::latest(connection, number)?,
            ))
        })?;
        let mut changed = ChangedBy::default();
        for (path, session, checkpoint) in rows {
            changed.by.entry(path).or_default().push((session, checkpoint));
        }
        // What changed after the newest checkpoint is that session's work so far.
        if let (Scope::Session(session), Some(last)) = (scope, last)
            && last.session.as_ref() == Some(session)
        {
            let objects = self.store().objects();
            let before = Contents::of_commit(objects, last.commit)?.files;
            for change in compare(objects, Side::Stored(before), Side::Live(live))? {
                changed.fresh.insert(change.path.as_bytes().to_vec());
            }
        }
        changed.mine = match scope {
            Scope::Session(session) => Some(session.clone()),
            _ => self.row(target)?.session,
        };
        Ok(changed)
    }
}

/// Who changed which path since the target.
#[derive(Default)]
pub(super) struct ChangedBy {
    by: HashMap<Vec<u8>, Vec<(Option<SessionId>, CheckpointId)>>,
    /// Changed since the newest checkpoint, by the session that made it.
    fresh: HashSet<Vec<u8>>,
    mine: Option<SessionId>,
}

impl ChangedBy {
    /// Why a path stays as it is, where what was asked for leaves it out.
    pub(super) fn leaves(&self, change: &Changed, scope: &Scope) -> Option<LeaveWhy> {
        let path = change.path.as_bytes();
        match scope {
            Scope::All => None,
            Scope::Paths(paths) => (!paths.iter().any(|folder| change.path.is_within(folder)))
                .then_some(LeaveWhy::OutOfScope),
            Scope::Session(session) => {
                let mine = self.fresh.contains(path)
                    || self
                        .by
                        .get(path)
                        .is_some_and(|by| by.iter().any(|(by, _)| by.as_ref() == Some(session)));
                (!mine).then_some(LeaveWhy::NotThisSession)
            }
        }
    }

    /// Names every file of the plan that somebody else changed.
    pub(super) fn name_conflicts(&self, plan: &mut Plan) {
        let conflicts = plan.steps.iter().filter_map(|step| self.conflict(&step.path));
        plan.conflicts.extend(conflicts);
    }

    fn conflict(&self, path: &TreePath) -> Option<Conflict> {
        let by = self.by.get(path.as_bytes())?;
        let (session, checkpoint) = by.iter().find(|(session, _)| *session != self.mine)?;
        Some(Conflict { path: path.clone(), session: session.clone(), checkpoint: *checkpoint })
    }
}
