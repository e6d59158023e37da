//! `belay init` and `belay remove`: shows the change to each agent's configuration, asks, does it.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use similar::{ChangeTag, TextDiff};

use super::Exit;
use crate::home::{Home, workspace_root};
use crate::output::{BAD, FAINT, GOOD, STRONG, WARNING, count, styled, wrap};
use crate::setup::record::Drawer;
use crate::setup::{Agent, Change, Machine, Plan, Scope, Wanted, apply, plan_init, plan_remove};

/// Which agents, and how.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Only this agent; may be given several times.
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<String>,
    /// In this project's files, for everybody who works in it, and not in yours.
    #[arg(long)]
    project: bool,
    /// Show what would change, and change nothing.
    #[arg(long)]
    dry_run: bool,
    /// Do not ask.
    #[arg(long, short)]
    yes: bool,
}

/// Sets Belay up in the agents that are found, or in those that are named.
///
/// # Errors
/// An agent is unknown, or a file cannot be read or written.
pub fn init(options: &Options) -> Result<Exit> {
    let machine = machine(options)?;
    let agents = chosen(options)?;
    let named = !agents.is_empty();
    let agents = if named { agents } else { found(&machine) };
    let mut out = anstream::stdout().lock();
    if agents.is_empty() {
        writeln!(out, "No agent was found on this machine.")?;
        let known: Vec<&str> = Agent::ALL.iter().map(|agent| agent.name()).collect();
        writeln!(out, "Name one with --agent: {}.", known.join(", "))?;
        return Ok(Exit::Failed);
    }
    carry_out(options, &machine, &agents, Direction::In, &mut out)
}

/// Takes Belay out of every agent, or of those that are named.
///
/// # Errors
/// An agent is unknown, or a file cannot be read or written.
pub fn remove(options: &Options) -> Result<Exit> {
    let machine = machine(options)?;
    let agents = chosen(options)?;
    let agents = if agents.is_empty() { Agent::ALL.to_vec() } else { agents };
    carry_out(options, &machine, &agents, Direction::Out, &mut anstream::stdout().lock())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    In,
    Out,
}

fn carry_out(
    options: &Options,
    machine: &Machine,
    agents: &[Agent],
    direction: Direction,
    out: &mut impl Write,
) -> Result<Exit> {
    let drawer = Drawer::below(&Home::find()?.data);
    let records = |path: &Path| drawer.find(path);
    let mut plans = Vec::new();
    let mut failed = false;
    for agent in agents {
        let wanted = wanted(*agent, options, machine)?;
        let planned = match direction {
            Direction::In => plan_init(&wanted, machine, &apply::read, &records),
            Direction::Out => plan_remove(&wanted, machine, &apply::read, &records),
        };
        match planned {
            Ok(plan) => plans.push(plan),
            // One agent's broken file is no reason to leave the others unguarded.
            Err(error) => {
                failed = true;
                writeln!(out, "{} {}: {error}", styled(BAD, "error:"), agent.title())?;
            }
        }
    }
    for plan in &plans {
        show(plan, direction, out)?;
    }
    let changed = plans.iter().filter(|plan| !plan.changes.is_empty()).count();
    let exit = if failed { Exit::Failed } else { Exit::Done };
    if changed == 0 || options.dry_run {
        if changed == 0 {
            writeln!(out, "Nothing to change.")?;
        }
        return Ok(exit);
    }
    if !options.yes && !agreed(out)? {
        writeln!(out, "Nothing was changed.")?;
        return Ok(Exit::Failed);
    }
    for plan in plans.iter().filter(|plan| !plan.changes.is_empty()) {
        apply::apply(plan, &drawer)?;
    }
    let done = match direction {
        Direction::In => "Belay is set up in",
        Direction::Out => "Belay is taken out of",
    };
    writeln!(out, "{} {}.", styled(GOOD, done), count(changed, "agent"))?;
    Ok(exit)
}

fn show(plan: &Plan, direction: Direction, out: &mut impl Write) -> Result<()> {
    if plan.changes.is_empty() {
        if direction == Direction::In {
            writeln!(
                out,
                "{}  {}",
                styled(STRONG, plan.agent.title()),
                styled(FAINT, "as it should be")
            )?;
        }
        return Ok(());
    }
    writeln!(out, "{}", styled(STRONG, plan.agent.title()))?;
    for change in &plan.changes {
        show_change(change, out)?;
    }
    for note in &plan.notes {
        for line in wrap(note, 78) {
            writeln!(out, "  {}", styled(WARNING, line))?;
        }
    }
    writeln!(out)?;
    Ok(())
}

fn show_change(change: &Change, out: &mut impl Write) -> Result<()> {
    let what = match (&change.before, &change.after) {
        (None, _) => "new file ",
        (_, None) => "deleted  ",
        _ => "",
    };
    writeln!(out, "  {what}{}", change.path.display())?;
    let (before, after) =
        (change.before.as_deref().unwrap_or_default(), change.after.as_deref().unwrap_or_default());
    if change.before.is_none() || change.after.is_none() {
        return Ok(());
    }
    let diff = TextDiff::from_lines(before, after);
    for group in diff.grouped_ops(1) {
        for operation in group {
            for line in diff.iter_changes(&operation) {
                let text = line.value().trim_end_matches(['\n', '\r']);
                match line.tag() {
                    ChangeTag::Delete => writeln!(out, "    {}", styled(BAD, format!("- {text}")))?,
                    ChangeTag::Insert => {
                        writeln!(out, "    {}", styled(GOOD, format!("+ {text}")))?
                    }
                    ChangeTag::Equal => writeln!(out, "      {text}")?,
                }
            }
        }
    }
    Ok(())
}

fn agreed(out: &mut impl Write) -> Result<bool> {
    if !io::stdin().is_terminal() {
        bail!("there is nobody to ask; say --yes");
    }
    write!(out, "Write these changes? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).context("the answer cannot be read")?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

fn chosen(options: &Options) -> Result<Vec<Agent>> {
    let known = |name: &String| {
        Agent::named(name).with_context(|| {
            let names: Vec<&str> = Agent::ALL.iter().map(|agent| agent.name()).collect();
            format!("there is no agent `{name}`; there are {}", names.join(", "))
        })
    };
    options.agents.iter().map(known).collect()
}

fn found(machine: &Machine) -> Vec<Agent> {
    Agent::ALL.into_iter().filter(|agent| machine.trace_of(*agent).is_some()).collect()
}

fn machine(options: &Options) -> Result<Machine> {
    let home = Home::find()?.user.context("there is no home folder, so no agent can be found")?;
    let here = std::env::current_dir().context("the current folder is gone")?;
    let project = options.project.then(|| workspace_root(&here, Some(&home)));
    let variables = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    Ok(Machine { home, project, variables })
}

fn wanted(agent: Agent, options: &Options, machine: &Machine) -> Result<Wanted> {
    let scope = if options.project { Scope::Project } else { Scope::User };
    // Others who use the project have the program elsewhere.
    let program = if options.project { "belay".to_owned() } else { program(machine)? };
    let claude_version = (agent == Agent::Claude).then(|| claude_version(machine)).flatten();
    Ok(Wanted { agent, scope, program, claude_version })
}

/// This program, by the name that stays when a newer one is put in its place: the entry on the
/// search path where that leads here, since it may be a link.
fn program(machine: &Machine) -> Result<String> {
    let running = std::env::current_exe().context("the program cannot find itself")?;
    let same =
        |entry: &PathBuf| dunce::canonicalize(entry).ok() == dunce::canonicalize(&running).ok();
    let path = machine.program("belay").filter(same).unwrap_or(running.clone());
    let path = path.to_str().context("the program lies in a folder whose name is not UTF-8")?;
    Ok(path.to_owned())
}

/// What `claude --version` says, if it says it within a few seconds.
fn claude_version(machine: &Machine) -> Option<(u32, u32, u32)> {
    let program = machine.program("claude")?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let ran = Command::new(program).arg("--version").stdin(Stdio::null()).output();
        // Nobody waits any longer for a slow one.
        let _ = sender.send(ran);
    });
    let output = receiver.recv_timeout(Duration::from_secs(5)).ok()?.ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.split_whitespace().next()?.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??, numbers.next()??))
}
