//! What a call reaches and the checkpoint of the workspace does not hold: what lies outside, what
//! version control ignores, the state of a repository. It is captured by itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use checkpoint_store::{Bounds, Saved as Snapshot, TreePath};
use policy_core::Action;
use policy_core::verdict::{Recovery, Risk, Verdict};
use policy_core::wire::{Domain, EffectKind, Place, TargetKind};

use super::judging::{Judged, Judging};
use super::subject::{Call, Subject};
use super::targets::{Reached, located, resolved};

/// For what may be reached, though the text does not say so: little, so that it costs little.
pub(super) const SMALL: Bounds =
    Bounds { bytes: 64 << 20, entries: 5_000, time: Duration::from_secs(2) };

/// For ignored files of which a verdict promises nothing: what is most often missed is small.
pub(super) const LITTLE: Bounds =
    Bounds { bytes: 8 << 20, entries: 1_000, time: Duration::from_millis(300) };

/// Names in a folder of a repository that are large and only ever grow, or say nothing.
const NOT_STATE: &[&str] =
    &["objects", "lfs", "annex", "modules", "worktrees", "hooks", "index.lock"];

/// What is to be captured beside a checkpoint.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Leftovers {
    /// What is lost unless it is captured.
    pub(super) certain: Vec<PathBuf>,
    /// What is captured if it is little.
    pub(super) possible: Vec<PathBuf>,
    /// What version control ignores, where the call may reach all of it: captured if it is little.
    pub(super) ignored: Vec<PathBuf>,
    /// What the verdict says about the ignored files.
    pub(super) promise: Promise,
    /// Something that is reached cannot be captured, because it is not known where it lies.
    pub(super) unknown: bool,
}

/// What a verdict says about ignored files that its text does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Promise {
    /// Nothing: it admits that it cannot tell.
    #[default]
    None,
    /// Everything comes back, and git replaces an ignored file only where a commit has one.
    WhereGitHasAFile,
    /// Everything comes back.
    Everything,
}

/// Finds what a checkpoint does not hold of what a call reaches. Without a checkpoint nothing of
/// the workspace is held.
pub(super) fn find(
    call: &Call,
    judging: &Judging,
    judged: &Judged,
    most: usize,
    root: &Path,
    snapshot: Option<&Snapshot>,
) -> Leftovers {
    let Reached { certain, possible, cleaned, below, cut } = resolved(judged, most);
    let mut found = Leftovers { unknown: cut, ..Leftovers::default() };
    let not_held = NotHeld::of(snapshot);
    if snapshot.is_none() {
        // A tool's write alone: the file is all there is to save.
        found.certain.extend(call.subjects.iter().filter_map(|subject| match subject {
            Subject::Write(path) => Some(located(&call.cwd.join(path))),
            _ => None,
        }));
    }
    let made_again = |path: &Path| is_made_again(judging, call, path);
    for path in certain {
        match inside(root, &path) {
            Some(target) if snapshot.is_some() => {
                found.unknown |= not_held.more;
                not_held.below(root, &target, &path, &made_again, &mut found.certain);
            }
            _ => found.certain.push(path),
        }
    }
    for path in cleaned {
        match inside(root, &path) {
            Some(target) => {
                found.unknown |= not_held.more;
                let mut ignored = Vec::new();
                not_held.below(root, &target, &path, &made_again, &mut ignored);
                found.certain.extend(ignored.into_iter().filter(|path| !path.ends_with(".git")));
            }
            None => found.certain.push(path),
        }
    }
    for path in below {
        match inside(root, &path) {
            Some(target) => {
                found.unknown |= not_held.more;
                not_held.below(root, &target, &path, &made_again, &mut found.certain);
            }
            // The verdict does not promise to bring this back.
            None => found.possible.push(path),
        }
    }
    found.possible.extend(possible);
    if judged.verdicts.iter().any(changes_repository) {
        found.certain.extend(state_of_repository(&call.cwd));
    }
    if let Some(promise) = judged.verdicts.iter().filter_map(reaches_unnamed).max() {
        let all = TreePath::default();
        not_held.below(root, &all, root, &made_again, &mut found.ignored);
        found.ignored.retain(|path| !path.ends_with(".git"));
        found.promise = promise;
        found.unknown |= promise > Promise::None && (not_held.lost || not_held.more);
    }
    found.certain = outermost(found.certain);
    found.possible = outermost(found.possible);
    found.ignored = outermost(found.ignored);
    found
}

/// What is on the disk and not in a checkpoint.
struct NotHeld<'t> {
    paths: Vec<&'t TreePath>,
    /// There is more.
    more: bool,
    /// Something should have been saved and was not.
    lost: bool,
}

impl<'t> NotHeld<'t> {
    fn of(snapshot: Option<&'t Snapshot>) -> Self {
        let Some(snapshot) = snapshot else {
            return Self { paths: Vec::new(), more: false, lost: true };
        };
        let lost = snapshot.left_out.iter().filter(|left| left.is_loss()).map(|left| &left.path);
        Self {
            paths: snapshot.passed_over.iter().chain(lost).collect(),
            more: snapshot.more_passed_over,
            lost: !snapshot.complete,
        }
    }

    /// Adds what a target has that is not held: what lies below it, except for what is made
    /// again, or the target itself where it lies in an ignored folder or is not there yet.
    fn below(
        &self,
        root: &Path,
        target: &TreePath,
        path: &Path,
        made_again: &dyn Fn(&Path) -> bool,
        found: &mut Vec<PathBuf>,
    ) {
        if fs::symlink_metadata(path).is_err() {
            found.push(path.to_path_buf());
            return;
        }
        for passed_over in &self.paths {
            if target.is_within(passed_over) {
                found.push(path.to_path_buf());
                return;
            }
            if passed_over.is_within(target) {
                let whole = root.join(passed_over.to_path());
                if !made_again(&whole) {
                    found.push(whole);
                }
            }
        }
    }
}

fn inside(root: &Path, path: &Path) -> Option<TreePath> {
    let below = path.strip_prefix(root).ok()?;
    if below.as_os_str().is_empty() { Some(TreePath::default()) } else { TreePath::new(below) }
}

/// Whether a build or a package manager makes a path again, by the engine's own word.
fn is_made_again(judging: &Judging, call: &Call, path: &Path) -> bool {
    let Some(path) = path.to_str() else { return false };
    let verdict = judging.judge_one(&Action::Write { path }, &call.cwd, &call.workspace);
    let places = verdict.findings.iter().filter_map(|finding| finding.effect);
    places.into_iter().any(|(_, _, place)| place == Place::BuildOutput)
}

/// Whether refs, the index or the history of a repository on this machine change.
fn changes_repository(verdict: &Verdict) -> bool {
    verdict.findings.iter().filter_map(|finding| finding.effect).any(|(kind, domain, place)| {
        let of_repository = domain == Domain::Repository
            || matches!(
                kind,
                EffectKind::Discards | EffectKind::DropsRefs | EffectKind::RewritesHistory
            );
        of_repository && place != Place::Elsewhere && kind != EffectKind::Deletes
    })
}

/// What is promised about ignored files, where something is changed that no target names: all of
/// the workspace, or what only the running program will know.
fn reaches_unnamed(verdict: &Verdict) -> Option<Promise> {
    let unnamed = verdict.findings.iter().filter_map(|finding| {
        let (kind, _, place) = finding.effect?;
        let named = || {
            let mut named = verdict.targets.iter();
            named.any(|target| target.effect == kind && target.kind != TargetKind::Tracked)
        };
        let reached = match place {
            Place::Workspace | Place::WorkspaceRoot => !named(),
            Place::Unknown => true,
            _ => false,
        };
        (reached && finding.risk >= Risk::Medium).then_some((kind, finding.recovery))
    });
    let promises = unnamed.map(|(kind, recovery)| match (recovery, kind) {
        (Recovery::Full, EffectKind::Discards) => Promise::WhereGitHasAFile,
        (Recovery::Full, _) => Promise::Everything,
        _ => Promise::None,
    });
    promises.max()
}

/// The files of a repository that say where it stands: refs, index, reflogs, a merge under way.
/// Objects stay: git itself keeps what nothing names any more for two weeks.
fn state_of_repository(cwd: &Path) -> Vec<PathBuf> {
    let Some(git) = cwd.ancestors().map(|folder| folder.join(".git")).find(|git| git.exists())
    else {
        return Vec::new();
    };
    if git.is_dir() {
        return state_in(&git);
    }
    // A worktree of its own: `.git` is a file that leads to its part of the repository.
    let text = fs::read_to_string(&git).unwrap_or_default();
    let Some(own) =
        text.strip_prefix("gitdir:").map(|path| git.with_file_name("").join(path.trim()))
    else {
        return Vec::new();
    };
    let common = fs::read_to_string(own.join("commondir")).unwrap_or_default();
    let mut state = state_in(&own);
    if !common.trim().is_empty() {
        state.extend(state_in(&own.join(common.trim())));
    }
    state
}

fn state_in(git: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(git) else { return Vec::new() };
    let mut state: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| !NOT_STATE.iter().any(|name| entry.file_name() == *name))
        .map(|entry| entry.path())
        .collect();
    // What comes and goes while git works, so that going back takes it away again.
    let fleeting = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "ORIG_HEAD", "packed-refs"];
    state.extend(fleeting.iter().map(|name| git.join(name)).filter(|path| !path.exists()));
    state
}

/// Without what lies below another.
fn outermost(mut paths: Vec<PathBuf>) -> Vec<PathBuf> {
    paths.sort();
    let mut kept: Vec<PathBuf> = Vec::with_capacity(paths.len());
    for path in paths {
        if kept.last().is_none_or(|last| !path.starts_with(last)) {
            kept.push(path);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_below_another_is_named_once() {
        let paths = ["/a/b", "/a", "/ab", "/a/c/d", "/b/x", "/b/x"].map(PathBuf::from);
        assert_eq!(outermost(paths.to_vec()), ["/a", "/ab", "/b/x"].map(PathBuf::from));
    }
}
