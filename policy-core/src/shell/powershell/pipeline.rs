//! Pipelines and their members: commands, calls, expressions, assignments, redirections.

use super::Reader;
use super::cursor::ends_word;
use super::scratch::plain_item;
use crate::shell::tree::{
    AssignedValue, Assignment, Command, Group, Node, ParameterForm, Piece, Redirect, Redirection,
    Script, SubstitutionKind, Word,
};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    /// Reads a pipeline; none where no member begins under the cursor.
    pub(super) fn pipeline(&mut self) -> Option<Node<'a>> {
        let mark = self.nodes.len();
        loop {
            let first = self.nodes.len() == mark;
            match self.member(first) {
                Some(node) => self.nodes.push(node),
                None => {
                    if !first {
                        self.unexpected();
                    }
                    break;
                }
            }
            self.skip_blanks();
            if matches!(self.peek(), Some(b'\n' | b'\r')) {
                self.continues_below();
            }
            if self.peek() != Some(b'|') || self.peek_at(1) == Some(b'|') {
                break;
            }
            self.at += 1;
            self.skip_lines();
        }
        match self.nodes.get(mark..).unwrap_or_default() {
            [] => None,
            [_] => self.nodes.pop(),
            _ => Some(Node::Pipeline(self.gather_nodes(mark))),
        }
    }

    fn member(&mut self, first: bool) -> Option<Node<'a>> {
        let start = self.at;
        let mark = self.words.len();
        match self.peek()? {
            b'&' if self.peek_at(1) != Some(b'&') => {
                self.at += 1;
                self.skip_blanks();
                self.name();
                if self.words.len() == mark {
                    self.unexpected();
                    return None;
                }
            }
            b'.' if self.sources_file() => {
                self.at += 1;
                let pieces = self.pieces.len();
                self.push_text(start, self.at, false);
                self.push_word(pieces, start);
                self.skip_blanks();
                self.name();
            }
            b'\n' | b'\r' | b';' | b')' | b'}' | b'|' | b'&' => return None,
            _ if self.at_redirection() => {}
            _ if self.at_expression() => {
                if !first {
                    self.unexpected();
                }
                return self.expression_member(start);
            }
            _ => self.name(),
        }
        let redirections = self.command_arguments();
        let words = self.gather_words(mark);
        Some(self.command(words, redirections, self.span(start)))
    }

    /// Whether the dot under the cursor is the operator of `. file` and not part of a name.
    fn sources_file(&self) -> bool {
        match self.peek_at(1) {
            None | Some(b'\'' | b'"' | b'$') => true,
            Some(byte) => ends_word(byte),
        }
    }

    /// Reads everything after a command's name.
    fn command_arguments(&mut self) -> &'a [Redirection<'a>] {
        let mark = self.redirections.len();
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some(b'\n' | b'\r' | b';' | b')' | b'}' | b'|' | b'&') => break,
                Some(b',') => {
                    self.at += 1;
                    self.skip_lines();
                    if matches!(self.peek(), None | Some(b';' | b')' | b'}' | b'|' | b'&')) {
                        self.unexpected();
                    }
                }
                Some(_) => {
                    if !self.redirection() {
                        let before = self.at;
                        self.argument();
                        if self.at == before {
                            self.unexpected();
                            self.skip_char();
                        }
                    }
                }
            }
        }
        self.gather_redirections(mark)
    }

    /// An expression as a statement or as the first member of a pipeline.
    fn expression_member(&mut self, start: usize) -> Option<Node<'a>> {
        let mark = self.words.len();
        let codes = self.codes;
        self.expression(true);
        if self.at == start {
            return None;
        }
        self.skip_blanks();
        if let Some((len, appends)) = self.assignment_operator() {
            return Some(self.assignment(start, mark, codes, len, appends));
        }
        let end = self.at;
        let node = self.expression_node(mark);
        let redirections = self.redirections.len();
        while self.redirection() {
            self.skip_blanks();
        }
        let redirections = self.gather_redirections(redirections);
        if redirections.is_empty() {
            return Some(node);
        }
        let body = self.script_of(node, Span::new(start, end));
        Some(Node::Group(self.arena.alloc(Group { body, subshell: false, redirections })))
    }

    /// What the words above the mark are as a statement. A lone parenthesis or method call is
    /// what it runs.
    fn expression_node(&mut self, mark: usize) -> Node<'a> {
        if let Some([word]) = self.words.get(mark..)
            && let [Piece::Substitution(only)] = word.pieces
            && only.kind == SubstitutionKind::Output
            && let Script { items: [first, rest @ ..], .. } = only.body
        {
            self.words.truncate(mark);
            return if rest.is_empty() && !first.background {
                first.node
            } else {
                let group = Group { body: only.body, subshell: false, redirections: &[] };
                Node::Group(self.arena.alloc(group))
            };
        }
        Node::Expression(self.gather_words(mark))
    }

    /// How long the assignment operator under the cursor is, and whether it adds.
    fn assignment_operator(&self) -> Option<(usize, bool)> {
        match (self.peek()?, self.peek_at(1), self.peek_at(2)) {
            (b'=', ..) => Some((1, false)),
            (b'+' | b'-' | b'*' | b'/' | b'%', Some(b'='), _) => Some((2, true)),
            (b'?', Some(b'?'), Some(b'=')) => Some((3, true)),
            _ => None,
        }
    }

    /// The targets are the words above the mark; the cursor stands on the operator.
    fn assignment(
        &mut self,
        start: usize,
        mark: usize,
        codes: usize,
        operator: usize,
        appends: bool,
    ) -> Node<'a> {
        let targets = self.gather_words(mark);
        if self.codes != codes {
            // `$x[(Remove-Item y)] = 1` runs what is inside its target.
            self.items.push(plain_item(Node::Expression(targets)));
        }
        self.at += operator;
        self.skip_lines();
        let before = self.at;
        self.value();
        if self.at == before {
            self.unexpected();
        }
        let span = self.span(start);
        let table = self.table;
        let values = self.gather_words(mark);
        let whole = match values {
            [word] => match (word.pieces, table) {
                ([Piece::Opaque { at }, ..], Some((place, entries))) if *at == place => {
                    AssignedValue::List(entries)
                }
                _ => AssignedValue::Word(*word),
            },
            _ => AssignedValue::List(values),
        };
        let paired = targets.len() > 1 && targets.len() == values.len();
        let unknown = self.arena.alloc_slice_copy(&[Piece::Opaque { at: span }]);
        let assignments = targets.iter().enumerate().map(|(index, target)| {
            let value = match values.get(index) {
                Some(word) if paired => AssignedValue::Word(*word),
                _ if index == 0 => whole,
                _ => AssignedValue::Word(Word { span, pieces: unknown }),
            };
            let (name, partly) = self.target_name(target);
            Assignment { name, subscript: None, appends: appends || partly, value, span }
        });
        let assignments = self.arena.alloc_slice_fill_iter(assignments.collect::<Vec<_>>());
        let command = Command { span, assignments, words: &[], redirections: &[] };
        Node::Command(self.arena.alloc(command))
    }

    /// The variable a target changes, and whether it changes only part of it.
    fn target_name(&self, target: &Word<'a>) -> (&'a str, bool) {
        for (index, piece) in target.pieces.iter().enumerate() {
            if let Piece::Parameter(parameter) = piece {
                let more = index + 1 < target.pieces.len();
                return (parameter.name, more || parameter.form != ParameterForm::Plain);
            }
        }
        (target.span.of(self.text), true)
    }

    /// Whether a redirection begins under the cursor.
    pub(super) fn at_redirection(&self) -> bool {
        match self.peek_at(0) {
            Some(b'<' | b'>') => true,
            Some(b'1'..=b'9' | b'*') => self.peek_at(1) == Some(b'>'),
            _ => false,
        }
    }

    /// Reads one redirection, if one begins under the cursor.
    pub(super) fn redirection(&mut self) -> bool {
        if !self.at_redirection() {
            return false;
        }
        let start = self.at;
        let descriptor = match self.peek() {
            Some(digit @ b'1'..=b'9') => Some(u16::from(digit - b'0')),
            _ => None,
        };
        if !matches!(self.peek(), Some(b'<' | b'>')) {
            self.at += 1;
        }
        let kind = if self.peek() == Some(b'<') {
            // Reserved: no version reads from a file, so the text cannot mean what it says.
            self.unexpected();
            self.at += 1;
            Redirect::Read
        } else {
            self.at += 1;
            match (self.peek(), self.peek_at(1)) {
                (Some(b'>'), _) => {
                    self.at += 1;
                    Redirect::Append
                }
                (Some(b'&'), Some(b'0'..=b'9')) => {
                    self.at += 1;
                    Redirect::Duplicate
                }
                _ => Redirect::Overwrite,
            }
        };
        let target = self.redirection_target(kind);
        let span = self.span(start);
        self.redirections.push(Redirection { kind, descriptor, target, span });
        true
    }

    fn redirection_target(&mut self, kind: Redirect) -> Word<'a> {
        if kind == Redirect::Duplicate {
            let start = self.at;
            let mark = self.pieces.len();
            self.at += 1;
            self.push_text(start, self.at, false);
            return Word { span: self.span(start), pieces: self.gather_pieces(mark) };
        }
        self.skip_blanks();
        let mark = self.words.len();
        if self.peek().is_some_and(|byte| !ends_word(byte) || matches!(byte, b'(' | b'{')) {
            self.argument();
        }
        if self.words.len() > mark {
            // The further words of an array stay with the command.
            return self.words.remove(mark);
        }
        self.unexpected();
        Word { span: Span::new(self.at, self.at), pieces: &[] }
    }
}
