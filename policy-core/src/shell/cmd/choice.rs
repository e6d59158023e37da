//! `if`, with what it compares and its `else`.

use super::cursor::OPERATOR;
use super::name::Keyword;
use super::word::Mode;
use super::{Reader, take};
use crate::shell::tree::{Arm, Choice, Node, Word};

impl<'a> Reader<'a, '_> {
    /// Reads what follows `if`, which itself stands at `start`.
    pub(super) fn choice(&mut self, start: usize) -> Node<'a> {
        if !self.enter() {
            self.skip_deep_command(start);
            return Node::Choice(self.arena.alloc(Choice { subject: &[], arms: &[] }));
        }
        let stopped = std::mem::replace(&mut self.stops_at_else, true);
        let mark = self.arms.len();
        // An `else if` is one more arm, so that a chain of them does not nest.
        loop {
            let patterns = self.condition();
            self.arm(patterns);
            self.skip_blanks();
            if !self.take_keyword(Keyword::Else) {
                break;
            }
            self.skip_delimiters();
            if !self.take_keyword(Keyword::If) {
                self.arm(&[]);
                break;
            }
        }
        self.stops_at_else = stopped;
        self.leave();
        let arms = take(self.arena, &mut self.arms, mark);
        Node::Choice(self.arena.alloc(Choice { subject: &[], arms }))
    }

    fn arm(&mut self, patterns: &'a [Word<'a>]) {
        let condition = self.nothing();
        let body = self.body();
        self.arms.push(Arm { condition, patterns, body });
    }

    fn take_keyword(&mut self, keyword: Keyword) -> bool {
        let letters = self.letters();
        let found = letters.keyword() == Some(keyword);
        if found {
            self.cursor.at = letters.end;
        }
        found
    }

    /// Reads what is tested and gives back the words in it.
    fn condition(&mut self) -> &'a [Word<'a>] {
        let mark = self.words.len();
        let letters = loop {
            self.skip_delimiters();
            if self.switch() == Some(b'i') {
                self.cursor.at += 2;
                continue;
            }
            let letters = self.letters();
            if !letters.is_word(b"not") {
                break letters;
            }
            self.cursor.at = letters.end;
        };
        let tests: [&[u8]; 4] = [b"exist", b"defined", b"errorlevel", b"cmdextversion"];
        if tests.iter().any(|test| letters.is_word(test)) {
            self.cursor.at = letters.end;
        } else {
            self.operand();
            if !self.comparison() {
                // Nothing is compared: cmd would stop here, what follows is read all the same.
                self.report_next();
                return self.take_words(mark);
            }
        }
        self.skip_delimiters();
        self.operand();
        self.take_words(mark)
    }

    fn operand(&mut self) {
        if self.ends_command() || self.cursor.is(OPERATOR) {
            self.report_next();
        } else {
            let word = self.word(Mode::OPERAND);
            self.words.push(word);
        }
    }

    /// Takes `==` or one of the comparisons that have a name.
    fn comparison(&mut self) -> bool {
        self.skip_blanks();
        let at = self.cursor.at;
        if self.cursor.peek() == Some(b'=') && self.cursor.byte(at + 1) == Some(b'=') {
            self.cursor.at += 2;
            return true;
        }
        let letters = self.letters();
        let names: [&[u8]; 6] = [b"equ", b"neq", b"lss", b"leq", b"gtr", b"geq"];
        let found = names.iter().any(|name| letters.is_word(name));
        if found {
            self.cursor.at = letters.end;
        }
        found
    }
}
