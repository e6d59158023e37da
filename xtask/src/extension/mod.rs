//! vscode-extension: what is generated in it, the `.vsix`, and its tests in a real VS Code.
//!
//! - [`contributes`] writes the settings that VS Code shows, from the tables of policy-core.
//! - [`texts`] writes the translations that VS Code looks for, from `locales`.
//! - [`fields`] writes the table that the extension's TypeScript works with.
//! - [`messages`] writes the messages between the settings app and the extension.
//! - [`generated`] keeps all of these up to date.
//! - [`package`] bundles and packs.
//! - [`test`](mod@test) lists the steps of the test command.

mod contributes;
mod fields;
mod generated;
mod messages;
mod package;
mod test;
mod texts;

pub use test::{STEPS, bench};

use crate::prerequisites::{CHROMIUM, Need, WASM, ZSH, npm};
use crate::step::Amount;

/// What packing needs.
pub(crate) const PACKING: &[Need] = &[
    Need::Target(WASM),
    Need::Npm(npm::POLICY),
    Need::Npm(npm::CLIENT),
    Need::Npm(npm::EXTENSION),
];

/// What driving it in a real VS Code needs.
pub(crate) const DRIVING: &[Need] = &[
    Need::Target(WASM),
    Need::Npm(npm::POLICY),
    Need::Npm(npm::CLIENT),
    Need::Npm(npm::EXTENSION),
    Need::Editor,
    Need::Program(CHROMIUM),
    Need::Program(ZSH),
];

/// What to do with the extension.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum Task {
    /// Only update what is generated in vscode-extension.
    Generate,
    /// Pack it with the program, as the store offers it for each platform.
    Platform {
        /// What the program is built for, as rustc names it; this machine, where it is not given.
        #[arg(long)]
        target: Option<String>,
    },
    /// Pack, then run every test of the extension; with names, only those suites of tests/editor.
    Test {
        /// Suites of tests/editor, without `.test.mjs`.
        suites: Vec<String>,
    },
}

impl Options {
    /// What this needs.
    #[must_use]
    pub fn needs(&self) -> &'static [Need] {
        match &self.task {
            None | Some(Task::Platform { .. }) => PACKING,
            // The steps bring in what each of them needs.
            Some(Task::Generate) => &[],
            Some(Task::Test { suites }) if suites.is_empty() => &[],
            Some(Task::Test { .. }) => DRIVING,
        }
    }
}

/// Packs the extension, and does what else is asked.
pub fn run(options: &Options) -> Result<(), String> {
    match &options.task {
        None => package::universal(),
        Some(Task::Platform { target }) => package::platform(target.as_deref()),
        Some(Task::Generate) => generated::write(),
        Some(Task::Test { suites }) if suites.is_empty() => {
            crate::step::run(STEPS, Amount::Whole, false).check()
        }
        Some(Task::Test { suites }) => test::suites(suites),
    }
}
