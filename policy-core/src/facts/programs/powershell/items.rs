//! Items of any drive: files, registry keys, certificates, variables.

use super::flow::{self, Drive};
use super::names;
use crate::facts::arg::{Arg, Knowledge};
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    cmdlet!(
        &["remove-item", "ri", "rd", "rm", "del", "erase", "rmdir"],
        "path= lp|pspath|literalpath= filter= include= exclude= recurse force credential= stream=",
        Behavior::Code(remove)
    ),
    cmdlet!(
        &["copy-item", "cpi", "cp", "copy"],
        "path= lp|pspath|literalpath= destination= filter= include= exclude= recurse force container passthru credential= fromsession= tosession=",
        Behavior::Code(copy)
    ),
    cmdlet!(
        &["move-item", "mi", "mv", "move"],
        "path= lp|pspath|literalpath= destination= filter= include= exclude= force passthru credential=",
        Behavior::Code(relocate)
    ),
    cmdlet!(
        &["rename-item", "rni", "ren"],
        "path= lp|pspath|literalpath= newname= force passthru credential=",
        Behavior::Code(rename)
    ),
    cmdlet!(
        &["new-item", "ni"],
        "path= name= type|itemtype= target|value= force credential=",
        Behavior::Code(create)
    ),
    cmdlet!(&["mkdir", "md"], "path= name= force", Behavior::Runs),
    cmdlet!(
        &["set-item", "si"],
        "path= lp|pspath|literalpath= value= force passthru filter= include= exclude= credential=",
        Behavior::Code(set_item)
    ),
    cmdlet!(
        &["clear-item", "cli"],
        "path= lp|pspath|literalpath= force filter= include= exclude= credential=",
        Behavior::Code(clear_item)
    ),
    cmdlet!(
        &[
            "set-itemproperty",
            "sp",
            "new-itemproperty",
            "rename-itemproperty",
            "rnp",
            "copy-itemproperty",
            "cpp",
            "move-itemproperty",
            "mp",
        ],
        "path= lp|pspath|literalpath= name= newname= value= propertytype|type= destination= force passthru filter= include= exclude= credential= inputobject=",
        Behavior::Code(set_property)
    ),
    cmdlet!(
        &["remove-itemproperty", "rp", "clear-itemproperty", "clp"],
        "path= lp|pspath|literalpath= name= force filter= include= exclude= credential=",
        Behavior::Code(remove_property)
    ),
];

fn remove<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    flow::run_blocks(walker, call);
    let mut traits = Traits::empty();
    // `rm -rf` is an error in PowerShell, but what was meant is plain.
    let posix = |letter: char| {
        let bundle = |name: &str| name.len() <= 3 && name.bytes().all(|b| b"rfRFv".contains(&b));
        call.flags.iter().any(|f| bundle(f.name) && f.name.to_ascii_lowercase().contains(letter))
    };
    if call.is_on("recurse") || posix('r') {
        traits |= Traits::RECURSIVE;
    }
    if call.is_on("force") || posix('f') {
        traits |= Traits::FORCED;
    }
    for item in flow::items(walker, call) {
        flow::touch(walker, Kind::Deletes, item, traits);
    }
}

/// The destination, and the words that are sources.
fn destination<'a>(
    walker: &Walker<'a>,
    call: &Call<'a>,
) -> (Vec<&'a Arg<'a>>, Option<&'a Arg<'a>>) {
    let mut sources = flow::named(call);
    let is_piped =
        walker.invocations.get(walker.current as usize).is_some_and(|i| i.piped_from.is_some());
    let target = call.value("destination").or_else(|| {
        let positional = !call.operands.is_empty() && (sources.len() > 1 || is_piped);
        if positional { sources.pop() } else { None }
    });
    if sources.is_empty() {
        sources.push(flow::piped_path(walker, call));
    }
    (sources, target)
}

/// `Copy-Item alias:ri alias:q`: from here on a name means something else.
fn renames_commands<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let values = call.flags.iter().filter_map(|flag| flag.value);
    if values.chain(call.operands).any(|item| names::holds_names(item.text)) {
        walker.forget_commands();
    }
}

fn copy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    flow::run_blocks(walker, call);
    renames_commands(walker, call);
    let (_, target) = destination(walker, call);
    let traits = if call.is_on("force") { Traits::FORCED } else { Traits::empty() };
    match target {
        Some(_) if call.has("tosession") => {
            walker.with_elsewhere(|walker| {
                walker.add(Kind::Overwrites, Domain::Files, Place::Elsewhere, traits, call.at);
            });
        }
        Some(target) => flow::touch(walker, Kind::Overwrites, target, traits),
        // Without a destination the copy lands in the current directory.
        None => {
            let here = Arg::whole(".", call.at);
            walker.touches(Kind::Overwrites, &here, traits);
        }
    }
}

fn relocate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    renames_commands(walker, call);
    flow::run_blocks(walker, call);
    let (sources, target) = destination(walker, call);
    let traits = if call.is_on("force") { Traits::FORCED } else { Traits::empty() };
    for source in sources {
        if drive_is_files(source) && walker.place_of(source) == Place::Temporary {
            walker.mark_changing();
        } else {
            flow::touch(walker, Kind::Moves, source, traits);
        }
    }
    if let Some(target) = target {
        flow::touch(walker, Kind::Overwrites, target, traits);
    }
}

fn drive_is_files(arg: &Arg<'_>) -> bool {
    matches!(flow::drive(arg.text), Drive::Files(_))
}

/// A new name never replaces a file that is there.
fn rename<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    renames_commands(walker, call);
    flow::run_blocks(walker, call);
    walker.mark_changing();
    for item in flow::named(call).iter().take(1) {
        if !drive_is_files(item) {
            flow::touch(walker, Kind::Configures, item, Traits::empty());
        }
    }
}

fn create<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let path = call.value("path").or(call.operands.first()).or(call.value("name"));
    let Some(path) = path else { return };
    if names::define_item(walker, path, call.value("name"), call.value("value"), call.at) {
        return;
    }
    if !drive_is_files(path) {
        return flow::touch(walker, Kind::Configures, path, Traits::empty());
    }
    let kind = call.value("itemtype").and_then(|arg| arg.known()).unwrap_or("file");
    let directory = kind.len() > 1
        && (kind.eq_ignore_ascii_case("directory")
            || kind.eq_ignore_ascii_case("dir")
            || kind.eq_ignore_ascii_case("container"));
    if directory || !call.is_on("force") {
        return;
    }
    let name = call.value("name").filter(|name| name.known().is_some());
    match (path.known(), name) {
        (Some(folder), Some(name)) => {
            let text = bumpalo::format!(in walker.arena, "{}/{}", folder, name.text);
            let joined = path.with_text(text.into_bump_str());
            walker.touches(Kind::Overwrites, &joined, Traits::FORCED);
        }
        _ => walker.touches(Kind::Overwrites, path, Traits::FORCED),
    }
}

fn set_item<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let named = call.has_any(words!("path literalpath"));
    let value = call.value("value").or(call.operands.get(usize::from(!named)));
    if let Some(item) = flow::items(walker, call).first().copied()
        && names::define_item(walker, item, None, value, call.at)
    {
        return;
    }
    if let Some(item) = flow::items(walker, call).first()
        && !drive_is_files(item)
    {
        flow::touch(walker, Kind::Configures, item, Traits::empty());
    }
}

fn clear_item<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for item in flow::items(walker, call) {
        let kind = if drive_is_files(item) { Kind::Overwrites } else { Kind::Deletes };
        flow::touch(walker, kind, item, Traits::empty());
    }
}

/// Properties of files are their dates and attributes; those of keys are what the registry is
/// for.
fn set_property<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    property(walker, call, Kind::Configures);
}

fn remove_property<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    property(walker, call, Kind::Deletes);
}

fn property<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind) {
    let item = call.value("path").or(call.value("literalpath")).or(call.operands.first());
    let item = item.unwrap_or_else(|| flow::piped_path(walker, call));
    let unknown = item.text.is_empty() && matches!(item.knowledge, Knowledge::Start);
    if unknown {
        let traits = Traits::POSSIBLE;
        walker.add(kind, Domain::WindowsRegistry, Place::Machine, traits, item.at);
    } else if !drive_is_files(item) {
        flow::touch(walker, kind, item, Traits::empty());
    }
}
