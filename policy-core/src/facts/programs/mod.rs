//! Every program known by name, one file for each family.
//!
//! To add a program: write it into its family's `PROGRAMS`, with its option model and what it
//! does. A new family is a new file and one line in [`COMMON`] (or in the list of one shell).

mod accounts;
mod archives;
mod builds;
mod builtins;
mod carriers;
mod cmd;
mod disks;
mod editors;
mod environment;
mod files;
mod filters;
mod find;
mod git;
mod interpreters;
mod network;
mod overwrites;
mod packaged;
mod packages;
mod permissions;
mod powershell;
mod processes;
mod projects;
mod reading;
mod remote;
mod runners;
mod scripts;
mod services;
mod shells;
mod sync;
mod tools;
pub(super) mod variables;
mod vcs;
mod windows;
mod zsh;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub(super) use powershell::method_of;

use super::program::{Known, Program};
use crate::shell::Dialect;

/// Programs that mean the same in every shell.
static COMMON: &[&[Program]] = &[
    environment::PROGRAMS,
    reading::PROGRAMS,
    filters::PROGRAMS,
    accounts::PROGRAMS,
    archives::PROGRAMS,
    builds::PROGRAMS,
    carriers::PROGRAMS,
    disks::PROGRAMS,
    editors::PROGRAMS,
    files::PROGRAMS,
    find::PROGRAMS,
    git::PROGRAMS,
    interpreters::PROGRAMS,
    network::PROGRAMS,
    overwrites::PROGRAMS,
    packaged::PROGRAMS,
    packages::PROGRAMS,
    permissions::PROGRAMS,
    processes::PROGRAMS,
    projects::PROGRAMS,
    remote::PROGRAMS,
    runners::PROGRAMS,
    scripts::PROGRAMS,
    services::PROGRAMS,
    shells::PROGRAMS,
    sync::PROGRAMS,
    vcs::PROGRAMS,
];

/// Builtins of posix shells.
static POSIX: &[&[Program]] = &[builtins::PROGRAMS];

/// What only zsh has.
static ZSH: &[&[Program]] = &[zsh::PROGRAMS];

type Index = FxHashMap<&'static str, Known>;

/// What a name means in any shell that has no other meaning for it. What a family of its own
/// says about a program counts more than the breadth of tools.
fn anywhere() -> Index {
    let mut all = index(windows::FAMILIES);
    all.extend(index(tools::FAMILIES));
    all.extend(index(COMMON));
    all
}

// One index for each kind of shell, so that a name is looked up once.
static ANYWHERE_INDEX: LazyLock<Index> = LazyLock::new(anywhere);
static POSIX_INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut all = anywhere();
    all.extend(index(POSIX));
    all
});
static ZSH_INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut all = anywhere();
    all.extend(index(POSIX));
    all.extend(index(ZSH));
    all
});
static CMD_INDEX: LazyLock<Index> = LazyLock::new(|| index(cmd::FAMILIES));
static NATIVE_INDEX: LazyLock<Index> = LazyLock::new(|| index(windows::NATIVE));
static POWERSHELL_INDEX: LazyLock<Index> = LazyLock::new(|| index(powershell::FAMILIES));

fn index(families: &'static [&'static [Program]]) -> Index {
    let programs = families.iter().flat_map(|family| family.iter());
    let names = |program: &'static Program| {
        program.names.iter().map(move |name| (*name, Known::new(program)))
    };
    let all: Index = programs.flat_map(names).collect();
    #[cfg(feature = "tenfold")]
    let all = tenfold(all);
    all
}

/// Every program again under nine more names, to measure what the size of the catalogue costs.
#[cfg(feature = "tenfold")]
fn tenfold(mut all: Index) -> Index {
    let known: Vec<_> = all.iter().map(|(name, known)| (*name, known.program)).collect();
    for (name, program) in known {
        for copy in 1..10 {
            all.insert(format!("{name}-{copy}").leak(), Known::new(program));
        }
    }
    all
}

/// The program a name means to a shell.
#[must_use]
pub(super) fn find(dialect: Dialect, name: &str) -> Option<&'static Known> {
    match dialect {
        Dialect::Bash | Dialect::Sh | Dialect::Fish => POSIX_INDEX.get(name),
        Dialect::Zsh => ZSH_INDEX.get(name),
        Dialect::PowerShell => find_powershell(name),
        Dialect::Cmd => CMD_INDEX.get(name).or_else(|| find_file(name)),
    }
}

/// The program a name means where it is surely a file of Windows (`sort.exe`).
#[must_use]
pub(super) fn find_file(name: &str) -> Option<&'static Known> {
    NATIVE_INDEX.get(name).or_else(|| ANYWHERE_INDEX.get(name))
}

fn find_powershell(name: &str) -> Option<&'static Known> {
    if let Some((member, in_system)) = powershell::short_name(name) {
        let listed = if in_system {
            POWERSHELL_INDEX.get(format!("[{member}").as_str())
        } else {
            POWERSHELL_INDEX.get(name)
        };
        return Some(listed.unwrap_or_else(|| powershell::other_member()));
    }
    POWERSHELL_INDEX.get(name).or_else(|| find_file(name)).or_else(|| powershell::by_verb(name))
}

/// The name in full of what an alias of PowerShell stands for (`ri`, `remove-item`). In its
/// tables an alias stands behind the command it is short for.
#[must_use]
pub fn full_name(dialect: Dialect, name: &str) -> Option<&'static str> {
    if dialect != Dialect::PowerShell || name.contains('-') {
        return None;
    }
    let names = POWERSHELL_INDEX.get(name)?.program.names;
    let at = names.iter().position(|known| *known == name)?;
    names.iter().take(at).rev().find(|known| known.contains('-')).copied()
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Within one list a name must mean one program, or the order of lines would decide.
    #[test]
    fn a_name_means_one_program() {
        let everywhere = [COMMON, tools::FAMILIES, windows::FAMILIES].concat();
        let lists = [
            everywhere.as_slice(),
            POSIX,
            ZSH,
            cmd::FAMILIES,
            windows::NATIVE,
            powershell::FAMILIES,
        ];
        let mut twice = Vec::new();
        for list in lists {
            let mut seen = BTreeMap::new();
            for program in list.iter().flat_map(|family| family.iter()) {
                for name in program.names {
                    if seen.insert(*name, program.options.model).is_some() {
                        twice.push(*name);
                    }
                }
            }
        }
        assert!(twice.is_empty(), "known twice: {twice:?}");
    }
}
