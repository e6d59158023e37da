//! Patterns in command lists: read by the same reader as commands, matched against facts.
//!
//! An entry matches an invocation when the program is the same, its flags are all there in
//! whatever spelling, and its other words are a beginning of the invocation's words.

use std::fmt;

use bumpalo::Bump;

use super::expression::{Expression, Expressions};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge};
use crate::facts::programs::{full_name, same_subcommand};
use crate::facts::{Facts, Invocation, observe};
use crate::settings::{Entry, Problem, ProblemCode};
use crate::shell;
use crate::source::Span;
use crate::surroundings::Surroundings;

/// One entry of a list, ready to be matched.
#[derive(Debug)]
pub struct Pattern {
    matcher: Matcher,
}

#[derive(Debug)]
enum Matcher {
    /// `*`
    Everything,
    /// `/…/`
    Text(Expression),
    /// A command, or several that run or feed each other; the entry is about the last one.
    Command(Vec<Link>),
}

#[derive(Debug)]
struct Link {
    name: String,
    /// The name with its directory, where the entry has one.
    directory: Option<String>,
    flags: Vec<(String, Option<String>)>,
    words: Vec<String>,
    relation: Relation,
}

/// How a link hangs on the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    First,
    /// The one before runs it (`sudo rm`).
    Wrapped,
    /// The output of the one before flows into it (`curl | bash`).
    Piped,
}

/// How exactly an entry names something; the more specific one wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Specificity {
    /// `*` < a regular expression < a command.
    class: u8,
    /// Literal words and flags.
    words: u16,
}

/// How strictly the entries of a list are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// It asks for care (checkpoint, deny): matched generously.
    Restrictive,
    /// It forbids: matched most generously, for whoever forbids something means every way to it.
    Forbidding,
    /// It makes less careful (exempt, allow): matched strictly.
    Permissive,
}

impl Strictness {
    /// Whether spellings that mean the same are matched too.
    fn is_generous(self) -> bool {
        self != Self::Permissive
    }

    /// Whether the name of an invocation is certain enough to be matched.
    pub(super) fn trusts(self, invocation: &Invocation<'_>) -> bool {
        self.is_generous() || invocation.trusted_name
    }
}

/// Why an entry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl PatternError {
    /// The same, with the entry it is about.
    pub(super) fn about(self, entry: &Entry) -> Problem {
        Problem {
            path: entry.place.to_string(),
            code: ProblemCode::BadPattern,
            message: format!("`{}`: {}", entry.pattern, self.message),
            help: self.help,
        }
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.help)
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Reads an entry as a shell would read a command.
    ///
    /// # Errors
    ///
    /// When it is not a pattern at all or could never match.
    pub(super) fn read(
        text: &str,
        dialect: Dialect,
        expressions: &mut Expressions,
    ) -> Result<Self, PatternError> {
        let text = text.trim();
        let matcher = if text == "*" {
            Matcher::Everything
        } else if let Some(expression) = expressions.read(text) {
            Matcher::Text(expression?)
        } else {
            Self::command(text, dialect)?
        };
        Ok(Self { matcher })
    }

    fn command(text: &str, dialect: Dialect) -> Result<Matcher, PatternError> {
        let arena = Bump::new();
        let surroundings = Surroundings::default();
        let (script, reading) = shell::read(&arena, text, dialect);
        let facts = observe(&script, reading, &surroundings);
        let links = links(&facts);
        if links.last().is_none_or(|link| link.name.is_empty()) {
            return Err(PatternError {
                message: "no command can be read from this".to_owned(),
                help: "write a program's name, with flags and words if needed: `git push --force`"
                    .to_owned(),
            });
        }
        Ok(Matcher::Command(links))
    }

    /// The program the entry is about, when only that one can match.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        match &self.matcher {
            Matcher::Command(links) => {
                links.last().map(|link| link.name.as_str()).filter(|name| !name.contains('*'))
            }
            _ => None,
        }
    }

    /// The first word behind the program, when only that one can match.
    #[must_use]
    pub(super) fn first_word(&self) -> Option<&str> {
        match &self.matcher {
            Matcher::Command(links) => {
                let word = links.last().and_then(|link| link.words.first());
                word.map(String::as_str).filter(|word| !word.contains('*'))
            }
            _ => None,
        }
    }

    /// How exactly it names something.
    #[must_use]
    pub fn specificity(&self) -> Specificity {
        match &self.matcher {
            Matcher::Everything => Specificity { class: 0, words: 0 },
            Matcher::Text(_) => Specificity { class: 1, words: 0 },
            Matcher::Command(links) => {
                let count = |link: &Link| {
                    let words = link.words.iter().filter(|word| !word.contains('*')).count();
                    1 + link.flags.len() + words + usize::from(link.directory.is_some())
                };
                let words = links.iter().map(count).sum::<usize>();
                Specificity { class: 2, words: u16::try_from(words).unwrap_or(u16::MAX) }
            }
        }
    }

    /// Whether it names a flag or, where the invocation has none, a word: enough to give leave
    /// for what no checkpoint brings back.
    #[must_use]
    pub fn mentions_dangerous_flag(&self, invocation: &Invocation<'_>) -> bool {
        match &self.matcher {
            Matcher::Command(links) => links.last().is_some_and(|link| {
                !link.flags.is_empty() || (invocation.flags.is_empty() && !link.words.is_empty())
            }),
            _ => false,
        }
    }

    /// The expression, where it is one between slashes.
    pub(super) fn expression(&self) -> Option<&Expression> {
        match &self.matcher {
            Matcher::Text(expression) => Some(expression),
            _ => None,
        }
    }

    /// Whether it is `*`.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        matches!(self.matcher, Matcher::Everything)
    }

    /// Whether it matches an invocation.
    #[must_use]
    pub fn matches(&self, facts: &Facts<'_>, index: usize, strictness: Strictness) -> bool {
        let Some(invocation) = facts.invocations.get(index) else { return false };
        if !strictness.trusts(invocation) {
            return false;
        }
        match &self.matcher {
            Matcher::Everything => true,
            Matcher::Text(expression) => expression.is_match(&normalised(invocation)),
            Matcher::Command(links) => match links.split_last() {
                Some((last, before)) => {
                    last.matches(facts, invocation, strictness)
                        && leads_to(before, last.relation, facts, invocation, strictness)
                }
                None => false,
            },
        }
    }
}

impl Link {
    /// What an entry says about one of its commands. The words of the command it wraps are left
    /// to a link of their own, so `sudo rm` also matches `sudo env rm`.
    fn of(
        invocation: &Invocation<'_>,
        relation: Relation,
        wrapped: Option<Span>,
        facts: &Facts<'_>,
    ) -> Self {
        let sources = &facts.reading.sources;
        let own = |arg: &&Arg<'_>| {
            wrapped.is_none_or(|wrapped| sources.outermost(arg.at).end <= wrapped.start)
        };
        let text = |arg: &Arg<'_>| match arg.known() {
            Some(text) => text.to_owned(),
            None => sources.slice(arg.at).to_owned(),
        };
        let has_directory = invocation.written.len() > invocation.name.len()
            && invocation.written.contains(['/', '\\']);
        Self {
            name: invocation.name.to_owned(),
            directory: has_directory.then(|| invocation.written.to_owned()),
            flags: invocation
                .flags
                .iter()
                .map(|flag| (flag.name.to_owned(), flag.value.filter(own).map(text)))
                .collect(),
            words: invocation.words.iter().filter(own).map(text).collect(),
            relation,
        }
    }

    fn matches(
        &self,
        facts: &Facts<'_>,
        invocation: &Invocation<'_>,
        strictness: Strictness,
    ) -> bool {
        let ignores_case = self.name.bytes().all(|byte| !byte.is_ascii_uppercase());
        let dialect = facts.dialect_of(invocation);
        // A name is allowed only as it is written, unless the shell itself ignores case.
        let any_case = ignores_case && (strictness.is_generous() || dialect.ignores_case());
        let same = |a: &str, b: &str| wild(a, b) || (any_case && a.eq_ignore_ascii_case(b));
        let same_in_full = || {
            let [a, b] = [self.name.as_str(), invocation.name]
                .map(|name| full_name(dialect, name).unwrap_or(name));
            a == b
        };
        // A denied `Remove-Item` also denies its alias `ri`; an allowed name allows itself only.
        let generous = strictness.is_generous() && same_in_full();
        if !generous && !same(&self.name, invocation.name) {
            return false;
        }
        if let Some(directory) = &self.directory
            && strictness == Strictness::Permissive
            && directory != invocation.written
        {
            return false;
        }
        let flag = |(name, value): &(String, Option<String>)| {
            invocation.flags.iter().any(|given| {
                (given.name == name || given.name.eq_ignore_ascii_case(name) && name.len() > 1)
                    && value.as_deref().is_none_or(|wanted| {
                        given.value.is_some_and(|value| word_matches(wanted, value, strictness))
                    })
            })
        };
        // A word that nobody knows may be the flag that is forbidden.
        let may_be_flag =
            || strictness == Strictness::Forbidding && invocation.words.iter().any(may_be_any_flag);
        if !self.flags.iter().all(flag) && !may_be_flag() {
            return false;
        }
        if strictness.is_generous() {
            return self.words_mean(invocation, strictness);
        }
        self.words.len() <= invocation.words.len()
            && self
                .words
                .iter()
                .zip(invocation.words)
                .all(|(wanted, word)| word_matches(wanted, word, strictness))
    }

    /// Whether the words mean those of an invocation: in their order, a subcommand by any of its
    /// names, a path wherever it stands and however it is written.
    fn words_mean(&self, invocation: &Invocation<'_>, strictness: Strictness) -> bool {
        let mut next = 0;
        for (at, wanted) in self.words.iter().enumerate() {
            let fits = |word: &Arg<'_>| {
                word_matches(wanted, word, strictness)
                    || is_path(wanted) && same_path(wanted, word)
                    || same_subcommand(invocation.name, at, wanted, word.text)
            };
            let rest = invocation.words.get(next..).unwrap_or_default();
            let found = match rest.first() {
                Some(first) if fits(first) => Some(0),
                _ if is_path(wanted) => rest.iter().position(fits),
                _ => None,
            };
            match found {
                Some(found) => next += found + 1,
                // `cat < .env` reads what `cat .env` reads.
                None if is_path(wanted) && invocation.input.is_some_and(fits) => {}
                None => return false,
            }
        }
        true
    }
}

/// Whether a word may turn out to be any flag.
fn may_be_any_flag(word: &Arg<'_>) -> bool {
    matches!(word.knowledge, Knowledge::Start)
        && (word.text.is_empty() || word.text.starts_with('-'))
}

/// Whether a word of an entry names a file rather than anything else.
pub(super) fn is_path(word: &str) -> bool {
    word.contains(['.', '/', '\\', '~']) && !word.starts_with('-') && !word.contains("://")
}

/// Whether a word leads to the file an entry names: `./.env`, `a/../.env`, a full path to it.
fn same_path(wanted: &str, word: &Arg<'_>) -> bool {
    let Some(text) = word.known() else { return false };
    let (wanted, text) = (parts(wanted), parts(text));
    !wanted.is_empty() && text.ends_with(&wanted)
}

fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." if !parts.is_empty() => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts
}

fn word_matches(wanted: &str, word: &Arg<'_>, strictness: Strictness) -> bool {
    match word.knowledge {
        Knowledge::Whole => {
            wild(wanted, word.text)
                || wanted.eq_ignore_ascii_case(word.text) && strictness.is_generous()
        }
        // `{}` in an entry stands for whatever will be found, as it does in the command.
        _ => {
            let may_be = || wanted == "{}" || wanted.starts_with(word.text);
            strictness.is_generous() && (word.text.is_empty() || may_be())
        }
    }
}

/// Whether the links before the last one match an invocation's wrappers or what is piped into it.
fn leads_to(
    links: &[Link],
    relation: Relation,
    facts: &Facts<'_>,
    invocation: &Invocation<'_>,
    strictness: Strictness,
) -> bool {
    let Some((last, before)) = links.split_last() else { return true };
    let get = |index: u32| facts.invocations.get(index as usize);
    match relation {
        Relation::First => true,
        Relation::Wrapped => {
            let mut wrapper = invocation.wrapped_by;
            while let Some(found) = wrapper.and_then(get) {
                if last.matches(facts, found, strictness)
                    && leads_to(before, last.relation, facts, found, strictness)
                {
                    return true;
                }
                wrapper = found.wrapped_by;
            }
            false
        }
        Relation::Piped => {
            // The feeder may stand inside a wrapper, and so may the one that is fed.
            let mut piped = Some(*invocation);
            while let Some(current) = piped {
                if let Some(index) = current.piped_from {
                    let sources = facts.invocations.iter().skip(index as usize).take(8);
                    return sources.into_iter().any(|found| {
                        last.matches(facts, found, strictness)
                            && leads_to(before, last.relation, facts, found, strictness)
                    });
                }
                piped = current.wrapped_by.and_then(get).copied();
            }
            false
        }
    }
}

/// An entry is about its last command; the ones that wrap it or pipe into it lead to it.
fn links(facts: &Facts<'_>) -> Vec<Link> {
    let mut links = Vec::new();
    let mut wrapped = None;
    let mut next = facts.invocations.len().checked_sub(1);
    while let Some((index, invocation)) = next.and_then(|at| Some((at, facts.invocations.get(at)?)))
    {
        let (relation, before) = match (invocation.wrapped_by, invocation.piped_from) {
            (Some(wrapper), _) => (Relation::Wrapped, Some(wrapper)),
            (None, Some(source)) => (Relation::Piped, Some(source)),
            (None, None) => (Relation::First, None),
        };
        links.push(Link::of(invocation, relation, wrapped, facts));
        let at = facts.reading.sources.outermost(invocation.at);
        wrapped = (relation == Relation::Wrapped).then_some(at);
        // What leads to a command stands before it, so this comes to an end.
        next = before.map(|before| before as usize).filter(|before| *before < index);
    }
    links.reverse();
    links
}

/// An invocation as one line: its name and its words as the program would receive them.
#[must_use]
pub(super) fn normalised(invocation: &Invocation<'_>) -> String {
    let mut line = invocation.name.to_owned();
    for arg in invocation.args {
        line.push(' ');
        line.push_str(arg.text);
    }
    line
}

/// Whether `text` is `pattern`, in which `*` stands for anything.
fn wild(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(first) = parts.next() else { return false };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    true
}
