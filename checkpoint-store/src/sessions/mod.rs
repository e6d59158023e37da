//! Sessions of agents and the messages people sent in them.
//!
//! ```text
//! messages   each message is a point to go back to
//! describe   the one line a list shows of a message
//! metadata   the same list as a file other programs read
//! history    which messages a rewind has left behind
//! ```

mod describe;
mod history;
mod messages;
mod metadata;

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::database::{Records, SessionRow};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::SessionId;
use crate::store::Store;

pub use describe::describe;
pub(crate) use history::History;
pub use messages::{CheckpointMetadata, MessageCheckpoint};

/// One run of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Session {
    /// The agent's name for it.
    pub id: SessionId,
    /// The folder it works in, if it told.
    pub workspace: Option<PathBuf>,
    /// Which agent, if it told.
    pub agent: Option<String>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    /// When it was put away, in milliseconds since 1970.
    pub archived_at: Option<i64>,
}

impl Store {
    /// Tells the store about a session, before or after its first checkpoint. A session
    /// that was archived is taken up again.
    pub fn start_session(
        &self,
        id: &SessionId,
        workspace: Option<&Path>,
        agent: Option<&str>,
    ) -> Result<()> {
        let now = files::now_ms();
        let root = workspace
            .map(|path| path.canonicalize().map_err(|error| Error::io("find", path, error)))
            .transpose()?;
        self.database().commit(|records| {
            let workspace = match &root {
                Some(root) => Some(records.ensure_workspace(root, now)?),
                None => None,
            };
            records.ensure_session(id, workspace, agent, now)
        })
    }

    /// Every session, oldest first.
    pub fn sessions(&self) -> Result<Vec<Session>> {
        self.database().read(|records| {
            records.sessions()?.into_iter().map(|row| session_of(records, row)).collect()
        })
    }

    /// One session.
    pub fn session(&self, id: &SessionId) -> Result<Session> {
        self.database().read(|records| {
            let row = records.session(id)?.ok_or_else(|| Error::NoSession { asked: id.clone() })?;
            session_of(records, row)
        })
    }

    /// Puts a session away. Its checkpoints stay for the time the options say, and
    /// longer if it is taken up again or a message in it is pinned.
    pub fn archive_session(&self, id: &SessionId) -> Result<()> {
        self.archive_session_at(id, files::now_ms())
    }

    pub(crate) fn archive_session_at(&self, id: &SessionId, now: i64) -> Result<()> {
        self.database().commit(|records| {
            if records.session(id)?.is_none() {
                return Err(Error::NoSession { asked: id.clone() });
            }
            records.archive_session(id, now)?;
            Ok(())
        })
    }
}

fn session_of(records: &Records<'_>, row: SessionRow) -> Result<Session> {
    Ok(Session {
        workspace: row.workspace.map(|id| records.workspace_root(id)).transpose()?,
        id: row.id,
        agent: row.agent,
        created_at: row.created_at,
        archived_at: row.archived_at,
    })
}
