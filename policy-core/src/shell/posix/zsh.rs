//! What only zsh has.

use super::Reader;
use super::cursor::{DIGIT, NAME, class};
use super::glob::Subscript;
use super::word::Mode;
use crate::shell::tree::{
    Group, Item, Join, Loop, Node, ParameterForm, Script, SubstitutionKind, Word,
};

impl<'a> Reader<'a, '_> {
    /// `() { … } args` and `function { … } args`, the cursor being at the body: it runs at once.
    pub(super) fn anonymous_function(&mut self, start: usize) -> Option<Node<'a>> {
        if !self.enter(start) {
            self.pos = self.bytes.len();
            return None;
        }
        self.blanks_and_lines();
        let body_start = self.pos;
        let body = self.short_body();
        let span = self.span_from(body_start);
        self.leave();
        let mark = self.words.len();
        self.word_list();
        let words = self.take_words(mark);
        let redirections = self.trailing_redirections();
        if words.is_empty() {
            return Some(Node::Group(self.arena.alloc(Group {
                body,
                subshell: false,
                redirections,
            })));
        }
        // The arguments are expanded first, then the body runs.
        let inner = Node::Group(self.arena.alloc(Group {
            body: Script { span, ..body },
            subshell: false,
            redirections: &[],
        }));
        let body = self.sequence(&[Node::Expression(words), inner], start);
        Some(Node::Group(self.arena.alloc(Group { body, subshell: false, redirections })))
    }

    /// `{ … } always { … }`, the cursor being behind `always`.
    pub(super) fn always(&mut self, body: Script<'a>, start: usize) -> Node<'a> {
        let first = Group { body, subshell: false, redirections: &[] };
        let first = Node::Group(self.arena.alloc(first));
        let body = self.short_body();
        let second = Group { body, subshell: false, redirections: &[] };
        let second = Node::Group(self.arena.alloc(second));
        let body = self.sequence(&[first, second], start);
        let redirections = self.trailing_redirections();
        Node::Group(self.arena.alloc(Group { body, subshell: false, redirections }))
    }

    fn sequence(&mut self, nodes: &[Node<'a>], start: usize) -> Script<'a> {
        let items = nodes.iter().map(|&node| Item { join: Join::Always, background: false, node });
        let items = self.arena.alloc_slice_fill_iter(items);
        Script { source: self.source, span: self.span_from(start), items }
    }

    /// `for a b`, `for x (a b)`: says whether values were listed in parentheses.
    pub(super) fn further_variables_and_values(&mut self) -> bool {
        loop {
            self.blanks();
            let at = self.pos;
            if self.byte() == b'(' {
                let words = self.array();
                self.words.extend_from_slice(words);
                return true;
            }
            self.run_of(NAME);
            if self.pos == at {
                return false;
            }
            if matches!(self.slice(at, self.pos), "in" | "do") {
                self.pos = at;
                return false;
            }
        }
    }

    /// `repeat 3 …`.
    pub(super) fn repeat_command(&mut self, start: usize) -> Option<Node<'a>> {
        self.blanks();
        let mark = self.words.len();
        if !self.ends_word(self.pos) {
            let word = self.word(Mode::ARGUMENT);
            self.words.push(word);
        }
        let values = self.take_words(mark);
        let condition = self.empty_script();
        let body = self.loop_body(start);
        let repeated = Loop { variable: None, values, condition, body, fields: None };
        Some(Node::Loop(self.arena.alloc(repeated)))
    }

    /// A word that begins with `=`: `=(…)` is a file with the output, `=ls` the program's path.
    pub(super) fn word_after_equals(&mut self, mode: Mode) -> Word<'a> {
        let start = self.pos;
        let mark = self.pieces.len();
        if self.at(start + 1) == b'(' {
            self.substitution(start, false, SubstitutionKind::ReadFrom);
        } else if class(self.at(start + 1)) & NAME != 0 {
            self.skip(1);
        }
        if self.pos == start {
            return self.word_from(start, mode);
        }
        self.word_with(start, mark, mode)
    }

    /// Whether `<1-9>` or the like, a pattern for numbers, is at the cursor.
    pub(super) fn is_number_range(&self) -> bool {
        self.byte() == b'<' && self.number_range_end().is_some()
    }

    /// The numbers in it are short, and so is the look ahead.
    fn number_range_end(&self) -> Option<usize> {
        let limit = self.pos + 42;
        let mut index = self.pos + 1;
        while self.at(index).is_ascii_digit() && index < limit {
            index += 1;
        }
        if self.at(index) != b'-' {
            return None;
        }
        index += 1;
        while self.at(index).is_ascii_digit() && index < limit {
            index += 1;
        }
        (self.at(index) == b'>').then_some(index + 1)
    }

    pub(super) fn number_range(&mut self) {
        let start = self.pos;
        if let Some(end) = self.number_range_end() {
            self.skip(end - start);
            self.push_glob(start);
        }
    }

    /// `$x[…]` and `$x:h` behind a name without braces.
    pub(super) fn bare_subscript(
        &mut self,
        mut form: ParameterForm,
        quoted: bool,
    ) -> (ParameterForm, &'a [Word<'a>]) {
        let mark = self.words.len();
        while self.byte() == b'[' {
            let start = self.pos;
            if !self.enter(start) {
                break;
            }
            let first = self.pieces.len();
            self.skip(1);
            let inside = self.pos;
            let closed = self.subscript(if quoted { Subscript::Quoted } else { Subscript::Bare });
            self.leave();
            let subscript = Word { span: self.span_from(inside), pieces: self.take_pieces(first) };
            let all = matches!(subscript.plain(), Some("@" | "*"));
            form = if all && form == ParameterForm::Plain {
                ParameterForm::Elements
            } else {
                ParameterForm::Other
            };
            if !all {
                self.words.push(subscript);
            }
            if !closed {
                self.report_unclosed(start);
                break;
            }
            self.skip(1);
        }
        while self.byte() == b':' && self.is_modifier(self.pos + 1) {
            form = ParameterForm::Other;
            self.skip(2);
        }
        (form, self.take_words(mark))
    }

    fn is_modifier(&self, index: usize) -> bool {
        matches!(
            self.at(index),
            b'a' | b'A'
                | b'c'
                | b'e'
                | b'h'
                | b'l'
                | b'P'
                | b'q'
                | b'Q'
                | b'r'
                | b't'
                | b'u'
                | b'x'
        ) && class(self.at(index + 1)) & NAME == 0
    }

    /// Flags and signs at the beginning of `${…}`: says whether the value is changed by them.
    pub(super) fn parameter_flags(&mut self) -> bool {
        let mut other = false;
        if self.byte() == b'(' {
            other = true;
            while !matches!(self.byte(), b')' | b'}') && !self.is_done() {
                let start = self.pos;
                if !matches!(self.byte(), b'$' | b'`') {
                    self.skip_character();
                    continue;
                }
                // Their arguments are expanded.
                let first = self.pieces.len();
                self.expansion(false);
                let word = Word { span: self.span_from(start), pieces: self.take_pieces(first) };
                self.words.push(word);
            }
            if self.byte() == b')' {
                self.skip(1);
            }
        }
        while matches!(self.byte(), b'^' | b'=' | b'~' | b'+')
            && (class(self.at(self.pos + 1)) & NAME != 0
                || matches!(self.at(self.pos + 1), b'^' | b'=' | b'~' | b'$'))
        {
            other |= self.byte() == b'+';
            self.skip(1);
        }
        other
    }

    /// Qualifiers of a pattern, `(.)` or `(e:'code':)`, the cursor being at the parenthesis. Only
    /// those that run code are read here; others are patterns like any group.
    pub(super) fn qualifiers(&mut self) -> bool {
        let start = self.pos;
        if self.budget == 0 {
            return false;
        }
        let mut index = start + 1;
        let mut codes: [(usize, usize); 4] = [(0, 0); 4];
        let mut found = 0;
        loop {
            let byte = self.at(index);
            index += 1;
            let code = match byte {
                b')' => break,
                // Code, or a user, group or mode, between delimiters.
                b'e' | b'u' | b'g' | b'f' => {
                    let close = match self.at(index) {
                        b'{' => b'}',
                        b'[' => b']',
                        b'<' => b'>',
                        b'(' => b')',
                        other if other.is_ascii_punctuation() => other,
                        _ if byte != b'e' => continue,
                        _ => return false,
                    };
                    index += 1;
                    let from = index;
                    while self.at(index) != close && index < self.bytes.len() {
                        index += 1;
                    }
                    index += 1;
                    if byte != b'e' {
                        if !self.spend(index - from) {
                            return false;
                        }
                        continue;
                    }
                    (from, index - 1)
                }
                b'+' if class(self.at(index)) & (NAME | DIGIT) == NAME => {
                    let from = index;
                    while class(self.at(index)) & NAME != 0 {
                        index += 1;
                    }
                    (from, index)
                }
                b'|' | b'(' | b'\n' | 0 | b'$' | b'`' | b'\\' | b' ' | b';' | b'&' => {
                    self.count(index - start);
                    return false;
                }
                _ => continue,
            };
            if !self.spend(index - start) || index > self.bytes.len() {
                return false;
            }
            let Some(slot) = codes.get_mut(found) else { return false };
            *slot = code;
            found += 1;
        }
        if found == 0 || !self.ends_word(index) {
            return false;
        }
        self.skip(1);
        self.push_glob(start);
        for &(from, to) in codes.iter().take(found) {
            let (from, to) = self.without_quotes(from, to);
            self.push_code(from, to);
        }
        self.pos = index;
        self.push_glob(index - 1);
        true
    }

    /// The inside of one pair of quotes.
    fn without_quotes(&self, from: usize, to: usize) -> (usize, usize) {
        let quote = self.at(from);
        let quoted = matches!(quote, b'\'' | b'"') && to >= from + 2 && self.at(to - 1) == quote;
        if quoted { (from + 1, to - 1) } else { (from, to) }
    }
}
