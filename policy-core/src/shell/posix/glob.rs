//! Pattern characters: `*`, `?`, `[a-z]`, `@(a|b)`.

use super::Reader;
use super::cursor::{BRACE, END, PATTERN, class};
use super::word::Mode;
use crate::shell::tree::Piece;

/// A stretch of text in which no `[` is closed, so that it is not searched again.
#[derive(Clone, Copy, Default)]
pub(super) struct MissingBracket {
    until: usize,
    /// Whether the search ended at a quote or an expansion, behind which the `]` may still be.
    open: bool,
}

/// Where a subscript without braces stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subscript {
    /// `a[…]=`: ends with the word.
    Assigned,
    /// zsh `$x[…]`: ends with the line.
    Bare,
    /// zsh `"$x[…]"`: ends with the quotes.
    Quoted,
}

impl<'a> Reader<'a, '_> {
    /// Pushes what lies between `start` and the cursor as a pattern.
    pub(super) fn push_glob(&mut self, start: usize) {
        let at = self.span_from(start);
        self.pieces.push(Piece::Glob { text: at.of(self.text), at });
    }

    /// `*`, `**`, `?`, `*(…)`, `?(…)`.
    pub(super) fn wildcard(&mut self) {
        let start = self.pos;
        let byte = self.byte();
        self.skip(1);
        while self.byte() == byte && byte == b'*' {
            self.skip(1);
        }
        // zsh reads the group as qualifiers of the whole word.
        if self.byte() == b'(' && !self.zsh {
            self.parentheses(start);
        } else {
            self.push_glob(start);
        }
    }

    /// `[…]`, or a `[` that is text.
    pub(super) fn bracket(&mut self, joinable: usize, in_braces: bool) {
        let start = self.pos;
        if start >= self.missing_bracket.until
            && let Some(end) = self.bracket_end(in_braces)
        {
            self.pos = end;
            return self.push_glob(start);
        }
        self.skip(1);
        if self.missing_bracket.open {
            self.push_glob(start);
        } else {
            self.push_text(joinable, start, self.pos, false);
        }
    }

    fn bracket_end(&mut self, in_braces: bool) -> Option<usize> {
        let start = self.pos;
        let mut index = start + 1;
        if matches!(self.at(index), b'!' | b'^') {
            index += 1;
        }
        if self.at(index) == b']' {
            index += 1;
        }
        let end = loop {
            let byte = self.at(index);
            match byte {
                b']' => break Some(index + 1),
                b'[' => index = self.class_end(index).unwrap_or(index + 1),
                b'\'' | b'"' | b'$' | b'`' | b'\\' => {
                    self.missing_bracket = MissingBracket { until: index, open: true };
                    break None;
                }
                _ if class(byte) & END != 0
                    || matches!(byte, b'(' | b'<' | b'>' | 0)
                    || in_braces && class(byte) & BRACE != 0 =>
                {
                    self.missing_bracket = MissingBracket { until: index, open: false };
                    break None;
                }
                _ => index += 1,
            }
        };
        self.count(index - start);
        end
    }

    /// Where `[:alpha:]` at `index` ends. Names of classes are short, so the look is too.
    fn class_end(&self, index: usize) -> Option<usize> {
        if self.at(index + 1) != b':' {
            return None;
        }
        let mut end = index + 2;
        while self.at(end).is_ascii_alphabetic() && end < index + 16 {
            end += 1;
        }
        (self.at(end) == b':' && self.at(end + 1) == b']').then_some(end + 2)
    }

    /// A `(` inside a word: a group of patterns. Says `false` where it ends the word instead.
    pub(super) fn pattern_group(&mut self, start: usize, mark: usize, mode: Mode) -> bool {
        let at = self.pos;
        if self.zsh {
            let ends_word = self.at(at + 1) == b')'
                || mode == Mode::ARGUMENT && self.before() == b'=' && at > start;
            if ends_word {
                return false;
            }
            if mode != Mode::ARGUMENT || !self.qualifiers() {
                self.parentheses(at);
            }
            return true;
        }
        // `@(`, `!(`, `+(`: the sign belongs to the group.
        let Some(&Piece::Text { at: before, quoted: false, .. }) =
            self.pieces.get(mark..).and_then(<[_]>::last)
        else {
            return false;
        };
        if before.end as usize != at || !matches!(self.before(), b'@' | b'!' | b'+') {
            return false;
        }
        self.pieces.pop();
        self.push_text(usize::MAX, before.start as usize, at - 1, false);
        self.parentheses(at - 1);
        true
    }

    /// A group whose `(` is at the cursor, as one pattern that begins at `start`; in parts where
    /// something inside is expanded.
    fn parentheses(&mut self, start: usize) {
        let open = self.pos;
        self.skip(1);
        let mut depth = 1_u32;
        let mut from = start;
        while depth > 0 {
            self.run(PATTERN);
            match self.byte() {
                b'(' => {
                    depth += 1;
                    self.skip(1);
                }
                b')' => {
                    depth -= 1;
                    self.skip(1);
                }
                b'\'' | b'"' | b'$' | b'`' | b'\\' => {
                    self.push_glob(from);
                    self.fragment(false);
                    from = self.pos;
                }
                b'\n' | b';' | b'&' => break,
                0 if self.is_done() => break,
                _ => self.skip(1),
            }
        }
        if self.pos > from {
            self.push_glob(from);
        }
        if depth > 0 {
            self.report_unclosed(open);
        }
    }

    /// The pieces of a subscript up to its `]`, which is left at the cursor. Says `false` where
    /// what it stands in ends before.
    pub(super) fn subscript(&mut self, kind: Subscript) -> bool {
        let quoted = kind == Subscript::Quoted;
        let mut depth = 0_u32;
        loop {
            let from = self.pos;
            self.run(PATTERN);
            self.push_text(usize::MAX, from, self.pos, false);
            let at = self.pos;
            match self.byte() {
                b']' if depth == 0 => return true,
                b'[' | b']' => {
                    if self.byte() == b'[' {
                        depth += 1;
                    } else {
                        depth -= 1;
                    }
                    self.skip(1);
                    self.push_text(usize::MAX, at, self.pos, false);
                }
                b'"' if quoted => return false,
                b'$' | b'`' => self.expansion(quoted),
                b'\'' | b'"' | b'\\' if !quoted => self.fragment(false),
                b'\'' | b'\\' => {
                    self.skip(1);
                    if self.at(at) == b'\\' && !self.is_done() {
                        self.skip_character();
                    }
                    self.push_text(usize::MAX, at, self.pos, true);
                }
                b'(' | b')' | b'|' if self.zsh => {
                    self.skip(1);
                    self.push_text(usize::MAX, at, self.pos, false);
                }
                b' ' | b'\t' | b'<' | b'>' | b'&' if kind != Subscript::Assigned => {
                    self.skip(1);
                    self.push_text(usize::MAX, at, self.pos, false);
                }
                0 if !self.is_done() => {
                    self.skip(1);
                    self.push_text(usize::MAX, at, self.pos, false);
                }
                _ => return false,
            }
        }
    }
}
