//! The person's repository is read and nothing else: no file of it gets a second name,
//! another time or another byte.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use checkpoint_store::Silent;

use crate::place::Place;

/// Number, names, rights, owner, size, times and bytes of everything in a folder.
fn everything(folder: &Path) -> BTreeMap<PathBuf, (Vec<i64>, Vec<u8>)> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let mut paths = vec![folder.clone()];
        paths.extend(fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()));
        for path in paths {
            let found = fs::symlink_metadata(&path).unwrap();
            let bytes = if found.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            if found.is_dir() && path != folder {
                folders.push(path.clone());
            }
            let numbers = [found.ino(), found.nlink(), found.size()].map(|one| one as i64);
            let times = [found.mtime(), found.mtime_nsec(), found.ctime(), found.ctime_nsec()];
            let rights = [found.mode(), found.uid(), found.gid()].map(i64::from);
            all.insert(path, ([&numbers[..], &times, &rights].concat(), bytes));
        }
    }
    all
}

/// A clean checkout with everything in one pack, whose index is believed.
fn checkout(history: usize) -> Place {
    let place = Place::new();
    place.git(&["init", "-q"]);
    for round in 0..history {
        for file in 0..40_usize {
            let text = format!("{file} {round} {}\n", "line\n".repeat(file));
            place.write(&format!("folder-{}/file-{file}.txt", file % 5), text);
        }
        place.write("noise", noise(round as u64, 20_000));
        place.git(&["add", "-A"]);
        place.git(&["commit", "-q", "-m", "round"]);
    }
    place.git(&["gc", "-q"]);
    // What was written in the same moment as the index would be read again.
    std::thread::sleep(Duration::from_millis(60));
    let index = fs::File::options().write(true).open(place.path(".git/index")).unwrap();
    index.set_modified(SystemTime::now()).unwrap();
    place
}

fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut number = seed;
    std::iter::repeat_with(|| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (number >> 33) as u8
    })
    .take(length)
    .collect()
}

fn packs(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = all.map(|name| name.into_string().unwrap());
    names.filter(|name| name.ends_with(".pack")).collect()
}

#[test]
fn saving_a_clean_checkout_copies_its_packs_and_touches_none() {
    let place = checkout(1);
    let git = place.path(".git");
    let before = everything(&git);

    let saved = place.saved();
    let theirs = packs(&git.join("objects/pack"));
    let ours = packs(&place.store.folder().join("objects.git/objects/pack"));
    assert!(ours.contains(&theirs[0]), "{ours:?} has not {theirs:?}");
    assert_eq!(everything(&git), before, "after the first save");

    let first = saved.checkpoint.unwrap();
    place.write("folder-1/file-1.txt", "changed").remove("folder-2/file-2.txt");
    place.save();
    place.restore(first);
    place.workspace.undo(&mut Silent).unwrap();
    place.store.collect_garbage(&mut Silent).unwrap();
    assert_eq!(everything(&git), before, "after a restore, an undo and a collection");
    place.store_git(&["fsck", "--full", "--strict"]);
}

#[test]
fn what_was_copied_stays_when_the_repository_goes() {
    let place = checkout(1);
    let picture = place.picture();
    let first = place.save();
    fs::remove_dir_all(place.path(".git")).unwrap();
    for folder in 0..5 {
        fs::remove_dir_all(place.path(&format!("folder-{folder}"))).unwrap();
    }
    place.restore(first);
    assert_eq!(place.picture(), picture);
}

/// Where blocks cannot be shared, a long history is not copied for the sake of one state.
#[test]
fn a_checkout_with_a_long_history_is_saved_whole() {
    let place = checkout(12);
    let before = everything(&place.path(".git"));
    let picture = place.picture();
    let first = place.save();
    assert_eq!(everything(&place.path(".git")), before);
    place.remove("noise").write("folder-0/file-0.txt", "changed");
    place.restore(first);
    assert_eq!(place.picture(), picture);
}
