//! Commands that hold commands: groups, choices, loops, functions, tests.

use super::Reader;
use super::cursor::{DIGIT, NAME, class};
use super::list::Awaited;
use super::word::Mode;
use crate::shell::tree::{
    Arm, Choice, Function, Group, Item, Join, Loop, Node, ProblemKind, Redirection, Script, Word,
};
use crate::source::Span;

impl<'a> Reader<'a, '_> {
    /// One command of any kind. `None` where none begins: at the end, at an operator, at a closer
    /// that an enclosing list awaits.
    pub(super) fn command(&mut self) -> Option<Node<'a>> {
        loop {
            self.blanks();
            let start = self.pos;
            let byte = self.byte();
            match byte {
                b'(' => return self.parenthesis(start),
                b'{' if self.ends_word(start + 1) => return self.braces(start),
                b'}' if self.ends_word(start + 1) => {
                    if self.awaited.has(Awaited::BRACE) {
                        return None;
                    }
                    self.skip(1);
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    continue;
                }
                b'!' if self.ends_word(start + 1) => {
                    self.skip(1);
                    continue;
                }
                b'[' if self.at(start + 1) == b'[' && self.ends_word(start + 2) => {
                    return self.test(start);
                }
                b'\n' | b';' | b'|' | b')' => return None,
                b'&' if self.at(start + 1) != b'>' => return None,
                0 if self.is_done() => return None,
                _ if class(byte) & (NAME | DIGIT) == NAME => {
                    self.run_of(NAME);
                    if (2..=8).contains(&(self.pos - start)) && self.ends_word(self.pos) {
                        match self.keyword_command(start) {
                            Keyword::None => {}
                            Keyword::Again => continue,
                            Keyword::Node(node) => return node,
                        }
                    }
                    return self.simple(start, self.pos);
                }
                _ => return self.simple(start, start),
            }
        }
    }

    /// Acts on the reserved word between `start` and the cursor, if it is one.
    fn keyword_command(&mut self, start: usize) -> Keyword<'a> {
        let name_end = self.pos;
        let closer = closer(self.slice(start, name_end), self.zsh);
        if let Some(closer) = closer {
            if self.awaited.has(closer) {
                self.pos = start;
                return Keyword::Node(None);
            }
            if closer == Awaited::END {
                return Keyword::None;
            }
            self.report(ProblemKind::Unexpected, self.span_from(start));
            return Keyword::Again;
        }
        let read: fn(&mut Self, usize) -> Option<Node<'a>> = match self.slice(start, name_end) {
            "if" => Self::if_command,
            "for" | "select" => Self::for_command,
            "while" | "until" => Self::while_command,
            "case" => Self::case_command,
            "function" => Self::function_command,
            "coproc" => Self::coprocess,
            "foreach" if self.zsh => Self::for_command,
            "repeat" if self.zsh => Self::repeat_command,
            "time" => {
                self.blanks();
                if self.byte() == b'-' {
                    // Only `-p` belongs to the reserved word; with other options it is the
                    // program of that name.
                    if self.at(self.pos + 1) != b'p' || !self.ends_word(self.pos + 2) {
                        self.pos = name_end;
                        return Keyword::None;
                    }
                    self.skip(2);
                }
                return Keyword::Again;
            }
            _ => return Keyword::None,
        };
        if !self.enter(start) {
            // Where the end of the construct is only its inside could tell.
            self.pos = self.bytes.len();
            return Keyword::Node(None);
        }
        let node = read(self, start);
        self.leave();
        Keyword::Node(node)
    }

    /// Whether the cursor is at a closer that a list being read ends with.
    pub(super) fn is_at_awaited_closer(&mut self) -> bool {
        match self.byte() {
            b')' => self.awaited.has(Awaited::PAREN),
            b'}' => self.awaited.has(Awaited::BRACE) && self.ends_word(self.pos + 1),
            b';' => self.awaited.has(Awaited::ARM) && self.arm_end() > 0,
            _ => {
                let start = self.pos;
                self.run_of(NAME);
                let end = std::mem::replace(&mut self.pos, start);
                self.ends_word(end)
                    && closer(self.slice(start, end), self.zsh)
                        .is_some_and(|closer| self.awaited.has(closer))
            }
        }
    }

    /// Takes the reserved word `word` if it is next.
    pub(super) fn take_keyword(&mut self, word: &str) -> bool {
        self.blanks();
        let end = self.pos + word.len();
        let found = self.slice(self.pos, end) == word && self.ends_word(end);
        if found {
            self.skip(word.len());
        }
        found
    }

    /// `( … )`, `(( … ))`, zsh `() { … }`.
    fn parenthesis(&mut self, start: usize) -> Option<Node<'a>> {
        if self.zsh && self.at(start + 1) == b')' {
            self.skip(2);
            return self.anonymous_function(start);
        }
        if self.at(start + 1) == b'('
            && let Some(close) = self.arithmetic_end(start)
        {
            self.skip(2);
            let words = self.arithmetic_command(start, close);
            return Some(self.redirected(Node::Expression(words), start));
        }
        self.skip(1);
        if !self.enter(start) {
            self.skip_nested(b'(', b')');
            return None;
        }
        let body = self.script(Awaited::PAREN);
        self.close(b')', start);
        self.leave();
        let redirections = self.trailing_redirections();
        Some(Node::Group(self.arena.alloc(Group { body, subshell: true, redirections })))
    }

    /// The words of `(( … ))`, the cursor being inside.
    fn arithmetic_command(&mut self, start: usize, close: usize) -> &'a [Word<'a>] {
        let words = if self.enter(start) {
            let words = self.fenced(close, Self::arithmetic_words);
            self.leave();
            words
        } else {
            &[]
        };
        self.pos = close;
        if self.byte() == b')' {
            self.skip(2);
        } else {
            self.report_unclosed(start);
        }
        words
    }

    /// Takes the closing `byte` of what was opened at `start`.
    pub(super) fn close(&mut self, byte: u8, start: usize) {
        if self.byte() == byte {
            self.skip(1);
        } else {
            self.report_unclosed(start);
        }
    }

    /// `{ … }`, zsh `{ … } always { … }`.
    fn braces(&mut self, start: usize) -> Option<Node<'a>> {
        self.skip(1);
        if !self.enter(start) {
            self.skip_nested(b'{', b'}');
            return None;
        }
        let body = self.script(Awaited::BRACE);
        self.close(b'}', start);
        let node = if self.zsh && self.take_keyword("always") {
            self.always(body, start)
        } else {
            let redirections = self.trailing_redirections();
            Node::Group(self.arena.alloc(Group { body, subshell: false, redirections }))
        };
        self.leave();
        Some(node)
    }

    /// Puts the redirections that follow around a compound command.
    fn redirected(&mut self, node: Node<'a>, start: usize) -> Node<'a> {
        let span = self.span_from(start);
        let redirections = self.trailing_redirections();
        if redirections.is_empty() { node } else { self.group(node, span, false, redirections) }
    }

    /// A group of one command.
    pub(super) fn group(
        &mut self,
        node: Node<'a>,
        span: Span,
        subshell: bool,
        redirections: &'a [Redirection<'a>],
    ) -> Node<'a> {
        let body = self.script_of(node, span);
        Node::Group(self.arena.alloc(Group { body, subshell, redirections }))
    }

    fn if_command(&mut self, start: usize) -> Option<Node<'a>> {
        let mark = self.arms.len();
        let own = Awaited::THEN.or(Awaited::ELSE).or(Awaited::FI);
        let mut braced = false;
        loop {
            let short = if self.zsh { Awaited::SHORT } else { Awaited::NOTHING };
            let condition = self.script(own.or(short));
            let body = if self.take_keyword("then") {
                braced = false;
                self.script(Awaited::ELSE.or(Awaited::FI))
            } else if self.zsh && !self.is_done() && !self.is_at_awaited_closer() {
                braced = true;
                self.short_body()
            } else {
                // Nothing says where the condition ends; all of it was read as one.
                self.empty_script()
            };
            self.arms.push(Arm { condition, patterns: &[], body });
            if self.take_keyword("elif") {
                continue;
            }
            if self.take_keyword("else") {
                self.blanks();
                let body = if braced && self.byte() == b'{' {
                    self.short_body()
                } else {
                    braced = false;
                    self.script(Awaited::FI)
                };
                let condition = self.empty_script();
                self.arms.push(Arm { condition, patterns: &[], body });
            }
            break;
        }
        if !braced && !self.take_keyword("fi") {
            self.report_unclosed(start);
        }
        let arms = self.arms.get(mark..).unwrap_or_default();
        let arms = self.arena.alloc_slice_copy(arms);
        self.arms.truncate(mark);
        let node = Node::Choice(self.arena.alloc(Choice { subject: &[], arms }));
        Some(self.redirected(node, start))
    }

    /// `while` and `until`.
    fn while_command(&mut self, start: usize) -> Option<Node<'a>> {
        let short = if self.zsh { Awaited::SHORT } else { Awaited::NOTHING };
        let condition = self.script(Awaited::DO.or(Awaited::DONE).or(short));
        let body = self.loop_body(start);
        let node = Loop { variable: None, values: &[], condition, body };
        let node = Node::Loop(self.arena.alloc(node));
        Some(self.redirected(node, start))
    }

    /// `for`, `select` and zsh `foreach`.
    fn for_command(&mut self, start: usize) -> Option<Node<'a>> {
        let keyword = self.slice(start, self.pos);
        self.blanks();
        let mut variable = None;
        let mark = self.words.len();
        let mut listed = false;
        if self.byte() == b'(' && self.at(self.pos + 1) == b'(' {
            let open = self.pos;
            if let Some(close) = self.arithmetic_end(open) {
                self.skip(2);
                let words = self.arithmetic_command(open, close);
                self.words.extend_from_slice(words);
            }
        } else {
            let name = self.pos;
            self.run_of(NAME);
            if self.pos > name {
                variable = Some(self.slice(name, self.pos));
            } else {
                self.report(ProblemKind::Unexpected, self.span_from(start));
            }
            if self.zsh {
                listed = self.further_variables_and_values();
            }
        }
        self.blanks_and_lines();
        if !listed && self.take_keyword("in") {
            self.word_list();
        }
        let body = if keyword == "foreach" {
            self.separators();
            let body = self.script(Awaited::END);
            if !self.take_keyword("end") {
                self.report_unclosed(start);
            }
            body
        } else {
            self.loop_body(start)
        };
        let values = self.take_words(mark);
        let node = if keyword == "select" {
            let condition = self.empty_script();
            let arm = self.arena.alloc(Arm { condition, patterns: &[], body });
            let arms = std::slice::from_ref(arm);
            Node::Choice(self.arena.alloc(Choice { subject: values, arms }))
        } else {
            let condition = self.empty_script();
            Node::Loop(self.arena.alloc(Loop { variable, values, condition, body }))
        };
        Some(self.redirected(node, start))
    }

    /// Words up to the end of the command, onto the stack.
    pub(super) fn word_list(&mut self) {
        loop {
            self.blanks();
            if self.ends_word(self.pos) && !self.begins_substitution() {
                return;
            }
            let word = self.word(Mode::ARGUMENT);
            self.words.push(word);
        }
    }

    /// The words on the stack from `mark` on.
    pub(super) fn take_words(&mut self, mark: usize) -> &'a [Word<'a>] {
        let words = self.words.get(mark..).unwrap_or_default();
        let words = self.arena.alloc_slice_copy(words);
        self.words.truncate(mark);
        words
    }

    /// Semicolons and ends of lines.
    pub(super) fn separators(&mut self) {
        self.blanks_and_lines();
        while self.byte() == b';' && self.arm_end() == 0 {
            self.skip(1);
            self.blanks_and_lines();
        }
    }

    /// `do … done`, `{ … }`, or in zsh a single command.
    pub(super) fn loop_body(&mut self, start: usize) -> Script<'a> {
        self.separators();
        if self.take_keyword("do") {
            let body = self.script(Awaited::DONE);
            if !self.take_keyword("done") {
                self.report_unclosed(start);
            }
            return body;
        }
        if self.byte() == b'{' && self.ends_word(self.pos + 1)
            || self.zsh && !self.is_done() && !self.is_at_awaited_closer()
        {
            return self.short_body();
        }
        self.take_keyword("done");
        self.report_unclosed(start);
        self.empty_script()
    }

    /// The next command as a body: the inside of a group, or the command itself.
    pub(super) fn short_body(&mut self) -> Script<'a> {
        self.blanks_and_lines();
        let start = self.pos;
        match self.command() {
            Some(Node::Group(group)) if !group.subshell && group.redirections.is_empty() => {
                group.body
            }
            Some(node) => self.script_of(node, self.span_from(start)),
            None => {
                self.report(ProblemKind::Unexpected, self.span_from(start));
                self.empty_script()
            }
        }
    }

    fn case_command(&mut self, start: usize) -> Option<Node<'a>> {
        self.blanks();
        let mark = self.words.len();
        if !self.ends_word(self.pos) || self.begins_substitution() {
            let subject = self.word(Mode::ARGUMENT);
            self.words.push(subject);
        }
        let subject = self.take_words(mark);
        self.blanks_and_lines();
        let braced = !self.take_keyword("in") && self.zsh && self.byte() == b'{';
        if braced {
            self.skip(1);
        } else if !self.slice(start, self.pos).ends_with("in") {
            self.report(ProblemKind::Unexpected, self.span_from(start));
        }
        let mark = self.arms.len();
        loop {
            self.separators();
            if self.is_done() {
                self.report_unclosed(start);
                break;
            }
            if braced && self.byte() == b'}' {
                self.skip(1);
                break;
            }
            if self.take_keyword("esac") {
                break;
            }
            if self.byte() == b')' && self.awaited.has(Awaited::PAREN) {
                self.report_unclosed(start);
                break;
            }
            let before = self.pos;
            let patterns = self.patterns();
            let closer = if braced { Awaited::BRACE } else { Awaited::ESAC };
            let body = self.script(closer.or(Awaited::ARM));
            let condition = self.empty_script();
            self.arms.push(Arm { condition, patterns, body });
            self.skip(self.arm_end());
            if self.pos == before {
                // At a closer of an enclosing construct.
                self.report_unclosed(start);
                break;
            }
        }
        let arms = self.arms.get(mark..).unwrap_or_default();
        let arms = self.arena.alloc_slice_copy(arms);
        self.arms.truncate(mark);
        let node = Node::Choice(self.arena.alloc(Choice { subject, arms }));
        Some(self.redirected(node, start))
    }

    /// `(a | b)` before an arm, with or without the first parenthesis.
    fn patterns(&mut self) -> &'a [Word<'a>] {
        let start = self.pos;
        if self.byte() == b'(' {
            self.skip(1);
        }
        let mark = self.words.len();
        loop {
            self.blanks();
            match self.byte() {
                b'|' => self.skip(1),
                b')' => {
                    self.skip(1);
                    // zsh: `(a|b)*` is a pattern that begins with a group.
                    if !self.zsh || self.at(start) != b'(' || self.ends_word(self.pos) {
                        break;
                    }
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
                b'(' if self.zsh && self.at(self.pos + 1) != b')' => {
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
                _ if self.ends_word(self.pos) => {
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    break;
                }
                _ => {
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
            }
        }
        self.take_words(mark)
    }

    /// `function name { … }`, `function name() { … }`.
    fn function_command(&mut self, start: usize) -> Option<Node<'a>> {
        self.blanks();
        let mark = self.nodes.len();
        if self.zsh && self.byte() == b'{' {
            return self.anonymous_function(start);
        }
        let name = self.pos;
        let words = self.words.len();
        while !self.ends_word(self.pos) && self.byte() != b'{' {
            let word = self.word(Mode::ASSIGNED);
            self.words.push(word);
            self.blanks();
            if !self.zsh {
                break;
            }
        }
        let names = self.take_words(words);
        if names.is_empty() {
            self.report(ProblemKind::Unexpected, self.span_from(name));
        }
        self.take_empty_parentheses();
        let body = self.short_body();
        self.push_functions(names, body, start);
        Some(self.take_functions(mark, start))
    }

    /// `name () { … }`, the cursor being at the parentheses.
    pub(super) fn function_after_names(
        &mut self,
        names: &'a [Word<'a>],
        start: usize,
    ) -> Option<Node<'a>> {
        self.take_empty_parentheses();
        if !self.enter(start) {
            self.pos = self.bytes.len();
            return None;
        }
        let mark = self.nodes.len();
        let body = self.short_body();
        self.leave();
        self.push_functions(names, body, start);
        Some(self.take_functions(mark, start))
    }

    fn push_functions(&mut self, names: &[Word<'a>], body: Script<'a>, start: usize) {
        for name in names {
            let name = match name.plain() {
                Some(name) => name,
                None => name.span.of(self.text),
            };
            let function = self.arena.alloc(Function { name, body, span: self.span_from(start) });
            self.nodes.push(Node::Function(function));
        }
    }

    /// One function as it is, several names for one body as a group of definitions.
    fn take_functions(&mut self, mark: usize, start: usize) -> Node<'a> {
        let nodes = self.nodes.get(mark..).unwrap_or_default();
        let node = match nodes {
            [only] => *only,
            _ => {
                let items = self.arena.alloc_slice_fill_iter(nodes.iter().map(|&node| Item {
                    join: Join::Always,
                    background: false,
                    node,
                }));
                let body = Script { source: self.source, span: self.span_from(start), items };
                Node::Group(self.arena.alloc(Group { body, subshell: false, redirections: &[] }))
            }
        };
        self.nodes.truncate(mark);
        node
    }

    /// Whether `(` and `)` with nothing between them are next.
    pub(super) fn is_at_empty_parentheses(&self) -> bool {
        let mut index = self.pos + 1;
        while matches!(self.at(index), b' ' | b'\t') {
            index += 1;
        }
        self.byte() == b'(' && self.at(index) == b')'
    }

    fn take_empty_parentheses(&mut self) {
        self.blanks();
        if self.is_at_empty_parentheses()
            && let Some(close) = self.find(b')', self.pos)
        {
            self.pos = close + 1;
        }
    }

    /// `coproc NAME { … }`, `coproc command`.
    fn coprocess(&mut self, start: usize) -> Option<Node<'a>> {
        self.blanks();
        let name = self.pos;
        self.run_of(NAME);
        let end = self.pos;
        self.blanks();
        let named = end > name && self.pos > end && matches!(self.byte(), b'{' | b'(');
        if !named {
            self.pos = name;
        }
        let node = self.command()?;
        let item = Item { join: Join::Always, background: true, node };
        let items = std::slice::from_ref(self.arena.alloc(item));
        let body = Script { source: self.source, span: self.span_from(start), items };
        Some(Node::Group(self.arena.alloc(Group { body, subshell: true, redirections: &[] })))
    }

    /// `[[ … ]]`.
    fn test(&mut self, start: usize) -> Option<Node<'a>> {
        self.skip(2);
        if !self.enter(start) {
            self.pos = self.bytes.len();
            return None;
        }
        let mark = self.words.len();
        let mut open = 0_u32;
        let mut matches_next = false;
        loop {
            self.blanks_and_lines();
            let at = self.pos;
            match self.byte() {
                b']' if self.at(at + 1) == b']' && self.ends_word(at + 2) => {
                    self.skip(2);
                    break;
                }
                b'(' if !matches_next => {
                    open += 1;
                    self.skip(1);
                }
                b')' if open > 0 => {
                    open -= 1;
                    self.skip(1);
                }
                b'&' if self.at(at + 1) == b'&' => self.skip(2),
                b'|' => self.skip(1),
                b'<' | b'>' if !self.begins_substitution() => self.skip(1),
                b';' | b'&' | b')' => {
                    self.report_unclosed(start);
                    break;
                }
                0 if self.is_done() => {
                    self.report_unclosed(start);
                    break;
                }
                _ => {
                    let mode = if matches_next { Mode::REGEX } else { Mode::PATTERN };
                    let word = self.word(mode);
                    matches_next = word.plain() == Some("=~");
                    self.words.push(word);
                    if self.pos == at {
                        self.skip_character();
                    }
                }
            }
        }
        let words = self.take_words(mark);
        self.leave();
        Some(self.redirected(Node::Expression(words), start))
    }
}

/// What came of looking for a reserved word.
enum Keyword<'a> {
    /// It is an ordinary word.
    None,
    /// It is done with; a command is still to come.
    Again,
    /// It began, or ended, this.
    Node(Option<Node<'a>>),
}

/// Which closer a word is.
fn closer(word: &str, zsh: bool) -> Option<Awaited> {
    Some(match word {
        "then" => Awaited::THEN,
        "elif" | "else" => Awaited::ELSE,
        "fi" => Awaited::FI,
        "do" => Awaited::DO,
        "done" => Awaited::DONE,
        "esac" => Awaited::ESAC,
        "end" if zsh => Awaited::END,
        _ => return None,
    })
}
