//! `belay restore`: back to a checkpoint, shown as a plan first.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use checkpoint_store::{
    CapturePlan, Checkpoint, CheckpointId, CheckpointKind, Filter, Leave, LeaveWhy, Plan, Restored,
    Scope, Workspace,
};
use jiff::Timestamp;

use super::Exit;
use super::asking::{Bar, confirmed};
use super::captured::{self, Captures};
use super::place::{Agents, Place};
use super::undoing::History;
use crate::audit::{Effect, Entry, Log};
use crate::guard::cut;
use crate::output::{BAD, FAINT, GOOD, STRONG, WARNING, ago, columns, count, styled};
use crate::rewind::words::{left, written};

/// What to bring back.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A checkpoint: its id, enough of either end, or `@` for the newest.
    #[arg(value_name = "ID")]
    pub checkpoint: String,
    /// Only these files and what is below these folders.
    #[arg(last = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only what this session changed.
    #[arg(long, conflicts_with = "all")]
    pub session: Option<String>,
    /// Everything, also what other sessions have changed since.
    #[arg(long)]
    pub all: bool,
    /// Take back only what this command or message did, and keep later work.
    #[arg(long, conflicts_with_all = ["session", "all"])]
    pub only: bool,
    /// How it is carried out.
    #[command(flatten)]
    pub how: How,
}

/// How a plan is carried out.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct How {
    /// Show the plan and change nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Go on without asking.
    #[arg(short, long)]
    pub yes: bool,
    /// Write JSON: the plan with `--dry-run`, else what was done.
    #[arg(long)]
    pub json: bool,
}

/// Plans, asks, restores.
///
/// # Errors
/// There is no such checkpoint, nobody can be asked, or the restore failed and was taken back.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    if options.only {
        let within = place.paths(&options.paths)?;
        return super::only::run(&place, &options.checkpoint, &within, options.how);
    }
    let workspace = place.workspace()?;
    let found = place.checkpoint(&workspace, &options.checkpoint);
    if found.is_err()
        && let Some(made) = Captures::of(workspace.store(), &workspace)?.named(&options.checkpoint)
    {
        return super::undo::back_to(&place, &workspace, made, options.how);
    }
    let target = found?;
    let agents = Agents::of(workspace.store())?;
    let scope = scope(options, &place, &workspace, &target, &agents)?;
    let plan = workspace.plan_restore(target.id, &scope, &mut Bar::new())?;
    let asked: Vec<PathBuf> = options.paths.iter().map(|path| place.whole(path)).collect();
    let wish = (target.id, &scope, options.all);
    let captures = captures(&workspace, wish, &asked, &plan)?;
    let doing = Doing {
        place: &place,
        workspace: &workspace,
        agents: &agents,
        title: format!("Restore {}", about(&target, &agents)),
        all: options.all,
        back: "undo",
    };
    let inside_is_same = plan.is_empty();
    if !captures.is_empty() && !options.how.json {
        captured::show(&captures)?;
    }
    let (exit, done) = doing.carry_out(plan, options.how)?;
    if done.is_some() {
        History::forget(&place.home, &place.root);
    }
    if captures.is_empty() || options.how.dry_run || (done.is_none() && !inside_is_same) {
        return Ok(exit);
    }
    if inside_is_same && !confirmed("Bring back what was saved beside it?", options.how.yes)? {
        return Ok(exit);
    }
    captured::carry_out(workspace.store(), captures, options.how.json)?;
    Ok(exit)
}

/// What was captured since, within what was asked for.
///
/// # Errors
/// The store cannot be read.
pub fn captures(
    workspace: &Workspace,
    (target, scope, everything): (CheckpointId, &Scope, bool),
    asked: &[PathBuf],
    plan: &Plan,
) -> Result<Vec<CapturePlan>> {
    let store = workspace.store();
    let all = Captures::of(store, workspace)?;
    let mut since = all.since(target);
    if let Scope::Session(session) = scope {
        since.retain(|capture| capture.session.as_ref() == Some(session));
    }
    // Going back to older files is no reason to move branches; who wants that says `--all`.
    let moves_branches = |path: &Path| {
        let repository = path.ancestors().find(|folder| folder.ends_with(".git"));
        repository.is_some_and(|git| git.join("HEAD").exists())
    };
    let wanted = |path: &Path| {
        if asked.is_empty() {
            everything || !moves_branches(path)
        } else {
            asked.iter().any(|asked| path.starts_with(asked))
        }
    };
    captured::plan(store, workspace, &since, Some((target, plan)), &wanted)
}

/// Which files. Where only one session worked since, all changes are its own and yours, and the
/// plan shows them; where others did, theirs stay.
fn scope(
    options: &Options,
    place: &Place,
    workspace: &Workspace,
    target: &Checkpoint,
    agents: &Agents,
) -> Result<Scope> {
    if !options.paths.is_empty() {
        return Ok(Scope::Paths(place.paths_inside(&options.paths)?));
    }
    if let Some(typed) = &options.session {
        return Ok(Scope::Session(agents.session(workspace.store(), typed)?));
    }
    if options.all { Ok(Scope::All) } else { usual_scope(workspace, target) }
}

/// Which files where nobody says: see [`scope`].
///
/// # Errors
/// The store cannot be read.
pub fn usual_scope(workspace: &Workspace, target: &Checkpoint) -> Result<Scope> {
    let Some(mine) = &target.session else { return Ok(Scope::All) };
    let others = workspace.list(&Filter::default())?.into_iter().any(|later| {
        later.id > target.id && later.session.as_ref().is_some_and(|session| session != mine)
    });
    Ok(if others { Scope::Session(mine.clone()) } else { Scope::All })
}

/// A checkpoint in a title: `7k3fa (4m ago, claude: rm -rf build)`.
#[must_use]
pub fn about(checkpoint: &Checkpoint, agents: &Agents) -> String {
    format!(
        "{} ({}, {}: {})",
        checkpoint.id.short(),
        ago(checkpoint.created, Timestamp::now()),
        made_by(checkpoint, agents),
        crate::output::fitted(&why_made(checkpoint), 40),
    )
}

/// Why a checkpoint was made, for people: ids as they are shown elsewhere.
#[must_use]
pub fn why_made(checkpoint: &Checkpoint) -> String {
    if checkpoint.kind == CheckpointKind::Safety
        && let Some(id) = checkpoint.reason.rsplit(' ').next()
        && let Ok(id) = id.parse::<CheckpointId>()
    {
        return format!("before a restore to {}", id.short());
    }
    cut(&checkpoint.reason)
}

/// Who made a checkpoint: an agent, you, or Belay itself.
#[must_use]
pub fn made_by<'t>(checkpoint: &'t Checkpoint, agents: &'t Agents) -> &'t str {
    match (&checkpoint.session, checkpoint.kind) {
        (None, CheckpointKind::Safety) => "belay",
        (session, _) => agents.name(session.as_ref()),
    }
}

/// A plan on its way.
pub struct Doing<'t> {
    /// Where.
    pub place: &'t Place,
    /// The workspace.
    pub workspace: &'t Workspace,
    /// Whose sessions.
    pub agents: &'t Agents,
    /// What is done, for people.
    pub title: String,
    /// Whether conflicts were agreed to.
    pub all: bool,
    /// The command that takes this back.
    pub back: &'static str,
}

impl Doing<'_> {
    /// Shows the plan, asks, does it and writes it down.
    ///
    /// # Errors
    /// Nobody can be asked, or it failed and was taken back.
    pub fn carry_out(&self, plan: Plan, how: How) -> Result<(Exit, Option<Restored>)> {
        let mut out = anstream::stdout().lock();
        if how.json && how.dry_run {
            writeln!(out, "{}", serde_json::to_string(&plan)?)?;
            return Ok((Exit::Done, None));
        }
        if !how.json {
            self.show(&plan, &mut out)?;
        }
        if plan.is_empty() {
            if how.json {
                writeln!(
                    out,
                    "{}",
                    serde_json::json!({
                        "target": plan.target, "written": [], "deleted": [], "left": plan.leaves,
                    })
                )?;
            }
            let exit = if is_out_of_reach(&plan.leaves) { Exit::Failed } else { Exit::Done };
            return Ok((exit, None));
        }
        if how.dry_run {
            return Ok((Exit::Done, None));
        }
        if !plan.conflicts.is_empty() && !self.all && how.yes {
            let hint = "others have changed these files since; `--all` brings them back all the \
                        same, `-- PATH` only some";
            anstream::eprintln!("{} {hint}", styled(BAD, "conflict:"));
            return Ok((Exit::Conflict, None));
        }
        if !confirmed("Go on?", how.yes)? {
            writeln!(out, "Nothing was changed.")?;
            return Ok((Exit::Done, None));
        }
        let done = self.workspace.restore(plan, &mut Bar::new())?;
        self.write_down(done.target);
        if how.json {
            writeln!(out, "{}", serde_json::to_string(&done)?)?;
        } else {
            let written = (!done.written.is_empty())
                .then(|| format!("{} written", count(done.written.len(), "file")));
            let deleted = (!done.deleted.is_empty())
                .then(|| format!("{} deleted", count(done.deleted.len(), "file")));
            let sums: Vec<String> = written.into_iter().chain(deleted).collect();
            let sums = if sums.is_empty() { "folders only".to_owned() } else { sums.join(", ") };
            let back = format!(
                "What was there before is {}; `belay {}` brings it back.",
                done.safety.short(),
                self.back
            );
            writeln!(out, "{} {sums}.", styled(GOOD, "Done:"))?;
            writeln!(out, "{}", styled(FAINT, back))?;
        }
        Ok((Exit::Done, Some(done)))
    }

    /// The plan in words.
    fn show(&self, plan: &Plan, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}", styled(STRONG, &self.title))?;
        if !plan.target_complete {
            let note = "Not everything could be saved in this checkpoint; what is not in it stays.";
            writeln!(out, "{}", styled(WARNING, note))?;
        }
        let mut lines = Lines::default();
        let writes = plan
            .writes
            .iter()
            .map(|write| (write.path.to_string(), written(write.status).to_owned()));
        lines.add("write", GOOD, writes);
        let deletes = plan.deletes.iter();
        lines.add(
            "delete",
            BAD,
            deletes.map(|path| (path.to_string(), "was not there".to_owned())),
        );
        lines.add_leaves(&plan.leaves);
        let conflicts = plan.conflicts.iter().map(|conflict| {
            let who = match &conflict.session {
                Some(session) => format!("{} {session}", self.agents.name(Some(session))),
                None => "you or a program".to_owned(),
            };
            let what = format!("changed by {who} in {}", conflict.checkpoint.short());
            (conflict.path.to_string(), what)
        });
        lines.add("conflict", WARNING, conflicts);
        lines.write(out)?;
        if plan.is_empty() {
            let note = if plan.leaves.is_empty() {
                "Everything is as it was then; there is nothing to do."
            } else if is_out_of_reach(&plan.leaves) {
                OUT_OF_REACH
            } else {
                "There is nothing to do for what was asked; `--all` takes everything."
            };
            writeln!(out, "{note}")?;
            return Ok(());
        }
        let mut sums = Vec::new();
        if !plan.writes.is_empty() {
            sums.push(format!("{} to write", count(plan.writes.len(), "file")));
        }
        if !plan.deletes.is_empty() {
            sums.push(format!("{} to delete", count(plan.deletes.len(), "file")));
        }
        if !plan.leaves.is_empty() {
            sums.push(format!("{} left alone", plan.leaves.len()));
        }
        if !plan.conflicts.is_empty() {
            sums.push(count(plan.conflicts.len(), "conflict"));
        }
        writeln!(out, "{}", styled(FAINT, sums.join(", ")))?;
        Ok(())
    }

    /// Writes into the log that something was brought back.
    pub fn write_down(&self, target: CheckpointId) {
        if let Some(trouble) = write_down(self.place, target) {
            anstream::eprintln!("{} {trouble}", styled(WARNING, "warning:"));
        }
    }
}

/// Writes into the log that something was brought back. What keeps it from being written is
/// returned: the restore itself is done and on record in the store.
pub fn write_down(place: &Place, target: CheckpointId) -> Option<String> {
    let effect = Effect {
        agent: "belay".to_owned(),
        result: "restored".to_owned(),
        checkpoint: Some(target.to_string()),
        ..Effect::default()
    };
    let written = Log::new(place.home.audit()).append(Entry::Effect(Box::new(effect)));
    written.err().map(|error| format!("the audit log was not written: {error:#}"))
}

/// The most lines of one kind.
pub const MOST: usize = 20;

/// The lines of a plan, in columns.
#[derive(Debug, Default)]
pub struct Lines(Vec<(&'static str, anstyle::Style, String, String)>);

impl Lines {
    /// Adds a verb with its paths and what becomes of each.
    pub fn add(
        &mut self,
        verb: &'static str,
        style: anstyle::Style,
        items: impl ExactSizeIterator<Item = (String, String)>,
    ) {
        let more = items.len().saturating_sub(MOST);
        for (path, what) in items.take(MOST) {
            self.0.push((verb, style, cut(&path), what));
        }
        if more > 0 {
            self.0.push((verb, FAINT, format!("and {more} more"), String::new()));
        }
    }

    fn add_leaves(&mut self, leaves: &[Leave]) {
        let leaves = leaves.iter().map(|leave| (leave.path.to_string(), why(leave.why)));
        self.add("leave", FAINT, leaves);
    }

    /// Writes them.
    ///
    /// # Errors
    /// The output is closed.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let wide = self.0.iter().map(|(_, _, path, _)| columns(path)).max().unwrap_or(0).min(40);
        for (verb, style, path, what) in &self.0 {
            let gap = wide.saturating_sub(columns(path));
            let verb = styled(*style, format!("{verb:<8}"));
            let line = format!("  {verb}  {path}{:gap$}  {}", "", styled(FAINT, what));
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Said where every file that differs is left alone for the same reason.
pub const OUT_OF_REACH: &str = "They differ, but what is there now cannot be read, so it cannot be saved first.\n\
    Close what has them open or move them aside, then try again.";

/// Whether nothing can be done only because what is there now cannot be saved first.
#[must_use]
pub fn is_out_of_reach(leaves: &[Leave]) -> bool {
    !leaves.is_empty() && leaves.iter().all(|leave| leave.why == LeaveWhy::CannotBeSaved)
}

/// Lists what is left alone, and why.
///
/// # Errors
/// The output is closed.
pub fn show_leaves(leaves: &[Leave], out: &mut impl Write) -> Result<()> {
    let mut lines = Lines::default();
    lines.add_leaves(leaves);
    lines.write(out)
}

fn why(why: LeaveWhy) -> String {
    let hint = if why == LeaveWhy::NotThisSession { "; `--all` takes it too" } else { "" };
    format!("{}{hint}", left(why))
}

/// Tells of a restore that was cut short, and offers its two ends.
///
/// # Errors
/// The store cannot be read.
pub fn interrupted(workspace: &Workspace) -> Result<Option<String>> {
    let note = workspace.interrupted().context("the note of a restore cannot be read")?;
    Ok(note.map(|note| {
        format!(
            "A restore to {0} was cut short. `belay restore {0}` finishes it, `belay restore {1}` \
             takes it back.",
            note.target.short(),
            note.safety.short()
        )
    }))
}
