//! Files, as cmd.exe handles them.

use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["del", "erase"], Options::slash("p f s q a"), Behavior::Code(delete)),
    program(&["rd", "rmdir"], Options::slash("s q"), Behavior::Code(remove_directory)),
    program(&["copy"], Options::slash("a b d n l v y z -y"), Behavior::Code(copy)),
    program(&["move"], Options::slash("y -y"), Behavior::Code(relocate)),
    program(&["ren", "rename"], Options::slash(""), Behavior::Code(rename)),
    program(&["md", "mkdir", "mklink"], Options::slash("d h j"), Behavior::Runs),
    program(&["type", "dir", "vol", "ver"], Options::slash("s b a o"), Behavior::Reads),
];

fn delete<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::empty();
    if call.has("s") {
        traits |= Traits::RECURSIVE;
    }
    if call.has("f") || call.has("q") {
        traits |= Traits::FORCED;
    }
    for target in call.operands {
        walker.touches(Kind::Deletes, &as_pattern(target), traits);
    }
}

fn remove_directory<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut traits = Traits::empty();
    if call.has("s") {
        traits |= Traits::RECURSIVE;
    }
    if call.has("q") {
        traits |= Traits::FORCED;
    }
    for target in call.operands {
        walker.touches(Kind::Deletes, target, traits);
    }
}

/// cmd's own commands take patterns from quotes and variables as well.
fn as_pattern<'a>(target: &Arg<'a>) -> Arg<'a> {
    Arg { glob: target.glob || target.text.contains(['*', '?']), ..*target }
}

fn copy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let target = match call.operands {
        [] => return,
        // Into the current directory, under the same name.
        [source] => {
            let name = source.text.rsplit(['/', '\\']).next().unwrap_or_default();
            Arg { text: name, written: None, ..*source }
        }
        [.., target] => *target,
    };
    walker.touches(Kind::Overwrites, &target, Traits::empty());
    if let [source, _] = call.operands {
        hand_over(walker, source, &target);
    }
}

/// What a file held is what another one holds from now on.
fn hand_over<'a>(walker: &mut Walker<'a>, source: &Arg<'a>, target: &Arg<'a>) {
    let content = walker.content_of(source).unwrap_or(Stream::Unknown);
    walker.set_content(target, content);
}

/// A new name never replaces a file that is there.
fn rename<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [source, target] = call.operands {
        hand_over(walker, source, target);
    }
}

fn relocate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let (sources, target) = match call.operands {
        [sources @ .., target] if !sources.is_empty() => (sources, Some(target)),
        sources => (sources, None),
    };
    for source in sources {
        if walker.place_of(source) != Place::Temporary {
            walker.touches(Kind::Moves, source, Traits::empty());
        }
    }
    if let Some(target) = target {
        walker.touches(Kind::Overwrites, target, Traits::empty());
        if let [source] = sources {
            hand_over(walker, source, target);
        }
    }
}
