//! The text under the cursor: bytes, characters that stand for ASCII ones, blanks, comments.

use super::Reader;
use crate::shell::tree::ProblemKind;
use crate::source::Span;

/// What PowerShell takes a character beyond ASCII for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wide {
    Blank,
    SingleQuote,
    DoubleQuote,
    Dash,
    Other,
}

impl<'a> Reader<'_, 'a> {
    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.tick(1);
        self.bytes.get(self.at).copied()
    }

    #[inline]
    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Whether the text goes on with `lead`.
    pub(super) fn starts(&self, lead: &[u8]) -> bool {
        self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(lead))
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// From `start` to the cursor.
    pub(super) fn span(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// How many bytes the character under the cursor has.
    pub(super) fn char_len(&self) -> usize {
        match self.peek_at(0) {
            None => 0,
            Some(0..=0x7f) => 1,
            Some(0x80..=0xdf) => 2,
            Some(0xe0..=0xef) => 3,
            Some(0xf0..) => 4,
        }
    }

    pub(super) fn skip_char(&mut self) {
        self.tick(1);
        self.at += self.char_len();
    }

    pub(super) fn current_char(&self) -> Option<char> {
        self.text.get(self.at..).and_then(|rest| rest.chars().next())
    }

    /// What the character under the cursor stands for; asked only about bytes beyond ASCII.
    pub(super) fn wide(&self) -> Wide {
        // Only these lead bytes begin a character that means anything.
        if !matches!(self.peek_at(0), Some(0xc2 | 0xe1 | 0xe2 | 0xe3)) {
            return Wide::Other;
        }
        match self.current_char() {
            Some('\u{2018}'..='\u{201b}') => Wide::SingleQuote,
            Some('\u{201c}'..='\u{201e}') => Wide::DoubleQuote,
            Some('\u{2013}'..='\u{2015}') => Wide::Dash,
            Some(other) if other.is_whitespace() => Wide::Blank,
            _ => Wide::Other,
        }
    }

    pub(super) fn at_single_quote(&self) -> bool {
        match self.peek_at(0) {
            Some(b'\'') => true,
            Some(0xe2) => self.wide() == Wide::SingleQuote,
            _ => false,
        }
    }

    pub(super) fn at_double_quote(&self) -> bool {
        match self.peek_at(0) {
            Some(b'"') => true,
            Some(0xe2) => self.wide() == Wide::DoubleQuote,
            _ => false,
        }
    }

    pub(super) fn at_quote(&self) -> bool {
        self.at_single_quote() || self.at_double_quote()
    }

    /// How many bytes the dash under the cursor has; none where there is no dash.
    pub(super) fn dash_len(&self) -> Option<usize> {
        match self.peek_at(0) {
            Some(b'-') => Some(1),
            Some(0xe2) if self.wide() == Wide::Dash => Some(3),
            _ => None,
        }
    }

    /// Whether the character under the cursor may continue a name.
    pub(super) fn at_name(&self) -> bool {
        match self.peek_at(0) {
            Some(byte) if byte.is_ascii() => is_name(byte),
            Some(_) => self.current_char().is_some_and(char::is_alphanumeric),
            None => false,
        }
    }

    /// Skips a name and says where it ended.
    pub(super) fn skip_name(&mut self) -> usize {
        while self.at_name() {
            self.skip_char();
        }
        self.at
    }

    /// Skips blanks, continued lines and comments; stays on the line.
    pub(super) fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'`' if self.continues_line() => self.skip_continuation(),
                b'#' => self.skip_line(),
                b'<' if self.peek_at(1) == Some(b'#') => self.skip_block_comment(),
                0xc2.. if self.wide() == Wide::Blank => self.skip_char(),
                _ => break,
            }
        }
    }

    /// Skips blanks and line ends.
    pub(super) fn skip_lines(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'\n' | b'\r') => self.at += 1,
                _ => break,
            }
        }
    }

    /// Skips blanks and line ends if the given bytes follow them.
    pub(super) fn skip_lines_to(&mut self, wanted: &[u8]) -> bool {
        let before = self.at;
        self.skip_lines();
        let found = self.peek().is_some_and(|byte| wanted.contains(&byte));
        if !found {
            self.at = before;
        }
        found
    }

    /// Whether the backtick under the cursor joins two lines (or has nothing left to escape).
    pub(super) fn continues_line(&self) -> bool {
        matches!(self.peek_at(1), None | Some(b'\n' | b'\r'))
    }

    fn skip_continuation(&mut self) {
        self.at += 1;
        if self.starts(b"\r\n") {
            self.at += 2;
        } else if self.peek().is_some() {
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        while !matches!(self.peek(), None | Some(b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn skip_block_comment(&mut self) {
        let start = self.at;
        self.at += 2;
        loop {
            match self.peek() {
                None => {
                    self.report(ProblemKind::UnclosedGroup, self.span(start));
                    return;
                }
                Some(b'#') if self.peek_at(1) == Some(b'>') => {
                    self.at += 2;
                    return;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// Skips what is nested too deeply: from an opening bracket to the one that closes it.
    pub(super) fn skip_too_deep(&mut self, start: usize) {
        let mut open = 0_u32;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' | b'{' | b'[' => open += 1,
                b')' | b'}' | b']' => open = open.saturating_sub(1),
                b'\'' => self.skip_to_quote(b'\''),
                b'"' => self.skip_to_quote(b'"'),
                _ => {}
            }
            self.skip_char();
            if open == 0 {
                break;
            }
        }
        self.report(ProblemKind::TooDeep, self.span(start));
    }

    /// Skips the rest of a statement that is nested too deeply.
    pub(super) fn skip_statement_too_deep(&mut self, start: usize) {
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' | b'\r' | b';' | b')' | b'}' => break,
                b'(' | b'{' => self.skip_too_deep(self.at),
                _ => self.skip_char(),
            }
        }
        self.report(ProblemKind::TooDeep, self.span(start));
    }

    /// Moves from one quote to its partner, or to the end where it has none.
    fn skip_to_quote(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            if byte == quote {
                return;
            }
            if byte == b'`' && quote == b'"' {
                self.at += 1;
            }
            self.skip_char();
        }
    }
}

/// Whether a byte may stand in a name.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a byte ends a bareword wherever it stands.
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | 0x0b
            | 0x0c
            | b'\n'
            | b'\r'
            | b'|'
            | b'&'
            | b';'
            | b','
            | b'('
            | b')'
            | b'{'
            | b'}'
            | b'<'
            | b'>'
    )
}
