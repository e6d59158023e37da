//! Programs that nobody knows, as far as their words give them away.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::Walker;
use crate::facts::words::words;

/// A program of an unknown name whose first word takes something away probably does. A script of
/// the project has a path and is left alone.
pub(in crate::facts) fn guess<'a>(walker: &mut Walker<'a>, call: &Call<'a>, written: &str) {
    let folder = written.strip_suffix(call.name).unwrap_or_default();
    let installed = folder.is_empty() || folder.ends_with("bin/");
    if !installed || call.has_any(words!("help h dry-run n version")) {
        return;
    }
    let mut words = call.words.iter().filter_map(Arg::literal);
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if first == "help" {
        return;
    }
    let deletes = |word: &str| {
        words!("rm remove delete del destroy purge wipe erase drop uninstall unpublish obliterate")
            .has(word)
    };
    let flag = call.flags.iter().any(|flag| {
        words!(
            "delete-vm delete-all remove-all destroy purge-all wipe-all force-delete factory-reset"
        )
        .has(flag.name)
    });
    // The second word is a verb behind a noun: `pio account destroy`.
    let noun = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_lowercase());
    let found = if deletes(first) && !second.is_empty()
        || noun && words!("delete destroy purge remove wipe").has(second)
        || flag
    {
        Kind::Deletes
    } else if words!("shutdown poweroff write_flash erase_flash factory-reset").has(first) {
        Kind::Overwrites
    } else {
        return;
    };
    walker.add(found, Domain::Files, Place::Unknown, Traits::POSSIBLE, call.at);
}
