//! From the body of an interpreter to effects: which calls stand in it, with which arguments.

use bumpalo::collections::Vec as ArenaVec;

use super::meaning::{self, Meaning, On};
use super::scan::{Body, Holes, Language, Text, Token, scan};
use super::values::{mentions, mentions_text, mode_of, receiver, statement_end, trim};
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walk::{Scoping, Walker};
use crate::facts::words::one_of;
use crate::limits;
use crate::shell::Dialect;
use crate::source::Location;

/// One argument of a call: a range of tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) to: usize,
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
pub(super) struct Reader {
    pub(super) at: Location,
    pub(super) language: Language,
    /// Whether no piece of the body was left to the shell.
    pub(super) exact: bool,
    /// How deep code is evaluated in code.
    pub(super) depth: u8,
    /// How deep paths are made of paths.
    pub(super) nest: u8,
}

/// How far a call's arguments or a statement are followed.
pub(super) const LOOK: usize = 512;

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
pub(super) type Constant<'a> = (&'a str, Arg<'a>);

impl Reader {
    pub(super) fn read<'a>(self, walker: &mut Walker<'a>, text: &'a str) {
        let body = scan(walker.arena, text, self.language);
        let mut constants: ArenaVec<'a, Constant<'a>> = ArenaVec::new_in(walker.arena);
        let mut fetches = false;
        let before = walker.effects.len();
        let seen = modules_seen(&body);
        let imported = |module: &str| {
            MODULES
                .iter()
                .position(|known| *known == module)
                .is_some_and(|at| seen & (1 << at) != 0)
        };
        for index in 0..body.tokens.len() {
            // A body that does so much is not read to its end.
            if walker.effects.len() > before + limits::BODY_EFFECTS {
                return self.unknown_code(walker, fetches);
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
                    && one_of(text.raw, "unlink rmdir")
                {
                    let unknown = Arg::unknown(self.at);
                    self.touch_all(walker, Kind::Deletes, &[unknown], Traits::empty());
                } else if let Some(Token::Text(text)) =
                    args.first().and_then(|arg| body.get(arg.from))
                    && one_of(text.raw, "system exec shell_exec passthru eval assert")
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
        if !one_of(module, "os subprocess shutil __builtins__ builtins") {
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
        let mut texts = args.iter().skip(1).map(|arg| match body.get(trim(body, *arg).from) {
            Some(Token::Text(text)) => Some(text),
            _ => None,
        });
        let Some(Some(first)) = texts.next() else { return };
        let raw = first.raw.trim();
        let second = texts.next();
        if raw.starts_with('|') || raw.ends_with('|') || one_of(raw, "-| |-") {
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
}

/// A call that was found.
pub(super) struct Found<'a, 'b> {
    pub(super) index: usize,
    pub(super) args: ArenaVec<'b, Span>,
    pub(super) on: On<'a>,
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
