//! What one line of the audit log says.

use serde::{Deserialize, Serialize};

/// The version of the lines' schema. Readers refuse a newer one; fields are only added.
pub(super) const VERSION: u32 = 1;

/// One line: an entry and its place in the chain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The version of the schema.
    pub v: u32,
    /// Counts all lines of this machine, from 1, across files.
    pub seq: u64,
    /// When, in UTC.
    pub time: jiff::Timestamp,
    /// The hash of the line before, or zeros for the first.
    pub prev: String,
    /// What happened.
    #[serde(flatten)]
    pub entry: Entry,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entry {
    /// Something was judged, before it ran.
    Decision(Box<Decision>),
    /// What came of it.
    Effect(Box<Effect>),
}

impl Entry {
    /// Whether it must outlive a power cut: something was refused, asked about, approved or brought
    /// back, or could not be saved. What simply ran is in the store as far as it matters.
    #[must_use]
    pub fn must_last(&self) -> bool {
        match self {
            Self::Decision(decision) => {
                decision.answer != "allow"
                    || decision.approved_by.is_some()
                    || decision.trouble.is_some()
            }
            Self::Effect(effect) => {
                effect.approved_by.is_some()
                    || effect.trouble.is_some()
                    || effect.result == "restored"
            }
        }
    }
}

/// A judgement and its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Decision {
    /// Who asked: `claude`, `codex`, `run`.
    pub agent: String,
    /// Its session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The call, as the agent names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The folder it would run in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// `execute`, `write`, `read`, `browser` or `mcp`.
    pub action: String,
    /// The command or path, with secrets taken out.
    pub subject: String,
    /// BLAKE3 of the subject as it was, so that two equal calls can be seen to be equal.
    pub subject_hash: String,
    /// `safe` to `critical`.
    pub risk: String,
    /// `full`, `partial`, `none` or `unknown`.
    pub recovery: String,
    /// The rules that found something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// `allow`, `ask` or `deny`.
    pub answer: String,
    /// Why, in one word: `safe`, `unrecoverable`, `denied_by_list`, `one_time_code`.
    pub because: String,
    /// The settings in force, as a hash.
    pub policy: String,
    /// Who approved, where somebody already has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
    /// The checkpoint made for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// What could not be saved or read, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// From the question to the answer.
    pub micros: u64,
}

/// What came of a call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Effect {
    /// Who ran it.
    pub agent: String,
    /// Its session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// `ran`, `failed`, `interrupted`, `started` (goes on in the background), `approved`,
    /// `skipped`, `refused`, `restored`, `saved`, `trouble`.
    pub result: String,
    /// Who approved it, where it was asked about: `terminal`, `--yes`, `host` (the person at the
    /// agent's own question, or the agent's settings).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_by: Option<String>,
    /// The exit code, where the host tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
    /// The checkpoint made after it, or restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<String>,
    /// What went wrong, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// How long the call took, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub millis: Option<u64>,
}
