//! The promises, each as a question to the disk.

use std::path::Path;

use globset::GlobBuilder;
use policy_core::verdict::Risk;
use policy_core::wire::{Domain, EffectKind, Place, TargetKind};

use crate::disk::{Change, Disk, Happened};
use crate::outcome::{Broken, Law, Named, Word};
use crate::place::{HOME, PROJECT, is_temporary, repository};

/// The disk around a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<'t> {
    pub(crate) before: &'t Disk,
    pub(crate) now: &'t Disk,
}

/// Holds a verdict to what a run changed.
pub(crate) fn after_run(word: &Word, seen: Seen<'_>) -> Option<Broken> {
    let changes = seen.changes();
    let broken = |law, wrong: &dyn Fn(&Change) -> bool| {
        let changes: Vec<Change> = changes.iter().filter(|change| wrong(change)).cloned().collect();
        (!changes.is_empty()).then_some(Broken { law, changes, trouble: None })
    };
    if word.risk == Risk::Safe {
        broken(Law::Safe, &|change| !is_note(change))
    } else if word.cannot_tell {
        None
    } else {
        broken(Law::Targets, &|change| !is_named(word, change, seen))
    }
}

/// Holds a promise of full recovery to what still differs after the restore.
pub(crate) fn after_restore(seen: Seen<'_>, trouble: Option<String>) -> Option<Broken> {
    let mut lost = seen.changes();
    lost.retain(|change| !is_no_loss(change, seen));
    (!lost.is_empty() || trouble.is_some()).then_some(Broken {
        law: Law::Recovery,
        changes: lost,
        trouble,
    })
}

impl Seen<'_> {
    fn changes(self) -> Vec<Change> {
        self.before.changes(self.now)
    }
}

/// A program's own new notes, where programs keep such: what was there stays as it was.
fn is_note(change: &Change) -> bool {
    let below = [".cache", ".config", ".local", ".npm", ".terraform.d", ".gnupg"];
    change.happened == Happened::Created
        && below.iter().any(|folder| change.path.starts_with(Path::new(HOME).join(folder)))
}

/// Nothing is lost by what is new or has another name; what lies below a folder for temporary
/// files is meant to go; and git may add to its settings and note what it likes as long as it knows every commit that it knew.
fn is_no_loss(change: &Change, seen: Seen<'_>) -> bool {
    change.happened == Happened::Created
        || is_temporary(&change.path)
        // A shell that a person could type into adds what was typed.
        || change.path == Path::new(HOME).join(".bash_history")
        || (change.happened == Happened::Deleted && seen.before.is_moved(&change.path, seen.now))
        || (change.path == repository().join("config")
            && seen.before.only_grew(&change.path, seen.now))
        || (is_bookkeeping(&change.path)
            && seen.before.refs().iter().all(|commit| seen.now.mentions(commit)))
}

/// What git writes whenever it works.
fn is_bookkeeping(path: &Path) -> bool {
    ["index", "HEAD", "ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG", "logs", "refs", "packed-refs"]
        .iter()
        .any(|name| path.starts_with(repository().join(name)))
}

/// Whether a verdict names the place of a change: by a target, or by a finding about something
/// too large to be one.
fn is_named(word: &Word, change: &Change, seen: Seen<'_>) -> bool {
    is_no_loss(change, seen)
        || word.targets.iter().any(|target| {
            let led_to = seen.before.led_to(Path::new(&target.path)).display().to_string();
            reaches(target, &change.path)
                || reaches(&Named { path: led_to, kind: target.kind }, &change.path)
        })
        || word.effects.iter().any(|effect| lies_in(*effect, &change.path))
}

/// Whether a path is a target or lies below one.
fn reaches(target: &Named, path: &Path) -> bool {
    match target.kind {
        // Some file of a folder, by a name that the text does not tell.
        TargetKind::Path if target.path.ends_with("/_") => {
            Path::new(&target.path).parent().is_some_and(|folder| path.starts_with(folder))
        }
        TargetKind::Path | TargetKind::Tracked => path.starts_with(clean(&target.path)),
        TargetKind::Pattern => path.ancestors().any(|path| matches(&target.path, path)),
        TargetKind::Below => path.as_os_str().to_string_lossy().starts_with(&target.path),
    }
}

fn clean(path: &str) -> &str {
    if path.len() > 1 { path.trim_end_matches('/') } else { path }
}

fn matches(pattern: &str, path: &Path) -> bool {
    let glob = GlobBuilder::new(clean(pattern)).literal_separator(true).build();
    glob.is_ok_and(|glob| glob.compile_matcher().is_match(path))
}

/// Whether an effect that no target is listed for reaches a path.
fn lies_in((kind, domain, place): (EffectKind, Domain, Place), path: &Path) -> bool {
    // What is done to a repository or to its working files is done to all that it keeps.
    let whole = domain == Domain::Repository || kind == EffectKind::Discards;
    if whole && path.starts_with(PROJECT) {
        return true;
    }
    match place {
        Place::Root | Place::Machine => true,
        Place::System => !path.starts_with(HOME),
        Place::HomeRoot => path.starts_with(HOME),
        Place::WorkspaceRoot => path.starts_with(PROJECT),
        Place::VersionControl => path.starts_with(repository()),
        Place::Cache => path.starts_with(Path::new(HOME).join(".cache")),
        Place::BuildOutput => ["build", "dist", "target", "node_modules", "__pycache__"]
            .iter()
            .any(|name| path.starts_with(Path::new(PROJECT).join(name))),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_core::verdict::{Decision, Recovery};

    fn word(risk: Risk, targets: &[(&str, TargetKind)]) -> Word {
        let target =
            |(path, kind): &(&str, TargetKind)| Named { path: (*path).to_owned(), kind: *kind };
        Word {
            risk,
            recovery: Recovery::Full,
            permission: Decision::Allow,
            cannot_tell: false,
            rules: Vec::new(),
            effects: Vec::new(),
            targets: targets.iter().map(target).collect(),
        }
    }

    /// A machine where one thing happened.
    fn after(path: &str, happened: Happened) -> (Disk, Disk) {
        let (gone, there) = (Disk::default(), Disk::of_files(&[(path, "a")]));
        match happened {
            Happened::Created => (gone, there),
            Happened::Deleted => (there, gone),
            _ => (there, Disk::of_files(&[(path, "b")])),
        }
    }

    fn broken(word: &Word, path: &str, happened: Happened) -> Option<Law> {
        let (before, now) = after(path, happened);
        after_run(word, Seen { before: &before, now: &now }).map(|broken| broken.law)
    }

    #[test]
    fn what_is_safe_changes_nothing() {
        let safe = word(Risk::Safe, &[]);
        let nothing = Disk::default();
        assert_eq!(after_run(&safe, Seen { before: &nothing, now: &nothing }), None);
        assert_eq!(broken(&safe, "/tmp/x", Happened::Created), Some(Law::Safe));
        assert_eq!(broken(&safe, "/home/user/.cache/x", Happened::Created), None);
        assert_eq!(broken(&safe, "/home/user/.cache/x", Happened::Changed), Some(Law::Safe));
    }

    #[test]
    fn what_changes_is_named() {
        let names = word(
            Risk::Medium,
            &[
                ("/home/user/project/src/", TargetKind::Path),
                ("/home/user/*.txt", TargetKind::Pattern),
                ("/srv/da", TargetKind::Below),
            ],
        );
        for path in
            ["/home/user/project/src/main.rs", "/home/user/notes.txt", "/srv/data/x", "/tmp/a"]
        {
            assert_eq!(broken(&names, path, Happened::Deleted), None, "{path}");
        }
        for path in ["/home/user/project/src2", "/home/user/other/a.txt", "/srv/x"] {
            assert_eq!(broken(&names, path, Happened::Deleted), Some(Law::Targets), "{path}");
            assert_eq!(broken(&names, path, Happened::Created), None, "{path}");
        }
        let unsure = Word { cannot_tell: true, ..names };
        assert_eq!(broken(&unsure, "/srv/x", Happened::Deleted), None);
    }

    #[test]
    fn what_is_lost_after_a_restore_breaks_the_promise() {
        let lost = |path, happened, trouble| {
            let (before, now) = after(path, happened);
            after_restore(Seen { before: &before, now: &now }, trouble).map(|broken| broken.law)
        };
        let precious = "/home/user/precious";
        assert_eq!(lost(precious, Happened::Deleted, None), Some(Law::Recovery));
        assert_eq!(lost(precious, Happened::Created, None), None);
        assert_eq!(lost("/tmp/x", Happened::Deleted, None), None);
        let failed = Some("it failed".to_owned());
        assert_eq!(lost("/tmp/x", Happened::Deleted, failed), Some(Law::Recovery));
    }

    #[test]
    fn git_may_move_a_branch_but_not_forget_a_commit() {
        let (old, new) = ("1".repeat(40), "2".repeat(40));
        let branch = "/home/user/project/.git/refs/heads/main";
        let log = "/home/user/project/.git/logs/HEAD";
        let before = Disk::of_files(&[(branch, &old)]);
        let noted = Disk::of_files(&[(branch, &new), (log, &format!("{old} {new} User"))]);
        let forgot = Disk::of_files(&[(branch, &new)]);
        let low = word(Risk::Low, &[]);
        assert_eq!(after_run(&low, Seen { before: &before, now: &noted }), None);
        assert!(after_run(&low, Seen { before: &before, now: &forgot }).is_some());
    }
}
