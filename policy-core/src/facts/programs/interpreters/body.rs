//! From the body of an interpreter to effects: which calls stand in it, with which arguments.

use super::harmless;
use super::imports::Bindings;
use super::meaning::{self, Meaning, Modules, Receiver};
use super::scan::scan;
use super::tokens::{Body, Holes, Language, Text, Token, module_name};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::programs::judge_sql;
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
    pub(super) modules: Modules,
    /// What the names of the body stand for.
    pub(super) bindings: Bindings<'a>,
    /// Whether an unknown function was called.
    pub(super) unknown_call: bool,
    /// Names that stand for a text.
    pub(super) constants: Vec<(&'a str, &'a Arg<'a>)>,
    /// A word that is not known at all.
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
    let arena = walker.arena;
    let body = scan(arena, text, how.language);
    let before = walker.effects.len();
    let mut modules = Modules::empty();
    for token in body.tokens {
        match token {
            Token::Name(name) => modules.see(name),
            Token::Text(text) => modules.see(text.raw),
            _ => {}
        }
    }
    let mut bindings = Bindings::none(arena);
    bindings.gather(arena, &body, how.language);
    // A body that changes its directory does so for itself alone.
    let outer = (walker.scope.now.directory, walker.scope.now.fallback);
    let mut reader = Reader {
        body,
        how,
        nest: 0,
        fetches: false,
        modules,
        bindings,
        unknown_call: false,
        constants: Vec::new(),
        unknown: arena.alloc(Arg::unknown(how.at)),
        walker,
    };
    reader.tokens(text, before);
    (reader.walker.scope.now.directory, reader.walker.scope.now.fallback) = outer;
}

impl<'a> Reader<'_, 'a> {
    /// Goes through the tokens of the body.
    fn tokens(&mut self, text: &'a str, before: usize) {
        let (body, how) = (self.body, self.how);
        let mut skipped = 0;
        for (index, token) in body.tokens.iter().enumerate() {
            // A body that does so much is not read to its end.
            if self.walker.effects.len() > before + limits::BODY_EFFECTS {
                return self.unknown_code(self.fetches);
            }
            if index < skipped {
                continue;
            }
            if let Some(end) = self.import_end(index) {
                skipped = end;
                continue;
            }
            match (token, how.language) {
                (Token::Command(text), _) => self.shell_text(text),
                (Token::Hidden, _) => self.may_change(),
                (Token::Text(text), _) => self.holes(text, before),
                (Token::Name(name), _) => self.named(index, name),
                (Token::Mark(b'('), _) => self.computed(index),
                // `!code` at the start of a line is IPython's way to a shell.
                (Token::Mark(b'!'), Language::Python)
                    if index == 0 || matches!(body.get(index - 1), Some(Token::Line)) =>
                {
                    let line = text.split('\n').find(|line| line.trim_start().starts_with('!'));
                    if let Some(line) = line {
                        let code = line.trim_start().trim_start_matches('!');
                        self.shell(&Arg::whole(code, how.at));
                    }
                }
                // `$`rm -rf x`` of zx and Bun.
                (Token::Mark(b'$'), Language::JavaScript) => {
                    if let Some(text) = body.text(index + 1)
                        && text.holes == Holes::DollarBraces
                    {
                        self.shell_text(text);
                    }
                }
                // `&$f(…)`, `&{"name"}(…)`: which function that is cannot be known.
                (Token::Mark(b'&'), Language::Perl)
                    if matches!(body.mark(index + 1), b'$' | b'{')
                        && (index == 0
                            || matches!(
                                body.get(index - 1),
                                Some(Token::Line | Token::Mark(b';' | b'{' | b'(' | b'=' | b','))
                            )) =>
                {
                    self.may_change();
                }
                // `$^I` makes Perl write its files anew.
                (Token::Mark(b'^'), Language::Perl)
                    if body.is(index.wrapping_sub(1), b'$') && body.name(index + 1) == "I" =>
                {
                    self.may_change();
                }
                _ => {}
            }
        }
    }

    /// Where the statement ends that begins here and only brings names in.
    fn import_end(&self, index: usize) -> Option<usize> {
        let body = &self.body;
        let name = body.name(index);
        let statement = match self.how.language {
            Language::Python => {
                let first = index == 0
                    || matches!(body.get(index - 1), Some(Token::Line | Token::Mark(b';' | b':')));
                name == "import" && first
                    || name == "from" && first && !matches!(body.mark(index + 1), b'(' | b'=')
            }
            Language::JavaScript => {
                name == "import" && !matches!(body.mark(index + 1), b'(' | b'.')
            }
            Language::Perl => matches!(name, "use" | "no" | "package"),
            _ => false,
        };
        if !statement {
            return None;
        }
        let mut at = index + 1;
        for _ in 0..LOOK {
            match body.get(at) {
                None | Some(Token::Mark(b';')) => break,
                Some(Token::Line) if self.how.language == Language::Python => break,
                Some(Token::Text(_)) if self.how.language == Language::JavaScript => {
                    at += 1;
                    break;
                }
                Some(_) => at = body.next(at),
            }
        }
        Some(at)
    }

    /// What is worked out inside a text: `f'{os.remove(x)}'`, `"#{`rm x`}"`.
    fn holes(&mut self, text: &Text<'a>, before: usize) {
        let open = match text.holes {
            Holes::None => return,
            Holes::Braces => "{",
            Holes::DollarBraces => "${",
            Holes::HashBraces => "#{",
            Holes::Dollar if self.how.language == Language::Perl => "@{",
            Holes::Dollar if self.how.language == Language::Julia => "$(",
            Holes::Dollar => "{$",
        };
        if self.nest > 3 || !text.raw.contains(open) {
            return;
        }
        let mut rest = text.raw;
        while let Some(at) = rest.find(open) {
            let behind = rest.get(at + open.len()..).unwrap_or_default();
            // `{{` stands for a brace.
            if text.holes == Holes::Braces && behind.starts_with('{') {
                rest = behind.get(1..).unwrap_or_default();
                continue;
            }
            let end = closing(behind);
            let code = behind.get(..end).unwrap_or_default();
            let inner = scan(self.walker.arena, code, self.how.language);
            let outer = std::mem::replace(&mut self.body, inner);
            self.nest += 1;
            self.tokens(code, before);
            self.nest -= 1;
            self.body = outer;
            rest = behind.get(end..).unwrap_or_default();
        }
    }

    /// A name of the body: a constant that is set, a function that is called or handed on.
    fn named(&mut self, index: usize, name: &'a str) {
        let language = self.how.language;
        self.constant(index, name);
        if language == Language::AppleScript {
            return self.apple_script(index, name);
        }
        if name == "getattr" && language == Language::Python {
            return self.by_name(index);
        }
        self.module_as_value(index, name);
        let written = self.body.receiver(index, language);
        let (on, name) = self.imported(written, name);
        if self.is_back_door(name, &on) {
            return self.may_change();
        }
        let Some(meaning) = meaning::of(language, name, &on, self.modules) else {
            return self.unlisted(index, self.body.name(index), &written);
        };
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
            // A method needs no brackets there.
            None if language == Language::Ruby
                && !matches!(on, Receiver::Nothing | Receiver::Other) =>
            {
                self.perform(&Found { index, args: &[], on }, meaning);
            }
            // Without words it takes the file that the loop is at.
            None if language == Language::Perl
                && meaning == Meaning::Deletes
                && !matches!(self.body.mark(index.wrapping_sub(1)), b'>' | b'{' | b'$' | b'%') =>
            {
                self.walker.touches(Kind::Deletes, self.unknown, Traits::empty());
            }
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

    /// What a name and what it is called on were before the body gave them other names.
    fn imported(&self, on: Receiver<'a>, name: &'a str) -> (Receiver<'a>, &'a str) {
        match on {
            Receiver::Nothing => match self.bindings.import(name) {
                Some(import) if !import.part.is_empty() => {
                    (Receiver::Name(module_name(import.module)), import.part)
                }
                _ => (on, name),
            },
            Receiver::Name(first) => match self.bindings.import(first) {
                Some(import) if import.part.is_empty() || import.part == "promises" => {
                    (Receiver::Name(module_name(import.module)), name)
                }
                Some(import) => (Receiver::Name(import.part), name),
                None => (on, name),
            },
            _ => (on, name),
        }
    }

    /// A module that can do harm and is handed on as a value: `x = os`.
    fn module_as_value(&mut self, index: usize, name: &str) {
        // `f = File`: by another name it may be told anything.
        if self.how.language == Language::Ruby
            && words!("File FileUtils Dir IO Kernel Process Pathname").has(name)
            && self.body.is(index.wrapping_sub(1), b'=')
            && !matches!(self.body.mark(index + 1), b'.' | b':' | b'(' | b'[')
        {
            return self.may_change();
        }
        if !matches!(self.how.language, Language::Python | Language::JavaScript) {
            return;
        }
        let module = match self.bindings.import(name) {
            Some(import) if import.part.is_empty() => import.module,
            Some(_) => return,
            None if self.how.language == Language::JavaScript => name,
            None => return,
        };
        let body = &self.body;
        let harmful = words!(
            "os shutil subprocess pathlib builtins posix importlib ctypes fs fs/promises \
             child_process"
        );
        let used = matches!(body.mark(index + 1), b'.' | b'(' | b'=' | b':' | b'?' | b'[')
            || matches!(body.mark(index.wrapping_sub(1)), b'.');
        if harmful.has(module) && !used {
            self.may_change();
        }
    }

    fn perform(&mut self, call: &Found<'a>, meaning: Meaning) {
        let args = call.args;
        let body = self.body;
        match meaning {
            Meaning::Deletes | Meaning::DeletesFolders | Meaning::DeletesTrees => {
                self.delete_by_options(args, reach(meaning));
            }
            Meaning::DeletesOwn | Meaning::DeletesOwnTree => {
                let target = self.own(call);
                self.walker.touches(Kind::Deletes, target, reach(meaning));
            }
            Meaning::OverwritesOwn => {
                let target = self.own(call);
                self.touch(Kind::Overwrites, target);
            }
            Meaning::Moves => self.move_file(args),
            Meaning::OverwritesFirst => self.write_first(args),
            Meaning::OverwritesSecond => {
                if let Some(span) = args.get(1) {
                    let target = self.value(*span);
                    self.touch(Kind::Overwrites, target);
                }
            }
            // `open(*words)`: neither the file nor the mode is known.
            Meaning::Opens if args.first().is_some_and(|first| body.is(first.from, b'*')) => {
                self.may_change();
            }
            // `open("|code")` of Ruby.
            Meaning::Opens
                if self.how.language == Language::Ruby && self.piped_open(args).is_some() =>
            {
                if let Some(text) = self.piped_open(args) {
                    self.shell_text(&text);
                }
            }
            Meaning::Opens => {
                if let (Some(mode), Some(target)) = (self.mode(args, 1), args.first()) {
                    let target = self.value(*target);
                    self.opened(mode, target);
                }
            }
            Meaning::OpensOwn => {
                if let Some(mode) = self.mode(args, 0) {
                    let target = self.own(call);
                    self.opened(mode, target);
                }
            }
            Meaning::Goes => {
                let target = args.first().map_or(self.unknown, |span| self.value(*span));
                self.walker.go(target);
                self.walker.scope.now.fallback = None;
            }
            Meaning::WritesTo => {
                if let Some(target) = args.first().filter(|span| !body.is_keyword(**span)) {
                    let target = self.value(*target);
                    self.touch(Kind::Overwrites, target);
                }
            }
            Meaning::OpensPerl => self.open_perl(args),
            Meaning::Rights => self.change_access(Kind::ChangesRights, args),
            Meaning::Owner => self.change_access(Kind::ChangesOwner, args),
            Meaning::Kills => self.kill(args),
            Meaning::Shell => self.in_its_directory(args, |reader| reader.shell_call(args)),
            Meaning::Spawns => self.in_its_directory(args, |reader| reader.spawn(args)),
            Meaning::ExecWords => {
                let words = self.words(args.get(1..).unwrap_or_default());
                self.walker.run_wrapped(words);
            }
            Meaning::Evaluates => self.evaluate(call),
            Meaning::Applies => self.apply(args),
            Meaning::ShellJs => self.delete_by_flags(args),
            Meaning::Nothing | Meaning::Fetches => {}
            Meaning::Terminal => {
                let known = args
                    .first()
                    .is_some_and(|arg| body.is(arg.from, b'[') || body.text(arg.from).is_some());
                if known { self.shell_call(args) } else { self.may_change() }
            }
            Meaning::DeletesOnServer => self.does(Kind::Deletes, Domain::Web, Place::Elsewhere),
            Meaning::DeletesRows => self.does(Kind::Deletes, Domain::Database, Place::Elsewhere),
            Meaning::Queries => self.query(args),
        }
    }

    /// `fs.rmSync(path, { recursive: true, force: true })`: options behind the path say how.
    fn delete_by_options(&mut self, args: &[Span], mut traits: Traits) {
        for arg in args.iter().skip(1) {
            if self.body.mentions(*arg, words!("recursive recurse")) {
                traits |= Traits::RECURSIVE;
            }
            if self.body.mentions(*arg, words!("force")) {
                traits |= Traits::FORCED;
            }
        }
        self.delete_all(args, traits);
    }

    /// `shell.rm('-rf', path)`: flags before a path say how.
    fn delete_by_flags(&mut self, args: &[Span]) {
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

    fn move_file(&mut self, args: &[Span]) {
        let (Some(from), Some(to)) = (args.first(), args.get(1)) else {
            return self.may_change();
        };
        let source = self.value(*from);
        self.touch(Kind::Moves, source);
        let target = self.value(*to);
        self.touch(Kind::Overwrites, target);
    }

    /// Writes to the path in front; a flag behind it may append.
    fn write_first(&mut self, args: &[Span]) {
        let Some((first, rest)) = args.split_first() else { return };
        let target = self.value(*first);
        let body = self.body;
        let appends = rest.iter().any(|arg| {
            body.mentions(*arg, words!("flag flags")) && body.mentions_text(*arg, "a")
                || body.mentions(*arg, words!("FILE_APPEND"))
        });
        self.touch(if appends { Kind::Appends } else { Kind::Overwrites }, target);
    }

    fn change_access(&mut self, kind: Kind, args: &[Span]) {
        let target = match self.how.language {
            // The mode stands first.
            Language::Perl | Language::Ruby => args.last(),
            _ => args.first(),
        };
        let target = target.map_or(self.unknown, |span| self.value(*span));
        self.touch(kind, target);
    }

    fn kill(&mut self, args: &[Span]) {
        // The signal 0 only asks.
        let zero =
            |at: usize| args.get(at).is_some_and(|arg| self.body.mentions(*arg, words!("0")));
        let asks = zero(1) || self.how.language == Language::Perl && zero(0);
        if !asks {
            self.does(Kind::Kills, Domain::Process, Place::Machine);
        }
    }

    /// `array_map('unlink', …)` names a function; a path to one is met on its own.
    fn apply(&mut self, args: &[Span]) {
        let Some(first) = args.first() else { return };
        let body = self.body;
        let name = body.text(first.from).map_or("", |text| text.raw);
        if matches!(name, "unlink" | "rmdir") {
            self.touch(Kind::Deletes, self.unknown);
        } else if words!("system exec shell_exec passthru eval assert").has(name) {
            self.unknown_code(false);
        } else if self.how.language == Language::Php {
            let function = matches!(body.name(first.from), "fn" | "function" | "static");
            let known =
                harmless::is_bare(Language::Php, name) || self.bindings.defines_function(name);
            if !function && !known {
                self.may_change();
            }
        }
    }

    fn query(&mut self, args: &[Span]) {
        let Some(span) = args.first() else { return };
        let statement = self.value(*span);
        if statement.text.is_empty() {
            return self.may_change();
        }
        if !matches!(statement.knowledge, Knowledge::Whole) && !only_asks(statement.text) {
            self.may_change();
        }
        judge_sql(self.walker, statement);
    }

    /// `getattr(os, 'sys' + 'tem')('code')`: the name is put together.
    fn by_name(&mut self, index: usize) {
        let Some([module, name, ..]) = self.arguments(index) else { return };
        let module = self.body.name(module.from);
        let module = self.bindings.import(module).map_or(module, |import| import.module);
        let name = self.value(*name);
        let known = matches!(name.knowledge, Knowledge::Whole) && !name.text.is_empty();
        let close = self.body.partner(index + 1).unwrap_or(index + 1);
        let harmful =
            matches!(module, "os" | "subprocess" | "shutil" | "__builtins__" | "builtins");
        if !harmful || !self.body.is(close + 1, b'(') {
            // What is taken out is known by its name and not called here, or nothing is known.
            if !known || harmful && !harmless::is_function(Language::Python, module, name.text) {
                self.may_change();
            }
            return;
        }
        let on = Receiver::Name(module);
        let meaning = meaning::of(self.how.language, name.text, &on, Modules::all());
        match meaning {
            Some(meaning) if matches!(name.knowledge, Knowledge::Whole) => {
                if let Some(args) = self.arguments(close) {
                    let fetches = std::mem::take(&mut self.fetches);
                    self.perform(&Found { index: close, args, on }, meaning);
                    self.fetches = fetches;
                }
            }
            None if !matches!(name.knowledge, Knowledge::Whole) => self.unknown_code(false),
            _ => self.may_change(),
        }
    }

    /// A dangerous function that is handed on by its name: `map(os.remove, files)`.
    fn mentioned(&mut self, index: usize, on: &Receiver<'a>, meaning: Meaning) {
        let handed_on = matches!(self.body.mark(index + 1), b',' | b')');
        if handed_on && self.fetches && meaning == Meaning::Evaluates {
            return self.unknown_code(true);
        }
        if let Receiver::Name(module) = on
            && handed_on
            && words!("os shutil fs File FileUtils fsp Deno").has(module)
        {
            match meaning {
                Meaning::Deletes | Meaning::DeletesFolders | Meaning::DeletesTrees => {
                    return self.walker.touches(Kind::Deletes, self.unknown, reach(meaning));
                }
                Meaning::Shell => return self.unknown_code(false),
                _ => {}
            }
        }
        // By another name it may be called anywhere: `o = open`, `{ writeFileSync: w }`.
        let follows =
            matches!(self.how.language, Language::Python | Language::JavaScript | Language::Lua);
        let named = matches!(on, Receiver::Name(_) | Receiver::Nothing);
        let body = &self.body;
        let assigned = body.is(index + 1, b'=') && !body.is(index + 2, b'=');
        let taken = matches!(body.mark(index + 1), b',' | b'}' | b':')
            && self.bindings.import(body.name(index)).is_some()
            || body.is(index + 1, b':') && self.how.language != Language::JavaScript;
        if follows && named && meaning.is_harmful() && !assigned && !taken {
            self.may_change();
        }
    }

    /// The way a file is opened, by the argument at an index or the one called `mode`. Where
    /// nothing is known about it, it may be written.
    fn mode(&mut self, args: &[Span], index: usize) -> Option<&'a str> {
        let body = self.body;
        let named = args.iter().find(|arg| body.name(arg.from) == "mode" && body.is_keyword(**arg));
        let span = match named {
            Some(arg) => Span { from: arg.from + 2, to: arg.to },
            None => *args.get(index).filter(|arg| !body.is_keyword(**arg))?,
        };
        if matches!(body.mark(span.from), b'{' | b'(') {
            return None;
        }
        if body.mentions(span, words!("O_RDONLY RDONLY")) {
            return (span.to > span.from + 3).then_some("w");
        }
        let value = self.value(span);
        if !matches!(value.knowledge, Knowledge::Whole) || value.text.is_empty() {
            // A number is an option of some other kind.
            let number = body.name(span.from).starts_with(|c: char| c.is_ascii_digit());
            return (!number || body.name(span.from) != "0").then_some("w");
        }
        (value.text.len() <= 4).then_some(value.text)
    }

    /// Does something in the directory that `cwd=` names.
    fn in_its_directory(&mut self, args: &[Span], body: impl FnOnce(&mut Self)) {
        let at = args.iter().find_map(|arg| {
            (arg.from..arg.to.min(arg.from + LOOK)).find(|at| {
                words!("cwd chdir").has(self.body.name(*at))
                    && matches!(self.body.mark(*at + 1), b'=' | b':')
            })
        });
        let outer = (self.walker.scope.now.directory, self.walker.scope.now.fallback);
        if let Some(at) = at {
            let mut to = at + 2;
            for _ in 0..LOOK {
                match self.body.get(to) {
                    None | Some(Token::Line | Token::Mark(b',' | b'}' | b')')) => break,
                    Some(_) => to = self.body.next(to),
                }
            }
            let target = self.value(Span { from: at + 2, to });
            self.walker.go(target);
            self.walker.scope.now.fallback = None;
        }
        body(self);
        (self.walker.scope.now.directory, self.walker.scope.now.fallback) = outer;
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
        if mode.contains(['w', '+', 'c']) {
            self.touch(Kind::Overwrites, target);
        } else if mode.contains('a') {
            self.touch(Kind::Appends, target);
        }
    }

    /// The command of `open("|code")`.
    fn piped_open(&self, args: &[Span]) -> Option<Text<'a>> {
        let text = self.body.text(args.first()?.from)?;
        Some(Text { raw: text.raw.strip_prefix('|')?, ..*text })
    }

    /// `open(F, '>', 'x')`, `open F, ">x"`, `open(F, "code |")`.
    fn open_perl(&mut self, args: &[Span]) {
        let text = |index: usize| args.get(index).and_then(|arg| self.body.text(arg.from));
        let Some(first) = text(1) else {
            // A mode or a name that is put together may be anything.
            if args.len() > 1 {
                self.may_change();
            }
            return;
        };
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

/// Whether a statement that is known in its beginning asks for something and changes nothing.
fn only_asks(statement: &str) -> bool {
    let verb = statement.split_ascii_whitespace().next().unwrap_or_default();
    let asks = ["select", "show", "explain", "describe", "pragma", "with", "values"];
    asks.iter().any(|known| verb.eq_ignore_ascii_case(known)) && !statement.contains(';')
}

/// Where the brace ends that was opened before a text.
fn closing(text: &str) -> usize {
    let mut depth = 0u32;
    let mut quote = None;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match (letter, quote) {
            _ if escaped => escaped = false,
            ('\\', _) => escaped = true,
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => {}
            ('\'' | '"', None) => quote = Some(letter),
            ('{' | '(' | '[', None) => depth += 1,
            ('}' | ')' | ']', None) if depth == 0 => return at,
            ('}' | ')' | ']', None) => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
