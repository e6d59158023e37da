//! Keeping: garbage collection, damage, locks.

use std::fs;
use std::path::Path;

use checkpoint_store::{Error, Filter, Scope, Silent, TreePath};
#[cfg(unix)]
use checkpoint_store::{Options, Store};

use crate::place::Place;

fn pack_files(place: &Place) -> Vec<std::path::PathBuf> {
    let folder = place.store.folder().join("objects.git/objects/pack");
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|extension| extension == "pack")).collect()
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

#[test]
fn forgotten_checkpoints_free_their_space_and_kept_ones_stay_whole() {
    let place = Place::new();
    let mut ids = Vec::new();
    for round in 0..12_u64 {
        place.write("changing", noise(round, 200_000)).write("same", noise(99, 50_000));
        place.write(&format!("large-{}", round % 3), noise(round, 1_100_000));
        ids.push((place.save(), place.picture()));
    }
    let size = || pack_files(&place).iter().map(|path| path.metadata().unwrap().len()).sum::<u64>();
    let before = size();
    for (id, _) in ids.iter().take(10) {
        assert!(place.store.forget(*id).unwrap());
    }
    let collected = place.store.collect_garbage(&mut Silent).unwrap();
    assert!(collected.freed > before / 2, "{collected:?} of {before}");
    assert!(size() < before / 2);
    place.check_by_git();
    for (id, picture) in ids.iter().skip(10) {
        place.restore(*id);
        assert_eq!(&place.picture(), picture);
    }
    // What is saved next does not rely on what went.
    let place = place.reopened();
    place.write("changing", noise(3, 200_000));
    let id = place.save();
    let path = TreePath::new("changing").unwrap();
    assert_eq!(place.workspace.bytes(id, &path).unwrap().unwrap(), noise(3, 200_000));
    place.check_by_git();
}

#[test]
fn a_file_seen_before_a_collection_is_stored_again_if_its_content_went() {
    let place = Place::new();
    place.write("a", "content of a").write("b", "1");
    let first = place.save();
    std::thread::sleep(std::time::Duration::from_millis(60));
    place.save();
    place.store.forget(first).unwrap();
    for row in place.workspace.list(&Filter::default()).unwrap() {
        place.store.forget(row.id).unwrap();
    }
    place.store.collect_garbage(&mut Silent).unwrap();
    assert!(pack_files(&place).is_empty());
    let id = place.save();
    let before = place.picture();
    place.remove("a").remove("b");
    place.restore(id);
    assert_eq!(place.picture(), before);
}

#[test]
fn many_saves_do_not_pile_up_packs() {
    let place = Place::new();
    let mut ids = Vec::new();
    for round in 0..120 {
        place.write("a", format!("{round}"));
        ids.push(place.save());
    }
    assert!(pack_files(&place).len() <= 60, "{}", pack_files(&place).len());
    let path = TreePath::new("a").unwrap();
    for (round, id) in ids.iter().enumerate() {
        let bytes = place.workspace.bytes(*id, &path).unwrap().unwrap();
        assert_eq!(bytes, format!("{round}").into_bytes());
    }
    place.check_by_git();
}

// Windows removes no file that is open, so there packs are joined by whoever is alone.
#[cfg(unix)]
#[test]
fn packs_are_joined_while_others_are_at_work_and_they_go_on_reading() {
    let place = Place::new();
    let path = TreePath::new("a").unwrap();
    place.write("a", "first");
    let first = place.save();
    // Somebody who is at work all the time, and another who has the first packs open.
    let busy = fs::File::open(place.store.folder().join("store.lock")).unwrap();
    busy.lock_shared().unwrap();
    let another = || {
        let store = Store::open(place.store.folder(), crate::place::options()).unwrap();
        store.workspace(place.workspace.root()).unwrap()
    };
    let reader = another();
    for round in 0..120 {
        place.write("a", format!("{round}"));
        place.save();
    }
    assert!(pack_files(&place).len() <= 60, "{}", pack_files(&place).len());
    for workspace in [reader, another()] {
        assert_eq!(workspace.bytes(first, &path).unwrap().unwrap(), b"first");
        let newest = workspace.latest().unwrap().unwrap();
        assert_eq!(workspace.bytes(newest.id, &path).unwrap().unwrap(), b"119");
    }
    place.check_by_git();
}

// Windows lets nobody change a file that a process has open as memory.
#[cfg(unix)]
#[test]
fn damaged_content_is_found_named_and_never_served() {
    let place = Place::new();
    // More than travels with a row.
    place.write("a", noise(1, 20_000)).write("other", noise(2, 1 << 20)).write("third", "fine");
    let id = place.save();
    let pack = pack_files(&place).remove(0);
    let mut bytes = fs::read(&pack).unwrap();
    // Every byte in turn would take long; a spread of places must do.
    for at in (12..bytes.len() - 20).step_by(bytes.len() / 23) {
        let old = bytes[at];
        bytes[at] ^= 0x40;
        let mut how = fs::metadata(&pack).unwrap().permissions();
        #[expect(clippy::permissions_set_readonly_false, reason = "a file of the test")]
        how.set_readonly(false);
        fs::set_permissions(&pack, how).unwrap();
        fs::write(&pack, &bytes).unwrap();
        let store = Store::open(place.store.folder(), Options::default()).unwrap();
        let workspace = store.workspace(place.workspace.root()).unwrap();
        let path = TreePath::new("a").unwrap();
        match workspace.bytes(id, &path) {
            Ok(read) => assert_eq!(read, Some(noise(1, 20_000)), "byte {at}"),
            Err(Error::Damaged { .. }) => {}
            Err(other) => panic!("byte {at}: {other:?}"),
        }
        bytes[at] = old;
    }
}

// The same: the file would go only when the first store lets go of it.
#[cfg(unix)]
#[test]
fn a_pack_that_was_cut_off_or_lost_is_an_error_not_a_silence() {
    for cut in [0, 11, 200] {
        let place = Place::new();
        // More than travels with a row.
        place.write("a", noise(1, 20_000)).write("other", noise(2, 1 << 20));
        let id = place.save();
        let pack = pack_files(&place).remove(0);
        fs::remove_file(&pack).unwrap();
        if cut > 0 {
            fs::write(&pack, noise(1, cut)).unwrap();
        }
        let answer = Store::open(place.store.folder(), Options::default())
            .and_then(|store| store.workspace(place.workspace.root()))
            .and_then(|workspace| workspace.plan_restore(id, &Scope::All, &mut Silent));
        assert!(answer.is_err(), "cut at {cut}");
        assert_eq!(fs::read(place.path("a")).unwrap(), noise(1, 20_000));
    }
}

/// Nobody waits for the files of a small pack, so a power cut may tear them.
#[test]
fn a_small_pack_that_was_torn_or_lost_is_written_again_from_its_row() {
    type Tear = fn(&Path);
    let tear: [(&str, Tear); 4] = [
        ("lost", |path| fs::remove_file(path).unwrap()),
        ("empty", |path| fs::write(path, b"").unwrap()),
        ("cut off", |path| {
            let bytes = fs::read(path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        }),
        ("all zero", |path| {
            let length = fs::read(path).unwrap().len();
            fs::write(path, vec![0; length]).unwrap();
        }),
    ];
    for (how, tear) in tear {
        for kinds in [&["pack"][..], &["idx"], &["pack", "idx"]] {
            let place = Place::new();
            place.write("a", noise(1, 20_000));
            let id = place.save();
            let pack = pack_files(&place).remove(0);
            let place = place.reopened_after(|| {
                kinds.iter().for_each(|kind| tear(&pack.with_extension(kind)));
            });
            place.remove("a");
            place.restore(id);
            assert_eq!(fs::read(place.path("a")).unwrap(), noise(1, 20_000), "{how} {kinds:?}");
            place.check_by_git();
        }
    }
}

#[test]
fn small_packs_outlive_that_they_are_joined_and_torn_before() {
    let place = Place::new();
    let ids: Vec<_> = (0..30)
        .map(|round| {
            place.write("a", noise(round, 500));
            place.save()
        })
        .collect();
    let packs = pack_files(&place);
    let place = place.reopened_after(|| {
        for (number, pack) in packs.iter().enumerate() {
            let length = fs::read(pack).unwrap().len();
            match number % 3 {
                0 => fs::write(pack.with_extension("idx"), vec![0; length]).unwrap(),
                1 => fs::remove_file(pack).unwrap(),
                _ => {}
            }
        }
    });
    for round in 30..60 {
        place.write("a", noise(round, 500));
        place.save();
    }
    place.store.collect_garbage(&mut Silent).unwrap();
    assert!(pack_files(&place).len() < 45, "{}", pack_files(&place).len());
    let path = TreePath::new("a").unwrap();
    for (round, id) in ids.iter().enumerate() {
        let bytes = place.workspace.bytes(*id, &path).unwrap();
        assert_eq!(bytes, Some(noise(round as u64, 500)));
    }
    place.check_by_git();
}

#[test]
fn two_restores_at_once_one_refuses_clearly() {
    let place = Place::new();
    place.write("a", "1");
    let first = place.save();
    place.write("a", "2");
    let plan = place.plan(first, &Scope::All);
    let held = fs::File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(place.store.folder().join("workspaces/1/restoring"))
        .unwrap();
    held.lock().unwrap();
    let answer = place.workspace.restore(plan.clone(), &mut Silent);
    assert!(matches!(answer, Err(Error::Busy { .. })), "{answer:?}");
    assert_eq!(place.read("a"), "2");
    // A lock goes with the process that held it.
    drop(held);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(place.read("a"), "1");
}

#[test]
fn sessions_save_at_once_in_one_workspace() {
    let place = Place::new();
    place.write("a", "0");
    place.save();
    std::thread::scope(|scope| {
        for session in 0..4 {
            let place = &place;
            scope.spawn(move || {
                for round in 0..10 {
                    place.write(&format!("s{session}/{round}"), format!("{session} {round}"));
                    place.save_as(&format!("session-{session}"));
                }
            });
        }
    });
    place.save();
    let all = place.workspace.list(&Filter::default()).unwrap();
    let files: Vec<_> = all.iter().map(|checkpoint| checkpoint.files).collect();
    assert_eq!(files.first(), Some(&41));
    place.check_by_git();
    for checkpoint in all {
        place.restore(checkpoint.id);
        assert_eq!(
            place.picture().values().filter(|text| text.starts_with("file")).count() as u64,
            checkpoint.files
        );
    }
}

#[test]
fn cancelling_leaves_nothing_behind() {
    use checkpoint_store::{Cancel, Progress, SaveRequest, Stage};
    struct Stops(Cancel);
    impl Progress for Stops {
        fn at(&mut self, _stage: Stage, _done: u64, _total: u64) {
            self.0.now();
        }
        fn cancel(&self) -> Option<&Cancel> {
            Some(&self.0)
        }
    }
    let place = Place::new();
    place.write("a", "1");
    let answer = place.workspace.save(SaveRequest::default(), &mut Stops(Cancel::default()));
    assert!(matches!(answer, Err(Error::Cancelled)), "{answer:?}");
    assert!(pack_files(&place).is_empty());
    assert_eq!(fs::read_dir(place.store.folder().join("temporary")).unwrap().count(), 0);
    assert!(place.saved().checkpoint.is_some());
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "needs the right to mount a file system"]
fn a_disk_that_is_really_full_loses_nothing() {
    use std::process::Command;

    use checkpoint_store::SaveRequest;

    let folder = tempfile::tempdir().unwrap();
    let (disk, work) = (folder.path().join("disk"), folder.path().join("work"));
    fs::create_dir(&disk).unwrap();
    fs::create_dir(&work).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"])
        .arg(&disk)
        .status()
        .unwrap();
    assert!(mounted.success());
    let outcome = std::panic::catch_unwind(|| {
        let store = Store::open(disk.join("store"), crate::place::options()).unwrap();
        let workspace = store.workspace(&work).unwrap();
        fs::write(work.join("a"), "first").unwrap();
        let first = workspace.save(SaveRequest::default(), &mut Silent).unwrap().checkpoint;
        for round in 0..3 {
            fs::write(work.join("a"), "second").unwrap();
            fs::write(work.join("large"), noise(round, 8 << 20)).unwrap();
            let answer = workspace.save(SaveRequest::default(), &mut Silent);
            assert!(matches!(answer, Err(Error::DiskFull { .. })), "{answer:?}");
        }
        assert_eq!(workspace.list(&Filter::default()).unwrap().len(), 1);
        fs::remove_file(work.join("large")).unwrap();
        let plan = workspace.plan_restore(first.unwrap(), &Scope::All, &mut Silent).unwrap();
        workspace.restore(plan, &mut Silent).unwrap();
        assert_eq!(fs::read_to_string(work.join("a")).unwrap(), "first");
        workspace.undo(&mut Silent).unwrap();
        assert_eq!(fs::read_to_string(work.join("a")).unwrap(), "second");
    });
    Command::new("umount").arg("-l").arg(&disk).status().unwrap();
    outcome.unwrap();
}
