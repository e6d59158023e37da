//! One moment: what it changed, and what was decided about it.

use policy_core::wire::{Decision, Recovery, Risk};
use serde::{Deserialize, Serialize};

use crate::Listed;

/// One moment in full.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Details {
    /// The moment.
    pub id: String,
    /// The checkpoint that going back to it restores.
    pub checkpoint: Option<String>,
    /// The next checkpoint, which shows what happened; the files as they are, where there is none.
    pub next: Option<String>,
    /// Files that differ between the two.
    pub files: Listed<FileChange>,
    /// Paths that were saved by themselves: ignored ones, or elsewhere.
    pub captured: Listed<String>,
    /// What was decided, the oldest first. Several commands may share one checkpoint.
    pub judgements: Vec<Judgement>,
}

/// A file that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChange {
    /// The file, below the workspace.
    pub path: String,
    /// How it differs.
    pub status: Status,
}

/// How a file differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Status {
    /// It is new.
    Added,
    /// Its content differs.
    Modified,
    /// It went.
    Deleted,
    /// Only its rights differ.
    Mode,
}

/// What was decided about one call, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Judgement {
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// Who asked.
    pub agent: String,
    /// The command or path, with secrets taken out.
    pub subject: String,
    /// How dangerous.
    pub risk: Option<Risk>,
    /// Whether a checkpoint could undo it.
    pub recovery: Option<Recovery>,
    /// The rules that found something.
    pub rules: Vec<String>,
    /// What was answered.
    pub answer: Option<Decision>,
    /// Who approved it, where somebody did: `terminal`, `host`, `one-time code`.
    pub approved_by: Option<String>,
    /// `ran`, `failed`, `interrupted`, `started`, `skipped`, `refused`; nothing while its end was
    /// not told.
    pub result: Option<String>,
    /// Its exit code.
    pub exit_code: Option<i64>,
    /// How long it took, in milliseconds.
    pub millis: Option<u64>,
    /// What could not be saved or went wrong.
    pub trouble: Option<String>,
}
