//! What the host tells about where a command would run. Everything is optional; what is not
//! told is assumed in the careful direction.

use serde::{Deserialize, Serialize};

/// Where a command would run and what the host's checkpoints cover.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Surroundings {
    /// The directory the command starts in; the workspace where it is not told.
    pub cwd: Option<String>,
    /// The root of the workspace that checkpoints save; the starting directory where it is not
    /// told.
    pub workspace: Option<String>,
    /// The user's home directory.
    pub home: Option<String>,
    /// What the host saves before running. Not told: recovery counts as `none` for permission.
    pub saves: Option<Coverage>,
}

/// What a host's snapshot holds besides the workspace's ordinary files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Coverage {
    /// Files that version control ignores (`node_modules`, `.env`).
    pub ignored_files: bool,
    /// The repository's own state: refs, stashes, index, hooks.
    pub repository: bool,
}
