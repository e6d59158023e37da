//! The reader for Windows PowerShell 5 and PowerShell 7.
//!
//! One recursive descent over the bytes with one cursor, which only ever moves on. PowerShell
//! reads in two modes: an *argument* takes barewords as text (`Remove-Item a.txt`), an
//! *expression* takes values and operators (`'a' + $b`); the first byte of a statement, of a
//! parenthesis or of an argument decides. The files follow that:
//!
//! - [`statement`]: lists, keywords, joins; [`control`] and [`definition`] for what has a body
//! - [`pipeline`]: members, calls, assignments, redirections
//! - [`argument`]: words of a command
//! - [`expression`] and [`primary`]: operators, casts, members, method calls, [`table`]
//! - [`string`] and [`variable`]: what both modes share
//! - [`cursor`] and [`scratch`]: the text and the tree under construction
//!
//! A value that can be read off the text is read off it: `('Rem' + 'ove')`, `'a','b' -join ''`,
//! `'{0}' -f 'x'` and `[char]82` become literal text, because hiding a name in such spellings is
//! the first thing anybody tries.

mod argument;
mod control;
mod cursor;
mod definition;
mod expression;
mod operator;
mod pipeline;
mod primary;
mod scratch;
mod statement;
mod string;
mod table;
mod variable;

#[cfg(test)]
mod tests;

use bumpalo::Bump;

use super::Reading;
use super::tree::{Arm, Item, Node, Piece, ProblemKind, Redirection, Script, Word};
use crate::limits;
use crate::source::{SourceId, Span};

/// Reads one source.
pub(super) fn read<'a>(reading: &mut Reading<'a>, source: SourceId) -> Script<'a> {
    Reader::new(reading, source).read()
}

/// The state of one reading.
struct Reader<'r, 'a> {
    reading: &'r mut Reading<'a>,
    arena: &'a Bump,
    source: SourceId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// How many constructs are open around the cursor.
    depth: u32,
    /// How deep the tree reaches below the value being read; method calls in a chain put what
    /// was read before them one level deeper without any recursion here.
    deepest: u32,
    /// How many `(` and `{` are open, so that a closer which belongs to none is told apart from
    /// one that ends an unfinished construct inside.
    open_parentheses: u32,
    open_braces: u32,
    /// How many substitutions were made so far: whether a stretch held code is a subtraction.
    codes: usize,
    /// The last place from which no pipe was found on the following lines.
    no_pipe_after: Option<usize>,
    /// Up to here no bracket of a type closes, so that a row of `[` is looked through only once.
    no_type_before: usize,
    /// The last hashtable as the parameters it would be if it were splatted.
    table: Option<(Span, &'a [Word<'a>])>,
    // Stacks on which the parts of unfinished nodes wait.
    pieces: Vec<Piece<'a>>,
    words: Vec<Word<'a>>,
    redirections: Vec<Redirection<'a>>,
    nodes: Vec<Node<'a>>,
    arms: Vec<Arm<'a>>,
    items: Vec<Item<'a>>,
    #[cfg(test)]
    steps: std::cell::Cell<usize>,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(reading: &'r mut Reading<'a>, source: SourceId) -> Self {
        let whole = reading.sources.get(source).text;
        let end = whole.floor_char_boundary(limits::SOURCE_BYTES);
        let text = whole.get(..end).unwrap_or_default();
        if text.len() < whole.len() {
            reading.report(ProblemKind::TooLong, source, Span::new(end, whole.len()));
        }
        Self {
            arena: reading.sources.arena(),
            reading,
            source,
            text,
            bytes: text.as_bytes(),
            at: 0,
            depth: 0,
            deepest: 0,
            open_parentheses: 0,
            open_braces: 0,
            codes: 0,
            no_pipe_after: None,
            no_type_before: 0,
            table: None,
            pieces: Vec::with_capacity(16),
            words: Vec::with_capacity(16),
            redirections: Vec::new(),
            nodes: Vec::new(),
            arms: Vec::new(),
            items: Vec::with_capacity(4),
            #[cfg(test)]
            steps: std::cell::Cell::new(0),
        }
    }

    fn read(&mut self) -> Script<'a> {
        self.statement_list(None);
        self.gather_script(0, 0, self.text.len())
    }

    /// Notes something wrong, once.
    fn report(&mut self, kind: ProblemKind, span: Span) {
        let same = |last: &super::tree::Problem| last.kind == kind && last.span == span;
        if !self.reading.problems.last().is_some_and(same) {
            self.reading.report(kind, self.source, span);
        }
    }

    /// Notes that the character under the cursor cannot stand there.
    fn unexpected(&mut self) {
        let end = self.at + self.char_len();
        self.report(ProblemKind::Unexpected, Span::new(self.at, end));
    }

    /// Goes one construct deeper; at the limit the caller skips the construct.
    fn enter(&mut self) -> bool {
        if self.depth >= limits::DEPTH {
            return false;
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        true
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Counts work under test, where the sum must stay in proportion to the text.
    #[inline]
    fn tick(&self, work: usize) {
        #[cfg(test)]
        self.steps.set(self.steps.get() + work);
        #[cfg(not(test))]
        let _ = work;
    }
}
