//! The whole walk, from an action to a verdict.
//!
//! ```text
//! text ──> shell ──> facts ──> rules ──> verdict
//!            ^         ^                   ^
//!         dialect  surroundings         policy (compiled from settings)
//! ```

use std::cell::Cell;

use bumpalo::Bump;

use crate::action::Action;
use crate::facts::{self, Facts};
use crate::lookup::{Files, Lookup};
use crate::policy::Policy;
use crate::rules::{self, Findings};
use crate::shell;
use crate::surroundings::Surroundings;
use crate::verdict::{self, Checkpoint, Verdict};

/// Says what an action would do, how dangerous that is, whether a checkpoint would bring
/// everything back, and what to do about it. Judging cannot fail: what cannot be read is a
/// finding, and counts as dangerous.
#[must_use]
pub fn judge(action: &Action<'_>, policy: &Policy, surroundings: &Surroundings) -> Verdict {
    walk(action, surroundings, Files::default(), |facts, findings| {
        verdict::decide(action, facts, findings, policy, surroundings)
    })
}

/// The same, where the host lets the engine read what a command runs that is not in its text:
/// scripts, package files, makefiles, git's settings. What the lookup does not find is judged as
/// without it.
#[must_use]
pub fn judge_with(
    action: &Action<'_>,
    policy: &Policy,
    surroundings: &Surroundings,
    lookup: &dyn Lookup,
) -> Verdict {
    walk(action, surroundings, Files::of(lookup), |facts, findings| {
        verdict::decide(action, facts, findings, policy, surroundings)
    })
}

/// Only whether the workspace is saved, why, and when: the same decision as in the verdict, for
/// hosts that ask nothing else.
#[must_use]
pub fn checkpoint(action: &Action<'_>, policy: &Policy, surroundings: &Surroundings) -> Checkpoint {
    walk(action, surroundings, Files::default(), |facts, findings| {
        verdict::decide_checkpoint(action, facts, findings, policy)
    })
}

fn walk<T>(
    action: &Action<'_>,
    surroundings: &Surroundings,
    files: Files<'_>,
    decide: impl FnOnce(&Facts<'_>, Findings) -> T,
) -> T {
    with_arena(|arena| {
        let facts = match *action {
            Action::Run { command, shell } => {
                let (script, reading) = shell::read(arena, command, shell);
                facts::observe_with(&script, reading, surroundings, files)
            }
            // No shell reads these; what they do is known without it.
            Action::Read { path } => facts::observe_read(arena, path),
            Action::Write { path } => facts::observe_write(arena, path, surroundings),
            Action::Browse { url: text } | Action::CallMcp { tool: text } => {
                facts::observe_call(arena, text)
            }
        };
        let findings = rules::apply(&facts, surroundings);
        decide(&facts, findings)
    })
}

/// Enough for a typical command, so that judging it asks for memory at most once.
const ARENA_BYTES: usize = 16 << 10;

/// An arena that grew beyond this for one huge command is not reused for the next.
const REUSED_BYTES: usize = 256 << 10;

thread_local! {
    /// The arena of the last judgement, empty, so that the next one need not ask for memory.
    static ARENA: Cell<Option<Bump>> = const { Cell::new(None) };
}

fn with_arena<T>(work: impl FnOnce(&Bump) -> T) -> T {
    ARENA.with(|last| {
        let mut arena = last.take().unwrap_or_else(|| Bump::with_capacity(ARENA_BYTES));
        let result = work(&arena);
        arena.reset();
        if arena.allocated_bytes() <= REUSED_BYTES {
            last.set(Some(arena));
        }
        result
    })
}
