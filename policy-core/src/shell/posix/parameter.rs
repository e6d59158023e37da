//! `${…}` in all its forms.

use super::Reader;
use super::cursor::{DIGIT, NAME, PARAMETER, class};
use super::list::Awaited;
use crate::shell::tree::{Parameter, ParameterForm, Piece, Substitution, SubstitutionKind, Word};

impl<'a> Reader<'a, '_> {
    /// `${…}` from `start` on, the cursor being there.
    pub(super) fn braced_parameter(&mut self, start: usize, quoted: bool) {
        self.skip(2);
        if !self.enter(start) {
            self.skip_nested(b'{', b'}');
            let at = self.span_from(start);
            return self.pieces.push(Piece::Opaque { at });
        }
        if matches!(self.byte(), b' ' | b'\t' | b'\n' | b'|') {
            self.brace_substitution(start, quoted);
        } else {
            let words = self.words.len();
            let (name, form) = self.parameter_inside(quoted);
            self.close(b'}', start);
            let words = self.take_words(words);
            let at = self.span_from(start);
            let parameter = Parameter { name, form, words, quoted, at };
            self.pieces.push(Piece::Parameter(self.arena.alloc(parameter)));
        }
        self.leave();
    }

    /// `${ command; }` and `${| command; }`, which recent shells run in place.
    fn brace_substitution(&mut self, start: usize, quoted: bool) {
        if self.byte() == b'|' {
            self.skip(1);
        }
        let body = self.nested_script(Awaited::BRACE);
        self.close(b'}', start);
        let at = self.span_from(start);
        let kind = SubstitutionKind::Output;
        self.push_substitution(Substitution { body, kind, quoted, at });
    }

    /// Name and form; the words go onto their stack.
    fn parameter_inside(&mut self, quoted: bool) -> (&'a str, ParameterForm) {
        let mut other = false;
        if self.zsh {
            other = self.parameter_flags();
        }
        let next = self.at(self.pos + 1);
        match self.byte() {
            // `${#}`, `${#-x}` and the like mean `$#`; `${#x}` is a length.
            b'#' if is_named(next)
                || (is_special(next) && self.at(self.pos + 2) == b'}')
                || self.zsh && matches!(next, b'$' | b'{') =>
            {
                other = true;
                self.skip(1);
            }
            b'!' if is_named(next) || is_special(next) => {
                other = true;
                self.skip(1);
            }
            _ => {}
        }
        let words = self.words.len();
        let name = self.parameter_name();
        let mut form = if other || name.is_empty() && self.words.len() > words {
            ParameterForm::Other
        } else {
            ParameterForm::Plain
        };
        while self.byte() == b'[' {
            let start = self.pos;
            let subscript = self.subscript_word();
            let all = matches!(subscript.plain(), Some("@" | "*"));
            form = if all && form == ParameterForm::Plain {
                ParameterForm::Elements
            } else {
                ParameterForm::Other
            };
            if !all {
                self.words.push(subscript);
            }
            if self.pos == start {
                break;
            }
        }
        (name, self.parameter_operator(form, quoted))
    }

    fn parameter_name(&mut self) -> &'a str {
        let start = self.pos;
        let byte = self.byte();
        let next = self.at(start + 1);
        if class(byte) & DIGIT != 0 {
            self.run_of(DIGIT);
        } else if class(byte) & NAME != 0 {
            self.run_of(NAME);
        } else if byte == b'$' && matches!(next, b'{' | b'(') || self.zsh && byte == b'"' {
            // zsh: what is expanded is itself an expansion.
            let first = self.pieces.len();
            self.fragment(false);
            let word = Word { span: self.span_from(start), pieces: self.take_pieces(first) };
            self.words.push(word);
            return "";
        } else if is_special(byte) {
            self.skip(1);
        }
        self.slice(start, self.pos)
    }

    /// `[…]`, without its brackets.
    fn subscript_word(&mut self) -> Word<'a> {
        let open = self.pos;
        self.skip(1);
        let start = self.pos;
        let first = self.pieces.len();
        let mut depth = 0_usize;
        loop {
            let from = self.pos;
            while !matches!(self.byte(), b'[' | b']' | b'}' | b'\'' | b'"' | b'$' | b'`' | b'\\')
                && !self.is_done()
            {
                self.skip_character();
            }
            self.push_text(usize::MAX, from, self.pos, false);
            let at = self.pos;
            match self.byte() {
                b']' if depth == 0 => break,
                b'[' | b']' => {
                    depth = if self.byte() == b'[' { depth + 1 } else { depth - 1 };
                    self.skip(1);
                    self.push_text(usize::MAX, at, self.pos, false);
                }
                b'\'' | b'"' | b'$' | b'`' | b'\\' => self.fragment(false),
                _ => break,
            }
        }
        let word = Word { span: self.span_from(start), pieces: self.take_pieces(first) };
        self.close(b']', open);
        word
    }

    /// What follows the name, up to the closing brace.
    fn parameter_operator(&mut self, form: ParameterForm, quoted: bool) -> ParameterForm {
        let byte = self.byte();
        if byte == b'}' || self.is_done() {
            return form;
        }
        let colon = usize::from(byte == b':');
        let chosen = match self.at(self.pos + colon) {
            b'-' => ParameterForm::Default,
            b'=' => ParameterForm::Assign,
            b'+' => ParameterForm::Alternative,
            b'?' => ParameterForm::Other,
            _ => {
                // Patterns, offsets, replacements: one word with whatever it expands.
                let word = self.parameter_word(quoted, false);
                self.words.push(word);
                return ParameterForm::Other;
            }
        };
        self.skip(colon + 1);
        let word = self.parameter_word(quoted, quoted);
        self.words.push(word);
        if form == ParameterForm::Plain { chosen } else { ParameterForm::Other }
    }

    /// A word up to `}`. Inside double quotes a default's single quotes are literal.
    fn parameter_word(&mut self, quoted: bool, literal_quotes: bool) -> Word<'a> {
        let start = self.pos;
        let mark = self.pieces.len();
        if !quoted && self.byte() == b'~' {
            self.tilde();
        }
        loop {
            let from = self.pos;
            self.run(PARAMETER);
            self.push_text(mark, from, self.pos, quoted);
            let at = self.pos;
            match self.byte() {
                b'}' => break,
                b'*' | b'?' if !quoted => {
                    self.skip(1);
                    self.push_glob(at);
                }
                b'\\'
                    if quoted && !matches!(self.at(at + 1), b'}' | b'"' | b'\\' | b'$' | b'`') =>
                {
                    self.skip(1);
                    self.push_text(mark, at, self.pos, quoted);
                }
                b'\'' if literal_quotes => {
                    self.skip(1);
                    self.push_text(mark, at, self.pos, quoted);
                }
                b'$' | b'`' => self.expansion(quoted),
                b'\'' | b'"' | b'\\' => self.fragment(quoted),
                0 if self.is_done() => break,
                _ => {
                    self.skip(1);
                    self.push_text(mark, at, self.pos, quoted);
                }
            }
        }
        Word { span: self.span_from(start), pieces: self.take_pieces(mark) }
    }
}

fn is_named(byte: u8) -> bool {
    class(byte) & NAME != 0
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-')
}
