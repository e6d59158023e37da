//! What happened, for those who listen.

use serde::Serialize;

use crate::ids::{CheckpointId, SessionId};

/// Something a store did. Handed to the listeners of [`crate::Store::listen`] after
/// it is on the disk, and kept in the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "StoreEvent"))]
pub enum Event {
    /// A workspace was met for the first time.
    Initialize {
        /// Its folder.
        workspace: String,
    },
    /// A checkpoint was saved.
    Checkpoint {
        /// The one before it, in the same session.
        from: Option<CheckpointId>,
        /// The new one.
        to: CheckpointId,
        /// Whose it is.
        session: Option<SessionId>,
        /// Whether everything asked for is in it.
        complete: bool,
    },
    /// Files were brought back.
    Restore {
        /// The checkpoint they came from.
        checkpoint: CheckpointId,
        /// What was there before, to undo it.
        safety: Option<CheckpointId>,
    },
    /// Something failed. Said at once, because silence is the worst failure.
    Error {
        /// What was tried.
        action: String,
        /// The whole message.
        message: String,
    },
}
