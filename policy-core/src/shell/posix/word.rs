//! Words: the pieces the shell puts together.

use super::Reader;
use super::cursor::{BRACE, END, NAME, RUN, class};
use crate::shell::tree::{Piece, Word};
use crate::source::Span;

/// Where a word stands, which decides what is special in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode(u8);

impl Mode {
    /// An argument: everything is expanded.
    pub(super) const ARGUMENT: Self = Self(0);
    /// Behind `name=`: braces are literal, `~` counts after `:` too.
    pub(super) const ASSIGNED: Self = Self(1);
    /// In `case` or `[[ … ]]`: braces are literal.
    pub(super) const PATTERN: Self = Self(2);
    /// Behind `=~`: parentheses and `|` belong to the word.
    pub(super) const REGEX: Self = Self(3);
}

impl<'a> Reader<'a, '_> {
    /// The word at the cursor.
    #[inline]
    pub(super) fn word(&mut self, mode: Mode) -> Word<'a> {
        let start = self.pos;
        if self.zsh && self.byte() == b'=' && mode != Mode::PATTERN && mode != Mode::REGEX {
            return self.word_after_equals(mode);
        }
        self.word_from(start, mode)
    }

    /// The word that begins at `start` with letters up to the cursor.
    pub(super) fn word_from(&mut self, start: usize, mode: Mode) -> Word<'a> {
        self.run(RUN);
        match self.plain_word(start) {
            Some(word) if mode != Mode::REGEX => word,
            _ => self.mixed_word(start, mode),
        }
    }

    /// The word that is nothing but the letters from `start` up to the cursor, if it ends there.
    #[inline]
    pub(super) fn plain_word(&self, start: usize) -> Option<Word<'a>> {
        let end = self.pos;
        let ends = self.bytes.get(end).is_none_or(|byte| class(*byte) & END != 0);
        if !ends || end == start {
            return None;
        }
        let at = Span::new(start, end);
        let text = Piece::Text { text: self.slice(start, end), at, quoted: false };
        Some(Word { span: at, pieces: std::slice::from_ref(self.arena.alloc(text)) })
    }

    /// The word that begins with the letters from `start` up to the cursor and goes on.
    pub(super) fn mixed_word(&mut self, start: usize, mode: Mode) -> Word<'a> {
        let mark = self.pieces.len();
        self.push_text(mark, start, self.pos, false);
        self.word_with(start, mark, mode)
    }

    /// The rest of a word that begins at `start` and whose pieces so far are those from `mark` on.
    pub(super) fn word_with(&mut self, start: usize, mark: usize, mode: Mode) -> Word<'a> {
        let frames = self.braces.len();
        // Text is joined to text before it, but not to the `{` and `,` of a brace expansion.
        let mut joinable = mark;
        let mut split = false;
        let mut open = 0_u32;
        loop {
            let at = self.pos;
            let byte = self.byte();
            let in_braces = self.braces.len() > frames;
            match byte {
                b'\'' => self.single_quotes(),
                b'"' => self.double_quotes(),
                b'\\' => self.escape(),
                b'$' => self.dollar(false),
                b'`' => self.backticks(false, false),
                b'*' | b'?' => self.wildcard(),
                b'[' => self.bracket(joinable, in_braces),
                b'{' if mode == Mode::ARGUMENT && self.may_open_brace() => {
                    self.open_brace();
                    joinable = self.pieces.len();
                    split = true;
                }
                b',' if in_braces => {
                    self.brace_comma();
                    joinable = self.pieces.len();
                }
                b'}' if in_braces => {
                    self.close_brace();
                    joinable = self.pieces.len();
                }
                b'~' if self.may_be_tilde(start, mark, mode) && self.tilde() => {}
                b'<' | b'>' if self.at(at + 1) == b'(' && mode != Mode::REGEX => {
                    self.process_substitution();
                }
                b'<' if self.zsh && self.is_number_range() => self.number_range(),
                b'(' if mode == Mode::REGEX => {
                    open += 1;
                    self.skip(1);
                    self.push_text(joinable, at, self.pos, false);
                }
                b')' | b' ' | b'\t' | b'&' | b';' if open > 0 => {
                    open -= u32::from(byte == b')');
                    self.skip(1);
                    self.push_text(joinable, at, self.pos, false);
                }
                b'|' | b'<' | b'>' if mode == Mode::REGEX => {
                    self.skip(1);
                    self.push_text(joinable, at, self.pos, false);
                }
                b'(' => {
                    if !self.pattern_group(start, mark, mode) {
                        break;
                    }
                }
                b'\r' if self.is_line_end(at) => break,
                0 if self.is_done() => break,
                _ if class(byte) & END != 0 || matches!(byte, b'<' | b'>') => break,
                _ => {
                    // The first byte may be of a kind that is special elsewhere.
                    self.skip(1);
                    self.run(if in_braces { RUN | BRACE } else { RUN });
                    self.push_text(joinable, at, self.pos, false);
                }
            }
        }
        if split {
            self.abandon_braces(frames);
            self.join_texts(mark);
        }
        Word { span: self.span_from(start), pieces: self.take_pieces(mark) }
    }

    /// Pushes the literal text between two offsets, joined to the text directly before it if that
    /// piece is not below `joinable`.
    pub(super) fn push_text(&mut self, joinable: usize, start: usize, end: usize, quoted: bool) {
        if start >= end {
            return;
        }
        let mut at = Span::new(start, end);
        if self.pieces.len() > joinable
            && let Some(Piece::Text { at: before, quoted: same, .. }) = self.pieces.last()
            && *same == quoted
            && before.end == at.start
        {
            at.start = before.start;
            self.pieces.pop();
        }
        self.pieces.push(Piece::Text { text: at.of(self.text), at, quoted });
    }

    /// The pieces on the stack from `mark` on.
    pub(super) fn take_pieces(&mut self, mark: usize) -> &'a [Piece<'a>] {
        let pieces = self.pieces.get(mark..).unwrap_or_default();
        if pieces.is_empty() {
            return &[];
        }
        let pieces = self.arena.alloc_slice_copy(pieces);
        self.pieces.truncate(mark);
        pieces
    }

    /// Joins texts that touch each other among the pieces from `mark` on.
    pub(super) fn join_texts(&mut self, mark: usize) {
        let text = self.text;
        let Some(pieces) = self.pieces.get_mut(mark..) else { return };
        let mut joined = 0_usize;
        for index in 0..pieces.len() {
            let Some(&piece) = pieces.get(index) else { break };
            let before = joined.checked_sub(1).and_then(|last| pieces.get_mut(last));
            if let Some(before) = before
                && let Piece::Text { at: first, quoted: false, .. } = *before
                && let Piece::Text { at: second, quoted: false, .. } = piece
                && first.end == second.start
            {
                let at = first.to(second);
                *before = Piece::Text { text: at.of(text), at, quoted: false };
            } else if let Some(slot) = pieces.get_mut(joined) {
                *slot = piece;
                joined += 1;
            }
        }
        self.pieces.truncate(mark + joined);
    }

    /// Whether the `~` at the cursor stands where it can mean a home folder.
    fn may_be_tilde(&self, start: usize, mark: usize, mode: Mode) -> bool {
        if self.pos == start {
            return true;
        }
        match self.before() {
            b':' => mode == Mode::ASSIGNED,
            // bash also looks behind the `=` of a word that looks like an assignment.
            b'=' if !self.zsh && mode == Mode::ARGUMENT => match self.pieces.get(mark..) {
                Some([Piece::Text { text, at, quoted: false }]) => {
                    at.start as usize == start
                        && text.strip_suffix('=').is_some_and(super::command::is_name)
                }
                _ => false,
            },
            b'{' | b',' => self.is_brace_at_word_start(mark),
            _ => false,
        }
    }

    /// `~` or `~user`; leaves the cursor alone where it is a literal `~`.
    pub(super) fn tilde(&mut self) -> bool {
        let start = self.pos;
        self.skip(1);
        while class(self.byte()) & NAME != 0 || matches!(self.byte(), b'-' | b'+' | b'.') {
            self.skip(1);
        }
        let ends = self.ends_word(self.pos) || matches!(self.byte(), b'/' | b':' | b',' | b'}');
        if !ends {
            self.pos = start;
            return false;
        }
        let user = self.slice(start + 1, self.pos);
        self.pieces.push(Piece::Tilde { user, at: self.span_from(start) });
        true
    }
}
