//! What `set` puts into a variable.

use super::Reader;
use super::cursor::{DELIMITER, class};
use super::word::Mode;
use crate::shell::tree::{AssignedValue, Assignment, Piece, Word};
use crate::source::Span;

impl<'a> Reader<'a, '_> {
    /// The assignment of a `set` whose words, from `tail` up to the cursor, were read already;
    /// its redirections stand on their stack from `mark` on. The value is all that follows the
    /// `=`, blanks and all, which no word holds.
    pub(super) fn assignment(&mut self, tail: usize, mark: usize) -> &'a [Assignment<'a>] {
        let behind = |span: Span| (span.start as usize >= tail).then_some(span.start as usize);
        let redirected = self.redirections.get(mark..).unwrap_or_default();
        let end = redirected.iter().find_map(|redirection| behind(redirection.span));
        let end = end.unwrap_or(self.cursor.at);
        let start = self.past(tail, end, DELIMITER);
        let found = if self.cursor.byte(start) == Some(b'/') {
            self.computed(start, end)
        } else {
            self.assigned(start, end)
        };
        match found {
            Some(assignment) => self.arena.alloc([assignment]),
            None => &[],
        }
    }

    /// `set x=value`, `set "x=value"`
    fn assigned(&mut self, start: usize, end: usize) -> Option<Assignment<'a>> {
        let is_quoted = self.cursor.byte(start) == Some(b'"');
        let name = start + usize::from(is_quoted);
        let equals = name + self.cursor.slice(name, end).find('=')?;
        let value_start = equals + 1;
        let value = self.cursor.slice(value_start, end);
        let value = match value.rfind('"') {
            Some(last) if is_quoted => value.get(..last).unwrap_or(value),
            // Blanks at the end are kept by cmd and hardly ever meant.
            _ => value.trim_end_matches([' ', '\t']),
        };
        let value_end = value_start + value.len();
        let name = self.variable_name(name, equals)?;
        let value = self.assigned_value(value_start, value_end, is_quoted);
        Some(Assignment {
            name,
            subscript: None,
            appends: false,
            value: AssignedValue::Word(value),
            span: Span::new(start, end),
        })
    }

    /// `set /a x=1+2`, `set /p x=Prompt`: what comes out is not known here.
    fn computed(&mut self, start: usize, end: usize) -> Option<Assignment<'a>> {
        let letter = self.cursor.byte(start + 1)?;
        if !matches!(letter.to_ascii_lowercase(), b'a' | b'p') {
            return None;
        }
        let mut name = self.past(start + 2, end, DELIMITER);
        name += usize::from(self.cursor.byte(name) == Some(b'"'));
        let equals = name + self.cursor.slice(name, end).find('=')?;
        let name = self.variable_name(name, equals)?;
        let name = name.trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '<', '>', ' ']);
        let at = Span::new(equals + 1, end);
        let value = Word { span: at, pieces: self.arena.alloc([Piece::Opaque { at }]) };
        Some(Assignment {
            name,
            subscript: None,
            appends: false,
            value: AssignedValue::Word(value),
            span: Span::new(start, end),
        })
    }

    /// A name without its carets; empty for one that only the shell will know.
    fn variable_name(&self, start: usize, end: usize) -> Option<&'a str> {
        let name = self.cursor.slice(start, end);
        if name.is_empty() {
            return None;
        }
        if name.contains(['%', '!', '"']) {
            return Some("");
        }
        if name.contains('^') {
            return Some(self.arena.alloc_str(&name.replace('^', "")));
        }
        Some(name)
    }

    fn assigned_value(&mut self, start: usize, end: usize, is_quoted: bool) -> Word<'a> {
        let problems = self.reading.problems.len();
        let at = std::mem::replace(&mut self.cursor.at, start);
        let limit = self.cursor.set_end(end);
        let quote = std::mem::replace(&mut self.quote, is_quoted.then_some(start));
        let word = self.word(Mode::ASSIGNED);
        self.quote = quote;
        self.cursor.set_end(limit);
        self.cursor.at = at;
        // The same text was read as words before, and what is wrong with it reported.
        self.reading.problems.truncate(problems);
        word
    }

    /// The first offset from `at` on that is none of the classes.
    fn past(&self, mut at: usize, end: usize, mask: u16) -> usize {
        while at < end && self.cursor.byte(at).is_some_and(|byte| class(byte) & mask != 0) {
            at += 1;
        }
        at
    }
}
