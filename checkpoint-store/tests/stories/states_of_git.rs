//! In the middle of things: submodules, filters, merges, and settings of a person's git.

use std::fs;
use std::process::Command;

use checkpoint_store::{Filter, SaveRequest, Scope, Silent, Store};

use crate::place::{Picture, Place, git, options, picture};

/// A repository with one commit.
fn repository() -> Place {
    let place = Place::new();
    place.git(&["init", "-q"]);
    place.write("a.txt", "one\n").write("b.txt", "one\n");
    place.git(&["add", "-A"]);
    place.git(&["commit", "-q", "-m", "start"]);
    place
}

/// The files of the repository itself, all of which must stay as they are.
fn git_folder(place: &Place) -> Picture {
    picture(&place.path(".git"))
}

/// Saves, lets an agent do harm, brings it back; what git says must not have changed.
fn saved_and_restored(place: &Place) {
    let folder = git_folder(place);
    let files = place.picture();
    let status = place.git(&["status", "--porcelain=v2", "--branch"]);
    let folder_after_status = git_folder(place);
    let first = place.save();
    place.write("a.txt", "by an agent").write("new.txt", "by an agent").remove("b.txt");
    place.save();
    place.restore(first);
    assert_eq!(place.picture(), files);
    // `git status` may refresh its index; we never do.
    assert_eq!(git_folder(place), folder_after_status);
    assert_eq!(place.git(&["status", "--porcelain=v2", "--branch"]), status);
    assert_eq!(git_folder(place).len(), folder.len());
}

#[test]
fn a_detached_head_stays_where_it_is() {
    let place = repository();
    place.git(&["checkout", "-q", "--detach"]);
    saved_and_restored(&place);
}

#[test]
fn staged_changes_stay_staged() {
    let place = repository();
    place.write("a.txt", "two\n").write("staged.txt", "new\n");
    place.git(&["add", "a.txt", "staged.txt"]);
    place.write("a.txt", "three\n");
    place.git(&["rm", "-q", "--cached", "b.txt"]);
    saved_and_restored(&place);
}

#[test]
fn a_merge_with_conflicts_stays_half_done() {
    let place = repository();
    place.git(&["checkout", "-q", "-b", "other"]);
    place.write("a.txt", "theirs\n");
    place.git(&["commit", "-q", "-am", "theirs"]);
    place.git(&["checkout", "-q", "main"]);
    place.write("a.txt", "ours\n");
    place.git(&["commit", "-q", "-am", "ours"]);
    let merged = Command::new("git")
        .current_dir(place.workspace.root())
        .args(["-c", "user.name=A", "-c", "user.email=a@b", "merge", "-q", "other"])
        .output()
        .unwrap();
    assert!(!merged.status.success(), "the two sides do not conflict");
    assert!(place.read("a.txt").contains("<<<<<<<"));
    saved_and_restored(&place);
    assert!(place.path(".git/MERGE_HEAD").exists());
}

#[test]
fn a_conflicted_file_is_saved_although_it_is_ignored() {
    let place = repository();
    place.write("x.log", "one\n");
    place.git(&["add", "-f", "x.log"]);
    place.git(&["commit", "-q", "-m", "log"]);
    place.git(&["checkout", "-q", "-b", "other"]);
    place.write("x.log", "theirs\n");
    place.git(&["commit", "-q", "-am", "theirs"]);
    place.git(&["checkout", "-q", "main"]);
    place.write("x.log", "ours\n");
    place.git(&["commit", "-q", "-am", "ours"]);
    let _conflict = Command::new("git")
        .current_dir(place.workspace.root())
        .args(["merge", "-q", "other"])
        .output()
        .unwrap();
    place.write(".gitignore", "*.log\n");
    let first = place.save();
    let before = place.read("x.log");
    assert!(before.contains("<<<<<<<"), "{before}");
    place.remove("x.log");
    place.restore(first);
    assert_eq!(place.read("x.log"), before);
}

#[test]
fn commits_made_between_save_and_restore_stay() {
    let place = repository();
    let first = place.save();
    place.write("a.txt", "two\n");
    place.git(&["commit", "-q", "-am", "by the person"]);
    place.restore(first);
    assert_eq!(place.read("a.txt"), "one\n");
    assert_eq!(place.git(&["log", "--format=%s"]), "by the person\nstart");
    assert_eq!(place.git(&["status", "--porcelain"]), "M a.txt");
}

#[test]
fn a_submodule_is_saved_with_its_files_and_keeps_its_repository() {
    let place = repository();
    let library = place.folder.path().join("library");
    fs::create_dir(&library).unwrap();
    git(&library, &["init", "-q"]);
    fs::write(library.join("lib.c"), "int x;\n").unwrap();
    fs::write(library.join(".gitignore"), "*.o\n").unwrap();
    git(&library, &["add", "-A"]);
    git(&library, &["commit", "-q", "-m", "library"]);
    let from = library.to_str().unwrap();
    place.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, "lib"]);
    place.git(&["commit", "-q", "-m", "with a library"]);
    // Rules of the submodule's own repository, which lies elsewhere.
    fs::write(place.path(".git/modules/lib/info/exclude"), "private\n").unwrap();
    place.write("lib/lib.o", "object").write("lib/private", "mine").write("lib/local.c", "mine");
    let modules = picture(&place.path(".git/modules"));

    let saved = place.saved();
    let first = saved.checkpoint.unwrap();
    assert_eq!(saved.ignored, 2);
    place.write("lib/lib.c", "broken").remove("lib/local.c").write("lib/new.c", "new");
    place.restore(first);

    assert_eq!(place.read("lib/lib.c"), "int x;\n");
    assert_eq!([place.read("lib/local.c"), place.read("lib/private")], ["mine", "mine"]);
    assert_eq!(place.read("lib/lib.o"), "object");
    assert!(!place.has("lib/new.c") && place.path("lib/.git").is_file());
    assert_eq!(picture(&place.path(".git/modules")), modules);
    // The whole submodule goes, its `.git` file with it: its files come back.
    place.remove("lib");
    place.restore(first);
    assert_eq!(place.read("lib/lib.c"), "int x;\n");
}

/// Git LFS stores a pointer and puts the content into the working copy, by filters.
#[test]
fn files_behind_a_filter_are_saved_as_they_lie_there() {
    let place = repository();
    place.git(&["config", "filter.lfs.clean", "sed s/CONTENT/pointer/"]);
    place.git(&["config", "filter.lfs.smudge", "sed s/pointer/CONTENT/"]);
    place.git(&["config", "filter.lfs.required", "true"]);
    place.write(".gitattributes", "*.bin filter=lfs\n").write("model.bin", "CONTENT\n");
    place.write("fetched-later.bin", "version https://git-lfs.github.com/spec/v1\n");
    place.git(&["add", "-A"]);
    place.git(&["commit", "-q", "-m", "large files"]);
    place.git(&["gc", "-q"]);
    assert_eq!(place.git(&["show", "HEAD:model.bin"]), "pointer");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    place.git(&["status"]);
    let before = place.picture();
    let first = place.save();
    place.remove("model.bin").remove("fetched-later.bin");
    place.restore(first);
    assert_eq!(place.picture(), before);
    assert_eq!(place.read("model.bin"), "CONTENT\n");
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_tracked_link_is_saved_although_it_is_ignored() {
    #[cfg(unix)]
    {
        let place = repository();
        std::os::unix::fs::symlink("a.txt", place.path("link.log")).unwrap();
        place.git(&["add", "-f", "link.log"]);
        place.write(".gitignore", "*.log\n");
        place.git(&["add", "-A"]);
        let expected = place.git(&["write-tree"]);
        place.save();
        let tree = place.workspace.list(&Filter::default()).unwrap()[0].tree;
        assert_eq!(tree.to_string(), expected);
    }
}

#[test]
fn a_lock_somebody_left_in_the_repository_stops_nothing() {
    let place = repository();
    fs::write(place.path(".git/index.lock"), "").unwrap();
    let first = place.save();
    place.write("a.txt", "two\n");
    place.restore(first);
    assert_eq!(place.read("a.txt"), "one\n");
    assert!(place.path(".git/index.lock").exists(), "it is not ours to remove");
}

#[test]
fn no_repository_at_all() {
    let place = Place::new();
    place.write("a.txt", "one").write(".gitignore", "*.log\n").write("x.log", "ignored");
    let first = place.saved();
    assert_eq!((first.files, first.ignored), (2, 1));
    place.remove("a.txt");
    place.restore(first.checkpoint.unwrap());
    assert_eq!(place.read("a.txt"), "one");
    assert!(!place.has(".git"));
}

const CHILD: &str = "BELAY_TEST_WORKSPACE";

/// Not a test by itself: without the environment that the next one sets it does nothing.
#[test]
fn the_process_with_odd_settings() {
    let Some(folder) = std::env::var_os(CHILD).map(std::path::PathBuf::from) else { return };
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    let saved = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    fs::write(folder.join("work/a.txt"), "by an agent").unwrap();
    fs::write(folder.join("work/windows.txt"), "by an agent").unwrap();
    let plan = workspace.plan_restore(saved.checkpoint.unwrap(), &Scope::All, &mut Silent).unwrap();
    workspace.restore(plan, &mut Silent).unwrap();
    let tree = workspace.list(&Filter::default()).unwrap().pop().unwrap().tree;
    fs::write(folder.join("tree"), tree.to_string()).unwrap();
}

#[test]
fn settings_hooks_templates_and_variables_of_git_have_no_effect() {
    let place = repository();
    place.write("windows.txt", "one\r\ntwo\r\n");
    place.git(&["add", "-A"]);
    let expected = place.git(&["write-tree"]);
    let before = place.picture();
    // Every hook, and every program git could be told to run, would leave a mark.
    let folder = place.folder.path().join("odd");
    fs::create_dir_all(folder.join("hooks")).unwrap();
    let mark = folder.join("ran");
    let script = format!("#!/bin/sh\ntouch '{}'\nexit 1\n", mark.display());
    for name in ["pre-commit", "post-checkout", "post-index-change", "reference-transaction", "gpg"]
    {
        let path = folder.join("hooks").join(name);
        fs::write(&path, &script).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
    let hooks = folder.join("hooks");
    let settings = format!(
        "[core]\n\thooksPath = {0}\n\tautocrlf = true\n\tfsmonitor = {0}/pre-commit\n\
         [commit]\n\tgpgSign = true\n[gpg]\n\tprogram = {0}/gpg\n[init]\n\ttemplateDir = {0}\n",
        hooks.display()
    );
    fs::write(folder.join("settings"), settings).unwrap();
    fs::create_dir(folder.join("repository")).unwrap();
    git(&folder.join("repository"), &["init", "-q"]);
    let elsewhere = picture(&folder.join("repository/.git"));
    let own = git_folder(&place);

    let done = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "states_of_git::the_process_with_odd_settings"])
        .env(CHILD, place.folder.path())
        .env("GIT_DIR", folder.join("repository/.git"))
        .env("GIT_WORK_TREE", folder.join("repository"))
        .env("GIT_INDEX_FILE", folder.join("repository/.git/index"))
        .env("GIT_OBJECT_DIRECTORY", folder.join("nowhere"))
        .env("GIT_TEMPLATE_DIR", &hooks)
        .env("GIT_CONFIG_GLOBAL", folder.join("settings"))
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));

    assert_eq!(fs::read_to_string(place.folder.path().join("tree")).unwrap(), expected);
    assert_eq!(place.picture(), before);
    assert!(!mark.exists());
    assert_eq!(picture(&folder.join("repository/.git")), elsewhere);
    assert_eq!(git_folder(&place), own);
}
