//! One path from one content to another, below the workspace's folder and nowhere else.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

use super::Step;
use crate::compare::Item;
use crate::contents::{Large, usual_folder};
use crate::error::{Error, Result};
use crate::files::{Folder, Kind, Stat};
use crate::ids::ObjectId;
use crate::objects::{self, Mode, Objects, read_large};
use crate::paths::TreePath;
use crate::walk::{DryRun, FolderNode, Sink, Stored, TEMPORARY, gone};

/// Writes and deletes below one folder.
pub(crate) struct Applier<'a> {
    pub(crate) root: &'a Folder,
    /// For messages only.
    pub(crate) place: PathBuf,
    pub(crate) objects: &'a Objects,
    /// Chunked files of both sides.
    pub(crate) large: Large,
    /// What the safety checkpoint saw; without it, contents are compared.
    pub(crate) seen: Option<&'a FolderNode>,
    /// Wait for each file to be on the disk.
    pub(crate) sync_each: bool,
    /// Gives temporary files their own names.
    pub(crate) tag: String,
    /// Rights that folders will have; until then nobody else may look into them.
    pub(crate) rights: HashMap<Vec<u8>, u32>,
    pub(crate) touched: HashSet<TreePath>,
}

impl<'a> Applier<'a> {
    /// One that only looks and makes folders.
    pub(crate) fn for_folders(root: &'a Folder, place: PathBuf, objects: &'a Objects) -> Self {
        Self {
            root,
            place,
            objects,
            large: Large::new(),
            seen: None,
            sync_each: true,
            tag: String::new(),
            rights: HashMap::new(),
            touched: HashSet::new(),
        }
    }

    /// Does one step, if the path still is what it was.
    pub(crate) fn apply(&mut self, step: &Step) -> Result<()> {
        self.check_unchanged(step)?;
        match step.after {
            Some(after) => self.write(step, after),
            None => self.delete(&step.path),
        }
    }

    fn write(&mut self, step: &Step, after: Item) -> Result<()> {
        let failed = |error| self.error("write", &step.path, error);
        let (folder, name) =
            self.folder(&step.path, true)?.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        let existing = folder.stat(&name).ok();
        let same_content = step.before.is_some_and(|before| {
            before.id == after.id && (before.mode == Mode::Link) == (after.mode == Mode::Link)
        });
        let mode = mode_for(step, after, existing);
        if same_content {
            return folder.set_mode(&name, mode).map_err(failed);
        }
        let temporary = self.temporary(step);
        let written = self.write_temporary(&folder, &temporary, after, mode, &step.path);
        if existing.is_some_and(|stat| stat.kind == Kind::File) {
            keep_owner(&folder, &name, &temporary);
        }
        let renamed = written.and_then(|()| {
            crate::step("restore:before-rename")?;
            if existing.is_some_and(|stat| stat.kind == Kind::Folder) {
                remove_empty_folders(&folder, &name).map_err(failed)?;
            }
            folder.rename(&temporary, &name).map_err(failed)
        });
        if renamed.is_err() {
            // It has no other name; failing to remove it leaves a file, loses none.
            let _ = folder.remove_file(&temporary);
        }
        renamed?;
        self.note(&step.path);
        Ok(())
    }

    /// Gives every folder on the way to a path the case it should have, where the system
    /// takes both for one name.
    pub(crate) fn right_case(&self, path: &TreePath) -> Result<()> {
        let failed = |error| self.error("rename a folder of", path, error);
        let mut here = self.root.again().map_err(failed)?;
        let above = path.parent();
        for part in above.parts() {
            let other =
                here.names().map_err(failed)?.into_iter().find(|(name, _)| {
                    **name != *part && super::folded(name) == super::folded(part)
                });
            if let Some((other, _)) = other {
                here.rename(&other, part).map_err(failed)?;
            }
            here = match here.child(part) {
                Ok(child) => child,
                Err(error) if gone(&error) => return Ok(()),
                Err(error) => return Err(failed(error)),
            };
        }
        Ok(())
    }

    fn write_temporary(
        &self,
        folder: &Folder,
        temporary: &[u8],
        after: Item,
        mode: u32,
        path: &TreePath,
    ) -> Result<()> {
        let failed = |error| self.error("write", path, error);
        if after.mode == Mode::Link {
            let target = self.objects.read(objects::Kind::Blob, after.id)?;
            return folder.make_link(&target, temporary).map_err(failed);
        }
        let mut file = folder.create(temporary, 0o600).map_err(failed)?;
        match self.large.get(&after.id) {
            Some(list) => {
                let mut out = io::BufWriter::with_capacity(1 << 18, &file);
                read_large(self.objects, after.id, *list, &mut out)?;
                out.flush().map_err(failed)?;
            }
            None => {
                let content = self.objects.read(objects::Kind::Blob, after.id)?;
                file.write_all(&content).map_err(failed)?;
            }
        }
        folder.set_mode(temporary, mode).map_err(failed)?;
        if self.sync_each {
            file.sync_data().map_err(failed)?;
        }
        Ok(())
    }

    fn delete(&mut self, path: &TreePath) -> Result<()> {
        let failed = |error| self.error("delete", path, error);
        let Some((folder, name)) = self.folder(path, false)? else { return Ok(()) };
        match folder.remove_file(&name) {
            Ok(()) => {}
            Err(error) if gone(&error) => {}
            Err(error) => return Err(failed(error)),
        }
        self.note(path);
        Ok(())
    }

    /// Removes a folder and those above it, as far as they are empty and not wanted.
    pub(crate) fn remove_empty(&self, folder: &TreePath, keep: &HashSet<Vec<u8>>) -> Result<()> {
        let mut path = folder.clone();
        while !path.as_bytes().is_empty() && !keep.contains(path.as_bytes()) {
            let Some((above, name)) = self.folder(&path, false)? else { return Ok(()) };
            if above.remove_folder(&name).is_err() {
                // Not empty, or not there: both are fine.
                return Ok(());
            }
            path = path.parent();
        }
        Ok(())
    }

    /// Removes a folder if nothing is in it; whether it went.
    pub(crate) fn remove_if_empty(&self, path: &TreePath) -> Result<bool> {
        let Some((above, name)) = self.folder(path, false)? else { return Ok(false) };
        Ok(above.remove_folder(&name).is_ok())
    }

    /// Makes an empty folder.
    pub(crate) fn make_folder(&self, path: &TreePath, mode: u32) -> Result<()> {
        let failed = |error| self.error("create", path, error);
        let Some((above, name)) = self.folder(path, true)? else { return Ok(()) };
        match above.make_folder(&name, if usual_folder(mode) { 0o777 } else { 0o700 }) {
            Ok(()) => above.set_mode(&name, mode).map_err(failed),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Gives a folder its rights, if it is there.
    pub(crate) fn set_rights(&self, path: &TreePath, mode: u32) -> Result<()> {
        let Some((above, name)) = self.folder(path, false)? else { return Ok(()) };
        match above.stat(&name) {
            Ok(stat) if stat.kind == Kind::Folder => above
                .set_mode(&name, mode)
                .map_err(|error| self.error("set the rights of", path, error)),
            _ => Ok(()),
        }
    }

    /// Whether the path has the content the step promised.
    pub(crate) fn verify(&self, step: &Step) -> Result<()> {
        let found = self.item_at(&step.path)?;
        let right = match (found, step.after) {
            (None, None) => true,
            (Some(found), Some(after)) => {
                found.id == after.id && (cfg!(not(unix)) || found.mode == after.mode)
            }
            _ => false,
        };
        if right {
            return Ok(());
        }
        Err(Error::PlanOutdated { path: self.place.join(step.path.to_path()), count: 1 })
    }

    /// Whatever happened since the safety checkpoint is not in it and must not be lost.
    fn check_unchanged(&self, step: &Step) -> Result<()> {
        let outdated =
            || Error::PlanOutdated { path: self.place.join(step.path.to_path()), count: 1 };
        let Some(root) = self.seen else {
            let now = self.item_at(&step.path)?;
            let same = now.map(|item| item.id) == step.before.map(|item| item.id);
            return if same { Ok(()) } else { Err(outdated()) };
        };
        let stat = match self.folder(&step.path, false)? {
            Some((folder, name)) => match folder.stat(&name) {
                Ok(stat) if stat.kind == Kind::Folder => None,
                Ok(stat) => Some(stat),
                Err(error) if gone(&error) => None,
                Err(error) => return Err(self.error("look at", &step.path, error)),
            },
            None => None,
        };
        let before = root.file_at(step.path.parts());
        if before.map(|file| file.stat) == stat {
            return Ok(());
        }
        // Another name of the same file may have gone meanwhile, which shows in its times:
        // what counts is the content.
        let same = match (before, stat) {
            (Some(before), Some(_)) => {
                self.item_at(&step.path)? == Some(Item { mode: before.mode(), id: before.id })
            }
            _ => false,
        };
        if same { Ok(()) } else { Err(outdated()) }
    }

    /// What lies at a path now, if it is a file or link.
    pub(crate) fn item_at(&self, path: &TreePath) -> Result<Option<Item>> {
        let Some((folder, name)) = self.folder(path, false)? else { return Ok(None) };
        let stat = match folder.stat(&name) {
            Ok(stat) if matches!(stat.kind, Kind::File | Kind::Link) => stat,
            Ok(_) => return Ok(None),
            Err(error) if gone(&error) => return Ok(None),
            Err(error) => return Err(self.error("look at", path, error)),
        };
        match DryRun.store(&folder, &name, path, stat)? {
            Stored::Done { id, stat, .. } => Ok(Some(Item { mode: mode_of(stat), id })),
            Stored::Gone | Stored::Special => Ok(None),
            Stored::Unreadable(why) => Err(self.error("read", path, io::Error::other(why))),
        }
    }

    /// The folder a path lies in and its last part. Folders on the way are made if asked.
    fn folder(&self, path: &TreePath, make: bool) -> Result<Option<(Folder, Vec<u8>)>> {
        let failed = |error| self.error("open the folder of", path, error);
        let mut parts: Vec<_> = path.parts().collect();
        let Some(name) = parts.pop() else { return Ok(None) };
        let mut folder: Option<Folder> = None;
        let mut so_far = TreePath::default();
        for part in parts {
            so_far = so_far.join(part);
            let here = folder.as_ref().unwrap_or(self.root);
            let child = match here.child(part) {
                Ok(child) => child,
                Err(error) if make && error.kind() == io::ErrorKind::NotFound => {
                    let rights = self.rights.get(so_far.as_bytes());
                    let open = rights.is_none_or(|mode| usual_folder(*mode));
                    here.make_folder(part, if open { 0o777 } else { 0o700 }).map_err(failed)?;
                    here.child(part).map_err(failed)?
                }
                Err(_) if !make => return Ok(None),
                Err(error) => return Err(failed(error)),
            };
            folder = Some(child);
        }
        let folder = match folder {
            Some(folder) => folder,
            None => self.root.again().map_err(failed)?,
        };
        Ok(Some((folder, name.to_vec())))
    }

    fn temporary(&self, step: &Step) -> Vec<u8> {
        let number = ObjectId::of("path", step.path.as_bytes()).to_string();
        let short: String = number.chars().take(10).collect();
        [TEMPORARY, self.tag.as_bytes(), b"-", short.as_bytes()].concat()
    }

    fn note(&mut self, path: &TreePath) {
        self.touched.insert(path.parent());
    }

    /// Makes the names of everything that was touched durable.
    pub(crate) fn sync(&self) -> Result<()> {
        let failed = |error| Error::io("sync", &self.place, error);
        if !self.sync_each && self.root.sync_all().map_err(failed)? {
            return Ok(());
        }
        for path in &self.touched {
            // A folder that went with its last file has nothing to sync.
            if let Some((folder, _)) = self.folder(&path.join(b"x"), false)? {
                folder.sync().map_err(failed)?;
            }
        }
        Ok(())
    }

    fn error(&self, action: &'static str, path: &TreePath, error: io::Error) -> Error {
        Error::io(action, self.place.join(path.to_path()), error)
    }
}

/// Removes a folder that holds nothing but folders. A file in it stops it.
fn remove_empty_folders(above: &Folder, name: &[u8]) -> io::Result<()> {
    let folder = above.child(name)?;
    for (name, _) in folder.names()? {
        remove_empty_folders(&folder, &name)?;
    }
    drop(folder);
    above.remove_folder(name)
}

/// A file of somebody else stays theirs. Only the administrator can do that, so it may fail.
fn keep_owner(folder: &Folder, old: &[u8], new: &[u8]) {
    if let (Ok(theirs), Ok(ours)) = (folder.owner(old), folder.owner(new))
        && theirs != ours
        && let Ok(stat) = folder.stat(new)
        && folder.set_owner(new, theirs).is_ok()
    {
        // Giving a file away takes some rights from it.
        let _ = folder.set_mode(new, stat.mode);
    }
}

fn mode_of(stat: Stat) -> Mode {
    match stat.kind {
        Kind::Link => Mode::Link,
        _ if stat.executable() => Mode::Executable,
        _ => Mode::File,
    }
}

/// The rights a file gets: recorded ones; else those it has, executable or not as the
/// tree says; else the usual ones.
fn mode_for(step: &Step, after: Item, existing: Option<Stat>) -> u32 {
    if let Some(mode) = step.mode_after {
        return mode;
    }
    let executable = after.mode == Mode::Executable;
    match existing {
        // Unusual rights were not recorded, so the usual ones come back.
        Some(stat) if stat.kind == Kind::File && step.mode_before.is_none() && stat.mode != 0 => {
            let readers = (stat.mode & 0o444) >> 2;
            if executable { stat.mode | readers } else { stat.mode & !0o111 }
        }
        _ if executable => 0o755,
        _ => 0o644,
    }
}
