//! Paths of PowerShell's drives, and paths that flow in through a pipeline.

use crate::dialect::Dialect;
use crate::facts::Invocation;
use crate::facts::arg::{Arg, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::{Base, Path, Place};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

/// What a drive's name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drive {
    /// Files; how many bytes name the provider (`FileSystem::`).
    Files(usize),
    /// The registry.
    Registry,
    /// Variables, functions and aliases of the running session.
    Session,
    /// Certificates and their keys.
    Certificates,
    /// Settings of something else: `WSMan:`, `IIS:`, `SQLSERVER:`.
    Other,
}

/// The drive a path begins with.
pub(super) fn drive(text: &str) -> Drive {
    if let Some((provider, _)) = text.split_once("::") {
        let name = provider.rsplit('\\').next().unwrap_or(provider);
        if name.eq_ignore_ascii_case("registry") {
            return Drive::Registry;
        }
        if name.eq_ignore_ascii_case("filesystem") {
            return Drive::Files(provider.len() + 2);
        }
        let session = ["alias", "function", "variable", "environment"];
        if session.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            return Drive::Session;
        }
        if name.eq_ignore_ascii_case("certificate") {
            return Drive::Certificates;
        }
    }
    let Some((name, _)) = text.split_once(':') else { return Drive::Files(0) };
    let is_one_of = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    if is_one_of(&["hklm", "hkcu", "hkcr", "hku", "hkcc"]) {
        Drive::Registry
    } else if is_one_of(&["env", "variable", "function", "alias"]) {
        Drive::Session
    } else if is_one_of(&["cert"]) {
        Drive::Certificates
    } else if is_one_of(&["wsman", "iis", "sqlserver", "ad", "vmstore", "plugin", "cluster"]) {
        Drive::Other
    } else {
        Drive::Files(0)
    }
}

/// Adds what is done to an item of any drive.
pub(super) fn touch<'a>(walker: &mut Walker<'a>, kind: Kind, item: &Arg<'a>, traits: Traits) {
    let drive = match drive(item.text) {
        // A name without a drive lies on the one that one has gone to.
        Drive::Files(0) if !item.text.contains(':') && !item.text.starts_with(['/', '\\', '~']) => {
            drive_here(walker).unwrap_or(Drive::Files(0))
        }
        drive => drive,
    };
    match drive {
        // A drive of the session's own may lead anywhere.
        Drive::Files(0) if is_named_drive(item.text) => {
            walker.touches(kind, &Arg::unknown(item.at), traits);
        }
        Drive::Files(provider) => walker.touches(kind, &item.skip_known(provider), traits),
        Drive::Session => walker.mark_changing(),
        Drive::Registry => {
            let kind = if kind == Kind::Deletes { kind } else { Kind::Configures };
            walker.add(kind, Domain::WindowsRegistry, Place::Machine, traits, item.at);
        }
        Drive::Certificates => {
            walker.add(kind, Domain::Secret, Place::Machine, traits, item.at);
        }
        Drive::Other => {
            let kind = if kind == Kind::Deletes { kind } else { Kind::Configures };
            walker.add(kind, Domain::System, Place::Machine, traits, item.at);
        }
    }
}

/// Whether a path begins with a drive that goes by more than a letter (`Data:\x`).
fn is_named_drive(path: &str) -> bool {
    path.split_once(':').is_some_and(|(name, _)| {
        name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// The drive one has gone to, where it holds no files.
fn drive_here(walker: &Walker<'_>) -> Option<Drive> {
    let here = walker.scope.now.directory?;
    let first = here.parts.first().filter(|part| part.len() > 2 && part.ends_with(':'))?;
    Some(drive(first)).filter(|drive| !matches!(drive, Drive::Files(_)))
}

/// `cd HKLM:\Software`: from here on names are those of keys; answers whether it was such a place.
pub(super) fn go_to_drive<'a>(walker: &mut Walker<'a>, target: &Arg<'a>) -> bool {
    let is_other = !matches!(drive(target.text), Drive::Files(_));
    if !is_other && !target.text.contains("::") && is_named_drive(target.text) {
        walker.forget_directory();
        return true;
    }
    let Some(text) = target.known().filter(|_| is_other) else { return false };
    let name = match text.split_once("::") {
        Some((provider, _)) if provider.to_ascii_lowercase().ends_with("registry") => "hklm:",
        _ => text.split_inclusive(':').next().unwrap_or(text),
    };
    let parts = walker.arena.alloc_slice_copy(&[name]);
    walker.scope.now.fallback = None;
    walker.scope.now.directory = Some(Path { base: Base::Root, parts });
    true
}

impl Arg<'_> {
    fn skip_known(&self, bytes: usize) -> Self {
        if bytes == 0 { *self } else { self.skip(bytes) }
    }
}

/// The items a command names: values of `-Path` and `-LiteralPath` and its other words.
pub(super) fn named<'a>(call: &Call<'a>) -> Vec<&'a Arg<'a>> {
    let mut items: Vec<_> = call.values("path").chain(call.values("literalpath")).collect();
    items.extend(call.operands.iter().filter(|arg| !matches!(arg.knowledge, Knowledge::Block(_))));
    items
}

/// The items a command names, or those that flow in where it names none.
pub(super) fn items<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Vec<&'a Arg<'a>> {
    let items = named(call);
    if items.is_empty() { vec![piped_path(walker, call)] } else { items }
}

/// Commands that hand on what flows into them, or less of it.
const FILTERS: Words = words(
    "\
    where-object where ? select-object select sort-object sort get-unique gu tee-object tee \
    out-gridview get-item gi get-childitem gci dir ls",
);

/// Commands that list the paths they name.
const LISTINGS: Words =
    words("get-childitem gci dir ls get-item gi resolve-path rvpa convert-path cvpa");

/// What flows into a command, as a path as far as that is known.
pub(super) fn piped_path<'a>(walker: &Walker<'a>, call: &Call<'a>) -> &'a Arg<'a> {
    walker.arena.alloc(find_piped_path(walker, call))
}

fn find_piped_path<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Arg<'a> {
    if let Stream::Text(flow) = walker.input()
        && flow.exact
        && !flow.text.trim_end().contains('\n')
    {
        return Arg::whole(flow.text.trim_end(), flow.at);
    }
    let mut piped_from = walker.piped_from(walker.current);
    while let Some(invocation) = piped_from {
        if LISTINGS.has(invocation.name)
            && let Some(listed) = listed(&invocation)
        {
            return listed;
        }
        if !FILTERS.has(invocation.name) {
            break;
        }
        piped_from =
            invocation.piped_from.and_then(|index| walker.invocations.get(index as usize)).copied();
    }
    Arg::unknown(call.at)
}

/// The path a listing starts from; what it lists lies there or below.
fn listed<'a>(invocation: &Invocation<'a>) -> Option<Arg<'a>> {
    let by_name = invocation.flags.iter().find(|flag| matches!(flag.name, "path" | "literalpath"));
    if let Some(path) = by_name.and_then(|flag| flag.value).or(invocation.words.first()) {
        return Some(*path);
    }
    if invocation.piped_from.is_some() {
        return None;
    }
    let narrowed = invocation.flags.iter().any(|flag| matches!(flag.name, "filter" | "include"));
    let text = if narrowed { "./*.*x" } else { "*" };
    Some(Arg { glob: true, ..Arg::whole(text, invocation.at) })
}

impl<'a> Walker<'a> {
    /// The invocation whose output flows into another one.
    fn piped_from(&self, index: u32) -> Option<Invocation<'a>> {
        let piped_from = self.invocations.get(index as usize)?.piped_from?;
        self.invocations.get(piped_from as usize).copied()
    }
}

/// Adds that a file is fetched, and remembers that it came over the network.
pub(in crate::facts::programs) fn fetched<'a>(walker: &mut Walker<'a>, file: &Arg<'a>) {
    walker.touches(Kind::Overwrites, file, Traits::empty());
    if let Some(path) = walker.paths.path(walker.scope.now.directory, file) {
        walker.scope.write(path, Stream::Download);
    }
}

/// Runs every block of code a command is given.
pub(super) fn run_blocks<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let values = call.flags.iter().filter_map(|flag| flag.value);
    for arg in values.chain(call.operands) {
        if matches!(arg.knowledge, Knowledge::Block(_)) {
            walker.run_code(arg, Dialect::PowerShell, Scoping::Shared);
        }
    }
}
