//! Codes by which a person allows one refused call: `belay allow 7K3F`.
//!
//! Where a host cannot ask, a refusal names a code. The code stands for exactly one call: the same
//! session, folder and text. It works once, and only for a while.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::private;

/// How long a code waits for a person, and how long an allowed call waits to be tried again.
const LIFETIME: Duration = Duration::from_secs(60 * 60);

/// No 0, O, 1, I, L or U: nothing that is misread aloud or on a small screen.
const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

/// One refused call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    /// The agent's session.
    pub session: String,
    /// The folder the call would run in.
    pub cwd: String,
    /// What was refused, with secrets taken out: what the person sees.
    pub shown: String,
    /// BLAKE3 of the call's session, folder and text.
    pub hash: String,
    /// When it was refused.
    pub time: Timestamp,
    /// Whether a person has allowed it since.
    pub allowed: bool,
}

/// The codes that are open, a file each.
#[derive(Clone, Debug)]
pub struct Codes {
    folder: PathBuf,
}

impl Codes {
    /// The codes in this folder, which is made with the first one.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The code for a refused call. The same call gets the same code again while it is open.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn issue(&self, session: &str, cwd: &str, text: &str, shown: &str) -> Result<String> {
        let hash = call_hash(session, cwd, text);
        private::folder(&self.folder)?;
        // The code follows from the call, so a retry finds its own; a clash takes the next four.
        let digest = blake3::hash(hash.as_bytes());
        for window in digest.as_bytes().windows(4).step_by(4) {
            let code: String = window
                .iter()
                .filter_map(|byte| LETTERS.get(usize::from(*byte) % LETTERS.len()))
                .map(|letter| char::from(*letter))
                .collect();
            match self.read(&code)? {
                Some(open) if open.hash == hash => return Ok(code),
                Some(open) if !expired(&open) => {}
                _ => {
                    let refused = Refused {
                        session: session.to_owned(),
                        cwd: cwd.to_owned(),
                        shown: shown.to_owned(),
                        hash,
                        time: Timestamp::now(),
                        allowed: false,
                    };
                    private::write_durably(&self.path(&code), &serde_json::to_vec(&refused)?)?;
                    return Ok(code);
                }
            }
        }
        bail!("too many refused calls are waiting; allow or forget some first")
    }

    /// Allows the call behind a code, once.
    ///
    /// # Errors
    /// No refused call has this code, or it is too old.
    pub fn allow(&self, code: &str) -> Result<Refused> {
        let code = code.trim().to_ascii_uppercase();
        let unknown = || {
            format!(
                "no refused call has the code `{code}`; codes are forgotten after an hour, so let the agent try again"
            )
        };
        if !is_code(&code) {
            bail!(unknown());
        }
        let mut refused = self.read(&code)?.filter(|open| !expired(open)).with_context(unknown)?;
        refused.allowed = true;
        refused.time = Timestamp::now();
        private::write_durably(&self.path(&code), &serde_json::to_vec(&refused)?)?;
        Ok(refused)
    }

    /// Takes a person's permission for this call, where there is one. It is gone afterwards, also
    /// when two processes ask at once: only one of them removes the file. It stays gone after a
    /// power cut.
    #[must_use]
    pub fn take(&self, session: &str, cwd: &str, text: &str) -> Option<Refused> {
        let hash = call_hash(session, cwd, text);
        for (path, open) in self.open() {
            if expired(&open) {
                let _ = fs::remove_file(&path);
            } else if open.hash == hash && open.allowed && fs::remove_file(&path).is_ok() {
                private::sync(&self.folder);
                return Some(open);
            }
        }
        None
    }

    /// Refused calls that wait for a person, newest first.
    #[must_use]
    pub fn waiting(&self) -> Vec<(String, Refused)> {
        let mut waiting: Vec<_> = self
            .open()
            .into_iter()
            .filter(|(_, open)| !open.allowed && !expired(open))
            .filter_map(|(path, open)| Some((path.file_stem()?.to_str()?.to_owned(), open)))
            .collect();
        waiting.sort_by_key(|(_, open)| std::cmp::Reverse(open.time));
        waiting
    }

    fn open(&self) -> Vec<(PathBuf, Refused)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        entries
            .flatten()
            .filter_map(|entry| Some((entry.path(), read(&entry.path()).ok()??)))
            .collect()
    }

    fn read(&self, code: &str) -> Result<Option<Refused>> {
        read(&self.path(code))
    }

    fn path(&self, code: &str) -> PathBuf {
        self.folder.join(format!("{code}.json"))
    }
}

fn read(path: &Path) -> Result<Option<Refused>> {
    match fs::read(path) {
        // A file that does not hold a refused call is as good as none.
        Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// A clock that was set back must not keep a code open for ever, so distance counts both ways.
fn expired(open: &Refused) -> bool {
    let age = Timestamp::now().duration_since(open.time);
    age.abs() > SignedDuration::try_from(LIFETIME).unwrap_or(SignedDuration::ZERO)
}

/// Whether a text has the form of a code, so that it cannot be a pattern meant for a list.
#[must_use]
pub fn is_code(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|letter| LETTERS.contains(&letter.to_ascii_uppercase()))
}

fn call_hash(session: &str, cwd: &str, text: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [session, cwd, text] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes() -> Result<(tempfile::TempDir, Codes)> {
        let place = tempfile::tempdir()?;
        let codes = Codes::new(place.path().join("codes"));
        Ok((place, codes))
    }

    #[test]
    fn a_code_allows_its_own_call_once() -> Result<()> {
        let (_place, codes) = codes()?;
        let code = codes.issue("s", "/w", "git push --force", "git push --force")?;
        assert!(is_code(&code), "{code}");
        assert_eq!(codes.issue("s", "/w", "git push --force", "…")?, code, "a retry has the same");
        assert!(codes.take("s", "/w", "git push --force").is_none(), "nobody has allowed it yet");
        codes.allow(&code.to_lowercase())?;
        assert!(codes.take("s", "/w", "git push --force origin").is_none(), "another text");
        assert!(codes.take("s", "/", "git push --force").is_none(), "another folder");
        assert!(codes.take("t", "/w", "git push --force").is_none(), "another session");
        assert!(codes.take("s", "/w", "git push --force").is_some());
        assert!(codes.take("s", "/w", "git push --force").is_none(), "only once");
        Ok(())
    }

    #[test]
    fn an_unknown_code_and_a_path_are_refused() -> Result<()> {
        let (_place, codes) = codes()?;
        for text in ["ZZZZ", "../x", "", "git push"] {
            let error = codes.allow(text).map(|_| ()).map_err(|error| error.to_string());
            assert!(error.is_err_and(|error| error.contains("no refused call")), "{text}");
        }
        Ok(())
    }

    #[test]
    fn an_old_code_is_forgotten() -> Result<()> {
        let (_place, codes) = codes()?;
        let code = codes.issue("s", "/w", "x", "x")?;
        let mut old = codes.read(&code)?.context("it was just written")?;
        old.time = "2020-01-01T00:00:00Z".parse()?;
        old.allowed = true;
        private::write(&codes.path(&code), &serde_json::to_vec(&old)?)?;
        assert!(codes.take("s", "/w", "x").is_none());
        assert!(codes.allow(&code).is_err());
        Ok(())
    }

    #[test]
    fn what_waits_can_be_listed() -> Result<()> {
        let (_place, codes) = codes()?;
        let first = codes.issue("s", "/w", "x", "x")?;
        codes.issue("s", "/w", "y", "y")?;
        codes.allow(&first)?;
        let shown: Vec<String> = codes.waiting().into_iter().map(|(_, open)| open.shown).collect();
        assert_eq!(shown, ["y"]);
        Ok(())
    }
}
