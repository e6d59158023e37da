//! Text → tree plus problems.
//!
//! One reader for each family of shells; all of them build the same [`tree`]. Reading never
//! fails and never panics: what cannot be read is a [`tree::Problem`] beside the tree.

mod cmd;
mod detect;
mod hidden;
#[cfg(test)]
mod outline;
mod posix;
mod powershell;
pub(crate) mod reading;
pub(crate) mod tree;

pub use detect::detect;
#[cfg(test)]
pub(crate) use outline::outline;
pub(crate) use reading::{Reading, read, read_source};

pub use crate::dialect::{Dialect, Platform};
