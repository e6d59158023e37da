//! Steps that say what they do, how long that usually takes and how long it took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::cases::root;

/// How a step ended when it did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// It was left out, and why.
    LeftOut(String),
}

/// One step of a longer chore.
pub struct Step<'s> {
    /// A few words.
    pub name: &'static str,
    /// What it does and how long that usually takes.
    pub about: &'static str,
    /// What to type to repeat this step alone.
    pub repeat: &'static str,
    /// Does it.
    pub work: Box<dyn FnOnce() -> Result<Outcome, String> + 's>,
}

impl<'s> Step<'s> {
    /// A step that is done or fails.
    pub fn new(
        name: &'static str,
        about: &'static str,
        repeat: &'static str,
        work: impl FnOnce() -> Result<(), String> + 's,
    ) -> Self {
        Self { name, about, repeat, work: Box::new(|| work().map(|()| Outcome::Done)) }
    }

    /// The same step, left to the whole run where this is the quick one.
    #[must_use]
    pub fn unless(self, quick: bool) -> Self {
        if !quick {
            return self;
        }
        let left_out = || Ok(Outcome::LeftOut("left to the run without --quick".to_owned()));
        Self { work: Box::new(left_out), ..self }
    }
}

/// Goes through the steps, stops at the first that fails, and sums up in 80 columns.
pub fn run(steps: Vec<Step<'_>>) -> Result<(), String> {
    let (count, start) = (steps.len(), Instant::now());
    let mut lines = Vec::new();
    for (number, step) in (1..).zip(steps) {
        println!("\n== {number}/{count} {}: {}", step.name, step.about);
        let begun = Instant::now();
        let outcome = (step.work)();
        let took = human(begun.elapsed());
        match outcome {
            Ok(Outcome::Done) => {
                println!("   {} done in {took}", step.name);
                lines.push(line(step.name, "passed", &took, ""));
            }
            Ok(Outcome::LeftOut(why)) => {
                println!("   {} left out: {why}", step.name);
                lines.push(line(step.name, "left out", &took, &why));
            }
            Err(problem) => {
                lines.push(line(step.name, "FAILED", &took, ""));
                println!("\n{}", lines.join("\n"));
                return Err(format!(
                    "step {number} of {count}, {}, failed: {problem}\n  to repeat it alone: {}",
                    step.name, step.repeat
                ));
            }
        }
    }
    println!("\n{}", lines.join("\n"));
    println!("all steps passed in {}", human(start.elapsed()));
    Ok(())
}

/// Runs a program in the root of the repository, its output where a person sees it.
pub fn command(program: &str, arguments: &[&str]) -> Result<(), String> {
    command_with(program, arguments, &[])
}

/// The same, with variables added to its environment.
pub fn command_with(
    program: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<(), String> {
    let line = written(program, arguments);
    println!("   $ {line}");
    let status = Command::new(resolve(program))
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|error| format!("`{program}` cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` ended with {status}")) }
}

/// Runs a program quietly and hands back what it printed on both streams, if it ended well.
pub fn quietly(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(resolve(program)).args(arguments).current_dir(root()).output().ok()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    output.status.success().then(|| text(&output.stdout) + &text(&output.stderr))
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

/// Cuts a text into lines of at most `width` characters at its blanks.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(last) = lines.last_mut() else { break };
        let taken = last.chars().count();
        if taken == 0 {
            last.push_str(word);
        } else if taken + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The cargo that started us, so that a chosen toolchain stays chosen.
fn resolve(program: &str) -> String {
    match std::env::var("CARGO") {
        Ok(cargo) if program == "cargo" && Path::new(&cargo).is_file() => cargo,
        _ => program.to_owned(),
    }
}

fn written(program: &str, arguments: &[&str]) -> String {
    let words = std::iter::once(&program).chain(arguments);
    words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.contains([' ', '\'', '"', '$', '*']) {
        format!("'{}'", word.replace('\'', "'\\''"))
    } else {
        word.to_owned()
    }
}

fn line(name: &str, result: &str, took: &str, why: &str) -> String {
    let mut text = format!("{name:<24}{result:<10}{took:>12}");
    for (index, part) in wrap(why, 30).iter().filter(|part| !part.is_empty()).enumerate() {
        let indent = if index == 0 { "   ".to_owned() } else { format!("\n{:49}", "") };
        text.push_str(&indent);
        text.push_str(part);
    }
    text
}

/// The program that runs these chores, for chores that call others.
pub fn myself() -> Result<PathBuf, String> {
    let me = std::env::current_exe()
        .map_err(|error| format!("the path of this program cannot be told: {error}"))?;
    // A step may have built it anew while it runs; Linux then marks the old file's name.
    let path = me.to_string_lossy();
    Ok(path.strip_suffix(" (deleted)").map_or_else(|| me.clone(), PathBuf::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_fits_eighty_columns() {
        let why = "valgrind is not installed here and only root on a Debian-like machine can \
                   install it without being asked";
        let text = line("instruction budgets", "left out", "12 min 03 s", why);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn times_are_said_as_people_say_them() {
        assert_eq!(human(Duration::from_millis(1234)), "1.2 s");
        assert_eq!(human(Duration::from_secs(125)), "2 min 05 s");
    }

    #[test]
    fn words_that_the_shell_would_take_apart_are_quoted() {
        assert_eq!(written("echo", &["a b", "it's"]), r"echo 'a b' 'it'\''s'");
    }

    #[test]
    fn the_first_failure_stops_and_says_how_to_repeat_it() {
        let step = |name, work| Step { name, about: "", repeat: "again", work };
        let result = run(vec![
            step("one", Box::new(|| Ok(Outcome::Done))),
            step("two", Box::new(|| Err("it broke".to_owned()))),
            step("three", Box::new(|| Err("never reached".to_owned()))),
        ]);
        let problem = result.err().unwrap_or_default();
        assert_eq!(problem, "step 2 of 3, two, failed: it broke\n  to repeat it alone: again");
    }
}
