//! `belay undo` and `belay redo`: the last thing that went wrong, taken back; step by step.
//!
//! Going back means: to the newest checkpoint that differs from what is there now, and every file
//! elsewhere that was captured since. The second undo goes one further; redo comes back.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use checkpoint_store::{
    CapturePlan, Checkpoint, CheckpointId, Filter, Plan, Scope, Status, Store, TreePath, Workspace,
};

use jiff::Timestamp;

use super::Exit;
use super::asking::{Bar, confirmed};
use super::place::{Agents, NOTHING_SAVED, Place};
use super::restore::{Doing, How, Lines, about, interrupted};
use super::undoing::{History, Step};
use crate::output::{BAD, GOOD, STRONG, WARNING, ago, styled};

/// How to go back.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Also what others have changed since.
    #[arg(long)]
    pub all: bool,
    /// How it is carried out.
    #[command(flatten)]
    pub how: How,
}

/// Where an undo goes.
struct Back {
    target: Checkpoint,
    plan: Plan,
    captures: Vec<CapturePlan>,
}

/// Takes back the last thing that happened.
///
/// # Errors
/// There is nothing to take back, nobody can be asked, or it failed and was itself taken back.
pub fn undo(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let Some(store) = place.existing_store()? else {
        anstream::println!("{NOTHING_SAVED} There is nothing to undo.");
        return Ok(Exit::Failed);
    };
    let workspace = store.workspace(&place.root)?;
    let agents = Agents::of(&store)?;
    if let Some(note) = interrupted(&workspace)? {
        anstream::eprintln!("{} {note}", styled(WARNING, "warning:"));
    }
    let newest = newest(&workspace)?;
    let mut history = History::read(&place.home, &place.root, newest);
    let Some(back) = find(&store, &workspace, &history)? else {
        let further = if history.steps.is_empty() { "" } else { " further" };
        anstream::println!(
            "There is nothing to undo{further}: the files are as every checkpoint has them."
        );
        return Ok(Exit::Failed);
    };
    let title = format!("Back to {}", about(&back.target, &agents));
    let doing = Doing {
        place: &place,
        workspace: &workspace,
        agents: &agents,
        title,
        all: options.all,
        back: "redo",
    };
    let step = Step::to(back.target.id);
    let (exit, step) = both(&doing, &store, back.plan, back.captures, options.how, step)?;
    if let Some(step) = step {
        history.steps.push(step);
        history.newest = self::newest(&workspace)?;
        history.keep(&place.home, &place.root)?;
    }
    Ok(exit)
}

/// Takes back the last undo.
///
/// # Errors
/// There is none, nobody can be asked, or it failed and was itself taken back.
pub fn redo(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let nothing = "There is no undo to take back; a new checkpoint or restore ends what could be.";
    let Some(store) = place.existing_store()? else {
        anstream::println!("{NOTHING_SAVED}");
        return Ok(Exit::Failed);
    };
    let workspace = store.workspace(&place.root)?;
    let agents = Agents::of(&store)?;
    let mut history = History::read(&place.home, &place.root, newest(&workspace)?);
    let Some(step) = history.steps.pop() else {
        anstream::println!("{nothing}");
        return Ok(Exit::Failed);
    };
    let target = step.safety.unwrap_or(step.target);
    // A name that is no Unicode was not kept exactly; then all files are compared.
    let exact = !step.paths.iter().any(|path| path.contains('\u{fffd}'));
    let paths: Vec<TreePath> = step.paths.iter().filter_map(TreePath::new).collect();
    let scope = if exact { Scope::Paths(paths) } else { Scope::All };
    let plan = workspace.plan_restore(target, &scope, &mut Bar::new())?;
    let mut captures = Vec::new();
    for capture in &step.captures {
        captures.push(plan_capture(&store, *capture)?);
    }
    let found = workspace.find(&target.to_string())?;
    let doing = Doing {
        place: &place,
        workspace: &workspace,
        agents: &agents,
        title: format!(
            "Take back the undo of {} (to {})",
            ago(found.created, Timestamp::now()),
            found.id.short()
        ),
        all: true,
        back: "undo",
    };
    let (exit, done) = both(&doing, &store, plan, captures, options.how, Step::to(target))?;
    if done.is_some() {
        history.newest = newest(&workspace)?;
        history.keep(&place.home, &place.root)?;
    }
    Ok(exit)
}

/// Finds the newest point that differs from now, further back than the undos so far.
fn find(store: &Store, workspace: &Workspace, history: &History) -> Result<Option<Back>> {
    let limit = history.steps.last().map(|step| step.target);
    if limit.is_none()
        && let Some(back) = last_restore(workspace)?
    {
        return Ok(Some(back));
    }
    let checkpoints = workspace.list(&Filter::default())?;
    let older = |id: CheckpointId| limit.is_none_or(|limit| id <= limit);
    let captures = captures(store, workspace, history)?;
    let mut same = HashSet::new();
    for target in checkpoints.into_iter().filter(|checkpoint| older(checkpoint.id)) {
        let since: Vec<CheckpointId> = captures
            .iter()
            .filter(|capture| belongs(capture, &target))
            .map(|capture| capture.id)
            .collect();
        if same.contains(&target.tree) && since.is_empty() {
            continue;
        }
        let plan = workspace.plan_restore(target.id, &Scope::All, &mut Bar::new())?;
        let mut plans = Vec::new();
        for capture in since {
            let plan = plan_capture(store, capture)?;
            if !plan.is_empty() {
                plans.push(plan);
            }
        }
        if plan.is_empty() && plans.is_empty() {
            same.insert(target.tree);
            continue;
        }
        return Ok(Some(Back { target, plan, captures: plans }));
    }
    Ok(None)
}

/// Where the last thing that happened was a restore, it is taken back file by file.
fn last_restore(workspace: &Workspace) -> Result<Option<Back>> {
    let Some(last) = workspace.restores()?.into_iter().max_by_key(|past| past.created) else {
        return Ok(None);
    };
    // Something was saved since: that is newer.
    if newest(workspace)?.is_some_and(|newest| newest > last.safety) {
        return Ok(None);
    }
    let Ok(plan) = workspace.plan_undo(&mut Bar::new()) else { return Ok(None) };
    if plan.target != last.safety || plan.is_empty() {
        return Ok(None);
    }
    let target = workspace.find(&last.safety.to_string())?;
    Ok(Some(Back { target, plan, captures: Vec::new() }))
}

/// Captures of this workspace's sessions, newest first. What an undo itself has captured is not
/// among them.
fn captures(store: &Store, workspace: &Workspace, history: &History) -> Result<Vec<Checkpoint>> {
    let own: HashSet<CheckpointId> =
        history.steps.iter().flat_map(|step| step.captures.iter().copied()).collect();
    let here = workspace.root();
    let sessions: HashSet<_> = store
        .sessions()?
        .into_iter()
        .filter(|session| session.workspace.as_deref().is_some_and(|folder| same(folder, here)))
        .map(|session| session.id)
        .collect();
    let all = store.captures()?.into_iter();
    Ok(all
        .filter(|capture| !own.contains(&capture.id))
        .filter(|capture| capture.session.as_ref().is_some_and(|id| sessions.contains(id)))
        .collect())
}

fn same(one: &std::path::Path, other: &std::path::Path) -> bool {
    one == other || dunce::canonicalize(one).is_ok_and(|one| one == other)
}

/// Whether a capture was made for what came after a checkpoint, or together with it.
fn belongs(capture: &Checkpoint, target: &Checkpoint) -> bool {
    capture.id > target.id
        || (capture.session == target.session
            && capture.reason == target.reason
            && target.created.duration_since(capture.created).as_secs() < 60)
}

fn plan_capture(store: &Store, capture: CheckpointId) -> Result<CapturePlan> {
    Ok(store.plan_restore_capture(capture, &[] as &[PathBuf], &mut Bar::new())?)
}

/// Carries out the part in the workspace and the part outside of it.
fn both(
    doing: &Doing<'_>,
    store: &Store,
    plan: Plan,
    captures: Vec<CapturePlan>,
    how: How,
    mut step: Step,
) -> Result<(Exit, Option<Step>)> {
    if captures.is_empty() {
        let (exit, done) = doing.carry_out(plan, how)?;
        return Ok((exit, done.map(|done| step.restored(&done))));
    }
    show_outside(&captures)?;
    let inside_is_empty = plan.is_empty();
    let (exit, done) = doing.carry_out(plan, how)?;
    if how.dry_run || (done.is_none() && !inside_is_empty) {
        return Ok((exit, None));
    }
    if inside_is_empty && !confirmed("Bring back what lies outside?", how.yes)? {
        return Ok((Exit::Done, None));
    }
    if let Some(done) = &done {
        step = step.restored(done);
    }
    let mut files = 0;
    for capture in captures {
        let done = store
            .restore_capture(capture, &mut Bar::new())
            .context("the workspace is back, what lies outside of it is not")?;
        files += done.written.len() + done.deleted.len();
        step.captures.insert(0, done.safety);
    }
    if !how.json {
        anstream::println!(
            "{} {} outside of the workspace.",
            styled(GOOD, "Also back:"),
            crate::output::count(files, "file")
        );
    }
    Ok((exit, Some(step)))
}

fn show_outside(captures: &[CapturePlan]) -> Result<()> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", styled(STRONG, "Outside of the workspace"))?;
    let mut lines = Lines::default();
    for capture in captures {
        let writes = capture.writes.iter().map(|write| {
            let what = match write.status {
                Status::Added => "comes back",
                _ => "gets its old content",
            };
            (whole(&write.path), what.to_owned())
        });
        lines.add("write", GOOD, writes);
        let deletes = capture.deletes.iter();
        lines.add("delete", BAD, deletes.map(|path| (whole(path), "was not there".to_owned())));
    }
    lines.write(&mut out)
}

/// A captured path as people write it.
fn whole(path: &TreePath) -> String {
    if cfg!(windows) { path.to_string() } else { format!("/{path}") }
}

fn newest(workspace: &Workspace) -> Result<Option<CheckpointId>> {
    let filter = Filter { limit: Some(1), ..Filter::default() };
    Ok(workspace.list(&filter)?.pop().map(|checkpoint| checkpoint.id))
}
