//! Variables: what a text sets, and what every shell sets.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::{Path, Place};
use crate::facts::scope::Value;
use crate::limits;
use crate::shell::tree::{AssignedValue, Assignment, Node, Script};
use crate::source::Span;

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
                    Knowledge::Start if !arg.text.is_empty() => {
                        Value::List(self.arena.alloc_slice_copy(&[arg]))
                    }
                    Knowledge::Block(_) => Value::List(self.arena.alloc_slice_copy(&[arg])),
                    _ => Value::Unknown,
                }
            }
            AssignedValue::List(words) => Value::List(self.expand_all(words)),
        };
        if assignment.appends && self.dialect() == Dialect::Zsh {
            self.assign_table(assignment, value);
        }
        if self.dialect() == Dialect::PowerShell {
            let at = self.locate(assignment.span);
            // `$x.Action = { … }`: whoever holds the object may run it.
            if assignment.appends
                && let Value::List([one]) = value
                && let Knowledge::Block(block) = one.knowledge
            {
                self.run_block(block, &[]);
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
        let value = if assignment.appends { self.appended(name, value) } else { value };
        self.set_variable(name, value);
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
