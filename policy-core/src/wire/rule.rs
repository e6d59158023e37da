//! Rules, for whoever lists or explains them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Explanation;
use crate::risk::Risk;

/// A rule in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct RuleLine {
    /// `family/name`, stable for ever.
    pub id: Cow<'static, str>,
    /// A short line.
    pub title: Cow<'static, str>,
    /// How dangerous it is.
    pub level: Risk,
}

/// Everything about a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct Rule {
    /// `family/name`, stable for ever.
    pub id: Cow<'static, str>,
    /// A short line.
    pub title: Cow<'static, str>,
    /// How dangerous it is.
    pub level: Risk,
    /// What it says.
    #[serde(flatten)]
    pub explanation: Explanation,
    /// Commands it applies to; one for another shell than bash is written behind `cmd>` or the
    /// like.
    pub matches: Vec<Cow<'static, str>>,
    /// Commands that look alike and that it leaves alone.
    pub non_matches: Vec<Cow<'static, str>>,
    /// All of it as a page of Markdown.
    pub page: String,
}
