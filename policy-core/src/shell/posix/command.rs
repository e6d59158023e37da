//! Simple commands: words, and assignments before them.

use super::Reader;
use super::cursor::{DIGIT, NAME, RUN, class};
use super::glob::Subscript;
use super::list::Awaited;
use super::word::Mode;
use crate::shell::tree::{AssignedValue, Assignment, Command, Node, ProblemKind, Word};
use crate::source::Span;

impl<'a> Reader<'a, '_> {
    /// A simple command from `start` on; up to `name_end` it is known to be letters, digits and
    /// underscores. A word followed by `()` turns out to be a function's name.
    pub(super) fn simple(&mut self, start: usize, name_end: usize) -> Option<Node<'a>> {
        let words = self.words.len();
        let assignments = self.assignments.len();
        let redirections = self.redirections.len();
        let mut end = start;
        if name_end > start {
            self.prefix_word(start);
            end = self.pos;
        }
        loop {
            self.blanks();
            let at = self.pos;
            let byte = self.byte();
            let is_word = match byte {
                b'\n' | b';' | b'|' | b')' => break,
                b'<' | b'>' => {
                    let word = self.at(at + 1) == b'(' || self.zsh && self.is_number_range();
                    if !word {
                        self.redirection(at, None);
                    }
                    word
                }
                b'&' => {
                    if self.at(at + 1) != b'>' {
                        break;
                    }
                    self.redirection(at, None);
                    false
                }
                b'(' => {
                    if self.is_at_empty_parentheses() {
                        let count = self.words.len() - words;
                        if self.assignments.len() == assignments
                            && self.redirections.len() == redirections
                            && (count == 1 || count > 1 && self.zsh)
                        {
                            let names = self.take_words(words);
                            return self.function_after_names(names, start);
                        }
                        break;
                    }
                    if !self.zsh {
                        break;
                    }
                    true
                }
                0 if self.is_done() => break,
                b'}' if self.zsh && self.awaited.has(Awaited::BRACE) && self.ends_word(at + 1) => {
                    break;
                }
                b'0'..=b'9' => !self.numbered_redirection(at),
                b'{' => !self.named_redirection(at),
                _ if self.words.len() == words && class(byte) & NAME != 0 => {
                    self.run_of(NAME);
                    self.prefix_word(at);
                    false
                }
                _ => true,
            };
            if is_word {
                self.argument(at);
            }
            if self.pos == at {
                break;
            }
            end = self.pos;
        }
        let command = Command {
            span: Span::new(start, end),
            words: self.arena.alloc_slice_copy(self.words.get(words..).unwrap_or_default()),
            assignments: match self.assignments.get(assignments..) {
                None | Some([]) => &[],
                Some(list) => self.arena.alloc_slice_copy(list),
            },
            redirections: match self.redirections.get(redirections..) {
                None | Some([]) => &[],
                Some(list) => self.arena.alloc_slice_copy(list),
            },
        };
        self.words.truncate(words);
        self.assignments.truncate(assignments);
        self.redirections.truncate(redirections);
        if end == start {
            return None;
        }
        Some(Node::Command(self.arena.alloc(command)))
    }

    /// A word where an assignment may stand; the cursor is behind the letters it begins with.
    fn prefix_word(&mut self, start: usize) {
        let name = start..self.pos;
        match (self.byte(), self.at(self.pos + 1)) {
            (b'=', _) => {
                let name = self.slice(name.start, name.end);
                self.skip(1);
                let value = self.assigned_value();
                let span = self.span_from(start);
                self.assignments.push(Assignment {
                    name,
                    subscript: None,
                    appends: false,
                    value,
                    span,
                });
            }
            (b'+', b'=') => {
                let name = self.slice(name.start, name.end);
                self.skip(2);
                let value = self.assigned_value();
                let span = self.span_from(start);
                self.assignments.push(Assignment {
                    name,
                    subscript: None,
                    appends: true,
                    value,
                    span,
                });
            }
            (b'[', _) => self.element(start, self.slice(name.start, name.end)),
            _ => {
                let word = self.word_from(start, Mode::ARGUMENT);
                self.words.push(word);
            }
        }
    }

    /// A word after the command's name, or an array that a declaring builtin takes.
    fn argument(&mut self, start: usize) {
        if self.zsh && self.byte() == b'=' {
            return self.mixed_argument(start);
        }
        self.run(RUN);
        match self.plain_word(start) {
            Some(word) => self.words.push(word),
            None => self.mixed_argument(start),
        }
    }

    /// The same where it is not all plain letters; those it begins with lie before the cursor.
    fn mixed_argument(&mut self, start: usize) {
        let word = if self.pos == start {
            self.word(Mode::ARGUMENT)
        } else {
            self.mixed_word(start, Mode::ARGUMENT)
        };
        if self.pos == start {
            return;
        }
        if self.byte() == b'('
            && let Some(text) = word.plain()
            && let Some(name) = text.strip_suffix('=')
        {
            let appends = name.ends_with('+');
            let name = name.strip_suffix('+').unwrap_or(name);
            if is_name(name) {
                let value = self.assigned_value();
                let span = self.span_from(start);
                self.assignments.push(Assignment { name, subscript: None, appends, value, span });
                return;
            }
        }
        self.words.push(word);
    }

    /// `name[subscript]=value`, the cursor being at the bracket. Where no `]=` follows, what was
    /// read is the beginning of an ordinary word.
    fn element(&mut self, start: usize, name: &'a str) {
        let mark = self.pieces.len();
        let bracket = self.pos;
        self.push_text(mark, start, bracket, false);
        self.skip(1);
        self.push_glob(bracket);
        let inside = self.pos;
        let first = self.pieces.len();
        let closed = self.subscript(Subscript::Assigned);
        let length = match (self.byte(), self.at(self.pos + 1), self.at(self.pos + 2)) {
            (b']', b'=', _) if closed => 2,
            (b']', b'+', b'=') if closed => 3,
            _ => {
                let word = self.word_with(start, mark, Mode::ARGUMENT);
                self.words.push(word);
                return;
            }
        };
        let subscript = Word { span: self.span_from(inside), pieces: self.take_pieces(first) };
        self.pieces.truncate(mark);
        let appends = length == 3;
        self.skip(length);
        let value = self.assigned_value();
        let span = self.span_from(start);
        let subscript = Some(&*self.arena.alloc(subscript));
        self.assignments.push(Assignment { name, subscript, appends, value, span });
    }

    /// What stands behind `=`.
    fn assigned_value(&mut self) -> AssignedValue<'a> {
        if self.byte() == b'(' {
            return AssignedValue::List(self.array());
        }
        if self.ends_word(self.pos) && !self.begins_substitution() {
            return AssignedValue::Word(Word { span: self.span_from(self.pos), pieces: &[] });
        }
        AssignedValue::Word(self.word(Mode::ASSIGNED))
    }

    /// `(word word …)`, over any number of lines.
    pub(super) fn array(&mut self) -> &'a [Word<'a>] {
        let start = self.pos;
        self.skip(1);
        let mark = self.words.len();
        loop {
            self.blanks_and_lines();
            let at = self.pos;
            if self.byte() == b')' {
                self.skip(1);
                break;
            }
            if self.is_done() {
                self.report_unclosed(start);
                break;
            }
            if self.ends_word(at)
                && !self.begins_substitution()
                && !(self.zsh && self.byte() == b'(')
            {
                // An operator cannot stand here; what follows is read as commands.
                self.report(ProblemKind::Unexpected, self.span_from(start));
                break;
            }
            let word = self.word(Mode::ARGUMENT);
            if self.pos == at {
                self.report_unclosed(start);
                break;
            }
            self.words.push(word);
        }
        self.take_words(mark)
    }
}

/// Whether a text is a variable's name.
pub(super) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|byte| class(byte) & (NAME | DIGIT) == NAME)
        && bytes.all(|byte| class(byte) & NAME != 0)
}
