//! Finds moments by prompts, commands, names, agents and the paths of files.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use anyhow::Result;
use checkpoint_store::{CheckpointId, Silent, Workspace};
use timeline_wire::{Found, Moment};

use super::history::Behind;
use super::{Timeline, locked};

/// The paths that differ between two checkpoints, in lower case. The store writes down only those
/// that the session of a checkpoint has changed itself; the others are compared once.
#[derive(Default)]
pub(super) struct Paths(Mutex<HashMap<TwoCheckpoints, Arc<Vec<String>>>>);

type TwoCheckpoints = (CheckpointId, CheckpointId);

impl Paths {
    fn between(
        &self,
        workspace: &Workspace,
        from: CheckpointId,
        to: CheckpointId,
    ) -> Arc<Vec<String>> {
        if let Some(known) = locked(&self.0).get(&(from, to)) {
            return Arc::clone(known);
        }
        // What cannot be compared any more is not found.
        let changed = workspace.diff(from, Some(to), &mut Silent).unwrap_or_default();
        let paths = changed.iter().map(|one| one.path.to_string().to_lowercase()).collect();
        let paths = Arc::new(paths);
        locked(&self.0).insert((from, to), Arc::clone(&paths));
        paths
    }
}

/// Every word must be found in the moment, or in a path it changed.
pub(super) fn find(timeline: &Timeline, typed: &str) -> Result<Found> {
    let history = timeline.history()?;
    let workspace = timeline.workspace()?;
    let mut written_down = HashSet::new();
    let mut words = Vec::new();
    if let Some(workspace) = &workspace {
        written_down = workspace.store().touching("")?;
    }
    for word in typed.to_lowercase().split_whitespace() {
        let touching = match &workspace {
            Some(workspace) => workspace.store().touching(word)?,
            None => HashSet::new(),
        };
        words.push((word.to_owned(), touching));
    }
    let mut ids = Vec::new();
    for (moment, behind) in history.moments.iter().zip(&history.behind) {
        let session = moment.session.and_then(|at| history.head.sessions.get(at));
        let mut texts = vec![moment.text.to_lowercase(), moment.id.clone()];
        texts.extend(moment.label.as_ref().map(|label| label.to_lowercase()));
        texts.extend(session.map(|session| session.agent.to_lowercase()));
        texts.extend(session.map(|session| session.id.to_lowercase()));
        for (told, _) in &behind.decisions {
            texts.push(told.decision.subject.to_lowercase());
            texts.extend(told.decision.rules.iter().cloned());
        }
        let compared = did(moment, behind)
            .filter(|(_, next)| !written_down.contains(next))
            .zip(workspace.as_ref())
            .map(|((from, to), workspace)| timeline.paths.between(workspace, from, to));
        let fits = |(word, touching): &(String, HashSet<CheckpointId>)| {
            texts.iter().any(|text| text.contains(word))
                // What a command did is written down with the checkpoint after it.
                || did(moment, behind).is_some_and(|(_, next)| touching.contains(&next))
                || compared.iter().any(|paths| paths.iter().any(|path| path.contains(word)))
                || behind.capture.is_some_and(|capture| touching.contains(&capture))
        };
        if words.iter().all(fits) {
            ids.push(moment.id.clone());
        }
    }
    Ok(Found { ids })
}

/// The two checkpoints between which a moment changed something.
fn did(moment: &Moment, behind: &Behind) -> Option<(CheckpointId, CheckpointId)> {
    let changed = moment.did?.iter().any(|count| *count > 0);
    behind.checkpoint.zip(behind.next).filter(|_| changed)
}
