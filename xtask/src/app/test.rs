//! The steps of the test command that are about the settings app.

use std::path::PathBuf;
use std::process::Command;

use crate::prerequisites::CHROMIUM;
use crate::process::{node, run, run_cargo};
use crate::repository::{files_ending, root, target};
use crate::step::{Runs, Step};
use crate::wasm::{WASM_PACK_BROWSER, test::wasm_pack};

/// Builds the app, and does with it what a person does.
pub const STEPS: &[Step] = &[
    Step::new(
        "app",
        "the settings app built, and held to its size; some minutes when cold",
        |_| super::run(),
    )
    .needs(super::BUILDING),
    Step::new(
        "app-components",
        "wasm-pack test --headless --chrome settings-ui; some minutes when cold",
        |_| wasm_pack("settings-ui", &["--headless", "--chrome"]),
    )
    .needs(WASM_PACK_BROWSER)
    .part_of(Runs::Slow),
    Step::new(
        "app-browser",
        "every panel, keyboard, hosts, languages, odd input, accessibility; a minute or two",
        |_| suite(),
    )
    .needs(super::DRIVING),
    Step::new(
        "app-budgets",
        "long lists beside React, a verdict for every key; half a minute",
        |_| measure(Some("--gate-ratios")),
    )
    .needs(super::DRIVING),
];

/// The browser suite; pictures of the app are left in `target/browser`.
pub(super) fn suite() -> Result<(), String> {
    let app = super::build()?;
    run_cargo(&["build", "--quiet", "--package", "belay"])?;
    let suites = files_ending(&root().join("tests/browser"), ".test.mjs")?;
    let flags = ["--test", "--test-reporter=spec", "--test-concurrency=2"];
    let program = target().join("debug/belay");
    run(driver(app)?.env("BELAY_PROGRAM", program).args(flags).args(suites))
}

/// Prints what the app takes in Chromium, and with a gate holds it to its budgets.
pub(super) fn measure(gate: Option<&str>) -> Result<(), String> {
    run(driver(super::build()?)?.arg("bench/app/measure.mjs").args(gate))
}

/// The same for the timeline, over a store that is made first. Memory is quicker than a disk, and
/// what is measured begins after it.
pub(super) fn measure_timeline(
    seed: &str,
    program: &str,
    gate: Option<&str>,
) -> Result<(), String> {
    let app = super::build()?;
    let memory = PathBuf::from("/dev/shm");
    let place = if memory.is_dir() { memory } else { std::env::temp_dir() };
    let folder = place.join(format!("belay-timeline-{}", std::process::id()));
    let measured = run(Command::new(seed).arg(&folder)).and_then(|()| {
        let mut node = driver(app)?;
        node.env("BELAY_PROGRAM", program).env("BELAY_SEEDED", &folder);
        run(node.arg("bench/app/timeline.mjs").args(gate))
    });
    // What cannot be removed was made by this run and is only in the way.
    let _ = std::fs::remove_dir_all(&folder);
    measured
}

/// Node with all it needs to drive the app in a browser.
fn driver(app: PathBuf) -> Result<Command, String> {
    let mut node = node();
    node.env("BELAY_APP", app);
    node.env("BELAY_CHROMIUM", CHROMIUM.path()?);
    Ok(node)
}
