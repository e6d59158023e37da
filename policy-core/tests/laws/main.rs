//! What holds for every command, tried on the whole corpus and on texts nobody would write.
//!
//! A law is a sentence: the name of its test. Where a law is about one command it is tried on
//! every row of the corpus; where it is about two, on pairs drawn at random. The few rows that
//! rightly stand outside a law are listed with their reasons in `tests/cases/laws/exceptions.json`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![expect(
    clippy::disallowed_methods,
    reason = "tests read files and start threads; the crate does neither"
)]
#![expect(clippy::panic, reason = "a broken law is told by panicking")]

mod any_text;
mod corpus;
mod crossing;
mod determinism;
mod joining;
mod layers;
mod lists;
mod spelling;
mod wrapping;
