//! How long things stay.

use std::fs;

use crate::bench::{Bench, bench, message, session};
use checkpoint_store::{
    CheckpointId, Contents, Filter, Options, SaveRequest, Scope, Silent, Store,
};

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
    assert!(bench.store.cleanup(&mut Silent).unwrap().removed_sessions.is_empty());
    assert_eq!(files(&bench, "old"), 1);

    days_pass(&bench, 1);
    let done = bench.store.cleanup(&mut Silent).unwrap();

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
    bench.store.cleanup(&mut Silent).unwrap();
    assert_eq!(files(&bench, "s"), 1);
}

#[test]
fn a_session_that_is_taken_up_again_is_no_longer_archived() {
    let bench = bench();
    archived(&bench, "s");
    days_pass(&bench, 8);
    bench.save("s", "m3", &bench.file("b", "1"));
    bench.store.cleanup(&mut Silent).unwrap();
    assert_eq!(files(&bench, "s"), 2);
}

#[test]
fn a_pinned_message_keeps_its_session() {
    let bench = bench();
    archived(&bench, "s");
    bench.store.pin_message(&session("s"), &message("m1"), true).unwrap();
    days_pass(&bench, 30);
    bench.store.cleanup(&mut Silent).unwrap();
    assert_eq!(files(&bench, "s"), 1);
    bench.store.pin_message(&session("s"), &message("m1"), false).unwrap();
    assert_eq!(bench.store.cleanup(&mut Silent).unwrap().removed_checkpoints, 1);
}

#[test]
fn a_clock_that_jumps_ahead_is_not_believed_at_once() {
    let bench = bench();
    archived(&bench, "s");
    bench.store.cleanup(&mut Silent).unwrap();
    days_pass(&bench, 400);

    let first = bench.store.cleanup(&mut Silent).unwrap();
    assert!(first.clock_problem.unwrap().contains("400 days ahead"));
    assert_eq!(files(&bench, "s"), 1);
    // A clock that stays there is right after all.
    assert_eq!(bench.store.cleanup(&mut Silent).unwrap().removed_checkpoints, 1);
}

#[test]
fn a_clock_that_goes_back_removes_nothing() {
    let bench = bench();
    archived(&bench, "s");
    days_pass(&bench, -400);
    let done = bench.store.cleanup(&mut Silent).unwrap();
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
    bench.store.cleanup(&mut Silent).unwrap();
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

    let done = bench.store.cleanup(&mut Silent).unwrap();

    assert_eq!((done.removed_checkpoints, done.finished), (30, true));
    let left = bench.store.get_checkpoints(&session("s"), Contents::Omit).unwrap();
    let left: Vec<_> = left.into_iter().map(|file| file.file_path).collect();
    assert_eq!(left, paths.iter().skip(30).cloned().collect::<Vec<_>>());
    let result = bench.rewind("s", "m0");
    assert_eq!(result.errors.len(), 30);
    assert!(result.errors.iter().all(|one| one.error.contains("keeps 60000 bytes")));
}

/// Saves the workspace after changing a file of it by so many bytes that do not compress.
fn snapshot(bench: &Bench, id: &str, number: u64) -> CheckpointId {
    let mut random = number + 1;
    let noise: Vec<u8> = (0..20_000)
        .map(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            u8::try_from(random >> 56).unwrap()
        })
        .collect();
    fs::write(bench.path("noise"), noise).unwrap();
    bench.file(&format!("{id}.txt"), &number.to_string());
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let request = SaveRequest { session: Some(session(id)), ..SaveRequest::default() };
    workspace.save(request, &mut Silent).unwrap().checkpoint.unwrap()
}

fn kept(bench: &Bench) -> Vec<CheckpointId> {
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let listed = workspace.list(&Filter::default()).unwrap();
    listed.into_iter().map(|one| one.id).rev().collect()
}

#[test]
fn snapshots_go_by_count_for_each_session_and_pins_stay() {
    let bench = Bench::with(Options { session_snapshots: 3, ..Options::default() });
    let ids: Vec<_> = (0..8).map(|n| snapshot(&bench, "a", n)).collect();
    let other = snapshot(&bench, "b", 100);
    bench.store.pin(ids[1], true).unwrap();

    let done = bench.store.gc(&mut Silent).unwrap();

    assert_eq!(done.forgotten, [ids[0], ids[2], ids[3], ids[4]]);
    assert_eq!(kept(&bench), [ids[1], ids[5], ids[6], ids[7], other]);
    assert!(done.collected.unwrap().freed > 0);
    // What is kept can be brought back.
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let plan = workspace.plan_restore(ids[1], &Scope::All, &mut Silent).unwrap();
    workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(fs::read_to_string(bench.path("a.txt")).unwrap(), "1");
}

#[test]
fn snapshots_go_by_age_but_never_the_newest_of_a_session() {
    let bench = bench();
    let old: Vec<_> = (0..3).map(|n| snapshot(&bench, "a", n)).collect();
    bench.corrupt(&format!("UPDATE snapshots SET created = created - {}", 61 * DAY));
    let new = snapshot(&bench, "b", 9);
    assert_eq!(bench.store.gc(&mut Silent).unwrap().forgotten, [old[0], old[1]]);
    assert_eq!(kept(&bench), [old[2], new]);
}

#[test]
fn a_store_that_is_too_large_loses_its_oldest_snapshots_until_it_fits() {
    let bench = Bench::with(Options { store_bytes: 600_000, ..Options::default() });
    let ids: Vec<_> = (0..40).map(|n| snapshot(&bench, "a", n)).collect();
    bench.store.pin(ids[0], true).unwrap();

    let done = bench.store.gc(&mut Silent).unwrap();

    let left = kept(&bench);
    assert_eq!(done.over_limit, 0, "{done:?}");
    assert!(left.contains(&ids[0]) && left.contains(&ids[39]));
    // Each takes a bit over 20,000 bytes, so not many more than needed are gone.
    assert!((20..30).contains(&left.len()), "{} are left", left.len());
    assert_eq!(done.forgotten.len(), 40 - left.len());
    // The oldest went first.
    assert_eq!(done.forgotten, ids[1..=done.forgotten.len()]);
}

#[test]
fn pins_over_the_limit_stay_and_it_is_said() {
    let bench = Bench::with(Options { store_bytes: 1, ..Options::default() });
    let ids: Vec<_> = (0..3).map(|n| snapshot(&bench, "a", n)).collect();
    for id in &ids {
        bench.store.pin(*id, true).unwrap();
    }
    let done = bench.store.gc(&mut Silent).unwrap();
    assert!(done.forgotten.is_empty() && done.over_limit > 0, "{done:?}");
    assert_eq!(kept(&bench), ids);
}

#[test]
fn snapshots_outlive_a_clock_that_jumps() {
    let bench = bench();
    let ids: Vec<_> = (0..3).map(|n| snapshot(&bench, "a", n)).collect();
    bench.store.cleanup(&mut Silent).unwrap();
    // To the store it looks as if 400 days had gone by since it was cleaned last.
    bench.corrupt(&format!("UPDATE snapshots SET created = created - {}", 400 * DAY));
    days_pass(&bench, 400);
    let first = bench.store.gc(&mut Silent).unwrap();
    assert!(first.cleanup.clock_problem.is_some() && first.forgotten.is_empty(), "{first:?}");
    assert_eq!(kept(&bench), ids);
    // A clock that stays there is right after all; the newest stays in any case.
    assert_eq!(bench.store.gc(&mut Silent).unwrap().forgotten, ids[..2]);
    // And one that goes back removes nothing.
    bench.corrupt(&format!("UPDATE snapshots SET created = created + {}", 4_000 * DAY));
    assert!(bench.store.gc(&mut Silent).unwrap().forgotten.is_empty());
}

#[test]
fn clean_up_and_checks_can_be_stopped() {
    use checkpoint_store::{Cancel, Error, Progress, Stage};
    struct Stopped(Cancel, u32);
    impl Progress for Stopped {
        fn at(&mut self, _stage: Stage, _done: u64, _total: u64) {
            self.1 += 1;
            self.0.now();
        }
        fn cancel(&self) -> Option<&Cancel> {
            Some(&self.0)
        }
    }
    let bench = bench();
    archived(&bench, "old");
    days_pass(&bench, 8);
    let mut stops = Stopped(Cancel::default(), 0);
    let done = bench.store.cleanup(&mut stops).unwrap();
    assert!(!done.finished && done.removed_sessions.is_empty() && stops.1 > 0, "{done:?}");
    assert_eq!(files(&bench, "old"), 1);
    bench.save("another", "m", &bench.file("another", "content"));
    let answer = bench.store.check_records(&mut Stopped(Cancel::default(), 0));
    assert!(matches!(answer, Err(Error::Cancelled)), "{answer:?}");
    let ids: Vec<_> = (0..3).map(|n| snapshot(&bench, "a", n)).collect();
    bench.store.forget(ids[0]).unwrap();
    let answer = bench.store.collect_garbage(&mut Stopped(Cancel::default(), 0));
    assert!(matches!(answer, Err(Error::Cancelled)), "{answer:?}");
    let temporary = bench.store_folder().join("temporary");
    assert_eq!(fs::read_dir(temporary).unwrap().count(), 0);
    assert!(bench.store.collect_garbage(&mut Silent).unwrap().freed > 0);
    assert_eq!(bench.store.cleanup(&mut Silent).unwrap().removed_checkpoints, 1);
}
