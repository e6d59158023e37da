//! Hashtables.

use super::Reader;
use crate::shell::tree::{Piece, Word};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    /// Reads `@{ key = value }` as one word: its value is not followed, the code inside is kept.
    /// The entries are remembered as parameters, for a variable that is splatted later.
    pub(super) fn table(&mut self) {
        let start = self.at;
        self.at += 1;
        let opener = self.at;
        if !self.enter() {
            self.skip_too_deep(opener);
            return self.push_opaque_word(start);
        }
        self.at += 1;
        self.opened(b'}');
        let mark = self.pieces.len();
        let entries = self.words.len();
        // Holds the first place; its end is known only at the closing brace.
        self.pieces.push(Piece::Opaque { at: Span::new(start, start) });
        loop {
            self.skip_lines();
            match self.peek() {
                None | Some(b'}' | b')') => break,
                Some(b';' | b',') => self.at += 1,
                Some(_) => self.entry(),
            }
        }
        self.closed(opener, b'}');
        self.leave();
        let at = self.span(start);
        if let Some(first) = self.pieces.get_mut(mark) {
            *first = Piece::Opaque { at };
        }
        let entries = self.gather_words(entries);
        self.table = Some((at, entries));
        self.push_word(mark, start);
    }

    fn entry(&mut self) {
        let start = self.at;
        let codes = self.codes;
        let keys = self.words.len();
        self.key();
        if self.at == start {
            self.unexpected();
            return self.skip_char();
        }
        let end = self.at;
        self.skip_blanks();
        if self.peek() == Some(b'=') {
            self.at += 1;
            self.skip_lines();
        } else {
            self.unexpected();
        }
        let values = self.words.len();
        if self.peek().is_some_and(|byte| byte != b'}') {
            self.value();
        }
        if self.codes != codes {
            self.keep_code(keys);
        }
        self.name_entry(keys, values, start, end);
    }

    /// Copies the pieces that may run something from the words above the mark.
    fn keep_code(&mut self, mark: usize) {
        for word in self.words.get(mark..).unwrap_or_default() {
            self.tick(1 + word.pieces.len());
            let code = word.pieces.iter().filter(|piece| !matches!(piece, Piece::Text { .. }));
            self.pieces.extend(code);
        }
    }

    fn key(&mut self) {
        let start = self.at;
        let mark = self.pieces.len();
        if self.at_name() {
            while self.at_name() || matches!(self.peek(), Some(b'-' | b'.')) {
                self.skip_char();
            }
            self.push_text(start, self.at, false);
            self.push_word(mark, start);
        } else {
            self.primary();
        }
    }

    /// Turns the key and value words above the marks into `-Key:value`.
    fn name_entry(&mut self, keys: usize, values: usize, start: usize, end: usize) {
        let key = match self.words.get(keys..values) {
            Some([word]) => word.pieces,
            _ => &[],
        };
        let value = self.words.get(values).map_or(&[][..], |word| word.pieces);
        let mark = self.pieces.len();
        self.push_decoded("-", start, start, false);
        self.pieces.extend_from_slice(key);
        self.push_decoded(":", end, end, false);
        self.pieces.extend_from_slice(value);
        self.tick(key.len() + value.len());
        let named = Word { span: self.span(start), pieces: self.gather_pieces(mark) };
        match self.words.get_mut(values) {
            Some(first) => *first = named,
            None => self.words.push(named),
        }
        self.words.drain(keys..values);
    }
}
