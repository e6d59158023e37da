//! One file before and after. The answer is this head as one line of JSON, and behind it the bytes
//! of the text before and of the text after: long texts need not be read as JSON.

use serde::{Deserialize, Serialize};

/// What stands before the two texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiffHead {
    /// The file.
    pub path: String,
    /// What it was.
    pub before: Side,
    /// What it became.
    pub after: Side,
    /// How the lines of the two texts follow each other, where both sides are texts or absent.
    pub runs: Vec<Run>,
}

/// A file on one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Side {
    /// Text of so many bytes, which follow.
    Text {
        /// How many.
        bytes: usize,
    },
    /// No text.
    Binary {
        /// Its size.
        bytes: u64,
    },
    /// More than is shown.
    TooLarge {
        /// Its size, where it is known without reading all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
    },
    /// There is no such file.
    Absent,
}

/// Lines that are the same on both sides, or lines that take the place of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Whether they are the same.
    pub same: bool,
    /// How many lines before.
    pub before: usize,
    /// How many lines after.
    pub after: usize,
}
