//! Snapshots and captures that come from elsewhere: their objects, checked and on the disk
//! before the rows that need them.
//!
//! Nothing here is believed. Every object must be what its name says, every tree must be
//! whole and have plain names, every noted path must stay inside, and links that lead out
//! of the workspace are taken out and named. A snapshot gets a commit of its own here, so
//! its history is the history of this store.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bstr::ByteSlice;

use super::Line;
use super::import::{damaged, each_line, leads_inside, wrong};
use crate::capture::{Metadata, names};
use crate::contents::{Contents, Large, encode_attributes};
use crate::database::Leaving;
use crate::database::snapshots::{Kind as RowKind, Snapshot};
use crate::error::{Error, Result};
use crate::ids::{CheckpointId, MessageId, ObjectId};
use crate::ignore::Recorded;
use crate::left_out::{LeftOut, Why};
use crate::objects::{
    Commit, Entry, Kind, Mode, Objects, PackWriter, Put, decode_tree, encode_tree, read_large,
};
use crate::paths::{TreePath, stays_inside};
use crate::progress::{self, Progress, Stage};
use crate::store::Store;

/// Folders in folders: deeper than any system's paths go.
const DEEPEST: usize = 1_000;
/// How many lines there are between two calls of a progress.
const TOLD_EVERY: u64 = 256;

/// The bytes of an object in a line, if it is what its name says. Two contents with one
/// name, which can be made on purpose, are found out.
pub(super) fn object(kind: &str, id: ObjectId, base64: &str) -> Option<(Kind, Vec<u8>)> {
    let kind = match kind {
        "blob" => Kind::Blob,
        "tree" => Kind::Tree,
        _ => return None,
    };
    let bytes = STANDARD.decode(base64).ok()?;
    let mut hasher = gix_hash::hasher(gix_hash::Kind::Sha1);
    hasher.update(format!("{} {}\0", kind.name(), bytes.len()).as_bytes());
    hasher.update(&bytes);
    let named = hasher.try_finalize().ok()?;
    (named.as_bytes() == id.as_bytes()).then_some((kind, bytes))
}

/// Takes the objects of a file in, and makes its snapshots ready to be rows: all but ids,
/// session and workspace. The caller keeps garbage collection away.
pub(super) fn take_in(
    store: &Store,
    from: &Path,
    root: &Path,
    progress: &mut dyn Progress,
) -> Result<Vec<Leaving>> {
    let objects = store.objects();
    let pack = PackWriter::new(&store.layout().temporary());
    let mut lines = Vec::new();
    let mut count = 0;
    let mut promises = false;
    each_line(from, |line, _| {
        progress::checkpoint(progress.cancel())?;
        if count % TOLD_EVERY == 0 {
            progress.at(Stage::Import, count, 0);
        }
        count += 1;
        match line {
            Line::Object { kind, id, base64 } => {
                let (kind, bytes) = object(&kind, id, &base64)
                    .ok_or_else(|| damaged(from, &format!("object {id} has another hash")))?;
                if !objects.has(id) {
                    pack.put(kind, id, &bytes)?;
                }
            }
            Line::Snapshot { parts, .. } => {
                promises |= parts.has_large();
                lines.push(line);
            }
            _ => {}
        }
        Ok(())
    })?;
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    // From here on others may rely on what is in the pack, so it stays whatever happens;
    // what nobody needs goes with the next collection.
    if let Some(packed) = pack.finish(&objects.pack_folder(), promises)? {
        objects.add(&packed.index)?;
    }
    crate::step("import:objects")?;
    let pack = PackWriter::new(&store.layout().temporary());
    let mut arrival =
        Arrival { objects, pack: &pack, root, left: store.options().snapshot_entries };
    let mut rows = Vec::new();
    let mut parent = None;
    for line in lines {
        let (row, commit) = arrival.row(line, parent)?;
        if row.snapshot.kind != RowKind::Capture {
            parent = Some(commit);
        }
        rows.push(row);
    }
    if let Some(packed) = pack.finish(&objects.pack_folder(), promises)? {
        objects.add(&packed.index)?;
    }
    Ok(rows)
}

struct Arrival<'a> {
    objects: &'a Objects,
    pack: &'a PackWriter,
    root: &'a Path,
    /// Files that may still come: a small file can name very many.
    left: u64,
}

impl Arrival<'_> {
    fn row(&mut self, line: Line, parent: Option<ObjectId>) -> Result<(Leaving, ObjectId)> {
        let Line::Snapshot {
            position,
            kind,
            message,
            reason,
            created_at,
            complete,
            summary,
            label,
            pinned,
            beside,
            changed,
            parts,
        } = line
        else {
            return Err(wrong("a line is not a snapshot"));
        };
        let kind = match kind.as_str() {
            "save" => RowKind::Save,
            "capture" => RowKind::Capture,
            _ => return Err(wrong("an unknown kind of snapshot")),
        };
        let mut paths = Vec::new();
        for path in changed {
            let path = STANDARD.decode(path).ok().filter(|path| stays_inside(path));
            paths.push(path.ok_or_else(|| wrong("a path leads out of the workspace"))?);
        }
        let (mut contents, mut left_out, links) = self.checked(&parts)?;
        if kind == RowKind::Capture {
            let at = names::tree_path(self.root).ok_or_else(|| wrong("the folder has no name"))?;
            contents = self.moved(&contents, &at)?;
            paths = paths.into_iter().map(|path| moved(&at, &path).as_bytes().to_vec()).collect();
            for left in &mut left_out {
                left.path = moved(&at, left.path.as_bytes());
            }
        }
        if !left_out.is_empty() {
            contents.left_out = Some(self.json(&left_out)?);
        }
        let tree = contents.store_tree(&mut *self.put())?;
        let parent = parent.filter(|_| kind != RowKind::Capture);
        let text = if reason.trim().is_empty() { "Checkpoint" } else { reason.as_str() };
        let commit = Commit { tree, parent, time: created_at / 1000, message: text }.encode();
        let id = ObjectId::of("commit", &commit);
        self.put()(Kind::Commit, id, &commit)?;
        let snapshot = Snapshot {
            id: CheckpointId::from_i64(position),
            workspace: None,
            kind,
            session: None,
            message: message.map(MessageId::new).transpose()?,
            reason,
            created: created_at,
            commit: id,
            tree: contents.files.unwrap_or_else(|| ObjectId::of("tree", b"")),
            parent: beside.map(CheckpointId::from_i64),
            complete: complete && !links,
            summary,
        };
        Ok((Leaving { snapshot, changed: paths, label, pinned }, id))
    }

    /// Looks at all a snapshot leads to. The parts as they are taken in, what is not in
    /// them, and whether links had to go.
    fn checked(&mut self, parts: &Contents) -> Result<(Contents, Vec<LeftOut>, bool)> {
        let objects = self.objects;
        let large = parts.large(objects)?;
        for (whole, list) in &large {
            read_large(objects, *whole, *list, &mut std::io::sink())?;
        }
        if let Some(id) = parts.excludes {
            Recorded::decode(&objects.read(Kind::Blob, id)?)
                .ok_or_else(|| wrong("a list of rules cannot be read"))?;
        }
        if let Some(id) = parts.attributes {
            let bytes = objects.read(Kind::Blob, id)?;
            let mut lines = bytes.split_str("\0").filter(|line| !line.is_empty());
            let plain = |line: &[u8]| line.splitn_str(3, " ").nth(2).is_some_and(stays_inside);
            if !lines.all(plain) {
                return Err(wrong("a path leads out of the workspace"));
            }
        }
        let mut left_out = parts.left_out(objects)?;
        if !left_out.iter().all(|left| stays_inside(left.path.as_bytes())) {
            return Err(wrong("a path leads out of the workspace"));
        }
        let before = left_out.len();
        let mut contents = *parts;
        if let Some(tree) = parts.files {
            contents.files = self.tree(tree, &TreePath::default(), &large, &mut left_out, 0)?;
        }
        let links = left_out.len() > before;
        Ok((contents, left_out, links))
    }

    /// A tree without links that lead out.
    fn tree(
        &mut self,
        id: ObjectId,
        path: &TreePath,
        large: &Large,
        left_out: &mut Vec<LeftOut>,
        depth: usize,
    ) -> Result<Option<ObjectId>> {
        if depth > DEEPEST {
            return Err(wrong("its folders are too deep"));
        }
        let entries = decode_tree(id, &self.objects.read(Kind::Tree, id)?)?;
        let mut kept = Vec::with_capacity(entries.len());
        let mut changed = false;
        for entry in entries {
            let Some(left) = self.left.checked_sub(1) else {
                return Err(wrong("it names more files than the limit"));
            };
            self.left = left;
            let path = path.join(&entry.name);
            match entry.mode {
                Mode::Tree => {
                    let inner = self.tree(entry.id, &path, large, left_out, depth + 1)?;
                    changed |= inner != Some(entry.id);
                    kept.extend(inner.map(|id| Entry { id, ..entry }));
                }
                Mode::Link => {
                    let target = self.objects.read(Kind::Blob, entry.id)?;
                    if leads_inside(&path.to_path(), &target) {
                        kept.push(entry);
                    } else {
                        let why = "a link that leads out of the workspace was not taken in";
                        left_out.push(LeftOut {
                            path,
                            why: Why::Unreadable(why.to_owned()),
                            bytes: None,
                        });
                        changed = true;
                    }
                }
                Mode::File | Mode::Executable => {
                    if !large.contains_key(&entry.id) && !self.objects.has(entry.id) {
                        return Err(wrong(&format!("object {} is not in the file", entry.id)));
                    }
                    kept.push(entry);
                }
            }
        }
        if !changed {
            return Ok(Some(id));
        }
        self.store_tree(kept)
    }

    /// A capture's parts with whole paths again, in their new place.
    fn moved(&mut self, contents: &Contents, at: &TreePath) -> Result<Contents> {
        let objects = self.objects;
        let mut files = contents.files;
        for part in at.parts().rev() {
            let Some(id) = files else { break };
            files =
                self.store_tree(vec![Entry { mode: Mode::Tree, name: names::escaped(part), id }])?;
        }
        let stored =
            at.parts().fold(TreePath::default(), |whole, part| whole.join(&names::escaped(part)));
        // What was stored in this run is not in a pack that can be read yet; what came in is.
        let attributes = contents.attributes(objects)?.into_iter();
        let attributes = attributes
            .map(|(path, attribute)| (moved(&stored, &path).as_bytes().to_vec(), attribute));
        let attributes = self.blob(encode_attributes(&attributes.collect()))?;
        let metadata = Metadata::decode(&contents.metadata(objects)?);
        if !metadata.absent.iter().all(|path| stays_inside(path)) {
            return Err(wrong("a path leads out of the workspace"));
        }
        let absent = metadata.absent.iter().map(|path| moved(at, path).as_bytes().to_vec());
        let metadata =
            Metadata { known: HashMap::new(), absent: absent.collect(), rights: HashMap::new() };
        let metadata = self.blob(metadata.encode())?;
        Ok(Contents { files, attributes, metadata, ..*contents })
    }

    fn put(&self) -> Box<Put<'_>> {
        Box::new(
            |kind, id, bytes: &[u8]| {
                if self.objects.has(id) { Ok(()) } else { self.pack.put(kind, id, bytes) }
            },
        )
    }

    fn store_tree(&self, entries: Vec<Entry>) -> Result<Option<ObjectId>> {
        if entries.is_empty() {
            return Ok(None);
        }
        let bytes = encode_tree(entries);
        let id = ObjectId::of("tree", &bytes);
        self.put()(Kind::Tree, id, &bytes)?;
        Ok(Some(id))
    }

    fn blob(&self, content: Vec<u8>) -> Result<Option<ObjectId>> {
        if content.is_empty() {
            return Ok(None);
        }
        let id = ObjectId::of_blob(&content);
        self.put()(Kind::Blob, id, &content)?;
        Ok(Some(id))
    }

    fn json(&self, left_out: &[LeftOut]) -> Result<ObjectId> {
        let text = serde_json::to_vec(left_out)
            .map_err(|error| Error::Invalid { what: error.to_string() })?;
        self.blob(text)?.ok_or_else(|| wrong("a list is empty"))
    }
}

/// A path of the workspace as a whole path.
fn moved(at: &TreePath, path: &[u8]) -> TreePath {
    TreePath::from_bytes(path.to_vec()).parts().fold(at.clone(), |whole, part| whole.join(part))
}
