//! Which messages still belong to the present, once restores have gone back and work went on.

use anyhow::Result;
use checkpoint_store::{MessageCheckpoint, MessageId, SessionId, Workspace};
use jiff::Timestamp;

use crate::commands::graph::whole_restores;

/// The stretches of time whose messages are behind the files as they are now.
#[derive(Debug, Default)]
pub(super) struct Present(Vec<Stretch>);

#[derive(Debug)]
struct Stretch {
    from: Timestamp,
    /// Where a later restore went; `None` is now.
    end: Option<End>,
}

#[derive(Clone, Debug)]
struct End {
    time: Timestamp,
    /// The message whose files came back, with its text. It is about to be sent again.
    message: Option<(SessionId, MessageId)>,
    reason: String,
}

impl Present {
    /// Follows the restores of the whole workspace back from now.
    pub(super) fn of(workspace: &Workspace) -> Result<Self> {
        let mut turns = whole_restores(workspace)?;
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.time));
        let mut stretches = Vec::new();
        let mut end: Option<End> = None;
        for turn in turns {
            // It is itself part of what a later one left behind.
            if end.as_ref().is_some_and(|end| turn.time >= end.time) {
                continue;
            }
            let Ok(target) = workspace.find(&turn.target.to_string()) else { continue };
            stretches.push(Stretch { from: turn.time, end });
            let message = target.session.zip(target.message);
            end = Some(End { time: target.created, message, reason: target.reason });
        }
        stretches.push(Stretch { from: Timestamp::MIN, end });
        Ok(Self(stretches))
    }

    /// Whether a message belongs to it.
    pub(super) fn holds(&self, message: &MessageCheckpoint) -> bool {
        let known = &message.metadata;
        // No restore is known, so no message was left behind.
        self.0.is_empty()
            || self.0.iter().any(|stretch| {
                known.timestamp > stretch.from
                    && stretch.end.as_ref().is_none_or(|end| {
                        known.timestamp <= end.time
                            && end.message.as_ref().is_none_or(|(session, id)| {
                                *session != known.session_id
                                    || *id != known.id
                                    || end.reason != known.description
                            })
                    })
            })
    }
}
