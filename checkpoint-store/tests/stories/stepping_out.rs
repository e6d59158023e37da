//! One step taken out of the middle: what it did goes, what came later stays.

use std::fs;
use std::process::Command;

use checkpoint_store::{
    CheckpointId, Error, OverlapWhy, PastStep, SessionId, Silent, StepLeaveWhy, StepPlan, TreePath,
};
use proptest::prelude::*;

use crate::place::{Place, has_git};

fn step(before: CheckpointId, after: Option<CheckpointId>) -> PastStep {
    PastStep { before, after, session: None, reason: "Without a step".to_owned() }
}

fn plan(place: &Place, step: &PastStep) -> StepPlan {
    place.workspace.plan_without(step, &[], &mut Silent).unwrap()
}

fn names(paths: &[TreePath]) -> Vec<String> {
    paths.iter().map(ToString::to_string).collect()
}

#[test]
fn what_nobody_touched_since_goes_back() {
    let place = Place::new();
    place.write("changed", "one\n").write("deleted", "here\n").write("other", "1\n");
    let before = place.save();
    place.write("changed", "two\n").write("made/new", "new\n").remove("deleted");
    let after = place.save();
    place.write("other", "2\n").write("later", "later\n");
    place.save();
    place.write("other", "3\n");
    let now = place.picture();
    let plan = plan(&place, &step(before, Some(after)));
    assert_eq!(names(&plan.back), ["changed", "deleted"]);
    assert_eq!(names(&plan.deletes), ["made/new"]);
    assert!(plan.merged.is_empty() && plan.overlaps.is_empty() && plan.leaves.is_empty());
    assert_eq!(place.picture(), now, "a plan changes nothing");
    place.workspace.restore_without(plan, &mut Silent).unwrap();
    assert_eq!(place.read("changed"), "one\n");
    assert_eq!(place.read("deleted"), "here\n");
    assert!(!place.has("made"), "the folder the step made goes too");
    assert_eq!((place.read("other"), place.read("later")), ("3\n".into(), "later\n".into()));
    place.workspace.undo(&mut Silent).unwrap();
    assert_eq!(place.picture(), now, "undone to the byte");
    place.workspace.redo(&mut Silent).unwrap();
    assert_eq!(place.read("changed"), "one\n");
    place.check_by_git();
}

#[test]
fn later_changes_in_the_same_file_stay() {
    let place = Place::new();
    let lines = |first: &str, last: &str| format!("{first}\na\nb\nc\nd\ne\nf\n{last}\n");
    place.write("file", lines("first", "last"));
    let before = place.save();
    place.write("file", lines("FIRST", "last"));
    let after = place.save();
    place.write("file", lines("FIRST", "LAST"));
    let plan = plan(&place, &step(before, Some(after)));
    assert_eq!(names(&plan.merged), ["file"]);
    let done = place.workspace.restore_without(plan, &mut Silent).unwrap();
    assert_eq!(place.read("file"), lines("first", "LAST"));
    // What came out is a checkpoint like any other.
    assert_eq!(place.save(), done.target);
    place.check_by_git();
}

#[test]
fn overlapping_work_is_never_overwritten() {
    let place = Place::new();
    place.write("lines", "a\nb\nc\n").write("binary", b"\0one").write("gone", "x");
    let before = place.save();
    place.write("lines", "a\nB\nc\n").write("binary", b"\0two").write("made", "m").remove("gone");
    let after = place.save();
    place.write("lines", "a\nBB\nc\n").write("binary", b"\0three").write("made", "mm");
    place.write("gone", "another");
    let now = place.picture();
    let plan = plan(&place, &step(before, Some(after)));
    let found: Vec<_> = plan.overlaps.iter().map(|one| (one.path.to_string(), one.why)).collect();
    let expected = [
        ("binary".to_owned(), OverlapWhy::NotText),
        ("gone".to_owned(), OverlapWhy::Replaced),
        ("lines".to_owned(), OverlapWhy::SameLines),
        ("made".to_owned(), OverlapWhy::WorkedOn),
    ];
    assert_eq!(found, expected);
    let lines = plan.overlaps[2].lines.clone().unwrap();
    let marks = "a\n<<<<<<< now\nBB\n||||||| right after the step\nB\n=======\nb\n>>>>>>> before the \
                 step\nc\n";
    assert_eq!(lines, marks);
    let refused = place.workspace.restore_without(plan, &mut Silent);
    assert!(matches!(refused, Err(Error::Overlap { count: 4, .. })), "{refused:?}");
    assert_eq!(place.picture(), now);
}

#[test]
fn what_is_back_already_or_gone_since_is_left_alone() {
    let place = Place::new();
    place.write("back", "1").write("gone", "1").write("keeps", "1");
    let before = place.save();
    place.write("back", "2").write("gone", "2").write("keeps", "2");
    let after = place.save();
    place.write("back", "1").remove("gone");
    let plan = plan(&place, &step(before, Some(after)));
    let left: Vec<_> = plan.leaves.iter().map(|one| (one.path.to_string(), one.why)).collect();
    let expected = [
        ("back".to_owned(), StepLeaveWhy::TakenBack),
        ("gone".to_owned(), StepLeaveWhy::GoneSince),
    ];
    assert_eq!(left, expected);
    assert_eq!(names(&plan.back), ["keeps"]);
    place.workspace.restore_without(plan, &mut Silent).unwrap();
    assert_eq!((place.read("back"), place.read("keeps")), ("1".into(), "1".into()));
    assert!(!place.has("gone"));
}

#[test]
fn what_others_did_meanwhile_stays() {
    let place = Place::new();
    place.write("mine", "1").write("theirs", "1");
    let before = place.save_as("one");
    place.write("mine", "2");
    place.save_as("one");
    place.write("theirs", "2");
    place.save_as("two");
    place.write("mine", "3");
    let after = place.save_as("one");
    let step = PastStep { session: SessionId::new("one").ok(), ..step(before, Some(after)) };
    let plan = plan(&place, &step);
    assert_eq!(names(&plan.back), ["mine"]);
    assert_eq!(plan.leaves[0].why, StepLeaveWhy::NotThisSession);
    place.workspace.restore_without(plan, &mut Silent).unwrap();
    assert_eq!((place.read("mine"), place.read("theirs")), ("1".into(), "2".into()));
}

#[test]
fn the_last_step_and_some_paths_of_one() {
    let place = Place::new();
    place.write("a", "1").write("dir/b", "1");
    let before = place.save();
    place.write("a", "2").write("dir/b", "2");
    let only = [TreePath::new("dir").unwrap()];
    let last = step(before, None);
    let plan = place.workspace.plan_without(&last, &only, &mut Silent).unwrap();
    place.workspace.restore_without(plan, &mut Silent).unwrap();
    assert_eq!((place.read("a"), place.read("dir/b")), ("2".into(), "1".into()));
}

#[test]
fn a_plan_that_is_too_old_is_refused() {
    let place = Place::new();
    place.write("a", "1");
    let before = place.save();
    place.write("a", "2");
    let after = place.save();
    let plan = plan(&place, &step(before, Some(after)));
    place.write("a", "3");
    let refused = place.workspace.restore_without(plan, &mut Silent);
    assert!(matches!(refused, Err(Error::PlanOutdated { .. })), "{refused:?}");
    assert_eq!(place.read("a"), "3");
}

#[cfg(unix)]
#[test]
fn rights_links_and_large_files() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = Place::new();
    let large = |byte: u8| vec![byte; 3 << 20];
    place.write("tool", "#!/bin/sh\n").write("secret", "x").write("large", large(1));
    let rights = |name: &str, mode| {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).unwrap();
    };
    rights("secret", 0o600);
    symlink("tool", place.path("link")).unwrap();
    let before = place.save();
    rights("tool", 0o755);
    place.remove("secret").remove("link").write("large", large(2));
    let after = place.save();
    place.write("tool", "#!/bin/sh\necho later\n");
    rights("tool", 0o755);
    let plan = plan(&place, &step(before, Some(after)));
    place.workspace.restore_without(plan, &mut Silent).unwrap();
    let mode =
        |name: &str| fs::symlink_metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(place.read("tool"), "#!/bin/sh\necho later\n");
    assert_eq!((mode("tool") & 0o111, mode("secret")), (0, 0o600));
    assert_eq!(fs::read_link(place.path("link")).unwrap().to_str(), Some("tool"));
    assert!(fs::read(place.path("large")).unwrap() == large(1));
    place.check_by_git();
}

/// A text is lines; a step changes some of them in some files.
#[derive(Clone, Debug)]
struct Edit {
    file: usize,
    line: usize,
    what: u8,
}

const FILES: [&str; 3] = ["a", "dir/b", "dir/c"];
const LINES: usize = 24;

fn edits() -> impl Strategy<Value = Vec<Vec<Edit>>> {
    let edit = (0..FILES.len(), 0..LINES / 4, any::<u8>()).prop_map(|(file, line, what)| Edit {
        file,
        line: line * 4,
        what,
    });
    prop::collection::vec(prop::collection::vec(edit, 1..3), 2..5)
}

/// Whether no line stands twice.
fn all_differ(text: &str) -> bool {
    let mut seen = std::collections::HashSet::new();
    text.lines().all(|line| seen.insert(line))
}

/// The files after some of the steps.
fn replayed(steps: &[Vec<Edit>], without: Option<usize>) -> Vec<String> {
    let mut files = vec![(0..LINES).map(|at| format!("line {at}")).collect::<Vec<_>>(); 3];
    for (at, step) in steps.iter().enumerate() {
        for edit in step.iter().filter(|_| Some(at) != without) {
            files[edit.file][edit.line] = format!("step {at} wrote {}", edit.what);
        }
    }
    files.into_iter().map(|lines| lines.join("\n") + "\n").collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Where a step and later ones do not overlap, taking it out gives the history without it.
    #[test]
    fn a_history_without_one_step(steps in edits(), which in any::<prop::sample::Index>()) {
        let place = Place::new();
        let write = |files: &[String]| {
            for (name, text) in FILES.iter().zip(files) {
                place.write(name, text);
            }
        };
        write(&replayed(&[], None));
        let mut saves = vec![place.save()];
        for end in 1..=steps.len() {
            write(&replayed(&steps[..end], None));
            saves.push(place.save());
        }
        let out = which.index(steps.len());
        let plan = plan(&place, &step(saves[out], Some(saves[out + 1])));
        let touched = |step: &[Edit]| -> Vec<(usize, usize)> {
            step.iter().map(|edit| (edit.file, edit.line)).collect()
        };
        let mine = touched(&steps[out]);
        let later: Vec<_> = steps[out + 1..].iter().flat_map(|step| touched(step)).collect();
        let overlap = mine.iter().any(|place| later.contains(place));
        if !overlap {
            prop_assert!(plan.overlaps.is_empty(), "{:?}", plan.overlaps);
            place.workspace.restore_without(plan, &mut Silent).unwrap();
            let expected = replayed(&steps, Some(out));
            for (name, text) in FILES.iter().zip(&expected) {
                prop_assert_eq!(&place.read(name), text);
            }
        } else if plan.overlaps.is_empty() {
            // A later step may have written the very same line again.
            place.workspace.restore_without(plan, &mut Silent).unwrap();
        }
    }

    /// The same three states, merged by git. Where a line stands twice there are several ways to
    /// lay texts side by side: git may find one that merges where we ask, never the other way
    /// round with another result.
    #[test]
    fn git_merges_the_same(
        before in text(), after in text(), now in text(),
    ) {
        if !has_git() {
            return Ok(());
        }
        let place = Place::new();
        place.write("file", &before);
        let first = place.save();
        place.write("file", &after);
        let second = place.save();
        place.write("file", &now);
        let plan = plan(&place, &step(first, Some(second)));
        let folder = place.folder.path();
        for (name, text) in [("now", &now), ("after", &after), ("before", &before)] {
            fs::write(folder.join(name), text).unwrap();
        }
        let git = Command::new("git")
            .args(["merge-file", "-p", "now", "after", "before"])
            .current_dir(folder)
            .output()
            .unwrap();
        let clean = git.status.code() == Some(0);
        if plan.overlaps.is_empty() {
            place.workspace.restore_without(plan, &mut Silent).unwrap();
            if clean {
                prop_assert_eq!(place.read("file"), String::from_utf8_lossy(&git.stdout));
            }
        } else if [&before, &after, &now].into_iter().all(|text| all_differ(text)) {
            prop_assert!(!clean, "only git merges it: {:?}", String::from_utf8_lossy(&git.stdout));
        }
    }
}

/// Few lines of few letters, so that much is alike.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec("[a-h]", 0..7)
        .prop_map(|lines| lines.into_iter().map(|line| format!("{line}\n")).collect())
}
