//! What every reader makes of a text: a tree in which each node knows its span and each word
//! separates what is literal from what only the shell will know.
//!
//! The tree is the same for all shells. It keeps what the later stages ask about (which commands
//! run, with which words, joined how, in which scope) and drops the rest.

use crate::source::{SourceId, Span};

/// A list of commands, as in a file, between parentheses or inside `$(…)`.
#[derive(Clone, Copy, Debug)]
pub struct Script<'a> {
    /// The text all spans below refer to.
    pub source: SourceId,
    /// What it covers there.
    pub span: Span,
    /// The commands in order.
    pub items: &'a [Item<'a>],
}

impl Script<'_> {
    /// Whether it holds no command at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

/// One command of a list and how it hangs on the one before it.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// When it runs.
    pub join: Join,
    /// Whether the shell goes on without waiting (`&`).
    pub background: bool,
    /// What runs.
    pub node: Node<'a>,
}

/// When an item runs, seen from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Always: the first one, or after `;`, `&` or a new line.
    Always,
    /// If the one before succeeded (`&&`).
    IfOk,
    /// If the one before failed (`||`).
    IfFailed,
}

/// Something a shell runs.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// A program or builtin with its words.
    Command(&'a Command<'a>),
    /// Two or more commands whose output flows to the next (`|`, `|&`).
    Pipeline(&'a [Node<'a>]),
    /// Commands in braces or parentheses, or a compound command with redirections.
    Group(&'a Group<'a>),
    /// `if`, `case`, `select`: at most one arm runs.
    Choice(&'a Choice<'a>),
    /// `for`, `while`, `until`, `repeat`: the body runs any number of times.
    Loop(&'a Loop<'a>),
    /// A function definition; nothing runs yet.
    Function(&'a Function<'a>),
    /// `[[ … ]]`, `(( … ))`: words are evaluated, nothing else happens.
    Expression(&'a [Word<'a>]),
    /// A line of cmd that names variables: cmd puts their values in before it reads it, so where
    /// they are known the line is read again.
    Line(&'a Script<'a>),
}

/// A simple command.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    /// All of it.
    pub span: Span,
    /// `name=value` before the first word, or the arrays of a declaring builtin.
    pub assignments: &'a [Assignment<'a>],
    /// The program's name and its words; empty when there are only assignments or redirections.
    pub words: &'a [Word<'a>],
    /// In the order they are written.
    pub redirections: &'a [Redirection<'a>],
}

/// Commands that share redirections or a scope.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// What runs.
    pub body: Script<'a>,
    /// Whether changes of directory, variables and functions stay inside.
    pub subshell: bool,
    /// Redirections of the whole.
    pub redirections: &'a [Redirection<'a>],
}

/// Arms of which at most one runs.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// What is compared (`case`), if anything.
    pub subject: &'a [Word<'a>],
    /// The arms in order.
    pub arms: &'a [Arm<'a>],
}

/// One arm of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Arm<'a> {
    /// What is run to decide (`if`, `elif`); empty for `else` and `case`.
    pub condition: Script<'a>,
    /// What the subject is compared with (`case`).
    pub patterns: &'a [Word<'a>],
    /// What runs when it is chosen.
    pub body: Script<'a>,
}

/// A loop of any kind.
#[derive(Clone, Copy, Debug)]
pub struct Loop<'a> {
    /// The variable that takes each value (`for`), if any.
    pub variable: Option<&'a str>,
    /// The values it takes; for an arithmetic `for` or `repeat`, the words evaluated.
    pub values: &'a [Word<'a>],
    /// What is run to decide (`while`, `until`).
    pub condition: Script<'a>,
    /// What is run each time.
    pub body: Script<'a>,
    /// How `for /f` of cmd cuts lines into values, as written (`tokens=2 delims=,`).
    pub fields: Option<&'a str>,
}

/// A named piece of code.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// What a call runs.
    pub body: Script<'a>,
    /// The whole definition.
    pub span: Span,
}

/// `name=value`, `name+=value`, `name=(…)`, `name[i]=value`.
#[derive(Clone, Copy, Debug)]
pub struct Assignment<'a> {
    /// The variable.
    pub name: &'a str,
    /// What stands between the brackets where one element is set.
    pub subscript: Option<&'a Word<'a>>,
    /// Whether it adds to what is there (`+=`).
    pub appends: bool,
    /// What it becomes.
    pub value: AssignedValue<'a>,
    /// All of it.
    pub span: Span,
}

/// What a variable becomes.
#[derive(Clone, Copy, Debug)]
pub enum AssignedValue<'a> {
    /// One word.
    Word(Word<'a>),
    /// An array.
    List(&'a [Word<'a>]),
}

/// Where a command's input comes from or its output goes.
#[derive(Clone, Copy, Debug)]
pub struct Redirection<'a> {
    /// What it does.
    pub kind: Redirect,
    /// The descriptor written before the operator (`2>`), if any.
    pub descriptor: Option<u16>,
    /// The file, the descriptor or the text.
    pub target: Word<'a>,
    /// Operator and target.
    pub span: Span,
}

/// Kinds of redirection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirect {
    /// `< file`
    Read,
    /// `> file`, `&> file`, `>| file`: what was there is gone.
    Overwrite,
    /// `>> file`, `&>> file`
    Append,
    /// `<> file`
    ReadWrite,
    /// `>& 2`, `<& 0`, `2>&-`: no file is touched.
    Duplicate,
    /// `<<EOF`: the target is the body; its pieces are expanded unless the delimiter was quoted.
    HereDocument,
    /// `<<< word`
    HereString,
}

/// One word as written: the pieces the shell puts together.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// All of it, quotes included.
    pub span: Span,
    /// In order; none for an empty word (`''`).
    pub pieces: &'a [Piece<'a>],
}

impl<'a> Word<'a> {
    /// The whole word where it is one literal piece (the common case) or empty.
    #[must_use]
    pub fn plain(&self) -> Option<&'a str> {
        match self.pieces {
            [] => Some(""),
            [Piece::Text { text, .. }] => Some(text),
            _ => None,
        }
    }
}

/// A piece of a word.
#[derive(Clone, Copy, Debug)]
pub enum Piece<'a> {
    /// Literal text. Readers cut at escapes so that it nearly always is a verbatim stretch of the
    /// source; where it had to be decoded (`$'\x72'`), `at` is longer than the text.
    Text {
        /// What the shell makes of it.
        text: &'a str,
        /// Where it stands.
        at: Span,
        /// Whether quotes or a backslash protect it.
        quoted: bool,
    },
    /// `$x`, `${x…}`.
    Parameter(&'a Parameter<'a>),
    /// `$(…)`, backticks, `<(…)`, `>(…)`, `=(…)`, a script block.
    Substitution(&'a Substitution<'a>),
    /// `$((…))`, `$[…]`: a number; the words inside are evaluated.
    Arithmetic {
        /// The words inside that hold substitutions or parameters.
        words: &'a [Word<'a>],
        /// All of it.
        at: Span,
    },
    /// An unquoted pattern character or group: `*`, `?`, `[a-z]`, `@(a|b)`.
    Glob {
        /// As written.
        text: &'a str,
        /// Where it stands.
        at: Span,
    },
    /// `{a,b}`: each alternative makes a word of its own.
    Brace {
        /// The alternatives.
        alternatives: &'a [Word<'a>],
        /// All of it.
        at: Span,
    },
    /// `~` or `~user` at the start of a word or after `=` and `:` in an assignment.
    Tilde {
        /// Whose home; empty for one's own.
        user: &'a str,
        /// Where it stands.
        at: Span,
    },
    /// Text that the shell runs as code when it evaluates the word (zsh `*(e:'…':)`).
    Code {
        /// The code.
        text: &'a str,
        /// Where it stands.
        at: Span,
    },
    /// Something whose value only the shell will know (`{1..9}`, `$'…'` with bad escapes, a
    /// piece past a limit).
    Opaque {
        /// Where it stands.
        at: Span,
    },
}

/// `$x`, `${x}`, `${x:-word}`, `${x[i]}`, `${!x}`…
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// The name: letters, a digit, or one of `@ * # ? $ ! - 0`.
    pub name: &'a str,
    /// What is done with its value.
    pub form: ParameterForm,
    /// Words inside the braces: the default, the pattern, the subscript.
    pub words: &'a [Word<'a>],
    /// Whether double quotes keep the value one word.
    pub quoted: bool,
    /// All of it.
    pub at: Span,
}

/// What an expansion does with the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterForm {
    /// `$x`, `${x}`
    Plain,
    /// `${x[@]}`, `${x[*]}`: all elements.
    Elements,
    /// `${x:-word}`, `${x-word}`: `words[0]` where it is unset.
    Default,
    /// `${x:=word}`, `${x=word}`
    Assign,
    /// `${x:+word}`, `${x+word}`
    Alternative,
    /// Anything whose result is not followed (`${x#…}`, `${x/…}`, `${#x}`, `${!x}`, `${x[1]}`).
    Other,
}

/// A script whose output or descriptor stands in for a piece of a word.
#[derive(Clone, Copy, Debug)]
pub struct Substitution<'a> {
    /// What runs.
    pub body: Script<'a>,
    /// What stands in its place.
    pub kind: SubstitutionKind,
    /// Whether double quotes keep the value one word.
    pub quoted: bool,
    /// All of it.
    pub at: Span,
}

/// What a substitution leaves in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubstitutionKind {
    /// Its output (`$(…)`, backticks).
    Output,
    /// A file to read its output from (`<(…)`, zsh `=(…)`).
    ReadFrom,
    /// A file to write its input to (`>(…)`).
    WriteTo,
    /// Code handed over as a value (a PowerShell script block); whoever receives it may run it.
    Block,
}

/// Something about the text that made reading it uncertain or impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What it is.
    pub kind: ProblemKind,
    /// In which text.
    pub source: SourceId,
    /// Where.
    pub span: Span,
}

/// What can be wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// A quote is opened and never closed.
    UnclosedQuote,
    /// `$(`, `${`, `(`, `{`, `[[`, `if`, `do`… is opened and never closed.
    UnclosedGroup,
    /// An operator or keyword stands where none can.
    Unexpected,
    /// A heredoc runs to the end of the text without its delimiter; shells accept that.
    OpenHeredoc,
    /// Nested deeper than [`crate::limits::DEPTH`]; what is inside was not read.
    TooDeep,
    /// Longer than [`crate::limits::SOURCE_BYTES`]; the rest was not read.
    TooLong,
    /// More nested texts than [`crate::limits::SOURCES`] or [`crate::limits::NESTED_BYTES`].
    TooMany,
    /// NUL, zero-width, right-to-left or other invisible characters.
    HiddenCharacters,
}

impl ProblemKind {
    /// Whether the text can no longer be trusted to mean what the tree says.
    #[must_use]
    pub fn makes_uncertain(self) -> bool {
        !matches!(self, Self::OpenHeredoc)
    }
}
