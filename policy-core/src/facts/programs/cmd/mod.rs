//! What cmd.exe runs itself.

mod files;
mod flow;

use crate::facts::program::Program;

/// Its own commands, in lower case.
pub(super) static FAMILIES: &[&[Program]] = &[files::PROGRAMS, flow::PROGRAMS];
