//! Killed at random and at each named step.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use checkpoint_store::{CheckpointId, Silent, Store, TreePath};

use crate::child::{FOLDER, Files, Random, SEED, STEP, files, open};
use crate::place::{git, has_git};

/// How long a process takes to begin, in milliseconds. Wine needs a second for it.
const BEGINNING: u64 = if cfg!(windows) { 1_200 } else { 20 };

/// What works until it dies.
const SECOND: &str = "child::the_second_process";

/// What the second process said before it died.
#[derive(Default)]
struct Heard {
    saved: BTreeMap<CheckpointId, Files>,
    captured: Vec<CheckpointId>,
    now: Files,
    /// A file that was being changed by the test itself.
    editing: Option<String>,
    restoring: Option<CheckpointId>,
    /// Whether it really died, and did not simply come to its end.
    died: bool,
    /// Restores that were found half done.
    half_done: u32,
    /// Restores of captured files that were found half done.
    half_captured: u32,
}

/// Starts a process that does what a test of this name does.
pub(crate) fn start(folder: &Path, test: &str, seed: u64, step: Option<&str>) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(step) = step {
        command.env(STEP, step);
    }
    command.spawn().unwrap()
}

/// Listens until the process is gone.
fn listen(said: ChildStdout, mut heard: Heard) -> Heard {
    heard.editing = None;
    heard.restoring = None;
    let lines = BufReader::new(said).lines();
    for line in lines.map_while(Result::ok) {
        let Some((_, said)) = line.split_once("SAYS ") else { continue };
        let Some((what, value)) = said.split_once(' ') else { continue };
        match what {
            "edit" => heard.editing = serde_json::from_str(value).ok(),
            "now" => {
                let Ok(now) = serde_json::from_str(value) else { continue };
                heard.now = now;
                heard.editing = None;
                heard.restoring = None;
            }
            "saved" => {
                let Ok((id, files)) = serde_json::from_str(value) else { continue };
                heard.saved.insert(id, files);
            }
            "restoring" => heard.restoring = serde_json::from_str(value).ok(),
            "captured" => heard.captured.extend(serde_json::from_str::<CheckpointId>(value)),
            "forgot" => {
                let Ok(id) = serde_json::from_str(value) else { continue };
                heard.saved.remove(&id);
            }
            _ => {}
        }
    }
    heard
}

/// Everything that was promised, and the state the workspace may be in.
fn look(folder: &Path, heard: &mut Heard, finish: bool, what: &str) {
    let work = folder.join("work");
    let (store, workspace) = open(folder);
    for (id, saved) in &heard.saved {
        for (path, text) in saved {
            let bytes = workspace.bytes(*id, &TreePath::new(path).unwrap()).unwrap().unwrap();
            let content = format!("{:?}", String::from_utf8(bytes).unwrap());
            assert!(text.ends_with(&content), "{what}: {id} {path:?}");
        }
    }
    let found = files(&work);
    let temporary = |name: &Path| name.to_string_lossy().contains(".belay-restore-");
    let target = heard.restoring.and_then(|id| heard.saved.get(&id).cloned());
    let mut paths: Vec<_> = heard.now.keys().chain(found.keys()).cloned().collect();
    paths.extend(target.iter().flat_map(|target| target.keys().cloned()));
    for path in paths.iter().filter(|path| !temporary(path)) {
        let same = |side: &Files| side.get(path) == found.get(path);
        let edited = heard.editing.as_deref().is_some_and(|name| Path::new(name) == path);
        assert!(
            same(&heard.now) || target.as_ref().is_some_and(same) || edited,
            "{what}: {path:?} is neither what it was nor what it should become"
        );
    }
    if workspace.interrupted().unwrap().is_some() {
        heard.half_done += 1;
        let target = target.clone().unwrap();
        if finish {
            workspace.finish_interrupted(&mut Silent).unwrap();
            assert_eq!(files(&work), target, "{what}: finished");
        } else {
            workspace.take_back_interrupted(&mut Silent).unwrap();
            assert_eq!(files(&work), heard.now, "{what}: taken back");
        }
    }
    let left: Vec<_> = files(&work).into_keys().filter(|path| temporary(path)).collect();
    assert!(left.is_empty(), "{what}: {left:?}");
    heard.now = files(&work);
    check_captures(&store, folder, heard, finish, what);
    let temporary = folder.join("store/temporary");
    assert_eq!(fs::read_dir(temporary).unwrap().count(), 0, "{what}: temporary files");
    let journals = folder.join("store/journals");
    assert_eq!(fs::read_dir(journals).unwrap().count(), 0, "{what}: notes of restores");
}

/// Captured files that were half brought back are finished or taken back, and the captured
/// folder comes back whole from any capture.
fn check_captures(store: &Store, folder: &Path, heard: &mut Heard, finish: bool, what: &str) {
    let outside = folder.join("outside");
    if !store.interrupted_captures().unwrap().is_empty() {
        heard.half_captured += 1;
        let expected = if finish {
            store.finish_interrupted_captures(&mut Silent).unwrap();
            3
        } else {
            store.take_back_interrupted_captures(&mut Silent).unwrap();
            0
        };
        assert_eq!(fs::read_dir(&outside).unwrap().count(), expected, "{what}");
        assert!(store.interrupted_captures().unwrap().is_empty(), "{what}");
    }
    let Some(last) = heard.captured.last() else { return };
    let all: [&Path; 0] = [];
    let plan = store.plan_restore_capture(*last, &all, &mut Silent).unwrap();
    store.restore_capture(plan, &mut Silent).unwrap();
    for name in ["one", "two", "three"] {
        let content = fs::read_to_string(outside.join(name));
        assert_eq!(content.unwrap(), name, "{what}");
    }
}

fn place() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("work")).unwrap();
    folder
}

fn at_random(kills: u64) {
    let _turn = crate::turn();
    let folder = place();
    let mut heard = Heard::default();
    let mut random = Random(7);
    for round in 0..kills {
        let mut child = start(folder.path(), SECOND, round, None);
        let said = child.stdout.take().unwrap();
        let pause = Duration::from_millis(BEGINNING + random.below(400) as u64);
        let killer = thread::spawn(move || {
            thread::sleep(pause);
            let _ = child.kill();
            child.wait().unwrap().success()
        });
        heard = listen(said, heard);
        heard.died = !killer.join().unwrap();
        look(folder.path(), &mut heard, round % 2 == 0, &format!("kill {round}"));
    }
    check_by_git(folder.path());
}

/// Any git finds the store sound.
pub(crate) fn check_by_git(folder: &Path) {
    if has_git() {
        let store = folder.join("store/objects.git");
        git(folder, &["--git-dir", store.to_str().unwrap(), "fsck", "--full", "--strict"]);
    }
}

#[test]
fn killed_at_random() {
    at_random(12);
}

#[test]
#[ignore = "takes minutes: the long form of the one above"]
fn killed_at_random_hundreds_of_times() {
    at_random(400);
}

/// Every step at which something is on the disk that was not there before.
#[cfg(feature = "failpoints")]
pub(crate) const STEPS: &[&str] = &[
    "save:walked",
    "pack:written",
    "pack:synced",
    "pack:index-synced",
    "pack:named",
    "pack:index-named",
    "pack:folder-synced",
    "save:before-row",
    "save:recorded",
    "save:placed",
    "restore:safety",
    "restore:journal",
    "restore:step",
    "restore:before-rename",
    "restore:verify",
    "restore:applied",
    "restore:recorded",
    "capture:before-row",
    "capture:recorded",
    "capture:placed",
    "capture-restore:safety",
    "capture-restore:journal",
    "capture-restore:step",
    "capture-restore:applied",
    "collect:copied",
    "collect:noted",
    "collect:remove",
    "collect:removed",
];

#[cfg(feature = "failpoints")]
fn at_each_step(passes: &[u32]) {
    let _turn = crate::turn();
    for passes in passes {
        let folder = place();
        let mut heard = Heard::default();
        for (number, name) in STEPS.iter().enumerate() {
            let step = format!("{name}={passes}");
            let mut child = start(folder.path(), SECOND, number as u64, Some(&step));
            heard = listen(child.stdout.take().unwrap(), heard);
            heard.died = !child.wait().unwrap().success();
            assert!(heard.died, "{step} was never reached");
            look(folder.path(), &mut heard, number % 2 == 0, &step);
        }
        assert!(heard.half_done >= 3, "{}", heard.half_done);
        // Three files are brought back at a time: every third death may fall between two restores.
        assert!(passes % 3 == 0 || heard.half_captured >= 1, "{passes}");
        check_by_git(folder.path());
    }
}

#[cfg(feature = "failpoints")]
#[test]
fn killed_at_each_step() {
    at_each_step(&[2]);
}

#[cfg(feature = "failpoints")]
#[test]
#[ignore = "takes minutes: the long form of the one above"]
fn killed_at_each_step_many_times() {
    at_each_step(&[0, 1, 3, 4, 5, 7, 9, 12, 20]);
}
