//! What the host says about where a command would run. Everything is optional; what is not
//! given is assumed in the careful direction.

use serde::{Deserialize, Serialize};

/// Where a command would run and what the host's checkpoints cover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, expecting = "an object such as { cwd: \"/work\" }")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
#[non_exhaustive]
pub struct Surroundings {
    /// The directory the command starts in; the workspace where it is not given.
    pub cwd: Option<String>,
    /// The root of the workspace that checkpoints save; the starting directory where it is not
    /// given.
    pub workspace: Option<String>,
    /// The user's home directory.
    pub home: Option<String>,
    /// What the host saves before running. Not given: recovery counts as `none` for permission.
    pub saves: Option<Coverage>,
}

/// What a host's snapshot holds besides the workspace's ordinary files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object such as { repository: true }")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Coverage {
    /// Files that version control ignores (`node_modules`, `.env`).
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub ignored_files: bool,
    /// The repository's own state: refs, stashes, index, hooks.
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub repository: bool,
    /// The files and folders a command names, wherever they lie: the host saves the verdict's
    /// targets before it runs.
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub targets: bool,
}

impl Surroundings {
    /// The same, with the directory the command starts in.
    #[must_use]
    pub fn with_cwd(mut self, path: impl Into<Option<String>>) -> Self {
        self.cwd = path.into();
        self
    }

    /// The same, with the root of the workspace.
    #[must_use]
    pub fn with_workspace(mut self, path: impl Into<Option<String>>) -> Self {
        self.workspace = path.into();
        self
    }

    /// The same, with the user's home directory.
    #[must_use]
    pub fn with_home(mut self, path: impl Into<Option<String>>) -> Self {
        self.home = path.into();
        self
    }

    /// The same, with what the host saves before running.
    #[must_use]
    pub fn with_saves(mut self, coverage: impl Into<Option<Coverage>>) -> Self {
        self.saves = coverage.into();
        self
    }
}

impl Coverage {
    /// The workspace's ordinary files and nothing else.
    pub const WORKSPACE: Self = Self { ignored_files: false, repository: false, targets: false };

    /// The same, with or without the files that version control ignores.
    #[must_use]
    pub const fn with_ignored_files(mut self, saved: bool) -> Self {
        self.ignored_files = saved;
        self
    }

    /// The same, with or without the repository's own state.
    #[must_use]
    pub const fn with_repository(mut self, saved: bool) -> Self {
        self.repository = saved;
        self
    }

    /// The same, with or without the files and folders that a command names.
    #[must_use]
    pub const fn with_targets(mut self, saved: bool) -> Self {
        self.targets = saved;
        self
    }
}
