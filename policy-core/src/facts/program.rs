//! What a program is to the facts stage: its names, how it reads its words, what it does.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::call::Call;
use super::cases::{Case, Target, WordAction};
use super::effect::{Domain, Kind, Traits};
use super::options::{Options, Table};
use super::place::Place;
use super::walker::Walker;
use super::words::{Words, words};

/// A program or builtin that is known by name.
#[derive(Debug)]
pub(crate) struct Program {
    /// Every name it goes by.
    pub names: &'static [&'static str],
    /// How it reads flags, before a subcommand and behind it.
    pub options: Options,
    /// Its subcommands, if it has any.
    pub subs: &'static [Sub],
    /// What it does when no subcommand was recognised.
    pub behavior: Behavior,
    /// What it does to the shell itself; `None` for what is not a builtin and cannot.
    pub state: Option<StateChange>,
}

/// A builtin of a shell. Unlike a program it can change what later words mean, so it cannot be
/// written down without saying whether it does.
#[derive(Debug)]
pub(crate) struct Builtin(pub(super) Program);

/// What a builtin does to the shell that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StateChange {
    /// Nothing.
    Nothing,
    /// Sets the variables that its words name, and these. They are unknown from there on, unless
    /// its model can say what they become.
    Variables(&'static [&'static str]),
    /// Goes to another directory; its model follows.
    Directory,
    /// Sets `$1`, `$2`…; its model follows.
    Positional,
    /// Gives names of commands another meaning; its model follows.
    Commands,
    /// Changes how words are read.
    Modes,
    /// Opens descriptors for the commands that follow; the walk itself follows.
    Descriptors,
    /// Runs code in this very shell, now or later; its model follows.
    Code,
}

/// A subcommand: `reset` of git, `compose down` of docker.
#[derive(Debug)]
pub(crate) struct Sub {
    /// Its words; other spellings of the last word behind `|` (`rm|remove|delete`).
    pub path: &'static str,
    /// How it reads flags of its own.
    pub options: Options,
    /// What it does.
    pub behavior: Behavior,
}

/// What a program does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Behavior {
    /// Nothing that outlives it: `cd`, `echo`, `true`.
    NoEffect,
    /// Looks at things, whatever its words are.
    Reads,
    /// Does its work, which is not destructive: builds, tests, creates.
    Runs,
    /// What a table row says.
    Effects(&'static [EffectSpec]),
    /// What the first [case](super::cases) says whose test holds.
    Cases(&'static [Case]),
    /// Something with the words themselves: files it writes, a command it runs.
    On(WordAction, Target),
    /// What the first verb among its words says about things of a domain.
    Verb(Domain),
    /// What its words say, worked out by a function.
    Code(Observer),
}

/// Works out what a call does.
pub(crate) type Observer = for<'a> fn(&mut Walker<'a>, &Call<'a>);

/// One thing a row of a table does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EffectSpec {
    /// What it does.
    pub kind: Kind,
    /// To what kind of thing.
    pub domain: Domain,
    /// How.
    pub traits: Traits,
    /// Where, unless that is where [things of the domain](Domain::place) are.
    pub place: Option<Place>,
    /// Flags of which one must be given, if there are any.
    pub only: Words,
    /// Flags any of which make it read-only (`dry-run`).
    pub unless: Words,
}

impl EffectSpec {
    /// Does that, always.
    #[must_use]
    pub(crate) const fn new(kind: Kind, domain: Domain) -> Self {
        Self {
            kind,
            domain,
            traits: Traits::empty(),
            place: None,
            only: Words::NONE,
            unless: Words::NONE,
        }
    }

    /// The same in a certain manner.
    #[must_use]
    pub(crate) const fn with(self, traits: Traits) -> Self {
        Self { traits: self.traits.union(traits), ..self }
    }

    /// The same somewhere else.
    #[must_use]
    pub(crate) const fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// Only where one of these flags is given.
    #[must_use]
    pub(crate) const fn only(self, flags: &'static str) -> Self {
        Self { only: words(flags), ..self }
    }

    /// Read-only where one of these flags is given.
    #[must_use]
    pub(crate) const fn unless(self, flags: &'static str) -> Self {
        Self { unless: words(flags), ..self }
    }
}

/// A program without subcommands.
#[must_use]
pub(crate) const fn program(
    names: &'static [&'static str],
    options: Options,
    behavior: Behavior,
) -> Program {
    Program { names, options, subs: &[], behavior, state: None }
}

/// A builtin of a shell, and what it does to it.
#[must_use]
pub(crate) const fn builtin(
    names: &'static [&'static str],
    options: Options,
    state: StateChange,
    behavior: Behavior,
) -> Builtin {
    Builtin(Program { names, options, subs: &[], behavior, state: Some(state) })
}

/// A program whose first words choose a subcommand.
#[must_use]
pub(crate) const fn toolbox(
    names: &'static [&'static str],
    options: Options,
    subs: &'static [Sub],
    behavior: Behavior,
) -> Program {
    Program { names, options, subs, behavior, state: None }
}

/// One subcommand.
#[must_use]
pub(crate) const fn sub(path: &'static str, options: Options, behavior: Behavior) -> Sub {
    Sub { path, options, behavior }
}

/// A program that was found by name, and the place where its models are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) program: &'static Program,
    kept: &'static Kept,
}

/// Where the models of a program are kept once it was met: a process that judges one command pays
/// for the programs of that command alone.
#[derive(Debug)]
pub(super) struct Kept(OnceLock<Box<Models>>);

/// A program's models, made ready.
#[derive(Debug)]
struct Models {
    options: Table,
    /// The model of each subcommand, made when that one is first met.
    subs: Vec<OnceLock<Table>>,
    /// Which subcommands a first word may lead to, and how many words their paths have.
    by_first_word: FxHashMap<&'static str, Vec<(u16, u8)>>,
}

impl Kept {
    /// Nothing yet.
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }
}

impl Known {
    pub(super) const fn new(program: &'static Program, kept: &'static Kept) -> Self {
        Self { program, kept }
    }

    fn models(self) -> &'static Models {
        self.kept.0.get_or_init(|| {
            let mut by_first_word: FxHashMap<_, Vec<(u16, u8)>> = FxHashMap::default();
            for (index, sub) in (0..).zip(self.program.subs) {
                let first = sub.path.split(' ').next().unwrap_or_default();
                let words = u8::try_from(sub.path.split(' ').count()).unwrap_or(u8::MAX);
                for spelling in first.split('|') {
                    by_first_word.entry(spelling).or_default().push((index, words));
                }
            }
            Box::new(Models {
                options: Table::build(self.program.options),
                subs: self.program.subs.iter().map(|_| OnceLock::new()).collect(),
                by_first_word,
            })
        })
    }

    /// The model of the program itself.
    pub(super) fn options(self) -> &'static Table {
        &self.models().options
    }

    /// The model of a subcommand.
    pub(super) fn sub_options(self, index: u16) -> Option<&'static Table> {
        let sub = self.sub(index)?;
        let table = self.models().subs.get(usize::from(index))?;
        Some(table.get_or_init(|| Table::build(sub.options)))
    }

    /// A subcommand by its place in the program's list.
    pub(super) fn sub(self, index: u16) -> Option<&'static Sub> {
        self.program.subs.get(usize::from(index))
    }

    /// The subcommands whose path may begin with a word.
    pub(super) fn subs_from(self, word: &str) -> &'static [(u16, u8)] {
        self.models().by_first_word.get(word).map_or(&[], Vec::as_slice)
    }
}

impl Sub {
    /// Whether its path begins with these words.
    pub(super) fn begins_with(&self, words: &[&str]) -> bool {
        let mut path = self.path.split(' ');
        words.iter().all(|word| {
            path.next().is_some_and(|part| part.split('|').any(|spelling| spelling == *word))
        })
    }
}
