//! What a walk saw, kept between processes.
//!
//! Only a cache: a missing, old or damaged file costs reading every file again,
//! nothing else. It says which content the store has, so it also names the garbage
//! collection it was written after; after a later one its trust is gone.

use std::sync::Arc;

use rayon::prelude::*;

use super::{FileNode, FolderNode, Tracked};
use crate::files::{Kind, Stat};
use crate::ids::ObjectId;
use crate::paths::TreePath;

/// The newest walk of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Number of garbage collections before it.
    pub(crate) collection: i64,
    pub(crate) root: Arc<FolderNode>,
    /// The person's index it was seen with, and the ignored paths that one tracks.
    pub(crate) index: Option<ObjectId>,
    pub(crate) tracked: Tracked,
}

const MAGIC: &[u8] = b"belay state 3\n";
const NO_INDEX: ObjectId = ObjectId::from_bytes([0; 20]);
/// So many folders in one are read by several threads.
const MANY: usize = 16;
const SUM: usize = blake3::OUT_LEN;

impl State {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(1 << 16);
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&self.collection.to_le_bytes());
        out.extend_from_slice(self.index.unwrap_or(NO_INDEX).as_bytes());
        small(&mut out, self.tracked.files.len());
        self.tracked.files.iter().for_each(|path| text(&mut out, path));
        folder(&mut out, &self.root);
        let sum = blake3::hash(&out);
        out.extend_from_slice(sum.as_bytes());
        out
    }

    /// `None` if the bytes are not those of [`Self::encode`]. Uses the threads of the pool
    /// it is called in.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
        let mut from = Reader(body.strip_prefix(MAGIC)?);
        let collection = from.signed()?;
        let index = Some(from.object()?).filter(|index| *index != NO_INDEX);
        let mut tracked = Tracked::default();
        for _ in 0..from.count()? {
            tracked.add(&TreePath::from_bytes(from.text()?.into_vec()));
        }
        // Nothing of it is believed before the sum is right, but it can be read meanwhile.
        let (right, root) =
            rayon::join(|| blake3::hash(body).as_bytes() == sum, || from.whole_folder());
        let root = root.filter(|_| right)?;
        Some(Self { collection, root, index, tracked })
    }
}

fn number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn small(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}

fn text(out: &mut Vec<u8>, text: &[u8]) {
    small(out, text.len());
    out.extend_from_slice(text);
}

fn folder(out: &mut Vec<u8>, node: &FolderNode) {
    text(out, &node.name);
    out.extend_from_slice(&node.mode.to_le_bytes());
    out.extend_from_slice(node.rules.as_bytes());
    let flags =
        u8::from(node.bare) | (u8::from(node.tree.is_some()) << 1) | (u8::from(node.ignored) << 2);
    out.push(flags);
    if let Some(tree) = node.tree {
        out.extend_from_slice(tree.as_bytes());
    }
    small(out, node.files.len());
    for file in &node.files {
        text(out, &file.name);
        let kind = match file.stat.kind {
            Kind::File => 0,
            Kind::Folder => 1,
            Kind::Link => 2,
            Kind::Special => 3,
        };
        out.push(kind | (u8::from(file.racy) << 2) | (u8::from(file.large.is_some()) << 3));
        out.extend_from_slice(&file.stat.mode.to_le_bytes());
        number(out, file.stat.size);
        out.extend_from_slice(&file.stat.modified.to_le_bytes());
        out.extend_from_slice(&file.stat.changed.to_le_bytes());
        number(out, file.stat.inode);
        out.extend_from_slice(file.id.as_bytes());
        if let Some(large) = file.large {
            out.extend_from_slice(large.as_bytes());
        }
    }
    small(out, node.folders.len());
    for child in &node.folders {
        // Its length comes first, so that several threads can read several folders.
        let place = out.len();
        small(out, 0);
        folder(out, child);
        let length = u32::try_from(out.len() - place - 4).unwrap_or(u32::MAX);
        if let Some(bytes) = out.get_mut(place..place + 4) {
            bytes.copy_from_slice(&length.to_le_bytes());
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn number(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn signed(&mut self) -> Option<i64> {
        self.bytes().map(i64::from_le_bytes)
    }

    fn small(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn object(&mut self) -> Option<ObjectId> {
        self.bytes().map(ObjectId::from_bytes)
    }

    fn text(&mut self) -> Option<Box<[u8]>> {
        self.part().map(Into::into)
    }

    /// Bytes whose length comes first.
    fn part(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.small()?).ok()?;
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// How many follow; never more than there are bytes left.
    fn count(&mut self) -> Option<usize> {
        usize::try_from(self.small()?).ok().filter(|count| *count <= self.0.len())
    }

    /// A folder and nothing behind it.
    fn whole_folder(mut self) -> Option<Arc<FolderNode>> {
        let folder = self.folder()?;
        self.0.is_empty().then(|| Arc::new(folder))
    }

    fn folder(&mut self) -> Option<FolderNode> {
        let name = self.text()?;
        let mode = self.small()?;
        let rules = self.object()?;
        let [flags] = self.bytes()?;
        let tree = if flags & 2 != 0 { Some(self.object()?) } else { None };
        let count = self.count()?;
        let mut files = Vec::with_capacity(count);
        for _ in 0..count {
            files.push(self.file()?);
        }
        let count = self.count()?;
        let mut parts = Vec::with_capacity(count);
        for _ in 0..count {
            parts.push(self.part()?);
        }
        let read = |part| Reader(part).whole_folder();
        let folders = if count >= MANY {
            parts.into_par_iter().with_min_len(MANY / 2).map(read).collect::<Option<_>>()?
        } else {
            parts.into_iter().map(read).collect::<Option<_>>()?
        };
        let (bare, ignored) = (flags & 1 != 0, flags & 4 != 0);
        Some(FolderNode { name, mode, rules, files, folders, tree, bare, ignored })
    }

    fn file(&mut self) -> Option<FileNode> {
        let name = self.text()?;
        let [flags] = self.bytes()?;
        let kind = match flags & 3 {
            0 => Kind::File,
            1 => Kind::Folder,
            2 => Kind::Link,
            _ => Kind::Special,
        };
        let stat = Stat {
            kind,
            mode: self.small()?,
            size: self.number()?,
            modified: self.signed()?,
            changed: self.signed()?,
            inode: self.number()?,
        };
        let id = self.object()?;
        let large = if flags & 8 != 0 { Some(self.object()?) } else { None };
        Some(FileNode { name, stat, id, large, racy: flags & 4 != 0 })
    }
}

impl State {
    /// Forgets content the store no longer has.
    pub(crate) fn forget(&mut self, has: &impl Fn(ObjectId) -> bool) {
        forget(Arc::make_mut(&mut self.root), has);
    }
}

fn forget(node: &mut FolderNode, has: &impl Fn(ObjectId) -> bool) {
    if node.tree.is_some_and(|tree| !has(tree)) {
        node.tree = None;
    }
    for file in &mut node.files {
        if !has(file.large.unwrap_or(file.id)) {
            file.racy = true;
        }
    }
    node.folders.iter_mut().for_each(|child| forget(Arc::make_mut(child), has));
}
