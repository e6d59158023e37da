#![cfg_attr(feature = "engine", doc = include_str!("../README.md"))]
#![cfg_attr(not(feature = "engine"), doc = "The settings document and the wire types alone.")]

#[cfg(feature = "engine")]
mod judge;

#[cfg(feature = "engine")]
mod action;
#[cfg(feature = "engine")]
mod facts;
#[cfg(feature = "engine")]
mod policy;
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
mod lookup;
#[cfg(feature = "engine")]
mod source;
mod surroundings;

#[cfg(feature = "engine")]
#[doc(hidden)]
pub mod internals;

#[cfg(feature = "engine")]
pub use action::Action;
#[cfg(feature = "engine")]
pub use judge::{checkpoint, judge, judge_with};
#[cfg(feature = "engine")]
pub use lookup::{Lookup, SeenFile};
#[cfg(feature = "engine")]
pub use policy::{Policy, lint};
pub use surroundings::{Coverage, Surroundings};
#[cfg(feature = "engine")]
pub use verdict::Verdict;
