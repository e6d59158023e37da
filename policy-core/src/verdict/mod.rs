//! Findings → answer.
//!
//! `risk_rules` applies what the settings say about risk, [`checkpoint`] decides whether the
//! workspace is saved and when, [`permission`] decides whether it may run, and [`report`] writes
//! it all out. Verdicts hold ids; texts are looked up when a verdict is written.

mod checkpoint;
mod permission;
mod report;
mod risk_rules;

pub use checkpoint::{Checkpoint, Plan, Reason};
pub use permission::{Decision, Permission, Why};
pub use report::Units;

use crate::action::Action;
use crate::dialect::Dialect;
use crate::facts::Facts;
use crate::lookup::SeenFile;
use crate::policy::Policy;
use crate::rules::Findings;
use crate::source::Sources;
use crate::surroundings::Surroundings;
use crate::wire::{ActionKind, Place};

pub use crate::risk::{Recovery, Risk};
pub use crate::rules::Finding;
pub use crate::source::{Location, SourceId, Span};
pub use crate::wire::Target;

/// The answer about one action, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// The kind of action.
    pub action: ActionKind,
    /// The shell that would read it, for commands.
    pub shell: Option<Dialect>,
    /// How dangerous it is.
    pub risk: Risk,
    /// Whether a checkpoint would bring everything back.
    pub recovery: Recovery,
    /// Whether a part could not be read with certainty.
    pub unverified: bool,
    /// Whether the workspace is saved, why, and when.
    pub checkpoint: Checkpoint,
    /// Whether it may run.
    pub permission: Permission,
    /// What was found, in the order of the text.
    pub findings: Vec<Finding>,
    /// Texts found inside the command, in the order they were met; numbered from 1.
    pub nested: Vec<Nested>,
    /// What the host has to save beside the workspace, where it said that it does.
    pub targets: Vec<Target>,
    /// The files the answer depends on, where the host let them be read.
    pub files: Vec<SeenFile>,
}

/// A text found inside the command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nested {
    /// The text.
    pub text: String,
    /// The shell that would read it.
    pub shell: Dialect,
    /// Where in the command it comes from.
    pub span: Span,
    /// The file it stands in, and the line it begins in, for a text that was read from one.
    pub file: Option<(String, u32)>,
}

/// Decides about an action.
pub(crate) fn decide(
    action: &Action<'_>,
    facts: &Facts<'_>,
    mut findings: Findings,
    policy: &Policy,
    surroundings: &Surroundings,
) -> Verdict {
    risk_rules::raise(&mut findings, facts, policy);
    findings.sort();
    let checkpoint = checkpoint::decide(action, facts, &findings, policy);
    let permission = permission::decide(facts, &findings, &checkpoint, policy, surroundings);
    Verdict {
        action: action.kind(),
        shell: match action {
            Action::Run { shell, .. } => Some(*shell),
            _ => None,
        },
        risk: findings.risk,
        recovery: findings.recovery,
        unverified: findings.unverified,
        checkpoint,
        permission,
        findings: findings.list,
        nested: nested(&facts.reading.sources),
        targets: targets(facts),
        files: facts.files.clone(),
    }
}

/// Decides about the checkpoint alone.
pub(crate) fn decide_checkpoint(
    action: &Action<'_>,
    facts: &Facts<'_>,
    mut findings: Findings,
    policy: &Policy,
) -> Checkpoint {
    risk_rules::raise(&mut findings, facts, policy);
    checkpoint::decide(action, facts, &findings, policy)
}

/// What the effects reach and a host can save by itself. What lies below a folder for temporary
/// files is meant to go, what a build makes is made again, and a whole system is too much.
fn targets(facts: &Facts<'_>) -> Vec<Target> {
    let mut found = Vec::new();
    for target in facts.targets {
        let effect = facts.effects.get(target.effect as usize);
        let savable = effect.filter(|effect| {
            matches!(
                effect.place,
                Place::Workspace
                    | Place::WorkspaceRoot
                    | Place::VersionControl
                    | Place::Outside
                    | Place::Home
                    | Place::Protected
            )
        });
        found.extend(savable.and_then(|effect| target.written(effect.kind)));
    }
    found
}

/// The texts found inside the one the host handed in.
fn nested(sources: &Sources<'_>) -> Vec<Nested> {
    let inner = sources.all().get(1..).unwrap_or_default().iter().map(|source| Nested {
        text: source.text.to_owned(),
        shell: source.dialect,
        span: source.origin.map_or(Span::default(), |origin| sources.outermost(origin.parent)),
        file: source.file.map(|file| (file.path.to_owned(), file.line)),
    });
    inner.collect()
}
