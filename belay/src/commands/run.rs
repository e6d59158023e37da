//! `belay run`: a command of your own, judged, saved for and written down like an agent's.

use std::io::IsTerminal as _;
use std::process::{Command, ExitStatus};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use policy_core::shell::{Dialect, Platform, detect};
use policy_core::verdict::Decision;

use super::Exit;
use super::asking::choice;
use super::place::Place;
use super::verdict::for_people;
use crate::audit::{Effect, Entry};
use crate::guard::{Before, Call, Guard, Outcome, Subject, cut};
use crate::language::Language;
use crate::output::{BAD, FAINT, GOOD, ID, WARNING, WIDTH, styled, wrap};

/// What to run.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A line for the shell, instead of a program and its words.
    #[arg(short = 'c', long = "command", value_name = "TEXT", conflicts_with = "words")]
    pub text: Option<String>,
    /// The shell that reads the line.
    #[arg(long, default_value = if cfg!(windows) { "powershell" } else { "bash" })]
    pub shell: String,
    /// Run what needs a question without asking; what the settings deny stays denied.
    #[arg(short, long)]
    pub yes: bool,
    /// The program and its words.
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "text")]
    pub words: Vec<String>,
}

/// What the person said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Allow,
    Always,
    Skip,
    Deny,
}

/// Judges, asks, saves, runs, records.
///
/// # Errors
/// This folder is gone, or the settings cannot be written.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let guard = Guard::new(place.home.clone());
    let call = call(options, &place);
    let before = guard.before(&call);
    for trouble in &before.troubles {
        tell(&styled(WARNING, trouble));
    }
    match before.answer.decision {
        Decision::Allow => {}
        Decision::Deny => {
            refuse(&before);
            return Ok(Exit::Denied);
        }
        Decision::Ask if options.yes => approve(&guard, &call, "--yes"),
        Decision::Ask => match ask(&call, &before)? {
            Word::Allow => approve(&guard, &call, "terminal"),
            Word::Always => {
                approve(&guard, &call, "terminal");
                super::allow::add(&place.home, "allowedCommands", &call.text(), None)?;
                tell(&format!("`{}` is allowed from now on.", cut(&call.text())));
            }
            word => {
                give_up(&guard, &call, word);
                return Ok(if word == Word::Skip { Exit::Done } else { Exit::Denied });
            }
        },
    }
    if let Some(id) = before.saved.checkpoint.as_deref().filter(|_| before.judged.saves_before()) {
        let short = id.get(id.len().saturating_sub(5)..).unwrap_or(id);
        tell(&styled(FAINT, format!("saved as {}; `belay undo` goes back", styled(ID, short))));
    }
    // The key that stops the command must not stop us: what came of it is still to be recorded.
    let _ = ctrlc::set_handler(|| {});
    let status = command(options).status();
    let outcome = match &status {
        Ok(status) => Outcome {
            failed: !status.success(),
            interrupted: status.code().is_none(),
            exit_code: status.code().map(i64::from),
        },
        Err(_) => Outcome { failed: true, ..Outcome::default() },
    };
    let saved = guard.after(&call, outcome);
    if let Some(trouble) = &saved.trouble {
        tell(&styled(WARNING, trouble));
    }
    match status {
        Ok(status) => Ok(Exit::Passed(code(status))),
        Err(error) => {
            let name = options.words.first().map_or(options.shell.as_str(), String::as_str);
            anstream::eprintln!("{} `{name}` cannot be started: {error}", styled(BAD, "error:"));
            Ok(Exit::Passed(127))
        }
    }
}

fn tell(text: &str) {
    anstream::eprintln!("{} {text}", styled(FAINT, "belay:"));
}

fn call(options: &Options, place: &Place) -> Call {
    let (text, shell) = match &options.text {
        Some(text) => (text.clone(), detect(&options.shell, Platform::Unix)),
        None => (
            options.words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
            Dialect::Bash,
        ),
    };
    let name = blake3::hash(place.root.as_os_str().as_encoded_bytes()).to_hex();
    Call {
        agent: "run".to_owned(),
        session: format!("terminal-{name:.8}"),
        id: Some(format!("{}-{}", std::process::id(), Timestamp::now().as_nanosecond())),
        message: None,
        cwd: place.cwd.clone(),
        workspace: place.root.clone(),
        subjects: vec![Subject::Run { command: text, shell }],
        background: false,
        can_ask: std::io::stdin().is_terminal(),
    }
}

/// A word as a shell would have to be told it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%^".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn command(options: &Options) -> Command {
    match (&options.text, options.words.split_first()) {
        (None, Some((program, words))) => {
            let mut command = Command::new(program);
            command.args(words);
            command
        }
        (text, _) => {
            let mut command = Command::new(&options.shell);
            let dialect = detect(&options.shell, Platform::Unix);
            command.arg(match dialect {
                Dialect::Cmd => "/C",
                Dialect::PowerShell => "-Command",
                _ => "-c",
            });
            command.arg(text.as_deref().unwrap_or_default());
            command
        }
    }
}

fn ask(call: &Call, before: &Before) -> Result<Word> {
    if let Some(verdict) = before.judged.strictest() {
        anstream::eprint!("{}", for_people(&call.text(), verdict, &Language::of_terminal()));
    }
    if !call.can_ask {
        refuse(before);
        return Ok(Word::Deny);
    }
    loop {
        let answer = choice("[a]llow once, [d]eny, [s]kip, or always allo[w]?")
            .context("nobody can be asked here")?;
        return Ok(match answer.as_str() {
            "a" | "allow" | "y" | "yes" => Word::Allow,
            "w" | "always" => Word::Always,
            "s" | "skip" => Word::Skip,
            "d" | "deny" | "n" | "no" | "" => Word::Deny,
            _ => continue,
        });
    }
}

fn refuse(before: &Before) {
    let answer = &before.answer;
    let mut text = answer.reason.clone();
    if let Some(instead) = &answer.instead {
        text = format!("{text} {instead}");
    }
    for line in wrap(&text, WIDTH) {
        anstream::eprintln!("{}", styled(BAD.effects(anstyle::Effects::new()), line));
    }
    // On a line of its own, so that it can be copied.
    if let Some(code) = &answer.code {
        anstream::eprintln!("`belay allow {code}` allows it once; then run it again.");
    }
}

/// A person said yes: the log says so before it runs.
fn approve(guard: &Guard, call: &Call, by: &str) {
    write_down(guard, call, "approved", Some(by));
}

/// The call does not happen: it is no longer open, and the log says who decided.
fn give_up(guard: &Guard, call: &Call, word: Word) {
    let _ = guard.calls().end(&call.session, call.id.as_deref(), &call.hash());
    let result = if word == Word::Skip { "skipped" } else { "refused" };
    write_down(guard, call, result, None);
    tell(&styled(GOOD, "it was not run"));
}

fn write_down(guard: &Guard, call: &Call, result: &str, approved_by: Option<&str>) {
    let effect = Effect {
        agent: call.agent.clone(),
        session: Some(call.session.clone()),
        call: call.id.clone(),
        result: result.to_owned(),
        approved_by: approved_by.map(str::to_owned),
        ..Effect::default()
    };
    if let Err(error) = guard.log().append(Entry::Effect(Box::new(effect))) {
        tell(&styled(WARNING, format!("the audit log was not written: {error:#}")));
    }
}

#[cfg(unix)]
fn code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt as _;
    // As shells do it for a command that a signal has ended.
    let code = status.code().or_else(|| Some(128 + status.signal()?)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}

#[cfg(not(unix))]
fn code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_as_a_shell_needs_it() {
        let words = ["rm", "-rf", "my folder", "it's", "", "$HOME", "a/b.c"];
        let text: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        assert_eq!(text.join(" "), r"rm -rf 'my folder' 'it'\''s' '' '$HOME' a/b.c");
    }
}
