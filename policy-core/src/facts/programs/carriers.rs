//! Programs that run other commands: as another user, later, elsewhere, many times.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::options::Options;
use crate::facts::program::{Act, Program, program};
use crate::facts::scope::Value;
use crate::facts::walk::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["sudo"],
        Options::leading(
            "A b B E H i k K l n P S s e v V h=? u|user= g|group= p|prompt= C= r= t= T= U= D|chdir= R= help version",
        ),
        Act::Code(sudo),
    ),
    program(&["doas"], Options::leading("n s L u= C= a="), Act::Code(sudo)),
    program(
        &["env"],
        Options::leading(
            "i|ignore-environment 0|null u|unset= C|chdir= S|split-string= v|debug P= block-signal=? default-signal=? ignore-signal=? help version",
        ),
        Act::Code(env),
    ),
    program(&["command"], Options::leading("p v V"), Act::Code(command)),
    program(&["builtin", "noglob", "nocorrect", "-"], Options::leading(""), Act::Code(transparent)),
    program(&["exec"], Options::leading("c l a="), Act::Code(transparent)),
    program(
        &["nohup", "setsid", "time", "caffeinate", "unbuffer", "chronic", "ts"],
        Options::leading("c f w p v a q o=|output= help version"),
        Act::Code(transparent),
    ),
    program(
        &["nice", "ionice", "chrt", "taskset", "renice"],
        Options::leading("n|adjustment= c|class= p|pid= t"),
        Act::Code(transparent),
    ),
    program(&["stdbuf"], Options::leading("i|input= o|output= e|error="), Act::Code(transparent)),
    program(
        &["timeout", "gtimeout"],
        Options::leading("s|signal= k|kill-after= foreground preserve-status v|verbose"),
        Act::Code(skip_one),
    ),
];

/// `sudo rm`: what follows runs with more rights.
fn sudo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("l v V k K help version") {
        return;
    }
    walker.is_carrier();
    if let Some(directory) = call.value("chdir") {
        walker.go(&directory);
    }
    let rest = after_assignments(walker, call.operands);
    walker.with_privilege(|walker| {
        walker.carry(rest);
    });
}

fn env<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(text) = call.value("split-string") {
        walker.is_carrier();
        let dialect = walker.dialect();
        walker.run_code(&text, dialect, crate::facts::walk::Scoping::Own);
        return;
    }
    let rest = after_assignments(walker, call.operands);
    if rest.is_empty() {
        return;
    }
    walker.is_carrier();
    walker.carry_writing(rest);
}

fn command<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.has_any("v V") {
        return transparent(walker, call);
    }
    // `$(command -v ls) -la` runs `ls`.
    if let [name] = call.operands {
        let path = walker.flow_of_arg(name);
        walker.writes(path);
    }
}

/// Runs its words as they are.
fn transparent<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.is_carrier();
    walker.carry_writing(call.operands);
}

/// Runs its words behind the first one.
fn skip_one<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.is_carrier();
    walker.carry_writing(call.operands.get(1..).unwrap_or(&[]));
}

/// Takes in `NAME=value` words; answers the words behind them.
fn after_assignments<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>]) -> &'a [Arg<'a>] {
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first()
        && let Some((name, value)) = first.text.split_once('=')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%'))
    {
        let value = first.known().map_or(Value::Unknown, |_| Value::Text(value));
        walker.set_variable(name, value);
        rest = behind;
    }
    rest
}
