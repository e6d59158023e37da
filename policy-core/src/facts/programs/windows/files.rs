//! Programs of Windows that copy, mirror, wipe and protect files.

use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, ALSO_CHANGES, Subject, Target, WordAction, exists, has_flag, not, otherwise, starts_with,
    when,
};
use crate::facts::effect::{Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["robocopy"],
        Options::slash("mir purge move mov l e s z b log unilog save"),
        Behavior::Code(robocopy),
    ),
    program(&["xcopy"], Options::slash("y l s e h r q i d"), Behavior::Code(xcopy)),
    program(&["deltree", "sdelete", "sdelete64"], Options::slash("y s q p r"), WIPE),
    program(&["cipher"], Options::slash("w e d c k r u x"), Behavior::Code(cipher)),
    program(&["attrib"], Options::slash("s d l"), ATTRIB),
    program(
        &["icacls", "cacls", "xcacls"],
        Options::slash("grant deny remove reset setowner inheritance t c q l restore save e p g r"),
        Behavior::Code(icacls),
    ),
    program(&["takeown"], Options::slash("f r d a s u p"), TAKEOWN),
    program(&["forfiles"], Options::slash("p m s c d"), Behavior::Code(forfiles)),
    program(&["makecab", "extrac32", "esentutl"], Options::slash("y"), LAST_IS_WRITTEN),
    program(&["findstr", "clip", "chcp"], Options::slash(""), Behavior::Reads),
    program(&["doskey"], Options::slash(""), Behavior::Code(doskey)),
];

pub(super) static NATIVE: &[Program] = &[
    program(
        &["find", "more", "tree", "where", "comp", "fc", "mode"],
        Options::slash(""),
        Behavior::Reads,
    ),
    program(&["sort"], Options::slash("o r"), Behavior::Code(sort)),
    program(&["replace"], Options::slash("a p r s u w"), Behavior::Code(replace)),
    program(&["expand"], Options::slash("r d i f"), LAST_IS_WRITTEN),
];

fn robocopy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let written = |name: &str| matches!(name, "log" | "unilog" | "save" | "log+" | "unilog+");
    for flag in call.flags.iter().filter(|flag| written(flag.name)) {
        if let Some(file) = flag.value {
            walker.touches(Kind::Overwrites, file, Traits::empty());
        }
    }
    if call.has("l") {
        return;
    }
    let [source, target, ..] = call.operands else { return walker.mark_changing() };
    if call.has_any(words!("mir purge")) {
        let traits = Traits::RECURSIVE.union(Traits::FORCED);
        walker.touches(Kind::Deletes, target, traits);
    } else {
        walker.touches(Kind::Overwrites, target, Traits::RECURSIVE);
    }
    if call.has_any(words!("move mov")) {
        walker.touches(Kind::Deletes, source, Traits::RECURSIVE);
    }
}

fn xcopy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("l") {
        return;
    }
    let here = Arg::whole(".", call.at);
    let target = call.operands.get(1).unwrap_or(&here);
    walker.touches(Kind::Overwrites, target, Traits::empty());
}

const WIPE: Behavior = Behavior::On(
    WordAction::Touches(
        Kind::Deletes,
        Traits::RECURSIVE.union(Traits::FORCED).union(Traits::BEYOND_REPAIR),
    ),
    ALL,
);

/// `/w` overwrites what deleted files have left; the rest encrypts or looks.
fn cipher<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("w") {
        let target = call.flags.iter().find(|flag| flag.name == "w").and_then(|flag| flag.value);
        let target = target.copied().unwrap_or_else(|| Arg::unknown(call.at));
        walker.touches(Kind::Deletes, &target, Traits::BEYOND_REPAIR.union(Traits::WHOLE));
    } else if call.has_any(words!("e d k r u x")) {
        walker.mark_changing();
    }
}

const ATTRIB: Behavior =
    Behavior::Cases(&[when(starts_with(Subject::Args, "+ -"), Behavior::Runs)]);

fn icacls<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::empty();
    if call.has("t") {
        traits |= Traits::RECURSIVE;
    }
    let everyone = |arg: &Arg<'_>| {
        let name = arg.text.split(':').next().unwrap_or_default();
        name.eq_ignore_ascii_case("everyone") || name == "*S-1-1-0"
    };
    if call.args.iter().any(everyone) {
        traits |= Traits::WORLD;
    }
    let Some(target) = call.operands.first() else { return };
    if call.has("save") {
        // The file stands behind the switch, where it looks like a second operand.
        if let Some(file) = call.operands.get(1) {
            walker.touches(Kind::Overwrites, file, Traits::empty());
        }
        return walker.mark_changing();
    }
    let old = call.name != "icacls" && call.has_any(words!("e p g r d"));
    if call.has_any(words!("grant deny remove reset inheritance restore")) || removes(call) || old {
        walker.touches(Kind::ChangesRights, target, traits);
    } else if call.has("setowner") {
        walker.touches(Kind::ChangesOwner, target, traits);
    }
}

/// `/remove:g`, `/grant:r` and `/inheritance:r` have their manner glued on.
fn removes(call: &Call<'_>) -> bool {
    call.flags.iter().any(|flag| {
        ["grant", "deny", "remove", "inheritance"].iter().any(|name| flag.name.starts_with(name))
    })
}

const TAKEOWN: Behavior = Behavior::Cases(&[
    when(not(exists(Subject::First)), Behavior::Runs),
    when(
        has_flag("r"),
        Behavior::On(WordAction::Touches(Kind::ChangesOwner, Traits::RECURSIVE), Target::Nth(0)),
    ),
    otherwise(Behavior::On(
        WordAction::Touches(Kind::ChangesOwner, Traits::empty()),
        Target::Nth(0),
    )),
]);

/// `doskey ls=rd /s $*` gives a name another meaning at the prompt.
fn doskey<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let file = |arg: &Arg<'_>| arg.text.to_ascii_lowercase().starts_with("/macrofile");
    if call.args.iter().any(file) {
        return walker.may_run_anything(call.at);
    }
    let at = call.args.iter().position(|arg| arg.text.contains('=') && !arg.text.starts_with('/'));
    let Some((first, rest)) = at.and_then(|at| call.args.get(at..)?.split_first()) else { return };
    walker.mark_changing();
    let name = first.text.split('=').next().unwrap_or_default();
    let words = walker.appended_words(&[first.skip(name.len() + 1)], rest);
    let code = walker.joined(words, call.at);
    walker.run_stream(code, Dialect::Cmd, Scoping::Own, call.at);
}

/// `forfiles /p src /c "cmd /c del @path"`: its variables stand for files it finds.
fn forfiles<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let behind = |switch: &str| {
        let is_switch = |arg: &Arg<'_>| {
            arg.text.strip_prefix(['/', '-']).is_some_and(|name| name.eq_ignore_ascii_case(switch))
        };
        let apart = call.args.iter().position(is_switch).and_then(|at| call.args.get(at + 1));
        // `/c"cmd /c del x"`
        let is_glued = |arg: &&Arg<'_>| {
            arg.text.strip_prefix(['/', '-']).is_some_and(|written| {
                written.len() > 1
                    && written.get(..1).is_some_and(|name| name.eq_ignore_ascii_case(switch))
            })
        };
        apart.copied().or_else(|| call.args.iter().find(is_glued).map(|arg| arg.skip(2)))
    };
    let Some(code) = behind("c") else { return };
    let code = &code;
    walker.mark_wrapper();
    let folder = behind("p");
    let folder = folder.as_ref();
    let Some(text) = code.known() else {
        walker.in_directory(folder, |walker| walker.run_code(code, Dialect::Cmd, Scoping::Own));
        return;
    };
    // It runs the command in the folder of each file it finds.
    let text = with_characters(text).replace("@path", ".\\*").replace("@file", ".\\*");
    let code = code.with_text(walker.arena.alloc_str(&text));
    walker.in_directory(folder, |walker| walker.run_code(&code, Dialect::Cmd, Scoping::Own));
}

/// `0x22` in a command of `forfiles` is the character of that number.
fn with_characters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("0x").or_else(|| rest.find("0X")) {
        out.push_str(rest.get(..at).unwrap_or_default());
        let mut behind = rest.get(at + 2..).unwrap_or_default();
        let mut decoded = false;
        // Several may follow each other: `0x636D64`.
        while let Some(number) =
            behind.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok())
        {
            out.push(char::from(number));
            behind = behind.get(2..).unwrap_or_default();
            decoded = true;
            if !behind.starts_with(|next: char| next.is_ascii_hexdigit()) || is_letter_pair(behind)
            {
                break;
            }
        }
        if !decoded {
            out.push_str("0x");
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Whether what follows a number is a word and no further number (`0x64el`).
fn is_letter_pair(text: &str) -> bool {
    text.get(..2).is_none_or(|pair| u8::from_str_radix(pair, 16).is_err())
}

const LAST_IS_WRITTEN: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    when(
        exists(Subject::Second),
        Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Last),
    ),
]);

fn sort<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // The switch may be cut short and glued to what stands before it (`b.txt/o`).
    if let Some(target) = super::behind_switch(call, words!("o ou out outp outpu output")) {
        return walker.touches(Kind::Overwrites, &target, Traits::empty());
    }
    let is_output = |arg: &Arg<'_>| {
        let switch = arg.text.rsplit_once('/').map_or("", |(_, switch)| switch);
        let full = "output".get(..switch.len()).unwrap_or_default();
        !switch.is_empty() && full.eq_ignore_ascii_case(switch)
    };
    let at = call.args.iter().position(is_output);
    if let Some(target) = at.and_then(|at| call.args.get(at + 1)) {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn replace<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.has("a") {
        let here = Arg::whole(".", call.at);
        let target = call.operands.get(1).unwrap_or(&here);
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}
