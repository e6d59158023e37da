//! Many sessions at once: nothing is lost, the log is whole, and how long the answers take is told.
//!
//! Five sessions of twenty calls; `cargo xtask bench host --crowd` is the long form, with
//! `BELAY_CROWD=50x200`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed, and a measurement is printed"
)]

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::time::{Duration, Instant};

use checkpoint_store::{Options, Store, TreePath};
use serde_json::{Value, json};

/// Sessions that share a workspace.
const TOGETHER: usize = 5;

struct Crowd {
    home: PathBuf,
    projects: Vec<PathBuf>,
}

impl Crowd {
    /// Tells the hook of one event and returns what it answered, and after how long.
    fn hook(&self, project: &Path, payload: &Value) -> (String, Duration) {
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_belay"))
            .args(["hook", "--host", "claude"])
            .current_dir(project)
            .env_clear()
            .env("HOME", &self.home)
            .env("BELAY_HOME", self.home.join("belay"))
            .env("PATH", "/usr/bin:/bin")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(payload.to_string().as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        (String::from_utf8(output.stdout).unwrap(), begun.elapsed())
    }

    /// One session: looks, deletes files it has made, and writes by tool, in turn.
    fn session(&self, number: usize, calls: usize) -> Vec<(bool, Duration)> {
        let project = &self.projects[number / TOGETHER];
        let mut times = Vec::new();
        for call in 0..calls {
            let name = format!("s{number}/file{call}.txt");
            let path = project.join(&name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, content(number, call)).unwrap();
            let (tool, input, saves) = match call % 3 {
                0 => ("Bash", json!({"command": "ls -la"}), false),
                1 => ("Bash", json!({"command": format!("rm -f {name}")}), true),
                _ => ("Write", json!({"file_path": path, "content": "other"}), true),
            };
            let payload = |event: &str| {
                json!({
                    "session_id": format!("session-{number}"), "hook_event_name": event,
                    "cwd": project, "tool_name": tool, "tool_input": input,
                    "tool_use_id": format!("{number}-{call}"), "prompt_id": format!("p{}", call / 10),
                })
            };
            let (answer, time) = self.hook(project, &payload("PreToolUse"));
            assert_eq!(answer, "", "nothing of this is asked about");
            times.push((saves, time));
            if call % 3 == 1 {
                fs::remove_file(&path).unwrap();
            }
            self.hook(project, &payload("PostToolUse"));
        }
        times
    }
}

fn content(session: usize, call: usize) -> String {
    format!("written by session {session} before call {call}\n")
}

#[test]
fn many_sessions_lose_nothing() {
    let size = std::env::var("BELAY_CROWD").unwrap_or_else(|_| "5x20".to_owned());
    let (sessions, calls) = size.split_once('x').unwrap();
    let (sessions, calls): (usize, usize) = (sessions.parse().unwrap(), calls.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let projects: Vec<PathBuf> = (0..sessions.div_ceil(TOGETHER))
        .map(|number| root.join(format!("project{number}")))
        .collect();
    for project in &projects {
        fs::create_dir_all(project.join(".git")).unwrap();
        for file in 0..50 {
            fs::write(project.join(format!("file{file}.txt")), format!("{file}\n")).unwrap();
        }
    }
    let crowd = Crowd { home: root.join("home"), projects };
    fs::create_dir_all(&crowd.home).unwrap();
    let start = Barrier::new(sessions);
    let begun = Instant::now();
    let times: Vec<(bool, Duration)> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..sessions)
            .map(|number| {
                let (crowd, start) = (&crowd, &start);
                scope.spawn(move || {
                    start.wait();
                    crowd.session(number, calls)
                })
            })
            .collect();
        running.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    tell(&times, begun.elapsed(), sessions, calls);
    nothing_is_lost(&crowd, sessions, calls);
}

fn tell(times: &[(bool, Duration)], whole: Duration, sessions: usize, calls: usize) {
    println!("{sessions} sessions x {calls} calls in {:.1} s", whole.as_secs_f64());
    for (saves, name) in [(false, "looks"), (true, "saves")] {
        let mut of_kind: Vec<Duration> =
            times.iter().filter(|time| time.0 == saves).map(|time| time.1).collect();
        of_kind.sort_unstable();
        let at = |share: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::cast_precision_loss,
                reason = "an index into a list of some thousands"
            )]
            let index = ((of_kind.len() - 1) as f64 * share) as usize;
            of_kind[index].as_secs_f64() * 1000.0
        };
        let late = of_kind.iter().filter(|time| **time > Duration::from_secs(1)).count();
        println!(
            "{name}: median {:.1} ms, p99 {:.1} ms, slowest {:.1} ms, {late} over 1 s",
            at(0.5),
            at(0.99),
            at(1.0)
        );
    }
}

/// Every decision stands in the log, its chain is whole, and each checkpoint has what its call was
/// about to delete.
fn nothing_is_lost(crowd: &Crowd, sessions: usize, calls: usize) {
    let data = crowd.home.join("belay");
    let mut decided: HashMap<String, Value> = HashMap::new();
    for file in fs::read_dir(data.join("audit")).unwrap().flatten() {
        if file.path().extension().is_none_or(|ending| ending != "jsonl") {
            continue;
        }
        for line in fs::read_to_string(file.path()).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            if line["kind"] == "decision" {
                decided.insert(line["call"].as_str().unwrap().to_owned(), line);
            }
        }
    }
    assert_eq!(decided.len(), sessions * calls);
    let verified = Command::new(env!("CARGO_BIN_EXE_belay"))
        .args(["audit", "verify"])
        .current_dir(&crowd.home)
        .env("HOME", &crowd.home)
        .env("BELAY_HOME", &data)
        .output()
        .unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let store = Store::open(data.join("store"), Options::default()).unwrap();
    for session in 0..sessions {
        let workspace = store.workspace(&crowd.projects[session / TOGETHER]).unwrap();
        for call in (1..calls).step_by(3) {
            let line = &decided[&format!("{session}-{call}")];
            assert_eq!(line["answer"], "allow", "{line}");
            assert!(line.get("trouble").is_none(), "{line}");
            let id = line["checkpoint"].as_str().unwrap().parse().unwrap();
            let path = TreePath::new(format!("s{session}/file{call}.txt")).unwrap();
            // Old ones go by the store's own limit.
            if workspace.find(line["checkpoint"].as_str().unwrap()).is_err() {
                continue;
            }
            let bytes = workspace.bytes(id, &path).unwrap();
            assert_eq!(bytes.as_deref(), Some(content(session, call).as_bytes()), "{line}");
        }
    }
}
