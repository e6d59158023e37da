//! Programs and flags that nobody knows, as far as their names give them away.

use super::interpreters::{may_change_anything, only_prints};
use super::worth_a_search;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::program::Program;
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};

/// Flags that take the name of a file which is written, whatever the program.
const WRITES: Words = words(
    "\
    o of out femit-bin output outfile out-file outputfile output-file output-path out-path outputlog output-log \
    log-file logfile log-path report-file report-filename dump-file save-as save-to save-file \
    save-session export-file export-json export-csv export-markdown export-marks \
    coverprofile cpuprofile memprofile blockprofile mutexprofile trace-file trace-redirect graphviz \
    keylogfile keylog-file metadata-file iidfile cidfile results-file history-file index-file \
    snapshot-blob test-reporter-destination screenshot print-to-pdf choosefile Map fo",
);

/// Flags that take the name of a folder which is written into.
const WRITES_BELOW: Words = words(
    "outdir out-dir output-dir output-directory outputdir results-directory pack-destination \
     cpu-prof-dir diagnostic-dir extract-media",
);

/// Flags that take a command line.
const RUNS: Words = words(
    "c exec execute run command cmd shell-command preview editor editor-cmd pager wrapper prepipe \
     prepipex pipe browser hook toolexec exec-batch eval-command post-renderer",
);

/// Flags that take code in some language.
const EVALUATES: Words = words("e eval expr code c batch-string query-goal");

/// A program of an unknown name whose first word takes something away probably does. A script of
/// the project has a path and is left alone.
pub(in crate::facts) fn guess<'a>(walker: &mut Walker<'a>, call: &Call<'a>, written: &str) {
    let folder = written.strip_suffix(call.name).unwrap_or_default();
    let installed = folder.is_empty() || folder.ends_with("bin/");
    if !installed || call.has_any(words!("help h dry-run n version")) {
        return;
    }
    let mut words = call.words.iter().filter_map(Arg::literal);
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if first == "help" {
        return;
    }
    let deletes = |word: &str| {
        words!(
            "rm rmdir remove delete del destroy purge wipe erase drop uninstall unpublish obliterate"
        )
        .has(word)
            || words!("delete- remove- erase_ erase-").any_starts(word)
    };
    // `launcher exec 'code'`, `tool eval 'code'`: one word holds all of it.
    if let ["exec" | "run" | "shell" | "eval" | "spawn", code] = [first, second] {
        let arg = call.words.iter().find(|arg| arg.is(code));
        if let Some(arg) = arg.filter(|_| code.contains(' ') && mentions_command(code)) {
            walker.runs_shell(arg);
        } else if first == "eval" && code.contains(['(', '"']) && !only_prints(code) {
            may_change_anything(walker, call.at);
        }
    }
    let flag = call.flags.iter().any(|flag| {
        words!(
            "delete-vm delete-all remove-all destroy purge-all wipe-all force-delete factory-reset"
        )
        .has(flag.name)
    });
    // The second word is a verb behind a noun: `pio account destroy`.
    let noun = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_lowercase());
    let found = if deletes(first) && !second.is_empty()
        || noun && words!("delete destroy purge remove wipe").has(second)
        || flag
    {
        Kind::Deletes
    } else if words!("shutdown poweroff reboot write_flash erase_flash factory-reset").has(first) {
        Kind::Overwrites
    } else {
        return;
    };
    walker.add(found, Domain::Files, Place::Unknown, Traits::POSSIBLE, call.at);
}

/// Flags that no model lists, of a known program or of one that nobody knows (`None`): where the
/// name says that a file is written or a command is run, that is what counts.
pub(in crate::facts) fn guess_flags<'a>(
    walker: &mut Walker<'a>,
    call: &Call<'a>,
    found: Option<&Program>,
) {
    let windows = walker.dialect().ignores_case();
    for (index, arg) in call.args.iter().enumerate() {
        let text = arg.text;
        let slashed = windows && found.is_none() && text.starts_with('/');
        if text == "--" {
            return;
        }
        let unlisted =
            || call.flags.iter().any(|flag| flag.meaning.is_none() && std::ptr::eq(flag.arg, arg));
        if !(slashed || text.starts_with('-') && unlisted()) {
            continue;
        }
        let dashes = text.len() - text.trim_start_matches(['-', '/']).len();
        let written = text.get(dashes..).unwrap_or_default();
        let (name, glued) = match written.split_once(if slashed { &[':'][..] } else { &['=', ':'] })
        {
            Some((name, _)) => (name, Some(arg.skip(dashes + name.len() + 1))),
            // `-okeep.txt`
            None if dashes == 1 && written.len() > 2 && written.starts_with('o') => {
                ("o", Some(arg.skip(2)).filter(|value| !WRITES.has(written) && names_file(value)))
            }
            None => (written, None),
        };
        let next = || call.args.get(index + 1).filter(|next| !next.text.starts_with('-')).copied();
        let Some(value) = glued.or_else(next) else { continue };
        follow(walker, name, &value, found.is_none());
    }
}

/// What a flag of that name does with its value.
fn follow<'a>(walker: &mut Walker<'a>, name: &str, value: &Arg<'a>, unknown: bool) {
    if WRITES.has(name) && names_file(value) || WRITES_BELOW.has(name) && value.known().is_some() {
        walker.builds(value);
    }
    let takes_command = RUNS.has(name)
        || name.starts_with("on-")
        || name.ends_with("-command")
        || name.ends_with("-cmd")
        || name.ends_with("-hook");
    let Some(code) = value.literal() else { return };
    if takes_command && mentions_command(code) {
        walker.runs_shell(value);
    } else if unknown && EVALUATES.has(name) && code.contains(['(', '"']) && !only_prints(code) {
        may_change_anything(walker, value.at);
    }
}

/// Whether a value is the name of a file and nothing else: no format (`-o json`), no address.
fn names_file(value: &Arg<'_>) -> bool {
    let text = value.text;
    let ending = text.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
    let has_ending = ending.is_some_and(|(_, ending)| {
        (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    value.known().is_some()
        && (has_ending || text.contains('/') || value.tilde)
        && !text.contains("://")
        && !text.contains(['=', ',', ' ', '{', '%', '*', '('])
}

/// Whether a text holds the name of a command that is worth being followed.
fn mentions_command(code: &str) -> bool {
    let mut words = code.split(|c: char| c.is_whitespace() || matches!(c, ';' | '|' | '&' | '('));
    words.any(|word| worth_a_search(word.rsplit('/').next().unwrap_or(word)))
}
