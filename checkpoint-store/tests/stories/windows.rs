//! What is different on Windows. Run on Linux under Wine, which has drives, sharing, read-only
//! files and names without case; it has no journal of NTFS and no virus scanner, and links need
//! a right that its user has and a person may not have.

use std::fs;
use std::os::windows::fs::OpenOptionsExt;

use checkpoint_store::{Bounds, Silent, Why};

use crate::place::Place;

fn set_read_only(place: &Place, name: &str, wanted: bool) {
    let mut rights = fs::metadata(place.path(name)).unwrap().permissions();
    rights.set_readonly(wanted);
    fs::set_permissions(place.path(name), rights).unwrap();
}

fn is_read_only(place: &Place, name: &str) -> bool {
    fs::metadata(place.path(name)).unwrap().permissions().readonly()
}

#[test]
fn a_read_only_file_is_replaced_and_is_read_only_again() {
    let place = Place::new();
    place.write("locked", "old").write("open", "old");
    set_read_only(&place, "locked", true);
    let first = place.save();
    set_read_only(&place, "locked", false);
    place.write("locked", "new").write("open", "new");
    set_read_only(&place, "open", true);
    place.restore(first);
    assert_eq!([place.read("locked"), place.read("open")], ["old", "old"]);
    assert!(is_read_only(&place, "locked") && !is_read_only(&place, "open"));
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!([place.read("locked"), place.read("open")], ["new", "new"]);
    assert!(!is_read_only(&place, "locked") && is_read_only(&place, "open"));
    // And it can be deleted.
    let all = place.save();
    place.write("another", "x");
    set_read_only(&place, "another", true);
    place.restore(all);
    assert!(!place.has("another"));
    set_read_only(&place, "open", false);
}

#[test]
fn only_the_attribute_changed() {
    let place = Place::new();
    place.write("a", "same");
    let first = place.save();
    set_read_only(&place, "a", true);
    let second = place.save();
    assert_ne!(first, second);
    place.restore(first);
    assert!(!is_read_only(&place, "a"));
    place.restore(second);
    assert!(is_read_only(&place, "a"));
    set_read_only(&place, "a", false);
}

/// Opens a file so that nobody else may do anything with it.
fn taken(place: &Place, name: &str) -> fs::File {
    fs::File::options().read(true).write(true).share_mode(0).open(place.path(name)).unwrap()
}

#[test]
fn a_file_that_somebody_has_for_themselves_is_named_and_not_lost() {
    let place = Place::new();
    place.write("a", "1").write("taken", "1");
    let first = place.save();
    place.write("a", "2").write("taken", "2");
    let held = taken(&place, "taken");
    let saved = place.saved();
    assert!(!saved.complete);
    let left: Vec<_> = saved.left_out.iter().map(|left| left.path.to_string()).collect();
    assert_eq!(left, ["taken"]);
    assert!(matches!(saved.left_out[0].why, Why::Unreadable(_)));
    // It cannot be saved first, so it is not overwritten; the rest comes back.
    place.restore(first);
    assert_eq!(place.read("a"), "1");
    drop(held);
    assert_eq!(place.read("taken"), "2");
    place.restore(first);
    assert_eq!(place.read("taken"), "1");
}

#[test]
fn a_file_that_is_taken_for_a_moment_is_waited_for() {
    let place = Place::new();
    place.write("a", "1");
    let held = taken(&place, "a");
    let scanner = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(150));
        drop(held);
    });
    let saved = place.saved();
    scanner.join().unwrap();
    assert!(saved.complete, "{saved:?}");
}

#[test]
fn paths_may_be_long() {
    let place = Place::new();
    let folder = "a-folder-with-a-rather-long-name/".repeat(12);
    let name = format!("{folder}file.txt");
    assert!(place.path(&name).as_os_str().len() > 300);
    place.write(&name, "deep");
    let first = place.save();
    fs::remove_dir_all(place.path("a-folder-with-a-rather-long-name")).unwrap();
    place.restore(first);
    assert_eq!(place.read(&name), "deep");
    // The same outside of any workspace.
    let paths = [place.path(&name)];
    let captured =
        place.store.capture(&paths, "del", &Bounds::default(), None, None, &mut Silent).unwrap();
    assert!(captured.complete && captured.files == 1, "{captured:?}");
    place.write(&name, "changed");
    let none: [&str; 0] = [];
    let plan = place.store.plan_restore_capture(captured.checkpoint, &none, &mut Silent).unwrap();
    place.store.restore_capture(plan, &mut Silent).unwrap();
    assert_eq!(place.read(&name), "deep");
}

#[test]
fn names_differ_by_more_than_case() {
    let place = Place::new();
    place.write("Readme.md", "one");
    let first = place.save();
    // The same file by another name: a change, not a second file.
    place.write("README.MD", "two");
    assert_eq!(place.picture().len(), 1);
    let saved = place.saved();
    assert_eq!((saved.files, saved.changed.modified), (1, 1));
    place.restore(first);
    assert_eq!(place.read("readme.md"), "one");
}

#[test]
fn rules_ignore_names_in_any_case() {
    let place = Place::new();
    place.write(".gitignore", "*.LOG\nBuild/\n").write("a.log", "x").write("build/x", "x");
    let saved = place.saved();
    assert_eq!((saved.files, saved.ignored), (1, 2));
}

#[test]
fn windows_line_ends_stay() {
    let place = Place::new();
    place.write("a.cmd", "@echo off\r\nexit\r\n");
    let first = place.save();
    place.write("a.cmd", "changed\n");
    place.restore(first);
    assert_eq!(fs::read(place.path("a.cmd")).unwrap(), b"@echo off\r\nexit\r\n");
}

#[test]
fn a_link_to_a_folder_is_not_followed() {
    let place = Place::new();
    let outside = place.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("precious"), "outside").unwrap();
    let made = std::os::windows::fs::symlink_dir(&outside, place.path("link"));
    if made.is_err() || !place.path("link").is_symlink() {
        // The person may not make links, or Wine made something else of it.
        return;
    }
    place.write("a", "1");
    let saved = place.saved();
    assert_eq!(saved.files, 2);
    fs::remove_dir(place.path("link")).unwrap();
    fs::create_dir(place.path("link")).unwrap();
    place.write("link/new", "n").write("a", "2");
    place.restore(saved.checkpoint.unwrap());
    assert_eq!(place.read("a"), "1");
    assert!(place.path("link").is_symlink());
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}
