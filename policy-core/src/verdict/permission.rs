//! Whether an action may run: allow, ask or deny.

use super::checkpoint::{Checkpoint, DecidedBy};
use crate::facts::{Facts, Role};
use crate::policy::Policy;
use crate::risk::{Recovery, Risk};
use crate::rules::{Finding, Findings, RuleId};
use crate::surroundings::Surroundings;
pub use crate::wire::{Decision, PermissionReason as Why};

/// The decision about running something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Permission {
    /// What is decided.
    pub decision: Decision,
    /// Why.
    pub why: Why,
    /// The list entry that decided, if one did.
    pub decided_by: Option<Box<DecidedBy>>,
    /// The rule whose what, why and instead explain it best.
    pub rule: Option<RuleId>,
}

pub(crate) fn decide(
    facts: &Facts<'_>,
    findings: &Findings,
    own_risk: Risk,
    checkpoint: &Checkpoint,
    policy: &Policy,
    surroundings: &Surroundings,
) -> Permission {
    let worst = findings.list.iter().max_by_key(|finding| (finding.risk, finding.recovery));
    let rule = worst.map(|finding| finding.rule);
    let (decision, why, decided_by) = by_lists(facts, findings, policy).unwrap_or_else(|| {
        // A risk rule makes nothing laxer: what is asked about without it is asked about with it.
        let raised = by_risk(findings.risk, findings, checkpoint, policy, surroundings);
        if own_risk == findings.risk {
            return (raised.0, raised.1, None);
        }
        let own = by_risk(own_risk, findings, checkpoint, policy, surroundings);
        let (decision, why) = if own.0 > raised.0 { own } else { raised };
        (decision, why, None)
    });
    Permission { decision, why, decided_by, rule }
}

type Answer = (Decision, Why, Option<Box<DecidedBy>>);

fn by_lists(facts: &Facts<'_>, findings: &Findings, policy: &Policy) -> Option<Answer> {
    let permissions = &policy.settings().permissions;
    let lists_exist = !permissions.allowed_commands.entries.is_empty()
        || !permissions.denied_commands.entries.is_empty();
    if !lists_exist {
        return None;
    }
    let mut allowing = None;
    let mut all_allowed = !facts.invocations.is_empty();
    let mut too_general = false;
    for (index, invocation) in facts.invocations.iter().enumerate() {
        let lists = policy.lists(facts.dialect_of(invocation));
        let denied = lists.denied.find(facts, index);
        let allowed = lists.allowed.find(facts, index);
        match (denied, allowed) {
            (Some(no), yes) if yes.is_none_or(|yes| yes.specificity <= no.specificity) => {
                return Some((Decision::Deny, Why::DeniedByList, Some(no.into())));
            }
            (_, Some(yes)) => {
                too_general |= !yes.pattern.mentions_dangerous_flag(invocation)
                    && findings.list.iter().any(|finding| is_irreversible(finding, index));
                all_allowed &= !findings.redirects || yes.pattern.is_everything();
                allowing = allowing.or(Some(yes));
            }
            (_, None) => {
                all_allowed &= invocation.role == Role::Wrapper
                    || (invocation.role == Role::NoEffect && invocation.name.is_empty());
            }
        }
    }
    if findings.unknown_program && !permissions.denied_commands.entries.is_empty() {
        return Some((Decision::Ask, Why::UnknownProgram, None));
    }
    let allowed = allowing.filter(|_| all_allowed && !findings.unverified)?;
    if too_general {
        return Some((Decision::Ask, Why::AllowedTooGenerally, Some(allowed.into())));
    }
    Some((Decision::Allow, Why::AllowedByList, Some(allowed.into())))
}

/// Whether a finding is critical, of this invocation, and nothing brings it back.
fn is_irreversible(finding: &Finding, invocation: usize) -> bool {
    finding.risk == Risk::Critical
        && finding.recovery != Recovery::Full
        && finding.invocation as usize == invocation
}

fn by_risk(
    risk: Risk,
    findings: &Findings,
    checkpoint: &Checkpoint,
    policy: &Policy,
    surroundings: &Surroundings,
) -> (Decision, Why) {
    let permissions = &policy.settings().permissions;
    if risk < Risk::High && !findings.unverified {
        return match risk {
            Risk::Safe if permissions.auto_approve_safe_commands.value => {
                (Decision::Allow, Why::Safe)
            }
            Risk::Safe => (Decision::Ask, Why::SafeNotApproved),
            Risk::Low => (Decision::Allow, Why::LowRisk),
            _ if permissions.confirm_medium_risk.value => (Decision::Ask, Why::MediumRiskAsked),
            _ => (Decision::Allow, Why::MediumRisk),
        };
    }
    let recoverable = surroundings.saves.is_some()
        && findings.recovery == Recovery::Full
        && checkpoint.plan.before
        && checkpoint.from_trusted_layer
        && !findings.unverified;
    if recoverable && !permissions.ask_when_recoverable.value {
        (Decision::Allow, Why::Recoverable)
    } else if permissions.confirm_dangerous_commands.value {
        (Decision::Ask, Why::Unrecoverable)
    } else {
        (Decision::Allow, Why::NotConfirmed)
    }
}
