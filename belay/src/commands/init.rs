//! `belay init` and `belay remove`: into agents' own configuration, and out again.

use std::io::Write;
use std::path::Path;

use anyhow::Result;

use super::Exit;
use super::asking::confirmed;
use super::diff::unified;
use super::machine::Agents;
use super::place::Place;
use crate::output::{BAD, FAINT, GOOD, STRONG, WARNING, WIDTH, count, styled, wrap};
use crate::setup::{Agent, Plan, Scope, SetupError};

/// In which agents.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Only in this agent [default: every one that is found]; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub agent: Vec<String>,
    /// In the project's files, for everybody who works on it, instead of in your own.
    #[arg(long)]
    pub project: bool,
    /// Show the changes and write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write without asking.
    #[arg(short, long)]
    pub yes: bool,
}

impl Options {
    fn scope(&self) -> Scope {
        if self.project { Scope::Project } else { Scope::User }
    }
}

/// Sets Belay up.
///
/// # Errors
/// A name is wrong, nobody can be asked, or a file cannot be written.
pub fn init(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let agents = Agents::find(&place)?;
    let chosen = agents.chosen(&options.agent)?;
    let mut out = anstream::stdout().lock();
    if chosen.is_empty() {
        let known: Vec<&str> = Agent::ALL.iter().map(|agent| agent.name()).collect();
        let text = format!(
            "No agent was found on this machine. `belay init --agent NAME` sets one up all the \
             same; known are {}.",
            known.join(", ")
        );
        for line in wrap(&text, WIDTH) {
            writeln!(out, "{line}")?;
        }
        return Ok(Exit::Failed);
    }
    let plans = chosen.iter().map(|agent| agents.plan_init(*agent, options.scope()));
    let work = Work { agents: &agents, options, place: &place, done: "guarded" };
    work.run(plans.collect(), &mut out)
}

/// Takes Belay out.
///
/// # Errors
/// A name is wrong, nobody can be asked, or a file cannot be written.
pub fn remove(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let agents = Agents::find(&place)?;
    // Also from agents that are gone: their files may have stayed.
    let chosen = if options.agent.is_empty() {
        Agent::ALL.to_vec()
    } else {
        agents.chosen(&options.agent)?
    };
    let plans: Vec<_> = chosen
        .iter()
        .map(|agent| agents.plan_remove(*agent, options.scope()))
        .filter(|plan| plan.as_ref().map_or(true, |plan| !plan.changes.is_empty()))
        .collect();
    let mut out = anstream::stdout().lock();
    if plans.is_empty() {
        writeln!(out, "Belay is set up in none of {}.", whose(options.scope()))?;
        return Ok(Exit::Done);
    }
    let work = Work { agents: &agents, options, place: &place, done: "no longer guarded" };
    work.run(plans, &mut out)
}

fn whose(scope: Scope) -> &'static str {
    match scope {
        Scope::User => "your agents' files",
        Scope::Project => "this project's files",
    }
}

struct Work<'t> {
    agents: &'t Agents,
    options: &'t Options,
    place: &'t Place,
    done: &'t str,
}

impl Work<'_> {
    /// Shows every change, asks once, writes.
    fn run(&self, plans: Vec<Result<Plan, SetupError>>, out: &mut impl Write) -> Result<Exit> {
        let mut exit = Exit::Done;
        let mut good = Vec::new();
        for plan in plans {
            match plan {
                Ok(plan) => {
                    self.show(&plan, out)?;
                    good.push(plan);
                }
                Err(error) => {
                    writeln!(out, "{} {error}\n", styled(BAD, "error:"))?;
                    exit = Exit::Failed;
                }
            }
        }
        let files: usize = good.iter().map(|plan| plan.changes.len()).sum();
        if files == 0 || self.options.dry_run {
            if files > 0 {
                writeln!(out, "{} would change; nothing was written.", count(files, "file"))?;
            }
            return Ok(exit);
        }
        let question = format!("Write {}?", count(files, "file"));
        if !confirmed(&question, self.options.yes)? {
            writeln!(out, "Nothing was written.")?;
            return Ok(exit);
        }
        for plan in good.iter().filter(|plan| !plan.changes.is_empty()) {
            match self.agents.apply(plan) {
                Ok(()) => {
                    let title = plan.agent.title();
                    writeln!(out, "{} {title} is {}.", styled(GOOD, "✓"), self.done)?;
                }
                Err(error) => {
                    writeln!(out, "{} {}: {error:#}", styled(BAD, "error:"), plan.agent.title())?;
                    exit = Exit::Failed;
                }
            }
        }
        let kept = self.place.home.data.join("setup");
        let note = format!("What the files held before is kept in {}.", kept.display());
        writeln!(out, "{}", styled(FAINT, note))?;
        Ok(exit)
    }

    fn show(&self, plan: &Plan, out: &mut impl Write) -> Result<()> {
        writeln!(out, "{}", styled(STRONG, plan.agent.title()))?;
        if plan.changes.is_empty() {
            writeln!(out, "  everything is in place")?;
        }
        for change in &plan.changes {
            let path = self.short(&change.path);
            let before = change.before.as_deref().unwrap_or_default();
            let after = change.after.as_deref().unwrap_or_default();
            let what = match (&change.before, &change.after) {
                (None, _) => "new file",
                (_, None) => "deleted",
                _ => "changed",
            };
            writeln!(out, "  {path}  {}", styled(FAINT, what))?;
            unified(path.trim_start_matches('/'), before, after, out)?;
        }
        for note in &plan.notes {
            for (index, line) in wrap(note, WIDTH - 8).into_iter().enumerate() {
                let head = if index == 0 { "  note: " } else { "        " };
                writeln!(out, "{}{line}", styled(WARNING, head))?;
            }
        }
        writeln!(out)?;
        Ok(())
    }

    fn short(&self, path: &Path) -> String {
        match path.strip_prefix(&self.agents.machine().home) {
            Ok(rest) if self.options.scope() == Scope::User => format!("~/{}", rest.display()),
            _ => path.display().to_string(),
        }
    }
}
