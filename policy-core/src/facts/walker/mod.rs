//! Goes through a script as the shell would.
//!
//! The walk itself is here. [`expand`] turns words into arguments, [`streams`] follows what flows
//! through pipes and files, [`variables`] what a text sets, [`lines`] what cmd makes of its lines; [`invoke`] finds the program that is
//! meant, [`nested_code`] follows code inside code, and [`tables`] applies what a program's row
//! says. Models of programs ask through [`state`] and [`args`], and report through [`emit`].

mod args;
mod emit;
mod expand;
mod files;
mod invoke;
mod lines;
mod nested_code;
mod state;
mod streams;
mod tables;
mod variables;

pub(in crate::facts) use files::FilesRead;

use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Args, Knowledge, Stream};
use crate::facts::effect::Effect;
use crate::facts::place::PathResolver;
use crate::facts::scope::{Mark, Scope, ShellState, Value};
use crate::facts::target::Target;
use crate::facts::{Facts, Invocation, Role};
use crate::limits;
use crate::lookup::Files;
use crate::shell::Reading;
use crate::shell::tree::{Command, Function, Item, Join, Loop, Node, ProblemKind, Script, Word};
use crate::source::{Location, SourceId, Span};
use crate::surroundings::Surroundings;

/// The state of one walk through a command.
#[derive(Debug)]
pub(crate) struct Walker<'a> {
    pub(in crate::facts) arena: &'a Bump,
    pub(in crate::facts) reading: Reading<'a>,
    pub(in crate::facts) scope: Scope<'a>,
    /// The text the spans of the current node refer to.
    pub(in crate::facts) source: SourceId,
    /// The shell that reads it.
    dialect: Dialect,
    pub(in crate::facts) paths: PathResolver<'a>,
    pub(in crate::facts) invocations: ArenaVec<'a, Invocation<'a>>,
    pub(in crate::facts) effects: ArenaVec<'a, Effect>,
    /// What the effects reach, where the host saves targets.
    pub(in crate::facts) targets: ArenaVec<'a, Target<'a>>,
    saves_targets: bool,
    /// The invocation whose model is being asked.
    pub(in crate::facts) current: u32,
    /// The invocation that wraps what is run now.
    pub(in crate::facts) wrapped_by: Option<u32>,
    /// The invocation whose output flows into what is run now.
    pub(in crate::facts) piped_from: Option<u32>,
    /// The files of the host that were read.
    pub(in crate::facts) files: FilesRead<'a>,
    /// The file that flows into the command that is run now.
    pub(in crate::facts) input_file: Option<&'a Arg<'a>>,
    /// Whether the command that is run now is tied to a connection.
    pub(in crate::facts) connected: bool,
    /// How deep texts and functions are nested.
    pub(in crate::facts) depth: u32,
    /// Functions being followed, innermost last.
    pub(in crate::facts) following: Vec<&'a str>,
    /// Where each `setlocal` of cmd that is still open stands.
    locals: Vec<Mark<'a>>,
    /// Whether anyone will look at the output of what is run now.
    pub(in crate::facts) captured: bool,
    /// What the command run last wrote, as far as it is known.
    pub(in crate::facts) output: Stream<'a>,
    scratch: ArenaVec<'a, Args<'a>>,
    exhausted: bool,
}

/// Whether what a nested text sets stays set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scoping {
    /// It does: `eval`, `source`.
    Shared,
    /// It does not: `bash -c`, a pipe into `sh`.
    Own,
}

impl<'a> Walker<'a> {
    /// What is met on a walk through the texts of `reading`.
    #[must_use]
    pub(crate) fn gather(
        reading: Reading<'a>,
        surroundings: &'a Surroundings,
        files: Files<'a>,
        walk: impl FnOnce(&mut Self),
    ) -> Facts<'a> {
        let mut walker = Self::new(reading, surroundings, files);
        walk(&mut walker);
        Facts {
            reading: walker.reading,
            invocations: walker.invocations.into_bump_slice(),
            effects: walker.effects.into_bump_slice(),
            targets: walker.targets.into_bump_slice(),
            files: walker.files.into_seen(),
        }
    }

    fn new(reading: Reading<'a>, surroundings: &'a Surroundings, files: Files<'a>) -> Self {
        let arena = reading.sources.arena();
        let dialect = reading.sources.dialect(SourceId::ROOT);
        let invocations = ArenaVec::with_capacity_in(4, arena);
        let paths = PathResolver::new(arena, surroundings);
        let setting = ShellState {
            directory: Some(paths.start()),
            fallback: None,
            positional: None,
            input: Stream::Idle,
            privileged: false,
            elsewhere: false,
            path_changed: false,
            splitting_changed: false,
            keeps_end_of_pipes: dialect == Dialect::Zsh,
            variables_unknown: false,
            commands_unknown: false,
            environment_changed: false,
        };
        Self {
            arena,
            reading,
            scope: Scope::new(setting),
            source: SourceId::ROOT,
            dialect,
            paths,
            invocations,
            effects: ArenaVec::new_in(arena),
            targets: ArenaVec::new_in(arena),
            saves_targets: surroundings.saves.is_some_and(|saves| saves.targets),
            current: 0,
            wrapped_by: None,
            piped_from: None,
            input_file: None,
            files: FilesRead::new(files),
            connected: false,
            depth: 0,
            following: Vec::new(),
            locals: Vec::new(),
            captured: false,
            output: Stream::Idle,
            scratch: ArenaVec::new_in(arena),
            exhausted: false,
        }
    }

    /// Walks the whole command.
    pub(crate) fn walk(&mut self, script: &Script<'a>) {
        match script.items {
            // One command without anything before or behind it needs no list to be walked.
            [Item { background: false, node: Node::Command(command), .. }]
                if command.assignments.is_empty()
                    && command.redirections.is_empty()
                    && script.source == self.source =>
            {
                let args = self.expand_all(command.words);
                self.run(args, self.locate(command.span));
            }
            _ => {
                self.script(script);
            }
        }
        if self.scope.is_usual() {
            return;
        }
        self.run_traps(0);
        // A function that is defined and not called may be called by the next command.
        for defined in self.scope.uncalled() {
            self.follow_function(defined, None);
        }
    }

    /// The shell that reads the current text.
    #[must_use]
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Notes something about the text that makes the answer uncertain.
    pub(in crate::facts) fn report(&mut self, kind: ProblemKind, span: Span) {
        self.reading.report(kind, self.source, span);
    }

    /// Runs a list of commands; answers what it writes.
    pub(in crate::facts) fn script(&mut self, script: &Script<'a>) -> Stream<'a> {
        let outer = (self.source, self.dialect);
        if script.source != self.source {
            self.source = script.source;
            self.dialect = self.reading.sources.dialect(script.source);
        }
        let mut output = Stream::Idle;
        // Where the first command of a chain that may be skipped began.
        let mut maybe = None;
        // Whether the command before changed the directory.
        let mut moved = false;
        for item in script.items {
            match item.join {
                Join::Always => {
                    if let Some(mark) = maybe.take() {
                        self.scope.invalidate_since(mark);
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
            moved = !self.scope.is_in(before);
            output = match output {
                Stream::Idle => written,
                before => self.join_streams(before, written),
            };
        }
        if let Some(mark) = maybe {
            self.scope.invalidate_since(mark);
        }
        (self.source, self.dialect) = outer;
        output
    }

    fn item(&mut self, item: &Item<'a>) -> Stream<'a> {
        if !item.background {
            return match item.node {
                Node::Command(command) => self.command(command),
                _ => self.node(&item.node),
            };
        }
        let mark = self.scope.mark();
        let output = self.node(&item.node);
        self.leave_subshell(mark);
        output
    }

    /// A subshell has ended: its traps run, then what it set is gone.
    pub(in crate::facts) fn leave_subshell(&mut self, mark: Mark<'a>) {
        self.run_traps(mark.traps());
        self.scope.restore(mark);
    }

    fn node(&mut self, node: &Node<'a>) -> Stream<'a> {
        match node {
            Node::Command(command) => self.command(command),
            Node::Pipeline(members) => self.pipeline(members),
            Node::Group(group) => {
                let mark = self.scope.mark();
                let file = self.redirect_all(group.redirections);
                let captured = self.captured;
                self.captured |= file.is_some();
                let output = self.script(&group.body);
                self.captured = captured;
                if let Some(file) = file {
                    self.take_output(file, output);
                }
                if group.subshell {
                    self.leave_subshell(mark);
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
                    self.scope.invalidate_since(mark);
                    output = self.join_streams(output, written);
                }
                match output {
                    Stream::Text(_) => Stream::Unknown,
                    other => other,
                }
            }
            Node::Loop(repeated) => self.repeat(repeated),
            Node::Line(line) => self.line(line),
            Node::Function(function) => {
                let function = self.known_as(function);
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

    /// A function under the name it is looked up by: PowerShell does not care about capitals.
    fn known_as(&self, function: &'a Function<'a>) -> &'a Function<'a> {
        let exact = self.dialect != Dialect::PowerShell
            || !function.name.bytes().any(|byte| byte.is_ascii_uppercase());
        if exact {
            return function;
        }
        let name = self.alloc_str(&function.name.to_ascii_lowercase());
        self.arena.alloc(Function { name, ..*function })
    }

    /// `[[ 'a[$(code)]' -eq 1 ]]`: the shell runs what stands in a subscript, even in quotes.
    fn evaluate_subscripts(&mut self, words: &'a [Word<'a>]) {
        if self.dialect().ignores_case() {
            return;
        }
        for word in words {
            let at = self.locate(word.span);
            match word.plain() {
                Some(text) => self.evaluate_number(text, at),
                // `[[ $x -eq 1 ]]`: so it does where a variable holds it.
                None => {
                    let text = self.arena.alloc_str(self.reading.sources.slice(at));
                    if self.scope.names_subscript(text) {
                        self.evaluate_number(text, at);
                    }
                }
            }
        }
    }

    /// A text that the shell evaluates as a number or a variable's name: what stands in a
    /// subscript of it runs, also where a variable holds the subscript.
    pub(in crate::facts) fn evaluate_number(&mut self, text: &str, at: Location) {
        if self.scope.runs_when_evaluated(text) {
            self.bare(at);
            self.runs_unknown(at);
        }
    }

    fn pipeline(&mut self, members: &'a [Node<'a>]) -> Stream<'a> {
        let piped_from = self.piped_from;
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
            self.piped_from =
                u32::try_from(before).ok().filter(|_| self.invocations.len() > before);
            if index + 1 == members.len() && self.scope.now.keeps_end_of_pipes {
                self.scope.invalidate_since(mark);
                self.scope.now.input = mark.input();
            } else {
                self.leave_subshell(mark);
            }
        }
        self.piped_from = piped_from;
        self.captured = captured;
        flowing
    }

    fn repeat(&mut self, repeated: &'a Loop<'a>) -> Stream<'a> {
        let mut values = self.take_scratch();
        for word in repeated.values {
            self.expand(word, &mut values);
        }
        let mark = self.scope.mark();
        self.script(&repeated.condition);
        // What the body sets may be there already when it runs again.
        self.forget_assigned(&repeated.condition);
        self.forget_assigned(&repeated.body);
        if let Some(options) = repeated.fields {
            self.repeat_fields(repeated, options, &values);
            self.give_scratch(values);
            self.scope.invalidate_since(mark);
            return Stream::Unknown;
        }
        if let Some(variable) = repeated.variable.map(|name| self.variable_key(name)) {
            let few = values.len() <= 4 && !values.is_empty();
            let known = values.iter().all(|value| value.literal().is_some() && !value.tilde);
            if few && known && self.depth < 4 {
                for value in &values {
                    self.set_variable(variable, Value::Text(value.text));
                    self.depth += 1;
                    self.script(&repeated.body);
                    self.depth -= 1;
                }
                values.clear();
                self.give_scratch(values);
                self.scope.invalidate_since(mark);
                return Stream::Unknown;
            }
            let value = match values.as_slice() {
                [] => Value::Unknown,
                [one] => Value::List(self.arena.alloc_slice_copy(&[*one])),
                many => common_beginning(self.arena, many),
            };
            self.set_variable(variable, value);
        }
        values.clear();
        self.give_scratch(values);
        let before = self.scope.mark();
        self.script(&repeated.body);
        // What the body has set by a builtin, by `eval` or by a function was not seen beforehand:
        // the next round runs with it.
        if self.scope.lost_since(&before) && self.depth < 4 {
            self.scope.invalidate_since(before);
            self.depth += 1;
            self.script(&repeated.body);
            self.depth -= 1;
        }
        self.scope.invalidate_since(mark);
        Stream::Unknown
    }

    fn command(&mut self, command: &'a Command<'a>) -> Stream<'a> {
        if self.invocations.len() >= limits::INVOCATIONS {
            if !self.exhausted {
                self.exhausted = true;
                self.report(ProblemKind::TooMany, command.span);
            }
            return Stream::Unknown;
        }
        let args = self.expand_all(command.words);
        let environment = match command.assignments {
            [] => None,
            assignments => self.assign_before(assignments, args),
        };
        let input_file = self.input_file.take();
        let connected = std::mem::take(&mut self.connected);
        let input = (!command.redirections.is_empty()).then_some(self.scope.now.input);
        let files = match command.redirections {
            [] => None,
            redirections => self.redirect_all(redirections),
        };
        let captured = self.captured;
        self.captured |= files.is_some();
        let output = if args.is_empty() {
            if !command.redirections.is_empty() {
                self.bare(self.locate(command.span));
            }
            // `$(< file)` is what the file holds; zsh reads alone without a command.
            if self.captured { self.scope.now.input } else { Stream::Idle }
        } else {
            self.run(args, self.locate(command.span))
        };
        self.captured = captured;
        self.input_file = input_file;
        self.connected = connected;
        if let Some(file) = files {
            self.take_output(file, output);
        }
        if let Some(environment) = environment {
            self.leave_environment(environment);
        }
        // `exec 3< file`, `exec < file`: without a command its redirections stay.
        let stays = matches!(args, [only] if only.is("exec"));
        if let Some(input) = input.filter(|_| !stays) {
            self.scope.now.input = input;
        }
        output
    }

    /// Runs the traps installed since a mark, as their shell ends.
    fn run_traps(&mut self, since: usize) {
        let traps = self.scope.take_traps(since);
        for trap in traps {
            // Where nothing was set since, it does what was seen when it was installed.
            if !self.scope.changed_since(&trap) {
                continue;
            }
            let outer = (self.source, self.dialect);
            self.source = trap.source;
            self.dialect = self.reading.sources.dialect(trap.source);
            let dialect = self.dialect;
            self.run_code(&trap.code, dialect, Scoping::Own);
            (self.source, self.dialect) = outer;
        }
    }

    pub(in crate::facts) fn take_scratch(&mut self) -> Args<'a> {
        self.scratch.pop().unwrap_or_else(|| Args::with_capacity_in(8, self.arena))
    }

    pub(in crate::facts) fn give_scratch(&mut self, mut scratch: Args<'a>) {
        scratch.clear();
        self.scratch.push(scratch);
    }

    /// Sets how an invocation takes part.
    pub(in crate::facts) fn set_role(&mut self, index: u32, role: Role) {
        if let Some(invocation) = self.invocations.get_mut(index as usize) {
            invocation.role = role;
        }
    }
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
