//! Effective settings, compiled once so that many actions can be judged.

use rustc_hash::FxHashMap;

use super::pattern::{Pattern, Side, Specificity};
use super::problem::{Problem, ProblemCode};
use super::{Effective, Entry, Settings, ShellSection, Sourced, resolve};
use crate::facts::Facts;
use crate::facts::arg::{Arg, Knowledge};
use crate::facts::programs::full_name;
use crate::shell::Dialect;

/// Settings that can judge.
#[derive(Debug)]
pub struct Policy {
    /// What is in force.
    pub settings: Effective,
    sections: [Lists; 4],
    has_risk_rules: bool,
}

/// The lists that speak for one shell.
#[derive(Debug)]
pub struct Lists {
    /// Commands that need a checkpoint.
    pub checkpoint: Book,
    /// Commands that need none.
    pub exempt: Book,
    /// What raises the risk.
    pub risk: Book,
    /// Commands a person has given leave for.
    pub allowed: Book,
    /// Commands a person has forbidden.
    pub denied: Book,
}

/// A list of patterns, found by the program they are about.
#[derive(Debug, Default)]
pub struct Book {
    side: Option<Side>,
    entries: Vec<(Pattern, Sourced<Entry>)>,
    by_program: FxHashMap<String, Named>,
    anywhere: Vec<u32>,
    initials: Initials,
}

/// For the first letter of a program, the first letters of the words that entries about such
/// programs begin with: nearly every invocation is in no list, and this tells without a look-up.
#[derive(Debug, Default)]
struct Initials([u32; 32]);

impl Initials {
    const ANY: Self = Self([u32::MAX; 32]);
}

/// The entries about one program. A thousand of them about different subcommands are no slower
/// than one, because the first word finds them.
#[derive(Debug, Default)]
struct Named {
    all: Vec<u32>,
    by_word: FxHashMap<String, Vec<u32>>,
    any_word: Vec<u32>,
}

/// The entry of a list that speaks for an invocation.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'p> {
    /// The entry.
    pub entry: &'p Sourced<Entry>,
    /// Its pattern.
    pub pattern: &'p Pattern,
    /// How exactly it names the invocation.
    pub specificity: Specificity,
}

impl Policy {
    /// The built-in defaults.
    #[must_use]
    pub fn defaults() -> Self {
        Self::compile(Effective::default()).0
    }

    /// A user's settings over the defaults.
    #[must_use]
    pub fn of(settings: &Settings) -> (Self, Vec<Problem>) {
        let resolution = resolve(Some(settings), None);
        let (policy, more) = Self::compile(resolution.effective);
        let mut problems = resolution.problems;
        problems.extend(more);
        (policy, problems)
    }

    /// Makes settings ready to judge. An entry that cannot be used is a problem; the rest counts.
    #[must_use]
    pub fn compile(settings: Effective) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let sections = ShellSection::ALL.map(|section| {
            let dialect = dialect_of(section);
            let lists = settings.lists_for(section);
            let mut book = |side, entries: Vec<&Sourced<Entry>>| {
                Book::read(side, entries, dialect, &mut problems)
            };
            Lists {
                checkpoint: book(Side::Restrictive, lists.checkpoint),
                exempt: book(Side::Permissive, lists.no_checkpoint),
                risk: book(Side::Restrictive, lists.risk_rules),
                allowed: book(
                    Side::Permissive,
                    settings.permissions.allowed_commands.iter().collect(),
                ),
                denied: book(
                    Side::Restrictive,
                    settings.permissions.denied_commands.iter().collect(),
                ),
            }
        });
        problems.sort_by(|a: &Problem, b: &Problem| a.path.cmp(&b.path));
        problems.dedup();
        let has_risk_rules = sections.iter().any(|lists| !lists.risk.is_empty());
        (Self { settings, sections, has_risk_rules }, problems)
    }

    /// Whether any shell has entries that raise the risk.
    #[must_use]
    pub(crate) fn has_risk_rules(&self) -> bool {
        self.has_risk_rules
    }

    /// The lists that speak for a shell.
    #[must_use]
    pub fn lists(&self, dialect: Dialect) -> &Lists {
        let [first, ..] = &self.sections;
        self.sections.get(dialect.section() as usize).unwrap_or(first)
    }
}

impl Book {
    fn read(
        side: Side,
        list: Vec<&Sourced<Entry>>,
        dialect: Dialect,
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut book = Self { side: Some(side), ..Self::default() };
        if dialect == Dialect::PowerShell && !list.is_empty() {
            // A command has other names there, which begin otherwise.
            book.initials = Initials::ANY;
        }
        for entry in list {
            let pattern = match Pattern::read(&entry.value.pattern, dialect) {
                Ok(pattern) => pattern,
                Err(unusable) => {
                    problems.push(Problem {
                        path: entry.value.place.to_string(),
                        code: ProblemCode::BadPattern,
                        message: format!("`{}`: {}", entry.value.pattern, unusable.message),
                        help: unusable.help,
                    });
                    continue;
                }
            };
            let index = u32::try_from(book.entries.len()).unwrap_or(u32::MAX);
            match pattern.program() {
                Some(name) => {
                    let name = name.to_ascii_lowercase();
                    let full = full_name(dialect, &name).map_or(name, str::to_owned);
                    book.initials.add(&full, pattern.first_word());
                    book.by_program.entry(full).or_default().add(index, pattern.first_word());
                }
                None => {
                    book.initials = Initials::ANY;
                    book.anywhere.push(index);
                }
            }
            book.entries.push((pattern, entry.clone()));
        }
        book
    }

    /// Whether it has no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Every entry with its pattern.
    pub fn entries(&self) -> impl Iterator<Item = &(Pattern, Sourced<Entry>)> {
        self.entries.iter()
    }

    /// The most specific entry that matches an invocation.
    #[must_use]
    #[inline]
    pub fn claim(&self, facts: &Facts<'_>, index: usize) -> Option<Claim<'_>> {
        let invocation = facts.invocations.get(index)?;
        let may = self.initials.may_hold(invocation.name, invocation.words.first());
        may.then(|| self.best(facts, index)).flatten()
    }

    /// The same once an entry may be about it.
    fn best(&self, facts: &Facts<'_>, index: usize) -> Option<Claim<'_>> {
        let side = self.side?;
        let invocation = facts.invocations.get(index)?;
        let name = invocation.name;
        let name = full_name(facts.dialect_of(invocation), name).unwrap_or(name);
        let named = lowered(name, |name| self.by_program.get(name));
        let (worded, others) = match named {
            Some(named) => named.candidates(invocation.words.first()),
            None => (&[][..], &[][..]),
        };
        let named = worded.iter().chain(others).map(|at| (true, *at));
        let candidates = named.chain(self.anywhere.iter().map(|at| (false, *at)));
        let claims = candidates.filter_map(|(named, at)| {
            let (pattern, entry) = self.entries.get(at as usize)?;
            let claim = Claim { entry, pattern, specificity: pattern.specificity() };
            // The first of equals, so that the answer does not depend on anything but the lists.
            let order = (claim.specificity, named, std::cmp::Reverse(at));
            pattern.matches(facts, index, side).then_some((order, claim))
        });
        claims.max_by_key(|(order, _)| *order).map(|(_, claim)| claim)
    }
}

impl Initials {
    fn add(&mut self, program: &str, word: Option<&str>) {
        if let Some(words) = self.0.get_mut(initial(program)) {
            *words |= word.map_or(u32::MAX, |word| 1 << initial(word));
        }
    }

    /// Whether an entry may be about this program with this first word.
    fn may_hold(&self, program: &str, word: Option<&Arg<'_>>) -> bool {
        let words = self.0.get(initial(program)).copied().unwrap_or_default();
        match word {
            Some(word) if matches!(word.knowledge, Knowledge::Whole) => {
                words & (1 << initial(word.text)) != 0
            }
            Some(_) => words != 0,
            None => words == u32::MAX,
        }
    }
}

/// The last five bits of the first byte: a number for each letter, small or capital.
fn initial(text: &str) -> usize {
    usize::from(text.bytes().next().unwrap_or_default() & 31)
}

impl Named {
    fn add(&mut self, index: u32, word: Option<&str>) {
        self.all.push(index);
        match word {
            Some(word) => self.by_word.entry(word.to_ascii_lowercase()).or_default().push(index),
            None => self.any_word.push(index),
        }
    }

    /// The entries that may match an invocation whose first word is this one.
    fn candidates(&self, word: Option<&Arg<'_>>) -> (&[u32], &[u32]) {
        match word {
            None => (&[], &self.any_word),
            Some(word) if matches!(word.knowledge, Knowledge::Whole) => {
                let worded = lowered(word.text, |word| self.by_word.get(word));
                (worded.map_or(&[], Vec::as_slice), &self.any_word)
            }
            Some(_) => (&self.all, &[]),
        }
    }
}

/// Looks a name up in lower case, without a copy where it is that already.
fn lowered<T>(name: &str, get: impl Fn(&str) -> Option<T>) -> Option<T> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        get(&name.to_ascii_lowercase())
    } else {
        get(name)
    }
}

/// The shell whose reader reads a section's entries.
pub(super) fn dialect_of(section: ShellSection) -> Dialect {
    match section {
        ShellSection::Powershell => Dialect::PowerShell,
        ShellSection::Bash => Dialect::Bash,
        ShellSection::Zsh => Dialect::Zsh,
        ShellSection::Cmd => Dialect::Cmd,
    }
}
