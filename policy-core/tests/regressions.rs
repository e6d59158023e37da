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

/// Every file stored for a target. A folder without any would replay nothing and still pass.
fn stored(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions").join(target);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let inputs: Vec<_> = paths
        .filter(|path| path.file_name().is_some_and(|name| name != ".gitkeep"))
        .map(|path| fs::read(path).unwrap())
        .collect();
    assert!(!inputs.is_empty(), "nothing is stored for {target}");
    inputs
}

#[test]
fn what_once_stopped_the_judge_no_longer_does() {
    let policy = Policy::defaults();
    for bytes in stored("judge") {
        targets::judge_bytes(&policy, &bytes);
    }
}

#[test]
fn what_once_stopped_the_settings_no_longer_does() {
    for bytes in stored("settings") {
        targets::settings_bytes(&bytes);
    }
}
