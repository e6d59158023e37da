//! Subcommands that drop or move refs, or rewrite commits.

use super::{discards, drops, on, rewrites};
use crate::facts::call::Call;
use crate::facts::effect::Traits;
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) fn branch<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let forced = on(call, "force");
    if call.has("D") || (call.has("delete") && forced) {
        drops(walker, call, Traits::FORCED);
    } else if call.has_any(words!("delete M C")) || (forced && !call.operands.is_empty()) {
        drops(walker, call, Traits::MINOR);
    } else if call.has_any(words!("move copy set-upstream-to unset-upstream edit-description")) {
        walker.mark_changing();
    } else {
        let lists = call.has_any(words!(
            "list show-current contains no-contains merged no-merged points-at remotes all"
        ));
        if !lists && !call.operands.is_empty() {
            walker.mark_changing();
        }
    }
}

pub(super) fn tag<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("delete") || on(call, "force") {
        drops(walker, call, Traits::MINOR);
    } else if !call.has_any(words!("verify list n contains merged points-at"))
        && !call.operands.is_empty()
    {
        walker.mark_changing();
    }
}

pub(super) fn update_ref<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let traits = if call.has("d") || call.has("stdin") { Traits::empty() } else { Traits::MINOR };
    drops(walker, call, traits);
}

pub(super) fn symbolic_ref<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("delete") {
        drops(walker, call, Traits::MINOR);
    } else if call.operands.len() > 1 {
        walker.mark_changing();
    }
}

pub(super) fn reflog<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") {
        return;
    }
    let at_once = ["expire", "expire-unreachable"].iter().any(|name| {
        call.value(name).is_some_and(|value| matches!(value.text, "now" | "all" | "0"))
    });
    let traits = if at_once { Traits::BEYOND_REPAIR } else { Traits::empty() };
    drops(walker, call, traits);
}

pub(super) fn gc<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let now = |text: &str| matches!(text, "now" | "all" | "0" | "1.second.ago");
    let configured = call.values("set-value").any(|setting| {
        let lower = setting.text.to_ascii_lowercase();
        lower.split_once('=').is_some_and(|(key, value)| {
            words!("gc.pruneexpire gc.reflogexpire gc.reflogexpireunreachable").has(key)
                && now(value)
        })
    });
    if configured || call.value("prune").is_some_and(|value| now(value.text)) {
        drops(walker, call, Traits::BEYOND_REPAIR);
    }
}

pub(super) fn prune<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !on(call, "dry-run") {
        drops(walker, call, Traits::BEYOND_REPAIR);
    }
}

pub(super) fn repack<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    // All reachable objects into one pack, the other packs deleted: the rest is gone.
    if call.has("a") && call.has("d") && !call.has_any(words!("A k keep-unreachable cruft")) {
        drops(walker, call, Traits::MINOR);
    }
}

pub(super) fn filter<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") || call.has("analyze") {
        return;
    }
    for flag in call.flags.iter().filter(|flag| flag.name.ends_with("-filter")) {
        if let Some(code) = flag.value
            && !matches!(flag.name, "subdirectory-filter" | "to-subdirectory-filter")
        {
            walker.runs_shell(code);
        }
    }
    rewrites(walker, call, Traits::WHOLE);
}

pub(super) fn rebase<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for code in call.values("exec") {
        walker.runs_shell(code);
    }
    if call.has("show-current-patch") {
        return;
    }
    walker.mark_changing();
    if call.has("abort") || call.has("quit") {
        discards(walker, call, Traits::MINOR);
    } else if !call.has_any(words!("continue skip edit-todo")) {
        rewrites(walker, call, Traits::empty());
    }
}

pub(super) fn commit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if on(call, "dry-run") {
        return;
    }
    walker.mark_changing();
    if on(call, "amend") {
        rewrites(walker, call, Traits::empty());
    }
}

pub(super) fn replace<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("delete") || call.has("force") {
        drops(walker, call, Traits::MINOR);
    } else if !call.has("list") && !call.operands.is_empty() {
        walker.mark_changing();
    }
}

pub(super) fn mild<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !on(call, "dry-run") {
        drops(walker, call, Traits::MINOR);
    }
}
