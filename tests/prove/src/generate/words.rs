//! Steps that look at a command's words. They take plain commands only: words and blanks.

use rand::RngExt as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;

use super::spelling::{quoted, respelled};
use super::templates::{NAMES, PROGRAM, REDIRECTION, WORD, WRITING_FLAG};

/// The words of a plain command. Those that the shell would replace or join are left to others.
fn words(text: &str) -> Option<Vec<&str>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./,:+=@~*?% ".contains(c);
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let first = words.first()?;
    let fits = text.chars().all(plain) && !first.contains(['=', '~', '*', '?']);
    (fits && !KEYWORDS.contains(first)).then_some(words)
}

const KEYWORDS: &[&str] = &["if", "for", "while", "until", "case", "select", "time", "function"];

/// One word gets where it stands by another way.
pub(super) fn flows(text: &str, lots: &mut StdRng) -> Option<String> {
    let words = words(text)?;
    let at = lots.random_range(0..words.len());
    let word = *words.get(at)?;
    if word.contains(['~', '*', '?']) {
        return None;
    }
    let template = WORD.choose(lots)?;
    let (start, rest) = template.split_once("@«")?;
    let (replacement, end) = rest.split_once('»')?;
    let replaced = |hole: &str| {
        let hole = fill_word(hole, word);
        let others = words.iter().enumerate();
        let words: Vec<&str> =
            others.map(|(number, word)| if number == at { &hole } else { *word }).collect();
        words.join(" ")
    };
    Some(format!("{}{}{}", fill_word(start, word), replaced(replacement), fill_word(end, word)))
}

/// `%` becomes the word, unless it is the shell's own.
fn fill_word(template: &str, word: &str) -> String {
    let word = quoted(word);
    let own = template.replace("%s", "\u{1}").replace("%q", "\u{2}").replace("v%x", "\u{3}");
    own.replace('%', &word).replace('\u{1}', "%s").replace('\u{2}', "%q").replace('\u{3}', "v%x")
}

/// The program is run by another way.
pub(super) fn runs_otherwise(text: &str, lots: &mut StdRng) -> Option<String> {
    let words = words(text)?;
    let (program, arguments) = words.split_first()?;
    let template = PROGRAM.choose(lots)?;
    let between = if template.contains("{%,@}") { "," } else { " " };
    let arguments = arguments.join(between);
    let own = template.replace("%s", "\u{1}").replace("$@", "\u{2}").replace("[@]", "\u{3}");
    let filled = own.replace('%', program).replace('@', &arguments);
    Some(filled.replace('\u{1}', "%s").replace('\u{2}', "$@").replace('\u{3}', "[@]"))
}

/// A word is spelled otherwise.
pub(super) fn quoted_otherwise(text: &str, lots: &mut StdRng) -> Option<String> {
    let words = words(text)?;
    let at = lots.random_range(0..words.len());
    let word = *words.get(at)?;
    if word.contains(['~', '*', '?']) {
        return None;
    }
    let spelled = respelled(word, lots);
    Some(with(&words, at, &spelled))
}

/// Flags are taken apart, moved, written long or added.
pub(super) fn flags_otherwise(text: &str, lots: &mut StdRng) -> Option<String> {
    let words = words(text)?;
    let flags: Vec<usize> = (1..words.len())
        .filter(|at| words.get(*at).is_some_and(|word| word.len() > 1 && word.starts_with('-')))
        .collect();
    let name = *NAMES.choose(lots)?;
    match lots.random_range(0..5) {
        0 => {
            let at = *flags.choose(lots)?;
            let word = *words.get(at)?;
            let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
            let apart: Vec<String> = letters.chars().map(|letter| format!("-{letter}")).collect();
            Some(with(&words, at, &apart.join(" ")))
        }
        1 => {
            let at = *flags.choose(lots)?;
            let flag = *words.get(at)?;
            let mut others: Vec<&str> = with_nothing(&words, at);
            others.push(flag);
            Some(others.join(" "))
        }
        2 => {
            let at = *flags.choose(lots)?;
            let long = LONG.iter().find(|(short, _)| Some(short) == words.get(at))?.1;
            let cut = lots.random_range(4..=long.len());
            Some(with(&words, at, long.get(..cut)?))
        }
        _ => {
            let flag = WRITING_FLAG.choose(lots)?.replace('%', name);
            let at = lots.random_range(1..=words.len());
            let mut words = words;
            words.insert(at, &flag);
            Some(words.join(" "))
        }
    }
}

const LONG: &[(&str, &str)] = &[
    ("-r", "--recursive"),
    ("-R", "--recursive"),
    ("-f", "--force"),
    ("-i", "--in-place"),
    ("-o", "--output"),
    ("-a", "--all"),
    ("-n", "--dry-run"),
    ("-p", "--parents"),
    ("-v", "--verbose"),
    ("-d", "--delete"),
    ("-q", "--quiet"),
    ("-t", "--target-directory"),
];

/// An operand is replaced by a file that there is, or one is added.
pub(super) fn aimed_otherwise(text: &str, lots: &mut StdRng) -> Option<String> {
    let words = words(text)?;
    let name = *NAMES.choose(lots)?;
    let operands: Vec<usize> = (1..words.len())
        .filter(|at| words.get(*at).is_some_and(|word| !word.starts_with('-')))
        .collect();
    match operands.choose(lots) {
        Some(at) if lots.random_range(0..4) > 0 => Some(with(&words, *at, name)),
        _ => Some(format!("{text} {name}")),
    }
}

/// Its output goes somewhere, or its input comes from there.
pub(super) fn redirected(text: &str, lots: &mut StdRng) -> Option<String> {
    if text.contains("<<") || text.contains('#') {
        return None;
    }
    let redirection = REDIRECTION.choose(lots)?.replace('%', NAMES.choose(lots)?);
    let words = words(text);
    match words {
        Some(words) if lots.random_range(0..3) == 0 && !redirection.starts_with('|') => {
            let at = lots.random_range(0..words.len());
            let mut words = words;
            words.insert(at, &redirection);
            Some(words.join(" "))
        }
        _ => Some(format!("{text} {redirection}")),
    }
}

fn with(words: &[&str], at: usize, replacement: &str) -> String {
    let numbered = words.iter().enumerate();
    let words: Vec<&str> =
        numbered.map(|(number, word)| if number == at { replacement } else { *word }).collect();
    words.join(" ")
}

fn with_nothing<'t>(words: &[&'t str], at: usize) -> Vec<&'t str> {
    let numbered = words.iter().enumerate();
    numbered.filter(|(number, _)| *number != at).map(|(_, word)| *word).collect()
}
