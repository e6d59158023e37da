//! Everything that happened, in one list.

use std::fs;

use checkpoint_store::{LogEntry, LogFilter, LogKind, SaveRequest, Silent};

use crate::bench::{Bench, bench, message, session};

/// Two messages of one session, one of another, and a save of the workspace.
fn a_day(bench: &Bench) {
    bench.file("README.md", "there before");
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let morning = SaveRequest { reason: "good morning".to_owned(), ..SaveRequest::default() };
    workspace.save(morning, &mut Silent).unwrap();
    for (who, what, prompt, file) in [
        ("a", "m1", "Add dark mode", "src/theme.rs"),
        ("a", "m2", "Fix the tests", "tests/all.rs"),
        ("b", "n1", "Rename the crate", "Cargo.toml"),
    ] {
        bench.store.record_message(&session(who), &message(what), prompt).unwrap();
        let path = bench.file(file, "before");
        bench.save(who, what, &path);
        fs::write(path, "after").unwrap();
    }
    let request = SaveRequest {
        session: Some(session("a")),
        reason: "before rm -rf target".to_owned(),
        ..SaveRequest::default()
    };
    workspace.save(request, &mut Silent).unwrap();
}

fn texts(bench: &Bench, filter: LogFilter) -> Vec<String> {
    bench.store.log(&filter).unwrap().into_iter().map(|entry| entry.text).collect()
}

#[test]
fn the_newest_is_first_and_every_kind_is_there() {
    let bench = bench();
    a_day(&bench);
    let log = bench.store.log(&LogFilter::default()).unwrap();
    let kinds: Vec<_> = log.iter().map(|entry| entry.kind).collect();
    let message = LogKind::Message;
    assert_eq!(kinds, [LogKind::Save, message, message, message, LogKind::Save]);
    assert_eq!(log[1].text, "Rename the crate");
    assert_eq!((log[0].files, log[1].files), (3, 1));
}

#[test]
fn one_finds_things_by_session_path_time_and_text() {
    let bench = bench();
    a_day(&bench);
    let all = LogFilter::default;
    let by_session = LogFilter { session: Some(session("b")), ..all() };
    assert_eq!(texts(&bench, by_session), ["Rename the crate"]);
    let by_path = LogFilter { path: Some(bench.path("tests")), ..all() };
    assert_eq!(texts(&bench, by_path), ["before rm -rf target", "Fix the tests"]);
    let by_text = LogFilter { text: Some("DARK".to_owned()), ..all() };
    assert_eq!(texts(&bench, by_text), ["Add dark mode"]);
    let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
    assert!(texts(&bench, LogFilter { since: Some(soon), ..all() }).is_empty());
    assert_eq!(texts(&bench, LogFilter { limit: Some(2), ..all() }).len(), 2);
}

#[test]
fn labels_and_pins_of_snapshots_are_shown_and_found() {
    let bench = bench();
    a_day(&bench);
    let newest = || -> LogEntry { bench.store.log(&LogFilter::default()).unwrap().swap_remove(0) };
    bench.store.label(newest().id, Some("Before the Move")).unwrap();
    bench.store.pin(newest().id, true).unwrap();
    assert_eq!(newest().label.as_deref(), Some("Before the Move"));
    assert!(newest().pinned);
    let by_label = LogFilter { text: Some("the move".to_owned()), ..LogFilter::default() };
    assert_eq!(texts(&bench, by_label), ["before rm -rf target"]);
    bench.store.label(newest().id, None).unwrap();
    assert_eq!((newest().label, newest().pinned), (None, true));
    let nobody = "0123456789ab".parse().unwrap();
    assert!(bench.store.label(nobody, Some("x")).is_err());
}

#[test]
fn what_a_rewind_left_behind_is_muted_and_the_rewind_itself_is_there() {
    let bench = bench();
    a_day(&bench);
    bench.rewind("a", "m2");
    let log = bench.store.log(&LogFilter { session: Some(session("a")), ..LogFilter::default() });
    let shown: Vec<_> =
        log.unwrap().into_iter().map(|entry| (entry.kind, entry.abandoned)).collect();
    assert_eq!(
        shown,
        [
            (LogKind::Rewind, false),
            (LogKind::Save, true),
            (LogKind::Message, true),
            (LogKind::Message, false),
        ]
    );
}
