//! Programs of the system, from Debian's packages where we may install them.

use std::ffi::OsStr;
use std::process::Command;

use super::{Program, announce};
use crate::process::{find, output, run_quietly};

/// A program of the system.
pub(super) fn program(program: &Program) -> Result<(), String> {
    if program.find().is_some() {
        return Ok(());
    }
    let name = program.names.first().copied().unwrap_or_default();
    install(name, program.package)?;
    match program.find() {
        Some(_) => Ok(()),
        None => Err(format!("the package {} has no {name}", program.package)),
    }
}

/// Installs a package because something of it is missing.
pub(super) fn install(missing: &str, package: &str) -> Result<(), String> {
    if find("apt-get").is_none() {
        return Err(format!("{missing} is not installed; install it with your system's packages"));
    }
    if !root() {
        return Err(format!(
            "{missing} is not installed; `sudo apt-get install {package}` installs it"
        ));
    }
    announce(missing, &format!("installing Debian's package {package}"));
    let apt = |arguments: &[&str]| {
        run_quietly(
            Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"),
        )
    };
    let install = ["install", "--yes", "--no-install-recommends", package];
    if apt(&install).is_err() {
        // A fresh machine has no lists of packages yet.
        apt(&["update"])?;
        apt(&install)?;
    }
    Ok(())
}

/// A program that is run with the rights of root.
pub fn as_root(program: impl AsRef<OsStr>) -> Result<Command, String> {
    if root() {
        return Ok(Command::new(program));
    }
    let mut sudo = Command::new("sudo");
    sudo.arg("-n");
    if output(Command::new("sudo").args(["-n", "true"])).is_err() {
        return Err("this needs root, or sudo without a password".to_owned());
    }
    sudo.arg(program);
    Ok(sudo)
}

fn root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
