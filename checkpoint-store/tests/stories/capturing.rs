//! Captures: what a command is about to touch, wherever it lies.

use std::fs;
use std::time::Duration;

use checkpoint_store::{Bounds, Captured, CheckpointId, Silent, Why};

use crate::place::{Place, git, picture};

fn capture(place: &Place, paths: &[&str]) -> Captured {
    let paths: Vec<_> = paths.iter().map(|path| place.folder.path().join(path)).collect();
    place.store.capture(&paths, "rm", &Bounds::default(), None, None).unwrap()
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
    place.store_git(&["fsck", "--full"]);
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
        let captured = place.store.capture(&[&folder], "rm", &bounds, None, None).unwrap();
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
