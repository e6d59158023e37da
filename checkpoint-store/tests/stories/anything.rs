//! Any sequence of edits, saves and restores, beside plain copies of the folder and
//! beside git.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use checkpoint_store::{CheckpointId, Filter, Silent};
use proptest::prelude::*;

use crate::place::{Picture, Place, git};

#[derive(Clone, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "systems without rights and links skip these"))]
enum Act {
    Write(usize, u8),
    Large(usize, u8),
    Remove(usize),
    Executable(usize, bool),
    Link(usize, usize),
    Ignore(usize),
    Save,
    Restore(usize),
    Undo,
    Reopen,
}

const NAMES: [&str; 9] =
    ["a", "b.txt", "dir/c", "dir/d.txt", "dir/sub/e", "dir/sub", "a/file-in-a", "é", "dir-2/x"];
const RULES: [&str; 4] = ["", "*.txt\n", "dir/sub/\n", "/dir\n!/dir/c\n"];

fn act() -> impl Strategy<Value = Act> {
    let name = 0..NAMES.len();
    prop_oneof![
        6 => (name.clone(), any::<u8>()).prop_map(|(name, byte)| Act::Write(name, byte)),
        1 => (name.clone(), any::<u8>()).prop_map(|(name, byte)| Act::Large(name, byte)),
        3 => name.clone().prop_map(Act::Remove),
        1 => (name.clone(), any::<bool>()).prop_map(|(name, on)| Act::Executable(name, on)),
        1 => (name.clone(), name).prop_map(|(name, to)| Act::Link(name, to)),
        1 => (0..RULES.len()).prop_map(Act::Ignore),
        5 => Just(Act::Save),
        3 => any::<usize>().prop_map(Act::Restore),
        1 => Just(Act::Undo),
        1 => Just(Act::Reopen),
    ]
}

fn clear(path: &Path) {
    let _ = fs::remove_dir_all(path);
    let _ = fs::remove_file(path);
}

/// Makes room for a file: what is in the way goes.
fn room(place: &Place, name: &str) {
    let path = place.path(name);
    for above in path.ancestors().skip(1).take_while(|above| *above != place.workspace.root()) {
        if above.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
            clear(above);
        }
    }
    clear(&path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
}

/// The name git gives the same files, with an index that knew nothing before.
fn tree_by_git(place: &Place) -> String {
    let other = place.folder.path().join("judge");
    clear(&other);
    fs::create_dir(&other).unwrap();
    git(&other, &["init", "-q"]);
    let judge = other.join(".git");
    let with = |arguments: &[&str]| {
        let mut all = vec!["--git-dir", judge.to_str().unwrap(), "--work-tree", "."];
        all.extend(arguments);
        git(place.workspace.root(), &all)
    };
    with(&["add", "-A"]);
    with(&["write-tree"])
}

/// With ignore rules a restore leaves what was ignored, so only undoing it is compared.
fn run(acts: &[Act]) {
    let mut place = Place::new();
    let mut saved: Vec<(CheckpointId, Picture, bool)> = Vec::new();
    let mut rules_used = false;
    let mut before_restore: Option<Picture> = None;
    for act in acts {
        if !matches!(act, Act::Undo | Act::Reopen | Act::Restore(_)) {
            before_restore = None;
        }
        match act {
            Act::Write(name, byte) => {
                room(&place, NAMES[*name]);
                place.write(NAMES[*name], vec![*byte; usize::from(*byte)]);
            }
            Act::Large(name, byte) => {
                room(&place, NAMES[*name]);
                place.write(NAMES[*name], vec![*byte; (1 << 20) + usize::from(*byte)]);
            }
            Act::Remove(name) => clear(&place.path(NAMES[*name])),
            #[cfg(not(unix))]
            Act::Executable(..) | Act::Link(..) => {}
            #[cfg(unix)]
            Act::Executable(name, on) => {
                if let Ok(found) = place.path(NAMES[*name]).symlink_metadata()
                    && found.is_file()
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = if *on { 0o755 } else { 0o644 };
                    let rights = fs::Permissions::from_mode(mode);
                    fs::set_permissions(place.path(NAMES[*name]), rights).unwrap();
                }
            }
            #[cfg(unix)]
            Act::Link(name, to) => {
                room(&place, NAMES[*name]);
                std::os::unix::fs::symlink(NAMES[*to], place.path(NAMES[*name])).unwrap();
            }
            Act::Ignore(rules) => {
                place.write(".gitignore", RULES[*rules]);
                rules_used |= *rules > 0;
            }
            Act::Save => {
                let id = place.save();
                let tree = place.workspace.list(&Filter::default()).unwrap()[0].tree;
                assert_eq!(tree.to_string(), tree_by_git(&place));
                saved.push((id, place.picture(), rules_used));
            }
            Act::Restore(which) => {
                if saved.is_empty() {
                    continue;
                }
                let (id, then, rules) = saved[which % saved.len()].clone();
                let now = place.picture();
                place.restore(id);
                if !rules && !rules_used {
                    assert_eq!(place.picture(), then);
                } else {
                    // Nothing that was there went without being in the safety checkpoint.
                    place.workspace.undo(&mut Silent).unwrap();
                    assert_has_all(&place.picture(), &now);
                    place.workspace.redo(&mut Silent).unwrap();
                }
                before_restore = Some(now);
            }
            Act::Undo => {
                if let Some(before) = before_restore.take() {
                    place.workspace.undo(&mut Silent).unwrap();
                    if rules_used {
                        assert_has_all(&place.picture(), &before);
                    } else {
                        assert_eq!(place.picture(), before);
                    }
                }
            }
            Act::Reopen => place = place.reopened(),
        }
    }
    place.store_git(&["fsck", "--full", "--strict"]);
}

/// A file that the rules ignore by now is never deleted, so there may be more than there was. A
/// folder without files in which rules leave something out is not recorded.
fn assert_has_all(now: &Picture, then: &Picture) {
    for (path, what) in then.iter().filter(|(_, what)| !what.starts_with("folder")) {
        assert_eq!(now.get(path), Some(what), "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence(acts in prop::collection::vec(act(), 1..25)) {
        // Hundreds of sequences take minutes; `BELAY_LONG=1` plays as many as are asked for.
        static PLAYED: AtomicUsize = AtomicUsize::new(0);
        let short = std::env::var_os("BELAY_LONG").is_none();
        if !(short && PLAYED.fetch_add(1, Ordering::Relaxed) >= 24) {
            run(&acts);
        }
    }
}

#[test]
fn empty_folders_outlive_an_undo() {
    run(&[Act::Link(6, 0), Act::Save, Act::Remove(6), Act::Restore(0), Act::Undo]);
    run(&[Act::Save, Act::Write(4, 1), Act::Remove(4), Act::Restore(0), Act::Undo]);
}
