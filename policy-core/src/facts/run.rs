//! From an expanded command to the program that really runs, and to what it does.

use super::arg::{Arg, Flow, Knowledge, Stream};
use super::call::{self, Call};
use super::effect::{Domain, Effect, Kind, Traits};
use super::options::{Options, Style};
use super::place::Place;
use super::program::{Act, Deed, Known, Program, program};
use super::scope::{Defined, Setting};
use super::walk::{Scoping, Walker};
use super::{Invocation, Role, programs};
use crate::limits;
use crate::shell::tree::{Piece, ProblemKind, Script};
use crate::shell::{self, Dialect};
use crate::source::{Location, Origin, Stretch};

/// Stands for every program that is not known by name.
static UNKNOWN: Known = {
    static PROGRAM: Program = program(&[], Options::gnu(""), Act::Runs);
    Known::new(&PROGRAM)
};

impl<'a> Walker<'a> {
    /// Runs a program or builtin; answers what it writes.
    pub(super) fn run(&mut self, args: &'a [Arg<'a>], at: Location) -> Stream<'a> {
        let Some((head, rest)) = args.split_first() else { return Stream::Idle };
        if self.dialect() == Dialect::PowerShell
            && let Some(method) = programs::method_of(head)
        {
            let index = self.push_invocation(method.name, "", Role::Glue, rest, &[], rest, at);
            let outer = std::mem::replace(&mut self.current, index);
            let output = method.call(self, head, rest, at);
            self.current = outer;
            return output;
        }
        match head.knowledge {
            Knowledge::Whole if !head.glob => {}
            Knowledge::Block(block) => {
                self.push_invocation("", head.text, Role::Glue, rest, &[], rest, at);
                return self.run_block(block, rest);
            }
            Knowledge::Download => {
                self.push_invocation("", head.text, Role::Acts, rest, &[], rest, at);
                self.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), at);
                return Stream::Unknown;
            }
            _ => {
                self.push_invocation("", head.text, Role::Acts, rest, &[], rest, at);
                self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), head.at);
                self.search_carried(rest);
                return Stream::Unknown;
            }
        }
        // `/etc/init.d/nginx stop` is `service nginx stop`.
        if let Some(service) = ["/etc/init.d/", "/etc/rc.d/", "/etc/rc.d/init.d/"]
            .iter()
            .find_map(|directory| head.text.strip_prefix(directory))
        {
            let words = [Arg::whole("service", head.at), Arg::whole(service, head.at)];
            let words = words.into_iter().chain(rest.iter().copied());
            let words = bumpalo::collections::Vec::from_iter_in(words, self.arena);
            return self.run(words.into_bump_slice(), at);
        }
        let name = self.base_name(head.text);
        // `%X /c …` without the second percent sign, or a name with escapes in it.
        let spoilt = self.dialect() == Dialect::Cmd && name.starts_with('%');
        if self.dialect().ignores_case() && (spoilt || name.contains(char::is_control)) {
            self.push_invocation("", head.text, Role::Acts, rest, &[], rest, at);
            self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), head.at);
            return Stream::Unknown;
        }
        if name.is_empty() {
            self.push_invocation("", head.text, Role::Glue, rest, &[], rest, at);
            return Stream::Idle;
        }
        if let Some(defined) = self.scope.call(head.text) {
            // Entries of lists know the program by its flags, whoever answers to the name.
            let known = programs::find(self.dialect(), name).unwrap_or(&UNKNOWN);
            let call = call::sort(self.arena, known, name, rest, at);
            let index = self.push_call(&call, head.text, Role::Carries);
            let outer = self.carrier.replace(index);
            let output = self.follow_function(defined, Some(rest));
            self.carrier = outer;
            return output;
        }
        if let Some(code) = self.scope.aliased(head.text)
            && !self.following.contains(&head.text)
        {
            return self.follow_alias(head.text, &code, rest, at);
        }
        // `sc.exe` is a file, whatever `sc` means to the shell.
        let found = if self.dialect().ignores_case() && names_a_file(head.text) {
            programs::find_file(name)
        } else {
            programs::find(self.dialect(), name)
        };
        let Some(found) = found else {
            let call = call::sort(self.arena, &UNKNOWN, name, rest, at);
            let index = self.push_call(&call, head.text, Role::Acts);
            // A script that this very text has written can be read.
            let dialect = self.dialect();
            let is_path = head.text.contains(['/', '\\']) || dialect == Dialect::Cmd;
            if let Some(content) = self.file_content(head).filter(|_| is_path) {
                self.current = index;
                let dialect = if dialect.ignores_case() { dialect } else { Dialect::Bash };
                return self.run_stream(content, dialect, Scoping::Own, head.at);
            }
            self.search_carried(rest);
            return Stream::Unknown;
        };
        let call = call::sort(self.arena, found, name, rest, at);
        if call.sub.is_none()
            && !found.program.subs.is_empty()
            && let Some(word) = call.words.first().filter(|word| word.known().is_none())
        {
            // `git $x`: which of its commands runs cannot be known.
            self.push_call(&call, head.text, Role::Acts);
            self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), word.at);
            return Stream::Unknown;
        }
        let act = call.sub.map_or(found.program.act, |sub| sub.act);
        self.perform(act, found.program, &call, head.text)
    }

    /// A command without a name: only redirections.
    pub(super) fn bare(&mut self, at: Location) {
        self.push_invocation("", "", Role::Glue, &[], &[], &[], at);
    }

    fn perform(
        &mut self,
        act: Act,
        found: &'static Program,
        call: &Call<'a>,
        written: &'a str,
    ) -> Stream<'a> {
        // Help is a look, unless the flag belongs to a command that is carried.
        let style = call.sub.map_or(found.options.style, |sub| sub.options.style);
        let only_tells =
            |flag| asks_for_help(flag) || (style == Style::PowerShell && what_if(flag));
        if style != Style::Leading && call.flags.iter().any(only_tells) {
            self.push_call(call, written, Role::Reads);
            return Stream::Unknown;
        }
        match act {
            Act::Glue => {
                self.push_call(call, written, Role::Glue);
                Stream::Idle
            }
            Act::Reads => {
                self.push_call(call, written, Role::Reads);
                Stream::Unknown
            }
            Act::Runs => {
                self.push_call(call, written, Role::Acts);
                Stream::Unknown
            }
            Act::Does(deeds) => {
                self.push_call(call, written, Role::Reads);
                for deed in deeds {
                    self.do_deed(deed, call);
                }
                Stream::Unknown
            }
            Act::Code(observe) => {
                let index = self.push_call(call, written, Role::Reads);
                let outer = std::mem::replace(&mut self.current, index);
                self.output = Stream::Unknown;
                observe(self, call);
                self.current = outer;
                std::mem::take(&mut self.output)
            }
        }
    }

    fn do_deed(&mut self, deed: &Deed, call: &Call<'a>) {
        if call.affirms(deed.unless) {
            return;
        }
        if !deed.only.is_empty() && !call.has_any(deed.only) {
            self.acts();
            return;
        }
        let place = match deed.domain {
            Domain::Files | Domain::Repository => Place::Workspace,
            Domain::Disk => Place::Device,
            Domain::Process
            | Domain::Service
            | Domain::Package
            | Domain::Code
            | Domain::System
            | Domain::Account
            | Domain::Network
            | Domain::Schedule
            | Domain::Container
            | Domain::WindowsRegistry
            | Domain::Boot
            | Domain::Protection => Place::Machine,
            _ => Place::Elsewhere,
        };
        self.add(deed.kind, deed.domain, place, deed.traits, call.at);
    }

    fn push_call(&mut self, call: &Call<'a>, written: &'a str, role: Role) -> u32 {
        self.push_invocation(call.name, written, role, call.args, call.flags, call.words, call.at)
    }

    #[expect(clippy::too_many_arguments, reason = "one for each field of an invocation")]
    fn push_invocation(
        &mut self,
        name: &'a str,
        written: &'a str,
        role: Role,
        args: &'a [Arg<'a>],
        flags: &'a [super::options::Flag<'a>],
        words: &'a [Arg<'a>],
        at: Location,
    ) -> u32 {
        let index = u32::try_from(self.invocations.len()).unwrap_or(u32::MAX);
        let trusted_name = !self.scope.now.path_changed
            && !self.scope.redefines(name)
            && (written.len() == name.len() || in_system_directory(written));
        self.invocations.push(Invocation {
            name,
            written,
            role,
            args,
            flags,
            words,
            carrier: self.carrier,
            fed_by: self.fed_by,
            trusted_name,
            at,
        });
        self.current = index;
        index
    }

    /// The name a program is known by: without its directory, `.exe` and, where the shell does
    /// not care, capitals.
    fn base_name(&self, written: &'a str) -> &'a str {
        let windows = self.dialect().ignores_case();
        let separators: &[char] =
            if windows || written.contains(":\\") { &['/', '\\'] } else { &['/'] };
        let name = match written.rfind(separators) {
            // `[IO.File]::Delete` and the like keep their dots and have no directory.
            Some(at) if !written.starts_with('[') => written.get(at + 1..).unwrap_or_default(),
            _ => written,
        };
        let name = strip_ending(name, windows);
        if windows && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            let mut lower = bumpalo::collections::String::from_str_in(name, self.arena);
            lower.make_ascii_lowercase();
            return lower.into_bump_str();
        }
        name
    }

    /// Follows a function's body with these arguments, or with unknown ones.
    pub(super) fn follow_function(
        &mut self,
        defined: Defined<'a>,
        args: Option<&'a [Arg<'a>]>,
    ) -> Stream<'a> {
        let name = defined.function.name;
        if self.following.contains(&name) {
            // A function that starts itself again in the background multiplies without end.
            let at = Location { source: defined.source, span: defined.function.span };
            self.add(Kind::Exhausts, Domain::Process, Place::Machine, Traits::POSSIBLE, at);
            return Stream::Unknown;
        }
        if !self.deeper(defined.function.span) {
            return Stream::Unknown;
        }
        let mark = self.scope.mark();
        self.scope.now.positional = args;
        self.following.push(name);
        let output = self.script(&defined.function.body);
        self.following.pop();
        let directory = self.scope.now.directory;
        self.scope.now = Setting { directory, ..mark.setting() };
        self.depth -= 1;
        output
    }

    /// Follows an alias: its text, with the words behind the name added.
    fn follow_alias(
        &mut self,
        name: &'a str,
        code: &Arg<'a>,
        rest: &'a [Arg<'a>],
        at: Location,
    ) -> Stream<'a> {
        self.push_invocation(name, name, Role::Carries, rest, &[], rest, at);
        let flow = match self.flow_of(code) {
            Stream::Text(flow) => {
                let text = bumpalo::format!(in self.arena, "{} \"$@\"", flow.text);
                Stream::Text(Flow { text: text.into_bump_str(), written: None, ..flow })
            }
            other => other,
        };
        self.following.push(name);
        let dialect = self.dialect();
        let output = self.with_positional(Some(rest), |walker| {
            walker.run_stream(flow, dialect, Scoping::Shared, at)
        });
        self.following.pop();
        output
    }

    fn deeper(&mut self, span: crate::source::Span) -> bool {
        if self.depth >= limits::CARRIED_DEPTH {
            self.report(ProblemKind::TooDeep, span);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Runs a piece of code that was handed over as a value.
    pub(super) fn run_block(&mut self, block: &Script<'a>, args: &'a [Arg<'a>]) -> Stream<'a> {
        if !self.deeper(block.span) {
            return Stream::Unknown;
        }
        let positional = self.scope.now.positional.replace(args);
        let output = self.script(block);
        self.scope.now.positional = positional;
        self.depth -= 1;
        output
    }

    // ---- what models of programs call -------------------------------------------------

    /// Says that the current program changes something, though nothing worth a finding.
    pub fn acts(&mut self) {
        self.set_role(self.current, Role::Acts);
    }

    /// Says that the current program only passes another command on.
    pub fn is_carrier(&mut self) {
        self.set_role(self.current, Role::Carries);
    }

    /// Says that the current program has no effect of its own.
    pub fn is_glue(&mut self) {
        self.set_role(self.current, Role::Glue);
    }

    /// Adds an effect of the current program.
    pub fn add(&mut self, kind: Kind, domain: Domain, place: Place, traits: Traits, at: Location) {
        let mut traits = traits;
        let mut place = place;
        if self.scope.now.privileged {
            traits |= Traits::PRIVILEGED;
        }
        if self.scope.now.elsewhere {
            traits |= Traits::ELSEWHERE;
            if place != Place::Temporary {
                place = Place::Elsewhere;
            }
        }
        self.acts();
        self.effects.push(Effect { kind, domain, place, traits, invocation: self.current, at });
    }

    /// Adds an effect on a path.
    pub fn touches(&mut self, kind: Kind, arg: &Arg<'a>, traits: Traits) {
        // `tee >(wc)`: what runs behind a pipe was looked at where it is written.
        if matches!(arg.knowledge, Knowledge::Pipe(_)) {
            return;
        }
        let mut place = self.place_of(arg);
        if kind == Kind::Deletes {
            // Nothing is lost in `/dev/null`, but without it much breaks.
            if place == Place::Nowhere {
                place = Place::System;
            }
            // Where `cd` failed, a script without `&&` deletes in the old directory.
            if let Some(fallback) = self.scope.now.fallback {
                place = place.max(self.atlas.place(Some(fallback), arg));
            }
        }
        if place == Place::Nowhere {
            return;
        }
        let mut traits = traits;
        if matches!(
            place,
            Place::Root | Place::HomeRoot | Place::WorkspaceRoot | Place::TemporaryRoot
        ) {
            traits |= Traits::WHOLE;
        }
        let domain = match place {
            Place::Device => Domain::Disk,
            Place::VersionControl => Domain::Repository,
            _ => Domain::Files,
        };
        self.add(kind, domain, place, traits, arg.at);
    }

    /// Where a path leads from the current directory.
    #[must_use]
    pub fn place_of(&self, arg: &Arg<'a>) -> Place {
        // `> nul` of cmd and `> $null` of PowerShell.
        if self.dialect().ignores_case()
            && let Some(name) = arg.known()
            && ["", "nul", "con", "prn", "aux", "nul:", "con:"]
                .iter()
                .any(|device| name.eq_ignore_ascii_case(device))
        {
            return Place::Nowhere;
        }
        self.atlas.place(self.scope.now.directory, arg)
    }

    /// A file that a redirection writes.
    pub(super) fn redirected(&mut self, arg: &Arg<'a>, overwrites: bool, at: Location) {
        if matches!(arg.knowledge, Knowledge::Pipe(_)) {
            return;
        }
        let place = self.place_of(arg);
        if place == Place::Nowhere {
            return;
        }
        let kind = if overwrites { Kind::Overwrites } else { Kind::Appends };
        // The effect belongs to the command that is about to be run.
        let next = u32::try_from(self.invocations.len()).unwrap_or(u32::MAX);
        let outer = std::mem::replace(&mut self.current, next);
        let domain = if place == Place::Device { Domain::Disk } else { Domain::Files };
        self.add(kind, domain, place, Traits::REDIRECTION, Location { span: at.span, ..arg.at });
        self.current = outer;
    }

    /// Runs the words of another command in the name of the current one.
    pub fn carry(&mut self, args: &'a [Arg<'a>]) -> Stream<'a> {
        let Some((first, last)) = args.first().zip(args.last()) else { return Stream::Idle };
        let at = Location { source: first.at.source, span: first.at.span.to(last.at.span) };
        if !self.deeper(at.span) {
            return Stream::Unknown;
        }
        let index = self.current;
        let outer = self.carrier.replace(index);
        let output = self.run(args, at);
        self.carrier = outer;
        self.current = index;
        self.depth -= 1;
        output
    }

    /// Reads an argument as code and runs it.
    pub fn run_code(&mut self, arg: &Arg<'a>, dialect: Dialect, scoping: Scoping) -> Stream<'a> {
        if let Knowledge::Block(block) = arg.knowledge {
            return self.run_block(block, &[]);
        }
        let stream = self.flow_of(arg);
        self.run_stream(stream, dialect, scoping, arg.at)
    }

    /// Reads what flows in as code and runs it.
    pub fn run_stream(
        &mut self,
        stream: Stream<'a>,
        dialect: Dialect,
        scoping: Scoping,
        at: Location,
    ) -> Stream<'a> {
        match stream {
            // PowerShell would take a lone hole for a value, cmd for a name: it is neither.
            Stream::Text(flow)
                if !flow.exact
                    && dialect.ignores_case()
                    && flow.text.trim_start().starts_with("$_") =>
            {
                self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
                Stream::Unknown
            }
            Stream::Text(flow) => self.run_flow(flow, dialect, scoping),
            Stream::Download => {
                self.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), at);
                Stream::Unknown
            }
            Stream::Unknown => {
                self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
                Stream::Unknown
            }
            Stream::Idle => Stream::Unknown,
        }
    }

    /// Reads a known text as code and runs it.
    pub fn run_flow(&mut self, flow: Flow<'a>, dialect: Dialect, scoping: Scoping) -> Stream<'a> {
        if !self.deeper(flow.at.span) {
            return Stream::Unknown;
        }
        let origin = Origin { parent: flow.at, map: self.stretches(&flow) };
        let Some(id) = self.reading.sources.add(flow.text, dialect, origin) else {
            self.reading.report(ProblemKind::TooMany, flow.at.source, flow.at.span);
            self.depth -= 1;
            return Stream::Unknown;
        };
        let script = shell::read(&mut self.reading, id);
        let index = self.current;
        let outer = self.carrier.replace(index);
        let mark = self.scope.mark();
        // A nested command reads what flows in, unless that was the text it was read from.
        if matches!(self.scope.now.input, Stream::Text(input) if std::ptr::eq(input.text, flow.text))
        {
            self.scope.now.input = Stream::Idle;
        }
        let output = self.script(&script);
        match scoping {
            Scoping::Shared => self.scope.now.input = mark.input(),
            Scoping::Own => self.scope.restore(mark),
        }
        self.carrier = outer;
        self.current = index;
        self.depth -= 1;
        output
    }

    /// Which stretches of a text stand letter by letter where it was written.
    fn stretches(&self, flow: &Flow<'a>) -> &'a [Stretch] {
        let Some(word) = flow.written.filter(|_| flow.exact) else { return &[] };
        let mut map = bumpalo::collections::Vec::with_capacity_in(word.pieces.len(), self.arena);
        let mut inner = 0;
        for piece in word.pieces {
            let Piece::Text { text, at, .. } = piece else { return &[] };
            let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
            if at.len() == text.len() {
                map.push(Stretch { inner, outer: at.start, len });
            }
            inner += len;
        }
        if inner as usize == flow.text.len() { map.into_bump_slice() } else { &[] }
    }

    /// Looks for a command among the words of a program that is not known. It may be a wrapper;
    /// it may as well be told a story, so only what is unmistakable counts.
    fn search_carried(&mut self, args: &'a [Arg<'a>]) {
        if self.depth >= limits::CARRIED_DEPTH {
            return;
        }
        for (index, arg) in args.iter().enumerate().take(12) {
            let Some(name) = arg.literal() else { continue };
            if programs::only_prints(name) {
                return;
            }
            if !programs::worth_a_search(name.rsplit('/').next().unwrap_or(name)) {
                continue;
            }
            let invocations = self.invocations.len();
            let effects = self.effects.len();
            let current = self.current;
            self.carry(args.get(index..).unwrap_or(&[]));
            self.current = current;
            let found = self.effects.get(effects..).unwrap_or(&[]);
            if found.iter().any(unmistakable) {
                for effect in self.effects.iter_mut().skip(effects) {
                    effect.traits |= Traits::POSSIBLE;
                }
                return;
            }
            self.effects.truncate(effects);
            self.invocations.truncate(invocations);
        }
    }
}

/// An effect that nobody means as prose.
fn unmistakable(effect: &Effect) -> bool {
    let strong = Traits::RECURSIVE.union(Traits::FORCED);
    match effect.kind {
        Kind::Deletes => effect.traits.intersects(strong),
        Kind::Discards | Kind::Formats | Kind::WritesDevice | Kind::ForcesRemote => true,
        _ => false,
    }
}

fn asks_for_help(flag: &super::options::Flag<'_>) -> bool {
    // In a bundle or a word behind one dash (`-skipTrash`) the letter means something else.
    let written = flag.arg.text;
    let alone = written.starts_with("--") || written.len() == 2 || written == "-help";
    matches!(flag.name, "help" | "?") && flag.value.is_none() && alone
}

/// `-WhatIf`: PowerShell says what it would do and does nothing.
fn what_if(flag: &super::options::Flag<'_>) -> bool {
    flag.name == "whatif" && flag.is_on()
}

/// Whether a command's name is written with the ending of a program's file.
fn names_a_file(written: &str) -> bool {
    let ending = written.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["exe", "com", "cmd", "bat"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn strip_ending(name: &str, windows: bool) -> &str {
    let Some((stem, ending)) = name.rsplit_once('.') else { return name };
    let known = ending.eq_ignore_ascii_case("exe")
        || (windows
            && ["com", "cmd", "bat"].iter().any(|other| ending.eq_ignore_ascii_case(other)));
    if known && !stem.is_empty() { stem } else { name }
}

/// Whether a path is one where the system keeps its own programs.
fn in_system_directory(written: &str) -> bool {
    let directory = written.rsplit_once('/').map_or("", |(directory, _)| directory);
    matches!(
        directory,
        "/bin" | "/usr/bin" | "/sbin" | "/usr/sbin" | "/usr/local/bin" | "/opt/homebrew/bin"
    )
}
