//! A note that a restore is under way, and which paths it changes.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::files;
use crate::ids::CheckpointId;
use crate::paths::TreePath;
use crate::workspace::Workspace;

/// A restore that did not come to its end: its process was killed, or the power went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupted {
    /// Where it was going.
    pub target: CheckpointId,
    /// What was there before.
    pub safety: CheckpointId,
    /// The paths it was about to change, each as the numbers of its bytes.
    paths: Vec<Vec<u8>>,
}

impl Interrupted {
    pub(super) fn new(
        target: CheckpointId,
        safety: CheckpointId,
        paths: impl Iterator<Item = TreePath>,
    ) -> Self {
        Self { target, safety, paths: paths.map(|path| path.as_bytes().to_vec()).collect() }
    }

    /// The paths it was about to change.
    pub fn paths(&self) -> Vec<TreePath> {
        self.paths.iter().cloned().map(TreePath::from_bytes).collect()
    }
}

impl Workspace {
    /// The restore that did not come to its end, if there is one.
    pub fn interrupted(&self) -> Result<Option<Interrupted>> {
        let path = self.journal();
        let Some(bytes) = files::read_if_there(&path)? else { return Ok(None) };
        serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|error| Error::DamagedFile { path, what: error.to_string() })
    }

    pub(super) fn write_journal(&self, note: &Interrupted) -> Result<()> {
        let bytes =
            serde_json::to_vec(note).map_err(|error| Error::Invalid { what: error.to_string() })?;
        files::write_whole(&self.store().layout().temporary(), &self.journal(), &bytes, true)
    }

    pub(super) fn remove_journal(&self) -> Result<()> {
        let path = self.journal();
        match std::fs::remove_file(&path) {
            Ok(()) => files::sync_folder(&self.store().layout().journals()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(Error::io("remove", path, error)),
        }
    }

    fn journal(&self) -> PathBuf {
        self.store().layout().journals().join(format!("{}.json", self.number()))
    }
}
