//! Static calls into .NET: `[IO.File]::Delete('x')`.
//!
//! Names are kept without `System.` and in lower case. A member that is neither listed here nor
//! [known to be harmless](super::harmless) may do anything.

use super::base64::decoded_text;
use super::content::joined_path;
use super::harmless;
use super::start::{launch, split_words};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Kept, Known, Program, program};
use crate::facts::walker::{Scoping, Walker};
use crate::shell::tree::Piece;
use crate::source::Location;

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
            "[microsoft.visualbasic.filesystem]::kill",
            "[microsoft.visualbasic.filesystem]::rmdir",
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
            "[io.file]::openhandle",
            "[io.file]::createsymboliclink",
        ],
        Behavior::Code(write),
    ),
    call(
        &[
            "[io.file]::setattributes",
            "[io.file]::encrypt",
            "[io.file]::decrypt",
            "[io.file]::setaccesscontrol",
        ],
        Behavior::Code(annotate),
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
    call(
        &[
            "[io.streamwriter]::new",
            "[io.filestream]::new",
            "[xml.xmltextwriter]::new",
            "[xml.xmlwriter]::create",
        ],
        Behavior::Code(writer),
    ),
    call(
        &[
            "[io.compression.zipfile]::extracttodirectory",
            "[io.compression.zipfileextensions]::extracttodirectory",
            "[io.compression.zipfileextensions]::extracttofile",
        ],
        Behavior::Code(unpack),
    ),
    call(
        &[
            "[io.directory]::createdirectory",
            "[io.compression.zipfile]::createfromdirectory",
            "[io.compression.zipfile]::openread",
            "[io.file]::setlastwritetime",
            "[io.file]::setcreationtime",
            "[io.file]::setlastaccesstime",
            "[powershell]::create",
            "[management.automation.powershell]::create",
            "[runspacefactory]::createrunspace",
            "[runspacefactory]::createrunspacepool",
            "[threading.mutex]::new",
            "[reflection.assembly]::loadwithpartialname",
            "[net.webrequest]::create",
            "[activator]::createinstance",
        ],
        Behavior::Code(makes),
    ),
    call(&["[diagnostics.process]::start"], Behavior::Code(start)),
    call(&["[environment]::setenvironmentvariable"], Behavior::Code(set_environment)),
    call(&["[microsoft.win32.registry]::setvalue"], Behavior::Code(set_value)),
    call(
        &[
            "[scriptblock]::create",
            "[scriptblock]::new",
            "[management.automation.scriptblock]::create",
        ],
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

static OTHER: Program = call(&[], Behavior::Code(unlisted));
static OTHER_KEPT: Kept = Kept::new();

/// The name by which a member is listed: without `System.`, blanks and the assembly of its type
/// (`[System.IO.File, mscorlib]::Delete`), in lower case.
pub(in crate::facts) fn member_name<'a>(arena: &'a bumpalo::Bump, name: &'a str) -> &'a str {
    let Some((kind, member)) = name.strip_prefix('[').and_then(|rest| rest.rsplit_once("]::"))
    else {
        return name;
    };
    let mut depth = 0_u32;
    let end = kind.find(|letter: char| {
        match letter {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        letter == ',' && depth == 0
    });
    let plain = kind.get(..end.unwrap_or(kind.len())).unwrap_or(kind).trim();
    let plain = plain.strip_prefix("system.").unwrap_or(plain);
    if plain.len() == kind.len() {
        return name;
    }
    bumpalo::format!(in arena, "[{}]::{}", plain, member).into_bump_str()
}

/// What stands for every member that is not listed.
pub(in crate::facts::programs) fn other() -> Known {
    Known::new(&OTHER, &OTHER_KEPT)
}

/// A member that no table lists: harmless where it is known to be, anything otherwise. Code that
/// it is handed counts as run.
fn unlisted<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_no_effect();
    let (kind, member) =
        call.name.trim_start_matches('[').split_once("]::").unwrap_or((call.name, ""));
    let blocks = run_code_in(walker, call.args);
    // A class of this very text is followed where it stands.
    let own = !kind.contains('.')
        && walker.scope.get(COMPILED).is_none()
        && (member == "new" || walker.scope.redefines(member));
    if harmless::is_static(kind, member) || own {
        if matches!(kind, "regex" | "text.regularexpressions.regex") && member == "replace" {
            admit_code(walker, call.args.get(2), call.at);
        }
        if matches!(member, "new" | "startnew") && harmless::is_in_memory(kind) {
            // What is called on it stays in memory.
            walker.writes(Stream::Text(Flow { text: "", at: call.at, written: None, exact: true }));
        }
    } else if !blocks {
        walker.may_run_anything(call.at);
    }
}

/// Remembers that a text has compiled types of its own.
pub(super) const COMPILED: &str = "[compiled]";

/// Runs every block among arguments; answers whether there was one.
pub(super) fn run_code_in<'a>(walker: &mut Walker<'a>, args: &[Arg<'a>]) -> bool {
    let mut found = false;
    for block in args.iter().filter(|arg| matches!(arg.knowledge, Knowledge::Block(_))) {
        found = true;
        walker.run_code(block, Dialect::PowerShell, Scoping::Shared);
    }
    found
}

/// An unknown argument may be code.
pub(super) fn admit_code<'a>(walker: &mut Walker<'a>, arg: Option<&Arg<'a>>, at: Location) {
    if arg.is_some_and(|arg| arg.text.is_empty() && matches!(arg.knowledge, Knowledge::Start)) {
        walker.may_run_anything(at);
    }
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

/// A path of .NET starts where the process does, wherever PowerShell has gone meanwhile.
fn touches<'a>(walker: &mut Walker<'a>, kind: Kind, file: &Arg<'a>, traits: Traits) {
    let here = walker.scope.now.directory;
    let moved = walker.scope.get("[environment]::currentdirectory").is_some();
    walker.scope.now.directory = if moved { None } else { Some(walker.paths.start()) };
    walker.touches(kind, file, traits);
    walker.scope.now.directory = here;
}

fn delete<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let recursive = call.name.contains("directory")
        && (call.args.get(1).is_some_and(is_true) || call.name.ends_with("deletedirectory"));
    let traits = if recursive { Traits::RECURSIVE } else { Traits::empty() };
    touches(walker, Kind::Deletes, &first(call), traits);
}

fn write<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    touches(walker, Kind::Overwrites, &first(call), Traits::empty());
}

fn annotate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    touches(walker, Kind::Overwrites, &first(call), Traits::ATTRIBUTES);
}

fn append<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    touches(walker, Kind::Appends, &first(call), Traits::empty());
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
        touches(walker, Kind::Overwrites, file, Traits::empty());
    }
}

fn copy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // Without a third argument, a file that is there makes it fail.
    if let [_, target, overwrite, ..] = call.args
        && is_true(overwrite)
    {
        touches(walker, Kind::Overwrites, target, Traits::empty());
    }
}

fn relocate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    touches(walker, Kind::Moves, &first(call), Traits::empty());
    if let [_, target, overwrite, ..] = call.args
        && is_true(overwrite)
    {
        touches(walker, Kind::Overwrites, target, Traits::empty());
    }
}

fn replace<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for target in call.args.iter().skip(1).take(2) {
        touches(walker, Kind::Overwrites, target, Traits::empty());
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
            // A stream in the first place is not a file.
            let appends = args.get(1).is_some_and(is_true);
            let stream = file.text.is_empty() && matches!(file.knowledge, Knowledge::Start);
            if appends {
                touches(walker, Kind::Appends, file, Traits::empty());
            } else if !stream {
                touches(walker, Kind::Overwrites, file, Traits::empty());
            }
        }
        "io.filestream" => {
            // `DeleteOnClose` may stand among the last ones.
            let deletes = args.iter().any(|arg| names(arg, "deleteonclose"));
            if deletes {
                touches(walker, Kind::Deletes, file, Traits::empty());
            } else {
                open_file(walker, file, args.get(1), args.get(2));
            }
        }
        "xml.xmltextwriter" | "xml.xmlwriter" => {
            let stream = file.text.is_empty() && matches!(file.knowledge, Knowledge::Start);
            if !stream {
                touches(walker, Kind::Overwrites, file, Traits::empty());
            }
        }
        _ => {}
    }
}

/// Makes something that does no harm by being there, unless it writes a file at once.
fn makes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if !call.name.starts_with("[activator]") {
        return;
    }
    // `CreateInstance([IO.StreamWriter], @('a.txt'))`
    match call.args.split_first() {
        Some((kind, args)) => {
            let name = spelled(kind).trim_end_matches(']');
            let name = harmless_kind(name);
            if matches!(name.as_str(), "io.streamwriter" | "io.filestream" | "xml.xmltextwriter") {
                made(walker, &name, args);
            } else if !harmless::is_static(&name, "new") {
                walker.may_run_anything(call.at);
            }
        }
        None => walker.may_run_anything(call.at),
    }
}

/// A type as it is listed.
fn harmless_kind(written: &str) -> String {
    let lower = written.trim_start_matches('[').to_ascii_lowercase();
    lower.strip_prefix("system.").map_or(lower.clone(), str::to_owned)
}

fn unpack<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [_, target, rest @ ..] = call.args
        && rest.iter().any(is_true)
    {
        touches(walker, Kind::Overwrites, target, Traits::empty());
    }
}

fn start<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // `Start($info)`: the object says what is started.
    if let [only] = call.args
        && only.text.is_empty()
        && !matches!(only.knowledge, Knowledge::Whole)
    {
        return walker.runs_unknown(call.at);
    }
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
