//! Which messages a rewind has left behind.
//!
//! After a rewind the present is what it was when the target message came, plus what
//! happened since the rewind. Undoing a rewind goes to the moment before it, whose own
//! past is found the same way.

use crate::database::Records;
use crate::error::Result;
use crate::ids::{CheckpointId, SessionId};

/// The stretches of a session's log that make up its present.
pub(crate) struct History {
    /// From the newest back; both ends are rewinds or messages, which belong to neither.
    stretches: Vec<(CheckpointId, Option<CheckpointId>)>,
}

impl History {
    pub(crate) fn of(records: &Records<'_>, session: &SessionId) -> Result<Self> {
        let rewinds = records.rewinds(session)?;
        let mut stretches = Vec::new();
        let mut end: Option<CheckpointId> = None;
        for rewind in rewinds.iter().rev() {
            if rewind.to_session != *session || end.is_some_and(|end| rewind.id >= end) {
                continue;
            }
            let Some(target) = records.message(session, &rewind.to)? else { break };
            stretches.push((rewind.id, end));
            end = Some(target.position);
        }
        stretches.push((CheckpointId::from_i64(0), end));
        Ok(Self { stretches })
    }

    /// Whether what happened here is part of the present.
    pub(crate) fn holds(&self, position: CheckpointId) -> bool {
        self.stretches
            .iter()
            .any(|(from, end)| position > *from && end.is_none_or(|end| position < end))
    }
}
