//! Single files: saved before a write, brought back by message.

use std::fs;

use crate::bench::{Bench, bench, message, session};
use checkpoint_store::{
    Cancel, Contents, Error, MessageId, Options, Progress, RewindOptions, SavedFile, SessionId,
    Stage,
};

#[test]
fn an_edited_file_gets_its_content_back() {
    let bench = bench();
    let file = bench.file("notes.txt", "first");
    bench.save("s", "m1", &file);
    fs::write(&file, "second").unwrap();

    let result = bench.rewind("s", "m1");

    assert!(result.success, "{result:?}");
    assert_eq!(result.restored_files, std::slice::from_ref(&file));
    assert!(result.deleted_files.is_empty());
    assert_eq!(fs::read(&file).unwrap(), b"first");
}

#[test]
fn a_file_that_did_not_exist_is_deleted_with_the_folders_made_for_it() {
    let bench = bench();
    let file = bench.path("new/deep/file.txt");
    bench.save("s", "m1", &file);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "made").unwrap();

    let result = bench.rewind("s", "m1");

    assert!(result.success, "{result:?}");
    assert_eq!(result.deleted_files, std::slice::from_ref(&file));
    assert!(!bench.path("new").exists());
}

#[test]
fn a_folder_with_something_else_in_it_stays() {
    let bench = bench();
    let file = bench.path("new/file.txt");
    bench.save("s", "m1", &file);
    bench.file("new/file.txt", "made");
    bench.file("new/mine.txt", "a person's own");

    assert!(bench.rewind("s", "m1").success);

    assert!(!file.exists());
    assert_eq!(fs::read(bench.path("new/mine.txt")).unwrap(), b"a person's own");
}

#[test]
fn going_back_to_a_message_takes_that_message_and_everything_after_it() {
    let bench = bench();
    let file = bench.file("a", "0");
    for (number, name) in ["m1", "m2", "m3"].into_iter().enumerate() {
        bench.save("s", name, &file);
        fs::write(&file, (number + 1).to_string()).unwrap();
    }

    assert!(bench.rewind("s", "m2").success);
    assert_eq!(fs::read(&file).unwrap(), b"1");
    assert!(bench.rewind("s", "m1").success);
    assert_eq!(fs::read(&file).unwrap(), b"0");
    // The future is still there: the messages are points in a log.
    assert!(bench.rewind("s", "m3").success);
    assert_eq!(fs::read(&file).unwrap(), b"2");
}

#[test]
fn the_oldest_content_of_a_message_wins() {
    let bench = bench();
    let file = bench.file("a", "before");
    let first = bench.save("s", "m1", &file);
    fs::write(&file, "half").unwrap();
    assert_eq!(bench.save("s", "m1", &file), SavedFile::Already { id: first.id().unwrap() });
    fs::write(&file, "done").unwrap();

    bench.rewind("s", "m1");

    assert_eq!(fs::read(&file).unwrap(), b"before");
}

#[test]
fn bytes_come_back_exactly() {
    let cases: &[(&str, Vec<u8>)] = &[
        ("empty", vec![]),
        ("windows line ends", b"a\r\nb\r\n".to_vec()),
        ("no last line end", b"a\nb".to_vec()),
        ("every byte", (0..=255).collect()),
        ("zeros", vec![0; 100_000]),
        ("no unicode", b"\xff\xfe\x00text".to_vec()),
        ("exactly the limit", vec![b'x'; 1 << 20]),
    ];
    let bench = bench();
    for (name, bytes) in cases {
        let file = bench.path(name);
        fs::write(&file, bytes).unwrap();
        bench.save("s", name, &file);
        fs::write(&file, "changed").unwrap();
        assert!(bench.rewind("s", name).success, "{name}");
        assert_eq!(&fs::read(&file).unwrap(), bytes, "{name}");
    }
}

#[test]
fn a_file_over_the_limit_is_skipped_and_a_rewind_says_so() {
    let bench = bench();
    let file = bench.path("big");
    fs::write(&file, vec![1; (1 << 20) + 1]).unwrap();
    let SavedFile::Skipped { reason } = bench.save("s", "m1", &file) else {
        panic!("it was saved");
    };
    assert!(reason.contains("1048577 bytes are over the limit of 1048576"), "{reason}");
    fs::write(&file, "changed").unwrap();

    let result = bench.rewind("s", "m1");

    assert!(!result.success);
    assert_eq!(result.errors.len(), 1);
    assert_eq!(result.errors[0].file_path, file);
    assert!(result.errors[0].error.contains("over the limit"), "{result:?}");
    assert_eq!(fs::read(&file).unwrap(), b"changed");
}

#[test]
fn fifty_are_kept_and_a_rewind_past_them_names_what_is_missing() {
    let bench = bench();
    let files: Vec<_> = (0..60).map(|n| bench.file(&format!("f{n:02}"), &n.to_string())).collect();
    for (n, file) in files.iter().enumerate() {
        bench.save("s", &format!("m{n}"), file);
        fs::write(file, "changed").unwrap();
    }
    assert_eq!(bench.store.get_checkpoints(&session("s"), Contents::Omit).unwrap().len(), 50);

    let result = bench.rewind("s", "m0");

    assert!(!result.success);
    assert_eq!(result.restored_files, files[10..]);
    let missing: Vec<_> = result.errors.iter().map(|error| error.file_path.clone()).collect();
    assert_eq!(missing, files[..10]);
    assert!(result.errors.iter().all(|error| error.error.contains("keeps 50")), "{result:?}");
    assert_eq!(fs::read(&files[0]).unwrap(), b"changed");
    assert_eq!(fs::read(&files[59]).unwrap(), b"59");
}

#[test]
fn a_dropped_save_is_never_replaced_by_a_newer_one() {
    let bench = Bench::with(Options { file_checkpoints: 2, ..Options::default() });
    let file = bench.file("a", "0");
    for n in 1..=5 {
        bench.save("s", &format!("m{n}"), &file);
        fs::write(&file, n.to_string()).unwrap();
    }
    // m4 and m5 are left. What the file was at m2 is gone, and content of m4 is not it.
    let result = bench.rewind("s", "m2");
    assert_eq!(result.errors.len(), 1, "{result:?}");
    assert_eq!(fs::read(&file).unwrap(), b"5");
    assert!(bench.rewind("s", "m4").success);
    assert_eq!(fs::read(&file).unwrap(), b"3");
}

#[test]
fn a_pinned_message_keeps_what_it_needs() {
    let bench = Bench::with(Options { file_checkpoints: 3, ..Options::default() });
    let file = bench.file("a", "precious");
    bench.save("s", "m0", &file);
    bench.store.pin_message(&session("s"), &message("m0"), true).unwrap();
    for n in 1..=10 {
        fs::write(&file, n.to_string()).unwrap();
        bench.save("s", &format!("m{n}"), &file);
    }
    fs::write(&file, "last").unwrap();

    assert!(bench.rewind("s", "m0").success);

    assert_eq!(fs::read(&file).unwrap(), b"precious");
}

#[test]
fn a_rewind_can_be_undone_and_done_again() {
    let bench = bench();
    let edited = bench.file("edited", "old");
    let made = bench.path("made");
    let gone = bench.file("gone", "still here");
    for file in [&edited, &made, &gone] {
        bench.save("s", "m1", file);
    }
    fs::write(&edited, "new").unwrap();
    fs::write(&made, "made").unwrap();
    fs::remove_file(&gone).unwrap();
    let after = bench.contents();

    assert!(bench.rewind("s", "m1").success);
    let before = bench.contents();
    assert_eq!(fs::read(&edited).unwrap(), b"old");
    assert!(!made.exists());
    assert_eq!(fs::read(&gone).unwrap(), b"still here");

    for round in 0..3 {
        assert!(bench.store.undo_rewind(&session("s")).unwrap().success, "{round}");
        assert_eq!(bench.contents(), after, "{round}");
        assert!(bench.store.undo_rewind(&session("s")).unwrap().success, "{round}");
        assert_eq!(bench.contents(), before, "{round}");
    }
}

#[test]
fn what_nobody_saved_is_saved_by_the_rewind_before_it_overwrites_it() {
    let bench = bench();
    let file = bench.file("a", "old");
    bench.save("s", "m1", &file);
    fs::write(&file, "by the agent").unwrap();
    fs::write(&file, "by a person, never saved").unwrap();

    let result = bench.rewind("s", "m1");
    assert_eq!(fs::read(&file).unwrap(), b"old");

    let undone = bench.store.rewind_files(&session("s"), &result.undo.unwrap()).unwrap();
    assert!(undone.success);
    assert_eq!(fs::read(&file).unwrap(), b"by a person, never saved");
}

#[test]
fn a_present_file_over_the_limit_is_saved_before_it_is_overwritten() {
    let bench = bench();
    let file = bench.file("a", "small");
    bench.save("s", "m1", &file);
    let large = vec![7; 3 << 20];
    fs::write(&file, &large).unwrap();

    assert!(bench.rewind("s", "m1").success);
    assert_eq!(fs::read(&file).unwrap(), b"small");
    assert!(bench.store.undo_rewind(&session("s")).unwrap().success);
    assert_eq!(fs::read(&file).unwrap(), large);
}

#[test]
fn another_sessions_file_survives_unless_told_otherwise() {
    let bench = bench();
    let shared = bench.file("shared", "0");
    let own = bench.file("own", "0");
    bench.save("a", "m1", &shared);
    bench.save("a", "m1", &own);
    fs::write(&shared, "a").unwrap();
    fs::write(&own, "a").unwrap();
    bench.save("b", "n1", &shared);
    fs::write(&shared, "b").unwrap();

    let result = bench.rewind("a", "m1");
    assert!(!result.success);
    assert_eq!(result.restored_files, [own]);
    assert!(result.errors[0].error.contains("session `b` wrote it since"), "{result:?}");
    assert_eq!(fs::read(&shared).unwrap(), b"b");

    // The other session goes back first, then this one is free.
    assert!(bench.rewind("b", "n1").success);
    assert_eq!(fs::read(&shared).unwrap(), b"a");
    let options = RewindOptions { overwrite_others: true, ..RewindOptions::default() };
    let forced = bench.store.rewind_files_with(&session("a"), &message("m1"), &options).unwrap();
    assert!(forced.success);
    assert_eq!(fs::read(&shared).unwrap(), b"0");
}

#[test]
fn one_session_restores_from_another_and_can_undo_it_itself() {
    let bench = bench();
    let file = bench.file("a", "0");
    bench.save("old", "m1", &file);
    fs::write(&file, "1").unwrap();
    let options = RewindOptions { acting: Some(session("new")), ..RewindOptions::default() };

    let result = bench.store.rewind_files_with(&session("old"), &message("m1"), &options).unwrap();
    assert!(result.success);
    assert_eq!(fs::read(&file).unwrap(), b"0");
    assert!(bench.store.undo_rewind(&session("new")).unwrap().success);
    assert_eq!(fs::read(&file).unwrap(), b"1");
    assert!(bench.store.undo_rewind(&session("old")).is_err());
}

#[test]
fn only_the_chosen_files_are_brought_back() {
    let bench = bench();
    let (a, b) = (bench.file("a", "0"), bench.file("b", "0"));
    bench.save("s", "m1", &a);
    bench.save("s", "m1", &b);
    fs::write(&a, "1").unwrap();
    fs::write(&b, "1").unwrap();
    let options = RewindOptions { only: Some(vec![a.clone()]), ..RewindOptions::default() };

    bench.store.rewind_files_with(&session("s"), &message("m1"), &options).unwrap();

    assert_eq!(fs::read(&a).unwrap(), b"0");
    assert_eq!(fs::read(&b).unwrap(), b"1");
}

/// Asks to stop at one stage.
struct StopAt(Stage, Cancel, Vec<(Stage, u64, u64)>);

impl Progress for StopAt {
    fn at(&mut self, stage: Stage, done: u64, total: u64) {
        self.2.push((stage, done, total));
        if stage == self.0 {
            self.1.now();
        }
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.1)
    }
}

#[test]
fn a_rewind_tells_how_far_it_is_and_stops_whole_or_not_at_all() {
    let bench = bench();
    let files = ["a", "b", "c"].map(|name| bench.file(name, "old"));
    for file in &files {
        bench.save("s", "m1", file);
        fs::write(file, "new").unwrap();
    }
    let before = bench.contents();
    let rewind = |stop: &mut StopAt| {
        let options = RewindOptions::default();
        bench.store.rewind_files_telling(&session("s"), &message("m1"), &options, stop)
    };
    let mut early = StopAt(Stage::Plan, Cancel::default(), Vec::new());
    assert!(matches!(rewind(&mut early), Err(Error::Cancelled)));
    assert_eq!(bench.contents(), before);
    assert!(bench.store.undo_rewind(&session("s")).is_err(), "there was none");

    let mut late = StopAt(Stage::Apply, Cancel::default(), Vec::new());
    assert!(rewind(&mut late).unwrap().success, "too late to stop");
    assert!(files.iter().all(|file| fs::read(file).unwrap() == b"old"));
    let applied: Vec<_> = late.2.into_iter().filter(|told| told.0 == Stage::Apply).collect();
    assert_eq!(applied, [0, 1, 2].map(|done| (Stage::Apply, done, 3)));
}

#[test]
fn a_plan_touches_nothing_and_tells_what_will_happen() {
    let bench = bench();
    let edited = bench.file("a-edited", "old");
    let made = bench.path("b-made");
    let kept = bench.file("c-kept", "same");
    let folder = bench.file("d-folder", "was a file");
    for file in [&edited, &made, &kept, &folder] {
        bench.save("s", "m1", file);
    }
    fs::write(&edited, "new").unwrap();
    fs::write(&made, "made").unwrap();
    fs::remove_file(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    let before = bench.contents();

    let plan =
        bench.store.plan_rewind(&session("s"), &message("m1"), &RewindOptions::default()).unwrap();

    let told = serde_json::to_value(&plan).unwrap();
    let changes: Vec<_> =
        told["files"].as_array().unwrap().iter().map(|file| file["change"].clone()).collect();
    assert_eq!(changes, ["restore", "delete", "keep", "leaveAlone"]);
    assert_eq!(bench.contents(), before);
}

#[test]
fn a_folder_where_the_file_was_is_left_alone() {
    let bench = bench();
    let file = bench.file("a", "file");
    bench.save("s", "m1", &file);
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    bench.file("a/inside", "mine");

    let result = bench.rewind("s", "m1");

    assert!(result.errors[0].error.contains("a folder now"), "{result:?}");
    assert_eq!(fs::read(bench.path("a/inside")).unwrap(), b"mine");
}

#[test]
fn unknown_sessions_and_messages_are_named() {
    let bench = bench();
    let asked = bench.store.rewind_files(&session("nobody"), &message("m")).unwrap_err();
    assert!(asked.to_string().contains("no session `nobody`"), "{asked}");
    bench.save("s", "m1", &bench.file("a", ""));
    let asked = bench.store.rewind_files(&session("s"), &message("m9")).unwrap_err();
    assert!(asked.to_string().contains("no message `m9`"), "{asked}");
}

#[test]
fn the_list_has_the_shape_programs_expect() {
    let bench = bench();
    let text = bench.file("a.txt", "hello\n");
    bench.save("s", "m1", &text);
    bench.save("s", "m1", &bench.path("new.txt"));

    let listed = bench.store.get_checkpoints(&session("s"), Contents::Include).unwrap();

    let json = serde_json::to_value(&listed).unwrap();
    assert_eq!(json[0]["sessionId"], "s");
    assert_eq!(json[0]["messageId"], "m1");
    assert_eq!(json[0]["filePath"], text.to_str().unwrap());
    assert_eq!(json[0]["originalContent"], "hello\n");
    assert_eq!(json[0]["fileExisted"], true);
    assert!(json[0]["createdAt"].as_i64().unwrap() > 1_700_000_000_000);
    assert_eq!(json[0]["contentId"], "ce013625030ba8dba906f756967f9e9ca394464a");
    assert_eq!(json[1]["originalContent"], serde_json::Value::Null);
    assert_eq!(json[1]["fileExisted"], false);
    let result = serde_json::to_value(bench.rewind("s", "m1")).unwrap();
    assert_eq!(result["success"], true);
    for list in ["restoredFiles", "deletedFiles", "errors"] {
        assert!(result[list].is_array(), "{result}");
    }
}

#[test]
fn a_damaged_content_is_named_and_not_served() {
    let bench = bench();
    let (bad, good) = (bench.file("bad", &"x".repeat(500)), bench.file("good", "fine"));
    bench.save("s", "m1", &bad);
    bench.save("s", "m1", &good);
    fs::write(&bad, "changed").unwrap();
    fs::write(&good, "changed").unwrap();
    bench.corrupt("UPDATE contents SET bytes = zeroblob(length(bytes)) WHERE size = 500");

    let listed = bench.store.get_checkpoints(&session("s"), Contents::Include).unwrap();
    assert_eq!(listed[0].original_content, None);
    assert!(listed[0].damaged.as_ref().unwrap().contains("damaged"), "{listed:?}");
    let result = bench.rewind("s", "m1");
    assert_eq!(result.restored_files, [good]);
    assert!(result.errors[0].error.contains("is damaged"), "{result:?}");
    assert_eq!(fs::read(&bad).unwrap(), b"changed");

    // Saving the same bytes again repairs it.
    fs::write(&bad, "x".repeat(500)).unwrap();
    bench.save("s", "m2", &bad);
    fs::write(&bad, "changed").unwrap();
    assert!(bench.rewind("s", "m1").success);
    assert_eq!(fs::read_to_string(&bad).unwrap(), "x".repeat(500));
}

#[test]
fn content_is_kept_once() {
    let bench = bench();
    for n in 0..20 {
        bench.save(&format!("s{n}"), "m", &bench.file(&format!("f{n}"), "the same words"));
    }
    assert_eq!(bench.number("SELECT count(*) FROM contents"), 1);
}

#[test]
fn a_second_rewind_to_the_same_message_has_nothing_to_do() {
    let bench = bench();
    let file = bench.file("a", "0");
    bench.save("s", "m1", &file);
    assert!(bench.rewind("s", "m1").success);
    let result = bench.rewind("s", "m1");
    assert_eq!(result.unchanged_files, [file]);
    assert_eq!(result.undo, None);
}

#[test]
fn one_file_that_cannot_be_written_does_not_stop_the_others() {
    let bench = bench();
    let (blocked, free) = (bench.file("folder/a", "old"), bench.file("free", "old"));
    bench.save("s", "m1", &blocked);
    bench.save("s", "m1", &free);
    fs::remove_dir_all(bench.path("folder")).unwrap();
    bench.file("folder", "a file where the folder was");
    fs::write(&free, "new").unwrap();

    let result = bench.rewind("s", "m1");

    assert_eq!(result.restored_files, [free]);
    assert_eq!(result.errors[0].file_path, blocked);
    assert!(result.errors[0].error.contains("is a file now"), "{result:?}");
    assert_eq!(fs::read(bench.path("folder")).unwrap(), b"a file where the folder was");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn modes_come_back() {
        let bench = bench();
        for mode in [0o755, 0o600, 0o444, 0o644] {
            let file = bench.file(&format!("f{mode:o}"), "#!/bin/sh\n");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            bench.save("s", "m1", &file);
            fs::remove_file(&file).unwrap();
            fs::write(&file, "changed").unwrap();
        }
        assert!(bench.rewind("s", "m1").success);
        for mode in [0o755, 0o600, 0o444, 0o644] {
            let found = fs::metadata(bench.path(&format!("f{mode:o}"))).unwrap().mode();
            assert_eq!(found & 0o7777, mode, "{mode:o}");
        }
    }

    #[test]
    fn a_lost_exec_bit_alone_is_brought_back() {
        let bench = bench();
        let file = bench.file("run.sh", "#!/bin/sh\n");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        bench.save("s", "m1", &file);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(bench.rewind("s", "m1").success);
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o755);
    }

    #[test]
    fn a_write_through_a_link_is_undone_behind_it() {
        let bench = bench();
        let real = bench.file("elsewhere/real", "old");
        let link = bench.path("link");
        symlink("elsewhere/real", &link).unwrap();
        bench.save("s", "m1", &link);
        fs::write(&link, "through the link").unwrap();

        assert!(bench.rewind("s", "m1").success);

        assert_eq!(fs::read(&real).unwrap(), b"old");
        assert_eq!(fs::read_link(&link).unwrap().to_str(), Some("elsewhere/real"));
    }

    #[test]
    fn a_link_that_was_replaced_by_a_file_is_a_link_again() {
        let bench = bench();
        let real = bench.file("real", "old");
        let link = bench.path("link");
        symlink("real", &link).unwrap();
        bench.save("s", "m1", &link);
        fs::remove_file(&link).unwrap();
        fs::write(&link, "a file now").unwrap();

        assert!(bench.rewind("s", "m1").success);

        assert_eq!(fs::read_link(&link).unwrap().to_str(), Some("real"));
        assert_eq!(fs::read(&real).unwrap(), b"old");
        assert!(bench.store.undo_rewind(&session("s")).unwrap().success);
        assert_eq!(fs::read(&link).unwrap(), b"a file now");
        assert!(!fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_link_to_nothing_is_saved_and_what_is_made_behind_it_is_deleted() {
        let bench = bench();
        let link = bench.path("link");
        symlink("not-yet", &link).unwrap();
        bench.save("s", "m1", &link);
        fs::write(&link, "made behind").unwrap();
        assert!(bench.path("not-yet").exists());

        assert!(bench.rewind("s", "m1").success);

        assert!(!bench.path("not-yet").exists());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_folder_that_became_a_link_is_never_written_through() {
        let bench = bench();
        let outside = bench.file("outside/secret", "theirs");
        let file = bench.file("folder/secret", "mine");
        bench.save("s", "m1", &file);
        fs::remove_dir_all(bench.path("folder")).unwrap();
        symlink("outside", bench.path("folder")).unwrap();

        let result = bench.rewind("s", "m1");

        assert!(!result.success);
        assert!(result.errors[0].error.contains("a link now"), "{result:?}");
        assert_eq!(fs::read(&outside).unwrap(), b"theirs");
    }

    #[test]
    fn dots_after_a_link_save_both_files_they_may_mean() {
        let bench = bench();
        let system = bench.file("far/x", "as the system reads it");
        let text = bench.file("x", "as a program may read it");
        fs::create_dir(bench.path("far/away")).unwrap();
        symlink("far/away", bench.path("link")).unwrap();
        bench.save("s", "m1", &bench.path("link/../x"));
        fs::write(&system, "changed").unwrap();
        fs::write(&text, "changed").unwrap();

        assert!(bench.rewind("s", "m1").success);

        assert_eq!(fs::read(&system).unwrap(), b"as the system reads it");
        assert_eq!(fs::read(&text).unwrap(), b"as a program may read it");
    }

    // macOS has no such call beneath a folder.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_is_skipped_without_waiting_for_it() {
        let bench = bench();
        let pipe = bench.path("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RWXU,
            0,
        )
        .unwrap();
        let SavedFile::Skipped { reason } = bench.save("s", "m1", &pipe) else {
            panic!("it was saved");
        };
        assert!(reason.contains("no ordinary file"), "{reason}");
    }

    #[test]
    fn a_path_that_is_no_unicode_comes_back() {
        use std::os::unix::ffi::OsStrExt;
        let bench = bench();
        let file = bench.path("").join(std::ffi::OsStr::from_bytes(b"caf\xe9\n"));
        fs::write(&file, "old").unwrap();
        bench.save("s", "m1", &file);
        fs::write(&file, "new").unwrap();
        assert!(bench.rewind("s", "m1").success);
        assert_eq!(fs::read(&file).unwrap(), b"old");
    }
}

#[test]
fn ids_are_checked() {
    assert!(SessionId::new("").is_err());
    assert!(MessageId::new("a\nb").is_err());
}
