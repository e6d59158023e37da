//! Sessions and the messages people sent in them.

use std::fs;

use crate::bench::{Bench, bench, message, session};
use checkpoint_store::{Options, Store};
use serde_json::Value;

fn ids(bench: &Bench, id: &str) -> Vec<String> {
    let listed = bench.store.list_checkpoints(&session(id)).unwrap();
    listed.into_iter().map(|one| one.metadata.id.to_string()).collect()
}

fn told(bench: &Bench, id: &str) -> Value {
    let text = fs::read_to_string(bench.store.metadata_file(&session(id))).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_newest_ten_are_offered_newest_first() {
    let bench = bench();
    for n in 0..13 {
        let id = message(&format!("m{n:02}"));
        bench.store.record_message(&session("s"), &id, &format!("message {n}")).unwrap();
    }
    let expected: Vec<_> = (3..13).rev().map(|n| format!("m{n:02}")).collect();
    assert_eq!(ids(&bench, "s"), expected);
}

#[test]
fn other_programs_find_the_list_where_and_as_they_expect_it() {
    let bench = bench();
    let id = message("msg-xxx-yyy");
    bench
        .store
        .record_message(&session("session-xxx"), &id, "Add dark mode toggle to settings")
        .unwrap();

    let path = bench.store.metadata_file(&session("session-xxx"));
    assert!(path.ends_with("sessions/session-xxx/checkpoints/metadata.json"), "{path:?}");
    let told = told(&bench, "session-xxx");
    let one = told["checkpoints"][0].as_object().unwrap();
    let keys: Vec<_> = one.keys().map(String::as_str).collect();
    assert_eq!(keys, ["description", "id", "sessionId", "timestamp"]);
    assert_eq!(one["id"], "msg-xxx-yyy");
    assert_eq!(one["description"], "Add dark mode toggle to settings");
    assert_eq!(one["sessionId"], "session-xxx");
    let time = one["timestamp"].as_str().unwrap();
    assert!(time.ends_with('Z') && time.parse::<jiff::Timestamp>().is_ok(), "{time}");
    assert_eq!(told.as_object().unwrap().len(), 1);
}

#[test]
fn the_list_outlives_the_process() {
    let bench = bench();
    bench.store.record_message(&session("s"), &message("m1"), "one").unwrap();
    bench.store.record_message(&session("s"), &message("m2"), "two").unwrap();
    let again = Store::open(bench.store_folder(), Options::default()).unwrap();
    let listed = again.list_checkpoints(&session("s")).unwrap();
    assert_eq!(listed[0].metadata.description, "two");
    assert_eq!(listed[1].metadata.description, "one");
}

#[test]
fn a_message_that_is_told_twice_is_one() {
    let bench = bench();
    for description in ["first", "again"] {
        bench.store.record_message(&session("s"), &message("m1"), description).unwrap();
    }
    let listed = bench.store.list_checkpoints(&session("s")).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].metadata.description, "first");
}

#[test]
fn a_file_saved_before_its_message_is_told_belongs_to_it() {
    let bench = bench();
    let file = bench.file("a", "old");
    bench.save("s", "m1", &file);
    assert!(ids(&bench, "s").is_empty());
    bench.store.record_message(&session("s"), &message("m1"), "told late").unwrap();
    assert_eq!(ids(&bench, "s"), ["m1"]);
    fs::write(&file, "new").unwrap();
    assert!(bench.rewind("s", "m1").success);
    assert_eq!(fs::read(&file).unwrap(), b"old");
}

#[test]
fn pins_stay_beside_the_ten_and_labels_are_shown() {
    let bench = bench();
    for n in 0..5 {
        bench.store.record_message(&session("s"), &message(&format!("m{n}")), "").unwrap();
    }
    bench.store.pin_message(&session("s"), &message("m1"), true).unwrap();
    bench.store.label_message(&session("s"), &message("m1"), Some("before the move")).unwrap();
    for n in 5..30 {
        bench.store.record_message(&session("s"), &message(&format!("m{n}")), "").unwrap();
    }
    let listed = bench.store.list_checkpoints(&session("s")).unwrap();
    assert_eq!(listed.len(), 11);
    let pinned = listed.last().unwrap();
    assert_eq!(pinned.metadata.id, message("m1"));
    assert_eq!((pinned.pinned, pinned.label.as_deref()), (true, Some("before the move")));
    assert_eq!(told(&bench, "s")["checkpoints"].as_array().unwrap().len(), 11);
    assert!(bench.store.pin_message(&session("s"), &message("nobody"), true).is_err());
}

#[test]
fn messages_a_rewind_left_behind_are_marked_until_it_is_undone() {
    let bench = bench();
    let file = bench.file("a", "0");
    for n in 1..=4 {
        let id = format!("m{n}");
        bench.store.record_message(&session("s"), &message(&id), "").unwrap();
        bench.save("s", &id, &file);
        fs::write(&file, n.to_string()).unwrap();
    }
    let abandoned = || {
        let listed = bench.store.list_checkpoints(&session("s")).unwrap();
        let left = listed.into_iter().filter(|one| one.abandoned);
        left.map(|one| one.metadata.id.to_string()).collect::<Vec<_>>()
    };
    assert!(abandoned().is_empty());
    bench.rewind("s", "m3");
    assert_eq!(abandoned(), ["m4", "m3"]);
    bench.store.record_message(&session("s"), &message("m5"), "another way").unwrap();
    bench.save("s", "m5", &file);
    fs::write(&file, "other").unwrap();
    assert_eq!(abandoned(), ["m4", "m3"]);
    // Undoing goes back to the moment before the rewind: m5 never happened, m3 and m4 did.
    bench.store.undo_rewind(&session("s")).unwrap();
    assert_eq!(abandoned(), ["m5"]);
    assert_eq!(fs::read(&file).unwrap(), b"4");
    bench.store.undo_rewind(&session("s")).unwrap();
    assert_eq!(abandoned(), ["m4", "m3"]);
    assert_eq!(fs::read(&file).unwrap(), b"other");
}

#[test]
fn hostile_session_names_stay_in_their_folder() {
    let bench = bench();
    let folder = bench.store_folder().canonicalize().unwrap().join("sessions");
    for id in ["../../escape", "..", "/etc/passwd", "a/b", "C:\\x", "con"] {
        bench.store.record_message(&session(id), &message("m"), "").unwrap();
        let path = bench.store.metadata_file(&session(id)).canonicalize().unwrap();
        let inside = path.strip_prefix(&folder).unwrap();
        assert_eq!(inside.components().count(), 3, "{id} → {inside:?}");
    }
}

#[test]
fn sessions_know_their_folder_and_agent() {
    let bench = bench();
    bench.save("s", "m1", &bench.file("a", ""));
    bench.store.start_session(&session("s"), Some(&bench.path("")), Some("claude")).unwrap();
    let known = bench.store.session(&session("s")).unwrap();
    assert_eq!(known.workspace, Some(bench.path("").canonicalize().unwrap()));
    assert_eq!(known.agent.as_deref(), Some("claude"));
    assert!(bench.store.session(&session("nobody")).is_err());
}
