//! Files that a command runs, as far as the host lets them be read.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::place::{Base, Path};
use crate::limits;
use crate::lookup::{Files, SeenFile};

/// What was read so far; nothing where the host lets no file be read.
#[derive(Debug)]
pub(in crate::facts) struct FilesRead<'a>(Option<Box<Read<'a>>>);

#[derive(Debug)]
struct Read<'a> {
    files: Files<'a>,
    /// Every file with what was found in it.
    seen: Vec<(&'a str, &'a str)>,
    /// Texts out of files, each with its file and the line it begins in.
    texts: Vec<(&'a str, &'a str, u32)>,
    /// Files that the command has changed by the time they are read.
    changed: Vec<Path<'a>>,
    /// Files being followed, innermost last.
    open: Vec<&'a str>,
    bytes: usize,
}

impl<'a> FilesRead<'a> {
    pub(in crate::facts) fn new(files: Files<'a>) -> Self {
        let read = || Read {
            files,
            seen: Vec::new(),
            texts: Vec::new(),
            changed: Vec::new(),
            open: Vec::new(),
            bytes: 0,
        };
        Self((!files.is_none()).then(|| Box::new(read())))
    }

    /// Notes that a text comes out of a file.
    fn note(&mut self, text: &'a str, path: &'a str, line: u32) {
        if let Some(read) = &mut self.0 {
            read.texts.push((text, path, line));
        }
    }

    /// The files a verdict depends on.
    #[inline]
    pub(in crate::facts) fn into_seen(self) -> Vec<SeenFile> {
        let Some(read) = self.0 else { return Vec::new() };
        read.seen.into_iter().map(|(path, text)| SeenFile::new(path, text)).collect()
    }
}

impl<'a> Walker<'a> {
    /// Whether what is run now comes out of a file.
    pub(in crate::facts) fn is_in_file(&self) -> bool {
        self.files.0.as_ref().is_some_and(|read| !read.open.is_empty())
    }

    /// Notes that a file no longer holds what the host would find in it.
    pub(in crate::facts) fn file_changes(&mut self, arg: &Arg<'a>) {
        let Some(read) = &mut self.files.0 else { return };
        if let Some(path) = self.paths.path(self.scope.now.directory, arg) {
            read.changed.push(path);
        }
    }

    /// The text of a file, with its full path.
    pub(in crate::facts) fn read_file(&mut self, file: &Arg<'a>) -> Option<(&'a str, &'a str)> {
        let read = self.files.0.as_mut().filter(|_| !self.scope.now.elsewhere)?;
        file.literal()?;
        let path = self.paths.path(self.scope.now.directory, file)?;
        if path.base != Base::Root || read.changed.iter().any(|changed| changed.is(&path)) {
            return None;
        }
        let below = path.parts.join("/");
        let drive = path.parts.first().is_some_and(|first| first.ends_with(':'));
        let full = if drive { below } else { format!("/{below}") };
        if let Some((path, text)) = read.seen.iter().find(|(path, _)| *path == full) {
            return Some((path, text));
        }
        if read.seen.len() >= limits::FILES || read.bytes >= limits::FILES_BYTES {
            return None;
        }
        let text: &'a str = self.arena.alloc_str(&read.files.text(&full)?);
        let path: &'a str = self.arena.alloc_str(&full);
        read.bytes += text.len();
        read.seen.push((path, text));
        Some((path, text))
    }

    /// What a file holds that is about to be run: what this very command has written into it, or
    /// what the host finds there.
    pub(in crate::facts) fn script_of(&mut self, file: &Arg<'a>) -> Option<Script<'a>> {
        if let Some(content) = self.content_of(file) {
            return Some(Script { content, path: "" });
        }
        let (path, text) = self.read_file(file)?;
        let flow = Flow { text, at: file.at, written: None, exact: true };
        self.files.note(text, path, 1);
        Some(Script { content: Stream::Text(flow), path })
    }

    /// Does something with a text out of a file, unless it is being followed already.
    pub(in crate::facts) fn in_file<T: Default>(
        &mut self,
        path: &'a str,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(read) = self.files.0.as_mut().filter(|_| !path.is_empty()) else {
            return body(self);
        };
        if read.open.contains(&path) || read.open.len() >= limits::FILES_DEPTH {
            return T::default();
        }
        read.open.push(path);
        let result = body(self);
        if let Some(read) = &mut self.files.0 {
            read.open.pop();
        }
        result
    }

    /// Runs a line out of a file as a command of the machine's shell.
    pub(in crate::facts) fn run_line(
        &mut self,
        path: &'a str,
        line: u32,
        text: &'a str,
        at: &Arg<'a>,
    ) {
        self.files.note(text, path, line);
        let flow = Flow { text, at: at.at, written: None, exact: true };
        self.in_file(path, |walker| {
            walker.run_flow(flow, Dialect::Sh, Scoping::Own);
        });
    }

    /// The file a text comes from, and the line it begins in.
    pub(in crate::facts) fn file_of(&self, text: &str) -> Option<(&'a str, u32)> {
        let same = |(known, ..): &&(&str, &str, u32)| {
            std::ptr::eq(known.as_ptr(), text.as_ptr()) && known.len() == text.len()
        };
        let read = self.files.0.as_ref()?;
        read.texts.iter().rev().find(same).map(|(_, path, line)| (*path, *line))
    }
}

/// A script that is about to be run.
#[derive(Clone, Copy, Debug)]
pub(in crate::facts) struct Script<'a> {
    /// Its text.
    pub(in crate::facts) content: Stream<'a>,
    /// The file it was read from; empty where the command has written it itself.
    pub(in crate::facts) path: &'a str,
}
