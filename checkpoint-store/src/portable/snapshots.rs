//! Snapshots and captures on their way out: rows as lines, and every object they lead to.
//!
//! A capture has whole paths of this machine. Only what lies in the workspace goes along,
//! by its path in there; the rest is named and stays here.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Line;
use super::export::Writer;
use crate::capture::{Metadata, names};
use crate::contents::{Contents, Large, encode_attributes};
use crate::database::Leaving;
use crate::database::snapshots::Kind as RowKind;
use crate::error::{Error, Result};
use crate::ids::{CheckpointId, ObjectId};
use crate::left_out::LeftOut;
use crate::objects::{Entry, Kind, Mode, Objects, decode_tree, encode_tree};
use crate::paths::TreePath;

/// Objects that are made for the file alone.
#[derive(Default)]
struct Made(HashMap<ObjectId, Vec<u8>>);

impl Made {
    fn blob(&mut self, content: Vec<u8>) -> Option<ObjectId> {
        if content.is_empty() {
            return None;
        }
        let id = ObjectId::of_blob(&content);
        self.0.insert(id, content);
        Some(id)
    }

    fn tree(&mut self, entries: Vec<Entry>) -> Option<ObjectId> {
        if entries.is_empty() {
            return None;
        }
        let bytes = encode_tree(entries);
        let id = ObjectId::of("tree", &bytes);
        self.0.insert(id, bytes);
        Some(id)
    }

    fn read(&self, objects: &Objects, kind: Kind, id: ObjectId) -> Result<Vec<u8>> {
        self.0.get(&id).map_or_else(|| objects.read(kind, id), |bytes| Ok(bytes.clone()))
    }
}

impl Writer<'_, '_> {
    /// Writes snapshots and captures of a session, oldest first.
    pub(super) fn snapshots(
        &mut self,
        objects: &Objects,
        rows: &[Leaving],
        root: &Path,
    ) -> Result<()> {
        for row in rows {
            let mut made = Made::default();
            let contents = Contents::of_commit(objects, row.snapshot.commit)?;
            let (contents, changed) = if row.snapshot.kind == RowKind::Capture {
                let at = names::tree_path(root).ok_or_else(|| Error::Invalid {
                    what: format!("the name of `{}` is not Unicode", root.display()),
                })?;
                let paths = row.changed.iter().cloned().map(TreePath::from_bytes);
                let (inside, outside): (Vec<_>, Vec<_>) =
                    paths.partition(|path| path.is_within(&at) && !has_git(path));
                self.told.left_out.extend(outside.iter().map(names::shown));
                if inside.is_empty() {
                    continue;
                }
                let changed = inside.iter().map(|path| below(path, &at).as_bytes().to_vec());
                (relative(objects, &contents, &at, &mut made)?, changed.collect())
            } else {
                (contents, row.changed.clone())
            };
            self.parts(objects, &contents, &made)?;
            self.told.snapshots += 1;
            let snapshot = &row.snapshot;
            self.line(&Line::Snapshot {
                position: snapshot.id.to_i64(),
                kind: snapshot.kind.name().to_owned(),
                message: snapshot.message.as_ref().map(ToString::to_string),
                reason: snapshot.reason.clone(),
                created_at: snapshot.created,
                complete: snapshot.complete,
                summary: snapshot.summary.clone(),
                label: row.label.clone(),
                pinned: row.pinned,
                beside: snapshot.parent.map(CheckpointId::to_i64),
                changed: changed.iter().map(|path| STANDARD.encode(path)).collect(),
                parts: contents,
            })?;
        }
        Ok(())
    }

    fn parts(&mut self, objects: &Objects, contents: &Contents, made: &Made) -> Result<()> {
        let large = contents.large_with(|id| made.read(objects, Kind::Tree, id))?;
        for (kind, id) in contents.parts() {
            match kind {
                Kind::Tree => self.tree(objects, id, made, &large)?,
                _ => self.object(objects, kind, id, made)?,
            }
        }
        Ok(())
    }

    fn tree(&mut self, objects: &Objects, id: ObjectId, made: &Made, large: &Large) -> Result<()> {
        if self.known_objects.contains(&id) {
            return Ok(());
        }
        for entry in decode_tree(id, &made.read(objects, Kind::Tree, id)?)? {
            match entry.mode {
                Mode::Tree => self.tree(objects, entry.id, made, large)?,
                // Its chunks go instead of it.
                _ if large.contains_key(&entry.id) => {}
                _ => self.object(objects, Kind::Blob, entry.id, made)?,
            }
        }
        self.object(objects, Kind::Tree, id, made)
    }

    fn object(&mut self, objects: &Objects, kind: Kind, id: ObjectId, made: &Made) -> Result<()> {
        if self.known_objects.insert(id) {
            let bytes = made.read(objects, kind, id)?;
            self.told.objects += 1;
            let kind = kind.name().to_owned();
            self.line(&Line::Object { kind, id, base64: STANDARD.encode(bytes) })?;
        }
        Ok(())
    }
}

/// The parts of a capture with paths that begin in the workspace.
fn relative(
    objects: &Objects,
    contents: &Contents,
    at: &TreePath,
    made: &mut Made,
) -> Result<Contents> {
    let mut here = contents.files;
    for part in at.parts() {
        let Some(tree) = here else { break };
        let entries = decode_tree(tree, &objects.read(Kind::Tree, tree)?)?;
        let wanted = names::escaped(part);
        let child = entries.into_iter().find(|entry| entry.name == wanted);
        here = child.filter(|entry| entry.mode == Mode::Tree).map(|entry| entry.id);
    }
    let mut used = Vec::new();
    let files = match here {
        Some(tree) => without_git(objects, tree, made, &mut used)?,
        None => None,
    };
    let attributes = contents.attributes(objects)?.into_iter().filter_map(|(path, attribute)| {
        let path = names::unescaped_path(&TreePath::from_bytes(path));
        let inside = path.is_within(at) && path != *at && !has_git(&path);
        inside.then(|| (below(&path, at).as_bytes().to_vec(), attribute))
    });
    let metadata = Metadata::decode(&contents.metadata(objects)?);
    let inside = |path: &Vec<u8>| {
        let path = TreePath::from_bytes(path.clone());
        (path.is_within(at) && !has_git(&path)).then(|| below(&path, at).as_bytes().to_vec())
    };
    let metadata = Metadata {
        // Owners mean something on one machine alone.
        known: HashMap::new(),
        absent: metadata.absent.iter().filter_map(inside).collect(),
        rights: HashMap::new(),
    };
    let left_out: Vec<LeftOut> = contents
        .left_out(objects)?
        .into_iter()
        .filter(|left| left.path.is_within(at))
        .map(|left| LeftOut { path: below(&left.path, at), ..left })
        .collect();
    let left_out = if left_out.is_empty() { Vec::new() } else { json(&left_out)? };
    let large = contents.large(objects)?;
    let lists = used.iter().filter_map(|id| Some((*id, *large.get(id)?)));
    let lists: HashMap<ObjectId, ObjectId> = lists.collect();
    let entries = lists.into_iter().map(|(whole, list)| Entry {
        mode: Mode::Tree,
        name: whole.to_string().into_bytes().into(),
        id: list,
    });
    let large = made.tree(entries.collect());
    Ok(Contents {
        files,
        attributes: made.blob(encode_attributes(&attributes.collect())),
        excludes: None,
        large,
        left_out: made.blob(left_out),
        metadata: made.blob(metadata.encode()),
    })
}

/// A tree without what git would run; `used` gets every file in it. Names are as the
/// system has them from here on: what had to be escaped is gone.
fn without_git(
    objects: &Objects,
    tree: ObjectId,
    made: &mut Made,
    used: &mut Vec<ObjectId>,
) -> Result<Option<ObjectId>> {
    let mut kept = Vec::new();
    for entry in decode_tree(tree, &objects.read(Kind::Tree, tree)?)? {
        if names::is_like_git(&entry.name) {
            continue;
        }
        if entry.mode != Mode::Tree {
            used.push(entry.id);
            kept.push(entry);
        } else if let Some(id) = without_git(objects, entry.id, made, used)? {
            kept.push(Entry { id, ..entry });
        }
    }
    Ok(made.tree(kept))
}

fn has_git(path: &TreePath) -> bool {
    path.parts().any(names::is_like_git)
}

/// A path from another one on.
fn below(path: &TreePath, above: &TreePath) -> TreePath {
    let rest = path.parts().skip(above.parts().count());
    rest.fold(TreePath::default(), |whole, part| whole.join(part))
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| Error::Invalid { what: error.to_string() })
}
