//! A store that is damaged, newer, or on a full disk: said clearly, nothing lost.

use std::fs;

use checkpoint_store::{Error, Options, Silent, Store};

use crate::bench::bench;

#[test]
fn a_store_of_a_newer_release_is_refused_untouched() {
    let bench = bench();
    bench.save("s", "m1", &bench.file("a", "0"));
    bench.corrupt("PRAGMA user_version = 99");
    let refused = Store::open(bench.store_folder(), Options::default()).err().unwrap();
    let text = refused.to_string();
    assert!(matches!(refused, Error::NewerStore { found: 99, .. }), "{text}");
    assert!(text.contains("version 99") && text.contains("update"), "{text}");
    assert_eq!(bench.number("SELECT count(*) FROM file_checkpoints"), 1);
    assert_eq!(bench.number("PRAGMA user_version"), 99);
}

#[test]
fn a_file_that_is_no_database_is_named_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let text = "this is not a database, but somebody's only copy of something".repeat(50);
    fs::write(&path, &text).unwrap();
    let refused = Store::open(folder.path(), Options::default()).err().unwrap();
    assert!(matches!(refused, Error::DamagedFile { .. }), "{refused}");
    assert!(refused.to_string().contains("store.sqlite"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_check_finds_every_damaged_content_and_says_who_needs_it() {
    let bench = bench();
    for n in 0..5 {
        let file = bench.file(&format!("f{n}"), &format!("{n} and more ").repeat(100));
        bench.save("s", "m1", &file);
    }
    assert!(bench.store.check_records(&mut Silent).unwrap().is_empty());
    bench.corrupt("UPDATE contents SET bytes = randomblob(length(bytes)) WHERE key IN (2, 4)");
    let found = bench.store.check_records(&mut Silent).unwrap();
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|error| matches!(error, Error::Damaged { .. })), "{found:?}");
}

#[test]
fn a_content_that_claims_an_absurd_size_takes_no_memory() {
    let bench = bench();
    let file = bench.file("a", &"words ".repeat(100));
    let id = bench.save("s", "m1", &file).id().unwrap();
    bench.corrupt("UPDATE contents SET size = 1 << 50");
    let error = bench.store.checkpoint_content(id).unwrap_err();
    assert!(error.to_string().contains("impossible"), "{error}");
}
