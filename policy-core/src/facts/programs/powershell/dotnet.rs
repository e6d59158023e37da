//! Static calls into .NET: `[IO.File]::Delete('x')`.
//!
//! Names are kept without `System.` and in lower case. A type or member that is not listed here
//! reads or computes something.

use super::base64::decoded_text;
use super::content::joined_path;
use super::start::{launch, split_words};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Known, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::shell::tree::Piece;

/// Arguments of a method are values; none of them is a flag.
const NONE: Options = Options::leading("");

const fn call(names: &'static [&'static str], act: Behavior) -> Program {
    program(names, NONE, act)
}

pub(super) static PROGRAMS: &[Program] = &[
    call(
        &[
            "[io.file]::delete",
            "[io.directory]::delete",
            "[microsoft.visualbasic.fileio.filesystem]::deletefile",
            "[microsoft.visualbasic.fileio.filesystem]::deletedirectory",
        ],
        Behavior::Code(delete),
    ),
    call(
        &[
            "[io.file]::writealltext",
            "[io.file]::writealllines",
            "[io.file]::writeallbytes",
            "[io.file]::writealltextasync",
            "[io.file]::writealllinesasync",
            "[io.file]::writeallbytesasync",
            "[io.file]::create",
            "[io.file]::createtext",
            "[io.file]::openwrite",
        ],
        Behavior::Code(write),
    ),
    call(
        &["[io.file]::appendalltext", "[io.file]::appendalllines", "[io.file]::appendtext"],
        Behavior::Code(append),
    ),
    call(&["[io.file]::open"], Behavior::Code(open)),
    call(
        &["[io.file]::copy", "[microsoft.visualbasic.fileio.filesystem]::copyfile"],
        Behavior::Code(copy),
    ),
    call(
        &[
            "[io.file]::move",
            "[io.directory]::move",
            "[microsoft.visualbasic.fileio.filesystem]::movefile",
            "[microsoft.visualbasic.fileio.filesystem]::movedirectory",
        ],
        Behavior::Code(relocate),
    ),
    call(&["[io.file]::replace"], Behavior::Code(replace)),
    call(&["[io.streamwriter]::new", "[io.filestream]::new"], Behavior::Code(writer)),
    call(&["[io.compression.zipfile]::extracttodirectory"], Behavior::Code(unpack)),
    call(
        &["[io.directory]::createdirectory", "[io.compression.zipfile]::createfromdirectory"],
        Behavior::Runs,
    ),
    call(&["[diagnostics.process]::start"], Behavior::Code(start)),
    call(&["[environment]::setenvironmentvariable"], Behavior::Code(set_environment)),
    call(&["[microsoft.win32.registry]::setvalue"], Behavior::Code(set_value)),
    call(
        &["[scriptblock]::create", "[management.automation.scriptblock]::create"],
        Behavior::Code(code),
    ),
    call(
        &[
            "[reflection.assembly]::load",
            "[reflection.assembly]::unsafeloadfrom",
            "[appdomain]::currentdomain.load",
        ],
        Behavior::Code(load),
    ),
    call(&["[reflection.assembly]::loadfrom", "[reflection.assembly]::loadfile"], Behavior::Runs),
    call(&["[convert]::frombase64string"], Behavior::Code(base64)),
    call(&["[io.path]::combine", "[io.path]::join"], Behavior::Code(combine)),
    call(&["[io.path]::gettemppath", "[io.path]::gettempfilename"], Behavior::Code(temporary)),
];

static OTHER: Program = call(&[], Behavior::NoEffect);
static OTHER_KNOWN: Known = Known::new(&OTHER);

/// The name without `System.`, by which members are listed.
pub(in crate::facts::programs) fn short_name(name: &str) -> Option<(&str, bool)> {
    match name.strip_prefix("[system.") {
        Some(rest) => Some((rest, true)),
        None => name.strip_prefix('[').map(|rest| (rest, false)),
    }
}

/// What stands for every member that is not listed.
pub(in crate::facts::programs) fn other() -> &'static Known {
    &OTHER_KNOWN
}

/// Whether an argument is the value `$true`.
fn is_true(arg: &Arg<'_>) -> bool {
    match arg.known() {
        Some(text) => !text.eq_ignore_ascii_case("false") && !matches!(text, "0" | ""),
        None => true,
    }
}

/// An argument as it is spelled: its text, or the name of the member it stands for
/// (`[IO.FileMode]::Create`).
fn spelled<'a>(arg: &Arg<'a>) -> &'a str {
    if !arg.text.is_empty() {
        return arg.text;
    }
    match arg.written.map(|word| word.pieces) {
        Some([Piece::Parameter(parameter)]) => parameter.name,
        _ => "",
    }
}

fn names(arg: &Arg<'_>, member: &str) -> bool {
    let text = spelled(arg);
    let last = text.rsplit("::").next().unwrap_or(text);
    last.eq_ignore_ascii_case(member)
}

fn first<'a>(call: &Call<'a>) -> Arg<'a> {
    call.args.first().copied().unwrap_or_else(|| Arg::unknown(call.at))
}

fn delete<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let recursive = call.name.contains("directory")
        && (call.args.get(1).is_some_and(is_true) || call.name.ends_with("deletedirectory"));
    let traits = if recursive { Traits::RECURSIVE } else { Traits::empty() };
    walker.touches(Kind::Deletes, &first(call), traits);
}

fn write<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.touches(Kind::Overwrites, &first(call), Traits::empty());
}

fn append<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.touches(Kind::Appends, &first(call), Traits::empty());
}

fn open<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    open_file(walker, &first(call), call.args.get(1), call.args.get(2));
}

/// Opening keeps what a file holds, unless the mode says otherwise.
fn open_file<'a>(
    walker: &mut Walker<'a>,
    file: &Arg<'a>,
    mode: Option<&Arg<'a>>,
    access: Option<&Arg<'a>>,
) {
    let keeps = mode.is_none_or(|mode| {
        ["open", "append", "createnew"].iter().any(|harmless| names(mode, harmless))
    });
    let reads = access.is_some_and(|access| names(access, "read"));
    if !keeps && !reads {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

fn copy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // Without a third argument, a file that is there makes it fail.
    if let [_, target, overwrite, ..] = call.args
        && is_true(overwrite)
    {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn relocate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.touches(Kind::Moves, &first(call), Traits::empty());
    if let [_, target, overwrite, ..] = call.args
        && is_true(overwrite)
    {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn replace<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for target in call.args.iter().skip(1).take(2) {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn writer<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let kind = call.name.split_once("]::").map_or("", |(kind, _)| kind);
    made(walker, kind, call.args);
}

/// Objects that change a file merely by being made.
pub(super) fn made<'a>(walker: &mut Walker<'a>, kind: &str, args: &[Arg<'a>]) {
    let kind = kind.trim_start_matches('[').to_ascii_lowercase();
    let kind = kind.strip_prefix("system.").unwrap_or(&kind);
    let Some(file) = args.first() else { return };
    match kind {
        "io.streamwriter" => {
            // A stream in the first place is no file.
            let appends = args.get(1).is_some_and(is_true);
            let stream = file.text.is_empty() && matches!(file.knowledge, Knowledge::Start);
            if appends {
                walker.touches(Kind::Appends, file, Traits::empty());
            } else if !stream {
                walker.touches(Kind::Overwrites, file, Traits::empty());
            }
        }
        "io.filestream" => open_file(walker, file, args.get(1), args.get(2)),
        _ => {}
    }
}

fn unpack<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [_, target, rest @ ..] = call.args
        && rest.iter().any(is_true)
    {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn start<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
    let mut args = call.args.iter();
    words.extend(args.next());
    for argument in args {
        split_words(walker, argument, &mut words);
    }
    launch(walker, words.into_bump_slice());
}

fn set_environment<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    if let Some(target) = call.args.get(2)
        && !names(target, "process")
    {
        set_value(walker, call);
    }
}

fn set_value<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let none = Traits::empty();
    walker.does(Kind::Configures, Domain::WindowsRegistry, none, call);
}

/// Code made from text counts as run: nobody makes it for another purpose.
fn code<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    walker.run_code(&first(call), Dialect::PowerShell, Scoping::Shared);
}

fn load<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let kind = match first(call).knowledge {
        Knowledge::Download => Kind::RunsDownload,
        // An assembly of the system, by its name.
        Knowledge::Whole => return walker.mark_changing(),
        _ => Kind::RunsUnknown,
    };
    walker.add(kind, Domain::Code, Place::Unknown, Traits::empty(), call.at);
}

fn base64<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let encoded = first(call);
    let text = encoded.known().and_then(|text| decoded_text(walker.arena, text));
    let flow = |text| Flow { text, at: encoded.at, written: None, exact: true };
    walker.writes(match (text, encoded.knowledge) {
        (Some(text), _) => Stream::Text(flow(text)),
        (None, Knowledge::Download) => Stream::Download,
        _ => Stream::Unknown,
    });
}

fn combine<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let joined = joined_path(walker, call.args);
    walker.writes(joined);
}

fn temporary<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let text = if call.name.ends_with("filename") { "C:\\Temp\\new.tmp" } else { "C:\\Temp" };
    walker.writes(Stream::Text(Flow { text, at: call.at, written: None, exact: true }));
}
