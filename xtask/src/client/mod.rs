//! belay-client: the npm package over `belay rpc`, what is generated in it, and its tests.
//!
//! - [`generated`] keeps its types and the protocol's page up to date with belay/src/rpc.
//! - [`build`] compiles it to `belay-client/dist`.
//! - [`test`](mod@test) lists the steps of the test command.

mod build;
mod generated;
mod test;

pub(crate) use build::run as build_package;
pub use test::STEPS;

use crate::prerequisites::{Need, npm};
use crate::step::Amount;

/// What building it needs.
pub const BUILDING: &[Need] = &[Need::Node, Need::Npm(npm::CLIENT)];

/// What to do with the client.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Clone, Copy, Debug, clap::Subcommand)]
enum Task {
    /// Only update what is generated from belay/src/rpc.
    Generate,
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
            Some(Task::Generate | Task::Test) => &[],
        }
    }
}

/// Builds the package, and does what else is asked.
pub fn run(options: Options) -> Result<(), String> {
    match options.task {
        None => build::run(),
        Some(Task::Generate) => generated::write(),
        Some(Task::Test) => crate::step::run(STEPS, Amount::Whole, false).check(),
    }
}
