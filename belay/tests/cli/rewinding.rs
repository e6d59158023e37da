//! Message checkpoints from the agents' own events, the plain menu, and every sentence of the cases
//! in which there is nothing to go back to.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::stage::{Run, Stage, finished, fits};

impl Stage {
    /// A person sends a message to Claude Code.
    pub(crate) fn prompt(&self, session: &str, message: &str, text: &str) {
        self.send(&json!({
            "session_id": session, "hook_event_name": "UserPromptSubmit", "cwd": self.project,
            "prompt": text, "prompt_id": message,
        }));
    }

    /// The plain menu with these answers.
    pub(crate) fn plain(&self, answers: &str) -> Run {
        let mut child = self
            .command(&self.project, &["rewind", "--plain"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It may end before it has read all of them.
        let _ = child.stdin.take().unwrap().write_all(answers.as_bytes());
        finished(child.wait_with_output().unwrap())
    }

    fn metadata(&self, session: &str) -> Value {
        let file = self.data().join("sessions").join(session).join("checkpoints/metadata.json");
        serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
    }
}

fn two_messages() -> Stage {
    let stage = Stage::new();
    stage.prompt("s", "m1", "Create the file");
    stage.write("a.txt", "one\n");
    stage.prompt("s", "m2", "Change the file");
    stage.write("a.txt", "two\n");
    stage
}

#[test]
fn the_plain_menu_is_numbered_newest_first_and_zero_cancels() {
    let stage = two_messages();
    let run = stage.plain("0\n").ends(0);
    let told = stage.told(&run.out);
    let expected = "Rewind in project, claude session s: 2 checkpoints, newest first.\n  1. [TIME]  : \
                    Change the file\n  2. [TIME]  : Create the file\n  0. Cancel\nChoose a \
                    checkpoint, 1-2, 0 to cancel: Cancelled. Nothing was changed.\n";
    assert_eq!(told.replace("[TIME]:", "[TIME]  :"), expected);
    for answers in ["", "x\n0\n", "3\n0\n", "-1\n", "1\nn\n", "1\n\n"] {
        let run = stage.plain(answers).ends(0);
        assert!(run.out.contains("Nothing was changed."), "{answers:?}: {}", run.out);
        assert_eq!(stage.read("a.txt").as_deref(), Some("two\n"));
    }
    let run = stage.plain("1\ny\n").ends(0);
    assert!(run.out.contains("  Write a.txt: gets its old content."), "{}", run.out);
    assert!(run.out.contains("Restored to checkpoint: Change the file"), "{}", run.out);
    assert_eq!(stage.read("a.txt").as_deref(), Some("one\n"));
    let run = stage.plain("2\ny\nu\n").ends(0);
    assert!(run.out.contains(", left behind by a rewind: Change the file"), "{}", run.out);
    assert!(!run.out.contains("by a rewind: Create"), "{}", run.out);
    assert!(run.out.contains("  Delete a.txt: was not there."), "{}", run.out);
    assert!(run.out.contains("Undone:"), "{}", run.out);
    assert_eq!(stage.read("a.txt").as_deref(), Some("one\n"));
}

#[test]
fn many_messages_are_read_out_in_pages() {
    let stage = Stage::new();
    stage.belay(&["settings", "set", "checkpointKeepCount", "30"]).ends(0);
    for number in 1..=25 {
        stage.prompt("s", &format!("m{number}"), &format!("Message {number}"));
    }
    let run = stage.plain("m\n0\n").ends(0);
    assert!(run.out.contains("m for 5 more") && run.out.contains("25."), "{}", run.out);
    let run = stage.plain("/ 25\n0\n").ends(0);
    let found = run.out.lines().filter(|line| line.contains("Message 25")).count();
    assert_eq!(found, 2, "{}", run.out);
}

#[test]
fn the_plain_menu_where_a_terminal_can_do_no_more() {
    let stage = two_messages();
    // Standard output is not a terminal here.
    let run = stage.belay(&["rewind"]).ends(0);
    assert!(run.out.starts_with("Rewind in project"), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "{:?}", run.out);
}

#[cfg(unix)]
#[test]
fn the_plain_menu_where_somebody_asks_for_it() {
    use super::screen::Screen;
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_belay"));
    for variables in [[("ACCESSIBLE", "1")], [("TERM", "dumb")]] {
        let stage = two_messages();
        let mut screen = Screen::open_with(&stage, (80, 24), program, &["rewind"], &variables);
        screen.sees("Choose a checkpoint, 1-2, 0 to cancel:");
        assert!(!screen.is_drawn_over());
        screen.press("1\n").sees("y to go back,");
        screen.press("y\n").sees("Restored to checkpoint: Change the file");
        screen.press("\n");
        assert_eq!(screen.ends().0, 0);
        assert_eq!(stage.read("a.txt").as_deref(), Some("one\n"));
    }
}

#[test]
fn nothing_to_go_back_to_is_said_in_the_promised_words() {
    let stage = Stage::new();
    let run = stage.belay(&["rewind"]).ends(1);
    assert!(run.out.starts_with("No checkpoints available\n"), "{}", run.out);
    stage.belay(&["save"]).ends(0);
    let run = stage.belay(&["rewind"]).ends(1);
    assert!(run.out.starts_with("No checkpoints available\n"), "{}", run.out);
    assert!(run.out.contains("`belay log` shows what was saved"), "{}", run.out);
    let run = stage.belay(&["rewind", "--session", "nobody"]).ends(1);
    assert!(run.err.contains("No active query session. Cannot restore checkpoint."), "{}", run.err);
    for name in ["enableFileCheckpointing", "checkpointEnabled"] {
        let stage = two_messages();
        stage.belay(&["settings", "set", name, "false"]).ends(0);
        let run = stage.belay(&["rewind"]).ends(1);
        assert!(run.out.starts_with("Checkpoint feature not enabled\n"), "{}", run.out);
        assert!(run.out.contains(name), "{}", run.out);
        assert!(stage.belay(&["status"]).ends(0).out.contains("Checkpoint feature not enabled"));
        assert!(stage.belay(&["doctor"]).out.contains("Checkpoint feature not enabled"));
        stage.prompt("s", "m3", "Not saved");
        assert_eq!(stage.metadata("s")["checkpoints"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_project_and_a_user_set_how_many_are_kept() {
    let stage = Stage::new();
    for number in 1..=12 {
        stage.prompt("ten", &format!("m{number}"), &format!("Message {number}"));
    }
    let kept = stage.metadata("ten");
    let kept = kept["checkpoints"].as_array().unwrap().clone();
    assert_eq!(kept.len(), 10, "as built in");
    let keys: Vec<&String> = kept[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["description", "id", "sessionId", "timestamp"]);
    assert_eq!((&kept[0]["id"], &kept[0]["sessionId"]), (&json!("m12"), &json!("ten")));
    assert_eq!(kept[9]["description"], "Message 3", "newest first");
    stage.belay(&["settings", "set", "checkpointKeepCount", "3"]).ends(0);
    stage.prompt("ten", "m13", "Message 13");
    assert_eq!(stage.metadata("ten")["checkpoints"].as_array().unwrap().len(), 3);
    stage.write(".belay/settings.json", "{\"checkpointKeepCount\": 5}");
    for number in 1..=6 {
        stage.prompt("other", &format!("m{number}"), "again");
    }
    assert_eq!(stage.metadata("other")["checkpoints"].as_array().unwrap().len(), 5);
}

/// An agent behind `belay acp` may have hooks as well: both tell of every message, by two names.
#[cfg(unix)]
#[test]
fn a_message_over_acp_that_a_hook_tells_of_as_well_is_one_message() {
    let stage = Stage::new();
    let payload = stage.folder.path().join("payload.json");
    let submitted = json!({
        "session_id": "s", "hook_event_name": "UserPromptSubmit", "cwd": stage.project,
        "prompt": "Change the file", "prompt_id": "m1",
    });
    fs::write(&payload, submitted.to_string()).unwrap();
    // What its hook does is all this agent does with a message.
    let belay = env!("CARGO_BIN_EXE_belay");
    let agent = format!("while read line; do '{belay}' hook < '{}'; done", payload.display());
    let mut child = stage
        .command(&stage.project, &["acp", "--", "/bin/sh", "-c", &agent])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for id in 1..=2 {
        let prompt = json!({
            "jsonrpc": "2.0", "id": id, "method": "session/prompt",
            "params": {"sessionId": "s", "prompt": [{"type": "text", "text": "Change the file"}]},
        });
        writeln!(input, "{prompt}").unwrap();
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    let kept = stage.metadata("s");
    assert_eq!(kept["checkpoints"].as_array().unwrap().len(), 2, "{kept}");
    // Without the proxy it is a message of its own, by the name its host has for it.
    stage.send(&submitted);
    assert_eq!(stage.metadata("s")["checkpoints"][0]["id"], "m1");
}

#[test]
fn descriptions_are_folded_and_cut() {
    let stage = Stage::new();
    stage.prompt("s", "m1", &format!("first\nsecond {}", "ä".repeat(100)));
    stage.prompt("s", "m2", "");
    let kept = stage.metadata("s");
    let text = |at: usize| kept["checkpoints"][at]["description"].as_str().unwrap().to_owned();
    assert!(text(1).starts_with("first second ää"), "{}", text(1));
    assert_eq!(text(1).chars().count(), 80);
    let time = text(0).strip_prefix("Checkpoint at ").unwrap().to_owned();
    assert_eq!((time.len(), time.matches(':').count()), (8, 2), "{time}");
}

/// Each host's own words for a message; those without a name for it get one.
#[test]
fn a_message_to_any_agent_is_a_point_to_go_back_to() {
    let stage = Stage::new();
    let here = &stage.project;
    let cases = [
        (
            "codex",
            "UserPromptSubmit",
            json!({
                "session_id": "codex", "turn_id": "t1", "cwd": here,
                "hook_event_name": "UserPromptSubmit", "prompt": "To codex",
            }),
        ),
        (
            "gemini",
            "BeforeAgent",
            json!({
                "session_id": "gemini", "cwd": here, "hook_event_name": "BeforeAgent",
                "prompt": "To gemini", "timestamp": "2026-01-18T10:30:00Z",
            }),
        ),
        (
            "copilot-cli",
            "userPromptSubmitted",
            json!({
                "sessionId": "copilot-cli", "cwd": here, "timestamp": 1, "prompt": "To copilot-cli",
            }),
        ),
    ];
    for (host, event, payload) in &cases {
        stage.write("a.txt", host);
        // A user's and a project's settings may both name the hook.
        stage.answer(host, event, payload);
        stage.answer(host, event, payload);
        stage.write("a.txt", "changed");
        let kept = stage.metadata(host);
        assert_eq!(kept["checkpoints"].as_array().unwrap().len(), 1, "{host}");
        assert_eq!(kept["checkpoints"][0]["description"], format!("To {host}"));
        let run = stage.plain("1\ny\n").ends(0);
        assert!(run.out.contains(&format!("Restored to checkpoint: To {host}")), "{}", run.out);
        assert_eq!(stage.read("a.txt").as_deref(), Some(*host));
    }
}

/// A message that finds nothing changed is a point of its own, and a command that was saved for
/// while it was worked on does not stand in for it.
#[test]
fn each_message_goes_back_to_what_it_found() {
    let stage = Stage::new();
    stage.write("a.txt", "start\n");
    stage.prompt("s", "m1", "First");
    stage.prompt("s", "m2", "Second");
    stage.write("a.txt", "by a tool\n");
    stage.hook("s", "PreToolUse", "rm -rf src");
    stage.write("a.txt", "by a command\n");
    let run = stage.plain("1\ny\n").ends(0);
    assert!(run.out.contains("Restored to checkpoint: Second"), "{}", run.out);
    assert_eq!(stage.read("a.txt").as_deref(), Some("start\n"));
}

#[test]
fn the_sdk_s_variable_is_asked_for_where_settings_ask_for_the_sdk() {
    let stage = Stage::new();
    let start = json!({
        "session_id": "s", "hook_event_name": "SessionStart", "cwd": stage.project,
        "source": "startup",
    });
    assert!(stage.send(&start).is_null(), "nobody asked for it");
    stage.write(".belay/settings.json", "{\"enableFileCheckpointing\": true}");
    let said = stage.send(&start);
    let warning = "Warning: File checkpointing enabled in config but environment variable not \
                   set. Set CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1 to enable SDK \
                   checkpointing.";
    assert_eq!(said, json!({ "systemMessage": warning }));
    for command in ["status", "doctor"] {
        let out = stage.belay(&[command]).out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1"), "{out}");
    }
    let set = |value: &str| {
        let mut child = stage
            .command(&stage.project, &["hook", "--host", "claude"])
            .env("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING", value)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(start.to_string().as_bytes()).unwrap();
        finished(child.wait_with_output().unwrap()).ends(0).out
    };
    assert_eq!(set("1"), "");
    assert!(set("0").contains("Warning:"));
    // Codex drops what it does not know, and needs no such variable.
    assert_eq!(stage.answer("codex", "SessionStart", &start), "");
}

/// A file that cannot be replaced (another file system is mounted over it), and a disk without
/// room: everything is as it was, and a sentence says what to do.
#[cfg(target_os = "linux")]
#[test]
fn a_rewind_that_fails_half_way_says_what_to_do() {
    let stage = Stage::new();
    stage.write("a.txt", "one\n");
    stage.write("b.txt", "one\n");
    stage.prompt("s", "m1", "Change both");
    stage.write("a.txt", "two\n");
    stage.write("b.txt", "two\n");
    let script = "set -e
        mount --bind b.txt b.txt
        echo MOUNTED
        printf '1\\ny\\n' | \"$1\" rewind --plain || echo \"CODE $?\"
        cat a.txt b.txt";
    let Some(said) = stage.unshared(script) else { return };
    assert!(said.contains("Restore failed: restore stopped at"), "{said}");
    assert!(said.contains("The files are as they were before."), "{said}");
    assert!(said.contains("CODE 1") && said.ends_with("two\ntwo\n"), "{said}");

    // Two megabytes that do not shrink come back onto a disk that has one.
    let full = Stage::new();
    let script = "set -e
        mount -t tmpfs -o size=3m none .
        mkdir .git
        echo MOUNTED
        head -c 2000000 /dev/urandom > large.bin
        echo one > a.txt
        printf '%s' \"$2\" | \"$1\" hook --host claude
        rm large.bin
        echo two > a.txt
        head -c 2500000 /dev/zero > filler.log
        echo filler.log > .gitignore
        printf '1\\ny\\n' | \"$1\" rewind --plain || echo \"CODE $?\"
        ls; cat a.txt";
    let Some(said) = full.unshared(script) else { return };
    assert!(said.contains("Restore failed:") && said.contains("no space left"), "{said}");
    assert!(said.contains("Free some space, then choose it again."), "{said}");
    assert!(said.contains("CODE 1") && said.ends_with("two\n"), "{said}");
    assert!(!said.contains("large.bin\n.") && said.contains("filler.log"), "{said}");
}

#[cfg(target_os = "linux")]
impl Stage {
    /// Runs a script where it may mount; nothing where nobody may.
    fn unshared(&self, script: &str) -> Option<String> {
        let prompt = json!({
            "session_id": "s", "hook_event_name": "UserPromptSubmit", "cwd": self.project,
            "prompt": "With a large file", "prompt_id": "m1",
        });
        for more in [&[] as &[&str], &["--user", "--map-root-user"]] {
            let mut command = std::process::Command::new("unshare");
            command.args(more).args(["--mount", "sh", "-c", script, "sh"]);
            command.args([env!("CARGO_BIN_EXE_belay"), &prompt.to_string()]);
            command.current_dir(&self.project).env_clear();
            command.env("HOME", &self.home).env("BELAY_HOME", self.data());
            let output = command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").output();
            let Ok(output) = output else { continue };
            let said = String::from_utf8(output.stdout).unwrap();
            if let Some((_, said)) = said.split_once("MOUNTED\n") {
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{said}{errors}");
                return Some(said.to_owned());
            }
        }
        eprintln!("skipped: nothing can be mounted here");
        None
    }
}

#[test]
fn one_step_is_taken_out_of_the_middle() {
    let stage = Stage::new();
    stage.write("a.txt", "1\n2\n3\n4\n5\n6\n7\n");
    stage.prompt("s", "m1", "Shout the first line");
    stage.write("a.txt", "ONE\n2\n3\n4\n5\n6\n7\n");
    stage.write("made.txt", "made\n");
    stage.prompt("s", "m2", "Shout the last line");
    stage.write("a.txt", "ONE\n2\n3\n4\n5\n6\nSEVEN\n");
    stage.prompt("s", "m3", "Done");
    let plan = stage.belay(&["restore", "--only", "m1", "--dry-run"]).ends(0);
    fits(&plan.out);
    assert!(plan.out.contains("merge     a.txt") && plan.out.contains("later changes stay"));
    assert!(plan.out.contains("delete    made.txt"), "{}", plan.out);
    assert_eq!(stage.read("made.txt").as_deref(), Some("made\n"));
    let json = stage.belay(&["restore", "--only", "m1", "--dry-run", "--json"]).ends(0).json();
    assert_eq!(
        (&json[0]["merged"], &json[0]["deletes"]),
        (&json!(["a.txt"]), &json!(["made.txt"]))
    );
    stage.belay(&["restore", "--only", "m1"]).ends(1);
    stage.belay(&["restore", "--only", "m1", "--yes"]).ends(0);
    assert_eq!(stage.read("a.txt").as_deref(), Some("1\n2\n3\n4\n5\n6\nSEVEN\n"));
    assert_eq!(stage.read("made.txt"), None);
    let again = stage.belay(&["restore", "--only", "m1", "--yes"]).ends(0);
    assert!(again.out.contains("there is nothing to do"), "{}", again.out);
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read("a.txt").as_deref(), Some("ONE\n2\n3\n4\n5\n6\nSEVEN\n"));
    assert_eq!(stage.read("made.txt").as_deref(), Some("made\n"));
    stage.belay(&["redo", "--yes"]).ends(0);
    assert_eq!(stage.read("made.txt"), None);
}

#[test]
fn a_step_that_later_work_overlaps_is_a_conflict() {
    let stage = Stage::new();
    stage.write("a.txt", "1\n2\n3\n");
    stage.write("b.txt", "1\n");
    stage.hook("s", "PreToolUse", "sed -i s/2/two/ a.txt b.txt");
    stage.write("a.txt", "1\ntwo\n3\n");
    stage.write("b.txt", "two\n");
    stage.hook("s", "PostToolUse", "sed -i s/2/two/ a.txt b.txt");
    stage.prompt("s", "m2", "Work on it");
    stage.write("a.txt", "1\nTWO\n3\n");
    let lines = stage.belay(&["log", "--json"]).ends(0).json();
    let command = lines.iter().rfind(|line| line["reason"].as_str().unwrap().starts_with("sed"));
    let id = command.unwrap()["id"].as_str().unwrap().to_owned();
    let run = stage.belay(&["restore", "--only", &id, "--yes"]).ends(3);
    let sides = "<<<<<<< now\nTWO\n||||||| right after the step\ntwo\n=======\n2\n>>>>>>> before the \
                 step\n";
    assert!(run.out.contains(sides), "{}", run.out);
    assert!(run.err.contains("conflict:"), "{}", run.err);
    assert_eq!(
        (stage.read("a.txt").as_deref(), stage.read("b.txt").as_deref()),
        (Some("1\nTWO\n3\n"), Some("two\n"))
    );
    stage.belay(&["restore", "--only", &id, "--yes", "--", "b.txt"]).ends(0);
    assert_eq!(stage.read("b.txt").as_deref(), Some("1\n"));
    stage.belay(&["restore", "--only", &id, "--all"]).ends(2);
}
