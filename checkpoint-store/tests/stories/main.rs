//! Stories: what people do, what agents do to them, and what must still be there after.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]

mod place;

mod anything;
mod capturing;
mod git;
mod keeping;
mod restoring;
mod saving;
mod untouched;
