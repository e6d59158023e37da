//! Lists of statements, and which statement begins under the cursor.

use super::Reader;
use super::cursor::{ends_word, is_name};
use crate::shell::tree::{Join, Node, Piece, ProblemKind, Script, SubstitutionKind, Word};
use crate::source::Span;

/// Words that begin something other than a command, if the right bracket follows.
#[derive(Clone, Copy)]
pub(super) enum Keyword {
    If,
    Switch,
    Foreach,
    For,
    While,
    Do,
    Try,
    Trap,
    Function,
    Class,
    Param,
    Block,
    Leave,
    /// `else`, `catch`…: the second half of something.
    Rest,
}

impl Keyword {
    /// Whether no command may have this name. The others are names as well: `foreach` is an
    /// alias, `data` and `process` are programs.
    fn is_reserved(self) -> bool {
        !matches!(self, Self::Foreach | Self::Class | Self::Param | Self::Block | Self::Leave)
    }
}

impl<'a> Reader<'_, 'a> {
    /// Reads statements onto the item stack until the closer (or one that belongs further out).
    pub(super) fn statement_list(&mut self, close: Option<u8>) {
        let mut join = Join::Always;
        loop {
            self.skip_separators();
            match self.peek() {
                None => break,
                Some(byte @ (b')' | b'}')) => {
                    if close == Some(byte) || self.is_open(byte) {
                        break;
                    }
                    self.unexpected();
                    self.at += 1;
                }
                Some(byte @ (b'|' | b'&')) if byte == b'|' || self.peek_at(1) == Some(b'&') => {
                    self.unexpected();
                    self.at += if self.peek_at(1) == Some(byte) { 2 } else { 1 };
                }
                Some(_) => join = self.joined_statement(join),
            }
        }
    }

    /// Reads one statement and what stands between it and the next.
    fn joined_statement(&mut self, join: Join) -> Join {
        let before = self.at;
        let count = self.items.len();
        let closed = self.statement(join);
        if self.at == before {
            self.unexpected();
            self.skip_char();
            return Join::Always;
        }
        self.skip_blanks();
        if matches!(self.peek(), Some(b'\n' | b'\r')) {
            self.continues_below();
        }
        match (self.peek(), self.peek_at(1)) {
            (None | Some(b'\n' | b'\r' | b';' | b')' | b'}'), _) => Join::Always,
            (Some(b'&'), Some(b'&')) => self.skip_join(Join::IfOk),
            (Some(b'|'), Some(b'|')) => self.skip_join(Join::IfFailed),
            (Some(b'&'), _) => {
                self.at += 1;
                if let Some(last) = self.items.get_mut(count..).and_then(<[_]>::last_mut) {
                    last.background = true;
                }
                Join::Always
            }
            _ => {
                // What follows is read as a statement of its own: an error hides nothing.
                if !closed {
                    self.unexpected();
                }
                Join::Always
            }
        }
    }

    fn skip_join(&mut self, join: Join) -> Join {
        self.at += 2;
        self.skip_lines();
        join
    }

    fn skip_separators(&mut self) {
        loop {
            self.skip_lines();
            if self.peek() != Some(b';') {
                break;
            }
            self.at += 1;
        }
    }

    fn is_open(&self, close: u8) -> bool {
        match close {
            b')' => self.open_parentheses > 0,
            _ => self.open_braces > 0,
        }
    }

    /// At a line end: moves to a `|`, `&&` or `||` that opens the next line, if one does.
    pub(super) fn continues_below(&mut self) {
        let before = self.at;
        if self.no_pipe_after == Some(before) {
            return;
        }
        self.skip_lines();
        if self.peek() != Some(b'|') && !self.starts(b"&&") {
            self.at = before;
            self.no_pipe_after = Some(before);
        }
    }

    /// Reads one statement onto the item stack; true where nothing need separate it from the next.
    pub(super) fn statement(&mut self, join: Join) -> bool {
        self.skip_label();
        if let Some((keyword, end)) = self.keyword() {
            let before = self.at;
            self.at = end;
            if self.keyword_statement(keyword, before, join) {
                return !matches!(keyword, Keyword::Leave);
            }
            self.at = before;
            if keyword.is_reserved() {
                // It cannot be a command's name, but what follows it may still be code.
                self.report(ProblemKind::Unexpected, Span::new(before, end));
            }
        }
        match self.pipeline() {
            Some(node) => {
                self.push_item(join, node);
                is_attribute(&node)
            }
            None => false,
        }
    }

    fn skip_label(&mut self) {
        while self.peek() == Some(b':') && self.peek_at(1).is_some_and(is_name) {
            self.at += 1;
            self.skip_name();
            self.skip_lines();
        }
    }

    /// The keyword under the cursor and where it ends.
    fn keyword(&self) -> Option<(Keyword, usize)> {
        if !self.peek()?.is_ascii_alphabetic() {
            return None;
        }
        let rest = self.bytes.get(self.at..)?;
        // The longest keyword has thirteen letters.
        let len = rest.iter().take(14).take_while(|byte| byte.is_ascii_alphabetic()).count();
        if rest.get(len).is_some_and(|&byte| !ends_word(byte)) {
            return None;
        }
        let keyword = lookup(self.slice(self.at, self.at + len))?;
        Some((keyword, self.at + len))
    }

    fn keyword_statement(&mut self, keyword: Keyword, start: usize, join: Join) -> bool {
        let node = match keyword {
            Keyword::If => self.if_statement(),
            Keyword::Switch => self.switch_statement(),
            Keyword::Foreach => self.foreach_statement(),
            Keyword::For => self.for_statement(),
            Keyword::While => self.while_statement(),
            Keyword::Do => self.do_statement(),
            Keyword::Try => self.try_statement(),
            Keyword::Trap => self.trap_statement(),
            Keyword::Function => self.function_statement(start),
            Keyword::Class => self.class_statement(start),
            Keyword::Leave => self.leave_statement(start),
            Keyword::Rest => None,
            Keyword::Param => return self.param_block(),
            Keyword::Block => return self.named_block(),
        };
        match node {
            Some(node) => {
                self.push_item(join, node);
                true
            }
            None => false,
        }
    }

    /// `begin { … }`, `process { … }`: what is inside runs where it stands.
    fn named_block(&mut self) -> bool {
        self.skip_lines_to(b"{") && {
            self.enclosed_items(b'}');
            true
        }
    }

    /// `return x`, `throw x`, `exit x`: a value stays with its keyword, a pipeline runs.
    fn leave_statement(&mut self, start: usize) -> Option<Node<'a>> {
        let end = self.at;
        self.skip_blanks();
        let mark = self.words.len();
        // Where nothing follows, the word alone is a command.
        match self.pipeline()? {
            Node::Expression(words) => {
                let pieces = self.pieces.len();
                self.push_text(start, end, false);
                let name = self.gather_pieces(pieces);
                self.words.push(Word { span: Span::new(start, end), pieces: name });
                self.tick(words.len());
                self.words.extend_from_slice(words);
                let words = self.gather_words(mark);
                Some(self.command(words, &[], self.span(start)))
            }
            node => Some(node),
        }
    }

    /// Reads statements between brackets into a script; none where they are nested too deeply,
    /// which is reported and skipped.
    pub(super) fn enclosed(&mut self, close: u8) -> Option<Script<'a>> {
        let mark = self.items.len();
        let start = self.at + 1;
        let end = self.enclosed_items(close)?;
        Some(self.gather_script(mark, start, end))
    }

    /// Reads statements between brackets onto the item stack; returns where the closer stands.
    pub(super) fn enclosed_items(&mut self, close: u8) -> Option<usize> {
        let opener = self.at;
        if !self.enter() {
            self.skip_too_deep(opener);
            return None;
        }
        self.at += 1;
        self.opened(close);
        self.statement_list(Some(close));
        let end = self.at;
        self.closed(opener, close);
        self.leave();
        Some(end)
    }

    pub(super) fn opened(&mut self, close: u8) {
        match close {
            b')' => self.open_parentheses += 1,
            b'}' => self.open_braces += 1,
            _ => {}
        }
    }

    /// Takes the closer, or reports that it is missing.
    pub(super) fn closed(&mut self, opener: usize, close: u8) {
        match close {
            b')' => self.open_parentheses = self.open_parentheses.saturating_sub(1),
            b'}' => self.open_braces = self.open_braces.saturating_sub(1),
            _ => {}
        }
        if self.peek() == Some(close) {
            self.at += 1;
        } else {
            self.report(ProblemKind::UnclosedGroup, self.span(opener));
        }
    }

    /// Reads one statement as a value, onto the word stack: an expression gives its words,
    /// anything that runs gives one word that stands for its output.
    pub(super) fn value(&mut self) {
        let start = self.at;
        if !self.enter() {
            self.skip_statement_too_deep(start);
            return self.push_opaque_word(start);
        }
        let mark = self.items.len();
        self.statement(Join::Always);
        match self.items.get(mark..).unwrap_or_default() {
            [] => {}
            [only] if matches!(only.node, Node::Expression(_)) => {
                if let Node::Expression(words) = only.node {
                    self.tick(words.len());
                    self.words.extend_from_slice(words);
                }
                self.items.truncate(mark);
            }
            _ => {
                let body = self.gather_script(mark, start, self.at);
                let pieces = self.pieces.len();
                let at = self.span(start);
                self.push_substitution(body, SubstitutionKind::Output, false, at);
                self.push_word(pieces, start);
            }
        }
        self.leave();
    }
}

/// `[CmdletBinding()]` stands right before what it describes.
fn is_attribute(node: &Node<'_>) -> bool {
    match node {
        Node::Expression([Word { pieces: [Piece::Parameter(only)], .. }]) => {
            only.name.ends_with(")]")
        }
        _ => false,
    }
}

fn lookup(word: &str) -> Option<Keyword> {
    use Keyword::{
        Block, Class, Do, For, Foreach, Function, If, Leave, Param, Rest, Switch, Trap, Try, While,
    };
    let known: &[(&str, Keyword)] = match word.len() {
        2 => &[("if", If), ("do", Do)],
        3 => &[("for", For), ("try", Try), ("end", Block)],
        4 => &[("exit", Leave), ("trap", Trap), ("enum", Class), ("data", Block), ("else", Rest)],
        5 => &[
            ("while", While),
            ("throw", Leave),
            ("param", Param),
            ("begin", Block),
            ("clean", Block),
            ("class", Class),
            ("catch", Rest),
        ],
        6 => &[("return", Leave), ("switch", Switch), ("filter", Function), ("elseif", Rest)],
        7 => &[("foreach", Foreach), ("process", Block), ("finally", Rest)],
        8 => &[
            ("function", Function),
            ("workflow", Function),
            ("parallel", Block),
            ("sequence", Block),
        ],
        12 => &[("dynamicparam", Block), ("inlinescript", Block)],
        13 => &[("configuration", Function)],
        _ => &[],
    };
    known.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|&(_, keyword)| keyword)
}
