//! Single files, sessions, messages, contexts: saved, brought back, kept and let go.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]
#![expect(clippy::indexing_slicing, reason = "a test that finds less than it should must fail")]

mod bench;

mod any_history;
mod contexts;
mod contract;
mod damage;
#[cfg(unix)]
mod dying;
mod file_checkpoints;
mod portable;
mod portable_snapshots;
mod retention;
mod sessions;
mod timeline;
mod together;
