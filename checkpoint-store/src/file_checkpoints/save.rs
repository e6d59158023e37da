//! Saving a file before an agent writes it.

use std::path::Path;

use super::SavedFile;
use super::place::{self, Place, Seen};
use crate::database::{
    FileGap, FileRow, MessageKind, MessageRow, Packed, Purpose, Records, SavedAs,
};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{CheckpointId, MessageId, SessionId};
use crate::store::Store;

/// A file as it will lie in the log.
pub(super) struct Ready {
    pub(super) place: Place,
    what: What,
}

enum What {
    Saved { saved_as: SavedAs, content: Option<Packed>, mode: Option<u32> },
    Skipped { reason: String },
}

impl Store {
    /// Saves a file as it is now, because the session is about to write it. When this
    /// returns, it is on the disk. Where nothing is yet, that is what is saved.
    ///
    /// A file that is larger than the limit, unreadable or no file at all is skipped;
    /// the answer says why, and so will every rewind that would have needed it. If the
    /// path is a link, both the link and the file it leads to are saved, since a
    /// program may write through it or over it.
    pub fn create_checkpoint(
        &self,
        session: &SessionId,
        message: &MessageId,
        path: impl AsRef<Path>,
    ) -> Result<SavedFile> {
        let mut places = Place::all_of(path.as_ref())?;
        if let Some(behind) = places.first().and_then(Place::behind_link) {
            places.push(behind);
        }
        // Reading, hashing and compressing happen before the transaction, so that nobody
        // waits for them.
        let limit = self.options().file_bytes;
        let ready: Vec<Ready> = places.into_iter().map(|place| Ready::read(place, limit)).collect();
        let now = files::now_ms();
        self.database().commit(|records| {
            records.ensure_session(session, None, None, now)?;
            ensure_message(records, session, message, now)?;
            let mut answer = None;
            for file in &ready {
                let saved = self.record_write(records, session, message, file, now)?;
                answer.get_or_insert(saved);
            }
            answer.ok_or_else(|| Error::Invalid { what: "no file was given".to_owned() })
        })
    }

    fn record_write(
        &self,
        records: &Records<'_>,
        session: &SessionId,
        message: &MessageId,
        file: &Ready,
        now: i64,
    ) -> Result<SavedFile> {
        let since = records.newest_message(session)?.unwrap_or(CheckpointId::from_i64(0));
        if let Some(id) = records.saved_since(session, &file.place.real, since)? {
            return Ok(SavedFile::Already { id });
        }
        let saved = file.record(records, session, message, Purpose::Write, now)?;
        self.drop_oldest_writes(records, session)?;
        Ok(saved)
    }

    /// First in, first out; what a pinned message needs stays.
    fn drop_oldest_writes(&self, records: &Records<'_>, session: &SessionId) -> Result<()> {
        let keep = self.options().file_checkpoints;
        let excess = records.count_writes(session)?.saturating_sub(keep);
        if excess == 0 {
            return Ok(());
        }
        let reason = format!("it was dropped because a session keeps {keep} saved files");
        for file in records.droppable_files(session, Purpose::Write, excess)? {
            records.drop_file(&file, &reason)?;
        }
        Ok(())
    }
}

/// The message must have its place in the order before anything is saved for it.
pub(super) fn ensure_message(
    records: &Records<'_>,
    session: &SessionId,
    message: &MessageId,
    now: i64,
) -> Result<()> {
    if records.message(session, message)?.is_some() {
        return Ok(());
    }
    records.insert_message(&MessageRow {
        position: records.next_id(now)?,
        session: session.clone(),
        id: message.clone(),
        kind: MessageKind::Implied,
        description: String::new(),
        label: None,
        pinned: false,
        listed: false,
        created_at: now,
    })
}

impl Ready {
    /// Looks at the place. What cannot be saved is not an error but a gap with a reason.
    pub(super) fn read(place: Place, limit: u64) -> Self {
        let what = match place::look(&place.real, limit) {
            Ok(seen) => What::from(seen, limit),
            Err(error) => What::Skipped { reason: error.to_string() },
        };
        Self { place, what }
    }

    /// From what was seen already.
    pub(super) fn from_seen(place: Place, seen: Seen, limit: u64) -> Self {
        Self { place, what: What::from(seen, limit) }
    }

    /// Why it cannot be saved, if it cannot.
    pub(super) fn skipped(&self) -> Option<&str> {
        match &self.what {
            What::Saved { .. } => None,
            What::Skipped { reason } => Some(reason),
        }
    }

    /// Writes it into the log.
    pub(super) fn record(
        &self,
        records: &Records<'_>,
        session: &SessionId,
        message: &MessageId,
        purpose: Purpose,
        now: i64,
    ) -> Result<SavedFile> {
        let id = records.next_id(now)?;
        match &self.what {
            What::Skipped { reason } => {
                records.insert_gap(&FileGap {
                    position: id,
                    session: session.clone(),
                    file_path: self.place.given.clone(),
                    real_path: self.place.real.clone(),
                    reason: reason.clone(),
                })?;
                Ok(SavedFile::Skipped { reason: reason.clone() })
            }
            What::Saved { saved_as, content, mode } => {
                let content =
                    content.as_ref().map(|packed| records.keep_content(packed)).transpose()?;
                records.insert_file(&FileRow {
                    id,
                    session: session.clone(),
                    message: message.clone(),
                    file_path: self.place.given.clone(),
                    real_path: self.place.real.clone(),
                    content,
                    saved_as: *saved_as,
                    mode: *mode,
                    missing_folders: self.place.missing_folders,
                    purpose,
                    created_at: now,
                })?;
                Ok(SavedFile::Saved { id })
            }
        }
    }
}

impl What {
    fn from(seen: Seen, limit: u64) -> Self {
        match seen {
            Seen::Absent => Self::Saved { saved_as: SavedAs::Absent, content: None, mode: None },
            Seen::File { bytes, mode } => {
                Self::Saved { saved_as: SavedAs::File, content: Some(Packed::new(bytes)), mode }
            }
            Seen::Symlink { target } => Self::Saved {
                saved_as: SavedAs::Symlink,
                content: Some(Packed::new(target)),
                mode: None,
            },
            Seen::TooLarge { size } => Self::Skipped {
                reason: format!("it was not saved: {size} bytes are over the limit of {limit}"),
            },
            Seen::Other { what } => {
                Self::Skipped { reason: format!("it was not saved: it is {what}") }
            }
        }
    }
}
