//! A verdict in words and 80 columns, in the person's language.

use std::fmt::Write as _;

use policy_core::verdict::{Decision, Finding, Recovery, Risk, Verdict};

use crate::guard::cut;
use crate::language::Language;
use crate::output::{FAINT, STRONG, WIDTH, columns, field, field_beside, risk_style, styled, wrap};

/// The verdict on a command.
#[must_use]
pub(super) fn for_people(command: &str, verdict: &Verdict, language: &Language) -> String {
    let mut out = String::new();
    let shell = verdict.shell.map_or("", |shell| shell.name());
    // Writing into a string has no way to fail.
    let _ = writeln!(out, "{} {}", styled(FAINT, format!("{shell}:")), shown(command));
    let labels = Labels::of(language);
    let risk = risk_word(verdict.risk, language);
    field_beside(&mut out, labels.width, labels.risk, risk, risk_style(verdict.risk));
    match language.word("try.recovery") {
        None => {
            field(&mut out, "recovery", recovery(verdict));
            field(&mut out, "belay", action(verdict));
        }
        // Other languages answer the app's question, which is too long for a label.
        Some(question) => {
            let answer = language.word(recovery_key(verdict)).unwrap_or_default();
            let headline = language.word(action_key(verdict)).unwrap_or_default();
            for line in [format!("{question} {answer}"), headline.to_owned()] {
                for line in wrap(&line, WIDTH - 2) {
                    let _ = writeln!(out, "  {line}");
                }
            }
        }
    }
    for finding in &verdict.findings {
        write_finding(&mut out, command, verdict, finding, language);
    }
    out
}

/// The names of the fields, and how many columns they take together with what separates them.
struct Labels<'a> {
    risk: &'a str,
    place: &'a str,
    what: &'a str,
    why: &'a str,
    instead: &'a str,
    rule: &'a str,
    width: usize,
}

impl<'a> Labels<'a> {
    fn of(language: &'a Language) -> Self {
        let or = |name: &str, english: &'static str| language.word(name).unwrap_or(english);
        let mut labels = Self {
            risk: or("try.risk", "risk"),
            place: or("try.place", "where"),
            what: or("try.what", "what"),
            why: or("try.why", "why"),
            instead: or("try.instead", "instead"),
            rule: or("try.rule", "rule"),
            width: 10,
        };
        let all = [labels.risk, labels.place, labels.what, labels.why, labels.instead, labels.rule];
        let widest = all.into_iter().map(columns).max().unwrap_or_default();
        labels.width = labels.width.max(widest + 2);
        labels
    }
}

fn write_finding(
    out: &mut String,
    command: &str,
    verdict: &Verdict,
    finding: &Finding,
    language: &Language,
) {
    let Some(rule) = finding.rule.rule() else { return };
    let nested = finding.inner.and_then(|at| {
        let index = usize::from(at.source.0).checked_sub(1)?;
        Some(at.span.of(&verdict.nested.get(index)?.text))
    });
    let words = nested.unwrap_or_else(|| finding.span.of(command));
    let said = language.rule(rule);
    let labels = Labels::of(language);
    let risk = risk_word(finding.risk, language);
    out.push('\n');
    // Languages put colons in their own ways; a dot between blanks is right in all of them.
    let between = if language.word("try.risk").is_some() { " · " } else { ": " };
    let title = format!("{risk}{between}{}", said.title);
    for (index, line) in wrap(&title, WIDTH).into_iter().enumerate() {
        let line = match line.split_once(between) {
            Some((risk, rest)) if index == 0 => {
                let risk = styled(risk_style(finding.risk), risk);
                format!("{risk}{between}{}", styled(STRONG, rest))
            }
            _ => styled(STRONG, line),
        };
        let _ = writeln!(out, "{line}");
    }
    let fields = [
        (labels.place, shown(words)),
        (labels.what, said.what.to_owned()),
        (labels.why, said.why.to_owned()),
        (labels.instead, said.instead.to_owned()),
    ];
    for (label, text) in fields {
        field_beside(out, labels.width, label, &text, anstyle::Style::new());
    }
    field_beside(out, labels.width, labels.rule, rule.id, FAINT);
}

fn risk_word(risk: Risk, language: &Language) -> &str {
    language.word(&format!("risk.{}", risk.name())).unwrap_or(risk.name())
}

fn recovery(verdict: &Verdict) -> &'static str {
    match verdict.recovery {
        _ if verdict.risk < Risk::Medium => "nothing to undo",
        Recovery::Full => "a checkpoint could undo all of it",
        Recovery::Partial => "a checkpoint could undo part of it",
        Recovery::Unknown => "it is unknown whether a checkpoint could undo it",
        Recovery::None => "no checkpoint could undo it",
    }
}

fn recovery_key(verdict: &Verdict) -> &'static str {
    match verdict.recovery {
        _ if verdict.risk < Risk::Medium => "recovery.needless",
        Recovery::Full => "recovery.full",
        Recovery::Partial => "recovery.partial",
        Recovery::Unknown => "recovery.unknown",
        Recovery::None => "recovery.none",
    }
}

fn action(verdict: &Verdict) -> &'static str {
    match (verdict.permission.decision, verdict.checkpoint.plan.before) {
        (Decision::Allow, true) => "saves first, then lets it run",
        (Decision::Allow, false) => "lets it run",
        (Decision::Ask, true) => "asks you, and saves first if you agree",
        (Decision::Ask, false) => "asks you",
        (Decision::Deny, _) => "does not let it run",
    }
}

fn action_key(verdict: &Verdict) -> &'static str {
    match (verdict.permission.decision, verdict.checkpoint.plan.before) {
        (Decision::Allow, true) => "try.allowSaved",
        (Decision::Allow, false) => "try.allow",
        (Decision::Ask, true) => "try.askSaved",
        (Decision::Ask, false) => "try.ask",
        (Decision::Deny, _) => "try.deny",
    }
}

/// One line that fits beside a field's name.
fn shown(text: &str) -> String {
    crate::output::fitted(&cut(text), WIDTH - 14)
}

#[cfg(test)]
mod tests {
    use policy_core::shell::{Platform, detect};
    use policy_core::{Action, Coverage, Policy, Surroundings, judge};

    use super::*;

    fn told(command: &str, saves: Option<Coverage>, language: &str) -> String {
        let surroundings = Surroundings::default().with_saves(saves);
        let action = Action::Run { command, shell: detect("bash", Platform::Unix) };
        let verdict = judge(&action, &Policy::defaults(), &surroundings);
        let text = for_people(command, &verdict, &Language::named(language));
        anstream::adapter::strip_str(&text).to_string()
    }

    #[test]
    fn a_verdict_for_people_says_what_why_and_instead() {
        let text = told("rm -r -f src", None, "");
        for part in ["critical", "undo all of it", "asks you", "what ", "why ", "instead "] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
    }

    #[test]
    fn where_everything_is_saved_nobody_is_asked() {
        let saves = Some(Coverage::WORKSPACE.with_ignored_files(true).with_repository(true));
        assert!(told("rm -r -f src", saves, "").contains("saves first, then lets it run"));
    }

    #[test]
    fn lines_stay_within_eighty_columns_in_every_language() {
        let command = format!("rm -r -f {}", "src/some/folder ".repeat(30));
        for language in ["", "de", "ru", "zh-CN", "ja", "ko", "hi", "vi"] {
            let text = told(&command, None, language);
            assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
        }
    }

    #[test]
    fn a_verdict_is_told_in_the_language_of_the_terminal() {
        let text = told("git push --force", None, "de_DE.UTF-8");
        for part in ["Risiko", "Kritisch", "Prüfpunkt", "Stattdessen"] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
        assert!(!text.contains("checkpoint could"), "{text}");
    }

    #[test]
    fn nothing_a_terminal_acts_upon_is_printed() {
        let text = told("rm \u{1b}[2J\u{202e}x", None, "");
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
    }
}
