//! What fuzzing once found, replayed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![expect(clippy::disallowed_methods, reason = "tests read files; the crate does not")]
#![expect(clippy::indexing_slicing, reason = "the targets stop where something is amiss")]

#[path = "../../fuzz/targets/lib.rs"]
#[expect(unreachable_pub, reason = "it is a library where it is fuzzed")]
mod targets;

use std::fs;
use std::path::Path;

use policy_core::Policy;

/// Every file kept for a target; none is fine.
fn kept(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions").join(target);
    let Ok(listing) = fs::read_dir(folder) else { return Vec::new() };
    listing.map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}

#[test]
fn what_once_stopped_the_judge_no_longer_does() {
    let policy = Policy::defaults();
    for bytes in kept("judge") {
        targets::judge_bytes(&policy, &bytes);
    }
}

#[test]
fn what_once_stopped_the_settings_no_longer_does() {
    for bytes in kept("settings") {
        targets::settings_bytes(&bytes);
    }
}
