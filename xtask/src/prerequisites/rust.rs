//! Components and targets of the Rust toolchain.

use std::path::Path;
use std::process::Command;

use super::announce;
use crate::process::{cargo, find, output, run_quietly};

/// A component of the toolchain (`clippy`, `rustfmt`) that answers to `cargo <subcommand> --version`.
pub(super) fn component(name: &str, subcommand: &str) -> Result<(), String> {
    if output(cargo().args([subcommand, "--version"])).is_ok() {
        return Ok(());
    }
    if find("rustup").is_none() {
        return Err(format!(
            "`cargo {subcommand}` is missing and there is no rustup to add it; install rustup \
             from https://rustup.rs, or add your system's package for {name}"
        ));
    }
    announce(name, "rustup adds it to the toolchain");
    run_quietly(Command::new("rustup").args(["component", "add", name]))
}

/// The standard library for a target.
pub(super) fn target(name: &str) -> Result<(), String> {
    let folder = output(Command::new("rustc").args(["--print", "target-libdir", "--target", name]));
    if folder.is_ok_and(|folder| holds_core(Path::new(folder.trim()))) {
        return Ok(());
    }
    if find("rustup").is_none() {
        return Err(format!(
            "Rust's standard library for {name} is missing and there is no rustup to add it; \
             install rustup from https://rustup.rs"
        ));
    }
    announce(&format!("Rust's standard library for {name}"), "rustup adds it");
    run_quietly(Command::new("rustup").args(["target", "add", name]))
}

fn holds_core(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries.filter_map(Result::ok).any(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            name.starts_with("libcore-") && name.ends_with(".rlib")
        })
    })
}
