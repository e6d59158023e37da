//! What the names of a language's library do when they are called.
//!
//! Each row is a meaning, the names that have it and what they must be called on. Rows are
//! [packed](crate::packed) while compiling and found by name.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::library::LIBRARY;
use super::tokens::Language;
use crate::facts::words::place_in;
use crate::packed::Written;

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
}

/// What a call is made on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum On<'a> {
    /// Nothing: `unlink(…)`.
    Nothing,
    /// A name: `os.remove(…)`; the last part of a longer path.
    Name(&'a str),
    /// The result of a call: `Path(…).unlink()`.
    Call(&'a str),
    /// Anything else.
    Other,
}

/// Modules whose names tell what bare functions are. Those that connect to other machines come
/// first.
const MODULES: &str = "socket Socket TCPSocket fsockopen net os shutil subprocess psutil fs \
                       node:fs fs/promises node:fs/promises fs-extra child_process \
                       node:child_process shelljs";

/// Modules that a body speaks of, one bit for each.
#[derive(Clone, Copy)]
pub(super) struct Modules(u32);

impl Modules {
    pub(super) const NONE: Self = Self(0);
    pub(super) const ALL: Self = Self(u32::MAX);

    /// Notes that a name stands in the body.
    pub(super) fn see(&mut self, name: &str) {
        self.0 |= bit(name);
    }

    /// Whether the body speaks of a module.
    fn has(self, module: &str) -> bool {
        self.0 & bit(module) != 0
    }

    /// Whether the body speaks of one that connects to other machines.
    pub(super) fn connect(self) -> bool {
        self.0 & 0b11111 != 0
    }
}

fn bit(module: &str) -> u32 {
    place_in(module, MODULES).map_or(0, |place| 1 << place)
}

/// A row: a language, a meaning, and the calls that have it.
///
/// The calls are names, separated by blanks. Behind `@` stands what they must be called on, any
/// of these: `-` nothing, `-os` nothing where the body speaks of the module `os`, `.` anything but
/// nothing, `()` the result of a call, `os` a name or the result of a call of that name, `Path()`
/// only the latter. Behind `&` stands a module that the body must speak of besides.
pub(super) type Row = (Language, Meaning, &'static str);

const TEXTS: Written<u8, 8_000> = {
    let mut texts = Written::new(0);
    let mut rows: &[Row] = LIBRARY;
    while let [(_, _, calls), rest @ ..] = rows {
        texts.text(calls);
        rows = rest;
    }
    texts
};
const MEANINGS: Written<(Language, Meaning), 400> = {
    let mut meanings = Written::new((Language::Python, Meaning::Nothing));
    let mut rows: &[Row] = LIBRARY;
    while let [(language, meaning, _), rest @ ..] = rows {
        meanings.push((*language, *meaning));
        rows = rest;
    }
    meanings
};
static PACKED: [u8; TEXTS.len] = TEXTS.cut();
static PACKED_MEANINGS: [(Language, Meaning); MEANINGS.len] = MEANINGS.cut();

/// The rows, ready to be found.
struct Rows {
    /// What the calls of each row must be made on.
    conditions: Vec<&'static str>,
    /// The places of the rows that hold a name, and their languages.
    by_name: FxHashMap<&'static str, Vec<(u16, u8)>>,
}

static ROWS: OnceLock<Rows> = OnceLock::new();

fn unpacked() -> Rows {
    let mut rows = Rows { conditions: Vec::new(), by_name: FxHashMap::default() };
    let texts = std::str::from_utf8(&PACKED).unwrap_or_default();
    for (calls, (place, (language, _))) in texts.split('\0').zip((0..).zip(&PACKED_MEANINGS)) {
        let (names, conditions) = calls.split_once(" @ ").unwrap_or((calls, ""));
        rows.conditions.push(conditions);
        for name in names.split(' ') {
            rows.by_name.entry(name).or_default().push((place, *language as u8));
        }
    }
    rows
}

/// What a call of `name` on `on` does in a language, in a body that speaks of these modules.
pub(super) fn of(language: Language, name: &str, on: &On<'_>, modules: Modules) -> Option<Meaning> {
    let rows = ROWS.get_or_init(unpacked);
    for (place, of) in rows.by_name.get(name)? {
        let place = usize::from(*place);
        if *of == language as u8 && fits(on, rows.conditions.get(place)?, modules) {
            let (_, meaning) = PACKED_MEANINGS.get(place)?;
            return (*meaning != Meaning::Nothing).then_some(*meaning);
        }
    }
    None
}

/// Whether what a call is made on is what a row asks for.
fn fits(on: &On<'_>, wanted: &str, modules: Modules) -> bool {
    let (wanted, module) = wanted.split_once(" & ").unwrap_or((wanted, ""));
    if !module.is_empty() && !modules.has(module) {
        return false;
    }
    if wanted.is_empty() {
        return true;
    }
    wanted.split(' ').any(|one| match *on {
        On::Nothing => one == "-" || one.strip_prefix('-').is_some_and(|name| modules.has(name)),
        _ if one == "." => true,
        On::Name(name) => one == name,
        On::Call(name) => one == "()" || one.strip_suffix("()").unwrap_or(one) == name,
        On::Other => false,
    })
}
