//! Arithmetic: `$((…))`, `((…))`, `$[…]`. Only the expansions inside are kept.

use super::Reader;
use super::cursor::ARITHMETIC;
use crate::shell::tree::{Piece, Word};

impl<'a> Reader<'a, '_> {
    /// `$((…))` from `start` on, whose `))` is known to be at `close`.
    pub(super) fn arithmetic(&mut self, start: usize, close: usize) {
        self.pos = start;
        self.skip(3);
        let words = if self.enter(start) {
            let words = self.fenced(close, Self::arithmetic_words);
            self.leave();
            words
        } else {
            &[]
        };
        self.pos = close;
        self.skip(2);
        let at = self.span_from(start);
        self.pieces.push(Piece::Arithmetic { words, at });
    }

    /// `$[…]`.
    pub(super) fn bracket_arithmetic(&mut self, start: usize) {
        self.skip(2);
        let words = if self.enter(start) {
            let words = self.words_of_arithmetic(true);
            self.leave();
            words
        } else {
            self.skip_nested(b'[', b']');
            self.pos -= 1;
            &[]
        };
        self.close(b']', start);
        let at = self.span_from(start);
        self.pieces.push(Piece::Arithmetic { words, at });
    }

    /// The expansions up to the fence, each a word.
    pub(super) fn arithmetic_words(&mut self) -> &'a [Word<'a>] {
        self.words_of_arithmetic(false)
    }

    fn words_of_arithmetic(&mut self, in_brackets: bool) -> &'a [Word<'a>] {
        let mark = self.words.len();
        let mut depth = 0_usize;
        loop {
            self.run(ARITHMETIC);
            let start = self.pos;
            match self.byte() {
                b'$' | b'`' => {
                    let first = self.pieces.len();
                    self.expansion(true);
                    let is_text = matches!(self.pieces.last(), Some(Piece::Text { .. }));
                    let pieces = self.take_pieces(first);
                    if !is_text && !pieces.is_empty() {
                        self.words.push(Word { span: self.span_from(start), pieces });
                    }
                }
                b'\\' => {
                    self.skip(1);
                    if self.byte().is_ascii() {
                        self.skip(1);
                    }
                }
                b']' if in_brackets && depth == 0 => break,
                b']' => {
                    depth = depth.saturating_sub(1);
                    self.skip(1);
                }
                b'[' => {
                    depth += 1;
                    self.skip(1);
                }
                _ => break,
            }
        }
        self.take_words(mark)
    }

    /// Whether the `((` at `open` is arithmetic: where its `))` stands. It is not when the inner
    /// parenthesis closes alone, as in `((a) | b)`, or never; then commands are inside.
    ///
    /// The look ahead is paid from the budget, for a text could ask for it at every second byte.
    pub(super) fn arithmetic_end(&mut self, open: usize) -> Option<usize> {
        if self.budget == 0 {
            return None;
        }
        let mut inside: Vec<u8> = Vec::new();
        let mut index = open + 2;
        let end = loop {
            if index >= self.bytes.len() {
                break None;
            }
            let context = inside.last().copied();
            let quoted = context == Some(b'"');
            match self.at(index) {
                b'\\' => index += 1,
                b'"' if quoted => {
                    inside.pop();
                }
                b'"' => inside.push(b'"'),
                b'\'' if !quoted => index = self.search(b'\'', index + 1),
                b'`' => index = self.search(b'`', index + 1),
                b'$' if matches!(self.at(index + 1), b'(' | b'{') => {
                    index += 1;
                    inside.push(self.at(index));
                }
                b'(' if !quoted => inside.push(b'('),
                b'#' if context == Some(b'(')
                    && matches!(self.at(index - 1), b' ' | b'\t' | b'\n') =>
                {
                    index = self.search(b'\n', index);
                }
                b'}' if context == Some(b'{') => {
                    inside.pop();
                }
                b')' if context == Some(b'(') => {
                    inside.pop();
                }
                b')' if context.is_none() => {
                    break (self.at(index + 1) == b')').then_some(index);
                }
                _ => {}
            }
            index += 1;
        };
        if self.spend(index.min(self.bytes.len()) - open) { end } else { None }
    }

    /// Where the next `byte` stands, or the end.
    fn search(&self, byte: u8, from: usize) -> usize {
        let rest = self.bytes.get(from..).unwrap_or_default();
        rest.iter()
            .position(|&candidate| candidate == byte)
            .map_or(self.bytes.len(), |offset| from + offset)
    }
}
