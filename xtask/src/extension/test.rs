//! The steps of the test command that are about the extension.

use std::process::Command;

use super::{generated, package};
use crate::prerequisites::{CHROMIUM, editor, npm};
use crate::process::{run, run_node};
use crate::repository::{files_ending, root, text};
use crate::step::{Runs, Step};

/// Every step, in order; the first ones make what the others look at.
pub const STEPS: &[Step] = &[
    Step::new(
        "extension-generated",
        "settings, texts and types of vscode-extension are up to date; seconds",
        |_| generated::check(),
    )
    .part_of(Runs::Every),
    Step::new(
        "extension",
        "strict types, the host's logic without an editor, what is packed; a minute when cold",
        |_| {
            package::run()?;
            types()?;
            run_node(&["vscode-extension/tests/run.mjs"])
        },
    )
    .needs(super::PACKING),
    Step::new(
        "extension-editor",
        "what a person does in a real VS Code; some minutes, some more when cold",
        |_| suites(&[]),
    )
    .needs(super::DRIVING)
    .or_skipped(),
];

/// Holds the TypeScript to its types.
fn types() -> Result<(), String> {
    let tsc = npm::file(npm::EXTENSION, "typescript/bin/tsc");
    run_node(&[&text(&tsc), "--project", "vscode-extension/tsconfig.json"])
}

/// Runs suites in a real VS Code; all of them when none is named.
pub(super) fn suites(names: &[String]) -> Result<(), String> {
    let named = names.iter().map(|name| format!("tests/editor/{name}.test.mjs")).collect();
    let files: Vec<String> = if names.is_empty() {
        let files = files_ending(&root().join("tests/editor"), ".test.mjs")?;
        files.iter().map(|file| text(file)).collect()
    } else {
        named
    };
    // One after another: each suite starts a VS Code of its own.
    let flags = ["--test", "--test-reporter=spec", "--test-concurrency=1"];
    driven(&[&flags[..], &files.iter().map(String::as_str).collect::<Vec<_>>()].concat())
}

/// Prints how long the settings take to open and what they weigh, beside VS Code's own editor.
pub fn bench() -> Result<(), String> {
    package::run()?;
    driven(&["bench/editor/run.mjs"])
}

/// Runs a script that drives VS Code, in the Node that came with it.
fn driven(arguments: &[&str]) -> Result<(), String> {
    let node = &mut Command::new(editor::node());
    node.args(arguments).env("BELAY_CHROMIUM", CHROMIUM.path()?);
    run(node.env("BELAY_VSIX", root().join(package::VSIX)))
}
