//! Judging from a terminal or a pipe.
//!
//! The batch form takes JSON lines on standard input and writes one verdict a line, in order.
//! `--text` takes one command and writes it for people.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufWriter, Write};

use policy_core::Coverage;
use policy_core::verdict::{Decision, Finding, Recovery, Risk, Units, Verdict};

use crate::request::{Policies, Request};
use crate::wrap::wrap;

/// What to judge.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Judge this one command and write the verdict for people.
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    text: Option<String>,
    /// The shell, by name or path [default: bash].
    #[arg(long, requires = "text")]
    shell: Option<String>,
    /// The directory it starts in.
    #[arg(long, requires = "text")]
    cwd: Option<String>,
    /// The root of the workspace.
    #[arg(long, requires = "text")]
    workspace: Option<String>,
    /// The home directory.
    #[arg(long, requires = "text")]
    home: Option<String>,
    /// Judge for a host that saves the whole workspace before it runs anything.
    #[arg(long, requires = "text")]
    saved: bool,
}

/// Judges one text, or everything on standard input.
pub fn run(options: Options) -> Result<(), String> {
    match options.text {
        Some(command) => {
            let everything =
                Coverage { ignored_files: true, repository: true, ..Coverage::default() };
            let request = Request {
                command,
                shell: options.shell,
                cwd: options.cwd,
                workspace: options.workspace,
                home: options.home,
                saves: options.saved.then_some(everything),
                settings: None,
            };
            print!("{}", for_people(&request));
            Ok(())
        }
        None => batch(),
    }
}

fn batch() -> Result<(), String> {
    let closed = |error: io::Error| format!("standard output is closed: {error}");
    let mut out = BufWriter::new(io::stdout().lock());
    let mut policies = Policies::default();
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.map_err(|error| format!("standard input cannot be read: {error}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let written = match serde_json::from_str::<Request>(&line) {
            Ok(request) => request.answer(&mut policies, Units::Bytes),
            Err(error) => {
                serde_json::json!({ "error": format!("line {number} is no request: {error}") })
                    .to_string()
            }
        };
        writeln!(out, "{written}").map_err(closed)?;
    }
    out.flush().map_err(closed)
}

/// The verdict in words and 80 columns.
#[must_use]
pub fn for_people(request: &Request) -> String {
    let verdict = request.verdict(&mut Policies::default());
    let mut out = String::new();
    // Writing into a string has no way to fail.
    let _ = write_verdict(&mut out, request, &verdict);
    out
}

fn write_verdict(out: &mut String, request: &Request, verdict: &Verdict) -> std::fmt::Result {
    let shell = verdict.shell.map_or("", |shell| shell.name());
    writeln!(out, "{shell}: {}", shown(&request.command))?;
    field(out, "risk", verdict.risk.name())?;
    field(out, "recovery", recovery(verdict.recovery, verdict.risk))?;
    field(out, "belay", action(verdict))?;
    for finding in &verdict.findings {
        write_finding(out, request, verdict, finding)?;
    }
    Ok(())
}

fn write_finding(
    out: &mut String,
    request: &Request,
    verdict: &Verdict,
    finding: &Finding,
) -> std::fmt::Result {
    let Some(rule) = finding.rule.rule() else { return Ok(()) };
    let nested = finding.inner.and_then(|at| {
        let index = usize::from(at.source.0).checked_sub(1)?;
        Some(at.span.of(&verdict.nested.get(index)?.text))
    });
    let words = nested.unwrap_or_else(|| finding.span.of(&request.command));
    writeln!(out)?;
    for line in wrap(&format!("{}: {}", finding.risk.name(), rule.title), 80) {
        writeln!(out, "{line}")?;
    }
    field(out, "where", &shown(words))?;
    field(out, "what", rule.what)?;
    field(out, "why", rule.why)?;
    field(out, "instead", rule.instead)?;
    field(out, "rule", rule.id)
}

fn field(out: &mut String, name: &str, text: &str) -> std::fmt::Result {
    let mut name = name;
    for line in wrap(text, 68) {
        writeln!(out, "  {name:<10}{line}")?;
        name = "";
    }
    Ok(())
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

/// One line, with nothing in it that a terminal would act upon.
fn shown(text: &str) -> String {
    const MOST: usize = 64;
    let mut line = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == MOST {
            line.push('…');
            break;
        }
        match c {
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
                line.extend(c.escape_unicode());
            }
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(command: &str, saves: Option<Coverage>) -> String {
        for_people(&Request { command: command.to_owned(), saves, ..Request::default() })
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
        let saves = Some(Coverage { ignored_files: true, repository: true, ..Coverage::default() });
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
