//! Arguments that models make up: something below a directory, a template filled in; and the
//! ways programs write files.

use super::Walker;
use crate::facts::arg::{Arg, Args, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::place::Place;
use crate::facts::words::{Words, words};
use crate::limits;
use crate::shell::tree::{Piece, Word};
use crate::source::Location;

/// Endings of files that compilers and bundlers make.
const PRODUCTS: Words = words(
    "\
    o obj so a lib dll dylib exe out elf bin hex wasm i ii s S d gch pch bc ll ilk pdb map js mjs \
    cjs css class jar pdf dvi svg png rlib rmeta hi ko uf2 img iso tab dSYM min cmi cmo cmx cma",
);

impl<'a> Walker<'a> {
    /// A text that lives as long as the judgement.
    #[must_use]
    pub(crate) fn alloc_str(&self, text: &str) -> &'a str {
        self.arena.alloc_str(text)
    }

    /// A word that the text does not say, such as the current directory where none is named.
    #[must_use]
    pub(crate) fn implicit_arg(&self, word: &'static str, call: &Call<'a>) -> &'a Arg<'a> {
        self.arena.alloc(Arg::whole(word, call.at))
    }

    /// A row of arguments that lives as long as the judgement.
    #[must_use]
    pub(crate) fn row(&self, args: &[Arg<'a>]) -> &'a [Arg<'a>] {
        self.arena.alloc_slice_copy(args)
    }

    /// Does something in another directory, if one is given.
    pub(crate) fn in_directory<T>(
        &mut self,
        directory: Option<&Arg<'a>>,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = (self.scope.now.directory, self.scope.now.fallback);
        if let Some(directory) = directory {
            self.go(directory);
            // A program that cannot go there does nothing.
            self.scope.now.fallback = None;
        }
        let result = body(self);
        (self.scope.now.directory, self.scope.now.fallback) = outer;
        result
    }

    /// Does something in a folder below this one, and only the program knows which: a package of
    /// a workspace, a submodule.
    pub(crate) fn in_some_folder<T>(
        &mut self,
        at: Location,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.in_directory(Some(&Arg::whole("./_", at)), body)
    }

    /// Does something in a directory that only the program knows which starts it there: the home
    /// of another user, the folder of a service.
    pub(crate) fn in_unknown_directory<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.in_directory(None, |walker| {
            walker.forget_directory();
            walker.scope.now.fallback = None;
            body(walker)
        })
    }

    /// The entry of that name right below a directory.
    #[must_use]
    pub(crate) fn entry(&self, directory: &Arg<'a>, name: &str) -> Arg<'a> {
        if !matches!(directory.knowledge, Knowledge::Whole) {
            return *directory;
        }
        let head = directory.text.trim_end_matches('/');
        let root = head.is_empty() && !directory.text.is_empty();
        let text = match head {
            "" if !root => bumpalo::format!(in self.arena, "{}", name),
            _ => bumpalo::format!(in self.arena, "{}/{}", head, name),
        };
        Arg { text: text.into_bump_str(), written: None, ..*directory }
    }

    /// Some entry below a directory of which no more is known.
    #[must_use]
    pub(crate) fn somewhere_below(&self, directory: &Arg<'a>) -> Arg<'a> {
        match self.place_of(directory) {
            Place::Root | Place::Device => *directory,
            _ => self.entry(directory, "_"),
        }
    }

    /// Where a file lands that is put at `target`, which may be a directory.
    #[must_use]
    pub(crate) fn destination(&self, source: &Arg<'a>, target: &Arg<'a>) -> Arg<'a> {
        let directory = target.text.ends_with('/')
            || matches!(target.text, "." | ".." | "~")
            || matches!(
                self.place_of(target),
                Place::Root | Place::HomeRoot | Place::WorkspaceRoot | Place::TemporaryRoot
            );
        if !directory || !matches!(target.knowledge, Knowledge::Whole) {
            return *target;
        }
        let name = source.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let name = match source.knowledge {
            Knowledge::Whole if !matches!(name, "" | "." | "..") => name,
            _ => "_",
        };
        Arg { glob: false, ..self.entry(target, name) }
    }

    /// Writes over a file; `-` and pipes are no files.
    pub(crate) fn overwrites(&mut self, file: &Arg<'a>) {
        if file.is("-") {
            return;
        }
        self.touches(Kind::Overwrites, file, Traits::empty());
    }

    /// Makes a file that nobody minds being made anew, unless it lies where that does harm.
    pub(crate) fn makes(&mut self, file: &Arg<'a>) {
        let careful = matches!(
            self.place_of(file),
            Place::Device
                | Place::System
                | Place::Protected
                | Place::Root
                | Place::HomeRoot
                | Place::VersionControl
        );
        if careful && !file.is("-") {
            self.overwrites(file);
        } else {
            self.mark_changing();
        }
    }

    /// Writes what a build makes: nobody minds that where it looks like a product of one. A file of
    /// another kind, or one outside the workspace, may be somebody's work.
    pub(crate) fn builds(&mut self, file: &Arg<'a>) {
        let name = file.text.rsplit('/').next().unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let product = file.known().is_some()
            && (PRODUCTS.has(ending)
                || ending.is_empty()
                || ending.bytes().all(|b| b.is_ascii_digit()));
        let here = matches!(
            self.place_of(file),
            Place::Workspace | Place::BuildOutput | Place::Temporary | Place::Nowhere
        );
        // `-o "$OUT"` is what a script of a build does.
        if here && product || file.known().is_none() {
            self.makes(file);
        } else {
            self.overwrites(file);
        }
    }

    /// Runs an argument as a command line of the machine's shell.
    pub(crate) fn runs_shell(&mut self, code: &Arg<'a>) -> Stream<'a> {
        self.run_code(code, crate::shell::Dialect::Sh, super::Scoping::Own)
    }

    /// The same argument with a mark in it replaced by a value that may not be known.
    #[must_use]
    pub(crate) fn filled(&self, arg: &Arg<'a>, mark: &str, value: &Arg<'a>) -> Arg<'a> {
        if mark.is_empty() || !arg.text.contains(mark) {
            return *arg;
        }
        if arg.text == mark {
            return Arg { at: arg.at, ..*value };
        }
        // Many marks and a long value would make a text of any size.
        let marks = arg.text.matches(mark).count();
        if marks * value.text.len() > limits::SOURCE_BYTES {
            return Arg::unknown(arg.at);
        }
        if let (Some(_), Some(known)) = (arg.known(), value.known()) {
            let text = self.alloc_str(&arg.text.replace(mark, known));
            let tilde = arg.tilde || (value.tilde && arg.text.starts_with(mark));
            return Arg { text, tilde, glob: arg.glob || value.glob, written: None, ..*arg };
        }
        // What is not known stays a hole, so that the rest can still be read as code.
        let mut pieces = bumpalo::collections::Vec::new_in(self.arena);
        let mut beginning = None;
        for (index, part) in arg.text.split(mark).enumerate() {
            if index > 0 {
                pieces.push(Piece::Text { text: value.text, at: arg.at.span, quoted: true });
                pieces.push(Piece::Opaque { at: arg.at.span });
            } else {
                beginning = Some(part);
            }
            pieces.push(Piece::Text { text: part, at: arg.at.span, quoted: true });
        }
        let word: &'a Word<'a> =
            self.arena.alloc(Word { span: arg.at.span, pieces: pieces.into_bump_slice() });
        let text =
            bumpalo::format!(in self.arena, "{}{}", beginning.unwrap_or_default(), value.text);
        Arg {
            text: text.into_bump_str(),
            knowledge: Knowledge::Start,
            written: Some(word),
            tilde: arg.tilde || (value.tilde && arg.text.starts_with(mark)),
            ..*arg
        }
    }

    /// Words with marks in them replaced by a value.
    #[must_use]
    pub(crate) fn filled_all(
        &self,
        words: &[Arg<'a>],
        marks: &[&str],
        value: &Arg<'a>,
    ) -> Args<'a> {
        let mut filled = Args::with_capacity_in(words.len() + 1, self.arena);
        for word in words {
            let mut word = *word;
            for mark in marks {
                word = self.filled(&word, mark, value);
            }
            filled.push(word);
        }
        filled
    }

    /// Runs the words of another command, into which nothing flows.
    pub(crate) fn run_wrapped_without_input(&mut self, words: &'a [Arg<'a>]) {
        self.with_input(Stream::Idle, |walker| walker.run_wrapped(words));
    }

    /// What a program reads that takes files or, without any, its input.
    #[must_use]
    pub(crate) fn input_of(&self, files: &[Arg<'a>]) -> Stream<'a> {
        match files {
            [] => self.input(),
            [one] if one.is("-") => self.input(),
            files => {
                let mut pipes = files.iter().filter_map(|file| match file.knowledge {
                    Knowledge::Pipe(stream) => Some(*stream),
                    Knowledge::Whole if matches!(file.text, "-" | "/dev/stdin") => {
                        Some(self.input())
                    }
                    _ => self.content_of(file),
                });
                match (files.len(), pipes.next()) {
                    (1, Some(stream)) => stream,
                    (_, Some(Stream::Download)) => Stream::Download,
                    _ if pipes.any(|stream| matches!(stream, Stream::Download)) => Stream::Download,
                    _ => Stream::Unknown,
                }
            }
        }
    }

    /// Says that the current program writes something made of what flows in: no longer the same
    /// text, but a download stays one.
    pub(crate) fn writes_made_of(&mut self, input: Stream<'a>) {
        self.writes(match input {
            Stream::Download => Stream::Download,
            _ => Stream::Unknown,
        });
    }

    /// Says that the current program writes a text worked out from what flows in.
    pub(crate) fn writes_text(&mut self, from: Flow<'a>, text: &'a str) {
        self.writes(Stream::Text(Flow { text, written: None, ..from }));
    }
}
