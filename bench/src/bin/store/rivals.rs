//! Other programs that save before a command and bring back, where they are installed.
//!
//! Each is called as its agent's hook would call it, a new process every time, in the same
//! checkout. What it keeps lies in a home folder made for the run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bench::workplace::IDENTITY;
use checkpoint_store::{Filter, Store};

use crate::figures::middle_time;
use crate::shadow::git;
use crate::workspace::{Work, size};
use crate::{cold, options, text, timed};

/// Files in the folder that is deleted and brought back.
const LOST: usize = 1_000;
/// A program slower than this is asked for fewer saves.
const SLOW: Duration = Duration::from_secs(1);

/// One program.
trait Saver {
    fn name(&self) -> &'static str;
    /// Saves before a command; the time until the command may run.
    fn before(&self, command: &str) -> Duration;
    /// The command has run.
    fn after(&self, _command: &str) {}
    /// Brings back what the last command took.
    fn undo(&self) -> Duration;
    /// What it keeps on the disk, wherever that is.
    fn disk(&self) -> u64;
}

/// Makes one ready, if it is installed: where programs lie, and the folder of the run.
type Begin = fn(&Path, &Path) -> Option<Box<dyn Saver>>;

pub(crate) fn run(count: usize, programs: &Path, folder: &Path) {
    println!(
        "{count} files{:<9} {:>14} {:>14} {:>16} {:>18}",
        "", "before rm -rf", "before make", "undo of rm -rf", "disk after saves"
    );
    let all: [Begin; 3] = [
        |_, folder| Some(Box::new(Ours(folder.to_path_buf()))),
        |programs, folder| Some(Box::new(Doover(Program::new(programs, "doover", folder)?))),
        |programs, folder| Some(Box::new(Oops(Program::new(programs, "claude-oops", folder)?))),
    ];
    for one in all {
        let _ = fs::remove_dir_all(folder);
        let mut work = checkout(count, folder);
        match one(programs, folder) {
            Some(saver) => measure(&*saver, &mut work),
            None => println!("(one program is not installed)"),
        }
    }
}

/// A repository, because some of them need one, with a folder to lose.
fn checkout(count: usize, folder: &Path) -> Work {
    let work = Work::generate(folder.join("work"), count);
    let lost = work.folder.join("lost");
    fs::create_dir(&lost).unwrap();
    for file in 0..LOST {
        fs::write(lost.join(format!("{file}.txt")), format!("{file}\n").repeat(100)).unwrap();
    }
    git(&work.folder, &["init", "-q"]);
    git(&work.folder, &["add", "-A"]);
    git(&work.folder, &["commit", "-q", "-m", "all"]);
    work
}

fn measure(saver: &dyn Saver, work: &mut Work) {
    let lost = work.folder.join("lost");
    saver.before("make all");
    saver.after("make all");
    let (mut known, mut undone) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        work.change(3);
        known.push(saver.before("rm -rf lost"));
        fs::remove_dir_all(&lost).unwrap();
        saver.after("rm -rf lost");
        undone.push(saver.undo());
        assert_eq!(fs::read_dir(&lost).unwrap().count(), LOST, "{}", saver.name());
    }
    let mut unknown = Vec::new();
    for _ in 0..3 {
        work.change(3);
        unknown.push(saver.before("make all"));
        saver.after("make all");
    }
    let saves = if middle_time(&unknown) > SLOW { 10 } else { 100 };
    let before = saver.disk();
    for _ in 0..saves {
        work.change(3);
        saver.before("make all");
        saver.after("make all");
    }
    let grew = saver.disk().saturating_sub(before) as f64 / 1e6;
    let ms = |times: &[Duration]| middle_time(times).as_secs_f64() * 1e3;
    println!(
        "{:<21} {:>11.1} ms {:>11.1} ms {:>13.1} ms {:>8.1} MB ({saves})",
        saver.name(),
        ms(&known),
        ms(&unknown),
        ms(&undone),
        grew
    );
}

/// This store, a new process for each save.
struct Ours(PathBuf);

impl Saver for Ours {
    fn name(&self) -> &'static str {
        "belay's store"
    }

    fn before(&self, _command: &str) -> Duration {
        cold(&["save", &text(&self.0)]).time
    }

    fn undo(&self) -> Duration {
        let store = Store::open(self.0.join("store"), options()).unwrap();
        let workspace = store.workspace(self.0.join("work")).unwrap();
        let filter = Filter { limit: Some(1), ..Filter::default() };
        let last = workspace.list(&filter).unwrap().first().unwrap().id.to_string();
        drop((workspace, store));
        cold(&["restore", &text(&self.0), &last]).time
    }

    fn disk(&self) -> u64 {
        size(&self.0.join("store"))
    }
}

/// An installed program with a home folder of its own.
struct Program {
    path: PathBuf,
    home: PathBuf,
    work: PathBuf,
}

impl Program {
    fn new(programs: &Path, name: &str, folder: &Path) -> Option<Self> {
        let path = programs.join(name);
        let home = folder.join("home");
        fs::create_dir_all(home.join(".claude")).unwrap();
        path.exists().then(|| Self { path, home, work: folder.join("work") })
    }

    fn call(&self, arguments: &[&str], input: &str) -> (Duration, String) {
        let begun = Instant::now();
        let mut child = Command::new(&self.path)
            .args(arguments)
            .current_dir(&self.work)
            .env("HOME", &self.home)
            .envs(IDENTITY)
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_CONFIG_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let time = begun.elapsed();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}{}", {
            String::from_utf8_lossy(&output.stderr)
        });
        (time, said)
    }
}

/// Saves what a command is known to touch, and the whole folder before any other.
struct Doover(Program);

impl Doover {
    fn hook(&self, which: &str, event: &str, command: &str) -> Duration {
        let work = text(&self.0.work);
        let input = format!(
            r#"{{"session_id":"s","transcript_path":"/dev/null","cwd":"{work}",
            "hook_event_name":"{event}","tool_name":"Bash","tool_use_id":"one",
            "tool_input":{{"command":"{command}"}},
            "tool_response":{{"stdout":"","stderr":"","interrupted":false}}}}"#
        );
        self.0.call(&["hook", which], &input).0
    }
}

impl Saver for Doover {
    fn name(&self) -> &'static str {
        "doover"
    }

    fn before(&self, command: &str) -> Duration {
        self.hook("pre", "PreToolUse", command)
    }

    fn after(&self, command: &str) {
        self.hook("post", "PostToolUse", command);
    }

    fn undo(&self) -> Duration {
        self.0.call(&["undo"], "").0
    }

    fn disk(&self) -> u64 {
        size(&self.0.home)
    }
}

/// Snapshots as refs in the person's own repository.
struct Oops(Program);

impl Saver for Oops {
    fn name(&self) -> &'static str {
        "claude-oops"
    }

    fn before(&self, _command: &str) -> Duration {
        self.0.call(&["snap", "--quiet"], "").0
    }

    fn undo(&self) -> Duration {
        let listed = self.0.call(&["list", "--json", "--limit", "1"], "").1;
        let id = listed.split("\"id\"").nth(1).and_then(|rest| rest.split('"').nth(1)).unwrap();
        timed(|| self.0.call(&["to", id, "--force"], ""))
    }

    fn disk(&self) -> u64 {
        size(&self.0.work.join(".git")) + size(&self.0.home)
    }
}
