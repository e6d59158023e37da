//! What is known about a run: the verdict, what happened, and which promises were broken.

use belay::guard::Judged;
use policy_core::verdict::{Decision, Recovery, Risk, Verdict};
use policy_core::wire::{Domain, EffectKind, Place, TargetKind};
use serde::{Deserialize, Serialize};

use crate::disk::Change;
use crate::sandbox::Ended;

/// A run, as a worker tells it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) word: Word,
    pub(crate) ended: Ended,
    /// The last it complained about.
    pub(crate) said: String,
    /// What it changed.
    pub(crate) changes: Vec<Change>,
    /// The promises it broke.
    pub(crate) broken: Vec<Broken>,
}

/// What the guard said before the run, as far as it can be held to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Word {
    pub(crate) risk: Risk,
    pub(crate) recovery: Recovery,
    pub(crate) permission: Decision,
    /// It said that it cannot tell all that happens.
    pub(crate) cannot_tell: bool,
    pub(crate) rules: Vec<String>,
    /// What is done, to what and where, as the findings say.
    pub(crate) effects: Vec<(EffectKind, Domain, Place)>,
    pub(crate) targets: Vec<Named>,
}

/// A file or folder that a verdict names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Named {
    pub(crate) path: String,
    pub(crate) kind: TargetKind,
}

/// A promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Law {
    /// What is safe changes nothing.
    Safe,
    /// What changes is named.
    Targets,
    /// What can be brought back in full comes back in full.
    Recovery,
}

/// A promise that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Broken {
    pub(crate) law: Law,
    /// What shows it.
    pub(crate) changes: Vec<Change>,
    /// What went wrong besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) trouble: Option<String>,
}

impl Word {
    /// What the guard promised about a call of one part.
    pub(crate) fn of(judged: &Judged) -> Self {
        let verdicts = &judged.verdicts;
        let findings = || verdicts.iter().flat_map(|verdict: &Verdict| &verdict.findings);
        let targets = verdicts.iter().flat_map(|verdict| &verdict.targets);
        let recovery = verdicts.iter().map(|verdict| verdict.recovery).max().unwrap_or_default();
        Self {
            risk: verdicts.iter().map(|verdict| verdict.risk).max().unwrap_or_default(),
            recovery,
            permission: judged.decision(),
            cannot_tell: verdicts.iter().any(|verdict| verdict.unverified)
                || findings().any(|finding| {
                    // Code of which nothing is known may change anything it can reach.
                    let code = finding.effect.is_some_and(|(_, domain, _)| domain == Domain::Code);
                    code || finding.recovery == Recovery::Unknown
                }),
            rules: findings().filter_map(|f| Some(f.rule.rule()?.id.to_owned())).collect(),
            effects: findings().filter_map(|finding| finding.effect).collect(),
            targets: targets.map(|t| Named { path: t.path.clone(), kind: t.kind }).collect(),
        }
    }
}
