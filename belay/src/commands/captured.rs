//! What was captured beside checkpoints, brought back with them: ignored files, files elsewhere,
//! the state of a repository.

use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use checkpoint_store::{
    CapturePlan, CaptureRestored, Checkpoint, CheckpointId, Plan, SessionId, Store, TreePath,
    Workspace, whole_path,
};

use super::asking::Bar;
use super::restore::Lines;
use crate::output::{BAD, GOOD, STRONG, count, styled};
use crate::rewind::words::written;

/// The captures that were made for sessions of one workspace, newest first. What a restore has
/// captured for its own undo is not among them.
#[derive(Debug)]
pub struct Captures(Vec<Checkpoint>);

impl Captures {
    /// Asks the store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of(store: &Store, workspace: &Workspace) -> Result<Self> {
        let here = workspace.root();
        let sessions: HashSet<SessionId> = store
            .sessions()?
            .into_iter()
            .filter(|session| session.workspace.as_deref().is_some_and(|folder| same(folder, here)))
            .map(|session| session.id)
            .collect();
        let of_here =
            |capture: &Checkpoint| capture.session.as_ref().is_some_and(|id| sessions.contains(id));
        Ok(Self(store.captures()?.into_iter().filter(of_here).collect()))
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Checkpoint] {
        &self.0
    }

    /// Those that belong to no line of the log: what a tool wrote outside of the workspace, or to
    /// an ignored file, with no checkpoint made for the same call.
    #[must_use]
    pub fn alone(&self, checkpoints: &[Checkpoint]) -> Vec<&Checkpoint> {
        let lines: HashMap<CheckpointId, &Checkpoint> =
            checkpoints.iter().chain(&self.0).map(|one| (one.id, one)).collect();
        // The same command may come again before anything in the workspace has changed: only the
        // first capture belongs to the checkpoint, the others are moments of their own.
        let mut first: HashMap<CheckpointId, CheckpointId> = HashMap::new();
        for capture in &self.0 {
            if let Some(parent) = capture.parent {
                let oldest = first.entry(parent).or_insert(capture.id);
                *oldest = capture.id.min(*oldest);
            }
        }
        let beside = |capture: &Checkpoint| {
            capture.parent.and_then(|parent| lines.get(&parent)).is_some_and(|parent| {
                parent.session == capture.session
                    && parent.reason == capture.reason
                    && first.get(&parent.id) == Some(&capture.id)
            })
        };
        self.0.iter().filter(|capture| !beside(capture)).collect()
    }

    /// The capture a person means, by its id or enough of either end.
    #[must_use]
    pub fn named(&self, typed: &str) -> Option<&Checkpoint> {
        let mut fitting = self.0.iter().filter(|capture| capture.id.answers_to(typed));
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// Those made at this point or later.
    #[must_use]
    pub fn since(&self, point: CheckpointId) -> Vec<&Checkpoint> {
        self.0.iter().filter(|capture| capture.id >= point).collect()
    }
}

/// Whether two folders are one.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    let other = dunce::simplified(other);
    dunce::simplified(one) == other || dunce::canonicalize(one).is_ok_and(|one| one == other)
}

/// What bringing captures back would do, the newest first. Each path is taken from the oldest
/// capture that has it, and from none where the checkpoint that is gone back to speaks for it.
///
/// # Errors
/// The store cannot be read.
pub fn plan(
    store: &Store,
    workspace: &Workspace,
    captures: &[&Checkpoint],
    base: Option<(CheckpointId, &Plan)>,
    wanted: &dyn Fn(&Path) -> bool,
) -> Result<Vec<CapturePlan>> {
    let asked: Vec<Vec<PathBuf>> = captures
        .iter()
        .map(|capture| store.captured_paths(capture.id))
        .collect::<Result<_, _>>()?;
    let mut plans = Vec::new();
    for (index, capture) in captures.iter().enumerate() {
        let older = asked.get(index + 1..).unwrap_or_default();
        let wanted = |path: &Path| {
            wanted(path)
                && !older.iter().flatten().any(|asked| path.starts_with(asked))
                && !base.is_some_and(|base| speaks_for(workspace, base, path))
        };
        let plan = store.plan_restore_capture_where(capture.id, &wanted, &mut Bar::new())?;
        if !plan.is_empty() {
            plans.push(plan);
        }
    }
    Ok(plans)
}

/// Whether a checkpoint knows what a path was: it holds it, or knows that it was not there.
fn speaks_for(workspace: &Workspace, (id, plan): (CheckpointId, &Plan), path: &Path) -> bool {
    let root = dunce::simplified(workspace.root());
    let Some(path) = path.strip_prefix(root).ok().and_then(TreePath::new) else {
        return false;
    };
    plan.writes.iter().any(|write| write.path == path)
        || plan.deletes.contains(&path)
        || workspace.holds(id, &path).unwrap_or(false)
}

/// Shows plans.
///
/// # Errors
/// The output is closed.
pub fn show(plans: &[CapturePlan]) -> Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", styled(STRONG, "Beside the checkpoint (ignored, or elsewhere)"))?;
    let mut lines = Lines::default();
    for plan in plans {
        let writes =
            plan.writes.iter().map(|write| (whole(&write.path), written(write.status).to_owned()));
        lines.add("write", GOOD, writes);
        let deletes = plan.deletes.iter();
        lines.add("delete", BAD, deletes.map(|path| (whole(path), "was not there".to_owned())));
    }
    lines.write(&mut out)
}

/// Carries plans out, in their order.
///
/// # Errors
/// One failed and was taken back; those before it are done.
pub fn carry_out(
    store: &Store,
    plans: Vec<CapturePlan>,
    json: bool,
) -> Result<Vec<CaptureRestored>> {
    let mut done = Vec::new();
    for plan in plans {
        done.push(store.restore_capture(plan, &mut Bar::new()).context(
            "what the checkpoint holds is back, what was saved beside it is not all back",
        )?);
    }
    let files: usize = done.iter().map(|done| done.written.len() + done.deleted.len()).sum();
    if json {
        let mut out = anstream::stdout().lock();
        for done in &done {
            writeln!(out, "{}", serde_json::to_string(done)?)?;
        }
    } else {
        anstream::println!(
            "{} {} beside the checkpoint.",
            styled(GOOD, "Done:"),
            count(files, "file")
        );
    }
    Ok(done)
}

/// A captured path as people write it.
fn whole(path: &TreePath) -> String {
    whole_path(path).display().to_string()
}
