//! `belay audit`: who decided what.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use checkpoint_store::CheckpointId;
use jiff::Timestamp;

use super::Exit;
use crate::audit::{Entry, Format, Head, Line, Log, export, verify};
use crate::home::Home;
use crate::output::{BAD, FAINT, GOOD, WARNING, WIDTH, ago, count, fitted, styled};

/// What to do with the log.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Show the latest decisions and what came of them.
    List {
        /// How many lines.
        #[arg(short = 'n', long, default_value_t = 20)]
        number: usize,
        /// Write the lines as they are.
        #[arg(long)]
        json: bool,
    },
    /// Check that no line was changed, taken out or cut off.
    Verify {
        /// A head that was printed before, as `NUMBER:HASH`: the log must still hold it.
        #[arg(long, value_name = "NUMBER:HASH")]
        head: Vec<String>,
    },
    /// Write the whole log for another system.
    Export {
        /// In whose words.
        #[arg(long, value_enum, default_value = "jsonl")]
        format: Format,
    },
}

/// Carries it out.
///
/// # Errors
/// The log cannot be read, or standard output is closed.
pub fn run(task: &Task) -> Result<Exit> {
    let log = Log::new(Home::find()?.audit());
    let mut out = anstream::stdout().lock();
    match task {
        Task::List { number, json } => list(&log, *number, *json, &mut out),
        Task::Export { format } => export(&log, *format, &mut out).map(|()| Exit::Done),
        Task::Verify { head } => {
            let mut known = head.iter().map(|text| known_head(text)).collect::<Result<Vec<_>>>()?;
            known.extend(log.head());
            let report = verify(&log, &known)?;
            for (file, line) in &report.torn {
                let note = "a line was cut short (the disk was full or the machine stopped)";
                writeln!(out, "{}", styled(WARNING, format!("{}:{line}: {note}", file.display())))?;
            }
            for fault in &report.faults {
                writeln!(out, "{}", styled(BAD, fault))?;
            }
            if !report.is_whole() {
                return Ok(Exit::Failed);
            }
            let lines = usize::try_from(report.lines).unwrap_or(usize::MAX);
            writeln!(
                out,
                "{}",
                styled(GOOD, format!("{}, all as they were written", count(lines, "line")))
            )?;
            if let Some(head) = report.head {
                writeln!(out, "head {}:{}", head.seq, head.hash)?;
                let hint = "Keep the head in another place; `belay audit verify --head` checks the log against it.";
                writeln!(out, "{}", styled(FAINT, hint))?;
            }
            Ok(Exit::Done)
        }
    }
}

fn known_head(text: &str) -> Result<Head> {
    let wrong =
        || format!("`{text}` is not a head; it looks like `42:9f3c…`, as `verify` prints it");
    let (seq, hash) = text.split_once(':').with_context(wrong)?;
    Ok(Head { seq: seq.parse().ok().with_context(wrong)?, hash: hash.to_owned() })
}

fn list(log: &Log, number: usize, json: bool, out: &mut impl std::io::Write) -> Result<Exit> {
    let mut latest = Vec::new();
    for file in log.files()?.iter().rev() {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let missing = number.saturating_sub(latest.len());
        latest.extend(text.lines().rev().take(missing).map(str::to_owned));
        if latest.len() >= number {
            break;
        }
    }
    if latest.is_empty() {
        writeln!(out, "Nothing has been decided yet.")?;
    }
    let now = Timestamp::now();
    for text in latest.iter().rev() {
        match serde_json::from_str::<Line>(text) {
            _ if json => writeln!(out, "{text}")?,
            Ok(line) => writeln!(out, "{}", shown(&line, now))?,
            Err(_) => writeln!(out, "{}", styled(WARNING, "(a line that cannot be read)"))?,
        }
    }
    Ok(Exit::Done)
}

fn shown(line: &Line, now: Timestamp) -> String {
    let when = format!("{:>9}", ago(line.time, now));
    match &line.entry {
        Entry::Decision(decision) => {
            let style = match decision.answer.as_str() {
                "allow" => GOOD,
                "ask" => WARNING,
                _ => BAD,
            };
            let left = format!(
                "{:<5} {:<8} {:<8} ",
                decision.answer,
                decision.risk,
                fitted(&decision.agent, 8)
            );
            let subject = fitted(&crate::guard::cut(&decision.subject), WIDTH - 10 - left.len());
            format!("{} {}{subject}", styled(FAINT, when), styled(style, left))
        }
        Entry::Effect(effect) => {
            let exit =
                effect.exit_code.map(|code| format!(", exit code {code}")).unwrap_or_default();
            let how = if effect.result == "restored" { " to" } else { ", saved as" };
            // Ids as the log shows them; what is not an id stands as it was written.
            let short = |id: &String| match id.parse::<CheckpointId>() {
                Ok(id) => id.short(),
                Err(_) => id.clone(),
            };
            let id = effect.checkpoint.as_ref().map(short);
            let saved = id.map(|id| format!("{how} {id}")).unwrap_or_default();
            let trouble = effect.trouble.as_deref().unwrap_or_default();
            let text = format!("      {}{exit}{saved} {trouble}", effect.result);
            styled(FAINT, format!("{when} {}", fitted(text.trim_end(), WIDTH - 10)))
        }
    }
}
