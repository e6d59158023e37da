//! The native crates, compiled, linked and linted for the systems that this is not.
//!
//! Zig brings the C compiler, the linker and the system's headers for each of them, so that crates
//! with C inside are built and not only checked. Apple's frameworks are not among them.

use std::process::Command;

use crate::prerequisites::{Need, python};
use crate::process::{run, search_path};

/// Windows, as it can also be run here, under Wine.
pub const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MACOS: &str = "aarch64-apple-darwin";

/// What is built for a person's machine.
const PACKAGES: [&str; 3] = ["policy-core", "checkpoint-store", "belay"];

/// What building for Windows needs.
pub const WINDOWS_NEEDS: &[Need] =
    &[Need::Component("clippy", "clippy"), Need::Python, Need::Target(WINDOWS)];
/// What building for macOS needs.
pub const MACOS_NEEDS: &[Need] =
    &[Need::Component("clippy", "clippy"), Need::Python, Need::Target(MACOS)];

/// Builds and lints everything for Windows.
pub fn windows() -> Result<(), String> {
    build_and_lint(WINDOWS)
}

/// Builds and lints everything for macOS.
pub fn macos() -> Result<(), String> {
    build_and_lint(MACOS)
}

fn build_and_lint(target: &str) -> Result<(), String> {
    let packages = PACKAGES.iter().flat_map(|package| ["--package", package]);
    let packages: Vec<&str> = ["--target", target].into_iter().chain(packages).collect();
    run(cargo_with_zig()?.arg("zigbuild").args(&packages))?;
    run(cargo_with_zig()?.arg("clippy").args(&packages).args(["--", "-D", "warnings"]))
}

/// Cargo with Zig as its C compiler and linker.
pub(crate) fn cargo_with_zig() -> Result<Command, String> {
    let mut cargo = Command::new(python::program("cargo-zigbuild"));
    cargo.env("PATH", search_path(&[python::bin()])?);
    Ok(cargo)
}
