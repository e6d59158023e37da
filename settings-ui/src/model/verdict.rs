//! What the engine says about a command, and the command cut into stretches that show it.

use serde_json::Value;

use super::wire::{is, list, number, text, text_or_empty, texts};
use crate::i18n::Key;

/// How dangerous something is, from the mildest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Risk {
    Safe,
    Low,
    Medium,
    High,
    Critical,
}

impl Risk {
    /// Every risk, from the mildest.
    pub const ALL: [Self; 5] = [Self::Safe, Self::Low, Self::Medium, Self::High, Self::Critical];

    fn read(object: &Value, key: &str) -> Option<Self> {
        let word = object.get(key)?.as_str()?;
        Self::ALL.into_iter().find(|risk| risk.id() == word)
    }

    /// Its word on the wire, which is also its class on the page.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }

    /// Its name.
    pub const fn word(self) -> Key {
        match self {
            Self::Safe => Key::RiskSafe,
            Self::Low => Key::RiskLow,
            Self::Medium => Key::RiskMedium,
            Self::High => Key::RiskHigh,
            Self::Critical => Key::RiskCritical,
        }
    }
}

/// Whether an action may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Decision {
    Allow,
    Ask,
    Deny,
}

/// A stretch of text in units of UTF-16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// The engine's answer; see `Verdict` in policy-wasm's types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How dangerous it is.
    pub risk: Risk,
    /// Whether a checkpoint would bring everything back.
    pub recovery: String,
    /// Whether a part could not be read with certainty.
    pub unverified: bool,
    /// Why there is a checkpoint, or none.
    pub reason: String,
    /// When to save.
    pub plan: Plan,
    /// The entry that decided about the checkpoint.
    pub checkpoint_decided_by: Option<DecidedBy>,
    /// Whether it may run.
    pub permission: Decision,
    /// Why.
    pub permission_reason: String,
    /// The entry that decided about that.
    pub permission_decided_by: Option<DecidedBy>,
    /// What, why, instead.
    pub explanation: Explanation,
    /// What was found, in the order of the text.
    pub findings: Vec<Finding>,
    /// Texts inside the command.
    pub nested: Vec<Nested>,
}

/// When to save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Plan {
    pub before: bool,
    pub after: bool,
    pub on_error: bool,
}

/// The entry of a list that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedBy {
    /// As it is written.
    pub pattern: String,
    /// Its JSON path.
    pub path: String,
    /// The layer it stands in.
    pub layer: String,
}

/// What happens, why that matters, what to do instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Explanation {
    pub what: String,
    pub why: String,
    pub instead: String,
}

/// One thing worth telling a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule that speaks.
    pub rule: Option<String>,
    /// The rule in a line.
    pub title: Option<String>,
    /// How dangerous this part is.
    pub risk: Risk,
    /// Whether a checkpoint would bring it back.
    pub recovery: String,
    /// Where the thing is that it is done to.
    pub place: Option<String>,
    /// It may happen, but the text does not say so for certain.
    pub possible: bool,
    /// Where it stands in the command.
    pub span: Span,
    /// The nested text it stands in, counted from 1.
    pub nested: Option<usize>,
    /// Where in that text.
    pub inner_span: Option<Span>,
    /// What, why, instead.
    pub explanation: Explanation,
}

/// A text inside the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// The text.
    pub text: String,
    /// The shell that would read it.
    pub shell: String,
}

/// A rule of the engine, for its page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub struct Rule {
    pub id: String,
    pub title: String,
    pub level: Risk,
    pub explanation: Explanation,
    pub matches: Vec<String>,
    pub spares: Vec<String>,
}

/// A piece of a text, and what was found in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The piece.
    pub text: String,
    /// The worst risk found in it.
    pub risk: Option<Risk>,
    /// The titles of what was found in it.
    pub titles: Vec<String>,
}

impl Span {
    fn read(object: &Value, key: &str) -> Option<Self> {
        let span = object.get(key)?;
        Some(Self { start: number(span, "start")?, end: number(span, "end")? })
    }
}

impl DecidedBy {
    fn read(object: &Value, key: &str) -> Option<Self> {
        let by = object.get(key)?;
        Some(Self {
            pattern: text(by, "pattern")?,
            path: text(by, "path")?,
            layer: text_or_empty(by, "layer"),
        })
    }
}

impl Explanation {
    fn read(object: &Value) -> Self {
        Self {
            what: text_or_empty(object, "what"),
            why: text_or_empty(object, "why"),
            instead: text_or_empty(object, "instead"),
        }
    }
}

impl Finding {
    fn read(object: &Value) -> Option<Self> {
        Some(Self {
            rule: text(object, "rule"),
            title: text(object, "title"),
            risk: Risk::read(object, "risk")?,
            recovery: text_or_empty(object, "recovery"),
            place: text(object, "place"),
            possible: is(object, "possible"),
            span: Span::read(object, "span")?,
            nested: number(object, "nested"),
            inner_span: Span::read(object, "innerSpan"),
            explanation: Explanation::read(object),
        })
    }
}

impl Nested {
    fn read(object: &Value) -> Option<Self> {
        Some(Self { text: text(object, "text")?, shell: text_or_empty(object, "shell") })
    }
}

impl Rule {
    /// Reads what the engine says about a rule.
    pub fn read(object: &Value) -> Option<Self> {
        Some(Self {
            id: text(object, "id")?,
            title: text_or_empty(object, "title"),
            level: Risk::read(object, "level")?,
            explanation: Explanation::read(object),
            matches: texts(object, "matches"),
            spares: texts(object, "spares"),
        })
    }
}

impl Verdict {
    /// Reads the engine's answer.
    pub fn read(object: &Value) -> Option<Self> {
        let plan = object.get("plan")?;
        Some(Self {
            risk: Risk::read(object, "risk")?,
            recovery: text_or_empty(object, "recovery"),
            unverified: is(object, "unverified"),
            reason: text_or_empty(object, "reason"),
            plan: Plan {
                before: is(plan, "before"),
                after: is(plan, "after"),
                on_error: is(plan, "onError"),
            },
            checkpoint_decided_by: DecidedBy::read(object, "checkpointDecidedBy"),
            permission: match object.get("permission")?.as_str()? {
                "allow" => Decision::Allow,
                "deny" => Decision::Deny,
                _ => Decision::Ask,
            },
            permission_reason: text_or_empty(object, "permissionReason"),
            permission_decided_by: DecidedBy::read(object, "permissionDecidedBy"),
            explanation: Explanation::read(object.get("explanation")?),
            findings: list(object, "findings", Finding::read),
            nested: list(object, "nested", Nested::read),
        })
    }

    /// The sentence over everything.
    pub const fn headline(&self) -> Key {
        match (self.permission, self.plan.before) {
            (Decision::Deny, _) => Key::TryDeny,
            (Decision::Ask, true) => Key::TryAskSaved,
            (Decision::Ask, false) => Key::TryAsk,
            (Decision::Allow, true) => Key::TryAllowSaved,
            (Decision::Allow, false) => Key::TryAllow,
        }
    }

    /// Whether a checkpoint would bring it back.
    pub fn recovery_words(&self) -> Key {
        if self.risk < Risk::Medium { Key::RecoveryNeedless } else { recovery(&self.recovery) }
    }

    /// Why there is a checkpoint, or none.
    pub fn reason_words(&self) -> Key {
        match self.reason.as_str() {
            "checkpoint_disabled" => Key::ReasonCheckpointDisabled,
            "command_required" => Key::ReasonCommandRequired,
            "command_exempted" => Key::ReasonCommandExempted,
            "high_risk" => Key::ReasonHighRisk,
            "always_execute" => Key::ReasonAlwaysExecute,
            "read_only" => Key::ReasonReadOnly,
            "low_risk" => Key::ReasonLowRisk,
            "always_read_only" => Key::ReasonAlwaysReadOnly,
            "always_write" => Key::ReasonAlwaysWrite,
            "always_browser" => Key::ReasonAlwaysBrowser,
            "always_mcp" => Key::ReasonAlwaysMcp,
            _ => Key::ReasonNotConfigured,
        }
    }

    /// Why it may run, or not.
    pub fn permission_words(&self) -> Key {
        match self.permission_reason.as_str() {
            "denied_by_list" => Key::PermissionReasonDeniedByList,
            "allowed_by_list" => Key::PermissionReasonAllowedByList,
            "allowed_too_generally" => Key::PermissionReasonAllowedTooGenerally,
            "unknown_program" => Key::PermissionReasonUnknownProgram,
            "safe" => Key::PermissionReasonSafe,
            "safe_not_approved" => Key::PermissionReasonSafeNotApproved,
            "low_risk" => Key::PermissionReasonLowRisk,
            "medium_risk" => Key::PermissionReasonMediumRisk,
            "medium_risk_asked" => Key::PermissionReasonMediumRiskAsked,
            "recoverable" => Key::PermissionReasonRecoverable,
            "not_confirmed" => Key::PermissionReasonNotConfirmed,
            _ => Key::PermissionReasonUnrecoverable,
        }
    }

    /// The command in coloured stretches.
    pub fn stretches(&self, command: &str) -> Vec<Stretch> {
        stretches(command, self.findings.iter().map(|finding| (finding.span, finding)))
    }

    /// A nested text, counted from 1, in coloured stretches.
    pub fn nested_stretches(&self, number: usize, text: &str) -> Vec<Stretch> {
        let inside = self.findings.iter().filter(|finding| finding.nested == Some(number));
        stretches(text, inside.filter_map(|finding| Some((finding.inner_span?, finding))))
    }

    /// The findings, one group a rule, the worst first.
    pub fn by_rule(&self) -> Vec<Vec<&Finding>> {
        let mut groups: Vec<Vec<&Finding>> = Vec::new();
        for finding in &self.findings {
            let same = |group: &&mut Vec<&Finding>| {
                group.first().is_some_and(|first| first.rule == finding.rule)
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.push(finding),
                None => groups.push(vec![finding]),
            }
        }
        let worst = |group: &Vec<&Finding>| group.iter().map(|finding| finding.risk).max();
        let mut sorted = Vec::with_capacity(groups.len());
        for risk in Risk::ALL.into_iter().rev() {
            sorted.extend(groups.iter().filter(|group| worst(group) == Some(risk)).cloned());
        }
        sorted
    }

    /// The part of the text a finding speaks about.
    pub fn part(&self, command: &str, finding: &Finding) -> String {
        let inner = finding.nested.and_then(|number| self.nested.get(number.checked_sub(1)?));
        match (inner, finding.inner_span) {
            (Some(inner), Some(span)) => cut(&units(&inner.text), span),
            _ => cut(&units(command), finding.span),
        }
    }
}

/// Whether a checkpoint would bring something back.
pub fn recovery(word: &str) -> Key {
    match word {
        "full" => Key::RecoveryFull,
        "partial" => Key::RecoveryPartial,
        "none" => Key::RecoveryNone,
        _ => Key::RecoveryUnknown,
    }
}

fn stretches<'f>(text: &str, found: impl Iterator<Item = (Span, &'f Finding)>) -> Vec<Stretch> {
    let units = units(text);
    let found: Vec<_> = found
        .map(|(span, finding)| {
            let end = span.end.min(units.len());
            (Span { start: span.start.min(end), end }, finding)
        })
        .filter(|(span, _)| span.start < span.end)
        .collect();
    let mut borders = vec![0, units.len()];
    for (span, _) in &found {
        for border in [span.start, span.end] {
            // Findings come in the order of the text, so most borders go near the end.
            if let Err(place) = borders.binary_search(&border) {
                borders.insert(place, border);
            }
        }
    }
    let pieces = borders.iter().zip(borders.iter().skip(1)).map(|(start, end)| {
        let over = || {
            let covers = |span: &Span| span.start <= *start && *end <= span.end;
            found.iter().filter(move |(span, _)| covers(span)).map(|(_, finding)| finding)
        };
        let mut titles: Vec<String> = Vec::new();
        for title in over().filter_map(|finding| finding.title.clone()) {
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        let text = cut(&units, Span { start: *start, end: *end });
        Stretch { text, risk: over().map(|finding| finding.risk).max(), titles }
    });
    pieces.collect()
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn cut(units: &[u16], span: Span) -> String {
    String::from_utf16_lossy(units.get(span.start..span.end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(findings: serde_json::Value) -> Verdict {
        let verdict = json!({
            "action": "execute", "shell": "bash", "risk": "critical", "recovery": "full",
            "unverified": false, "shouldCheckpoint": true, "reason": "command_required",
            "plan": { "before": true, "after": false, "onError": false },
            "checkpointDecidedBy": { "pattern": "rm -rf", "path": "$.checkpointCommands[0]", "layer": "default" },
            "permission": "allow", "permissionReason": "recoverable", "permissionDecidedBy": null,
            "explanation": { "what": "a", "why": "b", "instead": "c" },
            "findings": findings,
            "nested": [{ "text": "rm é", "shell": "bash", "span": { "start": 0, "end": 4 } }],
        });
        match Verdict::read(&verdict) {
            Some(verdict) => verdict,
            None => unreachable!("{verdict}"),
        }
    }

    fn finding(rule: &str, risk: &str, start: usize, end: usize) -> serde_json::Value {
        json!({ "rule": rule, "title": rule, "risk": risk, "recovery": "full",
                "span": { "start": start, "end": end } })
    }

    #[test]
    fn a_text_is_cut_at_every_border_in_units_of_javascript() {
        let found = json!([finding("a", "low", 0, 9), finding("b", "high", 3, 5)]);
        let pieces = verdict(found).stretches("é😀rm -rf");
        let shown: Vec<_> = pieces.iter().map(|piece| (piece.text.as_str(), piece.risk)).collect();
        let expected =
            [("é😀", Some(Risk::Low)), ("rm", Some(Risk::High)), (" -rf", Some(Risk::Low))];
        assert_eq!(shown, expected);
        assert_eq!(pieces.get(1).map(|piece| piece.titles.len()), Some(2));
    }

    #[test]
    fn a_span_past_the_end_or_empty_is_no_trouble() {
        let found = json!([
            finding("a", "low", 2, 99),
            finding("b", "high", 50, 60),
            finding("c", "high", 1, 1)
        ]);
        let whole: String =
            verdict(found).stretches("rm x").iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(whole, "rm x");
    }

    #[test]
    fn findings_are_grouped_by_rule_with_the_worst_first() {
        let found = json!([
            finding("a", "low", 0, 1),
            finding("b", "high", 1, 2),
            finding("a", "low", 2, 3)
        ]);
        let verdict = verdict(found);
        let groups = verdict.by_rule();
        let sizes: Vec<_> = groups.iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 2]);
    }

    #[test]
    fn a_part_inside_a_nested_text_is_cut_from_there() {
        let found = json!([{ "rule": "a", "risk": "low", "recovery": "none", "span": { "start": 0, "end": 9 },
                             "nested": 1, "innerSpan": { "start": 3, "end": 4 } }]);
        let verdict = verdict(found);
        let part = verdict.findings.first().map(|finding| verdict.part("bash -c x", finding));
        assert_eq!(part.as_deref(), Some("é"));
        assert_eq!(verdict.headline(), Key::TryAllowSaved);
    }
}
