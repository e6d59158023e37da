//! Tcl and expect, whose bodies are commands of words.

use super::may_change_anything;
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;
use crate::source::Location;

/// Each line is a command of words, some of which run programs.
pub(super) fn run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let mut any = false;
    for code in call.values("c") {
        any = true;
        let stream = walker.flow_of_arg(code);
        body(walker, stream, call);
    }
    if any {
        return;
    }
    match call.operands.first() {
        Some(script) if !matches!(script.text, "-" | "/dev/stdin") => {
            if let Knowledge::Pipe(stream) = script.knowledge {
                body(walker, *stream, call);
            }
        }
        _ => {
            let input = walker.input();
            body(walker, input, call);
        }
    }
}

fn body<'a>(walker: &mut Walker<'a>, stream: Stream<'a>, call: &Call<'a>) {
    let flow = match stream {
        Stream::Idle => return,
        Stream::Text(flow) => flow,
        Stream::Download | Stream::Unknown => {
            walker.run_stream(stream, Dialect::Sh, Scoping::Own, call.at);
            return;
        }
    };
    if commands(flow.text).any(|name| !is_known(name)) {
        may_change_anything(walker, flow.at);
    }
    for line in flow.text.split(['\n', ';']) {
        let line =
            line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '[' | ']'));
        let (verb, rest) = line.split_once(|c: char| c.is_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim();
        let text = match verb {
            "spawn" | "exec" | "system" => rest.trim_matches(['"', '{', '}']),
            // `set x [exec …]`
            "set" | "puts" => match rest.split_once("[exec ") {
                Some((_, inner)) => inner.trim_end_matches(']'),
                None => continue,
            },
            "send" => walker.unescaped(rest.trim_start_matches("-- ").trim_matches('"')),
            "file" => {
                file(walker, rest, flow.at);
                continue;
            }
            _ => continue,
        };
        let text = text.strip_prefix("-noecho ").unwrap_or(text);
        walker.run_flow(Flow { text, written: None, ..flow }, Dialect::Sh, Scoping::Own);
    }
}

/// `file delete -force x`.
fn file<'a>(walker: &mut Walker<'a>, words: &'a str, at: Location) {
    let mut words = words.split_ascii_whitespace();
    match words.next() {
        Some("delete") => {}
        Some("rename" | "copy" | "link" | "attributes") => return may_change_anything(walker, at),
        _ => return,
    }
    let mut traits = Traits::empty();
    for word in words {
        if word == "-force" {
            traits |= Traits::RECURSIVE | Traits::FORCED;
        } else if word != "--" {
            let word = word.trim_matches(['"', '{', '}']);
            let mut target = Arg::whole(word, at);
            if word.starts_with(['$', '[']) {
                target = Arg::unknown(at);
            }
            walker.touches(Kind::Deletes, &target, traits);
        }
    }
}

/// The words that stand where a command does: at the start of a line, behind `;`, `[` and `{`.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', ';', '[', '{']).map(|rest| {
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':')));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    })
}

/// Commands that look and print, and those whose effects are worked out.
fn is_known(name: &str) -> bool {
    name.is_empty()
        || name.starts_with(|c: char| c.is_ascii_digit())
        || words!(
            "puts set expr if else elseif for foreach while proc return list lindex llength lappend \
             string format incr append join split array dict regexp regsub catch package info after \
             exit global upvar clock namespace switch break continue concat lrange lsort lsearch \
             lreplace scan time unset variable gets read close eof fconfigure expect send interact \
             sleep timeout default exp_continue log_user spawn exec system file match length tolower \
             toupper trim equal first last range index is map repeat size keys values get exists i x \
             n a b argv argc wait send_user stty match_max"
        )
        .has(name)
}
