//! Programs for Windows, run on Linux under Wine.
//!
//! This shows how our code treats drive letters, open files, read-only attributes and names without
//! case. It does not show what NTFS or a virus scanner does; the release workflow runs the same
//! tests on Windows itself.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::cross::WINDOWS;
use crate::prerequisites::{Need, WINE, python};
use crate::process::{myself, output, run as run_command, search_path};
use crate::repository::{cache, copy, root, target, text};
use crate::step::Amount;

/// What running a program needs.
pub const NEEDS: &[Need] = &[Need::Program(WINE), Need::Python, Need::Target(WINDOWS)];

/// What to run.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs a program under Wine where the caller stands. Cargo calls this for every test.
pub fn run(options: &Options) -> Result<(), String> {
    prepare()?;
    let here = std::env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    run_command(wine()?.args(&options.words).current_dir(here))
}

/// Tests that run under Wine, as arguments of `cargo test`. Each starts one process, because a
/// start costs a second; the store that dies starts one for each death.
const TESTS: &[&[&str]] = &[
    &["--package", "policy-core", "--test", "windows"],
    &["--package", "belay", "--test", "cli", "--", "windows::"],
    &["--package", "checkpoint-store", "--test", "stories", "--", "windows::", "restoring::"],
    &["--package", "checkpoint-store", "--test", "dying", "--", "killed_at_random"],
];
/// The long form of it.
const LONG_TESTS: &[&[&str]] = &[
    &["--package", "checkpoint-store", "--test", "stories"],
    &["--package", "checkpoint-store", "--test", "records"],
    &["--package", "checkpoint-store", "--test", "dying", "--", "--include-ignored"],
];

/// Starts `belay` under Wine, and runs what is tested there.
pub fn check(amount: Amount) -> Result<(), String> {
    prepare()?;
    run_command(crate::cross::cargo_with_zig()?.args([
        "zigbuild",
        "--package",
        "belay",
        "--target",
        WINDOWS,
    ]))?;
    let belay = target().join(WINDOWS).join("debug/belay.exe");
    let printed = output(wine()?.arg(belay).args(["check", "rd /s /q src", "--shell", "cmd"]))?;
    if !printed.contains("files/delete-tree") {
        return Err(format!("`belay check` under Wine names no rule:\n{printed}"));
    }
    TESTS.iter().try_for_each(|arguments| test(arguments, false))?;
    if amount == Amount::Slow {
        LONG_TESTS.iter().try_for_each(|arguments| test(arguments, true))?;
    }
    Ok(())
}

/// Runs tests, compiled for Windows, under Wine.
fn test(arguments: &[&str], long: bool) -> Result<(), String> {
    let mut cargo = crate::cross::cargo_with_zig()?;
    cargo.args(["test", "--target", WINDOWS]).args(arguments);
    if long {
        cargo.env("BELAY_LONG", "1");
    }
    let runner = format!("{} wine", text(&myself()?));
    run_command(cargo.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER", runner))
}

/// Wine with a folder of its own for what Windows keeps on its drive.
fn wine() -> Result<Command, String> {
    let mut wine = Command::new(WINE.path()?);
    wine.env("WINEPREFIX", prefix()).env("WINEDEBUG", "-all").env_remove("DISPLAY");
    // A program that is killed on purpose is not to be looked at by a debugger.
    wine.env("WINEDLLOVERRIDES", "winedbg.exe=d");
    Ok(wine)
}

fn prefix() -> PathBuf {
    cache().join("wine")
}

/// Makes the drive and puts the library into it that this Wine lacks, once.
fn prepare() -> Result<(), String> {
    let place = prefix().join("drive_c/windows/system32/bcryptprimitives.dll");
    if place.is_file() {
        return Ok(());
    }
    println!("   preparing Wine's drive in .cache/wine, once");
    fs::create_dir_all(prefix()).map_err(|error| format!("{}: {error}", prefix().display()))?;
    output(wine()?.args(["wineboot", "--init"]).env("WINEDLLOVERRIDES", "mscoree,mshtml="))?;
    let built = target().join("wine/bcryptprimitives.dll");
    let folder = built.parent().map_or_else(target, PathBuf::from);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let source = root().join("xtask/src/wine/bcryptprimitives.c");
    let zig = &mut Command::new(python::program("python3"));
    zig.args(["-m", "ziglang", "cc", "-target", "x86_64-windows-gnu", "-shared", "-O1"]);
    zig.arg("-o").arg(&built).arg(source).arg("-ladvapi32");
    output(zig.env("PATH", search_path(&[python::bin()])?))?;
    copy(&built, &place)
}
