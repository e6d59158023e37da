//! The commands the laws are tried on, and how a broken law is told.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use bumpalo::Bump;
use policy_core::internals::tree::{Command, Node, Piece, Script, Word};
use policy_core::internals::{Reading, read};
use policy_core::shell::{Dialect, Platform, detect};
use policy_core::verdict::Risk;
use policy_core::{Action, Policy, Surroundings, Verdict, judge};
use serde::Deserialize;

/// One row of the corpus.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) shell: Dialect,
    pub(crate) command: String,
    pub(crate) surroundings: Surroundings,
    /// Whether the text is whole: nothing is open at its end and nothing stands where none can.
    pub(crate) sound: bool,
    /// Whether what it leaves behind may change the meaning of a command that follows.
    pub(crate) stateless: bool,
}

#[derive(Debug, Deserialize)]
struct Line {
    command: String,
    #[serde(flatten)]
    surroundings: Surroundings,
}

/// Every row of the corpus.
pub(crate) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for shell in entries(&cases().join("corpus")).into_iter().filter(|path| path.is_dir()) {
        let name = shell.file_name().unwrap().to_str().unwrap();
        let dialect = detect(name, Platform::Unix);
        for file in entries(&shell) {
            for line in fs::read_to_string(file).unwrap().lines().filter(|line| !line.is_empty()) {
                let Line { command, surroundings } = serde_json::from_str(line).unwrap();
                let (sound, stateless) = examine(&command, dialect);
                rows.push(Row { shell: dialect, command, surroundings, sound, stateless });
            }
        }
    }
    assert!(rows.len() > 5_000, "the corpus is not where it should be");
    rows
});

/// The rows of one shell that can be put inside another text without changing what they say.
pub(crate) fn sound(shell: Dialect) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.shell == shell && row.sound)
}

pub(crate) static DEFAULTS: LazyLock<Policy> = LazyLock::new(Policy::defaults);

/// Judges by the built-in settings.
pub(crate) fn verdict(command: &str, shell: Dialect, surroundings: &Surroundings) -> Verdict {
    judge(&Action::Run { command, shell }, &DEFAULTS, surroundings)
}

/// How bad a verdict is, as laws compare it: what cannot be read counts as dangerous.
pub(crate) fn weight(verdict: &Verdict) -> Risk {
    if verdict.unverified { verdict.risk.max(Risk::High) } else { verdict.risk }
}

/// The folder of the cases.
pub(crate) fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Rows that rightly stand outside a law: law → command → reason.
static EXCEPTIONS: LazyLock<BTreeMap<String, BTreeMap<String, String>>> = LazyLock::new(|| {
    let text = fs::read_to_string(cases().join("laws/exceptions.json")).unwrap();
    serde_json::from_str(&text).unwrap()
});

/// Gathers what breaks a law, so that one run shows everything.
#[derive(Debug)]
pub(crate) struct Law {
    name: &'static str,
    tried: usize,
    excepted: usize,
    broken: Vec<String>,
}

impl Law {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, tried: 0, excepted: 0, broken: Vec::new() }
    }

    /// Notes one trial of the law on `command`.
    pub(crate) fn holds(&mut self, command: &str, held: bool, tell: impl FnOnce() -> String) {
        self.tried += 1;
        if held {
            return;
        }
        let excepted = EXCEPTIONS.get(self.name).is_some_and(|list| list.contains_key(command));
        if excepted {
            self.excepted += 1;
        } else {
            self.broken.push(tell());
        }
    }

    /// The wrapped or rewritten text must weigh at least as much.
    pub(crate) fn not_lighter(
        &mut self,
        command: &str,
        before: &Verdict,
        after: &Verdict,
        text: &str,
    ) {
        self.holds(command, weight(after) >= weight(before), || {
            format!(
                "{} but only {}: {command:?} became {text:?}",
                weight(before).name(),
                weight(after).name()
            )
        });
    }

    /// Tells how often the law was tried, and what broke it.
    pub(crate) fn settle(self) {
        let Self { name, tried, excepted, broken } = self;
        println!("{name}: {tried} trials, {excepted} exceptions");
        assert!(tried > 0, "{name}: tried on nothing");
        let shown = broken.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
        assert!(broken.is_empty(), "{name}: {} of {tried} break it:\n{shown}", broken.len());
    }
}

/// Reads a text and looks at the tree.
pub(crate) fn with_tree<T>(
    text: &str,
    dialect: Dialect,
    look: impl FnOnce(&Script<'_>, &Reading<'_>) -> T,
) -> T {
    let arena = Bump::new();
    let (script, reading) = read(&arena, text, dialect);
    look(&script, &reading)
}

/// The text's only command, where it is a single simple one with a plain name.
pub(crate) fn simple<T>(
    text: &str,
    dialect: Dialect,
    look: impl FnOnce(&str, &Command<'_>) -> T,
) -> Option<T> {
    with_tree(text, dialect, |script, reading| {
        let [item] = script.items else { return None };
        let Node::Command(command) = item.node else { return None };
        let name = command.words.first().and_then(Word::plain)?;
        let plain = reading.problems.is_empty()
            && !item.background
            && command.assignments.is_empty()
            && command.span.len() == text.trim().len();
        (plain && !name.is_empty()).then(|| look(name, command))
    })
}

/// Builtins that no program of the same name stands in for.
pub(crate) fn is_builtin(name: &str) -> bool {
    const NAMES: &str = "\
        . : alias autoload bg bind break builtin cd command compgen complete continue \
        coproc declare dirs disown emulate enable eval exec exit export fc fg float \
        foreach function getopts hash help history integer jobs let local logout mapfile \
        nocorrect noglob popd print pushd read readarray readonly rehash repeat return \
        set setopt shift shopt source suspend time times trap type typeset ulimit umask \
        unalias unfunction unset unsetopt vared wait whence where zcompile zf_rm \
        zf_rmdir zf_mv zf_ln zle zmodload zsystem zstyle - ! [[ (( { }";
    NAMES.split(' ').any(|each| each == name)
}

/// Names whose work outlives them in the shell: directory, variables, functions, aliases.
fn leaves_state(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    is_builtin(&name)
        || matches!(
            name.as_str(),
            "chdir"
                | "setlocal"
                | "endlocal"
                | "setx"
                | "path"
                | "call"
                | "goto"
                | "doskey"
                | "iex"
                | "invoke-expression"
                | "mktemp"
                | "curl"
                | "wget"
                | "printf"
                | "getopt"
                | "cmd"
                | "for"
                | "if"
                | "rem"
                | "echo"
                | "title"
                | "prompt"
                | "sudo"
                | "env"
                | "git"
        )
        || ["set-", "new-", "push-", "pop-", "import-", "invoke-webrequest", "add-", "clear-"]
            .iter()
            .any(|start| name.starts_with(start))
        || matches!(
            name.as_str(),
            "sl" | "sal" | "nal" | "sv" | "nv" | "si" | "ni" | "ipmo" | "iwr"
        )
}

fn examine(text: &str, dialect: Dialect) -> (bool, bool) {
    with_tree(text, dialect, |script, reading| {
        (reading.problems.is_empty(), reading.problems.is_empty() && is_stateless(script))
    })
}

/// Whether a script only holds simple commands that leave nothing behind in the shell, and write
/// no file that a later command could run.
fn is_stateless(script: &Script<'_>) -> bool {
    script.items.iter().all(|item| match item.node {
        Node::Command(command) => {
            let name = command.words.first().and_then(Word::plain);
            name.is_some_and(|name| !leaves_state(name))
                && command.assignments.is_empty()
                && command.redirections.is_empty()
                && command.words.iter().all(is_still)
        }
        Node::Expression(words) => words.iter().all(is_still),
        _ => false,
    })
}

/// Whether expanding a word sets nothing (`${x:=y}`, `$((x++))`).
fn is_still(word: &Word<'_>) -> bool {
    word.pieces.iter().all(|piece| {
        matches!(piece, Piece::Text { .. } | Piece::Glob { .. } | Piece::Tilde { .. })
            || matches!(piece, Piece::Parameter(parameter) if parameter.words.is_empty())
    })
}
