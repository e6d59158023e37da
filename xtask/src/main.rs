//! Every chore of this repository as a command; CI and the README call nothing else.

mod accuracy;
mod cases;
mod judge;
mod wasm;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Belay's chores.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Judge commands: JSON lines in, one verdict a line out, in order.
    Judge,
    /// Print how well the corpus in tests/cases is judged, family by family.
    Accuracy(accuracy::Options),
    /// Build the npm package of policy-wasm in policy-wasm/dist.
    Wasm(wasm::Options),
    /// Print what weighs most in the wasm module, crate by crate.
    Size,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Judge => judge::run(),
        Chore::Accuracy(options) => accuracy::run(&options),
        Chore::Wasm(options) => wasm::run(options),
        Chore::Size => wasm::size(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
