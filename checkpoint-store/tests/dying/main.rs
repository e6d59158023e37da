//! The process dies at any moment, or the disk fails: every checkpoint that was promised
//! is whole, the workspace is as before or can be finished, and no file is lost.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]

#[path = "../stories/place.rs"]
#[expect(dead_code, reason = "the stories use all of it")]
mod place;

/// Named steps belong to the whole process, so one test at a time works in it.
static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// Waits for its turn. A test that failed before does not matter here.
fn turn() -> std::sync::MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

mod child;
#[cfg(feature = "failpoints")]
mod failing;
#[cfg(feature = "failpoints")]
mod joining;
mod killed;
