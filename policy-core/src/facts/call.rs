//! One program with its words sorted: flags, subcommand, the rest.

use bumpalo::Bump;

use super::arg::{Arg, Knowledge};
use super::options::{Flag, Opt, Style, Table, Takes};
use super::program::{Known, Sub};
use crate::shell::tree::Piece;
use crate::source::Location;

/// A program with its words sorted by its option model.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
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
    /// Name and words.
    pub at: Location,
}

impl<'a> Call<'a> {
    /// Whether a flag is given, by its name in the model.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag.name == name)
    }

    /// Whether one of several flags, separated by blanks, is given.
    #[must_use]
    pub fn has_any(&self, names: &str) -> bool {
        names.split_ascii_whitespace().any(|name| self.has(name))
    }

    /// Whether a PowerShell switch is given and not turned off (`-Force:$false`).
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag.name == name && flag.is_on())
    }

    /// Whether one of several flags is given and not taken back by its value
    /// (`--dry-run=none`, `--dry-run=false`).
    #[must_use]
    pub fn affirms(&self, names: &str) -> bool {
        let taken_back =
            |value: &Arg<'_>| matches!(value.text, "none" | "false" | "False" | "0" | "no" | "off");
        let named = |flag: &Flag<'_>| names.split_ascii_whitespace().any(|name| flag.name == name);
        self.flags.iter().any(|flag| named(flag) && !flag.value.as_ref().is_some_and(taken_back))
    }

    /// The last value given to a flag.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Arg<'a>> {
        self.flags.iter().rev().find(|flag| flag.name == name).and_then(|flag| flag.value)
    }

    /// Every value given to a flag.
    pub fn values(&self, name: &'static str) -> impl Iterator<Item = Arg<'a>> + use<'a> {
        self.flags.iter().filter(move |flag| flag.name == name).filter_map(|flag| flag.value)
    }

    /// The path of the subcommand, empty where none was recognised.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.sub.map_or("", |sub| sub.path)
    }
}

/// Sorts the words behind a program's name.
pub(super) fn sort<'a>(
    arena: &'a Bump,
    known: &'static Known,
    name: &'a str,
    args: &'a [Arg<'a>],
    at: Location,
) -> Call<'a> {
    let flagged = args.iter().filter(|arg| arg.text.starts_with(['-', '/'])).count();
    let mut sorter = Sorter {
        known,
        subs: [0; 3],
        depth: 0,
        path: [""; 4],
        path_words: 0,
        used: 0,
        choosing: !known.program.subs.is_empty(),
        flags: bumpalo::collections::Vec::with_capacity_in(flagged, arena),
        words: bumpalo::collections::Vec::with_capacity_in(args.len() - flagged, arena),
    };
    sorter.sort(args);
    let used = sorter.used;
    let sub = sorter.innermost().and_then(|index| known.sub(index));
    let words: &'a [Arg<'a>] = sorter.words.into_bump_slice();
    Call {
        name,
        args,
        flags: sorter.flags.into_bump_slice(),
        words,
        sub,
        operands: words.get(used..).unwrap_or(&[]),
        at,
    }
}

/// Whether a word is a quoted text: PowerShell takes no parameter from quotes.
fn is_quoted(arg: &Arg<'_>) -> bool {
    let pieces = arg.written.map_or(&[][..], |word| word.pieces);
    matches!(pieces, [Piece::Text { quoted: true, .. }, ..])
}

struct Sorter<'a> {
    known: &'static Known,
    /// The subcommands recognised so far, from outer to inner.
    subs: [u16; 3],
    depth: usize,
    /// The words that may still be the beginning of a subcommand's path.
    path: [&'a str; 4],
    path_words: usize,
    /// How many words the path of the innermost subcommand has.
    used: usize,
    choosing: bool,
    flags: bumpalo::collections::Vec<'a, Flag<'a>>,
    words: bumpalo::collections::Vec<'a, Arg<'a>>,
}

impl<'a> Sorter<'a> {
    fn style(&self) -> Style {
        let inner = self.innermost().and_then(|index| self.known.sub_options(index));
        inner.unwrap_or_else(|| self.known.options()).style
    }

    fn innermost(&self) -> Option<u16> {
        self.depth.checked_sub(1).and_then(|last| self.subs.get(last).copied())
    }

    /// Looks an option up in the innermost model first.
    fn find(&self, look: impl Fn(&Table) -> Option<Opt>) -> Option<Opt> {
        let inner = self.subs.iter().take(self.depth).rev();
        let inner = inner.filter_map(|index| self.known.sub_options(*index));
        inner.map(&look).find(Option::is_some).flatten().or_else(|| look(self.known.options()))
    }

    fn sort(&mut self, args: &'a [Arg<'a>]) {
        let mut rest = args;
        while let Some((arg, tail)) = rest.split_first() {
            rest = tail;
            let style = self.style();
            let text = arg.text;
            let is_flag = match style {
                Style::Slash => text.len() > 1 && text.starts_with(['/', '-']),
                Style::PowerShell => text.len() > 1 && text.starts_with('-') && !is_quoted(arg),
                _ => text.len() > 1 && text.starts_with('-') && !arg.glob,
            };
            if !is_flag {
                let done = !self.take_word(arg) && style == Style::Leading && !self.choosing;
                if done {
                    self.words.extend_from_slice(rest);
                    return;
                }
                continue;
            }
            let used = match style {
                Style::Gnu | Style::Leading => {
                    if text == "--" {
                        return self.take_rest(rest);
                    }
                    self.gnu(arg, rest)
                }
                Style::Long => {
                    if text == "--" {
                        return self.take_rest(rest);
                    }
                    self.long(arg, text.trim_start_matches('-'), rest)
                }
                Style::PowerShell => self.powershell(arg, rest),
                Style::Slash => self.slash(arg),
            };
            rest = rest.get(used..).unwrap_or(&[]);
        }
    }

    fn take_rest(&mut self, rest: &'a [Arg<'a>]) {
        for arg in rest {
            self.take_word(arg);
        }
    }

    /// Takes a word that is no flag; true when it belongs to a subcommand's path.
    fn take_word(&mut self, arg: &Arg<'a>) -> bool {
        self.words.push(*arg);
        if !self.choosing {
            return false;
        }
        self.choosing = false;
        let any_case = self.style() == Style::Slash;
        let arena = self.words.bump();
        let (Some(text), Some(slot)) = (arg.literal(), self.path.get_mut(self.path_words)) else {
            return false;
        };
        let text = if any_case && text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            arena.alloc_str(&text.to_ascii_lowercase())
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
        if let (Some((index, length)), Some(slot)) = (found, self.subs.get_mut(self.depth)) {
            *slot = index;
            self.depth += 1;
            self.used = length;
        }
        found.is_some() || self.choosing
    }

    fn push(&mut self, name: &'a str, value: Option<Arg<'a>>, arg: &Arg<'a>) {
        self.flags.push(Flag { name, value, arg: *arg });
    }

    /// Reads one GNU word of flags; answers how many following words it used.
    fn gnu(&mut self, arg: &Arg<'a>, rest: &'a [Arg<'a>]) -> usize {
        if let Some(long) = arg.text.strip_prefix("--") {
            return self.long(arg, long, rest);
        }
        let letters = arg.text.get(1..).unwrap_or_default();
        // Some programs have long names behind one dash (`-delete`, `-auto-approve`).
        if letters.len() > 1
            && let Some(option) = self.find(|options| {
                options
                    .long_name(letters)
                    .filter(|o| o.name == letters && options.style == Style::Long)
            })
        {
            self.push(option.name, None, arg);
            return 0;
        }
        for (index, letter) in letters.char_indices() {
            let behind = index + letter.len_utf8();
            let Some(option) = self.find(|options| options.short(letter)) else {
                self.push(letters.get(index..behind).unwrap_or_default(), None, arg);
                continue;
            };
            let glued = letters.get(behind..).unwrap_or_default();
            match option.takes {
                Takes::Nothing => self.push(option.name, None, arg),
                Takes::GluedValue => {
                    let value = (!glued.is_empty()).then(|| arg.skip(1 + behind));
                    self.push(option.name, value, arg);
                    return 0;
                }
                Takes::Value if !glued.is_empty() || arg.knowledge == Knowledge::Start => {
                    let value = arg.skip(1 + behind);
                    self.push(option.name, Some(value), arg);
                    return 0;
                }
                Takes::Value => {
                    self.push(option.name, rest.first().copied(), arg);
                    return usize::from(!rest.is_empty());
                }
            }
        }
        0
    }

    fn long(&mut self, arg: &Arg<'a>, long: &'a str, rest: &'a [Arg<'a>]) -> usize {
        let (name, glued) = match long.split_once('=') {
            Some((name, _)) => {
                let dashes = arg.text.len() - long.len();
                (name, Some(arg.skip(dashes + name.len() + 1)))
            }
            None => (long, None),
        };
        let option = self.find(|options| options.long_name(name)).or_else(|| {
            let mut letters = name.chars();
            let letter = letters.next()?;
            letters.next().is_none().then(|| self.find(|options| options.short(letter))).flatten()
        });
        let Some(option) = option else {
            self.push(name, glued, arg);
            return 0;
        };
        if glued.is_none() && option.takes == Takes::Value {
            self.push(option.name, rest.first().copied(), arg);
            return usize::from(!rest.is_empty());
        }
        self.push(option.name, glued, arg);
        0
    }

    fn powershell(&mut self, arg: &Arg<'a>, rest: &'a [Arg<'a>]) -> usize {
        let body = arg.text.get(1..).unwrap_or_default();
        if body.starts_with(|c: char| c.is_ascii_digit()) {
            self.take_word(arg);
            return 0;
        }
        let (name, glued) = match body.split_once(':') {
            Some((name, "")) => (name, None),
            Some((name, _)) => (name, Some(arg.skip(name.len() + 2))),
            None => (body, None),
        };
        // `-Force:$x` has its value glued on as well, only nobody knows it.
        let colon_alone = arg.knowledge == Knowledge::Whole
            && body.ends_with(':')
            && body.len() == name.len() + 1;
        let Some(option) = self.find(|options| options.any_case(name)) else {
            self.push(name, glued, arg);
            return 0;
        };
        if glued.is_none() && (option.takes == Takes::Value || colon_alone) {
            self.push(option.name, rest.first().copied(), arg);
            return usize::from(!rest.is_empty());
        }
        self.push(option.name, glued, arg);
        0
    }

    fn slash(&mut self, arg: &Arg<'a>) -> usize {
        let mut offset = 1;
        for piece in arg.text.get(1..).unwrap_or_default().split('/') {
            let (name, value) = match piece.split_once(':') {
                Some((name, _)) => (name, Some(arg.skip(offset + name.len() + 1))),
                None => (piece, None),
            };
            offset += piece.len() + 1;
            let known = self.find(|options| options.any_case(name));
            self.push(known.map_or(name, |option| option.name), value, arg);
        }
        0
    }
}
