//! Reads a command as its shell would, says what it would do, how dangerous that is and whether
//! a checkpoint would bring everything back, and decides.

pub mod settings;

#[cfg(feature = "engine")]
pub mod facts;
#[cfg(feature = "engine")]
pub mod limits;
#[cfg(feature = "engine")]
pub mod rules;
#[cfg(feature = "engine")]
pub mod shell;
#[cfg(feature = "engine")]
pub mod source;
#[cfg(feature = "engine")]
pub mod surroundings;
#[cfg(feature = "engine")]
pub mod verdict;
