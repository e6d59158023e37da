//! Redirections, which may stand anywhere in a command.

use super::Reader;
use super::cursor::{DIGIT, NAME};
use super::word::Mode;
use crate::shell::tree::{ProblemKind, Redirect, Redirection, Word};

impl<'a> Reader<'a, '_> {
    /// Whether a word begins at the cursor with `<(` or `>(`.
    pub(super) fn begins_substitution(&self) -> bool {
        matches!(self.byte(), b'<' | b'>') && self.at(self.pos + 1) == b'('
    }

    /// Redirections behind a compound command.
    pub(super) fn trailing_redirections(&mut self) -> &'a [Redirection<'a>] {
        let mark = self.redirections.len();
        loop {
            self.blanks();
            let at = self.pos;
            let read = match self.byte() {
                b'<' | b'>' => {
                    self.redirection(at, None);
                    true
                }
                b'&' if self.at(at + 1) == b'>' => {
                    self.redirection(at, None);
                    true
                }
                b'0'..=b'9' => self.numbered_redirection(at),
                b'{' => self.named_redirection(at),
                _ => false,
            };
            if !read {
                break;
            }
        }
        let list = self.redirections.get(mark..).unwrap_or_default();
        if list.is_empty() {
            return &[];
        }
        let list = self.arena.alloc_slice_copy(list);
        self.redirections.truncate(mark);
        list
    }

    /// `2>…`; leaves the cursor alone where it is an ordinary word.
    pub(super) fn numbered_redirection(&mut self, start: usize) -> bool {
        self.run_of(DIGIT);
        if !matches!(self.byte(), b'<' | b'>') {
            self.pos = start;
            return false;
        }
        let descriptor = self.slice(start, self.pos).parse().ok();
        self.redirection(start, descriptor);
        true
    }

    /// `{name}>…`; leaves the cursor alone where it is an ordinary word.
    pub(super) fn named_redirection(&mut self, start: usize) -> bool {
        self.skip(1);
        self.run_of(NAME);
        if self.pos > start + 1
            && self.byte() == b'}'
            && matches!(self.at(self.pos + 1), b'<' | b'>')
        {
            self.skip(1);
            self.redirection(start, None);
            return true;
        }
        self.pos = start;
        false
    }

    /// A redirection, the cursor being at its operator.
    pub(super) fn redirection(&mut self, start: usize, descriptor: Option<u16>) {
        let operator = self.pos;
        let (kind, length) = match (self.byte(), self.at(operator + 1), self.at(operator + 2)) {
            (b'<', b'<', b'<') => (Redirect::HereString, 3),
            (b'<', b'<', b'-') => return self.heredoc(start, descriptor, 3),
            (b'<', b'<', _) => return self.heredoc(start, descriptor, 2),
            (b'<', b'&', _) => (Redirect::Duplicate, 2),
            (b'<', b'>', _) => (Redirect::ReadWrite, 2),
            (b'<', _, _) => (Redirect::Read, 1),
            (b'&', b'>', b'>') => (Redirect::Append, 3),
            (b'&', _, _) => (Redirect::Overwrite, 2),
            (_, b'>', b'&') if self.zsh => (Redirect::Append, 3),
            (_, b'>', _) => (Redirect::Append, 2),
            (_, b'&' | b'|', _) => (Redirect::Overwrite, 2),
            _ => (Redirect::Overwrite, 1),
        };
        let may_duplicate = length == 2 && self.at(operator + 1) == b'&';
        self.skip(length);
        if self.zsh
            && matches!(kind, Redirect::Overwrite | Redirect::Append)
            && matches!(self.byte(), b'|' | b'!')
        {
            self.skip(1);
        }
        let target = self.redirection_target(operator);
        let kind = if kind == Redirect::Overwrite
            && may_duplicate
            && target.plain().is_some_and(is_descriptor)
        {
            Redirect::Duplicate
        } else {
            kind
        };
        let span = self.span_from(start);
        self.redirections.push(Redirection { kind, descriptor, target, span });
    }

    fn redirection_target(&mut self, operator: usize) -> Word<'a> {
        self.blanks();
        if self.ends_word(self.pos) && !self.begins_substitution() {
            self.report(ProblemKind::Unexpected, self.span_from(operator));
            return Word { span: self.span_from(self.pos), pieces: &[] };
        }
        self.word(Mode::ARGUMENT)
    }
}

/// Whether a target names a descriptor: digits, `-`, or digits and `-`.
fn is_descriptor(text: &str) -> bool {
    let digits = text.strip_suffix('-').unwrap_or(text);
    !text.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
