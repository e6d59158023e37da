//! Whether an action may run: allow, ask or deny.

use super::checkpoint::{Checkpoint, DecidedBy};
use crate::facts::{Facts, Role};
use crate::policy::{Match, Policy};
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
    checkpoint: &Checkpoint,
    policy: &Policy,
    surroundings: &Surroundings,
) -> Permission {
    let by_risk = ByRisk::new(findings, checkpoint, policy, surroundings);
    // Each finding is decided by its own risk and its own recovery; the strictest wins.
    let strictest = findings
        .list
        .iter()
        .map(|finding| (by_risk.decide(finding), finding))
        .max_by_key(|((decision, _), finding)| (*decision, finding.risk, finding.recovery));
    let rule = strictest.map(|(_, finding)| finding.rule);
    let (decision, why, decided_by) = by_lists(facts, findings, policy, surroundings)
        .unwrap_or_else(|| {
            let (decision, why) = strictest.map_or(by_risk.without_finding(), |(answer, _)| answer);
            let floor = by_risk.without_finding();
            let (decision, why) = if floor.0 > decision { floor } else { (decision, why) };
            (decision, why, None)
        });
    Permission { decision, why, decided_by, rule }
}

type Answer = (Decision, Why, Option<Box<DecidedBy>>);

fn by_lists(
    facts: &Facts<'_>,
    findings: &Findings,
    policy: &Policy,
    surroundings: &Surroundings,
) -> Option<Answer> {
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
                let beyond = beyond(&yes, facts, findings, index, surroundings);
                too_general |= beyond == Some(Beyond::Recall);
                all_allowed &= beyond != Some(Beyond::TheEntry);
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

/// How far what an invocation does goes beyond the entry that allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Beyond {
    /// The entry does not say it, so the risk decides.
    TheEntry,
    /// The entry does not say it, and nothing brings it back.
    Recall,
}

/// An entry allows what it says and nothing more: each finding must be one that the entry's own
/// words lead to.
fn beyond(
    entry: &Match<'_>,
    facts: &Facts<'_>,
    findings: &Findings,
    index: usize,
    surroundings: &Surroundings,
) -> Option<Beyond> {
    let own =
        |finding: &&Finding| finding.invocation as usize == index && finding.risk >= Risk::Medium;
    let mut own = findings.list.iter().filter(own).peekable();
    own.peek()?;
    let said = entry.says(facts, index, surroundings);
    own.filter(|finding| !said.includes(finding.rule))
        .filter_map(|finding| match finding.risk {
            Risk::High | Risk::Critical if finding.recovery != Recovery::Full => {
                Some(Beyond::Recall)
            }
            // `*` says everything that can be brought back.
            _ => (!entry.pattern.is_everything()).then_some(Beyond::TheEntry),
        })
        .max()
}

/// What the settings say about risks.
struct ByRisk<'v> {
    policy: &'v Policy,
    /// How dangerous it is by itself: a rule of the settings that raises the risk must not answer
    /// a question about what is safe.
    risk: Risk,
    unverified: bool,
    /// Whether what a checkpoint brings back needs no question.
    saved: bool,
}

impl<'v> ByRisk<'v> {
    fn new(
        findings: &Findings,
        checkpoint: &Checkpoint,
        policy: &'v Policy,
        surroundings: &Surroundings,
    ) -> Self {
        let saved =
            surroundings.saves.is_some() && checkpoint.plan.before && checkpoint.from_trusted_layer;
        Self { policy, risk: findings.own_risk, unverified: findings.unverified, saved }
    }

    /// What is decided about one finding alone.
    fn decide(&self, finding: &Finding) -> (Decision, Why) {
        let permissions = &self.policy.settings().permissions;
        if finding.risk < Risk::High && !finding.unverified {
            return self.mild(finding.risk);
        }
        // What lies beside something that cannot be read is not surely all there is.
        let recoverable = self.saved && finding.recovery == Recovery::Full && !self.unverified;
        if recoverable && !permissions.ask_when_recoverable.value {
            (Decision::Allow, Why::Recoverable)
        } else if permissions.confirm_dangerous_commands.value {
            (Decision::Ask, Why::Unrecoverable)
        } else {
            (Decision::Allow, Why::NotConfirmed)
        }
    }

    /// What is decided where no finding says more.
    fn without_finding(&self) -> (Decision, Why) {
        self.mild(self.risk.min(Risk::Low))
    }

    fn mild(&self, risk: Risk) -> (Decision, Why) {
        let permissions = &self.policy.settings().permissions;
        match risk {
            Risk::Safe if permissions.auto_approve_safe_commands.value => {
                (Decision::Allow, Why::Safe)
            }
            Risk::Safe => (Decision::Ask, Why::SafeNotApproved),
            Risk::Low => (Decision::Allow, Why::LowRisk),
            _ if permissions.confirm_medium_risk.value => (Decision::Ask, Why::MediumRiskAsked),
            _ => (Decision::Allow, Why::MediumRisk),
        }
    }
}
