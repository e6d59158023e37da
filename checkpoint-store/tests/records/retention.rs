//! How long things stay.

use std::fs;

use crate::bench::{Bench, bench, message, session};
use checkpoint_store::{Contents, Options, Store};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Moves what the store knows of the past, as if so many days had gone by.
fn days_pass(bench: &Bench, days: i64) {
    bench.corrupt(&format!(
        "UPDATE sessions SET archived_at = archived_at - {0}, created_at = created_at - {0};
         UPDATE progress SET cleaned_at = cleaned_at - {0};",
        days * DAY
    ));
}

fn files(bench: &Bench, id: &str) -> usize {
    bench.store.get_checkpoints(&session(id), Contents::Omit).unwrap().len()
}

fn archived(bench: &Bench, id: &str) {
    let file = bench.file(&format!("{id}.txt"), &format!("content of {id} ").repeat(1_000));
    bench.save(id, "m1", &file);
    bench.store.record_message(&session(id), &message("m2"), "hello").unwrap();
    bench.store.archive_session(&session(id)).unwrap();
}

#[test]
fn an_archived_session_goes_after_seven_days_and_its_space_with_it() {
    let bench = bench();
    archived(&bench, "old");
    let list = bench.store.metadata_file(&session("old"));
    assert!(list.exists());
    days_pass(&bench, 6);
    assert!(bench.store.cleanup().unwrap().removed_sessions.is_empty());
    assert_eq!(files(&bench, "old"), 1);

    days_pass(&bench, 1);
    let done = bench.store.cleanup().unwrap();

    assert_eq!(done.removed_checkpoints, 1);
    assert_eq!(done.removed_sessions, [session("old")]);
    assert!(done.finished && done.freed_bytes > 0, "{done:?}");
    assert_eq!(bench.number("SELECT count(*) FROM contents"), 0);
    assert!(!list.exists());
}

#[test]
fn opening_the_store_cleans_up() {
    let bench = bench();
    archived(&bench, "old");
    days_pass(&bench, 8);
    let again = Store::open(bench.store_folder(), Options::default()).unwrap();
    assert!(again.sessions().unwrap().is_empty());
}

#[test]
fn a_session_that_is_at_work_stays_however_old_it_is() {
    let bench = bench();
    bench.save("s", "m1", &bench.file("a", "0"));
    days_pass(&bench, 400);
    bench.store.cleanup().unwrap();
    assert_eq!(files(&bench, "s"), 1);
}

#[test]
fn a_session_that_is_taken_up_again_is_no_longer_archived() {
    let bench = bench();
    archived(&bench, "s");
    days_pass(&bench, 8);
    bench.save("s", "m3", &bench.file("b", "1"));
    bench.store.cleanup().unwrap();
    assert_eq!(files(&bench, "s"), 2);
}

#[test]
fn a_pinned_message_keeps_its_session() {
    let bench = bench();
    archived(&bench, "s");
    bench.store.pin_message(&session("s"), &message("m1"), true).unwrap();
    days_pass(&bench, 30);
    bench.store.cleanup().unwrap();
    assert_eq!(files(&bench, "s"), 1);
    bench.store.pin_message(&session("s"), &message("m1"), false).unwrap();
    assert_eq!(bench.store.cleanup().unwrap().removed_checkpoints, 1);
}

#[test]
fn a_clock_that_jumps_ahead_is_not_believed_at_once() {
    let bench = bench();
    archived(&bench, "s");
    bench.store.cleanup().unwrap();
    days_pass(&bench, 400);

    let first = bench.store.cleanup().unwrap();
    assert!(first.clock_problem.unwrap().contains("400 days ahead"));
    assert_eq!(files(&bench, "s"), 1);
    // A clock that stays there is right after all.
    assert_eq!(bench.store.cleanup().unwrap().removed_checkpoints, 1);
}

#[test]
fn a_clock_that_goes_back_removes_nothing() {
    let bench = bench();
    archived(&bench, "s");
    days_pass(&bench, -400);
    let done = bench.store.cleanup().unwrap();
    assert_eq!((done.removed_checkpoints, done.finished), (0, true));
    assert_eq!(files(&bench, "s"), 1);
}

#[test]
fn what_another_session_needs_stays() {
    let bench = bench();
    let (a, b) = (bench.file("a", "the same"), bench.file("b", "the same"));
    bench.save("old", "m1", &a);
    bench.save("new", "m1", &b);
    bench.store.archive_session(&session("old")).unwrap();
    days_pass(&bench, 8);
    bench.store.cleanup().unwrap();
    fs::write(&b, "changed").unwrap();
    assert!(bench.rewind("new", "m1").success);
    assert_eq!(fs::read(&b).unwrap(), b"the same");
}

#[test]
fn a_session_over_its_size_loses_the_oldest_first_and_says_so() {
    let bench = Bench::with(Options { session_bytes: 60_000, ..Options::default() });
    let mut random = 7_u64;
    let mut noise = || {
        (0..10_000)
            .map(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from(b' ' + u8::try_from((random >> 33) % 90).unwrap())
            })
            .collect::<String>()
    };
    let paths: Vec<_> = (0..40).map(|n| bench.file(&format!("f{n:02}"), &noise())).collect();
    for (n, path) in paths.iter().enumerate() {
        bench.save("s", &format!("m{n}"), path);
        if n == 30 {
            bench.store.pin_message(&session("s"), &message("m30"), true).unwrap();
        }
    }

    let done = bench.store.cleanup().unwrap();

    assert_eq!((done.removed_checkpoints, done.finished), (30, true));
    let left = bench.store.get_checkpoints(&session("s"), Contents::Omit).unwrap();
    let left: Vec<_> = left.into_iter().map(|file| file.file_path).collect();
    assert_eq!(left, paths.iter().skip(30).cloned().collect::<Vec<_>>());
    let result = bench.rewind("s", "m0");
    assert_eq!(result.errors.len(), 30);
    assert!(result.errors.iter().all(|one| one.error.contains("keeps 60000 bytes")));
}
