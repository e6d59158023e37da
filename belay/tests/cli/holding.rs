//! An agent cannot loosen what holds it: its hooks, settings, checkpoints and log are for a person.

use std::fs;

use serde_json::{Value, json};

use super::stage::Stage;

fn decision(answer: &Value) -> &str {
    let word = answer.pointer("/hookSpecificOutput/permissionDecision");
    word.and_then(Value::as_str).unwrap_or("allow")
}

fn set_up() -> Stage {
    let stage = Stage::new();
    fs::create_dir_all(stage.home.join(".claude")).unwrap();
    fs::write(stage.home.join(".claude/settings.json"), "{\"model\": \"x\"}\n").unwrap();
    stage.belay(&["init", "--agent", "claude", "--yes"]).ends(0);
    stage.write("src/a.txt", "one\n");
    stage.write(".belay/settings.json", "{}");
    stage
}

#[test]
fn commands_of_belay_that_loosen_it_are_asked_about() {
    let stage = set_up();
    for command in [
        "belay allow 7K3F",
        "belay allow 'git push --force'",
        "belay settings set permissions.confirmDangerousCommands false",
        "belay settings edit",
        "belay remove --yes",
        "belay init --yes",
        "belay gc",
        "belay unpin x",
        "belay doctor --fix",
        // Which files go back only the checkpoint knows; Belay's settings may be among them.
        "belay undo --yes",
        "belay oops --yes",
        "belay redo --yes",
        "belay rewind --plain",
        "belay restore @ --yes",
        "belay restore @ --all --yes",
        "belay restore @ --only --yes",
        "belay restore @ --yes -- .belay/settings.json",
        "belay restore @ --yes -- .belay",
        "belay restore @ --yes -- .",
        "belay restore @ --yes -- .claude/settings.local.json",
        "belay restore @ --yes -- ~/.claude/settings.json",
        "belay serve --port 9000",
        "belay rpc < calls.txt",
        "sudo belay remove",
        "bash -c 'belay remove --yes'",
        "/usr/local/bin/belay remove --yes",
        "BELAY_HOME=/elsewhere claude -p hello",
        "export BELAY_HOME=/elsewhere",
        "pkill belay",
        "killall -9 belay",
        "belay run --yes -- git push --force",
        "belay run -c 'git push --force'",
    ] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "ask", "{command}: {answer}");
    }
    for command in [
        "belay log",
        "belay status",
        "belay allow",
        "belay settings get",
        "belay check 'rm -rf /'",
        "belay undo --dry-run",
        "belay restore @ --dry-run --json",
        "belay restore @ --yes -- src/a.txt",
        "belay restore @ --yes -- src",
        "belay save -m here",
        "belay remove --dry-run",
        "belay doctor",
        "belay agent-help",
    ] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "allow", "{command}: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn files_of_belay_are_asked_about_whoever_writes_them() {
    let stage = set_up();
    let program = env!("CARGO_BIN_EXE_belay");
    for command in [
        "echo '{}' > ~/.claude/settings.json",
        "rm -rf ~/.claude",
        "sed -i /belay/d ~/.claude/settings.json",
        "mv ~/.claude/settings.json ~/other",
        "rm ~/.claude/*.json",
        "cp /dev/null .claude/settings.local.json",
        "rm -rf ~/belay",
        "echo > ~/belay/audit/head",
        "rm -rf ~/belay/store",
        "echo '{}' > .belay/settings.json",
        "ln -sf ~/other ~/.claude/settings.json",
        "git checkout HEAD~5 -- .belay/settings.json",
        "git restore --source=main .claude/settings.json",
        "git rm -rf .belay",
        &format!("cp /bin/true {program}"),
        &format!("rm {program}"),
    ] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "ask", "{command}: {answer}");
    }
    std::os::unix::fs::symlink(stage.home.join(".claude"), stage.project.join("innocent")).unwrap();
    for path in [
        stage.home.join(".claude/settings.json"),
        stage.project.join("innocent/settings.json"),
        stage.project.join(".belay/settings.json"),
        stage.project.join(".claude/settings.json"),
        stage.data().join("settings.json"),
        stage.data().join("codes/7K3F.json"),
    ] {
        let answer = stage.tool("s", "Write", &json!({"file_path": path, "content": "{}"}));
        assert_eq!(decision(&answer), "ask", "{}: {answer}", path.display());
        let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
        assert!(reason.contains("belay/own-files"), "{reason}");
    }
    for command in [
        "echo x > src/a.txt",
        "rm -rf src",
        "echo x > ~/.claude/notes.md",
        "git checkout .",
        "git checkout -- src",
        "git reset --hard",
    ] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "allow", "{command}: {answer}");
    }
    let answer = stage.tool("s", "Write", &json!({"file_path": "src/a.txt", "content": "two"}));
    assert_eq!(decision(&answer), "allow", "{answer}");
}
