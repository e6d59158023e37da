//! What the timeline knows, as plain types without a page.
//!
//! - [`chronicle`] is what happened, filled page by page and kept up to date by news.
//! - [`graph`] is how moments follow each other, as lanes to be drawn.
//! - [`window`] is the part of a long list that is on the screen.
//! - [`comparison`] is a file before and after, line by line.
//! - [`words`] are the keys of texts for values.

pub mod chronicle;
pub mod comparison;
pub mod graph;
pub mod window;
pub mod words;
