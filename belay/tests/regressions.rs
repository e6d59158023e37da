//! What fuzzing has found, and every recorded payload, through the check of the fuzz target.

#[path = "../../fuzz/targets/acp_bytes.rs"]
mod acp_bytes;
#[path = "../../fuzz/targets/hook_bytes.rs"]
mod hook_bytes;
#[path = "../../fuzz/targets/rpc_bytes.rs"]
mod rpc_bytes;

use std::fs;
use std::path::Path;

use belay::event::Host;

#[test]
fn nothing_that_failed_once_fails_again() {
    let targets = [
        ("acp", acp_bytes::check as fn(&[u8])),
        ("hook", hook_bytes::check),
        ("rpc", rpc_bytes::check),
    ];
    for (target, check) in targets {
        let regressions = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions");
        let files = fs::read_dir(regressions.join(target)).into_iter().flatten().flatten();
        for bytes in files.filter_map(|file| fs::read(file.path()).ok()) {
            check(&bytes);
        }
    }
}

#[test]
fn a_conversation_that_is_cut_anywhere_holds() {
    let session = include_str!("../src/rpc/page/session.txt");
    let sent = session.lines().filter_map(|line| line.strip_prefix("--> "));
    let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let pipe: String = sent.map(framed).collect();
    assert!(pipe.len() > 1_000);
    for end in 0..=pipe.len() {
        rpc_bytes::check(pipe.as_bytes().get(..end).unwrap_or_default());
    }
}

#[test]
fn a_recorded_conversation_over_acp_holds_wherever_a_line_is_cut() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lab/conversations");
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let recorded = files.filter(|file| file.path().extension().is_some_and(|end| end == "txt"));
    let mut count = 0;
    for stream in recorded.filter_map(|file| fs::read(file.path()).ok()) {
        acp_bytes::check(&stream);
        for line in stream.split_inclusive(|byte| *byte == b'\n') {
            count += 1;
            for end in 1..line.len() {
                acp_bytes::check(line.get(..end).unwrap_or_default());
            }
        }
    }
    assert!(count > 10, "only {count} lines are recorded");
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
