//! The steps of the test command that are about the settings app.

use std::path::PathBuf;
use std::process::Command;

use crate::cases::root;
use crate::step::Step;
use crate::wasm::test::wasm_pack;
use crate::wasm::tools;

/// Builds the app, and does with it what a person does.
#[must_use]
pub fn test_steps(quick: bool) -> Vec<Step<'static>> {
    let step = |name, about, repeat, work: fn() -> Result<(), String>| {
        Step::new(name, about, repeat, work).unless(quick)
    };
    vec![
        step(
            "settings app",
            "built, and held to its size; some minutes when cold",
            "cargo xtask app",
            super::run,
        ),
        step(
            "settings app, components",
            "wasm-pack test --headless --chrome settings-ui; some minutes when cold",
            "wasm-pack test --headless --chrome settings-ui",
            || {
                tools::chromium()?;
                let flags = ["--headless", "--chrome"];
                wasm_pack("settings-ui", &flags, Some(&tools::chromedriver()?))
            },
        ),
        step(
            "settings app in Chromium",
            "every panel, keyboard, hosts, languages, odd input, accessibility; a minute or two",
            "cargo xtask app test",
            suite,
        ),
        step(
            "settings app, budgets",
            "long lists beside React, a verdict for every key; half a minute",
            "cargo xtask bench app --gate",
            || measure(Some("--gate-ratios")),
        ),
    ]
}

/// The browser suite; pictures of the app are left in `target/browser`.
pub(super) fn suite() -> Result<(), String> {
    let app = super::build()?;
    let mut suites: Vec<PathBuf> = std::fs::read_dir(root().join("tests/browser"))
        .map_err(|error| format!("tests/browser: {error}"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    suites.sort();
    let mut node = driver(app)?;
    tools::run(node.args(["--test", "--test-reporter=spec", "--test-concurrency=2"]).args(suites))
}

/// Prints what the app takes in Chromium, and with a gate holds it to its budgets.
pub(super) fn measure(gate: Option<&str>) -> Result<(), String> {
    let mut node = driver(super::build()?)?;
    tools::run(node.arg("bench/app/measure.mjs").args(gate))
}

/// Node with all it needs to drive the app in a browser.
fn driver(app: PathBuf) -> Result<Command, String> {
    let mut node = Command::new("node");
    node.env("BELAY_APP", app);
    node.env("BELAY_NPM", tools::browser_driver()?);
    node.env("BELAY_CHROMIUM", tools::chromium()?);
    Ok(node)
}
