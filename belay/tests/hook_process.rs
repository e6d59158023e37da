//! `belay hook` as hosts start it.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot start the program has failed"
)]

mod hosts;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use belay::event::Host;
use belay::hook::Place;
use hosts::{Effect, effect};
use serde_json::{Value, json};

const DANGEROUS: &str = r#"{"session_id":"s","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push --force origin main"},"tool_use_id":"t"}"#;

fn hook(arguments: &[&str], stdin: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_belay"))
        .arg("hook")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A hook that has answered already need not read to the end.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}

fn effect_on(host: Host, output: &Output) -> Effect {
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let stdout = (!text.is_empty()).then(|| serde_json::from_str(text).unwrap());
    let exit = u8::try_from(output.status.code().unwrap()).unwrap();
    effect(&Place::named(host, "pre_tool"), &belay::hook::Output { stdout, exit })
}

#[test]
fn a_dangerous_command_is_asked_about_with_the_reason() {
    let output = hook(&["--host", "claude", "--event", "PreToolUse"], DANGEROUS.as_bytes());
    assert_eq!(effect_on(Host::Claude, &output), Effect::Asks);
    assert!(output.stderr.is_empty());
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("Instead: "), "{reason}");
}

#[test]
fn a_harmless_command_is_passed_over_in_silence() {
    let output =
        hook(&["--host", "claude"], DANGEROUS.replace("git push --force", "git log").as_bytes());
    assert!(output.stdout.is_empty() && output.stderr.is_empty() && output.status.success());
}

#[test]
fn no_argument_is_an_error() {
    for arguments in [
        &[][..],
        &["--host"],
        &["--host", "nobody"],
        &["--from-the-future", "x", "--host", "claude"],
        &["--host=claude", "--event=PreToolUse"],
        &["--help"],
        &["", "-", "--"],
    ] {
        let output = hook(arguments, DANGEROUS.as_bytes());
        assert_eq!(effect_on(Host::Claude, &output), Effect::Asks, "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_read_is_not_let_through() {
    for bytes in [&b""[..], b"\xff\xfe{}", b"{\"hook_event_name\":", b"null", &[b'['; 200_000]] {
        for host in Host::ALL.into_iter().filter(|host| *host != Host::Goose) {
            let output = hook(&["--host", host.name(), "--event", "PreToolUse"], bytes);
            let seen = effect_on(host, &output);
            assert!(matches!(seen, Effect::Asks | Effect::Stopped), "{host:?}: {seen:?}");
            assert!(output.stderr.is_empty());
        }
    }
}

#[test]
fn decode_prints_the_event() {
    let output = hook(&["--decode", "--host", "claude"], DANGEROUS.as_bytes());
    let event: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(event["event"], "pre_tool");
    assert_eq!(event["command"], "git push --force origin main");
    let output = hook(&["--decode", "--host", "claude"], b"{");
    let error: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(error["error"], "malformed");
    assert!(error["message"].as_str().unwrap().contains("JSON"), "{error}");
}

#[test]
fn encode_prints_the_answer_and_the_exit_code() {
    let encoded = |arguments: &[&str]| -> Value {
        serde_json::from_slice(&hook(&[&["--encode"], arguments].concat(), b"").stdout).unwrap()
    };
    assert_eq!(
        encoded(&[
            "--host",
            "gemini",
            "--event",
            "BeforeTool",
            "--decision",
            "deny",
            "--reason",
            "no"
        ]),
        json!({ "stdout": { "decision": "deny", "reason": "no" }, "exit": 0 })
    );
    assert_eq!(
        encoded(&[
            "--host",
            "claude",
            "--event",
            "pre_tool",
            "--decision",
            "allow",
            "--reason",
            ""
        ]),
        json!({ "stdout": null, "exit": 0 })
    );
    assert_eq!(encoded(&["--host", "claude", "--decision", "maybe"])["error"], "bad_field");
    assert_eq!(encoded(&["--host", "nobody", "--decision", "deny"])["error"], "bad_field");
}
