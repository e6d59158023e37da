//! Facts → findings.
//!
//! One ordered registry. For each effect the first rule that applies decides; rules are found by
//! what is done to which kind of thing, so a longer catalogue does not make judging slower. Rules
//! never see text.

mod catalogue;
mod finding;
mod page;

use std::sync::LazyLock;

pub use finding::Finding;
pub(crate) use finding::{Findings, apply};
pub use page::{Page, PageWords};

use crate::dialect::Dialect;
use crate::facts::effect::{Domain, Effect, Kind};
use crate::risk::Risk;
use crate::shell::tree::ProblemKind;

/// One thing worth telling a person, with everything that is said about it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// `family/name`, stable for ever.
    pub id: &'static str,
    /// A short line.
    pub title: &'static str,
    /// How dangerous it is.
    pub level: Risk,
    /// The kinds of effect it looks at.
    pub(crate) effect_kinds: &'static [Kind],
    /// Whether it applies to one of them.
    pub(crate) condition: fn(&Effect) -> bool,
    /// What happens.
    pub what: &'static str,
    /// Why that matters.
    pub why: &'static str,
    /// What to do instead.
    pub instead: &'static str,
    /// Commands this rule must report. A bash command, or one behind `cmd>`,
    /// `powershell>` or `zsh>`.
    pub matches: &'static [&'static str],
    /// Commands that look alike and that it must leave alone.
    pub non_matches: &'static [&'static str],
}

/// Names a rule of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(u16);

impl RuleId {
    /// The rule itself.
    #[must_use]
    pub fn rule(self) -> Option<&'static Rule> {
        CATALOGUE.rules.get(usize::from(self.0)).copied()
    }
}

struct Catalogue {
    rules: Vec<&'static Rule>,
    /// Which rules to ask, by what is done and to what kind of thing.
    candidates: Vec<Vec<RuleId>>,
}

/// Where the rules for a kind of effect on a kind of thing stand.
fn slot(kind: Kind, domain: Domain) -> usize {
    kind as usize * Domain::ALL.len() + domain as usize
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let mut rules = Vec::new();
    let mut candidates = vec![Vec::new(); Kind::COUNT * Domain::ALL.len()];
    // To measure what the size of the catalogue costs, every rule is there ten times.
    let copies = if cfg!(tenfold) { 10 } else { 1 };
    for family in (0..copies).flat_map(|_| catalogue::FAMILIES) {
        for rule in family.rules {
            let id = RuleId(u16::try_from(rules.len()).unwrap_or(u16::MAX));
            rules.push(rule);
            let about = if family.about.is_empty() { &Domain::ALL } else { family.about };
            for (kind, domain) in rule
                .effect_kinds
                .iter()
                .flat_map(|kind| about.iter().map(move |domain| (*kind, *domain)))
            {
                if let Some(list) = candidates.get_mut(slot(kind, domain)) {
                    list.push(id);
                }
            }
        }
    }
    Catalogue { rules, candidates }
});

/// Every rule, in the order they are asked.
#[must_use]
pub fn all() -> &'static [&'static Rule] {
    &CATALOGUE.rules
}

/// Every rule by its family, which is what its id begins with, in the order they are asked.
#[must_use]
pub fn families() -> Vec<(&'static str, Vec<&'static Rule>)> {
    let mut families: Vec<(&'static str, Vec<&'static Rule>)> = Vec::new();
    for rule in all() {
        let family = rule.id.split_once('/').map_or(rule.id, |(family, _)| family);
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, rules)) => rules.push(rule),
            None => families.push((family, vec![rule])),
        }
    }
    families
}

/// The rule of that name.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Rule> {
    CATALOGUE.rules.iter().find(|rule| rule.id == id).copied()
}

/// The first rule that applies to an effect.
#[must_use]
pub(crate) fn for_effect(effect: &Effect) -> Option<(RuleId, &'static Rule)> {
    let candidates = CATALOGUE.candidates.get(slot(effect.kind, effect.domain))?;
    candidates.iter().find_map(|id| {
        let rule = id.rule()?;
        (rule.condition)(effect).then_some((*id, rule))
    })
}

/// The rule for something wrong with the text.
#[must_use]
pub(crate) fn for_problem(kind: ProblemKind) -> Option<(RuleId, &'static Rule)> {
    let id = id_of(catalogue::text::id_for(kind)?)?;
    Some((id, id.rule()?))
}

/// What a verdict calls the rule of that name.
#[must_use]
pub fn id_of(name: &str) -> Option<RuleId> {
    let index = CATALOGUE.rules.iter().position(|rule| rule.id == name)?;
    u16::try_from(index).ok().map(RuleId)
}

/// The shell and the command of an example: `cmd> del x` is one for cmd, a bare command for bash.
#[must_use]
pub fn example(text: &'static str) -> (Dialect, &'static str) {
    let shells = [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd];
    let prompted =
        |shell: Dialect| Some((shell, text.strip_prefix(shell.name())?.strip_prefix("> ")?));
    shells.into_iter().find_map(prompted).unwrap_or((Dialect::Bash, text))
}
