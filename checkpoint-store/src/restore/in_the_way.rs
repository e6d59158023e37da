//! What lies where a restore would write: nothing is overwritten that was not saved first.

use std::collections::HashSet;

use super::folded;
use super::folders::{OnDisk, folder_at};
use super::plan::{Leave, LeaveWhy, Plan};
use crate::error::{Error, Result};
use crate::files::{self, Folder, Kind};
use crate::paths::TreePath;
use crate::walk::{FolderNode, gone};
use crate::workspace::Workspace;

impl Workspace {
    /// Takes steps out of the plan whose place is taken by something that the safety
    /// checkpoint will not have.
    pub(super) fn leave_what_cannot_be_saved(
        &self,
        plan: &mut Plan,
        live: &FolderNode,
    ) -> Result<()> {
        let removed = plan.removed();
        let mut blocked = Vec::new();
        for step in plan.steps.iter().filter(|step| step.before.is_none()) {
            if self.is_blocked(&step.path, &removed, live)? {
                blocked.push(step.path.clone());
            }
        }
        for path in blocked {
            // What would have made room for it stays as well.
            plan.steps.retain(|step| step.path != path && !step.path.is_within(&path));
            plan.leaves.push(Leave { path, why: LeaveWhy::CannotBeSaved });
        }
        Ok(())
    }

    /// Whether something not in `removed` lies at this path, below it, or where one of
    /// its folders should be.
    fn is_blocked(
        &self,
        path: &TreePath,
        removed: &HashSet<Vec<u8>>,
        live: &FolderNode,
    ) -> Result<bool> {
        let failed = |error| Error::io("look at", self.root().join(path.to_path()), error);
        let mut folder = Folder::open(self.root()).map_err(failed)?;
        let mut so_far = TreePath::default();
        let parts: Vec<_> = path.parts().collect();
        for (at, part) in parts.iter().enumerate() {
            so_far = so_far.join(part);
            let stat = match folder.stat(part) {
                Ok(stat) => stat,
                Err(error) if gone(&error) => return Ok(false),
                Err(error) => return Err(failed(error)),
            };
            let last = at + 1 == parts.len();
            match stat.kind {
                Kind::Folder if last => {
                    let child = folder.child(part).map_err(failed)?;
                    return holds_other(&child, &so_far, removed, live).map_err(failed);
                }
                Kind::Folder => folder = folder.child(part).map_err(failed)?,
                _ => return Ok(!removed.contains(&folded(so_far.as_bytes()))),
            }
        }
        Ok(false)
    }

    /// An empty folder whose place something unseen has taken stays away.
    pub(super) fn leave_folders_in_the_way(&self, plan: &mut Plan) -> Result<()> {
        let removed = plan.removed();
        let mut blocked = Vec::new();
        for path in plan.folders.make.keys() {
            let folder = TreePath::from_bytes(path.clone());
            if self.on_disk(&folder)? == OnDisk::Other && !removed.contains(&folded(path)) {
                blocked.push(folder);
            }
        }
        for path in blocked {
            plan.folders.make.remove(path.as_bytes());
            plan.leaves.push(Leave { path, why: LeaveWhy::CannotBeSaved });
        }
        Ok(())
    }

    /// The folder a path lies in and its last part; `None` if a part is not a folder.
    pub(super) fn folder_of(&self, path: &TreePath) -> Result<Option<(Folder, Vec<u8>)>> {
        let failed = |error| Error::io("open", self.root().join(path.to_path()), error);
        let mut folder = Folder::open(self.root()).map_err(failed)?;
        let mut parts: Vec<_> = path.parts().collect();
        let Some(name) = parts.pop() else { return Ok(None) };
        for part in parts {
            folder = match folder.child(part) {
                Ok(child) => child,
                Err(error) if gone(&error) || files::is_link(&error) => return Ok(None),
                Err(error) => return Err(failed(error)),
            };
        }
        Ok(Some((folder, name.to_vec())))
    }

    /// What lies at a path, without following a link.
    pub(super) fn on_disk(&self, path: &TreePath) -> Result<OnDisk> {
        let failed = |error| Error::io("look at", self.root().join(path.to_path()), error);
        let Some((folder, name)) = self.folder_of(path)? else { return Ok(OnDisk::Nothing) };
        let stat = match folder.stat(&name) {
            Ok(stat) => stat,
            Err(error) if gone(&error) => return Ok(OnDisk::Nothing),
            Err(error) => return Err(failed(error)),
        };
        if stat.kind != Kind::Folder {
            return Ok(OnDisk::Other);
        }
        let empty =
            folder.child(&name).and_then(|child| child.names()).is_ok_and(|all| all.is_empty());
        Ok(if empty { OnDisk::EmptyFolder } else { OnDisk::Folder })
    }
}

/// Whether a folder holds something that no checkpoint would have: a file that is not in
/// `removed`, or a folder that was not seen.
fn holds_other(
    folder: &Folder,
    path: &TreePath,
    removed: &HashSet<Vec<u8>>,
    live: &FolderNode,
) -> std::io::Result<bool> {
    let seen = folder_at(live, path).is_some_and(|node| !node.ignored || node.tree.is_some());
    if !seen {
        return Ok(true);
    }
    for (name, _) in folder.names()? {
        let path = path.join(&name);
        let other = match folder.stat(&name)?.kind {
            Kind::Folder => holds_other(&folder.child(&name)?, &path, removed, live)?,
            _ => !removed.contains(&folded(path.as_bytes())),
        };
        if other {
            return Ok(true);
        }
    }
    Ok(false)
}
