//! The whole walk, from an action to a verdict.
//!
//! ```text
//! text ──> shell ──> facts ──> rules ──> verdict
//!           ^          ^         ^
//!        dialect  surroundings  policy (compiled from settings)
//! ```

use bumpalo::Bump;

use crate::action::Action;
use crate::facts::{self, Facts};
use crate::settings::Policy;
use crate::shell::{Dialect, Reading};
use crate::source::Sources;
use crate::surroundings::Surroundings;
use crate::verdict::{Checkpoint, Verdict, checkpoint, finding, permission};

/// Says what an action would do, how dangerous that is, whether a checkpoint would bring
/// everything back, and what to do about it. Judging cannot fail: what cannot be read is a
/// finding, and counts as dangerous.
#[must_use]
pub fn judge(action: &Action<'_>, policy: &Policy, around: &Surroundings) -> Verdict {
    let arena = Bump::with_capacity(ARENA_BYTES);
    let facts = observe(&arena, action, around);
    let summary = finding::summarise(&facts, policy, around);
    let checkpoint = checkpoint::decide(action, &facts, &summary, policy);
    let permission = permission::decide(&facts, &summary, &checkpoint, policy, around);
    Verdict::new(action, &facts, summary, checkpoint, permission)
}

/// Only whether the workspace is saved, why, and when: the same decision as in the verdict, for
/// hosts that ask nothing else.
#[must_use]
pub fn checkpoint(action: &Action<'_>, policy: &Policy, around: &Surroundings) -> Checkpoint {
    let arena = Bump::with_capacity(ARENA_BYTES);
    let facts = observe(&arena, action, around);
    let summary = finding::summarise(&facts, policy, around);
    checkpoint::decide(action, &facts, &summary, policy)
}

/// Enough for a typical command, so that judging it asks for memory once.
const ARENA_BYTES: usize = 8 << 10;

fn observe<'a>(arena: &'a Bump, action: &Action<'a>, around: &'a Surroundings) -> Facts<'a> {
    match *action {
        Action::Run { command, shell } => {
            facts::observe(Reading::new(Sources::new(arena, command, shell)), around)
        }
        Action::Read { path } => facts::observe_file(sources(arena, path), around, false),
        Action::Write { path } => facts::observe_file(sources(arena, path), around, true),
        Action::Browse { url: text } | Action::CallMcp { tool: text } => {
            facts::observe_call(sources(arena, text))
        }
    }
}

fn sources<'a>(arena: &'a Bump, text: &'a str) -> Sources<'a> {
    Sources::new(arena, text, Dialect::Bash)
}
