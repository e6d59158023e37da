//! Every program known by name, one file for each family.
//!
//! To add a program: write it into its family's `PROGRAMS`, with its option model and what it
//! does. A new family is a new file and one line in [`COMMON`] (or in the list of one shell).

mod accounts;
mod aliases;
mod archives;
mod belay;
mod builds;
mod builtins;
mod cmd;
mod disks;
mod editors;
mod environment;
mod files;
mod filters;
mod find;
mod git;
mod interpreters;
mod little_languages;
mod network;
mod overwrites;
mod packaged;
mod packages;
mod permissions;
mod powershell;
mod processes;
mod project_files;
mod projects;
mod reading;
mod remote;
mod remote_tools;
mod runners;
mod scripts;
mod services;
mod shells;
mod sync;
mod toolchains;
mod unknown;
pub(super) mod variables;
mod vcs;
mod windows;
mod wrappers;
mod zsh;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub(crate) use aliases::{same_subcommand, spellings};
pub(super) use powershell::{assign_item, member_name, method_of};
pub(super) use project_files::run_script;
pub(super) use remote_tools::{by_verb, judge_sql, run_wrapped_elsewhere};
pub(super) use unknown::guess;

use super::arg::Arg;
use super::program::{Builtin, Known, Program};
use super::words::{Words, words};
use crate::dialect::Dialect;

/// Programs that mean the same in every shell.
static COMMON: Families = &[
    environment::PROGRAMS,
    reading::PROGRAMS,
    filters::PROGRAMS,
    accounts::PROGRAMS,
    archives::PROGRAMS,
    belay::PROGRAMS,
    builds::PROGRAMS,
    wrappers::PROGRAMS,
    disks::PROGRAMS,
    editors::PROGRAMS,
    files::PROGRAMS,
    find::PROGRAMS,
    git::PROGRAMS,
    interpreters::PROGRAMS,
    little_languages::PROGRAMS,
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
    toolchains::PROGRAMS,
    vcs::PROGRAMS,
];

/// Builtins of posix shells.
static POSIX: Shells = &[builtins::BUILTINS, wrappers::BUILTINS];

/// What only zsh has.
static ZSH: Shells = &[builtins::BUILTINS, wrappers::BUILTINS, zsh::BUILTINS];

type Families = &'static [&'static [Program]];

type Shells = &'static [&'static [Builtin]];

type Index = FxHashMap<&'static str, Known>;

// One index for each kind of shell, so that a name is looked up once. A later list wins: a family of
// its own over the breadth of tools, and a shell's builtins over everything.
static ANYWHERE_INDEX: LazyLock<Index> =
    LazyLock::new(|| index(&[windows::FAMILIES, remote_tools::FAMILIES, COMMON], &[]));
static POSIX_INDEX: LazyLock<Index> =
    LazyLock::new(|| index(&[windows::FAMILIES, remote_tools::FAMILIES, COMMON], POSIX));
static ZSH_INDEX: LazyLock<Index> =
    LazyLock::new(|| index(&[windows::FAMILIES, remote_tools::FAMILIES, COMMON], ZSH));
static CMD_INDEX: LazyLock<Index> = LazyLock::new(|| index(&[cmd::FAMILIES], &[]));
static NATIVE_INDEX: LazyLock<Index> = LazyLock::new(|| index(&[windows::NATIVE], &[]));
static POWERSHELL_INDEX: LazyLock<Index> = LazyLock::new(|| index(&[powershell::FAMILIES], &[]));

/// The programs of some lists and a shell's builtins by their names; a later list counts more.
fn index(lists: &[Families], shell: Shells) -> Index {
    let mut index = Index::default();
    let programs = lists.iter().copied().flatten().copied().flatten();
    let builtins = shell.iter().copied().flatten().map(|builtin| &builtin.0);
    for program in programs.chain(builtins) {
        for name in program.names {
            index.insert(name, Known::new(program));
        }
    }
    #[cfg(tenfold)]
    tenfold(&mut index);
    index
}

/// Every program again under nine more names, to measure what the size of the catalogue costs.
#[cfg(tenfold)]
fn tenfold(index: &mut Index) {
    let known: Vec<_> = index.iter().map(|(name, known)| (*name, known.program)).collect();
    for (name, program) in known {
        for copy in 1..10 {
            index.insert(format!("{name}-{copy}").leak(), Known::new(program));
        }
    }
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

/// The program that a name means which is unknown as it is written: with a version behind it
/// (`python3.13`), or in capitals, which file systems of macOS and Windows take no notice of.
#[must_use]
pub(super) fn find_otherwise(
    dialect: Dialect,
    name: &str,
) -> Option<(&'static Known, &'static str)> {
    let named = |plain: &str| {
        let known = find(dialect, plain)?;
        let name = known.program.names.iter().find(|known| **known == plain)?;
        Some((known, *name))
    };
    if name.bytes().any(|byte| byte.is_ascii_digit()) {
        let plain = name.trim_end_matches("-dbg").trim_end_matches('t');
        let plain = plain.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-'));
        if VERSIONED.has(plain) {
            return named(plain);
        }
    }
    let capital = name.bytes().any(|byte| byte.is_ascii_uppercase());
    if capital { named(&name.to_ascii_lowercase()) } else { None }
}

/// Programs that are installed under names with their version.
const VERSIONED: Words = words(
    "python pypy ruby perl php lua luajit node nodejs tclsh wish guile erl irb pip gem bash zsh ksh \
     vim nvim emacs gcc g++ clang clang++ gawk awk sqlite java julia racket ocaml ghc postgres psql \
     make cmake go gofmt rustc cargo npm npx php-cgi ipython jupyter tcl expect deno bun",
);

/// The program a name means where it is surely a file of Windows (`sort.exe`).
#[must_use]
pub(super) fn find_file(name: &str) -> Option<&'static Known> {
    NATIVE_INDEX.get(name).or_else(|| ANYWHERE_INDEX.get(name))
}

/// The program a name means to everyone but Windows.
#[must_use]
pub(super) fn find_gnu(name: &str) -> Option<&'static Known> {
    ANYWHERE_INDEX.get(name)
}

/// Whether a member of .NET is known by that name.
#[must_use]
pub(super) fn knows_member(name: &str) -> bool {
    let (kind, member) = name.trim_start_matches('[').split_once("]::").unwrap_or((name, ""));
    POWERSHELL_INDEX.contains_key(name) || powershell::is_harmless(kind, member)
}

/// Whether cmd runs a name itself.
#[must_use]
pub(super) fn is_part_of_cmd(name: &str) -> bool {
    CMD_INDEX.contains_key(name)
}

/// Whether a name that Windows has a program for means the GNU tool here: it lies in a folder of
/// Git, or its words make sense to that one only.
#[must_use]
pub(super) fn is_gnu_tool(written: &str, name: &str, args: &[Arg<'_>]) -> bool {
    let is_path = written.len() > name.len() && written.contains(['/', '\\']);
    if !is_path && !matches!(name, "find" | "sort" | "tree" | "timeout" | "convert") {
        return false;
    }
    if !NATIVE_INDEX.contains_key(name) || !ANYWHERE_INDEX.contains_key(name) {
        return false;
    }
    let folder =
        written.rsplit_once(['/', '\\']).map_or("", |(folder, _)| folder).to_ascii_lowercase();
    if ["git", "msys", "cygwin", "mingw", "usr/bin", "usr\\bin", "gnuwin", "busybox"]
        .iter()
        .any(|part| folder.contains(part))
    {
        return true;
    }
    let dashed = args.iter().any(|arg| arg.text.len() > 1 && arg.text.starts_with('-'));
    match name {
        "find" | "sort" | "tree" => dashed,
        // The one of Windows takes a number and switches, the other a command.
        "timeout" => args.iter().filter(|arg| !arg.text.starts_with(['/', '-'])).count() > 1,
        // The one of Windows takes a drive.
        "convert" => !args.iter().any(|arg| arg.text.ends_with(':')),
        _ => false,
    }
}

fn find_powershell(name: &str) -> Option<&'static Known> {
    if name.starts_with('[') {
        return Some(POWERSHELL_INDEX.get(name).unwrap_or_else(|| powershell::other_member()));
    }
    POWERSHELL_INDEX.get(name).or_else(|| find_file(name)).or_else(|| powershell::by_verb(name))
}

/// The name in full of what an alias of PowerShell stands for (`ri`, `remove-item`). In its
/// tables an alias stands behind the command it is short for.
#[must_use]
pub(crate) fn full_name(dialect: Dialect, name: &str) -> Option<&'static str> {
    if dialect != Dialect::PowerShell || name.contains('-') {
        return None;
    }
    let names = POWERSHELL_INDEX.get(name)?.program.names;
    let at = names.iter().position(|known| *known == name)?;
    names.iter().take(at).rev().find(|known| known.contains('-')).copied()
}

/// Whether a name among an unknown program's words is worth being read as a command.
#[must_use]
pub(crate) fn worth_a_search(name: &str) -> bool {
    // Asked about every word of an unknown program, so the patterns stay: they are faster.
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

/// Whether a name is that of a shell of Windows.
#[must_use]
pub(crate) fn is_windows_shell(name: &str) -> bool {
    ["cmd", "cmd.exe", "powershell", "powershell.exe", "pwsh", "pwsh.exe"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether what follows a name is only text to be printed or searched for.
#[must_use]
pub(crate) fn only_prints(name: &str) -> bool {
    matches!(name, "echo" | "printf" | "grep" | "rg" | "say" | "log" | "print")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every list of programs.
    const LISTS: &[Families] = &[
        windows::FAMILIES,
        remote_tools::FAMILIES,
        COMMON,
        cmd::FAMILIES,
        windows::NATIVE,
        powershell::FAMILIES,
    ];

    /// Within one list a name must mean one program, or the order of lines would decide.
    #[test]
    fn a_name_means_one_program() {
        let everywhere = [COMMON, remote_tools::FAMILIES, windows::FAMILIES].concat();
        let lists = [everywhere.as_slice(), cmd::FAMILIES, windows::NATIVE, powershell::FAMILIES];
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
        for shell in [POSIX, &[zsh::BUILTINS]] {
            let mut seen = BTreeMap::new();
            for builtin in shell.iter().flat_map(|family| family.iter()) {
                for name in builtin.0.names {
                    if seen.insert(*name, ()).is_some() {
                        twice.push(*name);
                    }
                }
            }
        }
        assert!(twice.is_empty(), "known twice: {twice:?}");
    }

    /// Every builtin of bash says what it does to the shell, those aside that only exist beside a
    /// program of the same name and work.
    #[test]
    fn every_builtin_says_what_it_changes() {
        let builtins = ". : [ alias bg bind break builtin caller cd command compgen complete \
            compopt continue declare dirs disown echo enable eval exec exit export false fc fg \
            getopts hash help history jobs let local logout mapfile popd printf pushd read \
            readarray readonly return set shift shopt source suspend test times trap true type \
            typeset ulimit umask unalias unset wait";
        for name in builtins.split_ascii_whitespace() {
            let known = find(Dialect::Bash, name).map(|known| known.program.state);
            assert!(matches!(known, Some(Some(_))), "{name} is no builtin here");
        }
    }

    /// What a letter or name means must not depend on the order of entries.
    #[test]
    fn no_spelling_means_two_options() {
        for program in LISTS.iter().copied().flatten().copied().flatten() {
            let subs = program.subs.iter().map(|sub| sub.options);
            for options in subs.chain([program.options]) {
                let mut seen = BTreeMap::new();
                for entry in options.model.split_ascii_whitespace() {
                    let (_, option) = entry.rsplit_once('|').unwrap_or(("", entry));
                    for spelling in entry.trim_end_matches(['=', '?']).split('|') {
                        let other = seen.insert(spelling, option).unwrap_or(option);
                        assert_eq!(other, option, "{spelling:?} of {:?}", program.names);
                    }
                }
            }
        }
    }
}
