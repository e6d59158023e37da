//! Calls that have begun: what is known before, for when they end.
//!
//! A file a call, so that fifty sessions never wait for each other. A refused call gets no end
//! from most hosts, and a killed agent none at all, so old ones expire.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::private;

/// A call whose end was not told within this time has ended without a word.
const FORGOTTEN_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// A call that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenCall {
    /// The agent's name for it, where it has one.
    pub call: Option<String>,
    /// BLAKE3 of what it does.
    pub subject_hash: String,
    /// The workspace it runs in.
    pub workspace: String,
    /// When it began.
    pub time: Timestamp,
    /// The checkpoint made before it.
    pub checkpoint: Option<String>,
    /// Whether a checkpoint follows when it succeeds.
    pub after: bool,
    /// Whether a checkpoint follows when it fails.
    pub on_error: bool,
    /// Whether it goes on after its host has reported it.
    pub background: bool,
    /// Whether the host was told to ask a person; if it runs, somebody said yes.
    #[serde(default)]
    pub asked: bool,
}

/// The open calls of every session.
#[derive(Clone, Debug)]
pub struct OpenCalls {
    folder: PathBuf,
}

impl OpenCalls {
    /// The calls in this folder.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Writes down that a call has begun.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn begin(&self, session: &str, call: &OpenCall) -> Result<()> {
        let name = match &call.call {
            Some(id) => short_hash(id),
            None => format!("{}-{}", call.time.as_nanosecond(), short(&call.subject_hash)),
        };
        private::write(
            &self.session(session).join(format!("{name}.json")),
            &serde_json::to_vec(call)?,
        )
    }

    /// Takes the call that has ended: by its name, else the newest one that does the same thing.
    #[must_use]
    pub fn end(&self, session: &str, call: Option<&str>, subject_hash: &str) -> Option<OpenCall> {
        let folder = self.session(session);
        if let Some(id) = call {
            return take(&folder.join(format!("{}.json", short_hash(id))));
        }
        let newest = self
            .in_session(session)
            .into_iter()
            .filter(|(_, open)| open.call.is_none() && open.subject_hash == subject_hash)
            .max_by_key(|(_, open)| open.time);
        take(&newest?.0)
    }

    /// Takes the session's background commands that were started: their effects are looked at
    /// when the next event arrives, since nothing tells when they end.
    #[must_use]
    pub fn in_background(&self, session: &str) -> Vec<OpenCall> {
        self.in_session(session)
            .into_iter()
            .filter_map(|(_, open)| open.background.then_some(open))
            .collect()
    }

    /// Forgets a session's calls: it is over.
    pub fn forget(&self, session: &str) {
        let _ = fs::remove_dir_all(self.session(session));
    }

    /// Removes calls whose end nobody told, of every session.
    pub fn expire(&self) {
        let Ok(sessions) = fs::read_dir(&self.folder) else { return };
        for session in sessions.flatten() {
            let Ok(files) = fs::read_dir(session.path()) else { continue };
            for file in files.flatten() {
                let open = fs::read(file.path()).ok();
                let open = open.and_then(|bytes| serde_json::from_slice::<OpenCall>(&bytes).ok());
                let age = open.map(|open| Timestamp::now().duration_since(open.time).abs());
                if age.is_none_or(|age| age > FORGOTTEN_AFTER) {
                    let _ = fs::remove_file(file.path());
                }
            }
            // Only an empty folder goes.
            let _ = fs::remove_dir(session.path());
        }
    }

    fn in_session(&self, session: &str) -> Vec<(PathBuf, OpenCall)> {
        let Ok(files) = fs::read_dir(self.session(session)) else { return Vec::new() };
        files
            .flatten()
            .filter_map(|file| {
                let open = serde_json::from_slice(&fs::read(file.path()).ok()?).ok()?;
                Some((file.path(), open))
            })
            .collect()
    }

    /// Session ids come from outside, so a folder's name is their hash.
    fn session(&self, session: &str) -> PathBuf {
        self.folder.join(short_hash(session))
    }
}

fn take(path: &std::path::Path) -> Option<OpenCall> {
    let open = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    fs::remove_file(path).ok()?;
    Some(open)
}

fn short_hash(text: &str) -> String {
    short(&blake3::hash(text.as_bytes()).to_hex()).to_owned()
}

fn short(hash: &str) -> &str {
    hash.get(..24).unwrap_or(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(id: Option<&str>, subject: &str, seconds: i64) -> Result<OpenCall> {
        Ok(OpenCall {
            call: id.map(str::to_owned),
            subject_hash: subject.to_owned(),
            workspace: "/w".to_owned(),
            time: Timestamp::now().checked_add(SignedDuration::from_secs(seconds))?,
            checkpoint: Some(format!("{subject}{seconds}")),
            after: false,
            on_error: true,
            background: false,
            asked: false,
        })
    }

    #[test]
    fn a_call_is_paired_by_its_name() -> Result<()> {
        let place = tempfile::tempdir()?;
        let calls = OpenCalls::new(place.path().join("calls"));
        calls.begin("s", &call(Some("a"), "x", 0)?)?;
        calls.begin("s", &call(Some("b"), "x", 0)?)?;
        assert!(calls.end("t", Some("a"), "x").is_none(), "another session");
        assert_eq!(calls.end("s", Some("a"), "x").and_then(|open| open.call).as_deref(), Some("a"));
        assert!(calls.end("s", Some("a"), "x").is_none(), "only once");
        assert!(calls.end("s", Some("b"), "x").is_some());
        Ok(())
    }

    #[test]
    fn without_a_name_the_newest_of_the_same_text_ends_first() -> Result<()> {
        let place = tempfile::tempdir()?;
        let calls = OpenCalls::new(place.path().join("calls"));
        for (subject, seconds) in [("x", -3), ("y", -2), ("x", -1)] {
            calls.begin("s", &call(None, subject, seconds)?)?;
        }
        let ended: Vec<_> = ["x", "x", "y", "y"]
            .map(|subject| calls.end("s", None, subject).and_then(|open| open.checkpoint))
            .into_iter()
            .collect();
        assert_eq!(ended, [Some("x-1".into()), Some("x-3".into()), Some("y-2".into()), None]);
        Ok(())
    }

    #[test]
    fn calls_without_an_end_expire() -> Result<()> {
        let place = tempfile::tempdir()?;
        let calls = OpenCalls::new(place.path().join("calls"));
        calls.begin("s", &call(Some("old"), "x", -100_000)?)?;
        calls.begin("s", &call(Some("new"), "x", -10)?)?;
        calls.begin("t", &call(Some("old"), "x", -100_000)?)?;
        calls.expire();
        assert!(calls.end("s", Some("old"), "x").is_none());
        assert!(calls.end("s", Some("new"), "x").is_some());
        Ok(())
    }
}
