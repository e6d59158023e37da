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
