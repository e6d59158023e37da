//! `for`: over words, numbers, folders, and the output of commands.

use super::cursor::{BLANK, COMMA, DELIMITER, EQUALS, LINE, OPEN, OPERATOR, is};
use super::list::Until;
use super::name::Kind;
use super::word::Mode;
use super::{Reader, take};
use crate::shell::tree::{
    Command, Item, Join, Loop, Node, Piece, ProblemKind, Redirect, Redirection, Script,
    Substitution, SubstitutionKind, Word,
};
use crate::source::Span;

/// What a search for the end of a quoted command did not find, so that the same stretch is not
/// searched again for every `for` in it.
#[derive(Clone, Copy, Default)]
pub(super) struct Unclosed {
    start: usize,
    end: usize,
    /// Whether not even a `)` is there.
    is_open: bool,
}

/// What stands between `for` and `in`.
struct Header<'a> {
    /// The letter of `/d`, `/r`, `/l` or `/f`.
    flavour: u8,
    variable: Option<&'a str>,
    /// The folder of `/r`, the options of `/f`.
    words: &'a [Word<'a>],
}

/// Where a quoted command ends.
struct QuotedEnd {
    inner: usize,
    /// Behind the `)`.
    outer: usize,
    is_closed: bool,
}

impl<'a> Reader<'a, '_> {
    /// Reads what follows `for`, which itself stands at `start`; nothing where no loop can be
    /// made out, for the caller to read it as a command of that name.
    pub(super) fn repeat(&mut self, start: usize) -> Option<Node<'a>> {
        if !self.enter() {
            let condition = self.nothing();
            self.skip_deep_command(start);
            let nothing =
                Loop { variable: None, values: &[], condition, body: condition, fields: None };
            return Some(Node::Loop(self.arena.alloc(nothing)));
        }
        let node = self.looped(start);
        self.leave();
        node
    }

    fn looped(&mut self, start: usize) -> Option<Node<'a>> {
        let problems = self.reading.problems.len();
        let mark = self.words.len();
        let Some(header) = self.header() else {
            self.words.truncate(mark);
            self.reading.problems.truncate(problems);
            self.report(ProblemKind::Unexpected, start, self.cursor.at);
            return None;
        };
        if header.variable.is_none() {
            self.report(ProblemKind::Unexpected, start, self.cursor.at);
        }
        let values = self.values(&header);
        self.skip_delimiters();
        let letters = self.letters();
        if letters.opens_or_is(b"do") {
            self.cursor.at = letters.end;
        } else {
            self.report_next();
        }
        let outside = self.loop_variables;
        self.loop_variables |= variables(&header, |span| span_text(self, span));
        let condition = self.nothing();
        let body = self.body();
        self.loop_variables = outside;
        let fields = (header.flavour == b'f').then(|| self.fields(&header));
        let node = Loop { variable: header.variable, values, condition, body, fields };
        Some(Node::Loop(self.arena.alloc(node)))
    }

    /// The options of `for /f` as written, without quotes; empty where there are none.
    fn fields(&self, header: &Header<'a>) -> &'a str {
        match header.words {
            [] => "",
            [first, .., last] | [first @ last] => {
                let whole = Span { start: first.span.start, end: last.span.end };
                span_text(self, whole).trim_matches('"')
            }
        }
    }

    /// Reads up to and with `in`; the `(` must follow.
    fn header(&mut self) -> Option<Header<'a>> {
        let mark = self.words.len();
        let mut flavour = 0;
        let mut variable = None;
        loop {
            self.skip_delimiters();
            if self.ends_command() || self.cursor.is(OPERATOR | OPEN) {
                return None;
            }
            if let Some(letter @ (b'd' | b'r' | b'l' | b'f')) = self.switch() {
                self.cursor.at += 2;
                // `/d /r` looks for folders below a folder: where matters more than what.
                if flavour != b'r' {
                    flavour = letter;
                }
                continue;
            }
            let letters = self.letters();
            if letters.opens_or_is(b"in") {
                self.cursor.at = letters.end;
                break;
            }
            if let Some(name) = self.loop_header() {
                variable = Some(name);
                continue;
            }
            let word = self.word(Mode::of(Kind::Internal));
            self.words.push(word);
        }
        self.skip_delimiters();
        if self.cursor.peek() != Some(b'(') {
            return None;
        }
        Some(Header { flavour, variable, words: self.take_words(mark) })
    }

    /// The variable of a loop where it is named: `%i`, in a file `%%i`.
    fn loop_header(&mut self) -> Option<&'a str> {
        let at = self.cursor.at;
        if self.cursor.peek() != Some(b'%') {
            return None;
        }
        let name = match self.cursor.byte(at + 1)? {
            b'%' => at + 2,
            b'0'..=b'9' => return None,
            _ => at + 1,
        };
        let letter = self.cursor.byte(name)?;
        let fits = letter.is_ascii_graphic()
            && letter != b'%'
            && is(self.cursor.byte(name + 1), BLANK | COMMA | EQUALS | LINE);
        fits.then(|| {
            self.cursor.at = name + 1;
            self.cursor.slice(name, name + 1)
        })
    }

    /// Reads what stands between the parentheses, the first of which is next.
    fn values(&mut self, header: &Header<'a>) -> &'a [Word<'a>] {
        let open = self.cursor.at;
        self.cursor.at += 1;
        let is_lines = header.flavour == b'f';
        let mut tick = b'\'';
        if is_lines {
            let uses_backquotes = header
                .words
                .iter()
                .any(|options| has_option(span_text(self, options.span), "usebackq"));
            if uses_backquotes {
                tick = b'`';
            }
            self.skip(DELIMITER | LINE);
            if self.cursor.peek() == Some(tick) {
                let word = self.quoted_command(open, tick);
                return self.arena.alloc([word]);
            }
        }
        let string = if tick == b'`' { b'\'' } else { b'"' };
        let is_string = self.cursor.peek() == Some(string);
        let mark = self.words.len();
        let is_closed = self.members(open);
        match header.flavour {
            // Numbers that are counted, whatever the three of them are.
            b'l' => {
                self.words.truncate(mark);
                let at = self.since(open);
                self.arena
                    .alloc([Word { span: at, pieces: self.arena.alloc([Piece::Opaque { at }]) }])
            }
            b'f' if !is_string => self.lines(mark),
            b'f' if string == b'\'' => {
                self.words.truncate(mark);
                let end = self.cursor.at - usize::from(is_closed);
                self.arena.alloc([self.single_quoted(open + 1, end)])
            }
            b'r' => self.below(header.words, mark),
            _ => self.take_words(mark),
        }
    }

    /// Reads words up to and with the `)`; whether there is one.
    fn members(&mut self, open: usize) -> bool {
        self.groups += 1;
        let is_closed = loop {
            self.skip(DELIMITER);
            match self.cursor.peek() {
                None => {
                    self.report(ProblemKind::UnclosedGroup, open, self.cursor.at);
                    break false;
                }
                Some(b'\n' | b'\r') => {
                    self.end_quote();
                    self.cursor.at += 1;
                }
                Some(b')') if self.quote.is_none() => {
                    self.cursor.at += 1;
                    break true;
                }
                Some(b'&' | b'|' | b'<' | b'>') if self.quote.is_none() => {
                    let at = self.cursor.at;
                    self.cursor.at += 1;
                    self.report(ProblemKind::Unexpected, at, at + 1);
                }
                Some(_) => {
                    let word = self.word(Mode::VALUE);
                    self.words.push(word);
                }
            }
        };
        self.groups -= 1;
        is_closed
    }

    /// A text between single quotes, which `usebackq` makes one value.
    fn single_quoted(&self, start: usize, end: usize) -> Word<'a> {
        let span = Span::new(start, end);
        let whole = self.cursor.slice(start, end);
        let text = whole.trim_start_matches([' ', '\t']);
        let text = text.strip_prefix('\'').unwrap_or(text);
        let from = end - text.len();
        let text = text.trim_end_matches([' ', '\t']);
        let text = text.strip_suffix('\'').unwrap_or(text);
        let piece = if text.contains(['%', '!', '^']) {
            Piece::Opaque { at: span }
        } else {
            Piece::Text { text, at: Span::new(from, from + text.len()), quoted: true }
        };
        Word { span, pieces: self.arena.alloc([piece]) }
    }

    /// The values are lines of the files named: what `<file` would put out.
    fn lines(&mut self, mark: usize) -> &'a [Word<'a>] {
        let arena = self.arena;
        let files = take(arena, &mut self.words, mark);
        for file in files {
            let span = file.span;
            let reads = Redirection { kind: Redirect::Read, descriptor: None, target: *file, span };
            let redirections = arena.alloc([reads]);
            let command = Command { span, assignments: &[], words: &[], redirections };
            let node = Node::Command(arena.alloc(command));
            let items = arena.alloc([Item { join: Join::Always, background: false, node }]);
            let body = Script { source: self.source, span, items };
            self.words.push(output(arena, body, span));
        }
        self.take_words(mark)
    }

    /// The values are found below a folder.
    fn below(&mut self, folders: &[Word<'a>], mark: usize) -> &'a [Word<'a>] {
        let values = self.take_words(mark);
        let Some(folder) = folders.first() else { return values };
        let end = Span { start: folder.span.end, end: folder.span.end };
        for value in values {
            let pieces = self.pieces.len();
            self.pieces.extend_from_slice(folder.pieces);
            self.pieces.push(Piece::Text { text: "\\", at: end, quoted: true });
            self.pieces.extend_from_slice(value.pieces);
            let pieces = take(self.arena, &mut self.pieces, pieces);
            self.words.push(Word { span: value.span, pieces });
        }
        self.take_words(mark)
    }

    /// Reads the command between ticks, the first of which is next, and the `)` behind it.
    fn quoted_command(&mut self, open: usize, tick: u8) -> Word<'a> {
        let start = self.cursor.at;
        self.cursor.at += 1;
        let found_end = self.quoted_command_end(tick);
        if !found_end.is_closed {
            self.report(ProblemKind::UnclosedGroup, open, found_end.outer);
        }
        let span = Span::new(start, found_end.outer);
        let word = if self.enter() {
            let end = self.cursor.set_end(found_end.inner);
            let groups = std::mem::take(&mut self.groups);
            let stopped = std::mem::take(&mut self.stops_at_else);
            self.unescapes += 1;
            let body = self.list(Until::End);
            self.unescapes -= 1;
            self.stops_at_else = stopped;
            self.groups = groups;
            self.cursor.set_end(end);
            self.leave();
            output(self.arena, body, span)
        } else {
            self.report(ProblemKind::TooDeep, start, found_end.outer);
            Word { span, pieces: self.arena.alloc([Piece::Opaque { at: span }]) }
        };
        self.cursor.at = found_end.outer;
        word
    }

    /// Looks for the tick with a `)` behind it. cmd ends at the first `)` that neither quotes nor
    /// a caret protect; that one counts only where no such tick is found on the line.
    fn quoted_command_end(&mut self, tick: u8) -> QuotedEnd {
        let start = self.cursor.at;
        let known = self.unclosed;
        let is_searched = known.start <= start && start < known.end;
        if is_searched && known.is_open {
            let end = known.end.min(self.cursor.end());
            return QuotedEnd { inner: end, outer: end, is_closed: false };
        }
        let mut quoted = false;
        let mut last = None;
        let mut last_tick = None;
        let mut fallback = None;
        let mut at = start;
        while let Some(byte) = self.cursor.byte(at) {
            match byte {
                b'"' => quoted = !quoted,
                b'^' if !quoted => {
                    at = self.cursor.past_line_end(at + 1).max(at + 2);
                    last = None;
                    continue;
                }
                b'\n' | b'\r' => break,
                b')' if !quoted => {
                    if let Some(inner) = last {
                        return QuotedEnd { inner, outer: at + 1, is_closed: true };
                    }
                    let inner = last_tick.unwrap_or(at);
                    let found =
                        fallback.get_or_insert(QuotedEnd { inner, outer: at + 1, is_closed: true });
                    if is_searched {
                        return QuotedEnd { ..*found };
                    }
                }
                _ => {}
            }
            if byte == tick {
                last = Some(at);
                last_tick = last;
            } else if !is(Some(byte), BLANK) {
                last = None;
            }
            at += 1;
        }
        let end = at.min(self.cursor.end());
        self.unclosed = Unclosed { start, end, is_open: fallback.is_none() };
        fallback.unwrap_or(QuotedEnd { inner: end, outer: end, is_closed: false })
    }
}

/// A word that stands for what a script puts out.
fn output<'a>(arena: &'a bumpalo::Bump, body: Script<'a>, at: Span) -> Word<'a> {
    let kind = SubstitutionKind::Output;
    let substitution = arena.alloc(Substitution { body, kind, quoted: false, at });
    Word { span: at, pieces: arena.alloc([Piece::Substitution(substitution)]) }
}

fn span_text<'a>(reader: &Reader<'a, '_>, span: Span) -> &'a str {
    reader.cursor.slice(span.start as usize, span.end as usize)
}

fn has_option(options: &str, name: &str) -> bool {
    options.as_bytes().windows(name.len()).any(|part| part.eq_ignore_ascii_case(name.as_bytes()))
}

/// The letters a loop puts into scope: its own, and those behind it when a line is cut into
/// several values.
fn variables<'a>(header: &Header<'a>, text: impl Fn(Span) -> &'a str) -> u128 {
    let Some(&letter) = header.variable.and_then(|name| name.as_bytes().first()) else { return 0 };
    let bit = |letter: u8| 1u128.checked_shl(u32::from(letter)).unwrap_or(0);
    let has_more = header.flavour == b'f'
        && header.words.iter().any(|options| has_option(text(options.span), "tokens"));
    let last = match letter {
        b'a'..=b'z' if has_more => b'z',
        b'A'..=b'Z' if has_more => b'Z',
        _ => letter,
    };
    (letter..=last).fold(0, |bits, letter| bits | bit(letter))
}
