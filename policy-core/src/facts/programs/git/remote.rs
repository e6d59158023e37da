//! Subcommands that talk to other repositories.

use super::{drops, on, settings};
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::Walker;

pub(super) fn push<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for name in ["receive-pack", "exec"] {
        if let Some(code) = call.value(name) {
            walker.with_elsewhere(|walker| {
                walker.runs_shell(code);
            });
        }
    }
    for address in call.operands.iter().take(1).chain(call.value("repo")) {
        run_address(walker, address);
    }
    if on(call, "dry-run") {
        return;
    }
    walker.mark_changing();
    let refspecs =
        if call.has("repo") { call.operands } else { call.operands.get(1..).unwrap_or(&[]) };
    let mut mirror = on(call, "mirror");
    let mut forced = on(call, "force");
    let mut deletes = on(call, "delete") || on(call, "prune");
    for setting in call.values("set-value") {
        let (key, value) = setting.text.split_once('=').unwrap_or((setting.text, "true"));
        if key.starts_with("remote.") {
            mirror |= key.ends_with(".mirror") && !matches!(value, "false" | "no" | "0");
            forced |= key.ends_with(".push") && value.starts_with('+');
        }
    }
    for refspec in refspecs {
        forced |= refspec.text.starts_with('+');
        deletes |= refspec.text.starts_with(':') && refspec.text.len() > 1;
    }
    let force = match (mirror, forced) {
        (true, _) => Some(Traits::FORCED | Traits::WHOLE),
        (false, true) => Some(Traits::FORCED),
        (false, false) => on(call, "force-with-lease").then_some(Traits::MINOR),
    };
    let (domain, place) = (Domain::Repository, Place::Elsewhere);
    if let Some(traits) = force {
        walker.add(Kind::ForcesRemote, domain, place, traits, call.at);
    }
    if deletes {
        walker.add(Kind::DropsRefs, domain, place, Traits::empty(), call.at);
    }
}

pub(super) fn fetch<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(code) = call.value("upload-pack") {
        walker.runs_shell(code);
    }
    if let Some(address) = call.operands.first() {
        run_address(walker, address);
    }
    walker.mark_changing();
    if on(call, "dry-run") {
        return;
    }
    // `+main:main` moves a branch of one's own; what is remembered of a remote may move.
    let moves = call.operands.iter().skip(1).any(|refspec| {
        let (from, to) = refspec.text.split_once(':').unwrap_or((refspec.text, ""));
        from.starts_with('+') && !to.is_empty() && !to.starts_with("refs/remotes/")
    });
    if moves || on(call, "force") {
        drops(walker, call, Traits::MINOR);
    }
}

pub(super) fn clone<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for name in ["upload-pack", "exec"] {
        if let Some(code) = call.value(name) {
            walker.runs_shell(code);
        }
    }
    if let Some(address) = call.operands.first() {
        run_address(walker, address);
    }
    if call.path() == "clone" {
        walker.mark_changing();
        for setting in call.values("config") {
            settings::setting(walker, call, setting);
        }
    }
}

/// `ext::command` is an address that is run.
fn run_address<'a>(walker: &mut Walker<'a>, address: &Arg<'a>) {
    if let Some(code) = address.text.strip_prefix("ext::") {
        // A blank inside a word is written `% `.
        let code = Arg::whole(walker.alloc_str(&code.replace("% ", "\\ ")), address.at);
        walker.runs_shell(&code);
    }
}
