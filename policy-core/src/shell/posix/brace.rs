//! Brace expansion: `{a,b}` and `{1..9}`.
//!
//! Whether a `{` opens an expansion is known only at its `}`. Instead of looking ahead, the `{`
//! and each `,` are put among the pieces as text; the `}` turns what lies between into an
//! expansion, and if it never comes they simply stay text.

use super::Reader;
use crate::limits;
use crate::shell::tree::{Piece, ProblemKind, Word};
use crate::source::Span;

/// A `{` that may become an expansion.
#[derive(Clone, Copy)]
pub(super) struct BraceFrame {
    /// The piece that is its `{`.
    piece: usize,
    /// Where its commas begin on their stack.
    commas: usize,
}

impl<'a> Reader<'a, '_> {
    /// Whether one more level may be opened.
    pub(super) fn may_open_brace(&mut self) -> bool {
        let levels = u32::try_from(self.braces.len()).unwrap_or(u32::MAX);
        if self.depth.saturating_add(levels) < limits::DEPTH {
            return true;
        }
        self.report(ProblemKind::TooDeep, Span::new(self.pos, self.pos + 1));
        false
    }

    pub(super) fn open_brace(&mut self) {
        let frame = BraceFrame { piece: self.pieces.len(), commas: self.commas.len() };
        self.braces.push(frame);
        self.push_brace_mark();
    }

    pub(super) fn brace_comma(&mut self) {
        self.commas.push(self.pieces.len());
        self.push_brace_mark();
    }

    fn push_brace_mark(&mut self) {
        let start = self.pos;
        self.skip(1);
        self.push_text(usize::MAX, start, self.pos, false);
    }

    /// Whether the innermost brace is the first thing of the word whose pieces begin at `mark`.
    pub(super) fn is_brace_at_word_start(&self, mark: usize) -> bool {
        self.braces.last().is_some_and(|frame| frame.piece == mark)
    }

    /// Turns the innermost brace into an expansion, or leaves it text.
    pub(super) fn close_brace(&mut self) {
        let Some(frame) = self.braces.pop() else { return };
        let Some(&Piece::Text { at: open, .. }) = self.pieces.get(frame.piece) else { return };
        if self.commas.len() == frame.commas {
            let inside = self.slice(open.end as usize, self.pos);
            let is_range = self.pieces.len() == frame.piece + 2 && is_range(inside);
            self.push_brace_mark();
            if is_range {
                let at = self.span_from(open.start as usize);
                self.pieces.truncate(frame.piece);
                self.pieces.push(Piece::Opaque { at });
            }
            return;
        }
        let words = self.words.len();
        // From the last alternative to the first, so that each can be taken off the stack.
        let mut end = self.pos;
        while self.commas.len() > frame.commas {
            let Some(comma) = self.commas.pop() else { break };
            end = self.take_alternative(comma, end);
        }
        self.take_alternative(frame.piece, end);
        if let Some(alternatives) = self.words.get_mut(words..) {
            alternatives.reverse();
        }
        self.skip(1);
        let alternatives = self.take_words(words);
        let at = self.span_from(open.start as usize);
        self.pieces.push(Piece::Brace { alternatives, at });
    }

    /// Takes the pieces behind the mark at `mark`, and the mark, off the stack as one
    /// alternative that reaches up to `end`; says where the mark stands.
    fn take_alternative(&mut self, mark: usize, end: usize) -> usize {
        let Some(&Piece::Text { at, .. }) = self.pieces.get(mark) else { return end };
        self.join_texts(mark + 1);
        let pieces = self.take_pieces(mark + 1);
        self.words.push(Word { span: Span::new(at.end as usize, end), pieces });
        self.pieces.truncate(mark);
        at.start as usize
    }

    /// Leaves every brace above `frames` text.
    pub(super) fn abandon_braces(&mut self, frames: usize) {
        if let Some(frame) = self.braces.get(frames) {
            self.commas.truncate(frame.commas);
            self.braces.truncate(frames);
        }
    }
}

/// `1..9`, `a..e`, `1..9..2`.
fn is_range(text: &str) -> bool {
    let mut parts = text.split("..");
    let (Some(first), Some(last), step, None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let is_letter = |part: &str| matches!(part.as_bytes(), [b] if b.is_ascii_alphabetic());
    (is_number(first) && is_number(last) || is_letter(first) && is_letter(last))
        && step.is_none_or(is_number)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
