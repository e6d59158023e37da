//! Variables that are code in disguise: shells and tools run what they hold.

use crate::facts::arg::{Flow, Stream};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};
use crate::source::Location;

/// Variables whose value is a command line that something runs.
const COMMANDS: Words = words(
    "\
    PROMPT_COMMAND EDITOR VISUAL PAGER BROWSER GIT_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH \
    GIT_ASKPASS GIT_SEQUENCE_EDITOR GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND SSH_ASKPASS \
    SUDO_ASKPASS LESSOPEN LESSCLOSE MANPAGER FCEDIT SYSTEMD_EDITOR KUBE_EDITOR RSYNC_RSH \
    CVS_RSH PERL5DB TAR_OPTIONS",
);

/// Variables whose value names code that is loaded before the program itself.
const LOADS: Words = words(
    "\
    BASH_ENV ENV LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PERL5OPT RUBYOPT PYTHONSTARTUP \
    JAVA_TOOL_OPTIONS ZDOTDIR",
);

/// Variables that the shell expands like a double-quoted text when it prints a prompt.
const PROMPTS: Words = words("PS0 PS1 PS2 PS3 PS4 PROMPT RPROMPT");

/// Follows the value of a variable that is run, loaded or expanded by others.
pub(in crate::facts) fn run_if_code<'a>(walker: &mut Walker<'a>, name: &'a str, value: Value<'a>) {
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return;
    }
    let at = walker.here();
    if COMMANDS.has(name) {
        let code = match value {
            Value::Text("" | "true" | ":" | "cat" | "less") => return,
            Value::Text(text) => Stream::Text(Flow { text, at, written: None, exact: true }),
            Value::Download => Stream::Download,
            // `EDITOR="$x"` hands on what was there.
            Value::List(_) | Value::Unknown => return,
        };
        let dialect = walker.dialect();
        walker.run_stream(code, dialect, Scoping::Own, at);
    } else if LOADS.has(name) && !matches!(value, Value::Text("")) {
        loads(walker, at);
    } else if PROMPTS.has(name)
        && let Value::Text(text) = value
        && (text.contains("$(") || text.contains('`'))
    {
        loads(walker, at);
    } else if name.starts_with("BASH_FUNC_") {
        loads(walker, at);
    } else if name == "BELAY_HOME" {
        // Another folder has other settings, and no checkpoints.
        walker.add(Kind::Configures, Domain::Guard, Domain::Guard.place(), Traits::empty(), at);
    }
}

fn loads(walker: &mut Walker<'_>, at: Location) {
    walker.add(Kind::RunsUnknown, Domain::Code, Place::Unknown, Traits::POSSIBLE, at);
}
