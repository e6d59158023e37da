//! Tools whose output is meant for `eval`: they print assignments for the calling shell.
//!
//! `eval "$(ssh-agent -s)"` runs what a tool of this machine prints about its own set-up. That
//! is the documented way to use these tools, so their output counts as an empty script; anything
//! else that is evaluated unseen stays unknown.

use crate::facts::arg::{Flow, Stream};
use crate::facts::call::Call;
use crate::facts::options::Options;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &[
            "ssh-agent",
            "gpg-agent",
            "keychain",
            "dircolors",
            "resize",
            "lesspipe",
            "starship",
            "zoxide",
            "atuin",
            "thefuck",
            "navi",
            "register-python-argcomplete",
            "pip-completion",
        ],
        Options::gnu(""),
        Behavior::Code(prints_set_up),
    ),
    program(&["whence", "where"], Options::gnu(""), Behavior::Code(which)),
];

pub(super) fn prints_set_up<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    walker.writes(Stream::Text(Flow { text: "", at: call.at, written: None, exact: true }));
}

/// `$(which ls) -la` runs `ls`.
fn which<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let [name] = call.operands {
        let path = walker.flow_of_arg(name);
        walker.writes(path);
    }
}
