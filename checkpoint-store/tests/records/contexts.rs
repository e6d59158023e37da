//! Transcripts and the contexts of requests.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use crate::bench::{Bench, bench, message, session};
use checkpoint_store::{ApiCallContextSnapshot, CheckpointRestoreOptionsExtended};
use proptest::prelude::*;
use serde_json::{Value, json};

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

fn save(bench: &Bench, id: &str, path: &Path) {
    bench.store.save_transcript(&session("s"), "claude", Some(&message(id)), path).unwrap();
}

fn saved(bench: &Bench, id: &str) -> Vec<u8> {
    bench.store.transcript(&session("s"), "claude", &message(id)).unwrap()
}

fn stored(bench: &Bench) -> i64 {
    bench.number("SELECT coalesce(sum(size), 0) FROM contents")
}

#[test]
fn each_message_brings_back_the_transcript_as_it_was() {
    let bench = bench();
    let path = bench.path("t.jsonl");
    let mut whole = String::new();
    for n in 0..50 {
        let line = format!("{}\n", json!({"n": n, "text": "words ".repeat(n)}));
        append(&path, &line);
        whole.push_str(&line);
        save(&bench, &format!("m{n}"), &path);
        assert_eq!(saved(&bench, &format!("m{n}")), whole.as_bytes(), "{n}");
    }
    assert_eq!(String::from_utf8(saved(&bench, "m0")).unwrap().lines().count(), 1);
    assert_eq!(bench.store.transcript_versions(&session("s"), "claude").unwrap().len(), 50);
}

#[test]
fn a_file_is_known_again_by_its_bytes() {
    let bench = bench();
    let path = bench.path("talk.jsonl");
    append(&path, "{\"a\":1}\n{\"token\":\"ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}\n");
    let then = fs::metadata(&path).unwrap().len();
    save(&bench, "m1", &path);
    append(&path, "{\"b\":2}\n");
    let length = |text: &[u8]| {
        let mut source = std::io::Cursor::new(text);
        let (session, message) = (session("s"), message("m1"));
        bench.store.transcript_length_in(&session, "claude", &message, &mut source).unwrap()
    };
    let now = fs::read(&path).unwrap();
    // With the secret that the store does not have.
    assert_eq!(length(&now), Some(then));
    assert_eq!(length(&now[1..]), None);
    assert_eq!(length(b""), None);
    assert_eq!(bench.store.transcript_names(&session("s")).unwrap(), ["claude"]);
}

#[test]
fn saving_again_costs_what_was_added() {
    let bench = bench();
    let path = bench.path("t.jsonl");
    append(&path, &format!("{}\n", "x ".repeat(100)).repeat(20_000));
    save(&bench, "m0", &path);
    let before = stored(&bench);
    for n in 1..=20 {
        append(&path, &format!("line {n}\n"));
        save(&bench, &format!("m{n}"), &path);
    }
    let added = stored(&bench) - before;
    assert!(added < 1_000, "{added} bytes for 20 short lines");
    assert_eq!(saved(&bench, "m20"), fs::read(&path).unwrap());
}

#[test]
fn a_rewritten_transcript_shares_its_beginning_and_old_versions_stay() {
    let bench = bench();
    let path = bench.path("t.jsonl");
    // Long enough that only a part is compared at first.
    let lines: Vec<String> =
        (0..40_000).map(|n| format!("{{\"n\":{n},\"text\":\"some words\"}}\n")).collect();
    for (number, part) in lines.chunks(1_000).enumerate() {
        append(&path, &part.concat());
        save(&bench, &format!("m{number}"), &path);
    }
    let before = stored(&bench);
    let old = fs::read(&path).unwrap();
    let rewritten = lines[..30_000].concat() + "compacted\n";
    fs::write(&path, &rewritten).unwrap();
    save(&bench, "after", &path);

    assert_eq!(saved(&bench, "after"), rewritten.as_bytes());
    assert_eq!(saved(&bench, "m39"), old);
    assert!(stored(&bench) - before < 100_000, "{}", stored(&bench) - before);
}

#[test]
fn a_last_line_without_an_end_is_saved_and_completed_later() {
    let bench = bench();
    let path = bench.path("t.jsonl");
    append(&path, "one\ntw");
    save(&bench, "m1", &path);
    append(&path, "o\nthree\n");
    save(&bench, "m2", &path);
    assert_eq!(saved(&bench, "m1"), b"one\ntw");
    assert_eq!(saved(&bench, "m2"), b"one\ntwo\nthree\n");
}

#[test]
fn secrets_never_reach_the_store() {
    let bench = bench();
    let path = bench.path("t.jsonl");
    append(&path, "{\"env\":{\"apiKey\":\"hunter2hunter2\"},\"text\":\"hi\"}\n");
    append(&path, "{\"text\":\"curl -H 'Authorization: Bearer abcdef123456'\"}\n");
    save(&bench, "m1", &path);
    let text = String::from_utf8(saved(&bench, "m1")).unwrap();
    assert!(!text.contains("hunter2") && !text.contains("abcdef123456"), "{text}");
    assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{text}");
    let raw = fs::read(bench.store_folder().join("store.sqlite-wal")).unwrap();
    assert!(!raw.windows(7).any(|part| part == b"hunter2"));
}

fn snapshot(n: i64, history: &[Value]) -> ApiCallContextSnapshot {
    serde_json::from_value(json!({
        "timestamp": n,
        "systemPrompt": "You are careful.",
        "conversationHistory": history,
        "apiConfiguration": {"apiProvider": "anthropic", "apiKey": "sk-secret", "maxTokens": 5},
        "taskState": {"taskId": "t", "taskMode": "code", "taskToolProtocol": "native",
                      "skipPrevResponseIdOnce": true},
        "fileContextState": {"trackedFiles": ["src/a.rs"]},
        "apiCallParameters": {"userContent": [{"type": "text", "text": "go on"}],
                              "includeFileDetails": true, "retryAttempt": 2}
    }))
    .unwrap()
}

/// Ten requests; before request n the conversation has 2n messages with times.
fn ten_requests(bench: &Bench, timed: bool) -> Vec<Value> {
    let mut history = Vec::new();
    for n in 0..10 {
        let ts = 1_000 * n;
        bench
            .store
            .save_context(
                &session("s"),
                Some(&message(&format!("m{n}"))),
                Some(&format!("r{n}")),
                Some("c0ffee"),
                &snapshot(ts + 1, &history),
            )
            .unwrap();
        let mut asked = json!({"role": "user", "content": format!("question {n}")});
        let mut said = json!({"role": "assistant", "content": format!("answer {n}"),
                              "usage": {"input_tokens": 100, "output_tokens": 10}});
        if timed {
            asked["ts"] = json!(ts + 1);
            said["ts"] = json!(ts + 2);
        }
        history.extend([asked, said]);
    }
    bench
        .store
        .save_context(&session("s"), None, Some("last"), None, &snapshot(99_999, &history))
        .unwrap();
    history
}

fn options(value: Value) -> CheckpointRestoreOptionsExtended {
    serde_json::from_value(value).unwrap()
}

#[test]
fn every_field_has_the_name_agents_know() {
    let whole = json!({
        "timestamp": 1, "systemPrompt": "p", "conversationHistory": [{"role": "user"}],
        "apiConfiguration": {"model": "m"},
        "taskState": {"taskId": "t", "taskMode": "code", "taskToolProtocol": "native",
                      "skipPrevResponseIdOnce": true},
        "fileContextState": {"trackedFiles": ["a"]},
        "apiCallParameters": {"userContent": [1], "includeFileDetails": true, "retryAttempt": 2},
    });
    let read: ApiCallContextSnapshot = serde_json::from_value(whole.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), whole);
    for mode in ["preview", "restore"] {
        for operation in ["delete", "edit"] {
            let all = json!({"ts": 1, "commitHash": "c", "mode": mode, "operation": operation,
                             "restoreApiContext": true, "apiRequestId": "r"});
            assert_eq!(serde_json::to_value(options(all.clone())).unwrap(), all);
        }
    }
}

#[test]
fn a_context_comes_back_whole_but_for_its_secrets() {
    let bench = bench();
    let history = ten_requests(&bench, true);
    let back = bench.store.context(&session("s"), "r5").unwrap();
    let mut expected = snapshot(5_001, &history[..10]);
    expected.api_configuration["apiKey"] = json!("[secret]");
    assert_eq!(back, expected);
    let listed = serde_json::to_value(bench.store.contexts(&session("s")).unwrap()).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 11);
    assert_eq!(listed[5]["apiRequestId"], "r5");
    assert_eq!(listed[5]["commitHash"], "c0ffee");
}

#[test]
fn saving_a_context_costs_what_was_added_to_the_conversation() {
    let bench = bench();
    let mut history: Vec<Value> = (0..2_000)
        .map(|n| json!({"role": "user", "content": format!("{n} {}", "words ".repeat(50))}))
        .collect();
    bench.store.save_context(&session("s"), None, None, None, &snapshot(1, &history)).unwrap();
    let before = stored(&bench);
    for n in 0..10 {
        history.push(json!({"role": "user", "content": n}));
        bench.store.save_context(&session("s"), None, None, None, &snapshot(2, &history)).unwrap();
    }
    assert!(stored(&bench) - before < 5_000, "{}", stored(&bench) - before);
}

#[test]
fn deleting_keeps_the_message_and_editing_removes_it_too() {
    let bench = bench();
    let history = ten_requests(&bench, true);
    for (operation, kept) in [("delete", 15), ("edit", 14)] {
        let restore = bench
            .store
            .restore_context(
                &session("s"),
                &options(json!({"ts": 7_001, "commitHash": "c0ffee", "mode": "preview",
                                "operation": operation})),
            )
            .unwrap();
        assert_eq!(restore.conversation_history, history[..kept], "{operation}");
        assert_eq!(restore.snapshot, None);
        assert_eq!(restore.metrics.messages, 20 - kept as u64, "{operation}");
        assert_eq!(restore.metrics.total_tokens_in, Some(300), "{operation}");
        assert_eq!(restore.metrics.total_tokens_out, Some(30), "{operation}");
    }
}

#[test]
fn a_requests_own_context_is_restored_when_it_is_asked_for() {
    let bench = bench();
    let history = ten_requests(&bench, false);
    let restore = bench
        .store
        .restore_context(
            &session("s"),
            &options(json!({"ts": 3_001, "commitHash": "c0ffee", "mode": "restore",
                            "operation": "edit", "restoreApiContext": true,
                            "apiRequestId": "r3"})),
        )
        .unwrap();
    assert_eq!(restore.conversation_history, history[..6]);
    assert_eq!(restore.metrics.messages, 14);
    assert_eq!(restore.metrics.requests, 8);
    let json = serde_json::to_value(&restore).unwrap();
    assert_eq!(json["mode"], "restore");
    assert_eq!(json["snapshot"]["systemPrompt"], "You are careful.");
    assert_eq!(json["snapshot"]["taskState"]["taskToolProtocol"], "native");
    assert_eq!(json["snapshot"]["apiCallParameters"]["retryAttempt"], 2);
}

#[test]
fn the_last_request_up_to_the_time_is_taken_when_none_is_named() {
    let bench = bench();
    let history = ten_requests(&bench, false);
    let at = |ts: i64| {
        bench
            .store
            .restore_context(
                &session("s"),
                &options(json!({"ts": ts, "commitHash": "", "mode": "restore",
                                "restoreApiContext": true})),
            )
            .unwrap()
            .conversation_history
    };
    assert_eq!(at(4_500), history[..8]);
    assert_eq!(at(-5), history[..0]);
    assert_eq!(at(i64::MAX), history);
}

#[test]
fn a_retry_takes_the_place_of_the_first_try() {
    let bench = bench();
    for n in 0..3 {
        bench.store.save_context(&session("s"), None, Some("r"), None, &snapshot(n, &[])).unwrap();
    }
    assert_eq!(bench.store.contexts(&session("s")).unwrap().len(), 1);
    assert_eq!(bench.store.context(&session("s"), "r").unwrap().timestamp, 2);
}

#[test]
fn what_is_not_there_is_named() {
    let bench = bench();
    let asked = bench.store.context(&session("s"), "r1").unwrap_err().to_string();
    assert!(asked.contains("session `s` has no context of r1"), "{asked}");
    let asked = bench.store.transcript(&session("s"), "x", &message("m")).unwrap_err().to_string();
    assert!(asked.contains("no transcript saved for message `m`"), "{asked}");
}

#[derive(Clone, Debug)]
enum Edit {
    Append(String),
    Truncate(usize),
    Replace(String),
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => "[a-z \n]{0,200}".prop_map(Edit::Append),
        1 => (0..400_usize).prop_map(Edit::Truncate),
        1 => "[a-z \n]{0,300}".prop_map(Edit::Replace),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn every_version_of_any_history_comes_back(edits in prop::collection::vec(edit(), 1..12)) {
        let bench = bench();
        let path = bench.path("t");
        let mut present = String::new();
        let mut expected = Vec::new();
        for (number, edit) in edits.into_iter().enumerate() {
            match edit {
                Edit::Append(more) => present.push_str(&more),
                Edit::Truncate(at) => present.truncate(at),
                Edit::Replace(all) => present = all,
            }
            fs::write(&path, &present).unwrap();
            save(&bench, &format!("m{number}"), &path);
            expected.push(present.clone());
        }
        for (number, text) in expected.into_iter().enumerate() {
            prop_assert_eq!(saved(&bench, &format!("m{number}")), text.into_bytes());
        }
    }
}
