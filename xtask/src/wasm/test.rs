//! The steps of the test command that are about the package.

use super::{build, native, types};
use crate::prerequisites::{
    BINDGEN_CLI, CHROMEDRIVER, CHROMIUM, Need, WASM_PACK, npm, path_with_crates,
};
use crate::process::{node, run, run_node};
use crate::repository::{cache, root, text};
use crate::step::{Runs, Step};

/// Every step, in order; the first ones make what the others look at.
pub const STEPS: &[Step] = &[
    Step::new(
        "wasm-package",
        "types up to date, the package built, nothing in it but what a user needs; minutes when cold",
        |_| {
            types::check()?;
            build::run()?;
            run_node(&[TEST, SPEC, "policy-wasm/tests/js/package.test.mjs"])
        },
    )
    .needs(super::BUILDING),
    Step::new("wasm-types", "calls that must compile and calls that must not; seconds", |_| {
        let tsc = text(&npm::file(npm::POLICY, "typescript/bin/tsc"));
        run_node(&[&tsc, "--project", "policy-wasm/tests/types/tsconfig.json"])
    })
    .needs(&[Need::Node, Need::Npm(npm::POLICY)]),
    Step::new("wasm-node", "every case through JavaScript, odd input, memory; half a minute", |_| {
        native::write()?;
        run_node(&["--expose-gc", TEST, SPEC, "policy-wasm/tests/js/node.test.mjs"])
    })
    .needs(&[Need::Node]),
    Step::new(
        "wasm-chromium",
        "the same on a page with a strict policy, and the example; half a minute",
        |_| {
            native::write()?;
            let suite = "policy-wasm/tests/js/chromium.test.mjs";
            run(node().args([TEST, SPEC, suite]).env("BELAY_CHROMIUM", CHROMIUM.path()?))
        },
    )
    .needs(&[Need::Node, Need::Program(CHROMIUM)]),
    Step::new(
        "wasm-bundlers",
        "the package bundled by Vite, webpack and esbuild, in Chromium; half a minute",
        |_| {
            let node = &mut node();
            node.args([TEST, SPEC, "policy-wasm/tests/js/bundlers.test.mjs"]);
            node.env("BELAY_BUNDLERS", root().join(npm::POLICY));
            run(node.env("BELAY_CHROMIUM", CHROMIUM.path()?))
        },
    )
    .needs(super::BUNDLING),
    Step::new("wasm-pack-node", "wasm-pack test --node policy-wasm; minutes when cold", |_| {
        wasm_pack("policy-wasm", &["--node"])
    })
    .needs(super::WASM_PACK_NODE)
    .part_of(Runs::Slow),
    Step::new(
        "wasm-pack-chromium",
        "wasm-pack test --headless --chrome policy-wasm; a minute",
        |_| wasm_pack("policy-wasm", &["--headless", "--chrome"]),
    )
    .needs(super::WASM_PACK_BROWSER)
    .part_of(Runs::Slow),
    Step::new(
        "wasm-budgets",
        "size and speed against bench/wasm-budgets.json; half a minute",
        |_| measure(true),
    )
    .needs(super::MEASURING),
];

const TEST: &str = "--test";
const SPEC: &str = "--test-reporter=spec";

/// Prints the table of speeds, and with `gate` holds it to its budgets.
pub(super) fn measure(gate: bool) -> Result<(), String> {
    let gate = gate.then_some("--gate");
    let script = ["--expose-gc", "policy-wasm/bench/run.mjs"];
    run(node().args(script).args(gate).env("BELAY_CHROMIUM", CHROMIUM.path()?))
}

/// Runs the tests of a package in Node or, where the flags say so, in Chromium.
pub(crate) fn wasm_pack(package: &str, flags: &[&str]) -> Result<(), String> {
    let mut command = std::process::Command::new(WASM_PACK.program("wasm-pack")?);
    command.args(["--log-level", "warn", "test"]).args(flags).arg(package);
    command.env("PATH", path_with_crates(&[WASM_PACK, BINDGEN_CLI])?);
    command.env("WASM_PACK_CACHE", cache());
    if let Ok(driver) = CHROMEDRIVER.path() {
        command.env("CHROMEDRIVER", driver);
    }
    run(&mut command)
}
