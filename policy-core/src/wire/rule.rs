//! Rules, for whoever lists or explains them.

use std::borrow::Cow;
use std::collections::BTreeMap;

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

/// What a rule says in another language than English: one entry of `locales/<language>/rules.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleText {
    /// A short line.
    pub title: Cow<'static, str>,
    /// What, why and instead.
    #[serde(flatten)]
    pub explanation: Explanation,
}

/// The texts of a language by the ids of their rules.
pub type RuleTexts = BTreeMap<String, RuleText>;
