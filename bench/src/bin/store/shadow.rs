//! The usual way: a repository beside the workspace.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::text;

pub(crate) struct Shadow {
    pub(crate) folder: PathBuf,
    work: PathBuf,
}

impl Shadow {
    pub(crate) fn new(folder: &Path) -> Self {
        let shadow = Self { folder: folder.join("shadow"), work: folder.join("work") };
        git(folder, &["init", "-q", "--bare", &text(&shadow.folder)]);
        shadow.run(&["config", "core.bare", "false"]);
        shadow
    }

    pub(crate) fn save(&self) {
        self.run(&["add", "."]);
        self.run(&["commit", "-q", "--allow-empty", "--no-verify", "-m", "checkpoint"]);
    }

    pub(crate) fn reset(&self) {
        self.run(&["clean", "-qfd"]);
        self.run(&["reset", "-q", "--hard"]);
    }

    fn run(&self, arguments: &[&str]) {
        let (folder, work) = (text(&self.folder), text(&self.work));
        let mut all = vec!["--git-dir", &folder, "--work-tree", &work];
        all.extend(arguments);
        git(&self.work, &all);
    }
}

pub(crate) fn git(folder: &Path, arguments: &[&str]) {
    let status = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .args(["-c", "user.name=A", "-c", "user.email=a@b", "-c", "gc.auto=0"])
        .args(arguments)
        .status()
        .unwrap();
    assert!(status.success(), "git {arguments:?}");
}
