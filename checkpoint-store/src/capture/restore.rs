//! Bringing captured paths back.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Metadata;
use super::journal::InterruptedCapture;
use super::names::{folder_above, shown, split_root};
use super::plan::CapturePlan;
use crate::contents::{Contents, Large};
use crate::database::snapshots;
use crate::error::{Error, Result};
use crate::events::Event;
use crate::files::Folder;
use crate::ids::CheckpointId;
use crate::list::Checkpoint;
use crate::objects::Objects;
use crate::options::Bounds;
use crate::paths::TreePath;
use crate::progress::{self, Progress, Stage};
use crate::restore::{Applier, Step};
use crate::step;
use crate::store::Store;

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

    /// Brings captured paths back. What is there now is captured first, so that it can be
    /// undone; if that does not fit, nothing is written. A capture that was cut off by its
    /// bounds is not taken for the whole: paths of it are brought back when they are named. If a step fails, those done are
    /// taken back; if the process dies, [`Self::interrupted_captures`] knows of it.
    pub fn restore_capture(
        &self,
        plan: CapturePlan,
        progress: &mut dyn Progress,
    ) -> Result<CaptureRestored> {
        let result = (|| {
            let _at_work = self.at_work()?;
            let _alone = self.lock_captures()?;
            if plan.whole && !plan.complete {
                return Err(Error::Incomplete {
                    what: format!("capture {}", plan.checkpoint),
                    why: "not everything fitted when it was made".to_owned(),
                });
            }
            self.run_capture(&plan, progress)
        })();
        match &result {
            Ok(done) => self
                .tell(&Event::Restore { checkpoint: done.checkpoint, safety: Some(done.safety) }),
            Err(error) => self
                .tell(&Event::Error { action: "restore".to_owned(), message: error.to_string() }),
        }
        result
    }

    /// The same, by somebody who holds the locks.
    pub(super) fn run_capture(
        &self,
        plan: &CapturePlan,
        progress: &mut dyn Progress,
    ) -> Result<CaptureRestored> {
        let touched: Vec<TreePath> = plan.steps.iter().map(|step| step.path.clone()).collect();
        let reason = format!("Before a restore of {}", plan.checkpoint);
        let boundless =
            Bounds { bytes: u64::MAX, entries: u64::MAX, time: std::time::Duration::MAX };
        let safety =
            self.take(None, (&touched, &plan.rights), &reason, &boundless, (None, None), progress)?;
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

        let note = InterruptedCapture::new(plan.checkpoint, safety.checkpoint, &touched);
        self.write_capture_journal(&note)?;
        step("capture-restore:journal")?;
        let opened = Disks::open(plan, objects, &large, safety.checkpoint)?;
        if let Err((error, left)) = opened.carry_out(plan, progress) {
            if left.is_empty() {
                self.remove_capture_journal(&note)?;
            }
            return Err(error.half_done(left));
        }
        step("capture-restore:applied")?;
        let owner_kept = give_back(plan, &metadata);
        self.remove_capture_journal(&note)?;
        let paths = |list: Vec<&TreePath>| list.into_iter().map(shown).collect();
        Ok(CaptureRestored {
            checkpoint: plan.checkpoint,
            safety: safety.checkpoint,
            written: paths(plan.writes.iter().map(|write| &write.path).collect()),
            deleted: paths(plan.deletes.iter().collect()),
            owner_kept,
        })
    }
}

/// The disks a plan writes to: one but on Windows.
struct Disks<'a> {
    roots: BTreeMap<PathBuf, Folder>,
    objects: &'a Objects,
    large: &'a Large,
    tag: String,
    rights: HashMap<Vec<u8>, u32>,
}

impl<'a> Disks<'a> {
    fn open(
        plan: &CapturePlan,
        objects: &'a Objects,
        large: &'a Large,
        safety: CheckpointId,
    ) -> Result<Self> {
        let mut roots = BTreeMap::new();
        let folders = plan.folders.keys().chain(plan.folder_rights.keys());
        let folders = folders.map(|path| TreePath::from_bytes(path.clone()));
        for path in plan.steps.iter().map(|step| step.path.clone()).chain(folders) {
            let (disk, _) = split_root(&path);
            if let Entry::Vacant(place) = roots.entry(disk) {
                let root = Folder::open(place.key())
                    .map_err(|error| Error::io("open", place.key(), error))?;
                place.insert(root);
            }
        }
        let rights = plan.folder_rights.iter().chain(&plan.folders).map(|(path, mode)| {
            let (_, rest) = split_root(&TreePath::from_bytes(path.clone()));
            (rest.as_bytes().to_vec(), *mode)
        });
        Ok(Self { rights: rights.collect(), roots, objects, large, tag: safety.to_string() })
    }

    /// Does everything, checks it and waits for the disk. If something fails, what was done
    /// is taken back; the paths for which that failed too come with the error.
    fn carry_out(
        &self,
        plan: &CapturePlan,
        progress: &mut dyn Progress,
    ) -> std::result::Result<(), (Error, Vec<PathBuf>)> {
        let mut appliers: BTreeMap<&PathBuf, Applier<'_>> =
            self.roots.iter().map(|(disk, root)| (disk, self.applier(disk, root))).collect();
        let before = Before::of(plan);
        let mut done: Vec<&Step> = Vec::new();
        let result = (|| {
            let total = plan.steps.len() as u64;
            for (count, step) in plan.steps.iter().enumerate() {
                if count.is_multiple_of(128) {
                    progress.at(Stage::Apply, count as u64, total);
                }
                progress::checkpoint(progress.cancel())?;
                let stopped = |error| Error::stopped(shown(&step.path), error);
                crate::step("capture-restore:step").map_err(stopped)?;
                on(&mut appliers, step, Applier::apply).map_err(stopped)?;
                done.push(step);
            }
            for (path, mode) in &plan.folders {
                self.at(&appliers, path, |applier, rest| applier.make_folder(rest, *mode))?;
            }
            // The deepest first: a folder above may forbid the way.
            for (path, mode) in plan.folder_rights.iter().rev() {
                self.at(&appliers, path, |applier, rest| applier.set_rights(rest, *mode))?;
            }
            progress.at(Stage::Verify, 0, total);
            for step in &plan.steps {
                on(&mut appliers, step, |applier, step| applier.verify(step))?;
            }
            progress.at(Stage::Sync, 0, 0);
            appliers.values().try_for_each(Applier::sync)
        })();
        let Err(error) = result else { return Ok(()) };
        let mut left = Vec::new();
        for step in done.into_iter().rev() {
            let back = crate::step("capture-restore:take-back");
            let back = back.and_then(|()| on(&mut appliers, &step.reversed(), Applier::apply));
            if let Err(error) = back {
                tracing::warn!(%error, "a step could not be taken back");
                left.push(shown(&step.path));
            }
        }
        before.bring_back();
        Err((error, left))
    }

    fn applier<'s>(&'s self, disk: &Path, root: &'s Folder) -> Applier<'s> {
        Applier {
            root,
            place: disk.to_path_buf(),
            objects: self.objects,
            large: self.large.clone(),
            seen: None,
            sync_each: true,
            tag: self.tag.clone(),
            rights: self.rights.clone(),
            touched: HashSet::new(),
        }
    }

    fn at(
        &self,
        appliers: &BTreeMap<&PathBuf, Applier<'_>>,
        path: &[u8],
        work: impl FnOnce(&Applier<'_>, &TreePath) -> Result<()>,
    ) -> Result<()> {
        let (disk, rest) = split_root(&TreePath::from_bytes(path.to_vec()));
        appliers.get(&disk).map_or(Ok(()), |applier| work(applier, &rest))
    }
}

/// How folders were before: which were not there, and what rights the others had.
struct Before {
    missing: BTreeSet<TreePath>,
    rights: Vec<(TreePath, u32)>,
}

impl Before {
    fn of(plan: &CapturePlan) -> Self {
        let stat =
            |path: &TreePath| folder_above(path).and_then(|(folder, name)| folder.stat(&name).ok());
        let mut missing = BTreeSet::new();
        let written = plan.steps.iter().filter(|step| step.before.is_none());
        let made = plan.folders.keys().map(|path| TreePath::from_bytes(path.clone()));
        for mut path in written.map(|step| step.path.parent()).chain(made) {
            while !path.as_bytes().is_empty()
                && stat(&path).is_none()
                && missing.insert(path.clone())
            {
                path = path.parent();
            }
        }
        let rights = plan.rights.iter();
        let rights = rights.filter_map(|path| Some((path.clone(), stat(path)?.mode))).collect();
        Self { missing, rights }
    }

    /// A folder too many, or with other rights, loses no content: what fails here is told
    /// to the log alone.
    fn bring_back(&self) {
        // The deepest first, so that those above are empty in their turn.
        for path in self.missing.iter().rev() {
            if let Some((folder, name)) = folder_above(path) {
                let _ = folder.remove_folder(&name);
            }
        }
        for (path, mode) in &self.rights {
            let set = folder_above(path).map(|(folder, name)| folder.set_mode(&name, *mode));
            if let Some(Err(error)) = set {
                tracing::warn!(%error, path = %shown(path).display(), "rights stay changed");
            }
        }
    }
}

/// Does a step on the disk it belongs to.
fn on<'s>(
    appliers: &mut BTreeMap<&PathBuf, Applier<'s>>,
    step: &Step,
    work: impl FnOnce(&mut Applier<'s>, &Step) -> Result<()>,
) -> Result<()> {
    let (disk, path) = split_root(&step.path);
    let step = Step { path, ..step.clone() };
    appliers.get_mut(&disk).map_or(Ok(()), |applier| work(applier, &step))
}

/// Owner and time, as far as the system lets us; the paths whose owner stays another.
fn give_back(plan: &CapturePlan, metadata: &Metadata) -> Vec<PathBuf> {
    let mut kept = Vec::new();
    for step in plan.steps.iter().filter(|step| step.after.is_some()) {
        let Some((owner, modified)) = metadata.known.get(step.path.as_bytes()) else { continue };
        let Some((folder, name)) = folder_above(&step.path) else { continue };
        if folder.owner(&name).ok() != Some(*owner) && folder.set_owner(&name, *owner).is_err() {
            kept.push(shown(&step.path));
        }
        // A missing time loses no content.
        let _ = folder.set_modified(&name, *modified);
    }
    kept
}
