//! A note that a restore is under way, and which paths it changes.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::files;
use crate::ids::CheckpointId;
use crate::paths::TreePath;
use crate::store::Store;
use crate::workspace::Workspace;

/// A restore that did not come to its end: its process was killed, or the power went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Interrupted {
    /// Where it was going.
    pub target: CheckpointId,
    /// What was there before.
    pub safety: CheckpointId,
    /// What it was about to touch, each as the numbers of its bytes; folders end in a slash.
    paths: Vec<Vec<u8>>,
}

impl Interrupted {
    pub(super) fn new(target: CheckpointId, safety: CheckpointId, touched: Vec<Vec<u8>>) -> Self {
        Self { target, safety, paths: touched }
    }

    pub(super) fn touched(&self) -> &[Vec<u8>] {
        &self.paths
    }

    /// The files it was about to change.
    pub fn paths(&self) -> Vec<TreePath> {
        let files = self.paths.iter().filter(|path| !path.ends_with(b"/"));
        files.cloned().map(TreePath::from_bytes).collect()
    }
}

impl Store {
    /// The notes of all workspaces.
    pub(crate) fn journals(&self) -> Result<Vec<Interrupted>> {
        let folder = self.layout().journals();
        let listed =
            std::fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        let mut notes = Vec::new();
        for entry in listed {
            let path = entry.map_err(|error| Error::io("list", &folder, error))?.path();
            let numbered = path.file_stem().is_some_and(|stem| {
                stem.to_string_lossy().bytes().all(|byte| byte.is_ascii_digit())
            });
            if numbered {
                notes.extend(read(path)?);
            }
        }
        Ok(notes)
    }
}

fn read(path: PathBuf) -> Result<Option<Interrupted>> {
    let Some(bytes) = files::read_if_there(&path)? else { return Ok(None) };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|error| Error::DamagedFile { path, what: error.to_string() })
}

impl Workspace {
    /// The restore that did not come to its end, if there is one. A restore that is still
    /// at work is none.
    pub fn interrupted(&self) -> Result<Option<Interrupted>> {
        match self.lock_alone() {
            Ok(_nobody_restores) => self.read_journal(),
            Err(Error::Busy { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn read_journal(&self) -> Result<Option<Interrupted>> {
        read(self.journal())
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
