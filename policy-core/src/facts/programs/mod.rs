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
mod index;
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

pub(crate) use aliases::{same_subcommand, spellings};
pub(super) use powershell::{assign_item, assign_property, member_name, method_of};
pub(super) use project_files::run_script;
pub(super) use remote_tools::{by_verb, judge_sql, run_wrapped_elsewhere};
pub(super) use unknown::{guess, guess_flags};

use super::arg::Arg;
use super::program::{Builtin, Kept, Known, Program};
use super::words::{Words, words};
use crate::dialect::Dialect;
use index::{Index, Key, Lists, slots};

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
static POSIX_BUILTINS: Shells = &[builtins::BUILTINS, wrappers::BUILTINS];

/// What only zsh has.
static ZSH_BUILTINS: Shells = &[zsh::BUILTINS, wrappers::BUILTINS, builtins::BUILTINS];

type Families = &'static [&'static [Program]];

type Shells = &'static [&'static [Builtin]];

/// An index and the place for the models of what is found in it.
macro_rules! indexes {
    ($($name:ident: $slots:literal = $lists:expr;)*) => {$(
        static $name: Index<{ slots($slots) }> = {
            static KEPT: [Kept; slots($slots)] = [const { Kept::new() }; slots($slots)];
            Index::new($lists, &KEPT)
        };
    )*};
}

// A family of its own counts more than the breadth of tools, and a shell's builtins more than
// every program.
indexes! {
    ANYWHERE: 8192 = Lists::Programs(&[COMMON, remote_tools::FAMILIES, windows::FAMILIES]);
    POSIX: 256 = Lists::Builtins(POSIX_BUILTINS);
    ZSH: 512 = Lists::Builtins(ZSH_BUILTINS);
    CMD: 256 = Lists::Programs(&[cmd::FAMILIES]);
    NATIVE: 256 = Lists::Programs(&[windows::NATIVE]);
    POWERSHELL: 2048 = Lists::Programs(&[powershell::FAMILIES]);
}

/// The program a name means to a shell.
#[must_use]
pub(super) fn find(dialect: Dialect, name: &str) -> Option<Known> {
    match dialect {
        Dialect::Bash | Dialect::Sh | Dialect::Fish => of_shell(&POSIX, name),
        Dialect::Zsh => of_shell(&ZSH, name),
        Dialect::PowerShell => find_powershell(name),
        Dialect::Cmd => CMD.get(name).or_else(|| find_file(name)),
    }
}

/// The builtin of a shell, or the program, of that name.
fn of_shell<const SLOTS: usize>(builtins: &Index<SLOTS>, name: &str) -> Option<Known> {
    let key = Key::new(name);
    builtins.find(key).or_else(|| ANYWHERE.find(key))
}

/// The program that a name means which is unknown as it is written: with a version behind it
/// (`python3.13`), or in capitals, which file systems of macOS and Windows take no notice of.
#[must_use]
pub(super) fn find_otherwise(dialect: Dialect, name: &str) -> Option<(Known, &'static str)> {
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
pub(super) fn find_file(name: &str) -> Option<Known> {
    NATIVE.get(name).or_else(|| ANYWHERE.get(name))
}

/// The program a name means to everyone but Windows.
#[must_use]
pub(super) fn find_gnu(name: &str) -> Option<Known> {
    ANYWHERE.get(name)
}

/// Whether a member of .NET is known by that name.
#[must_use]
pub(super) fn knows_member(name: &str) -> bool {
    let (kind, member) = name.trim_start_matches('[').split_once("]::").unwrap_or((name, ""));
    POWERSHELL.get(name).is_some() || powershell::is_harmless(kind, member)
}

/// Whether cmd runs a name itself.
#[must_use]
pub(super) fn is_part_of_cmd(name: &str) -> bool {
    CMD.get(name).is_some()
}

/// Whether a name that Windows has a program for means the GNU tool here: it lies in a folder of
/// Git, or its words make sense to that one only.
#[must_use]
pub(super) fn is_gnu_tool(written: &str, name: &str, args: &[Arg<'_>]) -> bool {
    let is_path = written.len() > name.len() && written.contains(['/', '\\']);
    if !is_path && !matches!(name, "find" | "sort" | "tree" | "timeout" | "convert") {
        return false;
    }
    if NATIVE.get(name).is_none() || ANYWHERE.get(name).is_none() {
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

fn find_powershell(name: &str) -> Option<Known> {
    if name.starts_with('[') {
        return Some(POWERSHELL.get(name).unwrap_or_else(powershell::other_member));
    }
    POWERSHELL.get(name).or_else(|| find_file(name)).or_else(|| powershell::by_verb(name))
}

/// The name in full of what an alias of PowerShell stands for (`ri`, `remove-item`). In its
/// tables an alias stands behind the command it is short for.
#[must_use]
pub(crate) fn full_name(dialect: Dialect, name: &str) -> Option<&'static str> {
    if dialect != Dialect::PowerShell || name.contains('-') {
        return None;
    }
    let names = POWERSHELL.get(name)?.program.names;
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
    static LISTS: &[Families] = &[
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
        for shell in [POSIX_BUILTINS, &[zsh::BUILTINS]] {
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
            assert!(matches!(known, Some(Some(_))), "{name} is not a builtin here");
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
