//! Texts that flow: redirections, pipes, files a text writes itself, substitutions.

use super::Walker;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::place::{Base, Path};
use crate::facts::scope::Value;
use crate::limits;
use crate::shell::tree::{ParameterForm, Piece, Redirect, Redirection, Script, Word};

/// A file that takes the output of a command.
#[derive(Clone, Copy, Debug)]
pub(in crate::facts) struct Taken<'a> {
    path: Path<'a>,
    /// What it holds in front of that.
    before: Stream<'a>,
}

impl<'a> Walker<'a> {
    /// Remembers what a file holds once a command has written to it.
    pub(in crate::facts) fn take_output(&mut self, file: Taken<'a>, output: Stream<'a>) {
        let content = self.join_streams(file.before, output);
        self.scope.write(file.path, content);
    }

    /// What two commands in a row write.
    pub(in crate::facts) fn join_streams(
        &self,
        first: Stream<'a>,
        second: Stream<'a>,
    ) -> Stream<'a> {
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

    /// Notes what redirections do; answers the file that takes the output, if it is known.
    pub(in crate::facts) fn redirect_all(
        &mut self,
        redirections: &'a [Redirection<'a>],
    ) -> Option<Taken<'a>> {
        let mut file = None;
        for redirection in redirections {
            let arg = self.expand_one(&redirection.target);
            let at = self.locate(redirection.span);
            match redirection.kind {
                Redirect::Overwrite => {
                    if arg.literal().is_some() && redirection.descriptor.is_none_or(|fd| fd == 1) {
                        let path = self.paths.path(self.scope.now.directory, &arg);
                        file = path.map(|path| Taken { path, before: Stream::Idle });
                    }
                    self.redirected(&arg, true, at);
                }
                Redirect::Append => {
                    // What the text has not written itself is not followed.
                    if let Some(before) = self.file_content(&arg)
                        && redirection.descriptor.is_none_or(|fd| fd == 1)
                    {
                        let path = self.paths.path(self.scope.now.directory, &arg);
                        file = path.map(|path| Taken { path, before });
                    }
                    self.redirected(&arg, false, at);
                }
                // Opened to be written as well; what is written goes over the beginning.
                Redirect::ReadWrite => {
                    let written = redirection.descriptor.is_some_and(|number| number > 0);
                    self.redirected(&arg, written, at);
                    self.opens(redirection.descriptor, Stream::Unknown);
                }
                Redirect::Duplicate => {
                    let number = arg.text.trim_end_matches('-').parse();
                    let content = match number {
                        Ok(0) => Some(self.scope.now.input),
                        Ok(number) => self.scope.descriptor(number),
                        // `<&$fd`, `<&-`.
                        Err(_) if arg.known().is_none() => Some(Stream::Unknown),
                        Err(_) => None,
                    };
                    if let Some(content) = content.filter(|_| self.reads_from(redirection)) {
                        self.opens(redirection.descriptor, content);
                    }
                }
                Redirect::HereDocument | Redirect::HereString => {
                    let content = self.flow_of(&arg);
                    self.opens(redirection.descriptor, content);
                }
                Redirect::Read => {
                    self.input_file = Some(self.arena.alloc(arg));
                    let content = match arg.knowledge {
                        Knowledge::Pipe(stream) => *stream,
                        Knowledge::Whole if arg.text == "/dev/null" => Stream::Idle,
                        _ => self.file_content(&arg).unwrap_or(Stream::Unknown),
                    };
                    self.opens(redirection.descriptor, content);
                }
            }
        }
        file
    }

    /// Whether a descriptor is copied to be read from: `<&3`, not `>&3`.
    fn reads_from(&self, redirection: &Redirection<'a>) -> bool {
        let written = self.reading.sources.slice(self.locate(redirection.span));
        written.trim_start_matches(|c: char| c.is_ascii_digit() || c == '{').contains('<')
    }

    /// Notes what can be read from a descriptor from now on; standard input where none is named.
    fn opens(&mut self, descriptor: Option<u16>, content: Stream<'a>) {
        match descriptor {
            None | Some(0) => self.scope.now.input = content,
            Some(number) => self.scope.open(number, content),
        }
    }

    /// What a file holds, where the text itself has written it or opened it as a descriptor.
    pub(in crate::facts) fn file_content(&self, arg: &Arg<'a>) -> Option<Stream<'a>> {
        if arg.text.starts_with("/dev/") || arg.text.starts_with("/proc/self/fd/") {
            let number =
                arg.text.strip_prefix("/dev/fd/").or(arg.text.strip_prefix("/proc/self/fd/"));
            let number = match arg.text {
                "/dev/stdin" => Some(0),
                _ => number.and_then(|number| number.parse().ok()),
            };
            return match number? {
                0 => Some(self.scope.now.input),
                number => Some(self.scope.descriptor(number).unwrap_or(Stream::Unknown)),
            };
        }
        let path = self.paths.path(self.scope.now.directory, arg)?;
        self.scope.written(&path)
    }

    /// Runs a script in a subshell and answers what it writes.
    pub(in crate::facts) fn run_captured(&mut self, script: &Script<'a>) -> Stream<'a> {
        let mark = self.scope.mark();
        let captured = std::mem::replace(&mut self.captured, true);
        let piped_from = self.piped_from.take();
        let output = self.script(script);
        self.captured = captured;
        self.piped_from = piped_from;
        self.leave_subshell(mark);
        output
    }

    /// Runs a script in a subshell with something flowing into it.
    pub(in crate::facts) fn run_with_input(&mut self, script: &Script<'a>, input: Stream<'a>) {
        let mark = self.scope.mark();
        self.scope.now.input = input;
        self.script(script);
        self.leave_subshell(mark);
    }

    /// An argument as a text that could be read as code: exact where all of it is known, with
    /// parameters standing for what is not.
    pub(in crate::facts) fn flow_of(&mut self, arg: &Arg<'a>) -> Stream<'a> {
        match arg.knowledge {
            Knowledge::Whole
                if arg.tilde
                    && let Some(text) = self.with_home(arg.text) =>
            {
                Stream::Text(Flow { text, at: arg.at, written: None, exact: true })
            }
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

    /// A text that begins with a tilde, with the home folder in its place where that is known.
    fn with_home(&self, text: &'a str) -> Option<&'a str> {
        let below =
            text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
        let home = self.paths.home();
        if home.base != Base::Root || home.parts.first().is_some_and(|part| part.ends_with(':')) {
            return None;
        }
        let folder = home.parts.join("/");
        Some(bumpalo::format!(in self.arena, "/{}{}", folder, below).into_bump_str())
    }

    /// A word's text in which what only the shell will know stands as a parameter.
    pub(in crate::facts) fn with_holes(&self, word: &'a Word<'a>) -> &'a str {
        let mut text = bumpalo::collections::String::new_in(self.arena);
        for piece in word.pieces {
            match piece {
                Piece::Text { text: part, .. } | Piece::Glob { text: part, .. } => {
                    text.push_str(part)
                }
                Piece::Parameter(parameter) => match self.variable(parameter.name) {
                    Some(Value::Text(value)) if parameter.form == ParameterForm::Plain => {
                        text.push_str(value);
                    }
                    _ => text.push_str("$_"),
                },
                _ => text.push_str("$_"),
            }
        }
        text.into_bump_str()
    }
}
