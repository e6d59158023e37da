//! A place in the text, and what each byte means to cmd.
//!
//! Every byte that means anything is ASCII, so a cut before or after one is always a character
//! border.

#[cfg(test)]
use std::cell::Cell;

/// Blank, tab, vertical tab and form feed.
pub(super) const BLANK: u16 = 1;
/// The end of a line.
pub(super) const LINE: u16 = 1 << 1;
/// `&`, `|`, `<`, `>`
pub(super) const OPERATOR: u16 = 1 << 2;
/// `(`
pub(super) const OPEN: u16 = 1 << 3;
/// `)`
pub(super) const CLOSE: u16 = 1 << 4;
/// `"`
pub(super) const QUOTE: u16 = 1 << 5;
/// `^`
pub(super) const CARET: u16 = 1 << 6;
/// `%`
pub(super) const PERCENT: u16 = 1 << 7;
/// `!`
pub(super) const BANG: u16 = 1 << 8;
/// `*`, `?`
pub(super) const GLOB: u16 = 1 << 9;
/// `,`, `;`
pub(super) const COMMA: u16 = 1 << 10;
/// `=`
pub(super) const EQUALS: u16 = 1 << 11;
/// `/`
pub(super) const SLASH: u16 = 1 << 12;

/// What may stand between words before and after a command's name.
pub(super) const DELIMITER: u16 = BLANK | COMMA | EQUALS;

/// What a byte means; nothing for most.
#[inline]
pub(super) const fn class(byte: u8) -> u16 {
    match byte {
        b' ' | b'\t' | 0x0B | 0x0C => BLANK,
        b'\n' | b'\r' => LINE,
        b'&' | b'|' | b'<' | b'>' => OPERATOR,
        b'(' => OPEN,
        b')' => CLOSE,
        b'"' => QUOTE,
        b'^' => CARET,
        b'%' => PERCENT,
        b'!' => BANG,
        b'*' | b'?' => GLOB,
        b',' | b';' => COMMA,
        b'=' => EQUALS,
        b'/' => SLASH,
        _ => 0,
    }
}

/// Whether the byte, or the end of the text, belongs to one of the classes.
#[inline]
pub(super) fn is(byte: Option<u8>, mask: u16) -> bool {
    byte.is_some_and(|byte| class(byte) & mask != 0)
}

/// A place in a text, or in a part of it.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The bytes up to where this cursor may go.
    bytes: &'a [u8],
    /// Where it is.
    pub(super) at: usize,
    /// How many bytes were looked at, so that a test can tell linear from not.
    #[cfg(test)]
    steps: Cell<usize>,
}

impl<'a> Cursor<'a> {
    /// Stands at the start.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            #[cfg(test)]
            steps: Cell::new(0),
        }
    }

    /// Where it may go at most.
    pub(super) fn end(&self) -> usize {
        self.bytes.len()
    }

    /// Sets another end and gives back the one before.
    pub(super) fn set_end(&mut self, end: usize) -> usize {
        let before = self.end();
        self.bytes = self.text.as_bytes().get(..end).unwrap_or(self.bytes);
        before
    }

    /// The byte at an offset; nothing past the end.
    #[inline]
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        #[cfg(test)]
        self.steps.set(self.steps.get() + 1);
        self.bytes.get(at).copied()
    }

    /// The byte it stands before.
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    /// Whether it stands before one of the classes.
    #[inline]
    pub(super) fn is(&self, mask: u16) -> bool {
        is(self.peek(), mask)
    }

    /// Goes on to the next byte of one of the classes, or to the end.
    #[inline]
    pub(super) fn seek(&mut self, mask: u16) {
        while let Some(byte) = self.peek() {
            if class(byte) & mask != 0 {
                return;
            }
            self.at += 1;
        }
    }

    /// The text between two offsets.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether it stands between two characters.
    pub(super) fn is_border(&self) -> bool {
        self.at >= self.end() || self.text.is_char_boundary(self.at)
    }

    /// The offset behind the line end at `at`; `at` itself where there is none.
    pub(super) fn past_line_end(&self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => at + 2,
            (Some(b'\r' | b'\n'), _) => at + 1,
            _ => at,
        }
    }

    /// How many bytes were looked at.
    #[cfg(test)]
    pub(super) fn steps(&self) -> usize {
        self.steps.get()
    }
}
