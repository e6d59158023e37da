//! What files hold: set, added to, cleared, exported, packed and unpacked.

use super::flow;
use super::names;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Kind, Traits};
use crate::facts::program::{Behavior, Program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    cmdlet!(
        &["set-content"],
        "path= lp|pspath|literalpath= value= encoding= filter= include= exclude= force passthru nonewline stream= credential= asbytestream",
        Behavior::Code(set)
    ),
    cmdlet!(
        &["sc"],
        "path= lp|pspath|literalpath= value= encoding= filter= include= exclude= force passthru nonewline stream= credential=",
        Behavior::Code(sc)
    ),
    cmdlet!(
        &["add-content", "ac"],
        "path= lp|pspath|literalpath= value= encoding= filter= include= exclude= force passthru nonewline stream= credential=",
        Behavior::Code(add)
    ),
    cmdlet!(
        &["clear-content", "clc"],
        "path= lp|pspath|literalpath= filter= include= exclude= force stream= credential=",
        Behavior::Code(clear)
    ),
    cmdlet!(
        &["out-file"],
        "filepath|path= lp|pspath|literalpath= encoding= append force nooverwrite|noclobber nonewline width= inputobject=",
        Behavior::Code(write_file)
    ),
    cmdlet!(
        &["tee-object", "tee"],
        "filepath|path= lp|pspath|literalpath= append variable= inputobject= encoding=",
        Behavior::Code(tee)
    ),
    cmdlet!(
        &["export-csv", "epcsv", "export-clixml", "export-alias", "epal"],
        "path= lp|pspath|literalpath= encoding= append force noclobber notypeinformation delimiter= depth= inputobject= useculture quotefields= usequotes=",
        Behavior::Code(write_file)
    ),
    cmdlet!(
        &["start-transcript"],
        "path= lp|pspath|literalpath= outputdirectory= append force noclobber includeinvocationheader",
        Behavior::Code(transcript)
    ),
    cmdlet!(
        &["expand-archive"],
        "path= lp|literalpath= destinationpath= force passthru",
        Behavior::Code(expand)
    ),
    cmdlet!(
        &["compress-archive"],
        "path= lp|literalpath= destinationpath= compressionlevel= force update passthru",
        Behavior::Code(compress)
    ),
    cmdlet!(&["set-clipboard", "scb", "out-printer", "lp"], "value=", Behavior::Runs),
    cmdlet!(
        &["join-path"],
        "path= childpath= additionalchildpath= resolve credential=",
        Behavior::Code(join)
    ),
    cmdlet!(
        &["resolve-path", "rvpa", "convert-path", "cvpa"],
        "path= lp|literalpath= relative credential=",
        Behavior::Code(pass_on)
    ),
];

/// The file whose content is meant: behind `-Path`, or the first other word.
fn files<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Vec<&'a Arg<'a>> {
    let mut files: Vec<_> = call.values("path").chain(call.values("literalpath")).collect();
    if files.is_empty() {
        // Further words are the value.
        files.extend(call.operands.first());
    }
    if files.is_empty() {
        files.push(flow::piped_path(walker, call));
    }
    files
}

fn set<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let named = call.has_any(words!("path literalpath"));
    let value = call.value("value").or(call.operands.get(usize::from(!named)));
    for file in files(walker, call) {
        if names::define_item(walker, file, None, value, call.at) {
            continue;
        }
        flow::touch(walker, Kind::Overwrites, file, Traits::empty());
    }
}

/// `sc` was short for `Set-Content` and is the service tool since PowerShell 6.
fn sc<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let tool = call.operands.first().and_then(Arg::literal).is_some_and(|word| {
        word.starts_with("\\\\")
            || ["query", "queryex", "qc", "stop", "start", "delete", "config", "create", "pause"]
                .iter()
                .any(|verb| word.eq_ignore_ascii_case(verb))
    });
    if !tool {
        return set(walker, call);
    }
    walker.mark_wrapper();
    let words = words_of(walker, "sc.exe", call);
    walker.run_wrapped_writing(words);
}

/// The call under the name of a program's file, which no alias hides.
pub(super) fn words_of<'a>(
    walker: &Walker<'a>,
    program: &'static str,
    call: &Call<'a>,
) -> &'a [Arg<'a>] {
    let mut words = bumpalo::collections::Vec::with_capacity_in(call.args.len() + 1, walker.arena);
    words.push(Arg::whole(program, call.at));
    words.extend_from_slice(call.args);
    words.into_bump_slice()
}

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for file in files(walker, call) {
        flow::touch(walker, Kind::Appends, file, Traits::empty());
    }
}

/// Every word is a file here: there is no value.
fn clear<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for file in flow::items(walker, call) {
        flow::touch(walker, Kind::Overwrites, file, Traits::empty());
    }
}

fn write_file<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    for file in files(walker, call) {
        if call.is_on("append") {
            walker.touches(Kind::Appends, file, Traits::empty());
        } else if !call.is_on("noclobber") {
            walker.touches(Kind::Overwrites, file, Traits::empty());
        }
    }
}

fn tee<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    if !call.has("variable") {
        write_file(walker, call);
    }
    walker.writes(input);
}

fn transcript<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let named = call.has_any(words!("path literalpath")) || !call.operands.is_empty();
    if named {
        write_file(walker, call);
    }
}

fn expand<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.is_on("force") {
        return;
    }
    let behind = if call.has_any(words!("path literalpath")) { 0 } else { 1 };
    let target = call.value("destinationpath").or(call.operands.get(behind));
    let here = Arg::whole(".", call.at);
    walker.touches(Kind::Overwrites, target.unwrap_or(&here), Traits::FORCED);
}

fn compress<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.is_on("force") && !call.is_on("update") {
        return;
    }
    let target = call.value("destinationpath").or(call.operands.last());
    let unknown = Arg::unknown(call.at);
    walker.touches(Kind::Overwrites, target.unwrap_or(&unknown), Traits::FORCED);
}

fn join<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let flags = call.values("path").chain(call.values("childpath"));
    let parts: Vec<_> = flags.chain(call.operands).copied().collect();
    let joined = joined_path(walker, &parts);
    walker.writes(joined);
}

/// Parts of a path put together, where all of them are known.
pub(super) fn joined_path<'a>(
    walker: &Walker<'a>,
    parts: &[Arg<'a>],
) -> crate::facts::arg::Stream<'a> {
    use crate::facts::arg::{Flow, Stream};
    let Some(first) = parts.first() else { return Stream::Unknown };
    let mut text = bumpalo::collections::String::new_in(walker.arena);
    for (index, part) in parts.iter().enumerate() {
        let Some(known) = part.known() else { return Stream::Unknown };
        if index > 0 {
            text.push('/');
        }
        text.push_str(known);
    }
    Stream::Text(Flow { text: text.into_bump_str(), at: first.at, written: None, exact: true })
}

fn pass_on<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let item = call.value("path").or(call.value("literalpath")).or(call.operands.first());
    if let Some(item) = item.filter(|item| !item.glob && !item.tilde) {
        let output = walker.flow_of_arg(item);
        walker.writes(output);
    }
}
