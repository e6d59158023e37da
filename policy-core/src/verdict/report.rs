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

    fn span(&self, span: Span, text: &str) -> (usize, usize) {
        match self.units {
            Units::Bytes => (span.start as usize, span.end as usize),
            Units::Utf16 => {
                let count = |end: usize| text.get(..end).unwrap_or(text).encode_utf16().count();
                (count(span.start as usize), count(span.end as usize))
            }
        }
    }
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
        out.serialize_field("findings", &Findings(self))?;
        out.serialize_field("nested", &NestedTexts(self))?;
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

struct Findings<'v>(&'v Report<'v>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings = &self.0.verdict.findings;
        let mut out = serializer.serialize_seq(Some(findings.len()))?;
        for finding in findings {
            out.serialize_element(&OneFinding(self.0, finding))?;
        }
        out.end()
    }
}

struct OneFinding<'v>(&'v Report<'v>, &'v Finding);

impl Serialize for OneFinding<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report, finding) = self;
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
        let (start, end) = report.span(finding.span, report.text);
        out.serialize_entry("span", &Position { start, end })?;
        if let Some(inner) = finding.inner
            && let Some(nested) = usize::from(inner.source.0)
                .checked_sub(1)
                .and_then(|at| report.verdict.nested.get(at))
        {
            let (start, end) = report.span(inner.span, &nested.text);
            out.serialize_entry("nested", &inner.source.0)?;
            out.serialize_entry("innerSpan", &Position { start, end })?;
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
    start: usize,
    end: usize,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Span", 2)?;
        out.serialize_field("start", &self.start)?;
        out.serialize_field("end", &self.end)?;
        out.end()
    }
}

struct NestedTexts<'v>(&'v Report<'v>);

impl Serialize for NestedTexts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nested = &self.0.verdict.nested;
        let mut out = serializer.serialize_seq(Some(nested.len()))?;
        for text in nested {
            out.serialize_element(&OneNested(self.0, text))?;
        }
        out.end()
    }
}

struct OneNested<'v>(&'v Report<'v>, &'v Nested);

impl Serialize for OneNested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report, nested) = self;
        let (start, end) = report.span(nested.span, report.text);
        let mut out = serializer.serialize_struct("Nested", 3)?;
        out.serialize_field("text", &nested.text)?;
        out.serialize_field("shell", nested.shell.name())?;
        out.serialize_field("span", &Position { start, end })?;
        out.end()
    }
}
