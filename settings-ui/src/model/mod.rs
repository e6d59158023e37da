//! What the app knows, as plain types without a page. Everything here is tested natively.
//!
//! 1. [`fields`] reads and changes single settings of a document; [`entries`] adds and removes
//!    entries of lists.
//! 2. [`draft`] is the document being edited, with its history and what is not saved yet.
//! 3. [`panel`] says which setting stands where, [`labels`] what it is called; [`search`] finds it.
//! 4. [`presets`] and [`transfer`] change many settings at once, after a preview.
//! 5. [`verdict`] is what the engine says about a command, [`samples`] what it is asked about
//!    entries, [`remarks`] what is shown beside them; [`expression`] finds the place where a regular
//!    expression breaks.
//! 6. [`session`] is what a person typed or chose that is not a setting; [`theme`] are the themes.
//! 7. [`timeline`] is the other page.

pub mod draft;
pub mod entries;
pub mod expression;
pub mod fields;
pub mod labels;
pub mod panel;
pub mod presets;
pub mod remarks;
pub mod samples;
pub mod search;
pub mod session;
pub mod theme;
pub mod timeline;
pub mod transfer;
pub mod verdict;
pub mod visible;
