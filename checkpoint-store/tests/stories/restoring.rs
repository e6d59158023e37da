//! Restoring.

use std::fs;

use checkpoint_store::{Error, LeaveWhy, Scope, SessionId, Silent, TreePath};

use crate::place::Place;

#[test]
fn everything_comes_back_and_goes_again() {
    let place = Place::new();
    place.write("kept", "k").write("src/main.rs", "fn main() {}").write("src/old.rs", "old");
    let first = place.save();
    let before = place.picture();
    place.write("src/main.rs", "broken").write("src/new.rs", "new").remove("src/old.rs");
    let broken = place.picture();

    let plan = place.plan(first, &Scope::All);
    assert_eq!(plan.writes.len(), 2);
    assert_eq!(plan.deletes.len(), 1);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(place.picture(), before);

    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.picture(), broken);
    place.workspace.redo(&mut Silent).unwrap();
    assert_eq!(place.picture(), before);
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.picture(), broken);
}

#[test]
fn untouched_files_keep_their_time() {
    let place = Place::new();
    place.write("same", "s").write("other", "o");
    let first = place.save();
    let time = || fs::metadata(place.path("same")).unwrap().modified().unwrap();
    let before = time();
    place.write("other", "changed");
    place.restore(first);
    assert_eq!(time(), before);
}

#[test]
fn an_ignored_file_is_never_deleted_nor_overwritten_unsaved() {
    let place = Place::new();
    place.write(".gitignore", ".env\nnode_modules/\n").write("a", "1");
    place.write(".env", "SECRET=1").write("node_modules/x/index.js", "x");
    let first = place.save();
    place.write("a", "2").write(".env", "SECRET=2").write("node_modules/y.js", "y");
    place.restore(first);
    assert_eq!(place.read(".env"), "SECRET=2");
    assert_eq!(place.read("node_modules/y.js"), "y");
    assert_eq!(place.read("a"), "1");
}

#[test]
fn a_file_ignored_then_and_seen_now_stays() {
    let place = Place::new();
    place.write(".gitignore", "notes.txt\n").write("notes.txt", "mine");
    let first = place.save();
    place.write(".gitignore", "").write("notes.txt", "mine, longer");
    place.save();
    let plan = place.plan(first, &Scope::All);
    assert!(plan.deletes.is_empty());
    assert_eq!(plan.leaves[0].why, LeaveWhy::IgnoredThen);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(place.read("notes.txt"), "mine, longer");
}

#[test]
fn a_file_saved_then_and_ignored_now_is_saved_before_it_is_overwritten() {
    let place = Place::new();
    place.write("config.local", "old");
    let first = place.save();
    place.write(".gitignore", "config.local\n").write("config.local", "new, never saved");
    place.save();
    place.restore(first);
    assert_eq!(place.read("config.local"), "old");
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.read("config.local"), "new, never saved");
}

#[test]
fn a_file_becomes_a_folder_and_back() {
    let place = Place::new();
    place.write("thing", "file").write("other/deep/x", "x");
    let file = place.save();
    let as_file = place.picture();
    place.remove("thing").write("thing/inside/a", "a").remove("other").write("other", "now a file");
    let folder = place.save();
    let as_folder = place.picture();
    for _ in 0..2 {
        place.restore(file);
        assert_eq!(place.picture(), as_file);
        place.restore(folder);
        assert_eq!(place.picture(), as_folder);
    }
}

#[test]
fn a_folder_with_unsaved_files_in_the_way_of_a_file_stays() {
    let place = Place::new();
    place.write("build", "a file");
    let first = place.save();
    place
        .remove("build")
        .write(".gitignore", "*.o\n")
        .write("build/x.o", "ignored")
        .write("build/y.c", "y");
    place.save();
    let plan = place.plan(first, &Scope::All);
    assert!(plan.leaves.iter().any(|leave| leave.why == LeaveWhy::CannotBeSaved), "{plan:?}");
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(place.read("build/x.o"), "ignored");
    assert_eq!(place.read("build/y.c"), "y");
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_lead_nowhere_else() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("precious"), "outside").unwrap();
    place.write("folder/a", "inside");
    symlink("folder/a", place.path("link")).unwrap();
    symlink("nowhere", place.path("dangling")).unwrap();
    symlink(outside.path(), place.path("out")).unwrap();
    let first = place.save();
    let before = place.picture();
    // Somebody puts a link where a folder was: the restore must not write through it.
    place.remove("folder").remove("link").remove("dangling").write("link", "a file now");
    symlink(outside.path(), place.path("folder")).unwrap();
    place.restore(first);
    assert_eq!(place.picture(), before);
    let names: Vec<_> = fs::read_dir(outside.path()).unwrap().collect();
    assert_eq!(names.len(), 1);
    assert_eq!(fs::read_to_string(outside.path().join("precious")).unwrap(), "outside");
}

#[cfg(unix)]
#[test]
fn rights_come_back() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let set = |path: &str, mode| {
        fs::set_permissions(place.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    place
        .write("run.sh", "#!/bin/sh")
        .write("key", "secret")
        .write("plain", "p")
        .write("both", "b");
    set("run.sh", 0o755);
    set("key", 0o600);
    set("both", 0o600);
    fs::create_dir(place.path("empty")).unwrap();
    let first = place.save();
    let before = place.picture();
    set("run.sh", 0o644);
    set("key", 0o644);
    place.remove("both").write("plain", "changed").remove("empty");
    place.restore(first);
    assert_eq!(place.picture(), before);
}

#[cfg(unix)]
#[test]
fn rights_of_folders_come_back_and_so_do_all_that_were_taken() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let set = |path: &str, mode| {
        fs::set_permissions(place.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    place.write("open/x", "x").write("shut/x", "x").write("gone/x", "x").write("plain", "p");
    fs::create_dir(place.path("empty")).unwrap();
    for (path, mode) in [("open", 0o755), ("shut", 0o700), ("gone", 0o750), ("empty", 0o700)] {
        set(path, mode);
    }
    let first = place.save();
    let before = place.picture();
    set("open", 0o711);
    set("shut", 0o755);
    set("empty", 0o777);
    place.remove("gone");
    // Whom the rights bind cannot read such a file, and what cannot be saved is not overwritten.
    set("plain", 0o000);
    if fs::read(place.path("plain")).is_err() {
        set("plain", 0o644);
    }
    let changed = place.picture();
    place.restore(first);
    assert_eq!(place.picture(), before);
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.picture(), changed);
}

#[test]
fn empty_folders_come_back_and_new_ones_go() {
    let place = Place::new();
    fs::create_dir_all(place.path("a/empty")).unwrap();
    place.write("b/x", "x");
    let first = place.save();
    let before = place.picture();
    place.remove("a").remove("b");
    fs::create_dir_all(place.path("new/empty")).unwrap();
    place.restore(first);
    assert_eq!(place.picture(), before);
}

#[test]
fn only_some_paths() {
    let place = Place::new();
    place.write("a/1", "old").write("a/2", "old").write("ab", "old").write("c", "old");
    let first = place.save();
    for path in ["a/1", "a/2", "ab", "c", "a/3"] {
        place.write(path, "new");
    }
    let scope = Scope::Paths(vec![TreePath::new("a").unwrap()]);
    let plan = place.plan(first, &scope);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!([place.read("a/1"), place.read("a/2")], ["old", "old"]);
    assert_eq!([place.read("ab"), place.read("c")], ["new", "new"]);
    assert!(!place.has("a/3"));
}

#[test]
fn two_chats_in_one_folder_each_takes_back_its_own() {
    let place = Place::new();
    place.write("a", "0").write("b", "0").write("both", "0");
    let start = place.save_as("one");
    place.write("a", "by one").write("both", "by one");
    place.save_as("one");
    place.write("b", "by two").write("both", "by two");
    place.save_as("two");
    let one = SessionId::new("one").unwrap();
    let plan = place.plan(start, &Scope::Session(one));
    let conflicts: Vec<_> = plan.conflicts.iter().map(|one| one.path.to_string()).collect();
    assert_eq!(conflicts, ["both"]);
    assert_eq!(plan.leaves[0].why, LeaveWhy::NotThisSession);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!([place.read("a"), place.read("b")], ["0", "by two"]);
}

#[test]
fn what_changed_after_the_plan_stops_the_restore_before_it_writes() {
    let place = Place::new();
    place.write("a", "1").write("b", "1");
    let first = place.save();
    place.write("a", "2").write("b", "2");
    let plan = place.plan(first, &Scope::All);
    place.write("b", "3, just now");
    let answer = place.workspace.restore(plan, &mut Silent);
    assert!(matches!(answer, Err(Error::PlanOutdated { .. })), "{answer:?}");
    assert_eq!([place.read("a"), place.read("b")], ["2", "3, just now"]);
}

#[cfg(unix)]
#[test]
fn half_a_restore_that_fails_is_taken_back() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.write("a", "1").write("locked/b", "1").write("z", "1");
    let first = place.save();
    place.write("a", "2").write("locked/b", "2").write("z", "2");
    let plan = place.plan(first, &Scope::All);
    let lock = |mode| {
        fs::set_permissions(place.path("locked"), fs::Permissions::from_mode(mode)).unwrap();
    };
    lock(0o555);
    let root = fs::write(place.path("locked/probe"), "").is_ok();
    let answer = place.workspace.restore(plan, &mut Silent);
    lock(0o755);
    // Root may write anywhere; then there is nothing to take back.
    if root {
        return;
    }
    assert!(matches!(answer, Err(Error::RestoreFailed { .. })), "{answer:?}");
    assert_eq!([place.read("a"), place.read("locked/b"), place.read("z")], ["2", "2", "2"]);
    assert!(place.workspace.interrupted().unwrap().is_none());
}

#[test]
fn a_restored_file_that_is_ignored_by_now_stays_and_the_plan_of_the_undo_says_so() {
    let place = Place::new();
    place.write("notes.txt", "then");
    let first = place.save();
    place.remove("notes.txt");
    place.restore(first);
    assert_eq!(place.read("notes.txt"), "then");
    place.write(".gitignore", "*.txt\n");
    let plan = place.workspace.plan_undo(&mut Silent).unwrap();
    assert!(plan.deletes.is_empty(), "{plan:?}");
    let left: Vec<_> = plan.leaves.iter().map(|one| (one.path.to_string(), one.why)).collect();
    assert_eq!(left, [("notes.txt".to_owned(), LeaveWhy::IgnoredNow)]);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(place.read("notes.txt"), "then");
}

#[test]
fn a_file_that_was_saved_since_and_is_ignored_by_now_is_named() {
    let place = Place::new();
    place.write("a", "a");
    let first = place.save();
    place.write("cache.bin", "made by an agent");
    place.save();
    place.write(".gitignore", "*.bin\n");
    let plan = place.plan(first, &Scope::All);
    let left: Vec<_> = plan.leaves.iter().map(|one| (one.path.to_string(), one.why)).collect();
    assert_eq!(left, [("cache.bin".to_owned(), LeaveWhy::IgnoredNow)]);
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert!(place.has("cache.bin") && !place.has(".gitignore"));
}

#[test]
fn a_folder_that_holds_nothing_but_ignored_things_is_not_lost() {
    let place = Place::new();
    place.write(".gitignore", "out/\n").write("build/out/x", "ignored").write("a", "1");
    fs::create_dir_all(place.path("empty/out")).unwrap();
    let first = place.save();
    place.remove("build").remove("empty").write("a", "2");
    place.restore(first);
    assert!(place.path("build").is_dir() && place.path("empty").is_dir());
    place.workspace.undo(&mut Silent).unwrap();
    assert!(!place.has("build") && !place.has("empty"));
    // An ignored folder is in no checkpoint, so a file does not take its place.
    let place = Place::new();
    place.write("thing", "file");
    let first = place.save();
    place.remove("thing").write(".gitignore", "out/\n");
    fs::create_dir_all(place.path("thing/out")).unwrap();
    let plan = place.plan(first, &Scope::All);
    assert!(plan.leaves.iter().any(|leave| leave.why == LeaveWhy::CannotBeSaved), "{plan:?}");
    place.workspace.restore(plan, &mut Silent).unwrap();
    assert!(place.path("thing/out").is_dir());
}

#[test]
fn an_undo_leaves_empty_folders_that_came_since() {
    let place = Place::new();
    place.write("a", "1");
    let first = place.save();
    place.write("a", "2");
    place.restore(first);
    fs::create_dir(place.path("mine")).unwrap();
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.read("a"), "2");
    assert!(place.path("mine").is_dir());
}

#[cfg(unix)]
#[test]
fn rights_of_folders_come_back() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let set = |path: &str, mode| {
        fs::set_permissions(place.path(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    place.write("secret/deep/key", "k").write("plain/x", "x");
    set("secret", 0o700);
    let first = place.save();
    let before = place.picture();
    place.remove("secret");
    set("plain", 0o777);
    let opened = place.picture();
    place.restore(first);
    assert_eq!(place.picture(), before);
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.picture(), opened);
    place.workspace.redo(&mut Silent).unwrap();
    set("secret", 0o755);
    assert!(!place.plan(first, &Scope::All).is_empty());
    place.restore(first);
    assert_eq!(place.picture(), before);
    assert!(place.plan(first, &Scope::All).is_empty());
}
