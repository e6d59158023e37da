//! The reader for bash, zsh and their relatives.
//!
//! One walk over the bytes, by recursive descent and without going back:
//!
//! ```text
//! list ──> compound | command ──> word ──> quote, expansion, brace, glob
//!  ^                     │                     │
//!  └── $(…) `…` <(…) ────┼─────────────────────┘
//!                        └──> heredoc
//! ```
//!
//! - `cursor`: where the reader stands, what it may look at, what kind of byte is there
//! - `list`: `;`, `&&`, `||`, `&`, `|` and what closes a list
//! - `compound`: which kind of command begins; groups, functions, `[[ … ]]`
//! - `control`: `if`, `while`, `for`, `case`
//! - `command`: simple commands, assignments, arrays; `redirection`: what stands between them
//! - `heredoc`: bodies that stand after the line that asks for them
//! - `word`, `quote`, `brace`, `glob`, `expansion`, `parameter`, `arithmetic`: the pieces of a word
//! - `zsh`: what only zsh has
//! - `plain`: one command of plain words, without all of this
//!
//! Anything malformed is a problem, and reading goes on behind it: nothing hides behind a syntax
//! error. Work is linear in the text. Wherever a decision needs a look ahead, the look is either
//! remembered or paid from a budget.
//!
//! A heredoc's body stands after the line it belongs to, but the tree is built in order and never
//! changed. So a text that has heredocs is read twice: the first time finds the bodies, the second
//! time knows where they are.

mod arithmetic;
mod brace;
mod command;
mod compound;
mod control;
mod cursor;
mod expansion;
mod glob;
mod heredoc;
mod list;
mod parameter;
mod plain;
mod quote;
mod redirection;
mod word;
mod zsh;

#[cfg(test)]
mod tests;

use bumpalo::Bump;
use bumpalo::collections::Vec as Stack;

pub(super) use plain::read as read_plain;

use super::tree::{
    Arm, Assignment, Item, Node, Piece, ProblemKind, Redirection, Script, Substitution, Word,
};
use super::{Dialect, Reading};
use crate::limits;
use crate::source::{SourceId, Span};
use brace::BraceFrame;
use glob::MissingBracket;
use heredoc::{Body, Pending};
use list::Awaited;

/// Reads one source.
pub(super) fn read<'a>(reading: &mut Reading<'a>, source: SourceId) -> Script<'a> {
    read_nested(reading, source, 0)
}

/// Reads one source found at `depth`.
fn read_nested<'a>(reading: &mut Reading<'a>, source: SourceId, depth: u32) -> Script<'a> {
    let mut reader = Reader::new(reading, source, depth);
    let script = reader.everything();
    // All it holds lies in the arena and goes with it.
    std::mem::forget(reader);
    script
}

/// How many problems of one text are kept; more of them say nothing new.
const PROBLEMS: u32 = 64;

/// One walk over one text.
struct Reader<'a, 'r> {
    reading: &'r mut Reading<'a>,
    arena: &'a Bump,
    source: SourceId,
    zsh: bool,
    /// Whatever is called `sh`, which may know less than bash.
    plain_sh: bool,
    /// All of the text, for slices.
    text: &'a str,
    /// What may be looked at: the text up to the innermost fence.
    bytes: &'a [u8],
    pos: usize,
    depth: u32,
    /// What the lists being read end with.
    awaited: Awaited,
    reported: u32,
    limit_reported: bool,
    /// How many bytes may still be looked at ahead of the cursor.
    budget: usize,
    missing_bracket: MissingBracket,
    /// Heredocs whose line has not ended; those below the floor belong to an outer list.
    pending: Stack<'a, Pending<'a>>,
    pending_floor: usize,
    /// Bodies found by the first reading, in ascending order during the second.
    bodies: Stack<'a, Body>,
    bodies_known: bool,
    /// Scripts of backticks that became sources of their own, so that the second reading does not
    /// take them in again; in ascending order by then.
    unescaped: Stack<'a, (usize, Option<Script<'a>>)>,
    // Stacks of what is under construction. Each construct remembers where its own part begins and
    // copies that part to the arena once it is complete.
    items: Stack<'a, Item<'a>>,
    nodes: Stack<'a, Node<'a>>,
    words: Stack<'a, Word<'a>>,
    pieces: Stack<'a, Piece<'a>>,
    assignments: Stack<'a, Assignment<'a>>,
    redirections: Stack<'a, Redirection<'a>>,
    arms: Stack<'a, Arm<'a>>,
    braces: Stack<'a, BraceFrame>,
    commas: Stack<'a, usize>,
    /// Bytes passed over or looked at, to prove that work is linear.
    #[cfg(test)]
    steps: usize,
}

impl<'a, 'r> Reader<'a, 'r> {
    fn new(reading: &'r mut Reading<'a>, source: SourceId, depth: u32) -> Self {
        let arena = reading.sources.arena();
        let whole = reading.sources.get(source);
        let mut text = whole.text;
        if text.len() > limits::SOURCE_BYTES {
            let end = text.floor_char_boundary(limits::SOURCE_BYTES);
            reading.report(ProblemKind::TooLong, source, Span::new(end, text.len()));
            text = text.get(..end).unwrap_or_default();
        }
        Self {
            reading,
            arena,
            source,
            zsh: whole.dialect == Dialect::Zsh,
            plain_sh: whole.dialect == Dialect::Sh,
            text,
            bytes: text.as_bytes(),
            pos: 0,
            depth,
            awaited: Awaited::NOTHING,
            reported: 0,
            limit_reported: false,
            budget: 0,
            missing_bracket: MissingBracket::default(),
            pending: Stack::new_in(arena),
            pending_floor: 0,
            bodies: Stack::new_in(arena),
            bodies_known: false,
            unescaped: Stack::new_in(arena),
            items: Stack::with_capacity_in(4, arena),
            nodes: Stack::new_in(arena),
            words: Stack::with_capacity_in(8, arena),
            pieces: Stack::with_capacity_in(4, arena),
            assignments: Stack::new_in(arena),
            redirections: Stack::new_in(arena),
            arms: Stack::new_in(arena),
            braces: Stack::new_in(arena),
            commas: Stack::new_in(arena),
            #[cfg(test)]
            steps: 0,
        }
    }

    /// Reads the text, a second time where the first one met heredocs.
    fn everything(&mut self) -> Script<'a> {
        let problems = self.reading.problems.len();
        let script = self.once();
        if self.bodies.is_empty() {
            return script;
        }
        // The second reading meets the same problems of this text again; those of nested texts
        // stay, since these are not read again.
        let own = self.source;
        let mut index = 0;
        self.reading.problems.retain(|problem| {
            index += 1;
            index <= problems || problem.source != own
        });
        self.bodies.sort_by_key(|body| body.operator);
        self.unescaped.sort_by_key(|(at, _)| *at);
        self.bodies_known = true;
        self.once()
    }

    fn once(&mut self) -> Script<'a> {
        self.pos = 0;
        self.reported = 0;
        self.limit_reported = false;
        self.budget = self.text.len().saturating_mul(16);
        self.missing_bracket = MissingBracket::default();
        let script = self.script(Awaited::NOTHING);
        self.settle_open_heredocs();
        Script { span: Span::new(0, self.text.len()), ..script }
    }

    /// Notes something wrong.
    #[cold]
    fn report(&mut self, kind: ProblemKind, span: Span) {
        // Crossing a limit is never kept back by what else is wrong.
        let is_limit = matches!(kind, ProblemKind::TooDeep | ProblemKind::TooMany);
        if self.reported < PROBLEMS || is_limit && !self.limit_reported {
            self.limit_reported |= is_limit;
            self.reported += 1;
            self.reading.report(kind, self.source, span);
        }
    }

    /// Notes that the construct opened at `start` is never closed.
    #[cold]
    fn report_unclosed(&mut self, start: usize) {
        self.report(ProblemKind::UnclosedGroup, Span::new(start, self.pos));
    }

    /// Goes one construct deeper, unless that is too deep. Every way the reader calls itself
    /// passes here, which bounds its stack.
    fn enter(&mut self, start: usize) -> bool {
        if self.depth >= limits::DEPTH {
            self.report(ProblemKind::TooDeep, Span::new(start, self.pos));
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The script inside a substitution: what encloses it cannot close it.
    fn nested_script(&mut self, stop: Awaited) -> Script<'a> {
        let awaited = std::mem::replace(&mut self.awaited, Awaited::NOTHING);
        let floor = std::mem::replace(&mut self.pending_floor, self.pending.len());
        let script = self.script(stop);
        self.awaited = awaited;
        // A heredoc whose line did not end in here finds its body after the enclosing line.
        self.pending_floor = floor;
        script
    }

    fn push_substitution(&mut self, substitution: Substitution<'a>) {
        self.pieces.push(Piece::Substitution(self.arena.alloc(substitution)));
    }
}
