//! The steps of the test command that are about the package.

use std::path::Path;
use std::process::Command;

use super::{build, native, tools, types};
use crate::cases::root;

/// One step.
#[derive(Debug)]
pub struct Step {
    /// A few words.
    pub name: &'static str,
    /// What it does and how long that usually takes.
    pub about: &'static str,
    /// What to type to repeat it.
    pub repeat: &'static str,
    /// Does it.
    pub work: fn() -> Result<(), String>,
}

/// Every step, in order; the first ones make what the others look at.
#[must_use]
pub fn test_steps() -> Vec<Step> {
    let repeat = "cargo xtask wasm test";
    vec![
        Step {
            name: "wasm package",
            about: "types in date, package built and nothing more in it than a user needs; two \
                    minutes when cold",
            repeat,
            work: || {
                types::check()?;
                build::run()?;
                tools::node(&["--test", "policy-wasm/tests/js/package.test.mjs"])
            },
        },
        Step {
            name: "wasm types",
            about: "calls that must compile and calls that must not; seconds",
            repeat,
            work: || {
                let tsc = tools::text(&tools::tsc()?);
                tools::node(&[&tsc, "--project", "policy-wasm/tests/types/tsconfig.json"])
            },
        },
        Step {
            name: "wasm in Node",
            about: "every case through JavaScript, odd input, memory; half a minute",
            repeat,
            work: || {
                let cases = tools::text(&native::write()?);
                tools::run(
                    Command::new("node")
                        .args(["--expose-gc", "--test", "policy-wasm/tests/js/node.test.mjs"])
                        .env("BELAY_CASES", cases),
                )
            },
        },
        Step {
            name: "wasm in Chromium",
            about: "the same on a page with a strict policy, and the example; half a minute",
            repeat,
            work: || {
                let cases = tools::text(&native::write()?);
                tools::run(
                    Command::new("node")
                        .args(["--test", "policy-wasm/tests/js/chromium.test.mjs"])
                        .env("BELAY_CASES", cases)
                        .env("BELAY_CHROMIUM", tools::chromium()?),
                )
            },
        },
        Step {
            name: "wasm-pack, Node",
            about: "wasm-pack test --node policy-wasm; some minutes when cold",
            repeat: "wasm-pack test --node policy-wasm",
            work: || wasm_pack(&["--node"], None),
        },
        Step {
            name: "wasm-pack, Chromium",
            about: "wasm-pack test --headless --chrome policy-wasm; a minute",
            repeat: "wasm-pack test --headless --chrome policy-wasm",
            work: || {
                tools::chromium()?;
                wasm_pack(&["--headless", "--chrome"], Some(&tools::chromedriver()?))
            },
        },
        Step {
            name: "wasm budgets",
            about: "size and speed against bench/wasm-budgets.json; half a minute",
            repeat: "cargo xtask wasm bench",
            work: || {
                tools::run(
                    Command::new("node")
                        .args(["policy-wasm/bench/run.mjs", "--gate"])
                        .env("BELAY_CHROMIUM", tools::chromium()?),
                )
            },
        },
    ]
}

fn wasm_pack(flags: &[&str], driver: Option<&Path>) -> Result<(), String> {
    let mut command = Command::new(tools::wasm_pack()?);
    command.args(["--log-level", "warn", "test"]).args(flags).arg("policy-wasm");
    command.env("PATH", tools::search_path()?).env("WASM_PACK_CACHE", root().join(".cache"));
    if let Some(driver) = driver {
        command.env("CHROMEDRIVER", driver);
    }
    tools::run(&mut command)
}
