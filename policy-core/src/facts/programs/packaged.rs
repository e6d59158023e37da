//! Programs that come out of packages (`npx rimraf dist`), and what runs them.

use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["npx", "bunx", "pnpx", "uvx"],
        Options::leading(
            "y|yes no q|quiet c|call= p|package= from= with= w|workspace= python= n|node-arg= help",
        ),
        Behavior::Code(run_package),
    ),
    program(&["shx"], Options::leading("s|silent"), Behavior::Code(runs_words)),
    program(
        &["cross-env", "cross-env-shell", "env-cmd", "dotenv-cli"],
        Options::leading("f|file= e|environments= r|rc-file="),
        Behavior::Code(with_environment),
    ),
    program(
        &["dotenv"],
        Options::leading("e= c=? v= o|override f|file= q= p="),
        Behavior::Code(dotenv),
    ),
    program(
        &["concurrently", "conc"],
        Options::gnu(
            "n|names= c|prefix-colors= k|kill-others kill-others-on-fail p|prefix= s|success= m|max-processes= r|raw g|group t= l= hide= i|handle-input default-input-target= restart-tries= restart-after= teardown= P|passthrough-arguments help",
        ),
        Behavior::Code(each_is_code),
    ),
    program(
        &["npm-run-all", "run-s", "run-p"],
        Options::gnu("p|parallel s|serial"),
        Behavior::Runs,
    ),
    program(
        &["wait-on", "start-server-and-test", "http-server", "serve", "live-server"],
        Options::gnu(""),
        Behavior::Runs,
    ),
];

/// Runs the words of a call under another name.
pub(super) fn run_as<'a>(
    walker: &mut Walker<'a>,
    name: &'a str,
    rest: &'a [Arg<'a>],
    call: &Call<'a>,
) {
    let mut words = bumpalo::collections::Vec::with_capacity_in(rest.len() + 1, walker.arena);
    words.push(Arg::whole(name, call.at));
    words.extend_from_slice(rest);
    walker.mark_wrapper();
    walker.run_wrapped_writing(words.into_bump_slice());
}

/// Runs its words as they are.
pub(super) fn runs_words<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    if call.operands.is_empty() {
        return walker.mark_changing();
    }
    walker.run_wrapped_writing(call.operands);
}

/// `npx rimraf@5 dist`: the program inside the package has the package's name.
pub(super) fn run_package<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let run = |walker: &mut Walker<'a>| match call.value("call") {
        Some(code) => {
            walker.run_code(code, Dialect::Sh, Scoping::Own);
        }
        None => own_program(walker, call.operands),
    };
    if call.has_any(words!("recursive workspace workspaces ws filter")) {
        walker.in_some_folder(call.at, run);
    } else {
        run(walker);
    }
}

/// Runs a program of a project or package by its bare name.
pub(super) fn own_program<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>]) {
    let Some((first, rest)) = words.split_first() else { return walker.mark_changing() };
    // A file of the project whose name is put together is still one of the project.
    if first.literal().is_none() && (first.text.starts_with("./") || first.text.starts_with("../"))
    {
        return walker.mark_changing();
    }
    let Some(text) = first.literal() else {
        walker.run_wrapped_writing(words);
        return;
    };
    let name = match text.rfind('@') {
        Some(at) if at > 0 => text.get(..at).unwrap_or(text),
        _ => text,
    };
    let mut all = bumpalo::collections::Vec::with_capacity_in(words.len(), walker.arena);
    all.push(first.with_text(name));
    all.extend_from_slice(rest);
    walker.mark_wrapper();
    walker.run_wrapped_writing(all.into_bump_slice());
}

/// `uv run script.py`, `uv run -m module`, `uv run -- pytest`.
pub(super) fn uv_run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(module) = call.value("module") {
        let mut words = bumpalo::collections::Vec::new_in(walker.arena);
        words.push(Arg::whole("-m", call.at));
        words.push(*module);
        words.extend_from_slice(call.operands);
        return run_as(walker, "python", words.into_bump_slice(), call);
    }
    match call.operands {
        [script, ..] if script.text.ends_with(".py") || script.is("-") => {
            run_as(walker, "python", call.operands, call);
        }
        _ => runs_words(walker, call),
    }
}

/// `pyenv exec python …`, `fnm exec --using 20 node …`, `mise x node@20 -- npm …`.
pub(super) fn version_exec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    if let Some(code) = call.value("command") {
        walker.run_code(code, Dialect::Sh, Scoping::Own);
        return;
    }
    let dashes = call.args.iter().position(|arg| arg.is("--"));
    match (call.name, dashes) {
        (_, Some(at)) => walker.run_wrapped_writing(call.args.get(at + 1..).unwrap_or(&[])),
        // These name a version first.
        ("nvm" | "n" | "rvm", None) => {
            walker.run_wrapped_writing(call.operands.get(1..).unwrap_or(&[]));
        }
        _ => walker.run_wrapped_writing(call.operands),
    }
}

/// `cross-env A=1 command`.
fn with_environment<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let rest = super::wrappers::after_assignments(walker, call.operands);
    match (call.name, rest) {
        ("cross-env-shell", [_, ..]) => {
            let code = walker.joined(rest, call.at);
            let output = walker.run_stream(code, Dialect::Sh, Scoping::Own, call.at);
            walker.writes(output);
        }
        _ => walker.run_wrapped_writing(rest),
    }
}

/// `dotenv -e .env -- command`, `dotenv run command`.
fn dotenv<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    match call.operands {
        [first, rest @ ..] if first.is("run") => {
            let rest = if rest.first().is_some_and(|arg| arg.is("--")) {
                rest.get(1..).unwrap_or(&[])
            } else {
                rest
            };
            walker.run_wrapped_writing(rest);
        }
        [first, ..] if matches!(first.text, "list" | "get") => {}
        [first, ..] if matches!(first.text, "set" | "unset") => walker.mark_changing(),
        words => walker.run_wrapped_writing(words),
    }
}

/// Each word is a command of its own.
pub(super) fn each_is_code<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    for code in call.operands.iter().chain(call.value("teardown")) {
        // `npm:lint` names a script of the project.
        if !code.text.starts_with("npm:") {
            walker.run_code(code, Dialect::Sh, Scoping::Own);
        }
    }
}
