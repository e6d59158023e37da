//! The sentences people are told. Those in quotation marks are promised: other programs and
//! people look for them.

use checkpoint_store::{Error, LeaveWhy, Status};

/// Nothing is saved for messages, because the settings say so.
pub const NOT_ENABLED: &str = "Checkpoint feature not enabled";
/// There is no message to go back to.
pub const NONE_AVAILABLE: &str = "No checkpoints available";
/// The session is not known any more.
pub const NO_SESSION: &str = "No active query session. Cannot restore checkpoint.";
/// A message is known, and the files it found are not.
pub const NO_DATA: &str = "Checkpoint data not found in SDK. This may happen if the session was not \
                           properly completed or CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING was not \
                           set.";
/// The agent keeps no conversation that could be cut.
pub const NO_FORK: &str = "This agent's conversation cannot be forked.";

/// How something is meant, and with it its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It worked: green.
    Good,
    /// It did not: red.
    Bad,
    /// Look at this: yellow.
    Warning,
    /// Beside the point: faint.
    Note,
}

/// A sentence to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// How it is meant.
    pub tone: Tone,
    /// The sentence.
    pub text: String,
}

impl Said {
    /// It worked.
    #[must_use]
    pub fn good(text: impl Into<String>) -> Self {
        Self { tone: Tone::Good, text: text.into() }
    }

    /// It did not.
    #[must_use]
    pub fn bad(text: impl Into<String>) -> Self {
        Self { tone: Tone::Bad, text: text.into() }
    }

    /// Look at this.
    #[must_use]
    pub fn warning(text: impl Into<String>) -> Self {
        Self { tone: Tone::Warning, text: text.into() }
    }

    /// Beside the point.
    #[must_use]
    pub fn note(text: impl Into<String>) -> Self {
        Self { tone: Tone::Note, text: text.into() }
    }
}

/// The files are back.
#[must_use]
pub fn restored(description: &str) -> String {
    format!("Restored to checkpoint: {description}")
}

/// They are not.
#[must_use]
pub fn failed(why: &str) -> String {
    format!("Restore failed: {why}")
}

/// What to do after a restore that failed.
#[must_use]
pub fn way_out(error: &Error) -> &'static str {
    match error {
        Error::RestoreHalfDone { .. } => {
            "Some files are neither old nor new. Both contents are saved: `belay rewind` offers to \
             finish it or to take it back once the cause is gone."
        }
        Error::RestoreFailed { source, .. } => match **source {
            Error::DiskFull { .. } => {
                "The files are as they were before. Free some space, then choose it again."
            }
            _ => "The files are as they were before. Remove the cause, then choose it again.",
        },
        Error::DiskFull { .. } => "No file was changed. Free some space, then choose it again.",
        Error::PlanOutdated { .. } => {
            "No file was changed. Somebody wrote meanwhile; Enter shows the plan anew."
        }
        Error::Busy { .. } => "No file was changed. Wait for the other one, then choose it again.",
        Error::Cancelled => "No file was changed.",
        _ => "No file was changed. `belay doctor` looks for the cause.",
    }
}

/// What becomes of a file that is written.
#[must_use]
pub fn written(status: Status) -> &'static str {
    match status {
        Status::Added => "comes back",
        Status::Mode => "gets its old rights",
        _ => "gets its old content",
    }
}

/// Why a file stays as it is.
#[must_use]
pub fn left(why: LeaveWhy) -> &'static str {
    match why {
        LeaveWhy::OutOfScope => "not asked for",
        LeaveWhy::NotThisSession => "not changed by this session",
        LeaveWhy::IgnoredThen => "ignored when it was saved, so it may have been there",
        LeaveWhy::IgnoredNow => "ignored by now",
        LeaveWhy::LeftOutThen => "could not be saved then, so it may have been there",
        LeaveWhy::CannotBeSaved => "what is there now cannot be saved first",
        _ => "stays",
    }
}
