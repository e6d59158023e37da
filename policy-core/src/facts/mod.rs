//! Tree → what would happen.
//!
//! The [`walker`] goes through a script as the shell would, keeping track of variables, functions
//! and the current directory, peels wrappers off until the program that really runs is found,
//! and asks that program's model (one file for each family in [`programs`]) what it does to
//! which place. Facts say what happens; how bad that is, is for the rules.
//!
//! # A tour
//!
//! 1. [`walker`] goes from command to command; [`scope`] is what it remembers.
//! 2. Words become [`arg`]uments, and [`call`] sorts them by a program's [`options`].
//! 3. [`program`] is what is known about a program, [`cases`] what its words decide.
//! 4. [`programs`] has them all. What they do is an [`effect`] on a [`place`], and what that
//!    reaches a [`target`].

pub(crate) mod arg;
pub(crate) mod call;
pub(crate) mod cases;
pub(crate) mod effect;
pub(crate) mod options;
pub(crate) mod place;
pub(crate) mod program;
pub(crate) mod programs;
pub(crate) mod scope;
pub(crate) mod target;
pub(crate) mod walker;
mod words;

use bumpalo::Bump;

use crate::dialect::Dialect;
use crate::lookup::{Files, SeenFile};
use crate::shell::Reading;
use crate::shell::tree::Script;
use crate::source::{Location, SourceId, Sources, Span};
use crate::surroundings::Surroundings;
use arg::Arg;
use effect::{Effect, Kind, Traits};
use options::Flag;
use target::Target;
use walker::Walker;

/// What a command would do.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The texts, and what was wrong with them.
    pub reading: Reading<'a>,
    /// Every program that would run, wrappers before what they wrap.
    pub invocations: &'a [Invocation<'a>],
    /// Every effect, in the order they were met.
    pub effects: &'a [Effect],
    /// What the effects reach, in their order; only for hosts that save targets.
    pub targets: &'a [Target<'a>],
    /// The files of the host that were read.
    pub files: Vec<SeenFile>,
}

impl<'a> Facts<'a> {
    /// The shell that reads the text an invocation stands in.
    #[must_use]
    pub fn dialect_of(&self, invocation: &Invocation<'a>) -> Dialect {
        self.reading.sources.dialect(invocation.at.source)
    }
}

/// One program that would run.
#[derive(Clone, Copy, Debug)]
pub struct Invocation<'a> {
    /// Its name without directory and `.exe`; empty when it cannot be known.
    pub name: &'a str,
    /// The name as written, with its directory.
    pub written: &'a str,
    /// How it takes part.
    pub role: Role,
    /// All words behind the name, as received.
    pub args: &'a [Arg<'a>],
    /// Flags, by their names in the option model.
    pub flags: &'a [Flag<'a>],
    /// Its other words.
    pub words: &'a [Arg<'a>],
    /// Those of them that stand behind a subcommand.
    pub operands: &'a [Arg<'a>],
    /// The file that flows in (`< file`), if one does.
    pub input: Option<&'a Arg<'a>>,
    /// The invocation that runs this one (`sudo`, `xargs`, `bash -c`), if any.
    pub wrapped_by: Option<u32>,
    /// The invocation whose output flows into this one, if any.
    pub piped_from: Option<u32>,
    /// Whether the name surely means the program of that name: no function of the same text, no
    /// changed search path, no odd directory.
    pub trusted_name: bool,
    /// All its words.
    pub at: Location,
}

/// How an invocation takes part in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It does something.
    Changes,
    /// It only reads.
    Reads,
    /// It has no effect of its own: `cd`, `echo`, `true`, an assignment.
    NoEffect,
    /// It runs another command as it is: `time`, `nohup`.
    Wrapper,
}

/// What would happen if a script ran.
#[must_use]
pub fn observe<'a>(
    script: &Script<'a>,
    reading: Reading<'a>,
    surroundings: &'a Surroundings,
) -> Facts<'a> {
    observe_with(script, reading, surroundings, Files::default())
}

/// The same, where the files that it runs may be read.
#[must_use]
pub(crate) fn observe_with<'a>(
    script: &Script<'a>,
    reading: Reading<'a>,
    surroundings: &'a Surroundings,
    files: Files<'a>,
) -> Facts<'a> {
    Walker::gather(reading, surroundings, files, |walker| walker.walk(script))
}

/// What happens to a file that a tool writes by its path, without a shell.
#[must_use]
pub(crate) fn observe_write<'a>(
    arena: &'a Bump,
    path: &'a str,
    surroundings: &'a Surroundings,
) -> Facts<'a> {
    let at = Location { source: SourceId::ROOT, span: Span::new(0, path.len()) };
    Walker::gather(no_script(arena, path), surroundings, Files::default(), |walker| {
        walker.touches(Kind::Overwrites, &Arg::whole(path, at), Traits::empty());
    })
}

/// A tool that only reads a file: nothing happens.
#[must_use]
pub(crate) fn observe_read<'a>(arena: &'a Bump, path: &'a str) -> Facts<'a> {
    let reading = no_script(arena, path);
    Facts { reading, invocations: &[], effects: &[], targets: &[], files: Vec::new() }
}

/// A call whose work is not known from its text: a browser, an MCP tool.
#[must_use]
pub(crate) fn observe_call<'a>(arena: &'a Bump, text: &'a str) -> Facts<'a> {
    let at = Location { source: SourceId::ROOT, span: Span::new(0, text.len()) };
    let invocation = Invocation {
        name: text,
        written: text,
        role: Role::Changes,
        args: &[],
        flags: &[],
        words: &[],
        operands: &[],
        input: None,
        wrapped_by: None,
        piped_from: None,
        trusted_name: false,
        at,
    };
    let invocations = std::slice::from_ref(arena.alloc(invocation));
    let reading = no_script(arena, text);
    Facts { reading, invocations, effects: &[], targets: &[], files: Vec::new() }
}

/// A text that no shell reads.
fn no_script<'a>(arena: &'a Bump, text: &'a str) -> Reading<'a> {
    Reading::new(Sources::new(arena, text, Dialect::Bash))
}
