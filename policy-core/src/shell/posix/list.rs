//! Lists and pipelines: which command runs after which, and what ends a list.

use super::Reader;
use crate::shell::tree::{Item, Join, Node, ProblemKind, Script};
use crate::source::Span;

/// What a list may end with. Closers of enclosing constructs end it too, so that one missing
/// `fi` does not swallow the rest; a closer that nobody awaits is a problem and is passed over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Awaited(u16);

impl Awaited {
    pub(super) const NOTHING: Self = Self(0);
    pub(super) const THEN: Self = Self(1);
    /// `elif` and `else`.
    pub(super) const ELSE: Self = Self(1 << 1);
    pub(super) const FI: Self = Self(1 << 2);
    pub(super) const DO: Self = Self(1 << 3);
    pub(super) const DONE: Self = Self(1 << 4);
    pub(super) const ESAC: Self = Self(1 << 5);
    /// `;;`, `;&`, `;;&`, zsh `;|`.
    pub(super) const ARM: Self = Self(1 << 6);
    pub(super) const BRACE: Self = Self(1 << 7);
    pub(super) const PAREN: Self = Self(1 << 8);
    /// zsh `end`.
    pub(super) const END: Self = Self(1 << 9);
    /// A command that directly follows a condition is the body (zsh). Unlike the others it only
    /// ends the list that asks for it.
    pub(super) const SHORT: Self = Self(1 << 10);

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl<'a> Reader<'a, '_> {
    /// A list up to its closer, which is left at the cursor.
    pub(super) fn script(&mut self, stop: Awaited) -> Script<'a> {
        let start = self.pos;
        let items = self.list(stop);
        Script { source: self.source, span: self.span_from(start), items }
    }

    /// A script of one command.
    pub(super) fn script_of(&mut self, node: Node<'a>, span: Span) -> Script<'a> {
        let item = Item { join: Join::Always, background: false, node };
        Script { source: self.source, span, items: std::slice::from_ref(self.arena.alloc(item)) }
    }

    /// A script of nothing, at the cursor.
    pub(super) fn empty_script(&self) -> Script<'a> {
        Script { source: self.source, span: self.span_from(self.pos), items: &[] }
    }

    fn list(&mut self, stop: Awaited) -> &'a [Item<'a>] {
        let outer = self.awaited;
        self.awaited = outer.or(stop);
        let mark = self.items.len();
        // Where the chain of `&&` and `||` that is being read began.
        let mut chain = mark;
        let mut join = Join::Always;
        let mut operator = None;
        let mut unseparated = false;
        loop {
            self.blanks_and_lines();
            let start = self.pos;
            match self.byte() {
                b';' => {
                    let length = self.arm_end();
                    if length > 0 && self.awaited.has(Awaited::ARM) {
                        break;
                    }
                    self.skip(length.max(1));
                    if !self.zsh || length > 0 || operator.is_some() {
                        self.report(ProblemKind::Unexpected, self.span_from(start));
                    }
                    (join, operator, unseparated) = (Join::Always, None, false);
                    continue;
                }
                b'&' if self.at(start + 1) != b'>' => {
                    self.skip(if self.at(start + 1) == b'&' { 2 } else { 1 });
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    unseparated = false;
                    continue;
                }
                b'|' => {
                    self.skip(1);
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    unseparated = false;
                    continue;
                }
                b')' => {
                    if self.awaited.has(Awaited::PAREN) {
                        break;
                    }
                    self.skip(1);
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    unseparated = false;
                    continue;
                }
                0 if self.is_done() => break,
                _ => {}
            }
            let Some(node) = self.pipeline() else {
                if self.pos > start {
                    continue;
                }
                if self.is_at_awaited_closer() {
                    break;
                }
                // Whatever it is, it is not in the way of what follows.
                self.skip_character();
                self.report(ProblemKind::Unexpected, self.span_from(start));
                continue;
            };
            if unseparated {
                self.report(ProblemKind::Unexpected, Span::new(start, start));
                unseparated = false;
            }
            if join == Join::Always {
                chain = self.items.len();
            }
            self.items.push(Item { join, background: false, node });
            (join, operator) = (Join::Always, None);
            self.blanks();
            let at = self.pos;
            match self.byte() {
                b'\n' => self.line_end(),
                b';' if self.arm_end() == 0 => self.skip(1),
                b'&' if let Some(length) = self.doubled(b'&') => {
                    self.skip(length);
                    (join, operator) = (Join::IfOk, Some(self.span_from(at)));
                }
                b'|' if let Some(length) = self.doubled(b'|') => {
                    self.skip(length);
                    (join, operator) = (Join::IfFailed, Some(self.span_from(at)));
                }
                b'&' if self.at(at + 1) != b'>' => {
                    self.skip(1);
                    self.report_split_operator(at);
                    if self.zsh && matches!(self.byte(), b'|' | b'!') {
                        self.skip(1);
                    }
                    // The whole chain leaves for the background, with every `cd` in it.
                    if let Some(members) = self.items.get_mut(chain..) {
                        members.iter_mut().for_each(|item| item.background = true);
                    }
                }
                b')' | b';' => {}
                0 if self.is_done() => {}
                _ if stop.has(Awaited::SHORT) => break,
                _ => unseparated = true,
            }
        }
        if let Some(span) = operator {
            self.report(ProblemKind::Unexpected, span);
        }
        self.awaited = outer;
        let items = self.items.get(mark..).unwrap_or_default();
        let items = self.arena.alloc_slice_copy(items);
        self.items.truncate(mark);
        items
    }

    /// How long the end of a `case` arm at the cursor is; 0 where there is none.
    pub(super) fn arm_end(&self) -> usize {
        if self.byte() != b';' {
            return 0;
        }
        match (self.at(self.pos + 1), self.at(self.pos + 2)) {
            (b';', b'&') => 3,
            (b';' | b'&', _) => 2,
            (b'|', _) if self.zsh => 2,
            _ => 0,
        }
    }

    /// One command, or several joined by `|`. `None` where no command begins.
    pub(super) fn pipeline(&mut self) -> Option<Node<'a>> {
        let first = self.command()?;
        self.blanks();
        if !self.is_at_pipe() {
            return Some(first);
        }
        let mark = self.nodes.len();
        self.nodes.push(first);
        while self.is_at_pipe() {
            let start = self.pos;
            let length = self.doubled(b'&').unwrap_or(1);
            self.skip(length);
            self.blanks_and_lines();
            if let Some(node) = self.command() {
                self.nodes.push(node);
            } else {
                self.report(ProblemKind::Unexpected, Span::new(start, start + 1));
                break;
            }
            self.blanks();
        }
        let members = self.nodes.get(mark..).unwrap_or_default();
        let node = match members {
            [only] => *only,
            _ => Node::Pipeline(self.arena.alloc_slice_copy(members)),
        };
        self.nodes.truncate(mark);
        Some(node)
    }

    /// How long the operator is that the byte at the cursor makes with this one behind it. On two
    /// lines (`&\⏎&`) it is one to the shell all the same.
    fn doubled(&self, second: u8) -> Option<usize> {
        let mut index = self.pos + 1;
        while self.at(index) == b'\\' && self.at(index + 1) == b'\n' {
            index += 2;
        }
        (self.at(index) == second).then(|| index + 1 - self.pos)
    }

    /// `&\⏎>`, `&\⏎|`: an operator on two lines that is not put together here.
    fn report_split_operator(&mut self, start: usize) {
        if self.byte() == b'\\'
            && self.at(self.pos + 1) == b'\n'
            && matches!(self.at(self.pos + 2), b'>' | b'|')
        {
            self.report(ProblemKind::Unexpected, self.span_from(start));
        }
    }

    fn is_at_pipe(&self) -> bool {
        self.byte() == b'|' && self.doubled(b'|').is_none()
    }
}
