//! From the body of an interpreter to effects: which calls stand in it, with which arguments.

use super::meaning::{self, Meaning, Modules, Receiver};
use super::scan::scan;
use super::tokens::{Body, Holes, Language, Text, Token};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;
use crate::limits;
use crate::source::Location;

/// One argument of a call: a range of tokens without the line ends around it.
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
    walker.mark_changing();
    let kind = match stream {
        Stream::Idle => return,
        Stream::Download => Kind::RunsDownload,
        Stream::Unknown => Kind::RunsUnknown,
        // Nothing but what the shell will put there.
        Stream::Text(flow) if !flow.exact && flow.text.trim().starts_with("$_") => {
            Kind::RunsUnknown
        }
        Stream::Text(flow) => {
            let how = Manner { at: flow.at, language, exact: flow.exact, depth: 0 };
            return read(walker, flow.text, how);
        }
    };
    walker.add(kind, Domain::Code, Place::Unknown, Traits::empty(), at);
}

/// Where a body comes from and how it is to be read.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) at: Location,
    pub(super) language: Language,
    /// Whether no piece of the body was left to the shell.
    pub(super) exact: bool,
    /// How deep code is evaluated in code.
    pub(super) depth: u8,
}

/// Reads one body.
pub(super) struct Reader<'w, 'a> {
    pub(super) walker: &'w mut Walker<'a>,
    pub(super) body: Body<'a>,
    pub(super) how: Manner,
    /// How deep paths are made of paths.
    pub(super) nest: u8,
    /// Whether something was fetched so far.
    pub(super) fetches: bool,
    modules: Modules,
    /// Names that stand for a text.
    pub(super) constants: Vec<(&'a str, &'a Arg<'a>)>,
    /// A word of which nothing is known.
    pub(super) unknown: &'a Arg<'a>,
}

/// How far a call's arguments or a statement are followed.
pub(super) const LOOK: usize = 512;

/// A call that was found.
pub(super) struct Found<'a> {
    pub(super) index: usize,
    pub(super) args: &'a [Span],
    pub(super) on: Receiver<'a>,
}

/// Reads a body to its end.
pub(super) fn read<'a>(walker: &mut Walker<'a>, text: &'a str, how: Manner) {
    let body = scan(walker.arena, text, how.language);
    let before = walker.effects.len();
    let mut modules = Modules::empty();
    for token in body.tokens {
        match token {
            Token::Name(name) => modules.see(name),
            Token::Text(text) => modules.see(text.raw),
            _ => {}
        }
    }
    let unknown = walker.arena.alloc(Arg::unknown(how.at));
    let constants = Vec::new();
    let mut reader =
        Reader { walker, body, how, nest: 0, fetches: false, modules, constants, unknown };
    for (index, token) in body.tokens.iter().enumerate() {
        // A body that does so much is not read to its end.
        if reader.walker.effects.len() > before + limits::BODY_EFFECTS {
            return reader.unknown_code(reader.fetches);
        }
        match (token, how.language) {
            (Token::Command(text), _) => reader.shell_text(text),
            (Token::Name(name), _) => reader.named(index, name),
            // `!code` at the start of a line is IPython's way to a shell.
            (Token::Mark(b'!'), Language::Python)
                if index == 0 || matches!(body.get(index - 1), Some(Token::Line)) =>
            {
                let line = text.split('\n').find(|line| line.trim_start().starts_with('!'));
                if let Some(line) = line {
                    let code = line.trim_start().trim_start_matches('!');
                    reader.shell(&Arg::whole(code, how.at));
                }
            }
            // `$`rm -rf x`` of zx and Bun.
            (Token::Mark(b'$'), Language::JavaScript) => {
                if let Some(text) = body.text(index + 1)
                    && text.holes == Holes::DollarBraces
                {
                    reader.shell_text(text);
                }
            }
            _ => {}
        }
    }
}

impl<'a> Reader<'_, 'a> {
    /// A name of the body: a constant that is set, a function that is called or handed on.
    fn named(&mut self, index: usize, name: &'a str) {
        let language = self.how.language;
        self.constant(index, name);
        if language == Language::AppleScript {
            return self.apple_script(index, name);
        }
        if name == "getattr" && language == Language::Python {
            self.by_name(index);
        }
        let on = self.body.receiver(index, language);
        let Some(meaning) = meaning::of(language, name, &on, self.modules) else { return };
        if meaning == Meaning::Fetches {
            self.fetches = true;
            return;
        }
        // A shell whose ends are tied to a connection obeys whoever is there.
        let ties = matches!(meaning, Meaning::Terminal | Meaning::Shell | Meaning::Spawns);
        if ties && self.modules.connect() {
            return self.unknown_code(true);
        }
        match self.arguments(index) {
            Some(args) => self.perform(&Found { index, args, on }, meaning),
            None => self.mentioned(index, &on, meaning),
        }
    }

    /// Remembers `name = 'text'`.
    fn constant(&mut self, index: usize, name: &'a str) {
        let assigned = self.body.is(index + 1, b'=') && !self.body.is(index + 2, b'=');
        if !assigned || self.constants.len() >= 32 {
            return;
        }
        let to = self.body.statement_end(index + 2);
        let value = self.value(Span { from: index + 2, to });
        self.constants.retain(|(known, _)| *known != name);
        if !value.text.is_empty() {
            self.constants.push((name, value));
        }
    }

    fn perform(&mut self, call: &Found<'a>, meaning: Meaning) {
        let args = call.args;
        let body = self.body;
        match meaning {
            Meaning::Deletes | Meaning::DeletesFolders | Meaning::DeletesTrees => {
                let mut traits = reach(meaning);
                for arg in args.iter().skip(1) {
                    if body.mentions(*arg, words!("recursive recurse")) {
                        traits |= Traits::RECURSIVE;
                    }
                    if body.mentions(*arg, words!("force")) {
                        traits |= Traits::FORCED;
                    }
                }
                self.delete_all(args, traits);
            }
            Meaning::DeletesOwn | Meaning::DeletesOwnTree => {
                let target = self.own(call);
                self.walker.touches(Kind::Deletes, target, reach(meaning));
            }
            Meaning::OverwritesOwn => {
                let target = self.own(call);
                self.touch(Kind::Overwrites, target);
            }
            Meaning::OverwritesFirst | Meaning::OverwritesSecond => {
                let index = usize::from(meaning == Meaning::OverwritesSecond);
                let Some(span) = args.get(index) else { return };
                let target = self.value(*span);
                let mut kind = Kind::Overwrites;
                // A flag that appends.
                for arg in args.iter().skip(1) {
                    if body.mentions_text(*arg, "a") || body.mentions(*arg, words!("FILE_APPEND")) {
                        kind = Kind::Appends;
                    }
                }
                self.touch(kind, target);
            }
            Meaning::Opens => {
                let mode = args.iter().skip(1).find_map(|arg| body.mode(*arg));
                if let (Some(mode), Some(target)) = (mode, args.first()) {
                    let target = self.value(*target);
                    self.opened(mode, target);
                }
            }
            Meaning::OpensOwn => {
                if let Some(mode) = args.iter().find_map(|arg| body.mode(*arg)) {
                    let target = self.own(call);
                    self.opened(mode, target);
                }
            }
            Meaning::OpensPerl => self.open_perl(args),
            Meaning::Rights | Meaning::Owner => {
                let rights = meaning == Meaning::Rights;
                let kind = if rights { Kind::ChangesRights } else { Kind::ChangesOwner };
                let target = match self.how.language {
                    // The mode stands first.
                    Language::Perl | Language::Ruby => args.last(),
                    _ => args.first(),
                };
                let target = target.map_or(self.unknown, |span| self.value(*span));
                self.touch(kind, target);
            }
            Meaning::Kills => {
                // The signal 0 only asks.
                let zero =
                    |at: usize| args.get(at).is_some_and(|arg| body.mentions(*arg, words!("0")));
                let asks = zero(1) || self.how.language == Language::Perl && zero(0);
                if !asks {
                    self.does(Kind::Kills, Domain::Process, Place::Machine);
                }
            }
            Meaning::Shell => self.shell_call(args),
            Meaning::Spawns => self.spawn(args),
            Meaning::ExecWords => {
                let words = self.words(args.get(1..).unwrap_or_default());
                self.walker.run_wrapped(words);
            }
            Meaning::Evaluates => self.evaluate(call),
            Meaning::Applies => {
                // `array_map('unlink', …)` names a function; a path to one is met on its own.
                let name = args.first().and_then(|arg| body.text(arg.from));
                let name = name.map_or("", |text| text.raw);
                if matches!(name, "unlink" | "rmdir") {
                    self.touch(Kind::Deletes, self.unknown);
                } else if words!("system exec shell_exec passthru eval assert").has(name) {
                    self.unknown_code(false);
                }
            }
            Meaning::ShellJs => {
                let mut traits = Traits::empty();
                for span in args {
                    let value = self.value(*span);
                    if !value.is_flag() {
                        self.walker.touches(Kind::Deletes, value, traits);
                        continue;
                    }
                    if value.text.contains(['r', 'R']) {
                        traits |= Traits::RECURSIVE;
                    }
                    if value.text.contains('f') {
                        traits |= Traits::FORCED;
                    }
                }
            }
            Meaning::Nothing | Meaning::Fetches | Meaning::Terminal => {}
            Meaning::DeletesOnServer => self.does(Kind::Deletes, Domain::Web, Place::Elsewhere),
            Meaning::DeletesRows => self.does(Kind::Deletes, Domain::Database, Place::Elsewhere),
            Meaning::Queries => {
                if let Some(text) = args.first().and_then(|span| body.text(span.from))
                    && destroys_rows(text.raw)
                {
                    self.does(Kind::Deletes, Domain::Database, Place::Elsewhere);
                }
            }
        }
    }

    /// `getattr(os, 'sys' + 'tem')('code')`: the name is put together.
    fn by_name(&mut self, index: usize) {
        let Some([module, name, ..]) = self.arguments(index) else { return };
        let module = self.body.name(module.from);
        if !matches!(module, "os" | "subprocess" | "shutil" | "__builtins__" | "builtins") {
            return;
        }
        let name = self.value(*name);
        let close = self.body.partner(index + 1).unwrap_or(index + 1);
        if !self.body.is(close + 1, b'(') {
            return;
        }
        let on = Receiver::Name(module);
        let meaning = meaning::of(self.how.language, name.text, &on, Modules::all());
        match meaning {
            Some(meaning) if name.knowledge == Knowledge::Whole => {
                if let Some(args) = self.arguments(close) {
                    let fetches = std::mem::take(&mut self.fetches);
                    self.perform(&Found { index: close, args, on }, meaning);
                    self.fetches = fetches;
                }
            }
            None if name.knowledge != Knowledge::Whole => self.unknown_code(false),
            _ => {}
        }
    }

    /// A dangerous function that is handed on by its name: `map(os.remove, files)`.
    fn mentioned(&mut self, index: usize, on: &Receiver<'a>, meaning: Meaning) {
        if !matches!(self.body.mark(index + 1), b',' | b')') {
            return;
        }
        if self.fetches && meaning == Meaning::Evaluates {
            return self.unknown_code(true);
        }
        let Receiver::Name(module) = on else { return };
        if !words!("os shutil fs File FileUtils fsp Deno").has(module) {
            return;
        }
        match meaning {
            Meaning::Deletes | Meaning::DeletesFolders | Meaning::DeletesTrees => {
                self.walker.touches(Kind::Deletes, self.unknown, reach(meaning));
            }
            Meaning::Shell => self.unknown_code(false),
            _ => {}
        }
    }

    /// Says that the body does something that is no matter of files.
    pub(super) fn does(&mut self, kind: Kind, domain: Domain, place: Place) {
        self.walker.add(kind, domain, place, Traits::empty(), self.how.at);
    }

    /// Does something to a file.
    fn touch(&mut self, kind: Kind, target: &Arg<'a>) {
        self.walker.touches(kind, target, Traits::empty());
    }

    fn opened(&mut self, mode: &str, target: &Arg<'a>) {
        if mode.contains(['w', '+']) {
            self.touch(Kind::Overwrites, target);
        } else if mode.contains('a') {
            self.touch(Kind::Appends, target);
        }
    }

    /// `open(F, '>', 'x')`, `open F, ">x"`, `open(F, "code |")`.
    fn open_perl(&mut self, args: &[Span]) {
        let text = |index: usize| args.get(index).and_then(|arg| self.body.text(arg.from));
        let Some(first) = text(1) else { return };
        let second = text(2);
        let raw = first.raw.trim();
        if raw.starts_with('|') || raw.ends_with('|') || matches!(raw, "-|" | "|-") {
            let inner = raw.trim_matches(['|', '-']);
            let inside = Text { raw: inner, ..*first };
            let text = if inner.trim().is_empty() { second } else { Some(&inside) };
            let Some(text) = text else { return self.unknown_code(false) };
            let flow = self.text_code(text);
            // What is printed into a shell is not known.
            let input = if raw.starts_with('|') { Stream::Unknown } else { Stream::Idle };
            self.walker
                .with_input(input, |walker| walker.run_flow(flow, Dialect::Sh, Scoping::Own));
            return;
        }
        let modes = [">>", "+>", ">", "+<"];
        let Some(mode) = modes.into_iter().find(|mode| raw.starts_with(mode)) else { return };
        let kind = if mode == ">>" { Kind::Appends } else { Kind::Overwrites };
        let behind = raw.get(mode.len()..).unwrap_or_default();
        if behind.starts_with('&') {
            return;
        }
        // Behind the mode there may be a layer (`>:utf8`).
        let inside = Text { raw: behind.trim_start(), ..*first };
        let layer = behind.is_empty() || behind.starts_with(':');
        let path = if layer { second } else { Some(&inside) };
        let target = path.map_or(self.unknown, |text| self.text_arg(text));
        self.touch(kind, target);
    }
}

/// What else a call that deletes takes along.
fn reach(meaning: Meaning) -> Traits {
    match meaning {
        Meaning::DeletesTrees | Meaning::DeletesOwnTree => Traits::RECURSIVE | Traits::FORCED,
        Meaning::DeletesFolders => Traits::RECURSIVE,
        _ => Traits::empty(),
    }
}

/// Whether a statement of a database takes data away.
fn destroys_rows(statement: &str) -> bool {
    statement.split(';').any(|one| {
        let verb = one.split_ascii_whitespace().next().unwrap_or_default();
        matches!(verb.to_ascii_lowercase().as_str(), "drop" | "truncate" | "delete")
    })
}
