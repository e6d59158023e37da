//! Brings in what a fresh machine lacks, or says in a sentence what to do about it.

use std::path::Path;

use crate::step::{command, command_with, quietly};

/// What compiles for a browser.
pub const WASM: &str = "wasm32-unknown-unknown";

/// A component of the toolchain (`clippy`, `rustfmt`) that answers to `cargo <name> --version`.
pub fn component(name: &str, subcommand: &str) -> Result<(), String> {
    if quietly("cargo", &[subcommand, "--version"]).is_some() {
        return Ok(());
    }
    if !present("rustup") {
        return Err(format!(
            "`cargo {subcommand}` is missing and there is no rustup to add it; install rustup \
             from https://rustup.rs, or add your system's package for {name}"
        ));
    }
    command("rustup", &["component", "add", name])
}

/// The standard library for a target.
pub fn target(name: &str) -> Result<(), String> {
    let libraries = quietly("rustc", &["--print", "target-libdir", "--target", name]);
    if libraries.is_some_and(|folder| holds_core(Path::new(folder.trim()))) {
        return Ok(());
    }
    if !present("rustup") {
        return Err(format!(
            "the target {name} is missing and there is no rustup to add it; install rustup from \
             https://rustup.rs"
        ));
    }
    command("rustup", &["target", "add", name])
}

/// A program of the system. `Err` is a sentence that says why it is not there and what to do.
pub fn program(name: &str) -> Result<(), String> {
    package(name, name)
}

/// A program whose package has another name than the program.
pub fn package(name: &str, package: &str) -> Result<(), String> {
    if present(name) {
        return Ok(());
    }
    if !present("apt-get") {
        return Err(format!("{name} is not installed; install it with your system's packages"));
    }
    if !root() {
        return Err(format!("{name} is not installed; `sudo apt-get install {package}` brings it"));
    }
    println!("   {name} is missing: installing the package {package}");
    let quiet = [("DEBIAN_FRONTEND", "noninteractive")];
    let install = ["install", "--yes", "--no-install-recommends", package];
    if command_with("apt-get", &install, &quiet).is_err() {
        // A fresh machine has no package lists yet.
        command_with("apt-get", &["update"], &quiet)?;
        command_with("apt-get", &install, &quiet)?;
    }
    if present(name) { Ok(()) } else { Err(format!("the package {package} brought no {name}")) }
}

/// Whether a program is on the search path.
#[must_use]
pub fn present(name: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&path)
        .any(|folder| folder.join(name).is_file() || folder.join(format!("{name}.exe")).is_file())
}

fn root() -> bool {
    quietly("id", &["-u"]).is_some_and(|id| id.trim() == "0")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_is_told_with_what_to_do() {
        assert!(!present("no-such-program-anywhere"));
        assert!(present("cargo") || present("rustc"));
    }
}
