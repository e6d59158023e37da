//! Programs that only the package's chores need. They come from package registries, are kept in
//! `.cache`, and are of one version.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cases::root;

const TYPESCRIPT: &str = "typescript@5.9.3";
const BUNDLERS: [&str; 3] = ["vite@8.3.8", "webpack@5.112.2", "esbuild@0.28.2"];
const BROWSER_DRIVER: [&str; 5] = [
    "playwright-core@1.65.0",
    "axe-core@4.14.0",
    "esbuild@0.28.2",
    "react@19.3.1",
    "react-dom@19.3.1",
];
const WASM_PACK: &str = "wasm-pack@0.15.1";

/// Where everything is kept.
fn cache() -> PathBuf {
    root().join(".cache")
}

/// Runs a command in the root of the repository; it fails in a sentence.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = format!("{command:?}");
    let status = command.current_dir(root()).status();
    let status = status.map_err(|error| {
        format!("`{}` cannot be started: {error}", command.get_program().to_string_lossy())
    })?;
    if status.success() { Ok(()) } else { Err(format!("{line} ended with {status}")) }
}

/// Cargo, as it was when it started us.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a script in Node.
pub(crate) fn node(arguments: &[&str]) -> Result<(), String> {
    run(Command::new("node").args(arguments)).map_err(|problem| {
        if on_path("node").is_none() {
            return "Node is not installed; version 20 or later is needed (https://nodejs.org)"
                .to_owned();
        }
        problem
    })
}

/// The TypeScript compiler, which is a script for Node.
pub(crate) fn tsc() -> Result<PathBuf, String> {
    Ok(npm("typescript", &[TYPESCRIPT])?.join("node_modules/typescript/bin/tsc"))
}

/// The folder of the bundlers the package is tried with.
pub(super) fn bundlers() -> Result<PathBuf, String> {
    npm("bundlers", &BUNDLERS)
}

/// The folder of what drives a browser and scans a page, and of what the app is measured beside.
pub(crate) fn browser_driver() -> Result<PathBuf, String> {
    npm("browser", &BROWSER_DRIVER)
}

/// Packages of npm in a folder of their own, brought once for each set of versions.
fn npm(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let folder = cache().join("npm").join(name);
    let (here, wanted) = (folder.join("here.txt"), packages.join(" "));
    if fs::read_to_string(&here).is_ok_and(|here| here == wanted) {
        return Ok(folder);
    }
    println!("   {wanted} missing: npm brings them, once");
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(told)?;
    fs::write(folder.join("package.json"), "{\"private\":true}\n").map_err(told)?;
    let install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"];
    run(Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
        .arg("--prefix")
        .arg(&folder)
        .args(install)
        .args(packages))?;
    fs::write(&here, wanted).map_err(told)?;
    Ok(folder)
}

/// wasm-pack, and the two programs it looks for on the search path, compiled once.
pub(crate) fn wasm_pack() -> Result<PathBuf, String> {
    let bindgen = format!("wasm-bindgen-cli@{}", locked("wasm-bindgen")?);
    install(&bindgen, &["wasm-bindgen-test-runner", "wasm-bindgen"])?;
    install(WASM_PACK, &["wasm-pack"])
}

/// Compiles programs of one package of crates.io, one folder a version; gives back the last one.
fn install(package: &str, programs: &[&str]) -> Result<PathBuf, String> {
    let folder = cache().join(package.replace('@', "-"));
    let file = |program: &&str| {
        folder.join("bin").join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
    };
    if !programs.iter().all(|program| file(program).is_file()) {
        println!("   {} missing: compiling {package}, once; some minutes", programs.join(", "));
        let chosen = programs.iter().flat_map(|program| ["--bin", program]);
        let install = &mut cargo();
        install.args(["install", "--debug", "--force"]).args(chosen);
        run(install.arg("--root").arg(&folder).arg(package))?;
    }
    Ok(programs.last().map(file).unwrap_or(folder))
}

/// The folders of the programs above, for a search path.
pub(crate) fn search_path() -> Result<std::ffi::OsString, String> {
    let mut folders = Vec::new();
    for package in [WASM_PACK.to_owned(), format!("wasm-bindgen-cli@{}", locked("wasm-bindgen")?)] {
        folders.push(cache().join(package.replace('@', "-")).join("bin"));
    }
    let before = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&before));
    std::env::join_paths(folders).map_err(|error| format!("PATH cannot be written: {error}"))
}

/// The version of a package in Cargo.lock.
pub(crate) fn locked(package: &str) -> Result<String, String> {
    let file = root().join("Cargo.lock");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut lines = text.lines().skip_while(|line| *line != format!("name = \"{package}\""));
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \""));
    version
        .map(|version| version.trim_end_matches('"').to_owned())
        .ok_or_else(|| format!("Cargo.lock has no {package}"))
}

/// Chromium; `BELAY_CHROMIUM` names another one.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    if let Some(own) = std::env::var_os("BELAY_CHROMIUM") {
        return Ok(own.into());
    }
    debian(&["chromium", "chromium-browser", "google-chrome"], "chromium")
}

/// The driver of the same version.
pub(crate) fn chromedriver() -> Result<PathBuf, String> {
    if let Some(own) = std::env::var_os("CHROMEDRIVER") {
        return Ok(own.into());
    }
    debian(&["chromedriver"], "chromium-driver")
}

/// A program by one of its names, from Debian's packages where that can be done.
fn debian(names: &[&str], package: &str) -> Result<PathBuf, String> {
    let find = || names.iter().find_map(|name| on_path(name));
    if let Some(found) = find() {
        return Ok(found);
    }
    let name = names.first().copied().unwrap_or(package);
    if on_path("apt-get").is_none() {
        return Err(format!("{name} is not installed; install it with your system's packages"));
    }
    let id = Command::new("id").arg("-u").output();
    if !id.is_ok_and(|output| output.stdout.trim_ascii() == b"0") {
        return Err(format!("{name} is not installed; `sudo apt-get install {package}` brings it"));
    }
    println!("   {name} is missing: installing Debian's package {package}");
    let apt = |arguments: &[&str]| {
        run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = ["install", "--yes", "--no-install-recommends", package];
    if apt(&install).is_err() {
        // A fresh machine has no lists of packages yet.
        apt(&["update"])?;
        apt(&install)?;
    }
    find().ok_or_else(|| format!("the package {package} brought no {name}"))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
