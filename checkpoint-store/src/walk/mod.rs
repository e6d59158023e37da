//! Looks at every file of a workspace once, with many threads, and names its content.
//!
//! What was seen last time is remembered; a file whose size, times, number and rights
//! are the same is not read again, unless it changed so shortly before it was seen
//! that the clock would not tell.

mod content;
mod nodes;
mod state;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bstr::ByteSlice;
use rayon::prelude::*;

pub(crate) use content::{DryRun, Sink, Stored, store_file};
pub(crate) use nodes::{FileNode, FolderNode};
pub(crate) use state::State;

use crate::error::{Error, Result};
use crate::files::{Folder, Kind, Stat};
use crate::ids::ObjectId;
use crate::ignore::{RulePlace, RuleText, Rules, Verdict};
use crate::left_out::{LeftOut, Why};
use crate::objects::{Entry, Mode, encode_tree};
use crate::paths::TreePath;
use crate::progress::{self, Cancel};

/// The most names that were passed over and are listed by path.
const MOST_PASSED_OVER: usize = 50_000;

/// The name of files a restore writes before they get their own.
pub(crate) const TEMPORARY: &[u8] = b".belay-restore-";

/// Everything a walk needs.
pub(crate) struct Walk<'a, S> {
    pub(crate) sink: &'a S,
    /// The workspace's folder, to find what a submodule names relative to itself.
    pub(crate) place: &'a std::path::Path,
    pub(crate) cancel: Option<Cancel>,
    /// When it began, in nanoseconds: later changes may hide in the clock's grain.
    pub(crate) moment: i64,
    pub(crate) file_limit: u64,
    pub(crate) entry_limit: u64,
    /// Ignored paths that the person's repositories track all the same.
    pub(crate) tracked: &'a Tracked,
    /// Those it tracked last time.
    pub(crate) tracked_before: &'a Tracked,
    pub(crate) seen: AtomicU64,
    pub(crate) found: Mutex<Found>,
}

/// What a walk reports beside the files.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) ignored: u64,
    pub(crate) excluded: u64,
    /// Ignored and excluded names and repositories, by path; of a folder only itself.
    pub(crate) passed_over: Vec<TreePath>,
    /// There were more of them.
    pub(crate) more_passed_over: bool,
    pub(crate) rules: Vec<RuleText>,
    /// Files that were read.
    pub(crate) read: u64,
    /// Bytes of those.
    pub(crate) read_bytes: u64,
    /// Ignored paths that were taken because the repository tracks them.
    pub(crate) tracked: Tracked,
    /// Something that was taken last time is ignored now.
    pub(crate) newly_ignored: bool,
}

/// Ignored paths that a repository tracks, and the folders above them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tracked {
    pub(crate) files: std::collections::HashSet<Vec<u8>>,
    pub(crate) folders: std::collections::HashSet<Vec<u8>>,
}

/// A name that is to be entered.
struct Enter<'old> {
    name: Box<[u8]>,
    path: TreePath,
    old: Option<&'old Arc<FolderNode>>,
    within_ignored: bool,
}

/// A file of a folder: as it was last time, or looked at anew.
enum Seen<'old> {
    Before(&'old FileNode),
    Now(FileNode),
}

/// What was found in one folder so far.
struct Inside<'old> {
    files: Vec<Seen<'old>>,
    enter: Vec<Enter<'old>>,
}

impl Found {
    /// How much it would take to see again what was not known: files read, large ones
    /// counting for more.
    pub(crate) fn news(&self) -> u64 {
        self.read + (self.read_bytes >> 16)
    }

    fn pass_over(&mut self, path: TreePath) {
        if self.passed_over.len() < MOST_PASSED_OVER {
            self.passed_over.push(path);
        } else {
            self.more_passed_over = true;
        }
    }
}

impl Tracked {
    /// Adds a file and the folders above it.
    pub(crate) fn add(&mut self, path: &TreePath) {
        let bytes = path.as_bytes();
        self.files.insert(bytes.to_vec());
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'/') {
            self.folders.insert(bytes.get(..at).unwrap_or_default().to_vec());
        }
    }

    /// Both.
    pub(crate) fn with(mut self, other: &Self) -> Self {
        self.files.extend(other.files.iter().cloned());
        self.folders.extend(other.folders.iter().cloned());
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

impl<S: Sink> Walk<'_, S> {
    /// One folder and everything below it. `Ok(None)` if it went away meanwhile.
    pub(crate) fn visit(
        &self,
        folder: &Folder,
        name: Box<[u8]>,
        path: &TreePath,
        above: &Arc<Rules>,
        old: Option<&Arc<FolderNode>>,
        within_ignored: bool,
    ) -> Result<Arc<FolderNode>> {
        progress::checkpoint(self.cancel.as_ref())?;
        let failed = |error| Error::io("list", path.to_path(), error);
        let stat = folder.stat_self().map_err(failed)?;
        let mut names = folder.names().map_err(failed)?;
        names.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let rules = self.rules_of(folder, path, above, &names)?;
        let digest = rules.digest();
        let bare = !within_ignored;
        // What was seen under the same rules is seen again without asking them.
        let known = old.filter(|old| old.rules == digest && !within_ignored);

        let mut inside = Inside { files: Vec::with_capacity(names.len()), enter: Vec::new() };
        for (name, hint) in names {
            if name.eq_ignore_ascii_case(b".git") {
                let repository = path.join(&name);
                self.note(|found| found.pass_over(repository));
                continue;
            }
            if name.starts_with(TEMPORARY) {
                continue;
            }
            self.look(folder, path, &rules, (name, hint), old, known, within_ignored, &mut inside)?;
        }
        let Inside { files, enter } = inside;
        let enter_one = |next: Enter<'_>| self.enter(folder, next, &rules);
        let folders = if enter.len() > 1 {
            let entered = enter.into_par_iter().map(enter_one).filter_map(Result::transpose);
            entered.collect::<Result<Vec<_>>>()?
        } else {
            enter.into_iter().map(enter_one).filter_map(Result::transpose).collect::<Result<_>>()?
        };

        if let Some(old) = old
            && old.mode == stat.mode
            && old.rules == digest
            && old.bare == bare
            && old.ignored == within_ignored
            && old.is_same(&files, &folders)
        {
            return Ok(Arc::clone(old));
        }
        let files = files.into_iter().map(|file| match file {
            Seen::Before(file) => file.clone(),
            Seen::Now(file) => file,
        });
        let mut node = FolderNode {
            name,
            mode: stat.mode,
            rules: digest,
            files: files.collect(),
            folders,
            tree: None,
            bare,
            ignored: within_ignored,
        };
        self.name_tree(&mut node, old.map(|old| &**old))?;
        Ok(Arc::new(node))
    }

    /// Decides about one name.
    #[expect(clippy::too_many_arguments, reason = "one step of a loop, kept apart to be readable")]
    fn look<'old>(
        &self,
        folder: &Folder,
        path: &TreePath,
        rules: &Rules,
        (name, hint): (Box<[u8]>, Option<Kind>),
        old: Option<&'old Arc<FolderNode>>,
        known: Option<&'old Arc<FolderNode>>,
        within_ignored: bool,
        inside: &mut Inside<'old>,
    ) -> Result<()> {
        let mut stat = None;
        let kind = match hint {
            Some(kind) => kind,
            None => match self.stat(folder, path, &name)? {
                Some(found) => stat.insert(found).kind,
                None => return Ok(()),
            },
        };
        let is_folder = kind == Kind::Folder;
        let seen_before = known.is_some_and(|known| {
            if is_folder {
                known.folder(&name).is_some_and(|folder| !folder.ignored)
            } else {
                known.file(&name).is_some()
                    && (self.tracked_before.is_empty()
                        || !self.tracked_before.files.contains(path.join(&name).as_bytes()))
            }
        });
        let mut below_ignored = within_ignored;
        if !seen_before {
            let full = path.join(&name);
            let verdict = if within_ignored {
                rules.verdict_below_ignored(full.as_bstr(), is_folder)
            } else {
                rules.verdict(full.as_bstr(), is_folder)
            };
            let tracked = match kind {
                Kind::Folder => self.tracked.folders.contains(full.as_bstr().as_bytes()),
                _ => self.tracked.files.contains(full.as_bstr().as_bytes()),
            };
            below_ignored = match verdict {
                Verdict::Seen => false,
                Verdict::IgnoredButEnter => true,
                Verdict::Ignored if tracked => {
                    if !is_folder {
                        self.note(|found| found.tracked.add(&full));
                    }
                    is_folder
                }
                Verdict::Ignored => {
                    let taken = old.is_some_and(|old| {
                        old.file(&name).is_some() || old.folder(&name).is_some()
                    });
                    self.note(|found| {
                        found.ignored += 1;
                        found.newly_ignored |= taken;
                        found.pass_over(full);
                    });
                    return Ok(());
                }
                Verdict::Excluded => {
                    self.note(|found| {
                        found.excluded += 1;
                        found.pass_over(full);
                    });
                    return Ok(());
                }
            };
        }
        if is_folder {
            let full = path.join(&name);
            let old = old.and_then(|old| old.folder(&name));
            inside.enter.push(Enter { name, path: full, old, within_ignored: below_ignored });
            return Ok(());
        }
        if kind == Kind::Special {
            self.leave_out(path, &name, Why::Special, None);
            return Ok(());
        }
        let stat = match stat {
            Some(stat) => stat,
            None => match self.stat(folder, path, &name)? {
                Some(stat) => stat,
                None => return Ok(()),
            },
        };
        if self.seen.fetch_add(1, Ordering::Relaxed) >= self.entry_limit {
            self.leave_out(path, &name, Why::TooMany, Some(stat.size));
            return Ok(());
        }
        if kind == Kind::File && stat.size > self.file_limit {
            self.leave_out(path, &name, Why::TooLarge, Some(stat.size));
            return Ok(());
        }
        let before = old.and_then(|old| old.file(&name));
        if let Some(before) = before
            && before.stat == stat
            && !before.racy
        {
            inside.files.push(Seen::Before(before));
            return Ok(());
        }
        self.read(folder, path, name, stat, &mut inside.files)
    }

    /// Names the content of a file that is new or may have changed.
    fn read(
        &self,
        folder: &Folder,
        path: &TreePath,
        name: Box<[u8]>,
        stat: Stat,
        files: &mut Vec<Seen<'_>>,
    ) -> Result<()> {
        match self.sink.store(folder, &name, &path.join(&name), stat)? {
            Stored::Done { id, large, stat } => {
                self.note(|found| {
                    found.read += 1;
                    found.read_bytes += stat.size;
                });
                let racy = stat.is_racy(self.moment);
                files.push(Seen::Now(FileNode { name, stat, id, large, racy }));
            }
            Stored::Gone => {}
            Stored::Unreadable(why) => {
                self.leave_out(path, &name, Why::Unreadable(why), Some(stat.size));
            }
            Stored::Special => self.leave_out(path, &name, Why::Special, None),
        }
        Ok(())
    }

    fn enter(
        &self,
        folder: &Folder,
        next: Enter<'_>,
        rules: &Arc<Rules>,
    ) -> Result<Option<Arc<FolderNode>>> {
        match folder.child(&next.name) {
            Ok(child) => {
                let node =
                    self.visit(&child, next.name, &next.path, rules, next.old, next.within_ignored);
                match node {
                    // It may be left out like an unreadable file; everything else stops the save.
                    Err(Error::Io { action: "list", source, .. }) => {
                        self.note(|found| {
                            let why = Why::Unreadable(source.to_string());
                            found.left_out.push(LeftOut {
                                path: next.path.clone(),
                                why,
                                bytes: None,
                            });
                        });
                        Ok(None)
                    }
                    other => other.map(Some),
                }
            }
            Err(error) if gone(&error) => Ok(None),
            Err(error) => {
                let why = Why::Unreadable(error.to_string());
                self.note(|found| {
                    found.left_out.push(LeftOut { path: next.path.clone(), why, bytes: None });
                });
                Ok(None)
            }
        }
    }

    /// The rules of this folder: a repository may begin here, and it may have a `.gitignore`.
    fn rules_of(
        &self,
        folder: &Folder,
        path: &TreePath,
        above: &Arc<Rules>,
        names: &[(Box<[u8]>, Option<Kind>)],
    ) -> Result<Arc<Rules>> {
        let has = |wanted: &[u8]| names.binary_search_by(|(name, _)| (**name).cmp(wanted)).is_ok();
        let mut rules = Arc::clone(above);
        let place = path.as_bstr().as_bytes();
        if has(b".git")
            && let Some(text) = info_exclude(folder, &self.place.join(path.to_path()))
        {
            rules = rules.repository(place, &text);
            self.note(|found| {
                found.rules.push(RuleText {
                    folder: place.to_vec(),
                    place: RulePlace::Repository,
                    text,
                });
            });
        }
        if has(b".gitignore")
            && let Ok((file, stat)) = folder.read(b".gitignore")
            && stat.kind == Kind::File
        {
            let text = crate::files::read_all(&file, stat.size)
                .map_err(|error| Error::io("read", path.join(b".gitignore").to_path(), error))?;
            rules = rules.folder(place, &text);
            self.note(|found| {
                found.rules.push(RuleText {
                    folder: place.to_vec(),
                    place: RulePlace::Folder,
                    text,
                });
            });
        }
        Ok(rules)
    }

    fn stat(&self, folder: &Folder, path: &TreePath, name: &[u8]) -> Result<Option<Stat>> {
        match folder.stat(name) {
            Ok(stat) => Ok(Some(stat)),
            Err(error) if gone(&error) => Ok(None),
            Err(error) => {
                self.leave_out(path, name, Why::Unreadable(error.to_string()), None);
                Ok(None)
            }
        }
    }

    /// Gives the folder its tree; the old one if nothing in it changed.
    fn name_tree(&self, node: &mut FolderNode, old: Option<&FolderNode>) -> Result<()> {
        if let Some(old) = old
            && old.tree.is_some()
            && old.same_content(node)
        {
            node.tree = old.tree;
            return Ok(());
        }
        let mut entries: Vec<Entry> = node
            .files
            .iter()
            .map(|file| Entry { mode: file.mode(), name: file.name.clone(), id: file.id })
            .collect();
        entries.extend(node.folders.iter().filter_map(|folder| {
            let id = folder.tree?;
            Some(Entry { mode: Mode::Tree, name: folder.name.clone(), id })
        }));
        if entries.is_empty() {
            return Ok(());
        }
        let bytes = encode_tree(entries);
        let id = ObjectId::of("tree", &bytes);
        self.sink.tree(id, &bytes)?;
        node.tree = Some(id);
        Ok(())
    }

    fn leave_out(&self, path: &TreePath, name: &[u8], why: Why, bytes: Option<u64>) {
        let path = path.join(name);
        self.note(|found| found.left_out.push(LeftOut { path, why, bytes }));
    }

    fn note(&self, add: impl FnOnce(&mut Found)) {
        add(&mut self.found.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl FolderNode {
    /// Whether exactly this was in it, untouched.
    fn is_same(&self, files: &[Seen<'_>], folders: &[Arc<Self>]) -> bool {
        let named = self.tree.is_some() || (files.is_empty() && folders.is_empty());
        named
            && self.files.len() == files.len()
            && files.iter().all(|file| matches!(file, Seen::Before(_)))
            && self.folders.len() == folders.len()
            && self.folders.iter().zip(folders).all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

/// Whether a name is simply not there (any more).
pub(crate) fn gone(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// `info/exclude` of the repository that begins in this folder: empty if it has none,
/// `None` if `.git` is not a repository.
fn info_exclude(folder: &Folder, place: &std::path::Path) -> Option<Vec<u8>> {
    let text = |folder: &Folder| -> Option<Vec<u8>> {
        let (file, stat) = folder.child(b"info").ok()?.read(b"exclude").ok()?;
        crate::files::read_all(&file, stat.size).ok()
    };
    match folder.child(b".git") {
        Ok(git) => git.stat(b"HEAD").is_ok().then(|| text(&git).unwrap_or_default()),
        // A worktree or submodule: a file that names the folder. Its rules lie elsewhere;
        // they are read by path, because they belong to the person's own repository.
        Err(_) => {
            let (file, stat) = folder.read(b".git").ok()?;
            let content = crate::files::read_all(&file, stat.size.min(4096)).ok()?;
            let named = content.strip_prefix(b"gitdir:")?.trim();
            let git = place.join(crate::paths::name_of(named));
            let common = std::fs::read_to_string(git.join("commondir"))
                .map_or_else(|_| git.clone(), |text| git.join(text.trim()));
            Some(std::fs::read(common.join("info/exclude")).unwrap_or_default())
        }
    }
}
