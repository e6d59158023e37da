//! A light scanner for the bodies of interpreters: names, texts, brackets. It skips comments
//! and patterns, never fails, and takes linear time.

use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

use super::tokens::{Body, Holes, Language, Text, Token};
use crate::facts::words::words;

/// Cuts a body into tokens.
pub(super) fn scan<'a>(arena: &'a Bump, text: &'a str, language: Language) -> Body<'a> {
    let mut scanner = Scanner {
        text,
        at: 0,
        language,
        tokens: ArenaVec::new_in(arena),
        partner: ArenaVec::new_in(arena),
        open: Vec::new(),
        nested: false,
    };
    scanner.run();
    Body { tokens: scanner.tokens.into_bump_slice(), partner: scanner.partner.into_bump_slice() }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    language: Language,
    tokens: ArenaVec<'a, Token<'a>>,
    partner: ArenaVec<'a, u32>,
    /// Brackets that wait for their partners.
    open: Vec<u32>,
    /// Whether this is a part of a pattern already.
    nested: bool,
}

impl<'a> Scanner<'a> {
    fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.at + offset).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, token: Token<'a>) {
        let index = u32::try_from(self.tokens.len()).unwrap_or(u32::MAX);
        let mut partner = index;
        match token {
            Token::Mark(b'(' | b'[' | b'{') => self.open.push(index),
            Token::Mark(b')' | b']' | b'}') => {
                if let Some(open) = self.open.pop() {
                    partner = open;
                    if let Some(slot) = self.partner.get_mut(open as usize) {
                        *slot = index;
                    }
                }
            }
            _ => {}
        }
        self.tokens.push(token);
        self.partner.push(partner);
    }

    fn run(&mut self) {
        use Language::*;
        while self.at < self.text.len() {
            let byte = self.byte(0);
            match byte {
                b'\n' => {
                    self.push(Token::Line);
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' => self.at += 1 + usize::from(self.byte(1) == b'\n'),
                b'#' if matches!(
                    self.language,
                    Python | Perl | Ruby | Php | R | Julia | Elixir
                ) && !self.is_perl_length() =>
                {
                    self.skip_line();
                }
                b'/' if matches!(self.language, JavaScript | Php | Groovy)
                    && self.byte(1) == b'/' =>
                {
                    self.skip_line()
                }
                b'/' if matches!(self.language, JavaScript | Php | Groovy)
                    && self.byte(1) == b'*' =>
                {
                    self.skip_to("*/")
                }
                b'-' if matches!(self.language, Lua | AppleScript) && self.byte(1) == b'-' => {
                    if self.rest().starts_with("--[[") {
                        self.skip_to("]]");
                    } else {
                        self.skip_line();
                    }
                }
                b'\'' | b'"' if self.is_quote(byte) => self.quoted(byte, false),
                b'`' => self.backticks(),
                b'/' if self.pattern_may_begin() => self.pattern(),
                b'%' if self.language == Ruby => self.percent(),
                b'[' if self.language == Lua && self.byte(1) == b'[' => {
                    let inside = self.rest().get(2..).unwrap_or_default();
                    let raw = inside.split("]]").next().unwrap_or_default();
                    self.push_text(raw, false, Holes::None);
                    self.at = (self.at + raw.len() + 4).min(self.text.len());
                }
                _ if byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80 => self.word(),
                _ => {
                    self.push_mark(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn push_mark(&mut self, mark: u8) {
        self.push(Token::Mark(mark));
    }

    fn push_text(&mut self, raw: &'a str, escapes: bool, holes: Holes) {
        self.push(Token::Text(Text { raw, escapes, holes }));
    }

    fn push_command(&mut self, raw: &'a str, holes: Holes) {
        self.push(Token::Command(Text { raw, escapes: true, holes }));
    }

    /// A list of words as they stand: `qw(…)`, `%w[…]`.
    fn push_words(&mut self, words: &'a str) {
        self.push_mark(b'[');
        for word in words.split_ascii_whitespace() {
            self.push_text(word, false, Holes::None);
            self.push_mark(b',');
        }
        self.push_mark(b']');
    }

    /// The letters behind a pattern.
    fn skip_letters(&mut self) -> &'a str {
        let rest = self.rest();
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        self.at += len;
        rest.get(..len).unwrap_or_default()
    }

    /// `$#array` is not a comment.
    fn is_perl_length(&self) -> bool {
        self.language == Language::Perl
            && self.at > 0
            && self.text.as_bytes().get(self.at - 1) == Some(&b'$')
    }

    /// In AppleScript an apostrophe is a letter; in Perl `'` may part a package's name.
    fn is_quote(&self, byte: u8) -> bool {
        byte == b'"' || self.language != Language::AppleScript
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    fn skip_to(&mut self, end: &str) {
        self.at += self.rest().find(end).map_or(self.rest().len(), |at| at + end.len());
    }

    fn word(&mut self) {
        let rest = self.rest();
        let len = rest
            .bytes()
            .position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80))
            .unwrap_or(rest.len());
        let word = rest.get(..len).unwrap_or(rest);
        let next = rest.as_bytes().get(len).copied().unwrap_or(0);
        if self.language == Language::Python
            && len <= 2
            && matches!(next, b'\'' | b'"')
            && word
                .bytes()
                .all(|byte| matches!(byte.to_ascii_lowercase(), b'r' | b'b' | b'f' | b'u'))
        {
            self.at += len;
            let lower = word.to_ascii_lowercase();
            let raw = lower.contains('r');
            let before = self.tokens.len();
            self.quoted(next, raw);
            if lower.contains('f')
                && let Some(Token::Text(text)) = self.tokens.get_mut(before)
            {
                text.holes = Holes::Braces;
            }
            return;
        }
        if self.language == Language::Perl && self.perl_quote(word, len) {
            return;
        }
        self.push(Token::Name(word));
        // Names may end in `!` or `?` in Ruby and Elixir.
        self.at += len;
        if matches!(self.language, Language::Ruby | Language::Elixir) {
            let behind = self.byte(1);
            let asks = next == b'?' && !behind.is_ascii_alphanumeric() && behind != b':';
            if next == b'!' && behind != b'=' || asks {
                self.at += 1;
            }
        }
    }

    /// `q(…)`, `qq{…}`, `qx/…/`, `qw(…)`, `m/…/`, `s/…/…/`, `tr/…/…/`.
    fn perl_quote(&mut self, word: &str, len: usize) -> bool {
        if !matches!(word, "q" | "qq" | "qx" | "qw" | "m" | "qr" | "s" | "tr" | "y") {
            return false;
        }
        // A hash key, an element or a method is not a quote.
        let before = self.at.checked_sub(1).and_then(|at| self.text.as_bytes().get(at)).copied();
        if matches!(before, Some(b'$' | b'@' | b'%' | b'>' | b'&' | b'{' | b'-')) {
            return false;
        }
        let behind = self.text.get(self.at + len..).unwrap_or_default();
        let trimmed = behind.trim_start();
        let Some(delimiter) = trimmed.bytes().next() else { return false };
        let blank = behind.len() - trimmed.len();
        if delimiter.is_ascii_alphanumeric()
            || matches!(delimiter, b'_' | b'=' | b',' | b';' | b')' | b'>' | b'-' | b'.' | b'<')
            || (blank > 0 && delimiter == b'#')
        {
            return false;
        }
        self.at += len + blank;
        let first = self.section(delimiter);
        match word {
            "q" => self.push_text(first, false, Holes::None),
            "qq" => self.push_text(first, true, Holes::Dollar),
            "qx" => self.push_command(first, Holes::Dollar),
            "s" | "tr" | "y" => {
                if matches!(delimiter, b'{' | b'(' | b'[' | b'<') {
                    let rest = self.rest();
                    self.at += rest.len() - rest.trim_start().len();
                } else {
                    self.at -= 1;
                }
                let second = self.section(self.byte(0));
                let evaluated = self.skip_letters().contains('e');
                // `s/…/code/e` runs its second part.
                if word == "s" && evaluated {
                    let mut inner = Scanner {
                        text: second,
                        at: 0,
                        language: self.language,
                        tokens: ArenaVec::new_in(self.tokens.bump()),
                        partner: ArenaVec::new_in(self.tokens.bump()),
                        open: Vec::new(),
                        nested: true,
                    };
                    if !self.nested {
                        inner.run();
                    }
                    self.push_mark(b';');
                    for token in &inner.tokens {
                        self.push(*token);
                    }
                    self.push_mark(b';');
                } else {
                    self.push_pattern(first);
                }
            }
            "qw" => self.push_words(first),
            _ => {
                self.skip_letters();
                self.push_pattern(first);
            }
        }
        true
    }

    /// A pattern is data, except for the code that Perl lets it hold.
    fn push_pattern(&mut self, pattern: &str) {
        let code = pattern.contains("(?{") || pattern.contains("(??{");
        if code && self.language == Language::Perl {
            self.push(Token::Hidden);
        } else {
            self.push_mark(b'~');
        }
    }

    /// The text between a delimiter and its end; stands behind the end afterwards.
    fn section(&mut self, open: u8) -> &'a str {
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b'<' => b'>',
            other => other,
        };
        let start = self.at + 1;
        let mut depth = 1;
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            if byte == b'\\' {
                at += 2;
                continue;
            }
            if byte == close {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            } else if byte == open {
                depth += 1;
            }
            at += 1;
        }
        let end = at.min(self.text.len());
        self.at = (at + 1).min(self.text.len());
        self.text.get(start..end).unwrap_or_default()
    }

    fn quoted(&mut self, quote: u8, raw: bool) {
        use Language::*;
        let triple = match quote {
            b'"' => "\"\"\"",
            _ => "'''",
        };
        let long = matches!(self.language, Python | Julia | Elixir | Groovy)
            && self.rest().starts_with(triple);
        let open = if long { 3 } else { 1 };
        let start = self.at + open;
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut end = self.text.len();
        while let Some(&byte) = bytes.get(at) {
            if byte == b'\\' {
                at += 2;
                continue;
            }
            if byte == quote
                && (!long || self.text.get(at..).is_some_and(|rest| rest.starts_with(triple)))
            {
                end = at;
                break;
            }
            at += 1;
        }
        let text = self.text.get(start..end).unwrap_or_default();
        let holes = match (self.language, quote) {
            (Ruby | Elixir, b'"') => Holes::HashBraces,
            (Perl | Php | Julia | Groovy, b'"') => Holes::Dollar,
            _ => Holes::None,
        };
        let escapes = !raw && (quote == b'"' || !matches!(self.language, Perl | Ruby | Php));
        self.push_text(text, escapes, holes);
        self.at = (end + open).min(self.text.len());
    }

    fn backticks(&mut self) {
        let raw = self.section(b'`');
        match self.language {
            Language::JavaScript => self.push_text(raw, true, Holes::DollarBraces),
            Language::Ruby => self.push_command(raw, Holes::HashBraces),
            Language::Perl | Language::Php => self.push_command(raw, Holes::Dollar),
            Language::Julia => self.push_text(raw, true, Holes::Dollar),
            _ => self.push_mark(b'`'),
        }
    }

    /// Whether a `/` begins a pattern rather than dividing.
    fn pattern_may_begin(&self) -> bool {
        if !matches!(self.language, Language::JavaScript | Language::Perl | Language::Ruby) {
            return false;
        }
        match self.tokens.last() {
            None | Some(Token::Line) => true,
            Some(Token::Mark(mark)) => b"(,=:[!&|?{};~".contains(mark),
            Some(Token::Name(name)) => {
                words!("return if unless split grep and or not when").has(name)
            }
            Some(Token::Text(_) | Token::Command(_) | Token::Hidden) => false,
        }
    }

    fn pattern(&mut self) {
        let line = self.rest().find('\n').unwrap_or(self.rest().len());
        let rest = self.rest().get(1..line).unwrap_or_default();
        let mut escaped = false;
        let mut class = false;
        let mut found = None;
        for (index, byte) in rest.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => {
                    found = Some(index);
                    break;
                }
                _ => {}
            }
        }
        match found {
            Some(end) => {
                self.at += end + 2;
                self.skip_letters();
                self.push_pattern(rest.get(..end).unwrap_or_default());
            }
            None => {
                self.push_mark(b'/');
                self.at += 1;
            }
        }
    }

    /// `%x(…)`, `%w[…]`, `%q{…}`.
    fn percent(&mut self) {
        let letter = self.byte(1);
        let delimiter = self.byte(2);
        if !b"xwWiqQr".contains(&letter) || !b"([{<|!/".contains(&delimiter) {
            self.push_mark(b'%');
            self.at += 1;
            return;
        }
        self.at += 2;
        let raw = self.section(delimiter);
        match letter {
            b'x' => self.push_command(raw, Holes::HashBraces),
            b'w' | b'W' | b'i' => self.push_words(raw),
            b'r' => self.push_mark(b'~'),
            _ => self.push_text(raw, letter == b'Q', Holes::HashBraces),
        }
    }
}
