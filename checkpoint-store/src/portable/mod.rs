//! One session as one file, for another machine or another day.
//!
//! The file is zstd-compressed text, one JSON object a line, so that `zstdcat` shows
//! all of it. The first line names the format and its version, the last one the number
//! of lines and a hash over them. Content stands under the id git gives it, paths are
//! relative to the workspace. Whoever imports it checks every one of these before the
//! first row is written, and nothing is ever written outside the folder they name.
//!
//! ```text
//! export     rows into lines
//! snapshots  snapshots and captures into lines, with every object they lead to
//! import     lines into rows, all or none
//! arrival    objects into a pack, before the rows that need them
//! ```

mod arrival;
mod export;
mod import;
mod snapshots;

use serde::{Deserialize, Serialize};

use crate::contents::Contents;
use crate::ids::ObjectId;

pub use export::Exported;
pub use import::Imported;

const FORMAT: &str = "belay-session";
/// The newest version this program writes and reads.
const VERSION: u32 = 2;
/// What one line may take: the largest content, and room for its base64 form.
const LINE_LIMIT: u64 = crate::database::CONTENT_LIMIT / 3 * 4 + 4_096;

/// One line of the file. Positions are those of the store it comes from; only their
/// order means something elsewhere.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Line {
    Header {
        format: String,
        version: u32,
        created_at: i64,
    },
    Session {
        id: String,
        agent: Option<String>,
        created_at: i64,
    },
    Content {
        id: ObjectId,
        base64: String,
    },
    Message {
        position: i64,
        id: String,
        kind: String,
        description: String,
        label: Option<String>,
        pinned: bool,
        listed: bool,
        created_at: i64,
    },
    File {
        position: i64,
        message: String,
        path: String,
        saved_as: String,
        content: Option<ObjectId>,
        mode: Option<u32>,
        missing_folders: u32,
        purpose: String,
        created_at: i64,
    },
    Gap {
        position: i64,
        path: String,
        reason: String,
    },
    Rewind {
        position: i64,
        to: String,
        safety: String,
        started_at: i64,
    },
    Stream {
        name: String,
        generation: u32,
    },
    Chunk {
        stream: String,
        generation: u32,
        number: u32,
        content: ObjectId,
        source_end: u64,
        source_hash: String,
        lines_end: u64,
    },
    Version {
        position: i64,
        stream: String,
        generation: u32,
        chunks: u32,
        tail: Option<ObjectId>,
        lines: u64,
        message: Option<String>,
        created_at: i64,
    },
    Context {
        position: i64,
        id: String,
        message: Option<String>,
        timestamp: i64,
        system_prompt: ObjectId,
        conversation: i64,
        body: ObjectId,
        commit_hash: Option<String>,
        created_at: i64,
    },
    /// An object of git that snapshots need.
    Object {
        kind: String,
        id: ObjectId,
        base64: String,
    },
    /// A snapshot of the workspace, or what a capture has of it.
    Snapshot {
        position: i64,
        kind: String,
        message: Option<String>,
        reason: String,
        created_at: i64,
        complete: bool,
        summary: String,
        label: Option<String>,
        pinned: bool,
        /// The snapshot that a capture belongs to.
        beside: Option<i64>,
        /// Paths are bytes, so each is in base64.
        changed: Vec<String>,
        parts: Contents,
    },
    End {
        lines: u64,
        hash: String,
    },
}
