//! Everything that happened, in one list: messages, snapshots, captures, rewinds.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::database::{Happening, HappeningKind};
use crate::error::{Error, Result};
use crate::ids::{CheckpointId, MessageId, SessionId};
use crate::sessions::History;
use crate::store::Store;

/// One line of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LogEntry {
    /// Its place in the order of everything; the name of a snapshot.
    pub id: CheckpointId,
    /// What happened.
    pub kind: LogKind,
    /// Who did it.
    pub session: Option<SessionId>,
    /// The message it belongs to, or is.
    pub message: Option<MessageId>,
    /// When.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub created: Timestamp,
    /// The prompt, the reason or the command.
    pub text: String,
    /// A person's name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub label: Option<String>,
    /// Whether it stays whatever the limits say.
    pub pinned: bool,
    /// Whether all that should be in it is.
    pub complete: bool,
    /// Whether a rewind has left it behind.
    pub abandoned: bool,
    /// Files it changed, or files saved for it.
    pub files: u64,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum LogKind {
    /// A person sent a message.
    Message,
    /// A workspace was saved.
    Save,
    /// A workspace was saved before a restore.
    Safety,
    /// Single paths were saved.
    Capture,
    /// Files were brought back by message.
    Rewind,
}

/// Which lines to list. The default is all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct LogFilter {
    /// Of this session.
    pub session: Option<SessionId>,
    /// About this file, or something in this folder.
    pub path: Option<PathBuf>,
    /// At this moment or later.
    #[cfg_attr(feature = "types", ts(as = "Option<String>"))]
    pub since: Option<Timestamp>,
    /// With this text in the prompt, reason, command or label, in any case.
    pub text: Option<String>,
    /// At most so many, the newest first.
    pub limit: Option<usize>,
}

impl Store {
    /// What happened, newest first.
    pub fn log(&self, filter: &LogFilter) -> Result<Vec<LogEntry>> {
        let path = filter
            .path
            .as_ref()
            .map(|path| std::path::absolute(path).map_err(|error| Error::io("find", path, error)))
            .transpose()?;
        let text = filter.text.as_ref().map(|text| text.to_lowercase());
        let limit = filter.limit.unwrap_or(usize::MAX);
        self.database().read(|records| {
            let mut entries = Vec::new();
            let mut history: Option<(SessionId, History)> = None;
            for one in records.happenings(filter.session.as_ref())? {
                if entries.len() >= limit {
                    break;
                }
                let early =
                    filter.since.is_some_and(|since| one.created_at < since.as_millisecond());
                let without = text.as_ref().is_some_and(|text| {
                    let label = one.label.as_deref().unwrap_or_default();
                    !one.text.to_lowercase().contains(text) && !label.to_lowercase().contains(text)
                });
                if early || without || !about(records, &one, path.as_deref())? {
                    continue;
                }
                let abandoned = match &one.session {
                    None => false,
                    Some(session) => {
                        if history.as_ref().is_none_or(|(of, _)| of != session) {
                            history = Some((session.clone(), History::of(records, session)?));
                        }
                        history.as_ref().is_some_and(|(_, history)| {
                            one.kind != HappeningKind::Rewind && !history.holds(one.id)
                        })
                    }
                };
                entries.push(entry(one, abandoned));
            }
            Ok(entries)
        })
    }

    /// Gives a snapshot a name people can find it by, or takes it away.
    pub fn label(&self, id: CheckpointId, label: Option<&str>) -> Result<()> {
        found(id, self.database().commit(|records| records.label_snapshot(id, label))?)
    }

    /// Keeps a snapshot whatever the limits say, or lets go of it.
    pub fn pin(&self, id: CheckpointId, pinned: bool) -> Result<()> {
        found(id, self.database().commit(|records| records.pin_snapshot(id, pinned))?)
    }
}

fn found(id: CheckpointId, found: bool) -> Result<()> {
    if found { Ok(()) } else { Err(Error::NoCheckpoint { asked: id.to_string() }) }
}

/// Whether it has to do with this file or folder.
fn about(
    records: &crate::database::Records<'_>,
    one: &Happening,
    path: Option<&Path>,
) -> Result<bool> {
    let Some(path) = path else { return Ok(true) };
    let paths = records.paths_of(one)?;
    Ok(paths.iter().any(|touched| touched.starts_with(path)))
}

fn entry(one: Happening, abandoned: bool) -> LogEntry {
    LogEntry {
        id: one.id,
        kind: match one.kind {
            HappeningKind::Message => LogKind::Message,
            HappeningKind::Save => LogKind::Save,
            HappeningKind::Safety => LogKind::Safety,
            HappeningKind::Capture => LogKind::Capture,
            HappeningKind::Rewind => LogKind::Rewind,
        },
        session: one.session,
        message: one.message,
        created: Timestamp::from_millisecond(one.created_at).unwrap_or_default(),
        text: one.text,
        label: one.label,
        pinned: one.pinned,
        complete: one.complete,
        abandoned,
        files: one.files,
    }
}
