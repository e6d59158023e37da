//! One step taken out of the middle: what it did goes, what came later stays.
//!
//! For each file the step changed there are three states: before it, right after it, and now. Who
//! did not touch it since gets the first back; other changes are merged; where both touched the
//! same lines nothing is written at all. What comes out is a checkpoint like any other, made before
//! the first file is written, so that it is carried out, finished, taken back and undone by the same
//! restore as everything else.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde::Serialize;

use super::merge::{Without, by_line, by_name};
use super::plan::{Leave, LeaveWhy, Plan};
use super::run::Restored;
use super::{Folders, Step};
use crate::compare::{Changed, Item, Side, compare};
use crate::contents::{Attribute, Attributes, Contents, Large, attributes_of};
use crate::database::restores::{self, Purpose};
use crate::database::snapshots;
use crate::diff::Bytes;
use crate::error::{Error, Result};
use crate::ids::{CheckpointId, ObjectId, SessionId};
use crate::objects::{self, Mode};
use crate::paths::TreePath;
use crate::progress::Progress;
use crate::walk::{FolderNode, Tracked};
use crate::workspace::Workspace;

/// One step of the past: what happened between two checkpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastStep {
    /// The checkpoint before it.
    pub before: CheckpointId,
    /// The checkpoint after it; the files as they are now if it was the last.
    pub after: Option<CheckpointId>,
    /// Who did it. What others did in between stays.
    pub session: Option<SessionId>,
    /// What it was, for people.
    pub reason: String,
}

/// What taking a step out would do.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepPlan {
    /// Files that get back what they were before the step, or come back.
    pub back: Vec<TreePath>,
    /// Files in which only the step's own changes go; later ones stay.
    pub merged: Vec<TreePath>,
    /// Files the step made, unchanged since, that go.
    pub deletes: Vec<TreePath>,
    /// Files that stay as they are, and why.
    pub leaves: Vec<StepLeave>,
    /// Files where later work overlaps. While there is one, nothing is carried out.
    pub overlaps: Vec<Overlap>,
    #[serde(skip)]
    plan: Plan,
}

impl StepPlan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.back.is_empty() && self.merged.is_empty() && self.deletes.is_empty()
    }
}

/// A file of a step that stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepLeave {
    /// The file.
    pub path: TreePath,
    /// Why it stays.
    pub why: StepLeaveWhy,
}

/// Why a file of a step stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum StepLeaveWhy {
    /// Nothing of the step is left in it.
    TakenBack,
    /// It was deleted later.
    GoneSince,
    /// Another session changed it meanwhile.
    NotThisSession,
    /// A restore would leave it for this reason.
    Restore(LeaveWhy),
}

/// A file where the step and later work overlap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overlap {
    /// The file.
    pub path: TreePath,
    /// How.
    pub why: OverlapWhy,
    /// The lines: now, right after the step, before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
}

/// How later work overlaps a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum OverlapWhy {
    /// The same lines were changed again.
    SameLines,
    /// It changed again, and is not a text or too large to be compared.
    NotText,
    /// The step made it, and it was worked on since.
    WorkedOn,
    /// The step deleted it, and another one is there now.
    Replaced,
}

/// A checkpoint that a plan makes for itself: what the files will be.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) reason: String,
    /// Merged contents, by name.
    pub(super) contents: Vec<(ObjectId, Vec<u8>)>,
    /// Chunked files of before the step.
    pub(super) large: Large,
}

impl Workspace {
    /// What taking a step out would do. With paths, only to these files and what is below these
    /// folders. Changes nothing.
    pub fn plan_without(
        &self,
        step: &PastStep,
        within: &[TreePath],
        progress: &mut dyn Progress,
    ) -> Result<StepPlan> {
        let _at_work = self.store().at_work()?;
        let objects = self.store().objects();
        let before = Contents::of_commit(objects, self.row(step.before)?.commit)?;
        let after = match step.after {
            Some(after) => Some(Contents::of_commit(objects, self.row(after)?.commit)?),
            None => None,
        };
        let mut also = Tracked::default();
        let (mut live, _) = self.look(&also, progress)?;
        let changed = self.changed_in(before.files, after.as_ref(), &live, within)?;
        let wanted = changed.iter().map(|change| Changed {
            path: change.path.clone(),
            before: item_at(&live, &change.path),
            after: change.before,
        });
        // What lies there ignored by now must be saved before it is overwritten.
        self.find_hidden(&wanted.collect::<Vec<_>>(), &mut also)?;
        if !also.is_empty() {
            live = self.look(&also, progress)?.0;
        }
        let mut made = Gathering {
            workspace: self,
            before: (before, before.attributes(objects)?),
            after: match &after {
                Some(after) => Some((*after, after.attributes(objects)?)),
                None => None,
            },
            here: attributes_of(&live),
            live: &live,
            large: before.large(objects)?,
            found: StepPlan {
                back: Vec::new(),
                merged: Vec::new(),
                deletes: Vec::new(),
                leaves: Vec::new(),
                overlaps: Vec::new(),
                plan: Plan::to_be_made(step.before, also, live.tree),
            },
            contents: Vec::new(),
        };
        let others = self.others_in(step)?;
        let rules = before.rules(objects)?;
        let left_out = before.left_out(objects)?;
        for change in changed {
            let why = if others.as_ref().is_some_and(|others| others.did(&change.path)) {
                Some(StepLeaveWhy::NotThisSession)
            } else if change.before.is_some() {
                None
            } else if rules.leaves_out(change.path.as_bytes()) {
                Some(StepLeaveWhy::Restore(LeaveWhy::IgnoredThen))
            } else if left_out.iter().any(|left| change.path.is_within(&left.path)) {
                Some(StepLeaveWhy::Restore(LeaveWhy::LeftOutThen))
            } else {
                None
            };
            match why {
                Some(why) => made.found.leaves.push(StepLeave { path: change.path, why }),
                None => made.add(change, step)?,
            }
        }
        made.finish(step)
    }

    /// Carries such a plan out, as a restore that can be undone.
    pub fn restore_without(&self, plan: StepPlan, progress: &mut dyn Progress) -> Result<Restored> {
        if let Some(first) = plan.overlaps.first() {
            return Err(Error::Overlap {
                path: self.root().join(first.path.to_path()),
                count: plan.overlaps.len(),
            });
        }
        self.restore(plan.plan, progress)
    }

    /// What a step changed.
    fn changed_in(
        &self,
        before: Option<ObjectId>,
        after: Option<&Contents>,
        live: &FolderNode,
        within: &[TreePath],
    ) -> Result<Vec<Changed>> {
        let newer = after.map_or(Side::Live(live), |after| Side::Stored(after.files));
        let mut changed = compare(self.store().objects(), Side::Stored(before), newer)?;
        changed.retain(|change| {
            within.is_empty() || within.iter().any(|folder| change.path.is_within(folder))
        });
        Ok(changed)
    }

    /// Who else was at work during a step, and on what.
    fn others_in(&self, step: &PastStep) -> Result<Option<Others>> {
        let Some(mine) = &step.session else { return Ok(None) };
        let number = self.number();
        let (rows, all) = self.store().database().run(|connection| {
            Ok((
                restores::changed_after(connection, number, step.before)?,
                snapshots::all(connection, Some(number))?,
            ))
        })?;
        let within = |id: CheckpointId| id > step.before && step.after.is_none_or(|end| id <= end);
        let anybody = all.iter().any(|row| {
            within(row.id) && row.session.as_ref().is_some_and(|session| session != mine)
        });
        if !anybody {
            return Ok(None);
        }
        let rows = rows.into_iter().filter(|(_, _, id)| within(*id));
        let own = rows.filter(|(_, session, _)| session.as_ref() == Some(mine));
        Ok(Some(Others { mine: own.map(|(path, ..)| path).collect() }))
    }
}

/// Somebody else worked during a step: only what is known to be its own is taken out.
struct Others {
    mine: HashSet<Vec<u8>>,
}

impl Others {
    fn did(&self, path: &TreePath) -> bool {
        !self.mine.contains(path.as_bytes())
    }
}

/// A plan while it is made, file by file.
struct Gathering<'a> {
    workspace: &'a Workspace,
    before: (Contents, Attributes),
    /// `None`: the files as they are now.
    after: Option<(Contents, Attributes)>,
    here: Attributes,
    live: &'a Arc<FolderNode>,
    large: Large,
    found: StepPlan,
    contents: Vec<(ObjectId, Vec<u8>)>,
}

impl Gathering<'_> {
    fn add(&mut self, change: Changed, step: &PastStep) -> Result<()> {
        let path = change.path;
        let now = item_at(self.live, &path);
        let (before, after) = (change.before, change.after);
        let without = match by_name(before, after, now) {
            Some(without) => without,
            None => self.by_line(step, &path, now)?,
        };
        let leave = |why| StepLeave { path: path.clone(), why };
        let overlap = |why, lines| Overlap { path: path.clone(), why, lines };
        match without {
            Without::Nothing => self.found.leaves.push(leave(StepLeaveWhy::TakenBack)),
            Without::Gone => self.found.leaves.push(leave(StepLeaveWhy::GoneSince)),
            Without::Overlap(lines) => {
                self.found.overlaps.push(overlap(OverlapWhy::SameLines, Some(lines)));
            }
            Without::Opaque => self.found.overlaps.push(overlap(OverlapWhy::NotText, None)),
            Without::MadeAndKept => self.found.overlaps.push(overlap(OverlapWhy::WorkedOn, None)),
            Without::DeletedAndNew => {
                self.found.overlaps.push(overlap(OverlapWhy::Replaced, None));
            }
            Without::Back if before.is_none() => self.push(path, now, None),
            Without::Back => {
                // Content and rights each go back only where nobody touched them since.
                let id = match (before, after, now) {
                    (Some(before), Some(after), Some(now)) if now.id != after.id => {
                        if before.id == after.id { now.id } else { before.id }
                    }
                    (Some(before), ..) => before.id,
                    (None, ..) => return Ok(()),
                };
                let item = Some(Item { mode: mode_without(before, after, now), id });
                if item == now {
                    self.found.leaves.push(leave(StepLeaveWhy::TakenBack));
                } else {
                    self.push(path, now, item);
                }
            }
            Without::Merged(bytes) => {
                let id = ObjectId::of_blob(&bytes);
                let mode = mode_without(before, after, now);
                self.contents.push((id, bytes));
                self.found.merged.push(path.clone());
                self.push(path, now, Some(Item { mode, id }));
            }
        }
        Ok(())
    }

    fn by_line(&self, step: &PastStep, path: &TreePath, now: Option<Item>) -> Result<Without> {
        let workspace = self.workspace;
        let before = workspace.stored_bytes(step.before, path, objects::LARGE)?;
        let after = match step.after {
            Some(after) => workspace.stored_bytes(after, path, objects::LARGE)?,
            // Then nothing came later, and names alone decide.
            None => return Ok(Without::Opaque),
        };
        let here = workspace.live_bytes(path, objects::LARGE)?;
        let (Bytes::All(before), Bytes::All(after), Bytes::All(here)) = (before, after, here)
        else {
            return Ok(Without::Opaque);
        };
        if now.map(|now| now.id) != Some(ObjectId::of_blob(&here)) {
            let path = workspace.root().join(path.to_path());
            return Err(Error::PlanOutdated { path, count: 1 });
        }
        Ok(by_line(&before, &after, &here))
    }

    fn push(&mut self, path: TreePath, now: Option<Item>, item: Option<Item>) {
        let mode = |attributes: &Attributes| {
            attributes.get(path.as_bytes()).map(|attribute| attribute.mode())
        };
        let here = mode(&self.here);
        // As with content: rights that somebody changed since stay.
        let later = self.after.as_ref().is_some_and(|(_, after)| mode(after) != here);
        let mode_after = if later && now.is_some() { here } else { mode(&self.before.1) };
        let step = Step { before: now, after: item, mode_before: here, mode_after, path };
        self.found.plan.steps.push(step);
    }

    fn finish(self, step: &PastStep) -> Result<StepPlan> {
        let mut found = self.found;
        self.workspace.leave_what_cannot_be_saved(&mut found.plan, self.live)?;
        for Leave { path, why } in std::mem::take(&mut found.plan.leaves) {
            found.leaves.push(StepLeave { path, why: StepLeaveWhy::Restore(why) });
        }
        found.plan.folders.keep = self
            .before
            .1
            .iter()
            .filter(|(_, attribute)| matches!(attribute, Attribute::EmptyFolder(_)))
            .map(|(path, _)| path.clone())
            .collect();
        let merged: HashSet<&TreePath> = found.merged.iter().collect();
        let steps = &found.plan.steps;
        found.back = steps
            .iter()
            .filter(|step| step.after.is_some() && !merged.contains(&step.path))
            .map(|step| step.path.clone())
            .collect();
        found.deletes = steps
            .iter()
            .filter(|step| step.after.is_none())
            .map(|step| step.path.clone())
            .collect();
        found.plan.describe_steps();
        let reason = step.reason.clone();
        found.plan.made = Some(Made { reason, contents: self.contents, large: self.large });
        Ok(found)
    }
}

fn item_at(live: &FolderNode, path: &TreePath) -> Option<Item> {
    live.file_at(path.parts()).map(|file| Item { mode: file.mode(), id: file.id })
}

/// Whether it can be run: as before the step, unless somebody changed that since.
fn mode_without(before: Option<Item>, after: Option<Item>, now: Option<Item>) -> Mode {
    let mode = |item: Option<Item>| item.map(|item| item.mode);
    let chosen = if now.is_none() || mode(now) == mode(after) { mode(before) } else { mode(now) };
    chosen.unwrap_or(Mode::File)
}

impl Plan {
    /// A plan whose target is made when it is carried out.
    fn to_be_made(before: CheckpointId, also: Tracked, seen: Option<ObjectId>) -> Self {
        Self {
            target: before,
            target_complete: true,
            writes: Vec::new(),
            deletes: Vec::new(),
            leaves: Vec::new(),
            conflicts: Vec::new(),
            steps: Vec::new(),
            folders: Folders::default(),
            also,
            purpose: Purpose::Restore,
            seen,
            made: None,
        }
    }

    /// What each path becomes, for the checkpoint that is made.
    pub(super) fn becomes(&self) -> BTreeMap<TreePath, Option<Item>> {
        self.steps.iter().map(|step| (step.path.clone(), step.after)).collect()
    }

    /// Rights that are not the usual ones, once the steps are done.
    pub(super) fn rights_after(&self, mut attributes: Attributes) -> Attributes {
        for step in &self.steps {
            let path = step.path.as_bytes();
            match (step.after, step.mode_after) {
                (Some(_), Some(mode)) => {
                    attributes.insert(path.to_vec(), Attribute::File(mode));
                }
                _ => drop(attributes.remove(path)),
            }
            if step.after.is_some() {
                // A folder that gets a file is not empty any more.
                let mut above = step.path.parent();
                while !above.as_bytes().is_empty() {
                    if let Some(Attribute::EmptyFolder(_)) = attributes.get(above.as_bytes()) {
                        attributes.remove(above.as_bytes());
                    }
                    above = above.parent();
                }
            }
        }
        attributes
    }
}

/// A tree with some of its paths replaced; `None` if nothing is left in it.
pub(super) fn tree_with(
    objects: &objects::Objects,
    tree: Option<ObjectId>,
    changes: &BTreeMap<TreePath, Option<Item>>,
    put: &mut objects::Put<'_>,
) -> Result<Option<ObjectId>> {
    let mut here: HashMap<Vec<u8>, Option<Item>> = HashMap::new();
    let mut below: BTreeMap<Vec<u8>, BTreeMap<TreePath, Option<Item>>> = BTreeMap::new();
    for (path, item) in changes {
        let mut parts = path.parts();
        let Some(first) = parts.next() else { continue };
        let rest = parts.fold(TreePath::default(), |path, part| path.join(part));
        if rest.as_bytes().is_empty() {
            here.insert(first.to_vec(), *item);
        } else {
            below.entry(first.to_vec()).or_default().insert(rest, *item);
        }
    }
    let mut entries = match tree {
        Some(tree) => objects::decode_tree(tree, &objects.read(objects::Kind::Tree, tree)?)?,
        None => Vec::new(),
    };
    for (name, changes) in below {
        let folder = entries.iter().position(|entry| *entry.name == *name);
        let old = folder.map(|at| entries.swap_remove(at));
        let inner = old.filter(|entry| entry.mode == Mode::Tree).map(|entry| entry.id);
        if let Some(id) = tree_with(objects, inner, &changes, put)? {
            entries.push(objects::Entry { mode: Mode::Tree, name: name.into(), id });
        }
    }
    for (name, item) in here {
        let is_folder = |entry: &objects::Entry| entry.mode == Mode::Tree;
        // Where a file goes and a folder of its name comes, both are among the changes.
        entries.retain(|entry| *entry.name != *name || (item.is_none() && is_folder(entry)));
        if let Some(item) = item {
            entries.push(objects::Entry { mode: item.mode, name: name.into(), id: item.id });
        }
    }
    if entries.is_empty() {
        return Ok(None);
    }
    let bytes = objects::encode_tree(entries);
    let id = ObjectId::of("tree", &bytes);
    put(objects::Kind::Tree, id, &bytes)?;
    Ok(Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_stay_with_whoever_changed_them_last() {
        let item = |mode| Some(Item { mode, id: ObjectId::of_blob(b"") });
        let (plain, run) = (item(Mode::File), item(Mode::Executable));
        assert_eq!(mode_without(plain, run, run), Mode::File);
        assert_eq!(mode_without(plain, plain, run), Mode::Executable);
        assert_eq!(mode_without(run, plain, None), Mode::Executable);
    }
}
