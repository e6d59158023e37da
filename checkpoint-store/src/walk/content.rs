//! Where the content of files goes: into a pack, or nowhere for a look ahead.

use std::fs::File;
use std::io;

use sha1::Digest;

use super::gone;
use crate::error::{Error, Result};
use crate::files::{Folder, Kind, Stat, read_all, stat_of};
use crate::ids::ObjectId;
use crate::objects::{self, LARGE, Objects, PackWriter, store_large};
use crate::paths::TreePath;

/// What became of a file.
pub(crate) enum Stored {
    Done { id: ObjectId, large: Option<ObjectId>, stat: Stat },
    Gone,
    Special,
    Unreadable(String),
}

/// Takes content.
pub(crate) trait Sink: Sync {
    /// A file or link.
    fn store(&self, folder: &Folder, name: &[u8], path: &TreePath, stat: Stat) -> Result<Stored>;
    /// A tree.
    fn tree(&self, id: ObjectId, bytes: &[u8]) -> Result<()>;
}

/// Names content and keeps none.
pub(crate) struct DryRun;

impl Sink for DryRun {
    fn store(&self, folder: &Folder, name: &[u8], path: &TreePath, stat: Stat) -> Result<Stored> {
        each_try(folder, name, path, stat, |file, size| {
            let mut hash = ObjectId::hasher("blob", size);
            let copied = io::copy(
                &mut io::BufReader::with_capacity(1 << 17, file),
                &mut HashInto(&mut hash),
            )
            .map_err(|error| Error::io("read", path.to_path(), error))?;
            let id = ObjectId::from_bytes(hash.finalize().into());
            Ok((copied == size).then_some((id, None)))
        })
    }

    fn tree(&self, _id: ObjectId, _bytes: &[u8]) -> Result<()> {
        Ok(())
    }
}

struct HashInto<'a>(&'a mut sha1::Sha1);

impl io::Write for HashInto<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Stores a file's content in a pack, unless the store has it.
pub(crate) fn store_file(
    objects: &Objects,
    pack: &PackWriter,
    folder: &Folder,
    name: &[u8],
    path: &TreePath,
    stat: Stat,
) -> Result<Stored> {
    if stat.kind == Kind::Link {
        return link_content(folder, name, stat, |id, content| {
            if objects.has(id) { Ok(()) } else { pack.put(objects::Kind::Blob, id, content) }
        });
    }
    each_try(folder, name, path, stat, |file, size| {
        if size > LARGE {
            let failed = |error| Error::io("read", path.to_path(), error);
            return Ok(
                store_large(file, size, objects, pack, failed)?.map(|(id, list)| (id, Some(list)))
            );
        }
        let content =
            read_all(file, size).map_err(|error| Error::io("read", path.to_path(), error))?;
        if content.len() as u64 != size {
            return Ok(None);
        }
        let id = ObjectId::of_blob(&content);
        if !objects.has(id) {
            pack.put(objects::Kind::Blob, id, &content)?;
        }
        Ok(Some((id, None)))
    })
}

/// A link's content is where it points to.
fn link_content(
    folder: &Folder,
    name: &[u8],
    stat: Stat,
    put: impl FnOnce(ObjectId, &[u8]) -> Result<()>,
) -> Result<Stored> {
    match folder.link(name) {
        Ok(target) => {
            let id = ObjectId::of_blob(&target);
            put(id, &target)?;
            Ok(Stored::Done { id, large: None, stat })
        }
        Err(error) if gone(&error) => Ok(Stored::Gone),
        Err(error) => Ok(Stored::Unreadable(error.to_string())),
    }
}

/// Opens and reads a file; again if it changed meanwhile.
fn each_try(
    folder: &Folder,
    name: &[u8],
    path: &TreePath,
    stat: Stat,
    mut read: impl FnMut(&File, u64) -> Result<Option<(ObjectId, Option<ObjectId>)>>,
) -> Result<Stored> {
    if stat.kind == Kind::Link {
        return link_content(folder, name, stat, |_, _| Ok(()));
    }
    const TRIES: usize = 4;
    for _ in 0..TRIES {
        let (file, before) = match folder.read(name) {
            Ok(opened) => opened,
            Err(error) if gone(&error) => return Ok(Stored::Gone),
            Err(error) => return Ok(Stored::Unreadable(error.to_string())),
        };
        if before.kind != Kind::File {
            return Ok(Stored::Special);
        }
        let named = match read(&file, before.size) {
            Ok(named) => named,
            // The file's own trouble leaves it out; the store's trouble stops the save.
            Err(Error::Io { action: "read", source, .. }) => {
                return Ok(Stored::Unreadable(source.to_string()));
            }
            Err(error) => return Err(error),
        };
        let after = stat_of(&file).map_err(|error| Error::io("look at", path.to_path(), error))?;
        if let Some((id, large)) = named
            && after.size == before.size
            && after.modified == before.modified
        {
            return Ok(Stored::Done { id, large, stat: after });
        }
    }
    Ok(Stored::Unreadable("it is being written".to_owned()))
}
