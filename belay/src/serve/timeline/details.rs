//! One moment: the files that changed after it, and what was decided.

use anyhow::{Context as _, Result};
use checkpoint_store::{Difference, Error, Silent};
use timeline_wire::{Details, FileChange, Listed, Status};

use super::Timeline;

/// The most files named.
const MOST: usize = 2_000;

pub(super) fn of(timeline: &Timeline, id: &str) -> Result<Details> {
    let history = timeline.history()?;
    let gone = || Error::NoCheckpoint { asked: id.to_owned() };
    let (_, behind) = history.moment(id).ok_or_else(gone)?;
    let mut details = Details {
        id: id.to_owned(),
        checkpoint: behind.checkpoint.map(|id| id.to_string()),
        next: behind.next.map(|id| id.to_string()),
        ..Details::default()
    };
    details.judgements =
        behind.decisions.iter().map(|(told, effect)| told.judgement(effect.as_ref())).collect();
    if behind.checkpoint.is_none() && behind.capture.is_none() {
        return Ok(details);
    }
    let workspace = timeline.existing_workspace()?;
    if let Some(checkpoint) = behind.checkpoint {
        let changed = workspace
            .diff(checkpoint, behind.next, &mut Silent)
            .context("what changed cannot be read")?;
        details.files = Listed::of(changed.iter().map(change), MOST);
    }
    if let Some(capture) = behind.capture {
        let paths = workspace.store().captured_paths(capture)?;
        details.captured = Listed::of(paths.iter().map(|path| path.display().to_string()), MOST);
    }
    Ok(details)
}

fn change(difference: &Difference) -> FileChange {
    FileChange { path: difference.path.to_string(), status: status(difference.status) }
}

/// How a file differs, for the page.
pub(super) fn status(status: checkpoint_store::Status) -> Status {
    match status {
        checkpoint_store::Status::Added => Status::Added,
        checkpoint_store::Status::Modified => Status::Modified,
        checkpoint_store::Status::Deleted => Status::Deleted,
        checkpoint_store::Status::Mode => Status::Mode,
    }
}
