//! What fuzzing has found, and every recorded payload, through the check of the fuzz target.

#[path = "../../fuzz/targets/hook_bytes.rs"]
mod hook_bytes;

use std::fs;
use std::path::Path;

use belay::event::Host;

#[test]
fn nothing_that_failed_once_fails_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions/hook");
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if let Ok(bytes) = fs::read(&path) {
            hook_bytes::check(&bytes);
        }
    }
}

#[test]
fn recorded_payloads_hold_for_every_host_of_the_command_line() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lab/fixtures");
    let folders = fs::read_dir(fixtures).into_iter().flatten().flatten();
    let mut count = 0;
    for file in folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten()) {
        let text = file.and_then(|file| fs::read_to_string(file.path())).unwrap_or_default();
        let Ok(fixture) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
        let Some(payload) = fixture.get("payload").map(ToString::to_string) else { continue };
        count += 1;
        for number in (0..Host::ALL.len()).filter_map(|number| u8::try_from(number).ok()) {
            hook_bytes::check(&[&[number], payload.as_bytes()].concat());
        }
    }
    assert!(count > 100, "only {count} payloads were found");
}
