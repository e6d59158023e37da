//! `cargo xtask app`: the settings app as a folder of files, ready to be served or packed.
//!
//! - `stamp` knows whether anything changed since the last time.
//! - `test` drives the app in a browser.
//! - This file compiles, binds and puts everything together in `settings-ui/dist`.

mod stamp;
mod test;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::cases::root;
use crate::step::human;
use crate::wasm::build::{self, read_text, write};
use crate::wasm::tools;

pub use test::test_steps;

/// What to do with the app.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Clone, Copy, Debug, clap::Subcommand)]
enum What {
    /// Do with it in Chromium what a person does; pictures are left in target/browser.
    Test {
        /// Also put the picture of the README in its place.
        #[arg(long)]
        picture: bool,
    },
}

/// Builds the app, or tests it.
pub fn chore(options: Options) -> Result<(), String> {
    match options.what {
        None => run(),
        Some(What::Test { picture }) => {
            test::suite()?;
            if !picture {
                return Ok(());
            }
            copy(&root().join("target/browser/readme.png"), &root().join("docs/settings.png"))
        }
    }
}

/// Prints what the app takes in Chromium, and with `gate` holds it to its budgets.
pub fn bench(gate: bool) -> Result<(), String> {
    test::measure(gate.then_some("--gate"))
}

/// The app as it is served.
const DIST: &str = "settings-ui/dist";

/// The parts of the style sheet, in order.
const STYLES: [&str; 7] =
    ["palette.css", "base.css", "icons.css", "layout.css", "controls.css", "list.css", "trial.css"];

/// Builds the app where it is not in date, and prints what it weighs.
fn run() -> Result<(), String> {
    build()?;
    tools::node(&["settings-ui/js/weigh.mjs"])
}

/// Builds the app where it is not in date; gives its folder.
pub fn build() -> Result<PathBuf, String> {
    let dist = root().join(DIST);
    let begun = Instant::now();
    engine()?;
    let stamp = stamp::of(&[
        "settings-ui",
        "locales",
        "policy-core/src",
        "xtask/bindgen/src",
        "index.html",
        "Cargo.lock",
        "Cargo.toml",
        "policy-wasm/dist",
    ])?;
    if stamp::is_at(&dist, &stamp) {
        return Ok(dist);
    }
    println!("   building the settings app: seconds, some minutes when cold");
    let compiled = build::compile("settings-ui", "settings-ui.wasm")?;
    let work = build::target().join("settings-ui");
    build::bindgen(&["web", &tools::text(&compiled), &tools::text(&work), "app"])?;
    fs::create_dir_all(&dist).map_err(|error| format!("{DIST}: {error}"))?;
    let named = work.join("app_bg.wasm");
    build::bindgen(&["ship", &tools::text(&named), &tools::text(&dist.join("app.wasm"))])?;
    assemble(&work, &dist)?;
    stamp::put(&dist, &stamp)?;
    println!("   the settings app is in {DIST} after {}", human(begun.elapsed()));
    Ok(dist)
}

/// Builds the engine where it is not in date.
fn engine() -> Result<(), String> {
    let package = root().join(build::PACKAGE);
    let stamp = stamp::of(&[
        "policy-core/src",
        "policy-wasm/src",
        "policy-wasm/js",
        "xtask/bindgen/src",
        "xtask/src/wasm",
        "Cargo.lock",
        "Cargo.toml",
    ])?;
    let marks = build::target().join("policy-wasm");
    if package.join("policy.wasm").is_file() && stamp::is_at(&marks, &stamp) {
        return Ok(());
    }
    println!("   building the engine: seconds, a minute or two when cold");
    build::run()?;
    stamp::put(&marks, &stamp)
}

fn assemble(work: &Path, dist: &Path) -> Result<(), String> {
    let source = root().join("settings-ui");
    let glue = without_comments(&read_text(&work.join("app.js"))?);
    let start = read_text(&source.join("js/start.js"))?;
    let script = format!("// Made by `cargo xtask app` from settings-ui.\n{glue}\n{start}");
    write(&dist.join("app.js"), script.as_bytes())?;
    let styles: Result<Vec<String>, String> =
        STYLES.iter().map(|name| read_text(&source.join("style").join(name))).collect();
    write(&dist.join("style.css"), styles?.join("\n").as_bytes())?;
    copy(&source.join("style/codicon.woff2"), &dist.join("codicon.woff2"))?;
    copy(&source.join("style/icon.svg"), &dist.join("icon.svg"))?;
    copy(&root().join("index.html"), &dist.join("index.html"))?;
    let package = root().join(build::PACKAGE);
    for name in ["index.js", "policy.wasm", "rules.json"] {
        copy(&package.join(name), &dist.join("engine").join(name))?;
    }
    let locales = root().join("locales");
    let languages = fs::read_dir(&locales).map_err(|error| format!("locales: {error}"))?;
    for language in languages.filter_map(Result::ok) {
        let name = language.file_name();
        let file = language.path().join("settings.json");
        if file.is_file() {
            copy(&file, &dist.join("locales").join(name).join("settings.json"))?;
        }
    }
    Ok(())
}

/// Comments of the glue are for people who never read it. Only whole lines go, and only those that
/// begin as a comment; wasm-bindgen writes no text over several lines.
fn without_comments(script: &str) -> String {
    let is_comment = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("/*")
            || line.starts_with("* ")
            || line.starts_with("*/")
            || line.starts_with("//")
    };
    let kept = script.lines().filter(|line| !is_comment(line) && !line.trim().is_empty());
    kept.map(str::trim_start).collect::<Vec<_>>().join("\n")
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_the_glue_go_and_code_stays() {
        let script = "/**\n * @param {number} a\n */\nexport function f(a) {\n    // why\n    return a * 2;\n}\n";
        assert_eq!(without_comments(script), "export function f(a) {\nreturn a * 2;\n}");
    }
}
