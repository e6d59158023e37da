//! What a careful colleague would say about settings that are valid: entries that do nothing,
//! contradict each other, or cover more than a person may think.

use bumpalo::Bump;

use super::list::PatternList;
use super::pattern::{Pattern, Strictness};
use super::{Lists, Policy, dialect_of, section_of};
use crate::dialect::Dialect;
use crate::facts::effect::Traits;
use crate::facts::{Facts, observe};
use crate::risk::Risk;
use crate::rules;
use crate::settings::{Entry, Layer, ShellSection, Sourced};
use crate::shell;
use crate::surroundings::Surroundings;
pub(crate) use crate::wire::{Lint, LintCode};

/// Remarks about settings that are in force, in the order of their paths.
#[must_use]
pub fn lint(policy: &Policy) -> Vec<Lint> {
    let mut remarks = Vec::new();
    for section in ShellSection::ALL {
        let dialect = dialect_of(section);
        lint_lists(policy.lists(dialect), dialect, &mut remarks);
    }
    // The built-in entries are not the person's to change.
    remarks.retain(|remark: &(Layer, Lint)| remark.0 != Layer::Default);
    let mut remarks: Vec<Lint> = remarks.into_iter().map(|(_, lint)| lint).collect();
    // An entry of a list for all shells is looked at once for each shell.
    remarks.sort_by(|a, b| (&a.path, a.code).cmp(&(&b.path, b.code)));
    remarks.dedup_by(|a, b| a.path == b.path && a.code == b.code);
    remarks
}

fn lint_lists(lists: &Lists, dialect: Dialect, remarks: &mut Vec<(Layer, Lint)>) {
    for list in [&lists.checkpoint, &lists.exempt, &lists.risk, &lists.allowed, &lists.denied] {
        lint_list(list, dialect, remarks);
    }
    contradictions(
        &lists.exempt,
        &lists.checkpoint,
        "still asks for a checkpoint",
        dialect,
        remarks,
    );
    contradictions(&lists.allowed, &lists.denied, "still denies it", dialect, remarks);
    too_general(&lists.exempt, Risk::High, dialect, remarks);
    too_general(&lists.allowed, Risk::Critical, dialect, remarks);
}

/// Duplicates and entries that another one of the same list covers.
fn lint_list(list: &PatternList, dialect: Dialect, remarks: &mut Vec<(Layer, Lint)>) {
    for (index, (pattern, entry)) in list.entries().enumerate() {
        let text = &entry.value.pattern;
        let twin = list
            .entries()
            .take(index)
            .find(|(_, other)| other.value.pattern.split_whitespace().eq(text.split_whitespace()));
        if let Some((_, twin)) = twin {
            remarks.push((
                entry.layer,
                Lint {
                    path: entry.value.place.to_string(),
                    code: LintCode::Duplicate,
                    message: format!("`{text}` is already at {}", twin.value.place),
                    help: "remove one of the two".to_owned(),
                    removable: true,
                },
            ));
            continue;
        }
        let wider = with_facts(text, dialect, |facts, last| {
            list.entries()
                .find(|(other, _)| {
                    other.specificity() < pattern.specificity()
                        && !other.is_everything()
                        && other.matches(facts, last, Strictness::Restrictive)
                })
                .map(|(_, other)| other.value.pattern.clone())
        });
        if let Some(wider) = wider.flatten() {
            remarks.push((
                entry.layer,
                Lint {
                    path: entry.value.place.to_string(),
                    code: LintCode::Shadowed,
                    message: format!("`{wider}` already matches everything that `{text}` does"),
                    help: format!("remove this entry, or narrow `{wider}`"),
                    removable: true,
                },
            ));
        }
    }
}

/// Permissive entries that a restrictive one, at least as specific, takes back.
fn contradictions(
    permissive: &PatternList,
    restrictive: &PatternList,
    effect: &str,
    dialect: Dialect,
    remarks: &mut Vec<(Layer, Lint)>,
) {
    for (pattern, entry) in permissive.entries() {
        let against = with_facts(&entry.value.pattern, dialect, |facts, last| {
            restrictive
                .entries()
                .find(|(other, _)| {
                    other.specificity() >= pattern.specificity()
                        && other.matches(facts, last, Strictness::Restrictive)
                })
                .map(|(_, other)| other.clone())
        });
        if let Some(other) = against.flatten() {
            remarks.push((entry.layer, contradiction(entry, &other, effect)));
        }
    }
}

fn contradiction(entry: &Sourced<Entry>, other: &Sourced<Entry>, effect: &str) -> Lint {
    Lint {
        path: entry.value.place.to_string(),
        code: LintCode::Contradicted,
        message: format!(
            "`{}` has no effect: `{}` at {} {effect}",
            entry.value.pattern, other.value.pattern, other.value.place
        ),
        help: "remove one of the two; where both match, the careful one wins".to_owned(),
        removable: true,
    }
}

/// Permissive entries that cover commands the catalogue calls dangerous.
fn too_general(list: &PatternList, from: Risk, dialect: Dialect, remarks: &mut Vec<(Layer, Lint)>) {
    for (pattern, entry) in list.entries() {
        let Some((example, rule)) = first_covered(pattern, from, dialect) else { continue };
        let text = &entry.value.pattern;
        let (code, message, help) = if from == Risk::High {
            (
                LintCode::ExemptsHighRisk,
                format!("`{text}` also exempts `{example}` ({})", rule.title.to_ascii_lowercase()),
                "name the harmless commands one by one; without a checkpoint Belay asks instead",
            )
        } else {
            (
                LintCode::AllowsCritical,
                format!("`{text}` also covers `{example}` ({})", rule.title.to_ascii_lowercase()),
                "name the flag or word you mean; Belay still asks about what cannot be brought back",
            )
        };
        remarks.push((
            entry.layer,
            Lint {
                path: entry.value.place.to_string(),
                code,
                message,
                help: help.to_owned(),
                removable: false,
            },
        ));
    }
}

/// The first example of a dangerous rule that a pattern covers without naming the danger.
fn first_covered(
    pattern: &Pattern,
    from: Risk,
    dialect: Dialect,
) -> Option<(&'static str, &'static rules::Rule)> {
    let dangerous = rules::all().iter().filter(|rule| rule.level >= from);
    let examples = dangerous.flat_map(|rule| rule.matches.iter().map(move |text| (*text, *rule)));
    examples
        .map(|(text, rule)| (rules::example(text), rule))
        .filter(|((shell, _), _)| {
            section_of(*shell) == section_of(dialect)
                || dialect.is_posix() && *shell == Dialect::Bash
        })
        .find(|((_, text), _)| {
            with_facts(text, dialect, |facts, _| {
                (0..facts.invocations.len()).any(|index| {
                    pattern.matches(facts, index, Strictness::Permissive)
                        && facts
                            .invocations
                            .get(index)
                            .is_some_and(|invocation| !pattern.mentions_dangerous_flag(invocation))
                        && facts.effects.iter().any(|effect| {
                            // No entry gives leave for what a redirection writes.
                            effect.invocation as usize == index
                                && !effect.traits.contains(Traits::REDIRECTION)
                        })
                })
            })
            .unwrap_or(false)
        })
        .map(|((_, text), rule)| (text, rule))
}

/// Reads a text and passes on its facts with the number of its last invocation.
fn with_facts<T>(
    text: &str,
    dialect: Dialect,
    look: impl FnOnce(&Facts<'_>, usize) -> T,
) -> Option<T> {
    let arena = Bump::new();
    let surroundings = Surroundings::default();
    let (script, reading) = shell::read(&arena, text, dialect);
    let facts = observe(&script, reading, &surroundings);
    let last = facts.invocations.len().checked_sub(1)?;
    Some(look(&facts, last))
}
