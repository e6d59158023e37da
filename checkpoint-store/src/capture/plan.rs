//! What bringing captured paths back would do, shown before it does it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Metadata;
use super::names::{folder_above, located, shown, split_root, unescaped_path};
use crate::compare::{Item, all_files};
use crate::contents::{Attribute, Contents, usual_file, usual_folder};
use crate::database::snapshots::{self, Kind, Snapshot};
use crate::diff::Status;
use crate::error::{Error, Result};
use crate::files::{self, Folder};
use crate::ids::CheckpointId;
use crate::paths::TreePath;
use crate::progress::{self, Progress, Stage};
use crate::restore::{Applier, PlannedWrite, Step};
use crate::store::Store;

/// How many paths there are between two calls of a progress.
const TOLD_EVERY: usize = 128;

/// What bringing captured paths back would do. Paths are whole.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CapturePlan {
    /// The capture.
    pub checkpoint: CheckpointId,
    /// Whether it has everything that was asked for then.
    pub complete: bool,
    /// Files that would be written.
    pub writes: Vec<PlannedWrite>,
    /// Files that were not there then and would be deleted; they are captured first.
    pub deletes: Vec<TreePath>,
    /// Folders that would get other rights.
    pub rights: Vec<TreePath>,
    /// Everything was asked for, not single paths.
    #[serde(skip)]
    pub(super) whole: bool,
    #[serde(skip)]
    pub(super) steps: Vec<Step>,
    /// Empty folders to make.
    #[serde(skip)]
    pub(super) folders: BTreeMap<Vec<u8>, u32>,
    /// Rights of folders that are there, or will be.
    #[serde(skip)]
    pub(super) folder_rights: BTreeMap<Vec<u8>, u32>,
}

impl CapturePlan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.folders.is_empty() && self.rights.is_empty()
    }

    /// Takes a capture that was cut off for what it is, a part: what it has comes back, and
    /// what it has not stays as it is.
    #[must_use]
    pub fn in_part(mut self) -> Self {
        self.whole = false;
        self
    }
}

impl Store {
    /// What bringing a capture back would do: all of it, or only some paths and what is
    /// below them. Files that came since into a captured folder stay.
    pub fn plan_restore_capture(
        &self,
        checkpoint: CheckpointId,
        only: &[impl AsRef<Path>],
        progress: &mut dyn Progress,
    ) -> Result<CapturePlan> {
        let _at_work = self.at_work()?;
        let only: Vec<TreePath> =
            only.iter().map(|path| located(path.as_ref())).collect::<Result<_>>()?;
        let whole = only.is_empty();
        let wanted = |path: &TreePath| whole || only.iter().any(|folder| path.is_within(folder));
        let plan = self.plan_capture(checkpoint, &wanted, progress)?;
        Ok(CapturePlan { whole, ..plan })
    }

    /// What bringing back those paths of a capture would do that are wanted. Paths are whole.
    pub fn plan_restore_capture_where(
        &self,
        checkpoint: CheckpointId,
        wanted: &dyn Fn(&Path) -> bool,
        progress: &mut dyn Progress,
    ) -> Result<CapturePlan> {
        let _at_work = self.at_work()?;
        self.plan_capture(checkpoint, &|path| wanted(&shown(path)), progress)
    }

    /// The paths a capture was asked for, whether they were there or not.
    pub fn captured_paths(&self, checkpoint: CheckpointId) -> Result<Vec<PathBuf>> {
        let row = self.capture_row(checkpoint)?;
        let paths = self.database().run(|connection| snapshots::changed(connection, row.id))?;
        Ok(paths.into_iter().map(|path| shown(&TreePath::from_bytes(path))).collect())
    }

    /// The same, by somebody who keeps garbage collection away.
    pub(super) fn plan_capture(
        &self,
        checkpoint: CheckpointId,
        wanted: &dyn Fn(&TreePath) -> bool,
        progress: &mut dyn Progress,
    ) -> Result<CapturePlan> {
        let row = self.capture_row(checkpoint)?;
        let objects = self.objects();
        let contents = Contents::of_commit(objects, row.commit)?;
        let attributes = contents.attributes(objects)?;
        let metadata = Metadata::decode(&contents.metadata(objects)?);
        let mut plan = CapturePlan {
            checkpoint,
            complete: row.complete,
            whole: false,
            writes: Vec::new(),
            deletes: Vec::new(),
            rights: Vec::new(),
            steps: Vec::new(),
            folders: BTreeMap::new(),
            folder_rights: BTreeMap::new(),
        };
        let mut targets = Vec::new();
        for (stored, item) in all_files(objects, contents.files)? {
            let mode = attributes.get(stored.as_bytes()).map(|attribute| attribute.mode());
            targets.push((unescaped_path(&stored), Some(item), mode));
        }
        let absent = metadata.absent.iter().cloned().map(TreePath::from_bytes);
        targets.extend(absent.map(|path| (path, None, None)));
        targets.retain(|(path, _, _)| wanted(path));
        let total = targets.len() as u64;
        for (count, (path, after, mode_after)) in targets.into_iter().enumerate() {
            progress::checkpoint(progress.cancel())?;
            if count.is_multiple_of(TOLD_EVERY) {
                progress.at(Stage::Plan, count as u64, total);
            }
            plan.add(self.item_now(&path)?, path, after, mode_after);
        }
        for (stored, attribute) in &attributes {
            let path = unescaped_path(&TreePath::from_bytes(stored.clone()));
            if wanted(&path) {
                match attribute {
                    Attribute::EmptyFolder(mode) => plan.add_folder(&path, Some(*mode)),
                    Attribute::Folder(mode) => plan.add_rights(&path, *mode),
                    Attribute::File(_) => {}
                }
            }
        }
        for (path, mode) in &metadata.rights {
            let path = TreePath::from_bytes(path.clone());
            if wanted(&path) {
                plan.add_rights(&path, *mode);
            }
        }
        Ok(plan)
    }

    /// What lies at a path, and its rights.
    fn item_now(&self, path: &TreePath) -> Result<Option<(Item, u32)>> {
        let (disk, rest) = split_root(path);
        let root = Folder::open(&disk).map_err(|error| Error::io("open", &disk, error))?;
        let Some(item) = Applier::for_folders(&root, disk, self.objects()).item_at(&rest)? else {
            return Ok(None);
        };
        let stat = folder_above(path).and_then(|(folder, name)| folder.stat(&name).ok());
        Ok(Some((item, stat.map_or(0, |stat| stat.mode))))
    }

    pub(super) fn capture_row(&self, id: CheckpointId) -> Result<Snapshot> {
        self.database()
            .run(|connection| snapshots::get(connection, id))?
            .filter(|row| row.kind == Kind::Capture)
            .ok_or_else(|| Error::NoCheckpoint { asked: id.to_string() })
    }
}

impl CapturePlan {
    fn add(
        &mut self,
        now: Option<(Item, u32)>,
        path: TreePath,
        after: Option<Item>,
        mode_after: Option<u32>,
    ) {
        let before = now.map(|(item, _)| item);
        let mode_before = now.map(|(_, mode)| mode).filter(|mode| !usual_file(*mode));
        // Rights that nobody noted are the usual ones, and there are no rights of links.
        let is_link = after.is_some_and(|after| after.mode == crate::objects::Mode::Link);
        if before == after && (is_link || mode_before == mode_after) {
            return;
        }
        match (before, after) {
            (_, None) => self.deletes.push(path.clone()),
            (before, Some(after)) => self.writes.push(PlannedWrite {
                path: path.clone(),
                status: match before {
                    None => Status::Added,
                    Some(before) if before.id == after.id => Status::Mode,
                    Some(_) => Status::Modified,
                },
            }),
        }
        self.steps.push(Step { path, before, after, mode_before, mode_after });
    }

    /// A folder that was empty.
    fn add_folder(&mut self, path: &TreePath, mode: Option<u32>) {
        match folder_above(path).and_then(|(folder, name)| folder.stat(&name).ok()) {
            None => {
                self.folders.insert(path.as_bytes().to_vec(), mode.unwrap_or(0));
            }
            Some(_) => self.add_rights(path, mode.unwrap_or(0)),
        }
    }

    fn add_rights(&mut self, path: &TreePath, mode: u32) {
        let now = folder_above(path).and_then(|(folder, name)| folder.stat(&name).ok());
        let differs = match now {
            Some(stat) => {
                stat.kind == files::Kind::Folder
                    && stat.mode != mode
                    && !(usual_folder(stat.mode) && usual_folder(mode))
            }
            // It is made on the way.
            None => !usual_folder(mode),
        };
        if cfg!(unix) && differs {
            if now.is_some() {
                self.rights.push(path.clone());
            }
            self.folder_rights.insert(path.as_bytes().to_vec(), mode);
        }
    }
}
