//! The whole walk, from an action to a verdict.
//!
//! ```text
//! text ──> shell ──> facts ──> rules ──> verdict
//!           ^          ^         ^
//!        dialect  surroundings  policy (compiled from settings)
//! ```

use std::cell::Cell;

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
    with_arena(|arena| {
        let facts = observe(arena, action, around);
        let summary = finding::summarise(&facts, policy, around);
        let checkpoint = checkpoint::decide(action, &facts, &summary, policy);
        let permission = permission::decide(&facts, &summary, &checkpoint, policy, around);
        Verdict::new(action, &facts, summary, checkpoint, permission)
    })
}

/// Only whether the workspace is saved, why, and when: the same decision as in the verdict, for
/// hosts that ask nothing else.
#[must_use]
pub fn checkpoint(action: &Action<'_>, policy: &Policy, around: &Surroundings) -> Checkpoint {
    with_arena(|arena| {
        let facts = observe(arena, action, around);
        let summary = finding::summarise(&facts, policy, around);
        checkpoint::decide(action, &facts, &summary, policy)
    })
}

/// Enough for a typical command, so that judging it asks for memory at most once.
const ARENA_BYTES: usize = 16 << 10;

/// An arena that grew beyond this for one huge command is not kept for the next.
const KEPT_BYTES: usize = 256 << 10;

thread_local! {
    /// The arena of the last judgement, empty, so that the next one need not ask for memory.
    static ARENA: Cell<Option<Bump>> = const { Cell::new(None) };
}

fn with_arena<T>(work: impl FnOnce(&Bump) -> T) -> T {
    ARENA.with(|kept| {
        let mut arena = kept.take().unwrap_or_else(|| Bump::with_capacity(ARENA_BYTES));
        let result = work(&arena);
        arena.reset();
        if arena.allocated_bytes() <= KEPT_BYTES {
            kept.set(Some(arena));
        }
        result
    })
}

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
