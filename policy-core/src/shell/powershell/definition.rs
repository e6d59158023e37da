//! Functions, classes, enumerations and parameters.

use super::Reader;
use super::cursor::{ends_word, is_name};
use super::scratch::plain_item;
use super::variable::unscoped;
use crate::shell::tree::{
    AssignedValue, Assignment, Command, Function, Item, Join, Node, ProblemKind, Word,
};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    /// `function name(…) { … }`; the defaults of parameters are evaluated by every call.
    pub(super) fn function_statement(&mut self, start: usize) -> Option<Node<'a>> {
        self.skip_blanks();
        let name = self.definition_name();
        if name.is_empty() {
            return None;
        }
        let mark = self.items.len();
        if self.skip_lines_to(b"(") {
            self.parameters();
        }
        let body = self.at;
        if self.skip_lines_to(b"{") {
            self.enclosed_items(b'}');
        } else {
            self.unexpected();
        }
        Some(self.function_of(name, mark, body, start))
    }

    fn function_of(&mut self, name: &'a str, mark: usize, body: usize, start: usize) -> Node<'a> {
        let body = self.gather_script(mark, body, self.at);
        let span = self.span(start);
        Node::Function(self.arena.alloc(Function { name, body, span }))
    }

    /// The name up to what ends a word; backticks in it are dropped as PowerShell drops them.
    fn definition_name(&mut self) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(|byte| !ends_word(byte)) {
            self.skip_char();
        }
        let name = unscoped(self.slice(start, self.at));
        if name.contains('`') { self.arena.alloc_str(&name.replace('`', "")) } else { name }
    }

    /// `param(…)` at the start of a script or block.
    pub(super) fn param_block(&mut self) -> bool {
        self.skip_lines_to(b"(") && {
            self.parameters();
            true
        }
    }

    /// Reads parameters; what their defaults and attributes run goes onto the item stack.
    fn parameters(&mut self) {
        let opener = self.at;
        if !self.enter() {
            return self.skip_too_deep(opener);
        }
        self.at += 1;
        self.opened(b')');
        loop {
            self.skip_lines();
            match self.peek() {
                None | Some(b')' | b'}') => break,
                Some(b',' | b';') => self.at += 1,
                Some(b'[') => self.attribute(),
                Some(_) => {
                    let start = self.at;
                    match self.variable_target() {
                        Some(name) => self.default_value(name, start),
                        None => self.stray_statement(),
                    }
                }
            }
        }
        self.closed(opener, b')');
        self.leave();
    }

    fn attribute(&mut self) {
        let words = self.words.len();
        self.type_literal();
        if self.words.len() > words {
            let words = self.gather_words(words);
            self.push_item(Join::Always, Node::Expression(words));
        }
    }

    /// What stands where it should not is read all the same.
    fn stray_statement(&mut self) {
        let before = self.at;
        self.unexpected();
        self.statement(Join::Always);
        if self.at == before {
            self.skip_char();
        }
    }

    fn default_value(&mut self, name: &'a str, start: usize) {
        self.skip_lines();
        if self.peek() != Some(b'=') {
            return;
        }
        self.at += 1;
        self.skip_lines();
        let words = self.words.len();
        if !self.expression(false) {
            self.unexpected();
        }
        let words = self.gather_words(words);
        let node = self.assign(name, words, start);
        self.push_item(Join::Always, node);
    }

    /// `name = words` as a command.
    fn assign(&self, name: &'a str, words: &'a [Word<'a>], start: usize) -> Node<'a> {
        let span = self.span(start);
        let value = match words {
            [word] => AssignedValue::Word(*word),
            _ => AssignedValue::List(words),
        };
        let assignment = Assignment { name, subscript: None, appends: false, value, span };
        let assignments = self.arena.alloc_slice_copy(&[assignment]);
        let command = Command { span, assignments, words: &[], redirections: &[] };
        Node::Command(self.arena.alloc(command))
    }

    /// `class Name : Base { … }` and `enum Name { … }`. Nothing runs yet: methods are functions
    /// of their name, and what creating an object evaluates is a function of the class's name.
    pub(super) fn class_statement(&mut self, start: usize) -> Option<Node<'a>> {
        self.skip_blanks();
        let name = self.at;
        self.skip_name();
        let name = self.slice(name, self.at);
        loop {
            self.skip_lines();
            match self.peek() {
                Some(b':' | b',' | b'.' | b'[' | b']') => self.at += 1,
                Some(_) if self.at_name() => self.at = self.skip_name(),
                _ => break,
            }
        }
        if name.is_empty() || self.peek() != Some(b'{') {
            return None;
        }
        let opener = self.at;
        if !self.enter() {
            self.skip_too_deep(opener);
            let mark = self.items.len();
            return Some(self.group_of_items(mark, self.span(start)));
        }
        self.at += 1;
        self.opened(b'}');
        let mark = self.items.len();
        let mut created = Vec::new();
        // Only an enumeration consists of bare names.
        let names = self.slice(start, start + 4).eq_ignore_ascii_case("enum");
        loop {
            self.skip_lines();
            match self.peek() {
                None | Some(b'}' | b')') => break,
                Some(b';' | b',') => self.at += 1,
                Some(_) => self.class_member(names, &mut created),
            }
        }
        self.closed(opener, b'}');
        self.leave();
        if !created.is_empty() {
            let inner = self.items.len();
            self.items.append(&mut created);
            let creation = self.function_of(name, inner, opener, start);
            self.items.push(plain_item(creation));
        }
        Some(self.group_of_items(mark, self.span(start)))
    }

    fn class_member(&mut self, names: bool, created: &mut Vec<Item<'a>>) {
        let start = self.at;
        let mark = self.items.len();
        match self.peek() {
            Some(b'[') => self.attribute(),
            // The value of the property or of the enumeration's name before it.
            Some(b'=') => {
                self.at += 1;
                self.skip_lines();
                self.created_value("", start, created);
            }
            Some(b'$') => match self.variable_target() {
                Some(name) => {
                    self.skip_blanks();
                    if self.peek() == Some(b'=') {
                        self.at += 1;
                        self.skip_lines();
                        self.created_value(name, start, created);
                    }
                }
                None => self.stray_statement(),
            },
            Some(byte) if is_name(byte) || !byte.is_ascii() => {
                let end = self.skip_name();
                if end == start {
                    return self.stray_statement();
                }
                self.skip_blanks();
                if self.peek() == Some(b'(') {
                    self.method(self.slice(start, end), start);
                    return;
                }
                let word = self.slice(start, end);
                let modifier = ["static", "hidden"].iter().any(|m| m.eq_ignore_ascii_case(word));
                if !names && !modifier {
                    self.report(ProblemKind::Unexpected, Span::new(start, end));
                }
            }
            _ => self.stray_statement(),
        }
        created.extend(self.items.drain(mark.min(self.items.len())..));
    }

    fn created_value(&mut self, name: &'a str, start: usize, created: &mut Vec<Item<'a>>) {
        let words = self.words.len();
        let codes = self.codes;
        self.value();
        let words = self.gather_words(words);
        if !name.is_empty() || self.codes != codes {
            created.push(plain_item(self.assign(name, words, start)));
        }
    }

    /// `Name(…) { … }`, and `Name(…) : base(…) { … }` of a constructor.
    fn method(&mut self, name: &'a str, start: usize) {
        let mark = self.items.len();
        self.parameters();
        if self.skip_lines_to(b":") {
            self.at += 1;
            self.skip_blanks();
            self.skip_name();
            if self.skip_lines_to(b"(") {
                let words = self.words.len();
                self.call_arguments(false);
                let words = self.gather_words(words);
                self.push_item(Join::Always, Node::Expression(words));
            }
        }
        let body = self.at;
        if self.skip_lines_to(b"{") {
            self.enclosed_items(b'}');
        }
        let method = self.function_of(name, mark, body, start);
        self.push_item(Join::Always, method);
    }
}
