//! Real agents from npm, guarded by Belay, in a network that has loopback only: `tests/lab`.

use crate::client;
use crate::prerequisites::{GIT, IP, Need, UNSHARE, npm};
use crate::process::{node, run as run_command, run_cargo};
use crate::repository::{root, target};
use crate::step::{Amount, Step};

/// What the lab needs.
pub(crate) const NEEDS: &[Need] =
    &[Need::Node, Need::Program(UNSHARE), Need::Program(IP), Need::Program(GIT)];

/// What its part with the Claude Agent SDK needs.
const SDK_NEEDS: &[Need] = &[
    Need::Node,
    Need::Npm(npm::CLIENT),
    Need::Program(UNSHARE),
    Need::Program(IP),
    Need::Program(GIT),
];

/// The steps of the test command.
pub const STEPS: &[Step] = &[
    Step::new(
        "agent-protocols",
        "Claude Code with the tools of belay mcp, its ACP adapter behind belay acp; half a minute, \
         and downloads the first time",
        |_| protocols(),
    )
    .needs(NEEDS),
    Step::new(
        "agents",
        "real agents against a scripted model, four of them, or all with --slow; three minutes, and \
         downloads the first time",
        run,
    )
    .needs(NEEDS),
    Step::new(
        "agent-sdk",
        "belay-client with the Claude Agent SDK: messages gone back to; half a minute, and \
         downloads the first time",
        |_| sdk(),
    )
    .needs(SDK_NEEDS),
    Step::new(
        "forks",
        "conversations forked before a message and resumed in Claude Code and Codex; a minute, and \
         downloads the first time",
        |_| forks(),
    )
    .needs(NEEDS),
    Step::new(
        "walk",
        "Claude Code in belay wrap, in a real terminal: Esc twice, the menu, the file as it was; half \
         a minute, and downloads the first time",
        |_| walk(),
    )
    .needs(NEEDS),
];

fn run(amount: Amount) -> Result<(), String> {
    run_cargo(&["build", "--package", "belay"])?;
    let mut command = node();
    command.arg(root().join("tests/lab/run.mjs"));
    command.arg("--belay").arg(target().join("debug/belay"));
    if amount == Amount::Slow {
        command.arg("--long");
    } else {
        command.args(["refusals", "saved", "recovery"]);
    }
    run_command(&mut command)
}

fn forks() -> Result<(), String> {
    run_cargo(&["build", "--package", "belay"])?;
    let mut command = node();
    command.arg(root().join("tests/lab/fork.mjs"));
    run_command(command.arg("--belay").arg(target().join("debug/belay")))
}

fn walk() -> Result<(), String> {
    run_cargo(&["build", "--package", "belay", "--package", "test-terminal"])?;
    let mut command = node();
    command.arg(root().join("tests/lab/walk.mjs"));
    command.arg("--belay").arg(target().join("debug/belay"));
    run_command(command.arg("--walk").arg(target().join("debug/walk")))
}

fn protocols() -> Result<(), String> {
    run_cargo(&["build", "--package", "belay"])?;
    let mut command = node();
    command.arg(root().join("tests/lab/protocols.mjs"));
    run_command(command.arg("--belay").arg(target().join("debug/belay")))
}

fn sdk() -> Result<(), String> {
    client::build_package()?;
    run_cargo(&["build", "--package", "belay"])?;
    let mut command = node();
    command.arg(root().join("tests/lab/sdk.mjs"));
    run_command(command.arg("--belay").arg(target().join("debug/belay")))
}
