//! policy-wasm: builds the npm package, weighs it, measures it and tests it.
//!
//! - [`build`] compiles, binds, optimises and puts the package together in `policy-wasm/dist`.
//! - [`types`] writes the package's TypeScript types from the tables of policy-core.
//! - [`tools`] brings in what only these chores need, into `.cache`.
//! - [`native`] judges every case natively, for JavaScript to compare with.
//! - [`test`](mod@test) lists the steps of the test command.

mod build;
mod native;
mod test;
mod tools;
mod types;

pub use test::{Step, test_steps};

/// What to do with the package.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    chore: Option<Chore>,
}

#[derive(Clone, Copy, Debug, clap::Subcommand)]
enum Chore {
    /// Only write the TypeScript types anew.
    Types,
    /// Build, then run every test of the package.
    Test,
    /// Build, then measure it in Node and Chromium beside plain JavaScript.
    Bench,
}

/// Builds the package, and does what else is asked.
pub fn run(options: Options) -> Result<(), String> {
    match options.chore {
        None => build::run(),
        Some(Chore::Types) => types::write(),
        Some(Chore::Test) => test_steps().into_iter().try_for_each(|step| {
            println!("== {}: {}", step.name, step.about);
            (step.work)().map_err(|problem| format!("{}: {problem}", step.name))
        }),
        Some(Chore::Bench) => bench(),
    }
}

/// Prints the table of speeds.
pub fn bench() -> Result<(), String> {
    build::run()?;
    tools::chromium()?;
    tools::node(&["policy-wasm/bench/run.mjs"])
}

/// Prints what weighs most in the module, crate by crate.
pub fn size() -> Result<(), String> {
    build::run()?;
    build::weigh()
}
