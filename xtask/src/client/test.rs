//! The steps of the test command that are about the package.

use super::{build, generated};
use crate::process::{node, run, run_cargo};
use crate::repository::{files_ending, root, target};
use crate::step::Step;

/// Every step, in order.
pub const STEPS: &[Step] = &[
    Step::new(
        "client-types",
        "the protocol's types and page are those of belay/src/rpc; minutes when cold",
        |_| generated::check(),
    ),
    Step::new(
        "client",
        "belay-client against the built program, from ESM and CJS; half a minute",
        |_| {
            build::run()?;
            run_cargo(&["build", "--package", "belay"])?;
            let mut node = node();
            node.args(["--test", "--test-reporter=spec"]);
            node.args(files_ending(&root().join("belay-client/tests"), ".test.mjs")?);
            let name = if cfg!(windows) { "debug/belay.exe" } else { "debug/belay" };
            run(node.env("BELAY_BIN", target().join(name)))
        },
    )
    .needs(super::BUILDING),
];
