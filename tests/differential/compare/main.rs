//! The readers against other parsers, and against the shells themselves.
//!
//! Scripts are generated ([`scripts`]) or taken from the corpus. Other parsers ([`brush`],
//! [`sitter`], [`powershell`]) must find the same simple commands with the same literal words; a
//! shell ([`shells`], `wine`) that runs a generated script ([`batch`] for cmd), in which every
//! command is a stub, must start the programs that the facts name. Where somebody else is wrong, or where both are right in
//! their own way, the row stands in `known.json` with the reason.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod batch;
mod brush;
mod corpus;
mod ours;
mod powershell;
mod scripts;
mod shells;
mod sitter;
#[cfg(target_os = "linux")]
mod wine;
