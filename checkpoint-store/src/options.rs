//! Limits, with the defaults people get who never look at them.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// What a store keeps, how much of it and how long.
///
/// Limits are soft: what does not fit is left out *and reported*.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// Largest file a file checkpoint takes, in bytes.
    pub file_bytes: u64,
    /// File checkpoints kept for each session, first in, first out.
    pub file_checkpoints: usize,
    /// Message checkpoints kept for each session, newest first.
    pub message_checkpoints: usize,
    /// How long an archived session is kept.
    pub keep: Duration,
    /// Bytes that saved files, transcripts and contexts of one session may use; the oldest go
    /// first.
    pub session_bytes: u64,
    /// Snapshots and captures kept for each session, first in, first out.
    pub session_snapshots: usize,
    /// How long a snapshot or capture is kept.
    pub snapshot_keep: Duration,
    /// Bytes that all snapshots and captures may use; the oldest unpinned ones go first.
    pub store_bytes: u64,
    /// Largest file a workspace snapshot takes, in bytes.
    pub snapshot_file_bytes: u64,
    /// Most files a workspace snapshot takes.
    pub snapshot_entries: u64,
    /// Patterns, written as in `.gitignore`, of files to leave out beside git's own rules.
    pub exclude: Vec<String>,
    /// Patterns, written as in `.gitignore`, of ignored files to save all the same.
    pub include_ignored: Vec<String>,
    /// The ignore file for all repositories; `None` asks git's configuration, an empty
    /// path means none.
    pub global_excludes: Option<std::path::PathBuf>,
    /// What a capture of single paths takes at most.
    pub capture: Bounds,
    /// Where the list of each session is written for other programs; `None` is `sessions`
    /// in the store's folder.
    pub sessions_folder: Option<PathBuf>,
    /// Threads for walking and hashing; `None` is one for each core, at most eight.
    pub threads: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            file_bytes: MIB,
            file_checkpoints: 50,
            message_checkpoints: 10,
            keep: Duration::from_secs(7 * 24 * 60 * 60),
            session_bytes: GIB,
            session_snapshots: 500,
            snapshot_keep: Duration::from_secs(60 * 24 * 60 * 60),
            store_bytes: 20 * GIB,
            snapshot_file_bytes: 2 * GIB,
            snapshot_entries: 2_000_000,
            exclude: Vec::new(),
            include_ignored: Vec::new(),
            global_excludes: None,
            capture: Bounds::default(),
            sessions_folder: None,
            threads: None,
        }
    }
}

/// How much a capture of a command's targets may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Bounds {
    /// Bytes of content.
    pub bytes: u64,
    /// Files and folders.
    pub entries: u64,
    /// Time.
    pub time: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 512 * MIB, entries: 50_000, time: Duration::from_secs(10) }
    }
}
