//! Operators, and the few whose result can be read off the text.

use super::Reader;
use crate::limits;
use crate::shell::tree::{Piece, Word};

/// What an operator does with the text on both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    /// `+`: puts it together.
    Add,
    /// `-join`
    Join,
    /// `-f`
    Format,
    /// Anything else: only the shell will know.
    Other,
}

/// Operators with a name that stand between two values, without the `c` or `i` in front.
const NAMED: [&str; 29] = [
    "and",
    "as",
    "band",
    "bor",
    "bxor",
    "contains",
    "eq",
    "f",
    "ge",
    "gt",
    "in",
    "is",
    "isnot",
    "join",
    "le",
    "like",
    "lt",
    "match",
    "ne",
    "notcontains",
    "notin",
    "notlike",
    "notmatch",
    "or",
    "replace",
    "shl",
    "shr",
    "split",
    "xor",
];

/// Operators with a name that stand before a value.
const PREFIXES: [&str; 6] = ["not", "bnot", "join", "split", "isplit", "csplit"];

pub(super) fn is_prefix(name: &str) -> bool {
    PREFIXES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_named(name: &str) -> bool {
    NAMED.iter().any(|known| known.eq_ignore_ascii_case(name))
}

impl<'a> Reader<'_, 'a> {
    /// Takes the operator under the cursor.
    pub(super) fn operator(&mut self, ternaries: &mut u32) -> Option<Operator> {
        if let Some(dash) = self.dash_len() {
            return self.dashed_operator(dash);
        }
        let next = self.peek_at(1);
        let (len, operator) = match (self.peek()?, next) {
            (b'+' | b'*' | b'/' | b'%', Some(b'=')) | (b'*', Some(b'>')) => return None,
            (b'+', _) => (1, Operator::Add),
            (b'*' | b'/' | b'%', _) => (1, Operator::Other),
            (b'.', Some(b'.')) => (2, Operator::Other),
            (b'?', Some(b'?')) if self.peek_at(2) != Some(b'=') => (2, Operator::Other),
            (b'?', Some(b'?')) => return None,
            (b'?', _) => {
                *ternaries += 1;
                (1, Operator::Other)
            }
            (b':', _) if *ternaries > 0 => {
                *ternaries -= 1;
                (1, Operator::Other)
            }
            _ => return None,
        };
        self.at += len;
        Some(operator)
    }

    fn dashed_operator(&mut self, dash: usize) -> Option<Operator> {
        let name = self.dashed_name(dash);
        if name.is_empty() {
            if self.peek_at(dash) == Some(b'=') {
                return None;
            }
            self.at += dash;
            return Some(Operator::Other);
        }
        let bare = name.strip_prefix(['c', 'i', 'C', 'I']).unwrap_or(name);
        if !is_named(name) && !is_named(bare) {
            // `"tool.exe" -Force` is not an expression: what follows is read on its own.
            return None;
        }
        self.at += dash + name.len();
        Some(match () {
            () if name.eq_ignore_ascii_case("f") => Operator::Format,
            () if name.eq_ignore_ascii_case("join") => Operator::Join,
            () => Operator::Other,
        })
    }

    /// `'a','b' -join 'x'`: puts the words between the marks together, if the separator after
    /// them is literal.
    pub(super) fn join_words(&mut self, left: usize, right: usize) -> bool {
        let separator: &'a [Piece<'a>] = match self.words.get(right..) {
            Some([Word { pieces: pieces @ ([] | [Piece::Text { .. }]), .. }]) => pieces,
            _ => return false,
        };
        // A variable or a part of something may be a list, whose elements are not known here.
        let is_list = |word: &Word<'_>| {
            matches!(
                word.pieces,
                [Piece::Opaque { .. } | Piece::Parameter(_) | Piece::Substitution(_), ..]
            )
        };
        if self.words.get(left..right).unwrap_or_default().iter().any(is_list) {
            return false;
        }
        for (index, word) in self.words.get(left..right).unwrap_or_default().iter().enumerate() {
            self.tick(1 + word.pieces.len());
            if index > 0 {
                self.pieces.extend_from_slice(separator);
            }
            self.pieces.extend_from_slice(word.pieces);
        }
        self.words.truncate(left);
        true
    }

    /// `'{1}{0}' -f 'a','b'`: puts the words after the second mark into the literal one before.
    pub(super) fn format_words(&mut self, left: usize, right: usize) -> bool {
        let mark = self.pieces.len();
        let Some([format]) = self.words.get(left..right) else { return false };
        let format: &'a [Piece<'a>] = format.pieces;
        for piece in format {
            if !self.format_piece(piece, right, mark) {
                self.pieces.truncate(mark);
                return false;
            }
        }
        self.words.truncate(left);
        true
    }

    fn format_piece(&mut self, piece: &Piece<'a>, right: usize, mark: usize) -> bool {
        let Piece::Text { text, at, quoted } = *piece else {
            self.pieces.push(*piece);
            return true;
        };
        if !text.contains(['{', '}']) {
            self.pieces.push(*piece);
            return true;
        }
        // Only where the text stands in the source letter by letter can it be cut up.
        let base = at.start as usize;
        if text.len() != at.len() {
            return false;
        }
        self.tick(text.len());
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let from = base + text.len() - rest.len();
            let Some((hole, after)) = rest.get(open + 1..).and_then(|held| held.split_once('}'))
            else {
                return false;
            };
            let index = hole.parse::<usize>().ok();
            let Some(word) = index.and_then(|index| self.words.get(right + index)) else {
                return false;
            };
            let pieces = word.pieces;
            self.push_text(from, from + open, quoted);
            self.pieces.extend_from_slice(pieces);
            self.tick(pieces.len());
            // Holes may repeat a long argument any number of times.
            if self.pieces.len() - mark > limits::EXPANSION_WORDS {
                return false;
            }
            rest = after;
        }
        let from = base + text.len() - rest.len();
        self.push_text(from, base + text.len(), quoted);
        true
    }

    /// `[char]82`, `[char[]](82, 101)`: numbers above the mark become the characters they name.
    pub(super) fn decode_characters(&mut self, mark: usize) {
        let arena = self.arena;
        self.tick(self.words.len() - mark);
        for word in self.words.get_mut(mark..).unwrap_or_default() {
            let [Piece::Text { text, at, quoted: false }] = *word.pieces else { continue };
            let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
                Some(digits) => u32::from_str_radix(digits, 16).ok(),
                None => text.parse().ok(),
            };
            let Some(character) = number.and_then(char::from_u32) else { continue };
            let mut buffer = [0; 4];
            let text: &'a str = arena.alloc_str(character.encode_utf8(&mut buffer));
            word.pieces = arena.alloc_slice_copy(&[Piece::Text { text, at, quoted: true }]);
        }
    }
}
