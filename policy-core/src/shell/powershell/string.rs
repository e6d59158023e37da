//! Quoted text: `'…'`, `"…"`, here-strings, and what a backtick makes of the next character.

use super::Reader;
use crate::shell::tree::ProblemKind;

impl<'a> Reader<'_, 'a> {
    /// Reads the string under the cursor into pieces.
    pub(super) fn string(&mut self) {
        if self.at_single_quote() {
            self.single_quoted();
        } else {
            self.double_quoted();
        }
    }

    fn single_quoted(&mut self) {
        let start = self.at;
        self.skip_char();
        let mut run = self.at;
        loop {
            match self.peek() {
                None => break self.unclosed(start, run),
                Some(b'\'' | 0xe2) if self.at_single_quote() => {
                    if self.ends_at_quote(&mut run, Self::at_single_quote) {
                        break;
                    }
                }
                Some(_) => self.skip_char(),
            }
        }
    }

    /// Whether the quote under the cursor closes the string whose text began at `run`. A doubled
    /// quote stands for one: the text is cut between the two and goes on.
    fn ends_at_quote(&mut self, run: &mut usize, at_quote: fn(&Self) -> bool) -> bool {
        let quote = self.at;
        self.skip_char();
        if !at_quote(self) {
            self.push_text(*run, quote, true);
            return true;
        }
        self.push_text(*run, self.at, true);
        self.skip_char();
        *run = self.at;
        false
    }

    fn double_quoted(&mut self) {
        let start = self.at;
        self.skip_char();
        let mut run = self.at;
        loop {
            match self.peek() {
                None => break self.unclosed(start, run),
                Some(b'"' | 0xe2) if self.at_double_quote() => {
                    if self.ends_at_quote(&mut run, Self::at_double_quote) {
                        break;
                    }
                }
                Some(byte) => self.expandable(byte, &mut run),
            }
        }
    }

    /// One step through text in which `$` and backticks mean something.
    fn expandable(&mut self, byte: u8, run: &mut usize) {
        match byte {
            b'`' if self.peek_at(1).is_some() => {
                self.push_text(*run, self.at, true);
                *run = self.escape();
            }
            b'$' => {
                let before = self.at;
                let mark = self.pieces.len();
                self.push_text(*run, before, true);
                if self.variable(true) {
                    *run = self.at;
                } else {
                    self.pieces.truncate(mark);
                    self.at += 1;
                }
            }
            _ => self.skip_char(),
        }
    }

    /// Reads the escape under the cursor and returns where literal text goes on.
    pub(super) fn escape(&mut self) -> usize {
        let start = self.at;
        self.at += 1;
        let decoded = match self.peek() {
            Some(b'0') => "\0",
            Some(b'a') => "\x07",
            Some(b'b') => "\x08",
            Some(b'f') => "\x0c",
            Some(b'n') => "\n",
            Some(b'r') => "\r",
            Some(b't') => "\t",
            Some(b'v') => "\x0b",
            Some(b'u') if self.peek_at(1) == Some(b'{') => return self.code_point(start),
            // Anything else stands for itself. Version 7 alone reads `e as the escape character,
            // which makes no name that could run; version 5 reads the letter, which does.
            _ => {
                let literal = self.at;
                self.skip_char();
                return literal;
            }
        };
        self.at += 1;
        self.push_decoded(decoded, start, self.at, true);
        self.at
    }

    /// `` `u{1F600} ``, version 7 only.
    fn code_point(&mut self, start: usize) -> usize {
        let letter = self.at;
        let digits = letter + 2;
        // Six digits at most, so that what never closes costs nothing.
        let end = (digits..=digits + 6).find(|&end| self.bytes.get(end) == Some(&b'}'));
        let value = end
            .and_then(|end| u32::from_str_radix(self.slice(digits, end), 16).ok())
            .and_then(char::from_u32);
        let (Some(end), Some(value)) = (end, value) else {
            self.at = digits;
            return letter;
        };
        let mut buffer = [0; 4];
        let text = self.arena.alloc_str(value.encode_utf8(&mut buffer));
        self.at = end + 1;
        self.push_decoded(text, start, self.at, true);
        self.at
    }

    /// Reads `@'…'@` or `@"…"@` into pieces; false where no here-string begins.
    pub(super) fn here_string(&mut self) -> bool {
        let start = self.at;
        self.at += 1;
        let single = self.at_single_quote();
        if !single && !self.at_double_quote() {
            self.at = start;
            return false;
        }
        self.skip_char();
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        let header = self.at;
        if !matches!(self.peek(), Some(b'\n' | b'\r')) {
            self.at = start;
            return false;
        }
        self.here_body(start, header, single);
        true
    }

    /// Reads from the line end of the header to the quote and `@` that open a line.
    fn here_body(&mut self, start: usize, header: usize, single: bool) {
        // The text begins after the header's line end, which may itself precede the closing.
        let first = header + if self.starts(b"\r\n") { 2 } else { 1 };
        let mut run = first;
        loop {
            match self.peek() {
                None => {
                    let run = run.min(self.at);
                    break self.unclosed(start, run);
                }
                Some(b'\n' | b'\r') => {
                    let line = self.at;
                    self.at += if self.starts(b"\r\n") { 2 } else { 1 };
                    if let Some(end) = self.here_end(single) {
                        self.push_text(run, line, true);
                        self.at = end;
                        break;
                    }
                }
                Some(_) if single => self.skip_char(),
                Some(byte) => self.expandable(byte, &mut run),
            }
        }
    }

    /// Where the closing quote and `@` under the cursor end.
    fn here_end(&self, single: bool) -> Option<usize> {
        let quote = if single { self.at_single_quote() } else { self.at_double_quote() };
        let end = self.at + self.char_len();
        (quote && self.bytes.get(end) == Some(&b'@')).then_some(end + 1)
    }

    fn unclosed(&mut self, start: usize, run: usize) {
        self.push_text(run, self.at, true);
        self.report(ProblemKind::UnclosedQuote, self.span(start));
    }
}
