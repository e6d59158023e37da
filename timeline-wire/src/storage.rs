//! What uses space.

use serde::{Deserialize, Serialize};

/// What the store uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Storage {
    /// The content of files.
    pub content: u64,
    /// What is known about it.
    pub records: u64,
    /// The audit log.
    pub audit: u64,
    /// What each session of this workspace has added, the most first.
    pub sessions: Vec<StorageSession>,
    /// What was added on each day, the oldest first.
    pub days: Vec<StoragePart>,
}

impl Storage {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.content + self.records + self.audit
    }
}

/// What a session has added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StorageSession {
    /// The session; nothing for what no session has saved.
    pub id: Option<String>,
    /// Which agent.
    pub agent: String,
    /// Bytes.
    pub bytes: u64,
    /// How many checkpoints.
    pub checkpoints: u64,
}

/// What was added on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoragePart {
    /// Its beginning, in milliseconds since 1970.
    pub time: i64,
    /// Bytes.
    pub bytes: u64,
}
