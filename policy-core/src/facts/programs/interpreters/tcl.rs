//! Tcl and expect, whose bodies are commands of words.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::walker::{Scoping, Walker};
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
    if words.next() != Some("delete") {
        return;
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
