//! Appending: one line at a time, under a lock that dies with its process.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::record::{Entry, Line, VERSION};
use crate::private;

/// Before the first line.
pub(super) const ORIGIN: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// How much of a file's end is read to find the last line: little, and as much as the longest line
/// has where that is not enough.
const ENDS: [u64; 2] = [8 << 10, 1 << 20];

/// The end of the chain, as it was last written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The number of the last line.
    pub seq: u64,
    /// Its hash.
    pub hash: String,
}

/// The audit log of this machine's user.
#[derive(Clone, Debug)]
pub struct Log {
    folder: PathBuf,
}

impl Log {
    /// The log in this folder, which is made when the first line is written.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Appends a line and returns the new end of the chain.
    ///
    /// The line is written by one call at the end of the file, so a killed process leaves either
    /// all of it or, on a full disk, a torn last line, which the next append closes. What must
    /// outlive a power cut is on the disk before this returns, and every line before it too;
    /// other lines go with the next of these.
    ///
    /// # Errors
    /// The folder or a file in it cannot be written.
    pub fn append(&self, entry: Entry) -> Result<Head> {
        self.append_at(entry, Timestamp::now())
    }

    pub(super) fn append_at(&self, entry: Entry, time: Timestamp) -> Result<Head> {
        private::folder(&self.folder)?;
        let lock =
            private::open(OpenOptions::new().create(true).append(true), &self.folder.join("lock"))?;
        lock.lock().context("the audit log cannot be locked")?;
        let last = self.last()?;
        // A clock that went backwards must not open an older month's file again.
        let time = last.as_ref().map_or(time, |last| last.time.max(time));
        let path = self.folder.join(format!("{}.jsonl", time.strftime("%Y-%m")));
        let prev = last.as_ref().map_or_else(|| ORIGIN.to_owned(), |last| last.hash.clone());
        let seq = last.map_or(1, |last| last.seq + 1);
        let durable = entry.must_last();
        let text = serde_json::to_string(&Line { v: VERSION, seq, time, prev, entry })?;
        let head = Head { seq, hash: hash(&text) };
        let mut file =
            private::open(OpenOptions::new().create(true).append(true).read(true), &path)?;
        let torn = ends_torn(&mut file)?;
        let line = format!("{}{text}\n", if torn { "\n" } else { "" });
        let written = |error: std::io::Error| {
            anyhow::Error::new(error).context(format!("cannot write to {}", path.display()))
        };
        file.write_all(line.as_bytes()).map_err(written)?;
        let end = serde_json::to_string(&head)?;
        if durable {
            file.sync_data().map_err(written)?;
            private::write_durably(&self.folder.join("head"), end.as_bytes())?;
        } else {
            private::write(&self.folder.join("head"), end.as_bytes())?;
        }
        Ok(head)
    }

    /// The end of the chain as it was last written, where anything was.
    #[must_use]
    pub fn head(&self) -> Option<Head> {
        serde_json::from_str(&fs::read_to_string(self.folder.join("head")).ok()?).ok()
    }

    /// The files, oldest first.
    ///
    /// # Errors
    /// The folder is there and cannot be listed.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("cannot list {}", self.folder.display()));
            }
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// The last whole line, for the next one to hold on to.
    fn last(&self) -> Result<Option<Last>> {
        for path in self.files()?.iter().rev() {
            let mut file = File::open(path)?;
            let length = file.metadata()?.len();
            for end in ENDS {
                file.seek(SeekFrom::Start(length.saturating_sub(end)))?;
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                let text = String::from_utf8_lossy(&bytes);
                let whole = text.lines().rev().find_map(|text| {
                    let line: Line = serde_json::from_str(text).ok()?;
                    Some(Last { seq: line.seq, time: line.time, hash: hash(text) })
                });
                if whole.is_some() {
                    return Ok(whole);
                }
                if end >= length {
                    break;
                }
            }
        }
        Ok(None)
    }
}

struct Last {
    seq: u64,
    time: Timestamp,
    hash: String,
}

pub(super) fn hash(line: &str) -> String {
    blake3::hash(line.as_bytes()).to_hex().to_string()
}

fn ends_torn(file: &mut File) -> Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != [b'\n'])
}
