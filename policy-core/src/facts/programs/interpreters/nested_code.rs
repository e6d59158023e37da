//! Code inside code: what a body hands to a shell, starts, or runs as more of its own language.

use super::body::{Found, Manner, Reader, Span, read};
use super::tokens::{Holes, Language, Text, Token};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge};
use crate::facts::effect::{Domain, Kind};
use crate::facts::place::Place;
use crate::facts::walker::Scoping;
use crate::facts::words::words;

impl<'a> Reader<'_, 'a> {
    /// Hands a word to a shell.
    pub(super) fn shell(&mut self, code: &Arg<'a>) {
        let exact = matches!(code.knowledge, Knowledge::Whole);
        let mut text = code.text;
        if !exact {
            let mut open = bumpalo::collections::String::from_str_in(text, self.walker.arena);
            open.push_str("$_");
            text = open.into_bump_str();
        }
        self.run_shell(Flow { text, at: self.how.at, written: None, exact });
    }

    /// Hands a text to a shell that the language itself takes for a command.
    pub(super) fn shell_text(&mut self, text: &Text<'a>) {
        let code = self.text_arg(text);
        self.shell(code);
    }

    fn run_shell(&mut self, flow: Flow<'a>) {
        self.walker.run_flow(flow, Dialect::Sh, Scoping::Own);
    }

    pub(super) fn unknown_code(&mut self, fetches: bool) {
        let kind = if fetches { Kind::RunsDownload } else { Kind::RunsUnknown };
        self.does(kind, Domain::Code, Place::Unknown);
    }

    pub(super) fn shell_call(&mut self, args: &[Span]) {
        let Some(&first) = args.first() else { return };
        let body = self.body;
        if body.is(first.from, b'[') {
            let words = self.list(first);
            self.walker.run_wrapped(words);
            return;
        }
        // Further texts are words of the same command.
        if let [one, two, ..] = args
            && body.text(one.from).is_some()
            && body.text(two.from).is_some()
            && matches!(self.how.language, Language::Perl | Language::Ruby | Language::Python)
        {
            let named = args.iter().position(|arg| body.is_keyword(*arg));
            let words = self.words(args.get(..named.unwrap_or(args.len())).unwrap_or_default());
            self.walker.run_wrapped(words);
            return;
        }
        let alone = body.text(first.from).filter(|_| first.to == first.from + 1);
        // `shlex.split('rm -rf x')`, `'rm -rf x'.split()`
        let split = || body.first_text(first).filter(|_| body.mentions(first, words!("split")));
        if let Some(text) = alone.or_else(split) {
            let flow = self.text_code(text);
            return self.run_shell(flow);
        }
        let value = self.value(first);
        if value.text.is_empty() {
            return self.unknown_code(self.fetches);
        }
        self.shell(value);
    }

    /// `spawn('rm', ['-rf', 'x'])`, `Bun.spawn(['rm', 'x'])`, `new Deno.Command('rm', {args: ['x']})`.
    pub(super) fn spawn(&mut self, args: &[Span]) {
        let (Some(&first), Some(last)) = (args.first(), args.last()) else { return };
        let list = self.body.find(Span { to: last.to, ..first }, b'[');
        let rest = list.map(|at| {
            let to = self.body.partner(at).map_or(at, |close| close + 1);
            self.list(Span { from: at, to })
        });
        if self.body.is(first.from, b'[') {
            self.walker.run_wrapped(rest.unwrap_or_default());
            return;
        }
        let head = self.word(first);
        if rest.is_none() && head.text.contains(' ') {
            return self.shell(head);
        }
        // The exec family of Python repeats the program's name in the list.
        let repeats = usize::from(self.how.language == Language::Python);
        let rest = rest.and_then(|rest| rest.get(repeats..)).unwrap_or_default();
        let words = self.walker.appended_words(std::slice::from_ref(head), rest);
        self.walker.run_wrapped(words);
    }

    pub(super) fn evaluate(&mut self, call: &Found<'a>) {
        let span = match call.args {
            // The body of a function is its last argument.
            [.., last] if self.body.name(call.index) == "Function" => *last,
            [first, ..] => *first,
            [] => return,
        };
        // Perl's `eval { … }` only catches errors.
        if self.body.is(span.from, b'{') {
            return;
        }
        let alone = self
            .body
            .text(span.from)
            .filter(|text| span.to == span.from + 1 && text.holes != Holes::Braces);
        let deep = self.how.depth >= 4;
        let inner = match alone {
            Some(_) if deep => return self.may_change(),
            Some(text) => self.unescaped(text, text.raw),
            None => {
                let value = self.value(span);
                if !matches!(value.knowledge, Knowledge::Whole) || value.text.is_empty() || deep {
                    let fetchers = words!("urlopen requests fetch httpx URI LWP curl_exec");
                    return self.unknown_code(self.fetches || self.body.mentions(span, fetchers));
                }
                value.text
            }
        };
        read(self.walker, inner, Manner { depth: self.how.depth + 1, ..self.how });
    }

    /// `do shell script "…"`, `tell application "Terminal" to do script "…"`, shutting down.
    pub(super) fn apple_script(&mut self, index: usize, name: &str) {
        let before = self.body.name(index.wrapping_sub(1));
        let first = index == 0 || matches!(self.body.get(index - 1), Some(Token::Line));
        let told = before == "to" && self.body.text(index.wrapping_sub(2)).is_some();
        let harmless = words!(
            "display get return tell end say beep delay log activate count the if else repeat try on \
             error choose property local global considering ignoring use do delete empty quit shut \
             restart sleep set copy exists open_location path"
        );
        let set = name == "set" && told && self.body.name(index + 1) != "volume";
        if (first || told) && (set || !harmless.has(name)) {
            self.may_change();
        }
        match (self.body.name(index.wrapping_sub(1)), name) {
            ("shell" | "do", "script") => {
                let Some(text) = self.body.text(index + 1) else { return self.unknown_code(false) };
                let end = self.body.statement_end(index + 1);
                let mut flow = self.text_code(text);
                flow.exact &= end == index + 2 || !self.body.name(index + 2).is_empty();
                let outer = self.walker.scope.now.privileged;
                self.walker.scope.now.privileged |=
                    (index..end).any(|at| self.body.name(at) == "administrator");
                self.run_shell(flow);
                self.walker.scope.now.privileged = outer;
            }
            (_, "delete" | "empty") => self.does(Kind::Deletes, Domain::Files, Place::Unknown),
            ("to", "restart" | "sleep") | ("shut", "down") => {
                self.does(Kind::PowersOff, Domain::System, Place::Machine);
            }
            (before, "quit") if before == "to" || index == 0 => {
                self.does(Kind::Kills, Domain::Process, Place::Machine);
            }
            _ => {}
        }
    }
}
