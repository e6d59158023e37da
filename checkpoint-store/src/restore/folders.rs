//! Folders that come, go or get other rights with a restore.
//!
//! Git's trees know no empty folder and no rights of folders, so both are compared by
//! what each checkpoint notes beside its tree. A folder is removed only when nothing at
//! all is in it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::apply::Applier;
use crate::compare::{file_at, is_at};
use crate::contents::{Attribute, Attributes, usual_folder};
use crate::error::Result;
use crate::ids::ObjectId;
use crate::ignore::Recorded;
use crate::left_out::LeftOut;
use crate::objects::Objects;
use crate::paths::TreePath;
use crate::walk::FolderNode;

/// Rights of a folder that nobody noted.
const USUAL: u32 = 0o755;

/// Folders to make, to remove and to give other rights.
#[derive(Clone, Debug, Default)]
pub(super) struct Folders {
    pub(super) make: BTreeMap<Vec<u8>, u32>,
    pub(super) remove: BTreeSet<Vec<u8>>,
    /// Rights that are not what they are now, also of folders that are made on the way.
    pub(super) rights: BTreeMap<Vec<u8>, u32>,
    /// Folders that stay even if they become empty.
    pub(super) keep: HashSet<Vec<u8>>,
}

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnDisk {
    Nothing,
    EmptyFolder,
    Folder,
    /// A file, a link, or something else that is not a folder.
    Other,
}

/// What decides about folders.
pub(super) struct Sides<'a> {
    /// What a walk saw.
    pub(super) live: &'a FolderNode,
    pub(super) here: &'a Attributes,
    /// The checkpoint to go to.
    pub(super) tree: Option<ObjectId>,
    pub(super) then: &'a Attributes,
    pub(super) rules: &'a Recorded,
    pub(super) left_out: &'a [LeftOut],
}

impl Folders {
    /// Compares both sides. `wanted` says which folders the restore may touch.
    pub(super) fn of(
        objects: &Objects,
        sides: &Sides<'_>,
        wanted: impl Fn(&TreePath) -> bool,
        on_disk: impl Fn(&TreePath) -> Result<OnDisk>,
    ) -> Result<Self> {
        let (here, then) = (empty(sides.here), empty(sides.then));
        let mut folders = Self { keep: then.keys().cloned().collect(), ..Self::default() };
        for path in here.keys().filter(|path| !then.contains_key(*path)) {
            let folder = TreePath::from_bytes(path.clone());
            if !wanted(&folder) {
                folders.keep.insert(path.clone());
            } else if !may_have_been(sides, &folder)
                && !is_folder_of(objects, sides.tree, &folder)?
                && on_disk(&folder)? == OnDisk::EmptyFolder
            {
                folders.remove.insert(path.clone());
            }
        }
        for (path, mode) in then.iter().filter(|(path, _)| !here.contains_key(*path)) {
            let folder = TreePath::from_bytes(path.clone());
            let there = matches!(on_disk(&folder)?, OnDisk::EmptyFolder | OnDisk::Folder);
            if wanted(&folder) && !there {
                folders.make.insert(path.clone(), *mode);
            }
        }
        if cfg!(unix) {
            folders.compare_rights(objects, sides, wanted, on_disk)?;
        }
        Ok(folders)
    }

    fn compare_rights(
        &mut self,
        objects: &Objects,
        sides: &Sides<'_>,
        wanted: impl Fn(&TreePath) -> bool,
        on_disk: impl Fn(&TreePath) -> Result<OnDisk>,
    ) -> Result<()> {
        let noted = rights_of(sides.then);
        let paths: BTreeSet<_> =
            rights_of(sides.here).into_keys().chain(noted.keys().cloned()).collect();
        for path in paths {
            let folder = TreePath::from_bytes(path.clone());
            let after = match noted.get(&path) {
                Some(mode) => *mode,
                None if is_folder_of(objects, sides.tree, &folder)? => USUAL,
                None => continue,
            };
            let differs = match folder_at(sides.live, &folder) {
                Some(node) => {
                    wanted(&folder)
                        && node.mode & 0o5777 != after & 0o5777
                        && !(usual_folder(node.mode) && usual_folder(after))
                }
                // It is made on the way.
                None => !usual_folder(after) && on_disk(&folder)? == OnDisk::Nothing,
            };
            if differs {
                self.rights.insert(path, after);
            }
        }
        Ok(())
    }

    /// Whether nothing is to do.
    pub(super) fn is_empty(&self) -> bool {
        self.make.is_empty() && self.remove.is_empty() && self.rights.is_empty()
    }

    /// Every folder this touches.
    pub(super) fn touched(&self) -> BTreeSet<&Vec<u8>> {
        self.make.keys().chain(&self.remove).chain(self.rights.keys()).collect()
    }

    /// Folders that became empty go, unless the checkpoint had them; empty ones come back,
    /// and at last rights, which may forbid to write.
    pub(super) fn apply(
        &self,
        applier: &Applier<'_>,
        emptied: impl Iterator<Item = TreePath>,
    ) -> Result<()> {
        let mut emptied: Vec<TreePath> = emptied
            .chain(self.remove.iter().cloned().map(TreePath::from_bytes))
            .collect::<HashSet<_>>()
            .into_iter()
            .collect();
        // The deepest first, so that those above are empty in their turn.
        emptied.sort_unstable_by(|one, other| other.cmp(one));
        for path in &emptied {
            applier.remove_empty(path, &self.keep)?;
        }
        for (path, mode) in &self.make {
            applier.make_folder(&TreePath::from_bytes(path.clone()), *mode)?;
        }
        // The deepest first here as well: a folder above may forbid the way.
        for (path, mode) in self.rights.iter().rev() {
            applier.set_rights(&TreePath::from_bytes(path.clone()), *mode)?;
        }
        Ok(())
    }

    /// Takes back what was done so far: folders come back with the rights they had, and
    /// those that were not there go if they are empty.
    pub(super) fn take_back(
        &self,
        applier: &Applier<'_>,
        live: &FolderNode,
        written: impl Iterator<Item = TreePath>,
    ) -> Result<()> {
        let made = self.make.keys().cloned().map(TreePath::from_bytes);
        let mut made: Vec<TreePath> = made.chain(written.map(|path| path.parent())).collect();
        made.sort_unstable_by(|one, other| other.cmp(one));
        for mut path in made {
            while !path.as_bytes().is_empty() && folder_at(live, &path).is_none() {
                if !applier.remove_if_empty(&path)? {
                    break;
                }
                path = path.parent();
            }
        }
        for path in self.remove.iter().cloned().map(TreePath::from_bytes) {
            let mode = folder_at(live, &path).map_or(USUAL, |node| node.mode);
            applier.make_folder(&path, mode)?;
        }
        for path in self.rights.keys().rev().cloned().map(TreePath::from_bytes) {
            if let Some(node) = folder_at(live, &path) {
                applier.set_rights(&path, node.mode)?;
            }
        }
        Ok(())
    }
}

/// The rights a checkpoint notes of its folders.
pub(super) fn rights_of(attributes: &Attributes) -> HashMap<Vec<u8>, u32> {
    let folders = attributes.iter().filter(|(_, attribute)| is_folder(**attribute));
    folders.map(|(path, attribute)| (path.clone(), attribute.mode())).collect()
}

/// The folder at a path of what a walk saw.
pub(super) fn folder_at<'n>(root: &'n FolderNode, path: &TreePath) -> Option<&'n FolderNode> {
    path.parts().try_fold(root, |node, part| node.folder(part).map(|found| &**found))
}

fn is_folder(attribute: Attribute) -> bool {
    matches!(attribute, Attribute::Folder(_) | Attribute::EmptyFolder(_))
}

/// Whether a tree has a folder at this path.
fn is_folder_of(objects: &Objects, tree: Option<ObjectId>, path: &TreePath) -> Result<bool> {
    Ok(is_at(objects, tree, path)? && file_at(objects, tree, path)?.is_none())
}

fn empty(attributes: &Attributes) -> BTreeMap<Vec<u8>, u32> {
    attributes
        .iter()
        .filter_map(|(path, attribute)| match attribute {
            Attribute::EmptyFolder(mode) => Some((path.clone(), *mode)),
            _ => None,
        })
        .collect()
}

/// Whether a folder may have been there although the checkpoint does not note it.
fn may_have_been(sides: &Sides<'_>, folder: &TreePath) -> bool {
    sides.rules.leaves_folder_out(folder.as_bytes())
        || sides.left_out.iter().any(|left| folder.is_within(&left.path))
}
