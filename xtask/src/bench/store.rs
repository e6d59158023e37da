//! Saving and restoring, as ratios that are held to `bench/store-budgets.json`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::{built, rivals};
use crate::process::{run as run_command, run_cargo};
use crate::repository::root;

/// Rounds of everything; the middle one counts.
const ROUNDS: &str = "9";
/// What the test command measures: a noisy machine must not break it.
const SHORT: (&str, &str) = ("3000", "7");

/// What to measure.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// How many files the workspace has.
    #[arg(long, default_value_t = 10_000)]
    files: u32,
    /// Measure so many saves in a row instead.
    #[arg(long, conflicts_with = "rivals")]
    curve: Option<u32>,
    /// Measure beside other programs instead. They are compiled first, which takes minutes.
    #[arg(long)]
    rivals: bool,
    /// Fail where something exceeds its budget in bench/store-budgets.json.
    #[arg(long, conflicts_with = "rivals")]
    gate: bool,
}

/// Measures.
pub(super) fn run(options: &Options) -> Result<(), String> {
    if options.rivals {
        let programs = rivals::programs()?;
        return measure(&["rivals", &options.files.to_string(), &programs.to_string_lossy()]);
    }
    let name = match options.curve {
        Some(saves) => {
            measure(&["curve", &saves.to_string()])?;
            "curve".to_owned()
        }
        None => {
            measure(&["measure", &options.files.to_string(), ROUNDS])?;
            options.files.to_string()
        }
    };
    if options.gate { gate(&name) } else { Ok(()) }
}

/// The short form, held to budgets with room for a busy machine.
pub(super) fn check() -> Result<(), String> {
    measure(&["measure", SHORT.0, SHORT.1])?;
    gate("short")
}

fn folder() -> PathBuf {
    root().join("target/bench-store")
}

fn measure(arguments: &[&str]) -> Result<(), String> {
    let build = ["build", "--release", "--quiet", "--package", "bench"];
    run_cargo(&[&build[..], &["--features", "store", "--bin", "store"]].concat())?;
    run_command(Command::new(built("store")?).args(arguments).arg(folder()))
}

/// What the ratios of one size may be.
type Budgets = BTreeMap<String, Budget>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Budget {
    what: String,
    #[serde(default)]
    most: Option<f64>,
    #[serde(default)]
    least: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[expect(dead_code, reason = "for people")]
    about: String,
    sizes: BTreeMap<String, Budgets>,
}

fn gate(size: &str) -> Result<(), String> {
    let path = root().join("bench/store-budgets.json");
    let file: File = read(&path)?;
    let figures: BTreeMap<String, f64> = read(&folder().join("figures.json"))?;
    let budgets =
        file.sizes.get(size).ok_or_else(|| format!("{} has no `{size}`", path.display()))?;
    let over = crossed(budgets, &figures);
    if over.is_empty() {
        println!("all {} budgets of `{size}` hold", budgets.len());
        return Ok(());
    }
    Err(format!(
        "{}; make it cheaper, or change bench/store-budgets.json and say why in bench/records.md",
        over.join("; ")
    ))
}

/// What is over its budget, or was not measured.
fn crossed(budgets: &Budgets, figures: &BTreeMap<String, f64>) -> Vec<String> {
    let mut over = Vec::new();
    for (key, budget) in budgets {
        let what = &budget.what;
        let Some(found) = figures.get(key) else {
            over.push(format!("{what} ({key}) was not measured"));
            continue;
        };
        if let Some(most) = budget.most
            && (found.is_nan() || *found > most)
        {
            over.push(format!("{what} is {found:.2}, at most {most} is allowed"));
        }
        if let Some(least) = budget.least
            && (found.is_nan() || *found < least)
        {
            over.push(format!("{what} is {found:.2}, at least {least} is wanted"));
        }
    }
    over
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]
mod tests {
    use super::*;

    #[test]
    fn what_crosses_its_budget_is_named_and_what_was_not_measured_too() {
        let budgets: Budgets = serde_json::from_str(
            r#"{
                "a": { "what": "a save", "most": 1.3 },
                "b": { "what": "the first save", "least": 4 },
                "c": { "what": "a restore", "most": 5 },
                "d": { "what": "a number that is none", "most": 5 }
            }"#,
        )
        .unwrap();
        let figures = |list: &[(&str, f64)]| {
            list.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect()
        };
        let fine = figures(&[("a", 1.3), ("b", 4.0), ("c", 1.0), ("d", 5.0)]);
        assert_eq!(crossed(&budgets, &fine), Vec::<String>::new());
        let bad = figures(&[("a", 1.31), ("b", 3.9), ("d", f64::NAN)]);
        assert_eq!(
            crossed(&budgets, &bad),
            [
                "a save is 1.31, at most 1.3 is allowed",
                "the first save is 3.90, at least 4 is wanted",
                "a restore (c) was not measured",
                "a number that is none is NaN, at most 5 is allowed",
            ]
        );
    }

    #[test]
    fn the_budgets_can_be_read_and_every_one_has_a_bound() {
        let file: File = read(&root().join("bench/store-budgets.json")).unwrap();
        for size in ["short", "10000", "100000", "curve"] {
            let budgets = &file.sizes[size];
            assert!(budgets.values().all(|one| one.most.is_some() || one.least.is_some()));
        }
    }
}
