//! `belay check`: what a command would do, for people or as JSON lines.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use anyhow::{Context as _, Result};
use policy_core::settings::read_value;
use policy_core::shell::{Platform, detect};
use policy_core::verdict::{Decision, Finding, Recovery, Risk, Units, Verdict};
use policy_core::{Action, Coverage, Policy, Surroundings, judge, wire};
use serde::Deserialize;

use super::Exit;
use crate::guard::{Judging, cut};
use crate::home::{Home, workspace_root};
use crate::output::{FAINT, STRONG, WIDTH, field, field_in, risk_style, styled, wrap};

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
        write!(out, "{}", for_people(&options.command, &verdict))?;
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
                let problem = format!("line {number} is no request: {error}");
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

/// The verdict in words and 80 columns.
#[must_use]
pub fn for_people(command: &str, verdict: &Verdict) -> String {
    let mut out = String::new();
    let shell = verdict.shell.map_or("", |shell| shell.name());
    // Writing into a string has no way to fail.
    let _ = writeln!(out, "{} {}", styled(FAINT, format!("{shell}:")), shown(command));
    field_in(&mut out, "risk", verdict.risk.name(), risk_style(verdict.risk));
    field(&mut out, "recovery", recovery(verdict.recovery, verdict.risk));
    field(&mut out, "belay", action(verdict));
    for finding in &verdict.findings {
        write_finding(&mut out, command, verdict, finding);
    }
    out
}

fn write_finding(out: &mut String, command: &str, verdict: &Verdict, finding: &Finding) {
    let Some(rule) = finding.rule.rule() else { return };
    let nested = finding.inner.and_then(|at| {
        let index = usize::from(at.source.0).checked_sub(1)?;
        Some(at.span.of(&verdict.nested.get(index)?.text))
    });
    let words = nested.unwrap_or_else(|| finding.span.of(command));
    out.push('\n');
    let title = format!("{}: {}", finding.risk.name(), rule.title);
    for (index, line) in wrap(&title, WIDTH).into_iter().enumerate() {
        let line = match line.split_once(": ") {
            Some((risk, rest)) if index == 0 => {
                format!("{}: {}", styled(risk_style(finding.risk), risk), styled(STRONG, rest))
            }
            _ => styled(STRONG, line),
        };
        let _ = writeln!(out, "{line}");
    }
    field(out, "where", &shown(words));
    field(out, "what", rule.what);
    field(out, "why", rule.why);
    field(out, "instead", rule.instead);
    field_in(out, "rule", rule.id, FAINT);
}

fn recovery(recovery: Recovery, risk: Risk) -> &'static str {
    match recovery {
        _ if risk < Risk::Medium => "nothing to undo",
        Recovery::Full => "a checkpoint could undo all of it",
        Recovery::Partial => "a checkpoint could undo part of it",
        Recovery::Unknown => "it is unknown whether a checkpoint could undo it",
        Recovery::None => "no checkpoint could undo it",
    }
}

fn action(verdict: &Verdict) -> &'static str {
    match (verdict.permission.decision, verdict.checkpoint.plan.before) {
        (Decision::Allow, true) => "saves first, then lets it run",
        (Decision::Allow, false) => "lets it run",
        (Decision::Ask, true) => "asks you, and saves first if you agree",
        (Decision::Ask, false) => "asks you",
        (Decision::Deny, _) => "does not let it run",
    }
}

/// One line that fits beside a field's name.
fn shown(text: &str) -> String {
    crate::output::fitted(&cut(text), WIDTH - 14)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(command: &str, saves: Option<Coverage>) -> String {
        let surroundings = Surroundings::default().with_saves(saves);
        let action = Action::Run { command, shell: detect("bash", Platform::Unix) };
        let verdict = judge(&action, &Policy::defaults(), &surroundings);
        anstream::adapter::strip_str(&for_people(command, &verdict)).to_string()
    }

    #[test]
    fn a_verdict_for_people_says_what_why_and_instead() {
        let text = told("rm -r -f src", None);
        for part in ["critical", "undo all of it", "asks you", "what ", "why ", "instead "] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
    }

    #[test]
    fn where_everything_is_saved_nobody_is_asked() {
        let saves = Some(Coverage::WORKSPACE.with_ignored_files(true).with_repository(true));
        assert!(told("rm -r -f src", saves).contains("saves first, then lets it run"));
    }

    #[test]
    fn lines_stay_within_eighty_columns() {
        let text = told(&format!("rm -r -f {}", "src/some/folder ".repeat(30)), None);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn nothing_a_terminal_acts_upon_is_printed() {
        let text = told("rm \u{1b}[2J\u{202e}x", None);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
    }
}
