//! Every program known by name, one file for each family.
//!
//! To add a program: write it into its family's `PROGRAMS`, with its option model and what it
//! does. A new family is a new file and one line in [`COMMON`] (or in the list of one shell).

mod archives;
mod builtins;
mod carriers;
mod editors;
mod environment;
mod files;
mod filters;
mod find;
mod git;
mod overwrites;
mod reading;
mod scripts;
mod shells;
mod sync;
pub(super) mod variables;
mod vcs;
mod zsh;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::program::{Known, Program};
use crate::shell::Dialect;

/// Programs that mean the same in every shell.
static COMMON: &[&[Program]] = &[
    environment::PROGRAMS,
    reading::PROGRAMS,
    filters::PROGRAMS,
    carriers::PROGRAMS,
    files::PROGRAMS,
    overwrites::PROGRAMS,
    scripts::PROGRAMS,
    editors::PROGRAMS,
    archives::PROGRAMS,
    sync::PROGRAMS,
    find::PROGRAMS,
    git::PROGRAMS,
    vcs::PROGRAMS,
    shells::PROGRAMS,
];

/// Builtins of posix shells.
static POSIX: &[&[Program]] = &[builtins::PROGRAMS];

/// What only zsh has.
static ZSH: &[&[Program]] = &[zsh::PROGRAMS];

type Index = FxHashMap<&'static str, Known>;

static COMMON_INDEX: LazyLock<Index> = LazyLock::new(|| index(COMMON));
static POSIX_INDEX: LazyLock<Index> = LazyLock::new(|| index(POSIX));
static ZSH_INDEX: LazyLock<Index> = LazyLock::new(|| index(ZSH));

fn index(families: &'static [&'static [Program]]) -> Index {
    let programs = families.iter().flat_map(|family| family.iter());
    let names = |program: &'static Program| {
        program.names.iter().map(move |name| (*name, Known::new(program)))
    };
    programs.flat_map(names).collect()
}

/// The program a name means to a shell.
#[must_use]
pub(super) fn find(dialect: Dialect, name: &str) -> Option<&'static Known> {
    let own = match dialect {
        Dialect::Bash | Dialect::Sh | Dialect::Fish => POSIX_INDEX.get(name),
        Dialect::Zsh => ZSH_INDEX.get(name).or_else(|| POSIX_INDEX.get(name)),
        Dialect::PowerShell | Dialect::Cmd => None,
    };
    own.or_else(|| COMMON_INDEX.get(name))
}

/// Whether a name among an unknown program's words is worth being read as a command.
#[must_use]
pub fn worth_a_search(name: &str) -> bool {
    matches!(
        name,
        "rm" | "git"
            | "dd"
            | "shred"
            | "find"
            | "sudo"
            | "doas"
            | "bash"
            | "sh"
            | "zsh"
            | "xargs"
            | "env"
            | "mkfs"
    ) || name.starts_with("mkfs.")
}

/// Whether what follows a name is only text to be printed or searched for.
#[must_use]
pub fn only_prints(name: &str) -> bool {
    matches!(name, "echo" | "printf" | "grep" | "rg" | "say" | "log" | "print")
}
