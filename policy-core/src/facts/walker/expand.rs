//! From a word as written to the arguments a program would receive.

use super::{Scoping, Walker};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Args, Flow, Knowledge, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::scope::Value;
use crate::limits;
use crate::shell::tree::{
    Parameter, ParameterForm, Piece, ProblemKind, Substitution, SubstitutionKind, Word,
};
use crate::source::{Location, Span};

type ArenaString<'a> = bumpalo::collections::String<'a>;

/// A word in the making.
#[derive(Clone)]
struct Draft<'a> {
    text: ArenaString<'a>,
    /// Once something unknown was met, nothing more is added.
    open: bool,
    special: Option<Knowledge<'a>>,
    glob: bool,
    tilde: bool,
    /// Whether a `~` further inside stands for a home directory (`of=~/x`).
    inner_tilde: bool,
    /// Whether the word exists even if its text is empty (it has quotes or literal text).
    present: bool,
    /// Whether it is only a part of what the word becomes.
    part: bool,
}

impl<'a> Walker<'a> {
    /// Expands a word and adds the arguments it becomes.
    #[inline]
    pub(in crate::facts) fn expand(&mut self, word: &'a Word<'a>, out: &mut Args<'a>) {
        match word.plain() {
            Some(text) => out.push(self.plain(word, text)),
            None => self.expand_mixed(word, out),
        }
    }

    /// Expands a word that is more than plain text.
    fn expand_mixed(&mut self, word: &'a Word<'a>, out: &mut Args<'a>) {
        let draft = Draft {
            text: ArenaString::new_in(self.arena),
            open: true,
            special: None,
            glob: false,
            tilde: false,
            inner_tilde: false,
            present: false,
            part: false,
        };
        let first = out.len();
        self.expand_pieces(word.pieces, draft, word, out, first);
    }

    /// Expands words to all the arguments they become.
    pub(in crate::facts) fn expand_all(&mut self, words: &'a [Word<'a>]) -> &'a [Arg<'a>] {
        // Mostly every word becomes one argument.
        let mut args = Args::with_capacity_in(words.len(), self.arena);
        for word in words {
            self.expand(word, &mut args);
        }
        args.into_bump_slice()
    }

    /// The argument a plain word becomes.
    fn plain(&self, word: &'a Word<'a>, text: &'a str) -> Arg<'a> {
        Arg { written: Some(word), ..Arg::whole(text, self.locate(word.span)) }
    }

    /// Expands a word that stays one (an assignment's value, a redirection's target).
    pub(in crate::facts) fn expand_one(&mut self, word: &'a Word<'a>) -> Arg<'a> {
        if let Some(text) = word.plain() {
            return self.plain(word, text);
        }
        let mut out = self.take_scratch();
        self.expand(word, &mut out);
        let one = match out.as_slice() {
            [] => Arg::whole("", self.locate(word.span)),
            [one] => *one,
            [first, ..] if out.iter().all(|arg| arg.known().is_some()) => {
                let mut text = ArenaString::new_in(self.arena);
                for (index, arg) in out.iter().enumerate() {
                    if index > 0 {
                        text.push(' ');
                    }
                    text.push_str(arg.text);
                }
                first.with_text(text.into_bump_str())
            }
            [first, ..] => Arg { knowledge: Knowledge::Start, ..*first },
        };
        self.give_scratch(out);
        one
    }

    fn expand_pieces(
        &mut self,
        pieces: &'a [Piece<'a>],
        mut draft: Draft<'a>,
        word: &'a Word<'a>,
        out: &mut Args<'a>,
        first: usize,
    ) {
        let mut pieces = pieces;
        while let Some((piece, rest)) = pieces.split_first() {
            pieces = rest;
            match piece {
                Piece::Text { text, .. } => {
                    draft.present = true;
                    draft.push(text);
                }
                Piece::Glob { text, .. } => {
                    draft.present = true;
                    draft.glob = true;
                    draft.push(text);
                }
                Piece::Tilde { user, .. } => {
                    draft.present = true;
                    match self.scope.get("HOME").filter(|_| user.is_empty()) {
                        // A home that the text has moved.
                        Some(home) => self.add_value(home, true, &mut draft, word, out),
                        None => {
                            draft.tilde = draft.text.is_empty();
                            draft.inner_tilde |= !draft.tilde;
                            draft.push("~");
                            draft.push(user);
                        }
                    }
                }
                Piece::Opaque { .. } => draft.stop(),
                Piece::Arithmetic { words, at } => {
                    self.evaluate_all(words);
                    self.evaluate_arithmetic(self.locate(*at));
                    draft.stop();
                }
                Piece::Code { text, at } => {
                    let at = self.locate(*at);
                    let dialect = self.dialect();
                    self.run_flow(
                        Flow { text, at, written: None, exact: true },
                        dialect,
                        Scoping::Shared,
                    );
                    draft.glob = true;
                }
                Piece::Brace { alternatives, .. } => {
                    for alternative in *alternatives {
                        if out.len() - first >= limits::EXPANSION_WORDS {
                            self.report(ProblemKind::TooMany, word.span);
                            return;
                        }
                        let mut branch = draft.clone();
                        branch.part = true;
                        // `{a,}` is one word: an empty one stays only where quotes hold it,
                        // and in zsh.
                        branch.present |= !alternative.span.is_empty()
                            || self.dialect() == Dialect::Zsh
                            || has_quotes(word);
                        self.expand_alternative(alternative.pieces, rest, branch, word, out, first);
                    }
                    return;
                }
                Piece::Parameter(parameter) => {
                    self.expand_parameter(parameter, &mut draft, word, out);
                }
                Piece::Substitution(substitution) => {
                    self.expand_substitution(substitution, &mut draft, word, out);
                }
            }
        }
        if draft.present || !draft.text.is_empty() || !draft.open || draft.special.is_some() {
            out.push(self.conclude(draft, word));
        }
    }

    /// One alternative of a brace, followed by what stands behind the brace.
    fn expand_alternative(
        &mut self,
        alternative: &'a [Piece<'a>],
        rest: &'a [Piece<'a>],
        draft: Draft<'a>,
        word: &'a Word<'a>,
        out: &mut Args<'a>,
        first: usize,
    ) {
        let mut joined =
            bumpalo::collections::Vec::with_capacity_in(alternative.len() + rest.len(), self.arena);
        joined.extend_from_slice(alternative);
        joined.extend_from_slice(rest);
        self.expand_pieces(joined.into_bump_slice(), draft, word, out, first);
    }

    fn conclude(&self, draft: Draft<'a>, word: &'a Word<'a>) -> Arg<'a> {
        let knowledge = match draft.special {
            Some(special) => special,
            None if draft.open => Knowledge::Whole,
            None => Knowledge::Start,
        };
        Arg {
            text: draft.text.into_bump_str(),
            knowledge,
            glob: draft.glob,
            tilde: draft.tilde,
            inner_tilde: draft.inner_tilde,
            at: self.locate(word.span),
            written: (!draft.part).then_some(word),
        }
    }

    fn expand_parameter(
        &mut self,
        parameter: &'a Parameter<'a>,
        draft: &mut Draft<'a>,
        word: &'a Word<'a>,
        out: &mut Args<'a>,
    ) {
        draft.present |= parameter.quoted;
        let value = self.parameter_value(parameter);
        self.add_value(value, parameter.quoted, draft, word, out);
    }

    /// What a parameter expands to. The words inside its braces are evaluated once.
    fn parameter_value(&mut self, parameter: &'a Parameter<'a>) -> Value<'a> {
        let set = self.variable(parameter.name);
        match parameter.form {
            ParameterForm::Plain => match set {
                // A posix shell takes the first element; zsh and PowerShell hand over all of them.
                Some(Value::List(list))
                    if !matches!(self.dialect(), Dialect::PowerShell | Dialect::Zsh)
                        && !matches!(parameter.name, "@" | "*") =>
                {
                    list.get(..1).map_or(Value::Unknown, Value::List)
                }
                Some(value) => value,
                None => Value::Unknown,
            },
            ParameterForm::Elements => {
                self.evaluate_all(parameter.words);
                set.unwrap_or(Value::Unknown)
            }
            ParameterForm::Default | ParameterForm::Assign => {
                let default = self.last_word(parameter.words);
                let assigns = parameter.form == ParameterForm::Assign;
                match set {
                    Some(Value::Text("")) | None => {
                        if assigns {
                            self.set_variable(parameter.name, default);
                        }
                        default
                    }
                    Some(value) => value,
                }
            }
            ParameterForm::Alternative => {
                let alternative = self.last_word(parameter.words);
                match set {
                    Some(Value::Text("")) => Value::Text(""),
                    Some(Value::Text(_) | Value::List(_)) => alternative,
                    _ => Value::Unknown,
                }
            }
            ParameterForm::Other => {
                self.evaluate_all(parameter.words);
                self.run_if_evaluated(parameter, set);
                self.evaluate_inside(parameter, set);
                match set {
                    // `${=x}` and `$=x` of zsh hand the value on.
                    Some(value) if self.is_plain_flag(parameter) => value,
                    _ => Value::Unknown,
                }
            }
        }
    }

    /// `${x@P}` and zsh's `${(e)x}` expand the value once more, and run what stands in it.
    fn run_if_evaluated(&mut self, parameter: &'a Parameter<'a>, value: Option<Value<'a>>) {
        let at = self.locate(parameter.at);
        let written = self.reading.sources.slice(at);
        let flags = written.strip_prefix("${(").and_then(|rest| rest.split(')').next());
        if !written.contains("@P") && !flags.is_some_and(|flags| flags.contains(['e', '%'])) {
            return;
        }
        match value {
            Some(Value::Text(text)) if !text.contains("$(") && !text.contains('`') => {}
            Some(Value::Text(text)) => {
                let code = bumpalo::format!(in self.arena, ": \"{}\"", text).into_bump_str();
                let dialect = self.dialect();
                self.run_flow(
                    Flow { text: code, at, written: None, exact: true },
                    dialect,
                    Scoping::Own,
                );
            }
            _ => self.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::empty(), at),
        }
    }

    /// `${!x}`, `${a[x]}`, `${x:n}`: what is evaluated inside may run something, or set the
    /// variable (`${x::=word}` of zsh, `${x=word}` of an element).
    fn evaluate_inside(&mut self, parameter: &'a Parameter<'a>, value: Option<Value<'a>>) {
        if self.dialect().ignores_case() {
            return;
        }
        let at = self.locate(parameter.at);
        let written = self.reading.sources.slice(at);
        if written.contains("::=") || written.contains("]=") || written.contains("]:=") {
            self.set_variable(parameter.name, Value::Unknown);
        }
        if written.starts_with("${!")
            && let Some(Value::Text(text)) = value
        {
            self.evaluate_number(text, at);
        } else if written.contains(['[', ':']) && self.scope.names_subscript(written) {
            self.runs_unknown(at);
        }
    }

    /// Whether an expansion of zsh only says how its value is split.
    fn is_plain_flag(&self, parameter: &Parameter<'a>) -> bool {
        let written = self.reading.sources.slice(self.locate(parameter.at));
        written.starts_with("${=") || written.starts_with("$=")
    }

    /// Evaluates every word and answers what the last one is.
    fn last_word(&mut self, words: &'a [Word<'a>]) -> Value<'a> {
        let mut last = Value::Text("");
        for word in words {
            let arg = self.expand_one(word);
            last = match arg.knowledge {
                // A tilde stands for a home here, and would not in a plain text.
                Knowledge::Whole if arg.tilde || arg.inner_tilde => {
                    Value::List(self.arena.alloc_slice_copy(&[arg]))
                }
                Knowledge::Whole => Value::Text(arg.text),
                Knowledge::Download => Value::Download,
                _ => Value::Unknown,
            };
        }
        last
    }

    fn add_value(
        &mut self,
        value: Value<'a>,
        quoted: bool,
        draft: &mut Draft<'a>,
        word: &'a Word<'a>,
        out: &mut Args<'a>,
    ) {
        match value {
            Value::Text(text) => {
                // zsh splits only on request (`${=x}`, `setopt shwordsplit`), and a name
                // with blanks in it is not a program: to split is the careful reading there too.
                let splits = !quoted && self.dialect() != Dialect::PowerShell;
                if self.dialect() == Dialect::Cmd && !quoted && text.contains(['&', '|', '<', '>'])
                {
                    // cmd reads the line only after it has put the value in. Where it was set on the
                    // same line, the next time the line runs is the first that finds it.
                    let next = u32::try_from(self.invocations.len()).unwrap_or(u32::MAX);
                    let outer = std::mem::replace(&mut self.current, next);
                    self.may_run_anything(self.locate(word.span));
                    self.current = outer;
                    draft.stop();
                } else if splits && self.scope.now.splitting_changed {
                    draft.stop();
                } else if splits && text.contains([' ', '\t', '\n']) {
                    self.add_split(text, draft, word, out);
                } else {
                    draft.glob |= !quoted && text.contains(['*', '?', '[']);
                    draft.push(text);
                }
            }
            Value::List(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.cut(draft, word, out);
                    }
                    // `$@` without quotes splits each of its elements.
                    if !quoted
                        && !matches!(self.dialect(), Dialect::PowerShell | Dialect::Zsh)
                        && !element.tilde
                        && let Some(text) = element.literal()
                        && text.contains([' ', '\t', '\n'])
                    {
                        self.add_split(text, draft, word, out);
                        continue;
                    }
                    draft.present = true;
                    draft.glob |= element.glob;
                    draft.tilde |= element.tilde && draft.text.is_empty();
                    draft.push(element.text);
                    match element.knowledge {
                        Knowledge::Whole => {}
                        Knowledge::Start => draft.stop(),
                        special => draft.special = Some(special),
                    }
                }
            }
            Value::Download => {
                draft.special = Some(Knowledge::Download);
                draft.stop();
            }
            Value::Unknown => draft.stop(),
        }
    }

    /// Adds a value that the shell splits at blanks.
    fn add_split(
        &mut self,
        text: &'a str,
        draft: &mut Draft<'a>,
        word: &'a Word<'a>,
        out: &mut Args<'a>,
    ) {
        let blank = [' ', '\t', '\n'];
        if text.starts_with(blank) && draft.present {
            self.cut(draft, word, out);
        }
        let mut fields = text.split(blank).filter(|field| !field.is_empty()).enumerate();
        for (index, field) in fields.by_ref() {
            if index > 0 {
                self.cut(draft, word, out);
            }
            if index >= limits::EXPANSION_WORDS {
                self.report(ProblemKind::TooMany, word.span);
                draft.stop();
                return;
            }
            draft.present = true;
            draft.glob |= field.contains(['*', '?', '[']);
            draft.push(field);
        }
        if text.ends_with(blank) && draft.present {
            self.cut(draft, word, out);
        }
    }

    /// Ends one argument and starts the next of the same word.
    fn cut(&self, draft: &mut Draft<'a>, word: &'a Word<'a>, out: &mut Args<'a>) {
        let fresh = Draft {
            text: ArenaString::new_in(self.arena),
            open: true,
            special: None,
            glob: false,
            tilde: false,
            inner_tilde: false,
            present: false,
            part: true,
        };
        let ended = std::mem::replace(draft, fresh);
        out.push(self.conclude(ended, word));
    }

    fn expand_substitution(
        &mut self,
        substitution: &'a Substitution<'a>,
        draft: &mut Draft<'a>,
        word: &'a Word<'a>,
        out: &mut Args<'a>,
    ) {
        draft.present |= substitution.quoted;
        match substitution.kind {
            SubstitutionKind::Block => draft.special = Some(Knowledge::Block(&substitution.body)),
            SubstitutionKind::Output => {
                let output = self.run_captured(&substitution.body);
                let value = match output {
                    Stream::Text(flow) if flow.exact => {
                        Value::Text(flow.text.trim_end_matches('\n'))
                    }
                    Stream::Download => Value::Download,
                    Stream::Idle if substitution.body.is_empty() => Value::Text(""),
                    Stream::Text(_) | Stream::Idle | Stream::Unknown => Value::Unknown,
                };
                // `for /f` of cmd takes lines, not words.
                let whole = substitution.quoted || self.dialect() == Dialect::Cmd;
                self.add_value(value, whole, draft, word, out);
            }
            SubstitutionKind::ReadFrom => {
                let output = self.run_captured(&substitution.body);
                draft.special = Some(Knowledge::Pipe(self.arena.alloc(output)));
            }
            SubstitutionKind::WriteTo => {
                self.run_with_input(&substitution.body, Stream::Unknown);
                draft.special = Some(Knowledge::Pipe(&Stream::Idle));
            }
        }
    }

    /// Evaluates a word for what its substitutions do, not for its value.
    pub(in crate::facts) fn evaluate(&mut self, word: &'a Word<'a>) {
        if word.plain().is_some() {
            return;
        }
        let mut out = self.take_scratch();
        self.expand(word, &mut out);
        self.give_scratch(out);
    }

    /// Evaluates words for what their substitutions do.
    pub(in crate::facts) fn evaluate_all(&mut self, words: &'a [Word<'a>]) {
        for word in words {
            self.evaluate(word);
        }
    }

    /// A place in the text being walked.
    pub(in crate::facts) fn locate(&self, span: Span) -> Location {
        Location { source: self.source, span }
    }
}

impl Draft<'_> {
    fn push(&mut self, text: &str) {
        if self.open && self.text.len() + text.len() <= limits::VALUE_BYTES.max(text.len()) {
            self.text.push_str(text);
        } else {
            self.open = false;
        }
    }

    fn stop(&mut self) {
        self.open = false;
    }
}

/// Whether some of a word is in none of its pieces: quotes, perhaps around nothing.
fn has_quotes(word: &Word<'_>) -> bool {
    let of = |piece: &Piece<'_>| match piece {
        Piece::Text { at, .. }
        | Piece::Arithmetic { at, .. }
        | Piece::Glob { at, .. }
        | Piece::Brace { at, .. }
        | Piece::Tilde { at, .. }
        | Piece::Code { at, .. }
        | Piece::Opaque { at } => at.len(),
        Piece::Parameter(parameter) => parameter.at.len(),
        Piece::Substitution(substitution) => substitution.at.len(),
    };
    word.pieces.iter().map(of).sum::<usize>() < word.span.len()
}
