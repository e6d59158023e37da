//! Parts of the engine for this project's own comparisons with other parsers, laws and fuzzing.
//! No promise is made about them: they change whenever the engine does.

pub use crate::facts::{Facts, observe};
pub use crate::shell::reading::{Reading, read};
pub use crate::source::SourceId;

/// The tree a text is read into.
pub mod tree {
    pub use crate::shell::tree::*;
}
