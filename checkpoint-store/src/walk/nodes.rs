//! What a walk saw: folders, files, and the names of their content.
//!
//! A folder in which nothing changed is shared with the walk before.

use std::sync::Arc;

use crate::files::{Kind, Stat};
use crate::ids::ObjectId;
use crate::objects::Mode;

/// A file or link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileNode {
    pub(crate) name: Box<[u8]>,
    pub(crate) stat: Stat,
    pub(crate) id: ObjectId,
    /// The list of its chunks, if it is large.
    pub(crate) large: Option<ObjectId>,
    /// It may have changed after it was read without its times telling.
    pub(crate) racy: bool,
}

impl FileNode {
    /// Its mode in a tree.
    pub(crate) fn mode(&self) -> Mode {
        match self.stat.kind {
            Kind::Link => Mode::Link,
            _ if self.stat.executable() => Mode::Executable,
            _ => Mode::File,
        }
    }
}

/// A folder and everything in it that was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FolderNode {
    pub(crate) name: Box<[u8]>,
    pub(crate) mode: u32,
    /// The rules that held in it.
    pub(crate) rules: ObjectId,
    /// Sorted by name.
    pub(crate) files: Vec<FileNode>,
    /// Sorted by name.
    pub(crate) folders: Vec<Arc<FolderNode>>,
    /// Its tree; `None` if no file is in it or below.
    pub(crate) tree: Option<ObjectId>,
    /// It is noted by itself if nothing in it is saved.
    pub(crate) bare: bool,
    /// The rules ignore it; only some of what is in it is wanted.
    pub(crate) ignored: bool,
}

impl FolderNode {
    pub(crate) fn file(&self, name: &[u8]) -> Option<&FileNode> {
        let at = self.files.binary_search_by(|file| (*file.name).cmp(name)).ok()?;
        self.files.get(at)
    }

    pub(crate) fn folder(&self, name: &[u8]) -> Option<&Arc<Self>> {
        let at = self.folders.binary_search_by(|folder| (*folder.name).cmp(name)).ok()?;
        self.folders.get(at)
    }

    /// Whether the tree of both is the same, seen from names and contents.
    pub(crate) fn same_content(&self, other: &Self) -> bool {
        fn trees(node: &FolderNode) -> impl Iterator<Item = (&[u8], ObjectId)> {
            node.folders.iter().filter_map(|folder| Some((&*folder.name, folder.tree?)))
        }
        self.files.len() == other.files.len()
            && self.files.iter().zip(&other.files).all(|(one, other)| {
                one.id == other.id && one.name == other.name && one.mode() == other.mode()
            })
            && trees(self).eq(trees(other))
    }

    /// How many files are in it and below.
    pub(crate) fn count(&self) -> u64 {
        self.files.len() as u64 + self.folders.iter().map(|folder| folder.count()).sum::<u64>()
    }

    /// The folder or file at a path below, by its parts.
    pub(crate) fn file_at<'a>(
        &self,
        mut parts: impl Iterator<Item = &'a [u8]>,
    ) -> Option<&FileNode> {
        let mut here = self;
        let mut name = parts.next()?;
        for next in parts {
            here = here.folder(name)?;
            name = next;
        }
        here.file(name)
    }
}
