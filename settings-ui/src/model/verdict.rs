//! What the engine says about a command, in words of the page, and the command cut into stretches that
//! show it.

use std::ops::Range;

use policy_core::wire::{
    CheckpointReason, Decision, Finding, PermissionReason, Recovery, Risk, RuleTexts, Span, Verdict,
};

use crate::i18n::{Key, text};

/// The verdict with everything a rule says in another language; as it is where there are no texts.
pub fn translated(verdict: &Verdict, texts: &RuleTexts) -> Verdict {
    let mut told = verdict.clone();
    if texts.is_empty() {
        return told;
    }
    for finding in &mut told.findings {
        if let Some(said) = texts.get(&*finding.rule) {
            finding.title = said.title.clone();
            finding.explanation = said.explanation.clone();
        }
    }
    let english = &verdict.explanation;
    let weighs_most = verdict.findings.iter().find(|each| each.explanation.what == english.what);
    match weighs_most.and_then(|finding| Some((finding, texts.get(&*finding.rule)?))) {
        Some((finding, said)) => {
            told.explanation.what = said.explanation.what.clone();
            // A person's own reason, from their list, stays in their words.
            if english.why.ends_with(&*finding.explanation.why) {
                told.explanation.why = said.explanation.why.clone();
            }
        }
        None => {
            told.explanation.what = verdict.permission_words().map(text).unwrap_or_default().into();
            told.explanation.why = "".into();
        }
    }
    told
}

/// The name of a risk.
pub const fn risk_word(risk: Risk) -> Key {
    match risk {
        Risk::Safe => Key::RiskSafe,
        Risk::Low => Key::RiskLow,
        Risk::Medium => Key::RiskMedium,
        Risk::High => Key::RiskHigh,
        Risk::Critical => Key::RiskCritical,
    }
}

/// Whether a checkpoint would bring something back.
pub const fn recovery_word(recovery: Recovery) -> Key {
    match recovery {
        Recovery::Full => Key::RecoveryFull,
        Recovery::Partial => Key::RecoveryPartial,
        Recovery::None => Key::RecoveryNone,
        Recovery::Unknown => Key::RecoveryUnknown,
    }
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

/// A verdict as the page shows it.
pub trait Shown {
    /// The sentence over everything.
    fn headline(&self) -> Key;
    /// Whether a checkpoint would bring it back.
    fn recovery_words(&self) -> Key;
    /// Why there is a checkpoint, or none.
    fn reason_words(&self) -> Option<Key>;
    /// Why it may run, or not.
    fn permission_words(&self) -> Option<Key>;
    /// The command in coloured stretches.
    fn stretches(&self, command: &str) -> Vec<Stretch>;
    /// A nested text, counted from 1, in coloured stretches.
    fn nested_stretches(&self, number: u16, text: &str) -> Vec<Stretch>;
    /// The findings, one group a rule, the worst first.
    fn by_rule(&self) -> Vec<Vec<&Finding>>;
    /// The part of the text a finding is about.
    fn part(&self, command: &str, finding: &Finding) -> String;
}

impl Shown for Verdict {
    fn headline(&self) -> Key {
        match (self.permission, self.plan.before) {
            (Decision::Deny, _) => Key::TryDeny,
            (Decision::Ask, true) => Key::TryAskSaved,
            (Decision::Ask, false) => Key::TryAsk,
            (Decision::Allow, true) => Key::TryAllowSaved,
            (Decision::Allow, false) => Key::TryAllow,
        }
    }

    fn recovery_words(&self) -> Key {
        if self.risk < Risk::Medium { Key::RecoveryNeedless } else { recovery_word(self.recovery) }
    }

    fn reason_words(&self) -> Option<Key> {
        Some(match self.reason {
            CheckpointReason::CheckpointDisabled => Key::ReasonCheckpointDisabled,
            CheckpointReason::CommandRequired => Key::ReasonCommandRequired,
            CheckpointReason::CommandExempted => Key::ReasonCommandExempted,
            CheckpointReason::HighRisk => Key::ReasonHighRisk,
            CheckpointReason::AlwaysExecute => Key::ReasonAlwaysExecute,
            CheckpointReason::ReadOnly => Key::ReasonReadOnly,
            CheckpointReason::LowRisk => Key::ReasonLowRisk,
            CheckpointReason::AlwaysReadOnly => Key::ReasonAlwaysReadOnly,
            CheckpointReason::AlwaysWrite => Key::ReasonAlwaysWrite,
            CheckpointReason::AlwaysBrowser => Key::ReasonAlwaysBrowser,
            CheckpointReason::AlwaysMcp => Key::ReasonAlwaysMcp,
            CheckpointReason::NotConfigured => Key::ReasonNotConfigured,
            _ => return None,
        })
    }

    fn permission_words(&self) -> Option<Key> {
        Some(match self.permission_reason {
            PermissionReason::DeniedByList => Key::PermissionReasonDeniedByList,
            PermissionReason::AllowedByList => Key::PermissionReasonAllowedByList,
            PermissionReason::AllowedTooGenerally => Key::PermissionReasonAllowedTooGenerally,
            PermissionReason::UnknownProgram => Key::PermissionReasonUnknownProgram,
            PermissionReason::Safe => Key::PermissionReasonSafe,
            PermissionReason::SafeNotApproved => Key::PermissionReasonSafeNotApproved,
            PermissionReason::LowRisk => Key::PermissionReasonLowRisk,
            PermissionReason::MediumRisk => Key::PermissionReasonMediumRisk,
            PermissionReason::MediumRiskAsked => Key::PermissionReasonMediumRiskAsked,
            PermissionReason::Recoverable => Key::PermissionReasonRecoverable,
            PermissionReason::NotConfirmed => Key::PermissionReasonNotConfirmed,
            PermissionReason::Unrecoverable => Key::PermissionReasonUnrecoverable,
            _ => return None,
        })
    }

    fn stretches(&self, command: &str) -> Vec<Stretch> {
        stretches(command, self.findings.iter().map(|finding| (finding.span, finding)))
    }

    fn nested_stretches(&self, number: u16, text: &str) -> Vec<Stretch> {
        let inside = self.findings.iter().filter(|finding| finding.nested == Some(number));
        stretches(text, inside.filter_map(|finding| Some((finding.inner_span?, finding))))
    }

    fn by_rule(&self) -> Vec<Vec<&Finding>> {
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
        groups.sort_by_key(|group| std::cmp::Reverse(worst(group)));
        groups
    }

    fn part(&self, command: &str, finding: &Finding) -> String {
        let inner =
            finding.nested.and_then(|number| self.nested.get(usize::from(number).checked_sub(1)?));
        match (inner, finding.inner_span) {
            (Some(inner), Some(span)) => cut(&units(&inner.text), range(span)),
            _ => cut(&units(command), range(finding.span)),
        }
    }
}

fn stretches<'f>(text: &str, found: impl Iterator<Item = (Span, &'f Finding)>) -> Vec<Stretch> {
    let units = units(text);
    let found: Vec<_> = found
        .map(|(span, finding)| {
            let end = index(span.end).min(units.len());
            (index(span.start).min(end)..end, finding)
        })
        .filter(|(range, _)| !range.is_empty())
        .collect();
    let mut borders = vec![0, units.len()];
    for (range, _) in &found {
        for border in [range.start, range.end] {
            // Findings come in the order of the text, so most borders go near the end.
            if let Err(place) = borders.binary_search(&border) {
                borders.insert(place, border);
            }
        }
    }
    let pieces = borders.iter().zip(borders.iter().skip(1)).map(|(start, end)| {
        let over = || {
            let covers = |range: &Range<usize>| range.start <= *start && *end <= range.end;
            found.iter().filter(move |(range, _)| covers(range)).map(|(_, finding)| finding)
        };
        let mut titles: Vec<String> = Vec::new();
        for title in over().map(|finding| finding.title.to_string()) {
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        let text = cut(&units, *start..*end);
        Stretch { text, risk: over().map(|finding| finding.risk).max(), titles }
    });
    pieces.collect()
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn cut(units: &[u16], range: Range<usize>) -> String {
    String::from_utf16_lossy(units.get(range).unwrap_or_default())
}

fn range(span: Span) -> Range<usize> {
    index(span.start)..index(span.end)
}

/// Positions fit: no text is longer than memory.
fn index(position: u32) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
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
        match serde_json::from_value(verdict) {
            Ok(verdict) => verdict,
            Err(error) => unreachable!("{error}"),
        }
    }

    #[test]
    fn every_reason_has_words() {
        let mut verdict = verdict(json!([]));
        for reason in CheckpointReason::ALL {
            verdict.reason = reason;
            assert!(verdict.reason_words().is_some(), "{reason:?}");
        }
        for reason in PermissionReason::ALL {
            verdict.permission_reason = reason;
            assert!(verdict.permission_words().is_some(), "{reason:?}");
        }
    }

    #[test]
    fn a_verdict_is_told_in_the_words_of_a_language() {
        let texts: RuleTexts = match serde_json::from_value(json!({
            "files/delete": { "title": "Löscht", "what": "w", "why": "y", "instead": "i" },
        })) {
            Ok(texts) => texts,
            Err(error) => unreachable!("{error}"),
        };
        let mut english = verdict(json!([finding("files/delete", "high", 0, 2)]));
        english.explanation.what = "".into();
        let told = translated(&english, &texts);
        let first = told.findings.first().map(|finding| finding.title.to_string());
        assert_eq!(first.as_deref(), Some("Löscht"));
        assert_eq!((&*told.explanation.what, &*told.explanation.why), ("w", "y"));
        assert_eq!(translated(&english, &RuleTexts::new()), english);
        // No rule applies: what the page says about the permission stands for it.
        let told = translated(&verdict(json!([])), &texts);
        assert_eq!(
            (&*told.explanation.what, &*told.explanation.why),
            (text(Key::PermissionReasonRecoverable).as_str(), "")
        );
    }

    fn finding(rule: &str, risk: &str, start: usize, end: usize) -> serde_json::Value {
        json!({ "rule": rule, "title": rule, "risk": risk, "recovery": "full",
                "span": { "start": start, "end": end }, "what": "", "why": "", "instead": "" })
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
        let found = json!([{ "rule": "a", "title": "a", "risk": "low", "recovery": "none",
                             "span": { "start": 0, "end": 9 }, "nested": 1, "innerSpan": { "start": 3, "end": 4 },
                             "what": "", "why": "", "instead": "" }]);
        let verdict = verdict(found);
        let part = verdict.findings.first().map(|finding| verdict.part("bash -c x", finding));
        assert_eq!(part.as_deref(), Some("é"));
        assert_eq!(verdict.headline(), Key::TryAllowSaved);
    }
}
