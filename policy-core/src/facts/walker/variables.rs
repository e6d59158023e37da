//! Variables: what a text sets, and what every shell sets.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::{Path, Place};
use crate::facts::programs::variables;
use crate::facts::scope::Value;
use crate::limits;
use crate::shell::tree::{AssignedValue, Assignment, Node, ParameterForm, Piece, Script, Word};
use crate::source::{Location, Span};

impl<'a> Walker<'a> {
    /// Makes uncertain whatever a body assigns, before its first line is walked.
    pub(in crate::facts) fn forget_assigned(&mut self, script: &Script<'a>) {
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
                Node::Line(line) => self.forget_assigned(line),
                _ => {}
            }
        }
    }

    /// Sets the variables before a command's words. Those that only the command itself sees are
    /// answered with what they held before.
    pub(in crate::facts) fn assign_before(
        &mut self,
        assignments: &'a [Assignment<'a>],
        args: &[Arg<'a>],
    ) -> Option<Environment<'a>> {
        if args.is_empty() || declares(args) {
            for assignment in assignments {
                self.assign(assignment);
            }
            return None;
        }
        let stays = self.keeps_assignments(args);
        let mut before = bumpalo::collections::Vec::with_capacity_in(assignments.len(), self.arena);
        let now = self.scope.now;
        for assignment in assignments {
            let name = self.variable_key(assignment.name);
            before.push((name, self.scope.held(name)));
            self.assign(assignment);
            self.hand_over(name);
        }
        Some(Environment {
            before: before.into_bump_slice(),
            path_changed: now.path_changed,
            splitting_changed: now.splitting_changed,
            environment_changed: now.environment_changed,
            stays,
        })
    }

    /// The command has ended that variables were set for.
    pub(in crate::facts) fn leave_environment(&mut self, environment: Environment<'a>) {
        for (name, old) in environment.before.iter().rev() {
            // `x=1 :` of a posix shell: whether it stays set hangs on a mode.
            let old = if environment.stays { Some(Value::Unknown) } else { *old };
            self.scope.put_back(name, old);
        }
        if !environment.stays {
            self.scope.now.path_changed = environment.path_changed;
            self.scope.now.splitting_changed = environment.splitting_changed;
            self.scope.now.environment_changed = environment.environment_changed;
        }
    }

    /// Whether what is set before a command may stay set behind it: so it is for the special
    /// builtins of posix shells, and of bash in that mode.
    fn keeps_assignments(&self, args: &[Arg<'a>]) -> bool {
        let special = matches!(
            args.first().and_then(Arg::literal),
            Some(
                ":" | "."
                    | "break"
                    | "continue"
                    | "eval"
                    | "exec"
                    | "exit"
                    | "return"
                    | "shift"
                    | "source"
                    | "times"
                    | "trap"
                    | "unset"
            )
        );
        special && matches!(self.dialect(), Dialect::Sh | Dialect::Bash)
    }

    pub(in crate::facts) fn assign(&mut self, assignment: &'a Assignment<'a>) {
        let value = match &assignment.value {
            AssignedValue::Word(word) => {
                let arg = self.expand_one(word);
                match arg.knowledge {
                    Knowledge::Whole if arg.tilde || arg.glob => {
                        Value::List(self.arena.alloc_slice_copy(&[arg]))
                    }
                    Knowledge::Whole => Value::Text(arg.text),
                    Knowledge::Download => Value::Download,
                    Knowledge::Start if arg.written.is_some() || !arg.text.is_empty() => {
                        Value::List(self.arena.alloc_slice_copy(&[arg]))
                    }
                    Knowledge::Block(_) => Value::List(self.arena.alloc_slice_copy(&[arg])),
                    _ => Value::Unknown,
                }
            }
            AssignedValue::List(words) => {
                let words = self.expand_all(words);
                // `a=([x]=1)`: what stands in brackets is a number, and may be a variable's.
                for word in words.iter().filter(|word| word.text.starts_with('[')) {
                    self.evaluate_number(word.text, word.at);
                }
                Value::List(words)
            }
        };
        if self.dialect() == Dialect::PowerShell {
            let at = self.locate(assignment.span);
            // `$x.Action = { … }`: whoever holds the object may run it.
            if assignment.appends
                && let Value::List([one]) = value
                && let Knowledge::Block(block) = one.knowledge
            {
                self.run_block(block, &[]);
            }
            // Blocks among the defaults of parameters run with the commands they are for.
            if assignment.name.eq_ignore_ascii_case("psdefaultparametervalues")
                && let Value::List(entries) = value
            {
                for entry in entries {
                    if let Knowledge::Block(block) = entry.knowledge {
                        self.run_block(block, &[]);
                    }
                }
            }
            if assignment.appends {
                crate::facts::programs::assign_property(self, at);
            }
            if crate::facts::programs::assign_item(self, assignment.name, value, at) {
                return;
            }
        }
        if assignment.name.is_empty() {
            // `set %%i=…`: which variable it is, only the shell knows.
            self.scope.now.path_changed = true;
            return self.scope.forget_all();
        }
        let name = self.variable_key(assignment.name);
        if let Some(subscript) = assignment.subscript {
            let key = self.expand_one(subscript);
            self.evaluate_number(key.text, self.locate(assignment.span));
            if self.dialect() == Dialect::Zsh {
                self.assign_table(assignment, value);
            }
            return self.set_element(name, &key, value);
        }
        // zsh ties this list to `PATH`.
        if name == "path" && self.dialect() == Dialect::Zsh {
            self.scope.now.path_changed = true;
        }
        if assignment.appends {
            return self.append_variable(name, value);
        }
        // `EDITOR="$EDITOR"` hands on what was there.
        if let AssignedValue::Word(Word { pieces: [Piece::Parameter(parameter)], .. }) =
            assignment.value
            && self.scope.get(parameter.name).is_none()
            && parameter.form == ParameterForm::Plain
        {
            return self.scope.set(name, value);
        }
        self.set_variable(name, value);
    }

    /// Sets one element of a variable: which one, and what becomes of the others, is not followed.
    pub(in crate::facts) fn set_element(&mut self, name: &'a str, key: &Arg<'a>, value: Value<'a>) {
        let name = self.scope.referred(name);
        if matches!(name, "BASH_CMDS" | "BASH_ALIASES") {
            let at = key.at;
            let meant = match (key.literal(), value) {
                (Some(key), Value::Text(text)) => Some((key, Arg::whole(text, at))),
                (Some(key), _) => Some((key, Arg::unknown(at))),
                (None, _) => None,
            };
            match meant {
                Some((key, code)) => self.set_alias(key, code),
                None => self.scope.now.commands_unknown = true,
            }
            return;
        }
        self.scope.set(name, Value::Unknown);
        variables::run_if_code(self, name, value);
    }

    /// Arithmetic: variables that it sets are no longer known, and what stands in their
    /// subscripts runs.
    pub(in crate::facts) fn evaluate_arithmetic(&mut self, at: Location) {
        if !self.scope.sets_any() {
            return;
        }
        let text = self.reading.sources.slice(at);
        if self.scope.names_subscript(text) {
            self.bare(at);
            self.runs_unknown(at);
        }
        let text = self.arena.alloc_str(text);
        if !text.contains('=') && !text.contains("++") && !text.contains("--") {
            return;
        }
        for name in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if !name.is_empty() {
                self.scope.forget(name);
            }
        }
    }

    /// `functions[ls]='code'`, `mapfile[file]=''`: zsh keeps commands and files in tables.
    pub(in crate::facts) fn assign_table(
        &mut self,
        assignment: &'a Assignment<'a>,
        value: Value<'a>,
    ) {
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

    pub(in crate::facts) fn appended(&self, name: &str, more: Value<'a>) -> Value<'a> {
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
    pub(in crate::facts) fn variable(&self, name: &str) -> Option<Value<'a>> {
        match name {
            "@" | "*" => return self.scope.now.positional.map(Value::List),
            _ if name.starts_with(|c: char| c.is_ascii_digit()) => {
                let index = name.parse::<usize>().ok()?;
                let arg = self.scope.now.positional?.get(index.checked_sub(1)?)?;
                // What is known in full is split like any other value.
                return Some(match arg.literal() {
                    Some(text) if !arg.tilde => Value::Text(text),
                    _ => Value::List(std::slice::from_ref(arg)),
                });
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
                Some(self.path_value(self.paths.home(), "~"))
            }
            "PWD" | "CD" | "cd" => Some(self.path_value(self.scope.now.directory?, ".")),
            // Whatever they are set to, they name a folder for temporary files.
            "TMPDIR"
            | "TMP"
            | "TEMP"
            | "TEMPDIR"
            | "env:TEMP"
            | "env:TMP"
            | "env:TMPDIR"
            | "RUNNER_TEMP"
            | "env:RUNNER_TEMP"
            | "AGENT_TEMPDIRECTORY"
            | "BATS_TMPDIR"
            | "BATS_TEST_TMPDIR"
            | "BATS_FILE_TMPDIR"
            | "PYTEST_TMPDIR"
            | "TEST_TMPDIR"
            | "SLURM_TMPDIR"
            | "XDG_RUNTIME_DIR" => Some(Value::Text("/tmp")),
            // What a step hands to the next ones; each step has files of its own for it.
            "GITHUB_ENV"
            | "GITHUB_OUTPUT"
            | "GITHUB_PATH"
            | "GITHUB_STEP_SUMMARY"
            | "GITHUB_STATE" => Some(Value::Text("/tmp/step")),
            _ => None,
        }
    }

    /// The name a variable is kept under: PowerShell and cmd do not care about capitals.
    pub(in crate::facts) fn variable_key(&self, name: &'a str) -> &'a str {
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
    pub(in crate::facts) fn windows_variable(&self, key: &str) -> Option<Value<'a>> {
        let powershell = self.dialect() == Dialect::PowerShell;
        let name = match key.strip_prefix("env:") {
            Some(name) => name,
            None if !powershell => key,
            None => {
                return match key {
                    "true" => Some(Value::Text("True")),
                    "false" => Some(Value::Text("False")),
                    "null" => Some(Value::Text("")),
                    "home" => Some(self.path_value(self.paths.home(), "~")),
                    "pwd" => Some(self.path_value(self.scope.now.directory?, ".")),
                    "profile" => Some(self.below_home(".config/powershell/profile.ps1")),
                    _ => None,
                };
            }
        };
        match name {
            "userprofile" | "home" => Some(self.path_value(self.paths.home(), "~")),
            "cd" => Some(self.path_value(self.scope.now.directory?, ".")),
            // Whatever they are set to, they name a folder for temporary files.
            "temp" | "tmp" | "tmpdir" | "runner_temp" | "agent_tempdirectory" => {
                Some(Value::Text("C:\\Temp"))
            }
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
    pub(in crate::facts) fn below_home(&self, below: &str) -> Value<'a> {
        match self.path_value(self.paths.home(), "~") {
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
    pub(in crate::facts) fn path_value(&self, path: Path<'a>, fallback: &'static str) -> Value<'a> {
        let path = self.paths.located(path);
        if path.base == crate::facts::place::Base::Root {
            let text = path.parts.join("/");
            let drive = path.parts.first().is_some_and(|part| part.ends_with(':'));
            let lead = if drive { "" } else { "/" };
            return Value::Text(
                bumpalo::format!(in self.arena, "{}{}", lead, text).into_bump_str(),
            );
        }
        let mut arg = Arg::whole(fallback, self.locate(Span::default()));
        arg.tilde = fallback == "~";
        if path.base == crate::facts::place::Base::Start && !path.parts.is_empty() {
            return Value::Text(
                bumpalo::format!(in self.arena, "{}", path.parts.join("/")).into_bump_str(),
            );
        }
        Value::List(self.arena.alloc_slice_copy(&[arg]))
    }
}

/// What variables held before a command they were set for.
#[derive(Clone, Copy, Debug)]
pub(in crate::facts) struct Environment<'a> {
    before: &'a [(&'a str, Option<Value<'a>>)],
    path_changed: bool,
    splitting_changed: bool,
    environment_changed: bool,
    /// Whether they may stay set.
    stays: bool,
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
