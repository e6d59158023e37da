//! What other programs were promised: names of fields, limits, events, word by word.

use std::collections::BTreeSet;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use checkpoint_store::{
    ApiCallContextSnapshot, CheckpointRestoreOptionsExtended, Contents, Options, SaveRequest,
    SavedFile, Scope, Silent,
};
use serde_json::{Value, json};

use crate::bench::{Bench, bench, message, session};

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn limits_have_the_agreed_defaults() {
    let limits = Options::default();
    assert_eq!(limits.file_bytes, 1024 * 1024);
    assert_eq!(limits.file_checkpoints, 50);
    assert_eq!(limits.message_checkpoints, 10);
    assert_eq!(limits.keep, Duration::from_secs(7 * 24 * 60 * 60));
}

#[test]
fn a_megabyte_is_saved_and_a_byte_more_is_skipped() {
    let bench = bench();
    for (bytes, saved) in [(1024 * 1024, true), (1024 * 1024 + 1, false)] {
        let file = bench.path(&bytes.to_string());
        fs::write(&file, vec![b'x'; bytes]).unwrap();
        let answer = bench.save("s", "m", &file);
        assert_eq!(matches!(answer, SavedFile::Saved { .. }), saved, "{bytes}: {answer:?}");
        assert_eq!(answer.id().is_some(), saved);
    }
}

#[test]
fn the_table_of_file_checkpoints_has_the_agreed_columns() {
    let bench = bench();
    bench.save("s", "m1", &bench.file("a", "before"));
    for column in [
        "id",
        "session_id",
        "message_id",
        "file_path",
        "original_content",
        "file_existed",
        "created_at",
    ] {
        let query = format!("SELECT count({column}) FROM file_checkpoints");
        assert_eq!(bench.number(&query), 1, "{column}");
    }
    // What belongs to a session goes with it.
    bench.corrupt("PRAGMA foreign_keys = ON; DELETE FROM sessions WHERE id = 's'");
    assert_eq!(bench.number("SELECT count(*) FROM file_checkpoints"), 0);
}

#[test]
fn file_checkpoints_and_rewinds_have_the_agreed_fields() {
    let bench = bench();
    let file = bench.file("a", "before");
    bench.save("s", "m1", &file);
    fs::write(&file, "after").unwrap();
    let listed = bench.store.get_checkpoints(&session("s"), Contents::Include).unwrap();
    let listed = serde_json::to_value(&listed[0]).unwrap();
    let agreed =
        ["id", "sessionId", "messageId", "filePath", "originalContent", "fileExisted", "createdAt"];
    assert!(agreed.iter().all(|key| keys(&listed).contains(key)), "{listed}");
    assert!(listed["id"].is_string() && listed["createdAt"].is_i64());
    let result = serde_json::to_value(bench.rewind("s", "m1")).unwrap();
    let agreed = ["success", "restoredFiles", "deletedFiles", "errors"];
    assert!(agreed.iter().all(|key| keys(&result).contains(key)), "{result}");
    // An error names the file and says why.
    fs::write(&file, vec![0; 2 << 20]).unwrap();
    bench.save("s", "m2", &file);
    fs::write(&file, "after").unwrap();
    let result = serde_json::to_value(bench.rewind("s", "m2")).unwrap();
    assert_eq!(keys(&result["errors"][0]), BTreeSet::from(["error", "filePath"]));
}

#[test]
fn fifty_stay_and_the_first_in_goes_first() {
    let bench = bench();
    for n in 0..51 {
        bench.save("s", &format!("m{n}"), &bench.file(&format!("f{n:02}"), "x"));
    }
    // Another session has fifty of its own.
    bench.save("other", "m", &bench.file("other", "x"));
    let listed = bench.store.get_checkpoints(&session("s"), Contents::Omit).unwrap();
    assert_eq!(listed.len(), 50);
    assert_eq!(listed[0].file_path, bench.path("f01"));
    assert_eq!(bench.store.get_checkpoints(&session("other"), Contents::Omit).unwrap().len(), 1);
}

fn whole_snapshot() -> Value {
    json!({
        "timestamp": 5,
        "systemPrompt": "Be careful.",
        "conversationHistory": [{"role": "user", "content": "hello"}],
        "apiConfiguration": {"apiProvider": "anthropic", "apiModelId": "m"},
        "taskState": {"taskId": "t", "taskMode": "code", "taskToolProtocol": "xml",
                      "skipPrevResponseIdOnce": true},
        "fileContextState": {"trackedFiles": ["src/a.rs"]},
        "apiCallParameters": {"userContent": [{"type": "text", "text": "go"}],
                              "includeFileDetails": true, "retryAttempt": 1}
    })
}

#[test]
fn a_context_goes_in_and_comes_out_field_by_field() {
    let bench = bench();
    let snapshot: ApiCallContextSnapshot = serde_json::from_value(whole_snapshot()).unwrap();
    let saved = bench
        .store
        .save_context(&session("s"), None, Some("r"), Some("c0ffee"), &snapshot)
        .unwrap();
    let saved = serde_json::to_value(saved).unwrap();
    assert_eq!(saved["apiRequestId"], "r");
    let back = bench.store.context(&session("s"), "r").unwrap();
    assert_eq!(serde_json::to_value(back).unwrap(), whole_snapshot());
    // What may be missing may be missing.
    let mut least = whole_snapshot();
    least["taskState"].as_object_mut().unwrap().remove("taskToolProtocol");
    least["apiCallParameters"].as_object_mut().unwrap().remove("retryAttempt");
    let snapshot: ApiCallContextSnapshot = serde_json::from_value(least.clone()).unwrap();
    bench.store.save_context(&session("s"), None, Some("least"), None, &snapshot).unwrap();
    let back = bench.store.context(&session("s"), "least").unwrap();
    assert_eq!(serde_json::to_value(back).unwrap(), least);
}

fn options(value: Value) -> CheckpointRestoreOptionsExtended {
    serde_json::from_value(value).unwrap()
}

#[test]
fn options_of_a_restore_are_read_as_they_are_written() {
    let whole = json!({"ts": 5, "commitHash": "c0ffee", "mode": "preview", "operation": "edit",
                       "restoreApiContext": true, "apiRequestId": "r"});
    assert_eq!(serde_json::to_value(options(whole.clone())).unwrap(), whole);
    let least = json!({"ts": 5, "commitHash": "c0ffee", "mode": "restore"});
    assert_eq!(serde_json::to_value(options(least.clone())).unwrap(), least);
    for (key, wrong) in [("mode", "do"), ("operation", "undo")] {
        let mut odd = whole.clone();
        odd[key] = json!(wrong);
        let read = serde_json::from_value::<CheckpointRestoreOptionsExtended>(odd);
        assert!(read.is_err(), "{key}");
    }
}

#[test]
fn only_the_two_known_tool_protocols_are_handed_back() {
    let bench = bench();
    for (protocol, handed) in [("xml", true), ("native", true), ("telepathy", false)] {
        let mut snapshot = whole_snapshot();
        snapshot["taskState"]["taskToolProtocol"] = json!(protocol);
        let snapshot: ApiCallContextSnapshot = serde_json::from_value(snapshot).unwrap();
        bench.store.save_context(&session("s"), None, Some(protocol), None, &snapshot).unwrap();
        let restore = bench
            .store
            .restore_context(
                &session("s"),
                &options(json!({"ts": 9, "commitHash": "", "mode": "restore",
                                "restoreApiContext": true, "apiRequestId": protocol})),
            )
            .unwrap();
        let state = restore.snapshot.unwrap().task_state;
        let expected = handed.then(|| protocol.to_owned());
        assert_eq!(state.task_tool_protocol, expected, "{protocol}");
    }
}

/// Everything a store told about one save, one restore and one failure.
fn told(bench: &Bench) -> Vec<Value> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    bench.store.listen(move |event| {
        listener.lock().unwrap().push(serde_json::to_value(event).unwrap());
    });
    bench.file("a", "1");
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let request = || SaveRequest { session: Some(session("s")), ..SaveRequest::default() };
    let first = workspace.save(request(), &mut Silent).unwrap().checkpoint.unwrap();
    bench.file("a", "2");
    workspace.save(request(), &mut Silent).unwrap();
    let plan = workspace.plan_restore(first, &Scope::All, &mut Silent).unwrap();
    workspace.restore(plan.clone(), &mut Silent).unwrap();
    // What the plan wants to overwrite is not there any more.
    assert!(workspace.restore(plan, &mut Silent).is_err());
    let heard = heard.lock().unwrap();
    heard.clone()
}

#[test]
fn every_kind_of_event_is_told() {
    let bench = bench();
    let told = told(&bench);
    let kinds: Vec<_> = told.iter().map(|event| event["type"].as_str().unwrap()).collect();
    // Before the second restore there was something new to save, before the first there was not.
    assert_eq!(kinds, ["initialize", "checkpoint", "checkpoint", "restore", "checkpoint", "error"]);
    assert_eq!(told[1]["from"], Value::Null);
    assert_eq!(told[2]["from"], told[1]["to"]);
    assert_eq!(told[3]["checkpoint"], told[1]["to"]);
    assert!(told[5]["message"].as_str().unwrap().contains("make a new plan"), "{}", told[5]);
}

#[test]
fn a_list_of_a_session_is_newest_first_and_cut_at_ten() {
    let bench = bench();
    for n in 0..12 {
        let text = checkpoint_store::describe(&json!(format!("message {n}\n{}", "x".repeat(100))));
        bench.store.record_message(&session("s"), &message(&format!("m{n}")), &text).unwrap();
    }
    let text = fs::read_to_string(bench.store.metadata_file(&session("s"))).unwrap();
    let list: Value = serde_json::from_str(&text).unwrap();
    let listed = list["checkpoints"].as_array().unwrap();
    assert_eq!(listed.len(), 10);
    assert_eq!((&listed[0]["id"], &listed[9]["id"]), (&json!("m11"), &json!("m2")));
    let description = listed[0]["description"].as_str().unwrap();
    assert!(description.starts_with("message 11 xxx") && description.chars().count() == 80);
}
