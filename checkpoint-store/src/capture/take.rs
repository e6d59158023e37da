//! Taking a capture.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;

use super::Metadata;
use super::names::{self, Places, escaped, folder_above, shown, split_root};
use crate::contents::Contents;
use crate::database::carried;
use crate::database::snapshots::{self, Kind, Snapshot};
use crate::error::{Error, Result};
use crate::events::Event;
use crate::files::{self, Folder, Stat};
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};
use crate::left_out::{LeftOut, Why};
use crate::objects::{
    self, Commit, Entry, Finished, Mode, PackWriter, Put, commit_tree, encode_tree,
};
use crate::options::Bounds;
use crate::paths::TreePath;
use crate::progress::{self, Progress, Stage};
use crate::save::{Changes, Summary};
use crate::step;
use crate::store::Store;
use crate::walk::{FileNode, FolderNode, Stored, gone, store_file};

/// How many files and folders there are between two calls of a progress.
const TOLD_EVERY: u64 = 128;

/// What a capture took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Captured {
    /// The capture.
    pub checkpoint: CheckpointId,
    /// Whether everything asked for is in it. If not, see `left_out`.
    pub complete: bool,
    /// What is not in it, and why. Paths are whole.
    pub left_out: Vec<LeftOut>,
    /// Files and links in it.
    pub files: u64,
    /// Bytes of their content.
    pub bytes: u64,
    /// Paths that were not there.
    pub absent: Vec<PathBuf>,
}

impl Store {
    /// Saves these files and folders, wherever they lie, ignored or not. A path that is
    /// not there is recorded as such. Nothing is followed through links.
    pub fn capture(
        &self,
        paths: &[impl AsRef<Path>],
        reason: &str,
        bounds: &Bounds,
        session: Option<&SessionId>,
        message: Option<&MessageId>,
        progress: &mut dyn Progress,
    ) -> Result<Captured> {
        self.capture_beside(None, paths, reason, bounds, session, message, progress)
    }

    /// As [`capture`](Self::capture), together with a checkpoint of a workspace that has the
    /// rest: whoever goes back to this moment needs both. The checkpoint is kept as the
    /// capture's parent.
    #[expect(clippy::too_many_arguments, reason = "those of a capture, and what it belongs to")]
    pub fn capture_beside(
        &self,
        checkpoint: Option<CheckpointId>,
        paths: &[impl AsRef<Path>],
        reason: &str,
        bounds: &Bounds,
        session: Option<&SessionId>,
        message: Option<&MessageId>,
        progress: &mut dyn Progress,
    ) -> Result<Captured> {
        let result = (|| {
            let _at_work = self.at_work()?;
            let mut places = Places::default();
            let located: Vec<TreePath> =
                paths.iter().map(|path| places.located(path.as_ref())).collect::<Result<_>>()?;
            self.take(checkpoint, (&located, &[]), reason, bounds, (session, message), progress)
        })();
        self.join_packs_quietly();
        if let Err(error) = &result
            && !matches!(error, Error::Cancelled)
        {
            let message = error.to_string();
            self.tell(&Event::Error { action: "capture".to_owned(), message });
        }
        result
    }

    /// The same, by somebody who holds the locks. Of `folders` only the rights are noted.
    pub(super) fn take(
        &self,
        beside: Option<CheckpointId>,
        (paths, folders): (&[TreePath], &[TreePath]),
        reason: &str,
        bounds: &Bounds,
        (session, message): (Option<&SessionId>, Option<&MessageId>),
        progress: &mut dyn Progress,
    ) -> Result<Captured> {
        let pack = PackWriter::batching(&self.layout().temporary());
        let mut taking = Taking {
            store: self,
            pack: &pack,
            bounds,
            progress,
            begun: Instant::now(),
            entries: 0,
            bytes: 0,
            left_out: Vec::new(),
            metadata: Metadata::default(),
            last: None,
        };
        let mut root = Branch::default();
        for path in paths {
            taking.path(path, &mut root)?;
        }
        folders.iter().for_each(|path| taking.rights(path));
        let Taking { bytes, left_out, metadata, .. } = taking;
        let mut root = root.into_node(Box::default());
        let objects = self.objects();
        let mut put = |kind, id: ObjectId, bytes: &[u8]| {
            if objects.has(id) { Ok(()) } else { pack.put(kind, id, bytes) }
        };
        name_trees(&mut root, &mut put)?;
        let (contents, tree) =
            Contents::store_with(&root, &[], &left_out, &metadata.encode(), &mut put)?;
        // Two programs may tell of the same call: what the session has captured just now is not
        // captured twice.
        let last = match session {
            Some(session) => {
                self.database().run(|connection| snapshots::newest_of(connection, session))?
            }
            None => None,
        };
        if let Some(last) = last
            && last.kind == Kind::Capture
            && last.parent == beside
            && commit_tree(last.commit, &objects.read(objects::Kind::Commit, last.commit)?)? == tree
        {
            let files = root.count();
            let absent = absent(&metadata);
            let complete = last.complete;
            return Ok(Captured { checkpoint: last.id, complete, left_out, files, bytes, absent });
        }
        let now = files::now_ms();
        let text = if reason.trim().is_empty() { "Capture" } else { reason };
        let commit = Commit { tree, parent: None, time: now / 1000, message: text }.encode();
        let commit_id = ObjectId::of("commit", &commit);
        put(objects::Kind::Commit, commit_id, &commit)?;
        let packed = pack.finish_or_carry(&objects.pack_folder(), contents.has_large())?;
        let stored = packed.as_ref().map_or(0, Finished::bytes);
        let carried = objects.take_in(packed)?;
        let complete = !left_out.iter().any(LeftOut::is_loss);
        let files = root.count();
        let summary = Summary {
            files,
            changed: Changes::default(),
            left_out: left_out.len() as u64,
            stored,
            ..Summary::default()
        };
        let mut row = Snapshot {
            id: CheckpointId::after(None, now),
            workspace: None,
            kind: Kind::Capture,
            session: session.cloned(),
            message: message.cloned(),
            reason: reason.to_owned(),
            created: now,
            commit: commit_id,
            tree: contents.files.unwrap_or_else(|| ObjectId::of("tree", b"")),
            parent: beside,
            complete,
            summary: serde_json::to_string(&summary)
                .map_err(|error| Error::Invalid { what: error.to_string() })?,
        };
        step("capture:before-row")?;
        self.database().write(|connection| {
            row.id = CheckpointId::after(snapshots::newest(connection)?, now);
            let changed = paths.iter().map(TreePath::as_bytes);
            carried::insert(connection, carried.as_ref(), true)?;
            snapshots::insert(connection, &row, changed)
        })?;
        step("capture:recorded")?;
        objects.place_later(carried.as_ref());
        step("capture:placed")?;
        self.tell(&Event::Checkpoint {
            from: None,
            to: row.id,
            session: session.cloned(),
            complete,
        });
        let absent = absent(&metadata);
        Ok(Captured { checkpoint: row.id, complete, left_out, files, bytes, absent })
    }
}

/// A tree that grows path by path.
#[derive(Default)]
struct Branch {
    mode: u32,
    files: BTreeMap<Box<[u8]>, FileNode>,
    folders: BTreeMap<Box<[u8]>, Branch>,
    /// Captured itself, not only on the way to something.
    bare: bool,
}

impl Branch {
    fn into_node(self, name: Box<[u8]>) -> FolderNode {
        FolderNode {
            name,
            // Of a folder on the way nothing is noted.
            mode: if self.bare { self.mode } else { 0o755 },
            rules: ObjectId::from_bytes([0; 20]),
            files: self.files.into_values().collect(),
            folders: self
                .folders
                .into_iter()
                .map(|(name, node)| Arc::new(node.into_node(name)))
                .collect(),
            tree: None,
            bare: self.bare,
            ignored: false,
        }
    }
}

struct Taking<'a> {
    store: &'a Store,
    pack: &'a PackWriter,
    bounds: &'a Bounds,
    progress: &'a mut dyn Progress,
    begun: Instant,
    entries: u64,
    bytes: u64,
    left_out: Vec<LeftOut>,
    metadata: Metadata,
    /// Where the last path lay: the next one often lies there too.
    last: Option<(TreePath, Folder)>,
}

impl Taking<'_> {
    fn path(&mut self, path: &TreePath, root: &mut Branch) -> Result<()> {
        let (disk, rest) = split_root(path);
        let mut parts: Vec<_> = rest.parts().collect();
        let Some(name) = parts.pop() else { return Ok(()) };
        let above = path.parent();
        let folder = match self.last.take() {
            Some((known, folder)) if known == above => folder,
            _ => match self.open(path, &disk, &parts)? {
                Some(folder) => folder,
                None => return Ok(()),
            },
        };
        let mut branch = root;
        if cfg!(windows)
            && let Some(drive) = path.parts().next()
        {
            branch = branch.folders.entry(drive.into()).or_default();
        }
        for part in parts {
            branch = branch.folders.entry(escaped(part)).or_default();
        }
        self.entry(&folder, name, path, branch, true)?;
        self.last = Some((above, folder));
        Ok(())
    }

    /// The folder a path lies in; `None` if there is none, which is noted.
    fn open(&mut self, path: &TreePath, disk: &Path, parts: &[&[u8]]) -> Result<Option<Folder>> {
        let failed = |error| Error::io("open", shown(path), error);
        let mut folder = Folder::open(disk).map_err(failed)?;
        for part in parts {
            folder = match folder.child(part) {
                Ok(child) => child,
                Err(error) if gone(&error) => {
                    self.metadata.absent.push(path.as_bytes().to_vec());
                    return Ok(None);
                }
                Err(error) => {
                    self.leave(path, Why::Unreadable(error.to_string()), None);
                    return Ok(None);
                }
            };
        }
        Ok(Some(folder))
    }

    fn entry(
        &mut self,
        folder: &Folder,
        name: &[u8],
        path: &TreePath,
        branch: &mut Branch,
        asked: bool,
    ) -> Result<()> {
        progress::checkpoint(self.progress.cancel())?;
        if self.entries.is_multiple_of(TOLD_EVERY) {
            self.progress.at(Stage::Walk, self.entries, 0);
        }
        let stat = match folder.stat(name) {
            Ok(stat) => stat,
            Err(error) if gone(&error) => {
                if asked {
                    self.metadata.absent.push(path.as_bytes().to_vec());
                }
                return Ok(());
            }
            Err(error) => {
                self.leave(path, Why::Unreadable(error.to_string()), None);
                return Ok(());
            }
        };
        if stat.kind == files::Kind::Folder
            && names::tree_path(self.store.folder()).as_ref() == Some(path)
        {
            self.leave(path, Why::OwnStore, None);
            return Ok(());
        }
        if let Some(why) = self.too_much(stat) {
            self.leave(path, why, Some(stat.size));
            return Ok(());
        }
        self.entries += 1;
        match stat.kind {
            files::Kind::Special => self.leave(path, Why::Special, None),
            files::Kind::Folder => self.folder(folder, name, path, stat, branch)?,
            files::Kind::File | files::Kind::Link => {
                self.file(folder, name, path, stat, branch)?;
            }
        }
        Ok(())
    }

    fn folder(
        &mut self,
        above: &Folder,
        name: &[u8],
        path: &TreePath,
        stat: Stat,
        branch: &mut Branch,
    ) -> Result<()> {
        let listed =
            above.child(name).and_then(|folder| folder.names().map(|names| (folder, names)));
        let (folder, mut names) = match listed {
            Ok(listed) => listed,
            Err(error) => {
                self.leave(path, Why::Unreadable(error.to_string()), None);
                return Ok(());
            }
        };
        names.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        self.remember(above, name, path, stat);
        let branch = branch.folders.entry(escaped(name)).or_default();
        branch.mode = stat.mode;
        branch.bare = true;
        for (name, _) in names {
            self.entry(&folder, &name, &path.join(&name), branch, false)?;
        }
        Ok(())
    }

    fn file(
        &mut self,
        folder: &Folder,
        name: &[u8],
        path: &TreePath,
        stat: Stat,
        branch: &mut Branch,
    ) -> Result<()> {
        match store_file(self.store.objects(), self.pack, folder, name, path, stat)? {
            Stored::Done { id, large, stat } => {
                self.remember(folder, name, path, stat);
                self.bytes += stat.size;
                let name = escaped(name);
                let node = FileNode { name: name.clone(), stat, id, large, racy: false };
                branch.files.insert(name, node);
            }
            Stored::Gone => {}
            Stored::Special => self.leave(path, Why::Special, None),
            Stored::Unreadable(why) => self.leave(path, Why::Unreadable(why), Some(stat.size)),
        }
        Ok(())
    }

    /// Notes what a folder lets people do, not what is in it.
    fn rights(&mut self, path: &TreePath) {
        if let Some((above, name)) = folder_above(path)
            && let Ok(stat) = above.stat(&name)
            && stat.kind == files::Kind::Folder
        {
            self.metadata.rights.insert(path.as_bytes().to_vec(), stat.mode);
        }
    }

    fn too_much(&self, stat: Stat) -> Option<Why> {
        let size = if stat.kind == files::Kind::File { stat.size } else { 0 };
        if self.entries >= self.bounds.entries {
            Some(Why::TooMany)
        } else if self.bytes.saturating_add(size) > self.bounds.bytes {
            Some(Why::TooMuch)
        } else if self.begun.elapsed() > self.bounds.time {
            Some(Why::TooLong)
        } else {
            None
        }
    }

    fn remember(&mut self, folder: &Folder, name: &[u8], path: &TreePath, stat: Stat) {
        let owner = folder.owner(name).unwrap_or_default();
        self.metadata.known.insert(path.as_bytes().to_vec(), (owner, stat.modified));
    }

    fn leave(&mut self, path: &TreePath, why: Why, bytes: Option<u64>) {
        self.left_out.push(LeftOut { path: path.clone(), why, bytes });
    }
}

fn absent(metadata: &Metadata) -> Vec<PathBuf> {
    metadata.absent.iter().map(|path| shown(&TreePath::from_bytes(path.clone()))).collect()
}

/// Gives every folder its tree.
fn name_trees(node: &mut FolderNode, put: &mut Put<'_>) -> Result<()> {
    for folder in &mut node.folders {
        name_trees(Arc::make_mut(folder), put)?;
    }
    let files = node.files.iter().map(|file| Entry {
        mode: file.mode(),
        name: file.name.clone(),
        id: file.id,
    });
    let folders = node.folders.iter().filter_map(|folder| {
        Some(Entry { mode: Mode::Tree, name: folder.name.clone(), id: folder.tree? })
    });
    let entries: Vec<Entry> = files.chain(folders).collect();
    if !entries.is_empty() {
        let bytes = encode_tree(entries);
        let id = ObjectId::of("tree", &bytes);
        put(objects::Kind::Tree, id, &bytes)?;
        node.tree = Some(id);
    }
    Ok(())
}
