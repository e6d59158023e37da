//! Small packs that travelled with their row.
//!
//! The row's transaction holds the bytes, so the checkpoint is safe once it is committed.
//! Then the pack becomes a file like any other, which git and every reader look at, but
//! nobody waits until it is on the disk. A power cut may therefore leave it missing or
//! torn; it is written again from its row. The copy in the row goes when packs are
//! joined, after the joined one is on the disk.
//!
//! Packs of captures become files a dozen at a time, or when one is read: most captures
//! are never looked at again, and making two files takes longer than all the rest.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use super::{CarriedPack, Finished, Objects};
use crate::database::carried;
use crate::error::{Error, Result};
use crate::files::{read_if_there, write_whole};
use crate::ids::ObjectId;

/// So many captures become files together.
const MANY_WAITING: usize = 12;

/// Packs of this process's captures that are no files yet.
#[derive(Default)]
pub(super) struct Waiting {
    packs: usize,
    /// What is in them, so that it is not stored again.
    pub(super) objects: HashSet<ObjectId>,
}

impl Objects {
    /// Takes note of a pack that is on the disk; hands back one that still has to travel
    /// with its row.
    pub(crate) fn take_in(&self, pack: Option<Finished>) -> Result<Option<CarriedPack>> {
        match pack {
            Some(Finished::Named(packed)) => self.add(&packed.index).map(|()| None),
            Some(Finished::Carried(pack)) => Ok(Some(pack)),
            None => Ok(None),
        }
    }

    /// Writes the files of a pack whose row is committed. If that fails, the checkpoint is
    /// safe all the same: whoever reads it next writes them.
    pub(crate) fn place_quietly(&self, pack: Option<&CarriedPack>) {
        let Some(pack) = pack else { return };
        if let Err(error) = self.write_carried(pack).and_then(|index| self.add(&index)) {
            tracing::warn!(%error, "a small pack could not be written as a file yet");
        }
    }

    /// The row of a capture is committed; its pack becomes a file when there are more.
    pub(crate) fn place_later(&self, pack: Option<&CarriedPack>) {
        let Some(pack) = pack else { return };
        let many = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.packs += 1;
            waiting.objects.extend(pack.objects());
            waiting.packs >= MANY_WAITING
        };
        if many && let Err(error) = self.repair() {
            tracing::warn!(%error, "small packs could not be written as files yet");
        }
    }

    /// Writes every pack that is in a row and not, or not whole, among the files; those of
    /// captures only if there are many. Asks for lengths only, because it runs whenever a
    /// store is opened.
    pub(super) fn place_missing(&self) -> Result<()> {
        let mut waiting = Vec::new();
        for one in self.database.run(carried::lengths)? {
            let index = self.index_path(one.name);
            let whole = |path: &Path, expected: u64| {
                fs::metadata(path).is_ok_and(|found| found.len() == expected)
            };
            let promised = !one.promises || index.with_extension("promisor").exists();
            if !promised
                || !whole(&index, one.index)
                || !whole(&index.with_extension("pack"), one.pack)
            {
                if one.waits && !index.exists() {
                    waiting.push(one.name);
                } else {
                    self.write_again(one.name)?;
                }
            }
        }
        if waiting.len() >= MANY_WAITING {
            for name in waiting {
                self.write_again(name)?;
            }
        }
        Ok(())
    }

    /// Compares every pack that is in a row with its files, byte by byte, and writes again
    /// what differs. Called where something could not be read, and before packs are joined.
    pub(crate) fn repair(&self) -> Result<()> {
        for one in self.database.run(carried::lengths)? {
            let Some(pack) = self.database.run(|connection| carried::get(connection, one.name))?
            else {
                continue;
            };
            let index = self.index_path(one.name);
            let same = read_if_there(&index)?.as_deref() == Some(&*pack.index)
                && read_if_there(&index.with_extension("pack"))?.as_deref() == Some(&*pack.pack);
            if !same {
                self.release(std::slice::from_ref(&index));
                self.write_carried(&pack)?;
            }
        }
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = Waiting::default();
        self.refresh()
    }

    /// Forgets the copies of packs whose content is on the disk elsewhere, or that nobody
    /// needs. `indices` are the paths of their indices.
    pub(crate) fn forget_carried(&self, indices: &[PathBuf]) -> Result<()> {
        let names: Vec<ObjectId> = indices.iter().filter_map(|index| name_of(index)).collect();
        self.database.write(|connection| carried::delete(connection, &names))
    }

    /// Writes a pack again if it is in a row. `false` if it is not.
    pub(super) fn write_again(&self, name: ObjectId) -> Result<bool> {
        match self.database.run(|connection| carried::get(connection, name))? {
            Some(pack) => self.write_carried(&pack).map(|_| true),
            None => Ok(false),
        }
    }

    fn write_carried(&self, pack: &CarriedPack) -> Result<PathBuf> {
        let index = self.index_path(pack.name);
        write_whole(&self.temporary, &index.with_extension("pack"), &pack.pack, false)?;
        if pack.promises {
            let path = index.with_extension("promisor");
            fs::write(&path, b"").map_err(|error| Error::io("write", path, error))?;
        }
        // The index goes last: a pack without one is not looked at.
        write_whole(&self.temporary, &index, &pack.index, false)?;
        Ok(index)
    }

    fn index_path(&self, name: ObjectId) -> PathBuf {
        self.pack_folder().join(format!("pack-{name}.idx"))
    }
}

/// The name of the pack that an index belongs to.
pub(super) fn name_of(index: &Path) -> Option<ObjectId> {
    index.file_stem()?.to_str()?.strip_prefix("pack-")?.parse().ok()
}
