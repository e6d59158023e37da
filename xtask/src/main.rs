//! `cargo xtask`: reads the command line and runs the task.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xtask::prerequisites::{self, Need};
use xtask::{
    accuracy, app, bench, catalogue, client, extension, fuzz, program, prove, test, verdicts, wasm,
    wine,
};

/// Belay's tasks.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build everything where it is not up to date, and show the settings in the browser.
    Serve(program::Options),
    /// Build everything and install `belay` with cargo.
    Install,
    /// What `belay check -` does: JSON lines in, one verdict a line out.
    #[command(hide = true)]
    Judge,
    /// Run everything a change must pass.
    Test(test::Options),
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
    /// Build the npm package of belay-client in belay-client/dist.
    Client(client::Options),
    /// Pack the extension for VS Code as target/belay.vsix.
    Extension(extension::Options),
    /// Print what weighs most in the wasm module, crate by crate.
    Size,
    /// Throw noise at the fuzz targets.
    Fuzz(fuzz::Options),
    /// Run commands in a throw-away machine and hold verdicts to what they did.
    Prove(prove::Options),
    /// Run a program for Windows under Wine.
    Wine(wine::Options),
    /// Write the full verdict of every case in tests/cases/verdicts as JSON lines.
    Verdicts,
}

impl Task {
    /// What has to be there before it starts. The steps of tests bring in their own.
    fn needs(&self) -> &'static [Need] {
        match self {
            Self::Serve(_) | Self::Install => app::BUILDING,
            Self::Bench(options) => options.needs(),
            Self::Wasm(options) => options.needs(),
            Self::App(options) => options.needs(),
            Self::Client(options) => options.needs(),
            Self::Extension(options) => options.needs(),
            Self::Size => wasm::BUILDING,
            Self::Fuzz(_) => fuzz::NEEDS,
            Self::Prove(_) => prove::NEEDS,
            Self::Wine(_) => wine::NEEDS,
            Self::Test(_) | Self::Judge | Self::Docs(_) | Self::Accuracy(_) | Self::Verdicts => &[],
        }
    }
}

fn main() -> ExitCode {
    let task = Arguments::parse().task;
    let outcome = prerequisites::bring(task.needs()).and_then(|()| run(task));
    match outcome {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<ExitCode, String> {
    match task {
        Task::Test(options) => {
            // The totals say it all, and nothing comes after them.
            let failed = test::run(&options)?.check().is_err();
            return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
        Task::Serve(options) => program::serve(&options),
        Task::Install => program::install(),
        Task::Judge => program::judge(),
        Task::Docs(options) => catalogue::docs(options),
        Task::Accuracy(options) => accuracy::run(&options),
        Task::Bench(options) => bench::run(&options),
        Task::Wasm(options) => wasm::run(options),
        Task::App(options) => app::task(options),
        Task::Client(options) => client::run(options),
        Task::Extension(options) => extension::run(&options),
        Task::Size => wasm::size(),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Prove(options) => prove::run(&options),
        Task::Wine(options) => wine::run(&options),
        Task::Verdicts => verdicts::run(),
    }
    .map(|()| ExitCode::SUCCESS)
}
