//! An agent's own file of its conversation, saved with each message.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;

use serde::Serialize;

use super::lines::{length_in, write_version};
use crate::database::VersionRow;
use crate::error::{Error, Result};
use crate::ids::{CheckpointId, MessageId, SessionId};
use crate::store::Store;

/// A transcript as it was at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TranscriptVersion {
    /// Its name.
    pub id: CheckpointId,
    /// The message it was saved for.
    pub message_id: Option<MessageId>,
    /// How many lines it has.
    pub lines: u64,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

impl Store {
    /// Saves an agent's transcript as it is now, without the secrets in it. Costs what
    /// was added since the last time. `name` tells apart several of one session.
    pub fn save_transcript(
        &self,
        session: &SessionId,
        name: &str,
        message: Option<&MessageId>,
        path: impl AsRef<Path>,
    ) -> Result<TranscriptVersion> {
        let path = path.as_ref();
        let mut file = File::open(path).map_err(|error| Error::io("open", path, error))?;
        let (saved, ()) =
            self.save_lines(session, &stream_name(name), message, &mut file, |_, _| Ok(()))?;
        tracing::debug!(bytes = saved.added_bytes, "transcript saved");
        Ok(version_of(saved.version))
    }

    /// The versions of a session's transcript, oldest first.
    pub fn transcript_versions(
        &self,
        session: &SessionId,
        name: &str,
    ) -> Result<Vec<TranscriptVersion>> {
        self.database().read(|records| {
            let Some((stream, _)) = records.stream(session, &stream_name(name))? else {
                return Ok(Vec::new());
            };
            Ok(records.versions(stream)?.into_iter().map(version_of).collect())
        })
    }

    /// The names a session's transcripts were saved under, oldest first.
    pub fn transcript_names(&self, session: &SessionId) -> Result<Vec<String>> {
        self.database().read(|records| {
            let names = records.stream_names(session)?.into_iter();
            Ok(names.filter_map(|name| Some(name.strip_prefix(FIRST_WORD)?.to_owned())).collect())
        })
    }

    /// How many bytes of this source are what was saved for a message, secrets included;
    /// `None` if the source does not begin with that any more. Of a last line without an
    /// end nothing is known, so such a line does not count.
    pub fn transcript_length_in(
        &self,
        session: &SessionId,
        name: &str,
        message: &MessageId,
        source: &mut (impl Read + Seek),
    ) -> Result<Option<u64>> {
        self.database().read(|records| {
            let Some((stream, _)) = records.stream(session, &stream_name(name))? else {
                return Ok(None);
            };
            let Some(version) = records.version_for(stream, message)? else { return Ok(None) };
            length_in(records, &version, source)
        })
    }

    /// The transcript as it was when it was saved for a message.
    pub fn transcript(
        &self,
        session: &SessionId,
        name: &str,
        message: &MessageId,
    ) -> Result<Vec<u8>> {
        self.database().read(|records| {
            let none = || Error::Invalid {
                what: format!(
                    "session `{session}` has no transcript saved for message `{message}`"
                ),
            };
            let (stream, _) = records.stream(session, &stream_name(name))?.ok_or_else(none)?;
            let version = records.version_for(stream, message)?.ok_or_else(none)?;
            let mut text = Vec::new();
            write_version(records, &version, &mut text)?;
            Ok(text)
        })
    }
}

/// Conversations of requests lie in streams too, under another first word.
const FIRST_WORD: &str = "transcript/";

fn stream_name(name: &str) -> String {
    format!("{FIRST_WORD}{name}")
}

fn version_of(row: VersionRow) -> TranscriptVersion {
    TranscriptVersion {
        id: row.position,
        message_id: row.message,
        lines: row.lines,
        created_at: row.created_at,
    }
}
