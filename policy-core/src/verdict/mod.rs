//! Findings → answer.
//!
//! [`finding`] gathers what the rules say and sums it up, [`checkpoint`] decides whether the
//! workspace is saved and when, [`permission`] decides whether it may run, and [`report`] writes
//! it all out. Verdicts hold ids; texts are looked up when a verdict is written.

pub mod checkpoint;
pub mod finding;
pub mod permission;
pub mod report;

pub use checkpoint::{Checkpoint, Plan, Reason};
pub use finding::{Finding, Summary};
pub use permission::{Decision, Permission, Why};
pub use report::Units;

use crate::action::Action;
use crate::facts::Facts;
use crate::shell::Dialect;
use crate::source::Span;
use crate::wire::ActionKind;

pub use crate::risk::{Recovery, Risk};

/// The answer about one action, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// A text found inside the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// The text.
    pub text: String,
    /// The shell that would read it.
    pub shell: Dialect,
    /// Where in the command it comes from.
    pub span: Span,
}

impl Verdict {
    /// Puts the parts together.
    #[must_use]
    pub(crate) fn new(
        action: &Action<'_>,
        facts: &Facts<'_>,
        summary: Summary,
        checkpoint: Checkpoint,
        permission: Permission,
    ) -> Self {
        let sources = &facts.reading.sources;
        let nested = sources.all().get(1..).unwrap_or_default().iter().map(|source| Nested {
            text: source.text.to_owned(),
            shell: source.dialect,
            span: source.origin.map_or(Span::default(), |origin| sources.outermost(origin.parent)),
        });
        Self {
            action: action.kind(),
            shell: match action {
                Action::Run { shell, .. } => Some(*shell),
                _ => None,
            },
            risk: summary.risk,
            recovery: summary.recovery,
            unverified: summary.unverified,
            checkpoint,
            permission,
            findings: summary.findings,
            nested: nested.collect(),
        }
    }
}
