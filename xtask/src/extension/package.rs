//! From TypeScript, the built app and the engine to a `.vsix`.

use super::generated;
use crate::process::run_node;
use crate::repository::{root, text};

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
    run_node(&["vscode-extension/pack.mjs", &text(&root().join(VSIX))])
}
