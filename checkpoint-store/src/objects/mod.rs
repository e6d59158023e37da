//! Content: git's own objects in git's own packs.
//!
//! The folder is shaped like a bare repository, so any git can read it. Each
//! checkpoint adds one pack; a small one travels in the transaction of its row. Files over [`LARGE`] are cut into chunks by their
//! content; a tree lists the chunks, and git is told (as for a partial clone) that
//! the whole blob lies elsewhere.

mod carried;
mod encode;
mod large;
mod pack;
mod packs;

pub(crate) use encode::{Commit, Entry, Mode, commit_tree, decode_tree, encode_tree};
pub(crate) use large::{LARGE, read_large, store_large};
pub(crate) use pack::{CarriedPack, Finished, PackWriter};
pub(crate) use packs::{Objects, read_any};

/// Takes an object that the store may not have yet.
pub(crate) type Put<'a> =
    dyn FnMut(Kind, crate::ids::ObjectId, &[u8]) -> crate::error::Result<()> + 'a;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Commit,
    Tree,
    Blob,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
        }
    }

    /// Its number in a pack's entry.
    fn number(self) -> u8 {
        match self {
            Self::Commit => 1,
            Self::Tree => 2,
            Self::Blob => 3,
        }
    }
}
