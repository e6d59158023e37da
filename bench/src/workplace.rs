//! A folder in which a built `belay` is measured: a workspace, and a home of its own.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on should stop")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Who commits: guards that save by git save nothing for somebody without a name.
pub const IDENTITY: [(&str, &str); 4] = [
    ("GIT_AUTHOR_NAME", "A"),
    ("GIT_AUTHOR_EMAIL", "a@b"),
    ("GIT_COMMITTER_NAME", "A"),
    ("GIT_COMMITTER_EMAIL", "a@b"),
];

/// The program, and the folder it is measured in.
#[derive(Clone, Debug)]
pub struct Workplace {
    /// The built program.
    pub belay: PathBuf,
    /// Everything that the measurement leaves behind.
    pub folder: PathBuf,
    /// The workspace, a repository.
    pub work: PathBuf,
}

impl Workplace {
    /// An empty repository in an empty folder.
    #[must_use]
    pub fn new(belay: &str, folder: &str) -> Self {
        let folder = PathBuf::from(folder);
        let _ = fs::remove_dir_all(&folder);
        let work = folder.join("work");
        fs::create_dir_all(&work).unwrap();
        let place = Self { belay: belay.into(), folder, work };
        place.git(&["init", "-q"]);
        place
    }

    /// Commits what is in the workspace: some guards save nothing in a repository without a commit.
    pub fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "all"]);
    }

    fn git(&self, words: &[&str]) {
        let git = self.command(Path::new("git"), words).status().unwrap();
        assert!(git.success(), "git {words:?} failed in {}", self.work.display());
    }

    /// A program that works in the workspace and knows no other home.
    #[must_use]
    pub fn command(&self, program: &Path, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(words)
            .current_dir(&self.work)
            .env("HOME", self.folder.join("home"))
            .env("BELAY_HOME", self.folder.join("belay"))
            .envs(IDENTITY);
        command
    }
}
