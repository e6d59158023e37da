//! What an agent's model was told: transcripts, and the context of each request.
//!
//! ```text
//! snapshot    the context of one request, saved and restored
//! metrics     what a rewind takes away
//! transcript  an agent's own file of its conversation
//! lines       streams of lines that share what they have in common
//! redaction   secrets in JSON
//! ```

mod lines;
mod metrics;
mod redaction;
mod snapshot;
mod transcript;

pub use metrics::RewindMetrics;
pub use snapshot::{
    ApiCallContextSnapshot, ApiCallParameters, CheckpointRestoreOptionsExtended, ContextRestore,
    FileContextState, Operation, RestoreMode, SavedContext, TaskState,
};
pub use transcript::TranscriptVersion;
