//! Other programs that guard or save, to be measured beside. They are installed below the home
//! folder and never inside the repository; one that does not install is left out of the tables.

use std::path::{Path, PathBuf};

use crate::prerequisites::npm;
use crate::process::{cargo, run as run_command};
use crate::repository::{text, write};

/// Programs of crates.io.
const CRATES: [&str; 3] = ["doover", "claude-oops", "nono-cli"];
/// A package of npm, and the script in it that is its program.
const SAFETY_NET: (&str, &str) =
    ("cc-safety-net", "node_modules/cc-safety-net/dist/bin/cc-safety-net.js");

/// The folder of those from crates.io.
pub(super) fn programs() -> Result<PathBuf, String> {
    let folder = folder()?;
    for name in CRATES {
        let place = text(&folder);
        let install =
            |more| run_command(cargo().args(["install", name, "--root", &place]).args(more));
        // A registry may not have every version its lock file names yet; newer ones serve as well.
        once(&folder, name, || install(Some("--locked")).or_else(|_| install(None)))?;
    }
    Ok(folder.join("bin"))
}

/// Each one's hook before a command, as `NAME=COMMAND`.
pub(super) fn hooks() -> Result<Vec<String>, String> {
    let folder = folder()?;
    let bin = programs()?;
    let (package, script) = SAFETY_NET;
    once(&folder, package, || {
        let flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
        let place = folder.join(package);
        // npm takes a folder without a manifest for a part of the one above it.
        write(&place.join("package.json"), b"{ \"private\": true }\n")?;
        run_command(npm::npm().args(["install", package]).args(flags).current_dir(&place))
    })?;
    let program = |name: &str| bin.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let script = folder.join(package).join(script);
    let hooks = [
        ("doover", program("doover"), "hook pre", ""),
        ("claude-oops", program("claude-oops"), "_hook-pre-tool-use", ""),
        (package, script, "hook --claude-code", "node "),
    ];
    let installed = hooks.into_iter().filter(|(_, file, ..)| file.is_file());
    Ok(installed
        .map(|(name, file, words, runner)| format!("{name}={runner}{} {words}", text(&file)))
        .collect())
}

fn folder() -> Result<PathBuf, String> {
    let home = std::env::home_dir().ok_or("there is no home folder to install them below")?;
    Ok(home.join(".cache/belay/rivals"))
}

/// Installs what was not tried before. That it cannot be had stops no measurement.
fn once(
    folder: &Path,
    name: &str,
    install: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let known = folder.join(format!("{name}.tried"));
    if known.exists() {
        return Ok(());
    }
    if let Err(error) = install() {
        println!("{name} does not install: {error}");
    }
    write(&known, b"Remove this file to try again.\n")
}
