//! Control flow: `if`, `while`, `for`, `case` and their short forms.

use super::Reader;
use super::cursor::NAME;
use super::list::Awaited;
use super::word::Mode;
use crate::shell::tree::{Arm, Choice, Loop, Node, ProblemKind, Script, Word};

impl<'a> Reader<'a, '_> {
    pub(super) fn if_command(&mut self, start: usize) -> Option<Node<'a>> {
        let mark = self.arms.len();
        let own = Awaited::THEN.or(Awaited::ELSE).or(Awaited::FI);
        let mut braced = false;
        loop {
            let short = if self.zsh { Awaited::SHORT } else { Awaited::NOTHING };
            let condition = self.script(own.or(short));
            let body = if self.take_keyword("then") {
                braced = false;
                self.script(Awaited::ELSE.or(Awaited::FI))
            } else if self.zsh && !self.is_done() && !self.is_at_awaited_closer() {
                braced = true;
                self.short_body()
            } else {
                // Nothing says where the condition ends; all of it was read as one.
                self.empty_script()
            };
            self.arms.push(Arm { condition, patterns: &[], body });
            if self.take_keyword("elif") {
                continue;
            }
            if self.take_keyword("else") {
                self.blanks();
                let body = if braced && self.byte() == b'{' {
                    self.short_body()
                } else {
                    braced = false;
                    self.script(Awaited::FI)
                };
                let condition = self.empty_script();
                self.arms.push(Arm { condition, patterns: &[], body });
            }
            break;
        }
        if !braced && !self.take_keyword("fi") {
            self.report_unclosed(start);
        }
        let arms = self.arms.get(mark..).unwrap_or_default();
        let arms = self.arena.alloc_slice_copy(arms);
        self.arms.truncate(mark);
        let node = Node::Choice(self.arena.alloc(Choice { subject: &[], arms }));
        Some(self.redirected(node, start))
    }

    /// `while` and `until`.
    pub(super) fn while_command(&mut self, start: usize) -> Option<Node<'a>> {
        let short = if self.zsh { Awaited::SHORT } else { Awaited::NOTHING };
        let condition = self.script(Awaited::DO.or(Awaited::DONE).or(short));
        let body = self.loop_body(start);
        let node = Loop { variable: None, values: &[], condition, body, fields: None };
        let node = Node::Loop(self.arena.alloc(node));
        Some(self.redirected(node, start))
    }

    /// `for`, `select` and zsh `foreach`.
    pub(super) fn for_command(&mut self, start: usize) -> Option<Node<'a>> {
        let keyword = self.slice(start, self.pos);
        self.blanks();
        let mut variable = None;
        let mark = self.words.len();
        let mut listed = false;
        if self.byte() == b'(' && self.at(self.pos + 1) == b'(' {
            let open = self.pos;
            if let Some(close) = self.arithmetic_end(open) {
                self.skip(2);
                let word = self.arithmetic_command(open, close);
                self.words.push(word);
            }
        } else {
            let name = self.pos;
            self.run_of(NAME);
            if self.pos > name {
                variable = Some(self.slice(name, self.pos));
            } else {
                self.report(ProblemKind::Unexpected, self.span_from(start));
            }
            if self.zsh {
                listed = self.further_variables_and_values();
            }
        }
        self.blanks_and_lines();
        if !listed && self.take_keyword("in") {
            self.word_list();
        }
        self.separators();
        let body = if keyword == "foreach" && !self.is_at_keyword("do") {
            let body = self.script(Awaited::END);
            if !self.take_keyword("end") {
                self.report_unclosed(start);
            }
            body
        } else {
            self.loop_body(start)
        };
        let values = self.take_words(mark);
        let condition = self.empty_script();
        let node = Loop { variable, values, condition, body, fields: None };
        let node = Node::Loop(self.arena.alloc(node));
        Some(self.redirected(node, start))
    }

    /// Words up to the end of the command, onto the stack.
    pub(super) fn word_list(&mut self) {
        loop {
            self.blanks();
            if self.ends_word(self.pos) && !self.begins_substitution() {
                return;
            }
            let word = self.word(Mode::ARGUMENT);
            self.words.push(word);
        }
    }

    /// The words on the stack from `mark` on.
    pub(super) fn take_words(&mut self, mark: usize) -> &'a [Word<'a>] {
        let words = self.words.get(mark..).unwrap_or_default();
        let words = self.arena.alloc_slice_copy(words);
        self.words.truncate(mark);
        words
    }

    /// Semicolons and ends of lines.
    pub(super) fn separators(&mut self) {
        self.blanks_and_lines();
        while self.byte() == b';' && self.arm_end() == 0 {
            self.skip(1);
            self.blanks_and_lines();
        }
    }

    /// `do … done`, `{ … }`, or in zsh a single command.
    pub(super) fn loop_body(&mut self, start: usize) -> Script<'a> {
        self.separators();
        if self.take_keyword("do") {
            let body = self.script(Awaited::DONE);
            if !self.take_keyword("done") {
                self.report_unclosed(start);
            }
            return body;
        }
        if self.byte() == b'{' && self.ends_word(self.pos + 1)
            || self.zsh && !self.is_done() && !self.is_at_awaited_closer()
        {
            return self.short_body();
        }
        self.take_keyword("done");
        self.report_unclosed(start);
        self.empty_script()
    }

    /// The next command as a body: the inside of a group, or the command itself.
    pub(super) fn short_body(&mut self) -> Script<'a> {
        self.blanks_and_lines();
        let start = self.pos;
        if self.zsh && self.byte() == b'{' && !self.ends_word(start + 1) {
            // zsh takes `{rm x}` for a group here; where it ends is not followed.
            self.report(ProblemKind::Unexpected, self.span_from(start));
        }
        match self.command() {
            Some(Node::Group(group)) if !group.subshell && group.redirections.is_empty() => {
                group.body
            }
            Some(node) => self.script_of(node, self.span_from(start)),
            None => {
                self.report(ProblemKind::Unexpected, self.span_from(start));
                self.empty_script()
            }
        }
    }

    pub(super) fn case_command(&mut self, start: usize) -> Option<Node<'a>> {
        self.blanks();
        let mark = self.words.len();
        let grouped = self.zsh && self.byte() == b'(';
        if !self.ends_word(self.pos) || self.begins_substitution() || grouped {
            let subject = self.word(Mode::ARGUMENT);
            self.words.push(subject);
        }
        let subject = self.take_words(mark);
        if self.zsh {
            self.separators();
        } else {
            self.blanks_and_lines();
        }
        let braced = !self.take_keyword("in") && self.zsh && self.byte() == b'{';
        if braced {
            self.skip(1);
        } else if !self.slice(start, self.pos).ends_with("in") {
            self.report(ProblemKind::Unexpected, self.span_from(start));
        }
        let mark = self.arms.len();
        loop {
            self.separators();
            if self.is_done() {
                self.report_unclosed(start);
                break;
            }
            if braced && self.byte() == b'}' {
                self.skip(1);
                break;
            }
            if self.take_keyword("esac") {
                break;
            }
            if self.byte() == b')' && self.awaited.has(Awaited::PAREN) {
                self.report_unclosed(start);
                break;
            }
            let before = self.pos;
            let patterns = self.patterns();
            let closer = if braced { Awaited::BRACE } else { Awaited::ESAC };
            let body = self.script(closer.or(Awaited::ARM));
            let condition = self.empty_script();
            self.arms.push(Arm { condition, patterns, body });
            self.skip(self.arm_end());
            if self.pos == before {
                // At a closer of an enclosing construct.
                self.report_unclosed(start);
                break;
            }
        }
        let arms = self.arms.get(mark..).unwrap_or_default();
        let arms = self.arena.alloc_slice_copy(arms);
        self.arms.truncate(mark);
        let node = Node::Choice(self.arena.alloc(Choice { subject, arms }));
        Some(self.redirected(node, start))
    }

    /// `(a | b)` before an arm, with or without the first parenthesis.
    fn patterns(&mut self) -> &'a [Word<'a>] {
        let start = self.pos;
        // zsh: `(#i)` belongs to the pattern.
        if self.byte() == b'(' && !(self.zsh && self.at(start + 1) == b'#') {
            self.skip(1);
        }
        let mark = self.words.len();
        loop {
            self.blanks();
            match self.byte() {
                b'|' => self.skip(1),
                b')' => {
                    self.skip(1);
                    // zsh: `(a|b)*` is a pattern that begins with a group.
                    if !self.zsh || self.at(start) != b'(' {
                        break;
                    }
                    if self.byte() == b')' {
                        self.skip(1);
                        break;
                    }
                    if self.ends_word(self.pos) {
                        break;
                    }
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
                b'(' if self.zsh && self.at(self.pos + 1) != b')' => {
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
                b'<' if self.zsh && self.is_number_range() => {
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
                _ if self.ends_word(self.pos) => {
                    self.report(ProblemKind::Unexpected, self.span_from(start));
                    break;
                }
                _ => {
                    let word = self.word(Mode::PATTERN);
                    self.words.push(word);
                }
            }
        }
        self.take_words(mark)
    }
}
