//! `belay undo` and `belay redo`: the last thing that went wrong, taken back; step by step.
//!
//! Going back means: to the newest checkpoint that differs from what is there now, and every
//! ignored file and file elsewhere that was captured since. The second undo goes one further; redo comes back.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use anyhow::Result;
use checkpoint_store::{
    CapturePlan, Checkpoint, CheckpointId, Filter, Leave, Plan, Scope, Store, TreePath, Workspace,
};

use jiff::Timestamp;

use super::Exit;
use super::asking::{Bar, confirmed};
use super::captured::{self, Captures};
use super::place::{Agents, NOTHING_SAVED, Place};
use super::restore::{Doing, How, OUT_OF_REACH, about, interrupted, is_out_of_reach, show_leaves};
use super::undoing::{History, Step};
use crate::output::{STRONG, WARNING, ago, styled};

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
    /// The point: a checkpoint, or a capture that was made by itself.
    target: Checkpoint,
    /// The part in the workspace, where a checkpoint of it was made.
    plan: Option<Plan>,
    captures: Vec<CapturePlan>,
}

/// What there is to take back.
enum Found {
    Back(Box<Back>),
    /// Files differ, and none of them can be saved first, so none is written over.
    OutOfReach(Vec<Leave>),
    Nothing,
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
    end_interrupted_captures(&store, options.how)?;
    let captures = Captures::of(&store, &workspace)?;
    let newest = newest(&workspace, &captures)?;
    let mut history = History::read(&place.home, &place.root, newest);
    let back = match find(&store, &workspace, &captures, &history)? {
        Found::Back(back) => back,
        Found::OutOfReach(leaves) => {
            anstream::println!("{}", styled(STRONG, "Nothing was undone"));
            show_leaves(&leaves, &mut anstream::stdout())?;
            anstream::println!("{OUT_OF_REACH}");
            return Ok(Exit::Failed);
        }
        Found::Nothing => {
            let further = if history.steps.is_empty() { "" } else { " further" };
            anstream::println!(
                "There is nothing to undo{further}: the files are as every checkpoint has them."
            );
            return Ok(Exit::Failed);
        }
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
        history.newest = self::newest(&workspace, &captures)?;
        history.keep(&place.home, &place.root)?;
    }
    Ok(exit)
}

/// Goes back to what was captured by itself before a call, as an undo that far would.
///
/// # Errors
/// Nobody can be asked, or it failed and was itself taken back.
pub fn back_to(place: &Place, workspace: &Workspace, made: &Checkpoint, how: How) -> Result<Exit> {
    let store = workspace.store();
    let agents = Agents::of(store)?;
    let captures = Captures::of(store, workspace)?;
    let base = match made.parent {
        Some(parent) => workspace.find(&parent.to_string()).ok(),
        None => None,
    };
    let point = Point { made, base: base.as_ref() };
    let (plan, plans) = point.plan(store, workspace, &captures.since(made.id))?;
    if plan.as_ref().is_none_or(Plan::is_empty) && plans.is_empty() {
        anstream::println!("Everything is as it was then; there is nothing to do.");
        return Ok(Exit::Done);
    }
    let title = format!("Back to {}", about(made, &agents));
    let doing = Doing { place, workspace, agents: &agents, title, all: false, back: "redo" };
    let mut history = History::read(&place.home, &place.root, newest(workspace, &captures)?);
    let (exit, step) = both(&doing, store, plan, plans, how, Step::to(made.id))?;
    if let Some(step) = step {
        history.steps.push(step);
        history.newest = newest(workspace, &captures)?;
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
    let captures = Captures::of(&store, &workspace)?;
    let newest_before = newest(&workspace, &captures)?;
    let mut history = History::read(&place.home, &place.root, newest_before);
    let Some(step) = history.steps.pop() else {
        anstream::println!("{nothing}");
        return Ok(Exit::Failed);
    };
    // A name that is no Unicode was not kept exactly; then all files are compared.
    let exact = !step.paths.iter().any(|path| path.contains('\u{fffd}'));
    let paths: Vec<TreePath> = step.paths.iter().filter_map(TreePath::new).collect();
    let scope = if exact { Scope::Paths(paths) } else { Scope::All };
    let plan = match step.safety {
        Some(safety) => Some(workspace.plan_restore(safety, &scope, &mut Bar::new())?),
        None => None,
    };
    let mut plans = Vec::new();
    for capture in &step.captures {
        plans.push(store.plan_restore_capture(*capture, &[] as &[PathBuf], &mut Bar::new())?);
    }
    let title = match step.safety {
        Some(safety) => {
            let found = workspace.find(&safety.to_string())?;
            let when = ago(found.created, Timestamp::now());
            format!("Take back the undo of {when} (to {})", found.id.short())
        }
        None => "Take back the last undo".to_owned(),
    };
    let doing = Doing {
        place: &place,
        workspace: &workspace,
        agents: &agents,
        title,
        all: true,
        back: "undo",
    };
    let step = Step::to(step.safety.unwrap_or(step.target));
    let (exit, done) = both(&doing, &store, plan, plans, options.how, step)?;
    if done.is_some() {
        history.newest = newest(&workspace, &captures)?;
        history.keep(&place.home, &place.root)?;
    }
    Ok(exit)
}

/// A moment that can be gone back to.
struct Point<'t> {
    made: &'t Checkpoint,
    /// The checkpoint of the workspace at that moment.
    base: Option<&'t Checkpoint>,
}

impl Point<'_> {
    /// What going there would do, in the workspace and beside it.
    fn plan(
        &self,
        store: &Store,
        workspace: &Workspace,
        since: &[&Checkpoint],
    ) -> Result<(Option<Plan>, Vec<CapturePlan>)> {
        let plan = match self.base {
            Some(base) => Some(workspace.plan_restore(base.id, &Scope::All, &mut Bar::new())?),
            None => None,
        };
        let base = self.base.map(|base| base.id).zip(plan.as_ref());
        let plans = captured::plan(store, workspace, since, base, &|_| true)?;
        Ok((plan, plans))
    }
}

/// Finds the newest point that differs from now, further back than the undos so far.
fn find(
    store: &Store,
    workspace: &Workspace,
    captures: &Captures,
    history: &History,
) -> Result<Found> {
    let limit = history.steps.last().map(|step| step.target);
    if limit.is_none()
        && let Some(back) = last_restore(workspace, captures)?
    {
        return Ok(Found::Back(Box::new(back)));
    }
    let checkpoints = workspace.list(&Filter::default())?;
    let by_id: HashMap<CheckpointId, &Checkpoint> =
        checkpoints.iter().map(|checkpoint| (checkpoint.id, checkpoint)).collect();
    let mut points: Vec<Point<'_>> = checkpoints
        .iter()
        .map(|made| Point { made, base: Some(made) })
        // A capture beside a checkpoint is a part of that moment.
        .chain(captures.alone(&checkpoints).into_iter().map(|made| Point {
            made,
            base: made.parent.and_then(|parent| by_id.get(&parent).copied()),
        }))
        .filter(|point| limit.is_none_or(|limit| point.made.id <= limit))
        .collect();
    points.sort_by_key(|point| std::cmp::Reverse(point.made.id));
    let mut same = HashSet::new();
    let mut out_of_reach = Vec::new();
    for point in points {
        let since = captures.since(point.made.id);
        let known = point.base.is_some_and(|base| same.contains(&base.tree));
        if known && since.is_empty() {
            continue;
        }
        let (plan, plans) = point.plan(store, workspace, &since)?;
        let inside_is_same = plan.as_ref().is_none_or(Plan::is_empty);
        if inside_is_same && plans.is_empty() {
            same.extend(point.base.map(|base| base.tree));
            let leaves = plan.map(|plan| plan.leaves).unwrap_or_default();
            if out_of_reach.is_empty() && is_out_of_reach(&leaves) {
                out_of_reach = leaves;
            }
            continue;
        }
        let target = point.made.clone();
        return Ok(Found::Back(Box::new(Back { target, plan, captures: plans })));
    }
    Ok(if out_of_reach.is_empty() { Found::Nothing } else { Found::OutOfReach(out_of_reach) })
}

/// Where the last thing that happened was a restore, it is taken back file by file.
fn last_restore(workspace: &Workspace, captures: &Captures) -> Result<Option<Back>> {
    let Some(last) = workspace.restores()?.into_iter().max_by_key(|past| past.created) else {
        return Ok(None);
    };
    // Something was saved since: that is newer. A restore may have made its own target.
    let end = last.safety.max(last.target);
    if newest(workspace, captures)?.is_some_and(|newest| newest > end) {
        return Ok(None);
    }
    let Ok(plan) = workspace.plan_undo(&mut Bar::new()) else { return Ok(None) };
    if plan.target != last.safety || plan.is_empty() {
        return Ok(None);
    }
    let target = workspace.find(&last.safety.to_string())?;
    Ok(Some(Back { target, plan: Some(plan), captures: Vec::new() }))
}

/// Tells of files outside of the workspace that were half brought back, and offers to finish.
fn end_interrupted_captures(store: &Store, how: How) -> Result<()> {
    let notes = store.interrupted_captures()?;
    if notes.is_empty() {
        return Ok(());
    }
    let files = notes.iter().map(|note| note.paths().len()).sum();
    anstream::eprintln!(
        "{} bringing back {} outside of the workspace was cut short",
        styled(WARNING, "warning:"),
        crate::output::count(files, "file")
    );
    if !how.dry_run && confirmed("Finish it first?", how.yes)? {
        store.finish_interrupted_captures(&mut Bar::new())?;
    }
    Ok(())
}

/// Carries out the part in the workspace and the part beside it.
fn both(
    doing: &Doing<'_>,
    store: &Store,
    plan: Option<Plan>,
    captures: Vec<CapturePlan>,
    how: How,
    mut step: Step,
) -> Result<(Exit, Option<Step>)> {
    let plan = plan.filter(|plan| !plan.is_empty() || captures.is_empty());
    let mut exit = Exit::Done;
    if !captures.is_empty() && !how.json {
        if plan.is_none() {
            anstream::println!("{}", styled(STRONG, &doing.title));
        }
        captured::show(&captures)?;
    }
    match plan {
        Some(plan) => {
            let (code, done) = doing.carry_out(plan, how)?;
            let Some(done) = done else { return Ok((code, None)) };
            exit = code;
            step = step.restored(&done);
        }
        None if how.dry_run => {
            if how.json {
                anstream::println!("{}", serde_json::to_string(&captures)?);
            }
            return Ok((Exit::Done, None));
        }
        None if !confirmed("Go on?", how.yes)? => return Ok((Exit::Done, None)),
        None => doing.write_down(step.target),
    }
    if !captures.is_empty() {
        for done in captured::carry_out(store, captures, how.json)? {
            step.captures.insert(0, done.safety);
        }
    }
    Ok((exit, Some(step)))
}

fn newest(workspace: &Workspace, captures: &Captures) -> Result<Option<CheckpointId>> {
    let filter = Filter { limit: Some(1), ..Filter::default() };
    let checkpoint = workspace.list(&filter)?.pop().map(|checkpoint| checkpoint.id);
    Ok(checkpoint.max(captures.all().first().map(|capture| capture.id)))
}
