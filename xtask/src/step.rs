//! Steps of the test command. Each is done by a process of its own, so that all it prints goes into
//! one file; a person sees a few lines for each.

use std::fs::File;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::prerequisites::{self, Need};
use crate::process::{last_lines, myself};
use crate::repository::{read_text, root, target};

/// One step.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it does and how long that usually takes.
    pub about: &'static str,
    /// What it cannot do without.
    pub needs: &'static [Need],
    /// What it does more with.
    pub wishes: &'static [Need],
    /// What becomes of it where a need cannot be had.
    pub without: Without,
    /// Which runs it is part of.
    pub part_of: Runs,
    /// Does it.
    pub work: fn(Amount) -> Result<(), String>,
}

/// What becomes of a step whose needs cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// It fails.
    Fails,
    /// It is skipped, and the reason is printed.
    IsSkipped,
}

/// Which runs a step is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Every run.
    Every,
    /// All but the quick one.
    Whole,
    /// Only the slow one.
    Slow,
}

/// How much is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amount {
    /// What a person waits for while working.
    Quick,
    /// Everything a change must pass.
    #[default]
    Whole,
    /// More random cases, and fuzzing.
    Slow,
}

impl Step {
    /// A step of the whole run, without needs.
    #[must_use]
    pub const fn new(
        name: &'static str,
        about: &'static str,
        work: fn(Amount) -> Result<(), String>,
    ) -> Self {
        let (needs, wishes): (&[Need], &[Need]) = (&[], &[]);
        Self { name, about, needs, wishes, without: Without::Fails, part_of: Runs::Whole, work }
    }

    /// The same step with needs.
    #[must_use]
    pub const fn needs(self, needs: &'static [Need]) -> Self {
        Self { needs, ..self }
    }

    /// The same step, skipped where a need cannot be had.
    #[must_use]
    pub const fn or_skipped(self) -> Self {
        Self { without: Without::IsSkipped, ..self }
    }

    /// The same step as part of other runs.
    #[must_use]
    pub const fn part_of(self, part_of: Runs) -> Self {
        Self { part_of, ..self }
    }

    /// Why this run leaves it out.
    fn left_out(&self, amount: Amount) -> Option<&'static str> {
        match (self.part_of, amount) {
            (Runs::Whole | Runs::Slow, Amount::Quick) => Some("not part of a run with --quick"),
            (Runs::Slow, Amount::Whole) => Some("only part of a run with --slow"),
            _ => None,
        }
    }

    /// Brings in what it needs; `Some` is why it is skipped.
    fn prepare(&self) -> Result<Option<String>, String> {
        for wish in self.wishes {
            if let Err(why) = prerequisites::bring(&[*wish]) {
                println!("   {why}; what compares with it is left out");
            }
        }
        match (prerequisites::bring(self.needs), self.without) {
            (Ok(()), _) => Ok(None),
            (Err(why), Without::Fails) => Err(why),
            (Err(why), Without::IsSkipped) => Ok(Some(why)),
        }
    }

    /// Does it here, its output where a person sees it.
    pub fn show(&self, amount: Amount) -> Result<(), String> {
        if let Some(why) = self.prepare()? {
            println!("{} is skipped: {why}", self.name);
            return Ok(());
        }
        (self.work)(amount)
    }

    /// Does it in a process of its own, whose output goes into a file.
    fn log(&self, amount: Amount, log: &PathBuf) -> Result<(), String> {
        let unwritable = |error: std::io::Error| format!("{}: {error}", log.display());
        if let Some(folder) = log.parent() {
            std::fs::create_dir_all(folder).map_err(unwritable)?;
        }
        let file = File::create(log).map_err(unwritable)?;
        let mut command = Command::new(myself()?);
        command.args(["test", "--show", self.name]).args(amount.flag()).current_dir(root());
        command.stdout(file.try_clone().map_err(unwritable)?).stderr(file);
        let status = command.status().map_err(|error| format!("it cannot be started: {error}"))?;
        if status.success() {
            return Ok(());
        }
        let lines = last_lines(&read_text(log)?, 40);
        let log = log.strip_prefix(root()).unwrap_or(log).display();
        Err(format!("{}\n   all of its output is in {log}", indented(&lines)))
    }
}

impl Amount {
    fn flag(self) -> Option<&'static str> {
        match self {
            Self::Quick => Some("--quick"),
            Self::Whole => None,
            Self::Slow => Some("--slow"),
        }
    }
}

/// How many steps ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Totals {
    /// Fails where a step has failed.
    pub fn check(self) -> Result<(), String> {
        match self.failed {
            0 => Ok(()),
            1 => Err("a step failed".to_owned()),
            count => Err(format!("{count} steps failed")),
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { passed, failed, skipped } = self;
        write!(out, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

/// Goes through the steps, all of them even where one fails, unless that is asked for.
#[must_use]
pub fn run(steps: &[Step], amount: Amount, fail_fast: bool) -> Totals {
    let (count, start) = (steps.len(), Instant::now());
    let (mut totals, mut failed) = (Totals::default(), Vec::new());
    for (number, step) in (1..).zip(steps) {
        println!("== {number}/{count} {}: {}", step.name, step.about);
        let begun = Instant::now();
        let log = target().join("test-logs").join(format!("{number:02}-{}.log", step.name));
        let outcome = match step.left_out(amount) {
            Some(why) => Ok(Some(why.to_owned())),
            None => step.prepare().and_then(|skipped| match skipped {
                Some(why) => Ok(Some(why)),
                None => step.log(amount, &log).map(|()| None),
            }),
        };
        let took = human(begun.elapsed());
        match outcome {
            Ok(None) => {
                println!("   passed in {took}");
                totals.passed += 1;
            }
            Ok(Some(why)) => {
                println!("   skipped: {why}");
                totals.skipped += 1;
            }
            Err(problem) => {
                println!("   FAILED after {took}\n{problem}");
                println!("   to repeat it alone: cargo xtask test --show {}", step.name);
                totals.failed += 1;
                failed.push(step.name);
                if fail_fast {
                    totals.skipped += count - number;
                    break;
                }
            }
        }
    }
    println!("\nfinished in {}", human(start.elapsed()));
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{totals}");
    totals
}

/// A duration as people say it.
#[must_use]
pub fn human(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{}.{} s", seconds, time.subsec_millis() / 100);
    }
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   | {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Step = Step::new("one", "", |_| Ok(()));

    #[test]
    fn times_are_printed_as_people_say_them() {
        assert_eq!(human(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(human(Duration::from_secs(125)), "2 min 05 s");
    }

    #[test]
    fn a_run_leaves_out_what_is_not_part_of_it() {
        let left_out = |part_of, amount| STEP.part_of(part_of).left_out(amount).is_some();
        assert!(!left_out(Runs::Every, Amount::Quick));
        assert!(left_out(Runs::Whole, Amount::Quick));
        assert!(!left_out(Runs::Whole, Amount::Whole));
        assert!(left_out(Runs::Slow, Amount::Whole));
        assert!(!left_out(Runs::Slow, Amount::Slow));
    }

    #[test]
    fn the_totals_are_one_line() {
        let totals = Totals { passed: 3, failed: 0, skipped: 1 };
        assert_eq!(totals.to_string(), "3 passed, 0 failed, 1 skipped");
        assert!(totals.check().is_ok());
        assert!(Totals { failed: 1, ..totals }.check().is_err());
    }
}
