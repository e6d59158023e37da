//! Builtins and functions that only zsh has.

use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::StateChange::{Code, Commands, Descriptors, Nothing};
use crate::facts::program::{Behavior, Builtin, EffectSpec, builtin};
use crate::facts::walker::{Scoping, Walker};

pub(super) static BUILTINS: &[Builtin] = &[
    // The module zsh/files brings its own file tools; those named like others stand with them.
    builtin(&["zf_mkdir", "zf_rmdir", "zf_sync"], Options::gnu("m="), Nothing, Behavior::Runs),
    builtin(
        &["zf_chmod", "zf_chown", "zf_chgrp"],
        Options::gnu("R s"),
        Nothing,
        Behavior::Code(zf_rights),
    ),
    builtin(&["sysopen"], Options::gnu("o= m= u="), Descriptors, Behavior::Code(sysopen)),
    builtin(&["zpty"], Options::leading(""), Code, Behavior::Code(zpty)),
    builtin(
        &["zargs"],
        Options::leading("e=? i= I= L= l= n= P= s= r x"),
        Nothing,
        Behavior::Code(zargs),
    ),
    builtin(&["emulate"], Options::gnu("R L c="), Code, Behavior::Code(emulate)),
    builtin(&["hash"], Options::gnu("d f L m r v"), Commands, Behavior::Code(hash)),
    builtin(&["bindkey"], Options::gnu("s M= R"), Code, Behavior::Code(bindkey)),
    // Runs an old command line again, and nobody knows which.
    builtin(&["r"], Options::gnu(""), Code, UNKNOWN),
];

fn zf_rights<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::empty();
    traits.set(Traits::RECURSIVE, call.has("R"));
    for target in call.operands.iter().skip(1) {
        walker.touches(Kind::ChangesRights, target, traits);
    }
}

fn sysopen<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let truncates = call.values("o").any(|option| option.text.contains("trunc"));
    if let Some(file) = call.operands.first().filter(|_| truncates) {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

/// `zpty name code…` runs code behind a terminal of its own.
fn zpty<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let [_, code @ ..] = call.operands {
        walker.mark_wrapper();
        let code = walker.joined(code, call.at);
        walker.run_stream(code, Dialect::Zsh, Scoping::Own, call.at);
    }
}

/// `zargs -- words -- command`
fn zargs<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let separator = call.operands.iter().position(|arg| arg.is("--"));
    if let Some(command) = separator.and_then(|at| call.operands.get(at + 1..)) {
        let targets = call.operands.get(..separator.unwrap_or(0)).unwrap_or(&[]);
        let words = walker.appended_words(command, targets);
        walker.run_wrapped(words);
    }
}

fn emulate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if let Some(code) = call.value("c") {
        walker.mark_wrapper();
        let dialect = match call.operands.first().and_then(Arg::literal) {
            Some("sh" | "ksh") => Dialect::Sh,
            _ => Dialect::Zsh,
        };
        walker.run_code(code, dialect, Scoping::Shared);
    }
}

/// `hash ls=/bin/rm` gives a name another meaning.
fn hash<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    for operand in call.operands {
        if let Some((name, _)) = operand.text.split_once('=') {
            let program = operand.skip(name.len() + 1);
            walker.set_alias(name, program);
        }
    }
}

/// `bindkey -s keys text` types a text when keys are pressed.
fn bindkey<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if let ([_, text, ..], true) = (call.operands, call.has("s")) {
        let typed = text.known().map_or("", |text| text.split("\\n").next().unwrap_or_default());
        let code = text.with_text(typed);
        walker.run_code(&code, Dialect::Zsh, Scoping::Own);
    }
}

const UNKNOWN: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::RunsUnknown, Domain::Code).at(Place::Unknown)]);
