//! What crosses a border: requests, verdicts, problems, rules and messages as plain data.
//!
//! These types are the only ones of their kind. policy-core answers with them, policy-wasm and the
//! settings app hand them on, and the TypeScript types of the npm package and of the editor's
//! extension are made from them (`typescript`, with the feature `types`). None of them needs the
//! engine. Their JSON is a contract: fields keep their names and their order.

mod action;
mod effect;
mod language;
mod message;
mod rule;
mod settings;
mod verdict;

#[cfg(feature = "types")]
pub mod typescript;

pub use action::{Action, ActionKind};
pub use effect::{Domain, EffectKind, Place};
pub use language::serving;
pub use message::{Cause, HostInfo, ToApp, ToHost, Workspace};
pub use rule::{Rule, RuleLine, RuleText, RuleTexts};
pub use settings::{LayerProblem, Lint, LintCode, Merged};
pub use verdict::{
    CheckpointDecision, CheckpointReason, DecidedBy, Decision, Explanation, Finding, Nested,
    PermissionReason, Plan, SeenFile, Span, Target, TargetKind, Verdict,
};

pub use crate::dialect::{Dialect, Platform};
pub use crate::risk::{Recovery, Risk};
pub use crate::settings::{Layer, Problem, ProblemCode};
pub use crate::surroundings::{Coverage, Surroundings};
