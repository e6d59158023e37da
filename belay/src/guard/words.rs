//! What the agent and the person are told about a decision.

use std::path::Path;

use policy_core::rules::RuleId;
use policy_core::verdict::{Decision, Recovery, Verdict, Why};

use crate::answer::Answer;

/// The longest piece of a command repeated in a sentence, in characters.
const MOST: usize = 120;

/// The answer to a call whose strictest verdict this is.
#[must_use]
pub(super) fn answer(verdict: &Verdict, text: &str, trouble: Option<&str>) -> Answer {
    let decision = verdict.permission.decision;
    if decision == Decision::Allow {
        return Answer::allow();
    }
    let rule = verdict.permission.rule.and_then(RuleId::rule);
    let mut sentences = Vec::new();
    let listed = verdict.permission.decided_by.as_deref();
    match (decision, verdict.permission.why, listed) {
        (Decision::Deny, Why::DeniedByList, Some(entry)) => {
            sentences.push(format!(
                "Belay refused `{}`: the settings deny `{}`.",
                cut(text),
                entry.pattern
            ));
            sentences.extend(entry.reason.clone());
        }
        (Decision::Deny, ..) => sentences.push(format!("Belay refused `{}`.", cut(text))),
        _ => sentences.push(format!("Belay asks before `{}` runs.", cut(text))),
    }
    if let Some(rule) = rule {
        sentences.push(format!("{} {} [{}]", rule.what, lost(verdict), rule.id));
    }
    sentences.extend(trouble.map(str::to_owned));
    let answer = Answer { decision, ..Answer::deny(sentences.join(" ")) };
    match rule {
        Some(rule) => answer.instead(rule.instead),
        None => answer,
    }
}

/// The answer to a call that changes one of Belay's own files.
#[must_use]
pub(super) fn own_file(text: &str, file: &Path) -> Answer {
    let reason = format!(
        "Belay asks before `{}` runs. It changes `{}`, by which Belay guards this machine; an agent \
         does not loosen that by itself. [belay/own-files]",
        cut(text),
        file.display()
    );
    Answer::ask(reason).instead("Tell the person what you want to change there and why.")
}

fn lost(verdict: &Verdict) -> &'static str {
    match verdict.recovery {
        Recovery::Full => "A checkpoint would bring everything back.",
        Recovery::Partial => "A checkpoint would bring back only part of it.",
        Recovery::None => "No checkpoint would bring it back.",
        Recovery::Unknown => "It is not known whether a checkpoint would bring it back.",
    }
}

/// One line of limited length, with nothing in it that a terminal would act upon.
#[must_use]
pub fn cut(text: &str) -> String {
    let mut line = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == MOST {
            line.push('…');
            break;
        }
        match c {
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {
                line.extend(c.escape_unicode());
            }
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}
