//! policy-wasm: builds the npm package, weighs it, measures it and tests it.
//!
//! - [`build`] compiles, binds and puts the package together in `policy-wasm/dist`.
//! - [`types`] writes the package's TypeScript types from the tables of policy-core.
//! - [`rules`] writes what is said about rules at length, which the package loads when asked.
//! - [`tools`] brings in what only these chores need, into `.cache`.
//! - [`native`] judges every case natively, for JavaScript to compare with.
//! - [`test`](mod@test) lists the steps of the test command.

pub(crate) mod build;
mod native;
mod rules;
pub(crate) mod test;
pub(crate) mod tools;
mod types;

pub use test::test_steps;

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
}

/// Builds the package, and does what else is asked.
pub fn run(options: Options) -> Result<(), String> {
    match options.chore {
        None => build::run(),
        Some(Chore::Types) => types::write(),
        Some(Chore::Test) => crate::step::run(test_steps(false)),
    }
}

/// Prints the table of speeds, and with `gate` holds it to its budgets.
pub fn bench(gate: bool) -> Result<(), String> {
    build::run()?;
    test::measure(gate)
}

/// Prints what weighs most in the module, crate by crate.
pub fn size() -> Result<(), String> {
    build::run()?;
    build::weigh()
}
