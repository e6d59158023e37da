//! What the models of programs may ask of the walker, and change in it.

use super::{Scoping, Walker};
use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::place::Path;
use crate::facts::programs::variables::{self, Door};
use crate::facts::scope::Value;
use crate::source::Location;

impl<'a> Walker<'a> {
    /// What flows into the current program.
    #[must_use]
    pub(crate) fn input(&self) -> Stream<'a> {
        self.scope.now.input
    }

    /// Where the current program stands.
    #[must_use]
    pub(crate) fn here(&self) -> Location {
        self.invocations
            .get(self.current as usize)
            .map_or_else(|| self.locate(crate::source::Span::default()), |invocation| invocation.at)
    }

    /// Says what the current program writes.
    pub(crate) fn writes(&mut self, output: Stream<'a>) {
        self.output = output;
    }

    /// Whether anyone looks at what the current program writes.
    #[must_use]
    pub(crate) fn is_captured(&self) -> bool {
        self.captured
    }

    /// Sets a variable for the commands that follow. Some variables are code in disguise.
    pub(crate) fn set_variable(&mut self, name: &'a str, value: Value<'a>) {
        let name = self.variable_key(name);
        let name = self.scope.referred(name);
        self.scope.set(name, value);
        variables::run_if_code(self, name, value);
    }

    /// Sets the variable that a word names, perhaps with a subscript (`read 'x[1]'`).
    pub(crate) fn set_named(&mut self, word: &Arg<'a>, value: Value<'a>) {
        let known = word.known().is_some();
        match word.text.split_once('[') {
            Some((name, key)) => {
                self.evaluate_number(word.text, word.at);
                let key = match known {
                    true => Arg::whole(key.strip_suffix(']').unwrap_or(key), word.at),
                    false => Arg::unknown(word.at),
                };
                self.set_element(name, &key, value);
            }
            None if known => self.set_variable(word.text, value),
            // A name that only the shell will know may be any.
            None => {
                self.scope.now.variables_unknown = true;
                self.scope.now.commands_unknown |= word.text.starts_with("BASH_");
            }
        }
    }

    /// From here on programs see a variable: what they make of it may not be known.
    pub(crate) fn hand_over(&mut self, name: &str) {
        let harmless = matches!(
            self.scope.held(name),
            Some(Value::Text("" | "cat" | "less" | "more" | "true" | ":" | "vi" | "vim" | "nano"))
        );
        match Door::of(name) {
            Door::Data | Door::Prompt => {}
            Door::Command if harmless => {}
            Door::Command
            | Door::Loads
            | Door::Options(_)
            | Door::Writes(_)
            | Door::Foreign
            | Door::Moves
            | Door::Guard
            | Door::Unknown => self.scope.now.environment_changed = true,
        }
    }

    /// From here on one variable stands for another.
    pub(crate) fn refer_variable(&mut self, name: &'a str, other: &'a str) {
        self.scope.refer(name, other);
    }

    /// From here on a variable makes something else of what it is set to.
    pub(crate) fn transform_variable(&mut self, name: &'a str) {
        self.scope.transform(name);
    }

    /// From here on a variable belongs to the function being followed.
    pub(crate) fn declare_local(&mut self, name: &'a str) {
        if !self.following.is_empty() {
            self.scope.declare_local(name);
        }
    }

    /// From here on no variable is known.
    pub(crate) fn forget_variables(&mut self) {
        self.scope.now.variables_unknown = true;
    }

    /// From here on no command is known by its name.
    pub(crate) fn forget_commands(&mut self) {
        self.scope.now.commands_unknown = true;
    }

    /// From here on the last command of a pipe runs in the shell itself.
    pub(crate) fn keep_end_of_pipes(&mut self) {
        self.scope.now.keeps_end_of_pipes = true;
    }

    /// Adds to a variable; what is added to code is code.
    pub(crate) fn append_variable(&mut self, name: &'a str, value: Value<'a>) {
        let joined = self.appended(name, value);
        self.scope.set(name, joined);
        variables::run_if_code(self, name, value);
    }

    /// Remembers code that runs later, with what is set by then.
    pub(crate) fn set_trap(&mut self, code: Arg<'a>) {
        let source = self.source;
        self.scope.trap(code, source);
    }

    /// Remembers that a file is a program under another name: a link to it, or a copy.
    pub(crate) fn link_program(&mut self, file: &Arg<'a>, program: Arg<'a>) {
        if let Some(path) = self.paths.path(self.scope.now.directory, file) {
            self.scope.link(path, program);
        }
    }

    /// Remembers that a file is a link, and where it leads.
    pub(crate) fn link_file(&mut self, file: &Arg<'a>, source: &Arg<'a>, symbolic: bool) {
        let Some(path) = self.paths.path(self.scope.now.directory, file) else { return };
        // A symbolic link is read from the folder it lies in.
        let from = match path.parts {
            [above @ .., _] if symbolic => Some(Path { base: path.base, parts: above }),
            _ => self.scope.now.directory,
        };
        if source.known().is_some()
            && let Some(to) = self.paths.path(from, source)
        {
            self.scope.link_path(path, to);
        }
    }

    /// Remembers another name for a command.
    pub(crate) fn set_alias(&mut self, name: &'a str, code: Arg<'a>) {
        self.scope.alias(name, code);
    }

    /// Drops the first of `$1`, `$2`….
    pub(crate) fn shift_positional(&mut self, by: usize) {
        let shifted = self.scope.now.positional.map(|args| args.get(by..).unwrap_or(&[]));
        self.scope.now.positional = shifted;
    }

    /// What a file holds, where the text itself has written it.
    #[must_use]
    pub(crate) fn content_of(&self, file: &Arg<'a>) -> Option<Stream<'a>> {
        self.file_content(file)
    }

    /// Says what a file holds from now on.
    pub(crate) fn set_content(&mut self, file: &Arg<'a>, content: Stream<'a>) {
        if let Some(path) = self.paths.path(self.scope.now.directory, file) {
            self.scope.write(path, content);
        }
    }

    /// Sets `$1`, `$2`… for the commands that follow.
    pub(crate) fn set_positional(&mut self, args: &'a [Arg<'a>]) {
        self.scope.now.positional = Some(args);
    }

    /// Changes the current directory.
    pub(crate) fn go(&mut self, target: &Arg<'a>) {
        let known = target.known().is_some() && !target.glob;
        self.scope.now.fallback = self.scope.now.directory;
        self.scope.now.directory =
            known.then(|| self.paths.path(self.scope.now.directory, target)).flatten();
    }

    /// Changes to the home directory.
    pub(crate) fn go_home(&mut self) {
        self.scope.now.fallback = None;
        self.scope.now.directory = Some(self.paths.home());
    }

    /// From here on the current directory is not known.
    pub(crate) fn forget_directory(&mut self) {
        self.scope.now.directory = None;
    }

    /// Does something with more rights.
    pub(crate) fn with_privilege(&mut self, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.scope.now.privileged, true);
        body(self);
        self.scope.now.privileged = outer;
    }

    /// Does something on another machine or in a container.
    pub(crate) fn with_elsewhere(&mut self, body: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.scope.now.elsewhere, true);
        body(self);
        self.scope.now.elsewhere = outer;
    }

    /// Does something with other values for `$1`, `$2`….
    pub(crate) fn with_positional<T>(
        &mut self,
        positional: Option<&'a [Arg<'a>]>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.scope.now.positional, positional);
        let result = body(self);
        self.scope.now.positional = outer;
        result
    }

    /// Does something with other text flowing in.
    pub(crate) fn with_input<T>(
        &mut self,
        input: Stream<'a>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.scope.now.input, input);
        let result = body(self);
        self.scope.now.input = outer;
        result
    }

    /// Runs the words of another command, whose output is the current program's output.
    pub(crate) fn run_wrapped_writing(&mut self, args: &'a [Arg<'a>]) {
        let output = self.run_wrapped(args);
        self.writes(output);
    }

    /// Runs code to which the caller adds words that are not known yet.
    pub(crate) fn run_callback(&mut self, code: &Arg<'a>) {
        let dialect = self.dialect();
        let flow = match self.flow_of(code) {
            Stream::Text(flow) => {
                let text = bumpalo::format!(in self.arena, "{} $_", flow.text).into_bump_str();
                Stream::Text(Flow { text, written: None, exact: false, ..flow })
            }
            other => other,
        };
        self.run_stream(flow, dialect, Scoping::Own, code.at);
    }

    /// The words of a command with more words behind them.
    #[must_use]
    pub(crate) fn appended_words(&self, words: &[Arg<'a>], more: &[Arg<'a>]) -> &'a [Arg<'a>] {
        let mut all =
            bumpalo::collections::Vec::with_capacity_in(words.len() + more.len(), self.arena);
        all.extend_from_slice(words);
        all.extend_from_slice(more);
        all.into_bump_slice()
    }

    /// An argument as a text that could be read as code.
    pub(crate) fn flow_of_arg(&mut self, arg: &Arg<'a>) -> Stream<'a> {
        self.flow_of(arg)
    }

    /// Words joined by blanks, as `echo` and `eval` do.
    pub(crate) fn joined(&mut self, words: &[Arg<'a>], at: Location) -> Stream<'a> {
        match words {
            [] => return Stream::Text(Flow { text: "", at, written: None, exact: true }),
            [one] => return self.flow_of(one),
            _ => {}
        }
        let mut text = bumpalo::collections::String::new_in(self.arena);
        let mut exact = true;
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            match self.flow_of(word) {
                Stream::Text(flow) => {
                    exact &= flow.exact;
                    text.push_str(flow.text);
                }
                Stream::Download => return Stream::Download,
                Stream::Idle | Stream::Unknown => {
                    exact = false;
                    text.push_str("$_");
                }
            }
        }
        Stream::Text(Flow { text: text.into_bump_str(), at, written: None, exact })
    }

    /// A text with backslash escapes resolved, as `echo -e` and `printf` do.
    #[must_use]
    pub(crate) fn unescaped(&self, text: &'a str) -> &'a str {
        if !text.contains('\\') {
            return text;
        }
        let mut out = bumpalo::collections::String::with_capacity_in(text.len(), self.arena);
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            out.push_str(rest.get(..at).unwrap_or_default());
            rest = rest.get(at + 1..).unwrap_or_default();
            let (decoded, used) = decode_escape(rest);
            match decoded {
                Some(character) => out.push(character),
                None => out.push('\\'),
            }
            rest = rest.get(used..).unwrap_or_default();
        }
        out.push_str(rest);
        out.into_bump_str()
    }
}

/// The character an escape stands for and how many bytes behind the backslash it takes.
fn decode_escape(rest: &str) -> (Option<char>, usize) {
    let number =
        |digits: &str, radix: u32| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    let run = |from: usize, most: usize, radix: u32| {
        let tail = rest.get(from..).unwrap_or_default();
        let len = tail.chars().take(most).take_while(|c| c.is_digit(radix)).count();
        tail.get(..len).unwrap_or_default()
    };
    match rest.chars().next() {
        Some('n') => (Some('\n'), 1),
        Some('t') => (Some('\t'), 1),
        Some('r') => (Some('\r'), 1),
        Some('a' | 'b' | 'f' | 'v' | 'e' | 'E') => (Some(' '), 1),
        Some('\\') => (Some('\\'), 1),
        Some('"') => (Some('"'), 1),
        Some('\'') => (Some('\''), 1),
        Some('x') => {
            let digits = run(1, 2, 16);
            (number(digits, 16), if digits.is_empty() { 0 } else { 1 + digits.len() })
        }
        Some('u' | 'U') => {
            let digits = run(1, 8, 16);
            (number(digits, 16), if digits.is_empty() { 0 } else { 1 + digits.len() })
        }
        Some('0'..='7') => {
            let digits = run(0, 4, 8);
            (number(digits, 8), digits.len())
        }
        _ => (None, 0),
    }
}
