//! `belay check`: what a command would do, for people or as JSON lines.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

use anyhow::{Context as _, Result};
use policy_core::settings::read_value;
use policy_core::shell::{Platform, detect};
use policy_core::verdict::{Units, Verdict};
use policy_core::{Action, Coverage, Policy, Surroundings, judge, wire};
use serde::Deserialize;

use super::Exit;
use super::verdict::for_people;
use crate::guard::Judging;
use crate::home::{Home, workspace_root};
use crate::language::Language;

/// What to judge.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// The command, as it would be handed to the shell; `-` reads JSON lines from standard input.
    #[arg(value_name = "COMMAND", allow_hyphen_values = true, required = true)]
    pub command: String,
    /// The shell, by name or path.
    #[arg(long, default_value = "bash")]
    pub shell: String,
    /// The directory it starts in [default: this one].
    #[arg(long)]
    pub cwd: Option<String>,
    /// Judge with the built-in settings, as if nothing were saved and no folder known.
    #[arg(long)]
    pub bare: bool,
    /// Write the verdict as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Judges one command, or everything on standard input.
///
/// # Errors
/// Standard input or output is closed, or there is no home folder.
pub fn run(options: &Options) -> Result<Exit> {
    let mut out = anstream::stdout().lock();
    if options.command == "-" {
        return lines(&mut out);
    }
    let verdict = verdict(options)?;
    if options.json {
        let written = wire::Verdict::new(&verdict, &options.command, Units::Bytes).to_json();
        writeln!(out, "{written}")?;
    } else {
        let language = Language::of_terminal();
        write!(out, "{}", for_people(&options.command, &verdict, &language))?;
    }
    Ok(Exit::Done)
}

/// The verdict as the guard would reach it here.
fn verdict(options: &Options) -> Result<Verdict> {
    let shell = detect(&options.shell, Platform::Unix);
    let action = Action::Run { command: &options.command, shell };
    if options.bare {
        let surroundings = Surroundings::default().with_cwd(options.cwd.clone());
        return Ok(judge(&action, &Policy::defaults(), &surroundings));
    }
    let home = Home::find()?;
    let here = std::env::current_dir().context("the current folder is not known")?;
    let cwd = here.join(options.cwd.as_deref().unwrap_or_default());
    let root = workspace_root(&cwd, home.user.as_deref());
    let judging = Judging::read(&home, &root);
    for problem in &judging.problems {
        eprintln!("settings: {problem}");
    }
    Ok(judging.judge_one(&action, &cwd, &root))
}

/// What is asked on a line: `{"command","shell"?,"cwd"?,"workspace"?,"home"?,"saves"?,"settings"?}`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Request {
    command: String,
    shell: Option<String>,
    cwd: Option<String>,
    workspace: Option<String>,
    home: Option<String>,
    saves: Option<Coverage>,
    settings: Option<serde_json::Value>,
}

/// One verdict a line, in order. What a line does not tell is not known: neither this machine's
/// folders nor its settings are looked at.
fn lines(out: &mut impl Write) -> Result<Exit> {
    let mut policies = Policies::default();
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.context("standard input cannot be read")?;
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Request>(&line) {
            Ok(request) => writeln!(out, "{}", request.answer(&mut policies))?,
            Err(error) => {
                let problem = format!("line {number} is not a request: {error}");
                writeln!(out, "{}", serde_json::json!({ "error": problem }))?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

impl Request {
    fn answer(self, policies: &mut Policies) -> String {
        let shell = detect(self.shell.as_deref().unwrap_or("bash"), Platform::Unix);
        let policy = policies.get(self.settings.as_ref());
        let surroundings = Surroundings::default()
            .with_cwd(self.cwd)
            .with_workspace(self.workspace)
            .with_home(self.home)
            .with_saves(self.saves);
        let verdict = judge(&Action::Run { command: &self.command, shell }, policy, &surroundings);
        wire::Verdict::new(&verdict, &self.command, Units::Bytes).to_json()
    }
}

/// Policies by their settings, so that a thousand requests with the same settings compile them
/// once.
#[derive(Default)]
struct Policies {
    compiled: HashMap<String, Policy>,
}

/// Enough for every sensible batch; a batch with more different settings takes a little longer.
const KEPT: usize = 64;

impl Policies {
    fn get(&mut self, settings: Option<&serde_json::Value>) -> &Policy {
        let key = settings.map(ToString::to_string).unwrap_or_default();
        if self.compiled.len() >= KEPT && !self.compiled.contains_key(&key) {
            self.compiled.clear();
        }
        self.compiled.entry(key).or_insert_with(|| {
            let Some(value) = settings else { return Policy::defaults() };
            let reading = read_value(value);
            let (policy, unusable) = Policy::of(&reading.settings.unwrap_or_default());
            for problem in reading.problems.iter().chain(&unusable) {
                eprintln!("settings: {problem}");
            }
            policy
        })
    }
}
