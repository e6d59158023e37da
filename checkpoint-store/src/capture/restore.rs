//! Bringing captured paths back.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Metadata;
use super::names::{located, shown, split_root, unescaped_path};
use crate::compare::{Item, all_files};
use crate::contents::{Attribute, Contents};
use crate::database::snapshots::{self, Kind, Snapshot};
use crate::diff::Status;
use crate::error::{Error, Result};
use crate::events::Event;
use crate::files::Folder;
use crate::ids::CheckpointId;
use crate::list::Checkpoint;
use crate::options::Bounds;
use crate::paths::TreePath;
use crate::progress::{Progress, Stage};
use crate::restore::{Applier, PlannedWrite, Step};
use crate::step;
use crate::store::Store;

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
    #[serde(skip)]
    steps: Vec<Step>,
    #[serde(skip)]
    folders: BTreeMap<Vec<u8>, u32>,
}

impl CapturePlan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.folders.is_empty()
    }
}

/// What was brought back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureRestored {
    /// The capture it came from.
    pub checkpoint: CheckpointId,
    /// What was there before; restoring it undoes this.
    pub safety: CheckpointId,
    /// Files written.
    pub written: Vec<PathBuf>,
    /// Files deleted.
    pub deleted: Vec<PathBuf>,
    /// Paths whose owner could not be given back.
    pub owner_kept: Vec<PathBuf>,
}

impl Store {
    /// All captures, newest first.
    pub fn captures(&self) -> Result<Vec<Checkpoint>> {
        let rows = self.database().run(|connection| snapshots::all(connection, None))?;
        Ok(rows.into_iter().map(Checkpoint::of).collect())
    }

    /// What bringing a capture back would do: all of it, or only some paths and what is
    /// below them. Files that came since into a captured folder stay.
    pub fn plan_restore_capture(
        &self,
        checkpoint: CheckpointId,
        only: &[impl AsRef<Path>],
        progress: &mut dyn Progress,
    ) -> Result<CapturePlan> {
        let only: Vec<TreePath> =
            only.iter().map(|path| located(path.as_ref())).collect::<Result<_>>()?;
        let wanted =
            |path: &TreePath| only.is_empty() || only.iter().any(|folder| path.is_within(folder));
        self.plan_capture(checkpoint, &wanted, progress)
    }

    /// What bringing back those paths of a capture would do that are wanted. Paths are whole.
    pub fn plan_restore_capture_where(
        &self,
        checkpoint: CheckpointId,
        wanted: &dyn Fn(&Path) -> bool,
        progress: &mut dyn Progress,
    ) -> Result<CapturePlan> {
        self.plan_capture(checkpoint, &|path| wanted(&shown(path)), progress)
    }

    /// The paths a capture was asked for, whether they were there or not.
    pub fn captured_paths(&self, checkpoint: CheckpointId) -> Result<Vec<PathBuf>> {
        let row = self.capture_row(checkpoint)?;
        let paths = self.database().run(|connection| snapshots::changed(connection, row.id))?;
        Ok(paths.into_iter().map(|path| shown(&TreePath::from_bytes(path))).collect())
    }

    fn plan_capture(
        &self,
        checkpoint: CheckpointId,
        wanted: &dyn Fn(&TreePath) -> bool,
        progress: &mut dyn Progress,
    ) -> Result<CapturePlan> {
        let _at_work = self.at_work()?;
        let row = self.capture_row(checkpoint)?;
        let objects = self.objects();
        let contents = Contents::of_commit(objects, row.commit)?;
        let attributes = contents.attributes(objects)?;
        let metadata = Metadata::decode(&contents.metadata(objects)?);
        let mut plan = CapturePlan {
            checkpoint,
            complete: row.complete,
            writes: Vec::new(),
            deletes: Vec::new(),
            steps: Vec::new(),
            folders: BTreeMap::new(),
        };
        let files = all_files(objects, contents.files)?;
        progress.at(Stage::Plan, 0, files.len() as u64);
        let mut steps = Vec::new();
        for (stored, item) in files {
            let path = unescaped_path(&stored);
            if wanted(&path) {
                let mode = attributes.get(stored.as_bytes()).map(|attribute| attribute.mode());
                steps.push((path, Some(item), mode));
            }
        }
        for path in metadata.absent.iter().cloned().map(TreePath::from_bytes) {
            if wanted(&path) {
                steps.push((path, None, None));
            }
        }
        for (path, after, mode_after) in steps {
            let before = self.item_now(&path)?;
            if before == after {
                continue;
            }
            match (before, after) {
                (_, None) => plan.deletes.push(path.clone()),
                (before, Some(after)) => plan.writes.push(PlannedWrite {
                    path: path.clone(),
                    status: match before {
                        None => Status::Added,
                        Some(before) if before.id == after.id => Status::Mode,
                        Some(_) => Status::Modified,
                    },
                }),
            }
            plan.steps.push(Step { path, before, after, mode_before: None, mode_after });
        }
        for (stored, attribute) in &attributes {
            let path = unescaped_path(&TreePath::from_bytes(stored.clone()));
            if let Attribute::EmptyFolder(mode) = attribute
                && wanted(&path)
                && shown(&path).symlink_metadata().is_err()
            {
                plan.folders.insert(path.as_bytes().to_vec(), *mode);
            }
        }
        Ok(plan)
    }

    /// Brings captured paths back. What is there now is captured first, so that it can be
    /// undone; if that does not fit, nothing is written.
    pub fn restore_capture(
        &self,
        plan: CapturePlan,
        progress: &mut dyn Progress,
    ) -> Result<CaptureRestored> {
        let result = self.run_capture(plan, progress);
        match &result {
            Ok(done) => self
                .tell(&Event::Restore { checkpoint: done.checkpoint, safety: Some(done.safety) }),
            Err(error) => self
                .tell(&Event::Error { action: "restore".to_owned(), message: error.to_string() }),
        }
        result
    }

    fn run_capture(
        &self,
        plan: CapturePlan,
        progress: &mut dyn Progress,
    ) -> Result<CaptureRestored> {
        let _at_work = self.at_work()?;
        let _alone = self.lock_captures()?;
        let touched: Vec<TreePath> = plan.steps.iter().map(|step| step.path.clone()).collect();
        let reason = format!("Before a restore of {}", plan.checkpoint);
        let boundless =
            Bounds { bytes: u64::MAX, entries: u64::MAX, time: std::time::Duration::MAX };
        let safety = self.take(None, &touched, &reason, &boundless, None, None)?;
        if !safety.complete {
            return Err(Error::Incomplete {
                what: "what is there now".to_owned(),
                why: safety
                    .left_out
                    .first()
                    .map_or_else(String::new, |left| shown(&left.path).display().to_string()),
            });
        }
        step("capture-restore:safety")?;
        let row = self.capture_row(plan.checkpoint)?;
        let objects = self.objects();
        let contents = Contents::of_commit(objects, row.commit)?;
        let metadata = Metadata::decode(&contents.metadata(objects)?);
        let mut large = contents.large(objects)?;
        let before = self.capture_row(safety.checkpoint)?;
        large.extend(Contents::of_commit(objects, before.commit)?.large(objects)?);

        let mut disks: BTreeMap<PathBuf, Vec<Step>> = BTreeMap::new();
        for step in &plan.steps {
            let (disk, path) = split_root(&step.path);
            disks.entry(disk).or_default().push(Step { path, ..step.clone() });
        }
        let total = plan.steps.len() as u64;
        progress.at(Stage::Apply, 0, total);
        for (disk, steps) in &disks {
            let root = Folder::open(disk).map_err(|error| Error::io("open", disk, error))?;
            let mut applier = Applier {
                root: &root,
                place: disk.clone(),
                objects,
                large: large.clone(),
                seen: None,
                sync_each: true,
                tag: safety.checkpoint.to_string(),
                touched: HashSet::new(),
            };
            applier.apply_all(steps)?;
        }
        for (path, mode) in &plan.folders {
            let path = TreePath::from_bytes(path.clone());
            let (disk, rest) = split_root(&path);
            let root = Folder::open(&disk).map_err(|error| Error::io("open", &disk, error))?;
            Applier::for_folders(&root, disk.clone(), objects).make_folder(&rest, *mode)?;
        }
        let owner_kept = give_back(&plan, &metadata);
        let paths = |list: Vec<&TreePath>| list.into_iter().map(shown).collect();
        Ok(CaptureRestored {
            checkpoint: plan.checkpoint,
            safety: safety.checkpoint,
            written: paths(plan.writes.iter().map(|write| &write.path).collect()),
            deleted: paths(plan.deletes.iter().collect()),
            owner_kept,
        })
    }

    fn item_now(&self, path: &TreePath) -> Result<Option<Item>> {
        let (disk, rest) = split_root(path);
        let root = Folder::open(&disk).map_err(|error| Error::io("open", &disk, error))?;
        Applier::for_folders(&root, disk, self.objects()).item_at(&rest)
    }

    fn capture_row(&self, id: CheckpointId) -> Result<Snapshot> {
        self.database()
            .run(|connection| snapshots::get(connection, id))?
            .filter(|row| row.kind == Kind::Capture)
            .ok_or_else(|| Error::NoCheckpoint { asked: id.to_string() })
    }
}

/// Owner and time, as far as the system lets us; the paths whose owner stays another.
fn give_back(plan: &CapturePlan, metadata: &Metadata) -> Vec<PathBuf> {
    let mut kept = Vec::new();
    for step in plan.steps.iter().filter(|step| step.after.is_some()) {
        let Some((owner, modified)) = metadata.known.get(step.path.as_bytes()) else { continue };
        let path = shown(&step.path);
        let (Some(above), Some(name)) = (path.parent(), step.path.parts().next_back()) else {
            continue;
        };
        let Ok(folder) = Folder::open(above) else { continue };
        if folder.owner(name).ok() != Some(*owner) && folder.set_owner(name, *owner).is_err() {
            kept.push(path.clone());
        }
        // A missing time loses no content.
        let _ = folder.set_modified(name, *modified);
    }
    kept
}
