//! Going back: a plan is made, shown and kept; it is carried out as it was shown, or not at all.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, Result};
use checkpoint_store::{
    self as store, CapturePlan, CheckpointId, Error, Restored, Scope as StoreScope, SessionId,
    Silent, TreePath, Workspace, whole_path,
};
use timeline_wire::{
    Conflict, Done, End, EndInterrupted, Leave, LeaveWhy, Listed, Plan, PlanRestore, PlannedWrite,
    Problem, ProblemCode, Restore, Scope, Undo, UndoableRestore,
};

use super::{Timeline, details, locked};
use crate::audit::{Effect, Entry, Log};
use crate::commands::captured::{self, Captures};
use crate::commands::place::Agents;
use crate::commands::undoing::History as Undoing;
use crate::home::Home;

/// The most files named in a plan.
const MOST: usize = 500;

/// How many plans may wait: a window each.
const WAITING: usize = 8;

/// Plans that were shown, and the restore that can be taken back.
pub(super) struct Restoring {
    home: Home,
    plans: Mutex<VecDeque<Shown>>,
    last: Mutex<Option<Last>>,
}

/// A plan that was shown.
struct Shown {
    name: String,
    moment: String,
    plan: Option<store::Plan>,
    captures: Vec<CapturePlan>,
}

/// The restore that was done last.
struct Last {
    moment: String,
    safety: CheckpointId,
    files: u64,
    /// What was outside of the workspace before it, the newest first.
    captures: Vec<CheckpointId>,
}

/// What goes wrong before the store is asked.
#[derive(Debug)]
struct Refusal(ProblemCode, &'static str);

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.1)
    }
}

impl std::error::Error for Refusal {}

impl Restoring {
    pub(super) fn new(home: Home) -> Self {
        Self { home, plans: Mutex::default(), last: Mutex::default() }
    }

    /// The restore that can be taken back, if it was done here.
    pub(super) fn undoable(&self) -> Option<UndoableRestore> {
        locked(&self.last).as_ref().map(|last| UndoableRestore {
            target: last.moment.clone(),
            safety: last.safety.to_string(),
            files: last.files,
        })
    }

    pub(super) fn plan(&self, timeline: &Timeline, asked: &PlanRestore) -> Result<Plan> {
        let history = timeline.history()?;
        let gone = || Error::NoCheckpoint { asked: asked.id.clone() };
        let (moment, behind) = history.moment(&asked.id).ok_or_else(gone)?;
        let workspace = timeline.existing_workspace()?;
        let session = moment.session.and_then(|at| history.head.sessions.get(at));
        let session = session.map(|session| SessionId::new(session.id.as_str())).transpose()?;
        let scope = match (&asked.scope, session) {
            (Scope::Paths { paths }, _) => StoreScope::Paths(
                paths
                    .iter()
                    .map(|path| {
                        TreePath::new(path)
                            .with_context(|| format!("`{path}` is not a path in the workspace"))
                    })
                    .collect::<Result<_>>()?,
            ),
            (Scope::Session, Some(session)) => StoreScope::Session(session),
            (Scope::Session | Scope::Whole, _) => StoreScope::All,
        };
        let plan = match behind.checkpoint {
            Some(target) => Some(workspace.plan_restore(target, &scope, &mut Silent)?),
            None => None,
        };
        let captures = match (&plan, behind.capture) {
            (Some(plan), _) => captures(timeline, &workspace, plan, &scope)?,
            (None, Some(capture)) => {
                let plan = workspace.store().plan_restore_capture(
                    capture,
                    &[] as &[PathBuf],
                    &mut Silent,
                )?;
                if plan.is_empty() { Vec::new() } else { vec![plan] }
            }
            (None, None) => return Err(gone().into()),
        };
        let agents = Agents::of(workspace.store())?;
        let name = format!("{:032x}", rand::random::<u128>());
        let shown = shown(&name, &asked.id, plan.as_ref(), &captures, &agents);
        let mut plans = locked(&self.plans);
        plans.push_front(Shown { name, moment: asked.id.clone(), plan, captures });
        plans.truncate(WAITING);
        Ok(shown)
    }

    pub(super) fn restore(&self, timeline: &Timeline, asked: &Restore) -> Result<Done> {
        let found = {
            let mut plans = locked(&self.plans);
            let at = plans.iter().position(|shown| shown.name == asked.plan);
            at.and_then(|at| plans.remove(at))
        };
        let Some(shown) = found else {
            return Err(Refusal(
                ProblemCode::Outdated,
                "this plan is not known any more; nothing was written; make a new plan",
            )
            .into());
        };
        let conflicts = shown.plan.as_ref().is_some_and(|plan| !plan.conflicts.is_empty());
        if conflicts && !asked.all {
            locked(&self.plans).push_front(shown);
            return Err(Refusal(
                ProblemCode::Conflict,
                "others have changed files of this plan since; agree to overwrite them, or \
                 restore single files",
            )
            .into());
        }
        let workspace = timeline.existing_workspace()?;
        let mut done = Done { target: shown.moment.clone(), ..Done::default() };
        let mut last = None;
        if let Some(plan) = shown.plan.filter(|plan| !plan.is_empty()) {
            let restored = workspace.restore(plan, &mut Silent)?;
            self.write_down(restored.target);
            count(&mut done, &restored);
            last = Some(restored.safety);
        }
        Undoing::forget(&timeline.place.home, &timeline.place.root);
        let mut captures = Vec::new();
        for plan in shown.captures {
            let checkpoint = plan.checkpoint;
            let back = workspace.store().restore_capture(plan, &mut Silent).context(
                "what the checkpoint holds is restored, what was saved beside it is not all restored",
            )?;
            done.written += back.written.len() as u64;
            done.deleted += back.deleted.len() as u64;
            if last.is_none() && captures.is_empty() {
                self.write_down(checkpoint);
            }
            captures.insert(0, back.safety);
        }
        let safety = last.or_else(|| captures.first().copied());
        if let Some(safety) = safety {
            done.safety = safety.to_string();
            *locked(&self.last) = Some(Last {
                moment: shown.moment,
                safety,
                files: done.written + done.deleted,
                captures,
            });
        }
        Ok(done)
    }

    /// Takes the last restore back, if it is still the one that is meant.
    pub(super) fn undo(&self, timeline: &Timeline, asked: &Undo) -> Result<Done> {
        let mut last = locked(&self.last);
        let Some(meant) = last.as_ref().filter(|last| last.safety.to_string() == asked.safety)
        else {
            return Err(Refusal(
                ProblemCode::Outdated,
                "something else was restored since; choose the checkpoint in the timeline",
            )
            .into());
        };
        let workspace = timeline.existing_workspace()?;
        let mut done = Done { target: meant.safety.to_string(), ..Done::default() };
        if !meant.captures.contains(&meant.safety) {
            let plan = workspace.plan_undo(&mut Silent)?;
            if plan.target != meant.safety {
                return Err(Refusal(
                    ProblemCode::Outdated,
                    "something else was restored since; choose the checkpoint in the timeline",
                )
                .into());
            }
            let restored = workspace.restore(plan, &mut Silent)?;
            self.write_down(restored.target);
            count(&mut done, &restored);
        }
        for capture in &meant.captures {
            let store = workspace.store();
            let plan = store.plan_restore_capture(*capture, &[] as &[PathBuf], &mut Silent)?;
            let back = store.restore_capture(plan, &mut Silent)?;
            done.written += back.written.len() as u64;
            done.deleted += back.deleted.len() as u64;
        }
        *last = None;
        Undoing::forget(&timeline.place.home, &timeline.place.root);
        Ok(done)
    }

    /// Brings a restore that was cut short to one of its two ends.
    pub(super) fn end_interrupted(
        &self,
        timeline: &Timeline,
        asked: EndInterrupted,
    ) -> Result<Done> {
        let workspace = timeline.existing_workspace()?;
        let ended = match asked.end {
            End::Finish => workspace.finish_interrupted(&mut Silent)?,
            End::TakeBack => workspace.take_back_interrupted(&mut Silent)?,
        };
        let mut done = Done::default();
        if let Some(restored) = ended {
            self.write_down(restored.target);
            done.target = restored.target.to_string();
            count(&mut done, &restored);
        }
        Undoing::forget(&timeline.place.home, &timeline.place.root);
        Ok(done)
    }

    /// Writes into the log that something was brought back. The restore itself is done and on
    /// record in the store, so a log that cannot be written stops nothing.
    fn write_down(&self, target: CheckpointId) {
        let effect = Effect {
            agent: "belay".to_owned(),
            result: "restored".to_owned(),
            approved_by: Some("browser".to_owned()),
            checkpoint: Some(target.to_string()),
            ..Effect::default()
        };
        if let Err(error) = Log::new(self.home.audit()).append(Entry::Effect(Box::new(effect))) {
            anstream::eprintln!("the audit log was not written: {error:#}");
        }
    }
}

fn count(done: &mut Done, restored: &Restored) {
    done.safety = restored.safety.to_string();
    done.written += restored.written.len() as u64;
    done.deleted += restored.deleted.len() as u64;
    done.left += restored.left.len() as u64;
}

/// What was captured since, as far as the scope reaches.
fn captures(
    timeline: &Timeline,
    workspace: &Workspace,
    plan: &store::Plan,
    scope: &StoreScope,
) -> Result<Vec<CapturePlan>> {
    let captures = Captures::of(workspace.store(), workspace)?;
    let mut since = captures.since(plan.target);
    if let StoreScope::Session(session) = scope {
        since.retain(|capture| capture.session.as_ref() == Some(session));
    }
    let asked: Option<Vec<PathBuf>> = match scope {
        StoreScope::Paths(paths) => {
            Some(paths.iter().map(|path| timeline.place.root.join(path.to_path())).collect())
        }
        _ => None,
    };
    let wanted = |path: &Path| match &asked {
        Some(asked) => asked.iter().any(|asked| path.starts_with(asked)),
        // Going back to older files is no reason to move branches.
        None => !path.ancestors().any(|folder| folder.ends_with(".git")),
    };
    captured::plan(workspace.store(), workspace, &since, Some((plan.target, plan)), &wanted)
}

/// A plan as the page shows it.
fn shown(
    name: &str,
    moment: &str,
    plan: Option<&store::Plan>,
    captures: &[CapturePlan],
    agents: &Agents,
) -> Plan {
    let mut shown = Plan { name: name.to_owned(), target: moment.to_owned(), ..Plan::default() };
    if let Some(plan) = plan {
        let write = |write: &store::PlannedWrite| PlannedWrite {
            path: write.path.to_string(),
            status: details::status(write.status),
        };
        let leave =
            |leave: &store::Leave| Leave { path: leave.path.to_string(), why: why(leave.why) };
        let conflict = |conflict: &store::Conflict| Conflict {
            path: conflict.path.to_string(),
            agent: conflict.session.as_ref().map(|id| agents.name(Some(id)).to_owned()),
        };
        shown.incomplete = !plan.target_complete;
        shown.writes = Listed::of(plan.writes.iter().map(write), MOST);
        shown.deletes = Listed::of(plan.deletes.iter().map(ToString::to_string), MOST);
        shown.leaves = Listed::of(plan.leaves.iter().map(leave), MOST);
        shown.conflicts = Listed::of(plan.conflicts.iter().map(conflict), MOST);
    }
    let whole = |path: &TreePath| whole_path(path).display().to_string();
    let outside: Vec<PlannedWrite> = captures
        .iter()
        .flat_map(|plan| &plan.writes)
        .map(|write| PlannedWrite {
            path: whole(&write.path),
            status: details::status(write.status),
        })
        .collect();
    let gone: Vec<String> = captures.iter().flat_map(|plan| &plan.deletes).map(whole).collect();
    shown.outside_writes = Listed::of(outside.into_iter(), MOST);
    shown.outside_deletes = Listed::of(gone.into_iter(), MOST);
    shown
}

fn why(why: store::LeaveWhy) -> LeaveWhy {
    match why {
        store::LeaveWhy::OutOfScope => LeaveWhy::OutOfScope,
        store::LeaveWhy::NotThisSession => LeaveWhy::NotThisSession,
        store::LeaveWhy::IgnoredThen => LeaveWhy::IgnoredThen,
        store::LeaveWhy::IgnoredNow => LeaveWhy::IgnoredNow,
        store::LeaveWhy::LeftOutThen => LeaveWhy::LeftOutThen,
        store::LeaveWhy::CannotBeSaved => LeaveWhy::CannotBeSaved,
        _ => LeaveWhy::Other,
    }
}

/// What went wrong, as the page tells it.
pub(super) fn problem_of(error: &anyhow::Error) -> Problem {
    let code = if let Some(Refusal(code, _)) = error.downcast_ref() {
        *code
    } else {
        match error.downcast_ref::<Error>() {
            Some(Error::PlanOutdated { .. }) => ProblemCode::Outdated,
            Some(Error::RestoreFailed { .. }) => ProblemCode::TakenBack,
            Some(Error::RestoreHalfDone { .. }) => ProblemCode::HalfDone,
            Some(Error::DiskFull { .. }) => ProblemCode::DiskFull,
            Some(Error::Busy { .. }) => ProblemCode::Busy,
            Some(
                Error::NoCheckpoint { .. } | Error::NoSession { .. } | Error::NoMessage { .. },
            ) => ProblemCode::Gone,
            _ => ProblemCode::Other,
        }
    };
    Problem { code, error: format!("{error:#}") }
}
