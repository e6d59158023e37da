//! From Rust and TypeScript to an npm package.

use std::fs;
use std::path::{Path, PathBuf};

use super::types;
use crate::prerequisites::{WASM, npm};
use crate::process::{cargo, run as run_command, run_node};
use crate::repository::{copy, read_text, root, target, text, write};

/// The package as it is published.
pub(crate) const PACKAGE: &str = "policy-wasm/dist";

/// Builds the package.
pub(crate) fn run() -> Result<(), String> {
    types::write()?;
    let compiled = compile("policy-wasm", "policy_wasm.wasm")?;
    // No wasm-opt: what it saves in a file it costs twice over once that is compressed (12 kB).
    let glue = root().join("policy-wasm/js/glue");
    bindgen(&["bind", &text(&compiled), &text(&glue), "policy"])?;
    assemble(&glue.join("policy_bg.wasm"))?;
    run_node(&["policy-wasm/bench/sizes.mjs"])
}

/// Compiles a package for a page; gives where its module is.
pub(crate) fn compile(package: &str, module: &str) -> Result<PathBuf, String> {
    println!("   compiling {package}");
    let compile = ["build", "--quiet", "--package", package, "--profile", "wasm-release"];
    let compile = [&compile[..], &["--target", WASM]].concat();
    // Cargo joins this list to the one in `.cargo/config.toml`; in the environment it would replace it.
    let flags = format!("target.{WASM}.rustflags={:?}", remapped_paths());
    run_command(cargo().args(compile).args(["--config", &flags]))?;
    Ok(target().join(WASM).join("wasm-release").join(module))
}

/// Messages of panics name files. Where those lie on the machine that built the package is nobody's
/// business, and would make every machine's package differ.
fn remapped_paths() -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let mut paths = vec![(root(), ".".to_owned())];
    let sources = home.map(|home| home.join("registry/src"));
    for folder in sources.and_then(|sources| fs::read_dir(sources).ok()).into_iter().flatten() {
        paths.extend(folder.ok().map(|folder| (folder.path(), "crates".to_owned())));
    }
    let flag = |(from, to): (PathBuf, String)| format!("--remap-path-prefix={}={to}", text(&from));
    paths.into_iter().map(flag).collect()
}

/// Prints what the compiled module is made of.
pub(super) fn size_report() -> Result<(), String> {
    let (compiled, folder) =
        (compile("policy-wasm", "policy_wasm.wasm")?, target().join("policy-wasm"));
    bindgen(&["bind-named", &text(&compiled), &text(&folder), "policy"])?;
    bindgen(&["size", &text(&folder.join("policy_bg.wasm"))])
}

/// The tasks on compiled wasm.
pub(crate) fn bindgen(arguments: &[&str]) -> Result<(), String> {
    let run = ["run", "--quiet", "--package", "xtask-bindgen", "--"];
    run_command(cargo().args(run).args(arguments))
}

/// Puts the package together: the module, one script for pages and bundlers, one for Node, and types
/// for both. Node's `import` and `require` share one script, so that engines may be handed from one to
/// the other.
fn assemble(module: &Path) -> Result<(), String> {
    let (source, package) = (root().join("policy-wasm/js"), root().join(PACKAGE));
    if package.is_dir() {
        fs::remove_dir_all(&package).map_err(|error| format!("{PACKAGE}: {error}"))?;
    }
    let types = target().join("policy-wasm/types");
    let tsc = text(&npm::file(npm::POLICY, "typescript/bin/tsc"));
    run_node(&[&tsc, "--project", &text(&source), "--outDir", &text(&types)])?;
    for name in ["index.d.ts", "api.d.ts", "load.d.ts", "wire.d.ts"] {
        copy(&types.join(name), &package.join(name))?;
        copy(&types.join(name), &package.join("esm").join(name))?;
    }
    bundle("policy-wasm/js/src/index.ts", &format!("{PACKAGE}/esm/index.js"), &["--format=esm"])?;
    let for_node = ["--format=cjs", "--platform=node"];
    bundle("policy-wasm/js/src/node.ts", &format!("{PACKAGE}/index.js"), &for_node)?;
    write(&package.join("esm/node.js"), b"export * from \"../index.js\";\n")?;
    write(&package.join("esm/package.json"), b"{ \"type\": \"module\" }\n")?;
    copy(module, &package.join("policy.wasm"))?;
    let manifest = read_text(&source.join("package.json"))?;
    let manifest = manifest.replace("\"0.0.0\"", concat!("\"", env!("CARGO_PKG_VERSION"), "\""));
    write(&package.join("package.json"), manifest.as_bytes())?;
    copy(&root().join("policy-wasm/README.md"), &package.join("README.md"))?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(name), &package.join(name))?;
    }
    Ok(())
}

/// One script made of an entry and everything it imports.
pub(crate) fn bundle(entry: &str, out: &str, flags: &[&str]) -> Result<(), String> {
    let esbuild = text(&npm::file(npm::POLICY, "esbuild/bin/esbuild"));
    let out = format!("--outfile={out}");
    let fixed = ["--bundle", "--target=es2022", "--charset=utf8", "--log-level=warning"];
    run_node(&[&[esbuild.as_str(), entry, &out], &fixed[..], flags].concat())
}
