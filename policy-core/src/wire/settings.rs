//! What is said about settings.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::named_enum::named_enum;
use crate::settings::{Layer, Problem};

/// A problem and the layer it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct LayerProblem {
    /// The layer.
    pub layer: Layer,
    /// The problem.
    #[serde(flatten)]
    pub problem: Problem,
}

/// A settings document after an update.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Merged {
    /// The document; nothing where the one before could not be read.
    #[cfg_attr(feature = "types", ts(type = "Settings | null"))]
    pub settings: Option<Value>,
    /// What is wrong with the keys that were not applied.
    pub problems: Vec<Problem>,
    /// The top-level keys whose value is another than before.
    pub changed: Vec<String>,
}

/// A remark about settings that are valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Lint {
    /// The JSON path of the entry.
    pub path: String,
    /// The sort of remark, for programs.
    pub code: LintCode,
    /// What is the matter, in lower case, with the person's own words in backticks.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Whether removing the entry changes nothing but the remark.
    pub removable: bool,
}

named_enum! {
    /// The sorts of remarks about settings.
    #[non_exhaustive]
    pub enum LintCode {
        /// The same entry stands twice.
        Duplicate = "duplicate",
        /// Another entry of the same list matches everything this one does.
        Shadowed = "shadowed",
        /// An entry of the opposite list takes it back.
        Contradicted = "contradicted",
        /// An exemption covers commands of high risk.
        ExemptsHighRisk = "exempts_high_risk",
        /// Commands are allowed that nobody can bring back.
        AllowsCritical = "allows_critical",
    }
}
