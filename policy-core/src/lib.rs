//! Reads a command as its shell would, says what it would do, how dangerous that is and whether
//! a checkpoint would bring everything back, and decides.
//!
#![cfg_attr(feature = "engine", doc = "```")]
#![cfg_attr(not(feature = "engine"), doc = "```ignore")]
//! use policy_core::{Action, Policy, Surroundings, judge};
//! use policy_core::shell::Dialect;
//!
//! let policy = Policy::defaults();
//! let action = Action::Run { command: "git reset --hard && rm -rf ../x", shell: Dialect::Bash };
//! let verdict = judge(&action, &policy, &Surroundings::default());
//!
//! assert_eq!(verdict.risk.name(), "critical");
//! assert_eq!(verdict.recovery.name(), "none");
//! assert!(verdict.checkpoint.should);
//! ```
//!
//! Without the feature `engine` only [`settings`] and [`wire`] are left: the settings document, and
//! everything that crosses a border as plain data.

#[cfg(feature = "engine")]
mod judge;

#[cfg(feature = "engine")]
mod action;
#[cfg(feature = "engine")]
pub mod facts;
#[cfg(feature = "engine")]
pub mod policy;
#[cfg(feature = "engine")]
pub mod rules;
#[cfg(feature = "engine")]
pub mod shell;
#[cfg(feature = "engine")]
pub mod verdict;

pub mod settings;
pub mod wire;

mod dialect;
mod named_enum;
mod risk;

#[cfg(feature = "engine")]
pub mod limits;
#[cfg(feature = "engine")]
pub mod source;
pub mod surroundings;

#[cfg(feature = "engine")]
pub use action::Action;
#[cfg(feature = "engine")]
pub use judge::{checkpoint, judge};
#[cfg(feature = "engine")]
pub use policy::Policy;
pub use surroundings::{Coverage, Surroundings};
#[cfg(feature = "engine")]
pub use verdict::Verdict;
