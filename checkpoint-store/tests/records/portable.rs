//! One session as one file.

use std::fs;
use std::io::Read;
use std::path::Path;

use checkpoint_store::{Contents, Error, Silent};
use serde_json::{Value, json};

use crate::bench::{Bench, bench, message, session};

/// A session with files, a rewind, a transcript and a context, exported.
fn exported() -> (Bench, std::path::PathBuf) {
    let bench = bench();
    bench.store.start_session(&session("s"), Some(&bench.path("")), Some("claude")).unwrap();
    let edited = bench.file("src/edited.rs", "old\r\n");
    let made = bench.path("src/made.rs");
    bench.store.record_message(&session("s"), &message("m1"), "Do it").unwrap();
    for file in [&edited, &made] {
        bench.save("s", "m1", file);
        fs::write(file, "new").unwrap();
    }
    let transcript = bench.file("../t.jsonl", "{\"a\":1}\n{\"b\":2}\n");
    bench
        .store
        .save_transcript(&session("s"), "claude", Some(&message("m1")), &transcript)
        .unwrap();
    let snapshot = serde_json::from_value(json!({
        "timestamp": 5, "systemPrompt": "Be careful.", "conversationHistory": [{"role": "user"}],
        "apiConfiguration": {}, "taskState": {"taskId": "t", "taskMode": "code"},
        "fileContextState": {"trackedFiles": []},
        "apiCallParameters": {"userContent": [], "includeFileDetails": false}
    }))
    .unwrap();
    bench.store.save_context(&session("s"), None, Some("r1"), None, &snapshot).unwrap();
    bench.rewind("s", "m1");
    bench.store.undo_rewind(&session("s")).unwrap();
    let file = bench.path("../session.belay");
    let told = bench.store.export_session(&session("s"), None, &file, &mut Silent).unwrap();
    assert!(told.left_out.is_empty(), "{told:?}");
    (bench, file)
}

#[test]
fn a_session_works_on_another_machine() {
    let (_here, file) = exported();
    let there = bench();
    fs::create_dir(there.path("src")).unwrap();
    fs::write(there.path("src/edited.rs"), "new").unwrap();
    fs::write(there.path("src/made.rs"), "new").unwrap();

    let told = there.store.import_session(&file, &there.path(""), &mut Silent).unwrap();

    assert_eq!(told.session, session("s"));
    assert_eq!((told.messages, told.contexts), (3, 2));
    let result = there.rewind("s", "m1");
    assert!(result.success, "{result:?}");
    assert_eq!(fs::read(there.path("src/edited.rs")).unwrap(), b"old\r\n");
    assert!(!there.path("src/made.rs").exists());
    assert!(there.store.undo_rewind(&session("s")).unwrap().success);
    assert_eq!(fs::read(there.path("src/made.rs")).unwrap(), b"new");
    let text = there.store.transcript(&session("s"), "claude", &message("m1")).unwrap();
    assert_eq!(text, b"{\"a\":1}\n{\"b\":2}\n");
    let context = there.store.context(&session("s"), "r1").unwrap();
    assert_eq!(context.system_prompt, "Be careful.");
    assert_eq!(context.conversation_history, [json!({"role": "user"})]);
    let known = there.store.session(&session("s")).unwrap();
    assert_eq!(known.agent.as_deref(), Some("claude"));
}

#[test]
fn a_name_that_is_taken_gets_an_ending() {
    let (here, file) = exported();
    let told = here.store.import_session(&file, &here.path(""), &mut Silent).unwrap();
    assert!(told.session.as_str().starts_with("s-imported-"), "{told:?}");
    let copy = here.store.get_checkpoints(&told.session, Contents::Include).unwrap();
    let own = here.store.get_checkpoints(&session("s"), Contents::Include).unwrap();
    let texts = |list: &[checkpoint_store::FileCheckpoint]| -> Vec<_> {
        list.iter().map(|file| (file.file_path.clone(), file.original_content.clone())).collect()
    };
    assert_eq!(texts(&copy), texts(&own));
}

fn lines(file: &Path) -> Vec<Value> {
    let mut text = String::new();
    zstd::Decoder::new(fs::File::open(file).unwrap()).unwrap().read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Writes the lines as a file whose last line fits them again.
fn forged(file: &Path, mut lines: Vec<Value>) -> std::path::PathBuf {
    lines.pop();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // A forger knows how to count and to hash.
    let end = json!({"type": "end", "lines": lines.len(),
                     "hash": blake3::hash(text.as_bytes()).to_string()});
    let path = file.with_extension("forged");
    fs::write(&path, zstd::encode_all(format!("{text}{end}\n").as_bytes(), 3).unwrap()).unwrap();
    path
}

fn refused(file: &Path) -> String {
    let there = bench();
    let error = there.store.import_session(file, &there.path(""), &mut Silent).unwrap_err();
    assert!(there.store.sessions().unwrap().is_empty(), "something was taken in: {error}");
    assert_eq!(there.number("SELECT count(*) FROM contents"), 0);
    error.to_string()
}

#[test]
fn the_forger_of_these_tests_makes_files_that_are_taken() {
    let (_bench, file) = exported();
    let there = bench();
    there.store.import_session(forged(&file, lines(&file)), &there.path(""), &mut Silent).unwrap();
}

#[test]
fn no_path_leads_out() {
    let (_bench, file) = exported();
    for path in
        ["../x", "/etc/passwd", "a/../../x", "C:\\x", "a\\..\\x", "", ".git/hooks/x", "a/.GIT/x"]
    {
        let mut lines = lines(&file);
        let place = lines.iter_mut().find(|line| line["type"] == "file").unwrap();
        place["path"] = json!(path);
        let told = refused(&forged(&file, lines));
        assert!(told.contains("leads out") && told.contains("nothing was taken in"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_not_taken_in() {
    let (_bench, file) = exported();
    for (target, taken) in [("/etc", false), ("../../..", false), ("edited.rs", true)] {
        let mut lines = lines(&file);
        let content = lines.iter().position(|line| line["type"] == "content").unwrap();
        let id = checkpoint_store::ObjectId::of_blob(target.as_bytes()).to_string();
        use base64::Engine as _;
        let base64 = base64::engine::general_purpose::STANDARD.encode(target);
        lines.insert(content, json!({"type": "content", "id": id, "base64": base64}));
        let place = lines.iter_mut().find(|line| line["type"] == "file").unwrap();
        place["savedAs"] = json!("symlink");
        place["content"] = json!(id);
        let there = bench();
        there.store.import_session(forged(&file, lines), &there.path(""), &mut Silent).unwrap();
        let result = there.rewind("s", "m1");
        assert_eq!(result.success, taken, "{target}: {result:?}");
        assert_eq!(there.path("src/edited.rs").is_symlink(), taken, "{target}");
    }
}

#[test]
fn content_that_is_not_what_its_name_says_is_refused() {
    let (_bench, file) = exported();
    let mut lines = lines(&file);
    let place = lines.iter_mut().find(|line| line["type"] == "content").unwrap();
    place["base64"] = json!("ZXZpbA==");
    assert!(refused(&forged(&file, lines)).contains("has another hash"));
}

#[test]
fn a_file_that_was_changed_or_cut_off_is_refused() {
    let (_bench, file) = exported();
    let whole = lines(&file);
    let write = |lines: &[Value]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let path = file.with_extension("changed");
        fs::write(&path, zstd::encode_all(text.as_bytes(), 3).unwrap()).unwrap();
        path
    };
    assert!(refused(&write(&whole[..whole.len() - 1])).contains("its end is missing"));
    let mut changed = whole.clone();
    changed[2]["description"] = json!("something else");
    assert!(refused(&write(&changed)).contains("changed or is not whole"));
    let bytes = fs::read(&file).unwrap();
    let path = file.with_extension("cut");
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    refused(&path);
    fs::write(&path, "no such file at all").unwrap();
    refused(&path);
}

#[test]
fn a_newer_format_is_refused_with_the_way_out() {
    let (_bench, file) = exported();
    let mut lines = lines(&file);
    lines[0]["version"] = json!(99);
    let path = forged(&file, lines);
    let there = bench();
    let error = there.store.import_session(&path, &there.path(""), &mut Silent).unwrap_err();
    assert!(matches!(error, Error::NewerStore { found: 99, known: 2, .. }), "{error}");
}

#[test]
fn files_outside_the_workspace_are_left_out_and_listed() {
    let bench = bench();
    bench.store.start_session(&session("s"), Some(&bench.path("")), None).unwrap();
    let outside = bench.file("../outside.txt", "x").canonicalize().unwrap();
    bench.save("s", "m1", &outside);
    bench.save("s", "m1", &bench.file("inside.txt", "y"));
    let file = bench.path("../out.belay");
    let told = bench.store.export_session(&session("s"), None, &file, &mut Silent).unwrap();
    assert_eq!(told.left_out, [outside]);
    let kept: Vec<_> = lines(&file).into_iter().filter(|line| line["type"] == "file").collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0]["path"], "inside.txt");
}

#[test]
fn a_session_without_a_workspace_needs_to_be_told_one() {
    let bench = bench();
    bench.save("s", "m1", &bench.file("a", "x"));
    let to = bench.path("../out.belay");
    let error = bench.store.export_session(&session("s"), None, &to, &mut Silent).unwrap_err();
    assert!(error.to_string().contains("name the folder"), "{error}");
    assert!(!to.exists());
    bench.store.export_session(&session("s"), Some(&bench.path("")), &to, &mut Silent).unwrap();
    assert!(to.exists());
}
