//! The process dies at any moment, or the disk fails: every checkpoint that was promised
//! is whole, the workspace is as before or can be finished, and no file is lost.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]

#[path = "../stories/place.rs"]
#[expect(dead_code, reason = "the stories use all of it")]
mod place;

mod child;
#[cfg(feature = "failpoints")]
mod failing;
mod killed;
