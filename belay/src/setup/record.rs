//! What a file held before Belay was set up in it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::private;

/// One file's past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The file.
    pub path: PathBuf,
    /// What it held before; `None` where there was none.
    pub before: Option<String>,
    /// What Belay wrote.
    pub after: String,
    /// Folders that Belay made for it, the outermost first.
    #[serde(default)]
    pub folders: Vec<PathBuf>,
}

/// Where records are kept: one file for each file that was changed.
#[derive(Clone, Debug)]
pub struct Drawer {
    folder: PathBuf,
}

impl Drawer {
    /// The drawer below Belay's data folder.
    #[must_use]
    pub fn below(data: &Path) -> Self {
        Self { folder: data.join("setup") }
    }

    /// The record of a file. One that cannot be read counts as none.
    #[must_use]
    pub fn find(&self, path: &Path) -> Option<Record> {
        let text = std::fs::read_to_string(self.place(path)).ok()?;
        serde_json::from_str::<Record>(&text).ok().filter(|record| record.path == path)
    }

    /// Keeps a record, on the disk before this returns.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn keep(&self, record: &Record) -> Result<()> {
        let text = serde_json::to_string_pretty(record)?;
        private::write_durably(&self.place(&record.path), text.as_bytes())
    }

    /// Forgets a file.
    ///
    /// # Errors
    ///
    /// When its record is there and cannot be deleted.
    pub fn forget(&self, path: &Path) -> Result<()> {
        match std::fs::remove_file(self.place(path)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("{}", self.place(path).display()))
            }
            _ => Ok(()),
        }
    }

    fn place(&self, path: &Path) -> PathBuf {
        let hash = blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex();
        self.folder.join(format!("{}.json", hash.get(..32).unwrap_or_default()))
    }
}
