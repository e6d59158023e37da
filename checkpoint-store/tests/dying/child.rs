//! The second process: works with a store and says what it was promised, until it dies.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use checkpoint_store::{Bounds, CheckpointId, SaveRequest, Scope, Silent, Store, Workspace};

use crate::place::{options, picture};

pub(crate) const FOLDER: &str = "BELAY_TEST_FOLDER";
pub(crate) const SEED: &str = "BELAY_TEST_SEED";
pub(crate) const STEP: &str = "BELAY_TEST_STEP";

/// Files and links of a workspace: path and content.
pub(crate) type Files = BTreeMap<PathBuf, String>;

pub(crate) fn files(folder: &Path) -> Files {
    let all = picture(folder).into_iter();
    all.filter(|(_, text)| !text.starts_with("folder")).collect()
}

pub(crate) fn open(folder: &Path) -> (Store, Workspace) {
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    (store, workspace)
}

/// Not a test by itself: without the environment the first process sets it does nothing.
#[test]
fn the_second_process() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut random = Random(env::var(SEED).unwrap().parse().unwrap());
    die_at_the_step();
    let (store, workspace) = open(&folder);
    let mut saved: Vec<CheckpointId> = Vec::new();
    for round in 0..400 {
        edit(&folder, &mut random, round);
        let done = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
        if let Some(id) = done.checkpoint {
            say("saved", &(id, files(&folder.join("work"))));
            saved.push(id);
        }
        edit(&folder, &mut random, round + 1000);
        if let Some(target) = saved.get(random.below(saved.len() + 1)) {
            say("restoring", target);
            let plan = workspace.plan_restore(*target, &Scope::All, &mut Silent).unwrap();
            workspace.restore(plan, &mut Silent).unwrap();
            say("now", &files(&folder.join("work")));
        }
        if round % 4 == 1 {
            capture(&store, &folder);
        }
        if round % 5 == 4 && saved.len() > 3 {
            let oldest = saved.remove(0);
            say("forgot", &oldest);
            store.forget(oldest).unwrap();
            store.collect_garbage(&mut Silent).unwrap();
        }
    }
}

/// Makes this process die at the step the first one named, after so many passes.
pub(crate) fn die_at_the_step() {
    #[cfg(feature = "failpoints")]
    if let Ok(step) = env::var(STEP) {
        let (name, passes) = step.split_once('=').unwrap();
        fail::cfg(name, &format!("{passes}*off->return(kill)")).unwrap();
    }
}

/// Changes a few files, each in one step, and says so before.
fn edit(folder: &Path, random: &mut Random, round: usize) {
    let work = folder.join("work");
    for _ in 0..3 {
        let name = ["a", "b", "c/d", "c/e", "c/f/g", "large"][random.below(6)];
        let path = work.join(name);
        let length = if name == "large" { 1_200_000 } else { 20 };
        let content = format!("{round} {name} {}", "x".repeat(random.below(length)));
        say("edit", &name);
        if random.below(4) == 0 {
            let _ = fs::remove_file(&path);
        } else {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let beside = folder.join("beside");
            fs::write(&beside, content).unwrap();
            fs::rename(&beside, &path).unwrap();
        }
        say("now", &files(&work));
    }
}

/// Captures a folder beside the workspace, loses it and brings it back.
fn capture(store: &Store, folder: &Path) {
    let outside = folder.join("outside");
    fs::create_dir_all(&outside).unwrap();
    for name in ["one", "two", "three"] {
        if !outside.join(name).exists() {
            fs::write(outside.join(name), name).unwrap();
        }
    }
    let done =
        store.capture(&[&outside], "rm", &Bounds::default(), None, None, &mut Silent).unwrap();
    say("captured", &done.checkpoint);
    for name in ["one", "two", "three"] {
        fs::remove_file(outside.join(name)).unwrap();
    }
    let all: [&Path; 0] = [];
    let plan = store.plan_restore_capture(done.checkpoint, &all, &mut Silent).unwrap();
    store.restore_capture(plan, &mut Silent).unwrap();
    for name in ["one", "two", "three"] {
        assert_eq!(fs::read_to_string(outside.join(name)).unwrap(), name);
    }
}

pub(crate) fn say(what: &str, value: &impl serde::Serialize) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "SAYS {what} {}", serde_json::to_string(value).unwrap()).unwrap();
    out.flush().unwrap();
}

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}
