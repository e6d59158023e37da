//! The answer about one action.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{ActionKind, Domain, EffectKind, Place};
use crate::dialect::Dialect;
use crate::named_enum::named_enum;
use crate::risk::{Recovery, Risk};
use crate::settings::Layer;

/// The answer about one action, with its reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
    /// Whether a checkpoint is taken.
    pub should_checkpoint: bool,
    /// Why, or why not.
    pub reason: CheckpointReason,
    /// When.
    pub plan: Plan,
    /// The list entry that decided about the checkpoint.
    pub checkpoint_decided_by: Option<DecidedBy>,
    /// Whether it may run.
    pub permission: Decision,
    /// Why, or why not.
    pub permission_reason: PermissionReason,
    /// The list entry that decided about that.
    pub permission_decided_by: Option<DecidedBy>,
    /// The whole in three sentences.
    pub explanation: Explanation,
    /// What was found, in the order of the text.
    pub findings: Vec<Finding>,
    /// Texts found inside the command, which findings count from 1.
    pub nested: Vec<Nested>,
    /// What the host has to save beside the workspace; only for hosts that say they do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Target>>"))]
    pub targets: Vec<Target>,
    /// The files the answer depends on; only where the host let them be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<SeenFile>>"))]
    pub files: Vec<SeenFile>,
}

/// A file that was read to judge a command which runs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeenFile {
    /// Its full path.
    pub path: String,
    /// BLAKE3 of the text that was judged, in hexadecimal.
    pub hash: String,
}

/// A file or folder that the command would change or delete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Target {
    /// Its full path, with `/` between the parts.
    pub path: String,
    /// How the path is to be read.
    pub kind: TargetKind,
    /// What would be done to it.
    pub effect: EffectKind,
}

named_enum! {
    /// How the path of a target is to be read.
    pub enum TargetKind {
        /// It names one file or folder.
        Path = "path",
        /// It is a pattern that the shell replaces by the names that match.
        Pattern = "pattern",
        /// Something at or below it, or whose name begins with it: the rest is not known.
        Below = "below",
        /// What git knows at or below it: what it ignores stays.
        Tracked = "tracked",
    }
}

/// When the workspace is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Plan {
    /// Before it runs.
    pub before: bool,
    /// After it has run well.
    pub after: bool,
    /// After it has failed.
    pub on_error: bool,
}

/// The list entry that decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DecidedBy {
    /// The entry as written.
    pub pattern: String,
    /// Its JSON path in the settings.
    pub path: String,
    /// The layer it comes from.
    pub layer: Layer,
    /// The reason written with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub reason: Option<String>,
}

/// What happens, why that matters, what to do instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Explanation {
    /// What happens.
    pub what: Cow<'static, str>,
    /// Why that matters.
    pub why: Cow<'static, str>,
    /// What to do instead.
    pub instead: Cow<'static, str>,
}

/// One thing worth telling a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Finding {
    /// The id of the rule that applies; `explainRule` knows more.
    pub rule: Cow<'static, str>,
    /// The rule in a line.
    pub title: Cow<'static, str>,
    /// How dangerous this part is.
    pub risk: Risk,
    /// Whether a checkpoint would bring it back.
    pub recovery: Recovery,
    /// What would be done; absent for something wrong with the text itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub effect: Option<EffectKind>,
    /// The kind of thing it would be done to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub domain: Option<Domain>,
    /// Where that thing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub place: Option<Place>,
    /// It may happen, but the text does not say so for certain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub possible: bool,
    /// Where it is in the text that was judged.
    pub span: Span,
    /// The nested text it is in, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub nested: Option<u16>,
    /// Where in that text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub inner_span: Option<Span>,
    /// What the rule says.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// A stretch of text, in the units of whoever asked: bytes natively, and in JavaScript such that
/// `text.slice(start, end)` cuts it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Span {
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// A text found inside the command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Nested {
    /// The text.
    pub text: String,
    /// The shell that would read it.
    pub shell: Dialect,
    /// Where in the command it comes from.
    pub span: Span,
    /// The file it stands in, for a text that was read from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub file: Option<String>,
    /// The line of that file it begins in, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub line: Option<u32>,
}

/// Only whether a checkpoint is taken, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CheckpointDecision {
    /// Whether a checkpoint is taken.
    pub should_checkpoint: bool,
    /// Why, or why not.
    pub reason: CheckpointReason,
}

named_enum! {
    /// Why a checkpoint is taken or not.
    #[non_exhaustive]
    pub enum CheckpointReason {
        /// Checkpoints are switched off.
        CheckpointDisabled = "checkpoint_disabled",
        /// A list entry asks for one.
        CommandRequired = "command_required",
        /// A list entry exempts every part.
        CommandExempted = "command_exempted",
        /// The risk is high, or a part cannot be read.
        HighRisk = "high_risk",
        /// Every command that may change something gets one.
        AlwaysExecute = "always_execute",
        /// It only reads.
        ReadOnly = "read_only",
        /// The risk is low and nothing asks for one.
        LowRisk = "low_risk",
        /// Every reading gets one.
        AlwaysReadOnly = "always_read_only",
        /// Every writing gets one.
        AlwaysWrite = "always_write",
        /// Every use of the browser gets one.
        AlwaysBrowser = "always_browser",
        /// Every MCP call gets one.
        AlwaysMcp = "always_mcp",
        /// Nothing asks for one.
        NotConfigured = "not_configured",
    }
}

named_enum! {
    /// Whether an action may run. The strictest wins: combine with `max`.
    pub enum Decision {
        /// It runs.
        Allow = "allow",
        /// A person is asked first.
        Ask = "ask",
        /// It does not run.
        Deny = "deny",
    }
}

named_enum! {
    /// Why an action is allowed, asked about or denied.
    #[non_exhaustive]
    pub enum PermissionReason {
        /// A denied entry matches a part.
        DeniedByList = "denied_by_list",
        /// Allowed entries cover every part.
        AllowedByList = "allowed_by_list",
        /// Only a general entry covers something that nobody can bring back.
        AllowedTooGenerally = "allowed_too_generally",
        /// The program cannot be known while some are denied.
        UnknownProgram = "unknown_program",
        /// It only reads.
        Safe = "safe",
        /// It only reads, but safe commands are not approved by themselves.
        SafeNotApproved = "safe_not_approved",
        /// Nobody will miss what it changes.
        LowRisk = "low_risk",
        /// It may cost work, and the settings let it run.
        MediumRisk = "medium_risk",
        /// It may cost work, and the settings ask about that.
        MediumRiskAsked = "medium_risk_asked",
        /// A checkpoint taken before brings everything back.
        Recoverable = "recoverable",
        /// No checkpoint brings it back.
        Unrecoverable = "unrecoverable",
        /// Dangerous, but the settings do not ask.
        NotConfirmed = "not_confirmed",
    }
}
