//! Lines, operators and parentheses.

use super::cursor::{BLANK, CARET, CLOSE, DELIMITER, LINE, OPERATOR, class, is};
use super::{Reader, take};
use crate::shell::tree::{Group, Item, Join, Loop, Node, ProblemKind, Script};

use rustc_hash::FxHashMap;

/// Where a list ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At the end of the text.
    End,
    /// At the `)` of the group it stands in.
    Close,
    /// At the end of the line or the `)` around it: all that follows an `if` or a `do`.
    Line,
}

impl<'a> Reader<'a, '_> {
    /// Reads commands up to an end that is left standing.
    pub(super) fn list(&mut self, until: Until) -> Script<'a> {
        let start = self.cursor.at;
        let mark = self.items.len();
        let mut join = Join::Always;
        // The operator that still waits for the command behind it.
        let mut waiting = None;
        let mut at_line_start = until == Until::End;
        // Only what is no part of a line itself consists of lines.
        let has_lines = until == Until::End && self.unescapes == 0;
        let mut line = (start, mark);
        self.names_variable &= !has_lines;
        loop {
            self.skip_delimiters();
            let before = self.cursor.at;
            match self.cursor.peek() {
                None => break,
                Some(b'\n' | b'\r') => {
                    self.end_quote();
                    if until == Until::Line {
                        break;
                    }
                    if has_lines {
                        self.end_of_line(line.0, line.1);
                    }
                    self.end_line();
                    self.report_waiting(&mut waiting);
                    join = Join::Always;
                    at_line_start = true;
                    line = (self.cursor.at, self.items.len());
                    continue;
                }
                Some(b')') if self.groups > 0 => break,
                Some(b')') => {
                    // cmd takes what follows for a comment; reading on hides nothing.
                    self.cursor.at += 1;
                    self.report(ProblemKind::Unexpected, before, before + 1);
                    continue;
                }
                Some(b'&' | b'|') => {
                    join = self.operator();
                    self.report(ProblemKind::Unexpected, before, self.cursor.at);
                    continue;
                }
                Some(b':') => {
                    let is_repeated = has_lines && at_line_start && self.is_jumped_back_to();
                    self.label(at_line_start);
                    if is_repeated && self.enter() {
                        let node = self.repeated_rest();
                        self.leave();
                        self.items.push(Item { join: Join::Always, background: false, node });
                    }
                }
                Some(_) => {
                    if let Some(node) = self.pipeline() {
                        self.items.push(Item { join, background: false, node });
                    }
                    waiting = None;
                }
            }
            at_line_start = false;
            join = Join::Always;
            self.skip_blanks();
            match self.cursor.peek() {
                None | Some(b'\n' | b'\r' | b')') => {}
                Some(b'&' | b'|') => {
                    let operator = self.cursor.at;
                    join = self.operator();
                    waiting = (join != Join::Always).then_some((operator, self.cursor.at));
                }
                Some(_) if self.stops_at_else && self.is_else() => break,
                Some(_) => {
                    // Only a group can be followed by something that is not an operator.
                    self.report_next();
                }
            }
            if self.cursor.at == before {
                self.skip_character();
            }
        }
        self.report_waiting(&mut waiting);
        self.end_quote();
        if has_lines {
            self.end_of_line(line.0, line.1);
        }
        Script {
            source: self.source,
            span: self.since(start),
            items: take(self.arena, &mut self.items, mark),
        }
    }

    /// Makes one item of those of a line that names variables.
    fn end_of_line(&mut self, start: usize, mark: usize) {
        if !std::mem::take(&mut self.names_variable) || self.items.len() == mark {
            return;
        }
        let items = take(self.arena, &mut self.items, mark);
        let line = Script { source: self.source, span: self.since(start), items };
        let node = Node::Line(self.arena.alloc(line));
        self.items.push(Item { join: Join::Always, background: false, node });
    }

    /// What an `if` or a `do` runs. A group that is all of it is the same as what it holds.
    pub(super) fn body(&mut self) -> Script<'a> {
        let start = self.cursor.at;
        let script = self.list(Until::Line);
        match script.items {
            [] => {
                self.report(ProblemKind::Unexpected, start, self.cursor.at);
                script
            }
            [Item { node: Node::Group(group), .. }] if group.redirections.is_empty() => group.body,
            _ => script,
        }
    }

    /// Reads an operator that joins commands.
    fn operator(&mut self) -> Join {
        let first = self.cursor.peek();
        self.cursor.at += 1;
        match first {
            Some(b'&') if self.eat(b'&') => Join::IfOk,
            Some(b'|') if self.eat(b'|') => Join::IfFailed,
            _ => Join::Always,
        }
    }

    fn pipeline(&mut self) -> Option<Node<'a>> {
        let first = self.command()?;
        self.skip_blanks();
        if !self.is_pipe() {
            return Some(first);
        }
        let mark = self.nodes.len();
        self.nodes.push(first);
        while self.is_pipe() {
            let pipe = self.cursor.at;
            self.cursor.at += 1;
            self.skip_delimiters();
            let next = self.cursor.peek();
            let is_missing =
                next.is_none() || is(next, LINE) || matches!(next, Some(b'&' | b'|' | b')'));
            if is_missing {
                self.report(ProblemKind::Unexpected, pipe, pipe + 1);
                break;
            }
            if let Some(node) = self.command() {
                self.nodes.push(node);
            }
            self.skip_blanks();
        }
        match take(self.arena, &mut self.nodes, mark) {
            [only] => Some(*only),
            nodes => Some(Node::Pipeline(nodes)),
        }
    }

    /// Whether a single `|` is next.
    fn is_pipe(&self) -> bool {
        self.cursor.peek() == Some(b'|')
            && self.cursor.byte(self.past_dropped_carets(self.cursor.at + 1)) != Some(b'|')
    }

    /// Reads a group whose `(` is next. `mark` is where its redirections start on their stack:
    /// cmd allows them on both sides.
    pub(super) fn group(&mut self, mark: usize) -> Node<'a> {
        let open = self.cursor.at;
        self.cursor.at += 1;
        let body = if self.enter() {
            let stopped = std::mem::replace(&mut self.stops_at_else, false);
            self.groups += 1;
            let body = self.list(Until::Close);
            self.groups -= 1;
            self.stops_at_else = stopped;
            self.leave();
            if self.cursor.peek() == Some(b')') {
                self.cursor.at += 1;
            } else {
                self.report(ProblemKind::UnclosedGroup, open, self.cursor.at);
            }
            body
        } else {
            self.skip_group(open);
            self.nothing()
        };
        loop {
            self.skip_blanks();
            if !self.is_redirection() {
                break;
            }
            self.redirection();
        }
        let redirections = self.take_redirections(mark);
        Node::Group(self.arena.alloc(Group { body, subshell: false, redirections }))
    }

    /// Skips what is nested too deep, up to and with the `)` that closes it.
    fn skip_group(&mut self, open: usize) {
        self.skip_balanced(false);
        if self.cursor.peek() == Some(b')') {
            self.cursor.at += 1;
        }
        self.report(ProblemKind::TooDeep, open, self.cursor.at);
    }

    /// Skips a command that is nested too deep, up to the end of its line or the `)` around it.
    pub(super) fn skip_deep_command(&mut self, start: usize) {
        self.skip_balanced(true);
        self.report(ProblemKind::TooDeep, start, self.cursor.at);
    }

    fn skip_balanced(&mut self, within_line: bool) {
        let mut open = 0usize;
        let mut quoted = false;
        while let Some(byte) = self.cursor.peek() {
            match byte {
                b'"' => quoted = !quoted,
                b'^' if !quoted => self.cursor.at += 1,
                b'\n' | b'\r' => {
                    quoted = false;
                    if within_line && open == 0 {
                        break;
                    }
                }
                b'(' if !quoted => open += 1,
                b')' if !quoted && open == 0 => break,
                b')' if !quoted => open -= 1,
                _ => {}
            }
            self.cursor.at += 1;
        }
        // A caret may have carried it past the end or into a character.
        self.cursor.at = self.cursor.at.min(self.cursor.end());
        while !self.cursor.is_border() {
            self.cursor.at += 1;
        }
    }

    /// Skips a label or a `::` comment. At the start of a line the whole line is skipped; behind
    /// another command, or between parentheses, what an operator starts is still read.
    fn label(&mut self, at_line_start: bool) {
        let stops = match (at_line_start, self.groups) {
            (true, 0) => LINE,
            (true, _) => LINE | OPERATOR,
            (false, 0) => LINE | OPERATOR,
            (false, _) => LINE | OPERATOR | CLOSE,
        };
        loop {
            self.cursor.seek(stops);
            // A redirection does nothing to a label.
            if !matches!(self.cursor.peek(), Some(b'<' | b'>')) {
                break;
            }
            self.cursor.at += 1;
        }
    }

    /// All that follows a label to which a later line jumps back: it may run again, with what
    /// it set by then.
    fn repeated_rest(&mut self) -> Node<'a> {
        let condition = self.nothing();
        let body = self.list(Until::End);
        let repeated = Loop { variable: None, values: &[], condition, body, fields: None };
        Node::Loop(self.arena.alloc(repeated))
    }

    /// Whether a `goto` or `call` behind the label at the cursor names it.
    fn is_jumped_back_to(&mut self) -> bool {
        let at = self.cursor.at;
        let text = self.cursor.slice(0, self.cursor.end());
        let jumps = self.jumps.get_or_insert_with(|| jumps(text));
        let name = label_name(text.get(at..).unwrap_or_default());
        jumps.get(&name).is_some_and(|last| *last > at)
    }

    /// Goes past the end of a line.
    fn end_line(&mut self) {
        let at = self.cursor.at;
        let past = self.cursor.past_line_end(at);
        if self.cursor.peek() == Some(b'\r') && past == at + 1 && past < self.cursor.end() {
            // A file loses a carriage return that stands alone, a terminal takes it for Enter.
            self.report(ProblemKind::Unexpected, at, past);
        }
        self.cursor.at = past;
    }

    /// A quote ends with its line, closed or not.
    pub(super) fn end_quote(&mut self) {
        if let Some(open) = self.quote.take() {
            self.report(ProblemKind::UnclosedQuote, open, self.cursor.at);
        }
    }

    /// Reports the name or character that is next as standing where none can.
    pub(super) fn report_next(&mut self) {
        let at = self.cursor.at;
        let end = match self.cursor.peek() {
            Some(byte) if class(byte) & !LINE != 0 => at + 1,
            _ => self.letters().end,
        };
        self.report(ProblemKind::Unexpected, at, end);
    }

    fn report_waiting(&mut self, waiting: &mut Option<(usize, usize)>) {
        if let Some((start, end)) = waiting.take() {
            self.report(ProblemKind::Unexpected, start, end);
        }
    }

    /// Skips blanks and what carets make blank, but no other delimiter.
    pub(super) fn skip_blanks(&mut self) {
        self.skip(BLANK);
    }

    /// Skips all that may stand before a command's name or between its operands.
    pub(super) fn skip_delimiters(&mut self) {
        self.skip(DELIMITER);
    }

    /// Skips these classes, and carets that leave nothing but them.
    #[inline]
    pub(super) fn skip(&mut self, mask: u16) {
        while let Some(byte) = self.cursor.peek() {
            let class = class(byte);
            let skips = class & mask != 0 || class == CARET && self.skip_carets(mask);
            if !skips {
                return;
            }
            self.cursor.at += usize::from(class != CARET);
        }
    }

    /// Skips carets, and what they escape if it is one of the classes; nothing where something
    /// else would be left of them.
    #[cold]
    fn skip_carets(&mut self, mask: u16) -> bool {
        if self.quote.is_some() {
            return false;
        }
        let caret = self.caret();
        let next = self.cursor.byte(caret.end);
        if caret.literal > 0 {
            return false;
        }
        if !caret.escapes || next.is_none() {
            self.cursor.at = caret.end;
        } else if is(next, LINE) {
            self.cursor.at = self.cursor.past_line_end(caret.end);
        } else if is(next, mask) {
            self.cursor.at = caret.end + 1;
        } else {
            return false;
        }
        true
    }

    /// Takes a byte if it is next, in text that was unescaped before also behind a caret.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let at = self.past_dropped_carets(self.cursor.at);
        let found = self.cursor.byte(at) == Some(byte);
        if found {
            self.cursor.at = at + 1;
        }
        found
    }

    fn skip_character(&mut self) {
        self.cursor.at += 1;
        while !self.cursor.is_border() {
            self.cursor.at += 1;
        }
    }
}

/// The name of the label a text begins with, in lower case.
fn label_name(text: &str) -> String {
    let name = text.trim_start_matches([':', ' ', '\t', '=', ',', ';']);
    let end = name
        .find([' ', '\t', '\r', '\n', '&', '|', '<', '>', '(', ')', ':', '+', '"', ',', ';', '=']);
    name.get(..end.unwrap_or(name.len())).unwrap_or_default().to_ascii_lowercase()
}

/// Where each label is jumped to for the last time.
fn jumps(text: &str) -> FxHashMap<String, usize> {
    let mut jumps = FxHashMap::default();
    let bytes = text.as_bytes();
    for at in 0..bytes.len() {
        let is = |word: &[u8]| {
            bytes.get(at..at + word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
        };
        if !is(b"goto") && !is(b"call") {
            continue;
        }
        let behind = text.get(at + 4..).unwrap_or_default();
        if is(b"goto") || behind.trim_start_matches([' ', '\t']).starts_with(':') {
            jumps.insert(label_name(behind), at);
        }
    }
    jumps
}
