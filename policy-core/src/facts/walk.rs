//! Goes through a script as the shell would.

use bumpalo::Bump;

use super::arg::{Arg, Flow, Knowledge, Stream};
use super::effect::{Domain, Kind, Traits};
use super::place::{Atlas, Path, Place};
use super::scope::{Scope, Setting, Value};
use super::{Facts, Invocation, Role};
use crate::facts::effect::Effect;
use crate::limits;
use crate::shell::tree::{
    AssignedValue, Assignment, Command, Item, Join, Loop, Node, ProblemKind, Redirect, Redirection,
    Script, Word,
};
use crate::shell::{Dialect, Reading};
use crate::source::{SourceId, Span};
use crate::surroundings::Surroundings;

/// The state of one walk through a command.
#[derive(Debug)]
pub struct Walker<'a> {
    pub(super) arena: &'a Bump,
    pub(super) reading: Reading<'a>,
    pub(super) scope: Scope<'a>,
    /// The text the spans of the current node refer to.
    pub(super) source: SourceId,
    pub(super) atlas: Atlas<'a>,
    pub(super) invocations: Vec<Invocation<'a>>,
    pub(super) effects: Vec<Effect>,
    /// The invocation whose model is being asked.
    pub(super) current: u32,
    /// The invocation that carries what is run now.
    pub(super) carrier: Option<u32>,
    /// The invocation whose output flows into what is run now.
    pub(super) fed_by: Option<u32>,
    /// How deep texts and functions carry each other.
    pub(super) depth: u32,
    /// Functions being followed, innermost last.
    pub(super) following: Vec<&'a str>,
    /// Whether anyone will look at the output of what is run now.
    pub(super) captured: bool,
    /// What the command run last wrote, as far as it is known.
    pub(super) output: Stream<'a>,
    scratch: Vec<Vec<Arg<'a>>>,
    exhausted: bool,
}

/// Whether what a nested text sets stays set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoping {
    /// It does: `eval`, `source`.
    Shared,
    /// It does not: `bash -c`, a pipe into `sh`.
    Own,
}

impl<'a> Walker<'a> {
    /// Ready to walk the texts of `reading`.
    #[must_use]
    pub fn new(reading: Reading<'a>, around: &'a Surroundings) -> Self {
        let arena = reading.sources.arena();
        let atlas = Atlas::new(arena, around);
        let setting = Setting {
            directory: Some(atlas.start()),
            fallback: None,
            positional: None,
            input: Stream::Idle,
            privileged: false,
            elsewhere: false,
            path_changed: false,
            splitting_changed: false,
        };
        Self {
            arena,
            reading,
            scope: Scope::new(setting),
            source: SourceId::ROOT,
            atlas,
            invocations: Vec::with_capacity(8),
            effects: Vec::with_capacity(8),
            current: 0,
            carrier: None,
            fed_by: None,
            depth: 0,
            following: Vec::new(),
            captured: false,
            output: Stream::Idle,
            scratch: Vec::new(),
            exhausted: false,
        }
    }

    /// Walks the whole command.
    #[must_use]
    pub fn walk(mut self, script: &Script<'a>) -> Facts<'a> {
        self.script(script);
        // A function that is defined and not called may be called by the next command.
        for defined in self.scope.uncalled() {
            self.follow_function(defined, None);
        }
        self.finish()
    }

    /// Hands over what was gathered.
    #[must_use]
    pub fn finish(self) -> Facts<'a> {
        Facts { reading: self.reading, invocations: self.invocations, effects: self.effects }
    }

    /// The shell that reads the current text.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.reading.sources.get(self.source).dialect
    }

    /// Notes something about the text that makes the answer uncertain.
    pub(super) fn report(&mut self, kind: ProblemKind, span: Span) {
        self.reading.report(kind, self.source, span);
    }

    /// Runs a list of commands; answers what it writes.
    pub(super) fn script(&mut self, script: &Script<'a>) -> Stream<'a> {
        let outer = std::mem::replace(&mut self.source, script.source);
        let mut output = Stream::Idle;
        // Where the first command of a chain that may be skipped began.
        let mut maybe = None;
        // Whether the command before changed the directory.
        let mut moved = false;
        for item in script.items {
            match item.join {
                Join::Always => {
                    if let Some(mark) = maybe.take() {
                        self.scope.blur(mark);
                    }
                }
                Join::IfOk | Join::IfFailed => {
                    // `cd x && …` goes on only where the change worked; `cd x || exit` too.
                    if moved {
                        self.scope.now.fallback = None;
                    }
                    if maybe.is_none() {
                        maybe = Some(self.scope.mark());
                    }
                }
            }
            let before = self.scope.now.directory;
            let written = self.item(item);
            moved = self.scope.now.directory != before;
            output = self.join_streams(output, written);
        }
        if let Some(mark) = maybe {
            self.scope.blur(mark);
        }
        self.source = outer;
        output
    }

    fn item(&mut self, item: &Item<'a>) -> Stream<'a> {
        if !item.background {
            return self.node(&item.node);
        }
        let mark = self.scope.mark();
        let output = self.node(&item.node);
        self.scope.restore(mark);
        output
    }

    fn join_streams(&self, first: Stream<'a>, second: Stream<'a>) -> Stream<'a> {
        match (first, second) {
            (Stream::Idle, other) | (other, Stream::Idle) => other,
            // Longer outputs are not followed: each join is a copy, and a thousand of them would
            // cost the square of the text in time and memory.
            (Stream::Text(a), Stream::Text(b))
                if a.text.len() + b.text.len() <= limits::VALUE_BYTES =>
            {
                let text = bumpalo::format!(in self.arena, "{}{}", a.text, b.text);
                Stream::Text(Flow {
                    text: text.into_bump_str(),
                    at: a.at,
                    written: None,
                    exact: a.exact && b.exact,
                })
            }
            (Stream::Download, _) | (_, Stream::Download) => Stream::Download,
            _ => Stream::Unknown,
        }
    }

    fn node(&mut self, node: &Node<'a>) -> Stream<'a> {
        match node {
            Node::Command(command) => self.command(command),
            Node::Pipeline(members) => self.pipeline(members),
            Node::Group(group) => {
                let mark = self.scope.mark();
                self.redirect_all(group.redirections);
                let output = self.script(&group.body);
                if group.subshell {
                    self.scope.restore(mark);
                } else {
                    self.scope.now.input = mark.input();
                }
                output
            }
            Node::Choice(choice) => {
                self.evaluate_all(choice.subject);
                let mut output = Stream::Idle;
                for arm in choice.arms {
                    self.script(&arm.condition);
                    self.evaluate_all(arm.patterns);
                    let mark = self.scope.mark();
                    let written = self.script(&arm.body);
                    self.scope.blur(mark);
                    output = self.join_streams(output, written);
                }
                match output {
                    Stream::Text(_) => Stream::Unknown,
                    other => other,
                }
            }
            Node::Loop(repeated) => self.repeat(repeated),
            Node::Function(function) => {
                self.scope.define(function, self.source);
                Stream::Idle
            }
            Node::Expression(words) => {
                let flow = match words {
                    [word] if self.captured => Some(self.expand_one(word)),
                    _ => {
                        self.evaluate_all(words);
                        self.evaluate_subscripts(words);
                        None
                    }
                };
                flow.map_or(Stream::Unknown, |arg| self.flow_of(&arg))
            }
        }
    }

    /// `[[ 'a[$(code)]' -eq 1 ]]`: the shell runs what stands in a subscript, even in quotes.
    fn evaluate_subscripts(&mut self, words: &'a [Word<'a>]) {
        for word in words {
            if word.plain().is_some_and(|text| text.contains("[$(") || text.contains("[`")) {
                let at = self.locate(word.span);
                self.bare(at);
                self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at);
            }
        }
    }

    fn pipeline(&mut self, members: &'a [Node<'a>]) -> Stream<'a> {
        let fed_by = self.fed_by;
        let captured = self.captured;
        let mut flowing = self.scope.now.input;
        for (index, member) in members.iter().enumerate() {
            let mark = self.scope.mark();
            self.scope.now.input = flowing;
            self.captured = captured || index + 1 < members.len();
            let before = self.invocations.len();
            let output = self.node(member);
            flowing = match output {
                Stream::Idle => Stream::Unknown,
                other => other,
            };
            self.fed_by = u32::try_from(before).ok().filter(|_| self.invocations.len() > before);
            self.scope.restore(mark);
        }
        self.fed_by = fed_by;
        self.captured = captured;
        flowing
    }

    fn repeat(&mut self, repeated: &'a Loop<'a>) -> Stream<'a> {
        let mut values = self.take_scratch();
        for word in repeated.values {
            self.expand(word, &mut values);
        }
        self.script(&repeated.condition);
        let mark = self.scope.mark();
        // What the body sets may be there already when it runs again.
        self.forget_assigned(&repeated.body);
        if let Some(variable) = repeated.variable.map(|name| self.variable_key(name)) {
            let few = values.len() <= 4 && !values.is_empty();
            let known = values.iter().all(|value| value.literal().is_some() && !value.tilde);
            if few && known && self.depth < 4 {
                for value in &values {
                    self.scope.set(variable, Value::Text(value.text));
                    self.depth += 1;
                    self.script(&repeated.body);
                    self.depth -= 1;
                }
                values.clear();
                self.give_scratch(values);
                self.scope.blur(mark);
                return Stream::Unknown;
            }
            let value = match values.as_slice() {
                [] => Value::Unknown,
                [one] => Value::List(self.arena.alloc_slice_copy(&[*one])),
                many => common_beginning(self.arena, many),
            };
            self.scope.set(variable, value);
        }
        values.clear();
        self.give_scratch(values);
        self.script(&repeated.body);
        self.scope.blur(mark);
        Stream::Unknown
    }

    /// Makes uncertain whatever a body assigns, before its first line is walked.
    fn forget_assigned(&mut self, script: &Script<'a>) {
        for item in script.items {
            match item.node {
                Node::Command(command) => {
                    for assignment in command.assignments {
                        let name = self.variable_key(assignment.name);
                        self.scope.forget(name);
                    }
                }
                Node::Group(group) if !group.subshell => self.forget_assigned(&group.body),
                Node::Choice(choice) => {
                    for arm in choice.arms {
                        self.forget_assigned(&arm.body);
                    }
                }
                Node::Loop(inner) => self.forget_assigned(&inner.body),
                _ => {}
            }
        }
    }

    fn command(&mut self, command: &'a Command<'a>) -> Stream<'a> {
        if self.invocations.len() >= limits::INVOCATIONS {
            if !self.exhausted {
                self.exhausted = true;
                self.report(ProblemKind::TooMany, command.span);
            }
            return Stream::Unknown;
        }
        let mut args = self.take_scratch();
        for word in command.words {
            self.expand(word, &mut args);
        }
        let mark = self.scope.mark();
        let lasting = command.words.is_empty() || declares(&args);
        for assignment in command.assignments {
            self.assign(assignment);
        }
        let files = self.redirect_all(command.redirections);
        let captured = self.captured;
        self.captured |= files.is_some();
        let output = if args.is_empty() {
            if !command.redirections.is_empty() {
                self.bare(self.locate(command.span));
            }
            Stream::Idle
        } else {
            let args: &'a [Arg<'a>] = self.arena.alloc_slice_copy(&args);
            self.run(args, self.locate(command.span))
        };
        args.clear();
        self.give_scratch(args);
        self.captured = captured;
        if let Some(path) = files {
            self.scope.write(path, output);
        }
        if !command.assignments.is_empty() && !lasting {
            let kept = self.scope.now;
            self.scope.restore(mark);
            self.scope.now.directory = kept.directory;
            self.scope.now.positional = kept.positional;
        }
        self.scope.now.input = mark.input();
        output
    }

    fn assign(&mut self, assignment: &'a Assignment<'a>) {
        let value = match &assignment.value {
            AssignedValue::Word(word) => {
                let arg = self.expand_one(word);
                match arg.knowledge {
                    Knowledge::Whole if arg.tilde || arg.glob => {
                        Value::List(self.arena.alloc_slice_copy(&[arg]))
                    }
                    Knowledge::Whole => Value::Text(arg.text),
                    Knowledge::Download => Value::Download,
                    Knowledge::Start if !arg.text.is_empty() => {
                        Value::List(self.arena.alloc_slice_copy(&[arg]))
                    }
                    Knowledge::Block(_) => Value::List(self.arena.alloc_slice_copy(&[arg])),
                    _ => Value::Unknown,
                }
            }
            AssignedValue::List(words) => {
                let mut elements = self.take_scratch();
                for word in *words {
                    self.expand(word, &mut elements);
                }
                let list: &'a [Arg<'a>] = self.arena.alloc_slice_copy(&elements);
                elements.clear();
                self.give_scratch(elements);
                Value::List(list)
            }
        };
        if assignment.appends && self.dialect() == Dialect::Zsh {
            self.assign_table(assignment, value);
        }
        let name = self.variable_key(assignment.name);
        let value = if assignment.appends { self.appended(name, value) } else { value };
        self.set_variable(name, value);
    }

    /// `functions[ls]='code'`, `mapfile[file]=''`: zsh keeps commands and files in tables.
    fn assign_table(&mut self, assignment: &'a Assignment<'a>, value: Value<'a>) {
        let at = self.locate(assignment.span);
        match assignment.name {
            "mapfile" => {
                self.bare(at);
                self.add(Kind::Overwrites, Domain::Files, Place::Unknown, Traits::empty(), at);
            }
            "functions" | "aliases" | "galiases" | "saliases" | "commands" | "dis_functions" => {
                self.bare(at);
                let code = match value {
                    Value::Text(text) => {
                        Stream::Text(Flow { text, at, written: None, exact: true })
                    }
                    Value::Download => Stream::Download,
                    _ => Stream::Unknown,
                };
                self.run_stream(code, Dialect::Zsh, Scoping::Own, at);
                self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::POSSIBLE, at);
            }
            _ => {}
        }
    }

    fn appended(&self, name: &str, more: Value<'a>) -> Value<'a> {
        match (self.scope.get(name), more) {
            (Some(Value::Text(old)), Value::Text(new))
                if old.len() + new.len() <= limits::VALUE_BYTES =>
            {
                Value::Text(bumpalo::format!(in self.arena, "{}{}", old, new).into_bump_str())
            }
            (Some(Value::List(old)), Value::List(new))
                if old.len() + new.len() <= limits::EXPANSION_WORDS =>
            {
                let mut all =
                    bumpalo::collections::Vec::with_capacity_in(old.len() + new.len(), self.arena);
                all.extend_from_slice(old);
                all.extend_from_slice(new);
                Value::List(all.into_bump_slice())
            }
            _ => Value::Unknown,
        }
    }

    /// What a variable holds: what the text has set, or what every shell sets.
    pub(super) fn variable(&self, name: &str) -> Option<Value<'a>> {
        match name {
            "@" | "*" => return self.scope.now.positional.map(Value::List),
            _ if name.len() == 1 && name.starts_with(|c: char| c.is_ascii_digit()) => {
                let index = name.parse::<usize>().ok()?;
                let arg = self.scope.now.positional?.get(index.checked_sub(1)?)?;
                return Some(Value::List(std::slice::from_ref(arg)));
            }
            _ => {}
        }
        if self.dialect().ignores_case() {
            let key = self.variable_key(self.arena.alloc_str(name));
            return self.scope.get(key).or_else(|| self.windows_variable(key));
        }
        if let Some(value) = self.scope.get(name) {
            return Some(value);
        }
        match name {
            "HOME" | "env:HOME" | "env:USERPROFILE" | "USERPROFILE" => {
                Some(self.path_value(self.atlas.home(), "~"))
            }
            "PWD" | "CD" | "cd" => Some(self.path_value(self.scope.now.directory?, ".")),
            // Whatever they are set to, they name a folder for temporary files.
            "TMPDIR" | "TMP" | "TEMP" | "env:TEMP" | "env:TMP" | "env:TMPDIR" => {
                Some(Value::Text("/tmp"))
            }
            _ => None,
        }
    }

    /// The name a variable is kept under: PowerShell and cmd do not care about capitals.
    pub(super) fn variable_key(&self, name: &'a str) -> &'a str {
        if !self.dialect().ignores_case() {
            return name;
        }
        match self.dialect() {
            // The scope watches the search path by the name posix shells give it.
            Dialect::Cmd if name.eq_ignore_ascii_case("path") => "PATH",
            Dialect::PowerShell if name.eq_ignore_ascii_case("env:path") => "PATH",
            _ if name.bytes().any(|byte| byte.is_ascii_uppercase()) => {
                self.arena.alloc_str(&name.to_ascii_lowercase())
            }
            _ => name,
        }
    }

    /// What Windows or PowerShell itself sets, by its name in lower case.
    fn windows_variable(&self, key: &str) -> Option<Value<'a>> {
        let powershell = self.dialect() == Dialect::PowerShell;
        let name = match key.strip_prefix("env:") {
            Some(name) => name,
            None if !powershell => key,
            None => {
                return match key {
                    "true" => Some(Value::Text("True")),
                    "false" => Some(Value::Text("False")),
                    "null" => Some(Value::Text("")),
                    "home" => Some(self.path_value(self.atlas.home(), "~")),
                    "pwd" => Some(self.path_value(self.scope.now.directory?, ".")),
                    "profile" => Some(self.below_home(".config/powershell/profile.ps1")),
                    _ => None,
                };
            }
        };
        match name {
            "userprofile" | "home" => Some(self.path_value(self.atlas.home(), "~")),
            "cd" => Some(self.path_value(self.scope.now.directory?, ".")),
            // Whatever they are set to, they name a folder for temporary files.
            "temp" | "tmp" | "tmpdir" => Some(Value::Text("C:\\Temp")),
            "comspec" => Some(Value::Text("cmd.exe")),
            "appdata" => Some(self.below_home("AppData/Roaming")),
            "localappdata" => Some(self.below_home("AppData/Local")),
            "systemroot" | "windir" => Some(Value::Text("C:\\Windows")),
            "systemdrive" | "homedrive" => Some(Value::Text("C:")),
            "programfiles" | "programfiles(x86)" | "programw6432" => {
                Some(Value::Text("C:\\Program Files"))
            }
            "programdata" | "allusersprofile" => Some(Value::Text("C:\\ProgramData")),
            _ => None,
        }
    }

    /// A path below the home directory as a value.
    fn below_home(&self, below: &str) -> Value<'a> {
        match self.path_value(self.atlas.home(), "~") {
            Value::Text(home) => {
                Value::Text(bumpalo::format!(in self.arena, "{}/{}", home, below).into_bump_str())
            }
            _ => {
                let text = bumpalo::format!(in self.arena, "~/{}", below).into_bump_str();
                let home = Arg { tilde: true, ..Arg::whole(text, self.locate(Span::default())) };
                Value::List(self.arena.alloc_slice_copy(&[home]))
            }
        }
    }

    /// A directory as a value.
    fn path_value(&self, path: Path<'a>, fallback: &'static str) -> Value<'a> {
        if path.base == super::place::Base::Root {
            let text = path.parts.join("/");
            let drive = path.parts.first().is_some_and(|part| part.ends_with(':'));
            let lead = if drive { "" } else { "/" };
            return Value::Text(
                bumpalo::format!(in self.arena, "{}{}", lead, text).into_bump_str(),
            );
        }
        let mut arg = Arg::whole(fallback, self.locate(Span::default()));
        arg.tilde = fallback == "~";
        if path.base == super::place::Base::Start && !path.parts.is_empty() {
            return Value::Text(
                bumpalo::format!(in self.arena, "{}", path.parts.join("/")).into_bump_str(),
            );
        }
        Value::List(self.arena.alloc_slice_copy(&[arg]))
    }

    /// Notes what redirections do; answers the file that takes the output, if it is known.
    fn redirect_all(&mut self, redirections: &'a [Redirection<'a>]) -> Option<Path<'a>> {
        let mut file = None;
        for redirection in redirections {
            let arg = self.expand_one(&redirection.target);
            let at = self.locate(redirection.span);
            match redirection.kind {
                Redirect::Overwrite => {
                    if arg.literal().is_some() && redirection.descriptor.is_none_or(|fd| fd == 1) {
                        file = self.atlas.path(self.scope.now.directory, &arg);
                    }
                    self.redirected(&arg, true, at);
                }
                Redirect::Append | Redirect::ReadWrite => self.redirected(&arg, false, at),
                Redirect::Duplicate => {}
                Redirect::HereDocument | Redirect::HereString => {
                    self.scope.now.input = self.flow_of(&arg);
                }
                Redirect::Read => {
                    self.scope.now.input = match arg.knowledge {
                        Knowledge::Pipe(stream) => stream,
                        Knowledge::Whole if arg.text == "/dev/null" => Stream::Idle,
                        _ => self.file_content(&arg).unwrap_or(Stream::Unknown),
                    };
                }
            }
        }
        file
    }

    /// What a file holds, where the text itself has written it.
    pub(super) fn file_content(&self, arg: &Arg<'a>) -> Option<Stream<'a>> {
        let path = self.atlas.path(self.scope.now.directory, arg)?;
        self.scope.written(&path)
    }

    /// Runs a script in a subshell and answers what it writes.
    pub(super) fn run_captured(&mut self, script: &Script<'a>) -> Stream<'a> {
        let mark = self.scope.mark();
        let captured = std::mem::replace(&mut self.captured, true);
        let fed_by = self.fed_by.take();
        let output = self.script(script);
        self.captured = captured;
        self.fed_by = fed_by;
        self.scope.restore(mark);
        output
    }

    /// Runs a script in a subshell with something flowing into it.
    pub(super) fn run_fed(&mut self, script: &Script<'a>, input: Stream<'a>) {
        let mark = self.scope.mark();
        self.scope.now.input = input;
        self.script(script);
        self.scope.restore(mark);
    }

    /// An argument as a text that could be read as code: exact where all of it is known, with
    /// parameters standing for what is not.
    pub(super) fn flow_of(&mut self, arg: &Arg<'a>) -> Stream<'a> {
        match arg.knowledge {
            Knowledge::Whole => Stream::Text(Flow {
                text: arg.text,
                at: arg.at,
                written: arg.written,
                exact: !arg.glob || arg.written.is_some(),
            }),
            Knowledge::Download => Stream::Download,
            Knowledge::Pipe(_) | Knowledge::Block(_) => Stream::Unknown,
            Knowledge::Start => match arg.written {
                Some(word) => Stream::Text(Flow {
                    text: self.with_holes(word),
                    at: arg.at,
                    written: None,
                    exact: false,
                }),
                None => Stream::Unknown,
            },
        }
    }

    /// A word's text in which what only the shell will know stands as a parameter.
    fn with_holes(&self, word: &'a Word<'a>) -> &'a str {
        use crate::shell::tree::Piece;
        let mut text = bumpalo::collections::String::new_in(self.arena);
        for piece in word.pieces {
            match piece {
                Piece::Text { text: part, .. } | Piece::Glob { text: part, .. } => {
                    text.push_str(part)
                }
                Piece::Parameter(parameter) => match self.variable(parameter.name) {
                    Some(Value::Text(value)) => text.push_str(value),
                    _ => text.push_str("$_"),
                },
                _ => text.push_str("$_"),
            }
        }
        text.into_bump_str()
    }

    pub(super) fn take_scratch(&mut self) -> Vec<Arg<'a>> {
        self.scratch.pop().unwrap_or_default()
    }

    pub(super) fn give_scratch(&mut self, mut scratch: Vec<Arg<'a>>) {
        scratch.clear();
        self.scratch.push(scratch);
    }

    /// Sets how an invocation takes part.
    pub(super) fn set_role(&mut self, index: u32, role: Role) {
        if let Some(invocation) = self.invocations.get_mut(index as usize) {
            invocation.role = role;
        }
    }
}

/// Whether assignments before these words outlive the command: `export a=(…)`.
fn declares(args: &[Arg<'_>]) -> bool {
    let name = args.first().and_then(Arg::literal);
    matches!(
        name,
        Some(
            "declare"
                | "typeset"
                | "local"
                | "export"
                | "readonly"
                | "set"
                | "setx"
                | "integer"
                | "float"
        )
    )
}

/// What many values have in common: the directory they all lie in. Never a whole value, so that
/// a command's name is not taken from one of many.
fn common_beginning<'a>(arena: &'a Bump, values: &[Arg<'a>]) -> Value<'a> {
    let Some(first) = values.first() else { return Value::Unknown };
    let directory = |arg: &Arg<'a>| match arg.text.rfind('/') {
        Some(at) => arg.text.get(..=at),
        None => Some("./"),
    };
    let common = directory(first);
    let shared = values.iter().all(|value| directory(value) == common && value.known().is_some());
    match common {
        Some(text) if shared => {
            let begun = Arg { text, knowledge: Knowledge::Start, written: None, ..*first };
            Value::List(arena.alloc_slice_copy(&[begun]))
        }
        _ => Value::Unknown,
    }
}
