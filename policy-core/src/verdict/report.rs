//! A verdict written out: the one place where ids become texts and bytes become the caller's
//! units.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer};

use super::finding::Finding;
use super::permission::{Decision, Why};
use super::{Nested, Verdict};
use crate::rules::Rule;
use crate::source::Span;

/// What positions are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Units {
    /// Bytes of UTF-8, as Rust counts.
    #[default]
    Bytes,
    /// Code units of UTF-16, as JavaScript counts.
    Utf16,
}

/// A verdict ready to be serialised, always to the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct Report<'v> {
    verdict: &'v Verdict,
    text: &'v str,
    units: Units,
}

impl<'v> Report<'v> {
    /// A report on a verdict about `text`.
    #[must_use]
    pub fn new(verdict: &'v Verdict, text: &'v str, units: Units) -> Self {
        Self { verdict, text, units }
    }

    /// The report as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialising strings, numbers and lists into memory has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    fn ruler(&self, text: &'v str) -> Ruler<'v> {
        match self.units {
            Units::Bytes => Ruler { text, marks: Vec::new() },
            Units::Utf16 => Ruler::utf16(text),
        }
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

    fn position(&self, span: Span) -> Position {
        Position { start: self.at(span.start), end: self.at(span.end) }
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

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdict = self.verdict;
        let mut out = serializer.serialize_struct("Verdict", 14)?;
        out.serialize_field("action", verdict.action)?;
        out.serialize_field("shell", &verdict.shell.map(|shell| shell.name()))?;
        out.serialize_field("risk", verdict.risk.name())?;
        out.serialize_field("recovery", verdict.recovery.name())?;
        out.serialize_field("unverified", &verdict.unverified)?;
        out.serialize_field("shouldCheckpoint", &verdict.checkpoint.should)?;
        out.serialize_field("reason", verdict.checkpoint.reason.name())?;
        out.serialize_field("plan", &verdict.checkpoint.plan)?;
        out.serialize_field("checkpointDecidedBy", &verdict.checkpoint.decided_by)?;
        out.serialize_field("permission", verdict.permission.decision.name())?;
        out.serialize_field("permissionReason", verdict.permission.why.name())?;
        out.serialize_field("permissionDecidedBy", &verdict.permission.decided_by)?;
        out.serialize_field("explanation", &Explanation(verdict))?;
        let ruler = self.ruler(self.text);
        out.serialize_field("findings", &Findings(self, &ruler))?;
        out.serialize_field("nested", &NestedTexts(self, &ruler))?;
        out.end()
    }
}

/// What, why, instead: of the list entry that decided, or of the rule that weighs most.
struct Explanation<'v>(&'v Verdict);

impl Serialize for Explanation<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let permission = &self.0.permission;
        let rule = permission.rule.and_then(|id| id.rule());
        let mut out = serializer.serialize_map(Some(3))?;
        let what =
            rule.map_or("It only looks at things, or changes nothing of note.", |rule| rule.what);
        out.serialize_entry("what", what)?;
        let entry = permission.decided_by.as_ref();
        match (entry.and_then(|by| by.reason.as_deref()), permission.why) {
            (Some(reason), _) => out.serialize_entry("why", reason)?,
            (None, why) => out.serialize_entry("why", &because(why, rule))?,
        }
        let instead = match (permission.decision, rule) {
            (Decision::Deny, _) => "Do it another way, or ask the person to change the list.",
            (_, Some(rule)) => rule.instead,
            (_, None) => "Nothing: this is fine.",
        };
        out.serialize_entry("instead", instead)?;
        out.end()
    }
}

fn because(why: Why, rule: Option<&Rule>) -> String {
    let reason = match why {
        Why::DeniedByList => "An entry of the denied commands matches a part of it.",
        Why::AllowedByList => "Entries of the allowed commands cover every part of it.",
        Why::AllowedTooGenerally => {
            "An allowed entry covers it, but does not name the flag or word that makes it dangerous."
        }
        Why::UnknownProgram => {
            "Some commands are denied, and which program runs here cannot be known beforehand."
        }
        Why::Safe => "It only reads.",
        Why::SafeNotApproved => "The settings ask even about commands that only read.",
        Why::LowRisk => "Nobody will miss what it changes.",
        Why::MediumRisk => "It may cost work, which a checkpoint keeps.",
        Why::MediumRiskAsked => "It may cost work, and the settings ask about that.",
        Why::Recoverable => "A checkpoint taken before brings everything back.",
        Why::Unrecoverable => "No checkpoint is sure to bring it back.",
        Why::NotConfirmed => "The settings do not ask about dangerous commands.",
    };
    match rule {
        Some(rule) => format!("{reason} {}", rule.why),
        None => reason.to_owned(),
    }
}

struct Findings<'v>(&'v Report<'v>, &'v Ruler<'v>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report, ruler) = self;
        let findings = &report.verdict.findings;
        let mut out = serializer.serialize_seq(Some(findings.len()))?;
        let nested: Vec<_> =
            report.verdict.nested.iter().map(|nested| report.ruler(&nested.text)).collect();
        for finding in findings {
            out.serialize_element(&OneFinding(finding, ruler, &nested))?;
        }
        out.end()
    }
}

struct OneFinding<'v>(&'v Finding, &'v Ruler<'v>, &'v [Ruler<'v>]);

impl Serialize for OneFinding<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(finding, ruler, nested) = self;
        let mut out = serializer.serialize_map(None)?;
        if let Some(rule) = finding.rule.rule() {
            out.serialize_entry("rule", rule.id)?;
            out.serialize_entry("title", rule.title)?;
        }
        out.serialize_entry("risk", finding.risk.name())?;
        out.serialize_entry("recovery", finding.recovery.name())?;
        if let Some((kind, domain, place)) = finding.effect {
            out.serialize_entry("effect", kind.name())?;
            out.serialize_entry("domain", domain.name())?;
            out.serialize_entry("place", place.name())?;
        }
        if finding.possible {
            out.serialize_entry("possible", &true)?;
        }
        out.serialize_entry("span", &ruler.position(finding.span))?;
        if let Some(inner) = finding.inner
            && let Some(ruler) =
                usize::from(inner.source.0).checked_sub(1).and_then(|at| nested.get(at))
        {
            out.serialize_entry("nested", &inner.source.0)?;
            out.serialize_entry("innerSpan", &ruler.position(inner.span))?;
        }
        if let Some(rule) = finding.rule.rule() {
            out.serialize_entry("what", rule.what)?;
            out.serialize_entry("why", rule.why)?;
            out.serialize_entry("instead", rule.instead)?;
        }
        out.end()
    }
}

struct Position {
    start: u32,
    end: u32,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Span", 2)?;
        out.serialize_field("start", &self.start)?;
        out.serialize_field("end", &self.end)?;
        out.end()
    }
}

struct NestedTexts<'v>(&'v Report<'v>, &'v Ruler<'v>);

impl Serialize for NestedTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nested = &self.0.verdict.nested;
        let mut out = serializer.serialize_seq(Some(nested.len()))?;
        for text in nested {
            out.serialize_element(&OneNested(text, self.1))?;
        }
        out.end()
    }
}

struct OneNested<'v>(&'v Nested, &'v Ruler<'v>);

impl Serialize for OneNested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(nested, ruler) = self;
        let mut out = serializer.serialize_struct("Nested", 3)?;
        out.serialize_field("text", &nested.text)?;
        out.serialize_field("shell", nested.shell.name())?;
        out.serialize_field("span", &ruler.position(nested.span))?;
        out.end()
    }
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
