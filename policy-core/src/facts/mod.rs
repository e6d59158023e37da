//! Tree → what would happen.
//!
//! The [`walk`] goes through a script as the shell would, keeping track of variables, functions
//! and the current directory, peels wrappers off until the program that really runs is found,
//! and asks that program's model (one file for each family in [`programs`]) what it does to
//! which place. Facts never ask how bad something is: that is for the rules.
//!
//! # A tour
//!
//! 1. [`walk`] goes from command to command; [`scope`] is what it remembers, [`variables`] what a
//!    text sets, [`streams`] what flows through pipes and files.
//! 2. [`expand`] turns words into [`arg`]uments; [`call`] sorts them by a program's [`options`].
//! 3. [`run`] finds the [`program`] that is meant; [`carried`] follows code inside code.
//! 4. [`programs`] knows what each one does and tells it through [`observe`], [`targets`] and
//!    [`effects`]: an [`effect`] on a [`place`].

pub mod arg;
pub mod call;
mod carried;
pub mod cases;
pub mod effect;
mod effects;
mod expand;
mod observe;
pub mod options;
mod perform;
pub mod place;
pub mod program;
pub mod programs;
mod run;
pub mod scope;
mod streams;
mod targets;
mod variables;
pub mod walk;
mod words;

use crate::shell::{self, Dialect, Reading};
use crate::source::{Location, SourceId, Sources, Span};
use crate::surroundings::Surroundings;
use arg::Arg;
use effect::{Effect, Kind, Traits};
use options::Flag;
use walk::Walker;

/// What a command would do.
#[derive(Debug)]
pub struct Facts<'a> {
    /// The texts, and what was wrong with them.
    pub reading: Reading<'a>,
    /// Every program that would run, wrappers before what they wrap.
    pub invocations: &'a [Invocation<'a>],
    /// Every effect, in the order they were met.
    pub effects: &'a [Effect],
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
    /// The invocation that carries this one (`sudo`, `xargs`, `bash -c`), if any.
    pub carrier: Option<u32>,
    /// The invocation whose output flows into this one, if any.
    pub fed_by: Option<u32>,
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
    Acts,
    /// It only looks at things.
    Reads,
    /// It has no effect of its own: `cd`, `echo`, `true`, an assignment.
    Glue,
    /// It runs another command as it is: `time`, `nohup`.
    Carries,
}

/// Reads the command and gathers what would happen.
#[must_use]
pub fn observe<'a>(mut reading: Reading<'a>, around: &'a Surroundings) -> Facts<'a> {
    let script = shell::read(&mut reading, SourceId::ROOT);
    Walker::gather(reading, around, |walker| walker.walk(&script))
}

/// A file that a tool reads or writes by its path, without a shell.
#[must_use]
pub fn observe_file<'a>(sources: Sources<'a>, around: &'a Surroundings, writes: bool) -> Facts<'a> {
    let path = sources.get(SourceId::ROOT).text;
    let at = Location { source: SourceId::ROOT, span: Span::new(0, path.len()) };
    Walker::gather(Reading::new(sources), around, |walker| {
        if writes {
            walker.touches(Kind::Overwrites, &Arg::whole(path, at), Traits::empty());
        }
    })
}

/// A call whose work is not known from its text: a browser, an MCP tool.
#[must_use]
pub fn observe_call(sources: Sources<'_>) -> Facts<'_> {
    let text = sources.get(SourceId::ROOT).text;
    let at = Location { source: SourceId::ROOT, span: Span::new(0, text.len()) };
    let invocation = Invocation {
        name: text,
        written: text,
        role: Role::Acts,
        args: &[],
        flags: &[],
        words: &[],
        carrier: None,
        fed_by: None,
        trusted_name: false,
        at,
    };
    let invocations = std::slice::from_ref(sources.arena().alloc(invocation));
    Facts { reading: Reading::new(sources), invocations, effects: &[] }
}
