//! Code inside code: functions, aliases, blocks, texts that are read and run.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::scope::Defined;
use crate::facts::{Role, programs};
use crate::limits;
use crate::shell;
use crate::shell::tree::{Piece, ProblemKind, Script};
use crate::source::{File, Location, Origin, Stretch};

impl<'a> Walker<'a> {
    /// Follows a function's body with these arguments, or with unknown ones.
    pub(in crate::facts) fn follow_function(
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
        let locals = self.scope.locals();
        self.scope.now.positional = args;
        self.following.push(name);
        let output = self.script(&defined.function.body);
        self.following.pop();
        self.scope.leave_function(locals);
        // What a function changes stays changed, except its own words and what flows into it.
        let before = mark.setting();
        self.scope.now.positional = before.positional;
        self.scope.now.input = before.input;
        self.scope.now.fallback = before.fallback;
        self.depth -= 1;
        output
    }

    /// Follows an alias: its text, with the words behind the name added.
    pub(in crate::facts) fn follow_alias(
        &mut self,
        name: &'a str,
        code: &Arg<'a>,
        rest: &'a [Arg<'a>],
        at: Location,
    ) -> Stream<'a> {
        self.push_invocation(name, name, Role::Wrapper, rest, at);
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

    pub(in crate::facts) fn deeper(&mut self, span: crate::source::Span) -> bool {
        if self.depth >= limits::CARRIED_DEPTH {
            self.report(ProblemKind::TooDeep, span);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Runs a piece of code that was handed over as a value.
    pub(in crate::facts) fn run_block(
        &mut self,
        block: &Script<'a>,
        args: &'a [Arg<'a>],
    ) -> Stream<'a> {
        if !self.deeper(block.span) {
            return Stream::Unknown;
        }
        let positional = self.scope.now.positional.replace(args);
        let output = self.script(block);
        self.scope.now.positional = positional;
        self.depth -= 1;
        output
    }

    /// Runs the words of another command in the name of the current one.
    pub(crate) fn run_wrapped(&mut self, args: &'a [Arg<'a>]) -> Stream<'a> {
        let Some((first, last)) = args.first().zip(args.last()) else { return Stream::Idle };
        let at = Location { source: first.at.source, span: first.at.span.to(last.at.span) };
        if !self.deeper(at.span) {
            return Stream::Unknown;
        }
        let index = self.current;
        let outer = self.wrapped_by.replace(index);
        let output = self.run(args, at);
        self.wrapped_by = outer;
        self.current = index;
        self.depth -= 1;
        output
    }

    /// Reads an argument as code and runs it.
    pub(crate) fn run_code(
        &mut self,
        arg: &Arg<'a>,
        dialect: Dialect,
        scoping: Scoping,
    ) -> Stream<'a> {
        if let Knowledge::Block(block) = arg.knowledge {
            return self.run_block(block, &[]);
        }
        let stream = self.flow_of(arg);
        self.run_stream(stream, dialect, scoping, arg.at)
    }

    /// Reads what flows in as code and runs it.
    pub(crate) fn run_stream(
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
                self.runs_unknown(at);
                Stream::Unknown
            }
            // In single quotes a parameter would be text: a hole is none.
            Stream::Text(flow)
                if !flow.exact && flow.text.contains('\'') && flow.text.contains("$_") =>
            {
                let text = self.with_holes_unquoted(flow.text);
                self.run_flow(Flow { text, written: None, ..flow }, dialect, scoping)
            }
            Stream::Text(flow) => self.run_flow(flow, dialect, scoping),
            Stream::Download => {
                self.add(Kind::RunsDownload, Domain::Code, Place::Unknown, Traits::empty(), at);
                Stream::Unknown
            }
            Stream::Unknown => {
                self.runs_unknown(at);
                Stream::Unknown
            }
            Stream::Idle => Stream::Unknown,
        }
    }

    /// A text in which holes stand outside of single quotes: `'a$_'` becomes `'a'"$_"''`.
    fn with_holes_unquoted(&self, text: &'a str) -> &'a str {
        let mut out = bumpalo::collections::String::with_capacity_in(text.len() + 8, self.arena);
        let mut quote = None;
        let mut rest = text.chars();
        while let Some(letter) = rest.next() {
            match (quote, letter) {
                (Some('\''), '$') if rest.as_str().starts_with('_') => {
                    rest.next();
                    out.push_str("'\"$_\"'");
                    continue;
                }
                (None | Some('"'), '\\') => {
                    out.push(letter);
                    out.extend(rest.next());
                    continue;
                }
                (None, '\'' | '"') => quote = Some(letter),
                (Some(open), _) if open == letter => quote = None,
                _ => {}
            }
            out.push(letter);
        }
        out.into_bump_str()
    }

    /// Reads a known text as code and runs it.
    pub(crate) fn run_flow(
        &mut self,
        flow: Flow<'a>,
        dialect: Dialect,
        scoping: Scoping,
    ) -> Stream<'a> {
        if !self.deeper(flow.at.span) {
            return Stream::Unknown;
        }
        let origin = Origin { parent: flow.at, map: self.stretches(&flow) };
        let Some(id) = self.reading.sources.add(flow.text, dialect, origin) else {
            self.reading.report(ProblemKind::TooMany, flow.at.source, flow.at.span);
            self.depth -= 1;
            return Stream::Unknown;
        };
        if let Some((path, line)) = self.file_of(flow.text) {
            self.reading.sources.comes_from(id, File { path, line });
        }
        let script = shell::read_source(&mut self.reading, id);
        let index = self.current;
        let outer = self.wrapped_by.replace(index);
        let mark = self.scope.mark();
        // A nested command reads what flows in, unless that was the text it was read from.
        if matches!(self.scope.now.input, Stream::Text(input) if std::ptr::eq(input.text, flow.text))
        {
            self.scope.now.input = Stream::Idle;
        }
        let output = self.script(&script);
        match scoping {
            Scoping::Shared => self.scope.now.input = mark.input(),
            Scoping::Own => self.leave_subshell(mark),
        }
        self.wrapped_by = outer;
        self.current = index;
        self.depth -= 1;
        output
    }

    /// Which stretches of a text stand letter by letter where it was written.
    pub(in crate::facts) fn stretches(&self, flow: &Flow<'a>) -> &'a [Stretch] {
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
    /// it may as well take prose, so only what is unmistakable counts.
    pub(in crate::facts) fn search_wrapped(&mut self, args: &'a [Arg<'a>]) {
        if self.depth >= limits::CARRIED_DEPTH {
            return;
        }
        for (index, arg) in args.iter().enumerate().take(12) {
            let Some(name) = arg.literal() else { continue };
            if programs::only_prints(name) {
                return;
            }
            let behind = args.get(index + 1).map_or("", |next| next.text);
            let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
            // `launcher cmd /c …`: nobody tells such a story.
            if programs::is_windows_shell(file) && behind.starts_with(['/', '-']) {
                self.run_wrapped(args.get(index..).unwrap_or(&[]));
                return;
            }
            if !programs::worth_a_search(name.rsplit('/').next().unwrap_or(name)) {
                continue;
            }
            let invocations = self.invocations.len();
            let effects = self.effects.len();
            let current = self.current;
            self.run_wrapped(args.get(index..).unwrap_or(&[]));
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
