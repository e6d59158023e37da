//! From Rust to an npm package, with nothing brought in but crates.

use std::fs;
use std::path::PathBuf;

use super::{rules, types};
use crate::prerequisites::WASM;
use crate::process::{cargo, run as run_command, run_node};
use crate::repository::{read_text, root, target, text, write};

/// The package as it is published.
pub(crate) const PACKAGE: &str = "policy-wasm/dist";

/// Builds the package.
pub(crate) fn run() -> Result<(), String> {
    types::write()?;
    let compiled = compile("policy-wasm", "policy_wasm.wasm")?;
    bindgen(&["bind", &text(&compiled), &text(&work()), "policy"])?;
    // No wasm-opt: what it saves in a file it costs twice over once that is compressed (12 kB).
    let folder = root().join(PACKAGE);
    fs::create_dir_all(&folder).map_err(|error| format!("{PACKAGE}: {error}"))?;
    let module = folder.join("policy.wasm");
    bindgen(&["ship", &text(&named()), &text(&module)])?;
    assemble()?;
    run_node(&["policy-wasm/js/weigh.mjs"])
}

/// Compiles a package for a page; gives where its module is.
pub(crate) fn compile(package: &str, module: &str) -> Result<PathBuf, String> {
    println!("   compiling {package}");
    let compile = ["build", "--quiet", "--package", package, "--profile", "wasm-release"];
    let flags = remapped_paths().join("\x1f");
    let compile = [&compile[..], &["--target", WASM]].concat();
    run_command(cargo().args(compile).env("CARGO_ENCODED_RUSTFLAGS", flags))?;
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

/// Prints what weighs most.
pub(super) fn weigh() -> Result<(), String> {
    bindgen(&["weigh", &text(&named())])
}

/// The tasks on compiled wasm.
pub(crate) fn bindgen(arguments: &[&str]) -> Result<(), String> {
    let run = ["run", "--quiet", "--package", "xtask-bindgen", "--"];
    run_command(cargo().args(run).args(arguments))
}

/// Puts the JavaScript together: one module for pages and bundlers, one script for Node.
fn assemble() -> Result<(), String> {
    let source = root().join("policy-wasm/js");
    let package = root().join(PACKAGE);
    let source_text = |name: &str| read_text(&source.join(name));
    let glue = Glue::read(&read_text(&work().join("policy_bg.js"))?)?;
    let policy = source_text("policy.js")?;
    let exports = exports(&policy)?;
    let names = exports.join(",\n  ");

    let page = uncommented(&[&glue.text, source_text("browser.js")?.as_str(), &policy].join("\n"));
    let page = format!("{HEADER}\n{page}export {{\n  {names},\n}};\n");
    write(&package.join("index.js"), page.as_bytes())?;
    let node = uncommented(&[&glue.text, source_text("node.js")?.as_str(), &policy].join("\n"));
    let node = format!("{HEADER}\n\"use strict\";\n{node}module.exports = {{\n  {names},\n}};\n");
    write(&package.join("node.cjs"), node.as_bytes())?;
    // One instance for both ways of loading, so that engines may be handed from one to the other.
    let both =
        format!("import api from \"./node.cjs\";\n\nexport const {{\n  {names},\n}} = api;\n");
    write(&package.join("node.mjs"), both.as_bytes())?;

    write(&package.join("rules.json"), rules::text().as_bytes())?;
    let types = source_text("index.d.ts")?;
    write(&package.join("index.d.ts"), types.as_bytes())?;
    write(&package.join("index.d.cts"), types.as_bytes())?;
    let manifest = source_text("package.json")?.replace("0.0.0", env!("CARGO_PKG_VERSION"));
    write(&package.join("package.json"), manifest.as_bytes())?;
    write(&package.join("README.md"), read_text(&root().join("policy-wasm/README.md"))?.as_bytes())
}

const HEADER: &str = "// Made by `cargo xtask wasm`; the sources are in policy-wasm.";

/// A script without the lines that are comments from end to end: everything a caller needs to know
/// stands in the types, and every page would load them.
fn uncommented(script: &str) -> String {
    let mut kept = String::new();
    let mut inside = false;
    for line in script.lines() {
        let start = line.trim_start();
        inside |= start.starts_with("/*");
        if !inside && !start.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        inside &= !start.trim_end().ends_with("*/");
    }
    kept
}

/// wasm-bindgen's glue, made into one value.
struct Glue {
    text: String,
}

impl Glue {
    /// The glue is a module of `export function`s and `export class`es. Those the wasm module asks
    /// for begin with `__wb`; the others are what we call.
    fn read(text: &str) -> Result<Self, String> {
        let (mut body, mut asked, mut ours) = (String::new(), Vec::new(), Vec::new());
        for line in text.lines() {
            let Some(rest) = line.strip_prefix("export ") else {
                if line.starts_with("import ") {
                    return Err(format!("the glue imports something: {line}"));
                }
                body.push_str(line);
                body.push('\n');
                continue;
            };
            let name = rest
                .trim_start_matches("async ")
                .split([' ', '(', '='])
                .nth(1)
                .ok_or_else(|| format!("the glue exports something new: {line}"))?;
            let list = if name.starts_with("__wb") { &mut asked } else { &mut ours };
            if name != "__wbg_set_wasm" {
                list.push(name.to_owned());
            }
            body.push_str(rest);
            body.push('\n');
        }
        let asked = asked.join(", ");
        let ours = ours.join(", ");
        let text = format!(
            "const glue = (() => {{\n{body}\nconst imports = {{ \"./policy_bg.js\": {{ {asked} }} }};\n\
             const start = (exports) => {{\n  __wbg_set_wasm(exports);\n  exports.__wbindgen_start?.();\n}};\n\
             return {{ imports, start, {ours} }};\n}})();\n"
        );
        Ok(Self { text })
    }
}

/// The names at the end of `policy.js`.
fn exports(policy: &str) -> Result<Vec<&str>, String> {
    let (_, list) = policy
        .split_once("const api = Object.freeze({")
        .ok_or("policy.js has no list of what it exports")?;
    let (list, _) = list.split_once('}').ok_or("the list in policy.js has no end")?;
    Ok(list.split(',').map(str::trim).filter(|name| !name.is_empty()).collect())
}

/// The module with the names of its functions.
fn named() -> PathBuf {
    work().join("policy_bg.wasm")
}

/// Where things lie between the steps.
fn work() -> PathBuf {
    target().join("policy-wasm")
}
