//! What the host lets the engine read: scripts, package files, makefiles that a command runs.
//!
//! Judging stays pure: the engine asks for a path and gets a text or nothing, and the same
//! answers lead to the same verdict.

use std::fmt;

/// Hands over the text of a file.
pub trait Lookup {
    /// The text of the file at a full path, with `/` between its parts; nothing where there is
    /// no such file, where it is not a text, or where it is too long or not to be read.
    fn text(&self, path: &str) -> Option<String>;
}

impl<F: Fn(&str) -> Option<String>> Lookup for F {
    fn text(&self, path: &str) -> Option<String> {
        self(path)
    }
}

/// A file that a verdict depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeenFile {
    /// Its full path.
    pub path: String,
    /// BLAKE3 of the text that was judged, in hexadecimal.
    pub hash: String,
}

impl SeenFile {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        Self { path: path.to_owned(), hash }
    }
}

/// A lookup, or none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Files<'a>(Option<&'a dyn Lookup>);

impl fmt::Debug for Files<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Files" } else { "NoFiles" })
    }
}

impl<'a> Files<'a> {
    /// Whatever the host hands over.
    pub(crate) fn of(lookup: &'a dyn Lookup) -> Self {
        Self(Some(lookup))
    }

    /// Whether nothing can be read at all.
    pub(crate) fn is_none(self) -> bool {
        self.0.is_none()
    }

    /// The text of a file that is not too long.
    pub(crate) fn text(self, path: &str) -> Option<String> {
        let text = self.0?.text(path)?;
        (text.len() <= crate::limits::FILE_BYTES && !text.contains('\0')).then_some(text)
    }
}
