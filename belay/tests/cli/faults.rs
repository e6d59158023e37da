//! What goes wrong is said: what, where, what to do.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::json;

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

/// What each host is answered with when nothing can be saved: it asks, or refuses where nobody can
/// be asked, and never runs on in silence.
#[test]
fn nothing_can_be_saved_and_every_host_is_answered_in_the_safe_direction() {
    let stage = Stage::new();
    stage.write("src/a.txt", "one\n");
    fs::create_dir_all(stage.data()).unwrap();
    fs::write(stage.data().join("store"), "in the way").unwrap();
    let claude = json!({
        "session_id": "s", "hook_event_name": "PreToolUse", "cwd": stage.project,
        "tool_name": "Bash", "tool_input": {"command": "rm -rf src"}, "tool_use_id": "1",
    });
    let gemini = json!({
        "session_id": "s", "hook_event_name": "BeforeTool", "cwd": stage.project,
        "tool_name": "run_shell_command", "tool_input": {"command": "rm -rf src"},
    });
    let copilot = json!({
        "sessionId": "s", "cwd": stage.project, "timestamp": 1, "toolName": "bash",
        "toolArgs": {"command": "rm -rf src"},
    });
    for (host, event, payload, word) in [
        ("claude", "PreToolUse", &claude, "\"ask\""),
        ("codex", "PreToolUse", &claude, "\"deny\""),
        ("gemini", "BeforeTool", &gemini, "\"deny\""),
        ("copilot-cli", "preToolUse", &copilot, "\"ask\""),
    ] {
        let answer = stage.answer(host, event, payload);
        assert!(answer.contains(word), "{host}: {answer}");
        assert!(answer.contains("The checkpoint failed"), "{host}: {answer}");
    }
    let lines = stage.belay(&["audit", "list", "--json"]).ends(0).json();
    assert_eq!(lines.len(), 4);
    for line in lines {
        assert_ne!(line["answer"], "allow");
        assert_eq!(line["recovery"], "none", "{line}");
        assert!(line["trouble"].as_str().unwrap().contains("checkpoint failed"), "{line}");
    }
    assert!(stage.belay(&["status"]).ends(0).out.contains("trouble"));
    assert!(stage.belay(&["doctor"]).ends(1).out.contains("store"));
    // Even what deserves no question otherwise is one when it cannot be brought back.
    let answer = stage.hook("s", "PreToolUse", "echo gone > src/a.txt").to_string();
    assert!(answer.contains("\"ask\""), "{answer}");
    assert!(stage.hook("s", "PreToolUse", "ls").is_null(), "what only looks goes on");
}

#[test]
fn a_refusal_in_settings_that_broke_still_holds() {
    let stage = Stage::new();
    stage.belay(&["deny", "curl"]).ends(0);
    let denied = |stage: &Stage| stage.hook("s", "PreToolUse", "curl example.com").to_string();
    assert!(denied(&stage).contains("\"deny\""));
    fs::write(stage.data().join("settings.json"), "{ \"permissions\": {").unwrap();
    assert!(denied(&stage).contains("\"deny\""), "the last good settings are in force");
    let last = stage.belay(&["audit", "list", "--json"]).ends(0).json().pop().unwrap();
    assert!(last["trouble"].as_str().unwrap().contains("settings.json"), "{last}");
    assert!(stage.belay(&["status"]).ends(0).out.contains("settings.json"));
}

/// A hook that is killed at any moment leaves a store and a log that the next one works with.
#[cfg(unix)]
#[test]
fn killed_hooks_leave_nothing_broken() {
    let stage = Stage::new();
    for number in 0..200 {
        stage.write(&format!("src/{number}.txt"), &format!("{number}\n"));
    }
    for round in 0..25 {
        stage.write("src/0.txt", &format!("round {round}\n"));
        let mut child = stage
            .command(&stage.project, &["hook", "--host", "claude"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let payload = json!({
            "session_id": "s", "hook_event_name": "PreToolUse", "cwd": stage.project,
            "tool_name": "Bash", "tool_input": {"command": "rm -rf src"},
            "tool_use_id": format!("call-{round}"),
        });
        child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(round * 4));
        let _ = child.kill();
        child.wait().unwrap();
    }
    // The agent was killed too, so no call ever ended; a new session begins.
    stage.send(&json!({
        "session_id": "t", "hook_event_name": "SessionStart", "cwd": stage.project,
        "source": "startup",
    }));
    assert!(stage.hook("t", "PreToolUse", "rm -rf src").is_null());
    fs::remove_dir_all(stage.project.join("src")).unwrap();
    stage.hook("t", "PostToolUse", "rm -rf src");
    stage.belay(&["undo", "--all", "--yes"]).ends(0);
    assert_eq!(stage.read("src/0.txt").as_deref(), Some("round 24\n"));
    assert_eq!(fs::read_dir(stage.project.join("src")).unwrap().count(), 200);
    stage.belay(&["audit", "verify"]).ends(0);
    stage.belay(&["gc"]).ends(0);
}

/// The disk of Belay's folder is full in the middle of a hook. Needs a mount of its own.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_asked_about_and_leaves_nothing_broken() {
    let stage = Stage::new();
    // Random enough that it does not shrink.
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56).to_le_bytes()[0]
    })
    .take(3 << 20)
    .collect();
    stage.write("src/a.txt", "one\n");
    fs::write(stage.project.join("src/noise.bin"), noise).unwrap();
    let payload = json!({
        "session_id": "s", "hook_event_name": "PreToolUse", "cwd": stage.project,
        "tool_name": "Bash", "tool_input": {"command": "rm -rf src"}, "tool_use_id": "1",
    });
    fs::write(stage.home.join("payload"), payload.to_string()).unwrap();
    fs::create_dir_all(stage.data()).unwrap();
    let script = "set -e
        mount -t tmpfs -o size=2m,mode=700 none \"$BELAY_HOME\"
        echo MOUNTED
        \"$1\" hook --host claude < \"$HOME/payload\"
        rm src/noise.bin
        echo AGAIN
        \"$1\" hook --host claude < \"$HOME/payload\"
        \"$1\" audit verify
        \"$1\" audit list --json";
    let mut printed = String::new();
    for more in [&[] as &[&str], &["--user", "--map-root-user"]] {
        let mut command = std::process::Command::new("unshare");
        command.args(more).args(["--mount", "sh", "-c", script, "sh", env!("CARGO_BIN_EXE_belay")]);
        command.current_dir(&stage.project).env_clear();
        command.env("HOME", &stage.home).env("BELAY_HOME", stage.data());
        let output = command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").output();
        let Ok(output) = output else { continue };
        printed = String::from_utf8(output.stdout).unwrap();
        if printed.contains("MOUNTED") {
            assert!(
                output.status.success(),
                "{printed}{}",
                String::from_utf8_lossy(&output.stderr)
            );
            break;
        }
    }
    if !printed.contains("MOUNTED") {
        eprintln!("skipped: nothing can be mounted here");
        return;
    }
    let (full, again) = printed.split_once("AGAIN").unwrap();
    assert!(full.contains("\"ask\""), "{full}");
    assert!(full.contains("The checkpoint failed"), "{full}");
    assert!(!again.contains("\"ask\",\"permissionDecisionReason"), "there is room again: {again}");
    assert!(again.contains("\"answer\":\"allow\""), "{again}");
}

#[test]
fn two_agents_in_one_folder_keep_apart() {
    let stage = Stage::new();
    stage.write("a.txt", "start a\n");
    stage.write("b.txt", "start b\n");
    for (session, name) in [("one", "a.txt"), ("two", "b.txt"), ("one", "a.txt"), ("two", "b.txt")]
    {
        assert!(stage.hook(session, "PreToolUse", &format!("echo more > {name}")).is_null());
        stage.write(name, &format!("by {session}\n"));
        stage.hook(session, "PostToolUse", &format!("echo more > {name}"));
    }
    stage.hook("one", "PreToolUse", "rm a.txt");
    let lines = stage.belay(&["log", "--json"]).ends(0).json();
    let first = lines.last().unwrap()["id"].as_str().unwrap();
    let plan = stage.belay(&["restore", first, "--dry-run", "--json"]).ends(0);
    assert!(plan.out.contains("a.txt"), "{}", plan.out);
    stage.belay(&["audit", "verify"]).ends(0);
}
