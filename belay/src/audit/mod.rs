//! Who decided what: one line for each decision and one for each effect, in a file a month, each
//! line carrying the hash of the one before it.
//!
//! The chain makes a change, a gap or a cut visible; it does not prevent one. Whoever can write
//! the files can also write a new chain, so a head that was printed somewhere else is what a later
//! `verify` is held against.

mod chain;
mod export;
mod record;
mod verify;

pub use chain::{Head, Log};
pub use export::{Format, export};
pub use record::{Decision, Effect, Entry, Line};
pub use verify::{Fault, Report, verify};
