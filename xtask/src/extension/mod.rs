//! vscode-extension: what is generated in it, the `.vsix`, and its tests in a real VS Code.
//!
//! - [`contributes`] writes the settings that VS Code shows, from the tables of policy-core.
//! - [`texts`] writes the translations that VS Code looks for, from `locales`.
//! - [`fields`] writes the table that the extension's TypeScript works with.
//! - [`messages`] writes the messages between the settings app and the extension.
//! - [`generated`] keeps all of these in date.
//! - [`tools`] brings in what only these chores need, a real VS Code included, into `.cache`.
//! - [`package`] bundles and packs.
//! - [`test`](mod@test) lists the steps of the test command.

mod contributes;
mod fields;
mod generated;
mod messages;
mod package;
mod test;
mod texts;
mod tools;

pub use test::{bench, test_steps};

/// What to do with the extension.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    chore: Option<Chore>,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum Chore {
    /// Only write anew what is generated in vscode-extension.
    Generate,
    /// Pack, then run every test of the extension; with names, only those suites of tests/editor.
    Test {
        /// Suites of tests/editor, without `.test.mjs`.
        suites: Vec<String>,
    },
}

/// Packs the extension, and does what else is asked.
pub fn run(options: &Options) -> Result<(), String> {
    match &options.chore {
        None => package::run(),
        Some(Chore::Generate) => generated::write(),
        Some(Chore::Test { suites }) if suites.is_empty() => crate::step::run(test_steps(false)),
        Some(Chore::Test { suites }) => test::editor(suites),
    }
}
