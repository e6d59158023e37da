//! The reader for cmd.exe, for lines typed at its prompt and for batch files.
//!
//! One pass from left to right:
//!
//! - [`list`]: lines, `&`, `&&`, `||`, `|` and parentheses,
//! - [`command`]: one command with its words and redirections,
//! - [`name`]: which names cmd runs itself, and what may be glued to them (`rd/s/q`, `cd..`),
//! - [`choice`] and [`repeat`]: `if` and `for`,
//! - [`assign`]: what `set` sets,
//! - [`word`] and [`variable`]: quotes, carets, `%x%` and `!x!`.
//!
//! cmd hands the rest of the line to a program as it stands, so how a tail falls into words is
//! the program's affair. Words here are what nearly all of them make of it: blanks separate,
//! quotes join, and the few commands of cmd itself that also separate at `,`, `;` and `=` do so.
//!
//! cmd has two kinds of quoting at work at once. `"` hides operators from cmd and blanks from the
//! program; `^"` and `\"` are a quote for only one of them. The reader keeps both states apart:
//! operators follow cmd's, blanks follow the program's.

mod assign;
mod choice;
mod command;
mod cursor;
mod list;
mod name;
mod repeat;
#[cfg(test)]
mod tests;
mod variable;
mod word;

use bumpalo::Bump;
use bumpalo::collections::Vec;
use rustc_hash::FxHashMap;

use super::Reading;
use super::tree::{Arm, Item, Node, Piece, Problem, ProblemKind, Redirection, Script, Word};
use crate::limits;
use crate::source::{SourceId, Span};
use cursor::Cursor;
use list::Until;
use repeat::Unclosed;

/// Reads one source.
pub(super) fn read<'a>(reading: &mut Reading<'a>, source: SourceId) -> Script<'a> {
    Reader::new(reading, source).read()
}

/// Everything that is known while reading. The vectors are stacks that every level pushes on and
/// takes its own part off again, so that nesting costs no allocations of its own; they live in the
/// arena, where the first few entries cost next to nothing.
struct Reader<'a, 'r> {
    reading: &'r mut Reading<'a>,
    arena: &'a Bump,
    source: SourceId,
    cursor: Cursor<'a>,
    /// How deep groups, choices and loops are nested here.
    depth: u32,
    /// How many parentheses are open; without one, `)` is an ordinary letter.
    groups: u32,
    /// How many times the text here was unescaped before it is run (`for /f … in ('…')`).
    unescapes: u32,
    /// Where the quote that hides operators was opened.
    quote: Option<usize>,
    /// Whether `else` behind a group ends the list.
    stops_at_else: bool,
    /// The loop variables in scope, one bit for each ASCII character.
    loop_variables: u128,
    /// Where each label is jumped to for the last time, once a label was met.
    jumps: Option<FxHashMap<String, usize>>,
    /// Whether the line that is read names a variable by its name (`%x%`, `!x!`).
    names_variable: bool,
    /// Whether the text was found in another one whose loop variables are not known here.
    is_nested: bool,
    /// What the last search for the end of a quoted command did not find.
    unclosed: Unclosed,
    items: Vec<'a, Item<'a>>,
    nodes: Vec<'a, Node<'a>>,
    arms: Vec<'a, Arm<'a>>,
    words: Vec<'a, Word<'a>>,
    redirections: Vec<'a, Redirection<'a>>,
    pieces: Vec<'a, Piece<'a>>,
}

impl<'a, 'r> Reader<'a, 'r> {
    fn new(reading: &'r mut Reading<'a>, source: SourceId) -> Self {
        let origin = reading.sources.get(source);
        let arena = reading.sources.arena();
        Self {
            reading,
            arena,
            source,
            cursor: Cursor::new(origin.text),
            depth: 0,
            groups: 0,
            unescapes: 0,
            quote: None,
            stops_at_else: false,
            loop_variables: 0,
            jumps: None,
            names_variable: false,
            is_nested: origin.origin.is_some(),
            unclosed: Unclosed::default(),
            items: Vec::new_in(arena),
            nodes: Vec::new_in(arena),
            arms: Vec::new_in(arena),
            words: Vec::new_in(arena),
            redirections: Vec::new_in(arena),
            pieces: Vec::new_in(arena),
        }
    }

    fn read(&mut self) -> Script<'a> {
        let end = self.cursor.end();
        if end > limits::SOURCE_BYTES {
            let cut = self.cursor.slice(0, end).floor_char_boundary(limits::SOURCE_BYTES);
            self.report(ProblemKind::TooLong, cut, end);
            self.cursor.set_end(cut);
        }
        let script = self.list(Until::End);
        Script { span: Span::new(0, end), ..script }
    }

    fn report(&mut self, kind: ProblemKind, start: usize, end: usize) {
        let problem = Problem { kind, source: self.source, span: Span::new(start, end) };
        // One missing word may be missed by several that expected it.
        if self.reading.problems.last() != Some(&problem) {
            self.reading.problems.push(problem);
        }
    }

    /// The span from an offset up to the cursor.
    fn since(&self, start: usize) -> Span {
        Span::new(start, self.cursor.at)
    }

    /// A list without commands, standing at the cursor.
    fn nothing(&self) -> Script<'a> {
        Script { source: self.source, span: self.since(self.cursor.at), items: &[] }
    }

    /// Goes one level down, unless that is too deep.
    fn enter(&mut self) -> bool {
        let fits = self.depth < limits::DEPTH;
        self.depth += u32::from(fits);
        fits
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Takes the words pushed since `mark` off their stack.
    fn take_words(&mut self, mark: usize) -> &'a [Word<'a>] {
        take(self.arena, &mut self.words, mark)
    }

    fn take_redirections(&mut self, mark: usize) -> &'a [Redirection<'a>] {
        take(self.arena, &mut self.redirections, mark)
    }
}

/// Moves the top of a stack into the arena.
fn take<'a, T: Copy>(arena: &'a Bump, stack: &mut Vec<'a, T>, mark: usize) -> &'a [T] {
    let taken = match stack.get(mark..) {
        None | Some([]) => return &[],
        Some(top) => arena.alloc_slice_copy(top),
    };
    stack.truncate(mark);
    taken
}
