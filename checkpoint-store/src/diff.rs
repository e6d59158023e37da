//! What changed between two checkpoints, or since one.

use serde::Serialize;

use crate::compare::{Item, Side, compare, file_at, is_at};
use crate::contents::Contents;
use crate::error::{Error, Result};
use crate::files::{Folder, Kind};
use crate::ids::{CheckpointId, ObjectId};
use crate::objects::{self, read_large};
use crate::paths::TreePath;
use crate::progress::Progress;
use crate::walk::{DryRun, Tracked};
use crate::workspace::Workspace;

/// A file that differs between two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Difference {
    /// The file.
    pub path: TreePath,
    /// How it differs.
    pub status: Status,
    /// Its content before, by name; `None` if it was not there.
    pub before: Option<ObjectId>,
    /// Its content after, by name; `None` if it is not there.
    pub after: Option<ObjectId>,
}

/// How a file differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Status {
    /// It is new.
    Added,
    /// Its content differs.
    Modified,
    /// It went.
    Deleted,
    /// Only its mode differs: it became executable, or a link.
    Mode,
}

/// A file's content for showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text that can be compared line by line.
    Text(String),
    /// Bytes that are no text; how many.
    Binary(u64),
    /// More than was asked for.
    TooLarge,
    /// There is no such file on this side.
    Absent,
}

impl Workspace {
    /// What changed from one checkpoint to another; to the files as they are now if
    /// `to` is `None`. Contents come on demand, with [`Workspace::content`].
    pub fn diff(
        &self,
        from: CheckpointId,
        to: Option<CheckpointId>,
        progress: &mut dyn Progress,
    ) -> Result<Vec<Difference>> {
        let _at_work = self.store().at_work()?;
        let objects = self.store().objects();
        let before = Contents::of_commit(objects, self.row(from)?.commit)?.files;
        let changes = match to {
            Some(to) => {
                let after = Contents::of_commit(objects, self.row(to)?.commit)?.files;
                compare(objects, Side::Stored(before), Side::Stored(after))?
            }
            None => {
                let _shared = self.lock_shared()?;
                let old = self.take_seen()?;
                let walked = self.walk(&DryRun, old.as_ref(), &Tracked::default(), progress);
                if let Some(old) = old {
                    self.keep_seen(old, 0);
                }
                compare(objects, Side::Stored(before), Side::Live(&walked?.0))?
            }
        };
        Ok(changes
            .into_iter()
            .map(|change| Difference {
                status: status(change.before, change.after),
                before: change.before.map(|item| item.id),
                after: change.after.map(|item| item.id),
                path: change.path,
            })
            .collect())
    }

    /// A file's content in a checkpoint, or as it is now, up to `limit` bytes.
    pub fn content(
        &self,
        at: Option<CheckpointId>,
        path: &TreePath,
        limit: u64,
    ) -> Result<Content> {
        let bytes = match at {
            Some(id) => {
                let _at_work = self.store().at_work()?;
                self.stored_bytes(id, path, limit)?
            }
            None => self.live_bytes(path, limit)?,
        };
        Ok(match bytes {
            Bytes::Absent => Content::Absent,
            Bytes::TooLarge => Content::TooLarge,
            Bytes::All(bytes) if bytes.contains(&0) => Content::Binary(bytes.len() as u64),
            Bytes::All(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Content::Text(text),
                Err(error) => Content::Binary(error.as_bytes().len() as u64),
            },
        })
    }

    /// A file's bytes in a checkpoint; `None` if it has no such file.
    pub fn bytes(&self, at: CheckpointId, path: &TreePath) -> Result<Option<Vec<u8>>> {
        let _at_work = self.store().at_work()?;
        Ok(match self.stored_bytes(at, path, u64::MAX)? {
            Bytes::All(bytes) => Some(bytes),
            Bytes::Absent | Bytes::TooLarge => None,
        })
    }

    /// Whether a checkpoint has this file, or anything of this folder.
    pub fn holds(&self, at: CheckpointId, path: &TreePath) -> Result<bool> {
        let _at_work = self.store().at_work()?;
        let objects = self.store().objects();
        is_at(objects, Contents::of_commit(objects, self.row(at)?.commit)?.files, path)
    }

    pub(crate) fn stored_bytes(
        &self,
        id: CheckpointId,
        path: &TreePath,
        limit: u64,
    ) -> Result<Bytes> {
        let objects = self.store().objects();
        let contents = Contents::of_commit(objects, self.row(id)?.commit)?;
        let Some(item) = file_at(objects, contents.files, path)? else { return Ok(Bytes::Absent) };
        let bytes = match contents.large(objects)?.get(&item.id) {
            Some(_) if limit <= objects::LARGE => return Ok(Bytes::TooLarge),
            Some(list) => {
                let mut bytes = Vec::new();
                read_large(objects, item.id, *list, &mut bytes)?;
                bytes
            }
            None => objects.read(objects::Kind::Blob, item.id)?,
        };
        Ok(if bytes.len() as u64 > limit { Bytes::TooLarge } else { Bytes::All(bytes) })
    }

    pub(crate) fn live_bytes(&self, path: &TreePath, limit: u64) -> Result<Bytes> {
        let failed = |error| Error::io("read", self.root().join(path.to_path()), error);
        let mut parts: Vec<_> = path.parts().collect();
        let Some(name) = parts.pop() else { return Ok(Bytes::Absent) };
        let mut folder = Folder::open(self.root()).map_err(failed)?;
        for part in parts {
            folder = match folder.child(part) {
                Ok(child) => child,
                Err(error) if crate::walk::gone(&error) => return Ok(Bytes::Absent),
                Err(error) => return Err(failed(error)),
            };
        }
        let stat = match folder.stat(name) {
            Ok(stat) => stat,
            Err(error) if crate::walk::gone(&error) => return Ok(Bytes::Absent),
            Err(error) => return Err(failed(error)),
        };
        match stat.kind {
            Kind::Link => Ok(Bytes::All(folder.link(name).map_err(failed)?)),
            Kind::File if stat.size > limit => Ok(Bytes::TooLarge),
            Kind::File => {
                let (file, stat) = folder.read(name).map_err(failed)?;
                Ok(Bytes::All(crate::files::read_all(&file, stat.size).map_err(failed)?))
            }
            Kind::Folder | Kind::Special => Ok(Bytes::Absent),
        }
    }
}

/// The bytes of one side.
pub(crate) enum Bytes {
    All(Vec<u8>),
    TooLarge,
    Absent,
}

fn status(before: Option<Item>, after: Option<Item>) -> Status {
    match (before, after) {
        (None, _) => Status::Added,
        (_, None) => Status::Deleted,
        (Some(before), Some(after)) if before.id == after.id => Status::Mode,
        _ => Status::Modified,
    }
}
