//! Directories, variables, calls: what steers a batch file.

use crate::facts::arg::{Flow, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{Subject, contains, when};
use crate::facts::effect::{Domain, Kind};
use crate::facts::options::{Options, Style};
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::programs::powershell::launch;
use crate::facts::walker::Walker;

/// Words as they stand: none of them is a switch.
const PLAIN: Options = Options::new(Style::Leading, "");

pub(super) static PROGRAMS: &[Program] = &[
    program(&["echo"], PLAIN, Behavior::Code(echo)),
    program(
        &[
            "rem", "cls", "title", "color", "prompt", "goto", "shift", "pause", "verify", "break",
            "exit", "date", "time", "set", "dpath", "keys",
        ],
        PLAIN,
        Behavior::Code(glue),
    ),
    program(&["path"], PLAIN, Behavior::Code(search_path)),
    program(&["setlocal"], PLAIN, Behavior::Code(set_local)),
    program(&["endlocal"], PLAIN, Behavior::Code(end_local)),
    program(&["cd", "chdir", "pushd"], Options::slash("d"), Behavior::Code(go)),
    program(&["popd"], PLAIN, Behavior::Code(go_back)),
    program(&["call"], PLAIN, Behavior::Code(call_words)),
    program(&["start"], PLAIN, Behavior::Code(start)),
    program(&["assoc", "ftype"], PLAIN, ASSOCIATE),
];

fn echo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if !walker.is_captured() {
        return walker.writes(Stream::Idle);
    }
    let output = match walker.joined(call.args, call.at) {
        Stream::Text(flow) => {
            let text = bumpalo::format!(in walker.arena, "{}\n", flow.text).into_bump_str();
            Stream::Text(Flow { text, written: None, ..flow })
        }
        other => other,
    };
    walker.writes(output);
}

fn glue<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
}

/// `path x;y`: programs are looked for elsewhere from here on.
fn search_path<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if !call.args.is_empty() {
        walker.scope.now.path_changed = true;
        walker.mark_changing();
    }
}

fn go<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    match call.operands {
        [] => {}
        // Only `/d` and `pushd` change the drive; without, one stays where one is.
        [target] if call.name != "pushd" && !call.has("d") && walker.is_on_other_drive(target) => {
            walker.forget_directory();
        }
        [target] => walker.go(target),
        _ => walker.forget_directory(),
    }
}

fn go_back<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.forget_directory();
}

fn call_words<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    // `call :label` jumps within the file, which is read from top to bottom anyway.
    if call.args.first().is_some_and(|first| first.text.starts_with(':')) {
        return walker.mark_no_effect();
    }
    let output = walker.call_line(call.args, call.at);
    walker.writes(output);
}

/// `start "title" /b /wait program args`.
fn start<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let mut words = call.args;
    let mut titled = false;
    let mut directory = None;
    while let Some((first, rest)) = words.split_first() {
        let quoted = first.written.is_some_and(|word| {
            walker
                .reading
                .sources
                .get(first.at.source)
                .text
                .get(word.span.start as usize..)
                .is_some_and(|text| text.starts_with('"'))
        });
        if !titled && quoted && !rest.is_empty() {
            titled = true;
        } else if first.text.eq_ignore_ascii_case("/?") {
            return;
        } else if first.text.eq_ignore_ascii_case("/d") {
            directory = rest.first().copied();
            words = rest.get(1..).unwrap_or(&[]);
            continue;
        } else if first.text.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("/d")) {
            // `/dC:\x`
            directory = Some(first.skip(2));
        } else if first.text.eq_ignore_ascii_case("/node")
            || first.text.eq_ignore_ascii_case("/affinity")
        {
            words = rest.get(1..).unwrap_or(&[]);
            continue;
        } else if !first.text.starts_with('/') {
            break;
        }
        words = rest;
    }
    walker.in_directory(directory.as_ref(), |walker| launch(walker, words));
}

/// What is set from here on is forgotten with `endlocal`.
fn set_local<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    walker.open_local();
}

fn end_local<'a>(walker: &mut Walker<'a>, _: &Call<'a>) {
    walker.mark_no_effect();
    walker.writes(Stream::Idle);
    walker.close_local();
}

/// With a `=` it changes which program opens a kind of file.
const ASSOCIATE: Behavior = Behavior::Cases(&[when(
    contains(Subject::Args, "="),
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::WindowsRegistry)]),
)]);
