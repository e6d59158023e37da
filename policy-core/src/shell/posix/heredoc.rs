//! Heredocs: their bodies stand after the line that asks for them.

use super::Reader;
use super::cursor::{BODY, RUN};
use super::list::Awaited;
use crate::shell::tree::{Piece, ProblemKind, Redirect, Redirection, Word};
use crate::source::Span;
use bumpalo::collections::String as ArenaString;

/// A heredoc whose line has not ended yet.
#[derive(Clone, Copy)]
pub(super) struct Pending<'a> {
    operator: usize,
    delimiter: &'a str,
    quoted: bool,
    strips: bool,
    /// How deep it stands: its body is read at that depth both times.
    depth: u32,
    /// Whether a `)` behind the delimiter ends it, as bash has it inside `$(…)`.
    in_parentheses: bool,
}

/// Where the body of the heredoc at `operator` is.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub(super) operator: usize,
    start: usize,
    end: usize,
    /// Where reading goes on.
    next: usize,
    closed: bool,
}

impl<'a> Reader<'a, '_> {
    /// `<<` or `<<-` of that length at the cursor.
    pub(super) fn heredoc(&mut self, start: usize, descriptor: Option<u16>, length: usize) {
        let operator = self.pos;
        self.skip(length);
        self.blanks();
        let kind = Redirect::HereDocument;
        let mut target = Word { span: self.span_from(self.pos), pieces: &[] };
        if self.ends_word(self.pos) {
            self.report(ProblemKind::Unexpected, self.span_from(operator));
            let span = self.span_from(start);
            self.redirections.push(Redirection { kind, descriptor, target, span });
            return;
        }
        let (delimiter, quoted) = self.delimiter();
        let span = self.span_from(start);
        let pending = Pending {
            operator,
            delimiter,
            quoted,
            strips: length == 3,
            depth: self.depth,
            in_parentheses: self.awaited.has(Awaited::PAREN),
        };
        self.pending.push(pending);
        if self.bodies_known
            && let Some(body) = self.known_body(operator)
        {
            target = self.body_word(body, pending);
            if !body.closed {
                self.report(ProblemKind::OpenHeredoc, span);
            }
        }
        self.redirections.push(Redirection { kind, descriptor, target, span });
    }

    /// The end of a line: bodies asked for on it follow.
    pub(super) fn line_end(&mut self) {
        self.skip(1);
        if self.pending.len() > self.pending_floor {
            self.pass_bodies();
        }
    }

    fn pass_bodies(&mut self) {
        let mut index = self.pending_floor;
        while let Some(pending) = self.pending.get(index).copied() {
            index += 1;
            if self.bodies_known {
                if let Some(body) = self.known_body(pending.operator) {
                    self.pos = body.next;
                }
                continue;
            }
            let body = self.search_body(&pending);
            self.bodies.push(body);
            // Heredocs inside the body's own substitutions have to be found as well.
            if !pending.quoted && self.slice(body.start, body.end).contains("<<") {
                self.body_word(body, pending);
            }
            self.pos = body.next;
        }
        self.pending.truncate(self.pending_floor);
    }

    fn known_body(&self, operator: usize) -> Option<Body> {
        let index = self.bodies.binary_search_by_key(&operator, |body| body.operator).ok()?;
        self.bodies.get(index).copied()
    }

    /// Heredocs whose line is the last one have no body.
    pub(super) fn settle_open_heredocs(&mut self) {
        self.settle_heredocs_from(0, self.bytes.len());
    }

    fn settle_heredocs_from(&mut self, mark: usize, at: usize) {
        while self.pending.len() > mark {
            let Some(pending) = self.pending.pop() else { break };
            if !self.bodies_known {
                let operator = pending.operator;
                self.bodies.push(Body { operator, start: at, end: at, next: at, closed: false });
            }
        }
    }

    /// Looks for the line that ends the body at the cursor.
    fn search_body(&mut self, pending: &Pending<'_>) -> Body {
        let operator = pending.operator;
        let start = self.pos;
        // A line of an unquoted heredoc that ends with a backslash is one with the next, also
        // where the delimiter is looked for: `first` is where it began, `wanted` what of the
        // delimiter the line so far has left to be found.
        let mut first = start;
        let mut wanted = Some(pending.delimiter);
        let mut line = start;
        while line < self.bytes.len() {
            let end = self.find(b'\n', line).unwrap_or(self.bytes.len());
            let mut text = line;
            while pending.strips && line == first && self.at(text) == b'\t' {
                text += 1;
            }
            let written = self.slice(text, end);
            if !pending.quoted && end < self.bytes.len() && is_continued(written) {
                let part = written.strip_suffix('\\').unwrap_or(written);
                wanted = wanted.and_then(|wanted| wanted.strip_prefix(part));
                line = end + 1;
                continue;
            }
            let written = written.strip_suffix('\r').unwrap_or(written);
            if wanted == Some(written) {
                let next = (end + 1).min(self.bytes.len());
                return Body { operator, start, end: first, next, closed: true };
            }
            if pending.in_parentheses
                && let Some(wanted) = wanted
                && let Some(rest) = written.strip_prefix(wanted)
                && rest.trim_start_matches([' ', '\t']).starts_with(')')
            {
                let next = text + wanted.len();
                return Body { operator, start, end: first, next, closed: true };
            }
            line = end + 1;
            first = line;
            wanted = Some(pending.delimiter);
        }
        let end = self.bytes.len();
        Body { operator, start: start.min(end), end, next: end, closed: false }
    }

    /// The pieces of a body. The cursor stays where it is.
    fn body_word(&mut self, body: Body, pending: Pending<'a>) -> Word<'a> {
        let pos = std::mem::replace(&mut self.pos, body.start);
        let depth = std::mem::replace(&mut self.depth, pending.depth);
        let bracket = std::mem::take(&mut self.missing_bracket);
        let waiting = self.pending.len();
        let first = self.pieces.len();
        if self.enter(body.start) {
            self.fenced(body.end, |reader| reader.body_pieces(&pending));
        }
        self.settle_heredocs_from(waiting, body.end);
        let pieces = self.take_pieces(first);
        self.pos = pos;
        self.depth = depth;
        self.missing_bracket = bracket;
        Word { span: Span::new(body.start, body.end), pieces }
    }

    fn body_pieces(&mut self, pending: &Pending<'_>) {
        let whole = self.bytes.len();
        if pending.quoted && !pending.strips {
            self.push_text(usize::MAX, self.pos, whole, true);
            return;
        }
        let mut from = self.pos;
        if pending.strips {
            self.skip_tabs();
            from = self.pos;
        }
        loop {
            self.run(BODY);
            let at = self.pos;
            match self.byte() {
                b'\n' => {
                    self.skip(1);
                    if pending.strips && self.byte() == b'\t' {
                        self.push_text(usize::MAX, from, self.pos, true);
                        self.skip_tabs();
                        from = self.pos;
                    }
                }
                b'\\' if !pending.quoted => {
                    self.skip(1);
                    if matches!(self.byte(), b'\n' | b'$' | b'`' | b'\\') {
                        self.push_text(usize::MAX, from, at, true);
                        from = self.pos + usize::from(self.byte() == b'\n');
                        self.skip(1);
                    }
                }
                b'$' | b'`' if !pending.quoted => {
                    self.push_text(usize::MAX, from, at, true);
                    self.expansion(true);
                    from = self.pos;
                }
                0 if self.is_done() => break,
                _ => self.skip(1),
            }
        }
        self.push_text(usize::MAX, from, whole, true);
    }

    fn skip_tabs(&mut self) {
        while self.byte() == b'\t' {
            self.skip(1);
        }
    }

    /// The delimiter without its quotes, and whether it had any.
    fn delimiter(&mut self) -> (&'a str, bool) {
        let start = self.pos;
        self.run(RUN);
        if self.ends_word(self.pos) {
            return (self.slice(start, self.pos), false);
        }
        let mut text = ArenaString::new_in(self.arena);
        text.push_str(self.slice(start, self.pos));
        let mut quoted = false;
        while !self.ends_word(self.pos) {
            let at = self.pos;
            match self.byte() {
                quote @ (b'\'' | b'"') => {
                    quoted = true;
                    let end = self.find(quote, at + 1).unwrap_or(self.bytes.len());
                    self.pos = at + 1;
                    while self.pos < end {
                        let from = self.pos;
                        if quote == b'"' && self.byte() == b'\\' {
                            self.skip(1);
                        }
                        let from = if self.pos < end { self.pos } else { from };
                        self.pos = from;
                        self.skip_character();
                        text.push_str(self.slice(from, self.pos));
                    }
                    if self.is_done() {
                        self.report(ProblemKind::UnclosedQuote, self.span_from(at));
                    }
                    self.skip(1);
                }
                // A line that goes on: neither part of the delimiter nor a quote.
                b'\\' if self.at(at + 1) == b'\n' => self.skip(2),
                b'\\' => {
                    quoted = true;
                    self.skip(1);
                    let from = self.pos;
                    self.skip_character();
                    text.push_str(self.slice(from, self.pos));
                }
                b'$' if matches!(self.at(at + 1), b'\'' | b'"') => self.skip(1),
                _ => {
                    self.skip(1);
                    self.run(RUN);
                    text.push_str(self.slice(at, self.pos));
                }
            }
        }
        (text.into_bump_str(), quoted)
    }

    /// Pushes code that a word runs.
    pub(super) fn push_code(&mut self, start: usize, end: usize) {
        let at = Span::new(start, end);
        self.pieces.push(Piece::Code { text: at.of(self.text), at });
    }
}

/// Whether a line ends with a backslash that is not itself escaped.
fn is_continued(line: &str) -> bool {
    line.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}
