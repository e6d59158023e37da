//! `cargo xtask serve` and `cargo xtask install`: the program with the settings app inside.

use crate::app;
use crate::process::{cargo, run};

/// Words for `belay serve`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// What `belay serve` is told, like `--port 4181` or `--open`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    words: Vec<String>,
}

/// Builds the app and the program where they are not up to date, and serves the app with the
/// settings of this machine and of the folder it is started in.
pub fn serve(options: &Options) -> Result<(), String> {
    let folder = app::build()?;
    println!("   building belay: seconds, some minutes when cold");
    let here = std::env::current_dir().map_err(|error| format!("this folder is gone: {error}"))?;
    run(cargo()
        .args(["run", "--quiet", "--package", "belay", "--", "serve", "--app"])
        .arg(folder)
        .args(&options.words)
        .current_dir(here))
}

/// Builds the app and puts the finished program into cargo's folder for programs.
pub fn install() -> Result<(), String> {
    app::build()?;
    println!("   building belay: some minutes");
    run(cargo().args(["install", "--locked", "--path", "belay", "--features", "app"]))
}

/// Judges JSON lines, for scripts from before there was a program.
pub fn judge() -> Result<(), String> {
    let status = cargo()
        .args(["run", "--quiet", "--package", "belay", "--", "check", "-"])
        .status()
        .map_err(|error| format!("cargo cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`belay check -` ended with {status}")) }
}
