//! Runs commands in a throw-away machine and holds verdicts to what they did to the disk.
//!
//! ```text
//! commands ──> pool ──> worker: judge, save, run, look, restore, look ──> laws ──> report
//!    ^                     ^
//! generate           place, sandbox, disk
//! ```

mod commands;
mod disk;
mod generate;
mod known;
mod laws;
mod outcome;
mod place;
mod pool;
mod promises;
mod report;
mod sandbox;
mod worker;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::commands::Command;
use crate::known::Known;
use crate::outcome::Outcome;
use crate::report::Report;

/// Holds verdicts to what commands do to the disk.
#[derive(Debug, Parser)]
#[command(name = "prove")]
struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(Debug, Subcommand)]
enum Part {
    /// Runs commands and reports.
    Run(Options),
    /// Inside the machine: reads commands and runs them.
    #[command(hide = true)]
    Worker,
    /// Inside the walls: runs one command.
    #[command(hide = true)]
    Inside {
        /// The command.
        #[arg(last = true)]
        command: String,
    },
}

/// What is run.
#[derive(Clone, Debug, clap::Args)]
struct Options {
    /// The repository's root.
    #[arg(long)]
    root: PathBuf,
    /// Only this many rows of the corpus, spread over all of it; all where it is not given.
    #[arg(long)]
    rows: Option<usize>,
    /// How many commands are made up.
    #[arg(long, default_value_t = 0)]
    count: usize,
    /// What the made-up ones hang on.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// JSON lines with a `command` each, instead of the corpus.
    #[arg(long)]
    file: Vec<PathBuf>,
    /// These commands, instead of the corpus.
    #[arg(long)]
    text: Vec<String>,
    /// Workers side by side.
    #[arg(long, default_value_t = 3)]
    workers: usize,
    /// Write every violation here as JSON lines.
    #[arg(long)]
    json: Option<PathBuf>,
}

fn main() -> Result<ExitCode> {
    match Arguments::parse().part {
        Part::Worker => worker::work().map(|()| ExitCode::SUCCESS),
        Part::Inside { command } => {
            let code = sandbox::inside(&command)?;
            Ok(ExitCode::from(u8::try_from(code & 0xff).unwrap_or(1)))
        }
        Part::Run(options) => run(&options),
    }
}

fn run(options: &Options) -> Result<ExitCode> {
    let known = Known::read(&options.root)?;
    let chosen = commands::chosen(options)?;
    let outcomes = run_all(&chosen.commands, options)?;
    let mut report = Report::of(&chosen, &outcomes);
    let parents = report.parents();
    let outcomes = run_all(&parents, options)?;
    report.shrink(&parents, &outcomes);
    report.sort_out(&known);
    report.print();
    if let Some(path) = &options.json {
        report.write(path)?;
    }
    Ok(if report.holds() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_all(commands: &[Command], options: &Options) -> Result<Vec<Result<Outcome, String>>> {
    let texts: Vec<String> = commands.iter().map(|command| command.text.clone()).collect();
    pool::run_all(&texts, options.workers, |done| {
        if done % 500 == 0 {
            let _ = writeln!(std::io::stderr(), "{done} of {}", texts.len());
        }
    })
}
