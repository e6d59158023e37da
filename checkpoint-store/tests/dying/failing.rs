//! The system refuses at each step: an error, and everything as it was.

use std::path::Path;

use checkpoint_store::{Bounds, Error, SaveRequest, Scope, Silent};

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
        std::fs::write(&outside, "captured").unwrap();
        let captured =
            place.store.capture(&[&outside], "rm", &Bounds::default(), None, None).unwrap();
        place.write("a", "2").write("folder/b", "2").remove("gone").write("new", "2");
        let before = files(place.workspace.root());

        fail::cfg(*step, "return(full)").unwrap();
        let saved = place.workspace.save(SaveRequest::default(), &mut Silent);
        let plan = place.plan(first, &Scope::All);
        let restored = place.workspace.restore(plan, &mut Silent);
        std::fs::write(&outside, "changed").unwrap();
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
        if let Err(error) = &restored {
            assert!(full(error), "{step}: {error:?}");
            // Applied and only then stopped: it can be finished or taken back.
            if place.workspace.interrupted().unwrap().is_some() {
                place.workspace.take_back_interrupted(&mut Silent).unwrap();
            }
            assert_eq!(files(place.workspace.root()), before, "{step}");
        }
        if back.is_err() {
            assert_eq!(std::fs::read_to_string(&outside).unwrap(), "changed", "{step}");
        }
        // Everything works again, and the first checkpoint is whole.
        place.save();
        place.restore(first);
        assert_eq!(place.read("a"), "1", "{step}");
        assert_eq!(place.read("folder/b"), "1", "{step}");
        assert!(place.has("gone") && !place.has("new"), "{step}");
        place.store_git(&["fsck", "--full", "--strict"]);
    }
}

/// The packs of a clean checkout are copied before the first checkpoint needs them.
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
