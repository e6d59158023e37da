//! The steps of the test command that are about the package.

use std::path::Path;
use std::process::Command;

use super::{build, native, tools, types};
use crate::cases::root;
use crate::step::Step;

/// Every step, in order; the first ones make what the others look at.
#[must_use]
pub fn test_steps(quick: bool) -> Vec<Step<'static>> {
    let step = |name, about, repeat, work: fn() -> Result<(), String>| {
        Step::new(name, about, repeat, work).unless(quick)
    };
    let again = "cargo xtask wasm test";
    vec![
        step(
            "wasm package",
            "types in date, the package built, nothing in it but what a user needs; some minutes \
             when cold",
            again,
            || {
                types::check()?;
                build::run()?;
                tools::node(&[TEST, SPEC, "policy-wasm/tests/js/package.test.mjs"])
            },
        ),
        step(
            "wasm types",
            "calls that must compile and calls that must not; seconds",
            again,
            || {
                let tsc = tools::text(&tools::tsc()?);
                tools::node(&[&tsc, "--project", "policy-wasm/tests/types/tsconfig.json"])
            },
        ),
        step(
            "wasm in Node",
            "every case through JavaScript, odd input, memory; half a minute",
            again,
            || {
                native::write()?;
                let suite = "policy-wasm/tests/js/node.test.mjs";
                tools::node(&["--expose-gc", TEST, SPEC, suite])
            },
        ),
        step(
            "wasm in Chromium",
            "the same on a page with a strict policy, and the example; half a minute",
            again,
            || {
                native::write()?;
                let suite = "policy-wasm/tests/js/chromium.test.mjs";
                let node = &mut Command::new("node");
                tools::run(node.args([TEST, SPEC, suite]).env("BELAY_CHROMIUM", tools::chromium()?))
            },
        ),
        step(
            "wasm in bundles",
            "the package bundled by Vite, webpack and esbuild, in Chromium; half a minute",
            again,
            || {
                let suite = "policy-wasm/tests/js/bundlers.test.mjs";
                let node = &mut Command::new("node");
                node.env("BELAY_BUNDLERS", tools::bundlers()?);
                tools::run(node.args([TEST, SPEC, suite]).env("BELAY_CHROMIUM", tools::chromium()?))
            },
        ),
        step(
            "wasm-pack, Node",
            "wasm-pack test --node policy-wasm; some minutes when cold",
            "wasm-pack test --node policy-wasm",
            || wasm_pack("policy-wasm", &["--node"], None),
        ),
        step(
            "wasm-pack, Chromium",
            "wasm-pack test --headless --chrome policy-wasm; a minute",
            "wasm-pack test --headless --chrome policy-wasm",
            || {
                tools::chromium()?;
                let flags = ["--headless", "--chrome"];
                wasm_pack("policy-wasm", &flags, Some(&tools::chromedriver()?))
            },
        ),
        step(
            "wasm budgets",
            "size and speed against bench/wasm-budgets.json; half a minute",
            "cargo xtask bench wasm --gate",
            || measure(true),
        ),
    ]
}

const TEST: &str = "--test";
const SPEC: &str = "--test-reporter=spec";

/// Prints the table of speeds, and with `gate` holds it to its budgets.
pub(super) fn measure(gate: bool) -> Result<(), String> {
    let node = &mut Command::new("node");
    let gate = gate.then_some("--gate");
    let script = ["--expose-gc", "policy-wasm/bench/run.mjs"];
    tools::run(node.args(script).args(gate).env("BELAY_CHROMIUM", tools::chromium()?))
}

/// Runs the tests of a package in Node or, with a driver, in a browser.
pub(crate) fn wasm_pack(
    package: &str,
    flags: &[&str],
    driver: Option<&Path>,
) -> Result<(), String> {
    let mut command = Command::new(tools::wasm_pack()?);
    command.args(["--log-level", "warn", "test"]).args(flags).arg(package);
    command.env("PATH", tools::search_path()?).env("WASM_PACK_CACHE", root().join(".cache"));
    if let Some(driver) = driver {
        command.env("CHROMEDRIVER", driver);
    }
    tools::run(&mut command)
}
