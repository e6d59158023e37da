//! Saving.

use std::fs;
use std::path::PathBuf;

use checkpoint_store::{Error, Filter, Options, SaveRequest, Silent, Status, Store, TreePath, Why};

use crate::place::{Place, options};

#[test]
fn a_save_without_changes_makes_no_checkpoint_unless_asked() {
    let place = Place::new();
    place.write("a.txt", "one");
    let first = place.saved();
    assert!(first.checkpoint.is_some() && first.complete);
    let again = place.saved();
    assert_eq!((again.checkpoint, again.same_as), (None, first.checkpoint));
    let request = SaveRequest { allow_empty: true, ..SaveRequest::default() };
    let asked = place.workspace.save(request, &mut Silent).unwrap();
    assert!(asked.checkpoint > first.checkpoint);
}

#[test]
fn an_empty_workspace_can_be_saved_and_come_back() {
    let place = Place::new();
    let empty = place.save();
    place.write("a/b.txt", "new");
    place.save();
    place.restore(empty);
    assert!(place.picture().is_empty());
}

#[test]
fn what_did_not_change_is_not_read_again_not_even_by_another_process() {
    let place = Place::new();
    for number in 0..50 {
        place.write(&format!("folder-{}/{number}.txt", number % 5), format!("{number}"));
    }
    // Older than the clock's grain.
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(100);
    std::thread::sleep(std::time::Duration::from_millis(60));
    assert_eq!(place.saved().read, 50);
    let place = place.reopened();
    place.write("folder-1/1.txt", "changed");
    let saved = place.saved();
    assert_eq!((saved.read, saved.changed.modified, saved.files), (1, 1, 50));
    // A change that keeps size and time of modification is still noticed.
    let path = place.path("folder-2/2.txt");
    let file = fs::File::options().write(true).open(&path).unwrap();
    fs::write(&path, "X").unwrap();
    file.set_modified(old).unwrap();
    assert_eq!(place.saved().changed.modified, 1);
}

#[test]
fn a_file_written_twice_within_one_tick_of_the_clock_is_read_again() {
    let place = Place::new();
    for round in 0..20 {
        place.write("a.txt", format!("{:02}", round));
        let id = place.save();
        let path = TreePath::new("a.txt").unwrap();
        let bytes = place.workspace.bytes(id, &path).unwrap().unwrap();
        assert_eq!(bytes, format!("{round:02}").into_bytes());
    }
}

#[test]
fn home_root_and_the_store_itself_are_refused() {
    let place = Place::new();
    let home = std::env::home_dir().unwrap();
    for refused in [
        PathBuf::from("/"),
        home.clone(),
        place.folder.path().to_path_buf(),
        place.store.folder().to_path_buf(),
        place.store.folder().join("objects.git"),
    ] {
        let answer = place.store.workspace(&refused).err();
        assert!(matches!(answer, Some(Error::RefusedWorkspace { .. })), "{refused:?}: {answer:?}");
    }
}

#[test]
fn a_store_from_a_later_release_is_refused() {
    let place = Place::new();
    let folder = place.store.folder().to_path_buf();
    drop(place.workspace);
    let database = rusqlite::Connection::open(folder.join("store.sqlite")).unwrap();
    database.pragma_update(None, "user_version", 10_000).unwrap();
    let answer = Store::open(&folder, Options::default()).err();
    assert!(matches!(answer, Some(Error::NewerStore { found: 10_000, .. })), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn pipes_sockets_and_unreadable_files_are_reported_not_opened() {
    let place = Place::new();
    place.write("a.txt", "a");
    std::process::Command::new("mkfifo").arg(place.path("pipe")).status().unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("socket")).unwrap();
    let saved = place.saved();
    let left: Vec<_> = saved.left_out.iter().map(|left| left.path.to_string()).collect();
    assert_eq!(left, ["pipe", "socket"]);
    assert!(saved.complete, "they hold nothing");
}

#[test]
fn a_file_over_the_limit_is_left_out_and_the_checkpoint_says_it_is_incomplete() {
    let place = Place::with(Options { snapshot_file_bytes: 10, ..options() });
    place.write("small", "0123456789").write("large", "0123456789+");
    let saved = place.saved();
    assert!(!saved.complete);
    assert_eq!(saved.left_out[0].why, Why::TooLarge);
    assert!(!place.workspace.list(&Filter::default()).unwrap()[0].complete);
}

#[test]
fn names_are_bytes() {
    let place = Place::new();
    let everywhere = [" blank", "é", "e\u{301}", "-rf", "'quoted'", "$HOME", "%PATH%", "a & b"];
    // Windows refuses these.
    let elsewhere = ["line\nbreak", " blank ", "\"quoted\"", "tab\t", "a\\b", "con", "a:b", "?"];
    let elsewhere = if cfg!(windows) { &[][..] } else { &elsewhere[..] };
    for name in everywhere.iter().chain(elsewhere) {
        place.write(name, name);
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"not unicode \xff\xfe");
        fs::write(place.workspace.root().join(name), "x").unwrap();
    }
    let before = place.picture();
    let id = place.save();
    for path in before.keys() {
        fs::remove_file(place.workspace.root().join(path)).unwrap();
    }
    place.restore(id);
    assert_eq!(place.picture(), before);
}

#[test]
fn lists_and_finds_by_either_end_of_the_name() {
    let place = Place::new();
    let mut ids = Vec::new();
    for round in 0..5 {
        place.write("a.txt", format!("{round}"));
        ids.push(place.save_as(if round % 2 == 0 { "even" } else { "odd" }));
    }
    let all = place.workspace.list(&Filter::default()).unwrap();
    let listed: Vec<_> = all.iter().rev().map(|checkpoint| checkpoint.id).collect();
    assert_eq!(listed, ids);
    let filter = Filter { text: Some("ODD".to_owned()), ..Filter::default() };
    assert_eq!(place.workspace.list(&filter).unwrap().len(), 2);
    let filter = Filter { path: TreePath::new("a.txt"), ..Filter::default() };
    assert_eq!(place.workspace.list(&filter).unwrap().len(), 4);
    for id in ids {
        assert_eq!(place.workspace.find(&id.to_string()).unwrap().id, id);
        assert_eq!(place.workspace.find(&id.short()).unwrap().id, id);
    }
    assert!(matches!(
        place.workspace.find("0"),
        Err(Error::AmbiguousCheckpoint { .. }) | Err(Error::NoCheckpoint { .. })
    ));
    assert!(matches!(place.workspace.find("uuu"), Err(Error::NoCheckpoint { .. })));
}

#[test]
fn differences_name_what_was_added_changed_and_deleted() {
    let place = Place::new();
    place.write("same", "s").write("changed", "1").write("gone/x", "g");
    let first = place.save();
    place.write("changed", "2").write("new", "n").remove("gone");
    let second = place.save();
    let shown = |to| -> Vec<(String, Status)> {
        let differences = place.workspace.diff(first, to, &mut Silent).unwrap();
        differences.into_iter().map(|one| (one.path.to_string(), one.status)).collect()
    };
    let expected = vec![
        ("changed".to_owned(), Status::Modified),
        ("gone/x".to_owned(), Status::Deleted),
        ("new".to_owned(), Status::Added),
    ];
    assert_eq!(shown(Some(second)), expected);
    assert_eq!(shown(None), expected);
}

#[test]
fn an_edit_in_a_large_file_stores_little() {
    let place = Place::new();
    let mut content: Vec<u8> = Vec::new();
    let mut number = 1_u64;
    while content.len() < 8 << 20 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        content.extend_from_slice(&number.to_be_bytes());
    }
    place.write("large.bin", &content);
    let first = place.saved();
    assert!(first.stored > 8 << 20);
    let middle = content.len() / 2;
    content.splice(middle..middle, *b"sixteen bytes in");
    place.write("large.bin", &content);
    let second = place.saved();
    assert!(second.stored < 1 << 20, "{}", second.stored);
    let path = TreePath::new("large.bin").unwrap();
    let bytes = place.workspace.bytes(second.checkpoint.unwrap(), &path).unwrap().unwrap();
    assert!(bytes == content);
    place.restore(first.checkpoint.unwrap());
    assert_eq!(place.path("large.bin").metadata().unwrap().len(), (content.len() - 16) as u64);
    place.workspace.undo(&mut Silent).unwrap();
    assert!(fs::read(place.path("large.bin")).unwrap() == content);
}
