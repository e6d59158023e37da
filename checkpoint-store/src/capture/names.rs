//! Whole paths as paths of a tree.
//!
//! A tree cannot have the name `.git`, and a capture may well be of one: such names get
//! a percent sign at their end, and lose one on the way back. On Windows the first part
//! is the letter of the drive.

use std::path::{Component, Path, PathBuf};

use crate::error::{Error, Result};
use crate::files::Folder;
use crate::paths::{TreePath, name_bytes};

/// Finds where paths really lie, remembering the folder of the last one.
#[derive(Default)]
pub(super) struct Places {
    last: Option<(PathBuf, PathBuf)>,
}

impl Places {
    /// As [`located`] says.
    pub(super) fn located(&mut self, path: &Path) -> Result<TreePath> {
        located_with(path, |folder| match &self.last {
            Some((known, found)) if known == folder => found.clone(),
            _ => {
                let found = nearest(folder);
                self.last = Some((folder.to_path_buf(), found.clone()));
                found
            }
        })
    }
}

/// A whole path as it stands in a tree, unescaped. Folders on the way that are links are
/// followed now, the last part is not: what is captured is where it really lies.
pub(super) fn located(path: &Path) -> Result<TreePath> {
    located_with(path, nearest)
}

fn located_with(path: &Path, nearest: impl FnOnce(&Path) -> PathBuf) -> Result<TreePath> {
    let refused = |why: &str| Error::Invalid {
        what: format!("`{}` cannot be captured: {why}", path.display()),
    };
    let whole = std::path::absolute(path).map_err(|error| Error::io("find", path, error))?;
    if whole.components().next_back() == Some(Component::ParentDir) {
        let found = whole.canonicalize().map_err(|error| Error::io("find", path, error))?;
        return tree_path(&found).ok_or_else(|| refused("its name is no Unicode"));
    }
    let (Some(above), Some(name)) = (whole.parent(), whole.file_name()) else {
        return Err(refused("it is the root of a disk"));
    };
    let above = nearest(above);
    if above.components().any(|part| part == Component::ParentDir) {
        return Err(refused("a folder that it goes up from is not there"));
    }
    tree_path(&above.join(name)).ok_or_else(|| refused("its name is no Unicode"))
}

/// The folder without links, as far as it is there.
fn nearest(folder: &Path) -> PathBuf {
    match (folder.canonicalize(), folder.parent(), folder.file_name()) {
        (Ok(found), _, _) => found,
        (Err(_), Some(above), Some(name)) => nearest(above).join(name),
        (Err(_), _, _) => folder.to_path_buf(),
    }
}

/// A whole path as it stands in a tree; `None` if its name is no Unicode.
pub(crate) fn tree_path(path: &Path) -> Option<TreePath> {
    let mut whole = TreePath::default();
    for part in path.components() {
        match part {
            Component::Normal(name) => whole = whole.join(&name_bytes(name)?),
            Component::Prefix(prefix) => {
                use std::path::Prefix::{Disk, VerbatimDisk};
                let (Disk(letter) | VerbatimDisk(letter)) = prefix.kind() else { return None };
                whole = whole.join(&[letter.to_ascii_uppercase()]);
            }
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir => return None,
        }
    }
    Some(whole)
}

/// The root of the disk a path lies on, and the rest of the path.
pub(super) fn split_root(path: &TreePath) -> (PathBuf, TreePath) {
    if cfg!(windows) {
        let mut parts = path.parts();
        let drive = String::from_utf8_lossy(parts.next().unwrap_or(b"C")).into_owned();
        let rest = parts.fold(TreePath::default(), |rest, part| rest.join(part));
        // In this form paths may be long, and names are nothing but names.
        (PathBuf::from(format!("\\\\?\\{drive}:\\")), rest)
    } else {
        (PathBuf::from("/"), path.clone())
    }
}

/// The folder a whole path lies in, opened part by part without following a link, and its
/// last part. `None` if the way is not there or leads through a link.
pub(super) fn folder_above(path: &TreePath) -> Option<(Folder, Vec<u8>)> {
    let (disk, rest) = split_root(path);
    let mut parts: Vec<_> = rest.parts().collect();
    let name = parts.pop()?;
    let root = Folder::open(&disk).ok()?;
    let folder = parts.into_iter().try_fold(root, |folder, part| folder.child(part)).ok()?;
    Some((folder, name.to_vec()))
}

/// The whole path as the operating system writes it.
pub(crate) fn shown(path: &TreePath) -> PathBuf {
    let (root, rest) = split_root(path);
    let whole = root.join(rest.to_path());
    match whole.to_str().and_then(|text| text.strip_prefix("\\\\?\\")) {
        Some(short) if cfg!(windows) => PathBuf::from(short),
        _ => whole,
    }
}

pub(crate) fn escaped(name: &[u8]) -> Box<[u8]> {
    if is_like_git(name) { [name, b"%"].concat().into() } else { name.into() }
}

pub(crate) fn unescaped_path(path: &TreePath) -> TreePath {
    path.parts().fold(TreePath::default(), |whole, part| {
        let plain = part.strip_suffix(b"%").filter(|plain| is_like_git(plain));
        whole.join(plain.unwrap_or(part))
    })
}

/// `.git`, in any case, with any number of percent signs.
pub(crate) fn is_like_git(name: &[u8]) -> bool {
    let end = name.iter().rposition(|byte| *byte != b'%').map_or(0, |at| at + 1);
    name.get(..end).is_some_and(|plain| plain.eq_ignore_ascii_case(b".git"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_no_tree_can_have_survive_the_way_there_and_back() {
        for name in [".git", ".GIT", ".git%", ".git%%", "%", "a%", ".gitignore", ".git%x"] {
            let there = TreePath::default().join(b"a").join(&escaped(name.as_bytes()));
            assert!(!there.parts().any(|part| part.eq_ignore_ascii_case(b".git")), "{name}");
            let back = unescaped_path(&there);
            assert_eq!(back, TreePath::default().join(b"a").join(name.as_bytes()), "{name}");
        }
    }
}
