//! `if`, `switch`, loops, `try`, `trap`.

use super::Reader;
use super::scratch::{plain_item, value_of};
use crate::shell::tree::{Arm, Choice, Group, Join, Loop, Node, Script, SubstitutionKind, Word};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    /// Reads the `{ … }` that must follow; an empty script where there is none.
    pub(super) fn block(&mut self) -> Script<'a> {
        if self.skip_lines_to(b"{") {
            self.enclosed(b'}').unwrap_or(self.empty_script())
        } else {
            self.unexpected();
            self.empty_script()
        }
    }

    fn condition(&mut self) -> Script<'a> {
        if self.skip_lines_to(b"(") {
            self.enclosed(b')').unwrap_or(self.empty_script())
        } else {
            self.unexpected();
            self.empty_script()
        }
    }

    /// Takes the first of these words if it follows, on this line or a later one.
    fn following(&mut self, words: &[&str]) -> Option<usize> {
        let before = self.at;
        self.skip_lines();
        let start = self.at;
        let end = self.skip_name();
        let found = self.slice(start, end);
        let index = words.iter().position(|word| word.eq_ignore_ascii_case(found));
        if index.is_none() {
            self.at = before;
        }
        index
    }

    fn gather_choice(&mut self, subject: &'a [Word<'a>], mark: usize) -> Node<'a> {
        let arms = self.arms.get(mark..).unwrap_or_default();
        self.tick(arms.len());
        let arms = self.arena.alloc_slice_copy(arms);
        self.arms.truncate(mark);
        Node::Choice(self.arena.alloc(Choice { subject, arms }))
    }

    fn group_of(&self, body: Script<'a>) -> Node<'a> {
        Node::Group(self.arena.alloc(Group { body, subshell: false, redirections: &[] }))
    }

    pub(super) fn if_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"(") {
            return None;
        }
        let mark = self.arms.len();
        loop {
            let condition = self.condition();
            let body = self.block();
            self.arms.push(Arm { condition, patterns: &[], body });
            match self.following(&["elseif", "else"]) {
                Some(0) => {}
                Some(_) => {
                    let condition = self.empty_script();
                    let body = self.block();
                    self.arms.push(Arm { condition, patterns: &[], body });
                    break;
                }
                None => break,
            }
        }
        Some(self.gather_choice(&[], mark))
    }

    pub(super) fn switch_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"(-") {
            return None;
        }
        let words = self.words.len();
        loop {
            self.skip_blanks();
            let flag = self.dash_len().is_some();
            let mark = self.words.len();
            let before = self.at;
            match self.peek() {
                None | Some(b'{' | b'\n' | b'\r' | b';' | b')' | b'}' | b'|' | b'&') => break,
                Some(b',') => self.at += 1,
                Some(_) => self.argument(),
            }
            if flag {
                self.words.truncate(mark);
            }
            if self.at == before {
                break;
            }
        }
        let subject = self.gather_words(words);
        let mark = self.arms.len();
        if self.skip_lines_to(b"{") {
            self.switch_arms();
        } else {
            self.unexpected();
        }
        Some(self.gather_choice(subject, mark))
    }

    fn switch_arms(&mut self) {
        let opener = self.at;
        if !self.enter() {
            return self.skip_too_deep(opener);
        }
        self.at += 1;
        self.opened(b'}');
        loop {
            self.skip_lines();
            match self.peek() {
                None | Some(b'}' | b')') => break,
                Some(b';' | b',') => self.at += 1,
                Some(_) => self.switch_arm(),
            }
        }
        self.closed(opener, b'}');
        self.leave();
    }

    fn switch_arm(&mut self) {
        let before = self.at;
        let words = self.words.len();
        let mut condition = self.empty_script();
        if self.peek() == Some(b'{') {
            // `{ $_ -gt 5 } { … }`: the first block is run to decide.
            condition = self.enclosed(b'}').unwrap_or(condition);
        } else {
            self.argument();
        }
        if self.at == before {
            self.unexpected();
            return self.skip_char();
        }
        let patterns = match self.gather_words(words) {
            [word] if word.plain().is_some_and(|text| text.eq_ignore_ascii_case("default")) => &[],
            words => words,
        };
        let body = if self.skip_lines_to(b"{") { self.block() } else { self.unbraced_body() };
        self.arms.push(Arm { condition, patterns, body });
    }

    /// What stands where an arm's block should is read as its body.
    fn unbraced_body(&mut self) -> Script<'a> {
        self.unexpected();
        let (start, mark) = (self.at, self.items.len());
        self.skip_blanks();
        self.statement(Join::Always);
        self.gather_script(mark, start, self.at)
    }

    /// Without a parenthesis, `foreach` is an alias of a command.
    pub(super) fn foreach_statement(&mut self) -> Option<Node<'a>> {
        let before = self.at;
        self.skip_lines();
        if self.peek() == Some(b'-') && self.dashed_name(1).eq_ignore_ascii_case("parallel") {
            self.at += "-parallel".len();
        }
        if !self.skip_lines_to(b"(") {
            self.at = before;
            return None;
        }
        let opener = self.at;
        if !self.enter() {
            self.skip_too_deep(opener);
            let body = self.block();
            return Some(self.group_of(body));
        }
        self.at += 1;
        self.opened(b')');
        let variable = self.foreach_variable();
        let start = self.at;
        let items = self.items.len();
        self.statement_list(Some(b')'));
        let script = self.gather_script(items, start, self.at);
        self.closed(opener, b')');
        self.leave();
        let values = self.words_of(script);
        let condition = self.empty_script();
        let body = self.block();
        Some(Node::Loop(self.arena.alloc(Loop { variable, values, condition, body, fields: None })))
    }

    fn foreach_variable(&mut self) -> Option<&'a str> {
        self.skip_lines();
        let words = self.words.len();
        if self.peek() == Some(b'[') {
            self.type_literal();
            self.words.truncate(words);
            self.skip_lines();
        }
        let name = self.variable_target();
        if name.is_none() || self.following(&["in"]).is_none() {
            self.unexpected();
        }
        name
    }

    /// Takes the variable under the cursor and gives its name.
    pub(super) fn variable_target(&mut self) -> Option<&'a str> {
        let mark = self.pieces.len();
        if self.peek() != Some(b'$') || self.peek_at(1) == Some(b'(') || !self.variable(false) {
            return None;
        }
        let name = match self.pieces.get(mark) {
            Some(crate::shell::tree::Piece::Parameter(parameter)) => Some(parameter.name),
            _ => None,
        };
        self.pieces.truncate(mark);
        name
    }

    /// What a script yields, as words.
    fn words_of(&mut self, script: Script<'a>) -> &'a [Word<'a>] {
        if let Some(words) = value_of(&script) {
            return words;
        }
        if script.is_empty() {
            return &[];
        }
        let (words, pieces) = (self.words.len(), self.pieces.len());
        self.push_substitution(script, SubstitutionKind::Output, false, script.span);
        let pieces = self.gather_pieces(pieces);
        self.words.push(Word { span: script.span, pieces });
        self.gather_words(words)
    }

    /// What `for` runs first stands before the loop, what it runs after each turn at the end of
    /// the body.
    pub(super) fn for_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"(") {
            return None;
        }
        let opener = self.at;
        if !self.enter() {
            self.skip_too_deep(opener);
            let body = self.block();
            return Some(self.group_of(body));
        }
        self.at += 1;
        self.opened(b')');
        let first = self.for_section();
        let condition = self.for_section();
        let (start, mark) = (self.at, self.items.len());
        self.statement_list(Some(b')'));
        let step = self.gather_script(mark, start, self.at);
        self.closed(opener, b')');
        self.leave();
        let (start, mark) = (self.at, self.items.len());
        if self.skip_lines_to(b"{") {
            self.enclosed_items(b'}');
        } else {
            self.unexpected();
        }
        self.items.extend_from_slice(step.items);
        let body = self.gather_script(mark, start, self.at);
        let repeated = Loop { variable: None, values: &[], condition, body, fields: None };
        let repeated = Node::Loop(self.arena.alloc(repeated));
        if first.is_empty() {
            return Some(repeated);
        }
        self.items.extend_from_slice(first.items);
        self.items.push(plain_item(repeated));
        let whole = self.gather_script(mark, opener, self.at);
        Some(self.group_of(whole))
    }

    fn for_section(&mut self) -> Script<'a> {
        let (start, mark) = (self.at, self.items.len());
        let mut end;
        loop {
            self.skip_lines();
            end = self.at;
            match self.peek() {
                None | Some(b')' | b'}') => break,
                Some(b';') => {
                    self.at += 1;
                    break;
                }
                Some(_) => {
                    self.statement(Join::Always);
                    if self.at == end {
                        self.unexpected();
                        self.skip_char();
                    }
                }
            }
        }
        self.gather_script(mark, start, end)
    }

    pub(super) fn while_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"(") {
            return None;
        }
        let condition = self.condition();
        let body = self.block();
        let repeated = Loop { variable: None, values: &[], condition, body, fields: None };
        Some(Node::Loop(self.arena.alloc(repeated)))
    }

    pub(super) fn do_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"{") {
            return None;
        }
        let body = self.block();
        let condition = if self.following(&["while", "until"]).is_some() {
            self.condition()
        } else {
            self.unexpected();
            self.empty_script()
        };
        let repeated = Loop { variable: None, values: &[], condition, body, fields: None };
        Some(Node::Loop(self.arena.alloc(repeated)))
    }

    /// The body and `finally` always run, at most one `catch` does.
    pub(super) fn try_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"{") {
            return None;
        }
        let (start, mark) = (self.at, self.items.len());
        let body = self.block();
        self.items.push(plain_item(self.group_of(body)));
        let arms = self.arms.len();
        let mut finally = None;
        loop {
            match self.following(&["catch", "finally"]) {
                Some(0) => self.caught_arm(),
                Some(_) => {
                    let body = self.block();
                    finally = Some(self.group_of(body));
                    break;
                }
                None => break,
            }
        }
        if self.arms.len() > arms {
            let choice = self.gather_choice(&[], arms);
            self.items.push(plain_item(choice));
        }
        if let Some(group) = finally {
            self.items.push(plain_item(group));
        }
        let whole = self.gather_script(mark, start, self.at);
        Some(self.group_of(whole))
    }

    /// `trap [Type] { … }` runs when something fails.
    pub(super) fn trap_statement(&mut self) -> Option<Node<'a>> {
        if !self.skip_lines_to(b"{[") {
            return None;
        }
        let mark = self.arms.len();
        self.caught_arm();
        Some(self.gather_choice(&[], mark))
    }

    /// The types that are caught, then what is run for them.
    fn caught_arm(&mut self) {
        let words = self.words.len();
        loop {
            self.skip_lines();
            match self.peek() {
                Some(b'[') => {
                    let start = self.at;
                    let code = self.words.len();
                    self.type_literal();
                    self.words.truncate(code);
                    let mark = self.pieces.len();
                    self.push_text(start, self.at, false);
                    self.push_word(mark, start);
                }
                Some(b',') => self.at += 1,
                _ => break,
            }
        }
        let patterns = self.gather_words(words);
        let condition = self.empty_script();
        let body = self.block();
        self.arms.push(Arm { condition, patterns, body });
    }

    /// A script of the items above the mark that ends at the cursor.
    pub(super) fn group_of_items(&mut self, mark: usize, span: Span) -> Node<'a> {
        let body = self.gather_script(mark, span.start as usize, span.end as usize);
        self.group_of(body)
    }
}
