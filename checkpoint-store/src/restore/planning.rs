//! Makes a plan from two sides: what the checkpoint has, and what is there now.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::Step;
use super::changed_by::ChangedBy;
use super::folders::{Folders, OnDisk, Sides};
use super::plan::{Leave, LeaveWhy, Plan, Scope};
use crate::compare::{Changed, Item, Side, compare, is_at};
use crate::contents::{Attribute, Attributes, Contents, attributes_of};
use crate::database::restores::{self, Purpose};
use crate::database::snapshots;
use crate::error::{Error, Result};
use crate::files::Kind;
use crate::ids::{CheckpointId, ObjectId};
use crate::left_out::LeftOut;
use crate::paths::TreePath;
use crate::progress::{Progress, Stage};
use crate::walk::{DryRun, FolderNode, Tracked};
use crate::workspace::Workspace;

impl Workspace {
    /// What a restore would do. Changes nothing.
    pub fn plan_restore(
        &self,
        target: CheckpointId,
        scope: &Scope,
        progress: &mut dyn Progress,
    ) -> Result<Plan> {
        let _at_work = self.store().at_work()?;
        self.plan(target, scope, None, Purpose::Restore, progress)
    }

    /// What taking back the last restore would do.
    pub fn plan_undo(&self, progress: &mut dyn Progress) -> Result<Plan> {
        let _at_work = self.store().at_work()?;
        let number = self.number();
        let found = self.store().database().run(|connection| {
            Ok(match restores::undoable(connection, number)? {
                Some(last) => Some((last.clone(), restores::paths(connection, last.id)?)),
                None => None,
            })
        })?;
        let Some((last, paths)) = found else {
            return Err(Error::Invalid { what: "there is no restore to undo".to_owned() });
        };
        let (paths, folders) = sorted(paths);
        self.plan(last.safety, &paths, Some(&folders), Purpose::Undo(last.id), progress)
    }

    /// What taking back the last undo would do.
    pub fn plan_redo(&self, progress: &mut dyn Progress) -> Result<Plan> {
        let _at_work = self.store().at_work()?;
        let number = self.number();
        let found = self.store().database().run(|connection| {
            Ok(match restores::redoable(connection, number)? {
                Some(last) => Some((last.clone(), restores::paths(connection, last.id)?)),
                None => None,
            })
        })?;
        let Some((last, paths)) = found else {
            return Err(Error::Invalid { what: "there is no undo to redo".to_owned() });
        };
        let (paths, folders) = sorted(paths);
        self.plan(last.safety, &paths, Some(&folders), Purpose::Redo(last.id), progress)
    }

    /// What bringing back exactly what a restore touched would do.
    pub(super) fn plan_touched(
        &self,
        target: CheckpointId,
        touched: Vec<Vec<u8>>,
        progress: &mut dyn Progress,
    ) -> Result<Plan> {
        let _at_work = self.store().at_work()?;
        let (paths, folders) = sorted(touched);
        self.plan(target, &paths, Some(&folders), Purpose::Restore, progress)
    }

    fn plan(
        &self,
        target: CheckpointId,
        scope: &Scope,
        folders: Option<&HashSet<Vec<u8>>>,
        purpose: Purpose,
        progress: &mut dyn Progress,
    ) -> Result<Plan> {
        let objects = self.store().objects();
        let row = self.row(target)?;
        let contents = Contents::of_commit(objects, row.commit)?;
        let mut also = Tracked::default();
        let (mut live, mut unsaved) = self.look(&also, progress)?;
        let mut changes = compare(objects, Side::Live(&live), Side::Stored(contents.files))?;
        // A file the target has and the walk did not see may lie there all the same,
        // ignored by now: it must be saved before it is overwritten.
        self.find_hidden(&changes, &mut also)?;
        if !also.is_empty() {
            (live, unsaved) = self.look(&also, progress)?;
            changes = compare(objects, Side::Live(&live), Side::Stored(contents.files))?;
        }
        progress.at(Stage::Plan, 0, changes.len() as u64);

        let mut plan = Plan {
            target,
            target_complete: row.complete,
            writes: Vec::new(),
            deletes: Vec::new(),
            leaves: Vec::new(),
            conflicts: Vec::new(),
            steps: Vec::new(),
            folders: Folders::default(),
            also,
            purpose,
            seen: live.tree,
            made: None,
        };
        let attributes = contents.attributes(objects)?;
        let here = attributes_of(&live);
        add_mode_changes(&mut changes, &live, &here, &attributes, contents.files, objects)?;
        let rules = contents.rules(objects)?;
        let left_out = contents.left_out(objects)?;
        let changed_by = self.changed_by(target, scope, &live)?;
        for change in changes {
            let leave = changed_by.leaves(&change, scope).or_else(|| {
                if change.after.is_some() {
                    return None;
                }
                let path = change.path.as_bytes();
                if rules.leaves_out(path) {
                    Some(LeaveWhy::IgnoredThen)
                } else if left_out.iter().any(|left| change.path.is_within(&left.path)) {
                    Some(LeaveWhy::LeftOutThen)
                } else {
                    None
                }
            });
            match leave {
                Some(LeaveWhy::OutOfScope) => {}
                Some(why) => plan.leaves.push(Leave { path: change.path, why }),
                None => plan.steps.push(step_of(change, &here, &attributes)),
            }
        }
        self.leave_what_cannot_be_saved(&mut plan, &live)?;
        let sides = Sides {
            live: &live,
            here: &here,
            tree: contents.files,
            then: &attributes,
            rules: &rules,
            left_out: &left_out,
        };
        let wanted = |folder: &TreePath| {
            folders.is_some_and(|folders| folders.contains(folder.as_bytes()))
                || match scope {
                    Scope::All => true,
                    Scope::Session(_) => false,
                    Scope::Paths(paths) => paths.iter().any(|path| folder.is_within(path)),
                }
        };
        plan.folders = Folders::of(objects, &sides, wanted, |folder| self.on_disk(folder))?;
        self.leave_folders_in_the_way(&mut plan)?;
        self.name_ignored_by_now(&mut plan, &live, &unsaved, (contents.files, scope, &changed_by))?;
        plan.describe_steps();
        changed_by.name_conflicts(&mut plan);
        Ok(plan)
    }

    /// What is there now, and what of it a checkpoint would not have.
    pub(super) fn look(
        &self,
        also: &Tracked,
        progress: &mut dyn Progress,
    ) -> Result<(Arc<FolderNode>, Vec<LeftOut>)> {
        let _shared = self.lock_shared()?;
        let old = self.take_seen()?;
        let walked = self.walk(&DryRun, old.as_ref(), also, progress);
        if let Some(old) = old {
            self.keep_seen(old, 0);
        }
        walked.map(|(root, found, _)| (root, found.left_out))
    }

    pub(super) fn find_hidden(&self, changes: &[Changed], also: &mut Tracked) -> Result<()> {
        for change in changes.iter().filter(|change| change.before.is_none()) {
            if let Some((folder, name)) = self.folder_of(&change.path)?
                && let Ok(stat) = folder.stat(&name)
                && matches!(stat.kind, Kind::File | Kind::Link)
            {
                also.add(&change.path);
            }
        }
        Ok(())
    }

    /// Files that checkpoints have and the target has not, that lie there and are ignored
    /// by now: they stay, and the plan says so.
    fn name_ignored_by_now(
        &self,
        plan: &mut Plan,
        live: &FolderNode,
        unsaved: &[LeftOut],
        (target, scope, changed_by): (Option<ObjectId>, &Scope, &ChangedBy),
    ) -> Result<()> {
        let objects = self.store().objects();
        let number = self.number();
        let last =
            self.store().database().run(|connection| snapshots::latest(connection, number))?;
        let mut candidates = BTreeSet::new();
        if let Some(last) = last {
            let tree = Contents::of_commit(objects, last.commit)?.files;
            let changes = compare(objects, Side::Stored(target), Side::Stored(tree))?;
            let new = changes.into_iter().filter(|change| change.before.is_none());
            let asked = new.filter(|change| changed_by.leaves(change, scope).is_none());
            candidates.extend(asked.map(|change| change.path));
        }
        if let Scope::Paths(paths) = scope {
            for path in paths {
                if !is_at(objects, target, path)? {
                    candidates.insert(path.clone());
                }
            }
        }
        for path in candidates {
            if live.file_at(path.parts()).is_none() && self.on_disk(&path)? == OnDisk::Other {
                let unsaved = unsaved.iter().any(|left| path.is_within(&left.path));
                let why = if unsaved { LeaveWhy::CannotBeSaved } else { LeaveWhy::IgnoredNow };
                plan.leaves.push(Leave { path, why });
            }
        }
        Ok(())
    }
}

/// The files and the folders a restore touched: a folder is noted with a slash at its end.
fn sorted(paths: Vec<Vec<u8>>) -> (Scope, HashSet<Vec<u8>>) {
    let (folders, files): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| path.ends_with(b"/"));
    let scope = Scope::Paths(files.into_iter().map(TreePath::from_bytes).collect());
    let folders = folders.into_iter().filter_map(|path| Some(path.strip_suffix(b"/")?.to_vec()));
    (scope, folders.collect())
}

fn step_of(change: Changed, here: &Attributes, then: &Attributes) -> Step {
    let mode = |attributes: &Attributes| {
        attributes.get(change.path.as_bytes()).map(|attribute| attribute.mode())
    };
    Step {
        mode_before: mode(here),
        mode_after: mode(then),
        path: change.path,
        before: change.before,
        after: change.after,
    }
}

/// Files whose content is the same and whose rights are not.
fn add_mode_changes(
    changes: &mut Vec<Changed>,
    live: &FolderNode,
    here: &Attributes,
    then: &Attributes,
    tree: Option<ObjectId>,
    objects: &crate::objects::Objects,
) -> Result<()> {
    let known: HashSet<Vec<u8>> =
        changes.iter().map(|change| change.path.as_bytes().to_vec()).collect();
    let paths: BTreeSet<&Vec<u8>> = here.keys().chain(then.keys()).collect();
    for path in paths {
        let (now, before) = (here.get(path), then.get(path));
        let files =
            [now, before].iter().flatten().any(|attribute| matches!(attribute, Attribute::File(_)));
        if now == before || !files || known.contains(path) {
            continue;
        }
        let path = TreePath::from_bytes(path.clone());
        if let Some(file) = live.file_at(path.parts())
            && let Some(item) = crate::compare::file_at(objects, tree, &path)?
        {
            let before = Item { mode: file.mode(), id: file.id };
            changes.push(Changed { path, before: Some(before), after: Some(item) });
        }
    }
    Ok(())
}
