//! Where a command works: this folder's workspace, its settings and the store.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use checkpoint_store::{
    Checkpoint, CheckpointId, Filter, LogFilter, SessionId, Store, TreePath, Workspace,
};

use crate::guard::{Judging, Saving};
use crate::home::{Home, workspace_root};
use crate::output::{WARNING, styled};

/// What people are told while nothing was saved.
pub const NOTHING_SAVED: &str = "No checkpoints available.";

/// This folder, as Belay sees it.
#[derive(Debug)]
pub struct Place {
    /// Belay's folders.
    pub home: Home,
    /// The folder the command was started in, without links.
    pub cwd: PathBuf,
    /// The workspace it belongs to.
    pub root: PathBuf,
    /// The settings in force.
    pub judging: Judging,
}

impl Place {
    /// Looks around. What is wrong with the settings is said on standard error.
    ///
    /// # Errors
    /// There is no home folder, or this folder is gone.
    pub fn find() -> Result<Self> {
        let place = Self::quietly()?;
        for problem in &place.judging.problems {
            anstream::eprintln!("{} {problem}", styled(WARNING, "warning:"));
        }
        Ok(place)
    }

    /// The same, for commands that show problems in their own way.
    ///
    /// # Errors
    /// There is no home folder, or this folder is gone.
    pub fn quietly() -> Result<Self> {
        Self::at(&std::env::current_dir().context("the current folder is not known")?)
    }

    /// The same, as seen from another folder.
    ///
    /// # Errors
    /// There is no home folder.
    pub fn at(folder: &Path) -> Result<Self> {
        let home = Home::find()?;
        let cwd = dunce::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let root = workspace_root(&cwd, home.user.as_deref());
        let judging = Judging::read(&home, &root);
        Ok(Self { home, cwd, root, judging })
    }

    /// Opens the store; makes it if there is none.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub fn store(&self) -> Result<Store> {
        Saving::new(self.home.store()).store(&self.judging.policy).with_context(|| {
            format!("the store in {} cannot be opened", self.home.store().display())
        })
    }

    /// The store, if anything was ever saved.
    ///
    /// # Errors
    /// It is there and cannot be read.
    pub fn existing_store(&self) -> Result<Option<Store>> {
        if self.home.store().is_dir() { self.store().map(Some) } else { Ok(None) }
    }

    /// This workspace in the store.
    ///
    /// # Errors
    /// The store cannot be opened, or this folder cannot be a workspace.
    pub fn workspace(&self) -> Result<Workspace> {
        Ok(self.store()?.workspace(&self.root)?)
    }

    /// The checkpoint a person means: an id or enough of either end, `@` for the newest, `@2` for
    /// the second before it.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn checkpoint(&self, workspace: &Workspace, typed: &str) -> Result<Checkpoint> {
        let Some(back) = typed.strip_prefix('@') else {
            return match self.labelled(workspace, typed)? {
                Some(id) => Ok(workspace.find(&id.to_string())?),
                None => Ok(workspace.find(typed)?),
            };
        };
        let back: usize = match back.trim_start_matches('~') {
            "" => 0,
            number => number.parse().with_context(|| {
                format!("`{typed}` is not a checkpoint; `@` is the newest, `@2` two before it")
            })?,
        };
        let listed = workspace.list(&Filter { limit: Some(back + 1), ..Filter::default() })?;
        let count = listed.len();
        match listed.into_iter().nth(back) {
            Some(found) => Ok(found),
            None if count == 0 => bail!("{NOTHING_SAVED} `belay save` makes one."),
            None => bail!("there are only {count} checkpoints; `belay log` lists them"),
        }
    }

    /// The checkpoint of this workspace that has this label.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn labelled(&self, workspace: &Workspace, label: &str) -> Result<Option<CheckpointId>> {
        let here: HashSet<CheckpointId> =
            workspace.list(&Filter::default())?.into_iter().map(|one| one.id).collect();
        let filter = LogFilter { text: Some(label.to_owned()), ..LogFilter::default() };
        let mut entries = workspace.store().log(&filter)?.into_iter();
        let found =
            entries.find(|entry| entry.label.as_deref() == Some(label) && here.contains(&entry.id));
        Ok(found.map(|entry| entry.id))
    }

    /// Paths a person typed, as the store names them.
    ///
    /// # Errors
    /// One lies outside of the workspace.
    pub fn paths(&self, typed: &[PathBuf]) -> Result<Vec<TreePath>> {
        typed.iter().map(|path| self.path(path)).collect()
    }

    /// Those of the paths a person typed that lie in the workspace; others may have been
    /// captured.
    ///
    /// # Errors
    /// A name cannot be one in a workspace.
    pub fn paths_inside(&self, typed: &[PathBuf]) -> Result<Vec<TreePath>> {
        let inside = typed.iter().filter(|path| self.whole(path).starts_with(&self.root));
        inside.map(|path| self.path(path)).collect()
    }

    /// A path a person typed, as a whole.
    #[must_use]
    pub fn whole(&self, typed: &Path) -> PathBuf {
        tidied(&self.cwd.join(typed))
    }

    fn path(&self, typed: &Path) -> Result<TreePath> {
        let whole = self.whole(typed);
        let outside = || {
            format!("`{}` lies outside of the workspace {}", typed.display(), self.root.display())
        };
        let inside = whole.strip_prefix(&self.root).ok().with_context(outside)?;
        TreePath::new(inside).with_context(outside)
    }
}

/// The path without `.` and `..`, whether it is there or not.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(tidy.pop()),
            other => tidy.push(other),
        }
    }
    tidy
}

/// Which agent each session was of.
#[derive(Debug, Default)]
pub struct Agents(HashMap<SessionId, String>);

impl Agents {
    /// Asks the store.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn of(store: &Store) -> Result<Self> {
        let sessions = store.sessions()?.into_iter();
        Ok(Self(sessions.filter_map(|session| Some((session.id, session.agent?))).collect()))
    }

    /// The name people see: the agent's, `you` for somebody at the terminal.
    #[must_use]
    pub fn name<'t>(&'t self, session: Option<&'t SessionId>) -> &'t str {
        match session {
            Some(session) => self.0.get(session).map_or("agent", String::as_str),
            None => "you",
        }
    }

    /// The session a person means: its name or its beginning.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub fn session(&self, store: &Store, typed: &str) -> Result<SessionId> {
        let mut fitting: Vec<SessionId> = store
            .sessions()?
            .into_iter()
            .map(|session| session.id)
            .filter(|id| id.to_string().starts_with(typed))
            .collect();
        if let Some(exact) = fitting.iter().find(|id| id.to_string() == typed) {
            return Ok(exact.clone());
        }
        match (fitting.pop(), fitting.len()) {
            (Some(session), 0) => Ok(session),
            (None, _) => bail!("there is no session `{typed}`; `belay log` shows them"),
            (Some(_), others) => {
                bail!("`{typed}` fits {} sessions; type more of it", others + 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_read_as_the_shell_means_them() {
        for (typed, meant) in [("/a/./b/../c", "/a/c"), ("/a/../..", "/"), ("/a/b/", "/a/b")] {
            assert_eq!(tidied(Path::new(typed)), Path::new(meant));
        }
    }
}
