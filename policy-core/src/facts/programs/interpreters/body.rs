//! From the body of an interpreter to effects: which calls stand in it, with which arguments.

use bumpalo::collections::Vec as ArenaVec;

use super::meaning::{self, Meaning, On};
use super::scan::{Body, Holes, Language, Text, Token, scan};
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walk::{Scoping, Walker};
use crate::limits;
use crate::shell::Dialect;
use crate::source::Location;

/// One argument of a call: a range of tokens.
#[derive(Clone, Copy, Debug)]
struct Span {
    from: usize,
    to: usize,
}

/// Runs what flows in as the body of a program.
pub(super) fn run<'a>(
    walker: &mut Walker<'a>,
    stream: Stream<'a>,
    language: Language,
    at: Location,
) {
    walker.acts();
    match stream {
        Stream::Idle => {}
        Stream::Download => {
            walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), at);
        }
        Stream::Unknown => {
            walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
        }
        Stream::Text(flow) => {
            let text = flow.text.trim();
            // Nothing but what the shell will put there.
            if !flow.exact && text.starts_with("$_") {
                walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
                return;
            }
            Reader { at: flow.at, language, exact: flow.exact, depth: 0, nest: 0 }
                .read(walker, flow.text);
        }
    }
}

/// Reads one body.
#[derive(Clone, Copy)]
struct Reader {
    at: Location,
    language: Language,
    /// Whether no piece of the body was left to the shell.
    exact: bool,
    /// How deep code is evaluated in code.
    depth: u8,
    /// How deep paths are made of paths.
    nest: u8,
}

/// How far a call's arguments or a statement are followed.
const LOOK: usize = 512;

/// Modules whose names tell what bare functions are.
const MODULES: &[&str] = &[
    "os",
    "shutil",
    "subprocess",
    "psutil",
    "fs",
    "node:fs",
    "fs/promises",
    "node:fs/promises",
    "fs-extra",
    "child_process",
    "node:child_process",
    "shelljs",
    "socket",
    "Socket",
    "TCPSocket",
    "fsockopen",
    "net",
];

/// Those that connect to other machines.
const SOCKETS: [&str; 5] = ["socket", "Socket", "TCPSocket", "fsockopen", "net"];

/// Which of them a body speaks of, one bit for each.
fn modules_seen(body: &Body<'_>) -> u32 {
    let mut seen = 0;
    for token in &body.tokens {
        let name = match token {
            Token::Name(name) => *name,
            Token::Text(text) => text.raw,
            _ => continue,
        };
        if let Some(at) = MODULES.iter().position(|known| *known == name) {
            seen |= 1 << at;
        }
    }
    seen
}

/// A constant of the body.
type Constant<'a> = (&'a str, Arg<'a>);

impl Reader {
    fn read<'a>(self, walker: &mut Walker<'a>, text: &'a str) {
        let body = scan(walker.arena, text, self.language);
        let mut constants: ArenaVec<'a, Constant<'a>> = ArenaVec::new_in(walker.arena);
        let mut fetches = false;
        let seen = modules_seen(&body);
        let imported = |module: &str| {
            MODULES
                .iter()
                .position(|known| *known == module)
                .is_some_and(|at| seen & (1 << at) != 0)
        };
        for index in 0..body.tokens.len() {
            if walker.effects.len() >= limits::INVOCATIONS {
                return;
            }
            match body.get(index) {
                Some(Token::Command(text)) => {
                    let code = self.text_arg(walker, text);
                    self.shell(walker, &code);
                }
                Some(Token::Name(name)) => {
                    self.constant(walker, &body, index, &mut constants);
                    if self.language == Language::AppleScript {
                        self.apple_script(walker, &body, index, name);
                        continue;
                    }
                    if name == "getattr" && self.language == Language::Python {
                        self.by_name(walker, &body, index, &constants);
                    }
                    // `$`rm -rf x`` of zx and Bun is read with the marks below.
                    let on = receiver(&body, index, self.language);
                    let Some(meaning) = meaning::of(self.language, name, on, &imported) else {
                        continue;
                    };
                    if meaning == Meaning::Fetches {
                        fetches = true;
                        continue;
                    }
                    // A shell whose ends are tied to a connection obeys whoever is there.
                    let ties =
                        matches!(meaning, Meaning::Terminal | Meaning::Shell | Meaning::Spawns);
                    if ties && SOCKETS.iter().any(|module| imported(module)) {
                        self.unknown_code(walker, true);
                        continue;
                    }
                    let Some(args) = self.arguments(walker, &body, index) else {
                        self.mentioned(walker, &body, index, on, meaning, fetches);
                        continue;
                    };
                    let call = Found { index, args, on };
                    self.perform(walker, &body, call, meaning, &constants, fetches);
                }
                // `!code` at the start of a line is IPython's way to a shell.
                Some(Token::Mark(b'!')) if self.language == Language::Python => {
                    let starts =
                        index.checked_sub(1).is_none_or(|at| body.get(at) == Some(Token::Line));
                    if starts
                        && let Some(line) =
                            text.split('\n').find(|line| line.trim_start().starts_with('!'))
                    {
                        let code = line.trim_start().trim_start_matches('!');
                        self.shell(walker, &Arg::whole(code, self.at));
                    }
                }
                Some(Token::Mark(b'$')) if self.language == Language::JavaScript => {
                    if let Some(Token::Text(text)) = body.get(index + 1)
                        && text.holes == Holes::DollarBraces
                    {
                        let code = self.text_arg(walker, text);
                        self.shell(walker, &code);
                    }
                }
                _ => {}
            }
        }
    }

    /// Remembers `name = 'text'`.
    fn constant<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        index: usize,
        constants: &mut ArenaVec<'a, Constant<'a>>,
    ) {
        let Some(name) = body.name(index) else { return };
        if !body.is(index + 1, b'=') || body.is(index + 2, b'=') || constants.len() >= 32 {
            return;
        }
        let end = statement_end(body, index + 2);
        let span = Span { from: index + 2, to: end };
        let value = self.value(walker, body, span, constants);
        constants.retain(|(known, _)| *known != name);
        if !value.text.is_empty() {
            constants.push((name, value));
        }
    }

    /// The arguments of a call, behind brackets or, where the language allows it, without.
    fn arguments<'a>(
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
                    let alone =
                        self.language == Language::Perl && matches!(name, "unlink" | "rmdir");
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
    fn text_arg<'a>(self, walker: &Walker<'a>, text: Text<'a>) -> Arg<'a> {
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
    fn text_code<'a>(self, walker: &Walker<'a>, text: Text<'a>) -> Flow<'a> {
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
    fn value<'a>(
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
    fn path_call<'a>(
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
        let joins = matches!(name, "join" | "resolve");
        let same = matches!(
            name,
            "Path"
                | "PurePath"
                | "PosixPath"
                | "expanduser"
                | "abspath"
                | "realpath"
                | "normpath"
                | "glob"
                | "iglob"
                | "globSync"
                | "new"
                | "Pathname"
                | "normalize"
                | "listdir"
                | "scandir"
                | "readdirSync"
                | "File"
                | "expand_path"
                | "fspath"
                | "str"
                | "URL"
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

    fn targets<'a>(
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
    fn list<'a>(
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
    fn word<'a>(
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

    fn perform<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        call: Found<'a, '_>,
        meaning: Meaning,
        constants: &[Constant<'a>],
        fetches: bool,
    ) {
        let args = call.args.as_slice();
        match meaning {
            Meaning::Deletes(traits) => {
                let mut traits = traits;
                let named = |name: &str| args.iter().skip(1).any(|arg| mentions(body, *arg, name));
                if named("recursive") || named("recurse") {
                    traits |= Traits::RECURSIVE;
                }
                if named("force") {
                    traits |= Traits::FORCED;
                }
                let targets = self.targets(walker, body, args, constants);
                self.touch_all(walker, Kind::Deletes, &targets, traits);
            }
            Meaning::DeletesOwn(traits) => {
                let target = self.own(walker, body, &call, constants);
                self.touch_all(walker, Kind::Deletes, &[target], traits);
            }
            Meaning::OverwritesOwn => {
                let target = self.own(walker, body, &call, constants);
                self.touch_all(walker, Kind::Overwrites, &[target], Traits::empty());
            }
            Meaning::Overwrites(index) => {
                if let Some(span) = args.get(index) {
                    let target = self.value(walker, body, *span, constants);
                    // A flag that appends.
                    let appends = args.iter().skip(1).any(|arg| {
                        mentions_text(body, *arg, "a") || mentions(body, *arg, "FILE_APPEND")
                    });
                    let kind = if appends { Kind::Appends } else { Kind::Overwrites };
                    self.touch_all(walker, kind, &[target], Traits::empty());
                }
            }
            Meaning::Opens => {
                let mode = args.iter().skip(1).find_map(|arg| mode_of(body, *arg));
                if let (Some(mode), Some(target)) = (mode, args.first()) {
                    let target = self.value(walker, body, *target, constants);
                    self.opened(walker, mode, target);
                }
            }
            Meaning::OpensOwn => {
                if let Some(mode) = args.iter().find_map(|arg| mode_of(body, *arg)) {
                    let target = self.own(walker, body, &call, constants);
                    self.opened(walker, mode, target);
                }
            }
            Meaning::OpensPerl => self.open_perl(walker, body, args),
            Meaning::Rights | Meaning::Owner => {
                let kind = if meaning == Meaning::Rights {
                    Kind::ChangesRights
                } else {
                    Kind::ChangesOwner
                };
                let target = match self.language {
                    // The mode stands first.
                    Language::Perl | Language::Ruby => args.last(),
                    _ => args.first(),
                };
                let target = target.map_or(Arg::unknown(self.at), |span| {
                    self.value(walker, body, *span, constants)
                });
                self.touch_all(walker, kind, &[target], Traits::empty());
            }
            Meaning::Kills => {
                let asks = args.get(1).is_some_and(|arg| mentions(body, *arg, "0"))
                    || (self.language == Language::Perl
                        && args.first().is_some_and(|arg| mentions(body, *arg, "0")));
                if !asks {
                    walker.add(
                        Kind::Kills,
                        Domain::Process,
                        Place::Machine,
                        Traits::empty(),
                        self.at,
                    );
                }
            }
            Meaning::Shell => self.shell_call(walker, body, args, constants, fetches),
            Meaning::Spawns => self.spawn(walker, body, args, constants),
            Meaning::ExecWords => {
                let words: ArenaVec<'a, Arg<'a>> = {
                    let mut words = ArenaVec::new_in(walker.arena);
                    for span in args.iter().skip(1) {
                        words.push(self.word(walker, body, *span, constants));
                    }
                    words
                };
                walker.carry(words.into_bump_slice());
            }
            Meaning::Evaluates => self.evaluate(walker, body, &call, constants, fetches),
            Meaning::Applies => {
                // `array_map('unlink', …)` names a function; a path to one is met on its own.
                if let Some(Token::Text(text)) = args.first().and_then(|arg| body.get(arg.from))
                    && matches!(text.raw, "unlink" | "rmdir")
                {
                    let unknown = Arg::unknown(self.at);
                    self.touch_all(walker, Kind::Deletes, &[unknown], Traits::empty());
                } else if let Some(Token::Text(text)) =
                    args.first().and_then(|arg| body.get(arg.from))
                    && matches!(
                        text.raw,
                        "system" | "exec" | "shell_exec" | "passthru" | "eval" | "assert"
                    )
                {
                    walker.add(
                        Kind::RunsUnknown,
                        Domain::Code,
                        Place::Unknown,
                        Traits::empty(),
                        self.at,
                    );
                }
            }
            Meaning::ShellJs => {
                let mut traits = Traits::empty();
                for span in args {
                    let value = self.value(walker, body, *span, constants);
                    if value.is_flag() {
                        traits |= if value.text.contains(['r', 'R']) {
                            Traits::RECURSIVE
                        } else {
                            Traits::empty()
                        };
                        traits |=
                            if value.text.contains('f') { Traits::FORCED } else { Traits::empty() };
                    } else {
                        self.touch_all(walker, Kind::Deletes, &[value], traits);
                    }
                }
            }
            Meaning::Fetches | Meaning::Terminal => {}
            Meaning::DeletesOnServer => {
                walker.add(Kind::Deletes, Domain::Web, Place::Elsewhere, Traits::empty(), self.at);
            }
            Meaning::DeletesRows => {
                walker.add(
                    Kind::Deletes,
                    Domain::Database,
                    Place::Elsewhere,
                    Traits::empty(),
                    self.at,
                );
            }
            Meaning::Queries => {
                let statement =
                    args.first().map(|span| trim(body, *span)).and_then(|span| body.get(span.from));
                if let Some(Token::Text(text)) = statement
                    && destroys_rows(text.raw)
                {
                    walker.add(
                        Kind::Deletes,
                        Domain::Database,
                        Place::Elsewhere,
                        Traits::empty(),
                        self.at,
                    );
                }
            }
        }
    }

    /// `getattr(os, 'sys' + 'tem')('code')`: the name is put together.
    fn by_name<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        index: usize,
        constants: &[Constant<'a>],
    ) {
        let Some(args) = self.arguments(walker, body, index) else { return };
        let [module, name, ..] = args.as_slice() else { return };
        let Some(module) = body.name(trim(body, *module).from) else { return };
        if !matches!(module, "os" | "subprocess" | "shutil" | "__builtins__" | "builtins") {
            return;
        }
        let name = self.value(walker, body, *name, constants);
        let close = body.partner(index + 1).unwrap_or(index + 1);
        let meaning = meaning::of(self.language, name.text, On::Name(module), &|_| true);
        match (meaning, body.is(close + 1, b'(')) {
            (Some(meaning), true) if name.knowledge == Knowledge::Whole => {
                if let Some(args) = self.arguments(walker, body, close) {
                    let call = Found { index: close, args, on: On::Name(module) };
                    self.perform(walker, body, call, meaning, constants, false);
                }
            }
            (None, true) if name.knowledge != Knowledge::Whole => self.unknown_code(walker, false),
            _ => {}
        }
    }

    /// A dangerous function that is handed on by its name: `map(os.remove, files)`.
    fn mentioned<'a>(
        self,
        walker: &mut Walker<'a>,
        body: &Body<'a>,
        index: usize,
        on: On<'a>,
        meaning: Meaning,
        fetches: bool,
    ) {
        let handed = matches!(body.get(index + 1), Some(Token::Mark(b',' | b')')));
        if handed && fetches && meaning == Meaning::Evaluates {
            return self.unknown_code(walker, true);
        }
        let module =
            matches!(on, On::Name("os" | "shutil" | "fs" | "File" | "FileUtils" | "fsp" | "Deno"));
        if !handed || !module {
            return;
        }
        let unknown = Arg::unknown(self.at);
        match meaning {
            Meaning::Deletes(traits) => self.touch_all(walker, Kind::Deletes, &[unknown], traits),
            Meaning::Shell => walker.add(
                Kind::RunsUnknown,
                Domain::Code,
                Place::Unknown,
                Traits::empty(),
                self.at,
            ),
            _ => {}
        }
    }

    /// What a method is called on, as a path.
    fn own<'a>(
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

    fn touch_all<'a>(
        self,
        walker: &mut Walker<'a>,
        kind: Kind,
        targets: &[Arg<'a>],
        traits: Traits,
    ) {
        if targets.is_empty() {
            return walker.add(kind, Domain::Files, Place::Unknown, traits, self.at);
        }
        for target in targets {
            walker.touches(kind, target, traits);
        }
    }

    fn opened<'a>(self, walker: &mut Walker<'a>, mode: &str, target: Arg<'a>) {
        let kind = if mode.contains('w') || mode.contains('+') {
            Kind::Overwrites
        } else if mode.contains('a') {
            Kind::Appends
        } else {
            return;
        };
        walker.touches(kind, &target, Traits::empty());
    }

    /// `open(F, '>', 'x')`, `open F, ">x"`, `open(F, "code |")`.
    fn open_perl<'a>(self, walker: &mut Walker<'a>, body: &Body<'a>, args: &[Span]) {
        let texts = args.iter().skip(1).filter_map(|arg| match body.get(trim(body, *arg).from) {
            Some(Token::Text(text)) => Some(Some(text)),
            _ => Some(None),
        });
        let mut texts = texts;
        let Some(Some(first)) = texts.next() else { return };
        let raw = first.raw.trim();
        let second = texts.next();
        if raw.starts_with('|') || raw.ends_with('|') || matches!(raw, "-|" | "|-") {
            let inner = raw.trim_matches(['|', '-']);
            let text = if inner.trim().is_empty() {
                second.flatten()
            } else {
                Some(Text { raw: inner, ..first })
            };
            match text {
                Some(text) => {
                    let flow = self.text_code(walker, text);
                    // What is printed into a shell cannot be told.
                    let input = if raw.starts_with('|') { Stream::Unknown } else { Stream::Idle };
                    walker.with_input(input, |walker| {
                        walker.run_flow(flow, Dialect::Sh, Scoping::Own)
                    });
                }
                None => walker.add(
                    Kind::RunsUnknown,
                    Domain::Code,
                    Place::Unknown,
                    Traits::empty(),
                    self.at,
                ),
            }
            return;
        }
        let (kind, behind) = if let Some(behind) = raw.strip_prefix(">>") {
            (Kind::Appends, behind)
        } else if let Some(behind) =
            raw.strip_prefix("+>").or(raw.strip_prefix('>')).or(raw.strip_prefix("+<"))
        {
            (Kind::Overwrites, behind)
        } else {
            return;
        };
        // Behind the mode there may be a layer (`>:utf8`).
        let path = if behind.is_empty() || behind.starts_with([':', '&']) {
            second
        } else {
            Some(Some(Text { raw: behind.trim_start(), ..first }))
        };
        if behind.starts_with('&') {
            return;
        }
        let target = match path.flatten() {
            Some(text) => self.text_arg(walker, text),
            None => Arg::unknown(self.at),
        };
        walker.touches(kind, &target, Traits::empty());
    }

    fn shell<'a>(self, walker: &mut Walker<'a>, code: &Arg<'a>) {
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

    fn unknown_code<'a>(self, walker: &mut Walker<'a>, fetches: bool) {
        let kind = if fetches { Kind::RunsDownload } else { Kind::RunsUnknown };
        walker.add(kind, Domain::Code, Place::Unknown, Traits::empty(), self.at);
    }

    fn shell_call<'a>(
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
    fn spawn<'a>(
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

    fn evaluate<'a>(
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
    fn apple_script<'a>(self, walker: &mut Walker<'a>, body: &Body<'a>, index: usize, name: &str) {
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

    fn power<'a>(self, walker: &mut Walker<'a>) {
        walker.add(Kind::PowersOff, Domain::System, Place::Machine, Traits::empty(), self.at);
    }
}

/// A call that was found.
struct Found<'a, 'b> {
    index: usize,
    args: ArenaVec<'b, Span>,
    on: On<'a>,
}

/// What stands before the dot of a method.
fn receiver<'a>(body: &Body<'a>, index: usize, language: Language) -> On<'a> {
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

fn module_name(raw: &str) -> &str {
    let name = raw.strip_prefix("node:").unwrap_or(raw);
    match name {
        "fs/promises" | "fs-extra" | "graceful-fs" => "fs",
        other => other,
    }
}

/// Where a statement without brackets ends.
fn statement_end(body: &Body<'_>, from: usize) -> usize {
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
fn trim(body: &Body<'_>, span: Span) -> Span {
    let Span { mut from, mut to } = span;
    while from < to && body.get(from) == Some(Token::Line) {
        from += 1;
    }
    while to > from && body.get(to - 1) == Some(Token::Line) {
        to -= 1;
    }
    Span { from, to }
}

fn mentions(body: &Body<'_>, span: Span, name: &str) -> bool {
    (span.from..span.to).take(LOOK).any(|at| body.name(at) == Some(name))
}

fn mentions_text(body: &Body<'_>, span: Span, text: &str) -> bool {
    (span.from..span.to)
        .take(LOOK)
        .any(|at| matches!(body.get(at), Some(Token::Text(found)) if found.raw == text))
}

/// Whether a statement of a database takes data away.
fn destroys_rows(statement: &str) -> bool {
    statement.split(';').any(|one| {
        let mut words = one.split_ascii_whitespace();
        words.next().is_some_and(|word| {
            ["drop", "truncate", "delete"].iter().any(|verb| word.eq_ignore_ascii_case(verb))
        })
    })
}

/// The mode a file is opened in: `'w'`, `mode='wb'`.
fn mode_of<'a>(body: &Body<'a>, span: Span) -> Option<&'a str> {
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
