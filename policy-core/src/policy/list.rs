//! Lists of patterns, and the entry of one that matches an invocation.

use rustc_hash::FxHashMap;

use super::expression::{ExpressionSet, Expressions};
use super::pattern::{Pattern, Specificity, Strictness, is_path, normalised};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge};
use crate::facts::programs::{full_name, spellings};
use crate::facts::{Facts, Invocation};
use crate::settings::{Entry, Sourced};

/// A list of patterns, found by the program they are about.
#[derive(Debug, Default)]
pub(crate) struct PatternList {
    strictness: Option<Strictness>,
    entries: Vec<(Pattern, Sourced<Entry>)>,
    by_program: FxHashMap<String, Named>,
    /// Entries that are about no single program: `*`, `git*`.
    anywhere: Vec<u32>,
    expressions: ExpressionSet,
    initials: Initials,
}

/// For the first letter of a program, the first letters of the words that entries about such
/// programs begin with: nearly every invocation is in no list, and this says so without a lookup.
#[derive(Debug, Default)]
pub(crate) struct Initials([u32; 32]);

impl Initials {
    const ANY: Self = Self([u32::MAX; 32]);

    /// Those of two lists.
    pub(super) fn of_both(one: &PatternList, other: &PatternList) -> Self {
        let mut both = Self::default();
        let pairs = one.initials.0.iter().zip(&other.initials.0);
        for (slot, (one, other)) in both.0.iter_mut().zip(pairs) {
            // Entries about a program alone are marked by every letter, which must stay so.
            *slot = one | other;
        }
        both
    }
}

/// The entries about one program. A thousand of them about different subcommands are no slower
/// than one, because the first word finds them.
#[derive(Debug, Default)]
struct Named {
    all: Vec<u32>,
    by_word: FxHashMap<String, Vec<u32>>,
    any_word: Vec<u32>,
}

/// The entry of a list that matches an invocation best.
#[derive(Clone, Copy, Debug)]
pub struct Match<'p> {
    /// The entry.
    pub entry: &'p Sourced<Entry>,
    /// Its pattern.
    pub pattern: &'p Pattern,
    /// How exactly it names the invocation.
    pub specificity: Specificity,
}

impl PatternList {
    pub(super) fn read(
        strictness: Strictness,
        entries: Vec<&Sourced<Entry>>,
        dialect: Dialect,
        expressions: &mut Expressions,
    ) -> Self {
        let mut list = Self { strictness: Some(strictness), ..Self::default() };
        if dialect == Dialect::PowerShell && !entries.is_empty() {
            // A command has other names there, with other first letters.
            list.initials = Initials::ANY;
        }
        for entry in entries {
            // One that cannot be read was a problem when the settings were compiled.
            if let Ok(pattern) = Pattern::read(&entry.value.pattern, dialect, expressions) {
                list.add(pattern, entry, dialect);
            }
        }
        list
    }

    fn add(&mut self, pattern: Pattern, entry: &Sourced<Entry>, dialect: Dialect) {
        let index = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        if let Some(name) = pattern.program() {
            let name = name.to_ascii_lowercase();
            let full = full_name(dialect, &name).map_or(name, str::to_owned);
            let generous = self.strictness != Some(Strictness::Permissive);
            // A path is found wherever it stands, a subcommand by each of its names.
            let word = pattern.first_word().filter(|word| !generous || !is_path(word));
            let others = word.filter(|_| generous).map(|word| spellings(&full, word));
            let named = self.by_program.entry(full.clone()).or_default();
            named.all.push(index);
            self.initials.add(&full, word);
            named.add(index, word);
            for other in others.into_iter().flatten().filter(|other| Some(*other) != word) {
                self.initials.add(&full, Some(other));
                named.add(index, Some(other));
            }
        } else {
            self.initials = Initials::ANY;
            match pattern.expression() {
                Some(expression) => self.expressions.add(index, expression.clone()),
                None => self.anywhere.push(index),
            }
        }
        self.entries.push((pattern, entry.clone()));
    }

    /// Whether it has no entries.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Every entry with its pattern.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &(Pattern, Sourced<Entry>)> {
        self.entries.iter()
    }

    /// The most specific entry that matches an invocation.
    #[must_use]
    #[inline]
    pub(crate) fn find(&self, facts: &Facts<'_>, index: usize) -> Option<Match<'_>> {
        let invocation = facts.invocations.get(index)?;
        let may = self.initials.may_hold(invocation.name, invocation.words.first());
        may.then(|| self.best(facts, index)).flatten()
    }

    /// The same once an entry may be about it.
    fn best(&self, facts: &Facts<'_>, index: usize) -> Option<Match<'_>> {
        let strictness = self.strictness?;
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
        let matching = candidates.filter(|(_, at)| {
            let entry = self.entries.get(*at as usize);
            entry.is_some_and(|(pattern, _)| pattern.matches(facts, index, strictness))
        });
        let matching = matching.chain(self.matching_expression(invocation, strictness));
        let matches = matching.filter_map(|(named, at)| {
            let (pattern, entry) = self.entries.get(at as usize)?;
            let found = Match { entry, pattern, specificity: pattern.specificity() };
            // The first of equals, so that the answer does not depend on anything but the lists.
            Some(((found.specificity, named, std::cmp::Reverse(at)), found))
        });
        matches.max_by_key(|(order, _)| *order).map(|(_, found)| found)
    }

    /// The first entry between slashes that matches; all of them are equally specific.
    fn matching_expression(
        &self,
        invocation: &Invocation<'_>,
        strictness: Strictness,
    ) -> Option<(bool, u32)> {
        if self.expressions.is_empty() || !strictness.trusts(invocation) {
            return None;
        }
        let first = self.expressions.first_match(&normalised(invocation))?;
        Some((false, first))
    }
}

impl Initials {
    fn add(&mut self, program: &str, word: Option<&str>) {
        if let Some(words) = self.0.get_mut(initial(program)) {
            *words |= word.map_or(u32::MAX, |word| 1 << initial(word));
        }
    }

    /// Whether an entry may be about this invocation.
    #[inline]
    pub(crate) fn may_concern(&self, invocation: &Invocation<'_>) -> bool {
        self.may_hold(invocation.name, invocation.words.first())
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
