//! Beside git, inside git, and read by git.

use std::fs;

use checkpoint_store::{Filter, SaveRequest, Silent};

use crate::place::{Place, git, picture};

fn repository() -> Place {
    let place = Place::new();
    place.git(&["init", "-q"]);
    place.write(".gitignore", "*.log\n/out/\n!keep.log\n");
    place.write("src/a.rs", "a").write("src/b b.rs", "b").write("x.log", "ignored");
    place.write("keep.log", "kept").write("out/big", "ignored").write("tool/run", "#!/bin/sh");
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        fs::set_permissions(place.path("tool/run"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink("src/a.rs", place.path("link")).unwrap();
    }
    place
}

#[test]
fn the_tree_has_the_name_git_gives_it() {
    let place = repository();
    place.git(&["add", "-A"]);
    let expected = place.git(&["write-tree"]);
    place.save();
    let checkpoint = &place.workspace.list(&Filter::default()).unwrap()[0];
    assert_eq!(checkpoint.tree.to_string(), expected);
}

#[test]
fn git_reads_the_store() {
    let place = repository();
    place.save();
    place.write("src/a.rs", "changed").write("large.bin", vec![7; 3 << 20]);
    let request = SaveRequest { reason: "cargo fmt".to_owned(), ..SaveRequest::default() };
    let saved = place.workspace.save(request, &mut Silent).unwrap();
    let id = saved.checkpoint.unwrap();
    place.store_git(&["fsck", "--strict", "--full"]);
    let log = place.store_git(&["log", "--format=%s", &format!("refs/checkpoints/{id}")]);
    assert_eq!(log, "cargo fmt\nCheckpoint");
    let shown =
        place.store_git(&["cat-file", "-p", &format!("refs/checkpoints/{id}:files/src/a.rs")]);
    assert_eq!(shown, "changed");
}

#[test]
fn the_persons_repository_is_not_touched() {
    let place = repository();
    place.git(&["add", "-A"]);
    place.git(&["commit", "-q", "-m", "start"]);
    place.write("src/a.rs", "staged");
    place.git(&["add", "src/a.rs"]);
    place.write("src/a.rs", "staged and more");
    let git_folder = || {
        let mut all = picture(&place.path(".git"));
        all.retain(|path, _| !path.ends_with("index.lock"));
        all
    };
    let before = git_folder();
    let first = place.save();
    place.write("src/a.rs", "agent").remove("keep.log");
    place.save();
    place.restore(first);
    assert_eq!(git_folder(), before);
    assert_eq!(place.git(&["status", "--porcelain"]), "MM src/a.rs");
}

#[test]
fn nested_repositories_are_saved_under_their_own_rules_and_keep_their_history() {
    let place = repository();
    for inner in ["vendor/lib", "plain/repo"] {
        let path = place.path(inner);
        fs::create_dir_all(&path).unwrap();
        git(&path, &["init", "-q"]);
        place.write(&format!("{inner}/.gitignore"), "obj/\n");
        place.write(&format!("{inner}/code.c"), "int x;").write(&format!("{inner}/obj/x.o"), "o");
        place.write(&format!("{inner}/debug.log"), "not ignored in here");
        git(&path, &["add", "-A"]);
        git(&path, &["commit", "-q", "-m", "inner"]);
    }
    let first = place.save();
    place.write("vendor/lib/code.c", "broken").remove("plain/repo/debug.log");
    place.write("vendor/lib/new.c", "new");
    place.restore(first);
    assert_eq!(place.read("vendor/lib/code.c"), "int x;");
    assert_eq!(place.read("plain/repo/debug.log"), "not ignored in here");
    assert_eq!(place.read("vendor/lib/obj/x.o"), "o");
    assert!(!place.has("vendor/lib/new.c"));
    assert_eq!(git(&place.path("vendor/lib"), &["log", "--format=%s"]), "inner");
    assert_eq!(git(&place.path("vendor/lib"), &["status", "--porcelain"]), "");
}

#[test]
fn a_worktree_is_a_workspace_like_any_other() {
    let place = repository();
    place.git(&["add", "-A"]);
    place.git(&["commit", "-q", "-m", "start"]);
    let other = place.folder.path().join("other");
    place.git(&["worktree", "add", "-q", other.to_str().unwrap()]);
    let workspace = place.store.workspace(&other).unwrap();
    fs::write(other.join("x.log"), "ignored here too").unwrap();
    let saved = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    assert_eq!(saved.ignored, 1);
    // Content is shared between workspaces.
    place.save();
    let both = workspace.list(&Filter::default()).unwrap();
    let main = place.workspace.list(&Filter::default()).unwrap();
    assert_eq!(both[0].tree, main[0].tree);
}

#[test]
fn a_file_that_git_tracks_is_saved_although_it_is_ignored() {
    let place = repository();
    place.git(&["add", "-f", "x.log", "out/big"]);
    place.git(&["commit", "-q", "-m", "forced"]);
    let expected = || {
        place.git(&["add", "-A"]);
        place.git(&["write-tree"])
    };
    let tree = || {
        place.save();
        place.workspace.list(&Filter::default()).unwrap()[0].tree.to_string()
    };
    assert_eq!(tree(), expected());
    place.write("out/other", "ignored").write("x.log", "changed").write("y.log", "ignored");
    assert_eq!(tree(), expected());
    // A rule that comes later does not hide what is tracked either.
    place.write(".gitignore", "*.rs\n/out/\n*.log\n").write("src/a.rs", "more");
    assert_eq!(tree(), expected());
    place.git(&["rm", "-q", "--cached", "x.log"]);
    assert_eq!(tree(), expected());
}

#[test]
fn rules_above_the_workspace_count() {
    let place = Place::new();
    let top = place.folder.path().join("top");
    fs::create_dir_all(top.join("packages/app/node_modules/x")).unwrap();
    git(&top, &["init", "-q"]);
    fs::write(top.join(".gitignore"), "node_modules/\n/packages/app/secret\n").unwrap();
    fs::write(top.join("packages/.gitignore"), "*.tmp\n").unwrap();
    let app = top.join("packages/app");
    for name in ["main.js", "secret", "a.tmp", "node_modules/x/i.js"] {
        fs::write(app.join(name), name).unwrap();
    }
    let workspace = place.store.workspace(&app).unwrap();
    let saved = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    assert_eq!((saved.files, saved.ignored), (1, 3));
    // And they are remembered: what was ignored then is not deleted later.
    fs::write(top.join(".gitignore"), "").unwrap();
    let plan = workspace
        .plan_restore(saved.checkpoint.unwrap(), &checkpoint_store::Scope::All, &mut Silent)
        .unwrap();
    assert!(plan.deletes.is_empty(), "{plan:?}");
}

#[test]
fn a_clean_checkout_is_saved_without_reading_it_and_survives_its_repository() {
    let place = repository();
    for number in 0..50 {
        place.write(&format!("many/{number}"), format!("{number}\n").repeat(number));
    }
    place.git(&["add", "-A"]);
    place.git(&["commit", "-q", "-m", "start"]);
    place.write("many/1", "one more");
    place.git(&["commit", "-q", "-am", "more"]);
    place.git(&["gc", "-q"]);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    place.git(&["status"]);
    place.git(&["update-index", "--force-write-index"]);
    let before = place.picture();
    let expected = place.git(&["write-tree"]);
    let saved = place.saved();
    let checkpoint = place.workspace.list(&Filter::default()).unwrap().remove(0);
    assert_eq!(checkpoint.tree.to_string(), expected);
    assert!(saved.stored < 3000, "{saved:?}");
    // The repository goes; the checkpoint stays, also after a collection copied it in.
    fs::remove_dir_all(place.path(".git")).unwrap();
    place.store.collect_garbage(&mut Silent).unwrap();
    for name in ["many", "src", "tool"] {
        place.remove(name);
    }
    place.restore(checkpoint.id);
    assert_eq!(place.picture(), before);
    place.store_git(&["fsck", "--full"]);
}

#[test]
fn a_checkout_whose_files_git_converts_is_read_file_by_file() {
    let place = repository();
    place.write(".gitattributes", "*.txt text eol=crlf\n").write("a.txt", "one\r\ntwo\r\n");
    place.git(&["add", "-A"]);
    place.git(&["commit", "-q", "-m", "start"]);
    place.git(&["gc", "-q"]);
    std::thread::sleep(std::time::Duration::from_millis(1100));
    place.git(&["status"]);
    let id = place.save();
    place.remove("a.txt");
    place.restore(id);
    assert_eq!(place.read("a.txt"), "one\r\ntwo\r\n");
}
