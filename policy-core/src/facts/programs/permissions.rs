//! Who may read, write and run files, and who owns them.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{any_operand, has_flag, not, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["chmod"],
        Options::gnu(
            "R|recursive v|verbose c|changes f|silent quiet reference= preserve-root no-preserve-root help version",
        ),
        Behavior::Code(chmod),
    ),
    program(
        &["chown", "chgrp"],
        Options::gnu(
            "R|recursive v|verbose c|changes f|silent quiet h|no-dereference dereference reference= from= preserve-root no-preserve-root help version",
        ),
        Behavior::Code(chown),
    ),
    program(
        &["setfacl"],
        Options::gnu(
            "m|modify= M|modify-file= x|remove= X|remove-file= b|remove-all k|remove-default R|recursive d|default n|no-mask mask set= set-file= restore= test help version",
        ),
        Behavior::Code(setfacl),
    ),
    program(&["getcap", "getfattr"], Options::gnu(""), Behavior::Reads),
    program(&["chattr"], Options::gnu("R|recursive v= p="), Behavior::Code(chattr)),
    program(&["chflags"], Options::gnu("R|recursive v x"), Behavior::Code(first_is_what)),
    program(
        &["chcon"],
        Options::gnu(
            "R|recursive u|user= r|role= t|type= l|range= v|verbose h|no-dereference reference= help version",
        ),
        Behavior::Code(chcon),
    ),
    program(
        &["restorecon", "setfiles", "fixfiles"],
        Options::gnu("R|r|recursive v n e= f="),
        Behavior::Code(every_word),
    ),
    program(&["setcap"], Options::gnu("v n="), SETCAP),
    program(
        &["setfattr", "xattr"],
        Options::gnu("n|name= v|value= x|remove= restore= w d= c r s l p="),
        Behavior::Code(attributes),
    ),
    program(
        &[
            "setenforce",
            "semanage",
            "setsebool",
            "aa-disable",
            "aa-complain",
            "aa-teardown",
            "aa-enforce",
        ],
        Options::gnu(""),
        POLICY,
    ),
];

fn how(call: &Call<'_>) -> Traits {
    if call.has("recursive") { Traits::RECURSIVE } else { Traits::empty() }
}

fn chmod<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("version") {
        return;
    }
    let mut traits = how(call);
    // `chmod -x file`: a mode that looks like a flag.
    let minus =
        call.flags.iter().any(|flag| matches!(flag.name, "r" | "w" | "x" | "X" | "s" | "t"));
    let targets = if minus || call.has("reference") {
        call.operands
    } else {
        let Some((mode, targets)) = call.operands.split_first() else { return };
        traits |= traits_of_mode(mode);
        targets
    };
    on_each(walker, call, Kind::ChangesRights, targets, traits);
}

/// What a mode does, as far as it is known.
fn traits_of_mode(mode: &Arg<'_>) -> Traits {
    let Some(text) = mode.literal() else { return Traits::empty() };
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = text.trim_start_matches('0');
        let world =
            digits.bytes().last().is_some_and(|last| matches!(last, b'2' | b'3' | b'6' | b'7'));
        let special = digits.len() >= 4 && text.len() >= 4;
        let mut traits = Traits::empty();
        if world {
            traits |= Traits::WORLD;
        }
        if special && digits.starts_with(['2', '3', '4', '5', '6', '7']) {
            traits |= Traits::FORCED;
        }
        return traits;
    }
    let mut only_runs = true;
    let mut traits = Traits::empty();
    for clause in text.split(',') {
        let who_end = clause.find(['+', '-', '=']).unwrap_or(clause.len());
        let (who, what) = clause.split_at_checked(who_end).unwrap_or((clause, ""));
        only_runs &= matches!(what, "+x" | "+X" | "+rx" | "+xr");
        let everyone = who.is_empty() || who.contains(['o', 'a']);
        if everyone && !what.starts_with('-') && what.contains('w') {
            // `+w` without a name heeds the umask and opens to the owner alone.
            traits |= if who.is_empty() { Traits::empty() } else { Traits::WORLD };
        }
        if what.contains('s') && !what.starts_with('-') {
            traits |= Traits::FORCED;
        }
    }
    if only_runs {
        traits |= Traits::EXECUTABLE_ONLY;
    }
    traits
}

fn chown<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("version") {
        return;
    }
    let skip = usize::from(!call.has("reference"));
    let targets = call.operands.get(skip..).unwrap_or(&[]);
    on_each(walker, call, Kind::ChangesOwner, targets, how(call));
}

fn setfacl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("test") {
        return;
    }
    on_each(walker, call, Kind::ChangesRights, call.operands, how(call));
}

fn chattr<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // The mode may look like a flag (`-i`) or like a word (`+i`).
    let word = call.operands.first().is_some_and(|arg| arg.text.starts_with(['+', '=', '-']));
    let targets = call.operands.get(usize::from(word)..).unwrap_or(&[]);
    on_each(walker, call, Kind::ChangesRights, targets, how(call));
}

fn first_is_what<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let targets = call.operands.get(1..).unwrap_or(&[]);
    on_each(walker, call, Kind::ChangesRights, targets, how(call));
}

fn chcon<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let named = call.has_any(words!("user role type range reference"));
    let targets = call.operands.get(usize::from(!named)..).unwrap_or(&[]);
    on_each(walker, call, Kind::ChangesRights, targets, how(call));
}

fn every_word<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.has("n") {
        on_each(walker, call, Kind::ChangesRights, call.operands, how(call));
    }
}

const SETCAP: Behavior = Behavior::Cases(&[when(
    not(has_flag("v")),
    Behavior::Effects(&[EffectSpec::new(Kind::ChangesRights, Domain::Files)
        .with(Traits::FORCED)
        .at(Place::Unknown)]),
)]);

fn attributes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("w d c r remove restore value name")) {
        // Taking one mark off a file is an everyday thing; all of them, everywhere, is not.
        if call.has("c") && call.has("r") {
            return on_each(walker, call, Kind::ChangesRights, call.operands, Traits::RECURSIVE);
        }
        walker.mark_changing();
    }
}

const POLICY: Behavior = Behavior::Cases(&[
    when(any_operand("-l list"), Behavior::Reads),
    when(
        not(has_flag("l")),
        Behavior::Effects(
            &[EffectSpec::new(Kind::Configures, Domain::System).with(Traits::FORCED)],
        ),
    ),
]);

fn on_each<'a>(
    walker: &mut Walker<'a>,
    call: &Call<'a>,
    kind: Kind,
    targets: &'a [Arg<'a>],
    traits: Traits,
) {
    for target in targets {
        walker.touches(kind, target, traits);
    }
    // The targets come from the input, or are not known from the text.
    if targets.is_empty() {
        walker.add(kind, Domain::Files, Place::Unknown, traits, call.at);
    }
}
