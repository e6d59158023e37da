//! Many threads, two stores on one folder, two rewinds at once.

use std::fs;
use std::sync::Barrier;
use std::thread;

use checkpoint_store::{Contents, Options, SavedFile, Store};

use crate::bench::{bench, message, session};

#[test]
fn threads_and_processes_share_one_folder() {
    let bench = bench();
    let again = Store::open(bench.store_folder(), Options::default()).unwrap();
    let barrier = Barrier::new(8);
    thread::scope(|scope| {
        for worker in 0..8 {
            let store = if worker % 2 == 0 { &bench.store } else { &again };
            let (bench, barrier) = (&bench, &barrier);
            scope.spawn(move || {
                barrier.wait();
                for n in 0..25 {
                    let file = bench.file(&format!("w{worker}/f{n}"), &format!("{worker}-{n}"));
                    let id = session(&format!("s{worker}"));
                    let saved = store.create_checkpoint(&id, &message("m"), &file).unwrap();
                    assert!(matches!(saved, SavedFile::Saved { .. }));
                    fs::write(&file, "changed").unwrap();
                }
            });
        }
    });
    for worker in 0..8 {
        let id = session(&format!("s{worker}"));
        assert_eq!(again.get_checkpoints(&id, Contents::Omit).unwrap().len(), 25);
        let result = again.rewind_files(&id, &message("m")).unwrap();
        assert!(result.success, "{result:?}");
        for n in 0..25 {
            let text = fs::read_to_string(bench.path(&format!("w{worker}/f{n}"))).unwrap();
            assert_eq!(text, format!("{worker}-{n}"));
        }
    }
}

#[test]
fn two_rewinds_at_once_take_turns() {
    for _ in 0..5 {
        let bench = bench();
        let files: Vec<_> = (0..10).map(|n| bench.file(&format!("f{n}"), "0")).collect();
        for (number, name) in ["m1", "m2"].into_iter().enumerate() {
            for file in &files {
                bench.save("s", name, file);
                fs::write(file, (number + 1).to_string()).unwrap();
            }
        }
        let again = Store::open(bench.store_folder(), Options::default()).unwrap();
        let barrier = Barrier::new(2);
        thread::scope(|scope| {
            for (store, to) in [(&bench.store, "m1"), (&again, "m2")] {
                let barrier = &barrier;
                scope.spawn(move || {
                    barrier.wait();
                    let result = store.rewind_files(&session("s"), &message(to)).unwrap();
                    assert!(result.success, "{result:?}");
                });
            }
        });
        // One came last, and all files are as it wanted them.
        let found: Vec<_> = files.iter().map(|file| fs::read(file).unwrap()).collect();
        assert!(found.iter().all(|one| one == &found[0]), "{found:?}");
        assert!(found[0] == b"0" || found[0] == b"1");
    }
}

#[test]
fn many_open_a_new_store_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let barrier = Barrier::new(8);
    thread::scope(|scope| {
        for worker in 0..8 {
            let (folder, barrier) = (folder.path().join("store"), &barrier);
            scope.spawn(move || {
                barrier.wait();
                let store = Store::open(folder, Options::default()).unwrap();
                store.start_session(&session(&worker.to_string()), None, None).unwrap();
            });
        }
    });
    let store = Store::open(folder.path().join("store"), Options::default()).unwrap();
    assert_eq!(store.sessions().unwrap().len(), 8);
}
