//! Where Belay keeps things: its own folders, and the root of a workspace.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use etcetera::{BaseStrategy as _, choose_base_strategy};

/// Overrides where Belay keeps its data and the user's settings.
pub const HOME_VARIABLE: &str = "BELAY_HOME";

/// The settings file of a workspace, below its root.
pub const WORKSPACE_SETTINGS: &str = ".belay/settings.json";

/// The folders Belay reads and writes. Nothing here exists until something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The store, sessions, the audit log and what calls leave behind.
    pub data: PathBuf,
    /// The user's settings file.
    pub user_settings: PathBuf,
    /// The settings of whoever administers this machine.
    pub managed_settings: PathBuf,
    /// The user's own home folder, where it is known.
    pub user: Option<PathBuf>,
}

impl Home {
    /// Finds the folders from the environment, without touching the disk.
    ///
    /// # Errors
    /// Neither `BELAY_HOME` nor a home folder is set.
    pub fn find() -> Result<Self> {
        let managed_settings = managed_settings();
        if let Some(home) = env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()) {
            let data = std::path::absolute(PathBuf::from(home))
                .context("BELAY_HOME is not a path that can be used")?;
            let user_settings = data.join("settings.json");
            return Ok(Self { data, user_settings, managed_settings, user: user_home() });
        }
        let folders = choose_base_strategy().context(
            "there is no home folder; set BELAY_HOME to the folder Belay should keep its data in",
        )?;
        Ok(Self {
            data: folders.data_dir().join("belay"),
            user_settings: folders.config_dir().join("belay").join("settings.json"),
            managed_settings,
            user: Some(folders.home_dir().to_path_buf()),
        })
    }

    /// Where checkpoints are kept.
    #[must_use]
    pub fn store(&self) -> PathBuf {
        self.data.join("store")
    }

    /// Where decisions are written down.
    #[must_use]
    pub fn audit(&self) -> PathBuf {
        self.data.join("audit")
    }

    /// Calls that have begun and not ended.
    #[must_use]
    pub fn open_calls(&self) -> PathBuf {
        self.data.join("calls")
    }

    /// Which session runs in which `belay wrap`.
    #[must_use]
    pub fn wraps(&self) -> PathBuf {
        self.data.join("wraps")
    }

    /// Codes by which a person allows one refused call.
    #[must_use]
    pub fn codes(&self) -> PathBuf {
        self.data.join("codes")
    }

    /// The last settings of each file that could be read.
    #[must_use]
    pub fn last_good(&self) -> PathBuf {
        self.data.join("last-good")
    }
}

fn user_home() -> Option<PathBuf> {
    etcetera::home_dir().ok()
}

#[cfg(windows)]
fn managed_settings() -> PathBuf {
    let shared = env::var_os("ProgramData").map_or_else(|| r"C:\ProgramData".into(), PathBuf::from);
    shared.join("belay").join("settings.json")
}

#[cfg(not(windows))]
fn managed_settings() -> PathBuf {
    PathBuf::from("/etc/belay/settings.json")
}

/// The workspace a folder belongs to: the nearest folder upwards that holds a repository or
/// Belay's own settings, or else the folder itself. A home folder or the root of a disk is never
/// taken on the way up, since a repository of dot files there is not a project.
#[must_use]
pub fn workspace_root(start: &Path, user_home: Option<&Path>) -> PathBuf {
    start
        .ancestors()
        .take_while(|folder| folder.parent().is_some() && Some(*folder) != user_home)
        .find(|folder| folder.join(".git").exists() || folder.join(".belay").is_dir())
        .unwrap_or(start)
        .to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_workspace_is_the_nearest_folder_with_a_repository() -> Result<()> {
        let place = tempfile::tempdir()?;
        let inner = place.path().join("project/src/deep");
        fs::create_dir_all(&inner)?;
        assert_eq!(workspace_root(&inner, None), inner, "no repository: the folder itself");
        fs::create_dir(place.path().join("project/.git"))?;
        assert_eq!(workspace_root(&inner, None), place.path().join("project"));
        fs::create_dir_all(place.path().join("project/src/.belay"))?;
        assert_eq!(workspace_root(&inner, None), place.path().join("project/src"));
        Ok(())
    }

    #[test]
    fn a_repository_in_the_home_folder_is_no_workspace() -> Result<()> {
        let home = tempfile::tempdir()?;
        let inner = home.path().join("notes");
        fs::create_dir_all(&inner)?;
        fs::create_dir(home.path().join(".git"))?;
        assert_eq!(workspace_root(&inner, Some(home.path())), inner);
        Ok(())
    }
}
