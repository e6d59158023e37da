//! What a command runs that is not in its text, where the host lets it be read.

use std::collections::BTreeMap;

use policy_core::shell::Dialect;
use policy_core::verdict::{Risk, Verdict};
use policy_core::{Action, Policy, Surroundings, judge, judge_with};

fn surroundings() -> Surroundings {
    Surroundings::default()
        .with_cwd("/home/u/p".to_owned())
        .with_workspace("/home/u/p".to_owned())
        .with_home("/home/u".to_owned())
}

fn judged(command: &str, files: &[(&str, &str)]) -> Verdict {
    let files: BTreeMap<_, _> = files.iter().copied().collect();
    let lookup = |path: &str| files.get(path).map(|text| (*text).to_owned());
    let action = Action::Run { command, shell: Dialect::Bash };
    judge_with(&action, &Policy::defaults(), &surroundings(), &lookup)
}

#[test]
fn what_is_found_is_judged() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        ("./build.sh", &[("/home/u/p/build.sh", "#!/bin/sh\nrm -rf src\n")]),
        ("bash tools/x.sh", &[("/home/u/p/tools/x.sh", "set -e\ngit reset --hard\n")]),
        ("bash x.sh src", &[("/home/u/p/x.sh", "rm -rf \"$1\"\n")]),
        ("source env.sh", &[("/home/u/p/env.sh", "rm -rf src")]),
        ("python3 x.py", &[("/home/u/p/x.py", "import shutil\nshutil.rmtree('src')\n")]),
        ("./x", &[("/home/u/p/x", "#!/usr/bin/env python3\nimport shutil\nshutil.rmtree('src')")]),
        ("npm run wipe", &[("/home/u/p/package.json", r#"{"scripts":{"wipe":"rm -rf src"}}"#)]),
        ("npm test", &[("/home/u/p/package.json", r#"{"scripts":{"pretest":"rm -rf src"}}"#)]),
        ("npm ci", &[("/home/u/p/package.json", r#"{"scripts":{"postinstall":"rm -rf src"}}"#)]),
        ("yarn wipe", &[("/home/u/p/package.json", r#"{"scripts":{"wipe":"rm -rf src"}}"#)]),
        ("make all", &[("/home/u/p/Makefile", "all: one\n\techo\none:\n\t@rm -rf src\n")]),
        ("make", &[("/home/u/p/Makefile", "first:\n\trm -rf src\n")]),
        ("make -C sub x", &[("/home/u/p/sub/Makefile", "x:\n\trm -rf src\n")]),
        ("just wipe", &[("/home/u/p/justfile", "wipe:\n    rm -rf src\n")]),
        ("git oops", &[("/home/u/p/.git/config", "[alias]\n\toops = reset --hard\n")]),
        ("git oops", &[("/home/u/.gitconfig", "[alias]\noops = \"!rm -rf src\"\n")]),
        (
            "npm run a",
            &[
                ("/home/u/p/package.json", r#"{"scripts":{"a":"./b.sh"}}"#),
                ("/home/u/p/b.sh", "rm -rf src"),
            ],
        ),
    ];
    for (command, files) in cases {
        let verdict = judged(command, files);
        assert!(verdict.risk >= Risk::High, "{command}: {:?}", verdict.risk);
        let seen: Vec<_> = verdict.files.iter().map(|file| file.path.as_str()).collect();
        for (path, _) in *files {
            assert!(seen.contains(path), "{command}: {seen:?}");
        }
    }
}

#[test]
fn what_is_not_found_is_judged_as_without_a_lookup() {
    for command in ["./build.sh", "npm run x", "make x", "python3 x.py", "git oops", "npm ci"] {
        let action = Action::Run { command, shell: Dialect::Bash };
        let without = judge(&action, &Policy::defaults(), &surroundings());
        assert_eq!(judged(command, &[]), without, "{command}");
        assert!(without.files.is_empty());
    }
}

#[test]
fn a_nested_text_has_a_file_and_a_line() {
    let package = "{\n  \"scripts\": {\n    \"a\": \"rm -rf src\"\n  }\n}\n";
    let verdict = judged("npm run a", &[("/home/u/p/package.json", package)]);
    let file = verdict.nested.first().and_then(|nested| nested.file.clone());
    assert_eq!(file, Some(("/home/u/p/package.json".to_owned(), 3)));
    let hash = verdict.files.first().map(|file| file.hash.len());
    assert_eq!(hash, Some(64));
}

#[test]
fn a_script_may_do_what_is_not_known_without_a_question() {
    let verdict = judged("./x.sh", &[("/home/u/p/x.sh", "$CC -o a b.c\neval \"$y\"\n")]);
    assert!(!verdict.unverified);
    assert_eq!(verdict.risk, Risk::Medium);
}

#[test]
fn files_that_run_each_other_come_to_an_end() {
    let verdict = judged(
        "./a.sh",
        &[("/home/u/p/a.sh", "./b.sh\nrm -rf src"), ("/home/u/p/b.sh", "./a.sh\n./b.sh")],
    );
    assert!(verdict.risk >= Risk::High);
    let long = "echo\n".repeat(100_000);
    let verdict = judged("./a.sh", &[("/home/u/p/a.sh", &long)]);
    assert_eq!((verdict.risk, verdict.files.len()), (Risk::Low, 0));
}

#[test]
fn a_file_that_the_command_itself_changes_is_not_taken_for_what_it_was() {
    let files = [("/home/u/p/x.sh", "rm -rf src"), ("/home/u/p/new.sh", "echo")];
    let verdict = judged("cp new.sh x.sh && ./x.sh", &files);
    assert!(verdict.risk < Risk::High, "{:?}", verdict.findings);
}
