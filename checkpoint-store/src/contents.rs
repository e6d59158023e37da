//! What one checkpoint consists of: a commit whose tree has the files and what git
//! cannot say about them.
//!
//! ```text
//! files        the workspace, exactly as `git write-tree` would name it
//! attributes   rights that are not the usual ones, and empty folders
//! excludes     the rules that decided what is seen
//! large        for each chunked file: the list of its chunks
//! left-out     what could not be saved
//! metadata     captures only: owners and times
//! ```

use std::collections::HashMap;

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::ids::ObjectId;
use crate::ignore::{Recorded, RuleText};
use crate::left_out::LeftOut;
use crate::objects::{Entry, Kind, Mode, Objects, Put, commit_tree, decode_tree, encode_tree};
use crate::walk::FolderNode;

/// The parts of a checkpoint by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Contents {
    /// `None`: no file at all.
    pub(crate) files: Option<ObjectId>,
    pub(crate) attributes: Option<ObjectId>,
    pub(crate) excludes: Option<ObjectId>,
    pub(crate) large: Option<ObjectId>,
    pub(crate) left_out: Option<ObjectId>,
    pub(crate) metadata: Option<ObjectId>,
}

/// Rights of a path that are not the usual ones, or an empty folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attribute {
    File(u32),
    Folder(u32),
    EmptyFolder(u32),
}

impl Attribute {
    pub(crate) fn mode(self) -> u32 {
        match self {
            Self::File(mode) | Self::Folder(mode) | Self::EmptyFolder(mode) => mode,
        }
    }
}

/// Unusual rights and empty folders, by path.
pub(crate) type Attributes = HashMap<Vec<u8>, Attribute>;
/// Lists of chunks, by the name of the whole.
pub(crate) type Large = HashMap<ObjectId, ObjectId>;

const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

impl Contents {
    /// Gathers the parts of what a walk saw; `put` stores each.
    pub(crate) fn store(
        root: &FolderNode,
        rules: &[RuleText],
        left_out: &[LeftOut],
        put: &mut Put<'_>,
    ) -> Result<(Self, ObjectId)> {
        Self::store_with(root, rules, left_out, &[], put)
    }

    /// The same, with what a capture knows besides.
    pub(crate) fn store_with(
        root: &FolderNode,
        rules: &[RuleText],
        left_out: &[LeftOut],
        metadata: &[u8],
        put: &mut Put<'_>,
    ) -> Result<(Self, ObjectId)> {
        let mut attributes = Vec::new();
        let mut large = Large::new();
        gather(root, &mut Vec::new(), &mut attributes, &mut large);
        let mut blob = |content: Vec<u8>| -> Result<Option<ObjectId>> {
            if content.is_empty() {
                return Ok(None);
            }
            let id = ObjectId::of_blob(&content);
            put(Kind::Blob, id, &content)?;
            Ok(Some(id))
        };
        let left_out_json = if left_out.is_empty() {
            Vec::new()
        } else {
            serde_json::to_vec(left_out)
                .map_err(|error| Error::Invalid { what: error.to_string() })?
        };
        let mut contents = Self {
            files: root.tree,
            attributes: blob(attributes)?,
            excludes: blob(Recorded::encode(rules))?,
            large: None,
            left_out: blob(left_out_json)?,
            metadata: blob(metadata.to_vec())?,
        };
        contents.large = store_large(&large, put)?;
        let tree = contents.store_tree(put)?;
        Ok((contents, tree))
    }

    /// The same checkpoint with other files.
    pub(crate) fn with(
        &self,
        files: Option<ObjectId>,
        attributes: &Attributes,
        large: &Large,
        put: &mut Put<'_>,
    ) -> Result<(Self, ObjectId)> {
        let attributes = encode_attributes(attributes);
        let mut contents = Self { files, attributes: None, ..*self };
        if !attributes.is_empty() {
            let id = ObjectId::of_blob(&attributes);
            put(Kind::Blob, id, &attributes)?;
            contents.attributes = Some(id);
        }
        contents.large = store_large(large, put)?;
        let tree = contents.store_tree(put)?;
        Ok((contents, tree))
    }

    /// Stores the tree that names the parts.
    pub(crate) fn store_tree(&self, put: &mut Put<'_>) -> Result<ObjectId> {
        let files = match self.files {
            Some(files) => files,
            None => {
                let empty = ObjectId::of("tree", b"");
                put(Kind::Tree, empty, b"")?;
                empty
            }
        };
        let parts = [
            ("attributes", Mode::File, self.attributes),
            ("excludes", Mode::File, self.excludes),
            ("files", Mode::Tree, Some(files)),
            ("large", Mode::Tree, self.large),
            ("left-out", Mode::File, self.left_out),
            ("metadata", Mode::File, self.metadata),
        ];
        let entries = parts
            .into_iter()
            .filter_map(|(name, mode, id)| {
                Some(Entry { mode, name: name.as_bytes().into(), id: id? })
            })
            .collect();
        let tree = encode_tree(entries);
        let id = ObjectId::of("tree", &tree);
        put(Kind::Tree, id, &tree)?;
        Ok(id)
    }

    /// Whether git must be told that some blobs lie elsewhere.
    pub(crate) fn has_large(&self) -> bool {
        self.large.is_some()
    }

    /// Reads the parts' names from a commit.
    pub(crate) fn of_commit(objects: &Objects, commit: ObjectId) -> Result<Self> {
        let tree = commit_tree(commit, &objects.read(Kind::Commit, commit)?)?;
        let mut contents = Self::default();
        for entry in decode_tree(tree, &objects.read(Kind::Tree, tree)?)? {
            match &*entry.name {
                b"files" if entry.id.to_string() == EMPTY_TREE => {}
                b"files" => contents.files = Some(entry.id),
                b"attributes" => contents.attributes = Some(entry.id),
                b"excludes" => contents.excludes = Some(entry.id),
                b"large" => contents.large = Some(entry.id),
                b"left-out" => contents.left_out = Some(entry.id),
                b"metadata" => contents.metadata = Some(entry.id),
                _ => {}
            }
        }
        Ok(contents)
    }

    /// Unusual rights and empty folders.
    pub(crate) fn attributes(&self, objects: &Objects) -> Result<Attributes> {
        match self.attributes {
            Some(id) => Ok(parse_attributes(&objects.read(Kind::Blob, id)?)),
            None => Ok(Attributes::new()),
        }
    }

    /// The rules that decided.
    pub(crate) fn rules(&self, objects: &Objects) -> Result<Recorded> {
        let Some(id) = self.excludes else { return Ok(Recorded::new(Vec::new())) };
        let texts =
            Recorded::decode(&objects.read(Kind::Blob, id)?).ok_or_else(|| Error::Damaged {
                id,
                path: objects.folder().to_path_buf(),
                what: "it is not a list of rules".to_owned(),
            })?;
        Ok(Recorded::new(texts))
    }

    /// Lists of chunks.
    pub(crate) fn large(&self, objects: &Objects) -> Result<Large> {
        self.large_with(|id| objects.read(Kind::Tree, id))
    }

    /// The same, from wherever the tree is.
    pub(crate) fn large_with(
        &self,
        read: impl FnOnce(ObjectId) -> Result<Vec<u8>>,
    ) -> Result<Large> {
        let Some(id) = self.large else { return Ok(Large::new()) };
        let entries = decode_tree(id, &read(id)?)?;
        Ok(entries
            .into_iter()
            .filter_map(|entry| {
                Some((std::str::from_utf8(&entry.name).ok()?.parse().ok()?, entry.id))
            })
            .collect())
    }

    /// What could not be saved.
    pub(crate) fn left_out(&self, objects: &Objects) -> Result<Vec<LeftOut>> {
        let Some(id) = self.left_out else { return Ok(Vec::new()) };
        serde_json::from_slice(&objects.read(Kind::Blob, id)?).map_err(|error| Error::Damaged {
            id,
            path: objects.folder().to_path_buf(),
            what: error.to_string(),
        })
    }

    /// What a capture knows besides.
    pub(crate) fn metadata(&self, objects: &Objects) -> Result<Vec<u8>> {
        self.metadata.map_or_else(|| Ok(Vec::new()), |id| objects.read(Kind::Blob, id))
    }

    /// Every part, for garbage collection.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Kind, ObjectId)> {
        [
            (Kind::Blob, self.attributes),
            (Kind::Blob, self.excludes),
            (Kind::Blob, self.left_out),
            (Kind::Blob, self.metadata),
            (Kind::Tree, self.files),
            (Kind::Tree, self.large),
        ]
        .into_iter()
        .filter_map(|(kind, id)| Some((kind, id?)))
    }
}

/// Stores the lists of chunks, each by the name of the whole.
fn store_large(large: &Large, put: &mut Put<'_>) -> Result<Option<ObjectId>> {
    if large.is_empty() {
        return Ok(None);
    }
    let entries = large
        .iter()
        .map(|(whole, list)| Entry {
            mode: Mode::Tree,
            name: whole.to_string().into_bytes().into(),
            id: *list,
        })
        .collect();
    let tree = encode_tree(entries);
    let id = ObjectId::of("tree", &tree);
    put(Kind::Tree, id, &tree)?;
    Ok(Some(id))
}

/// The attributes of what a walk saw.
pub(crate) fn attributes_of(root: &FolderNode) -> Attributes {
    let mut bytes = Vec::new();
    gather(root, &mut Vec::new(), &mut bytes, &mut Large::new());
    parse_attributes(&bytes)
}

fn gather(node: &FolderNode, path: &mut Vec<u8>, out: &mut Vec<u8>, large: &mut Large) {
    let length = path.len();
    let mut line = |kind: &str, mode: u32, path: &[u8]| {
        out.extend_from_slice(format!("{kind} {mode:o} ").as_bytes());
        out.extend_from_slice(path);
        out.push(0);
    };
    if !node.name.is_empty() {
        if node.bare && node.tree.is_none() && !node.folders.iter().any(|folder| is_noted(folder)) {
            line("e", node.mode, path);
        } else if !usual_folder(node.mode) {
            line("d", node.mode, path);
        }
    }
    for file in &node.files {
        if let Some(list) = file.large {
            large.insert(file.id, list);
        }
        if file.mode() != Mode::Link && !usual_file(file.stat.mode) {
            let length = path.len();
            extend(path, &file.name);
            line("f", file.stat.mode, path);
            path.truncate(length);
        }
    }
    for folder in &node.folders {
        extend(path, &folder.name);
        gather(folder, path, out, large);
        path.truncate(length);
    }
}

/// Whether a folder comes back with something in it or by itself.
fn is_noted(node: &FolderNode) -> bool {
    node.bare || node.tree.is_some() || node.folders.iter().any(|folder| is_noted(folder))
}

fn extend(path: &mut Vec<u8>, name: &[u8]) {
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
}

/// What a person's umask usually makes of a new file.
pub(crate) fn usual_file(mode: u32) -> bool {
    matches!(mode, 0o644 | 0o664 | 0o755 | 0o775) || has_no_rights(mode)
}

/// Rights of a folder that are not noted.
pub(crate) fn usual_folder(mode: u32) -> bool {
    matches!(mode & 0o5777, 0o755 | 0o775) || has_no_rights(mode)
}

/// Where there are no rights they are zero; elsewhere that means that nobody has any.
fn has_no_rights(mode: u32) -> bool {
    cfg!(not(unix)) && mode == 0
}

/// Attributes as bytes.
pub(crate) fn encode_attributes(attributes: &Attributes) -> Vec<u8> {
    let mut sorted: Vec<_> = attributes.iter().collect();
    sorted.sort_unstable_by_key(|(path, _)| *path);
    let mut out = Vec::new();
    for (path, attribute) in sorted {
        let kind = match attribute {
            Attribute::File(_) => "f",
            Attribute::Folder(_) => "d",
            Attribute::EmptyFolder(_) => "e",
        };
        out.extend_from_slice(format!("{kind} {:o} ", attribute.mode()).as_bytes());
        out.extend_from_slice(path);
        out.push(0);
    }
    out
}

/// A path that would lead out of the workspace is never acted upon.
fn parse_attributes(bytes: &[u8]) -> Attributes {
    let mut attributes = Attributes::new();
    for line in bytes.split_str("\0") {
        let mut words = line.splitn_str(3, " ");
        let (Some(kind), Some(mode), Some(path)) = (words.next(), words.next(), words.next())
        else {
            continue;
        };
        let Some(mode) =
            std::str::from_utf8(mode).ok().and_then(|mode| u32::from_str_radix(mode, 8).ok())
        else {
            continue;
        };
        if !crate::paths::stays_inside(path) {
            continue;
        }
        let attribute = match kind {
            b"f" => Attribute::File(mode),
            b"d" => Attribute::Folder(mode),
            b"e" => Attribute::EmptyFolder(mode),
            _ => continue,
        };
        attributes.insert(path.to_vec(), attribute);
    }
    attributes
}
