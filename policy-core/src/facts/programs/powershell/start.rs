//! Starting programs, and opening whatever has an address.

use crate::facts::arg::{Arg, Knowledge};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    cmdlet!(
        &["start-process", "saps", "start"],
        "path|filepath= args|argumentlist= verb= workingdirectory= windowstyle= nnw|nonewwindow wait passthru loaduserprofile usenewenvironment environment= rso|redirectstandardoutput= rse|redirectstandarderror= rsi|redirectstandardinput= credential=",
        Behavior::Code(start)
    ),
    cmdlet!(
        &["invoke-item", "ii"],
        "path= literalpath= filter= include= exclude=",
        Behavior::Code(open)
    ),
];

fn start<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    for file in call.values("redirectstandardoutput").chain(call.values("redirectstandarderror")) {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
    let mut operands = call.operands;
    let program = call.value("filepath").or_else(|| {
        let (first, rest) = operands.split_first()?;
        operands = rest;
        Some(first)
    });
    let Some(program) = program else { return };
    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
    words.push(*program);
    for argument in call.values("argumentlist").chain(operands) {
        split_words(walker, argument, &mut words);
    }
    let words = words.into_bump_slice();
    let directory = call.value("workingdirectory");
    let raised = call.value("verb").is_some_and(|verb| verb.text.eq_ignore_ascii_case("runas"));
    walker.in_directory(directory, |walker| {
        if raised {
            walker.with_privilege(|walker| launch(walker, words));
        } else {
            launch(walker, words);
        }
    });
}

fn open<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    for item in call.values("path").chain(call.operands) {
        launch(walker, std::slice::from_ref(item));
    }
}

/// Starts a program by its words, or opens the address that stands in its place.
pub(in crate::facts::programs) fn launch<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>]) {
    let Some(first) = words.first() else { return };
    if is_address(first.text) {
        walker.add(Kind::Opens, Domain::Network, Place::Elsewhere, Traits::empty(), first.at);
        return;
    }
    // A document or folder is shown by whatever program answers for it.
    if matches!(first.knowledge, Knowledge::Start) && words.len() == 1 {
        return walker.mark_changing();
    }
    walker.mark_wrapper();
    walker.run_wrapped(words);
}

/// Whether a text is an address a browser would answer for.
pub(in crate::facts::programs) fn is_address(text: &str) -> bool {
    ["http://", "https://", "ftp://", "microsoft-edge:", "www."].iter().any(|scheme| {
        text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })
}

/// One string of arguments as the words its program will see.
pub(in crate::facts::programs) fn split_words<'a>(
    walker: &Walker<'a>,
    argument: &Arg<'a>,
    words: &mut bumpalo::collections::Vec<'a, Arg<'a>>,
) {
    let Some(text) = argument.known().filter(|text| text.contains([' ', '\t'])) else {
        words.push(*argument);
        return;
    };
    let mut word = bumpalo::collections::String::new_in(walker.arena);
    let mut begun = false;
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => {
                quote = Some(character);
                begun = true;
            }
            (None, ' ' | '\t') => {
                if begun {
                    let fresh = bumpalo::collections::String::new_in(walker.arena);
                    let ended = std::mem::replace(&mut word, fresh);
                    words.push(argument.with_text(ended.into_bump_str()));
                }
                begun = false;
            }
            _ => {
                word.push(character);
                begun = true;
            }
        }
    }
    if begun {
        words.push(argument.with_text(word.into_bump_str()));
    }
}
