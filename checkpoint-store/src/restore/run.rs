//! Carries a plan out.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::apply::Applier;
use super::folders::rights_of;
use super::journal::Interrupted;
use super::plan::{Leave, Plan};
use super::step_out::{Made, tree_with};
use super::{CASELESS, Step, folded};
use crate::contents::{Contents, Large};
use crate::database::restores;
use crate::database::snapshots::Kind;
use crate::error::{Error, Result};
use crate::events::Event;
use crate::files::{self, Folder};
use crate::ids::CheckpointId;
use crate::objects;
use crate::paths::TreePath;
use crate::progress::{Progress, Stage};
use crate::save::{Changes, SaveRequest, Taken};
use crate::step;
use crate::walk::{TEMPORARY, Tracked};
use crate::workspace::Workspace;

/// With more files than this, one sync of the whole file system is cheaper.
const MANY: usize = 64;

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Restored {
    /// Where it went.
    pub target: CheckpointId,
    /// What was there before; restoring it undoes everything.
    pub safety: CheckpointId,
    /// Files written.
    pub written: Vec<TreePath>,
    /// Files deleted.
    pub deleted: Vec<TreePath>,
    /// Files that differ and stayed, and why.
    pub left: Vec<Leave>,
}

impl Workspace {
    /// Carries a plan out: first a checkpoint of what is there, then writes, then
    /// deletes, then a check of every path. If a step fails, those done are taken back.
    pub fn restore(&self, plan: Plan, progress: &mut dyn Progress) -> Result<Restored> {
        let result = self.run(plan, progress);
        match &result {
            Ok(done) => self
                .store()
                .tell(&Event::Restore { checkpoint: done.target, safety: Some(done.safety) }),
            Err(error) => self
                .store()
                .tell(&Event::Error { action: "restore".to_owned(), message: error.to_string() }),
        }
        result
    }

    /// Takes back the last restore.
    pub fn undo(&self, progress: &mut dyn Progress) -> Result<Restored> {
        let plan = self.plan_undo(progress)?;
        self.restore(plan, progress)
    }

    /// Takes back the last undo.
    pub fn redo(&self, progress: &mut dyn Progress) -> Result<Restored> {
        let plan = self.plan_redo(progress)?;
        self.restore(plan, progress)
    }

    /// Brings an interrupted restore to its end.
    pub fn finish_interrupted(&self, progress: &mut dyn Progress) -> Result<Option<Restored>> {
        let Some(note) = self.interrupted()? else { return Ok(None) };
        let plan = self.plan_touched(note.target, note.touched().to_vec(), progress)?;
        self.restore(plan, progress).map(Some)
    }

    /// Takes an interrupted restore back.
    pub fn take_back_interrupted(&self, progress: &mut dyn Progress) -> Result<Option<Restored>> {
        let Some(note) = self.interrupted()? else { return Ok(None) };
        let plan = self.plan_touched(note.safety, note.touched().to_vec(), progress)?;
        self.restore(plan, progress).map(Some)
    }

    fn run(&self, mut plan: Plan, progress: &mut dyn Progress) -> Result<Restored> {
        let _at_work = self.store().at_work()?;
        let _restoring = self.lock_alone()?;
        let _writing = self.lock_writing()?;
        self.sweep_interrupted()?;
        let taken = self.safety(&plan.also, plan.target, progress)?;
        let safety = taken.row.id;
        if taken.root.tree != plan.seen {
            self.check_outdated(&plan, &taken)?;
        }
        step("restore:safety")?;
        if let Some(made) = plan.made.take() {
            plan.target = self.make_target(&made, &plan, &taken)?;
            step("restore:made")?;
        }
        let restored = Restored {
            target: plan.target,
            safety,
            written: plan.writes.iter().map(|write| write.path.clone()).collect(),
            deleted: plan.deletes.clone(),
            left: plan.leaves.clone(),
        };
        let touched = plan.touched();
        self.write_journal(&Interrupted::new(plan.target, safety, touched.clone()))?;
        step("restore:journal")?;
        self.carry_out(&plan, &taken, progress)?;
        step("restore:applied")?;
        let number = self.number();
        self.store().database().write(|connection| {
            let paths = touched.iter().map(Vec::as_slice);
            let ends = (plan.target, safety);
            restores::insert(connection, number, ends, plan.purpose, files::now_ms(), paths)
        })?;
        step("restore:recorded")?;
        self.remove_journal()?;
        Ok(restored)
    }

    /// The checkpoint that has the files as a plan will leave them.
    fn make_target(&self, made: &Made, plan: &Plan, taken: &Taken) -> Result<CheckpointId> {
        let objects = self.store().objects();
        let attributes = plan.rights_after(taken.contents.attributes(objects)?);
        let mut large = made.large.clone();
        large.extend(taken.contents.large(objects)?);
        let mut changed = Changes::default();
        for step in &plan.steps {
            match (step.before, step.after) {
                (None, _) => changed.added += 1,
                (_, None) => changed.deleted += 1,
                _ => changed.modified += 1,
            }
        }
        self.save_made(&made.reason, (taken, changed), &mut |put| {
            for (id, bytes) in &made.contents {
                put(objects::Kind::Blob, *id, bytes)?;
            }
            let files = tree_with(objects, taken.contents.files, &plan.becomes(), put)?;
            taken.contents.with(files, &attributes, &large, put)
        })
    }

    /// A checkpoint of what is there now.
    fn safety(
        &self,
        also: &Tracked,
        target: CheckpointId,
        progress: &mut dyn Progress,
    ) -> Result<Taken> {
        let request = SaveRequest {
            reason: format!("Before a restore to {target}"),
            changed_by_others: true,
            ..SaveRequest::default()
        };
        self.save_locked(&request, Kind::Safety, also, progress)
    }

    /// The workspace changed after the plan was made: fine, unless a planned path did.
    fn check_outdated(&self, plan: &Plan, taken: &Taken) -> Result<()> {
        let changed: Vec<_> = plan
            .steps
            .iter()
            .filter(|step| {
                let now = taken.root.file_at(step.path.parts());
                now.map(|file| (file.mode(), file.id))
                    != step.before.map(|item| (item.mode, item.id))
            })
            .collect();
        match changed.first() {
            None => Ok(()),
            Some(first) => Err(Error::PlanOutdated {
                path: self.root().join(first.path.to_path()),
                count: changed.len(),
            }),
        }
    }

    fn carry_out(&self, plan: &Plan, taken: &Taken, progress: &mut dyn Progress) -> Result<()> {
        let root =
            Folder::open(self.root()).map_err(|error| Error::io("open", self.root(), error))?;
        let objects = self.store().objects();
        let target = Contents::of_commit(objects, self.row(plan.target)?.commit)?;
        let mut large: Large = target.large(objects)?;
        large.extend(taken.contents.large(objects)?);
        let mut applier = Applier {
            root: &root,
            place: self.root().to_path_buf(),
            objects,
            large,
            seen: Some(&taken.root),
            sync_each: plan.steps.len() <= MANY,
            tag: taken.row.id.to_string(),
            rights: rights_of(&target.attributes(objects)?),
            touched: HashSet::new(),
        };
        let order = ordered(&plan.steps);
        let renamed = plan.removed();
        let total = order.len() as u64;
        let mut done: Vec<&Step> = Vec::new();
        let result = (|| {
            for (count, step) in order.iter().enumerate() {
                if count % 256 == 0 {
                    progress.at(Stage::Apply, count as u64, total);
                }
                crate::progress::checkpoint(progress.cancel())?;
                let stopped = |error| Error::stopped(self.root().join(step.path.to_path()), error);
                crate::step("restore:step").map_err(stopped)?;
                if CASELESS
                    && step.before.is_none()
                    && renamed.contains(&folded(step.path.as_bytes()))
                {
                    applier.right_case(&step.path).map_err(stopped)?;
                }
                applier.apply(step).map_err(stopped)?;
                done.push(step);
            }
            let emptied = plan.steps.iter().filter(|step| step.after.is_none());
            plan.folders.apply(&applier, emptied.map(|step| step.path.parent()))?;
            progress.at(Stage::Verify, 0, total);
            crate::step("restore:verify")?;
            for step in &order {
                applier.verify(step).map_err(|error| {
                    Error::stopped(self.root().join(step.path.to_path()), error)
                })?;
            }
            progress.at(Stage::Sync, 0, 0);
            applier.sync()
        })();
        let Err(error) = result else { return Ok(()) };
        // Both sides are in the store, so every step can be taken back. What somebody
        // else wrote meanwhile is not ours and stays.
        applier.seen = None;
        applier.rights = rights_of(&taken.contents.attributes(objects)?);
        let mut left = Vec::new();
        for step in done.iter().rev() {
            let back = crate::step("restore:take-back");
            if let Err(error) = back.and_then(|()| applier.apply(&step.reversed())) {
                tracing::warn!(%error, "a step could not be taken back");
                left.push(self.root().join(step.path.to_path()));
            }
        }
        let written = order.iter().filter(|step| step.after.is_some());
        if let Err(error) =
            plan.folders.take_back(&applier, &taken.root, written.map(|step| step.path.clone()))
        {
            tracing::warn!(%error, "a folder could not be taken back");
            left.extend(
                plan.folders
                    .remove
                    .iter()
                    .map(|path| self.root().join(TreePath::from_bytes(path.clone()).to_path())),
            );
        }
        if left.is_empty() {
            self.remove_journal()?;
        }
        Err(error.half_done(left))
    }

    /// Removes temporary files of a restore that was killed.
    fn sweep_interrupted(&self) -> Result<()> {
        let Some(note) = self.read_journal()? else { return Ok(()) };
        let mut folders = HashSet::new();
        for path in note.paths() {
            if !folders.insert(path.parent()) {
                continue;
            }
            let Some((folder, _)) = self.folder_of(&path)? else { continue };
            let names = folder
                .names()
                .map_err(|error| Error::io("list", self.root().join(path.to_path()), error))?;
            for (name, _) in names.iter().filter(|(name, _)| name.starts_with(TEMPORARY)) {
                folder.remove_file(name).map_err(|error| {
                    Error::io("remove", self.root().join(path.to_path()), error)
                })?;
            }
        }
        Ok(())
    }
}

/// Writes first, then deletes, then the writes that need a delete before them.
fn ordered(steps: &[Step]) -> Vec<&Step> {
    let deleted: BTreeMap<Vec<u8>, &Step> = steps
        .iter()
        .filter(|step| step.after.is_none())
        .map(|step| (folded(step.path.as_bytes()), step))
        .collect();
    let waits = |step: &&Step| {
        let path = folded(step.path.as_bytes());
        // A file becomes a folder: the file goes first.
        let above = path
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'/')
            .any(|(at, _)| deleted.contains_key(path.get(..at).unwrap_or_default()));
        // A folder becomes a file: what is in it goes first.
        let mut below = path.clone();
        below.push(b'/');
        let folder = deleted.range(below.clone()..).next();
        above
            || folder.is_some_and(|(path, _)| path.starts_with(&below))
            // Only on systems that do not tell upper from lower case.
            || (CASELESS && deleted.contains_key(&path))
    };
    let writes: Vec<&Step> = steps.iter().filter(|step| step.after.is_some()).collect();
    let (late, early): (Vec<&Step>, Vec<&Step>) = writes.into_iter().partition(waits);
    let deletes = steps.iter().filter(|step| step.after.is_none());
    early.into_iter().chain(deletes).chain(late).collect()
}
