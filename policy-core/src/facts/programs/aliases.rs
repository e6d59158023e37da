//! Subcommands with several names: whoever forbids `npm install` means `npm i` too.

use crate::facts::words::{Words, words};

/// The names of one subcommand of some programs.
struct Names {
    programs: Words,
    /// The words before the name, if it is not the first.
    position: usize,
    names: Words,
}

const fn first(programs: &'static str, names: &'static str) -> Names {
    Names { programs: words(programs), position: 0, names: words(names) }
}

const fn second(programs: &'static str, names: &'static str) -> Names {
    Names { programs: words(programs), position: 1, names: words(names) }
}

static NAMES: &[Names] = &[
    first("npm cnpm", "install i in ins inst insta instal isnt isnta isntal isntall add"),
    first("pnpm", "install i"),
    first("bun", "install i"),
    first("npm pnpm cnpm yarn bun", "uninstall un unlink remove rm r"),
    first("npm pnpm cnpm", "run run-script rum urn"),
    first("npm pnpm cnpm", "test t tst"),
    first("npm pnpm", "exec x"),
    first("npm pnpm cnpm", "update up upgrade udpate"),
    first("npm cnpm", "ci clean-install ic install-clean isntall-clean"),
    first("npm", "install-test it"),
    first("npm", "dedupe ddp"),
    first("npm", "list ls la ll"),
    first("npm", "view info show v"),
    first("npm", "config c"),
    first("npm", "search s se find"),
    first("cargo", "build b"),
    first("cargo", "check c"),
    first("cargo", "test t"),
    first("cargo", "run r"),
    first("cargo", "doc d"),
    first("cargo", "remove rm"),
    first("brew", "uninstall rm remove"),
    first("brew", "list ls"),
    first("helm", "uninstall un delete del"),
    first("helm", "list ls"),
    first("docker podman nerdctl", "images image"),
    second("docker podman nerdctl", "rm remove"),
    second("docker podman nerdctl", "ls list ps"),
    first("kubectl oc k", "delete del"),
    first("conda mamba", "remove uninstall"),
    first("conda mamba", "update upgrade"),
    first("composer", "remove rm uninstall"),
    first("composer", "require req r"),
    first("composer", "install i"),
    first("composer", "update u upgrade"),
    first("dnf yum", "remove erase rm"),
    first("dnf yum", "install in"),
    first("apk", "del delete"),
    first("zypper", "remove rm"),
    first("zypper", "install in"),
    first("svn", "commit ci"),
    first("svn", "delete del remove rm"),
    first("svn", "checkout co"),
    first("svn", "revert undo"),
    first("hg", "commit ci"),
    first("hg", "update up checkout co"),
    first("jj", "bookmark b"),
    second("jj", "delete d"),
    first("gem", "uninstall un"),
    first("rails", "generate g"),
    first("rails", "destroy d"),
    first("rails", "console c"),
    first("rails", "server s"),
    first("wp", "db database"),
    first("vagrant", "box b"),
    first("pulumi", "destroy down dn"),
    first("pulumi", "up update"),
    first("heroku", "destroy apps:destroy"),
    first("heroku", "run run:inside"),
];

fn names_of(program: &str, position: usize, word: &str) -> impl Iterator<Item = Words> {
    let fits = move |row: &&Names| {
        row.position == position && row.programs.has(program) && row.names.has(word)
    };
    NAMES.iter().filter(fits).map(|row| row.names).collect::<Vec<_>>().into_iter()
}

/// Every name of the subcommand that a first word chooses.
#[must_use]
pub(crate) fn spellings(program: &str, word: &str) -> Vec<&'static str> {
    names_of(program, 0, word).flat_map(Words::iter).collect()
}

/// Whether two words at a place choose the same subcommand of a program.
#[must_use]
pub(crate) fn same_subcommand(program: &str, position: usize, one: &str, other: &str) -> bool {
    names_of(program, position, one).any(|names| names.has(other))
}
