//! `belay mcp` and `belay acp` against the protocols' own libraries, schemas and clients:
//! `tests/protocols`.

use crate::prerequisites::{Need, npm};
use crate::process::{node, run, run_cargo};
use crate::repository::{files_ending, root, target};
use crate::step::Step;

/// The steps of the test command.
pub const STEPS: &[Step] = &[Step::new(
    "protocols",
    "belay mcp and belay acp with the protocols' own libraries and schemas; a minute",
    |_| {
        run_cargo(&["build", "--package", "belay"])?;
        let mut node = node();
        node.args(["--test", "--test-reporter=spec"]);
        node.args(files_ending(&root().join(npm::PROTOCOLS), ".test.mjs")?);
        run(node.env("BELAY_BIN", target().join("debug/belay")))
    },
)
.needs(&[Need::Node, Need::Npm(npm::PROTOCOLS)])];
