//! Findings → answer.

mod risk;

pub use risk::{Recovery, Risk};
