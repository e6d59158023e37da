//! Reading a text: by the reader of its shell, into a tree with the problems beside it.

use bumpalo::Bump;

use super::tree::{Problem, ProblemKind, Script};
use super::{cmd, hidden, posix, powershell};
use crate::dialect::Dialect;
use crate::limits;
use crate::source::{Source, SourceId, Sources, Span};

/// What reading a judgement's texts has met so far, shared by every reader.
#[derive(Debug)]
pub struct Reading<'a> {
    /// Every text.
    pub sources: Sources<'a>,
    /// What was wrong with them.
    pub problems: Vec<Problem>,
}

impl<'a> Reading<'a> {
    /// Starts with the text the host handed in.
    #[must_use]
    pub fn new(sources: Sources<'a>) -> Self {
        Self { sources, problems: Vec::new() }
    }

    /// Notes something wrong.
    pub fn report(&mut self, kind: ProblemKind, source: SourceId, span: Span) {
        self.problems.push(Problem { kind, source, span });
    }
}

/// Reads a command as its shell would: a tree, and beside it the texts with what is wrong in them.
#[must_use]
pub fn read<'a>(arena: &'a Bump, text: &'a str, dialect: Dialect) -> (Script<'a>, Reading<'a>) {
    let mut reading = Reading::new(Sources::new(arena, text, dialect));
    let script = read_source(&mut reading, SourceId::ROOT);
    (script, reading)
}

/// Reads one of the texts found in a command, as [`read`] does.
pub(crate) fn read_source<'a>(reading: &mut Reading<'a>, source: SourceId) -> Script<'a> {
    let Source { text, dialect, .. } = reading.sources.get(source);
    if dialect.is_posix()
        && let Some(script) = posix::read_plain(reading.sources.arena(), source, text, dialect)
    {
        return script;
    }
    // What is too long is reported by its reader, which does not look further either.
    let looked_at = match text.len() {
        0..=limits::SOURCE_BYTES => text,
        _ => text.get(..text.floor_char_boundary(limits::SOURCE_BYTES)).unwrap_or(text),
    };
    if let Some(span) = hidden::find(looked_at) {
        reading.report(ProblemKind::HiddenCharacters, source, span);
    }
    match dialect {
        Dialect::Bash | Dialect::Sh | Dialect::Zsh | Dialect::Fish => posix::read(reading, source),
        Dialect::PowerShell => powershell::read(reading, source),
        Dialect::Cmd => cmd::read(reading, source),
    }
}
