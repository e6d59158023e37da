//! One command: its name, its words and its redirections.

use super::Reader;
use super::cursor::{LINE, OPERATOR, SLASH};
use super::name::{Keyword, Kind, Letters};
use super::word::Mode;
use crate::shell::tree::{
    Command, Group, Item, Join, Node, Piece, ProblemKind, Redirect, Redirection, Script, Word,
};
use crate::source::Span;

impl<'a> Reader<'a, '_> {
    /// Reads what stands between two operators; nothing for a remark.
    pub(super) fn command(&mut self) -> Option<Node<'a>> {
        let start = self.cursor.at;
        let redirections = self.redirections.len();
        loop {
            self.skip_delimiters();
            if self.cursor.peek() == Some(b'@') {
                self.cursor.at += 1;
            } else if self.is_redirection() {
                self.redirection();
            } else {
                break;
            }
        }
        if self.cursor.peek() == Some(b'(') {
            return Some(self.group(redirections));
        }
        let letters = self.letters();
        let name = self.cursor.at;
        let node = match letters.keyword() {
            None => return self.simple(start, redirections, &letters),
            Some(Keyword::Remark) => {
                self.cursor.at = letters.end;
                self.remark();
                return self.bare(start, redirections);
            }
            Some(Keyword::Else) => {
                // An `else` on a line of its own belongs to nothing; what it would run is read.
                self.cursor.at = letters.end;
                self.report(ProblemKind::Unexpected, name, letters.end);
                self.skip_delimiters();
                if self.ends_command() {
                    return self.bare(start, redirections);
                }
                // Only one `else` is forgiven, so that a thousand of them do not nest.
                let letters = self.letters();
                return match letters.keyword() {
                    Some(Keyword::Else) => self.simple(start, redirections, &letters),
                    _ => self.command_behind(redirections),
                };
            }
            Some(Keyword::If) => {
                self.cursor.at = letters.end;
                self.choice(name)
            }
            Some(Keyword::For) => {
                self.cursor.at = letters.end;
                match self.repeat(name) {
                    Some(node) => node,
                    None => {
                        self.cursor.at = name;
                        return self.simple(start, redirections, &letters);
                    }
                }
            }
        };
        Some(self.redirected(start, node, redirections))
    }

    /// A command behind an `else` that stood alone, with the redirections before it.
    fn command_behind(&mut self, redirections: usize) -> Option<Node<'a>> {
        let start = self.cursor.at;
        if !self.enter() {
            self.skip_deep_command(start);
            return self.bare(start, redirections);
        }
        let node = self.command();
        self.leave();
        node.map(|node| self.redirected(start, node, redirections))
    }

    /// Puts redirections that stand before an `if` or a `for` around it.
    fn redirected(&mut self, start: usize, node: Node<'a>, mark: usize) -> Node<'a> {
        let redirections = self.take_redirections(mark);
        if redirections.is_empty() {
            return node;
        }
        let items = self.arena.alloc([Item { join: Join::Always, background: false, node }]);
        let body = Script { source: self.source, span: self.since(start), items };
        Node::Group(self.arena.alloc(Group { body, subshell: false, redirections }))
    }

    /// A command without words, if it has redirections: those happen all the same.
    fn bare(&mut self, start: usize, mark: usize) -> Option<Node<'a>> {
        let redirections = self.take_redirections(mark);
        if redirections.is_empty() {
            return None;
        }
        let span = self.since(start);
        let command = Command { span, assignments: &[], words: &[], redirections };
        Some(Node::Command(self.arena.alloc(command)))
    }

    /// Skips a remark, which runs to the end of its line. Only an operator directly behind
    /// `rem` still counts.
    fn remark(&mut self) {
        self.skip_delimiters();
        while self.is_redirection() {
            self.redirection();
            self.skip_delimiters();
        }
        if !self.ends_command() {
            self.cursor.seek(LINE);
        }
    }

    /// Reads a command whose name, if it has one, starts with these letters.
    fn simple(&mut self, start: usize, redirections: usize, letters: &Letters) -> Option<Node<'a>> {
        if self.ends_command() {
            return self.bare(start, redirections);
        }
        let words = self.words.len();
        let mut kind = self.name(letters, Mode::NAME);
        let mut tail = self.cursor.at;
        // `call` and `start` run another command, whose words are split by its own rules.
        loop {
            match kind {
                Kind::Call => {
                    self.skip_delimiters();
                    while self.cursor.peek() == Some(b'@') {
                        self.cursor.at += 1;
                        self.skip_delimiters();
                    }
                }
                Kind::Start => self.start_options(),
                _ => break,
            }
            if self.ends_command() || self.is_redirection() || self.cursor.peek() == Some(b':') {
                break;
            }
            kind = self.name(&self.letters(), Mode::CARRIED_NAME);
            tail = self.cursor.at;
        }
        self.arguments(kind);
        let assignments = match kind {
            Kind::Set => self.assignment(tail, redirections),
            _ => &[],
        };
        let command = Command {
            span: self.since(start),
            assignments,
            words: self.take_words(words),
            redirections: self.take_redirections(redirections),
        };
        Some(Node::Command(self.arena.alloc(command)))
    }

    /// Reads a command's name, in the given mode where it is a program's.
    fn name(&mut self, letters: &Letters, mode: Mode) -> Kind {
        let kind = self.kind(letters);
        let word = match kind {
            Some(_) => {
                let end = self.cursor.set_end(letters.end);
                let word = self.word(Mode::of(Kind::Internal));
                self.cursor.set_end(end);
                word
            }
            None => self.word(mode),
        };
        self.words.push(word);
        if kind == Some(Kind::Echo) && is_glued_to_echo(self.cursor.peek()) {
            self.cursor.at += 1;
        }
        kind.unwrap_or(Kind::Program)
    }

    /// The words that `start` keeps for itself: switches and one title in quotes.
    fn start_options(&mut self) {
        let mut may_be_title = true;
        loop {
            self.skip_delimiters();
            let is_title = may_be_title && self.cursor.peek() == Some(b'"');
            if !is_title && !self.cursor.is(SLASH) {
                break;
            }
            may_be_title &= !is_title;
            let word = self.word(Mode::of(if is_title { Kind::Internal } else { Kind::Folder }));
            self.words.push(word);
        }
    }

    /// Reads words and redirections up to the end of the command.
    fn arguments(&mut self, kind: Kind) {
        let mode = Mode::of(kind);
        if kind != Kind::Echo {
            // Behind the name every delimiter counts as a blank.
            self.skip_delimiters();
        }
        loop {
            self.skip(mode.delimiters());
            if self.ends_command() {
                break;
            }
            if self.is_redirection() {
                self.redirection();
                continue;
            }
            let word = self.word(mode);
            if word.span.is_empty() {
                break;
            }
            self.words.push(word);
        }
    }

    /// Whether nothing more of this command follows.
    pub(super) fn ends_command(&self) -> bool {
        match self.cursor.peek() {
            None | Some(b'\n' | b'\r') => true,
            Some(b'&' | b'|') => self.quote.is_none(),
            Some(b')') => self.quote.is_none() && self.groups > 0,
            _ => false,
        }
    }

    /// Whether `<`, `>` or a digit directly before one is next.
    pub(super) fn is_redirection(&self) -> bool {
        let at = self.cursor.at;
        self.quote.is_none()
            && match self.cursor.peek() {
                Some(b'<' | b'>') => true,
                Some(b'0'..=b'9') => {
                    matches!(self.cursor.byte(self.past_dropped_carets(at + 1)), Some(b'<' | b'>'))
                }
                _ => false,
            }
    }

    /// Reads one redirection.
    pub(super) fn redirection(&mut self) {
        let start = self.cursor.at;
        let descriptor = self.digit();
        let mut kind = if self.eat(b'>') {
            if self.eat(b'>') { Redirect::Append } else { Redirect::Overwrite }
        } else {
            self.eat(b'<');
            Redirect::Read
        };
        let mut is_wrong = kind == Redirect::Read && self.eat(b'<');
        let duplicates = self.eat(b'&');
        self.skip_delimiters();
        let at = self.cursor.at;
        let target = if duplicates && self.digit().is_some() {
            kind = Redirect::Duplicate;
            self.one_letter(at)
        } else {
            let missing = self.ends_command() || self.cursor.is(OPERATOR);
            is_wrong |= duplicates || missing;
            if missing {
                Word { span: Span::new(at, at), pieces: &[] }
            } else {
                self.word(Mode::TARGET)
            }
        };
        let span = self.since(start);
        if is_wrong {
            self.report(ProblemKind::Unexpected, start, self.cursor.at);
        }
        self.redirections.push(Redirection { kind, descriptor, target, span });
    }

    fn digit(&mut self) -> Option<u16> {
        let digit = self.cursor.peek().filter(u8::is_ascii_digit)?;
        self.cursor.at += 1;
        Some(u16::from(digit - b'0'))
    }

    /// The character at an offset, as a word.
    fn one_letter(&self, at: usize) -> Word<'a> {
        let span = Span::new(at, at + 1);
        let text = self.cursor.slice(at, at + 1);
        Word { span, pieces: self.arena.alloc([Piece::Text { text, at: span, quoted: false }]) }
    }
}

/// What `echo` drops when it directly follows the name.
fn is_glued_to_echo(byte: Option<u8>) -> bool {
    matches!(
        byte,
        Some(b'.' | b'(' | b':' | b'/' | b'\\' | b'+' | b'[' | b']' | b',' | b';' | b'=')
    )
}
