//! What a restore would do, shown before it does it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use serde::Serialize;

use super::folders::{Folders, OnDisk, Sides, folder_at};
use super::step_out::Made;
use super::{Step, folded};
use crate::compare::{Changed, Item, Side, compare, is_at};
use crate::contents::{Attribute, Attributes, Contents, attributes_of};
use crate::database::restores::{self, Purpose};
use crate::database::snapshots;
use crate::diff::Status;
use crate::error::{Error, Result};
use crate::files::{self, Folder, Kind};
use crate::ids::{CheckpointId, ObjectId, SessionId};
use crate::left_out::LeftOut;
use crate::paths::TreePath;
use crate::progress::{Progress, Stage};
use crate::walk::{DryRun, FolderNode, Tracked, gone};
use crate::workspace::Workspace;

/// Which paths a restore may touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole workspace.
    All,
    /// Only what this session changed since the checkpoint.
    Session(SessionId),
    /// Only these files and what is below these folders.
    Paths(Vec<TreePath>),
}

/// What a restore would do.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "RestorePlan"))]
pub struct Plan {
    /// The checkpoint to go to.
    pub target: CheckpointId,
    /// Whether that checkpoint had everything.
    pub target_complete: bool,
    /// Files that would be written.
    pub writes: Vec<PlannedWrite>,
    /// Files that would be deleted. All are in the safety checkpoint.
    pub deletes: Vec<TreePath>,
    /// Files that differ and would stay as they are, and why.
    pub leaves: Vec<Leave>,
    /// Files in the plan that somebody else changed since.
    pub conflicts: Vec<Conflict>,
    #[serde(skip)]
    pub(super) steps: Vec<Step>,
    #[serde(skip)]
    pub(super) folders: Folders,
    #[serde(skip)]
    pub(super) also: Tracked,
    #[serde(skip)]
    pub(super) purpose: Purpose,
    /// The tree the plan was made from.
    #[serde(skip)]
    pub(super) seen: Option<ObjectId>,
    /// The target, where it is made only when the plan is carried out.
    #[serde(skip)]
    pub(super) made: Option<Made>,
}

impl Plan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.folders.is_empty()
    }
}

/// A file that would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PlannedWrite {
    /// The file.
    pub path: TreePath,
    /// Seen from now: added comes back, modified gets its old content, mode its old rights.
    pub status: Status,
}

/// A file that differs and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Leave {
    /// The file.
    pub path: TreePath,
    /// Why it stays.
    pub why: LeaveWhy,
}

/// Why a file stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum LeaveWhy {
    /// Outside of what was asked for.
    OutOfScope,
    /// Another session, or a person, changed it.
    NotThisSession,
    /// It was ignored when the checkpoint was made, so it may have been there.
    IgnoredThen,
    /// The rules ignore it by now. It is in an earlier checkpoint and would go, were it not
    /// ignored.
    IgnoredNow,
    /// It could not be saved when the checkpoint was made, so it may have been there.
    LeftOutThen,
    /// What is there now cannot be saved first, so it is not overwritten.
    CannotBeSaved,
}

/// A file in the plan that somebody else changed after the checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Conflict {
    /// The file.
    pub path: TreePath,
    /// Who; `None` if it is not known.
    pub session: Option<SessionId>,
    /// The checkpoint that first had the change.
    pub checkpoint: CheckpointId,
}

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
        plan.describe(&changed_by);
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

    /// The folder a path lies in and its last part; `None` if a part is no folder.
    pub(super) fn folder_of(&self, path: &TreePath) -> Result<Option<(Folder, Vec<u8>)>> {
        let failed = |error| Error::io("open", self.root().join(path.to_path()), error);
        let mut folder = Folder::open(self.root()).map_err(failed)?;
        let mut parts: Vec<_> = path.parts().collect();
        let Some(name) = parts.pop() else { return Ok(None) };
        for part in parts {
            folder = match folder.child(part) {
                Ok(child) => child,
                Err(error) if gone(&error) || files::is_link(&error) => return Ok(None),
                Err(error) => return Err(failed(error)),
            };
        }
        Ok(Some((folder, name.to_vec())))
    }

    /// Takes steps out of the plan whose place is taken by something that the safety
    /// checkpoint will not have.
    pub(super) fn leave_what_cannot_be_saved(
        &self,
        plan: &mut Plan,
        live: &FolderNode,
    ) -> Result<()> {
        let removed = plan.removed();
        let mut blocked = Vec::new();
        for step in plan.steps.iter().filter(|step| step.before.is_none()) {
            if self.is_blocked(&step.path, &removed, live)? {
                blocked.push(step.path.clone());
            }
        }
        for path in blocked {
            // What would have made room for it stays as well.
            plan.steps.retain(|step| step.path != path && !step.path.is_within(&path));
            plan.leaves.push(Leave { path, why: LeaveWhy::CannotBeSaved });
        }
        Ok(())
    }

    /// Whether something not in `removed` lies at this path, below it, or where one of
    /// its folders should be.
    fn is_blocked(
        &self,
        path: &TreePath,
        removed: &HashSet<Vec<u8>>,
        live: &FolderNode,
    ) -> Result<bool> {
        let failed = |error| Error::io("look at", self.root().join(path.to_path()), error);
        let mut folder = Folder::open(self.root()).map_err(failed)?;
        let mut so_far = TreePath::default();
        let parts: Vec<_> = path.parts().collect();
        for (at, part) in parts.iter().enumerate() {
            so_far = so_far.join(part);
            let stat = match folder.stat(part) {
                Ok(stat) => stat,
                Err(error) if gone(&error) => return Ok(false),
                Err(error) => return Err(failed(error)),
            };
            let last = at + 1 == parts.len();
            match stat.kind {
                Kind::Folder if last => {
                    let child = folder.child(part).map_err(failed)?;
                    return holds_other(&child, &so_far, removed, live).map_err(failed);
                }
                Kind::Folder => folder = folder.child(part).map_err(failed)?,
                _ => return Ok(!removed.contains(&folded(so_far.as_bytes()))),
            }
        }
        Ok(false)
    }

    /// An empty folder whose place something unseen has taken stays away.
    fn leave_folders_in_the_way(&self, plan: &mut Plan) -> Result<()> {
        let removed = plan.removed();
        let mut blocked = Vec::new();
        for path in plan.folders.make.keys() {
            let folder = TreePath::from_bytes(path.clone());
            if self.on_disk(&folder)? == OnDisk::Other && !removed.contains(&folded(path)) {
                blocked.push(folder);
            }
        }
        for path in blocked {
            plan.folders.make.remove(path.as_bytes());
            plan.leaves.push(Leave { path, why: LeaveWhy::CannotBeSaved });
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

    /// What lies at a path, without following a link.
    fn on_disk(&self, path: &TreePath) -> Result<OnDisk> {
        let failed = |error| Error::io("look at", self.root().join(path.to_path()), error);
        let Some((folder, name)) = self.folder_of(path)? else { return Ok(OnDisk::Nothing) };
        let stat = match folder.stat(&name) {
            Ok(stat) => stat,
            Err(error) if gone(&error) => return Ok(OnDisk::Nothing),
            Err(error) => return Err(failed(error)),
        };
        if stat.kind != Kind::Folder {
            return Ok(OnDisk::Other);
        }
        let empty =
            folder.child(&name).and_then(|child| child.names()).is_ok_and(|all| all.is_empty());
        Ok(if empty { OnDisk::EmptyFolder } else { OnDisk::Folder })
    }

    fn changed_by(
        &self,
        target: CheckpointId,
        scope: &Scope,
        live: &FolderNode,
    ) -> Result<ChangedBy> {
        let number = self.number();
        let (rows, last) = self.store().database().run(|connection| {
            Ok((
                restores::changed_after(connection, number, target)?,
                snapshots::latest(connection, number)?,
            ))
        })?;
        let mut changed = ChangedBy::default();
        for (path, session, checkpoint) in rows {
            changed.by.entry(path).or_default().push((session, checkpoint));
        }
        // What changed after the newest checkpoint is that session's work so far.
        if let (Scope::Session(session), Some(last)) = (scope, last)
            && last.session.as_ref() == Some(session)
        {
            let objects = self.store().objects();
            let before = Contents::of_commit(objects, last.commit)?.files;
            for change in compare(objects, Side::Stored(before), Side::Live(live))? {
                changed.fresh.insert(change.path.as_bytes().to_vec());
            }
        }
        changed.mine = match scope {
            Scope::Session(session) => Some(session.clone()),
            _ => self.row(target)?.session,
        };
        Ok(changed)
    }
}

/// Who changed which path since the target.
#[derive(Default)]
struct ChangedBy {
    by: HashMap<Vec<u8>, Vec<(Option<SessionId>, CheckpointId)>>,
    /// Changed since the newest checkpoint, by the session that made it.
    fresh: HashSet<Vec<u8>>,
    mine: Option<SessionId>,
}

impl ChangedBy {
    fn leaves(&self, change: &Changed, scope: &Scope) -> Option<LeaveWhy> {
        let path = change.path.as_bytes();
        match scope {
            Scope::All => None,
            Scope::Paths(paths) => (!paths.iter().any(|folder| change.path.is_within(folder)))
                .then_some(LeaveWhy::OutOfScope),
            Scope::Session(session) => {
                let mine = self.fresh.contains(path)
                    || self
                        .by
                        .get(path)
                        .is_some_and(|by| by.iter().any(|(by, _)| by.as_ref() == Some(session)));
                (!mine).then_some(LeaveWhy::NotThisSession)
            }
        }
    }

    fn conflict(&self, path: &TreePath) -> Option<Conflict> {
        let by = self.by.get(path.as_bytes())?;
        let (session, checkpoint) = by.iter().find(|(session, _)| *session != self.mine)?;
        Some(Conflict { path: path.clone(), session: session.clone(), checkpoint: *checkpoint })
    }
}

impl Plan {
    /// Everything that is about to be touched, as it is noted: folders end in a slash.
    pub(super) fn touched(&self) -> Vec<Vec<u8>> {
        let files = self.steps.iter().map(|step| step.path.as_bytes().to_vec());
        let folders = self.folders.touched();
        files.chain(folders.into_iter().map(|path| [path.as_slice(), b"/"].concat())).collect()
    }

    /// The paths of files that go, as the system tells them apart.
    pub(super) fn removed(&self) -> HashSet<Vec<u8>> {
        let gone = self.steps.iter().filter(|step| step.after.is_none());
        gone.map(|step| folded(step.path.as_bytes())).collect()
    }

    fn describe(&mut self, changed_by: &ChangedBy) {
        self.describe_steps();
        let conflicts = self.steps.iter().filter_map(|step| changed_by.conflict(&step.path));
        self.conflicts.extend(conflicts);
    }

    /// What is written and what is deleted.
    pub(super) fn describe_steps(&mut self) {
        for step in &self.steps {
            match (step.before, step.after) {
                (_, None) => self.deletes.push(step.path.clone()),
                (before, Some(after)) => {
                    let status = match before {
                        None => Status::Added,
                        Some(before) if before.id == after.id => Status::Mode,
                        Some(_) => Status::Modified,
                    };
                    self.writes.push(PlannedWrite { path: step.path.clone(), status });
                }
            }
        }
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

/// Whether a folder holds something that no checkpoint would have: a file that is not in
/// `removed`, or a folder that was not seen.
fn holds_other(
    folder: &Folder,
    path: &TreePath,
    removed: &HashSet<Vec<u8>>,
    live: &FolderNode,
) -> std::io::Result<bool> {
    let seen = folder_at(live, path).is_some_and(|node| !node.ignored || node.tree.is_some());
    if !seen {
        return Ok(true);
    }
    for (name, _) in folder.names()? {
        let path = path.join(&name);
        let other = match folder.stat(&name)?.kind {
            Kind::Folder => holds_other(&folder.child(&name)?, &path, removed, live)?,
            _ => !removed.contains(&folded(path.as_bytes())),
        };
        if other {
            return Ok(true);
        }
    }
    Ok(false)
}
