//! Questions to the person at the terminal, and how far long work is.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use checkpoint_store::{Progress, Stage};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::{STRONG, styled};

/// Asks a question that is answered by yes or no. `Enter` is no.
///
/// # Errors
/// Nobody can be asked: standard input is not a terminal.
pub fn confirmed(question: &str, yes: bool) -> Result<bool> {
    if yes {
        return Ok(true);
    }
    let answer = choice(&format!("{question} [y/N]"))
        .context("there is no terminal to ask in; `--yes` goes on without asking, `--dry-run` only shows what would happen")?;
    Ok(matches!(answer.as_str(), "y" | "yes"))
}

/// Asks and reads one line, in lower case.
///
/// # Errors
/// Standard input is not a terminal, or it is closed.
pub fn choice(question: &str) -> Result<String> {
    if !std::io::stdin().is_terminal() {
        bail!("standard input is not a terminal");
    }
    anstream::eprint!("{} ", styled(STRONG, question));
    anstream::stderr().flush()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).context("the answer cannot be read")?;
    Ok(line.trim().to_lowercase())
}

/// Work that is done within this time is not worth a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error, once the work has taken a second and if somebody looks at it.
#[derive(Debug)]
pub struct Bar {
    started: Instant,
    shown: Option<ProgressBar>,
}

impl Bar {
    /// Nothing is shown yet.
    #[must_use]
    pub fn new() -> Self {
        Self { started: Instant::now(), shown: None }
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress for Bar {
    fn at(&mut self, stage: Stage, done: u64, total: u64) {
        if self.shown.is_none() {
            if self.started.elapsed() < PATIENCE || !std::io::stderr().is_terminal() {
                return;
            }
            let bar = ProgressBar::new(0);
            if let Ok(style) = ProgressStyle::with_template("{msg:<22} {wide_bar} {pos}/{len}") {
                bar.set_style(style);
            }
            self.shown = Some(bar);
        }
        if let Some(bar) = &self.shown {
            bar.set_message(doing(stage));
            bar.set_length(total.max(done));
            bar.set_position(done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

fn doing(stage: Stage) -> &'static str {
    match stage {
        Stage::Walk => "looking at files",
        Stage::Store => "saving",
        Stage::Sync => "writing to the disk",
        Stage::Plan => "comparing",
        Stage::Apply => "bringing back",
        Stage::Verify => "checking",
        Stage::Collect => "freeing space",
        _ => "working",
    }
}
