//! What the shell puts in the place of `$…`, backticks, `<(…)` and `>(…)`.

use super::Reader;
use super::cursor::{DIGIT, NAME, class};
use super::list::Awaited;
use super::read_nested;
use crate::shell::tree::{
    Parameter, ParameterForm, Piece, ProblemKind, Script, Substitution, SubstitutionKind,
};
use crate::source::{Location, Origin, Span, Stretch};
use bumpalo::collections::{String as ArenaString, Vec as ArenaVec};

impl<'a> Reader<'a, '_> {
    /// A quote, an escape or an expansion.
    pub(super) fn fragment(&mut self, quoted: bool) {
        match self.byte() {
            b'\'' => self.single_quotes(),
            b'"' => self.double_quotes(),
            b'\\' => self.escape(),
            _ => self.expansion(quoted),
        }
    }

    /// `$…` or backticks.
    pub(super) fn expansion(&mut self, quoted: bool) {
        if self.byte() == b'`' { self.backticks(quoted, false) } else { self.dollar(quoted) }
    }

    /// What begins with a dollar sign.
    pub(super) fn dollar(&mut self, quoted: bool) {
        let start = self.pos;
        let next = self.at(start + 1);
        match next {
            b'(' => {
                if self.at(start + 2) == b'('
                    && let Some(close) = self.arithmetic_end(start + 1)
                {
                    return self.arithmetic(start, close);
                }
                self.substitution(start, quoted, SubstitutionKind::Output);
            }
            b'\\' if self.at(start + 2) == b'\n' && self.begins_expansion(start + 3) => {
                // `$` and what it begins on two lines: one for the shell, two for this reader.
                self.report(ProblemKind::Unexpected, Span::new(start, start + 3));
                self.skip(3);
            }
            b'{' => self.braced_parameter(start, quoted),
            b'[' => self.bracket_arithmetic(start),
            b'\'' if !quoted => self.ansi_quotes(),
            b'"' if !quoted => {
                self.skip(1);
                self.double_quotes();
            }
            _ => self.bare_parameter(start, next, quoted),
        }
    }

    /// Whether what stands at `index` makes an expansion of a dollar sign before it.
    fn begins_expansion(&self, index: usize) -> bool {
        let byte = self.at(index);
        class(byte) & NAME != 0 || matches!(byte, b'(' | b'{' | b'[' | b'\'' | b'"' | b'\\')
    }

    /// `$x`, `$1`, `$?`, or a literal dollar sign.
    fn bare_parameter(&mut self, start: usize, next: u8, quoted: bool) {
        let mut form = ParameterForm::Plain;
        self.skip(1);
        let mut name = self.pos;
        match next {
            _ if class(next) & (NAME | DIGIT) == NAME => self.run_of(NAME),
            b'0'..=b'9' | b'@' | b'*' | b'?' | b'$' | b'!' | b'-' => self.skip(1),
            b'#' | b'+' | b'=' | b'~' | b'^'
                if self.zsh && class(self.at(name + 1)) & (NAME | DIGIT) == NAME =>
            {
                if matches!(next, b'#' | b'+') {
                    form = ParameterForm::Other;
                }
                self.skip(1);
                name = self.pos;
                self.run_of(NAME);
            }
            b'#' => self.skip(1),
            _ => return self.push_text(usize::MAX, start, self.pos, quoted),
        }
        if self.byte() == b'\\'
            && self.at(self.pos + 1) == b'\n'
            && class(self.at(self.pos + 2)) & NAME != 0
        {
            // The name goes on in the next line.
            self.report(ProblemKind::Unexpected, self.span_from(start));
        }
        let name = self.slice(name, self.pos);
        let mut words: &[_] = &[];
        if self.zsh && class(next) & DIGIT == 0 {
            (form, words) = self.bare_subscript(form, quoted);
        }
        let at = self.span_from(start);
        let parameter = Parameter { name, form, words, quoted, at };
        self.pieces.push(Piece::Parameter(self.arena.alloc(parameter)));
    }

    /// `$(…)`, `<(…)`, `>(…)`, zsh `=(…)`: two bytes at `start` open it.
    pub(super) fn substitution(&mut self, start: usize, quoted: bool, kind: SubstitutionKind) {
        self.pos = start;
        self.skip(2);
        if !self.enter(start) {
            self.skip_nested(b'(', b')');
            let at = self.span_from(start);
            return self.pieces.push(Piece::Opaque { at });
        }
        let body = self.nested_script(Awaited::PAREN);
        self.close(b')', start);
        self.leave();
        let at = self.span_from(start);
        self.push_substitution(Substitution { body, kind, quoted, at });
    }

    /// `<(…)` and `>(…)`.
    pub(super) fn process_substitution(&mut self) {
        let kind = if self.byte() == b'<' {
            SubstitutionKind::ReadFrom
        } else {
            SubstitutionKind::WriteTo
        };
        self.substitution(self.pos, false, kind);
    }

    /// Moves behind the `close` that belongs to an `open` already passed, without reading what is
    /// between. For what is nested too deeply.
    pub(super) fn skip_nested(&mut self, open: u8, close: u8) {
        let mut depth = 1_usize;
        while let Some(&byte) = self.bytes.get(self.pos) {
            match byte {
                b'\\' => self.skip(1),
                b'\'' => self.pos = self.find(b'\'', self.pos + 1).unwrap_or(self.bytes.len()),
                _ if byte == open => depth += 1,
                _ if byte == close => depth -= 1,
                _ => {}
            }
            self.skip_character();
            if depth == 0 {
                break;
            }
        }
    }

    /// `` `…` ``. Backslashes before `` ` ``, `\` and `$` are taken away before the inside is
    /// read; where there are any, the inside becomes a source of its own. Directly inside double
    /// quotes that holds for `\"` too.
    pub(super) fn backticks(&mut self, quoted: bool, in_double_quotes: bool) {
        let start = self.pos;
        let mut end = start + 1;
        let mut escapes = false;
        let closed = loop {
            match self.bytes.get(end) {
                Some(b'`') => break true,
                Some(b'\\') => {
                    let next = self.at(end + 1);
                    escapes |= is_unescaped(next, in_double_quotes);
                    end += if next.is_ascii() && end + 1 < self.bytes.len() { 2 } else { 1 };
                }
                Some(_) => end += 1,
                None => break false,
            }
        };
        self.count(end - start);
        let next = end + usize::from(closed);
        if !closed {
            self.report(ProblemKind::UnclosedQuote, Span::new(start, end));
        }
        if !self.enter(start) {
            self.pos = next;
            let at = self.span_from(start);
            return self.pieces.push(Piece::Opaque { at });
        }
        self.skip(1);
        let body = if escapes {
            self.unescaped_script(start, end, in_double_quotes)
        } else {
            Some(self.fenced(end, |reader| reader.nested_script(Awaited::NOTHING)))
        };
        self.leave();
        self.pos = next;
        let at = self.span_from(start);
        match body {
            Some(body) => {
                let kind = SubstitutionKind::Output;
                self.push_substitution(Substitution { body, kind, quoted, at });
            }
            None => self.pieces.push(Piece::Opaque { at }),
        }
    }

    /// The script between the backticks at `start` and `end`, without its backslashes.
    fn unescaped_script(
        &mut self,
        start: usize,
        end: usize,
        in_double_quotes: bool,
    ) -> Option<Script<'a>> {
        if self.bodies_known
            && let Ok(index) = self.unescaped.binary_search_by_key(&start, |(place, _)| *place)
            && let Some((_, script)) = self.unescaped.get(index)
        {
            return *script;
        }
        let mut text = ArenaString::with_capacity_in(end - start, self.arena);
        let mut map = ArenaVec::new_in(self.arena);
        let mut from = start + 1;
        let mut index = from;
        while index < end {
            if self.at(index) == b'\\' && index + 1 < end {
                if is_unescaped(self.at(index + 1), in_double_quotes) {
                    self.copy_stretch(&mut text, &mut map, from, index);
                    from = index + 1;
                }
                index += 1;
            }
            index += 1;
        }
        self.copy_stretch(&mut text, &mut map, from, end);
        self.count(end - start);
        let parent = Location { source: self.source, span: Span::new(start, end) };
        let origin = Origin { parent, map: map.into_bump_slice() };
        let dialect = self.reading.sources.get(self.source).dialect;
        let script = match self.reading.sources.add(text.into_bump_str(), dialect, origin) {
            Some(source) => Some(read_nested(self.reading, source, self.depth)),
            None => {
                self.report(ProblemKind::TooMany, Span::new(start, end));
                None
            }
        };
        if !self.bodies_known {
            self.unescaped.push((start, script));
        }
        script
    }

    fn copy_stretch(
        &self,
        text: &mut ArenaString<'a>,
        map: &mut ArenaVec<'a, Stretch>,
        from: usize,
        to: usize,
    ) {
        let outer = Span::new(from, to);
        if !outer.is_empty() {
            let inner = Span::new(text.len(), text.len()).start;
            map.push(Stretch { inner, outer: outer.start, len: outer.end - outer.start });
            text.push_str(self.slice(from, to));
        }
    }
}

/// Whether a backslash before `byte` vanishes inside backticks.
fn is_unescaped(byte: u8, in_double_quotes: bool) -> bool {
    matches!(byte, b'`' | b'\\' | b'$') || in_double_quotes && byte == b'"'
}
