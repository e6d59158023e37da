//! The tokens of a body, and what is known from them alone.

use super::body::{LOOK, Span};
use super::meaning::Receiver;
use crate::facts::words::{Words, words};

/// A language whose bodies are scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Language {
    Python,
    JavaScript,
    Perl,
    Ruby,
    Php,
    Lua,
    R,
    AppleScript,
    Julia,
    Elixir,
    Groovy,
}

/// One piece of a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token<'a> {
    /// A name, a keyword or a number.
    Name(&'a str),
    /// A text; only its beginning counts where `open` is set.
    Text(Text<'a>),
    /// A text that the language itself hands to a shell.
    Command(Text<'a>),
    /// Code in a place that is not read.
    Hidden,
    /// Any other character.
    Mark(u8),
    /// The end of a line.
    Line,
}

/// A text in a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'a> {
    /// What stands between the quotes, escapes not yet resolved.
    pub(super) raw: &'a str,
    /// Whether backslashes mean something else in it.
    pub(super) escapes: bool,
    /// How values are put into it.
    pub(super) holes: Holes,
}

/// How values are put into a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holes {
    /// Not at all.
    None,
    /// `{x}`.
    Braces,
    /// `${x}`.
    DollarBraces,
    /// `#{x}`.
    HashBraces,
    /// `$x`.
    Dollar,
}

/// The tokens of a body, with the partner of each bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body<'a> {
    pub(super) tokens: &'a [Token<'a>],
    /// For each bracket the index of its partner, for all else its own.
    pub(super) partner: &'a [u32],
}

impl<'a> Body<'a> {
    pub(super) fn get(&self, index: usize) -> Option<&'a Token<'a>> {
        self.tokens.get(index)
    }

    /// The character that stands there by itself, or 0.
    pub(super) fn mark(&self, index: usize) -> u8 {
        match self.get(index) {
            Some(Token::Mark(mark)) => *mark,
            _ => 0,
        }
    }

    pub(super) fn is(&self, index: usize, mark: u8) -> bool {
        self.mark(index) == mark
    }

    /// The name that stands there, or nothing.
    pub(super) fn name(&self, index: usize) -> &'a str {
        match self.get(index) {
            Some(Token::Name(name)) => name,
            _ => "",
        }
    }

    pub(super) fn text(&self, index: usize) -> Option<&'a Text<'a>> {
        match self.get(index) {
            Some(Token::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        let partner = *self.partner.get(index)? as usize;
        (partner != index).then_some(partner)
    }

    /// The token behind the one at an index, or behind the brackets that open there.
    pub(super) fn next(&self, index: usize) -> usize {
        if matches!(self.mark(index), b'(' | b'[' | b'{')
            && let Some(close) = self.partner(index)
        {
            return close.max(index) + 1;
        }
        index + 1
    }

    /// Whether a span begins with the name of an argument: `recursive=`, `force:`.
    pub(super) fn is_keyword(&self, span: Span) -> bool {
        !self.name(span.from).is_empty() && matches!(self.mark(span.from + 1), b'=' | b':')
    }

    /// Where a statement without brackets ends.
    pub(super) fn statement_end(&self, from: usize) -> usize {
        let mut at = from;
        for _ in 0..LOOK {
            match self.get(at) {
                None | Some(Token::Line | Token::Mark(b';' | b'}' | b')' | b']')) => break,
                Some(Token::Name(name))
                    if words!("if unless for foreach while until or and do").has(name) =>
                {
                    break;
                }
                Some(_) => at = self.next(at),
            }
        }
        at.min(self.tokens.len())
    }

    /// A range without the line ends around it.
    pub(super) fn trim(&self, span: Span) -> Span {
        let Span { mut from, mut to } = span;
        while from < to && matches!(self.get(from), Some(Token::Line)) {
            from += 1;
        }
        while to > from && matches!(self.get(to - 1), Some(Token::Line)) {
            to -= 1;
        }
        Span { from, to }
    }

    /// Whether one of several names is in a span.
    pub(super) fn mentions(&self, span: Span, names: Words) -> bool {
        (span.from..span.to.min(span.from + LOOK)).any(|at| names.has(self.name(at)))
    }

    pub(super) fn mentions_text(&self, span: Span, text: &str) -> bool {
        (span.from..span.to.min(span.from + LOOK))
            .any(|at| self.text(at).is_some_and(|found| found.raw == text))
    }

    /// The first text in a span.
    pub(super) fn first_text(&self, span: Span) -> Option<&'a Text<'a>> {
        (span.from..span.to.min(span.from + LOOK)).find_map(|at| self.text(at))
    }

    /// Where a character first stands by itself in a span.
    pub(super) fn find(&self, span: Span, mark: u8) -> Option<usize> {
        (span.from..span.to.min(span.from + LOOK)).find(|at| self.is(*at, mark))
    }

    /// What stands before the dot of a method.
    pub(super) fn receiver(&self, index: usize, language: Language) -> Receiver<'a> {
        let Some(before) = index.checked_sub(1) else { return Receiver::Nothing };
        let twice = |mark: u8| before > 0 && self.is(before - 1, mark);
        let dot = match self.mark(before) {
            b'.' => before,
            // `File::unlink`, `$x->method`
            b':' if twice(b':') => before - 1,
            b'>' if twice(b'-') => before - 1,
            // A variable of that name is not a function.
            b'$' | b'@' | b'%'
                if matches!(language, Language::Perl | Language::Ruby)
                    || language == Language::Php && self.is(before, b'$') =>
            {
                return Receiver::Other;
            }
            // A method of Lua.
            b':' if language == Language::Lua => before,
            // A definition is not a call.
            _ if matches!(
                self.name(before),
                "def" | "function" | "sub" | "fn" | "class" | "import" | "as"
            ) =>
            {
                return Receiver::Other;
            }
            _ => return Receiver::Nothing,
        };
        // `a?.b`
        let asks = usize::from(dot > 0 && self.is(dot - 1, b'?'));
        let Some(last) = dot.checked_sub(1 + asks) else { return Receiver::Other };
        let name = self.name(last);
        if !name.is_empty() {
            return Receiver::Name(name);
        }
        match self.partner(last) {
            Some(open) if self.is(last, b')') => self.result(open, last),
            _ => Receiver::Other,
        }
    }

    /// What the brackets before a method's dot hold.
    fn result(&self, open: usize, close: usize) -> Receiver<'a> {
        let name = self.name(open.wrapping_sub(1));
        let module = if name.is_empty() {
            // `(await import('fs')).rmSync`
            (open..close.min(open + LOOK))
                .find_map(|at| self.text(at).filter(|_| self.name(at.wrapping_sub(2)) == "import"))
        } else if matches!(name, "require" | "__import__" | "import_module" | "import") {
            // `require('fs')` and `__import__('os')` stand for the module.
            self.text(open + 1)
        } else {
            return Receiver::Call(name);
        };
        module.map_or(Receiver::Other, |text| Receiver::Name(module_name(text.raw)))
    }
}

pub(super) fn module_name(raw: &str) -> &str {
    let name = raw.strip_prefix("node:").unwrap_or(raw);
    match name {
        "fs/promises" | "fs-extra" | "graceful-fs" => "fs",
        // A part of a package has its own name.
        _ if name.contains('/') => name,
        _ => name.rsplit('.').next().unwrap_or(name),
    }
}
