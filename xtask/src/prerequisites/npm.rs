//! Packages of npm: each folder with a `package.json` has a lock file, and is installed from it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::announce;
use crate::process::{find, output, run_quietly};
use crate::repository::{read_text, root, write};

/// The settings app's tests in a browser, and what it is measured beside.
pub const BROWSER: &str = "tests/browser";
/// What checks belay-client, and what it stands on.
pub const CLIENT: &str = "belay-client";
/// A real VS Code and what drives it.
pub const EDITOR: &str = "tests/editor";
/// What bundles, checks and packs the extension.
pub const EXTENSION: &str = "vscode-extension";
/// What checks the npm package of the engine, and the bundlers it is tried with.
pub const POLICY: &str = "policy-wasm";
/// The libraries, schemas and clients of the protocols that `belay mcp` and `belay acp` speak.
pub const PROTOCOLS: &str = "tests/protocols";
/// Formatter and linter of all TypeScript and JavaScript.
pub const LINT: &str = ".";

/// Every folder with packages.
pub const FOLDERS: [&str; 7] = [LINT, POLICY, CLIENT, EXTENSION, BROWSER, EDITOR, PROTOCOLS];

/// The oldest Node that everything here runs in.
const NODE: u32 = 20;

/// Node, and npm with it.
pub(super) fn node() -> Result<(), String> {
    let advice = format!("install version {NODE} or later from https://nodejs.org");
    let Ok(version) = output(Command::new("node").arg("--version")) else {
        return Err(format!("Node.js is not installed; {advice}"));
    };
    let version = version.trim().trim_start_matches('v');
    let major = version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        return Err(format!("Node.js {version} is too old; {advice}"));
    }
    if find(NPM).is_none() {
        return Err(format!("npm is not installed; it comes with Node.js, {advice}"));
    }
    Ok(())
}

/// Installs what a folder's lock file names, where that has not been done yet.
pub(super) fn packages(folder: &str) -> Result<(), String> {
    let place = root().join(folder);
    let lock = read_text(&place.join("package-lock.json"))?;
    let mark = place.join("node_modules/.installed.json");
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    node()?;
    let manifest =
        if folder == LINT { "package.json".into() } else { format!("{folder}/package.json") };
    announce(&format!("what {manifest} names"), "npm installs it, once a version");
    // Scripts of packages are not run: everything needed is in the packages themselves.
    let flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run_quietly(npm().arg("ci").args(flags).current_dir(&place))?;
    write(&mark, lock.as_bytes())
}

/// A file of a package that is installed in a folder.
#[must_use]
pub fn file(folder: &str, name: &str) -> PathBuf {
    root().join(folder).join("node_modules").join(name)
}

const NPM: &str = "npm";

/// npm; on Windows it is a script, which only goes by its full name.
#[must_use]
pub fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { NPM })
}
