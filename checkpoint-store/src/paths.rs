//! Paths inside a workspace.

use std::fmt;
use std::path::{Path, PathBuf};

use bstr::{BStr, BString, ByteSlice};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A path below a workspace's folder: bytes, parts separated by `/`, as git has it.
///
/// On Unix any byte but zero and `/` may be part of a name; on Windows names are Unicode.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(type = "string"))]
pub struct TreePath(BString);

impl TreePath {
    /// Takes the bytes as they are.
    pub(crate) fn from_bytes(bytes: impl Into<BString>) -> Self {
        Self(bytes.into())
    }

    /// A path relative to a workspace, if it is relative and stays inside.
    pub fn new(path: impl AsRef<Path>) -> Option<Self> {
        use std::path::Component;
        let mut joined = Self::default();
        for part in path.as_ref().components() {
            match part {
                Component::Normal(name) => joined = joined.join(&name_bytes(name)?),
                Component::CurDir => {}
                Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        Some(joined)
    }

    /// One part further down.
    pub(crate) fn join(&self, name: &[u8]) -> Self {
        let mut whole = Vec::with_capacity(self.0.len() + 1 + name.len());
        if !self.0.is_empty() {
            whole.extend_from_slice(&self.0);
            whole.push(b'/');
        }
        whole.extend_from_slice(name);
        Self(whole.into())
    }

    /// The folder it lies in; the root's own is itself.
    pub(crate) fn parent(&self) -> Self {
        let end = self.0.rfind_byte(b'/').unwrap_or(0);
        Self(self.0.get(..end).unwrap_or_default().into())
    }

    /// The bytes.
    pub fn as_bstr(&self) -> &BStr {
        self.0.as_bstr()
    }

    /// The bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As the operating system writes it, still relative.
    pub fn to_path(&self) -> PathBuf {
        self.parts().map(name_of).collect()
    }

    /// Its parts, outermost first.
    pub(crate) fn parts(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.0.split(|byte| *byte == b'/').filter(|part| !part.is_empty())
    }

    /// Whether this is `folder` or lies below it. Everything lies below the empty path.
    pub fn is_within(&self, folder: &Self) -> bool {
        folder.0.is_empty()
            || self
                .0
                .strip_prefix(folder.0.as_slice())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
    }
}

impl fmt::Display for TreePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0.as_bstr(), out)
    }
}

impl fmt::Debug for TreePath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.as_bstr(), out)
    }
}

/// In JSON a path is a string; bytes that are no Unicode are shown as U+FFFD.
impl Serialize for TreePath {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.0.to_str_lossy())
    }
}

impl<'de> Deserialize<'de> for TreePath {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|text| Self(text.into()))
    }
}

/// Whether a path is made of plain names, so that it stays below the folder it begins in.
pub(crate) fn stays_inside(path: &[u8]) -> bool {
    path.split(|byte| *byte == b'/').all(|part| {
        !part.is_empty()
            && part != b"."
            && part != b".."
            && !part.contains(&0)
            && !(cfg!(windows) && part.iter().any(|byte| matches!(byte, b'\\' | b':')))
    })
}

/// A name's bytes. `None` for a name that no tree can hold.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on Windows a name may be no Unicode")]
pub(crate) fn name_bytes(name: &std::ffi::OsStr) -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    Some(name.as_bytes().to_vec())
}

/// A name's bytes. `None` for a name that no tree can hold.
#[cfg(not(unix))]
pub(crate) fn name_bytes(name: &std::ffi::OsStr) -> Option<Vec<u8>> {
    name.to_str().map(|text| text.as_bytes().to_vec())
}

/// The name as the operating system wants it.
#[cfg(unix)]
pub(crate) fn name_of(bytes: &[u8]) -> &std::ffi::OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(bytes)
}

/// The name as the operating system wants it.
#[cfg(not(unix))]
pub(crate) fn name_of(bytes: &[u8]) -> std::ffi::OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
