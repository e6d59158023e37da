//! Saving, looking, going back and forth.

use std::fs;

use super::stage::{Stage, fits};

fn story() -> Stage {
    let stage = Stage::new();
    stage.write("src/a.txt", "one\ntwo\nthree\n");
    stage.write("b.txt", "hi\n");
    stage.belay(&["save", "-m", "first things"]).ends(0);
    stage.write("src/a.txt", "one\ntwo\nthree\nfour\n");
    fs::remove_file(stage.project.join("b.txt")).unwrap();
    stage.hook("5f3a-1", "PreToolUse", "rm -rf src");
    fs::remove_dir_all(stage.project.join("src")).unwrap();
    stage
}

#[test]
fn nothing_saved_is_said_so() {
    let stage = Stage::new();
    assert_eq!(stage.belay(&["log"]).ends(0).out, "No checkpoints available.\n");
    stage.belay(&["log", "--json"]).ends(0);
    stage.belay(&["undo"]).ends(1);
    stage.belay(&["redo"]).ends(1);
    assert_eq!(stage.belay(&["stats"]).ends(0).out, "No checkpoints available.\n");
    assert!(!stage.data().join("store").exists(), "reading makes no store");
}

#[test]
fn the_log_is_one_line_a_checkpoint() {
    let stage = story();
    let run = stage.belay(&["log"]).ends(0);
    fits(&run.out);
    assert_eq!(
        stage.told(&run.out),
        "[ID5]  [TIME]      claude 5f3a  rm -rf src                                 ~1 -1\n\
         [ID5]  [TIME]      you          first things                                  +2\n"
    );
    let lines = stage.belay(&["log", "--json"]).ends(0).json();
    assert_eq!(lines[0]["agent"], "claude");
    assert_eq!(lines[1]["reason"], "first things");
    assert_eq!(stage.belay(&["log", "--text", "FIRST"]).ends(0).out.lines().count(), 1);
    assert_eq!(stage.belay(&["log", "--session", "5f"]).ends(0).out.lines().count(), 1);
    assert_eq!(stage.belay(&["log", "--since", "1h"]).ends(0).out.lines().count(), 2);
    assert_eq!(stage.belay(&["log", "--", "b.txt"]).ends(0).out.lines().count(), 2);
    assert_eq!(stage.belay(&["log", "--", "src"]).ends(0).out.lines().count(), 1);
    assert!(stage.belay(&["log", "-n", "1"]).ends(0).out.contains("1 checkpoint more"));
    stage.belay(&["log", "--since", "soon"]).ends(1);
    let elsewhere = stage.belay(&["log", "--", "../elsewhere"]).ends(0).out;
    assert_eq!(elsewhere, "No checkpoint fits.\n", "nothing was captured there");
}

#[test]
fn undo_goes_back_step_by_step_and_redo_forth() {
    let stage = story();
    let plan = stage.belay(&["undo", "--dry-run"]).ends(0);
    fits(&plan.out);
    assert_eq!(
        stage.told(&plan.out),
        "Back to [ID5] ([TIME]  , claude: rm -rf src)\n  \
           write     src/a.txt  comes back\n\
         1 file to write\n"
    );
    assert_eq!(stage.read("src/a.txt"), None, "a dry run changes nothing");
    let refused = stage.belay(&["undo"]).ends(1);
    assert!(refused.err.contains("--yes"), "{}", refused.err);
    let done = stage.belay(&["oops", "--yes"]).ends(0);
    fits(&done.out);
    assert_eq!(stage.read("src/a.txt").as_deref(), Some("one\ntwo\nthree\nfour\n"));
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read("b.txt").as_deref(), Some("hi\n"));
    assert_eq!(stage.read("src/a.txt").as_deref(), Some("one\ntwo\nthree\n"));
    stage.belay(&["undo", "--yes"]).ends(1);
    let graph = stage.belay(&["log", "--graph"]).ends(0);
    fits(&graph.out);
    assert!(graph.out.contains("├─╯") && graph.out.contains("○"), "{}", graph.out);
    stage.belay(&["redo", "--yes"]).ends(0);
    assert_eq!(stage.read("src/a.txt").as_deref(), Some("one\ntwo\nthree\nfour\n"));
    stage.belay(&["redo", "--yes"]).ends(0);
    assert_eq!(stage.read("src/a.txt"), None);
    stage.belay(&["redo", "--yes"]).ends(1);
    stage.belay(&["undo", "--yes"]).ends(0);
    assert!(stage.read("src/a.txt").is_some(), "what was redone can be undone");
}

#[test]
fn an_explicit_restore_is_undone_as_such() {
    let stage = story();
    stage.belay(&["restore", "@1", "--all", "--yes"]).ends(0);
    assert_eq!(stage.read("b.txt").as_deref(), Some("hi\n"));
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!((stage.read("b.txt"), stage.read("src/a.txt")), (None, None));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_saved_first_is_left_alone_and_named() {
    let stage = Stage::new();
    stage.write("pipe", "a text\n");
    stage.belay(&["save", "-m", "before"]).ends(0);
    std::fs::remove_file(stage.project.join("pipe")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(stage.project.join("pipe")).status();
    assert!(made.unwrap().success());
    for command in [["undo", "--all", "--yes"], ["restore", "@", "--yes"]] {
        let run = stage.belay(&command);
        assert!(
            run.out.contains("pipe") && run.out.contains("cannot be saved first"),
            "{}",
            run.out
        );
        assert!(run.out.contains("move them aside, then try again"), "{}", run.out);
    }
    std::fs::remove_file(stage.project.join("pipe")).unwrap();
    stage.belay(&["undo", "--all", "--yes"]).ends(0);
    assert_eq!(stage.read("pipe").as_deref(), Some("a text\n"));
}

#[test]
fn single_files_come_back() {
    let stage = story();
    stage.belay(&["restore", "@", "--yes", "--", "src"]).ends(0);
    assert!(stage.read("src/a.txt").is_some() && stage.read("b.txt").is_none());
    let plan = stage.belay(&["restore", "@1", "--dry-run", "--json", "--", "b.txt"]).ends(0);
    assert!(stage.read("b.txt").is_none(), "{}", plan.out);
}

#[test]
fn differences_are_shown_line_by_line() {
    let stage = Stage::new();
    stage.write("a.txt", "one\ntwo\n");
    stage.write("b.bin", "\0\u{1}");
    stage.belay(&["save"]).ends(0);
    assert!(stage.belay(&["diff"]).ends(0).out.starts_with("No differences"));
    stage.write("a.txt", "one\nthree\u{1b}[31m\n");
    stage.write("b.bin", "\0\u{2}");
    stage.write("c.txt", "new\n");
    assert_eq!(
        stage.belay(&["diff"]).ends(0).out,
        "modified a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\\u{1b}[31m\n\
         modified b.bin\n  2 B that are no text → 2 B that are no text\n\
         added    c.txt\n--- /dev/null\n+++ b/c.txt\n@@ -0,0 +1 @@\n+new\n"
    );
    assert_eq!(stage.belay(&["diff", "--stat", "--", "c.txt"]).ends(0).out.lines().count(), 2);
    assert_eq!(stage.belay(&["diff", "--json"]).ends(0).json().len(), 3);
}

#[test]
fn another_sessions_work_is_a_conflict() {
    let stage = Stage::new();
    stage.write("a.txt", "one\n");
    stage.hook("first", "PreToolUse", "rm -rf a.txt");
    stage.write("a.txt", "two\n");
    stage.hook("second", "PreToolUse", "rm -rf a.txt");
    stage.write("a.txt", "three\n");
    stage.hook("second", "PreToolUse", "rm -rf ./a.txt");
    let oldest = stage.belay(&["log", "--json"]).json().pop().unwrap();
    let id = oldest["id"].as_str().unwrap().to_owned();
    let run = stage.belay(&["restore", &id, "--yes", "--", "a.txt"]).ends(3);
    assert!(run.out.contains("conflict  a.txt"), "{}", run.out);
    assert_eq!(stage.read("a.txt").as_deref(), Some("three\n"));
    stage.belay(&["restore", &id, "--yes", "--all"]).ends(0);
    assert_eq!(stage.read("a.txt").as_deref(), Some("one\n"));
}

#[test]
fn one_checkpoint_is_shown_whole() {
    let stage = story();
    let run = stage.belay(&["show", "@"]).ends(0);
    fits(&run.out);
    assert!(run.out.contains("claude, session 5f3a-1") && run.out.contains("deleted  b.txt"));
    let shown = stage.belay(&["show", "@", "--json"]).ends(0).json();
    assert_eq!(shown[0]["changes"].as_array().unwrap().len(), 2);
    stage.belay(&["show", "@7"]).ends(1);
    stage.belay(&["show", "zzzz"]).ends(1);
}

#[test]
fn space_is_told_and_freed() {
    let stage = story();
    fits(&stage.belay(&["stats"]).ends(0).out);
    assert_eq!(stage.belay(&["stats", "--json"]).ends(0).json()[0]["checkpoints"], 2);
    fits(&stage.belay(&["gc"]).ends(0).out);
    stage.belay(&["gc", "--json"]).ends(0);
    stage.belay(&["undo", "--yes"]).ends(0);
}
