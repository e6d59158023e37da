//! From an expanded command to the program that really runs, and to what it does.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::call::{self, Call};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::{Meaning, Options, Style, Unlisted};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Kept, Known, Program, StateChange, program};
use crate::facts::scope::Made;
use crate::facts::words::words;
use crate::facts::{Invocation, Role, programs};
use crate::source::Location;

/// Stands for every program that is not known by name.
static UNKNOWN: Known = {
    static PROGRAM: Program = program(&[], Options::gnu(""), Behavior::Runs);
    static KEPT: Kept = Kept::new();
    Known::new(&PROGRAM, &KEPT)
};

impl<'a> Walker<'a> {
    /// Runs a program or builtin; answers what it writes.
    pub(in crate::facts) fn run(&mut self, args: &'a [Arg<'a>], at: Location) -> Stream<'a> {
        let Some((head, rest)) = args.split_first() else { return Stream::Idle };
        if self.dialect() == Dialect::PowerShell
            && let Some(method) = programs::method_of(head)
        {
            let index = self.push_invocation(method.name, "", Role::NoEffect, rest, at);
            let outer = std::mem::replace(&mut self.current, index);
            let output = method.call(self, head, rest, at);
            self.current = outer;
            return output;
        }
        if !matches!(head.knowledge, Knowledge::Whole) || head.glob {
            return self.run_nameless(head, rest, at);
        }
        // `/etc/init.d/nginx stop` is `service nginx stop`.
        if head.text.starts_with("/etc/")
            && let Some(service) = ["/etc/init.d/", "/etc/rc.d/", "/etc/rc.d/init.d/"]
                .iter()
                .find_map(|directory| head.text.strip_prefix(directory))
        {
            let words = [Arg::whole("service", head.at), Arg::whole(service, head.at)];
            let words = words.into_iter().chain(rest.iter().copied());
            let words = bumpalo::collections::Vec::from_iter_in(words, self.arena);
            return self.run(words.into_bump_slice(), at);
        }
        let name = self.base_name(head.text);
        let name = if name.starts_with('[') && self.dialect() == Dialect::PowerShell {
            self.resolved_member(name)
        } else {
            name
        };
        if self.dialect().ignores_case()
            && let Some(output) = self.run_word_of_windows(head, name, rest, at)
        {
            return output;
        }
        if name.is_empty() {
            self.push_invocation("", head.text, Role::NoEffect, rest, at);
            return Stream::Idle;
        }
        if self.scope.redefines_any()
            && let Some(output) = self.run_redefined(head.text, name, rest, at)
        {
            return output;
        }
        if let Some(output) = self.run_made(head, name, rest, at) {
            return output;
        }
        if let Some(found) = self.find_program(head, name, rest) {
            return self.run_known(found, head, name, rest, at, true);
        }
        match programs::find_otherwise(self.dialect(), name) {
            Some((found, plain)) => self.run_known(found, head, plain, rest, at, false),
            None => self.run_unknown(head, name, rest, at),
        }
    }

    /// Runs a command whose name is a block, or is not known in full.
    fn run_nameless(&mut self, head: &'a Arg<'a>, rest: &'a [Arg<'a>], at: Location) -> Stream<'a> {
        match head.knowledge {
            Knowledge::Block(block) => {
                self.push_invocation("", head.text, Role::NoEffect, rest, at);
                return self.run_block(block, rest);
            }
            Knowledge::Download => {
                self.push_invocation("", head.text, Role::Changes, rest, at);
                self.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), at);
            }
            _ => {
                self.push_invocation("", head.text, Role::Changes, rest, at);
                self.runs_unknown(head.at);
                self.search_wrapped(rest);
            }
        }
        Stream::Unknown
    }

    /// Runs what only the shells of Windows take for a command: a drive, a name with its first
    /// argument glued on, a name that is no name.
    fn run_word_of_windows(
        &mut self,
        head: &'a Arg<'a>,
        name: &'a str,
        rest: &'a [Arg<'a>],
        at: Location,
    ) -> Option<Stream<'a>> {
        let cmd = self.dialect() == Dialect::Cmd;
        // `%X /c …` without the second percent sign, or a name with escapes in it.
        // A name out of a variable may as well be a keyword or have an `@` in front.
        let spoilt = cmd && (name.starts_with(['%', '@', '(']) || matches!(name, "for" | "if"));
        if spoilt || name.contains(char::is_control) {
            self.push_invocation("", head.text, Role::Changes, rest, at);
            self.runs_unknown(head.at);
            return Some(Stream::Unknown);
        }
        if !cmd || name.is_empty() {
            return None;
        }
        if rest.is_empty() && name.len() == 2 && name.ends_with(':') {
            self.push_invocation(name, head.text, Role::NoEffect, rest, at);
            self.change_drive(name);
            return Some(Stream::Idle);
        }
        let words = self.unglued(head, rest)?;
        Some(self.run(words, at))
    }

    /// The program that a name means here.
    fn find_program(&self, head: &Arg<'a>, name: &str, rest: &[Arg<'a>]) -> Option<Known> {
        // `sc.exe` is a file, whatever `sc` means to the shell.
        let windows = self.dialect().ignores_case();
        if windows && programs::is_gnu_tool(head.text, name, rest) {
            programs::find_gnu(name)
        } else if windows && names_a_file(head.text) {
            programs::find_file(name)
        } else {
            programs::find(self.dialect(), name)
        }
    }

    /// Runs a program that nobody knows: what can be told from its words, and what it may start.
    fn run_unknown(
        &mut self,
        head: &'a Arg<'a>,
        name: &'a str,
        rest: &'a [Arg<'a>],
        at: Location,
    ) -> Stream<'a> {
        let call = call::sort(self.arena, UNKNOWN, name, rest, at);
        let index = self.push_call(&call, head.text, Role::Changes);
        self.current = index;
        if self.scope.now.commands_unknown {
            self.runs_unknown(head.at);
        }
        // A script that this very text has written can be read.
        let dialect = self.dialect();
        let is_path = head.text.contains(['/', '\\']) || dialect == Dialect::Cmd;
        if is_path && let Some(found) = self.script_of(head) {
            self.current = index;
            let dialect = if dialect.ignores_case() { dialect } else { Dialect::Bash };
            return self.with_positional(Some(rest), |walker| {
                walker.in_file(found.path, |walker| {
                    programs::run_script(walker, found.content, dialect, head.at)
                })
            });
        }
        programs::guess(self, &call, head.text);
        programs::guess_flags(self, &call, None);
        if dialect == Dialect::PowerShell {
            self.run_handed_blocks(name, rest, at);
        }
        self.search_wrapped(rest);
        Stream::Unknown
    }

    /// Runs a program that is known by name; `exact` where that is how it was written.
    fn run_known(
        &mut self,
        found: Known,
        head: &'a Arg<'a>,
        name: &'a str,
        rest: &'a [Arg<'a>],
        at: Location,
        exact: bool,
    ) -> Stream<'a> {
        let call = call::sort(self.arena, found, name, rest, at);
        if !found.program.subs.is_empty()
            && let Some(word) = open_choice(found, &call)
        {
            // `git $x`, `docker volume $x`: which of its commands runs cannot be known.
            if call.sub.is_none() {
                self.push_call(&call, head.text, Role::Changes);
                self.runs_unknown(word.at);
                return Stream::Unknown;
            }
            self.runs_unknown(word.at);
        }
        let act = call.sub.map_or(found.program.behavior, |sub| sub.behavior);
        let strange =
            call.sub.is_none() && !found.program.subs.is_empty() && !call.words.is_empty();
        if strange && matches!(act, Behavior::Runs | Behavior::Reads) {
            // A command of a toolbox that its table does not have: nobody knows that it reads.
            let output = self.perform(Behavior::Runs, found.program, &call, head.text, exact);
            programs::guess(self, &call, head.text);
            return output;
        }
        self.perform(act, found.program, &call, head.text, exact)
    }

    /// Runs a file that the text itself has made: a link to a program, a copy of one, a script.
    fn run_made(
        &mut self,
        head: &Arg<'a>,
        name: &'a str,
        rest: &'a [Arg<'a>],
        at: Location,
    ) -> Option<Stream<'a>> {
        if !self.scope.makes_files() || self.dialect().ignores_case() {
            return None;
        }
        let made = if head.text.contains('/') {
            let path = self.paths.path(self.scope.now.directory, head)?;
            let program = self.scope.linked(&path).map(Made::Program);
            program.or_else(|| self.scope.written(&path).map(Made::Script))?
        } else if self.scope.now.path_changed {
            // Where programs are looked for was changed, perhaps to where this one is.
            self.scope.made_under(name)?
        } else {
            return None;
        };
        if !self.deeper(at.span) {
            return None;
        }
        let call = call::sort(self.arena, UNKNOWN, name, rest, at);
        let index = self.push_call(&call, head.text, Role::Changes);
        let output = match made {
            Made::Program(program) if program.is(head.text) => Stream::Unknown,
            Made::Program(program) => {
                let words = self.appended_words(&[program], rest);
                self.run_wrapped(words)
            }
            Made::Script(content) => {
                let positional = self.scope.now.positional.replace(rest);
                let output = self.run_stream(content, Dialect::Bash, Scoping::Own, head.at);
                self.scope.now.positional = positional;
                output
            }
        };
        self.depth -= 1;
        self.current = index;
        Some(output)
    }

    /// A member of .NET by the name it is listed under, its type completed by the namespaces
    /// that the text uses.
    fn resolved_member(&self, name: &'a str) -> &'a str {
        let name = programs::member_name(self.arena, name);
        if self.scope.namespaces().is_empty() || programs::knows_member(name) {
            return name;
        }
        let rest = name.strip_prefix('[').unwrap_or(name);
        let full = self.scope.namespaces().iter().find_map(|namespace| {
            let full = bumpalo::format!(in self.arena, "[{}.{}", namespace, rest).into_bump_str();
            let full = programs::member_name(self.arena, full);
            programs::knows_member(full).then_some(full)
        });
        full.unwrap_or(name)
    }

    /// A command that nobody knows is handed code: it may run it. A name with an ending that no
    /// program has (`rd.git`) is not a command of PowerShell; what it was meant for is not known.
    fn run_handed_blocks(&mut self, name: &'a str, args: &'a [Arg<'a>], at: Location) {
        for arg in args {
            if let Knowledge::Block(block) = arg.knowledge {
                self.run_block(block, &[]);
            }
        }
        let stem = name.split_once('.').map_or("", |(stem, _)| stem);
        if programs::full_name(self.dialect(), stem).is_some() {
            self.may_run_anything(at);
        }
    }

    /// Runs the function or alias of the text that a name means, if there is one.
    fn run_redefined(
        &mut self,
        written: &'a str,
        name: &'a str,
        rest: &'a [Arg<'a>],
        at: Location,
    ) -> Option<Stream<'a>> {
        // PowerShell does not care about capitals.
        let written = match self.dialect() {
            Dialect::PowerShell => self.alloc_str(&written.to_ascii_lowercase()),
            _ => written,
        };
        if let Some(defined) = self.scope.call(written) {
            // Entries of lists know the program by its flags, whoever answers to the name.
            let known = programs::find(self.dialect(), name).unwrap_or(UNKNOWN);
            let call = call::sort(self.arena, known, name, rest, at);
            let index = self.push_call(&call, written, Role::Wrapper);
            let outer = self.wrapped_by.replace(index);
            let output = self.follow_function(defined, Some(rest));
            self.wrapped_by = outer;
            return Some(output);
        }
        let code = self.scope.aliased(written)?;
        (!self.following.contains(&written)).then(|| self.follow_alias(written, &code, rest, at))
    }

    /// A command without a name: only redirections.
    pub(in crate::facts) fn bare(&mut self, at: Location) {
        self.push_invocation("", "", Role::NoEffect, &[], at);
    }

    fn perform(
        &mut self,
        act: Behavior,
        found: &'static Program,
        call: &Call<'a>,
        written: &'a str,
        exact: bool,
    ) -> Stream<'a> {
        // Help only reads, unless the flag belongs to a wrapped command.
        let style = call.sub.map_or(found.options.style, |sub| sub.options.style);
        let only_tells =
            |flag| asks_for_help(flag) || (style == Style::PowerShell && what_if(flag));
        let helps = style != Style::Leading
            && (call.flags.iter().any(only_tells) || asks_about_itself(call));
        let act = if helps { Behavior::Reads } else { act };
        let role = match act {
            Behavior::NoEffect => Role::NoEffect,
            Behavior::Runs => Role::Changes,
            // The others say so where they do more.
            _ => Role::Reads,
        };
        let index = self.push_call(call, written, role);
        if let Some(state) = found.state {
            self.change_state(state, call);
        }
        if self.scope.now.commands_unknown {
            self.runs_unknown(call.at);
        }
        let output = match act {
            Behavior::NoEffect => Stream::Idle,
            Behavior::Reads | Behavior::Runs => Stream::Unknown,
            act => {
                // What a program sets, and where it goes, ends with it. Only a builtin changes the
                // shell, and the keyword `time` runs one in it.
                let own = found.state.is_none() && call.name != "time";
                let mark = (own && !self.dialect().ignores_case()).then(|| self.scope.mark());
                let outer = std::mem::replace(&mut self.current, index);
                self.output = Stream::Unknown;
                self.apply_moved(act, call);
                self.current = outer;
                if let Some(mark) = mark {
                    self.scope.restore(mark);
                }
                std::mem::take(&mut self.output)
            }
        };
        if call.marked && !helps {
            self.current = index;
            self.apply_flags(call);
        }
        let options = call.sub.map_or(found.options, |sub| sub.options);
        if !call.listed && !helps && options.unlisted == Unlisted::Anything {
            self.current = index;
            programs::guess_flags(self, call, Some(found));
        }
        let proven = exact && self.is_proven(found, call, helps, index);
        if !proven && let Some(invocation) = self.invocations.get_mut(index as usize) {
            invocation.role = Role::Changes;
        }
        output
    }

    /// Says what a call does where its flags lead (`make -C x`).
    fn apply_moved(&mut self, act: Behavior, call: &Call<'a>) {
        let leads = |meaning| matches!(meaning, Some(Meaning::GoesTo | Meaning::GoesBeside));
        if !call.marked || !call.flags.iter().any(|flag| leads(flag.meaning)) {
            return self.apply(act, call);
        }
        self.in_directory(None, |walker| {
            for flag in call.flags.iter().filter(|flag| leads(flag.meaning)) {
                let Some(value) = flag.value else { continue };
                let folder = match flag.meaning {
                    Some(Meaning::GoesBeside) => value.text.rsplit_once('/').map(|(up, _)| up),
                    _ => Some(value.text),
                };
                if let Some(folder) = folder {
                    walker.go(&Arg { text: folder, written: None, ..*value });
                    walker.scope.now.fallback = None;
                }
            }
            walker.apply(act, call);
        });
    }

    /// Does what the marks of its options say.
    fn apply_flags(&mut self, call: &Call<'a>) {
        for flag in call.flags {
            let (Some(meaning), Some(value)) = (flag.meaning, flag.value) else { continue };
            match meaning {
                Meaning::Writes => self.overwrites(value),
                Meaning::Builds => self.builds(value),
                Meaning::Runs => {
                    self.runs_shell(value);
                }
                Meaning::Sets => self.applies_setting(value),
                Meaning::Plain | Meaning::GoesTo | Meaning::GoesBeside => {}
            }
        }
    }

    /// `alias.x=!code`, `hooks.y=code`, `DPkg::Pre-Invoke::=code`: a setting that may be run.
    fn applies_setting(&mut self, setting: &Arg<'a>) {
        let Some((key, value)) = setting.text.split_once('=') else { return };
        let code = setting.skip(key.len() + 1);
        if value.starts_with('!') {
            self.runs_shell(&code.skip(1));
        } else if words!("Invoke Pager -cmd helpers: wrapper runner").any_within(key) {
            self.runs_shell(&code);
        } else if words!(
            "hooks. extensions. alias. ui.editor ui.ssh ui.merge merge-tools. extdiff."
        )
        .any_starts(key)
        {
            self.runs_unknown(setting.at);
        }
    }

    /// Applies what a builtin does to the shell, before its model says more.
    fn change_state(&mut self, state: StateChange, call: &Call<'a>) {
        match state {
            StateChange::Variables(fixed) => {
                for name in fixed {
                    self.scope.forget(name);
                }
                for arg in call.args {
                    let name = arg.text.split(['=', '[', '+', ':']).next().unwrap_or_default();
                    self.scope.forget(name);
                }
            }
            StateChange::Nothing
            | StateChange::Directory
            | StateChange::Positional
            | StateChange::Commands
            | StateChange::Modes
            | StateChange::Descriptors
            | StateChange::Code => {}
        }
    }

    /// Whether a program that claims to change nothing is known not to: its name means the
    /// system's program, nothing that it is handed can make it do more, and each of its flags is
    /// known. What is not proven counts as a change.
    fn is_proven(&self, found: &Program, call: &Call<'a>, helps: bool, index: u32) -> bool {
        // The Windows shells have tables of their own.
        if self.dialect().ignores_case() {
            return true;
        }
        // The flags of a builtin are for the shell itself, and its model knows them.
        if found.state.is_some() {
            return true;
        }
        let trusted = self.invocations.get(index as usize).is_some_and(|it| it.trusted_name);
        if !trusted || self.scope.now.environment_changed {
            return false;
        }
        if found.options.unlisted == Unlisted::Notes {
            return helps;
        }
        let options = call.sub.map_or(found.options, |sub| sub.options);
        // A lone question for the version is one everywhere.
        let version = |arg: &Arg<'_>| matches!(arg.text, "--version" | "-V" | "-v" | "-version");
        if helps
            || options.unlisted == Unlisted::Reads
            || matches!(call.args, [only] if version(only))
        {
            return true;
        }
        call.listed && !call.args.iter().any(may_be_flag)
    }

    /// Notes that a program runs whose words need no sorting.
    pub(in crate::facts) fn push_invocation(
        &mut self,
        name: &'a str,
        written: &'a str,
        role: Role,
        args: &'a [Arg<'a>],
        at: Location,
    ) -> u32 {
        let call = Call {
            name,
            args,
            flags: &[],
            words: args,
            sub: None,
            operands: args,
            listed: true,
            marked: false,
            at,
        };
        self.push_call(&call, written, role)
    }

    fn push_call(&mut self, call: &Call<'a>, written: &'a str, role: Role) -> u32 {
        let name = call.name;
        let index = u32::try_from(self.invocations.len()).unwrap_or(u32::MAX);
        let redefined = self.scope.redefines_any() && self.scope.redefines(name);
        let trusted_name = !self.scope.now.path_changed
            && !redefined
            && (written == name
                || self.dialect().ignores_case() && written.len() == name.len()
                || in_system_directory(written));
        self.invocations.push(Invocation {
            name,
            written,
            role,
            args: call.args,
            flags: call.flags,
            words: call.words,
            operands: call.operands,
            input: self.input_file,
            // Always an earlier one, so that following wrappers and feeders comes to an end.
            wrapped_by: self.wrapped_by.filter(|wrapper| *wrapper < index),
            piped_from: self.piped_from.filter(|feeder| *feeder < index),
            trusted_name,
            at: call.at,
        });
        self.current = index;
        index
    }

    /// The name a program is known by: without its directory, `.exe` and, where the shell does
    /// not care, capitals.
    fn base_name(&self, written: &'a str) -> &'a str {
        // Most names are a plain word already.
        if written.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
            return written;
        }
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
}

/// The word that chooses a subcommand and cannot be known, where the words before it leave a choice.
fn open_choice<'a>(found: Known, call: &Call<'a>) -> Option<&'a Arg<'a>> {
    let at = call.words.iter().position(|word| word.known().is_none())?;
    let word = call.words.get(at)?;
    let Some(first) = call.words.first().filter(|_| at > 0) else {
        return call.sub.is_none().then_some(word);
    };
    let mut path = [""; 4];
    for (slot, word) in path.iter_mut().zip(call.words.get(..at)?) {
        *slot = word.text;
    }
    let path = path.get(..at)?;
    let longer = |&(index, length): &(u16, u8)| {
        usize::from(length) > at && found.sub(index).is_some_and(|sub| sub.begins_with(path))
    };
    found.subs_from(first.text).iter().any(longer).then_some(word)
}

fn asks_for_help(flag: &crate::facts::options::Flag<'_>) -> bool {
    // In a bundle or a word behind one dash (`-skipTrash`) the letter means something else.
    let alone =
        |written: &str| written.starts_with("--") || written.len() == 2 || written == "-help";
    matches!(flag.name, "help" | "?") && flag.value.is_none() && alone(flag.arg.text)
}

/// `crane push -h`, `pg_rewind -?`, `rmmod --version`: one flag and nothing it could be about.
fn asks_about_itself(call: &Call<'_>) -> bool {
    let Some(last) = call.args.last().filter(|_| call.flags.len() <= 1) else { return false };
    let flag = match (last.text, call.flags) {
        // The shell leaves the pattern as it is where no file has such a name.
        ("-?", _) => return call.operands.iter().all(|word| word.text == "-?"),
        (_, [flag]) => flag,
        _ => return false,
    };
    let power = matches!(call.name, "shutdown" | "halt" | "poweroff" | "reboot" | "init");
    call.operands.is_empty()
        && flag.value.is_none()
        && match last.text {
            "-h" => flag.name == "h" && !power,
            "--version" | "-V" => matches!(flag.name, "version" | "V"),
            _ => false,
        }
}

/// `-WhatIf`: PowerShell says what it would do and does nothing.
fn what_if(flag: &crate::facts::options::Flag<'_>) -> bool {
    // `-WhatIf:$x` does it where `$x` is false.
    flag.name == "whatif" && flag.is_on() && flag.arg.known().is_some()
}

/// Whether a word that is not known in full may turn out to be a flag.
fn may_be_flag(arg: &Arg<'_>) -> bool {
    let begins_open = arg.text.is_empty() || arg.text.starts_with('-');
    match arg.knowledge {
        Knowledge::Whole => arg.glob && arg.text.starts_with(['*', '?', '[']),
        Knowledge::Start | Knowledge::Download => begins_open && !arg.tilde,
        Knowledge::Pipe(_) | Knowledge::Block(_) => false,
    }
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
