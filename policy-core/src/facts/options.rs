//! Option models: how a program separates its flags from its other words.
//!
//! A model is one line, much like getopt's: alternatives of one option are joined by `|` and the
//! last one is its name, `=` takes a value, `=?` takes one only when it is glued on. A mark behind
//! the `=` says what the program does with the value, whatever else it does: `=>` writes over that
//! file, `=+` builds it, `=/` goes to that folder, `=^` to the folder that file lies in, and `=$`
//! hands it to a shell. `=!` is a setting, which may be code. `#` stands for the ten digits (`head -20`).
//!
//! ```text
//! r|R|recursive  f|force  interactive=?  t|target-directory=  o|output=>  C|directory=/
//! ```
//!
//! What a model does not list is a switch under its written name. So a model lists
//!
//! - what takes a value, or the value would be taken for another word;
//! - what has several spellings: a person's list entry with `-f` means `--force` too;
//! - what something asks for (`only` and `unless` of a row, `call.has` of a function);
//! - a switch that would else be read as another: a subcommand's `f` under a program's `f=`,
//!   `all` beside `allow=`, long names of programs that let them be cut short.

use super::arg::Arg;

/// How a program reads its command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// Its habits.
    pub style: Style,
    /// Its options.
    pub model: &'static str,
    /// What a flag may do that the model does not list.
    pub unlisted: Unlisted,
}

/// What a flag may do that a model does not list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unlisted {
    /// Anything: a call with such a flag is not known to read only.
    Anything,
    /// Read: no flag of the program does more, whatever the version. Only for programs of which
    /// that is known.
    Reads,
    /// Whatever the flags: even a mere look leaves notes of its own on the disk (a log, a folder
    /// for sockets or settings).
    Notes,
}

/// Habits of reading flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `-abc`, `--long`, `--lo` where that is unique, flags also behind other words.
    Gnu,
    /// As [`Style::Gnu`], but the first other word ends the flags: what follows is a command.
    Leading,
    /// Long names behind one dash or two, values glued with `=` or in the next word, no bundles.
    Long,
    /// `/s`, `/q`, `-s`, any case, glued (`/s/q`), values behind `:`.
    Slash,
    /// `-Recurse`, unique prefixes, any case, values behind `:` or in the next word.
    PowerShell,
}

/// One use of a flag.
#[derive(Clone, Copy, Debug)]
pub struct Flag<'a> {
    /// The model's name for it, or the name as written where the model has none.
    pub name: &'a str,
    /// Its value, if it takes one.
    pub value: Option<&'a Arg<'a>>,
    /// The word that holds it.
    pub arg: &'a Arg<'a>,
    /// What is done with its value; `None` where the model does not have it.
    pub meaning: Option<Meaning>,
}

/// What a program does with the value of an option, whatever else it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// What its model says, and nothing else.
    Plain,
    /// Writes over that file.
    Writes,
    /// Builds that file.
    Builds,
    /// Goes to that folder first.
    GoesTo,
    /// Goes to the folder that file lies in.
    GoesBeside,
    /// Hands it to a shell.
    Runs,
    /// Takes it as a setting, whose value may be run.
    Sets,
}

impl Flag<'_> {
    /// Whether a switch is on: `-Force` and `-Force:$true` are, `-Force:$false` is not.
    #[must_use]
    pub(crate) fn is_on(&self) -> bool {
        let off = |value: &Arg<'_>| {
            value.known().is_some_and(|text| text.eq_ignore_ascii_case("false") || text == "0")
        };
        !self.value.is_some_and(off)
    }

    /// Whether its value takes it back: `--dry-run=none`, `--dry-run=false`.
    #[must_use]
    pub(crate) fn is_taken_back(&self) -> bool {
        self.value.is_some_and(|value| {
            matches!(value.text, "none" | "false" | "False" | "0" | "no" | "off")
        })
    }
}

/// A model made ready for looking options up.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) style: Style,
    options: Vec<Opt>,
    /// Index into `options` by ASCII letter; `u16::MAX` for none.
    short: [u16; 128],
    /// Sorted by name.
    long: Vec<(&'static str, u16)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Opt {
    pub(super) name: &'static str,
    pub(super) takes: Takes,
    pub(super) meaning: Meaning,
}

/// Whether an option has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    Value,
    GluedValue,
}

impl Options {
    /// A model of the given habits.
    #[must_use]
    pub(crate) const fn new(style: Style, model: &'static str) -> Self {
        Self { style, model, unlisted: Unlisted::Anything }
    }

    /// No flag of the program writes a file, runs a command or changes anything else.
    #[must_use]
    pub(crate) const fn only_reads(self) -> Self {
        Self { unlisted: Unlisted::Reads, ..self }
    }

    /// Even where it only looks, the program leaves notes of its own on the disk.
    #[must_use]
    pub(crate) const fn keeps_notes(self) -> Self {
        Self { unlisted: Unlisted::Notes, ..self }
    }

    /// GNU habits.
    #[must_use]
    pub(crate) const fn gnu(model: &'static str) -> Self {
        Self::new(Style::Gnu, model)
    }

    /// GNU habits, where the first other word starts a command line of its own.
    #[must_use]
    pub(crate) const fn leading(model: &'static str) -> Self {
        Self::new(Style::Leading, model)
    }

    /// Long names behind one dash or two.
    #[must_use]
    pub(crate) const fn long(model: &'static str) -> Self {
        Self::new(Style::Long, model)
    }

    /// The habits of cmd.exe's tools.
    #[must_use]
    pub(crate) const fn slash(model: &'static str) -> Self {
        Self::new(Style::Slash, model)
    }

    /// The habits of PowerShell's commands.
    #[must_use]
    pub(crate) const fn powershell(model: &'static str) -> Self {
        Self::new(Style::PowerShell, model)
    }
}

impl Table {
    /// The option a letter stands for.
    pub(super) fn short(&self, letter: char) -> Option<&Opt> {
        let index = *self.short.get(letter as usize)?;
        self.options.get(usize::from(index))
    }

    /// The option a long name stands for, abbreviated or not.
    pub(super) fn long_name(&self, name: &str) -> Option<&Opt> {
        let at = self.long.partition_point(|(known, _)| *known < name);
        let (known, index) = self.long.get(at)?;
        let exact = *known == name;
        if !exact {
            if !matches!(self.style, Style::Gnu | Style::Leading) || !known.starts_with(name) {
                return None;
            }
            // `--no-` and the like are shared by many: an abbreviation must mean one option.
            let twin = self.long.get(at + 1).filter(|(next, other)| {
                next.starts_with(name)
                    && self.options.get(usize::from(*other)).map(|option| option.name)
                        != self.options.get(usize::from(*index)).map(|option| option.name)
            });
            if twin.is_some() {
                return None;
            }
        }
        self.options.get(usize::from(*index))
    }

    /// The option a PowerShell parameter or a slash switch stands for, in any case.
    pub(super) fn any_case(&self, name: &str) -> Option<&Opt> {
        let has_prefix = |known: &str| {
            known.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name))
        };
        let exact = self.long.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let found = match exact {
            Some(found) => Some(found),
            // PowerShell refuses an ambiguous prefix; taking the first option is still careful.
            None if self.style == Style::PowerShell => {
                self.long.iter().find(|(known, _)| has_prefix(known))
            }
            None => None,
        };
        let found = found.map(|(_, index)| *index).or_else(|| {
            let mut letters = name.chars();
            let letter = letters.next()?.to_ascii_lowercase();
            letters.next().is_none().then(|| self.short.get(letter as usize).copied()).flatten()
        })?;
        self.options.get(usize::from(found))
    }
}

impl Table {
    pub(super) fn build(options: Options) -> Self {
        let mut table = Self {
            style: options.style,
            options: Vec::new(),
            short: [u16::MAX; 128],
            long: Vec::new(),
        };
        for entry in options.model.split_ascii_whitespace() {
            if entry == "#" {
                table.take_digits();
                continue;
            }
            let (entry, glued) = match entry.strip_suffix('?') {
                Some(entry) if entry.contains('=') => (entry, true),
                _ => (entry, false),
            };
            let (names, mark) = entry.split_once('=').map_or((entry, None), |(n, m)| (n, Some(m)));
            let meaning = match mark {
                Some(">") => Meaning::Writes,
                Some("+") => Meaning::Builds,
                Some("/") => Meaning::GoesTo,
                Some("^") => Meaning::GoesBeside,
                Some("$") => Meaning::Runs,
                Some("!") => Meaning::Sets,
                _ => Meaning::Plain,
            };
            let takes = match mark {
                None => Takes::Nothing,
                Some(_) if glued => Takes::GluedValue,
                Some(_) => Takes::Value,
            };
            let name = names.rsplit('|').next().unwrap_or(names);
            let index = u16::try_from(table.options.len()).unwrap_or(u16::MAX);
            table.options.push(Opt { name, takes, meaning });
            for alternative in names.split('|') {
                let mut letters = alternative.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => {
                        if let Some(slot) = table.short.get_mut(letter as usize) {
                            *slot = index;
                        }
                    }
                    _ => table.long.push((alternative, index)),
                }
            }
        }
        table.long.sort_unstable();
        table
    }

    /// `-20`: each digit is a switch.
    fn take_digits(&mut self) {
        let index = u16::try_from(self.options.len()).unwrap_or(u16::MAX);
        self.options.push(Opt { name: "#", takes: Takes::Nothing, meaning: Meaning::Plain });
        for slot in self.short.iter_mut().skip(usize::from(b'0')).take(10) {
            *slot = index;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rm() -> Table {
        Table::build(Options::gnu(
            "r|R|recursive f|force i I interactive=? no-preserve-root preserve-root=?",
        ))
    }

    #[test]
    fn letters_and_names_lead_to_the_same_option() {
        assert_eq!(rm().short('R').map(|option| option.name), Some("recursive"));
        assert_eq!(rm().long_name("recursive").map(|option| option.name), Some("recursive"));
        assert_eq!(rm().short('q').map(|option| option.name), None);
    }

    #[test]
    fn abbreviations_must_be_unique() {
        assert_eq!(rm().long_name("recur").map(|option| option.name), Some("recursive"));
        assert_eq!(rm().long_name("i").map(|option| option.takes), Some(Takes::GluedValue));
        let two = Table::build(Options::gnu("hard helper"));
        assert_eq!(two.long_name("h").map(|option| option.name), None);
    }
}
