//! Files that are not quite like others.

use std::fs;

use checkpoint_store::Silent;

use crate::place::Place;

#[test]
fn a_case_only_rename_goes_there_and_back() {
    let place = Place::new();
    place.write("Readme.md", "one").write("Src/Main.rs", "fn main() {}");
    let first = place.save();
    let before = place.picture();
    fs::rename(place.path("Readme.md"), place.path("README.md")).unwrap();
    fs::rename(place.path("Src"), place.path("src")).unwrap();
    let second = place.save();
    let after = place.picture();
    // Wine says that it renamed them and did not; Windows does.
    if cfg!(windows) && before == after {
        return;
    }
    assert_ne!(before, after);
    for _ in 0..2 {
        place.restore(first);
        assert_eq!(place.picture(), before);
        place.restore(second);
        assert_eq!(place.picture(), after);
    }
}

#[test]
fn both_unicode_forms_of_a_name_are_names_of_their_own() {
    // macOS takes them for one name; there only one of them can be there at a time.
    if cfg!(target_os = "macos") {
        return;
    }
    let (composed, decomposed) = ("caf\u{e9}.txt", "cafe\u{301}.txt");
    let place = Place::new();
    place.write(composed, "composed").write(decomposed, "decomposed");
    let first = place.save();
    let before = place.picture();
    assert_eq!(before.len(), 2);
    place.remove(composed).write(decomposed, "changed");
    place.restore(first);
    assert_eq!(place.picture(), before);
}

#[cfg(unix)]
#[test]
fn a_name_that_ends_in_a_line_break_is_not_cut() {
    let place = Place::new();
    place.write("ends\n", "with").write("ends", "without").write("folder\n/x\n", "deep");
    let first = place.save();
    let before = place.picture();
    for name in ["ends\n", "ends", "folder\n"] {
        place.remove(name);
    }
    place.write("ends", "another");
    place.restore(first);
    assert_eq!(place.picture(), before);
}

#[test]
fn a_hard_link_is_a_file_like_any_other_and_its_other_name_is_not_written() {
    let place = Place::new();
    place.write("one", "old");
    fs::hard_link(place.path("one"), place.path("two")).unwrap();
    let outside = place.folder.path().join("outside");
    let first = place.save();
    place.write("one", "new");
    fs::hard_link(place.path("one"), &outside).unwrap();
    assert_eq!(place.read("two"), "new");
    place.restore(first);
    assert_eq!([place.read("one"), place.read("two")], ["old", "old"]);
    // It lies outside, so a restore of the workspace has nothing to do with it.
    assert_eq!(fs::read_to_string(outside).unwrap(), "new");
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!([place.read("one"), place.read("two")], ["new", "new"]);
}

#[test]
fn a_sparse_file_comes_back_byte_by_byte() {
    const LENGTH: u64 = 64 << 20;
    let place = Place::new();
    let file = fs::File::create(place.path("disk.img")).unwrap();
    file.set_len(LENGTH).unwrap();
    drop(file);
    let mut content = fs::read(place.path("disk.img")).unwrap();
    content[1_000_000..1_000_004].copy_from_slice(b"data");
    fs::write(place.path("disk.img"), &content).unwrap();
    let saved = place.saved();
    // Zeros are one chunk, many times.
    assert!(saved.stored < 2 << 20, "{}", saved.stored);
    place.remove("disk.img");
    place.restore(saved.checkpoint.unwrap());
    assert!(fs::read(place.path("disk.img")).unwrap() == content);
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_of_files_that_did_not_change_stay() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let place = Place::new();
    place.write("same", "s").write("changed", "1");
    let set =
        |name: &str| setxattr(place.path(name), "user.belay", b"mine", XattrFlags::empty()).is_ok();
    if !set("same") || !set("changed") {
        // Not every file system has them.
        return;
    }
    let first = place.save();
    place.write("changed", "2");
    place.restore(first);
    let mut value = [0; 16];
    assert_eq!(getxattr(place.path("same"), "user.belay", &mut value[..]).unwrap(), 4);
    // The README says so: those of a file that is written again are not kept.
    assert_eq!(place.read("changed"), "1");
}

#[cfg(unix)]
#[test]
fn a_file_of_somebody_else_stays_theirs() {
    use std::os::unix::fs::{MetadataExt, chown};
    let place = Place::new();
    place.write("theirs", "one").write("ours", "one");
    if chown(place.path("theirs"), Some(12345), Some(12345)).is_err() {
        // Only the administrator can give files away.
        return;
    }
    let first = place.save();
    place.write("theirs", "two").write("ours", "two");
    place.restore(first);
    assert_eq!([place.read("theirs"), place.read("ours")], ["one", "one"]);
    let owner = |name: &str| fs::metadata(place.path(name)).unwrap().uid();
    assert_eq!(owner("theirs"), 12345);
    assert_ne!(owner("ours"), 12345);
}

#[cfg(unix)]
const CHILD: &str = "BELAY_TEST_UNPRIVILEGED";

/// Not a test by itself: the next one runs it as a person without rights.
#[cfg(unix)]
#[test]
fn the_person_without_rights() {
    use checkpoint_store::{Bounds, SaveRequest, Scope, Store, TreePath, Why};

    let Some(folder) = std::env::var_os(CHILD).map(std::path::PathBuf::from) else { return };
    let work = folder.join("work");
    let store = Store::open(folder.join("store"), crate::place::options()).unwrap();
    let workspace = store.workspace(&work).unwrap();
    let saved = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    // What cannot be read is named, and the checkpoint says that it is not whole.
    assert!(!saved.complete);
    let left: Vec<_> = saved.left_out.iter().map(|left| left.path.to_string()).collect();
    assert_eq!(left, ["closed", "secret"]);
    assert!(saved.left_out.iter().all(|left| matches!(left.why, Why::Unreadable(_))));
    // A file that can be read and not written is saved, and replaced by its folder's right.
    fs::write(work.join("mine"), "changed").unwrap();
    let id = saved.checkpoint.unwrap();
    let plan = workspace.plan_restore(id, &Scope::All, &mut Silent).unwrap();
    assert!(plan.deletes.is_empty(), "{plan:?}");
    workspace.restore(plan, &mut Silent).unwrap();
    assert_eq!(fs::read_to_string(work.join("mine")).unwrap(), "mine");
    // A folder that may not be written: an error that names the file, and everything back.
    fs::write(work.join("mine"), "changed").unwrap();
    let path = TreePath::new("locked/file").unwrap();
    assert_eq!(workspace.bytes(id, &path).unwrap().unwrap(), b"locked");
    let captured = store
        .capture(&[work.join("secret")], "rm", &Bounds::default(), None, None, &mut Silent)
        .unwrap();
    assert!(!captured.complete);
}

#[cfg(unix)]
#[test]
fn files_that_belong_to_the_administrator() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    fs::create_dir_all(work.join("locked")).unwrap();
    fs::create_dir(work.join("closed")).unwrap();
    for (name, content) in [("mine", "mine"), ("secret", "secret"), ("locked/file", "locked")] {
        fs::write(work.join(name), content).unwrap();
    }
    let rights = |name: &str, mode| {
        fs::set_permissions(work.join(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    let give = |path: &std::path::Path| chown(path, Some(NOBODY), Some(NOBODY)).is_ok();
    // Only the administrator can set this scene.
    if !(give(folder.path()) && give(&work) && give(&work.join("mine"))) {
        return;
    }
    rights("secret", 0o600);
    rights("closed", 0o700);
    // The program may lie where nobody else can go.
    let program = folder.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let done = std::process::Command::new(program)
        .args(["--exact", "odd_files::the_person_without_rights", "--nocapture"])
        .env(CHILD, folder.path())
        .env("HOME", folder.path().join("home"))
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{}{said}", String::from_utf8_lossy(&done.stdout));
    assert_eq!(fs::read_to_string(work.join("secret")).unwrap(), "secret");
}
