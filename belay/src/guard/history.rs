//! Whether git has ever had a file where an ignored one lies now.
//!
//! `git checkout -f` replaces an ignored file where the other commit has one, and touches no other.
//! Git is asked only where such files were too large to be saved, so that nobody is asked about a
//! folder of data that no commit knows.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A person waits no longer than this; then the answer is the careful one.
const PATIENCE: Duration = Duration::from_secs(1);

/// More paths than this are not looked for.
const MOST: usize = 500;

/// Whether a commit may have something at one of these paths. Whatever cannot be found out may be
/// so.
pub(super) fn may_have(root: &Path, paths: &[PathBuf]) -> bool {
    paths.len() > MOST || asked(root, paths).is_none_or(|found| found)
}

fn asked(root: &Path, paths: &[PathBuf]) -> Option<bool> {
    let mut child = Command::new("git")
        .arg("-C")
        .arg(root)
        // Nothing of the repository's settings may run a program or write a file here.
        .args(["-c", "log.showSignature=false", "-c", "core.fsmonitor=false"])
        .args(["--no-pager", "--no-optional-locks", "--literal-pathspecs"])
        .args(["log", "--all", "--reflog", "--full-history", "--max-count=1", "--format=%H", "--"])
        .args(paths)
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let answer = read(&mut child);
    if answer.is_none() {
        // Too slow, or not to be read: it may have ended by itself meanwhile.
        let _ = child.kill();
    }
    let ended = child.wait().ok()?;
    answer.filter(|_| ended.success()).map(|text| !text.trim().is_empty())
}

fn read(child: &mut Child) -> Option<String> {
    let mut output = child.stdout.take()?;
    let (told, answer) = mpsc::channel();
    thread::spawn(move || {
        let mut text = String::new();
        let read = output.read_to_string(&mut text).ok().map(|_| text);
        // Nobody may be waiting any more.
        let _ = told.send(read);
    });
    answer.recv_timeout(PATIENCE).ok().flatten()
}
