//! One program with its words sorted: flags, subcommand, the rest.

use std::ops::Range;

use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

use super::arg::{Arg, Args, Knowledge};
use super::options::{Flag, Meaning, Opt, Style, Table, Takes};
use super::program::{Known, Sub};
use super::words::Words;
use crate::shell::tree::Piece;
use crate::source::Location;

/// A program with its words sorted by its option model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    /// Its name without directory and `.exe`.
    pub name: &'a str,
    /// All words behind the name, as received.
    pub args: &'a [Arg<'a>],
    /// Flags in order.
    pub flags: &'a [Flag<'a>],
    /// Words that are no flags, the subcommand's among them.
    pub words: &'a [Arg<'a>],
    /// The subcommand that was recognised.
    pub sub: Option<&'static Sub>,
    /// Words behind the subcommand.
    pub operands: &'a [Arg<'a>],
    /// Whether a model has each of its flags.
    pub listed: bool,
    /// Whether a model says more of one of its flags than that it exists.
    pub marked: bool,
    /// Name and words.
    pub at: Location,
}

impl<'a> Call<'a> {
    /// Whether a flag is given, by its name in the model.
    #[must_use]
    pub(crate) fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag.name == name)
    }

    /// Whether one of several flags is given.
    #[must_use]
    pub(crate) fn has_any(&self, names: Words) -> bool {
        self.flags.iter().any(|flag| names.has(flag.name))
    }

    /// Whether a PowerShell switch is given and not turned off (`-Force:$false`).
    #[must_use]
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag.name == name && flag.is_on())
    }

    /// Whether one of several flags is given and not taken back by its value
    /// (`--dry-run=none`, `--dry-run=false`).
    #[must_use]
    pub(crate) fn affirms(&self, names: Words) -> bool {
        self.flags.iter().any(|flag| names.has(flag.name) && !flag.is_taken_back())
    }

    /// The last value given to a flag.
    #[must_use]
    pub(crate) fn value(&self, name: &str) -> Option<&'a Arg<'a>> {
        self.flags.iter().rev().find(|flag| flag.name == name)?.value
    }

    /// Every value given to a flag.
    pub(crate) fn values(&self, name: &'static str) -> impl Iterator<Item = &'a Arg<'a>> + use<'a> {
        self.flags.iter().filter(move |flag| flag.name == name).filter_map(|flag| flag.value)
    }

    /// The arguments behind the first that is one of several.
    #[must_use]
    pub(crate) fn behind(&self, words: Words) -> Option<&'a [Arg<'a>]> {
        let at = self.args.iter().position(|arg| words.has(arg.text))?;
        self.args.get(at + 1..)
    }

    /// Whether one of the first three words behind the subcommand is one of several.
    #[must_use]
    pub(crate) fn mentions_early(&self, words: Words) -> bool {
        self.operands.iter().take(3).any(|word| words.has(word.text))
    }

    /// The path of the subcommand, empty where none was recognised.
    #[must_use]
    pub(crate) fn path(&self) -> &'static str {
        self.sub.map_or("", |sub| sub.path)
    }
}

/// Sorts the words behind a program's name.
pub(super) fn sort<'a>(
    arena: &'a Bump,
    known: Known,
    name: &'a str,
    args: &'a [Arg<'a>],
    at: Location,
) -> Call<'a> {
    let model = known.options();
    // Letters come in bundles, so one word may hold several.
    let room = if args.is_empty() { 0 } else { 4 };
    let mut sorter = Sorter {
        arena,
        known,
        args,
        next: 0,
        models: [model; 4],
        style: model.style,
        sub: None,
        depth: 0,
        path: [""; 4],
        path_words: 0,
        used: 0,
        choosing: !known.program.subs.is_empty(),
        flags: ArenaVec::with_capacity_in(room, arena),
        words: 0..0,
        scattered: None,
        listed: true,
        marked: false,
    };
    sorter.sort();
    let words = match sorter.scattered {
        None => args.get(sorter.words).unwrap_or(&[]),
        Some(words) => words.into_bump_slice(),
    };
    Call {
        name,
        args,
        flags: sorter.flags.into_bump_slice(),
        words,
        sub: sorter.sub,
        operands: words.get(sorter.used..).unwrap_or(&[]),
        listed: sorter.listed,
        marked: sorter.marked,
        at,
    }
}

/// Whether a word is a quoted text: PowerShell takes no parameter from quotes.
fn is_quoted(arg: &Arg<'_>) -> bool {
    let pieces = arg.written.map_or(&[][..], |word| word.pieces);
    matches!(pieces, [Piece::Text { quoted: true, .. }, ..])
}

struct Sorter<'a> {
    arena: &'a Bump,
    known: Known,
    args: &'a [Arg<'a>],
    /// Where the first word stands that is not sorted yet.
    next: usize,
    /// The models of the program and of the subcommands recognised so far, from outer to inner.
    models: [&'static Table; 4],
    /// How the innermost one reads flags.
    style: Style,
    /// The innermost subcommand.
    sub: Option<&'static Sub>,
    /// How many subcommands were recognised.
    depth: usize,
    /// The words that may still be the beginning of a subcommand's path.
    path: [&'a str; 4],
    path_words: usize,
    /// How many words the path of the innermost subcommand has.
    used: usize,
    choosing: bool,
    flags: ArenaVec<'a, Flag<'a>>,
    /// Which arguments are no flags, while those stand side by side.
    words: Range<usize>,
    /// Copies of them once they do not.
    scattered: Option<Args<'a>>,
    listed: bool,
    marked: bool,
}

impl<'a> Sorter<'a> {
    /// Looks an option up in the innermost model first.
    fn find(&self, look: impl Fn(&'static Table) -> Option<&'static Opt>) -> Option<&'static Opt> {
        self.models.get(..=self.depth)?.iter().rev().find_map(|model| look(model))
    }

    fn sort(&mut self) {
        while let Some(arg) = self.args.get(self.next) {
            self.next += 1;
            let text = arg.text;
            let dashed = text.len() > 1 && text.starts_with('-');
            let is_flag = match self.style {
                Style::Slash => dashed || text.len() > 1 && text.starts_with('/'),
                Style::PowerShell => dashed && !is_quoted(arg),
                _ => dashed && !arg.glob,
            };
            if !is_flag {
                let ends_flags = self.style == Style::Leading;
                let done = !self.take_word(arg) && ends_flags && !self.choosing;
                if done {
                    while self.next < self.args.len() {
                        self.next += 1;
                        self.push_word();
                    }
                }
                continue;
            }
            match self.style {
                Style::Gnu | Style::Leading | Style::Long if text == "--" => self.take_rest(),
                Style::Gnu | Style::Leading => self.gnu(arg),
                Style::Long => self.long(arg, text.trim_start_matches('-')),
                Style::PowerShell => self.powershell(arg),
                Style::Slash => self.slash(arg),
            }
        }
    }

    fn take_rest(&mut self) {
        while let Some(arg) = self.args.get(self.next) {
            self.next += 1;
            self.take_word(arg);
        }
    }

    /// Adds the argument before the next one to the words.
    fn push_word(&mut self) {
        let at = self.next - 1;
        if self.words.is_empty() {
            self.words = at..at;
        }
        if self.words.end == at && self.scattered.is_none() {
            self.words.end = self.next;
            return;
        }
        let together = self.words.clone();
        let scattered = self.scattered.get_or_insert_with(|| {
            let mut words = Args::with_capacity_in(self.args.len(), self.arena);
            words.extend_from_slice(self.args.get(together).unwrap_or(&[]));
            words
        });
        scattered.extend_from_slice(self.args.get(at..self.next).unwrap_or(&[]));
    }

    /// Takes a word that is not a flag; true when it belongs to a subcommand's path.
    fn take_word(&mut self, arg: &Arg<'a>) -> bool {
        self.push_word();
        if !self.choosing {
            return false;
        }
        self.choosing = false;
        let any_case = self.style == Style::Slash;
        let (Some(text), Some(slot)) = (arg.literal(), self.path.get_mut(self.path_words)) else {
            return false;
        };
        let text = if any_case && text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            self.arena.alloc_str(&text.to_ascii_lowercase())
        } else {
            text
        };
        *slot = text;
        self.path_words += 1;
        let words = self.path.get(..self.path_words).unwrap_or(&[]);
        let mut found = None;
        let first = words.first().copied().unwrap_or_default();
        for &(index, length) in self.known.subs_from(first) {
            let length = usize::from(length);
            // The first word is known to be right; only the ones behind it need a look.
            let fits = words.len() == 1
                || length >= words.len()
                    && self.known.sub(index).is_some_and(|sub| sub.begins_with(words));
            if fits && length == words.len() {
                found = Some((index, length));
            } else if fits {
                self.choosing = true;
            }
        }
        if let Some((index, length)) = found
            && let Some(slot) = self.models.get_mut(self.depth + 1)
            && let Some(model) = self.known.sub_options(index)
        {
            *slot = model;
            self.style = model.style;
            self.sub = self.known.sub(index);
            self.depth += 1;
            self.used = length;
        }
        found.is_some() || self.choosing
    }

    fn push(&mut self, option: &'static Opt, value: Option<&'a Arg<'a>>, arg: &'a Arg<'a>) {
        self.marked |= option.meaning != Meaning::Plain;
        self.flags.push(Flag { name: option.name, value, arg, meaning: Some(option.meaning) });
    }

    /// Adds a flag that no model has.
    fn push_unlisted(&mut self, name: &'a str, value: Option<&'a Arg<'a>>, arg: &'a Arg<'a>) {
        self.listed = false;
        self.flags.push(Flag { name, value, arg, meaning: None });
    }

    /// Adds a flag whose value is the next argument.
    fn push_with_next(&mut self, option: &'static Opt, arg: &'a Arg<'a>) {
        let value = self.args.get(self.next);
        self.next += usize::from(value.is_some());
        self.push(option, value, arg);
    }

    /// The value glued to a flag, `bytes` behind its beginning.
    fn glued(&self, arg: &'a Arg<'a>, bytes: usize) -> Option<&'a Arg<'a>> {
        Some(self.arena.alloc(arg.skip(bytes)))
    }

    /// Reads one GNU word of flags.
    fn gnu(&mut self, arg: &'a Arg<'a>) {
        if let Some(long) = arg.text.strip_prefix("--") {
            return self.long(arg, long);
        }
        let letters = arg.text.get(1..).unwrap_or_default();
        // Some programs have long names behind one dash (`-delete`, `-auto-approve`).
        if letters.len() > 1
            && let Some(option) = self.find(|model| {
                if model.style != Style::Long {
                    return None;
                }
                model.long_name(letters).filter(|option| option.name == letters)
            })
        {
            return self.push(option, None, arg);
        }
        let mut rest = letters;
        while let Some(letter) = rest.chars().next() {
            let (name, behind) = rest.split_at_checked(letter.len_utf8()).unwrap_or((rest, ""));
            rest = behind;
            let Some(option) = self.find(|model| model.short(letter)) else {
                self.push_unlisted(name, None, arg);
                continue;
            };
            let is_last = rest.is_empty();
            match option.takes {
                Takes::Nothing => self.push(option, None, arg),
                Takes::GluedValue if is_last => return self.push(option, None, arg),
                Takes::Value if is_last && !matches!(arg.knowledge, Knowledge::Start) => {
                    return self.push_with_next(option, arg);
                }
                Takes::GluedValue | Takes::Value => {
                    let glued = self.glued(arg, arg.text.len() - rest.len());
                    return self.push(option, glued, arg);
                }
            }
        }
    }

    fn long(&mut self, arg: &'a Arg<'a>, long: &'a str) {
        let (name, glued) = match long.split_once('=') {
            Some((name, _)) => {
                let dashes = arg.text.len() - long.len();
                (name, self.glued(arg, dashes + name.len() + 1))
            }
            None => (long, None),
        };
        let option = self.find(|model| model.long_name(name)).or_else(|| {
            let mut letters = name.chars();
            let letter = letters.next()?;
            letters.next().is_none().then(|| self.find(|model| model.short(letter))).flatten()
        });
        match option {
            None => self.push_unlisted(name, glued, arg),
            Some(option) if glued.is_none() && option.takes == Takes::Value => {
                self.push_with_next(option, arg);
            }
            Some(option) => self.push(option, glued, arg),
        }
    }

    fn powershell(&mut self, arg: &'a Arg<'a>) {
        let body = arg.text.get(1..).unwrap_or_default();
        if body.starts_with(|c: char| c.is_ascii_digit()) {
            self.take_word(arg);
            return;
        }
        let (name, glued) = match body.split_once(':') {
            Some((name, "")) => (name, None),
            Some((name, _)) => (name, self.glued(arg, name.len() + 2)),
            None => (body, None),
        };
        // `-Force:$x` has its value glued on as well, only nobody knows it.
        let colon_alone = matches!(arg.knowledge, Knowledge::Whole)
            && body.ends_with(':')
            && body.len() == name.len() + 1;
        match self.find(|model| model.any_case(name)) {
            None => self.push_unlisted(name, glued, arg),
            Some(option) if glued.is_none() && (option.takes == Takes::Value || colon_alone) => {
                self.push_with_next(option, arg);
            }
            Some(option) => self.push(option, glued, arg),
        }
    }

    fn slash(&mut self, arg: &'a Arg<'a>) {
        let mut offset = 1;
        for piece in arg.text.get(1..).unwrap_or_default().split('/') {
            let (name, value) = match piece.split_once(':') {
                Some((name, _)) => (name, self.glued(arg, offset + name.len() + 1)),
                None => (piece, None),
            };
            offset += piece.len() + 1;
            match self.find(|model| model.any_case(name)) {
                Some(option) => self.push(option, value, arg),
                None => self.push_unlisted(name, value, arg),
            }
        }
    }
}
