//! Saves and restores of one workspace beside the floor and a shadow repository.

use std::fs;
use std::path::Path;
use std::time::Duration;

use checkpoint_store::{CheckpointId, Filter, SaveRequest, Silent, Store, Workspace};

use crate::figures::{Figures, middle_time};
use crate::shadow::{Shadow, git};
use crate::workspace::{Work, size};
use crate::{captures, cold, options, text, timed};

pub(crate) fn run(count: usize, rounds: usize, folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    let mut work = Work::generate(folder.join("work"), count);
    let mut figures = Figures::default();
    work.floor();
    let floors: Vec<_> = (0..rounds).map(|_| (work.floor(), work.floor())).collect();
    figures.ratio("floor", "two-thread walk, lstat of every file", &floors);
    let floor = middle_time(&floors.iter().map(|(time, _)| *time).collect::<Vec<_>>());

    let shadow = Shadow::new(folder);
    let git_first = timed(|| shadow.save());
    figures.ratio("shadowFirst", "shadow git: first add and commit", &[(git_first, floor)]);
    let first = cold(&["save", &text(folder)]);
    assert_eq!(first.files, count as u64);
    figures.ratio("first", "first save", &[(first.time, floor)]);
    let faster = git_first.as_secs_f64() / first.time.as_secs_f64();
    figures.plain("firstFaster", "  faster than shadow git", faster, "×");
    figures.plain("firstMemory", "  most memory of it", first.memory as f64 / 1024.0, "MB");
    let next = cold(&["save", &text(folder)]);
    figures.plain("memory", "  most memory of the next", next.memory as f64 / 1024.0, "MB");
    let (theirs, ours) = (size(&shadow.folder), size(&folder.join("store")));
    figures.plain("disk", "  disk against shadow git", ours as f64 / theirs as f64, "×");

    for files in [0, 1, 100] {
        saves(&mut figures, &mut work, &shadow, rounds, folder, files);
    }
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(&work.folder).unwrap();
    restores(&mut figures, &mut work, &shadow, rounds, folder, &workspace);
    captures::run(&mut figures, rounds, &store, folder);
    hundred_saves(&mut figures, &mut work, &shadow, folder, &workspace);
    drop((workspace, store));
    seeded(&mut figures, &work, floor, folder);
    figures.write(&folder.join("figures.json"));
}

/// Rounds of a change, the floor and what is measured.
fn beside(
    work: &mut Work,
    rounds: usize,
    files: usize,
    mut what: impl FnMut() -> Duration,
) -> Vec<(Duration, Duration)> {
    let each = (0..rounds).map(|_| {
        work.change(files);
        let floor = work.floor();
        (what(), floor)
    });
    each.collect()
}

fn saves(
    figures: &mut Figures,
    work: &mut Work,
    shadow: &Shadow,
    rounds: usize,
    folder: &Path,
    files: usize,
) {
    let git = beside(work, rounds.min(5), files, || timed(|| shadow.save()));
    figures.ratio(&format!("shadow{files}"), &format!("shadow git: {files} changed"), &git);
    let ours = beside(work, rounds, files, || cold(&["save", &text(folder)]).time);
    figures.ratio(&format!("cold{files}"), &format!("new process: {files} changed"), &ours);
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(&work.folder).unwrap();
    let save = || timed(|| workspace.save(SaveRequest::default(), &mut Silent).unwrap());
    save();
    let ours = beside(work, rounds, files, save);
    figures.ratio(&format!("host{files}"), &format!("running host: {files} changed"), &ours);
}

fn restores(
    figures: &mut Figures,
    work: &mut Work,
    shadow: &Shadow,
    rounds: usize,
    folder: &Path,
    workspace: &Workspace,
) {
    workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    let target = latest(workspace).to_string();
    shadow.save();
    let git = beside(work, rounds.min(5), 10, || timed(|| shadow.reset()));
    figures.ratio("shadowRestore", "shadow git: reset of 10 files", &git);
    let ours = beside(work, rounds, 10, || {
        let done = cold(&["restore", &text(folder), &target]);
        assert_eq!(done.files, 10);
        done.time
    });
    figures.ratio("restore10", "new process: restore of 10 files, with safety", &ours);
}

fn hundred_saves(
    figures: &mut Figures,
    work: &mut Work,
    shadow: &Shadow,
    folder: &Path,
    workspace: &Workspace,
) {
    let store = folder.join("store");
    let before = (size(&shadow.folder), size(&store));
    for _ in 0..100 {
        work.change(3);
        shadow.save();
        workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    }
    let grew = |path: &Path, before: u64| size(path).saturating_sub(before) as f64 / 1e6;
    let (theirs, ours) = (grew(&shadow.folder, before.0), grew(&store, before.1));
    figures.plain("shadowGrew", "100 saves of 3 files: shadow git grew", theirs, "MB");
    figures.plain("grew", "100 saves of 3 files: ours grew", ours, "MB");
    figures.note("grewAgainstShadow", ours / theirs);
}

/// A first save in a clean checkout, where the index knows every name.
fn seeded(figures: &mut Figures, work: &Work, floor: Duration, folder: &Path) {
    git(&work.folder, &["init", "-q"]);
    git(&work.folder, &["add", "-A"]);
    git(&work.folder, &["commit", "-q", "-m", "all"]);
    git(&work.folder, &["gc", "-q"]);
    std::thread::sleep(Duration::from_millis(1100));
    git(&work.folder, &["update-index", "--refresh"]);
    let rounds = (0..3).map(|_| {
        fs::remove_dir_all(folder.join("store")).unwrap();
        (cold(&["save", &text(folder)]).time, floor)
    });
    let rounds: Vec<_> = rounds.collect();
    figures.ratio("seeded", "first save in a clean git checkout", &rounds);
    let pack = size(&work.folder.join(".git/objects")) as f64 / 1e6;
    figures.plain("seededPack", "  packs of that checkout", pack, "MB");
    let time = middle_time(&rounds.iter().map(|(time, _)| *time).collect::<Vec<_>>());
    figures.note("seededSeconds", time.as_secs_f64());
}

fn latest(workspace: &Workspace) -> CheckpointId {
    let filter = Filter { limit: Some(1), ..Filter::default() };
    workspace.list(&filter).unwrap().first().unwrap().id
}
