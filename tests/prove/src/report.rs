//! What a person reads in the end.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use crate::commands::{Chosen, Command};
use crate::known::Known;
use crate::outcome::{Broken, Law, Outcome, Word};
use crate::sandbox::Ended;

/// All runs, counted, and the violations.
#[derive(Debug, Default)]
pub(crate) struct Report {
    runs: usize,
    changed: usize,
    missing: usize,
    stopped: usize,
    judged: BTreeMap<&'static str, usize>,
    nothing_promised: usize,
    failed: Vec<(String, String)>,
    violations: Vec<Violation>,
    /// How many are on the list of known ones.
    known: usize,
    /// Entries of that list that hold by now.
    outdated: Vec<String>,
    /// Everything that was run.
    commands: HashSet<String>,
}

#[derive(Clone, Debug, Serialize)]
struct Violation {
    law: Law,
    command: String,
    family: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parents: Vec<String>,
    word: Word,
    broken: Broken,
}

impl Report {
    pub(crate) fn of(chosen: &Chosen, outcomes: &[Result<Outcome, String>]) -> Self {
        let Chosen { commands, nothing_promised, missing } = chosen;
        let mut report = Self {
            nothing_promised: *nothing_promised,
            missing: *missing,
            runs: *missing,
            ..Self::default()
        };
        report.commands = commands.iter().map(|command| command.text.clone()).collect();
        for (command, outcome) in commands.iter().zip(outcomes) {
            report.runs += 1;
            let outcome = match outcome {
                Ok(outcome) => outcome,
                Err(why) => {
                    report.failed.push((command.text.clone(), why.clone()));
                    continue;
                }
            };
            report.changed += usize::from(!outcome.changes.is_empty());
            report.stopped += usize::from(outcome.ended == Ended::Stopped);
            if outcome.ended == Ended::Missing {
                report.missing += 1;
            } else {
                *report.judged.entry(outcome.word.risk.name()).or_default() += 1;
            }
            report.violations.extend(violations(command, outcome));
        }
        report
    }

    /// What the made-up commands that broke a promise were made from.
    pub(crate) fn parents(&self) -> Vec<Command> {
        let mut seen = HashSet::new();
        let parents = self.violations.iter().flat_map(|violation| {
            let of = |text: &String| Command {
                text: text.clone(),
                family: violation.family.clone(),
                parents: Vec::new(),
            };
            violation.parents.iter().map(of)
        });
        parents.filter(|parent| seen.insert(parent.text.clone())).collect()
    }

    /// Puts the simplest command that breaks the same promise in the place of a made-up one.
    pub(crate) fn shrink(&mut self, parents: &[Command], outcomes: &[Result<Outcome, String>]) {
        let ran = parents.iter().zip(outcomes);
        let found: Vec<Violation> = ran
            .filter_map(|(parent, outcome)| Some(violations(parent, outcome.as_ref().ok()?)))
            .flatten()
            .collect();
        for violation in &mut self.violations {
            let simplest = violation.parents.iter().rev().find_map(|parent| {
                found.iter().find(|found| found.command == *parent && found.law == violation.law)
            });
            if let Some(simplest) = simplest {
                *violation = simplest.clone();
            }
        }
        let mut seen = HashSet::new();
        self.violations.retain(|violation| seen.insert((violation.law, violation.command.clone())));
    }

    /// Takes known violations out, and notes which entries of the list are no longer true.
    pub(crate) fn sort_out(&mut self, known: &Known) {
        let all: HashSet<(Law, &str)> =
            self.violations.iter().map(|v| (v.law, v.command.as_str())).collect();
        let broke = |command: &str, law| {
            self.commands.contains(command).then(|| all.contains(&(law, command)))
        };
        self.outdated = known.kept(broke).into_iter().map(str::to_owned).collect();
        let before = self.violations.len();
        self.violations.retain(|violation| !known.has(&violation.command, violation.law));
        self.known = before - self.violations.len();
    }

    pub(crate) fn holds(&self) -> bool {
        self.violations.is_empty() && self.failed.is_empty()
    }

    pub(crate) fn print(&self) {
        for violation in &self.violations {
            violation.print();
        }
        for (command, why) in &self.failed {
            println!("not run: {command}\n    {why}");
        }
        for command in &self.outdated {
            println!("holds by now, and can leave known.json: {command}");
        }
        let judged: Vec<String> =
            self.judged.iter().map(|(risk, count)| format!("{count} {risk}")).collect();
        println!(
            "{} commands run ({}): {} changed something, {} took too long\nnot run: {} lack a \
             program, about {} nothing is promised",
            self.runs - self.missing,
            judged.join(", "),
            self.changed,
            self.stopped,
            self.missing,
            self.nothing_promised
        );
        for law in [Law::Safe, Law::Targets, Law::Recovery] {
            let count = self.violations.iter().filter(|violation| violation.law == law).count();
            println!("{count:>6} {}", law.broken());
        }
        println!("{:>6} more are known", self.known);
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let lines: Result<Vec<_>, _> = self.violations.iter().map(serde_json::to_string).collect();
        fs::write(path, lines?.join("\n") + "\n")?;
        Ok(())
    }
}

fn violations(command: &Command, outcome: &Outcome) -> Vec<Violation> {
    let of = |broken: &Broken| Violation {
        law: broken.law,
        command: command.text.clone(),
        family: command.family.clone(),
        parents: command.parents.clone(),
        word: outcome.word.clone(),
        broken: broken.clone(),
    };
    outcome.broken.iter().map(of).collect()
}

impl Law {
    fn broken(self) -> &'static str {
        match self {
            Self::Safe => "judged safe and changed something",
            Self::Targets => "changed what the verdict does not name",
            Self::Recovery => "not brought back, though promised in full",
        }
    }
}

impl Violation {
    fn print(&self) {
        println!("{}: {}", self.law.broken(), self.command.replace('\n', "\n    "));
        println!(
            "    {} {} {}{}",
            self.word.risk.name(),
            self.word.recovery.name(),
            self.word.permission.name(),
            if self.word.cannot_tell { " cannot tell" } else { "" }
        );
        if !self.word.rules.is_empty() {
            println!("    rules {}", self.word.rules.join(" "));
        }
        for target in &self.word.targets {
            println!("    target {} {}", target.kind.name(), target.path);
        }
        for parent in &self.parents {
            println!("    made from {parent}");
        }
        if let Some(trouble) = &self.broken.trouble {
            println!("    trouble {trouble}");
        }
        for change in self.broken.changes.iter().take(8) {
            println!("    {:?} {}", change.happened, change.path.display());
        }
        if self.broken.changes.len() > 8 {
            println!("    and {} more", self.broken.changes.len() - 8);
        }
        println!();
    }
}
