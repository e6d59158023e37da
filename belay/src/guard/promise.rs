//! What a verdict promised to bring back, held against what was really saved.

use policy_core::verdict::{Decision, Recovery, Risk, Verdict, Why};

use super::judging::{COVERAGE, Judged, Judging};
use super::saving::Saved;
use super::subject::Call;

/// The verdicts as they are once it is known what was saved. What was planned and not saved
/// cannot be brought back: it is judged again without it, and what was allowed because it could
/// be brought back becomes a question.
pub(super) fn kept(planned: Judged, call: &Call, judging: &Judging, saved: &Saved) -> Judged {
    if saved.is_whole() {
        return planned;
    }
    let without = if saved.workspace_missing { None } else { Some(COVERAGE.with_targets(false)) };
    let mut judged = judging.judge(call, without);
    let asks = judging.policy.settings().permissions.confirm_dangerous_commands.value;
    for (verdict, promised) in judged.verdicts.iter_mut().zip(&planned.verdicts) {
        if promised.risk >= Risk::Medium && promised.recovery == Recovery::Full {
            broken(verdict, saved, asks);
        }
    }
    judged
}

fn broken(verdict: &mut Verdict, saved: &Saved, asks: bool) {
    let left = if saved.workspace_missing { Recovery::None } else { Recovery::Partial };
    verdict.recovery = verdict.recovery.max(left);
    let permission = &mut verdict.permission;
    if permission.decision == Decision::Allow && permission.why != Why::AllowedByList && asks {
        permission.decision = Decision::Ask;
        permission.why = Why::Unrecoverable;
    }
}
