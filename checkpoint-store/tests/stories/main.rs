//! Stories: what people do, what agents do to them, and what must still be there after.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]
#![cfg_attr(unix, expect(clippy::panic, reason = "the same"))]

mod place;

mod anything;
mod capturing;
// These two need git, which Wine does not have.
#[cfg(unix)]
mod git;
mod keeping;
mod odd_files;
mod restoring;
mod saving;
#[cfg(unix)]
mod states_of_git;
mod stepping_out;
mod untouched;
#[cfg(windows)]
mod windows;
