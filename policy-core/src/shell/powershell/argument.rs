//! The words of a command, in which barewords are text.

use super::Reader;
use super::cursor::{Wide, ends_word, is_name};
use crate::shell::tree::{ParameterForm, Piece};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    /// Reads a command's name; `*` and `?` are no patterns there but aliases.
    pub(super) fn name(&mut self) {
        match self.peek() {
            Some(b'\'' | b'"' | b'(' | b'{' | b'$' | b'@') => self.argument(),
            Some(0xe2) if self.at_quote() => self.argument(),
            _ => {
                let start = self.at;
                let mark = self.pieces.len();
                self.bareword(false);
                if self.at > start {
                    self.push_word(mark, start);
                }
            }
        }
    }

    /// Reads one argument onto the word stack: one word, or several for a list in parentheses.
    pub(super) fn argument(&mut self) {
        let start = self.at;
        let mark = self.pieces.len();
        if self.value_argument(start, mark) {
            return;
        }
        self.bareword(true);
        if self.at > start {
            self.push_word(mark, start);
        }
    }

    /// Reads an argument that is a value and no bareword. False leaves the pieces with which a
    /// bareword begins.
    fn value_argument(&mut self, start: usize, mark: usize) -> bool {
        match (self.peek(), self.peek_at(1)) {
            (Some(b'\'' | b'"' | b'(' | b'{'), _) | (Some(b'$' | b'@'), Some(b'(')) => {
                self.primary()
            }
            (Some(b'@'), Some(b'{')) => self.primary(),
            (Some(b'$'), _) => {
                let has_members = self.variable(false) && self.at_member();
                if has_members {
                    self.variable_members(start, mark);
                }
                has_members
            }
            (Some(b'@'), _) => {
                let here = self.here_string();
                if here {
                    self.push_word(mark, start);
                } else {
                    self.splat();
                }
                here
            }
            (Some(b'-'), Some(b'-')) if self.at_verbatim() => {
                self.verbatim();
                true
            }
            (Some(b'-'), _) => self.parameter_with_value(start, mark),
            (Some(b'~'), next) => {
                if next.is_none_or(|byte| ends_word(byte) || matches!(byte, b'/' | b'\\')) {
                    self.at += 1;
                    self.pieces.push(Piece::Tilde { user: "", at: self.span(start) });
                }
                false
            }
            (Some(0xe2), _) => match self.wide() {
                Wide::SingleQuote | Wide::DoubleQuote => self.primary(),
                Wide::Dash => {
                    self.skip_char();
                    self.push_decoded("-", start, self.at, false);
                    self.parameter_with_value(start, mark)
                }
                Wide::Blank | Wide::Other => false,
            },
            _ => false,
        }
    }

    /// `$x.Name`, `$x[0]`: the word ends with the last member.
    fn variable_members(&mut self, start: usize, mark: usize) {
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        self.members(start, mark);
        self.deepest = self.deepest.max(outer);
        self.push_word(mark, start);
    }

    /// `@name` alone is a splatted variable; with more around it, it is text.
    fn splat(&mut self) {
        let start = self.at;
        self.at += 1;
        let name = self.at;
        if self.variable_name() && self.peek().is_none_or(ends_word) {
            let name = super::variable::unscoped(self.slice(name, self.at));
            self.push_parameter(name, ParameterForm::Elements, &[], false, start);
        } else {
            self.at = start;
        }
    }

    /// `-Path:(…)`, `-Path:'…'`: the value belongs to the parameter's word, whatever it is.
    fn parameter_with_value(&mut self, start: usize, mark: usize) -> bool {
        let mut ahead = 0;
        while self.peek_at(ahead).is_some_and(|byte| is_name(byte) || byte == b'-') {
            self.tick(1);
            ahead += 1;
        }
        let value = self.peek_at(ahead + 1);
        if self.peek_at(ahead) != Some(b':')
            || !matches!(value, Some(b'(' | b'{' | b'@' | b'\'' | b'"' | b'$'))
        {
            return false;
        }
        let from = self.at;
        self.at += ahead + 1;
        self.push_text(from, self.at, false);
        let words = self.words.len();
        self.argument();
        let pieces = self.words.get(words).map_or(&[][..], |word| word.pieces);
        self.tick(pieces.len());
        self.pieces.extend_from_slice(pieces);
        let pieces = self.gather_pieces(mark);
        let span = self.span(start);
        match self.words.get_mut(words) {
            Some(word) => {
                word.pieces = pieces;
                word.span.start = span.start;
            }
            None => self.words.push(crate::shell::tree::Word { span, pieces }),
        }
        true
    }

    /// Reads pieces up to what ends a bareword.
    pub(super) fn bareword(&mut self, patterns: bool) {
        let mut run = self.at;
        let mut quoted = false;
        // Up to here no bracket closes, so that a row of `[` is looked through only once.
        let mut no_class = 0;
        while let Some(byte) = self.peek() {
            match byte {
                b'`' => {
                    if self.continues_line() {
                        break;
                    }
                    self.push_text(run, self.at, quoted);
                    run = self.escape();
                    quoted = run < self.at;
                }
                b'\'' | b'"' => {
                    self.push_text(run, self.at, quoted);
                    self.string();
                    (run, quoted) = (self.at, false);
                }
                b'$' => {
                    let mark = self.pieces.len();
                    self.push_text(run, self.at, quoted);
                    if self.variable(false) {
                        (run, quoted) = (self.at, false);
                    } else {
                        self.pieces.truncate(mark);
                        self.at += 1;
                    }
                }
                b'*' | b'?' if patterns => {
                    self.push_text(run, self.at, quoted);
                    self.push_glob(self.at + 1);
                    (run, quoted) = (self.at, false);
                }
                b'[' if patterns && self.at >= no_class => match self.class_end() {
                    Ok(end) => {
                        self.push_text(run, self.at, quoted);
                        self.push_glob(end);
                        (run, quoted) = (self.at, false);
                    }
                    Err(end) => {
                        no_class = end;
                        self.at += 1;
                    }
                },
                0x80.. => match self.wide() {
                    Wide::Blank => break,
                    Wide::SingleQuote | Wide::DoubleQuote => {
                        self.push_text(run, self.at, quoted);
                        self.string();
                        (run, quoted) = (self.at, false);
                    }
                    Wide::Dash | Wide::Other => self.skip_char(),
                },
                _ if ends_word(byte) => break,
                _ => self.at += 1,
            }
        }
        self.push_text(run, self.at, quoted);
    }

    fn push_glob(&mut self, end: usize) {
        let at = Span::new(self.at, end);
        self.pieces.push(Piece::Glob { text: self.slice(self.at, end), at });
        self.at = end;
    }

    /// Where the `[…]` under the cursor ends, or how far it was looked for.
    fn class_end(&self) -> Result<usize, usize> {
        let mut end = self.at + 1;
        loop {
            self.tick(1);
            match self.bytes.get(end) {
                Some(b']') => return Ok(end + 1),
                None | Some(b'$' | b'`' | b'\'' | b'"') => return Err(end),
                Some(&byte) if ends_word(byte) => return Err(end),
                Some(_) => end += 1,
            }
        }
    }

    fn at_verbatim(&self) -> bool {
        self.starts(b"--%") && matches!(self.peek_at(3), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// `--%`: the rest of the line goes to the program as it stands.
    fn verbatim(&mut self) {
        self.at += 3;
        loop {
            while matches!(self.peek(), Some(b' ' | b'\t')) {
                self.at += 1;
            }
            if self.ends_verbatim() {
                break;
            }
            self.verbatim_word();
        }
    }

    fn ends_verbatim(&self) -> bool {
        matches!(self.peek(), None | Some(b'\n' | b'\r' | b'|')) || self.starts(b"&&")
    }

    fn verbatim_word(&mut self) {
        let start = self.at;
        let mark = self.pieces.len();
        let mut run = start;
        let mut quoted = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' | b'\r' => break,
                b'"' => {
                    self.push_text(run, self.at, quoted);
                    self.at += 1;
                    (run, quoted) = (self.at, !quoted);
                }
                b' ' | b'\t' if !quoted => break,
                _ if !quoted && self.ends_verbatim() => break,
                _ => self.skip_char(),
            }
        }
        self.push_text(run, self.at, quoted);
        self.push_word(mark, start);
    }
}
