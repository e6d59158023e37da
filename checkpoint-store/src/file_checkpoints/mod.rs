//! Single files, saved before an agent writes them and brought back by message.
//!
//! The saves of a session are a log: what a file was at some moment is what was
//! saved of it first after that moment, or what lies on the disk if nothing was.
//! A rewind writes into the same log before it touches anything, so going back is
//! itself something one can go back from, and forth again.
//!
//! ```text
//! save      before a write
//! rewind    plan, safety point, writes, deletes
//! place     the one file on the disk: looking, replacing, removing
//! ```

mod place;
mod rewind;
mod save;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};
use crate::store::Store;

pub use rewind::{
    PlannedChange, PlannedFile, RewindError, RewindOptions, RewindPlan, RewindResult,
};

/// What became of a request to save a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum SavedFile {
    /// It is on the disk.
    Saved {
        /// The new checkpoint.
        id: CheckpointId,
    },
    /// The session saved this file since its newest message; going back there needs no
    /// second save.
    Already {
        /// The checkpoint that holds it.
        id: CheckpointId,
    },
    /// It was not saved. A rewind past this point will say so for this file.
    Skipped {
        /// Why, as a sentence for people.
        reason: String,
    },
}

impl SavedFile {
    /// The checkpoint that holds the file, if it was saved.
    pub fn id(&self) -> Option<CheckpointId> {
        match self {
            Self::Saved { id } | Self::Already { id } => Some(*id),
            Self::Skipped { .. } => None,
        }
    }
}

/// A file as it was before a write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FileCheckpoint {
    /// Its name.
    pub id: CheckpointId,
    /// The session that was about to write.
    pub session_id: SessionId,
    /// The message it worked on.
    pub message_id: MessageId,
    /// The file.
    pub file_path: PathBuf,
    /// Its text. Absent where nothing was, where it is no Unicode text, where it was a
    /// link, and where the caller did not ask for contents.
    pub original_content: Option<String>,
    /// Whether there was a file. If not, going back deletes it.
    pub file_existed: bool,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// The name git gives its content.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub content_id: Option<ObjectId>,
    /// Permission bits, where the platform has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub mode: Option<u32>,
    /// Where it led, if it was a symbolic link.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub link_target: Option<String>,
    /// What is wrong with the stored content, if anything is. It will not be restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub damaged: Option<String>,
}

/// Whether a list carries the contents of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Names and times alone.
    Omit,
    /// The text of each file too.
    Include,
}

impl Store {
    /// A session's saved files, oldest first.
    pub fn get_checkpoints(
        &self,
        session: &SessionId,
        contents: Contents,
    ) -> Result<Vec<FileCheckpoint>> {
        use crate::database::SavedAs;
        self.database().read(|records| {
            let mut listed = Vec::new();
            for row in records.files_since(session, CheckpointId::from_i64(0))? {
                let content_id = row.content.map(|key| records.content_id(key)).transpose()?;
                let wanted = contents == Contents::Include || row.saved_as == SavedAs::Symlink;
                let (text, damaged) = match row.content.filter(|_| wanted) {
                    None => (None, None),
                    Some(key) => match records.content(key) {
                        Ok(bytes) => (String::from_utf8(bytes).ok(), None),
                        Err(error) => (None, Some(error.to_string())),
                    },
                };
                let is_link = row.saved_as == SavedAs::Symlink;
                let (original_content, link_target) =
                    if is_link { (None, text) } else { (text, None) };
                listed.push(FileCheckpoint {
                    id: row.id,
                    session_id: row.session,
                    message_id: row.message,
                    file_path: row.file_path,
                    original_content,
                    file_existed: row.saved_as != SavedAs::Absent,
                    created_at: row.created_at,
                    content_id,
                    mode: row.mode,
                    link_target,
                    damaged,
                });
            }
            Ok(listed)
        })
    }

    /// The bytes a file checkpoint holds, verified. `None` where no file was.
    pub fn checkpoint_content(&self, id: CheckpointId) -> Result<Option<Vec<u8>>> {
        self.database().read(|records| {
            let row = records
                .file(id)?
                .ok_or_else(|| crate::error::Error::NoCheckpoint { asked: id.to_string() })?;
            row.content.map(|key| records.content(key)).transpose()
        })
    }
}
