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
    program(
        &["ssh-agent", "gpg-agent", "dbus-launch"],
        Options::leading(
            "a= c s d D E= k t= P= O= help version daemon exit-with-session sh-syntax csh-syntax auto-syntax close-stderr homedir= options= v|verbose q|quiet",
        ),
        Behavior::Code(agent),
    ),
    program(&["whence", "where"], Options::gnu(""), Behavior::Code(which)),
];

pub(super) fn prints_set_up<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    walker.writes(Stream::Text(Flow { text: "", at: call.at, written: None, exact: true }));
}

/// `ssh-agent command…` runs the command; without one it prints its set-up.
fn agent<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.operands.is_empty() {
        return prints_set_up(walker, call);
    }
    walker.mark_wrapper();
    walker.run_wrapped_writing(call.operands);
}

/// `$(which ls) -la` runs `ls`.
fn which<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let [name] = call.operands {
        let path = walker.flow_of_arg(name);
        walker.writes(path);
    }
}
