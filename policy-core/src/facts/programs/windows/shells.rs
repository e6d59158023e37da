//! The shells of Windows as programs, and those who start commands for others.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::programs::powershell::{decoded_script, split_words};
use crate::facts::walker::{Scoping, Walker};

/// The words are sorted by hand.
const PLAIN: Options = Options::leading("");

pub(super) static PROGRAMS: &[Program] = &[
    program(&["cmd"], PLAIN, Behavior::Code(cmd)),
    program(&["powershell", "pwsh", "powershell_ise"], PLAIN, Behavior::Code(powershell)),
    program(&["wsl"], PLAIN, Behavior::Code(wsl)),
    program(&["runas"], PLAIN, Behavior::Code(runas)),
    program(&["psexec", "psexec64", "paexec"], PLAIN, Behavior::Code(psexec)),
    program(&["conhost"], PLAIN, Behavior::Code(conhost)),
];

/// What a word of switches before the command tells `cmd.exe`.
enum Switches {
    /// What follows this many bytes is the command.
    Command(usize),
    Help,
    Others,
}

/// Reads every switch of a word: `/d/s/c`, `/v:on/c`, `/cdel`.
fn switches(word: &str) -> Switches {
    let mut bytes = word.bytes().enumerate().peekable();
    while let Some((_, byte)) = bytes.next() {
        // Git Bash wants the slash doubled.
        if byte != b'/' || bytes.peek().is_some_and(|(_, next)| *next == b'/') {
            continue;
        }
        match bytes.peek() {
            Some((at, b'c' | b'C' | b'k' | b'K' | b'r' | b'R')) => {
                return Switches::Command(at + 1);
            }
            Some((_, b'?')) => return Switches::Help,
            _ => {}
        }
    }
    Switches::Others
}

/// `cmd /c rest`: the rest of the line is the command, with its outer quotes taken off.
fn cmd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut rest = call.args;
    while let Some((first, behind)) =
        rest.split_first().filter(|(first, _)| first.text.starts_with('/'))
    {
        match switches(first.text) {
            Switches::Command(at) => {
                walker.mark_wrapper();
                let glued = first.skip(at);
                let mut words = bumpalo::collections::Vec::new_in(walker.arena);
                if !glued.text.is_empty() || !matches!(glued.knowledge, Knowledge::Whole) {
                    words.push(glued);
                }
                words.extend_from_slice(behind);
                let output = run_line(walker, &words, Dialect::Cmd, call);
                return walker.writes(output);
            }
            Switches::Help => return,
            Switches::Others if !matches!(first.knowledge, Knowledge::Whole) => {
                walker.mark_changing();
                return walker.runs_unknown(first.at);
            }
            Switches::Others => rest = behind,
        }
    }
    // Without `/c` it reads what flows in.
    walker.mark_changing();
    let input = walker.input();
    walker.run_stream(input, Dialect::Cmd, Scoping::Own, call.at);
}

/// Runs words as one line of another shell.
fn run_line<'a>(
    walker: &mut Walker<'a>,
    words: &[Arg<'a>],
    dialect: Dialect,
    call: &Call<'a>,
) -> Stream<'a> {
    if let [only] = words {
        if matches!(only.knowledge, Knowledge::Start) && only.text.is_empty() {
            return walker.run_stream(Stream::Unknown, dialect, Scoping::Own, only.at);
        }
        if !matches!(only.knowledge, Knowledge::Start) {
            return walker.run_code(only, dialect, Scoping::Own);
        }
    }
    if words.first().is_some_and(|first| matches!(first.knowledge, Knowledge::Download)) {
        return walker.run_stream(Stream::Download, dialect, Scoping::Own, call.at);
    }
    let hole = if dialect == Dialect::Cmd { "%_%" } else { "$_" };
    let mut text = bumpalo::collections::String::new_in(walker.arena);
    let mut exact = true;
    for (index, word) in words.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        // A word that holds blanks or braces came in quotes and keeps them; so does one that holds
        // operators and was written in quotes.
        let quote = if dialect == Dialect::Cmd || word.text.contains('\'') { '"' } else { '\'' };
        let blanks = words.len() > 1
            && index > 0
            && (word.text.contains([' ', '\t', '{'])
                || word.text.contains(['&', '|', '<', '>']) && is_in_quotes(walker, word));
        let quote = (blanks && !word.text.contains(quote)).then_some(quote);
        text.extend(quote);
        text.push_str(word.text);
        if !matches!(word.knowledge, Knowledge::Whole) {
            exact = false;
            text.push_str(hole);
        }
        text.extend(quote);
    }
    if text.is_empty() {
        return Stream::Idle;
    }
    let flow = Flow { text: text.into_bump_str(), at: call.at, written: None, exact };
    walker.run_flow(flow, dialect, Scoping::Own)
}

/// Whether a word is written in quotes.
fn is_in_quotes(walker: &Walker<'_>, word: &Arg<'_>) -> bool {
    let written = walker.reading.sources.slice(word.at);
    word.written.is_some() && written.starts_with('"')
}

/// What a parameter of `powershell.exe` means; any unique beginning of it will do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Command,
    Encoded,
    File,
    Directory,
    /// `-InputFormat` of Windows PowerShell, `-Interactive` of PowerShell 7.
    Input,
    Value,
    Version,
    Help,
    Switch,
}

fn parameter(name: &str) -> Parameter {
    let name = name.to_ascii_lowercase();
    let begins = |full: &str, least: usize| name.len() >= least && full.starts_with(&name);
    if begins("command", 1) || begins("commandwithargs", 8) || name == "cwa" {
        Parameter::Command
    } else if name == "ec" || begins("encodedcommand", 1) {
        Parameter::Encoded
    } else if begins("file", 1) {
        Parameter::File
    } else if begins("version", 1) {
        Parameter::Version
    } else if begins("help", 1) || name == "?" {
        Parameter::Help
    } else if begins("workingdirectory", 2) || name == "wd" {
        Parameter::Directory
    } else if begins("inputformat", 1) {
        Parameter::Input
    } else if begins("executionpolicy", 2)
        || begins("windowstyle", 1)
        || begins("outputformat", 1)
        || begins("psconsolefile", 1)
        || begins("configurationname", 5)
        || begins("configurationfile", 5)
        || begins("settingsfile", 3)
        || begins("custompipename", 2)
        || begins("encodedarguments", 8)
        || matches!(name.as_str(), "ep" | "ex" | "if" | "of")
    {
        Parameter::Value
    } else {
        Parameter::Switch
    }
}

fn powershell<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    powershell_words(walker, call.args, call);
}

fn powershell_words<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>], call: &Call<'a>) {
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        let Some(name) = first.text.strip_prefix(['-', '/', '\u{2013}']).filter(|n| !n.is_empty())
        else {
            break;
        };
        match parameter(name.trim_start_matches('-')) {
            Parameter::Command => return command(walker, behind, call),
            Parameter::Encoded => return encoded(walker, behind.first(), call),
            Parameter::File => {
                walker.mark_changing();
                return script(walker, behind.first(), call);
            }
            Parameter::Help => return,
            // Windows PowerShell takes a number, PowerShell 7 reports its own.
            Parameter::Version => {
                let number = |arg: &Arg<'_>| arg.text.starts_with(|c: char| c.is_ascii_digit());
                match behind.split_first() {
                    Some((first, more)) if number(first) => rest = more,
                    _ => return,
                }
            }
            Parameter::Directory => {
                let more = behind.get(1..).unwrap_or(&[]);
                return walker.in_directory(behind.first(), |walker| {
                    powershell_words(walker, more, call);
                });
            }
            Parameter::Input => {
                let format = |arg: &Arg<'_>| {
                    ["text", "xml", "none"].iter().any(|known| arg.text.eq_ignore_ascii_case(known))
                };
                let takes = behind.first().is_some_and(format);
                rest = behind.get(usize::from(takes)..).unwrap_or(&[]);
            }
            Parameter::Value => rest = behind.get(1..).unwrap_or(&[]),
            Parameter::Switch => rest = behind,
        }
    }
    match rest {
        [] => {
            walker.mark_changing();
            from_input(walker, call);
        }
        [file, ..] if file.text.to_ascii_lowercase().ends_with(".ps1") => {
            walker.mark_changing();
            script(walker, Some(file), call);
        }
        words => command(walker, words, call),
    }
}

/// A script in a file: known only where the same text has written it.
fn script<'a>(walker: &mut Walker<'a>, file: Option<&Arg<'a>>, call: &Call<'a>) {
    let Some(file) = file else { return };
    if file.is("-") {
        from_input(walker, call);
    } else if let Some(content) = walker.file_content(file) {
        walker.run_stream(content, Dialect::PowerShell, Scoping::Own, file.at);
    }
}

fn from_input<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.run_stream(input, Dialect::PowerShell, Scoping::Own, call.at);
}

fn command<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>], call: &Call<'a>) {
    walker.mark_wrapper();
    match words {
        [] => {}
        [only] if only.is("-") => {
            walker.mark_changing();
            from_input(walker, call);
        }
        words => {
            let output = run_line(walker, words, Dialect::PowerShell, call);
            walker.writes(output);
        }
    }
}

fn encoded<'a>(walker: &mut Walker<'a>, script: Option<&Arg<'a>>, call: &Call<'a>) {
    walker.mark_wrapper();
    let text =
        script.and_then(|arg| arg.known()).and_then(|text| decoded_script(walker.arena, text));
    match (text, script) {
        (Some(text), Some(script)) => {
            let flow = Flow { text, at: script.at, written: None, exact: true };
            let output = walker.run_flow(flow, Dialect::PowerShell, Scoping::Own);
            walker.writes(output);
        }
        _ => {
            walker.run_stream(Stream::Unknown, Dialect::PowerShell, Scoping::Own, call.at);
        }
    }
}

/// `wsl [-d name] [--] command`: the command runs in Linux, on the same files.
fn wsl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut rest = call.args;
    let mut directory = None;
    while let Some((first, behind)) = rest.split_first() {
        match first.text {
            "--" | "-e" | "--exec" => {
                rest = behind;
                break;
            }
            "--cd" => {
                directory = behind.first();
                rest = behind.get(1..).unwrap_or(&[]);
            }
            "-d" | "--distribution" | "-u" | "--user" | "--shell-type" | "--distribution-id" => {
                rest = behind.get(1..).unwrap_or(&[]);
            }
            "-l" | "--list" | "--status" | "--version" | "-v" | "--help" => return,
            "--unregister" => {
                let traits = Traits::WHOLE.union(Traits::BEYOND_REPAIR);
                return walker.does(Kind::Deletes, Domain::Container, traits, call);
            }
            "--shutdown" | "--terminate" | "-t" => {
                let none = Traits::empty();
                return walker.does(Kind::Stops, Domain::Container, none, call);
            }
            "--system" | "~" => rest = behind,
            flag if flag.starts_with('-') => return walker.mark_changing(),
            _ => break,
        }
    }
    walker.mark_wrapper();
    if rest.is_empty() {
        walker.mark_changing();
        let input = walker.input();
        walker.run_stream(input, Dialect::Bash, Scoping::Own, call.at);
        return;
    }
    let output =
        walker.in_directory(directory, |walker| run_line(walker, rest, Dialect::Bash, call));
    walker.writes(output);
}

fn runas<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let Some(line) = call.args.iter().find(|arg| !arg.text.starts_with('/')) else { return };
    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
    split_words(walker, line, &mut words);
    let words = words.into_bump_slice();
    walker.with_privilege(|walker| {
        walker.in_unknown_directory(|walker| walker.run_wrapped(words));
    });
}

/// `psexec \\machine -s command`.
fn psexec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let mut rest = call.args;
    let mut away = false;
    let mut directory = None;
    while let Some((first, behind)) = rest.split_first() {
        if first.text.starts_with("\\\\") {
            away = true;
            rest = behind;
        } else if first.text.starts_with(['-', '/', '@']) {
            let takes_value = ["u", "p", "w", "n", "r", "i", "a"];
            let name = first.text.get(1..).unwrap_or_default();
            let takes_value = takes_value.iter().any(|known| name.eq_ignore_ascii_case(known));
            if name.eq_ignore_ascii_case("w") {
                directory = behind.first();
            }
            rest = behind.get(usize::from(takes_value)..).unwrap_or(&[]);
        } else {
            break;
        }
    }
    if away {
        walker.with_elsewhere(|walker| {
            walker.run_wrapped(rest);
        });
    } else if directory.is_some() {
        walker.in_directory(directory, |walker| walker.run_wrapped(rest));
    } else {
        walker.in_unknown_directory(|walker| walker.run_wrapped(rest));
    }
}

fn conhost<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let at = call.args.iter().position(|arg| !arg.text.starts_with('-')).unwrap_or(0);
    walker.run_wrapped_writing(call.args.get(at..).unwrap_or(&[]));
}
