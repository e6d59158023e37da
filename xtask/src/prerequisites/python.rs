//! Programs that come as packages of PyPI, in a virtual environment of the cache. Their versions
//! and checksums are in `xtask/requirements.txt`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{PYTHON, announce, cached, debian};
use crate::process::run_quietly;
use crate::repository::{read_text, root, text, write};

/// Installs the packages, where that has not been done yet.
pub(super) fn packages() -> Result<(), String> {
    let requirements = root().join("xtask/requirements.txt");
    let wanted = read_text(&requirements)?;
    let mark = environment().join("installed.txt");
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    debian::program(&PYTHON)?;
    announce("what xtask/requirements.txt names", "pip installs it, once a version");
    let python = PYTHON.path()?;
    let create = || run_quietly(Command::new(&python).args(["-m", "venv"]).arg(environment()));
    if create().is_err() {
        // Debian splits this part of Python off.
        debian::install("Python's venv", "python3-venv")?;
        create()?;
    }
    let flags = ["install", "--quiet", "--disable-pip-version-check", "--require-hashes"];
    run_quietly(Command::new(program("pip")).args(flags).args(["-r", &text(&requirements)]))?;
    write(&mark, wanted.as_bytes())
}

/// A program of the environment.
#[must_use]
pub fn program(name: &str) -> PathBuf {
    bin().join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The folder of the environment's programs.
#[must_use]
pub fn bin() -> PathBuf {
    environment().join(if cfg!(windows) { "Scripts" } else { "bin" })
}

fn environment() -> PathBuf {
    cached("python")
}
