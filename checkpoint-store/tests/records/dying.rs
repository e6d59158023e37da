//! The process dies at any moment: nothing that was promised is lost.
//!
//! A second process of this test program works with a store and says what it was
//! promised. It is killed, at random or at a named step, and the first process looks.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use checkpoint_store::{CheckpointId, Options, Silent, Store};

use crate::bench::{contents, message, session};

const FOLDER: &str = "BELAY_TEST_FOLDER";
const RUN: &str = "BELAY_TEST_RUN";
const FILES: [&str; 4] = ["a", "b", "new/c", "new/deep/d"];

fn options() -> Options {
    Options { file_checkpoints: 100_000, ..Options::default() }
}

fn open(folder: &Path) -> Store {
    Store::open(folder.join("store"), options()).unwrap()
}

/// What the second process does, until it is killed. Not a test by itself: without the
/// environment the first process sets there is nothing to do.
#[test]
fn the_second_process() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let run = env::var(RUN).unwrap();
    #[cfg(feature = "failpoints")]
    if let Ok(step) = env::var("BELAY_TEST_STEP") {
        let (name, passes) = step.split_once('=').unwrap();
        fail::cfg(name, &format!("{passes}*off->return(kill)")).unwrap();
    }
    let store = open(&folder);
    let work = folder.join("work");
    let id = session("s");
    for round in 0..1_000 {
        let now = message(&format!("{run}-{round}"));
        store.record_message(&id, &now, "a round").unwrap();
        for name in FILES {
            let path = work.join(name);
            let before = fs::read(&path).ok();
            let saved = store.create_checkpoint(&id, &now, &path).unwrap();
            say(&format!(
                "saved {} {}",
                saved.id().unwrap(),
                before.map_or_else(|| "-".to_owned(), |bytes| String::from_utf8(bytes).unwrap())
            ));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let beside = folder.join("beside");
            fs::write(&beside, format!("{run}-{round}-{name}")).unwrap();
            fs::rename(&beside, &path).unwrap();
        }
        if round % 3 == 2 {
            let to = message(&format!("{run}-{}", round - 1));
            assert!(store.rewind_files(&id, &to).unwrap().success);
            assert!(store.undo_rewind(&id).unwrap().success);
        }
        store.save_transcript(&id, "t", Some(&now), work.join("a")).unwrap();
        say(&format!("round {round}"));
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "PROMISED {line}").unwrap();
    out.flush().unwrap();
}

fn start(folder: &Path, run: &str, step: Option<&str>) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "dying::the_second_process", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(RUN, run)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if let Some(step) = step {
        command.env("BELAY_TEST_STEP", step);
    }
    command.spawn().unwrap()
}

/// Reads what was promised until the process is gone. `after_each` is told how many there are.
fn promises(
    child: &mut Child,
    mut after_each: impl FnMut(&Child, usize),
) -> BTreeMap<CheckpointId, Option<Vec<u8>>> {
    let mut promised = BTreeMap::new();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines.map_while(Result::ok) {
        let Some((_, saved)) = line.split_once("PROMISED saved ") else { continue };
        let Some((id, content)) = saved.split_once(' ') else { continue };
        let content = (content != "-").then(|| content.as_bytes().to_vec());
        promised.insert(id.parse().unwrap(), content);
        after_each(child, promised.len());
    }
    child.wait().unwrap();
    promised
}

/// Everything promised is there, the first message brings back the first day, and
/// nothing of ours lies around.
fn nothing_is_lost(
    folder: &Path,
    promised: &BTreeMap<CheckpointId, Option<Vec<u8>>>,
    first: &str,
    beginning: &BTreeMap<PathBuf, Vec<u8>>,
) {
    let store = open(folder);
    assert!(store.check_records(&mut Silent).unwrap().is_empty());
    for (id, content) in promised {
        assert_eq!(&store.checkpoint_content(*id).unwrap(), content, "{id}");
    }
    let work = folder.join("work");
    // What a rewind was writing beside them goes with the next one, and is looked for after it.
    for content in FILES.iter().filter_map(|name| fs::read(work.join(name)).ok()) {
        let text = String::from_utf8(content).unwrap();
        assert!(text == "beginning" || text.contains('-'), "half a file: {text}");
    }
    let result = store.rewind_files(&session("s"), &message(first)).unwrap();
    assert!(result.success, "{result:?}");
    assert_eq!(&contents(&work), beginning);
    // Go back to where it was, so that the next one dies somewhere else.
    if result.undo.is_some() {
        assert!(store.undo_rewind(&session("s")).unwrap().success);
    }
}

fn prepared() -> (tempfile::TempDir, BTreeMap<PathBuf, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().canonicalize().unwrap().join("work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("a"), "beginning").unwrap();
    fs::write(work.join("b"), "beginning").unwrap();
    let beginning = contents(&work);
    let store = open(folder.path());
    store.record_message(&session("s"), &message("first"), "the first").unwrap();
    (folder, beginning)
}

#[test]
fn killed_at_random_moments() {
    let (folder, beginning) = prepared();
    let path = folder.path().canonicalize().unwrap();
    let mut promised = BTreeMap::new();
    let mut random = 42_u64;
    for run in 0..12 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // Some promises are waited for, so that a slow machine is killed in the middle of its work
        // as well; the moment after them is anybody's guess.
        let enough = 1 + usize::try_from((random >> 33) % 12).unwrap();
        let moment = Duration::from_micros((random >> 40) % 20_000);
        let mut child = start(&path, &run.to_string(), None);
        promised.extend(promises(&mut child, |child, count| {
            if count == enough {
                thread::sleep(moment);
                let pid = i32::try_from(child.id()).unwrap();
                let pid = rustix::process::Pid::from_raw(pid).unwrap();
                rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
            }
        }));
        nothing_is_lost(&path, &promised, "first", &beginning);
    }
    assert!(promised.len() >= 12, "only {} promises were made", promised.len());
}

#[cfg(feature = "failpoints")]
#[test]
fn killed_at_each_step() {
    let steps = [
        ("database::before_migration_commit", 1),
        ("database::before_commit", 24),
        ("database::after_commit", 24),
        ("sessions::before_metadata_rename", 3),
        ("file_checkpoints::after_safety_point", 2),
        ("file_checkpoints::before_rename", 6),
        ("file_checkpoints::between_files", 8),
        ("retention::before_commit", 1),
    ];
    for (step, times) in steps {
        for passes in 0..times {
            let (folder, beginning) = if step.contains("migration") {
                let folder = tempfile::tempdir().unwrap();
                fs::create_dir(folder.path().join("work")).unwrap();
                (folder, BTreeMap::new())
            } else {
                prepared()
            };
            let path = folder.path().canonicalize().unwrap();
            if step.contains("retention") {
                archived_long_ago(&path);
            }
            let mut child = start(&path, "r", Some(&format!("{step}={passes}")));
            let promised = promises(&mut child, |_, _| {});
            assert!(
                !child.wait().unwrap().success(),
                "{step} was passed {passes} times and never met again"
            );
            if step.contains("migration") {
                assert!(open(&path).sessions().unwrap().is_empty());
                continue;
            }
            nothing_is_lost(&path, &promised, "first", &beginning);
            // What was due goes with the next opening.
            assert_eq!(open(&path).sessions().unwrap().len(), 1);
        }
    }
}

/// A second session whose time is up, so that the next opening removes it.
#[cfg(feature = "failpoints")]
fn archived_long_ago(folder: &Path) {
    let store = open(folder);
    store.create_checkpoint(&session("old"), &message("m"), folder.join("work/a")).unwrap();
    store.archive_session(&session("old")).unwrap();
    let database = rusqlite::Connection::open(folder.join("store/store.sqlite")).unwrap();
    database
        .execute_batch("UPDATE sessions SET archived_at = 1 WHERE id = 'old'; UPDATE progress SET cleaned_at = NULL")
        .unwrap();
}
