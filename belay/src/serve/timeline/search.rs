//! Finds moments by prompts, commands, names, agents and the paths of files.

use std::collections::HashSet;

use anyhow::Result;
use timeline_wire::Found;

use super::Timeline;

/// Every word must be found in the moment, or in a path it changed.
pub(super) fn find(timeline: &Timeline, typed: &str) -> Result<Found> {
    let history = timeline.history()?;
    let workspace = timeline.workspace()?;
    let mut words = Vec::new();
    for word in typed.to_lowercase().split_whitespace() {
        let paths = match &workspace {
            Some(workspace) => workspace.store().touching(word)?,
            None => HashSet::new(),
        };
        words.push((word.to_owned(), paths));
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
        let fits = |(word, paths): &(String, HashSet<_>)| {
            texts.iter().any(|text| text.contains(word))
                // What a command did is written down with the checkpoint after it.
                || behind.next.is_some_and(|next| paths.contains(&next)) && moment.did.is_some()
                || behind.capture.is_some_and(|capture| paths.contains(&capture))
        };
        if words.iter().all(fits) {
            ids.push(moment.id.clone());
        }
    }
    Ok(Found { ids })
}
