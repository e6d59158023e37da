//! What saving and restoring cost, as multiples of what no program can avoid: a walk over
//! the same files with two threads that only looks at each, and one write that waits for
//! the disk.
//!
//! Everything is measured in one run on the same files. The floor is taken anew beside
//! every round, and of the rounds' ratios the middle one counts, so that a machine with
//! other work to do shifts both sides alike.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot go on should stop"
)]

mod captures;
mod curve;
mod figures;
mod measure;
mod rivals;
mod shadow;
mod workspace;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use checkpoint_store::{Options, SaveRequest, Scope, Silent, Store};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["save", folder] => save_cold(Path::new(folder)),
        ["restore", folder, id] => restore_cold(Path::new(folder), id),
        ["measure", count, rounds, folder] => {
            measure::run(count.parse().unwrap(), rounds.parse().unwrap(), Path::new(folder));
        }
        ["curve", saves, folder] => curve::run(saves.parse().unwrap(), Path::new(folder)),
        ["rivals", count, programs, folder] => {
            rivals::run(count.parse().unwrap(), Path::new(programs), Path::new(folder));
        }
        other => panic!(
            "store measure FILES ROUNDS FOLDER | curve SAVES FOLDER | rivals FILES PROGRAMS FOLDER, not {other:?}"
        ),
    }
}

fn options() -> Options {
    Options { global_excludes: Some(PathBuf::new()), ..Options::default() }
}

/// A save by a process that just started: tells its most memory and what it read.
fn save_cold(folder: &Path) {
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    let saved = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    println!("{} {}", most_memory(), saved.read);
}

fn restore_cold(folder: &Path, id: &str) {
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    let plan = workspace.plan_restore(id.parse().unwrap(), &Scope::All, &mut Silent).unwrap();
    let done = workspace.restore(plan, &mut Silent).unwrap();
    println!("{} {}", most_memory(), done.written.len());
}

/// What another process did: all its time from its start to its end, most memory in kB,
/// and how many files it read or wrote.
struct Cold {
    time: Duration,
    memory: u64,
    files: u64,
}

/// Runs this program again.
fn cold(arguments: &[&str]) -> Cold {
    let begun = Instant::now();
    let output = Command::new(std::env::current_exe().unwrap()).args(arguments).output().unwrap();
    let time = begun.elapsed();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    let mut words = said.split_whitespace().map(|word| word.parse::<u64>().unwrap());
    let mut next = || words.next().unwrap();
    Cold { time, memory: next(), files: next() }
}

fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    let done = work();
    let time = begun.elapsed();
    drop(done);
    time
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
