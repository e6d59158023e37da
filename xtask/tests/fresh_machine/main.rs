//! Every task and every step of the test command, on a machine with nothing but git, Rust without
//! further targets, and Node: what a task needs is brought in before it starts to work.
//!
//! The machine is a search path of its own, on which one script ([`stubs.sh`](stubs.sh)) stands for
//! every tool. It answers as the real tools do when something was not brought in.

#![cfg(unix)]

mod machine;

use machine::Machine;

const WASM: &str = "rustup target add wasm32-unknown-unknown";

/// What must have been brought in before a task reaches its work.
#[test]
fn tasks_bring_in_what_they_need() {
    let machine = Machine::fresh("tasks");
    let check = |task: &str, brought: &[&str]| {
        machine.reset();
        let run = machine.run(&task.split(' ').collect::<Vec<_>>());
        assert_eq!(run.complaint(), None, "`cargo xtask {task}` lacked something");
        assert_eq!(run.brought(), brought, "`cargo xtask {task}`\n{}", run.printed);
        assert!(run.reached_work(), "`cargo xtask {task}` did nothing:\n{}", run.printed);
    };
    let chromium = "apt-get install chromium";
    let (browser, extension, editor) =
        ("npm ci tests/browser", "npm ci vscode-extension", "npm ci tests/editor");
    let (policy, client) = ("npm ci policy-wasm", "npm ci belay-client");
    check("serve --open", &[WASM, policy]);
    check("install", &[WASM, policy]);
    check("app", &[WASM, policy]);
    check("app test", &[WASM, policy, browser, chromium]);
    check("wasm", &[WASM, policy]);
    check("size", &[WASM, policy]);
    check("client", &[client]);
    let packing = [WASM, policy, client, extension];
    check("extension", &packing);
    let compiling = ["apt-get install make", "apt-get install g++", "apt-get install python3"];
    let driving =
        [&packing[..], &[editor], &compiling, &[chromium, "apt-get install zsh"]].concat();
    check("extension test window", &driving);
    check("bench wasm", &[WASM, policy, chromium]);
    check("bench app", &[WASM, policy, browser, chromium]);
    check("bench timeline", &[WASM, policy, browser, chromium]);
    check("bench editor", &driving);
    check("bench counts", &["apt-get install valgrind"]);
    check("bench catalogue", &["apt-get install valgrind"]);
    check("bench engine", &[]);
    check("fuzz", &["apt-get install g++"]);
}

/// No step of the test command may stop because of something it did not ask for.
#[test]
fn steps_bring_in_what_they_need() {
    let machine = Machine::fresh("steps");
    for step in xtask::test::steps() {
        machine.reset();
        let run = machine.run(&["test", "--slow", "--show", step.name]);
        assert_eq!(run.complaint(), None, "step {}\n{}", step.name, run.printed);
    }
}

#[test]
fn what_is_there_is_not_brought_in_again() {
    let machine = Machine::fresh("twice");
    machine.run(&["app", "test"]);
    assert_eq!(machine.run(&["app", "test"]).brought(), [] as [&str; 0]);
}

/// What nobody but the person can install is named, with what to do, and nothing is started.
#[test]
fn what_cannot_be_brought_in_is_a_sentence() {
    let machine = Machine::fresh("lacking");
    let check = |lacking: &str, task: &[&str], sentence: &str| {
        machine.reset();
        machine.remove(lacking);
        let run = machine.run(task);
        assert!(run.printed.contains(sentence), "without {lacking}:\n{}", run.printed);
        assert!(!run.reached_work(), "without {lacking}:\n{}", run.printed);
    };
    check("rustup", &["serve"], "there is no rustup to add it; install rustup from https://");
    check("node", &["serve"], "Node.js is not installed; install version 20 or later");
    check("npm", &["serve"], "npm is not installed; it comes with Node.js");
    check("apt-get", &["bench", "counts"], "valgrind is not installed; install it with your");
    check("id", &["bench", "counts"], "`sudo apt-get install valgrind` installs it");
}
