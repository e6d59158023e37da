//! The promises, each as a question to the disk.

use std::path::Path;

use globset::GlobBuilder;
use policy_core::verdict::Risk;
use policy_core::wire::{Place, Target, TargetKind};

use crate::disk::{Change, Happened};
use crate::outcome::{Broken, Law, Word};
use crate::place::{HOME, PROJECT, is_temporary, repository};

/// Holds a verdict to what a run changed.
pub(crate) fn after_run(word: &Word, changes: &[Change]) -> Option<Broken> {
    if changes.is_empty() {
        return None;
    }
    if word.risk == Risk::Safe {
        return Some(Broken { law: Law::Safe, changes: changes.to_vec(), trouble: None });
    }
    if word.cannot_tell {
        return None;
    }
    let unnamed: Vec<Change> =
        changes.iter().filter(|change| !is_named(word, change)).cloned().collect();
    (!unnamed.is_empty()).then_some(Broken { law: Law::Targets, changes: unnamed, trouble: None })
}

/// Holds a promise of full recovery to what still differs after the restore. What lies below
/// folders for temporary files is meant to go, and nothing is lost by what is new.
pub(crate) fn after_restore(changes: &[Change], trouble: Option<String>) -> Option<Broken> {
    let lost: Vec<Change> = changes
        .iter()
        .filter(|change| change.happened != Happened::Created && !is_temporary(&change.path))
        .cloned()
        .collect();
    (!lost.is_empty() || trouble.is_some()).then_some(Broken {
        law: Law::Recovery,
        changes: lost,
        trouble,
    })
}

/// Whether a verdict names the place of a change: by a target, or by a finding about something
/// too large to be one. What is made anew destroys nothing, and what lies below a folder for
/// temporary files is meant to go.
fn is_named(word: &Word, change: &Change) -> bool {
    let path = &change.path;
    change.happened == Happened::Created
        || is_temporary(path)
        || word.targets.iter().any(|target| reaches(target, path))
        || word.places.iter().any(|place| lies_in(*place, path))
}

/// Whether a path is a target or lies below one.
fn reaches(target: &Target, path: &Path) -> bool {
    match target.kind {
        TargetKind::Path => path.starts_with(clean(&target.path)),
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

/// Whether a place that no target is listed for holds a path.
fn lies_in(place: Place, path: &Path) -> bool {
    match place {
        Place::Root | Place::Machine => true,
        Place::System => !path.starts_with(HOME),
        Place::HomeRoot => path.starts_with(HOME),
        Place::WorkspaceRoot => path.starts_with(PROJECT),
        Place::VersionControl => path.starts_with(repository()),
        Place::BuildOutput => ["build", "dist", "target", "node_modules", "__pycache__"]
            .iter()
            .any(|name| path.starts_with(Path::new(PROJECT).join(name))),
        _ => false,
    }
}
