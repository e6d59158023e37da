//! Two trees, side by side: what differs between them, and nothing else is looked at.

use std::collections::BTreeMap;

use crate::error::Result;
use crate::ids::ObjectId;
use crate::objects::{Kind, Mode, Objects, decode_tree};
use crate::paths::TreePath;
use crate::walk::FolderNode;

/// One side of a comparison.
#[derive(Clone, Copy)]
pub(crate) enum Side<'a> {
    /// A tree in the store, or none.
    Stored(Option<ObjectId>),
    /// What a walk saw.
    Live(&'a FolderNode),
}

/// A file on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Item {
    pub(crate) mode: Mode,
    pub(crate) id: ObjectId,
}

/// A path that differs. At least one side has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) path: TreePath,
    pub(crate) before: Option<Item>,
    pub(crate) after: Option<Item>,
}

/// All paths that differ, sorted.
pub(crate) fn compare(
    objects: &Objects,
    before: Side<'_>,
    after: Side<'_>,
) -> Result<Vec<Changed>> {
    let mut changes = Vec::new();
    walk(objects, &TreePath::default(), before, after, &mut changes)?;
    changes.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(changes)
}

enum Child<'a> {
    File(Item),
    Folder(Side<'a>),
}

impl<'a> Side<'a> {
    fn tree(self) -> Option<ObjectId> {
        match self {
            Self::Stored(tree) => tree,
            Self::Live(node) => node.tree,
        }
    }

    fn children(self, objects: &Objects) -> Result<BTreeMap<Box<[u8]>, Child<'a>>> {
        let mut children = BTreeMap::new();
        match self {
            Self::Stored(None) => {}
            Self::Stored(Some(tree)) => {
                for entry in decode_tree(tree, &objects.read(Kind::Tree, tree)?)? {
                    let child = match entry.mode {
                        Mode::Tree => Child::Folder(Self::Stored(Some(entry.id))),
                        mode => Child::File(Item { mode, id: entry.id }),
                    };
                    children.insert(entry.name, child);
                }
            }
            Self::Live(node) => {
                for file in &node.files {
                    let item = Item { mode: file.mode(), id: file.id };
                    children.insert(file.name.clone(), Child::File(item));
                }
                for folder in node.folders.iter().filter(|folder| folder.tree.is_some()) {
                    children.insert(folder.name.clone(), Child::Folder(Self::Live(folder)));
                }
            }
        }
        Ok(children)
    }
}

fn walk(
    objects: &Objects,
    path: &TreePath,
    before: Side<'_>,
    after: Side<'_>,
    changes: &mut Vec<Changed>,
) -> Result<()> {
    if before.tree() == after.tree() {
        return Ok(());
    }
    let old = before.children(objects)?;
    let mut new = after.children(objects)?;
    for (name, old) in old {
        let path = path.join(&name);
        match (old, new.remove(&name)) {
            (Child::File(before), Some(Child::File(after))) => {
                if before != after {
                    changes.push(Changed { path, before: Some(before), after: Some(after) });
                }
            }
            (Child::Folder(before), Some(Child::Folder(after))) => {
                walk(objects, &path, before, after, changes)?;
            }
            (old, new) => {
                one_side(objects, &path, Some(old), &mut |path, item| {
                    changes.push(Changed { path, before: Some(item), after: None });
                })?;
                one_side(objects, &path, new, &mut |path, item| {
                    changes.push(Changed { path, before: None, after: Some(item) });
                })?;
            }
        }
    }
    for (name, new) in new {
        one_side(objects, &path.join(&name), Some(new), &mut |path, item| {
            changes.push(Changed { path, before: None, after: Some(item) });
        })?;
    }
    Ok(())
}

fn one_side(
    objects: &Objects,
    path: &TreePath,
    child: Option<Child<'_>>,
    add: &mut dyn FnMut(TreePath, Item),
) -> Result<()> {
    match child {
        None => {}
        Some(Child::File(item)) => add(path.clone(), item),
        Some(Child::Folder(side)) => {
            for (name, child) in side.children(objects)? {
                one_side(objects, &path.join(&name), Some(child), add)?;
            }
        }
    }
    Ok(())
}

/// Every file below a tree.
pub(crate) fn all_files(
    objects: &Objects,
    tree: Option<ObjectId>,
) -> Result<Vec<(TreePath, Item)>> {
    let mut files = Vec::new();
    one_side(
        objects,
        &TreePath::default(),
        Some(Child::Folder(Side::Stored(tree))),
        &mut |path, item| {
            files.push((path, item));
        },
    )?;
    Ok(files)
}

/// Whether a tree has a file or a folder at this path.
pub(crate) fn is_at(objects: &Objects, tree: Option<ObjectId>, path: &TreePath) -> Result<bool> {
    let mut here = tree;
    for part in path.parts() {
        let Some(tree) = here else { return Ok(false) };
        let entries = decode_tree(tree, &objects.read(Kind::Tree, tree)?)?;
        let Some(entry) = entries.into_iter().find(|entry| *entry.name == *part) else {
            return Ok(false);
        };
        here = (entry.mode == Mode::Tree).then_some(entry.id);
    }
    Ok(true)
}

/// The file at one path of a tree.
pub(crate) fn file_at(
    objects: &Objects,
    tree: Option<ObjectId>,
    path: &TreePath,
) -> Result<Option<Item>> {
    let mut here = tree;
    let mut found = None;
    for part in path.parts() {
        let Some(tree) = here else { return Ok(None) };
        let entries = decode_tree(tree, &objects.read(Kind::Tree, tree)?)?;
        let Some(entry) = entries.into_iter().find(|entry| *entry.name == *part) else {
            return Ok(None);
        };
        here = (entry.mode == Mode::Tree).then_some(entry.id);
        found = (entry.mode != Mode::Tree).then_some(Item { mode: entry.mode, id: entry.id });
    }
    Ok(found)
}
