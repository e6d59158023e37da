//! The catalogue, one file for each family. Order matters: the first rule that applies speaks,
//! so the stricter one stands first.

mod code;
mod files;
mod git;
pub(super) mod text;

use super::Rule;

pub(super) static FAMILIES: &[&[Rule]] = &[files::RULES, git::RULES, code::RULES, text::RULES];
