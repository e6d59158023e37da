//! How far back `belay undo` has gone in a workspace, so that the next one goes further and `redo`
//! comes back.

use std::path::{Path, PathBuf};

use anyhow::Result;
use checkpoint_store::{CheckpointId, Restored};
use serde::{Deserialize, Serialize};

use crate::home::Home;
use crate::private;

/// The undos that were done one after the other, with nothing in between.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct History {
    /// The first undo first.
    pub steps: Vec<Step>,
    /// The newest checkpoint after the last of them: a newer one means that work went on.
    pub newest: Option<CheckpointId>,
}

/// One undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Where it went.
    pub target: CheckpointId,
    /// What was there before it.
    pub safety: Option<CheckpointId>,
    /// The files it changed.
    pub paths: Vec<String>,
    /// What was outside of the workspace before it, the newest capture first.
    pub captures: Vec<CheckpointId>,
}

impl Step {
    /// A step to a checkpoint that has done nothing yet.
    #[must_use]
    pub fn to(target: CheckpointId) -> Self {
        Self { target, safety: None, paths: Vec::new(), captures: Vec::new() }
    }

    /// With what a restore of the workspace did.
    #[must_use]
    pub fn restored(mut self, done: &Restored) -> Self {
        self.safety = Some(done.safety);
        self.paths = done.written.iter().chain(&done.deleted).map(ToString::to_string).collect();
        self
    }
}

impl History {
    /// The undos so far, unless something else was saved since.
    #[must_use]
    pub fn read(home: &Home, root: &Path, newest: Option<CheckpointId>) -> Self {
        let kept: Self = std::fs::read(file(home, root))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        if kept.newest == newest { kept } else { Self::default() }
    }

    /// Keeps them.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep(&self, home: &Home, root: &Path) -> Result<()> {
        private::write(&file(home, root), &serde_json::to_vec(self)?)
    }

    /// Something else was restored: the next undo takes that back.
    pub fn forget(home: &Home, root: &Path) {
        let _ = std::fs::remove_file(file(home, root));
    }
}

fn file(home: &Home, root: &Path) -> PathBuf {
    let name = blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex();
    home.data.join("undo").join(format!("{name:.24}.json"))
}
