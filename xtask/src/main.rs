//! `cargo xtask`: reads the command line and hands over.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::{accuracy, app, bench, catalogue, extension, fuzz, judge, serve, test, verdicts, wasm};

/// Belay's chores.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Build the settings app where it is not in date, and serve it on this machine.
    Serve(serve::Options),
    /// Run everything a change must pass.
    Test(test::Options),
    /// Judge commands: JSON lines in, one verdict a line out; or one command for people.
    Judge(judge::Options),
    /// List the rules.
    Rules,
    /// Print a rule's page.
    Explain {
        /// Its id, as `cargo xtask rules` and verdicts name it.
        rule: String,
    },
    /// Print the JSON Schema of the settings.
    Schema,
    /// Write docs/rules from the catalogue.
    Docs(catalogue::Options),
    /// Print how well the corpus in tests/cases is judged, family by family.
    Accuracy(accuracy::Options),
    /// Measure speed.
    Bench(bench::Options),
    /// Build the npm package of policy-wasm in policy-wasm/dist.
    Wasm(wasm::Options),
    /// Build the settings app in settings-ui/dist and weigh it.
    App(app::Options),
    /// Pack the extension for VS Code as target/belay.vsix.
    Extension(extension::Options),
    /// Print what weighs most in the wasm module, crate by crate.
    Size,
    /// Throw noise at the fuzz targets.
    Fuzz(fuzz::Options),
    /// Write the full verdict of every case in tests/cases/verdicts as JSON lines.
    Verdicts,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Serve(options) => serve::run(options),
        Chore::Test(options) => test::run(options),
        Chore::Judge(options) => judge::run(options),
        Chore::Rules => {
            catalogue::list();
            Ok(())
        }
        Chore::Explain { rule } => catalogue::explain(&rule),
        Chore::Schema => {
            catalogue::schema();
            Ok(())
        }
        Chore::Docs(options) => catalogue::docs(options),
        Chore::Accuracy(options) => accuracy::run(&options),
        Chore::Bench(options) => bench::run(&options),
        Chore::Wasm(options) => wasm::run(options),
        Chore::App(options) => app::chore(options),
        Chore::Extension(options) => extension::run(&options),
        Chore::Size => wasm::size(),
        Chore::Fuzz(options) => fuzz::run(&options),
        Chore::Verdicts => verdicts::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
