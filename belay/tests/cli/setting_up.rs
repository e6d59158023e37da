//! Into agents' files, tried there, and out again to the byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::stage::{Stage, fits};

/// Every file below a folder and its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn machine() -> Stage {
    let stage = Stage::new();
    for folder in [".claude", ".codex", ".gemini", ".copilot", ".cursor", ".qwen", ".cline"] {
        fs::create_dir_all(stage.home.join(folder)).unwrap();
    }
    fs::create_dir_all(stage.home.join(".config/opencode")).unwrap();
    fs::write(
        stage.home.join(".claude/settings.json"),
        "{\n  // mine\n  \"model\": \"x\",\n  \"hooks\": {\"PreToolUse\": []}\n}\n",
    )
    .unwrap();
    fs::write(stage.home.join(".gemini/settings.json"), "{\"theme\":\"dark\"}").unwrap();
    stage
}

#[test]
fn nobody_here_is_said_so() {
    let stage = Stage::new();
    let run = stage.belay(&["init"]).ends(1);
    assert!(run.out.contains("No agent was found"), "{}", run.out);
    fits(&run.out);
    assert!(stage.belay(&["init", "--agent", "hal"]).ends(1).err.contains("claude, codex"));
    assert!(stage.belay(&["remove"]).ends(0).out.contains("none of your agents' files"));
}

#[test]
fn init_shows_asks_writes_and_remove_leaves_every_byte() {
    let stage = machine();
    let before = files(&stage.home);
    let dry = stage.belay(&["init", "--dry-run"]).ends(0);
    assert!(dry.out.contains("+++ b/~/.claude/settings.json"), "{}", dry.out);
    stage.belay(&["init"]).ends(1);
    assert_eq!(files(&stage.home), before, "nothing is written without a yes");
    let run = stage.belay(&["init", "--yes"]).ends(0);
    for title in ["Claude Code", "Codex", "Gemini", "Copilot", "Cursor", "opencode", "Cline"] {
        assert!(run.out.contains(title), "{title}: {}", run.out);
    }
    let again = stage.belay(&["init", "--yes"]).ends(0);
    assert!(again.out.contains("everything is in place") && !again.out.contains("+++"));
    let status = stage.belay(&["status"]).ends(0);
    assert!(status.out.contains("Claude Code guarded (user)"), "{}", status.out);
    stage.belay(&["remove", "--yes"]).ends(0);
    let mut after = files(&stage.home);
    after.retain(|path, _| !path.starts_with(stage.data()));
    assert_eq!(after, before);
}

#[test]
fn doctor_runs_what_is_registered() {
    let stage = machine();
    let unguarded = stage.belay(&["doctor"]).ends(0);
    assert!(unguarded.out.contains("not guarded"), "{}", unguarded.out);
    let fixed = stage.belay(&["doctor", "--fix"]);
    fits(&fixed.out);
    let guarded = |name: &str, text: &str| {
        text.lines().any(|line| line.contains(name) && line.contains("is guarded"))
    };
    for name in
        ["Claude Code", "Codex", "Gemini CLI", "Copilot", "Cursor", "opencode", "Cline", "Qwen"]
    {
        assert!(guarded(name, &fixed.out), "{name}: {}", fixed.out);
    }
    assert!(fixed.out.contains("trust"), "Codex is not trusted yet: {}", fixed.out);
    assert_eq!(fixed.code, 1);
    let hooks = stage.home.join(".codex/hooks.json");
    let trusted = format!("[hooks.state.\"{}:pre_tool_use:0:0\"]\n", hooks.display());
    fs::write(stage.home.join(".codex/config.toml"), trusted).unwrap();
    stage.belay(&["doctor"]).ends(0);
    assert!(stage.belay(&["log"]).ends(0).out.contains("No checkpoints"), "a trial leaves nothing");
    let settings = stage.home.join(".claude/settings.json");
    let text = fs::read_to_string(&settings).unwrap();
    let program = env!("CARGO_BIN_EXE_belay");
    fs::write(&settings, text.replace(program, "/nowhere/belay")).unwrap();
    let broken = stage.belay(&["doctor"]).ends(1);
    assert!(broken.out.contains("/nowhere/belay is gone"), "{}", broken.out);
    fs::write(&settings, text.replace("\"model\"", "\"disableAllHooks\": true, \"model\""))
        .unwrap();
    assert!(stage.belay(&["doctor"]).ends(1).out.contains("disableAllHooks"));
}

#[test]
fn a_project_is_set_up_for_everybody() {
    let stage = Stage::new();
    let before = files(&stage.project);
    stage.belay(&["init", "--project", "--agent", "claude", "--yes"]).ends(0);
    let text = stage.read(".claude/settings.json").unwrap();
    assert!(text.contains("\"command\":\"belay\""), "others have it elsewhere: {text}");
    assert!(stage.belay(&["status"]).ends(0).out.contains("guarded (project)"));
    stage.belay(&["remove", "--project", "--yes"]).ends(0);
    assert_eq!(files(&stage.project), before);
}

#[test]
fn status_is_also_for_programs() {
    let stage = machine();
    stage.belay(&["settings", "set", "enableFileCheckpointing", "true"]).ends(0);
    let status = stage.belay(&["status", "--json"]).ends(0).json();
    assert_eq!(status[0]["on"], true);
    let warnings = status[0]["warnings"].to_string();
    assert!(warnings.contains("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING=1"), "{warnings}");
    fits(&stage.belay(&["status"]).ends(0).out);
}
