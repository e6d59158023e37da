//! What is known of the words of a body: arguments, texts, paths put together.

use bumpalo::collections::{String as ArenaString, Vec as ArenaVec};

use super::body::{Found, LOOK, Reader, Span};
use super::meaning::Receiver;
use super::tokens::{Holes, Language, Text, Token};
use crate::facts::arg::{Arg, Flow, Knowledge};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::words::words;

impl<'a> Reader<'_, 'a> {
    /// The arguments of a call, behind brackets or, where the language allows it, without.
    pub(super) fn arguments(&self, index: usize) -> Option<&'a [Span]> {
        use Language::*;
        let body = &self.body;
        let next = index + 1;
        let span = if body.is(next, b'(') {
            Span { from: next + 1, to: body.partner(next).unwrap_or(body.tokens.len()) }
        } else {
            match (self.how.language, body.get(next)) {
                (Perl | Ruby | Elixir | Groovy, first) => {
                    let bare = match first {
                        Some(Token::Mark(mark)) => b"$@[<*%".contains(mark),
                        Some(Token::Line) | None => false,
                        Some(_) => true,
                    };
                    // Perl's `unlink;` and `unlink for …` take what `$_` holds.
                    let alone = || matches!(body.name(index), "unlink" | "rmdir");
                    let taken = bare || self.how.language == Perl && alone();
                    if !taken {
                        return None;
                    }
                    Span { from: next, to: body.statement_end(next) }
                }
                (Lua | Php, Some(Token::Text(_))) => Span { from: next, to: next + 1 },
                _ => return None,
            }
        };
        Some(self.parts(span))
    }

    /// The parts of a span between commas, as far as it is followed.
    fn parts(&self, span: Span) -> &'a [Span] {
        let mut parts = ArenaVec::new_in(self.walker.arena);
        let Span { mut from, to } = span;
        let mut at = from;
        for _ in 0..LOOK {
            if at >= to {
                break;
            }
            if self.body.is(at, b',') {
                parts.push(self.body.trim(Span { from, to: at }));
                from = at + 1;
            }
            at = self.body.next(at);
        }
        if from < at {
            parts.push(self.body.trim(Span { from, to: at.min(to) }));
        }
        parts.into_bump_slice()
    }

    /// A text with its escapes resolved, where it has any.
    pub(super) fn unescaped(&self, text: &Text<'a>, raw: &'a str) -> &'a str {
        if text.escapes { self.walker.unescaped(raw) } else { raw }
    }

    /// A text as a word: known, or known in its beginning.
    pub(super) fn text_arg(&self, text: &Text<'a>) -> &'a Arg<'a> {
        let mut raw = text.raw;
        let hole = match text.holes {
            Holes::Dollar => raw.find(['$', '@']),
            Holes::None => None,
            holes => raw.find(lead(holes)),
        };
        if let Some(at) = hole {
            raw = raw.get(..at).unwrap_or_default();
        }
        let shell_hole = if self.how.exact { None } else { raw.find("$_") };
        if let Some(at) = shell_hole {
            raw = raw.get(..at).unwrap_or_default();
        }
        let open = hole.is_some() || shell_hole.is_some();
        self.known(self.unescaped(text, raw), open)
    }

    /// A word that is known, or known in its beginning.
    fn known(&self, text: &'a str, open: bool) -> &'a Arg<'a> {
        let mut arg = Arg::whole(text, self.how.at);
        if open {
            arg.knowledge = Knowledge::Start;
        }
        self.walker.arena.alloc(arg)
    }

    /// A text as code for a shell, with parameters where values are put in.
    pub(super) fn text_code(&self, text: &Text<'a>) -> Flow<'a> {
        let lead = lead(text.holes);
        let mut rest = self.unescaped(text, text.raw);
        let exact = self.how.exact && text.holes != Holes::Dollar;
        let mut flow = Flow { text: rest, at: self.how.at, written: None, exact };
        if lead.is_empty() || !rest.contains(lead) {
            return flow;
        }
        let mut out = ArenaString::with_capacity_in(rest.len(), self.walker.arena);
        while let Some(at) = rest.find(lead) {
            out.push_str(rest.get(..at).unwrap_or_default());
            out.push_str("$_");
            rest = rest.get(at..).unwrap_or_default();
            rest = rest.find('}').and_then(|end| rest.get(end + 1..)).unwrap_or_default();
        }
        out.push_str(rest);
        flow.text = out.into_bump_str();
        flow.exact = false;
        flow
    }

    /// What a name stands for.
    fn constant_of(&self, name: &str) -> &'a Arg<'a> {
        let known = self.constants.iter().find(|(known, _)| *known == name);
        known.map_or(self.unknown, |(_, value)| *value)
    }

    /// What is known of an argument as a path or word.
    pub(super) fn value(&mut self, span: Span) -> &'a Arg<'a> {
        let len = span.to.wrapping_sub(span.from);
        match self.body.get(span.from) {
            Some(Token::Text(text)) => {
                let first = self.text_arg(text);
                let whole = matches!(first.knowledge, Knowledge::Whole);
                if len == 1 || !whole { first } else { self.joined(first, span) }
            }
            Some(Token::Name(name)) if len == 1 => self.constant_of(name),
            // Constructors and joins of paths; a name before `=` is a keyword's.
            Some(Token::Name(_)) if !self.body.is(span.from + 1, b'=') => {
                self.path_call(span).unwrap_or(self.unknown)
            }
            Some(Token::Mark(b'$')) if len == 2 => self.constant_of(self.body.name(span.from + 1)),
            _ => self.unknown,
        }
    }

    /// `'a' 'b'` and `'a' + 'b'` join; anything else is known in its beginning only.
    fn joined(&self, first: &'a Arg<'a>, span: Span) -> &'a Arg<'a> {
        let mut joined = ArenaString::from_str_in(first.text, self.walker.arena);
        let mut open = false;
        for at in span.from + 1..span.to {
            match self.body.get(at) {
                Some(Token::Mark(b'+' | b'.') | Token::Line) => continue,
                Some(Token::Text(next)) => {
                    let next = self.text_arg(next);
                    joined.push_str(next.text);
                    open = !matches!(next.knowledge, Knowledge::Whole);
                }
                // A method of the text (`'x'.replace`) makes another of it.
                Some(Token::Name(_))
                    if self.body.is(at - 1, b'.')
                        && !matches!(self.how.language, Language::Php | Language::Perl) =>
                {
                    return self.unknown;
                }
                _ => open = true,
            }
            if open {
                break;
            }
        }
        self.known(joined.into_bump_str(), open)
    }

    /// `Path('a')`, `os.path.join('a', 'b')`, `os.path.expanduser('~/x')`, `glob('a/*')`.
    fn path_call(&mut self, span: Span) -> Option<&'a Arg<'a>> {
        if self.nest > 3 {
            return None;
        }
        self.nest += 1;
        let path = self.path(span);
        self.nest -= 1;
        path
    }

    fn path(&mut self, span: Span) -> Option<&'a Arg<'a>> {
        let open = self.body.find(span, b'(')?;
        let close = self.body.partner(open)?;
        let name = self.body.name(open.checked_sub(1)?);
        let joins = matches!(name, "join" | "resolve");
        let same = words!(
            "Path PurePath PosixPath expanduser abspath realpath normpath glob iglob globSync new \
             Pathname normalize listdir scandir readdirSync File expand_path fspath str URL"
        )
        .has(name);
        let ends = close + 1 >= span.to || matches!(self.body.mark(close + 1), b'/' | b'.');
        if !(joins || same) || !ends {
            return None;
        }
        let args = self.arguments(open - 1)?;
        let first = self.value(*args.first()?);
        if first.text.is_empty() {
            return None;
        }
        let mut text = ArenaString::from_str_in(first.text, self.walker.arena);
        let mut knowledge = first.knowledge;
        for arg in args.iter().skip(if joins { 1 } else { args.len() }) {
            let next = self.value(*arg);
            text.push('/');
            text.push_str(next.text);
            if !matches!(next.knowledge, Knowledge::Whole) {
                knowledge = Knowledge::Start;
                break;
            }
        }
        // `Path('a') / 'b'` goes on.
        let mut at = close + 1;
        while at + 1 < span.to && self.body.is(at, b'/') {
            text.push('/');
            let Some(next) = self.body.text(at + 1) else {
                knowledge = Knowledge::Start;
                break;
            };
            text.push_str(next.raw);
            at += 2;
        }
        let glob = name.contains("glob") && first.text.contains(['*', '?', '[']);
        let tilde = first.text.starts_with('~');
        let text = text.into_bump_str();
        let path = Arg { knowledge, glob, tilde, ..Arg::whole(text, self.how.at) };
        Some(self.walker.arena.alloc(path))
    }

    /// Deletes what the arguments of a call name.
    pub(super) fn delete_all(&mut self, args: &[Span], traits: Traits) {
        let mut any = false;
        let several = matches!(self.how.language, Language::Perl | Language::Ruby);
        for (index, span) in args.iter().enumerate() {
            // Options and callbacks are no targets.
            let option = || {
                matches!(self.body.mark(span.from), b'{' | b'(' | b':')
                    || self.body.is_keyword(*span)
                    || words!("function async err e cb true false True False TRUE FALSE")
                        .has(self.body.name(span.from))
            };
            if index > 0 && option() {
                continue;
            }
            if index > 0 && !several {
                break;
            }
            let targets = if self.body.is(span.from, b'[') {
                self.list(*span)
            } else {
                std::slice::from_ref(self.value(*span))
            };
            for target in targets {
                any = true;
                self.walker.touches(Kind::Deletes, target, traits);
            }
        }
        if !any {
            let place = Place::Unknown;
            self.walker.add(Kind::Deletes, Domain::Files, place, traits, self.how.at);
        }
    }

    /// The elements of a list in brackets.
    pub(super) fn list(&mut self, span: Span) -> &'a [Arg<'a>] {
        let close = self.body.partner(span.from).unwrap_or(span.to);
        let parts = self.parts(Span { from: span.from + 1, to: close.min(span.to) });
        self.words(parts)
    }

    /// Arguments as the words of a command.
    pub(super) fn words(&mut self, spans: &[Span]) -> &'a [Arg<'a>] {
        let mut words = ArenaVec::new_in(self.walker.arena);
        for span in spans {
            if span.from < span.to {
                words.push(*self.word(*span));
            }
        }
        words.into_bump_slice()
    }

    /// A word of a command: the running interpreter's own path has its name.
    pub(super) fn word(&mut self, span: Span) -> &'a Arg<'a> {
        if span.to == span.from + 3 && self.body.is(span.from + 1, b'.') {
            match (self.body.name(span.from), self.body.name(span.from + 2)) {
                ("sys", "executable") => return self.known("python", false),
                ("process", "execPath") => return self.known("node", false),
                _ => {}
            }
        }
        self.value(span)
    }

    /// What a method is called on, as a path.
    pub(super) fn own(&mut self, call: &Found<'a>) -> &'a Arg<'a> {
        let Some(close) = call.index.checked_sub(2) else { return self.unknown };
        match (call.on, self.body.partner(close)) {
            (Receiver::Name(name), _) => self.constant_of(name),
            (Receiver::Call(_), Some(open)) if open > 0 => {
                self.path_call(Span { from: open - 1, to: close + 1 }).unwrap_or(self.unknown)
            }
            // `(Path('a') / 'b').unlink()`
            (Receiver::Other, Some(open)) if self.body.is(close, b')') => {
                let inside = self.body.trim(Span { from: open + 1, to: close });
                self.value(inside)
            }
            _ => self.unknown,
        }
    }
}

/// How a value that is put into a text begins, where it has an end.
fn lead(holes: Holes) -> &'static str {
    match holes {
        Holes::Braces => "{",
        Holes::DollarBraces => "${",
        Holes::HashBraces => "#{",
        Holes::None | Holes::Dollar => "",
    }
}
