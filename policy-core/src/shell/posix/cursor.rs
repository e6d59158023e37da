//! Where the reader stands, and what kind of byte is there.

use super::Reader;
use crate::source::Span;

/// Stops a run of unquoted literal text.
pub(super) const RUN: u16 = 1;
/// Ends a word whatever follows.
pub(super) const END: u16 = 1 << 1;
/// Stops a run inside double quotes.
pub(super) const DOUBLE: u16 = 1 << 2;
/// May stand in a variable's name.
pub(super) const NAME: u16 = 1 << 3;
/// A digit.
pub(super) const DIGIT: u16 = 1 << 4;
/// Separates or closes the alternatives of a brace expansion.
pub(super) const BRACE: u16 = 1 << 5;
/// Space or tab.
pub(super) const BLANK: u16 = 1 << 6;
/// Stops a run inside `${x…}`.
pub(super) const PARAMETER: u16 = 1 << 7;
/// Stops a run inside `$((…))`.
pub(super) const ARITHMETIC: u16 = 1 << 8;
/// Stops a run inside a heredoc.
pub(super) const BODY: u16 = 1 << 9;
/// Stops a run inside a pattern group or a subscript.
pub(super) const PATTERN: u16 = 1 << 10;
/// A reserved word may begin with it.
pub(super) const KEYWORD: u16 = 1 << 11;
/// Makes an assignment of a command's first word.
pub(super) const EQUALS: u16 = 1 << 12;
/// Not seen, or beyond ASCII, where not everything is seen.
pub(super) const UNSEEN: u16 = 1 << 13;

static CLASS: [u16; 256] = classes();

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn classes() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let mut class = 0;
        if matches!(b, b' ' | b'\t') {
            class |= BLANK | END | RUN | PATTERN;
        }
        if matches!(b, b'\n' | b';' | b'&' | b'|' | b')') {
            class |= END | RUN | PATTERN;
        }
        if matches!(b, b'(' | b'<' | b'>') {
            class |= RUN | PATTERN;
        }
        if matches!(b, b'*' | b'?' | b'[' | b'{' | b'~' | b'\r') {
            class |= RUN;
        }
        if matches!(b, b'\'' | b'"' | b'$' | b'`' | b'\\' | 0) {
            class |= RUN | PARAMETER | PATTERN;
        }
        if matches!(b, b'"' | b'$' | b'`' | b'\\') {
            class |= DOUBLE;
        }
        if matches!(b, b'$' | b'`' | b'\\') {
            class |= ARITHMETIC | BODY;
        }
        if matches!(b, b'[' | b']') {
            class |= ARITHMETIC | PATTERN;
        }
        if matches!(b, b'}' | b'*' | b'?') {
            class |= PARAMETER;
        }
        if b == b'\n' {
            class |= BODY;
        }
        if matches!(b, b',' | b'}') {
            class |= BRACE;
        }
        if b.is_ascii_alphanumeric() || b == b'_' {
            class |= NAME;
        }
        if b.is_ascii_digit() {
            class |= DIGIT;
        }
        if matches!(b, b'c'..=b'f' | b'i' | b'r'..=b'u' | b'w') {
            class |= KEYWORD;
        }
        if b == b'=' {
            class |= EQUALS;
        }
        if b.is_ascii_control() || !b.is_ascii() {
            class |= UNSEEN;
        }
        table[byte] = class;
        byte += 1;
    }
    table
}

/// What kinds a byte is of.
#[inline]
#[expect(clippy::indexing_slicing, reason = "the table has an entry for every byte")]
pub(super) fn class(byte: u8) -> u16 {
    CLASS[usize::from(byte)]
}

impl<'a> Reader<'a, '_> {
    /// The byte at the cursor; 0 at the end.
    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.at(self.pos)
    }

    /// The byte at `index`; 0 past the end.
    #[inline]
    pub(super) fn at(&self, index: usize) -> u8 {
        match self.bytes.get(index) {
            Some(byte) => *byte,
            None => 0,
        }
    }

    /// The byte before the cursor.
    #[inline]
    pub(super) fn before(&self) -> u8 {
        self.pos.checked_sub(1).map_or(0, |index| self.at(index))
    }

    /// Whether nothing is left before the fence.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    /// Counts bytes passed over or looked at.
    #[inline]
    pub(super) fn count(&mut self, _bytes: usize) {
        #[cfg(test)]
        {
            self.steps += _bytes;
        }
    }

    /// Moves past `length` bytes.
    #[inline]
    pub(super) fn skip(&mut self, length: usize) {
        self.count(length);
        self.pos = (self.pos + length).min(self.bytes.len());
    }

    /// Moves past the character at the cursor.
    pub(super) fn skip_character(&mut self) {
        self.skip(1);
        while self.at(self.pos) & 0xC0 == 0x80 {
            self.skip(1);
        }
    }

    /// Moves to the first byte of a kind in `stop`.
    #[inline]
    pub(super) fn run(&mut self, stop: u16) {
        let mut pos = self.pos;
        while let Some(&byte) = self.bytes.get(pos) {
            if class(byte) & stop != 0 {
                break;
            }
            pos += 1;
        }
        self.count(pos - self.pos);
        self.pos = pos;
    }

    /// Moves past every byte of a kind in `kinds`.
    #[inline]
    pub(super) fn run_of(&mut self, kinds: u16) {
        let mut pos = self.pos;
        while let Some(&byte) = self.bytes.get(pos) {
            if class(byte) & kinds == 0 {
                break;
            }
            pos += 1;
        }
        self.count(pos - self.pos);
        self.pos = pos;
    }

    /// Where the first `byte` from `from` on stands.
    pub(super) fn find(&mut self, byte: u8, from: usize) -> Option<usize> {
        let rest = self.bytes.get(from..).unwrap_or_default();
        let found = rest.iter().position(|&candidate| candidate == byte);
        self.count(found.unwrap_or(rest.len()));
        found.map(|offset| from + offset)
    }

    /// The text between two offsets.
    #[inline]
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// From `start` to the cursor.
    #[inline]
    pub(super) fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.pos)
    }

    /// Whether a word that reaches up to `index` ends there.
    #[inline]
    pub(super) fn ends_word(&self, index: usize) -> bool {
        let byte = self.at(index);
        class(byte) & END != 0
            || matches!(byte, b'(' | b'<' | b'>')
            || index >= self.bytes.len()
            || (byte == b'\r' && self.is_line_end(index))
    }

    /// Whether a reserved word ends at `index`, before a line that goes on as well (`do\⏎`).
    pub(super) fn ends_keyword(&self, index: usize) -> bool {
        let mut index = index;
        while self.at(index) == b'\\' && self.at(index + 1) == b'\n' {
            index += 2;
        }
        self.ends_word(index)
    }

    /// Whether a carriage return at `index` belongs to a line's end.
    pub(super) fn is_line_end(&self, index: usize) -> bool {
        index + 1 >= self.bytes.len() || self.at(index + 1) == b'\n'
    }

    /// Moves past blanks, continued lines and a comment: to what the shell sees next on the line.
    #[inline]
    pub(super) fn blanks(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\t' => self.run_of(BLANK),
                b'#' => {
                    let end = self.find(b'\n', self.pos).unwrap_or(self.bytes.len());
                    self.pos = end;
                    return;
                }
                b'\\' if self.at(self.pos + 1) == b'\n' => self.skip(2),
                b'\r' if self.is_line_end(self.pos) => self.skip(1),
                _ => return,
            }
        }
    }

    /// Moves past blanks, comments and ends of lines.
    pub(super) fn blanks_and_lines(&mut self) {
        self.blanks();
        while self.byte() == b'\n' {
            self.line_end();
            self.blanks();
        }
    }

    /// Reads with nothing visible from `end` on.
    pub(super) fn fenced<T>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.bytes;
        self.bytes = outer.get(..end).unwrap_or(outer);
        let result = read(self);
        self.bytes = outer;
        result
    }

    /// Takes `length` bytes of looking ahead from the budget.
    pub(super) fn spend(&mut self, length: usize) -> bool {
        self.count(length);
        self.budget = self.budget.saturating_sub(length);
        self.budget > 0
    }
}
