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

/// Packs the extension with the program for a system, or for the machine this runs on.
pub(super) fn platform(target: Option<&str>) -> Result<(), String> {
    let host = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let wanted = target.unwrap_or(&host);
    let name = name_in_store(wanted)
        .ok_or_else(|| format!("VS Code has no platform for `{wanted}`; see its documentation"))?;
    generated::write()?;
    crate::app::build()?;
    let mut build = cargo();
    build.args(["build", "--quiet", "--release", "--package", "belay"]);
    let mut folder = root().join("target");
    if let Some(target) = target {
        build.args(["--target", target]);
        folder.push(target);
    }
    run(&mut build)?;
    let suffix = if name.starts_with("win32") { ".exe" } else { "" };
    let program = folder.join("release").join(format!("belay{suffix}"));
    let vsix = root().join(format!("target/belay-{name}.vsix"));
    println!("   packing {}", vsix.display());
    run_node(&["vscode-extension/pack.mjs", &text(&vsix), name, &text(&program)])
}

/// What VS Code's store calls a system that rustc names.
fn name_in_store(target: &str) -> Option<&'static str> {
    let x64 = target.starts_with("x86_64-");
    if !x64 && !target.starts_with("aarch64-") {
        return None;
    }
    let names = [
        ("musl", ["alpine-x64", "alpine-arm64"]),
        ("linux", ["linux-x64", "linux-arm64"]),
        ("apple", ["darwin-x64", "darwin-arm64"]),
        ("macos", ["darwin-x64", "darwin-arm64"]),
        ("windows", ["win32-x64", "win32-arm64"]),
    ];
    let (_, [first, second]) = names.into_iter().find(|(system, _)| target.contains(system))?;
    Some(if x64 { first } else { second })
}

/// Bundles the TypeScript, puts the app beside it and packs both.
pub(super) fn pack() -> Result<(), String> {
    println!("   packing {VSIX}");
    run_node(&["vscode-extension/pack.mjs", &text(&root().join(VSIX))])
}

#[cfg(test)]
mod tests {
    use super::name_in_store;

    #[test]
    fn systems_are_named_as_the_store_names_them() {
        assert_eq!(name_in_store("x86_64-unknown-linux-gnu"), Some("linux-x64"));
        assert_eq!(name_in_store("aarch64-unknown-linux-musl"), Some("alpine-arm64"));
        assert_eq!(name_in_store("aarch64-apple-darwin"), Some("darwin-arm64"));
        assert_eq!(name_in_store("x86_64-pc-windows-msvc"), Some("win32-x64"));
        assert_eq!(name_in_store("x86_64-linux"), Some("linux-x64"));
        assert_eq!(name_in_store("riscv64gc-unknown-linux-gnu"), None);
    }
}
