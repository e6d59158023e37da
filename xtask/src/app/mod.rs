//! `cargo xtask app`: the settings app as a folder of files, ready to be served or packed.
//!
//! - `fingerprint` knows whether anything changed since the last time.
//! - `test` drives the app in a browser.
//! - This file compiles, binds and puts everything together in `settings-ui/dist`.

mod fingerprint;
mod test;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::prerequisites::{CHROMIUM, Need, WASM, npm};
use crate::process::run_node;
use crate::repository::{copy, read_text, root, target, text, write};
use crate::step::human;
use crate::wasm::build;

pub use test::STEPS;

/// What building the app needs.
pub const BUILDING: &[Need] = crate::wasm::BUILDING;

/// What driving it in a browser needs.
pub const DRIVING: &[Need] =
    &[Need::Target(WASM), Need::Npm(npm::POLICY), Need::Npm(npm::BROWSER), Need::Program(CHROMIUM)];

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
        /// Also put the pictures of the README in their places.
        #[arg(long)]
        picture: bool,
    },
}

impl Options {
    /// What this needs.
    #[must_use]
    pub fn needs(&self) -> &'static [Need] {
        if self.what.is_some() { DRIVING } else { BUILDING }
    }
}

/// Builds the app, or tests it.
pub fn task(options: Options) -> Result<(), String> {
    match options.what {
        None => run(),
        Some(What::Test { picture }) => {
            test::suite()?;
            if !picture {
                return Ok(());
            }
            copy(&root().join("target/browser/readme.png"), &root().join("docs/settings.png"))?;
            let timeline = root().join("target/browser/timeline-readme.png");
            copy(&timeline, &root().join("docs/timeline.png"))
        }
    }
}

/// Prints what the app takes in Chromium, and with `gate` holds it to its budgets.
pub fn bench(gate: bool) -> Result<(), String> {
    test::measure(gate.then_some("--gate"))
}

/// Prints what the timeline takes over a large store, and with `gate` holds it to its budgets.
pub fn bench_timeline(seed: &str, program: &str, gate: bool) -> Result<(), String> {
    test::measure_timeline(seed, program, gate.then_some("--gate"))
}

/// The app as it is served.
const DIST: &str = "settings-ui/dist";

/// The parts of the style sheet, in order.
const STYLES: [&str; 7] =
    ["palette.css", "base.css", "icons.css", "layout.css", "controls.css", "list.css", "trial.css"];

/// Those of the timeline.
const TIMELINE_STYLES: [&str; 8] = [
    "palette.css",
    "base.css",
    "icons.css",
    "layout.css",
    "controls.css",
    "timeline.css",
    "moments.css",
    "comparison.css",
];

/// Builds the app where it is not up to date, and prints what it weighs.
fn run() -> Result<(), String> {
    build()?;
    run_node(&["settings-ui/js/weigh.mjs"])
}

/// Builds the app where it is not up to date; gives its folder.
pub fn build() -> Result<PathBuf, String> {
    let dist = root().join(DIST);
    let begun = Instant::now();
    engine()?;
    let fingerprint = fingerprint::of(&[
        "settings-ui",
        "locales",
        "policy-core/src",
        "xtask/bindgen/src",
        "index.html",
        "timeline.html",
        "timeline-wire/src",
        "Cargo.lock",
        "Cargo.toml",
        "policy-wasm/dist",
    ])?;
    if fingerprint::is_at(&dist, &fingerprint) {
        return Ok(dist);
    }
    println!("   building the settings app: seconds, some minutes when cold");
    let compiled = build::compile("settings-ui", "settings-ui.wasm")?;
    let work = target().join("settings-ui");
    build::bindgen(&["bind", &text(&compiled), &text(&work), "app"])?;
    let timeline = compiled.with_file_name("timeline.wasm");
    build::bindgen(&["bind", &text(&timeline), &text(&work), "timeline"])?;
    assemble(&work, &dist)?;
    fingerprint::put(&dist, &fingerprint)?;
    println!("   the settings app is in {DIST} after {}", human(begun.elapsed()));
    Ok(dist)
}

/// Builds the engine where it is not up to date.
pub(crate) fn engine() -> Result<(), String> {
    let package = root().join(build::PACKAGE);
    let fingerprint = fingerprint::of(&[
        "policy-core/src",
        "policy-wasm/src",
        "policy-wasm/js/src",
        "policy-wasm/js/package.json",
        "policy-wasm/js/tsconfig.json",
        "xtask/bindgen/src",
        "xtask/src/wasm",
        "Cargo.lock",
        "Cargo.toml",
    ])?;
    let marks = target().join("policy-wasm");
    if package.join("policy.wasm").is_file() && fingerprint::is_at(&marks, &fingerprint) {
        return Ok(());
    }
    println!("   building the engine: seconds, a minute or two when cold");
    build::run()?;
    fingerprint::put(&marks, &fingerprint)
}

fn assemble(work: &Path, dist: &Path) -> Result<(), String> {
    let source = root().join("settings-ui");
    // The two pages are modules of their own, so that neither waits for the other's code.
    for (name, script) in [("app", "start"), ("timeline", "timeline")] {
        let glue = format!("--alias:app-glue={}", text(&work.join(format!("{name}.js"))));
        let script = format!("settings-ui/js/{script}.js");
        build::bundle(&script, &format!("{DIST}/{name}.js"), &["--format=esm", &glue])?;
        copy(&work.join(format!("{name}_bg.wasm")), &dist.join(format!("{name}.wasm")))?;
    }
    for (sheet, parts) in [("style.css", &STYLES[..]), ("timeline.css", &TIMELINE_STYLES[..])] {
        let styles: Result<Vec<String>, String> =
            parts.iter().map(|name| read_text(&source.join("style").join(name))).collect();
        write(&dist.join(sheet), styles?.join("\n").as_bytes())?;
    }
    copy(&source.join("style/codicon.woff2"), &dist.join("codicon.woff2"))?;
    copy(&source.join("style/icon.svg"), &dist.join("icon.svg"))?;
    for page in ["index.html", "timeline.html"] {
        copy(&root().join(page), &dist.join(page))?;
    }
    let package = root().join(build::PACKAGE);
    copy(&package.join("esm/index.js"), &dist.join("engine/index.js"))?;
    copy(&package.join("policy.wasm"), &dist.join("engine/policy.wasm"))?;
    let locales = root().join("locales");
    let languages = fs::read_dir(&locales).map_err(|error| format!("locales: {error}"))?;
    for language in languages.filter_map(Result::ok) {
        let name = language.file_name();
        // English is in the app; what its rules say is in the engine, which the timeline does not load.
        let documents = match name.to_str() {
            Some("en") => &["rules.json"][..],
            _ => &["settings.json", "timeline.json", "rules.json"],
        };
        for document in documents {
            let file = language.path().join(document);
            if file.is_file() {
                copy(&file, &dist.join("locales").join(&name).join(document))?;
            }
        }
    }
    Ok(())
}
