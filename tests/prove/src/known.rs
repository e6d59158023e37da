//! Violations that are known, each with the reason why it is left.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::outcome::Law;

/// The list.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Known {
    entries: Vec<Entry>,
}

/// A command that breaks a promise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    command: String,
    law: Law,
    reason: String,
}

impl Known {
    /// Reads `tests/prove/known.json`.
    pub(crate) fn read(root: &Path) -> Result<Self> {
        let path = root.join("tests/prove/known.json");
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let known: Self =
            serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let without = known.entries.iter().find(|entry| entry.reason.trim().is_empty());
        ensure!(without.is_none(), "{}: an entry has no reason", path.display());
        Ok(known)
    }

    /// Whether a violation is on the list.
    pub(crate) fn has(&self, command: &str, law: Law) -> bool {
        self.entries.iter().any(|entry| entry.command == command && entry.law == law)
    }

    /// Entries that were run and broke nothing: they can go.
    pub(crate) fn kept(&self, broke: impl Fn(&str, Law) -> Option<bool>) -> Vec<&str> {
        self.entries
            .iter()
            .filter(|entry| broke(&entry.command, entry.law) == Some(false))
            .map(|entry| entry.command.as_str())
            .collect()
    }
}
