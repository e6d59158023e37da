//! Trees and commits as bytes.

use crate::error::{Error, Result};
use crate::ids::ObjectId;

/// What a name in a tree stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    File,
    Executable,
    Link,
    Tree,
}

impl Mode {
    fn text(self) -> &'static str {
        match self {
            Self::File => "100644",
            Self::Executable => "100755",
            Self::Link => "120000",
            Self::Tree => "40000",
        }
    }
}

/// One line of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) mode: Mode,
    pub(crate) name: Box<[u8]>,
    pub(crate) id: ObjectId,
}

/// A tree's bytes, in git's order: folders sort as if they ended in a slash.
pub(crate) fn encode_tree(mut entries: Vec<Entry>) -> Vec<u8> {
    entries.sort_unstable_by(|one, other| order(one).cmp(order(other)));
    let length = entries.iter().map(|entry| entry.name.len() + 28).sum();
    let mut out = Vec::with_capacity(length);
    for entry in entries {
        out.extend_from_slice(entry.mode.text().as_bytes());
        out.push(b' ');
        out.extend_from_slice(&entry.name);
        out.push(0);
        out.extend_from_slice(entry.id.as_bytes());
    }
    out
}

fn order(entry: &Entry) -> impl Iterator<Item = u8> + '_ {
    let slash = (entry.mode == Mode::Tree).then_some(b'/');
    entry.name.iter().copied().chain(slash)
}

/// Reads a tree's bytes. A name that would lead out of its folder is refused.
pub(crate) fn decode_tree(id: ObjectId, bytes: &[u8]) -> Result<Vec<Entry>> {
    let bad = |what: &str| Error::Damaged {
        id,
        path: std::path::PathBuf::from("tree"),
        what: what.to_owned(),
    };
    let mut entries = Vec::new();
    for entry in gix_object::TreeRefIter::from_bytes(bytes, gix_hash::Kind::Sha1) {
        let entry = entry.map_err(|_| bad("it is not a tree"))?;
        let name: &[u8] = entry.filename;
        if name.is_empty()
            || name == b"."
            || name == b".."
            || name.eq_ignore_ascii_case(b".git")
            || name.contains(&b'/')
            || (cfg!(windows) && name.iter().any(|byte| matches!(byte, b'\\' | b':')))
        {
            return Err(bad("it has a name that leads out of its folder"));
        }
        let mode = match entry.mode.kind() {
            gix_object::tree::EntryKind::Tree => Mode::Tree,
            gix_object::tree::EntryKind::Blob => Mode::File,
            gix_object::tree::EntryKind::BlobExecutable => Mode::Executable,
            gix_object::tree::EntryKind::Link => Mode::Link,
            gix_object::tree::EntryKind::Commit => return Err(bad("it names another repository")),
        };
        let id =
            ObjectId::from_slice(entry.oid.as_bytes()).ok_or_else(|| bad("it is not a tree"))?;
        entries.push(Entry { mode, name: name.into(), id });
    }
    Ok(entries)
}

/// What a commit says.
pub(crate) struct Commit<'a> {
    pub(crate) tree: ObjectId,
    pub(crate) parent: Option<ObjectId>,
    /// Seconds since 1970.
    pub(crate) time: i64,
    pub(crate) message: &'a str,
}

impl Commit<'_> {
    pub(crate) fn encode(&self) -> Vec<u8> {
        use std::fmt::Write;
        let mut text = format!("tree {}\n", self.tree);
        // Writing to a string cannot fail.
        if let Some(parent) = self.parent {
            let _ = writeln!(text, "parent {parent}");
        }
        let time = self.time.max(0);
        for role in ["author", "committer"] {
            let _ = writeln!(text, "{role} Belay <belay@localhost> {time} +0000");
        }
        let _ = write!(text, "\n{}\n", self.message.replace('\0', " ").trim_end());
        text.into_bytes()
    }
}

/// The tree of a commit.
pub(crate) fn commit_tree(id: ObjectId, bytes: &[u8]) -> Result<ObjectId> {
    bytes
        .strip_prefix(b"tree ")
        .and_then(|rest| rest.get(..40))
        .and_then(|hex| std::str::from_utf8(hex).ok())
        .and_then(|hex| hex.parse().ok())
        .ok_or_else(|| Error::Damaged {
            id,
            path: std::path::PathBuf::from("commit"),
            what: "it is not a commit".to_owned(),
        })
}
