//! The sentences an agent and a person read.

use crate::answer::{Answer, Decision};
use crate::event::Host;

/// Claude Code cuts texts at 10,000 characters; a part that long helps nobody. Each part is cut by
/// itself, so that the code at the end is never lost.
const MOST_CHARACTERS: usize = 3_000;

/// What is said where a host asks or refuses.
pub(super) fn reason(answer: &Answer) -> String {
    let mut text = said(answer);
    if answer.decision == Decision::Deny {
        add_code(&mut text, answer);
    }
    text
}

/// What is said where a person should be asked and the host has no way to.
pub(super) fn refusal(answer: &Answer, host: Host) -> String {
    if answer.decision != Decision::Ask {
        return reason(answer);
    }
    let mut text = said(answer);
    text.push_str("\nA person has to decide this, and ");
    text.push_str(host.title());
    text.push_str(" cannot ask for Belay here, so it is refused.");
    add_code(&mut text, answer);
    text
}

fn said(answer: &Answer) -> String {
    let mut text = clean(&answer.reason);
    if text.is_empty() {
        // Codex drops a refusal without a reason, and the command runs.
        text.push_str("Belay does not let this run.");
    }
    let instead = answer.instead.as_deref().map(clean).filter(|instead| !instead.is_empty());
    if let Some(instead) = instead {
        text.push_str("\nInstead: ");
        text.push_str(&instead);
    }
    text
}

fn add_code(text: &mut String, answer: &Answer) {
    if let Some(code) = answer.code.as_deref() {
        text.push_str("\nTo allow this one call, a person runs `belay allow ");
        text.push_str(&clean(code));
        text.push_str("`; then try it again.");
    }
}

/// Line feeds only, nothing a terminal would act upon, and an end.
fn clean(text: &str) -> String {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let mut clean: String = text
        .chars()
        .take(MOST_CHARACTERS)
        .map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(MOST_CHARACTERS).is_some() {
        clean.push('…');
    }
    clean
}
