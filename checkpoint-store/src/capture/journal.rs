//! A note that captured paths are being brought back, and which.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::names::{folder_above, shown};
use super::restore::CaptureRestored;
use crate::error::{Error, Result};
use crate::files;
use crate::ids::CheckpointId;
use crate::paths::TreePath;
use crate::progress::{Progress, Silent};
use crate::store::Store;
use crate::walk::TEMPORARY;

/// What the names of these notes begin with.
const PREFIX: &str = "capture-";

/// A restore of captured paths that did not come to its end: its process was killed, or the
/// power went. Every path has its old or its new content, and both are in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InterruptedCapture {
    /// The capture that was being brought back.
    pub checkpoint: CheckpointId,
    /// The capture of what was there before.
    pub safety: CheckpointId,
    /// What it was about to change, each as the numbers of its bytes.
    paths: Vec<Vec<u8>>,
}

impl InterruptedCapture {
    pub(super) fn new(
        checkpoint: CheckpointId,
        safety: CheckpointId,
        touched: &[TreePath],
    ) -> Self {
        let paths = touched.iter().map(|path| path.as_bytes().to_vec()).collect();
        Self { checkpoint, safety, paths }
    }

    /// The files it was about to change.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.tree_paths().iter().map(shown).collect()
    }

    fn tree_paths(&self) -> Vec<TreePath> {
        self.paths.iter().cloned().map(TreePath::from_bytes).collect()
    }
}

/// Which end an interrupted restore is brought to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Finished,
    TakenBack,
}

impl Store {
    /// Restores of captured paths that were cut short, oldest first. One that is at work is
    /// waited for. A note of what has come to one of its ends meanwhile is removed.
    pub fn interrupted_captures(&self) -> Result<Vec<InterruptedCapture>> {
        let _at_work = self.at_work()?;
        let _alone = self.lock_captures()?;
        self.cut_short()
    }

    /// Brings every interrupted restore of captured paths to its end.
    pub fn finish_interrupted_captures(
        &self,
        progress: &mut dyn Progress,
    ) -> Result<Vec<CaptureRestored>> {
        self.end_interrupted(End::Finished, progress)
    }

    /// Takes every interrupted restore of captured paths back.
    pub fn take_back_interrupted_captures(
        &self,
        progress: &mut dyn Progress,
    ) -> Result<Vec<CaptureRestored>> {
        self.end_interrupted(End::TakenBack, progress)
    }

    fn end_interrupted(
        &self,
        end: End,
        progress: &mut dyn Progress,
    ) -> Result<Vec<CaptureRestored>> {
        let _at_work = self.at_work()?;
        let _alone = self.lock_captures()?;
        let mut notes = self.cut_short()?;
        if end == End::TakenBack {
            // The newest first: an older one may have touched the same path.
            notes.reverse();
        }
        let mut ended = Vec::new();
        for note in notes {
            let to = if end == End::Finished { note.checkpoint } else { note.safety };
            let paths = note.tree_paths();
            let plan = self.plan_capture(to, &|path| paths.contains(path), progress)?;
            ended.push(self.run_capture(&plan, progress)?);
            self.remove_capture_journal(&note)?;
        }
        Ok(ended)
    }

    /// Those that are neither finished nor taken back. The caller holds the lock.
    fn cut_short(&self) -> Result<Vec<InterruptedCapture>> {
        let mut notes = self.capture_journals()?;
        notes.sort_by_key(|note| note.safety);
        let mut open = Vec::new();
        for note in notes {
            self.sweep_temporaries(&note);
            let paths = note.tree_paths();
            let touched = |path: &TreePath| paths.contains(path);
            let is_at = |end| -> Result<bool> {
                Ok(self.plan_capture(end, &touched, &mut Silent)?.is_empty())
            };
            if is_at(note.checkpoint)? || is_at(note.safety)? {
                self.remove_capture_journal(&note)?;
            } else {
                open.push(note);
            }
        }
        Ok(open)
    }

    /// All notes, also of a restore that is at work.
    pub(crate) fn capture_journals(&self) -> Result<Vec<InterruptedCapture>> {
        let folder = self.layout().journals();
        let listed = fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        let mut notes = Vec::new();
        for entry in listed {
            let path = entry.map_err(|error| Error::io("list", &folder, error))?.path();
            let ours =
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
            if let Some(bytes) = ours.then(|| files::read_if_there(&path)).transpose()?.flatten() {
                notes.push(
                    serde_json::from_slice(&bytes)
                        .map_err(|error| Error::DamagedFile { path, what: error.to_string() })?,
                );
            }
        }
        Ok(notes)
    }

    pub(super) fn write_capture_journal(&self, note: &InterruptedCapture) -> Result<()> {
        let bytes =
            serde_json::to_vec(note).map_err(|error| Error::Invalid { what: error.to_string() })?;
        files::write_whole(&self.layout().temporary(), &self.capture_journal(note), &bytes, true)
    }

    pub(super) fn remove_capture_journal(&self, note: &InterruptedCapture) -> Result<()> {
        let path = self.capture_journal(note);
        match fs::remove_file(&path) {
            Ok(()) => files::sync_folder(&self.layout().journals()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(Error::io("remove", path, error)),
        }
    }

    fn capture_journal(&self, note: &InterruptedCapture) -> PathBuf {
        self.layout().journals().join(format!("{PREFIX}{}.json", note.safety))
    }

    /// Removes files that got no name. What cannot be removed stays for the next time.
    fn sweep_temporaries(&self, note: &InterruptedCapture) {
        let prefix = [TEMPORARY, note.safety.to_string().as_bytes(), b"-"].concat();
        for path in note.tree_paths() {
            let Some((folder, _)) = folder_above(&path) else { continue };
            for (name, _) in folder.names().unwrap_or_default() {
                if name.starts_with(&prefix) {
                    let _ = folder.remove_file(&name);
                }
            }
        }
    }
}
