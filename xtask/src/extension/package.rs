//! From TypeScript, the built app and the engine to a `.vsix`.

use super::generated;
use crate::process::{cargo, run, run_node};
use crate::repository::{root, text};

/// The packed extension.
pub(super) const VSIX: &str = "target/belay.vsix";

/// Packs the extension without the program, for every platform.
pub(super) fn universal() -> Result<(), String> {
    generated::write()?;
    crate::app::build()?;
    pack()
}

/// Packs the extension with the program for the machine this runs on.
pub(super) fn platform() -> Result<(), String> {
    let target = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        ("macos", "x86_64") => "darwin-x64",
        ("macos", "aarch64") => "darwin-arm64",
        ("windows", "x86_64") => "win32-x64",
        ("windows", "aarch64") => "win32-arm64",
        (os, arch) => return Err(format!("VS Code knows no platform for {os} on {arch}")),
    };
    generated::write()?;
    crate::app::build()?;
    run(cargo().args(["build", "--quiet", "--release", "--package", "belay"]))?;
    let name = format!("belay{}", std::env::consts::EXE_SUFFIX);
    let program = root().join("target/release").join(name);
    let vsix = root().join(format!("target/belay-{target}.vsix"));
    println!("   packing {}", vsix.display());
    run_node(&["vscode-extension/pack.mjs", &text(&vsix), target, &text(&program)])
}

/// Bundles the TypeScript, puts the app beside it and packs both.
pub(super) fn pack() -> Result<(), String> {
    println!("   packing {VSIX}");
    run_node(&["vscode-extension/pack.mjs", &text(&root().join(VSIX))])
}
