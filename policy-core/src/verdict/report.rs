//! A verdict written out: the one place where ids become texts and bytes become the caller's
//! units.

use std::borrow::Cow;

use super::Verdict;
use super::permission::{Decision, Permission, Why};
use crate::rules::{Finding, Rule};
use crate::source::Span;
use crate::wire;

/// What positions are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Bytes of UTF-8, as Rust counts.
    #[default]
    Bytes,
    /// Code units of UTF-16, as JavaScript counts.
    Utf16,
}

impl wire::Verdict {
    /// The verdict about `text`, with its texts looked up and its positions in `units`.
    #[must_use]
    pub fn new(verdict: &Verdict, text: &str, units: Units) -> Self {
        let ruler = Ruler::new(text, units);
        let inner: Vec<_> =
            verdict.nested.iter().map(|nested| Ruler::new(&nested.text, units)).collect();
        let Verdict { checkpoint, permission, .. } = verdict;
        Self {
            action: verdict.action,
            shell: verdict.shell,
            risk: verdict.risk,
            recovery: verdict.recovery,
            unverified: verdict.unverified,
            should_checkpoint: checkpoint.should,
            reason: checkpoint.reason,
            plan: checkpoint.plan,
            checkpoint_decided_by: checkpoint.decided_by.as_deref().cloned(),
            permission: permission.decision,
            permission_reason: permission.why,
            permission_decided_by: permission.decided_by.as_deref().cloned(),
            explanation: explanation(permission),
            findings: verdict.findings.iter().map(|each| finding(each, &ruler, &inner)).collect(),
            nested: verdict
                .nested
                .iter()
                .map(|nested| wire::Nested {
                    text: nested.text.clone(),
                    shell: nested.shell,
                    span: ruler.span(nested.span),
                    file: nested.file.as_ref().map(|(path, _)| path.clone()),
                    line: nested.file.as_ref().map(|(_, line)| *line),
                })
                .collect(),
            targets: verdict.targets.clone(),
            files: verdict
                .files
                .iter()
                .map(|file| wire::SeenFile { path: file.path.clone(), hash: file.hash.clone() })
                .collect(),
        }
    }

    /// The verdict as JSON, always the same bytes.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialising strings, numbers and lists into memory has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What, why, instead: of the list entry that decided, or of the rule that weighs most.
fn explanation(permission: &Permission) -> wire::Explanation {
    let rule = permission.rule.and_then(|id| id.rule());
    let reason = permission.decided_by.as_ref().and_then(|by| by.reason.clone());
    let instead = match (permission.decision, rule) {
        (Decision::Deny, _) => "Do it another way, or ask the person to change the list.",
        (_, Some(rule)) => rule.instead,
        (_, None) => "Nothing, this is fine.",
    };
    wire::Explanation {
        what: rule.map_or("It only reads, or changes nothing important.", |rule| rule.what).into(),
        why: reason.map_or_else(|| because(permission.why, rule), Cow::Owned),
        instead: instead.into(),
    }
}

fn because(why: Why, rule: Option<&Rule>) -> Cow<'static, str> {
    let reason = match why {
        Why::DeniedByList => "A denied command matches part of it.",
        Why::AllowedByList => "Allowed commands cover every part of it.",
        Why::AllowedTooGenerally => {
            "An allowed command covers it, but does not name the flag or word that makes it dangerous."
        }
        Why::UnknownProgram => {
            "Some commands are denied, and which program runs here is not known beforehand."
        }
        Why::Safe => "It only reads.",
        Why::SafeNotApproved => "The settings ask even about commands that only read.",
        Why::LowRisk => "It changes nothing important.",
        Why::MediumRisk => "Work may be lost, but a checkpoint keeps it.",
        Why::MediumRiskAsked => "Work may be lost, and the settings ask about that.",
        Why::Recoverable => "A checkpoint taken first brings everything back.",
        Why::Unrecoverable => "No checkpoint is sure to bring it back.",
        Why::NotConfirmed => "The settings do not ask about dangerous commands.",
    };
    match rule {
        Some(rule) => format!("{reason} {}", rule.why).into(),
        None => reason.into(),
    }
}

fn finding(finding: &Finding, ruler: &Ruler<'_>, nested: &[Ruler<'_>]) -> wire::Finding {
    // Only the catalogue makes ids, so the rule is always there.
    let rule = finding.rule.rule();
    let text = |of: fn(&Rule) -> &'static str| Cow::Borrowed(rule.map_or("", of));
    let inner = finding.inner.and_then(|inner| {
        let number = inner.source.0;
        let ruler = nested.get(usize::from(number).checked_sub(1)?)?;
        Some((number, ruler.span(inner.span)))
    });
    wire::Finding {
        rule: text(|rule| rule.id),
        title: text(|rule| rule.title),
        risk: finding.risk,
        recovery: finding.recovery,
        effect: finding.effect.map(|(kind, ..)| kind),
        domain: finding.effect.map(|(_, domain, _)| domain),
        place: finding.effect.map(|(.., place)| place),
        possible: finding.possible,
        span: ruler.span(finding.span),
        nested: inner.map(|(number, _)| number),
        inner_span: inner.map(|(_, span)| span),
        explanation: wire::Explanation {
            what: text(|rule| rule.what),
            why: text(|rule| rule.why),
            instead: text(|rule| rule.instead),
        },
    }
}

/// Turns bytes of a text into the caller's units. A long text with many findings is counted
/// through once, not once for each of them.
struct Ruler<'v> {
    text: &'v str,
    /// The count at every [`Ruler::STEP`] bytes; empty where bytes and units are the same.
    marks: Vec<u32>,
}

impl<'v> Ruler<'v> {
    const STEP: usize = 256;

    fn new(text: &'v str, units: Units) -> Self {
        match units {
            Units::Bytes => Self { text, marks: Vec::new() },
            Units::Utf16 => Self::utf16(text),
        }
    }

    fn utf16(text: &'v str) -> Self {
        let mut marks = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for piece in text.as_bytes().chunks(Self::STEP) {
                marks.push(count);
                count += units(piece);
            }
            marks.push(count);
        }
        Self { text, marks }
    }

    fn span(&self, span: Span) -> wire::Span {
        wire::Span { start: self.at(span.start), end: self.at(span.end) }
    }

    fn at(&self, byte: u32) -> u32 {
        let end = byte as usize;
        let Some(mark) = self.marks.get(end / Self::STEP) else { return byte };
        let from = end - end % Self::STEP;
        mark + units(self.text.as_bytes().get(from..end).unwrap_or_default())
    }
}

/// The units of UTF-16 whose characters begin in these bytes of UTF-8.
fn units(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(*byte & 0xC0 != 0x80) + u32::from(*byte >= 0xF0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_border_is_counted_as_utf16_counts_it() {
        let text = "é𝄞a—".repeat(300);
        let ruler = Ruler::utf16(&text);
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let counted = text.get(..byte).unwrap_or_default().encode_utf16().count();
            assert_eq!(ruler.at(byte as u32) as usize, counted, "{byte}");
        }
    }

    #[test]
    fn bytes_of_ascii_are_units_already() {
        assert_eq!(Ruler::utf16("rm -rf x").at(6), 6);
    }
}
