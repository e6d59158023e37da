//! The tree under construction: parts wait on stacks until their node is complete, then move to
//! the arena in one copy.

use super::Reader;
use crate::shell::tree::{
    Command, Item, Join, Node, Piece, Redirection, Script, Substitution, SubstitutionKind, Word,
};
use crate::source::Span;

impl<'a> Reader<'_, 'a> {
    pub(super) fn gather_pieces(&mut self, mark: usize) -> &'a [Piece<'a>] {
        let pieces = self.pieces.get(mark..).unwrap_or_default();
        self.tick(pieces.len());
        let pieces = self.arena.alloc_slice_copy(pieces);
        self.pieces.truncate(mark);
        pieces
    }

    pub(super) fn gather_words(&mut self, mark: usize) -> &'a [Word<'a>] {
        let words = self.words.get(mark..).unwrap_or_default();
        self.tick(words.len());
        let words = self.arena.alloc_slice_copy(words);
        self.words.truncate(mark);
        words
    }

    pub(super) fn gather_redirections(&mut self, mark: usize) -> &'a [Redirection<'a>] {
        let redirections = self.redirections.get(mark..).unwrap_or_default();
        let redirections = self.arena.alloc_slice_copy(redirections);
        self.redirections.truncate(mark);
        redirections
    }

    pub(super) fn gather_nodes(&mut self, mark: usize) -> &'a [Node<'a>] {
        let nodes = self.nodes.get(mark..).unwrap_or_default();
        self.tick(nodes.len());
        let nodes = self.arena.alloc_slice_copy(nodes);
        self.nodes.truncate(mark);
        nodes
    }

    pub(super) fn gather_script(&mut self, mark: usize, start: usize, end: usize) -> Script<'a> {
        let items = self.items.get(mark..).unwrap_or_default();
        self.tick(items.len());
        let items = self.arena.alloc_slice_copy(items);
        self.items.truncate(mark);
        Script { source: self.source, span: Span::new(start, end), items }
    }

    pub(super) fn empty_script(&self) -> Script<'a> {
        Script { source: self.source, span: Span::new(self.at, self.at), items: &[] }
    }

    /// A script of one node.
    pub(super) fn script_of(&self, node: Node<'a>, span: Span) -> Script<'a> {
        let items = self.arena.alloc_slice_copy(&[plain_item(node)]);
        Script { source: self.source, span, items }
    }

    pub(super) fn push_item(&mut self, join: Join, node: Node<'a>) {
        self.items.push(Item { join, background: false, node });
    }

    /// Makes a word of the pieces above the mark.
    pub(super) fn push_word(&mut self, mark: usize, start: usize) {
        let pieces = self.gather_pieces(mark);
        self.words.push(Word { span: self.span(start), pieces });
    }

    /// Pushes the stretch of text as one literal piece, if there is any.
    pub(super) fn push_text(&mut self, start: usize, end: usize, quoted: bool) {
        if end > start {
            let at = Span::new(start, end);
            self.pieces.push(Piece::Text { text: self.slice(start, end), at, quoted });
        }
    }

    /// Pushes text that does not stand in the source letter by letter.
    pub(super) fn push_decoded(&mut self, text: &'a str, start: usize, end: usize, quoted: bool) {
        self.pieces.push(Piece::Text { text, at: Span::new(start, end), quoted });
    }

    /// Pushes something only the shell will know; neighbours become one.
    pub(super) fn push_opaque(&mut self, span: Span) {
        if let Some(Piece::Opaque { at }) = self.pieces.last_mut()
            && at.end == span.start
        {
            at.end = span.end;
            return;
        }
        self.pieces.push(Piece::Opaque { at: span });
    }

    pub(super) fn push_opaque_word(&mut self, start: usize) {
        let mark = self.pieces.len();
        self.pieces.push(Piece::Opaque { at: self.span(start) });
        self.push_word(mark, start);
    }

    pub(super) fn push_substitution(
        &mut self,
        body: Script<'a>,
        kind: SubstitutionKind,
        quoted: bool,
        at: Span,
    ) {
        self.codes += 1;
        let made = self.arena.alloc(Substitution { body, kind, quoted, at });
        self.pieces.push(Piece::Substitution(made));
    }

    /// Copies the pieces of the words between two marks to the top of the piece stack.
    pub(super) fn append_words(&mut self, from: usize, to: usize) {
        for word in self.words.get(from..to).unwrap_or_default() {
            self.tick(1 + word.pieces.len());
            self.pieces.extend_from_slice(word.pieces);
        }
    }

    /// Turns the words above the mark into pieces on top of the piece stack.
    pub(super) fn flatten_words(&mut self, mark: usize) {
        self.append_words(mark, self.words.len());
        self.words.truncate(mark);
    }

    /// Turns blocks above the mark of the piece stack into what runs where it stands.
    pub(super) fn run_blocks_from(&mut self, mark: usize) {
        let arena = self.arena;
        for piece in self.pieces.get_mut(mark..).unwrap_or_default() {
            *piece = run_block(arena, piece);
        }
    }

    /// The same for the words above a mark: the arguments of an attribute.
    pub(super) fn run_blocks_of_words(&mut self, mark: usize) {
        let arena = self.arena;
        for word in self.words.get_mut(mark..).unwrap_or_default() {
            let is_block = |piece: &Piece<'_>| matches!(piece, Piece::Substitution(made) if made.kind == SubstitutionKind::Block);
            if word.pieces.iter().any(is_block) {
                word.pieces = arena
                    .alloc_slice_fill_iter(word.pieces.iter().map(|piece| run_block(arena, piece)));
            }
        }
    }

    pub(super) fn command(
        &self,
        words: &'a [Word<'a>],
        redirections: &'a [Redirection<'a>],
        span: Span,
    ) -> Node<'a> {
        Node::Command(self.arena.alloc(Command { span, assignments: &[], words, redirections }))
    }
}

fn run_block<'a>(arena: &'a bumpalo::Bump, piece: &Piece<'a>) -> Piece<'a> {
    match piece {
        Piece::Substitution(made) if made.kind == SubstitutionKind::Block => Piece::Substitution(
            arena.alloc(Substitution { kind: SubstitutionKind::Output, ..**made }),
        ),
        other => *other,
    }
}

/// An item that always runs.
pub(super) fn plain_item(node: Node<'_>) -> Item<'_> {
    Item { join: Join::Always, background: false, node }
}

/// The words of a script that only evaluates one expression; such a script is its value.
pub(super) fn value_of<'a>(script: &Script<'a>) -> Option<&'a [Word<'a>]> {
    match script.items {
        [Item { node: Node::Expression(words), background: false, .. }] => Some(words),
        _ => None,
    }
}
