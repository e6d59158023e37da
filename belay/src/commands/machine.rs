//! The agents on this machine, and how Belay is set up in each.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::place::Place;
use crate::setup::record::Drawer;
use crate::setup::{
    Agent, Machine, Plan, Scope, SetupError, State, Wanted, apply, plan_init, plan_remove, state,
};

/// How long another program may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(5);

/// This machine, and where records of changed files are kept.
#[derive(Debug)]
pub struct Agents {
    machine: Machine,
    drawer: Drawer,
    program: String,
    claude_version: Option<(u32, u32, u32)>,
}

impl Agents {
    /// Looks around.
    ///
    /// # Errors
    /// There is no home folder.
    pub fn find(place: &Place) -> Result<Self> {
        let home = place.home.user.clone().context("there is no home folder; set HOME")?;
        let variables: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let machine = Machine { home, project: Some(place.root.clone()), variables };
        let program = program(&machine)?;
        let claude_version =
            machine.program("claude").and_then(|claude| version(&claude)).and_then(numbers);
        Ok(Self { drawer: Drawer::below(&place.home.data), machine, program, claude_version })
    }

    /// The machine.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Claude Code's version, where it is on the search path.
    #[must_use]
    pub fn claude_version(&self) -> Option<(u32, u32, u32)> {
        self.claude_version
    }

    /// The agents a person named, or those that are found here.
    ///
    /// # Errors
    /// There is no agent of that name.
    pub fn chosen(&self, names: &[String]) -> Result<Vec<Agent>> {
        if names.is_empty() {
            let found = Agent::ALL.into_iter().filter(|agent| self.trace(*agent).is_some());
            return Ok(found.collect());
        }
        names.iter().map(|name| named(name)).collect()
    }

    /// Why an agent is taken to be here.
    #[must_use]
    pub fn trace(&self, agent: Agent) -> Option<PathBuf> {
        self.machine.trace_of(agent)
    }

    /// How setting it up would change its files.
    ///
    /// # Errors
    /// A file cannot be read or is not a configuration.
    pub fn plan_init(&self, agent: Agent, scope: Scope) -> Result<Plan, SetupError> {
        let records = |path: &Path| self.drawer.find(path);
        plan_init(&self.wanted(agent, scope), &self.machine, &apply::read, &records)
    }

    /// How taking it out would change its files.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn plan_remove(&self, agent: Agent, scope: Scope) -> Result<Plan, SetupError> {
        let records = |path: &Path| self.drawer.find(path);
        plan_remove(&self.wanted(agent, scope), &self.machine, &apply::read, &records)
    }

    /// How far it is set up.
    #[must_use]
    pub fn state(&self, agent: Agent, scope: Scope) -> State {
        state(&self.wanted(agent, scope), &self.machine, &apply::read)
    }

    /// Writes a plan's files.
    ///
    /// # Errors
    /// A file has changed meanwhile, or cannot be written.
    pub fn apply(&self, plan: &Plan) -> Result<()> {
        apply::apply(plan, &self.drawer)
    }

    fn wanted(&self, agent: Agent, scope: Scope) -> Wanted {
        let program = match scope {
            Scope::User => self.program.clone(),
            // Others have it elsewhere.
            Scope::Project => "belay".to_owned(),
        };
        Wanted { agent, scope, program, claude_version: self.claude_version }
    }
}

/// The agent of this name.
///
/// # Errors
/// There is none.
pub fn named(name: &str) -> Result<Agent> {
    let Some(agent) = Agent::named(name) else {
        let known: Vec<&str> = Agent::ALL.iter().map(|agent| agent.name()).collect();
        bail!("there is no agent `{name}`; known are {}", known.join(", "))
    };
    Ok(agent)
}

/// The path agents call Belay by: the one on the search path if it is this program, since that one
/// stays when a new version is installed.
fn program(machine: &Machine) -> Result<String> {
    let this = std::env::current_exe().context("this program's own path is not known")?;
    let real = |path: &Path| dunce::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let found = machine.program("belay").filter(|found| real(found) == real(&this));
    let path = found.unwrap_or(this);
    path.to_str().map(str::to_owned).context("this program's own path is not Unicode")
}

/// What a program says to `--version`, if it says it in time.
#[must_use]
pub fn version(program: &Path) -> Option<String> {
    let child = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let output = receiver.recv_timeout(PATIENCE).ok()?.ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The three numbers of a version text: `2.1.325 (Claude Code)`.
fn numbers(text: String) -> Option<(u32, u32, u32)> {
    let word = text.split_whitespace().find(|word| word.contains('.'))?;
    let mut parts = word.split('.').map(|part| part.parse().ok());
    Some((parts.next()??, parts.next()??, parts.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_say() {
        assert_eq!(numbers("2.1.325 (Claude Code)".to_owned()), Some((2, 1, 325)));
        assert_eq!(numbers("v22".to_owned()), None);
        assert_eq!(numbers(String::new()), None);
    }
}
