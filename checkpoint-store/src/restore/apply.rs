//! One path from one content to another, below the workspace's folder and nowhere else.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;

use super::Step;
use crate::compare::Item;
use crate::contents::Large;
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
            touched: HashSet::new(),
        }
    }

    /// Does all steps, checks them and waits for the disk; if one fails, those done are
    /// taken back.
    pub(crate) fn apply_all(&mut self, steps: &[Step]) -> Result<()> {
        let mut done = Vec::new();
        let result = (|| {
            for step in steps {
                crate::step("capture-restore:step")?;
                self.apply(step)?;
                done.push(step);
            }
            steps.iter().try_for_each(|step| self.verify(step))?;
            self.sync()
        })();
        if result.is_err() {
            for step in done.iter().rev() {
                if let Err(error) = self.apply(&step.reversed()) {
                    tracing::warn!(%error, "a step could not be taken back");
                }
            }
        }
        result
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

    /// Makes an empty folder.
    pub(crate) fn make_folder(&self, path: &TreePath, mode: u32) -> Result<()> {
        let failed = |error| self.error("create", path, error);
        let Some((above, name)) = self.folder(path, true)? else { return Ok(()) };
        match above.make_folder(&name, 0o777) {
            Ok(()) if mode != 0 => above.set_mode(&name, mode).map_err(failed),
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    /// Gives a folder its rights back; one that is gone or is something else by now stays so.
    pub(crate) fn give_rights(&self, path: &TreePath, mode: u32) -> Result<()> {
        let Some((above, name)) = self.folder(path, false)? else { return Ok(()) };
        match above.stat(&name) {
            Ok(stat) if stat.kind == Kind::Folder => {
                above.set_mode(&name, mode).map_err(|error| self.error("change", path, error))
            }
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
        if before.map(|file| file.stat) == stat { Ok(()) } else { Err(outdated()) }
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
        for part in parts {
            let here = folder.as_ref().unwrap_or(self.root);
            let child = match here.child(part) {
                Ok(child) => child,
                Err(error) if make && error.kind() == io::ErrorKind::NotFound => {
                    here.make_folder(part, 0o777).map_err(failed)?;
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
    above.remove_folder(name)
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
