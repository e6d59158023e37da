//! From TypeScript, the built app and the engine to a `.vsix`.

use super::{generated, tools};
use crate::cases::root;
use crate::wasm::tools::{node, text};

/// The packed extension.
pub(super) const VSIX: &str = "target/belay.vsix";

/// Packs the extension.
pub(super) fn run() -> Result<(), String> {
    generated::write()?;
    crate::app::build()?;
    pack()
}

/// Bundles the TypeScript, puts the app beside it and packs both.
pub(super) fn pack() -> Result<(), String> {
    println!("   packing {VSIX}");
    let (tools, vsix) = (text(&tools::packing()?), text(&root().join(VSIX)));
    node(&["vscode-extension/pack.mjs", &tools, &vsix])
}
