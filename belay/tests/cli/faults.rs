//! What goes wrong is said: what, where, what to do.

use std::fs;

use super::stage::{Stage, fits};

#[test]
fn a_home_folder_and_a_disk_are_no_workspaces() {
    let stage = Stage::new();
    for folder in [stage.home.clone(), "/".into()] {
        let run = stage.belay_in(&folder, &["save"]).ends(1);
        assert!(run.err.contains("cannot be a workspace"), "{}", run.err);
        fits(&stage.belay_in(&folder, &["status"]).ends(0).out);
    }
}

#[test]
fn a_store_that_cannot_be_written_is_named() {
    let stage = Stage::new();
    fs::create_dir_all(stage.data()).unwrap();
    fs::write(stage.data().join("store"), "in the way").unwrap();
    stage.write("a.txt", "one");
    let run = stage.belay(&["save"]).ends(1);
    assert!(run.err.contains("store"), "{}", run.err);
    let answer = stage.hook("s", "PreToolUse", "git reset --hard");
    let decision = answer.pointer("/hookSpecificOutput/permissionDecision");
    assert_eq!(decision.and_then(|word| word.as_str()), Some("ask"), "{answer}");
    let status = stage.belay(&["status"]).ends(0);
    assert!(status.out.contains("trouble"), "{}", status.out);
}

#[test]
fn broken_settings_are_told_and_stop_nothing() {
    let stage = Stage::new();
    stage.write(".belay/settings.json", "{ \"checkpointEnabled\": ");
    stage.write("a.txt", "one");
    let run = stage.belay(&["save"]).ends(0);
    assert!(run.err.contains("warning:") && run.err.contains("settings.json"), "{}", run.err);
    assert!(stage.belay(&["status"]).ends(0).out.contains("warning"));
    assert!(stage.belay(&["doctor"]).ends(1).out.contains("settings.json"));
}

#[test]
fn wrong_words_are_exit_code_two() {
    let stage = Stage::new();
    stage.belay(&["undoo"]).ends(2);
    stage.belay(&["restore"]).ends(2);
    stage.belay(&["log", "--graph", "--text", "x"]).ends(2);
}

#[test]
fn two_at_once_lose_nothing() {
    let stage = Stage::new();
    stage.write("a.txt", "one");
    let running: Vec<_> = (0..8)
        .map(|number| {
            let note = format!("number {number}");
            stage.command(&stage.project, &["save", "-m", &note]).spawn().unwrap()
        })
        .collect();
    for mut child in running {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(stage.belay(&["log", "--json"]).ends(0).json().len(), 8);
}
