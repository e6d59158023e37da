//! Any sequence of edits, saves and restores, beside plain copies of the folder and
//! beside git.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use checkpoint_store::{CheckpointId, Filter, Plan, Scope, Silent, TreePath};
use proptest::prelude::*;

use crate::place::{Picture, Place, git, has_git};

#[derive(Clone, Debug)]
#[cfg_attr(not(unix), expect(dead_code, reason = "systems without rights and links skip these"))]
enum Act {
    Write(usize, u8),
    Large(usize, u8),
    Remove(usize),
    Folder(usize),
    Rights(usize, usize),
    Link(usize, usize),
    Ignore(usize),
    Save,
    Restore(usize),
    Undo,
    Reopen,
}

const NAMES: [&str; 9] =
    ["a", "b.txt", "dir/c", "dir/d.txt", "dir/sub/e", "dir/sub", "a/file-in-a", "é", "dir-2/x"];
/// The usual ones, and those that must be noted.
#[cfg(unix)]
const FILE_RIGHTS: [u32; 3] = [0o644, 0o755, 0o600];
#[cfg(unix)]
const FOLDER_RIGHTS: [u32; 3] = [0o755, 0o750, 0o700];
const RULES: [&str; 4] = ["", "*.txt\n", "dir/sub/\n", "/dir\n!/dir/c\n"];

fn act() -> impl Strategy<Value = Act> {
    let name = 0..NAMES.len();
    prop_oneof![
        6 => (name.clone(), any::<u8>()).prop_map(|(name, byte)| Act::Write(name, byte)),
        1 => (name.clone(), any::<u8>()).prop_map(|(name, byte)| Act::Large(name, byte)),
        3 => name.clone().prop_map(Act::Remove),
        1 => name.clone().prop_map(Act::Folder),
        1 => (name.clone(), 0..3_usize).prop_map(|(name, which)| Act::Rights(name, which)),
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

/// Where both are files or links, and which checkpoint has them.
struct Looked<'a> {
    place: &'a Place,
    /// What the plan said it leaves.
    leaves: Vec<PathBuf>,
}

impl Looked<'_> {
    /// Whether the plan said of this path, or of one above or below it, that it stays.
    fn is_left(&self, path: &Path) -> bool {
        self.leaves.iter().any(|left| left.starts_with(path) || path.starts_with(left))
    }

    fn is_saved(&self, checkpoint: CheckpointId, path: &Path) -> bool {
        let path = TreePath::new(path).unwrap();
        self.place.workspace.bytes(checkpoint, &path).unwrap().is_some()
    }

    /// After a restore every file is as it was then, or is one the plan named, or is one
    /// that is ignored; and nothing went that is in no checkpoint.
    fn check_restored(&self, target: CheckpointId, safety: CheckpointId, sides: [&Picture; 3]) {
        let [then, before, after] = sides;
        for (path, what) in files(then) {
            if self.is_saved(target, path) && !self.is_left(path) {
                assert_eq!(after.get(path), Some(what), "{} is not back", path.display());
            }
        }
        for (path, what) in files(after) {
            if !self.is_saved(target, path) {
                assert_eq!(before.get(path), Some(what), "{} is new", path.display());
                let ignored = !self.is_saved(safety, path);
                assert!(ignored || self.is_left(path), "{} stayed unsaid", path.display());
            }
        }
        for (path, _) in files(before).filter(|(path, _)| !after.contains_key(*path)) {
            assert!(self.is_saved(safety, path), "{} is lost", path.display());
        }
    }

    /// After an undo everything is as before, folders too, but for what the plan named.
    fn check_undone(&self, before: &Picture, after: &Picture) {
        for path in before.keys().chain(after.keys()) {
            if before.get(path) != after.get(path) {
                assert!(
                    self.is_left(path),
                    "{}: {:?} became {:?}",
                    path.display(),
                    before.get(path),
                    after.get(path)
                );
            }
        }
    }
}

fn files(picture: &Picture) -> impl Iterator<Item = (&PathBuf, &String)> {
    picture.iter().filter(|(_, what)| !what.starts_with("folder"))
}

/// Carries a plan out and says what it left.
fn carried_out(place: &Place, plan: Plan) -> (CheckpointId, Looked<'_>) {
    let leaves = plan.leaves.iter().map(|leave| leave.path.to_path()).collect();
    let done = place.workspace.restore(plan, &mut Silent).unwrap();
    (done.safety, Looked { place, leaves })
}

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
            Act::Folder(name) => {
                room(&place, NAMES[*name]);
                fs::create_dir(place.path(NAMES[*name])).unwrap();
            }
            #[cfg(not(unix))]
            Act::Rights(..) | Act::Link(..) => {}
            #[cfg(unix)]
            Act::Rights(name, which) => {
                if let Ok(found) = place.path(NAMES[*name]).symlink_metadata()
                    && !found.is_symlink()
                {
                    use std::os::unix::fs::PermissionsExt;
                    let modes = if found.is_dir() { FOLDER_RIGHTS } else { FILE_RIGHTS };
                    let rights = fs::Permissions::from_mode(modes[*which]);
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
                if has_git() {
                    assert_eq!(tree.to_string(), tree_by_git(&place));
                }
                saved.push((id, place.picture(), rules_used));
            }
            Act::Restore(which) => {
                if saved.is_empty() {
                    continue;
                }
                let (id, then, rules) = saved[which % saved.len()].clone();
                let now = place.picture();
                let (safety, looked) = carried_out(&place, place.plan(id, &Scope::All));
                let after = place.picture();
                looked.check_restored(id, safety, [&then, &now, &after]);
                if !rules && !rules_used {
                    assert_eq!(after, then);
                }
                let plan = place.workspace.plan_undo(&mut Silent).unwrap();
                carried_out(&place, plan).1.check_undone(&now, &place.picture());
                let undone = place.picture();
                let plan = place.workspace.plan_redo(&mut Silent).unwrap();
                carried_out(&place, plan).1.check_undone(&after, &place.picture());
                before_restore = Some(undone);
            }
            Act::Undo => {
                if let Some(before) = before_restore.take() {
                    let plan = place.workspace.plan_undo(&mut Silent).unwrap();
                    carried_out(&place, plan).1.check_undone(&before, &place.picture());
                }
            }
            Act::Reopen => place = place.reopened(),
        }
    }
    place.check_by_git();
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

#[test]
fn a_folder_of_nothing_but_ignored_folders_outlives_a_restore() {
    // `dir` holds `dir/sub` alone, which is ignored; a file wants its place, or it is gone.
    let ignored = 2;
    run(&[
        Act::Ignore(ignored),
        Act::Folder(5),
        Act::Save,
        Act::Remove(5),
        Act::Write(0, 1),
        Act::Save,
        Act::Restore(0),
        Act::Undo,
    ]);
    run(&[
        Act::Write(0, 1),
        Act::Save,
        Act::Remove(0),
        Act::Ignore(ignored),
        Act::Write(4, 2),
        Act::Restore(0),
        Act::Undo,
    ]);
}
