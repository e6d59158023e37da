//! Texts that flow: redirections, pipes, files a text writes itself, substitutions.

use super::Walker;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::place::Path;
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
                Redirect::Append | Redirect::ReadWrite => {
                    // What the text has not written itself is not followed.
                    if let Some(before) = self.file_content(&arg)
                        && redirection.descriptor.is_none_or(|fd| fd == 1)
                    {
                        let path = self.paths.path(self.scope.now.directory, &arg);
                        file = path.map(|path| Taken { path, before });
                    }
                    self.redirected(&arg, false, at);
                }
                Redirect::Duplicate => {}
                Redirect::HereDocument | Redirect::HereString => {
                    self.scope.now.input = self.flow_of(&arg);
                }
                Redirect::Read => {
                    self.input_file = Some(self.arena.alloc(arg));
                    self.scope.now.input = match arg.knowledge {
                        Knowledge::Pipe(stream) => *stream,
                        Knowledge::Whole if arg.text == "/dev/null" => Stream::Idle,
                        _ => self.file_content(&arg).unwrap_or(Stream::Unknown),
                    };
                }
            }
        }
        file
    }

    /// What a file holds, where the text itself has written it.
    pub(in crate::facts) fn file_content(&self, arg: &Arg<'a>) -> Option<Stream<'a>> {
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
        self.scope.restore(mark);
        output
    }

    /// Runs a script in a subshell with something flowing into it.
    pub(in crate::facts) fn run_with_input(&mut self, script: &Script<'a>, input: Stream<'a>) {
        let mark = self.scope.mark();
        self.scope.now.input = input;
        self.script(script);
        self.scope.restore(mark);
    }

    /// An argument as a text that could be read as code: exact where all of it is known, with
    /// parameters standing for what is not.
    pub(in crate::facts) fn flow_of(&mut self, arg: &Arg<'a>) -> Stream<'a> {
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
