//! Code inside code: what a body hands to a shell, starts, or runs as more of its own language.

use super::body::{Constant, Found, LOOK, Reader, Span};
use super::scan::{Body, Holes, Language, Token};
use super::values::{mentions, statement_end, trim};
use crate::facts::arg::{Arg, Flow, Knowledge};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walk::{Scoping, Walker};
use crate::shell::Dialect;
use bumpalo::collections::Vec as ArenaVec;

impl Reader {
    pub(super) fn shell<'a>(self, walker: &mut Walker<'a>, code: &Arg<'a>) {
        let flow = Flow { text: code.text, at: self.at, written: None, exact: false };
        let text = if code.knowledge == Knowledge::Whole {
            code.text
        } else {
            bumpalo::format!(in walker.arena, "{}$_", code.text).into_bump_str()
        };
        walker.run_flow(
            Flow { text, exact: code.knowledge == Knowledge::Whole, ..flow },
            Dialect::Sh,
            Scoping::Own,
        );
    }

    pub(super) fn unknown_code<'a>(self, walker: &mut Walker<'a>, fetches: bool) {
        let kind = if fetches { Kind::RunsDownload } else { Kind::RunsUnknown };
        walker.add(kind, Domain::Code, Place::Unknown, Traits::empty(), self.at);
    }

    pub(super) fn shell_call<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        args: &[Span],
        constants: &[Constant<'a>],
        fetches: bool,
    ) {
        let Some(first) = args.first().map(|span| trim(body, *span)) else { return };
        if body.is(first.from, b'[') {
            let words = self.list(walker, body, first, constants);
            walker.carry(words.into_bump_slice());
            return;
        }
        // Further texts are words of the same command.
        let texts = args
            .iter()
            .take_while(|arg| matches!(body.get(trim(body, **arg).from), Some(Token::Text(_))));
        if texts.count() > 1
            && matches!(self.language, Language::Perl | Language::Ruby | Language::Python)
        {
            let mut words = ArenaVec::new_in(walker.arena);
            for span in args {
                let span = trim(body, *span);
                if matches!(body.get(span.from), Some(Token::Name(_)))
                    && (body.is(span.from + 1, b'=') || body.is(span.from + 1, b':'))
                {
                    continue;
                }
                words.push(self.word(walker, body, span, constants));
            }
            walker.carry(words.into_bump_slice());
            return;
        }
        match body.get(first.from) {
            Some(Token::Text(text)) if first.to == first.from + 1 => {
                let flow = self.text_code(walker, text);
                walker.run_flow(flow, Dialect::Sh, Scoping::Own);
            }
            // `shlex.split('rm -rf x')`, `'rm -rf x'.split()`
            _ => {
                let split = mentions(body, first, "split");
                let text = (first.from..first.to).take(LOOK).find_map(|at| match body.get(at) {
                    Some(Token::Text(text)) => Some(text),
                    _ => None,
                });
                if let (true, Some(text)) = (split, text) {
                    let flow = self.text_code(walker, text);
                    walker.run_flow(flow, Dialect::Sh, Scoping::Own);
                    return;
                }
                let value = self.value(walker, body, first, constants);
                if value.text.is_empty() {
                    return self.unknown_code(walker, fetches);
                }
                self.shell(walker, &value);
            }
        }
    }

    /// `spawn('rm', ['-rf', 'x'])`, `Bun.spawn(['rm', 'x'])`, `new Deno.Command('rm', {args: ['x']})`.
    pub(super) fn spawn<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        args: &[Span],
        constants: &[Constant<'a>],
    ) {
        let Some(first) = args.first().map(|span| trim(body, *span)) else { return };
        let list = (first.from..args.last().map_or(first.to, |last| last.to))
            .take(LOOK)
            .find(|at| body.is(*at, b'['));
        let rest = list.map(|at| {
            let end = body.partner(at).map_or(at, |close| close + 1);
            self.list(walker, body, Span { from: at, to: end }, constants)
        });
        if body.is(first.from, b'[') {
            if let Some(words) = rest {
                walker.carry(words.into_bump_slice());
            }
            return;
        }
        let head = self.word(walker, body, first, constants);
        if rest.is_none() && head.text.contains(' ') {
            return self.shell(walker, &head);
        }
        let mut words = ArenaVec::new_in(walker.arena);
        words.push(head);
        // The exec family repeats the program's name in the list.
        let repeats = self.language == Language::Python;
        words.extend(rest.iter().flatten().skip(usize::from(repeats)).copied());
        walker.carry(words.into_bump_slice());
    }

    pub(super) fn evaluate<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        call: &Found<'a, '_>,
        constants: &[Constant<'a>],
        fetches: bool,
    ) {
        let args = match call.args.as_slice() {
            // The body of a function is its last argument.
            [.., last] if body.name(call.index) == Some("Function") => last,
            [first, ..] => first,
            [] => return,
        };
        let span = trim(body, *args);
        // Perl's `eval { … }` only catches errors.
        if body.is(span.from, b'{') {
            return;
        }
        let fetches = fetches
            || (span.from..span.to).take(LOOK).any(|at| {
                matches!(
                    body.name(at),
                    Some("urlopen" | "requests" | "fetch" | "httpx" | "URI" | "LWP" | "curl_exec")
                )
            });
        match body.get(span.from) {
            Some(Token::Text(text)) if span.to == span.from + 1 && text.holes != Holes::Braces => {
                let inner = if text.escapes { walker.unescaped(text.raw) } else { text.raw };
                if self.depth < 4 {
                    Reader { depth: self.depth + 1, ..self }.read(walker, inner);
                }
            }
            _ => {
                let value = self.value(walker, body, span, constants);
                if value.knowledge == Knowledge::Whole && !value.text.is_empty() && self.depth < 4 {
                    Reader { depth: self.depth + 1, ..self }.read(walker, value.text);
                } else {
                    self.unknown_code(walker, fetches);
                }
            }
        }
    }

    /// `do shell script "…"`, `tell application "Terminal" to do script "…"`, shutting down.
    pub(super) fn apple_script<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        index: usize,
        name: &str,
    ) {
        match name {
            "script" if matches!(body.name(index.wrapping_sub(1)), Some("shell" | "do")) => {
                let end = statement_end(body, index + 1);
                match body.get(index + 1) {
                    Some(Token::Text(text)) => {
                        let flow = self.text_code(walker, text);
                        let exact = end == index + 2 || body.name(index + 2).is_some();
                        let privileged =
                            (index..end).any(|at| body.name(at) == Some("administrator"));
                        let flow = Flow { exact: flow.exact && exact, ..flow };
                        if privileged {
                            walker.with_privilege(|walker| {
                                walker.run_flow(flow, Dialect::Sh, Scoping::Own);
                            });
                        } else {
                            walker.run_flow(flow, Dialect::Sh, Scoping::Own);
                        }
                    }
                    _ => self.unknown_code(walker, false),
                }
            }
            "delete" | "empty" => {
                walker.add(Kind::Deletes, Domain::Files, Place::Unknown, Traits::empty(), self.at);
            }
            "restart" | "sleep" if body.name(index.wrapping_sub(1)) == Some("to") => {
                self.power(walker)
            }
            "down" if body.name(index.wrapping_sub(1)) == Some("shut") => self.power(walker),
            "quit" if body.name(index.wrapping_sub(1)) == Some("to") || index == 0 => {
                walker.add(Kind::Kills, Domain::Process, Place::Machine, Traits::empty(), self.at);
            }
            _ => {}
        }
    }

    pub(super) fn power<'a>(self, walker: &mut Walker<'a>) {
        walker.add(Kind::PowersOff, Domain::System, Place::Machine, Traits::empty(), self.at);
    }
}
