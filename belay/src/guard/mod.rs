//! The one guard: everything an agent does passes through here.
//!
//! ```text
//! call ──> judge ──> save ──> answer          end of call ──> save ──> record
//!            ^         │                                       ^
//!        settings      └─ what could not be saved              └─ after / on error
//!                         is judged again without it
//! ```
//!
//! The guard never fails: what goes wrong on the way is judged in the careful direction, told to
//! the person, and written down.

pub mod calls;
pub mod codes;
mod judging;
mod subject;
mod words;

pub use judging::{Judged, Judging};
pub use subject::{Call, Subject};
pub use words::cut;
