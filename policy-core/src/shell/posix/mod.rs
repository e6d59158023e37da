//! The reader for bash, zsh and their relatives.

use super::Reading;
use super::tree::Script;
use crate::source::{SourceId, Span};

/// Reads one source.
pub(super) fn read<'a>(reading: &mut Reading<'a>, source: SourceId) -> Script<'a> {
    let span = Span::new(0, reading.sources.get(source).text.len());
    Script { source, span, items: &[] }
}
