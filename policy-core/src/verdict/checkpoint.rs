//! Whether the workspace is saved, why, and when.

use crate::action::Action;
use crate::facts::{Facts, Role};
use crate::policy::{Match, Policy, section_of};
use crate::risk::Risk;
use crate::rules::Findings;
pub(crate) use crate::wire::DecidedBy;
pub use crate::wire::{CheckpointReason as Reason, Plan};

/// The decision about a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checkpoint {
    /// Whether one is taken.
    pub should: bool,
    /// Why, or why not.
    pub reason: Reason,
    /// When.
    pub plan: Plan,
    /// The list entry that decided, if one did.
    pub decided_by: Option<Box<DecidedBy>>,
    /// Whether everything that leads to the checkpoint was said by the person, not by a
    /// workspace that an agent can write. Only such a checkpoint answers a question.
    pub from_trusted_layer: bool,
}

pub(crate) fn decide(
    action: &Action<'_>,
    facts: &Facts<'_>,
    findings: &Findings,
    policy: &Policy,
) -> Checkpoint {
    let settings = policy.settings();
    let (should, reason, decided_by) = if !settings.checkpoint_enabled.value {
        (false, Reason::CheckpointDisabled, None)
    } else {
        match action {
            Action::Run { .. } => for_command(facts, findings, policy),
            Action::Read { .. } => {
                always(settings.always_checkpoint_read_only.value, Reason::AlwaysReadOnly)
            }
            Action::Write { .. } => {
                always(settings.always_checkpoint_write.value, Reason::AlwaysWrite)
            }
            Action::Browse { .. } => {
                always(settings.always_checkpoint_browser.value, Reason::AlwaysBrowser)
            }
            Action::CallMcp { .. } => {
                always(settings.always_checkpoint_mcp.value, Reason::AlwaysMcp)
            }
        }
    };
    let (before, after) = match action {
        Action::Run { shell, .. } => {
            let own = settings.shell(section_of(*shell));
            (own.checkpoint_before_high_risk, own.checkpoint_after_high_risk)
        }
        _ => (settings.checkpoint_before_high_risk, settings.checkpoint_after_high_risk),
    };
    // Who asked for a checkpoint in any case, where nothing else did.
    let always = match reason {
        Reason::AlwaysExecute => Some(settings.always_checkpoint_execute.layer),
        Reason::AlwaysReadOnly => Some(settings.always_checkpoint_read_only.layer),
        Reason::AlwaysWrite => Some(settings.always_checkpoint_write.layer),
        Reason::AlwaysBrowser => Some(settings.always_checkpoint_browser.layer),
        Reason::AlwaysMcp => Some(settings.always_checkpoint_mcp.layer),
        _ => None,
    };
    let from_trusted_layer = settings.vouches(settings.checkpoint_enabled.layer)
        && settings.vouches(before.layer)
        && decided_by.as_ref().is_none_or(|by| settings.vouches(by.layer))
        && always.is_none_or(|layer| settings.vouches(layer));
    Checkpoint {
        should,
        reason,
        plan: Plan {
            before: should && before.value,
            after: should && after.value,
            // What only looks leaves nothing to save when it fails.
            on_error: settings.checkpoint_enabled.value
                && settings.checkpoint_on_error.value
                && (findings.changes || findings.unverified),
        },
        decided_by,
        from_trusted_layer,
    }
}

type Answer = (bool, Reason, Option<Box<DecidedBy>>);

fn always(on: bool, reason: Reason) -> Answer {
    if on { (true, reason, None) } else { (false, Reason::NotConfigured, None) }
}

fn for_command(facts: &Facts<'_>, findings: &Findings, policy: &Policy) -> Answer {
    let mut exempting = None;
    let mut all_exempt = true;
    for (index, invocation) in facts.invocations.iter().enumerate() {
        let lists = policy.lists(facts.dialect_of(invocation));
        if !lists.about_checkpoints.may_concern(invocation) {
            all_exempt &= matches!(invocation.role, Role::NoEffect | Role::Wrapper);
            continue;
        }
        let required = lists.checkpoint.find(facts, index);
        let exempted = lists.exempt.find(facts, index);
        match (required, exempted) {
            (Some(required), Some(exempted)) if exempted.specificity <= required.specificity => {
                return (true, Reason::CommandRequired, Some(required.into()));
            }
            (Some(required), None) => {
                return (true, Reason::CommandRequired, Some(required.into()));
            }
            (_, Some(exempted)) => exempting = exempting.or(Some(exempted)),
            // A wrapper is covered by what it wraps; what has no effect needs no cover.
            (None, None) => all_exempt &= matches!(invocation.role, Role::NoEffect | Role::Wrapper),
        }
    }
    if let Some(exempted) = exempting
        && all_exempt
        && !findings.redirects
        && !findings.unverified
    {
        return (false, Reason::CommandExempted, Some(exempted.into()));
    }
    if findings.risk >= Risk::High || findings.unverified {
        (true, Reason::HighRisk, None)
    } else if !findings.changes {
        (false, Reason::ReadOnly, None)
    } else if policy.settings().always_checkpoint_execute.value {
        (true, Reason::AlwaysExecute, None)
    } else {
        (false, Reason::LowRisk, None)
    }
}

impl From<Match<'_>> for Box<DecidedBy> {
    fn from(found: Match<'_>) -> Self {
        Self::new(DecidedBy {
            pattern: found.entry.value.pattern.clone(),
            path: found.entry.value.place.to_string(),
            layer: found.entry.layer,
            reason: found.entry.value.reason.clone(),
        })
    }
}
