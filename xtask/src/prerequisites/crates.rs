//! Programs compiled from packages of crates.io, one folder of the cache for each version.

use std::path::PathBuf;

use super::{announce, cached};
use crate::process::{cargo, run_quietly};
use crate::repository::{read_text, root};

/// A package of crates.io and the programs of it that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    pub(super) name: &'static str,
    /// `None` for the command line of a library, which has to be of the library's version.
    pub(super) version: Option<&'static str>,
    pub(super) programs: &'static [&'static str],
}

impl Package {
    /// Compiles it where that has not been done yet.
    pub(super) fn install(&self) -> Result<(), String> {
        let file = |name: &&str| Ok(self.program(name)?.is_file());
        let present: Result<Vec<bool>, String> = self.programs.iter().map(file).collect();
        if present?.iter().all(|present| *present) {
            return Ok(());
        }
        let package = format!("{}@{}", self.name, self.version()?);
        let how = format!("cargo compiles {package}, once; some minutes");
        announce(&self.programs.join(", "), &how);
        // A registry may not have every version its lock file names yet; newer ones serve as well.
        self.compile(&package, &["--locked"]).or_else(|_| self.compile(&package, &[]))
    }

    fn compile(&self, package: &str, more: &[&str]) -> Result<(), String> {
        let chosen = self.programs.iter().flat_map(|program| ["--bin", program]);
        run_quietly(
            cargo()
                .args(["install", "--debug", "--force", "--quiet"])
                .args(more)
                .args(chosen)
                .arg("--root")
                .arg(self.folder()?)
                .arg(package),
        )
    }

    /// One of its programs.
    pub fn program(&self, name: &str) -> Result<PathBuf, String> {
        Ok(self.bin()?.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
    }

    pub(super) fn bin(&self) -> Result<PathBuf, String> {
        Ok(self.folder()?.join("bin"))
    }

    fn folder(&self) -> Result<PathBuf, String> {
        Ok(cached(&format!("{}-{}", self.name, self.version()?)))
    }

    fn version(&self) -> Result<String, String> {
        let library = self.name.trim_end_matches("-cli");
        self.version.map_or_else(|| locked(library), |version| Ok(version.to_owned()))
    }
}

/// The version of a package in Cargo.lock.
fn locked(package: &str) -> Result<String, String> {
    let text = read_text(&root().join("Cargo.lock"))?;
    let mut lines = text.lines().skip_while(|line| *line != format!("name = \"{package}\""));
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \""));
    version
        .map(|version| version.trim_end_matches('"').to_owned())
        .ok_or_else(|| format!("Cargo.lock has no {package}"))
}
