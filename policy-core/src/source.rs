//! Texts and places in them.
//!
//! The command a host passes is source 0. A text found inside another one (`bash -c '…'`, a
//! heredoc fed to a shell, decoded base64) becomes a source of its own that knows where in its
//! parent it came from, so that a finding can point at the outermost text and, where a map
//! exists, at the exact inner place.

use bumpalo::Bump;

use crate::dialect::Dialect;

/// A range of bytes in one source, always on character borders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: clamp(start), end: clamp(end.max(start)) }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// How many bytes it covers.
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers nothing.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The bytes of `text` it covers, or nothing where it does not fit.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }
}

/// Sources are cut at [`crate::limits::SOURCE_BYTES`], far below `u32::MAX`.
fn clamp(offset: usize) -> u32 {
    offset.min(u32::MAX as usize) as u32
}

/// Names one text of a judgement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u16);

impl SourceId {
    /// The text the host handed in.
    pub const ROOT: Self = Self(0);
}

/// A place: which text, and where in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The text.
    pub source: SourceId,
    /// Where in it.
    pub span: Span,
}

/// One text, and how it came to be.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The text itself.
    pub text: &'a str,
    /// The shell that would read it.
    pub dialect: Dialect,
    /// Where it was found; `None` for the text the host handed in.
    pub origin: Option<Origin<'a>>,
    /// The file it stands in, for a text that was read from one.
    pub file: Option<File<'a>>,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// The file's full path.
    pub path: &'a str,
    /// The line, counted from 1.
    pub line: u32,
}

/// Where a nested text was found.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The place in the parent where it stands, quotes included.
    pub parent: Location,
    /// Stretches that stand in the parent letter by letter, in ascending order. Empty when the
    /// text was decoded (base64, escapes) and no inner place can be named.
    pub map: &'a [Stretch],
}

/// `len` bytes at `inner` of the nested text are the bytes at `outer` of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Offset in the nested text.
    pub inner: u32,
    /// Offset in the parent.
    pub outer: u32,
    /// How many bytes agree.
    pub len: u32,
}

/// Every text of one judgement, in the order they were found.
#[derive(Debug)]
pub struct Sources<'a> {
    arena: &'a Bump,
    list: bumpalo::collections::Vec<'a, Source<'a>>,
    nested_bytes: usize,
}

impl<'a> Sources<'a> {
    /// Starts with the text the host handed in.
    #[must_use]
    pub fn new(arena: &'a Bump, text: &'a str, dialect: Dialect) -> Self {
        let mut list = bumpalo::collections::Vec::with_capacity_in(1, arena);
        list.push(Source { text, dialect, origin: None, file: None });
        Self { arena, list, nested_bytes: 0 }
    }

    /// The arena everything of this judgement lives in.
    #[must_use]
    pub fn arena(&self) -> &'a Bump {
        self.arena
    }

    /// Takes in a nested text; `None` once there are too many or too much of them, which the
    /// caller reports as a problem and never as silence.
    pub fn add(&mut self, text: &'a str, dialect: Dialect, origin: Origin<'a>) -> Option<SourceId> {
        let id = u16::try_from(self.list.len()).ok()?;
        self.nested_bytes = self.nested_bytes.saturating_add(text.len());
        if self.list.len() >= crate::limits::SOURCES
            || self.nested_bytes > crate::limits::NESTED_BYTES
        {
            return None;
        }
        self.list.push(Source { text, dialect, origin: Some(origin), file: None });
        Some(SourceId(id))
    }

    /// Notes the file that a source comes from.
    pub(crate) fn comes_from(&mut self, id: SourceId, file: File<'a>) {
        if let Some(source) = self.list.get_mut(usize::from(id.0)) {
            source.file = Some(file);
        }
    }

    /// Whether a text, or one around it, stands in a file.
    #[must_use]
    pub fn is_in_file(&self, mut id: SourceId) -> bool {
        loop {
            let source = self.get(id);
            match source.origin {
                _ if source.file.is_some() => return true,
                Some(origin) => id = origin.parent.source,
                None => return false,
            }
        }
    }

    /// The source of that name.
    #[must_use]
    pub fn get(&self, id: SourceId) -> Source<'a> {
        self.list.get(usize::from(id.0)).copied().unwrap_or(Source {
            text: "",
            dialect: Dialect::Bash,
            origin: None,
            file: None,
        })
    }

    /// The shell that reads the source of that name.
    #[must_use]
    pub fn dialect(&self, id: SourceId) -> Dialect {
        self.list.get(usize::from(id.0)).map_or(Dialect::Bash, |source| source.dialect)
    }

    /// All of them, the root first.
    #[must_use]
    pub fn all(&self) -> &[Source<'a>] {
        &self.list
    }

    /// The text at a place.
    #[must_use]
    pub fn slice(&self, at: Location) -> &'a str {
        at.span.of(self.get(at.source).text)
    }

    /// The place in the root text a person should look at: maps through every parent that has a
    /// map, and falls back to the whole word around it where one has none.
    #[must_use]
    pub fn outermost(&self, mut at: Location) -> Span {
        while let Some(origin) = self.get(at.source).origin {
            at = Location {
                source: origin.parent.source,
                span: origin.translate(at.span).unwrap_or(origin.parent.span),
            };
        }
        at.span
    }
}

impl Origin<'_> {
    /// The same bytes in the parent, when both ends lie in mapped stretches.
    fn translate(&self, inner: Span) -> Option<Span> {
        let start = self.find(inner.start, false)?;
        let end = self.find(inner.end, true)?;
        (start <= end).then_some(Span { start, end })
    }

    fn find(&self, offset: u32, is_end: bool) -> Option<u32> {
        let index = self.map.partition_point(|stretch| stretch.inner <= offset);
        let holds = |stretch: &&Stretch| offset <= stretch.inner + stretch.len;
        let before = index.checked_sub(1).and_then(|i| self.map.get(i));
        // An end that coincides with the next stretch's start belongs to the stretch before it.
        let earlier = index.checked_sub(2).and_then(|i| self.map.get(i));
        let chosen = match (is_end, earlier, before) {
            (true, Some(first), Some(second)) if second.inner == offset => Some(first),
            _ => before,
        };
        chosen.filter(holds).map(|stretch| stretch.outer + (offset - stretch.inner))
    }
}
