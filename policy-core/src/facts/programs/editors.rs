//! Editors that are driven by commands instead of a person.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{ALSO_CHANGES, Target, WordAction, has_flag, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["ed", "red"],
        Options::gnu("s|quiet|silent p|prompt= v|verbose G|traditional l r help version"),
        Behavior::Code(ed),
    ),
    program(
        &[
            "ex",
            "vi",
            "vim",
            "nvim",
            "vimdiff",
            "gvim",
            "mvim",
            "view",
            "rvim",
            "rview",
            "gview",
            "evim",
            "vim.tiny",
            "vim.basic",
            "vim.nox",
            "vim.gtk3",
            "vim.gtk",
            "vim.athena",
            "elvis",
            "nvi",
            "vile",
        ],
        Options::gnu(
            "c= e s S= u= U= i=> n r=? b d m C T= W=> w=> t= q=? o O p l L F V=? cmd= startuptime=> help version f g v x",
        ),
        Behavior::Code(vim),
    ),
    program(&["dc"], Options::gnu("e|expression= f|file= help version"), Behavior::Code(dc)),
    program(
        &["emacs", "emacsclient"],
        Options::gnu("batch Q|quick q eval= e= f|funcall= l|load= nw t c n help version"),
        Behavior::Code(emacs),
    ),
    // Keys and commands that an editor is given along.
    program(
        &["kak", "micro"],
        Options::long("e= f= n s= c= command= help version"),
        Behavior::Cases(&[
            ALSO_CHANGES,
            when(
                has_flag("e f command"),
                Behavior::On(
                    WordAction::Touches(Kind::Overwrites, Traits::POSSIBLE),
                    Target::Somewhere,
                ),
            ),
        ]),
    ),
    program(
        &["nano", "helix", "hx", "pico", "joe", "subl", "zed"],
        Options::gnu("help version"),
        Behavior::Runs,
    ),
];

fn ed<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // `ed '!command'` reads what the command prints.
    for code in call.operands.iter().filter(|file| file.text.starts_with('!')) {
        walker.runs_shell(&code.skip(1));
    }
    match walker.input() {
        Stream::Text(flow) => {
            for line in flow.text.lines() {
                command(walker, call.operands, line, &flow);
            }
        }
        Stream::Unknown | Stream::Download => {
            for file in call.operands {
                walker.overwrites(file);
            }
        }
        Stream::Idle => {}
    }
}

fn vim<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let (plus, files): (Vec<_>, Vec<_>) =
        call.operands.iter().copied().partition(|arg: &Arg<'a>| arg.text.starts_with('+'));
    let files = walker.row(&files);
    let commands = call.values("c").chain(call.values("cmd")).copied();
    let commands = commands.chain(plus.iter().map(|arg| arg.skip(1)));
    for arg in commands.collect::<Vec<_>>() {
        let flow = Flow { text: arg.text, at: arg.at, written: None, exact: true };
        command(walker, files, arg.text, &flow);
    }
    // In silent mode commands are read from the input.
    if (call.has("s") || call.has("e"))
        && let Stream::Text(flow) = walker.input()
    {
        for line in flow.text.lines() {
            command(walker, files, line, &flow);
        }
    }
}

/// One command line of `ed` or `ex`.
fn command<'a>(walker: &mut Walker<'a>, files: &'a [Arg<'a>], line: &str, from: &Flow<'a>) {
    let line = line.trim_start_matches([':', ' ']);
    if let Some((range, code)) = line.split_once('!')
        && (matches!(range.trim(), "" | "%" | "r" | "read" | "silent" | "sil")
            // `w !command` pipes, `w! file` writes.
            || matches!(range, "w " | "write ")
            || range
                .bytes()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'$' | b'.')))
        && !code.is_empty()
    {
        let text = walker.alloc_str(code);
        let flow = Flow { text, ..*from };
        walker.run_stream(Stream::Text(flow), Dialect::Sh, Scoping::Own, from.at);
        return;
    }
    let calls = words!(
        "delete( system( systemlist( writefile( rename( os.remove os.execute job_start( termopen("
    );
    if calls.any_within(line) {
        // Its own language is not read; what these do is not known in full.
        let (kind, place) = (Kind::RunsUnknown, Place::Unknown);
        walker.add(kind, Domain::Code, place, Traits::POSSIBLE, from.at);
    }
    let foreign = words!(
        "lua py py3 python python3 pyx perl ruby rub tcl mz exe exec execute so source ru runtime \
         redir mks mksession mkexrc mkvimrc mkview mkspell wundo wviminfo ha hardcopy ter term \
         terminal mak make gr grep norm normal cal call au autocmd"
    );
    let first = line.split([' ', '!', '(']).next().unwrap_or_default();
    if foreign.has(first) {
        walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::POSSIBLE, from.at);
    }
    for part in line.split('|') {
        let part = part.trim_start_matches([':', ' ']);
        let verb = part.split([' ', '!']).next().unwrap_or_default();
        let verb = verb
            .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '%' | '$' | '.'));
        if !words!("w wq x wa wqa xa up update write exit xit W wall saveas sav").has(verb) {
            continue;
        }
        match part.split_once(' ') {
            Some((_, name)) if !name.trim().is_empty() => {
                let file = Arg::whole(walker.alloc_str(name.trim()), from.at);
                walker.overwrites(&file);
            }
            _ => {
                for file in files {
                    walker.overwrites(file);
                }
            }
        }
    }
}

fn emacs<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let code = call.values("eval").chain(call.values("e")).collect::<Vec<_>>();
    for code in code {
        let text = code.text;
        let harms = words!(
            "delete-file delete-directory write-region shell-command call-process save-buffer"
        );
        if harms.any_within(text) {
            walker.overwrites(&Arg::unknown(code.at));
        }
    }
}

/// A desk calculator with a way out: `!command`.
fn dc<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let given = call.values("expression").map(|arg| (arg.text, arg.at));
    let input = match walker.input() {
        Stream::Text(flow) => Some((flow.text, flow.at)),
        _ => None,
    };
    for (text, at) in given.chain(input).collect::<Vec<_>>() {
        for line in text.lines() {
            if let Some((_, code)) = line.split_once('!')
                && !code.starts_with(['<', '>', '='])
            {
                walker.runs_shell(&Arg::whole(code, at));
            }
        }
    }
}
