//! What an entry that allows something says by its own words.

use bumpalo::Bump;

use super::list::Match;
use crate::dialect::Dialect;
use crate::facts::{Facts, observe};
use crate::rules::{self, RuleId};
use crate::shell;
use crate::surroundings::Surroundings;

/// The rules that an entry's own words lead to.
#[derive(Debug, Default)]
pub(crate) struct Said(Vec<RuleId>);

impl Said {
    /// Whether the entry itself would be found by a rule.
    pub(crate) fn includes(&self, rule: RuleId) -> bool {
        self.0.contains(&rule)
    }
}

impl Match<'_> {
    /// What the entry says about an invocation it matches. One that names operands speaks about
    /// these and no others; one that names none speaks about any.
    pub(crate) fn says(
        &self,
        facts: &Facts<'_>,
        index: usize,
        surroundings: &Surroundings,
    ) -> Said {
        let Some(invocation) = facts.invocations.get(index) else { return Said::default() };
        if self.pattern.program().is_none() {
            return Said::default();
        }
        let dialect = facts.dialect_of(invocation);
        let text = &self.entry.value.pattern;
        let (said, operands) = found(text, dialect, surroundings);
        match operands {
            0 => found(&format!("{text} x"), dialect, surroundings).0,
            _ if operands == invocation.operands.len() => said,
            _ => Said::default(),
        }
    }
}

/// The rules that speak up about a command, and how many operands its last program has.
fn found(text: &str, dialect: Dialect, surroundings: &Surroundings) -> (Said, usize) {
    let arena = Bump::new();
    let (script, reading) = shell::read(&arena, text, dialect);
    let facts = observe(&script, reading, surroundings);
    let operands = facts.invocations.last().map_or(0, |last| last.operands.len());
    let findings = rules::apply(&facts, surroundings);
    (Said(findings.list.iter().map(|finding| finding.rule).collect()), operands)
}
