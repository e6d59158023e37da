//! `shellSpecificRiskRules` of the settings: what they match counts as high risk.

use crate::facts::Facts;
use crate::policy::Policy;
use crate::risk::{Recovery, Risk};
use crate::rules::{self, Finding, Findings};
use crate::source::Span;

pub(super) fn raise(findings: &mut Findings, facts: &Facts<'_>, policy: &Policy) {
    if !policy.has_risk_rules() {
        return;
    }
    for (index, invocation) in facts.invocations.iter().enumerate() {
        let lists = policy.lists(facts.dialect_of(invocation));
        if lists.risk.is_empty() || lists.risk.find(facts, index).is_none() {
            continue;
        }
        findings.risk = findings.risk.max(Risk::High);
        findings.recovery = findings.recovery.max(Recovery::Unknown);
        if let Some(rule) = rules::id_of("settings/risk-rule") {
            let finding = Finding {
                rule,
                risk: Risk::High,
                recovery: Recovery::Unknown,
                effect: None,
                possible: false,
                span: Span::default(),
                inner: None,
                unverified: false,
                invocation: u32::try_from(index).unwrap_or(u32::MAX),
            };
            findings.add(facts, finding, invocation.at);
        }
    }
}
