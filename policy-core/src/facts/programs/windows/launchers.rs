//! Programs of Windows that start others: terminals, distributions of Linux, and the many ways
//! to have a trusted program run another one.

use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::programs::powershell::split_words;
use crate::facts::walker::{Scoping, Walker};

/// The words are sorted by hand.
const PLAIN: Options = Options::leading("");

pub(super) static PROGRAMS: &[Program] = &[
    program(&["wt", "windowsterminal"], PLAIN, Behavior::Code(terminal)),
    program(
        &[
            "debian",
            "ubuntu",
            "ubuntu2004",
            "ubuntu2204",
            "ubuntu2404",
            "kali",
            "kali-linux",
            "opensuse-leap",
            "sles",
            "fedora",
            "almalinux",
            "oraclelinux",
            "archwsl",
        ],
        PLAIN,
        Behavior::Code(distribution),
    ),
    program(&["winrs"], PLAIN, Behavior::Code(remote)),
    program(
        &["syncappvpublishingserver", "syncappvpublishingserver.vbs"],
        PLAIN,
        Behavior::Code(publishing),
    ),
    program(
        &[
            "nircmd",
            "nircmdc",
            "cmdow",
            "pcalua",
            "appvlp",
            "scriptrunner",
            "hstart",
            "hidec",
            "elevate",
            "invokewithpriv",
            "advancedrun",
            "nsudo",
            "nsudolc",
            "powerrun",
            "psexesvc",
            "stordiag",
            "workfolders",
            "ttdinject",
            "vsjitdebugger",
            "devtoolslauncher",
        ],
        PLAIN,
        Behavior::Code(launcher),
    ),
    program(
        &[
            "cmstp",
            "odbcconf",
            "infdefaultinstall",
            "mavinject",
            "msxsl",
            "msdt",
            "presentationhost",
            "hh",
            "scrcons",
            "register-cimprovider",
            "diskshadow",
            "microsoft.workflow.compiler",
            "xwizard",
            "dfsvc",
            "ieexec",
            "control",
        ],
        PLAIN,
        Behavior::Code(hidden),
    ),
];

/// `wt [-d folder] [new-tab] [-p profile] command`, several of them with `;` between.
fn terminal<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    for tab in call.args.split(|arg| arg.is(";")) {
        let mut rest = tab;
        let mut directory = None;
        while let Some((first, behind)) = rest.split_first() {
            let takes_value = matches!(
                first.text,
                "-d" | "--startingDirectory"
                    | "-p"
                    | "--profile"
                    | "-w"
                    | "--window"
                    | "--title"
                    | "--tabColor"
                    | "--colorScheme"
                    | "-s"
                    | "--size"
                    | "--pos"
                    | "-t"
                    | "--target"
            );
            if matches!(first.text, "-d" | "--startingDirectory") {
                directory = behind.first();
            }
            let is_verb = matches!(
                first.text,
                "new-tab" | "nt" | "split-pane" | "sp" | "focus-tab" | "ft" | "move-focus" | "mf"
            );
            if !takes_value && !is_verb && !first.text.starts_with('-') {
                break;
            }
            rest = behind.get(usize::from(takes_value)..).unwrap_or(&[]);
        }
        walker.in_directory(directory, |walker| walker.run_wrapped(rest));
    }
}

/// `debian -c "command"`, `ubuntu run command`: in Linux, on the same files.
fn distribution<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match call.args {
        [] => {
            let input = walker.input();
            walker.run_stream(input, Dialect::Bash, Scoping::Own, call.at);
        }
        [first, rest @ ..] if matches!(first.text, "run" | "-c" | "/c") => {
            let code = walker.joined(rest, call.at);
            walker.run_stream(code, Dialect::Bash, Scoping::Own, call.at);
        }
        _ => {}
    }
}

/// `winrs -r:machine command`.
fn remote<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let is_switch = |arg: &Arg<'_>| arg.text.starts_with(['-', '/']);
    let switches = call.args.iter().take_while(|arg| is_switch(arg)).count();
    let words = call.args.get(switches..).unwrap_or(&[]);
    walker.with_elsewhere(|walker| {
        walker.run_wrapped(words);
    });
}

/// Its argument is put into a line of PowerShell as it is.
fn publishing<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.args.is_empty() {
        let code = walker.joined(call.args, call.at);
        walker.run_stream(code, Dialect::PowerShell, Scoping::Own, call.at);
    }
}

/// A command stands somewhere behind switches and verbs of its own; any word may begin it.
fn launcher<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let is_program = |arg: &Arg<'_>| {
        let name = arg.text.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
        let name = name.strip_suffix(".exe").unwrap_or(&name);
        matches!(
            name,
            "cmd"
                | "powershell"
                | "pwsh"
                | "wscript"
                | "cscript"
                | "mshta"
                | "rundll32"
                | "bash"
                | "wsl"
                | "del"
                | "rd"
                | "rmdir"
                | "erase"
        )
    };
    match call.args.iter().position(is_program) {
        Some(at) => {
            let mut words = bumpalo::collections::Vec::new_in(walker.arena);
            words.extend(call.args.get(at).copied());
            for arg in call.args.get(at + 1..).unwrap_or(&[]) {
                // `pcalua -a cmd.exe -c "/c del x"` hands the words over under a switch.
                if !arg.text.eq_ignore_ascii_case("-c") || words.len() > 1 {
                    split_words(walker, arg, &mut words);
                }
            }
            walker.run_wrapped(words.into_bump_slice());
        }
        None if !call.args.is_empty() => walker.runs_unknown(call.at),
        None => {}
    }
}

/// Runs what a file or an argument says in a way few people mean.
fn hidden<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.args.is_empty() {
        walker.runs_unknown(call.at);
    }
}
