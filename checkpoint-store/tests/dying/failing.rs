//! The system refuses at each step: an error, and everything as it was.

use std::fs;
use std::path::Path;

use checkpoint_store::{
    Bounds, Cancel, CheckpointKind, Error, Filter, PastStep, Progress, SaveRequest, Scope, Silent,
    Stage,
};

use crate::child::files;
use crate::killed::STEPS;
use crate::place::Place;

#[test]
fn a_full_disk_at_any_step_loses_nothing() {
    let _turn = crate::turn();
    for step in STEPS {
        let place = Place::new();
        place.write("a", "1").write("folder/b", "1").write("gone", "1");
        let first = place.save();
        let outside = place.folder.path().join("outside");
        fs::write(&outside, "captured").unwrap();
        let captured = place
            .store
            .capture(&[&outside], "rm", &Bounds::default(), None, None, &mut Silent)
            .unwrap();
        place.write("a", "2").write("folder/b", "2").remove("gone").write("new", "2");
        let before = files(place.workspace.root());
        let listed = place.workspace.list(&Filter::default()).unwrap().len();

        fail::cfg(*step, "return(full)").unwrap();
        let saved = place.workspace.save(SaveRequest::default(), &mut Silent);
        let plan = place.plan(first, &Scope::All);
        let restored = place.workspace.restore(plan, &mut Silent);
        fs::write(&outside, "changed").unwrap();
        let all: [&Path; 0] = [];
        let back = place
            .store
            .plan_restore_capture(captured.checkpoint, &all, &mut Silent)
            .and_then(|plan| place.store.restore_capture(plan, &mut Silent));
        fail::cfg(*step, "off").unwrap();

        let full = |error: &Error| match error {
            Error::DiskFull { .. } => true,
            Error::RestoreFailed { source, .. } => matches!(**source, Error::DiskFull { .. }),
            _ => false,
        };
        assert!(saved.as_ref().err().is_none_or(full), "{step}: {saved:?}");
        // A save that failed after its row is there all the same; one before it is not, and
        // no older one stands in for it.
        if saved.is_err() && !matches!(*step, "save:recorded" | "save:placed") {
            let now = place.workspace.list(&Filter::default()).unwrap();
            let saves = now.iter().filter(|one| one.kind == CheckpointKind::Save);
            assert_eq!(saves.count(), listed, "{step}");
        }
        if let Err(error) = &restored {
            assert!(full(error), "{step}: {error:?}");
            // Applied and only then stopped: it can be finished or taken back.
            if place.workspace.interrupted().unwrap().is_some() {
                place.workspace.take_back_interrupted(&mut Silent).unwrap();
            }
            assert_eq!(files(place.workspace.root()), before, "{step}");
        }
        if back.is_err() {
            // Applied and only then stopped: its note goes, as nothing is left to do.
            let applied = *step == "capture-restore:applied";
            let expected = if applied { "captured" } else { "changed" };
            assert_eq!(fs::read_to_string(&outside).unwrap(), expected, "{step}");
            assert!(place.store.interrupted_captures().unwrap().is_empty(), "{step}");
        }
        // Everything works again, and the first checkpoint is whole.
        place.save();
        place.restore(first);
        assert_eq!(place.read("a"), "1", "{step}");
        assert_eq!(place.read("folder/b"), "1", "{step}");
        assert!(place.has("gone") && !place.has("new"), "{step}");
        place.check_by_git();
    }
}

/// Fails at the third of four files, with folders and rights on the way.
#[test]
fn half_of_a_restore_that_fails_is_taken_back_to_the_last_folder() {
    let _turn = crate::turn();
    for at in ["2*off->return(full)", "3*off->return(full)"] {
        let place = Place::new();
        place.write("a", "1").write("new/deep/b", "1").write("c", "1").write("z", "1");
        fs::create_dir_all(place.path("was/empty")).unwrap();
        let first = place.save();
        place.write("a", "2").remove("new").write("c", "2").write("z", "2").remove("was");
        fs::create_dir(place.path("other-empty")).unwrap();
        let before = place.picture();
        let plan = place.plan(first, &Scope::All);
        fail::cfg("restore:step", at).unwrap();
        let answer = place.workspace.restore(plan, &mut Silent);
        fail::cfg("restore:step", "off").unwrap();
        assert!(matches!(answer, Err(Error::RestoreFailed { .. })), "{answer:?}");
        assert_eq!(place.picture(), before, "{at}");
        assert!(place.workspace.interrupted().unwrap().is_none());
    }
    // The check at the end fails: folders came and went by then.
    let place = Place::new();
    place.write("new/deep/b", "1");
    fs::create_dir_all(place.path("was/empty")).unwrap();
    let first = place.save();
    place.remove("new").remove("was");
    fs::create_dir(place.path("other-empty")).unwrap();
    let before = place.picture();
    let plan = place.plan(first, &Scope::All);
    fail::cfg("restore:verify", "return(full)").unwrap();
    assert!(place.workspace.restore(plan, &mut Silent).is_err());
    fail::cfg("restore:verify", "off").unwrap();
    assert_eq!(place.picture(), before);
}

#[test]
fn what_could_not_be_taken_back_is_named_and_can_be_ended() {
    let _turn = crate::turn();
    let place = Place::new();
    place.write("a", "1").write("b", "1").write("c", "1");
    let first = place.save();
    place.write("a", "2").write("b", "2").write("c", "2");
    let before = place.picture();
    let plan = place.plan(first, &Scope::All);
    fail::cfg("restore:step", "2*off->return(full)").unwrap();
    fail::cfg("restore:take-back", "1*return(full)->off").unwrap();
    let answer = place.workspace.restore(plan, &mut Silent);
    fail::cfg("restore:step", "off").unwrap();
    fail::cfg("restore:take-back", "off").unwrap();
    let Err(Error::RestoreHalfDone { left, .. }) = &answer else { panic!("{answer:?}") };
    assert_eq!(left, &[place.path("b")]);
    let text = answer.unwrap_err().to_string();
    assert!(text.contains("1 path could not be taken back") && !text.contains("was taken back"));
    assert_eq!([place.read("a"), place.read("b"), place.read("c")], ["2", "1", "2"]);
    place.workspace.take_back_interrupted(&mut Silent).unwrap().unwrap();
    assert_eq!(place.picture(), before);
}

#[test]
fn half_of_a_restore_of_captured_paths_is_taken_back_or_named() {
    let _turn = crate::turn();
    let place = Place::new();
    let outside = place.folder.path().join("outside");
    for name in ["a", "deep/er/b", "c", "d"] {
        fs::create_dir_all(outside.join(name).parent().unwrap()).unwrap();
        fs::write(outside.join(name), "1").unwrap();
    }
    let captured = place
        .store
        .capture(&[&outside], "rm", &Bounds::default(), None, None, &mut Silent)
        .unwrap();
    fs::remove_dir_all(outside.join("deep")).unwrap();
    for name in ["a", "c", "d"] {
        fs::write(outside.join(name), "2").unwrap();
    }
    let before = crate::place::picture(&outside);
    let bring_back = || {
        let all: [&Path; 0] = [];
        let plan =
            place.store.plan_restore_capture(captured.checkpoint, &all, &mut Silent).unwrap();
        place.store.restore_capture(plan, &mut Silent)
    };
    fail::cfg("capture-restore:step", "3*off->return(full)").unwrap();
    let answer = bring_back();
    assert!(matches!(answer, Err(Error::RestoreFailed { .. })), "{answer:?}");
    assert_eq!(crate::place::picture(&outside), before);
    assert!(place.store.interrupted_captures().unwrap().is_empty());

    fail::cfg("capture-restore:step", "3*off->return(full)").unwrap();
    fail::cfg("capture-restore:take-back", "1*return(full)->off").unwrap();
    let answer = bring_back();
    fail::cfg("capture-restore:step", "off").unwrap();
    fail::cfg("capture-restore:take-back", "off").unwrap();
    let Err(Error::RestoreHalfDone { left, .. }) = &answer else { panic!("{answer:?}") };
    assert_eq!(left.len(), 1);
    let notes = place.store.interrupted_captures().unwrap();
    assert_eq!(notes[0].checkpoint, captured.checkpoint);
    // Neither end is forgotten before it is over.
    assert!(place.store.forget(notes[0].safety).is_err());
    place.store.take_back_interrupted_captures(&mut Silent).unwrap();
    assert_eq!(crate::place::picture(&outside), before);
    assert!(place.store.forget(notes[0].safety).unwrap());
}

/// Stops the work when it has come so far.
struct StopsAt(Stage, Cancel);

impl Progress for StopsAt {
    fn at(&mut self, stage: Stage, _done: u64, _total: u64) {
        if stage == self.0 {
            self.1.now();
        }
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.1)
    }
}

#[test]
fn a_restore_that_is_cancelled_is_taken_back() {
    let _turn = crate::turn();
    for stage in [Stage::Walk, Stage::Apply] {
        let place = Place::new();
        place.write("a", "1").write("b", "1");
        let first = place.save();
        place.write("a", "2").write("b", "2");
        let before = place.picture();
        let plan = place.plan(first, &Scope::All);
        let answer = place.workspace.restore(plan, &mut StopsAt(stage, Cancel::default()));
        assert!(matches!(answer, Err(Error::Cancelled)), "{stage:?}: {answer:?}");
        assert_eq!(place.picture(), before);
        assert!(place.workspace.interrupted().unwrap().is_none());
        place.restore(first);
        assert_eq!(place.read("a"), "1");
    }
}

/// The packs of a clean checkout are copied before the first checkpoint needs them.
#[cfg(unix)]
#[test]
fn a_full_disk_while_packs_are_copied_loses_nothing() {
    let _turn = crate::turn();
    for step in ["seed:named", "seed:index-named"] {
        let place = Place::new();
        place.git(&["init", "-q"]);
        place.write("a", "1".repeat(3000)).write("folder/b", "1");
        place.git(&["add", "-A"]);
        place.git(&["commit", "-q", "-m", "all"]);
        place.git(&["gc", "-q"]);
        fail::cfg(step, "return(full)").unwrap();
        let saved = place.workspace.save(SaveRequest::default(), &mut Silent);
        fail::cfg(step, "off").unwrap();
        assert!(matches!(saved, Err(Error::DiskFull { .. })), "{step}: {saved:?}");

        let place = place.reopened();
        let first = place.save();
        place.write("a", "2").remove("folder/b");
        place.restore(first);
        assert_eq!(place.read("a"), "1".repeat(3000), "{step}");
        assert_eq!(place.read("folder/b"), "1", "{step}");
        place.store_git(&["fsck", "--full", "--strict"]);
    }
}

/// A step is taken out of the middle, and the disk is full at each step on the way: everything is
/// as it was. Where even that could not be written back, finishing it gives what was planned.
#[test]
fn a_step_out_of_the_middle_is_whole_or_nothing() {
    let _turn = crate::turn();
    let steps = [
        "restore:safety",
        "restore:made",
        "restore:journal",
        "restore:step",
        "restore:before-rename",
        "restore:verify",
        "restore:applied",
    ];
    for (step, stuck) in steps.iter().flat_map(|step| [(step, false), (step, true)]) {
        let place = Place::new();
        let lines = |first: &str, last: &str| format!("{first}\n2\n3\n4\n5\n6\n{last}\n");
        place.write("a", lines("one", "seven")).write("b", "1").write("c", "1");
        let before = place.save();
        place.write("a", lines("ONE", "seven")).write("b", "2").write("c", "2");
        let after = place.save();
        place.write("a", lines("ONE", "SEVEN"));
        let was = files(place.workspace.root());
        let past = PastStep {
            before,
            after: Some(after),
            session: None,
            reason: "Without a step".to_owned(),
        };
        let plan = || place.workspace.plan_without(&past, &[], &mut Silent).unwrap();

        // The second file fails, so that there is something to take back.
        let late = matches!(*step, "restore:step" | "restore:before-rename");
        fail::cfg(*step, if late { "1*off->return(full)" } else { "return(full)" }).unwrap();
        if stuck {
            fail::cfg("restore:take-back", "return(full)").unwrap();
        }
        let done = place.workspace.restore_without(plan(), &mut Silent);
        fail::cfg(*step, "off").unwrap();
        fail::cfg("restore:take-back", "off").unwrap();
        assert!(done.is_err(), "{step}: {done:?}");
        let half_done = place.workspace.interrupted().unwrap().is_some();
        if half_done {
            place.workspace.finish_interrupted(&mut Silent).unwrap();
            assert_eq!(place.read("a"), lines("one", "SEVEN"), "{step} {stuck}");
            assert_eq!((place.read("b").as_str(), place.read("c").as_str()), ("1", "1"), "{step}");
        } else {
            assert_eq!(files(place.workspace.root()), was, "{step} {stuck}");
            place.workspace.restore_without(plan(), &mut Silent).unwrap();
            assert_eq!(place.read("a"), lines("one", "SEVEN"), "{step} {stuck}");
        }
        place.workspace.undo(&mut Silent).unwrap();
        place.check_by_git();
    }
}
