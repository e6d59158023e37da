//! Commands that hold commands: groups, choices, loops, functions, tests.

use super::Reader;
use super::cursor::{DIGIT, KEYWORD, NAME, class};
use super::list::Awaited;
use super::word::Mode;
use crate::shell::tree::{
    Function, Group, Item, Join, Node, Piece, ProblemKind, Redirection, Script, Word,
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
                b'{' if self.ends_keyword(start + 1) => return self.braces(start),
                b'}' if self.ends_keyword(start + 1) => {
                    if self.awaited.has(Awaited::BRACE) {
                        return None;
                    }
                    self.skip(1);
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    continue;
                }
                b'!' if self.ends_keyword(start + 1) => {
                    self.skip(1);
                    continue;
                }
                b'[' if self.at(start + 1) == b'[' && self.ends_keyword(start + 2) => {
                    return self.test(start);
                }
                b'\n' | b';' | b'|' | b')' => return None,
                b'&' if self.at(start + 1) != b'>' => return None,
                0 if self.is_done() => return None,
                _ if class(byte) & (NAME | DIGIT) == NAME => {
                    self.run_of(NAME);
                    if class(byte) & KEYWORD != 0
                        && (2..=8).contains(&(self.pos - start))
                        && self.ends_keyword(self.pos)
                    {
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
            // Only the inside of the construct could show where it ends.
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
            b'}' => self.awaited.has(Awaited::BRACE) && self.ends_keyword(self.pos + 1),
            b';' => self.awaited.has(Awaited::ARM) && self.arm_end() > 0,
            _ => {
                let start = self.pos;
                self.run_of(NAME);
                let end = std::mem::replace(&mut self.pos, start);
                self.ends_keyword(end)
                    && closer(self.slice(start, end), self.zsh)
                        .is_some_and(|closer| self.awaited.has(closer))
            }
        }
    }

    pub(super) fn is_at_keyword(&self, word: &str) -> bool {
        let end = self.pos + word.len();
        self.slice(self.pos, end) == word && self.ends_keyword(end)
    }

    /// Takes the reserved word `word` if it is next.
    pub(super) fn take_keyword(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.is_at_keyword(word);
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
        // A plain `sh` knows no `(( … ))` and runs what is inside.
        if self.at(start + 1) == b'('
            && !self.plain_sh
            && let Some(close) = self.arithmetic_end(start)
        {
            self.skip(2);
            let word = self.arithmetic_command(start, close);
            let words = std::slice::from_ref(self.arena.alloc(word));
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

    /// `(( … ))` as one word, the cursor being inside.
    pub(super) fn arithmetic_command(&mut self, start: usize, close: usize) -> Word<'a> {
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
        let at = self.span_from(start);
        let piece = self.arena.alloc(Piece::Arithmetic { words, at });
        Word { span: at, pieces: std::slice::from_ref(piece) }
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
    pub(super) fn redirected(&mut self, node: Node<'a>, start: usize) -> Node<'a> {
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

    /// `function name { … }`, `function name() { … }`.
    fn function_command(&mut self, start: usize) -> Option<Node<'a>> {
        self.blanks();
        let mark = self.nodes.len();
        if self.zsh && matches!(self.byte(), b'{' | b'(') {
            self.take_empty_parentheses();
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
        let mut pattern_next = false;
        loop {
            self.blanks_and_lines();
            let at = self.pos;
            match self.byte() {
                b']' if self.at(at + 1) == b']' && self.ends_word(at + 2) => {
                    self.skip(2);
                    break;
                }
                b'(' if !(matches_next || self.zsh && pattern_next) => {
                    open += 1;
                    self.skip(1);
                }
                b')' if open > 0 => {
                    open -= 1;
                    self.skip(1);
                }
                b'&' if self.at(at + 1) == b'&' => self.skip(2),
                b'|' => self.skip(1),
                b'<' if self.zsh && self.is_number_range() => {
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
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
                    pattern_next = matches!(word.plain(), Some("=" | "==" | "!="));
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

/// Whether a shell gives a word another meaning than that of a command's name.
pub(super) fn is_reserved(word: &str) -> bool {
    let opens = matches!(
        word,
        "if" | "for"
            | "select"
            | "while"
            | "until"
            | "case"
            | "function"
            | "coproc"
            | "foreach"
            | "repeat"
            | "time"
    );
    opens || closer(word, true).is_some()
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
