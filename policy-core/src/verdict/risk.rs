//! How dangerous something is, and whether a checkpoint would bring it back.

use serde::{Deserialize, Serialize};

/// How dangerous something is. The strictest wins: combine with `max`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Only looks at things.
    #[default]
    Safe,
    /// Changes something nobody will miss.
    Low,
    /// May destroy or overwrite work: deserves a checkpoint, no question.
    Medium,
    /// Destroys work, or changes what is hard to change back.
    High,
    /// Destroys much, or what nobody can bring back.
    Critical,
}

impl Risk {
    /// Every one, in order of declaration.
    pub const ALL: [Self; 5] = [Self::Safe, Self::Low, Self::Medium, Self::High, Self::Critical];

    /// The name written in verdicts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

/// Whether a checkpoint would bring everything back. The worst wins: combine with `max`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Recovery {
    /// Everything.
    #[default]
    Full,
    /// Some of it.
    Partial,
    /// That cannot be told.
    Unknown,
    /// Nothing that matters.
    None,
}

impl Recovery {
    /// Every one, in order of declaration.
    pub const ALL: [Self; 4] = [Self::Full, Self::Partial, Self::Unknown, Self::None];

    /// The name written in verdicts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial => "partial",
            Self::Unknown => "unknown",
            Self::None => "none",
        }
    }
}
