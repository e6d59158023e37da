//! The steps of the test command that are about the extension.

use std::fs;
use std::process::Command;

use super::{generated, package, tools};
use crate::cases::root;
use crate::step::{Outcome, Step};
use crate::wasm::tools::{chromium, node, run as run_command, text};

/// Every step, in order; the first ones make what the others look at.
#[must_use]
pub fn test_steps(quick: bool) -> Vec<Step<'static>> {
    let in_editor = Step {
        name: "extension in VS Code",
        about: "what a person does in a real VS Code; some minutes, some more when cold",
        repeat: "cargo xtask extension test",
        work: Box::new(|| match tools::no_editor() {
            Some(why) => Ok(Outcome::LeftOut(why)),
            None => editor(&[]).map(|()| Outcome::Done),
        }),
    };
    vec![
        Step::new(
            "extension, generated",
            "settings, texts and types of vscode-extension are in date; seconds",
            "cargo xtask extension generate",
            generated::check,
        ),
        Step::new(
            "extension",
            "strict types, the host's logic without an editor, what is packed; a minute when cold",
            "cargo xtask extension test",
            || {
                package::run()?;
                types()?;
                node(&["vscode-extension/tests/run.mjs", &text(&tools::packing()?)])
            },
        )
        .unless(quick),
        in_editor.unless(quick),
    ]
}

/// Holds the TypeScript to its types.
fn types() -> Result<(), String> {
    let tsc = tools::packing()?.join("node_modules/typescript/bin/tsc");
    node(&[&text(&tsc), "--project", "vscode-extension/tsconfig.json"])
}

/// Runs suites in a real VS Code; all of them when none is named.
pub(super) fn editor(suites: &[String]) -> Result<(), String> {
    let mut files: Vec<String> =
        suites.iter().map(|suite| format!("tests/editor/{suite}.test.mjs")).collect();
    if files.is_empty() {
        let folder = root().join("tests/editor");
        let entries =
            fs::read_dir(&folder).map_err(|error| format!("{}: {error}", text(&folder)))?;
        let names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
        files = names
            .filter_map(|name| name.to_str().map(|name| format!("tests/editor/{name}")))
            .filter(|name| name.ends_with(".test.mjs"))
            .collect();
        files.sort();
    }
    // One after another: each suite starts a VS Code of its own.
    let flags = ["--test", "--test-reporter=spec", "--test-concurrency=1"];
    driven(&[&flags[..], &files.iter().map(String::as_str).collect::<Vec<_>>()].concat())
}

/// Prints how long the settings take to open and what they weigh, beside VS Code's own editor.
pub fn bench() -> Result<(), String> {
    if let Some(why) = tools::no_editor() {
        return Err(why);
    }
    package::run()?;
    driven(&["bench/editor/run.mjs"])
}

/// Runs a script that drives VS Code, in the Node that came with it.
fn driven(arguments: &[&str]) -> Result<(), String> {
    let folder = tools::editor()?;
    let node = &mut Command::new(tools::node(&folder));
    node.args(arguments).env("BELAY_EDITOR", &folder).env("BELAY_CHROMIUM", chromium()?);
    run_command(node.env("BELAY_VSIX", root().join(package::VSIX)))
}
