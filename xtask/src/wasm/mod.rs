//! policy-wasm: builds the npm package, weighs it, measures it and tests it.
//!
//! - [`build`] compiles, binds and puts the package together in `policy-wasm/dist`.
//! - [`types`] writes the package's TypeScript types from policy-core.
//! - [`native`] judges every case natively, for JavaScript to compare with.
//! - [`test`](mod@test) lists the steps of the test command.

pub(crate) mod build;
mod native;
pub(crate) mod test;
mod types;

use crate::prerequisites::{BINDGEN_CLI, CHROMEDRIVER, CHROMIUM, Need, WASM, WASM_PACK, npm};
use crate::step::Amount;

pub use test::STEPS;

/// What building the package needs.
pub const BUILDING: &[Need] = &[Need::Target(WASM), Need::Npm(npm::POLICY)];

/// What measuring it needs.
pub const MEASURING: &[Need] =
    &[Need::Target(WASM), Need::Npm(npm::POLICY), Need::Program(CHROMIUM)];

/// What trying it with bundlers needs.
const BUNDLING: &[Need] = &[Need::Node, Need::Npm(npm::POLICY), Need::Program(CHROMIUM)];

/// What `wasm-pack test` in a browser needs.
pub(crate) const WASM_PACK_BROWSER: &[Need] = &[
    Need::Target(WASM),
    Need::Program(CHROMIUM),
    Need::Program(CHROMEDRIVER),
    Need::Crate(BINDGEN_CLI),
    Need::Crate(WASM_PACK),
];

/// What `wasm-pack test` in Node needs.
const WASM_PACK_NODE: &[Need] =
    &[Need::Target(WASM), Need::Node, Need::Crate(BINDGEN_CLI), Need::Crate(WASM_PACK)];

/// What to do with the package.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Clone, Copy, Debug, clap::Subcommand)]
enum Task {
    /// Only update the TypeScript types.
    Types,
    /// Build, then run every test of the package.
    Test,
}

impl Options {
    /// What this needs.
    #[must_use]
    pub fn needs(&self) -> &'static [Need] {
        match self.task {
            None => BUILDING,
            // The steps bring in what each of them needs.
            Some(Task::Types | Task::Test) => &[],
        }
    }
}

/// Builds the package, and does what else is asked.
pub fn run(options: Options) -> Result<(), String> {
    match options.task {
        None => build::run(),
        Some(Task::Types) => types::write(),
        Some(Task::Test) => crate::step::run(STEPS, Amount::Whole, false).check(),
    }
}

/// Prints the table of speeds, and with `gate` holds it to its budgets.
pub fn bench(gate: bool) -> Result<(), String> {
    build::run()?;
    test::measure(gate)
}

/// Prints what weighs most in the module, crate by crate.
pub fn size() -> Result<(), String> {
    build::size_report()
}
