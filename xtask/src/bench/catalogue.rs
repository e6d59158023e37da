//! What the size of the catalogue costs a verdict: instructions with the catalogue as it is, and
//! with every program and every rule in it ten times.

use super::{allocations, built, instructions};
use crate::process::run_cargo;
use crate::repository::root;

/// How much dearer a verdict may be with ten times the catalogue. The copies of a rule are asked
/// one after the other where the rule does not apply, which is all that may show.
const MOST: f64 = 1.05;

/// Compares the two builds; fails where the larger catalogue shows.
pub(super) fn run() -> Result<(), String> {
    let build = ["build", "--release", "--quiet", "--package", "bench"];
    run_cargo(&[&build[..], &["--bins", "--features", "rivals"]].concat())?;
    let folder = root().join("target/tenfold");
    let folder = folder.to_string_lossy();
    let copies = ["--config", "build.rustflags = ['--cfg', 'tenfold']"];
    let count = ["--bin", "count", "--features", "rivals", "--target-dir", &folder];
    let tenfold = [copies.as_slice(), &count].concat();
    run_cargo(&[&build[..], &tenfold].concat())?;
    let (plain, tenfold) = (built("count")?, format!("{folder}/release/count"));
    println!("{:<20} {:>14} {:>14} {:>8}", "instructions", "catalogue", "ten times it", "ratio");
    let mut dearer = Vec::new();
    for case in allocations()?.into_keys() {
        let [once, ten] = [&plain, &tenfold].map(|program| instructions(program, "verdict", &case));
        let (once, ten) = (once?, ten?);
        let ratio = ten as f64 / once.max(1) as f64;
        println!("{case:<20} {once:>14} {ten:>14} {ratio:>7.3}x");
        if ratio > MOST {
            dearer.push(format!("{case} {ratio:.2}x"));
        }
    }
    if dearer.is_empty() {
        return Ok(());
    }
    Err(format!(
        "ten times the catalogue makes verdicts dearer than {MOST}x: {}; find rules and programs \
         by what is looked for instead of asking one after the other",
        dearer.join(", ")
    ))
}
