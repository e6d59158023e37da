//! Noise for the fuzz targets in `fuzz/`.

use std::fs;

use crate::cases::root;
use crate::need::present;
use crate::step::{Outcome, command, quietly};

/// Which targets, and for how long.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Seconds for each target.
    #[arg(long, default_value_t = 30)]
    seconds: u32,
    /// Only these targets.
    only: Vec<String>,
}

/// Runs targets, each for a while.
pub fn run(options: &Options) -> Result<(), String> {
    match fuzz(options)? {
        Outcome::Done => Ok(()),
        Outcome::LeftOut(why) => Err(why),
    }
}

/// Every target, shortly.
pub fn smoke() -> Result<Outcome, String> {
    fuzz(&Options { seconds: 30, only: Vec::new() })
}

fn fuzz(options: &Options) -> Result<Outcome, String> {
    let targets = targets();
    if targets.is_empty() {
        return Ok(Outcome::LeftOut("there are no targets in fuzz/fuzz_targets".to_owned()));
    }
    if let Some(stranger) = options.only.iter().find(|name| !targets.contains(name)) {
        return Err(format!("there is no target `{stranger}`; there are {}", targets.join(", ")));
    }
    bring_fuzzer()?;
    let seconds = format!("-max_total_time={}", options.seconds);
    for target in targets.iter().filter(|name| wanted(options, name)) {
        let run = ["run", "nightly", "cargo", "fuzz", "run", target, "--", &seconds];
        command("rustup", &run)?;
    }
    Ok(Outcome::Done)
}

fn wanted(options: &Options, name: &String) -> bool {
    options.only.is_empty() || options.only.contains(name)
}

fn targets() -> Vec<String> {
    let Ok(entries) = fs::read_dir(root().join("fuzz/fuzz_targets")) else { return Vec::new() };
    let mut names: Vec<_> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

fn bring_fuzzer() -> Result<(), String> {
    if !present("rustup") {
        return Err(
            "fuzzing takes a nightly toolchain; install rustup from https://rustup.rs".to_owned()
        );
    }
    if quietly("rustup", &["run", "nightly", "rustc", "--version"]).is_none() {
        println!("   the nightly toolchain is missing: adding it, about a minute");
        command("rustup", &["toolchain", "install", "nightly", "--profile", "minimal"])?;
    }
    if !present("cargo-fuzz") {
        println!("   cargo-fuzz is missing: compiling it, about two minutes");
        command("cargo", &["install", "cargo-fuzz"])?;
    }
    Ok(())
}
