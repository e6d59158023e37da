//! Expressions: operands, the operators between them and before them.
//!
//! Precedence is not kept: an operator either joins text that can be read off or makes the whole
//! value something only the shell will know, and neither depends on which of two such operators
//! binds tighter.

use super::Reader;
use super::cursor::is_name;
use super::operator::{self, Operator};
use crate::shell::tree::{Piece, SubstitutionKind, Word};
use crate::source::Span;

/// Whether a value that is turned into this type makes an object that writes.
fn makes_object(cast: &str) -> bool {
    let lower = cast.split(',').next().unwrap_or(cast).trim().to_ascii_lowercase();
    (lower.ends_with("writer") || lower.ends_with("stream")) && !lower.ends_with("memorystream")
}

/// Whether a value that is turned into this type stays what its text says.
fn is_plain_type(cast: &str) -> bool {
    const PLAIN: [&str; 36] = [
        "",
        "string",
        "char",
        "int",
        "int16",
        "int32",
        "int64",
        "uint32",
        "uint64",
        "long",
        "byte",
        "sbyte",
        "short",
        "double",
        "single",
        "float",
        "decimal",
        "bool",
        "switch",
        "datetime",
        "timespan",
        "guid",
        "uri",
        "version",
        "regex",
        "array",
        "object",
        "psobject",
        "void",
        "xml",
        "io.fileinfo",
        "io.directoryinfo",
        "fileinfo",
        "scriptblock",
        "enum",
        "ordered",
    ];
    let plain = cast.split(['[', ',', '(']).next().unwrap_or(cast).trim();
    let short = match plain.get(..7) {
        Some(head) if head.eq_ignore_ascii_case("system.") => plain.get(7..).unwrap_or_default(),
        _ => plain,
    };
    PLAIN.iter().any(|known| known.eq_ignore_ascii_case(short))
}

/// What stood before an operand.
#[derive(Clone, Copy)]
struct Prefix<'a> {
    /// An operator after which only the shell knows the value.
    hidden: Option<Span>,
    /// `-join`: the words become one.
    joined: bool,
    /// The type of the innermost cast.
    cast: &'a str,
}

impl<'a> Reader<'_, 'a> {
    /// Whether the statement under the cursor is an expression and not a command.
    pub(super) fn at_expression(&self) -> bool {
        let next = self.peek_at(1);
        match self.peek_at(0) {
            Some(b'\'' | b'"' | b'(' | b'{' | b'[' | b'!' | b',') => true,
            Some(b'$') => match next {
                Some(b'(' | b'{' | b'$' | b'^' | b'?') => true,
                Some(byte) => is_name(byte) || !byte.is_ascii(),
                None => false,
            },
            Some(b'@') => match next {
                Some(b'(' | b'{' | b'\'' | b'"') => true,
                Some(byte) => is_name(byte) || !byte.is_ascii(),
                None => false,
            },
            Some(b'-') => match next {
                Some(b'(' | b'$' | b'-' | b'0'..=b'9') => true,
                Some(_) => operator::is_prefix(self.dashed_name(1)),
                None => false,
            },
            Some(b'+') => matches!(next, Some(b'(' | b'$' | b'+' | b'0'..=b'9')),
            Some(b'.' | b'0'..=b'9') => self.number_end().is_some(),
            Some(0xe2) => self.at_quote(),
            _ => false,
        }
    }

    /// Reads an expression onto the word stack; false where none begins under the cursor.
    /// Between the arguments of a method a comma is not part of the expression.
    pub(super) fn expression(&mut self, commas: bool) -> bool {
        let start = self.at;
        let words = self.words.len();
        let pieces = self.pieces.len();
        if !self.operands(commas) {
            return false;
        }
        let mut ternaries = 0;
        let mut first = true;
        let mut list = false;
        loop {
            self.skip_blanks();
            let at = self.at;
            let Some(operator) = self.operator(&mut ternaries) else { break };
            let span = self.span(at);
            self.skip_lines();
            let right = self.words.len();
            if !self.operands(commas) {
                self.unexpected();
            }
            list = list || (first && self.is_list(words, right));
            first = first && list && operator == Operator::Add;
            if !first {
                self.combine(operator, span, words, right, pieces);
            }
        }
        if !first {
            self.push_word(pieces, start);
        }
        true
    }

    /// Whether the words between the marks are a list, to which `+` adds elements.
    fn is_list(&self, left: usize, right: usize) -> bool {
        match self.words.get(left..right) {
            Some([word]) => {
                let start = word.span.start as usize;
                self.bytes.get(start..).is_some_and(|text| text.starts_with(b"@("))
            }
            _ => true,
        }
    }

    /// Puts both sides of an operator on the piece stack. The left words lie between the marks
    /// until the first operator is met; from then on the left side is already there.
    fn combine(&mut self, operator: Operator, at: Span, left: usize, right: usize, pieces: usize) {
        let first = left < right || self.pieces.len() == pieces;
        let one = self.words.len() == right + 1;
        match operator {
            Operator::Join if first && self.join_words(left, right) => {}
            Operator::Format if first && self.format_words(left, right) => {}
            Operator::Add if one && !(first && self.begins_with_number(left, right)) => {
                self.flatten_words(left);
            }
            _ => {
                // The result is unknown, even how it begins.
                if !matches!(self.pieces.get(pieces), Some(Piece::Opaque { .. })) {
                    self.pieces.insert(pieces, Piece::Opaque { at });
                }
                self.append_words(left, right);
                let from = self.pieces.len();
                self.flatten_words(right);
                self.words.truncate(left);
                // `'a' -replace 'b', { … }` runs the block.
                self.run_blocks_from(from);
            }
        }
    }

    /// A number on the left makes `+` a sum.
    fn begins_with_number(&self, left: usize, right: usize) -> bool {
        match self.words.get(left..right) {
            Some([word]) => match word.pieces {
                [Piece::Text { text, quoted: false, .. }, ..] => {
                    text.starts_with(|first: char| first.is_ascii_digit())
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Reads operands with commas between them.
    fn operands(&mut self, commas: bool) -> bool {
        let read = self.operand();
        while read && commas && self.skip_comma() {
            if !self.operand() {
                self.unexpected();
                break;
            }
        }
        read
    }

    fn skip_comma(&mut self) -> bool {
        self.skip_blanks();
        let found = self.peek() == Some(b',');
        if found {
            self.at += 1;
            self.skip_lines();
        }
        found
    }

    /// Reads one operand with the operators and casts before it.
    fn operand(&mut self) -> bool {
        let start = self.at;
        let words = self.words.len();
        let mut prefix = Prefix { hidden: None, joined: false, cast: "" };
        loop {
            self.skip_blanks();
            let at = self.at;
            match self.peek() {
                Some(b'!') => self.at += 1,
                Some(b',') => {
                    self.at += 1;
                    self.skip_lines();
                    continue;
                }
                Some(b'+') if self.number_end().is_none() => self.at += 1,
                Some(b'-') if self.number_end().is_none() => {
                    let name = self.dashed_name(1);
                    if !name.is_empty() && !operator::is_prefix(name) {
                        break;
                    }
                    self.at += 1 + name.len();
                    if name.eq_ignore_ascii_case("join") {
                        prefix.joined = true;
                        continue;
                    }
                }
                Some(b'[') => match self.type_or_cast(start) {
                    Some(name) => {
                        prefix.cast = name;
                        continue;
                    }
                    None => {
                        self.finish_operand(start, words, prefix);
                        return true;
                    }
                },
                _ => break,
            }
            let span = self.span(at);
            prefix.hidden = Some(prefix.hidden.map_or(span, |before| before.to(span)));
        }
        // Code in an attribute's arguments waits on the stack and belongs to the operand.
        prefix.joined |= self.words.len() > words;
        if !self.primary() {
            if self.at > start {
                self.unexpected();
                self.finish_operand(start, words, prefix);
            }
            return self.at > start;
        }
        if self.starts(b"++") || self.starts(b"--") {
            let at = self.at;
            self.at += 2;
            prefix.hidden = prefix.hidden.or(Some(self.span(at)));
        }
        self.finish_operand(start, words, prefix);
        true
    }

    fn finish_operand(&mut self, start: usize, words: usize, prefix: Prefix<'a>) {
        if prefix.cast.eq_ignore_ascii_case("char") || prefix.cast.eq_ignore_ascii_case("char[]") {
            self.decode_characters(words);
        }
        let mut prefix = prefix;
        if makes_object(prefix.cast) {
            self.made_by_cast(prefix.cast, start, words);
        } else if !is_plain_type(prefix.cast) && self.is_one_value(words) {
            // What comes out is not a text any more.
            prefix.hidden = prefix.hidden.or(Some(Span::new(start, start)));
        }
        if prefix.hidden.is_none() && !prefix.joined {
            return;
        }
        let pieces = self.pieces.len();
        if let Some(at) = prefix.hidden {
            self.pieces.push(Piece::Opaque { at });
        }
        self.flatten_words(words);
        self.push_word(pieces, start);
    }

    /// Whether one word of text or variables stands above the mark.
    fn is_one_value(&self, mark: usize) -> bool {
        let is_plain =
            |piece: &Piece<'_>| matches!(piece, Piece::Text { .. } | Piece::Parameter(_));
        matches!(self.words.get(mark..), Some([only]) if only.pieces.iter().all(is_plain))
    }

    /// `[IO.StreamWriter]'x'` is `[IO.StreamWriter]::new('x')`.
    fn made_by_cast(&mut self, cast: &str, start: usize, words: usize) {
        let at = self.span(start);
        let name = self.arena.alloc_str(&format!("[{cast}]::new"));
        let head = self.arena.alloc_slice_copy(&[Piece::Text { text: name, at, quoted: false }]);
        self.words.insert(words, Word { span: at, pieces: head });
        let made = self.gather_words(words);
        let node = self.command(made, &[], at);
        let body = self.script_of(node, at);
        let pieces = self.pieces.len();
        self.push_substitution(body, SubstitutionKind::Output, false, at);
        self.push_word(pieces, start);
    }

    /// Where the number under the cursor ends; none where it is the start of a name (`7z`).
    pub(super) fn number_end(&self) -> Option<usize> {
        let mut end = self.at;
        let byte = |at: usize| self.bytes.get(at).copied();
        let digit = |at: usize| byte(at).is_some_and(|found| found.is_ascii_digit());
        if matches!(byte(end), Some(b'+' | b'-')) {
            end += 1;
        }
        let first = end;
        if byte(end) == Some(b'0') && matches!(byte(end + 1), Some(b'x' | b'X' | b'b' | b'B')) {
            end += 2;
            while byte(end).is_some_and(|found| found.is_ascii_hexdigit()) {
                self.tick(1);
                end += 1;
            }
        } else {
            while digit(end) {
                self.tick(1);
                end += 1;
            }
            if byte(end) == Some(b'.') && digit(end + 1) {
                end += 1;
                while digit(end) {
                    self.tick(1);
                    end += 1;
                }
            }
            if end == first {
                return None;
            }
            if matches!(byte(end), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(byte(end + 1), Some(b'+' | b'-')));
                let mut power = end + 1 + sign;
                if digit(power) {
                    while digit(power) {
                        self.tick(1);
                        power += 1;
                    }
                    end = power;
                }
            }
        }
        // A suffix has three letters at most: `1ul`, `1lkb`.
        for _ in 0..3 {
            if byte(end).is_some_and(|found| b"dlunyskmgtpbDLUNYSKMGTPB".contains(&found)) {
                end += 1;
            }
        }
        match byte(end) {
            Some(b'.') if byte(end + 1) == Some(b'.') => Some(end),
            Some(next) if is_name(next) || matches!(next, b'.' | b'\\' | b':' | b'@') => None,
            _ => Some(end),
        }
    }

    /// The letters after the dash under the cursor.
    pub(super) fn dashed_name(&self, dash: usize) -> &'a str {
        let start = self.at + dash;
        // No operator has more letters than this.
        let letters = self.bytes.get(start..).unwrap_or_default().iter().take(16);
        let len = letters.take_while(|byte| byte.is_ascii_alphabetic()).count();
        self.slice(start, start + len)
    }
}
