//! Captures: what a command is about to touch, wherever it lies.

use std::fs;
use std::time::Duration;

use checkpoint_store::{Bounds, Captured, CheckpointId, Error, Silent, Why};

#[cfg(unix)]
use crate::place::git;
use crate::place::{Place, picture};

fn capture(place: &Place, paths: &[&str]) -> Captured {
    let paths: Vec<_> = paths.iter().map(|path| place.folder.path().join(path)).collect();
    place.store.capture(&paths, "rm", &Bounds::default(), None, None, &mut Silent).unwrap()
}

fn bring_back(place: &Place, checkpoint: CheckpointId, only: &[&str]) -> CheckpointId {
    let only: Vec<_> = only.iter().map(|path| place.folder.path().join(path)).collect();
    let plan = place.store.plan_restore_capture(checkpoint, &only, &mut Silent).unwrap();
    place.store.restore_capture(plan, &mut Silent).unwrap().safety
}

#[test]
fn files_and_folders_outside_of_any_workspace_come_back() {
    let place = Place::new();
    let outside = place.folder.path().join("outside");
    fs::create_dir_all(outside.join("deep/er")).unwrap();
    fs::create_dir(outside.join("empty")).unwrap();
    fs::write(outside.join(".env.local"), "SECRET=1").unwrap();
    fs::write(outside.join("deep/er/x"), "x").unwrap();
    fs::write(outside.join("large"), vec![3; 2 << 20]).unwrap();
    let old = std::time::SystemTime::now() - Duration::from_secs(5000);
    fs::File::options()
        .write(true)
        .open(outside.join("deep/er/x"))
        .unwrap()
        .set_modified(old)
        .unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        symlink("deep", outside.join("link")).unwrap();
        fs::set_permissions(outside.join(".env.local"), fs::Permissions::from_mode(0o600)).unwrap();
    }
    let before = picture(&outside);
    let captured = capture(&place, &["outside"]);
    assert!(captured.complete);
    fs::remove_dir_all(&outside).unwrap();
    bring_back(&place, captured.checkpoint, &[]);
    assert_eq!(picture(&outside), before);
    let time = fs::metadata(outside.join("deep/er/x")).unwrap().modified().unwrap();
    assert_eq!(
        time.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs(),
        old.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()
    );
}

// Wine has no git.
#[cfg(unix)]
#[test]
fn a_repository_itself_can_be_captured() {
    let place = Place::new();
    let folder = place.folder.path().join("project");
    fs::create_dir(&folder).unwrap();
    git(&folder, &["init", "-q"]);
    fs::write(folder.join("a"), "a").unwrap();
    git(&folder, &["add", "a"]);
    git(&folder, &["commit", "-q", "-m", "precious"]);
    let captured = capture(&place, &["project/.git"]);
    fs::remove_dir_all(folder.join(".git")).unwrap();
    bring_back(&place, captured.checkpoint, &[]);
    assert_eq!(git(&folder, &["log", "--format=%s"]), "precious");
    git(&folder, &["fsck", "--strict"]);
    place.check_by_git();
}

#[test]
fn one_path_of_several_comes_back_alone_and_new_files_stay() {
    let place = Place::new();
    let folder = place.folder.path().join("data");
    fs::create_dir(&folder).unwrap();
    for name in ["a", "b", "c"] {
        fs::write(folder.join(name), "old").unwrap();
    }
    let captured = capture(&place, &["data/a", "data/b", "data/new"]);
    for name in ["a", "b", "c", "new"] {
        fs::write(folder.join(name), "changed").unwrap();
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    bring_back(&place, captured.checkpoint, &["data/a"]);
    assert_eq!([read("a"), read("b"), read("new")], ["old", "changed", "changed"]);
    let safety = bring_back(&place, captured.checkpoint, &[]);
    assert_eq!([read("a"), read("b"), read("c"), read("new")], ["old", "old", "changed", ""]);
    bring_back(&place, safety, &[]);
    assert_eq!([read("b"), read("new")], ["changed", "changed"]);
}

#[test]
fn what_does_not_fit_is_said() {
    let place = Place::new();
    let folder = place.folder.path().join("much");
    fs::create_dir(&folder).unwrap();
    for number in 0..20 {
        fs::write(folder.join(format!("{number:02}")), vec![b'x'; 100]).unwrap();
    }
    for (bounds, why) in [
        (Bounds { bytes: 550, ..Bounds::default() }, Why::TooMuch),
        (Bounds { entries: 5, ..Bounds::default() }, Why::TooMany),
        (Bounds { time: Duration::ZERO, ..Bounds::default() }, Why::TooLong),
    ] {
        let captured =
            place.store.capture(&[&folder], "rm", &bounds, None, None, &mut Silent).unwrap();
        assert!(!captured.complete);
        assert_eq!(captured.left_out.last().unwrap().why, why);
    }
}

#[cfg(unix)]
#[test]
fn a_link_on_the_way_back_stops_the_restore() {
    let place = Place::new();
    let outside = place.folder.path().join("trap");
    fs::create_dir_all(place.folder.path().join("home/config")).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(place.folder.path().join("home/config/x"), "mine").unwrap();
    let captured = capture(&place, &["home/config/x"]);
    fs::remove_dir_all(place.folder.path().join("home/config")).unwrap();
    std::os::unix::fs::symlink(&outside, place.folder.path().join("home/config")).unwrap();
    let none: [&str; 0] = [];
    let plan = place.store.plan_restore_capture(captured.checkpoint, &none, &mut Silent).unwrap();
    assert!(place.store.restore_capture(plan, &mut Silent).is_err());
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[test]
fn a_capture_that_was_cut_off_is_not_brought_back_as_the_whole() {
    let place = Place::new();
    let folder = place.folder.path().join("much");
    fs::create_dir(&folder).unwrap();
    for name in ["a", "b", "c"] {
        fs::write(folder.join(name), vec![b'x'; 100]).unwrap();
    }
    let bounds = Bounds { bytes: 250, ..Bounds::default() };
    let captured = place.store.capture(&[&folder], "rm", &bounds, None, None, &mut Silent).unwrap();
    assert!(!captured.complete);
    for name in ["a", "b", "c"] {
        fs::write(folder.join(name), "changed").unwrap();
    }
    let none: [&str; 0] = [];
    let plan = place.store.plan_restore_capture(captured.checkpoint, &none, &mut Silent).unwrap();
    let answer = place.store.restore_capture(plan.clone(), &mut Silent);
    assert!(matches!(answer, Err(Error::Incomplete { .. })), "{answer:?}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("a"), "changed");
    // A path that is asked for by name comes back, or all there is if that is what is wanted.
    bring_back(&place, captured.checkpoint, &["much/a"]);
    assert_eq!([read("a"), read("b")], ["x".repeat(100), "changed".to_owned()]);
    let plan = place.store.plan_restore_capture(captured.checkpoint, &none, &mut Silent).unwrap();
    place.store.restore_capture(plan.in_part(), &mut Silent).unwrap();
    assert_eq!([read("b"), read("c")], ["x".repeat(100), "changed".to_owned()]);
}

#[test]
fn the_store_does_not_capture_itself_and_says_so() {
    let place = Place::new();
    place.write("a", "a");
    place.save();
    let captured = capture(&place, &["."]);
    assert!(!captured.complete);
    let left: Vec<_> = captured.left_out.iter().map(|left| &left.why).collect();
    assert_eq!(left, [&Why::OwnStore]);
    assert_eq!(captured.files, 1);
}

#[test]
fn a_folder_squatting_where_a_file_must_go_keeps_what_is_in_it() {
    let place = Place::new();
    let file = place.folder.path().join("file");
    fs::write(&file, "old").unwrap();
    let captured = capture(&place, &["file"]);
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    fs::write(file.join("precious"), "mine").unwrap();
    let none: [&str; 0] = [];
    let plan = place.store.plan_restore_capture(captured.checkpoint, &none, &mut Silent).unwrap();
    assert!(place.store.restore_capture(plan, &mut Silent).is_err());
    assert_eq!(fs::read_to_string(file.join("precious")).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn rights_of_captured_files_and_folders_come_back_and_go_again() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let keys = place.folder.path().join("keys");
    fs::create_dir_all(keys.join("deep")).unwrap();
    let set = |name: &str, mode| {
        fs::set_permissions(keys.join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    fs::write(keys.join("id"), "secret").unwrap();
    fs::write(keys.join("deep/id"), "secret").unwrap();
    for (name, mode) in [("", 0o700), ("id", 0o600), ("deep", 0o750), ("deep/id", 0o640)] {
        set(name, mode);
    }
    let before = picture(place.folder.path());
    let captured = capture(&place, &["keys"]);
    // `chmod -R 755` on what must not be seen by others.
    for name in ["", "id", "deep", "deep/id"] {
        set(name, 0o755);
    }
    let open = keep(&picture(place.folder.path()), "keys");
    let safety = bring_back(&place, captured.checkpoint, &[]);
    assert_eq!(keep(&picture(place.folder.path()), "keys"), keep(&before, "keys"));
    bring_back(&place, safety, &[]);
    assert_eq!(keep(&picture(place.folder.path()), "keys"), open);
    // And when all of it is gone.
    fs::remove_dir_all(&keys).unwrap();
    bring_back(&place, captured.checkpoint, &[]);
    assert_eq!(keep(&picture(place.folder.path()), "keys"), keep(&before, "keys"));
}

#[cfg(unix)]
fn keep(all: &crate::place::Picture, folder: &str) -> crate::place::Picture {
    let inside = all.iter().filter(|(path, _)| path.starts_with(folder));
    inside.map(|(path, what)| (path.clone(), what.clone())).collect()
}

#[test]
fn a_capture_that_is_cancelled_leaves_nothing_behind() {
    use checkpoint_store::{Cancel, Progress, Stage};
    struct Stops(Cancel, u32);
    impl Progress for Stops {
        fn at(&mut self, _stage: Stage, _done: u64, _total: u64) {
            self.1 += 1;
            self.0.now();
        }
        fn cancel(&self) -> Option<&Cancel> {
            Some(&self.0)
        }
    }
    let place = Place::new();
    place.write("a", "1").write("b", "2");
    let mut stops = Stops(Cancel::default(), 0);
    let root = [place.workspace.root()];
    let answer = place.store.capture(&root, "rm", &Bounds::default(), None, None, &mut stops);
    assert!(matches!(answer, Err(Error::Cancelled)), "{answer:?}");
    assert!(stops.1 > 0);
    assert!(place.store.captures().unwrap().is_empty());
    assert_eq!(fs::read_dir(place.store.folder().join("temporary")).unwrap().count(), 0);
}

#[test]
fn a_path_that_goes_up_is_captured_where_it_leads_there_or_not() {
    let place = Place::new();
    fs::create_dir_all(place.folder.path().join("a/b")).unwrap();
    fs::write(place.folder.path().join("a/file"), "x").unwrap();
    let captured = capture(&place, &["a/b/../file", "a/b/../missing"]);
    assert_eq!((captured.files, captured.absent.len()), (1, 1));
    assert!(captured.absent[0].ends_with("a/missing"), "{captured:?}");
    // A link at the end is captured as the link it is.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("file", place.folder.path().join("a/link")).unwrap();
        let captured = capture(&place, &["a/b/../link"]);
        fs::remove_file(place.folder.path().join("a/link")).unwrap();
        bring_back(&place, captured.checkpoint, &[]);
        assert!(place.folder.path().join("a/link").is_symlink());
    }
}
