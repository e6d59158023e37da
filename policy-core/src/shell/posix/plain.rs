//! One command of plain words, which is most of what is typed: it needs no reader.
//!
//! This knows just enough to tell such a text from every other one. The reader would make the same
//! of it, and a test holds them to each other.

use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

use super::compound::is_reserved;
use super::cursor::{BLANK, EQUALS, KEYWORD, RUN, UNSEEN, class};
use crate::limits;
use crate::shell::Dialect;
use crate::shell::tree::{Command, Item, Join, Node, Piece, Script, Word};
use crate::source::{SourceId, Span};

/// The script of a text that is nothing but one command of plain words; `None` for all others.
///
/// Such a text hides nothing: every character of it is seen.
pub(in crate::shell) fn read<'a>(
    arena: &'a Bump,
    source: SourceId,
    text: &'a str,
    dialect: Dialect,
) -> Option<Script<'a>> {
    if text.len() > limits::SOURCE_BYTES {
        return None;
    }
    let bytes = text.as_bytes();
    let mut words = ArenaVec::with_capacity_in(8, arena);
    let mut end = 0;
    loop {
        let start = end + count(bytes.get(end..)?, |class| class & BLANK != 0);
        let Some(&first) = bytes.get(start) else { break };
        let is_name = words.is_empty();
        let stop = if is_name { RUN | UNSEEN | EQUALS } else { RUN | UNSEEN };
        end = start + count(bytes.get(start..)?, |class| class & stop == 0);
        let ends = bytes.get(end).is_none_or(|byte| class(*byte) & BLANK != 0);
        let word = text.get(start..end).filter(|word| ends && !word.is_empty())?;
        let special = match first {
            b'#' => true,
            b'!' | b'}' => is_name,
            b'=' => dialect == Dialect::Zsh,
            _ => is_name && class(first) & KEYWORD != 0 && is_reserved(word),
        };
        if special {
            return None;
        }
        // Below the limit every offset fits.
        let at = Span { start: start as u32, end: end as u32 };
        let piece = arena.alloc(Piece::Text { text: word, at, quoted: false });
        words.push(Word { span: at, pieces: std::slice::from_ref(piece) });
    }
    let span = Span::new(words.first()?.span.start as usize, end);
    let words = words.into_bump_slice();
    let command = arena.alloc(Command { span, assignments: &[], words, redirections: &[] });
    let item = Item { join: Join::Always, background: false, node: Node::Command(command) };
    let items = std::slice::from_ref(arena.alloc(item));
    Some(Script { source, span: Span::new(0, text.len()), items })
}

/// How many bytes at the beginning are of a kind.
fn count(bytes: &[u8], kind: impl Fn(u16) -> bool) -> usize {
    bytes.iter().position(|byte| !kind(class(*byte))).unwrap_or(bytes.len())
}
