//! Builds the fuzz targets with coverage and runs them, seeded from the corpus. What makes one
//! fail is kept in `fuzz/regressions/<target>`, where an ordinary test replays it.

use std::fs;
use std::path::Path;
use std::process::Command;

use policy_core::shell::Dialect;

use crate::corpus::corpus;
use crate::prerequisites::{CXX, Need};
use crate::process::{cargo, output, run as run_command};
use crate::repository::{files_ending, read_text, root};
use crate::step::Amount;

/// Which targets, and for how long.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Seconds for each target.
    #[arg(long, default_value_t = 30)]
    seconds: u32,
    /// Only these targets.
    only: Vec<String>,
}

const TARGETS: [&str; 5] = ["acp", "hook", "judge", "rpc", "settings"];

/// libFuzzer's instrumentation, which stable Rust hands through to LLVM.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// What fuzzing needs: libFuzzer is C++.
pub const NEEDS: &[Need] = &[Need::Program(CXX)];

/// Every target, as a step of the test command.
pub fn check(amount: Amount) -> Result<(), String> {
    let seconds = if amount == Amount::Slow { 60 } else { 5 };
    run(&Options { seconds, only: Vec::new() })
}

/// Runs targets, each for a while.
pub fn run(options: &Options) -> Result<(), String> {
    if let Some(stranger) = options.only.iter().find(|name| !TARGETS.contains(&name.as_str())) {
        return Err(format!("there is no target `{stranger}`; there are {}", TARGETS.join(", ")));
    }
    let folder = root().join("fuzz");
    run_command(
        cargo()
            .args(["build", "--release", "--features", "libfuzzer", "--target", &host()?])
            .current_dir(&folder)
            .env("RUSTFLAGS", FLAGS)
            .env("CARGO_TARGET_DIR", folder.join("target")),
    )?;
    let mut failed = Vec::new();
    for target in
        TARGETS.iter().filter(|t| options.only.is_empty() || options.only.iter().any(|o| o == *t))
    {
        let seeds = folder.join("corpus").join(target);
        let regressions = folder.join("regressions").join(target);
        for path in [&seeds, &regressions] {
            fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        seed(target, &seeds)?;
        let program = folder.join("target").join(host()?).join("release").join(target);
        println!("{target}: {} seconds", options.seconds);
        let status = Command::new(program)
            .arg(format!("-max_total_time={}", options.seconds))
            .arg(format!("-artifact_prefix={}/", regressions.display()))
            .args(["-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1", "-verbosity=0"])
            .args([&seeds, &regressions])
            .status()
            .map_err(|error| format!("{target} cannot be started: {error}"))?;
        if !status.success() {
            failed.push(*target);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!("{} failed; what did it is in fuzz/regressions", failed.join(", ")))
}

/// The machine this runs on: a named target keeps the flags away from build scripts.
fn host() -> Result<String, String> {
    let text = output(Command::new("rustc").arg("-vV"))?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say which machine this is".to_owned())
}

/// Writes the corpus as the target's first inputs.
fn seed(target: &str, folder: &Path) -> Result<(), String> {
    let write = |name: String, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    if target == "judge" {
        for (number, case) in corpus()?.iter().enumerate() {
            let shell = Dialect::ALL.iter().position(|shell| *shell == case.shell).unwrap_or(0);
            let mut bytes = vec![u8::try_from(shell).unwrap_or(0)];
            bytes.extend_from_slice(case.command.as_bytes());
            write(format!("row-{number}"), &bytes)?;
        }
        return Ok(());
    }
    if target == "rpc" {
        return seed_conversation(write);
    }
    if target == "hook" {
        return seed_payloads(write);
    }
    if target == "acp" {
        return seed_streams(write);
    }
    let chapters = root().join("tests/cases/verdicts");
    let listing =
        fs::read_dir(&chapters).map_err(|error| format!("{}: {error}", chapters.display()))?;
    for path in listing.filter_map(Result::ok).map(|entry| entry.path()) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let Ok(chapter) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
        let cases =
            chapter.get("cases").and_then(|cases| cases.as_array()).cloned().unwrap_or_default();
        let stem =
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        for (number, case) in cases.iter().enumerate() {
            let part = |key: &str| case.get(key).map_or("{}".to_owned(), ToString::to_string);
            let text = format!("{}\n{}", part("settings"), part("workspaceSettings"));
            write(format!("{stem}-{number}"), text.as_bytes())?;
        }
    }
    Ok(())
}

/// Writes what a client sends, from the protocol's page: each message alone, and all in a row.
fn seed_conversation(write: impl Fn(String, &[u8]) -> Result<(), String>) -> Result<(), String> {
    let session = read_text(&root().join("belay/src/rpc/page/session.txt"))?;
    let sent = session.lines().filter_map(|line| line.strip_prefix("--> "));
    let framed = |body: &str| format!("Content-Length: {}\r\n\r\n{body}", body.len());
    let messages: Vec<String> = sent.map(framed).collect();
    for (number, message) in messages.iter().enumerate() {
        write(format!("message-{number}"), message.as_bytes())?;
    }
    write("conversation".to_owned(), messages.concat().as_bytes())
}

/// Writes what real agents say to an editor: each line alone, and all in a row.
fn seed_streams(write: impl Fn(String, &[u8]) -> Result<(), String>) -> Result<(), String> {
    let folder = root().join("tests/lab/conversations");
    for file in files_ending(&folder, ".txt")? {
        let text = read_text(&file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (number, line) in text.split_inclusive('\n').enumerate() {
            write(format!("{name}-{number}"), line.as_bytes())?;
        }
        write(name, text.as_bytes())?;
    }
    Ok(())
}

/// Writes what real agents send, each with the number of its host in front.
fn seed_payloads(write: impl Fn(String, &[u8]) -> Result<(), String>) -> Result<(), String> {
    let folder = root().join("tests/lab/fixtures");
    let events = fs::read_to_string(folder.join("events.json"))
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    let events: serde_json::Value =
        serde_json::from_str(&events).map_err(|error| format!("events.json: {error}"))?;
    let hosts = events.as_object().into_iter().flatten();
    for (number, (host, files)) in hosts.enumerate() {
        for file in files.as_object().into_iter().flat_map(|files| files.keys()) {
            let Ok(text) = fs::read_to_string(folder.join(host).join(file)) else { continue };
            let Ok(fixture) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
            let payload = fixture.get("payload").map(ToString::to_string).unwrap_or_default();
            let mut bytes = vec![u8::try_from(number).unwrap_or(0)];
            bytes.extend_from_slice(payload.as_bytes());
            write(format!("{host}-{file}"), &bytes)?;
        }
    }
    Ok(())
}
