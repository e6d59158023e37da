//! What the names of a language's library do when they are called.

use std::sync::LazyLock;

use bitflags::bitflags;
use rustc_hash::FxHashMap;

use super::library::LIBRARY;
use super::tokens::Language;
use crate::facts::words::{Words, words};

/// What a call does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// Nothing, whatever the rows behind say.
    Nothing,
    /// Deletes its arguments.
    Deletes,
    /// Deletes its arguments with all they hold, but no files that are locked.
    DeletesFolders,
    /// Deletes its arguments with all they hold.
    DeletesTrees,
    /// Deletes what it is called on.
    DeletesOwn,
    /// Deletes what it is called on with all it holds.
    DeletesOwnTree,
    /// Writes over its first argument.
    OverwritesFirst,
    /// Writes over its second argument.
    OverwritesSecond,
    /// Takes its first argument away and writes over its second.
    Moves,
    /// Writes over what it is called on.
    OverwritesOwn,
    /// Opens its first argument in the way its second says.
    Opens,
    /// Opens what it is called on in the way its first argument says.
    OpensOwn,
    /// Perl's `open`.
    OpensPerl,
    /// Changes the rights of its first argument.
    Rights,
    /// Changes the owner of its first argument.
    Owner,
    /// Ends processes.
    Kills,
    /// Hands its first argument to a shell, or runs its arguments as words.
    Shell,
    /// Runs its first argument with the words of its second.
    Spawns,
    /// Runs the words behind its first argument.
    ExecWords,
    /// Runs its first argument as code of the same language.
    Evaluates,
    /// Calls the function its first argument names, for each of something.
    Applies,
    /// Removes as `rm` does, flags first.
    ShellJs,
    /// Fetches something.
    Fetches,
    /// Deletes something on a server.
    DeletesOnServer,
    /// Runs a statement of a database.
    Queries,
    /// Deletes rows of a database.
    DeletesRows,
    /// Hands the terminal of a shell to somebody.
    Terminal,
    /// Changes the directory.
    Goes,
    /// Writes over its first argument, where there is one.
    WritesTo,
}

impl Meaning {
    /// Whether a function of this meaning does harm wherever it is called.
    pub(super) fn is_harmful(self) -> bool {
        !matches!(
            self,
            Self::Nothing
                | Self::Applies
                | Self::Fetches
                | Self::Queries
                | Self::Goes
                | Self::Evaluates
                | Self::Terminal
        )
    }
}

/// What a call in a body is made on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Receiver<'a> {
    /// Nothing: `unlink(…)`.
    Nothing,
    /// A name: `os.remove(…)`; the last part of a longer path.
    Name(&'a str),
    /// The result of a call: `Path(…).unlink()`.
    Call(&'a str),
    /// Anything else.
    Other,
}

bitflags! {
    /// Modules that a body mentions, because their names say what bare functions are.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Modules: u16 {
        /// Python's `socket`.
        const SOCKET = 1;
        /// What other languages call theirs.
        const OTHER_SOCKETS = 1 << 1;
        const OS = 1 << 2;
        const SHUTIL = 1 << 3;
        const SUBPROCESS = 1 << 4;
        const PSUTIL = 1 << 5;
        /// Node's modules for files, and `fs-extra`.
        const NODE_FILES = 1 << 6;
        const CHILD_PROCESS = 1 << 7;
        const SHELLJS = 1 << 8;
        /// Ruby's `Pathname`.
        const PATHNAME = 1 << 9;
        /// Ruby's `FileUtils`.
        const FILE_UTILS = 1 << 10;
    }
}

impl Modules {
    /// Notes that the body contains a name.
    pub(super) fn see(&mut self, name: &str) {
        *self |= match name {
            "socket" => Self::SOCKET,
            "Socket" | "TCPSocket" | "fsockopen" | "net" => Self::OTHER_SOCKETS,
            "os" => Self::OS,
            "shutil" => Self::SHUTIL,
            "subprocess" => Self::SUBPROCESS,
            "psutil" => Self::PSUTIL,
            "fs" | "node:fs" | "fs/promises" | "node:fs/promises" | "fs-extra" => Self::NODE_FILES,
            "child_process" | "node:child_process" => Self::CHILD_PROCESS,
            "shelljs" => Self::SHELLJS,
            "Pathname" | "pathname" => Self::PATHNAME,
            "FileUtils" => Self::FILE_UTILS,
            _ => return,
        };
    }

    /// Whether the body mentions one that connects to other machines.
    pub(super) fn connect(self) -> bool {
        self.intersects(Self::SOCKET.union(Self::OTHER_SOCKETS))
    }
}

/// What some calls of a language mean.
#[derive(Debug)]
pub(super) struct Calls {
    language: Language,
    meaning: Meaning,
    /// The names of the functions.
    names: Words,
    /// What they must be called on, any of these; empty where that does not matter.
    on: &'static [On],
    /// A module that the body must mention besides.
    needs: Modules,
}

/// A condition on what a call is made on.
#[derive(Debug)]
pub(super) enum On {
    /// Nothing.
    Bare,
    /// Nothing, in a body that mentions a module.
    BareWith(Modules),
    /// Anything but nothing.
    AnyReceiver,
    /// The result of any call.
    AnyCall,
    /// One of these names, or the result of a call of that name.
    Named(Words),
    /// The result of a call of one of these names.
    CallOf(Words),
}

/// Functions of these names, whatever they are called on.
pub(super) const fn calls(language: Language, meaning: Meaning, names: &'static str) -> Calls {
    Calls { language, meaning, names: words(names), on: &[], needs: Modules::empty() }
}

impl Calls {
    /// Only where they are called on one of these.
    pub(super) const fn on(self, on: &'static [On]) -> Self {
        Self { on, ..self }
    }

    /// Only in a body that mentions a module.
    pub(super) const fn needs(self, module: Modules) -> Self {
        Self { needs: module, ..self }
    }

    fn fits(&self, receiver: Receiver<'_>, mentioned: Modules) -> bool {
        mentioned.contains(self.needs)
            && (self.on.is_empty() || self.on.iter().any(|on| on.fits(receiver, mentioned)))
    }
}

impl On {
    fn fits(&self, receiver: Receiver<'_>, mentioned: Modules) -> bool {
        match (self, receiver) {
            (Self::Bare, Receiver::Nothing) => true,
            (Self::BareWith(module), Receiver::Nothing) => mentioned.intersects(*module),
            (_, Receiver::Nothing) | (Self::Bare | Self::BareWith(_), _) => false,
            (Self::AnyReceiver, _) | (Self::AnyCall, Receiver::Call(_)) => true,
            (Self::Named(names), Receiver::Name(name) | Receiver::Call(name))
            | (Self::CallOf(names), Receiver::Call(name)) => names.has(name),
            (Self::AnyCall | Self::Named(_) | Self::CallOf(_), _) => false,
        }
    }
}

/// The rows that contain a name.
static BY_NAME: LazyLock<FxHashMap<&str, Vec<&Calls>>> = LazyLock::new(|| {
    let mut by_name: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for row in LIBRARY {
        for name in row.names.iter() {
            by_name.entry(name).or_default().push(row);
        }
    }
    by_name
});

/// What a call of `name` on `receiver` does in a language, in a body that mentions these modules.
pub(super) fn of(
    language: Language,
    name: &str,
    receiver: &Receiver<'_>,
    mentioned: Modules,
) -> Option<Meaning> {
    let rows = BY_NAME.get(name)?.iter();
    let row =
        rows.filter(|row| row.language == language).find(|row| row.fits(*receiver, mentioned));
    row.map(|row| row.meaning).filter(|meaning| *meaning != Meaning::Nothing)
}
