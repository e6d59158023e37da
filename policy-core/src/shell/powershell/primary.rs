//! Values and what hangs on them: members, indexes, method calls, types.

use super::Reader;
use super::cursor::is_name;
use super::scratch::value_of;
use crate::limits;
use crate::shell::tree::{
    Join, Node, Parameter, ParameterForm, Piece, ProblemKind, SubstitutionKind, Word,
};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    /// Reads one value with its members onto the word stack.
    pub(super) fn primary(&mut self) -> bool {
        let start = self.at;
        let words = self.words.len();
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let read = self.atom();
        if read && self.at_member() {
            let mark = self.pieces.len();
            self.object(words, start);
            self.members(start, mark);
            self.push_word(mark, start);
        }
        self.deepest = self.deepest.max(outer);
        read
    }

    /// Puts the words above the mark on the piece stack as what a member hangs on. A list stays
    /// a list: `('a', 'b').ForEach({ … })` is about two things.
    fn object(&mut self, mark: usize, start: usize) {
        if self.words.len() - mark < 2 {
            return self.flatten_words(mark);
        }
        let words = self.gather_words(mark);
        let at = self.span(start);
        let body = self.script_of(Node::Expression(words), at);
        self.push_substitution(body, SubstitutionKind::Output, false, at);
    }

    fn atom(&mut self) -> bool {
        let start = self.at;
        let mark = self.pieces.len();
        match self.peek() {
            Some(b'(') => self.group(start),
            Some(b'{') => self.block_word(),
            Some(b'$') if self.peek_at(1) == Some(b'(') => {
                self.at += 1;
                self.group(start);
            }
            Some(b'$') => {
                if !self.variable(false) {
                    return false;
                }
                self.push_word(mark, start);
            }
            Some(b'@') => return self.at_sign(start, mark),
            Some(b'\'' | b'"' | 0xe2) if self.at_quote() => {
                self.string();
                self.push_word(mark, start);
            }
            Some(b'0'..=b'9' | b'.' | b'-' | b'+') => match self.number_end() {
                Some(end) => {
                    self.at = end;
                    self.push_text(start, end, false);
                    self.push_word(mark, start);
                }
                None => return false,
            },
            _ => return false,
        }
        true
    }

    fn at_sign(&mut self, start: usize, mark: usize) -> bool {
        match self.peek_at(1) {
            Some(b'(') => {
                self.at += 1;
                self.group(start);
            }
            Some(b'{') => self.table(),
            _ if self.here_string() => self.push_word(mark, start),
            _ => {
                self.at += 1;
                if self.at_quote() {
                    // A here-string's text begins on the next line; without it this is none.
                    self.report(ProblemKind::Unexpected, self.span(start));
                    self.string();
                } else {
                    let name = self.at;
                    if !self.variable_name() {
                        self.at = start;
                        return false;
                    }
                    let name = super::variable::unscoped(self.slice(name, self.at));
                    self.push_parameter(name, ParameterForm::Elements, &[], false, start);
                }
                self.push_word(mark, start);
            }
        }
        true
    }

    /// `(…)`, `@(…)`, `$(…)`, the cursor on the parenthesis: the words inside if it only
    /// evaluates them, else one word that stands for its output.
    fn group(&mut self, start: usize) {
        let Some(body) = self.enclosed(b')') else {
            return self.push_opaque_word(start);
        };
        let span = self.span(start);
        match value_of(&body) {
            Some([word]) => self.words.push(Word { span, pieces: word.pieces }),
            Some(words) => {
                self.tick(words.len());
                self.words.extend_from_slice(words);
            }
            None if body.items.is_empty() => {}
            None => {
                let mark = self.pieces.len();
                self.push_substitution(body, SubstitutionKind::Output, false, span);
                self.push_word(mark, start);
            }
        }
    }

    /// `{ … }` as a value.
    fn block_word(&mut self) {
        let start = self.at;
        let Some(body) = self.enclosed(b'}') else {
            return self.push_opaque_word(start);
        };
        let mark = self.pieces.len();
        let at = self.span(start);
        self.push_substitution(body, SubstitutionKind::Block, false, at);
        self.push_word(mark, start);
    }

    /// Whether a member or an index follows the value without a blank.
    pub(super) fn at_member(&self) -> bool {
        match (self.peek(), self.peek_at(1)) {
            (Some(b'['), _) => true,
            (Some(b'.'), Some(next)) => begins_member(next),
            (Some(b':'), Some(b':')) => self.peek_at(2).is_some_and(begins_member),
            (Some(b'?'), Some(b'.')) => self.peek_at(2).is_some_and(begins_member),
            (Some(b'?'), Some(b'[')) => true,
            _ => false,
        }
    }

    /// Reads members onto the value whose pieces lie above the mark.
    pub(super) fn members(&mut self, start: usize, mark: usize) {
        while self.at_member() {
            if self.peek() == Some(b'?') {
                self.at += 1;
            }
            if self.peek() == Some(b'[') {
                self.index(mark, start);
            } else {
                let operator = if self.peek() == Some(b':') { 2 } else { 1 };
                self.member_access(start, mark, operator);
            }
        }
    }

    fn index(&mut self, mark: usize, start: usize) {
        let opener = self.at;
        let words = self.words.len();
        if !self.enter() {
            self.skip_too_deep(opener);
            let at = self.span(opener);
            return self.push_opaque(at);
        }
        self.at += 1;
        self.skip_lines();
        self.expression(true);
        self.skip_lines();
        self.closed(opener, b']');
        self.leave();
        let words = self.gather_words(words);
        if !self.narrow(mark, words, start) {
            // Of a part nothing is known, not even how it begins.
            let at = self.span(opener);
            if matches!(self.pieces.get(mark), Some(Piece::Opaque { .. })) {
                self.push_opaque(at);
            } else {
                self.pieces.insert(mark, Piece::Opaque { at });
            }
            for word in words {
                self.tick(1 + word.pieces.len());
                self.pieces.extend_from_slice(word.pieces);
            }
        }
    }

    /// Turns the variable that is all there is above the mark into a part of itself.
    fn narrow(&mut self, mark: usize, words: &'a [Word<'a>], start: usize) -> bool {
        let (name, quoted) = match self.pieces.get(mark..) {
            Some([Piece::Parameter(whole)]) if whole.form == ParameterForm::Plain => {
                (whole.name, whole.quoted)
            }
            _ => return false,
        };
        self.pieces.truncate(mark);
        self.push_parameter(name, ParameterForm::Other, words, quoted, start);
        true
    }

    /// `.name`, `::name`, `.name(…)`; the cursor stands on the operator.
    fn member_access(&mut self, start: usize, mark: usize, operator: usize) {
        let at = self.at;
        self.at += operator;
        let name = self.at;
        if self.at_name() {
            self.skip_name();
            if self.at_call() {
                self.push_text_after(mark, at, self.at);
                return self.call(start, mark);
            }
            let end = self.at;
            let pieces = self.pieces.len();
            self.push_text(name, end, false);
            let words = self.gather_pieces(pieces);
            let words =
                self.arena.alloc_slice_copy(&[Word { span: self.span(name), pieces: words }]);
            if !self.narrow(mark, words, start) {
                self.push_opaque(Span::new(at, end));
            }
            return;
        }
        // The name is itself a value: `$x."$name"()`, `$x.($name)`.
        self.push_text(at, name, false);
        let words = self.words.len();
        self.atom();
        self.flatten_words(words);
        if self.at_call() {
            self.call(start, mark);
        } else {
            self.push_opaque(Span::new(self.at, self.at));
        }
    }

    /// Whether arguments follow a member's name: `(…)`, or one block as in `.ForEach{…}`.
    fn at_call(&self) -> bool {
        matches!(self.peek(), Some(b'(' | b'{'))
    }

    /// Pushes a member's name so that `[Type]` and `::Name` become one stretch of text.
    fn push_text_after(&mut self, mark: usize, start: usize, end: usize) {
        if self.pieces.len() == mark + 1
            && let Some(Piece::Text { at, quoted: false, text }) = self.pieces.last()
            && at.end as usize == start
            && text.len() == at.len()
        {
            let from = at.start as usize;
            self.pieces.truncate(mark);
            return self.push_text(from, end, false);
        }
        self.push_text(start, end, false);
    }

    /// Makes a command of the object and name above the mark and the arguments that follow; its
    /// output is the object of the next member.
    fn call(&mut self, start: usize, mark: usize) {
        let words = self.words.len();
        self.push_word(mark, start);
        if self.peek() == Some(b'{') {
            self.block_word();
        } else {
            self.call_arguments(false);
        }
        let words = self.gather_words(words);
        let span = self.span(start);
        self.deepest += 1;
        if self.deepest > limits::DEPTH {
            self.deepest = self.depth;
            self.report(ProblemKind::TooDeep, span);
            return self.push_opaque(span);
        }
        let node = self.command(words, &[], span);
        let body = self.script_of(node, span);
        self.push_substitution(body, SubstitutionKind::Output, false, span);
    }

    /// `(a, b)` after a method's name, or after an attribute's, where names and `=` may stand.
    pub(super) fn call_arguments(&mut self, attribute: bool) {
        let opener = self.at;
        if !self.enter() {
            self.skip_too_deep(opener);
            return self.push_opaque_word(opener);
        }
        self.at += 1;
        self.opened(b')');
        loop {
            self.skip_lines();
            match self.peek() {
                None | Some(b')' | b'}' | b']') => break,
                Some(b',' | b';') => self.at += 1,
                Some(b'=') if attribute => self.at += 1,
                Some(byte) if attribute && is_name(byte) && !byte.is_ascii_digit() => {
                    self.skip_name();
                }
                Some(_) => self.call_argument(),
            }
        }
        self.closed(opener, b')');
        self.leave();
    }

    fn call_argument(&mut self) {
        let before = self.at;
        self.expression(false);
        if self.at > before {
            self.skip_lines();
            if !matches!(self.peek(), None | Some(b',' | b')')) {
                self.unexpected();
            }
            return;
        }
        // No expression: read it as a command, so that nothing is hidden.
        self.unexpected();
        let mark = self.items.len();
        self.statement(Join::Always);
        if self.items.len() > mark {
            let body = self.gather_script(mark, before, self.at);
            let pieces = self.pieces.len();
            let at = self.span(before);
            self.push_substitution(body, SubstitutionKind::Output, false, at);
            self.push_word(pieces, before);
        }
        if self.at == before {
            self.skip_char();
        }
    }

    /// Reads a `[Type]`: its name where it is a cast, else a word with what hangs on it.
    pub(super) fn type_or_cast(&mut self, start: usize) -> Option<&'a str> {
        let opener = self.at;
        if !self.type_literal() {
            self.push_opaque_word(opener);
            return None;
        }
        let end = self.at;
        let name = self.slice(opener + 1, end.saturating_sub(1)).trim();
        self.skip_blanks();
        let is_static = self.starts(b"::");
        if !is_static {
            if self.at_cast_operand() {
                return Some(name);
            }
            self.at = end;
        }
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let mark = self.pieces.len();
        if is_static {
            self.static_member(start, opener, end, mark);
        } else {
            self.push_type_value(mark, opener, end);
        }
        self.members(start, mark);
        self.push_word(mark, start);
        self.deepest = self.deepest.max(outer);
        None
    }

    /// `[Type]::Name(…)` is a command of that name, `[Type]::Name` a value of that name.
    fn static_member(&mut self, start: usize, opener: usize, end: usize, mark: usize) {
        let operator = self.at;
        self.at += 2;
        self.skip_lines();
        let name = self.at;
        if !self.at_name() {
            self.at = operator;
            self.push_type_value(mark, opener, end);
            if !self.at_member() {
                self.at += 2;
                self.unexpected();
            }
            return;
        }
        self.skip_name();
        if self.at_call() {
            self.push_stretches(opener, end);
            self.push_text_after(mark, operator, operator + 2);
            self.push_text_after(mark, name, self.at);
            return self.call(start, mark);
        }
        let end = self.at;
        self.push_type_value(mark, opener, end);
    }

    fn push_type_value(&mut self, mark: usize, start: usize, end: usize) {
        self.pieces.truncate(mark);
        let made = Parameter {
            name: self.slice(start, end),
            form: ParameterForm::Other,
            words: &[],
            quoted: false,
            at: Span::new(start, end),
        };
        self.pieces.push(Piece::Parameter(self.arena.alloc(made)));
    }

    /// Pushes a type's name without the blanks inside it.
    fn push_stretches(&mut self, start: usize, end: usize) {
        let mut run = start;
        for at in start..end {
            self.tick(1);
            if matches!(self.bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                self.push_text(run, at, false);
                run = at + 1;
            }
        }
        self.push_text(run, end, false);
    }

    /// Skips `[Name]`, `[Name[]]`, `[Name[Other]]` or `[Attribute(…)]`; the code in an
    /// attribute's arguments stays on the word stack. Where no type stands, only the bracket is
    /// taken, so that what follows is read as what it may be.
    pub(super) fn type_literal(&mut self) -> bool {
        let opener = self.at;
        let mut open = 0_u32;
        let mut resume = opener + 1;
        if opener < self.no_type_before {
            self.at = resume;
            self.report(ProblemKind::Unexpected, self.span(opener));
            return false;
        }
        loop {
            match self.peek() {
                Some(b'[') => open += 1,
                Some(b']') => {
                    open -= 1;
                    if open == 0 {
                        self.at += 1;
                        return true;
                    }
                }
                Some(b'(') => {
                    let codes = self.codes;
                    let words = self.words.len();
                    self.call_arguments(true);
                    if self.codes == codes {
                        self.words.truncate(words);
                    }
                    self.run_blocks_of_words(words);
                    resume = self.at;
                    continue;
                }
                Some(b' ' | b'\t' | b'.' | b',' | b'+' | b'`' | b'*' | b'&' | b'=') => {}
                Some(_) if self.at_name() => {
                    self.skip_name();
                    continue;
                }
                _ => {
                    self.report(ProblemKind::UnclosedGroup, self.span(opener));
                    self.no_type_before = self.at;
                    self.at = resume;
                    return false;
                }
            }
            self.at += 1;
        }
    }

    /// Whether a value that a cast could apply to follows.
    fn at_cast_operand(&self) -> bool {
        match self.peek() {
            Some(b'$' | b'\'' | b'"' | b'(' | b'{' | b'[' | b'@' | b'0'..=b'9') => true,
            Some(b'-' | b'+') => self.number_end().is_some(),
            Some(0xe2) => self.at_quote(),
            _ => false,
        }
    }
}

/// Whether a member's name may begin with this byte.
fn begins_member(byte: u8) -> bool {
    is_name(byte) || matches!(byte, b'\'' | b'"' | b'$' | b'(') || !byte.is_ascii()
}
