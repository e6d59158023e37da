//! What a save did not take, and why.

use serde::{Deserialize, Serialize};

use crate::paths::TreePath;

/// A path that is not in a checkpoint although it was there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LeftOut {
    /// The path in the workspace.
    pub path: TreePath,
    /// Why it was left out.
    pub why: Why,
    /// Its size, where known.
    pub bytes: Option<u64>,
}

/// Why a path was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "reason", content = "message")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Why {
    /// A pipe, socket or device.
    Special,
    /// Larger than the limit for one file.
    TooLarge,
    /// More files than the limit.
    TooMany,
    /// More bytes than the limit.
    TooMuch,
    /// It took longer than the limit.
    TooLong,
    /// The store itself: it cannot save itself, and it goes with its folder.
    OwnStore,
    /// The system refused to read it, in its own words.
    Unreadable(String),
}

impl LeftOut {
    /// Whether a checkpoint without it is incomplete. Pipes and sockets hold nothing.
    pub fn is_loss(&self) -> bool {
        self.why != Why::Special
    }
}
