//! Saves files and whole workspaces, and brings them back.
//!
//! One store serves one user. It lies outside every workspace it saves and never
//! writes into a person's own repository. Reading order:
//!
//! ```text
//! store      the folder, its lock, the way in
//! options    limits and their defaults
//! ids        names of checkpoints, sessions, messages and content
//! paths      paths inside a workspace, as bytes
//! progress   how long work reports and is cancelled
//! redact     secrets are taken out of what is written down
//! events     what happened, for those who listen
//! error      what went wrong, where, what to do
//! database   SQLite: every row, the only commit point
//! files      the platform's files, reached through handles of their folders
//! ignore     which files git would see
//! repository the person's own repository, read and never written
//! objects    content: git's objects in git's packs
//! walk       looks at every file of a workspace, remembers what it saw
//! left_out   what a save did not take, and why
//! workspace  one folder: its lock, its cache
//! contents   what one checkpoint consists of
//! save       a new checkpoint
//! compare    two trees, side by side
//! list       the checkpoints there are
//! diff       what changed between two of them
//! restore    plan, journal, apply, verify, undo
//! capture    single paths anywhere on the disk
//! collect    frees what no checkpoint needs
//! sessions   sessions and messages, each a point to go back to
//! contexts   transcripts, and what was sent to a model
//! timeline   everything that happened, in one list
//! portable   one session as one file
//! retention  how long things stay
//! file_checkpoints   single files, saved before a write, brought back by message
//! ```
//!
//! The order of every write is the same: content into files, files to the disk,
//! names into folders, folders to the disk, and last one row in SQLite. A process
//! that dies before the row has saved nothing; one that dies after it has saved all.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod store;

mod error;
mod events;
mod ids;
mod options;
mod paths;
mod progress;
mod step;

mod database;
mod files;
mod ignore;
mod objects;
mod repository;
mod walk;

mod capture;
mod collect;
mod compare;
mod contents;
mod diff;
mod left_out;
mod list;
mod restore;
mod save;
mod workspace;

mod contexts;
mod file_checkpoints;
mod portable;
mod redact;
mod retention;
mod sessions;
mod timeline;

pub use capture::{CapturePlan, CaptureRestored, Captured, InterruptedCapture, whole_path};
pub use collect::Collected;
pub use contexts::{
    ApiCallContextSnapshot, ApiCallParameters, CheckpointRestoreOptionsExtended, ContextRestore,
    FileContextState, Operation, RestoreMode, RewindMetrics, SavedContext, TaskState,
    TranscriptVersion,
};
pub use diff::{Content, Difference, Status};
pub use error::{Error, Result};
pub use events::Event;
pub use file_checkpoints::{
    Contents, FileCheckpoint, PlannedChange, PlannedFile, RewindError, RewindOptions, RewindPlan,
    RewindResult, SavedFile,
};
pub use ids::{BadId, CheckpointId, MessageId, ObjectId, SessionId};
pub use left_out::{LeftOut, Why};
pub use list::{Checkpoint, CheckpointKind, Filter, PastRestore};
pub use options::{Bounds, Options};
pub use paths::TreePath;
pub use portable::{Exported, Imported};
pub use progress::{Cancel, Progress, Silent, Stage};
pub use redact::redacted;
pub use restore::{
    Conflict, Interrupted, Leave, LeaveWhy, Overlap, OverlapWhy, PastStep, Plan, PlannedWrite,
    Restored, Scope, StepLeave, StepLeaveWhy, StepPlan,
};
pub use retention::{Cleanup, Gc};
pub use save::{Changes, SaveRequest, Saved};
pub use sessions::{CheckpointMetadata, MessageCheckpoint, Session, describe};
pub use store::Store;
pub use timeline::{LogEntry, LogFilter, LogKind};
pub use workspace::Workspace;

pub(crate) use step::step;
