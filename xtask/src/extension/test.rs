//! The steps of the test command that are about the extension.

use std::process::Command;

use super::{generated, package};
use crate::prerequisites::{CHROMIUM, editor, npm};
use crate::process::{cargo, run, run_node};
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
            package::universal()?;
            types()?;
            run_node(&["vscode-extension/tests/run.mjs"])
        },
    )
    .needs(super::PACKING),
    Step::new(
        "extension-editor",
        "settings, guarded commands and checkpoints in a real VS Code; two minutes, more when cold",
        |_| suites(&SHORT.map(str::to_owned)),
    )
    .needs(super::DRIVING)
    .or_skipped(),
    Step::new(
        "extension-editor-rest",
        "all other suites in a real VS Code: agents, shells, other extensions, themes, \
         trouble; a quarter of an hour, and the download of an agent the first time",
        |_| suites(&other_suites()?),
    )
    .needs(super::DRIVING)
    .part_of(Runs::Slow)
    .or_skipped(),
];

/// What most changes could break.
const SHORT: [&str; 3] = ["settings", "guarded", "checkpoints"];

/// Holds the TypeScript to its types.
fn types() -> Result<(), String> {
    let tsc = npm::file(npm::EXTENSION, "typescript/bin/tsc");
    run_node(&[&text(&tsc), "--project", "vscode-extension/tsconfig.json"])
}

/// Every other suite of tests/editor.
fn other_suites() -> Result<Vec<String>, String> {
    let files = files_ending(&root().join("tests/editor"), ".test.mjs")?;
    let names = files.iter().filter_map(|file| Some(file.file_name()?.to_str()?.to_owned()));
    let names = names.filter_map(|name| Some(name.strip_suffix(".test.mjs")?.to_owned()));
    Ok(names.filter(|name| !SHORT.contains(&name.as_str())).collect())
}

/// Runs suites of tests/editor in a real VS Code.
pub(super) fn suites(names: &[String]) -> Result<(), String> {
    let files: Vec<String> =
        names.iter().map(|name| format!("tests/editor/{name}.test.mjs")).collect();
    // One after another: each suite starts a VS Code of its own.
    let flags = ["--test", "--test-reporter=spec", "--test-concurrency=1"];
    let files = files.iter().map(String::as_str).collect::<Vec<_>>();
    driven(Profile::Debug, &[&flags[..], &files].concat())
}

/// Prints how long the extension takes to start, beside an empty one, how soon the view shows 10,000
/// checkpoints, and how long the settings take to open and what they weigh, beside VS Code's own editor.
pub fn bench() -> Result<(), String> {
    package::universal()?;
    for script in ["activation", "view", "run"] {
        driven(Profile::Release, &[&format!("bench/editor/{script}.mjs")])?;
    }
    Ok(())
}

/// How the program is built that a script starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Profile {
    Debug,
    /// As people have it.
    Release,
}

/// Runs a script that drives VS Code, in the Node that came with it.
fn driven(profile: Profile, arguments: &[&str]) -> Result<(), String> {
    let mut build = cargo();
    build.args(["build", "--quiet", "--package", "belay"]);
    if profile == Profile::Release {
        build.arg("--release");
    }
    run(&mut build)?;
    let folder = if profile == Profile::Release { "release" } else { "debug" };
    let program = root().join("target").join(folder).join("belay");
    let node = &mut Command::new(editor::node());
    node.args(arguments).env("BELAY_CHROMIUM", CHROMIUM.path()?).env("BELAY_PROGRAM", program);
    run(node.env("BELAY_VSIX", root().join(package::VSIX)))
}
