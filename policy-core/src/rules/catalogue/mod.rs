//! The catalogue, one file for each family. Order matters: the first rule that applies speaks,
//! so the stricter one stands first.

mod code;
mod files;
mod git;
pub(super) mod text;
mod windows;

use super::Rule;

pub(super) static FAMILIES: &[&[Rule]] =
    &[windows::RULES, files::RULES, git::RULES, code::RULES, text::RULES];
