//! What Belay keeps is for its user alone, holds no secret, and leads nowhere else.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::stage::Stage;

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_path_buf()];
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path.clone());
            }
            found.push(path);
        }
    }
    found
}

/// Everything that leaves a trace: checkpoints, captures, codes, open calls, settings.
fn busy() -> Stage {
    let stage = Stage::new();
    stage.write("src/a.txt", "one\n");
    stage.belay(&["settings", "set", "retentionDays", "9"]).ends(0);
    stage.belay(&["save"]).ends(0);
    stage.hook("s", "PreToolUse", "rm -rf src");
    stage.tool("s", "Write", &json!({"file_path": "src/a.txt", "content": "two"}));
    let payload = json!({
        "session_id": "c", "hook_event_name": "PreToolUse", "cwd": stage.project,
        "tool_name": "Bash", "tool_input": {"command": "git push --force"}, "turn_id": "t",
    });
    let mut child = stage.command(&stage.project, &["hook", "--host", "codex"]);
    child.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = child.spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), payload.to_string().as_bytes())
        .unwrap();
    let said = child.wait_with_output().unwrap().stdout;
    assert!(String::from_utf8_lossy(&said).contains("belay allow"), "a code was given");
    stage
}

#[cfg(unix)]
#[test]
fn everything_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let stage = busy();
    let found = below(&stage.data());
    assert!(found.len() > 15, "{found:?}");
    for name in ["audit", "codes", "calls", "store", "settings.json"] {
        assert!(stage.data().join(name).exists(), "{name}");
    }
    for path in found {
        let kind = path.symlink_metadata().unwrap();
        let mode = kind.permissions().mode() & 0o777;
        let most = if kind.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode & !most, 0, "{} has {mode:o}", path.display());
    }
}

#[test]
fn no_secret_is_written_down() {
    let stage = busy();
    let secrets = [
        "AKIAIOSFODNN7EXAMPLQ",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "sk-proj-abcdefABCDEF0123456789abcd",
        "correcthorsebattery",
        "Zx8Qm2Lk9Vb4Ty7Rw1Pn6Hs3Df5Gj0Ku",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ",
    ];
    let [aws, github, openai, password, random, jwt] = secrets;
    for command in [
        format!("AWS_ACCESS_KEY_ID={aws} rm -rf src"),
        format!("git push --force https://me:{password}@example.com/x.git"),
        format!("curl -H 'Authorization: Bearer {jwt}' -X DELETE https://example.com/{github}"),
        format!("rm -rf src # {openai}"),
        format!("mysql --password={password} -e 'drop table x'"),
        format!("echo {random}; rm -rf src"),
    ] {
        stage.hook("s", "PreToolUse", &command);
        stage.hook("s", "PostToolUse", &command);
    }
    stage.send(&json!({
        "session_id": "s", "hook_event_name": "UserPromptSubmit", "cwd": stage.project,
        "prompt": format!("use {github} and {random}"), "prompt_id": "p1",
    }));
    let said = stage.belay(&["audit", "list", "--json"]).ends(0).out
        + &stage.belay(&["log", "--json"]).ends(0).out
        + &stage.belay(&["allow"]).ends(0).out;
    let kept: Vec<(PathBuf, Vec<u8>)> = below(&stage.data())
        .into_iter()
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    for secret in secrets {
        assert!(!said.contains(secret), "{secret} is shown: {said}");
        for (path, bytes) in &kept {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "{secret} is in {}", path.display());
        }
    }
}

/// A folder is swapped for a link to another one and back while files are brought back.
#[cfg(unix)]
#[test]
fn no_way_leads_out_while_links_come_and_go() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let stage = Stage::new();
    let outside = stage.home.join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("a.txt"), "theirs\n").unwrap();
    for name in ["conf/a.txt", "conf/deep/b.txt"] {
        stage.write(name, "mine\n");
    }
    stage.write(".gitignore", "secret/\n");
    stage.write("secret/a.txt", "mine\n");
    stage.hook("s", "PreToolUse", "rm -rf conf secret");
    let done = Arc::new(AtomicBool::new(false));
    let swapping = {
        let (done, project, outside) = (Arc::clone(&done), stage.project.clone(), outside.clone());
        std::thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                for name in ["conf", "secret"] {
                    let (here, aside) = (project.join(name), project.join(format!("{name}.aside")));
                    let _ = fs::rename(&here, &aside);
                    let _ = std::os::unix::fs::symlink(&outside, &here);
                    let _ = fs::remove_file(&here);
                    let _ = fs::rename(&aside, &here);
                }
            }
        })
    };
    for round in 0..12 {
        for name in ["conf/a.txt", "secret/a.txt"] {
            let _ = fs::write(stage.project.join(name), format!("changed {round}\n"));
        }
        // It may fail, as long as it does not go astray.
        let _ = stage.belay(&["restore", "@", "--all", "--yes"]);
        fs::write(outside.join("a.txt"), "theirs\n").unwrap();
        let _ = stage.belay(&["undo", "--all", "--yes"]);
        let names: Vec<_> =
            fs::read_dir(&outside).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["a.txt"], "nothing new is there");
        let text = fs::read_to_string(outside.join("a.txt")).unwrap();
        assert_ne!(text, "mine\n", "a restore has gone through the link");
    }
    done.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
}
