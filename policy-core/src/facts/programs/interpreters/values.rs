//! What is known of the words of a body: arguments, texts, paths put together, and what a method
//! is called on.

use bumpalo::collections::Vec as ArenaVec;

use super::body::{Constant, Found, LOOK, Reader, Span};
use super::meaning::On;
use super::scan::{Body, Holes, Language, Text, Token};
use crate::facts::arg::{Arg, Flow, Knowledge};
use crate::facts::walk::Walker;
use crate::facts::words::one_of;

impl Reader {
    /// The arguments of a call, behind brackets or, where the language allows it, without.
    pub(super) fn arguments<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        index: usize,
    ) -> Option<ArenaVec<'a, Span>> {
        let (from, to) = if body.is(index + 1, b'(') {
            (index + 2, body.partner(index + 1).unwrap_or(body.tokens.len()))
        } else {
            match (self.language, body.get(index + 1)) {
                (Language::Perl | Language::Ruby | Language::Elixir | Language::Groovy, next) => {
                    let name = body.name(index).unwrap_or_default();
                    let bare =
                        matches!(next, Some(Token::Text(_) | Token::Name(_) | Token::Command(_)))
                            || matches!(
                                next,
                                Some(Token::Mark(b'$' | b'@' | b'[' | b'<' | b'*' | b'%'))
                            );
                    // Perl's `unlink;` and `unlink for …` take what `$_` holds.
                    let alone = self.language == Language::Perl && one_of(name, "unlink rmdir");
                    if !bare && !alone {
                        return None;
                    }
                    (index + 1, statement_end(body, index + 1))
                }
                (Language::Lua | Language::Php, Some(Token::Text(_))) => (index + 1, index + 2),
                _ => return None,
            }
        };
        let mut args = ArenaVec::new_in(walker.arena);
        let mut start = from;
        let mut at = from;
        let mut steps = 0;
        while at < to && steps < LOOK {
            steps += 1;
            if body.is(at, b',') {
                args.push(Span { from: start, to: at });
                start = at + 1;
            } else if matches!(body.get(at), Some(Token::Mark(b'(' | b'[' | b'{'))) {
                at = body.partner(at).unwrap_or(at).max(at);
            }
            at += 1;
        }
        if start < at {
            args.push(Span { from: start, to: at.min(to) });
        }
        Some(args)
    }

    /// A text as a word: known, or known in its beginning.
    pub(super) fn text_arg<'a>(self, walker: &Walker<'a>, text: Text<'a>) -> Arg<'a> {
        let mut raw = text.raw;
        let mut open = false;
        let hole = match text.holes {
            Holes::None => None,
            Holes::Braces => raw.find('{'),
            Holes::DollarBraces => raw.find("${"),
            Holes::HashBraces => raw.find("#{"),
            Holes::Dollar => raw.find(['$', '@']),
        };
        let shell_hole = if self.exact { None } else { raw.find("$_") };
        if let Some(at) = [hole, shell_hole].into_iter().flatten().min() {
            raw = raw.get(..at).unwrap_or_default();
            open = true;
        }
        let decode = |raw: &'a str| if text.escapes { walker.unescaped(raw) } else { raw };
        let knowledge = if open { Knowledge::Start } else { Knowledge::Whole };
        Arg { text: decode(raw), knowledge, glob: false, tilde: false, at: self.at, written: None }
    }

    /// A text as code for a shell, with parameters where values are put in.
    pub(super) fn text_code<'a>(self, walker: &Walker<'a>, text: Text<'a>) -> Flow<'a> {
        let lead = match text.holes {
            Holes::Braces => "{",
            Holes::DollarBraces => "${",
            Holes::HashBraces => "#{",
            Holes::None | Holes::Dollar => "",
        };
        let raw = if text.escapes { walker.unescaped(text.raw) } else { text.raw };
        if lead.is_empty() || !raw.contains(lead) {
            let exact = self.exact && text.holes != Holes::Dollar;
            return Flow { text: raw, at: self.at, written: None, exact };
        }
        let mut out = bumpalo::collections::String::with_capacity_in(raw.len(), walker.arena);
        let mut rest = raw;
        while let Some(at) = rest.find(lead) {
            out.push_str(rest.get(..at).unwrap_or_default());
            out.push_str("$_");
            rest = rest.get(at..).unwrap_or_default();
            rest = rest.find('}').and_then(|end| rest.get(end + 1..)).unwrap_or_default();
        }
        out.push_str(rest);
        Flow { text: out.into_bump_str(), at: self.at, written: None, exact: false }
    }

    /// What is known of an argument as a path or word.
    pub(super) fn value<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        span: Span,
        constants: &[Constant<'a>],
    ) -> Arg<'a> {
        let span = trim(body, span);
        let unknown = Arg::unknown(self.at);
        match body.get(span.from) {
            Some(Token::Text(text)) => {
                let first = self.text_arg(walker, text);
                if span.to == span.from + 1 {
                    return first;
                }
                // `'a' 'b'` and `'a' + 'b'` join; anything else is known in its beginning only.
                if first.knowledge != Knowledge::Whole {
                    return first;
                }
                let mut joined =
                    bumpalo::collections::String::from_str_in(first.text, walker.arena);
                let mut at = span.from + 1;
                while at < span.to {
                    match body.get(at) {
                        Some(Token::Mark(b'+' | b'.') | Token::Line) => {}
                        Some(Token::Text(next)) => {
                            let next = self.text_arg(walker, next);
                            joined.push_str(next.text);
                            if next.knowledge != Knowledge::Whole {
                                return Arg { text: joined.into_bump_str(), ..next };
                            }
                        }
                        // A method of the text (`'x'.replace`) makes another of it.
                        Some(Token::Name(_)) if body.is(at - 1, b'.') => {
                            return if self.language == Language::Php
                                || self.language == Language::Perl
                            {
                                Arg {
                                    text: joined.into_bump_str(),
                                    knowledge: Knowledge::Start,
                                    ..first
                                }
                            } else {
                                unknown
                            };
                        }
                        _ => {
                            return Arg {
                                text: joined.into_bump_str(),
                                knowledge: Knowledge::Start,
                                ..first
                            };
                        }
                    }
                    at += 1;
                }
                Arg { text: joined.into_bump_str(), ..first }
            }
            Some(Token::Name(name)) => {
                if span.to == span.from + 1 {
                    let known = constants.iter().find(|(known, _)| *known == name);
                    return known.map_or(unknown, |(_, value)| *value);
                }
                // Constructors and joins of paths; a name before `=` is a keyword's.
                if body.is(span.from + 1, b'=') {
                    return unknown;
                }
                self.path_call(walker, body, span, constants).unwrap_or(unknown)
            }
            Some(Token::Mark(b'$')) if span.to == span.from + 2 => {
                let known = body
                    .name(span.from + 1)
                    .and_then(|name| constants.iter().find(|(known, _)| *known == name));
                known.map_or(unknown, |(_, value)| *value)
            }
            _ => unknown,
        }
    }

    /// `Path('a')`, `os.path.join('a', 'b')`, `os.path.expanduser('~/x')`, `glob('a/*')`.
    pub(super) fn path_call<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        span: Span,
        constants: &[Constant<'a>],
    ) -> Option<Arg<'a>> {
        if self.nest > 3 {
            return None;
        }
        let this = Self { nest: self.nest + 1, ..self };
        let open = (span.from..span.to).take(LOOK).find(|at| body.is(*at, b'('))?;
        let close = body.partner(open)?;
        let name = body.name(open.checked_sub(1)?)?;
        let joins = one_of(name, "join resolve");
        let same = one_of(
            name,
            "Path PurePath PosixPath expanduser abspath realpath normpath glob iglob globSync new \
             Pathname normalize listdir scandir readdirSync File expand_path fspath str URL",
        );
        if (!joins && !same)
            || close + 1 < span.to && !body.is(close + 1, b'/') && !body.is(close + 1, b'.')
        {
            return None;
        }
        let args = this.arguments(walker, body, open - 1)?;
        let first = this.value(walker, body, *args.first()?, constants);
        if first.text.is_empty() {
            return None;
        }
        let tilde = first.text.starts_with('~');
        let glob = name.contains("glob") && first.text.contains(['*', '?', '[']);
        let mut text = bumpalo::collections::String::from_str_in(first.text, walker.arena);
        let mut knowledge = first.knowledge;
        if joins {
            for arg in args.iter().skip(1) {
                let next = this.value(walker, body, *arg, constants);
                text.push('/');
                text.push_str(next.text);
                if next.knowledge != Knowledge::Whole {
                    knowledge = Knowledge::Start;
                    break;
                }
            }
        }
        // `Path('a') / 'b'` goes on.
        let mut at = close + 1;
        while at + 1 < span.to && body.is(at, b'/') {
            match body.get(at + 1) {
                Some(Token::Text(next)) => {
                    text.push('/');
                    text.push_str(next.raw);
                }
                _ => {
                    text.push('/');
                    knowledge = Knowledge::Start;
                    break;
                }
            }
            at += 2;
        }
        Some(Arg { text: text.into_bump_str(), knowledge, glob, tilde, at: self.at, written: None })
    }

    pub(super) fn targets<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        args: &[Span],
        constants: &[Constant<'a>],
    ) -> ArenaVec<'a, Arg<'a>> {
        let mut targets = ArenaVec::new_in(walker.arena);
        for (index, span) in args.iter().enumerate() {
            let span = trim(body, *span);
            // Options and callbacks are no targets.
            let first = body.get(span.from);
            let option = matches!(first, Some(Token::Mark(b'{' | b'(' | b':')))
                || (matches!(first, Some(Token::Name(_)))
                    && (body.is(span.from + 1, b'=') || body.is(span.from + 1, b':')))
                || matches!(
                    first,
                    Some(Token::Name(
                        "function"
                            | "async"
                            | "err"
                            | "e"
                            | "cb"
                            | "true"
                            | "false"
                            | "True"
                            | "False"
                            | "TRUE"
                            | "FALSE"
                    ))
                );
            if index > 0 && option {
                continue;
            }
            if index > 0 && !matches!(self.language, Language::Perl | Language::Ruby) {
                break;
            }
            if body.is(span.from, b'[') {
                let list = self.list(walker, body, span, constants);
                targets.extend(list.iter().copied());
            } else {
                targets.push(self.value(walker, body, span, constants));
            }
        }
        targets
    }

    /// The elements of a list in brackets.
    pub(super) fn list<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        span: Span,
        constants: &[Constant<'a>],
    ) -> ArenaVec<'a, Arg<'a>> {
        let mut words = ArenaVec::new_in(walker.arena);
        let close = body.partner(span.from).unwrap_or(span.to);
        let mut start = span.from + 1;
        let mut at = start;
        let last = close.min(span.to).min(span.from + LOOK);
        while at <= last {
            if at == close || body.is(at, b',') {
                let element = trim(body, Span { from: start, to: at });
                if element.from < element.to {
                    words.push(self.word(walker, body, element, constants));
                }
                start = at + 1;
            } else if matches!(body.get(at), Some(Token::Mark(b'(' | b'[' | b'{'))) {
                at = body.partner(at).unwrap_or(at).max(at);
            }
            at += 1;
        }
        words
    }

    /// A word of a command: the running interpreter's own path has its name.
    pub(super) fn word<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        span: Span,
        constants: &[Constant<'a>],
    ) -> Arg<'a> {
        if span.to == span.from + 3 && body.is(span.from + 1, b'.') {
            match (body.name(span.from), body.name(span.from + 2)) {
                (Some("sys"), Some("executable")) => return Arg::whole("python", self.at),
                (Some("process"), Some("execPath")) => return Arg::whole("node", self.at),
                _ => {}
            }
        }
        self.value(walker, body, span, constants)
    }

    /// What a method is called on, as a path.
    pub(super) fn own<'a>(
        self,
        walker: &Walker<'a>,
        body: &Body<'a>,
        call: &Found<'a, '_>,
        constants: &[Constant<'a>],
    ) -> Arg<'a> {
        let unknown = Arg::unknown(self.at);
        let Some(dot) = call.index.checked_sub(1) else { return unknown };
        match (call.on, dot.checked_sub(1)) {
            (On::Name(name), _) => constants
                .iter()
                .find(|(known, _)| *known == name)
                .map_or(unknown, |(_, value)| *value),
            (On::Call(_), Some(close)) => {
                let Some(open) = body.partner(close) else { return unknown };
                let Some(name) = open.checked_sub(1) else { return unknown };
                self.path_call(walker, body, Span { from: name, to: close + 1 }, constants)
                    .unwrap_or(unknown)
            }
            // `(Path('a') / 'b').unlink()`
            (On::Other, Some(close)) if body.is(close, b')') => {
                let Some(open) = body.partner(close) else { return unknown };
                self.value(walker, body, Span { from: open + 1, to: close }, constants)
            }
            _ => unknown,
        }
    }
}

/// What stands before the dot of a method.
pub(super) fn receiver<'a>(body: &Body<'a>, index: usize, language: Language) -> On<'a> {
    let Some(before) = index.checked_sub(1) else { return On::Nothing };
    let dotted = match body.get(before) {
        Some(Token::Mark(b'.')) => Some(before),
        // `File::unlink`, `$x->method`
        Some(Token::Mark(b':')) if index >= 2 && body.is(index - 2, b':') => Some(index - 2),
        Some(Token::Mark(b'>')) if index >= 2 && body.is(index - 2, b'-') => Some(index - 2),
        // A variable of that name is no function.
        Some(Token::Mark(b'$' | b'@' | b'%'))
            if matches!(language, Language::Perl | Language::Php | Language::Ruby) =>
        {
            return On::Other;
        }
        // A definition is no call.
        Some(Token::Name("def" | "function" | "sub" | "fn" | "class" | "import" | "as")) => {
            return On::Other;
        }
        _ => None,
    };
    let Some(dot) = dotted else { return On::Nothing };
    let mut at = dot;
    // `a?.b`
    if at > 0 && body.is(at - 1, b'?') {
        at -= 1;
    }
    let Some(last) = at.checked_sub(1) else { return On::Other };
    match body.get(last) {
        Some(Token::Name(name)) => On::Name(name),
        Some(Token::Mark(b')')) => {
            let Some(open) = body.partner(last) else { return On::Other };
            match open.checked_sub(1).and_then(|at| body.name(at)) {
                // `require('fs')` and `__import__('os')` stand for the module.
                Some("require" | "__import__" | "import_module" | "import") => {
                    match body.get(open + 1) {
                        Some(Token::Text(text)) => On::Name(module_name(text.raw)),
                        _ => On::Other,
                    }
                }
                Some(name) => On::Call(name),
                None => {
                    // `(await import('fs')).rmSync`
                    let inner = (open..last).take(LOOK).find_map(|at| match body.get(at) {
                        Some(Token::Text(text))
                            if body.name(at.wrapping_sub(2)) == Some("import") =>
                        {
                            Some(module_name(text.raw))
                        }
                        _ => None,
                    });
                    inner.map_or(On::Other, On::Name)
                }
            }
        }
        _ => On::Other,
    }
}

pub(super) fn module_name(raw: &str) -> &str {
    let name = raw.strip_prefix("node:").unwrap_or(raw);
    match name {
        "fs/promises" | "fs-extra" | "graceful-fs" => "fs",
        other => other,
    }
}

/// Where a statement without brackets ends.
pub(super) fn statement_end(body: &Body<'_>, from: usize) -> usize {
    let mut at = from;
    let mut steps = 0;
    while at < body.tokens.len() && steps < LOOK {
        steps += 1;
        match body.get(at) {
            Some(Token::Mark(b';' | b'}' | b')' | b']') | Token::Line) | None => return at,
            Some(Token::Name(
                "if" | "unless" | "for" | "foreach" | "while" | "until" | "or" | "and" | "do",
            )) => return at,
            Some(Token::Mark(b'(' | b'[' | b'{')) => at = body.partner(at).unwrap_or(at).max(at),
            _ => {}
        }
        at += 1;
    }
    at.min(body.tokens.len())
}

/// A range without the line ends around it.
pub(super) fn trim(body: &Body<'_>, span: Span) -> Span {
    let Span { mut from, mut to } = span;
    while from < to && body.get(from) == Some(Token::Line) {
        from += 1;
    }
    while to > from && body.get(to - 1) == Some(Token::Line) {
        to -= 1;
    }
    Span { from, to }
}

pub(super) fn mentions(body: &Body<'_>, span: Span, name: &str) -> bool {
    (span.from..span.to).take(LOOK).any(|at| body.name(at) == Some(name))
}

pub(super) fn mentions_text(body: &Body<'_>, span: Span, text: &str) -> bool {
    (span.from..span.to)
        .take(LOOK)
        .any(|at| matches!(body.get(at), Some(Token::Text(found)) if found.raw == text))
}

/// The mode a file is opened in: `'w'`, `mode='wb'`.
pub(super) fn mode_of<'a>(body: &Body<'a>, span: Span) -> Option<&'a str> {
    let span = trim(body, span);
    let at = match body.get(span.from) {
        Some(Token::Name("mode"))
            if body.is(span.from + 1, b'=') || body.is(span.from + 1, b':') =>
        {
            span.from + 2
        }
        Some(Token::Text(_)) => span.from,
        _ => return None,
    };
    match body.get(at) {
        Some(Token::Text(text)) if text.raw.len() <= 4 => Some(text.raw),
        _ => None,
    }
}
