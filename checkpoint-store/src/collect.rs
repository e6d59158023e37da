//! Frees what no checkpoint needs.
//!
//! Marks every object a row leads to, then looks at each pack: one without a marked
//! object goes; one with few is copied, its marked objects only, into a new pack that is
//! on the disk before the old one goes. Nobody else is at work meanwhile, and a process
//! that dies leaves at worst a pack too many, which the next collection removes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use crate::contents::Contents;
use crate::database::snapshots;
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{CheckpointId, ObjectId};
use crate::objects::{Kind, Mode, PackWriter, decode_tree};
use crate::progress::{self, Progress, Silent, Stage};
use crate::repository::COPIED;
use crate::step;
use crate::store::Store;

/// A pack with less than this part of its bytes in use is copied.
const WORTH_COPYING: f64 = 0.7;
/// More packs than this slow every look-up down; the small ones are joined.
const MANY_PACKS: usize = 40;
/// A pack below this size is small.
const SMALL: u64 = 32 << 20;

/// A pack up to this size is always joined.
const WORTH_JOINING: u64 = 1 << 20;

/// What a collection freed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Collected {
    /// Bytes given back to the disk.
    pub freed: u64,
    /// Packs removed.
    pub removed: u64,
    /// Packs that were copied without what nobody needs.
    pub copied: u64,
    /// Objects that checkpoints need.
    pub kept: u64,
}

impl Store {
    /// Forgets a checkpoint or capture. Its space is freed by the next collection.
    /// The two ends of a restore that was cut short are not forgotten.
    pub fn forget(&self, id: CheckpointId) -> Result<bool> {
        if self.ends_of_restores()?.contains(&id) {
            return Err(Error::Invalid {
                what: format!(
                    "checkpoint {id} is needed to end a restore that was cut short: finish it or take it back first"
                ),
            });
        }
        let gone = self.database().write(|connection| snapshots::delete(connection, id))?;
        if gone {
            // Only a name for git; the row was what counted.
            let _ = fs::remove_file(self.objects().folder().join(format!("refs/checkpoints/{id}")));
        }
        Ok(gone)
    }

    /// Both ends of every restore that is under way or was cut short.
    pub(crate) fn ends_of_restores(&self) -> Result<HashSet<CheckpointId>> {
        let mut ends = HashSet::new();
        for note in self.capture_journals()? {
            ends.extend([note.checkpoint, note.safety]);
        }
        for note in self.journals()? {
            ends.extend([note.target, note.safety]);
        }
        Ok(ends)
    }

    /// Frees what no checkpoint needs. Refuses while anybody is at work with the store.
    pub fn collect_garbage(&self, progress: &mut dyn Progress) -> Result<Collected> {
        let Some(_alone) = self.alone()? else {
            return Err(Error::Busy { path: self.folder().to_path_buf(), what: "works with it" });
        };
        self.objects().repair()?;
        let needed = self.mark(progress)?;
        let mut collected = Collected { kept: needed.len() as u64, ..Collected::default() };
        self.sweep_packs(&needed, &mut collected, progress)?;
        self.remove_nameless()?;
        self.tidy_names()?;
        Ok(collected)
    }

    /// Joins small packs when there are many. Cheap enough to come after any save.
    ///
    /// Others may be at work meanwhile, or a crowd of sessions would never get its packs joined:
    /// no object goes by this, what they have open stays readable, and what they look for anew is
    /// found in the joined pack. Only Windows removes no file that is open, so there it waits for
    /// a moment alone.
    pub(crate) fn join_packs(&self, progress: &mut dyn Progress) -> Result<Option<Collected>> {
        if self.objects().packs().len() <= MANY_PACKS {
            return Ok(None);
        }
        let Some(_turn) = self.joining()? else { return Ok(None) };
        let others = if cfg!(windows) { self.alone()? } else { Some(self.at_work()?) };
        let Some(_others) = others else { return Ok(None) };
        self.objects().repair()?;
        // Whoever had the turn before may have joined them.
        if self.objects().packs().len() <= MANY_PACKS {
            return Ok(None);
        }
        let mut collected = Collected::default();
        let mut small: Vec<_> =
            self.objects().packs().iter().map(|pack| (size(pack), Arc::clone(pack))).collect();
        // A pack of the person's own repository has more than we need.
        small.retain(|(_, pack)| {
            fs::read(pack.index.path().with_extension("promisor")).ok().as_deref() != Some(COPIED)
        });
        small.sort_by_key(|(bytes, _)| *bytes);
        // A pack much larger than all the smaller ones together is left alone: what was
        // joined once is not copied again until there is as much beside it.
        let mut sum = 0;
        let worth = small.iter().take_while(|(bytes, _)| {
            let joined = *bytes <= sum.max(WORTH_JOINING);
            sum += bytes;
            joined
        });
        let count = worth.count();
        small.truncate(count);
        if small.len() < MANY_PACKS / 2 {
            return Ok(None);
        }
        let small = small.into_iter().map(|(_, pack)| pack).collect();
        self.copy(small, None, &mut collected, progress)?;
        Ok(Some(collected))
    }

    /// The same; a failure only means that look-ups stay slower.
    pub(crate) fn join_packs_quietly(&self) {
        if let Err(error) = self.join_packs(&mut Silent) {
            tracing::warn!(%error, "small packs could not be joined");
        }
    }

    /// Every object that a row leads to.
    fn mark(&self, progress: &mut dyn Progress) -> Result<HashSet<ObjectId>> {
        let rows = self.database().run(snapshots::everything)?;
        let mut needed = HashSet::new();
        let total = rows.len() as u64;
        for (count, row) in rows.iter().enumerate() {
            progress::checkpoint(progress.cancel())?;
            progress.at(Stage::Collect, count as u64, total);
            // What cannot be read is not freed: a damaged checkpoint stops the collection
            // rather than losing what it may still lead to.
            let objects = self.objects();
            needed.insert(row.commit);
            let tree =
                crate::objects::commit_tree(row.commit, &objects.read(Kind::Commit, row.commit)?)?;
            needed.insert(tree);
            for (kind, id) in Contents::of_commit(objects, row.commit)?.parts() {
                if kind == Kind::Tree {
                    self.mark_tree(id, &mut needed)?
                } else {
                    needed.insert(id);
                }
            }
        }
        needed.insert(ObjectId::of("tree", b""));
        Ok(needed)
    }

    fn mark_tree(&self, tree: ObjectId, needed: &mut HashSet<ObjectId>) -> Result<()> {
        if !needed.insert(tree) {
            return Ok(());
        }
        for entry in decode_tree(tree, &self.objects().read(Kind::Tree, tree)?)? {
            if entry.mode == Mode::Tree {
                self.mark_tree(entry.id, needed)?;
            } else {
                needed.insert(entry.id);
            }
        }
        Ok(())
    }

    fn sweep_packs(
        &self,
        needed: &HashSet<ObjectId>,
        collected: &mut Collected,
        progress: &mut dyn Progress,
    ) -> Result<()> {
        let mut unused = Vec::new();
        let mut worn = Vec::new();
        let mut small = Vec::new();
        for pack in self.objects().packs().iter() {
            let (mut live, mut all) = (0_u64, 0_u64);
            for (id, length) in entries(pack) {
                all += length;
                if needed.contains(&id) {
                    live += length;
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "a rough share is enough")]
            let share = live as f64 / all.max(1) as f64;
            if live == 0 {
                unused.push(Arc::clone(pack));
            } else if share < WORTH_COPYING {
                worn.push(Arc::clone(pack));
            } else if size(pack) < SMALL {
                small.push(Arc::clone(pack));
            }
        }
        if small.len() > MANY_PACKS {
            worn.append(&mut small);
        }
        self.copy(worn, Some(needed), collected, progress)?;
        if unused.is_empty() {
            return Ok(());
        }
        let freed = unused.iter().map(|pack| size(pack)).sum();
        self.note_collection(freed)?;
        collected.freed += freed;
        collected.removed += unused.len() as u64;
        self.remove(unused)
    }

    /// Copies packs into one, then removes them.
    fn copy(
        &self,
        packs: Vec<Arc<gix_pack::Bundle>>,
        needed: Option<&HashSet<ObjectId>>,
        collected: &mut Collected,
        progress: &mut dyn Progress,
    ) -> Result<()> {
        if packs.is_empty() {
            return Ok(());
        }
        let before: u64 = packs.iter().map(|pack| size(pack)).sum();
        let writer = PackWriter::new(&self.layout().temporary());
        let mut promises = false;
        for (count, pack) in packs.iter().enumerate() {
            progress::checkpoint(progress.cancel())?;
            progress.at(Stage::Collect, count as u64, packs.len() as u64);
            promises |= pack.pack.path().with_extension("promisor").exists();
            copy_entries(pack, needed, &writer)?;
        }
        let Some(packed) = writer.finish(&self.objects().pack_folder(), promises)? else {
            return Ok(());
        };
        step("collect:copied")?;
        let freed = before.saturating_sub(packed.bytes);
        if needed.is_some() {
            self.note_collection(freed)?;
        }
        step("collect:noted")?;
        self.objects().add(&packed.index)?;
        collected.freed += freed;
        collected.copied += packs.len() as u64;
        // A pack that was whole already is its own copy.
        self.objects().forget_carried(std::slice::from_ref(&packed.index))?;
        let old = packs.into_iter().filter(|pack| pack.index.path() != packed.index).collect();
        self.remove(old)
    }

    /// A pack whose process died before it had an index belongs to nobody.
    fn remove_nameless(&self) -> Result<()> {
        let folder = self.objects().pack_folder();
        let listed = fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        for entry in listed {
            let path = entry.map_err(|error| Error::io("list", &folder, error))?.path();
            let part = path.extension().is_some_and(|kind| kind == "pack" || kind == "promisor");
            if part && !path.with_extension("idx").exists() {
                fs::remove_file(&path).map_err(|error| Error::io("remove", &path, error))?;
            }
        }
        Ok(())
    }

    /// What was seen before may be gone: recorded before anything goes.
    fn note_collection(&self, freed: u64) -> Result<()> {
        let freed = i64::try_from(freed).unwrap_or(i64::MAX);
        self.database().write(|connection| snapshots::collected(connection, files::now_ms(), freed))
    }

    /// Removes packs, the index first: without one a pack is not looked at.
    fn remove(&self, packs: Vec<Arc<gix_pack::Bundle>>) -> Result<()> {
        let indices: Vec<_> = packs.iter().map(|pack| pack.index.path().to_path_buf()).collect();
        // Some systems remove no file that is open.
        drop(packs);
        self.objects().release(&indices);
        for index in &indices {
            for path in
                [index.clone(), index.with_extension("pack"), index.with_extension("promisor")]
            {
                step("collect:remove")?;
                match fs::remove_file(&path) {
                    Ok(()) => {}
                    Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                    // Another process may have it open, idle as it is: Windows keeps the
                    // file then, and the next collection tries again.
                    Err(error)
                        if cfg!(windows)
                            && error.kind() == std::io::ErrorKind::PermissionDenied =>
                    {
                        tracing::warn!(path = %path.display(), %error, "a pack stays for now");
                        break;
                    }
                    Err(error) => return Err(Error::io("remove", path, error)),
                }
            }
        }
        // Last, and not before the names are gone for good: a pack whose copy is still there
        // would only be written again, one that came back torn without a copy would stay so.
        files::sync_folder(&self.objects().pack_folder())?;
        step("collect:removed")?;
        self.objects().forget_carried(&indices)?;
        // A store that was opened meanwhile may have written one again from its row.
        for index in &indices {
            for path in
                [index.clone(), index.with_extension("pack"), index.with_extension("promisor")]
            {
                let _ = fs::remove_file(path);
            }
        }
        Ok(())
    }

    /// Names for git follow the rows, and git is told where history was cut.
    fn tidy_names(&self) -> Result<()> {
        let rows = self.database().run(snapshots::everything)?;
        let folder = self.objects().folder().join("refs/checkpoints");
        let mut wanted: std::collections::HashMap<String, ObjectId> =
            rows.iter().map(|row| (row.id.to_string(), row.commit)).collect();
        let listed = fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        for entry in listed {
            let path = entry.map_err(|error| Error::io("list", &folder, error))?.path();
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            if name.is_none_or(|name| wanted.remove(&name).is_none()) {
                fs::remove_file(&path).map_err(|error| Error::io("remove", &path, error))?;
            }
        }
        for (name, commit) in wanted {
            let line = format!("{commit}\n");
            let temporary = self.layout().temporary();
            files::write_whole(&temporary, &folder.join(name), line.as_bytes(), false)?;
        }
        self.write_shallow(&rows)
    }

    fn write_shallow(&self, rows: &[snapshots::Snapshot]) -> Result<()> {
        let mut cut = String::new();
        for row in rows {
            let bytes = self.objects().read(Kind::Commit, row.commit)?;
            if parent_of(&bytes).is_some_and(|parent| !self.objects().has(parent)) {
                cut.push_str(&format!("{}\n", row.commit));
            }
        }
        let path = self.objects().folder().join("shallow");
        if cut.is_empty() {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    Err(Error::io("remove", path, error))
                }
                _ => Ok(()),
            }
        } else {
            files::write_whole(&self.layout().temporary(), &path, cut.as_bytes(), false)
        }
    }
}

fn parent_of(commit: &[u8]) -> Option<ObjectId> {
    let text = std::str::from_utf8(commit).ok()?;
    text.lines().nth(1)?.strip_prefix("parent ")?.parse().ok()
}

fn size(pack: &gix_pack::Bundle) -> u64 {
    let length = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
    length(pack.index.path()) + length(pack.pack.path())
}

/// Every object of a pack and how many bytes its entry takes.
fn entries(pack: &gix_pack::Bundle) -> Vec<(ObjectId, u64)> {
    with_offsets(pack).into_iter().map(|(id, from, to)| (id, to - from)).collect()
}

fn with_offsets(pack: &gix_pack::Bundle) -> Vec<(ObjectId, u64, u64)> {
    let mut all: Vec<(u64, ObjectId)> = pack
        .index
        .iter()
        .filter_map(|entry| Some((entry.pack_offset, ObjectId::from_slice(entry.oid.as_bytes())?)))
        .collect();
    all.sort_unstable();
    let end = pack.pack.pack_end() as u64;
    let ends: Vec<u64> = all.iter().skip(1).map(|(offset, _)| *offset).chain([end]).collect();
    all.into_iter().zip(ends).map(|((from, id), to)| (id, from, to)).collect()
}

/// Copies entries as they are, each checked by its sum.
fn copy_entries(
    pack: &gix_pack::Bundle,
    needed: Option<&HashSet<ObjectId>>,
    writer: &PackWriter,
) -> Result<()> {
    let path = pack.pack.path().to_path_buf();
    let damaged =
        |id: ObjectId, what: &str| Error::Damaged { id, path: path.clone(), what: what.to_owned() };
    for (id, from, to) in with_offsets(pack) {
        if needed.is_some_and(|needed| !needed.contains(&id)) {
            continue;
        }
        let entry =
            pack.pack.entry_slice(from..to).ok_or_else(|| damaged(id, "its entry is cut off"))?;
        let mut sum = flate2::Crc::new();
        sum.update(entry);
        let place = pack.index.lookup(gix_hash::ObjectId::from(*id.as_bytes()));
        if place.and_then(|place| pack.index.crc32_at_index(place)) != Some(sum.sum()) {
            return Err(damaged(id, "its bytes are not those that were written"));
        }
        let kind = entry.first().map_or(0, |byte| (byte >> 4) & 7);
        if !(1..=3).contains(&kind) {
            // Git packed it as a difference to another object: it is written whole.
            let (kind, content) = crate::objects::read_any(pack, id)?;
            writer.put(kind, id, &content)?;
            continue;
        }
        writer.put_entry(id, entry)?;
    }
    Ok(())
}
