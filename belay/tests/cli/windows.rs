//! The program on Windows: drive letters, backslashes, `cmd`, names without case, files that
//! somebody holds open. The test command runs this under Wine.

use std::fs;
use std::os::windows::fs::OpenOptionsExt as _;

use serde_json::json;

use super::stage::Stage;

fn project() -> Stage {
    let stage = Stage::new();
    stage.write("src\\lamp.py", "print('on')\r\nprint('off')\r\n");
    stage.write("src\\deep\\dusk.py", "dusk\r\n");
    stage.write("README.md", "a lamp\n");
    stage
}

#[test]
fn what_cmd_deletes_comes_back_to_the_byte() {
    let stage = project();
    stage.belay(&["run", "--shell", "cmd", "-c", "rd /s /q src"]).ends(0);
    assert_eq!(stage.read("src\\lamp.py"), None, "cmd has really deleted it");
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read("src\\lamp.py").as_deref(), Some("print('on')\r\nprint('off')\r\n"));
    assert_eq!(stage.read("src\\deep\\dusk.py").as_deref(), Some("dusk\r\n"));
    stage.belay(&["redo", "--yes"]).ends(0);
    assert_eq!(stage.read("src\\lamp.py"), None);
}

#[test]
fn a_hook_saves_before_powershell_and_asks_about_what_nothing_brings_back() {
    let stage = project();
    let payload = |command: &str| {
        json!({
            "session_id": "w-1", "hook_event_name": "PreToolUse", "cwd": stage.project,
            "tool_name": "PowerShell", "tool_input": {"command": command}, "tool_use_id": command,
        })
    };
    let quiet = stage.send(&payload("Remove-Item -Recurse -Force src"));
    assert!(quiet.is_null(), "it can be brought back: {quiet}");
    fs::remove_dir_all(stage.project.join("src")).unwrap();
    let log = stage.belay(&["log"]).ends(0).out;
    assert!(log.contains("Remove-Item -Recurse -Force src"), "{log}");
    stage.belay(&["restore", "@", "--yes"]).ends(0);
    assert_eq!(stage.read("src\\lamp.py").as_deref(), Some("print('on')\r\nprint('off')\r\n"));
    let asked = stage.send(&payload("git push --force origin main"));
    assert_eq!(asked["hookSpecificOutput"]["permissionDecision"], "ask", "{asked}");
}

#[test]
fn a_read_only_file_and_another_case_come_back_as_they_were() {
    let stage = project();
    let readme = stage.project.join("README.md");
    let mut rights = fs::metadata(&readme).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&readme, rights.clone()).unwrap();
    stage.belay(&["save", "-m", "before"]).ends(0);
    #[expect(clippy::permissions_set_readonly_false, reason = "this is Windows")]
    rights.set_readonly(false);
    fs::set_permissions(&readme, rights).unwrap();
    fs::write(&readme, "another lamp\n").unwrap();
    fs::rename(stage.project.join("src\\lamp.py"), stage.project.join("src\\LAMP.py")).unwrap();
    stage.belay(&["undo", "--all", "--yes"]).ends(0);
    assert_eq!(stage.read("README.md").as_deref(), Some("a lamp\n"));
    let names: Vec<String> = fs::read_dir(stage.project.join("src"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(names.contains(&"lamp.py".to_owned()), "{names:?}");
}

#[test]
fn a_file_that_somebody_holds_open_is_named_and_nothing_is_lost() {
    let stage = project();
    stage.belay(&["save", "-m", "before"]).ends(0);
    stage.write("README.md", "worked on\n");
    // No sharing at all: nobody may even look at it.
    let held = fs::OpenOptions::new()
        .read(true)
        .share_mode(0)
        .open(stage.project.join("README.md"))
        .unwrap();
    let run = stage.belay(&["undo", "--all", "--yes"]);
    let said = format!("{}{}", run.out, run.err);
    assert!(run.code != 0 && said.contains("README.md"), "{}: {said}", run.code);
    drop(held);
    assert_eq!(stage.read("README.md").as_deref(), Some("worked on\n"));
    stage.belay(&["undo", "--all", "--yes"]).ends(0);
    assert_eq!(stage.read("README.md").as_deref(), Some("a lamp\n"));
}

#[test]
fn init_and_remove_leave_every_byte() {
    let stage = project();
    fs::create_dir_all(stage.home.join(".claude")).unwrap();
    let settings = stage.home.join(".claude\\settings.json");
    fs::write(&settings, "{\r\n  \"model\": \"x\"\r\n}\r\n").unwrap();
    stage.belay(&["init", "--agent", "claude", "--yes"]).ends(0);
    let text = fs::read_to_string(&settings).unwrap();
    assert!(text.contains("hook") && text.contains("belay"), "{text}");
    stage.belay(&["remove", "--yes"]).ends(0);
    assert_eq!(fs::read_to_string(&settings).unwrap(), "{\r\n  \"model\": \"x\"\r\n}\r\n");
}
