//! `$x`, `${x}`, `$env:X`, `$(…)`.

use super::Reader;
use super::scratch::value_of;
use crate::shell::tree::{Parameter, ParameterForm, Piece, ProblemKind, SubstitutionKind, Word};
use crate::source::Span;

/// Prefixes that say where a variable lives, not what it is.
const SCOPES: [&str; 6] = ["global", "script", "local", "private", "using", "variable"];

impl<'a> Reader<'_, 'a> {
    /// Reads what a `$` begins into pieces; false, and nothing read, where it is only a dollar.
    pub(super) fn variable(&mut self, quoted: bool) -> bool {
        let start = self.at;
        match self.peek_at(1) {
            Some(b'(') => {
                self.subexpression(quoted);
                return true;
            }
            Some(b'{') => {
                let name = self.braced_name();
                self.push_parameter(name, ParameterForm::Plain, &[], quoted, start);
                return true;
            }
            Some(b'$' | b'^') => self.at += 2,
            _ => {
                self.at += 1;
                if !self.variable_name() {
                    self.at = start;
                    return false;
                }
            }
        }
        let name = unscoped(self.slice(start + 1, self.at));
        self.push_parameter(name, ParameterForm::Plain, &[], quoted, start);
        true
    }

    /// Skips `name` or `drive:name`.
    pub(super) fn variable_name(&mut self) -> bool {
        let start = self.at;
        self.skip_variable_characters();
        if self.at > start && self.peek() == Some(b':') {
            let colon = self.at;
            self.at += 1;
            self.skip_variable_characters();
            if self.at == colon + 1 {
                self.at = colon;
            }
        }
        self.at > start
    }

    fn skip_variable_characters(&mut self) {
        while self.at_name() || self.peek() == Some(b'?') {
            self.skip_char();
        }
    }

    fn braced_name(&mut self) -> &'a str {
        let start = self.at;
        self.at += 2;
        let name = self.at;
        loop {
            match self.peek() {
                None => {
                    self.report(ProblemKind::UnclosedGroup, self.span(start));
                    return unscoped(self.slice(name, self.at));
                }
                Some(b'}') => break,
                Some(b'`') => {
                    self.at += 1;
                    self.skip_char();
                }
                Some(_) => self.skip_char(),
            }
        }
        let name = unscoped(self.slice(name, self.at));
        self.at += 1;
        name
    }

    /// `$(…)` where it is part of a longer word.
    fn subexpression(&mut self, quoted: bool) {
        let start = self.at;
        self.at += 1;
        let Some(body) = self.enclosed(b')') else {
            let at = self.span(start);
            return self.push_opaque(at);
        };
        let at = self.span(start);
        if let Some([word]) = value_of(&body) {
            self.tick(word.pieces.len());
            self.pieces.extend_from_slice(word.pieces);
        } else {
            self.push_substitution(body, SubstitutionKind::Output, quoted, at);
        }
    }

    pub(super) fn push_parameter(
        &mut self,
        name: &'a str,
        form: ParameterForm,
        words: &'a [Word<'a>],
        quoted: bool,
        start: usize,
    ) {
        let at: Span = self.span(start);
        let made = self.arena.alloc(Parameter { name, form, words, quoted, at });
        self.pieces.push(Piece::Parameter(made));
    }
}

/// The name without the scope it is looked up in.
pub(super) fn unscoped(name: &str) -> &str {
    match name.split_once(':') {
        Some((scope, rest)) if SCOPES.iter().any(|known| known.eq_ignore_ascii_case(scope)) => rest,
        _ => name,
    }
}
