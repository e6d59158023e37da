//! Words as a program would receive them, as far as that can be known.

use crate::shell::tree::{Script, Word};
use crate::source::Location;

/// Arguments in the making, in the arena of the judgement.
pub(crate) type Args<'a> = bumpalo::collections::Vec<'a, Arg<'a>>;

/// One word of an invocation after the shell has expanded it.
#[derive(Clone, Copy, Debug)]
pub struct Arg<'a> {
    /// The text, or as much of its beginning as is known.
    pub text: &'a str,
    /// What is known of it.
    pub knowledge: Knowledge<'a>,
    /// Whether it holds pattern characters that the shell replaces by file names.
    pub glob: bool,
    /// Whether its first `~` stands for a home directory.
    pub tilde: bool,
    /// Whether a `~` behind `=` or `:` stands for one (`of=~/x`).
    pub inner_tilde: bool,
    /// Where it is written.
    pub at: Location,
    /// The word it was written as, where it is one word of its own.
    pub written: Option<&'a Word<'a>>,
}

/// What is known of an argument.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge<'a> {
    /// All of it.
    Whole,
    /// Only how it begins; the shell will know the rest.
    Start,
    /// It is something that was just fetched over the network.
    Download,
    /// It names a pipe from which this can be read (`<(…)`).
    Pipe(&'a Stream<'a>),
    /// It is a piece of code handed over as a value.
    Block(&'a Script<'a>),
}

impl<'a> Arg<'a> {
    /// A word that is known in full.
    #[must_use]
    pub fn whole(text: &'a str, at: Location) -> Self {
        Self {
            text,
            knowledge: Knowledge::Whole,
            glob: false,
            tilde: false,
            inner_tilde: false,
            at,
            written: None,
        }
    }

    /// A word that is not known at all.
    #[must_use]
    pub fn unknown(at: Location) -> Self {
        Self { knowledge: Knowledge::Start, ..Self::whole("", at) }
    }

    /// The text, when all of it is known and no pattern is left in it.
    #[must_use]
    pub fn literal(&self) -> Option<&'a str> {
        (matches!(self.knowledge, Knowledge::Whole) && !self.glob).then_some(self.text)
    }

    /// The text, when all of it is known, pattern characters included.
    #[must_use]
    pub fn known(&self) -> Option<&'a str> {
        matches!(self.knowledge, Knowledge::Whole).then_some(self.text)
    }

    /// Whether it is exactly this text.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        self.literal() == Some(text)
    }

    /// Whether it is surely written as a flag.
    #[must_use]
    pub fn is_flag(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('-')
    }

    /// The same argument without its first bytes (the value in `of=file`).
    #[must_use]
    pub fn skip(&self, bytes: usize) -> Self {
        let text = self.text.get(bytes..).unwrap_or_default();
        let tilde = if bytes == 0 { self.tilde } else { self.inner_tilde && text.starts_with('~') };
        Self { text, tilde, written: None, ..*self }
    }

    /// The same argument cut to a known text.
    #[must_use]
    pub fn with_text(&self, text: &'a str) -> Self {
        Self { text, written: None, knowledge: Knowledge::Whole, ..*self }
    }
}

/// What is known of a text that flows into a program or out of it.
#[derive(Clone, Copy, Debug, Default)]
pub enum Stream<'a> {
    /// Nothing special: a terminal or nothing at all.
    #[default]
    Idle,
    /// Exactly this.
    Text(Flow<'a>),
    /// Something that was just fetched over the network.
    Download,
    /// Something.
    Unknown,
}

/// A known text and where it was written.
#[derive(Clone, Copy, Debug)]
pub struct Flow<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it comes from.
    pub at: Location,
    /// The word it was written as, where it is one word of its own.
    pub written: Option<&'a Word<'a>>,
    /// Whether the text is exact. Where it is not, pieces that only the shell will know stand in
    /// it as parameters (`$x`), so that it can still be read as code.
    pub exact: bool,
}
