//! Quotes and backslashes.

use super::Reader;
use super::cursor::DOUBLE;
use crate::shell::tree::{Piece, ProblemKind};
use bumpalo::collections::Vec as ArenaVec;

impl<'a> Reader<'a, '_> {
    /// `'…'`: everything is literal.
    pub(super) fn single_quotes(&mut self) {
        let start = self.pos;
        let (end, next) = match self.find(b'\'', start + 1) {
            Some(end) => (end, end + 1),
            None => (self.bytes.len(), self.bytes.len()),
        };
        self.pos = next;
        if next == end {
            self.report(ProblemKind::UnclosedQuote, self.span_from(start));
        }
        self.push_text(usize::MAX, start + 1, end, true);
    }

    /// `"…"`: expansions work, words are not split.
    pub(super) fn double_quotes(&mut self) {
        let start = self.pos;
        self.skip(1);
        let mut from = self.pos;
        loop {
            self.run(DOUBLE);
            let at = self.pos;
            match self.byte() {
                b'"' => {
                    self.push_text(usize::MAX, from, at, true);
                    self.skip(1);
                    return;
                }
                b'\\' => match self.at(at + 1) {
                    b'\n' => {
                        self.push_text(usize::MAX, from, at, true);
                        self.skip(2);
                        from = self.pos;
                    }
                    b'"' | b'\\' | b'$' | b'`' => {
                        self.push_text(usize::MAX, from, at, true);
                        self.skip(2);
                        from = at + 1;
                    }
                    _ => self.skip(1),
                },
                b'$' => {
                    self.push_text(usize::MAX, from, at, true);
                    self.dollar(true);
                    from = self.pos;
                }
                b'`' => {
                    self.push_text(usize::MAX, from, at, true);
                    self.backticks(true, true);
                    from = self.pos;
                }
                _ => {
                    self.push_text(usize::MAX, from, at, true);
                    self.report(ProblemKind::UnclosedQuote, self.span_from(start));
                    return;
                }
            }
        }
    }

    /// `\x` outside quotes: a protected character, or a line that goes on.
    pub(super) fn escape(&mut self) {
        let start = self.pos;
        self.skip(1);
        if self.byte() == b'\n' {
            self.skip(1);
        } else if self.is_done() {
            self.push_text(usize::MAX, start, self.pos, false);
        } else {
            self.skip_character();
            self.push_text(usize::MAX, start + 1, self.pos, true);
        }
    }

    /// `$'…'`, the cursor being at the dollar sign. What it stands for is worked out here, since
    /// `$'\x72\x6d'` is `rm`.
    pub(super) fn ansi_quotes(&mut self) {
        let start = self.pos;
        let mut end = start + 2;
        let mut escapes = false;
        let closed = loop {
            match self.bytes.get(end) {
                Some(b'\'') => break true,
                Some(b'\\') => {
                    escapes = true;
                    end = (end + 2).min(self.bytes.len());
                }
                Some(_) => end += 1,
                None => break false,
            }
        };
        self.count(end - start);
        self.pos = end + usize::from(closed);
        let at = self.span_from(start);
        if !closed {
            self.report(ProblemKind::UnclosedQuote, at);
        }
        if !escapes {
            return self.push_text(usize::MAX, start + 2, end, true);
        }
        let decoded = decode(self.slice(start + 2, end).as_bytes(), self.arena);
        match std::str::from_utf8(decoded.into_bump_slice()) {
            Ok("") => {}
            Ok(text) => self.pieces.push(Piece::Text { text, at, quoted: true }),
            Err(_) => self.pieces.push(Piece::Opaque { at }),
        }
    }
}

/// The bytes `$'…'` stands for. As in the shell, a NUL ends them and an unknown escape stays.
fn decode<'a>(bytes: &[u8], arena: &'a bumpalo::Bump) -> ArenaVec<'a, u8> {
    let mut out = ArenaVec::with_capacity_in(bytes.len(), arena);
    let mut rest = bytes;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let Some((&escape, tail)) = rest.split_first() else {
            out.push(b'\\');
            break;
        };
        rest = tail;
        let number = match escape {
            b'a' => 0x07,
            b'b' => 0x08,
            b'e' | b'E' => 0x1B,
            b'f' => 0x0C,
            b'n' => b'\n'.into(),
            b'r' => b'\r'.into(),
            b't' => b'\t'.into(),
            b'v' => 0x0B,
            b'\\' | b'\'' | b'"' | b'?' => escape.into(),
            b'0'..=b'7' => digits(&mut rest, 8, 2, (escape - b'0').into()) & 0xFF,
            b'c' => match rest.split_first() {
                Some((&control, tail)) => {
                    rest = tail;
                    (control & 0x1F).into()
                }
                None => {
                    out.extend_from_slice(b"\\c");
                    break;
                }
            },
            b'x' | b'u' | b'U' if rest.first().is_some_and(u8::is_ascii_hexdigit) => {
                let most = match escape {
                    b'x' => 2,
                    b'u' => 4,
                    _ => 8,
                };
                let number = digits(&mut rest, 16, most, 0);
                if escape != b'x' && number > 0x7F {
                    match char::from_u32(number) {
                        Some(character) => {
                            let mut buffer = [0; 4];
                            let encoded = character.encode_utf8(&mut buffer);
                            out.extend_from_slice(encoded.as_bytes());
                        }
                        // No shell agrees with another on these: make the piece opaque.
                        None => out.push(0xFF),
                    }
                    continue;
                }
                number
            }
            _ => {
                out.extend_from_slice(&[b'\\', escape]);
                continue;
            }
        };
        match u8::try_from(number) {
            Ok(0) | Err(_) => break,
            Ok(byte) => out.push(byte),
        }
    }
    out
}

/// Up to `most` digits, added to `number`.
fn digits(rest: &mut &[u8], radix: u32, most: usize, mut number: u32) -> u32 {
    for _ in 0..most {
        let Some((&byte, tail)) = rest.split_first() else { break };
        let Some(digit) = char::from(byte).to_digit(radix) else { break };
        number = number.wrapping_mul(radix).wrapping_add(digit);
        *rest = tail;
    }
    number
}
