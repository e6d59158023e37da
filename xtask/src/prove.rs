//! `cargo xtask prove`: commands are run in a throw-away machine, and verdicts are held to what
//! they did to its disk. The work is done by `tests/prove`.

use std::path::PathBuf;

use crate::prerequisites::debian::as_root;
use crate::prerequisites::{BWRAP, GIT, Need, SETPRIV};
use crate::process::{run as run_command, run_cargo};
use crate::repository::{root, target};
use crate::step::{Amount, Runs, Step};

/// How much is run.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Every row of the corpus, and thousands of commands made from them.
    #[arg(long)]
    all: bool,
    /// How many commands are made up.
    #[arg(long)]
    count: Option<usize>,
    /// What the made-up ones hang on.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// JSON lines with a `command` each, instead of the corpus.
    #[arg(long)]
    file: Vec<PathBuf>,
    /// These commands, instead of the corpus.
    #[arg(long)]
    text: Vec<String>,
    /// Write every violation to this file as JSON lines.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// What it needs.
pub const NEEDS: &[Need] =
    &[Need::Root, Need::Program(BWRAP), Need::Program(SETPRIV), Need::Program(GIT)];

/// The steps of the test command.
pub const STEPS: &[Step] = &[Step::new(
    "prove",
    "some hundred commands run in a throw-away machine, as the verdicts said; two minutes, or \
     thousands with --slow",
    |amount| run(&Options { all: amount == Amount::Slow, seed: 1, ..Options::default() }),
)
.needs(NEEDS)
.or_skipped()
.part_of(Runs::Whole)];

/// Rows of the corpus in the short form, and how many commands are made from them.
const SHORT: (usize, usize) = (300, 200);
/// How many commands the long form makes up.
const LONG: usize = 6000;

/// Builds the prover and runs it.
pub fn run(options: &Options) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        println!("   nothing is proved here: the throw-away machine is made of Linux");
        return Ok(());
    }
    run_cargo(&["build", "--package", "prove"])?;
    let mut command = as_root(target().join("debug/prove"))?;
    command.arg("run").arg("--root").arg(root());
    let chosen = options.file.is_empty() && options.text.is_empty();
    if chosen && !options.all {
        command.arg("--rows").arg(SHORT.0.to_string());
    }
    let made = match (options.count, chosen) {
        (Some(count), _) => count,
        (None, true) if options.all => LONG,
        (None, true) => SHORT.1,
        (None, false) => 0,
    };
    command.arg("--count").arg(made.to_string()).arg("--seed").arg(options.seed.to_string());
    for file in &options.file {
        command.arg("--file").arg(file);
    }
    for text in &options.text {
        command.arg("--text").arg(text);
    }
    if let Some(path) = &options.json {
        command.arg("--json").arg(path);
    }
    run_command(&mut command)
}
