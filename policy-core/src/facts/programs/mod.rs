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
mod toolchains;
mod tools;
pub(super) mod variables;
mod vcs;
mod windows;
mod zsh;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub(super) use powershell::method_of;
pub(super) use tools::{by_verb, carry_elsewhere, judge_sql};

use super::packed::{Lists, Packed, Tables, pack};
use super::program::{Known, Observer, Program};
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
    toolchains::PROGRAMS,
    vcs::PROGRAMS,
];

/// Builtins of posix shells.
static POSIX: &[&[Program]] = &[builtins::PROGRAMS];

/// What only zsh has.
static ZSH: &[&[Program]] = &[zsh::PROGRAMS];

/// Every list of this house, in the order of [`List`].
static LISTS: &Lists = &[
    windows::FAMILIES,
    tools::FAMILIES,
    COMMON,
    POSIX,
    ZSH,
    cmd::FAMILIES,
    windows::NATIVE,
    powershell::FAMILIES,
];

/// A list's place in [`LISTS`].
#[derive(Clone, Copy)]
enum List {
    Windows,
    Tools,
    Common,
    Posix,
    Zsh,
    Cmd,
    Native,
    PowerShell,
}

// What is left of the lists in the binary.
const PACKED: Packed = pack(LISTS);
static TEXTS: [u8; PACKED.texts.len] = PACKED.texts.cut();
static FLAGS: [u8; PACKED.flags.len] = PACKED.flags.cut();
static ROWS: [u8; PACKED.rows.len] = PACKED.rows.cut();
static CODE: [Observer; PACKED.code.len] = PACKED.code.cut();

static PROGRAMS: LazyLock<Vec<&[Program]>> =
    LazyLock::new(|| Tables { texts: &TEXTS, flags: &FLAGS, rows: &ROWS, code: &CODE }.unpack());

type Index = FxHashMap<&'static str, Known>;

// One index for each kind of shell, so that a name is looked up once. What a name means in any
// shell comes first: what a family of its own says counts more than the breadth of tools, and
// what a shell says counts most.
static ANYWHERE_INDEX: LazyLock<Index> =
    LazyLock::new(|| index(&[List::Windows, List::Tools, List::Common]));
static POSIX_INDEX: LazyLock<Index> =
    LazyLock::new(|| index(&[List::Windows, List::Tools, List::Common, List::Posix]));
static ZSH_INDEX: LazyLock<Index> =
    LazyLock::new(|| index(&[List::Windows, List::Tools, List::Common, List::Posix, List::Zsh]));
static CMD_INDEX: LazyLock<Index> = LazyLock::new(|| index(&[List::Cmd]));
static NATIVE_INDEX: LazyLock<Index> = LazyLock::new(|| index(&[List::Native]));
static POWERSHELL_INDEX: LazyLock<Index> = LazyLock::new(|| index(&[List::PowerShell]));

/// The programs of some lists by their names; a later list counts more.
fn index(lists: &[List]) -> Index {
    let mut index = Index::default();
    for list in lists {
        for program in PROGRAMS.get(*list as usize).copied().unwrap_or_default() {
            for name in program.names {
                index.insert(name, Known::new(program));
            }
        }
    }
    #[cfg(feature = "tenfold")]
    tenfold(&mut index);
    index
}

/// Every program again under nine more names, to measure what the size of the catalogue costs.
#[cfg(feature = "tenfold")]
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

/// Whether what follows a name is only text to be printed or searched for.
#[must_use]
pub fn only_prints(name: &str) -> bool {
    matches!(name, "echo" | "printf" | "grep" | "rg" | "say" | "log" | "print")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::facts::options::Style;
    use crate::facts::program::Act;

    /// What is unpacked is what was written, to the last word and function.
    #[test]
    fn nothing_is_lost_in_packing() {
        assert_eq!(PROGRAMS.len(), LISTS.len());
        for (unpacked, written) in PROGRAMS.iter().zip(LISTS) {
            let written: Vec<_> = written.iter().flat_map(|family| family.iter()).collect();
            assert_eq!(unpacked.len(), written.len());
            for (unpacked, written) in unpacked.iter().zip(written) {
                assert_eq!(format!("{unpacked:?}"), format!("{written:?}"));
            }
        }
    }

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

    /// A switch with one spelling reads the same when it is not listed, unless it could be cut
    /// short or another model of the program gives its letter a meaning. So a row that is no
    /// function lists it only where a deed asks for it.
    #[test]
    fn no_switch_is_listed_that_nobody_asks_for() {
        let mut idle: BTreeMap<(&str, &str), bool> = BTreeMap::new();
        for program in LISTS.iter().copied().flatten().copied().flatten() {
            let subs = program.subs.iter();
            let inner = || subs.clone().map(|sub| (sub.options, vec![sub.act]));
            let acts = subs.clone().map(|sub| sub.act).chain([program.act]).collect();
            let rows: Vec<_> = inner().chain([(program.options, acts)]).collect();
            for (options, acts) in &rows {
                for entry in options.model.split_ascii_whitespace() {
                    let lone = match options.style {
                        Style::Gnu | Style::Leading => entry.len() == 1,
                        Style::Long => !entry.contains(['|', '=']),
                        Style::Slash | Style::PowerShell => false,
                    };
                    let elsewhere = rows.iter().flat_map(|(other, _)| {
                        other.model.split_ascii_whitespace().filter(|twin| *twin != entry)
                    });
                    let shared = elsewhere
                        .flat_map(|twin| twin.trim_end_matches(['=', '?']).split('|'))
                        .any(|spelling| {
                            spelling == entry || entry.len() > 1 && spelling.starts_with(entry)
                        });
                    let bundles = rows.iter().any(|(other, _)| other.style != options.style);
                    let asked = shared || bundles || acts.iter().any(|act| asks_for(*act, entry));
                    if lone {
                        *idle.entry((options.model, entry)).or_insert(true) &= !asked;
                    }
                }
            }
        }
        let idle: Vec<_> = idle.into_iter().filter(|(_, idle)| *idle).map(|(at, _)| at).collect();
        assert!(idle.is_empty(), "nobody asks for these: {idle:#?}");
    }

    fn asks_for(act: Act, switch: &str) -> bool {
        let in_list = |list: &str| list.split_ascii_whitespace().any(|name| name == switch);
        match act {
            Act::Glue | Act::Reads | Act::Runs => matches!(switch, "help" | "?"),
            Act::Does(deeds) => {
                matches!(switch, "help" | "?")
                    || deeds.iter().any(|deed| in_list(deed.only) || in_list(deed.unless))
            }
            Act::Cases(_) | Act::On(..) => {
                let written = format!("{act:?}");
                let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
                written.contains("Code(") || written.split(|c| !is_part(c)).any(|w| w == switch)
            }
            Act::Verb(_) | Act::Code(_) => true,
        }
    }
}
