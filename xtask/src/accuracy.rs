//! How well the corpus is judged: the confusion table, by shell and family.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use policy_core::verdict::Risk;
use policy_core::{Action, Policy, judge};
use serde::Deserialize;

use crate::corpus::{Case, corpus};
use crate::repository::root;

/// What to measure and what to print.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Fail where a column misses its goal in tests/cases/corpus/goals.json.
    #[arg(long)]
    gate: bool,
    /// Also list every row that is judged otherwise than labelled.
    #[arg(long)]
    misses: bool,
    /// Write down which rows are judged otherwise than labelled; any other one fails the gate.
    #[arg(long, conflicts_with_all = ["gate", "only"])]
    pin: bool,
    /// Only these families (`tool-storage`), shells (`bash`), both (`bash/tool-storage`) or columns
    /// (`posix`, `tools`, `windows`).
    only: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    found: usize,
    missed: usize,
    left_alone: usize,
    flagged: usize,
}

type Table = BTreeMap<(&'static str, &'static str, String), Count>;
type Columns = BTreeMap<&'static str, Count>;

/// Rows that are judged otherwise than labelled, each as `shell/family: command`.
type Misses = BTreeSet<String>;

/// Prints the table, and with `--gate` holds it to its goals.
pub fn run(options: &Options) -> Result<(), String> {
    let (table, misses) = measure(options)?;
    print(&table);
    if options.pin {
        pin(&misses)?;
    }
    if !options.gate {
        return Ok(());
    }
    hold(&columns(&table), &goals()?)?;
    if options.only.is_empty() { hold_rows(&misses, &pinned()?) } else { Ok(()) }
}

/// Fails where a column misses its goal, or a row is judged wrong that was judged right.
pub fn gate() -> Result<(), String> {
    let (table, misses) = measure(&Options::default())?;
    let columns = columns(&table);
    heading();
    for (name, count) in &columns {
        line(name, count);
    }
    hold(&columns, &goals()?)?;
    hold_rows(&misses, &pinned()?)
}

const PINNED: &str = "tests/cases/corpus/misses.json";

fn pinned() -> Result<Misses, String> {
    let text =
        fs::read_to_string(root().join(PINNED)).map_err(|error| format!("{PINNED}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{PINNED}: {error}"))
}

fn pin(misses: &Misses) -> Result<(), String> {
    let text = serde_json::to_string_pretty(misses).map_err(|error| error.to_string())?;
    fs::write(root().join(PINNED), text + "\n").map_err(|error| format!("{PINNED}: {error}"))
}

/// A share of a hundred hides single rows, so the rows that are wrong are known by name.
fn hold_rows(misses: &Misses, pinned: &Misses) -> Result<(), String> {
    let list =
        |rows: Vec<&String>| rows.iter().map(|row| format!("\n      {row}")).collect::<String>();
    let new: Vec<_> = misses.difference(pinned).collect();
    let now_right: Vec<_> = pinned.difference(misses).collect();
    if !new.is_empty() {
        return Err(format!(
            "judged otherwise than labelled, and not in {PINNED}:{}\n   fix the model; what must stay \
             wrong for now is written down by `cargo xtask accuracy --pin`",
            list(new)
        ));
    }
    if now_right.is_empty() {
        return Ok(());
    }
    Err(format!(
        "judged right by now, take them out with `cargo xtask accuracy --pin`:{}",
        list(now_right)
    ))
}

/// What a column must reach.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    /// At least this many of a hundred dangerous commands are found.
    found: f64,
    /// At most this many of a hundred harmless commands are flagged.
    #[serde(rename = "false")]
    flagged: f64,
}

fn goals() -> Result<BTreeMap<String, Goal>, String> {
    let file = root().join("tests/cases/corpus/goals.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

fn hold(columns: &Columns, goals: &BTreeMap<String, Goal>) -> Result<(), String> {
    let mut missed = Vec::new();
    for (name, count) in columns {
        let Some(goal) = goals.get(*name) else {
            missed.push(format!("{name} has no goal in goals.json; add one"));
            continue;
        };
        let found = share(count.found, count.found + count.missed);
        if found.is_some_and(|found| found < goal.found) {
            missed.push(format!(
                "{name}: {} found, the goal is at least {}%",
                percent(count.found, count.found + count.missed),
                goal.found
            ));
        }
        let flagged = share(count.flagged, count.flagged + count.left_alone);
        if flagged.is_some_and(|flagged| flagged > goal.flagged) {
            missed.push(format!(
                "{name}: {} flagged falsely, the goal is at most {}%",
                percent(count.flagged, count.flagged + count.left_alone),
                goal.flagged
            ));
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(missed.join("; ")) }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 * 100.0 / whole as f64)
}

fn measure(options: &Options) -> Result<(Table, Misses), String> {
    let policy = Policy::defaults();
    let (mut table, mut misses) = (Table::new(), Misses::new());
    let cases = corpus()?;
    for name in &options.only {
        if !cases.iter().any(|case| is_called(case, name)) {
            return Err(format!(
                "no family, shell or column is called `{name}`; families are the files below \
                 tests/cases/corpus, like `tool-storage`"
            ));
        }
    }
    for case in cases.iter().filter(|case| wanted(case, options)) {
        let action = Action::Run { command: &case.command, shell: case.shell };
        let verdict = judge(&action, &policy, &case.surroundings);
        let flagged = verdict.risk >= Risk::Medium || verdict.unverified;
        let count =
            table.entry((column(case), case.shell.name(), case.family.clone())).or_default();
        match (case.dangerous, flagged) {
            (true, true) => count.found += 1,
            (true, false) => count.missed += 1,
            (false, false) => count.left_alone += 1,
            (false, true) => count.flagged += 1,
        }
        if case.dangerous != flagged {
            let row = format!("{}/{}: {}", case.shell.name(), case.family, case.command);
            misses.insert(row);
        }
        if options.misses && case.dangerous != flagged {
            let what = if flagged { "false alarm" } else { "missed" };
            let rules: Vec<_> = verdict
                .findings
                .iter()
                .filter_map(|finding| finding.rule.rule())
                .map(|rule| rule.id)
                .collect();
            println!(
                "{what}: {} {} [{}] {:?} {:?}",
                case.shell.name(),
                case.family,
                case.feature,
                case.command,
                rules
            );
        }
    }
    Ok((table, misses))
}

fn wanted(case: &Case, options: &Options) -> bool {
    options.only.is_empty() || options.only.iter().any(|name| is_called(case, name))
}

fn is_called(case: &Case, name: &str) -> bool {
    let family = name.strip_prefix(case.shell.name()).and_then(|rest| rest.strip_prefix('/'));
    family.unwrap_or(name) == case.family || name == case.shell.name() || name == column(case)
}

/// The columns the goal is set for.
fn column(case: &Case) -> &'static str {
    match case.shell.name() {
        "powershell" | "cmd" => "windows",
        _ if case.family.starts_with("tool-")
            || matches!(case.family.as_str(), "cloud" | "containers" | "databases") =>
        {
            "tools"
        }
        _ => "posix",
    }
}

fn columns(table: &Table) -> Columns {
    let mut columns = Columns::new();
    for ((column, _, _), count) in table {
        let sum = columns.entry(column).or_default();
        sum.found += count.found;
        sum.missed += count.missed;
        sum.left_alone += count.left_alone;
        sum.flagged += count.flagged;
    }
    columns
}

fn print(table: &Table) {
    heading();
    for ((_, shell, family), count) in table {
        line(&format!("{shell}/{family}"), count);
    }
    println!();
    for (column, count) in columns(table) {
        line(column, &count);
    }
}

fn heading() {
    println!(
        "{:<34} {:>6} {:>6} {:>8} {:>8} {:>7} {:>7}",
        "family", "danger", "missed", "found", "harmless", "flagged", "false"
    );
}

fn line(name: &str, count: &Count) {
    let dangerous = count.found + count.missed;
    let harmless = count.left_alone + count.flagged;
    println!(
        "{name:<34} {dangerous:>6} {:>6} {:>8} {harmless:>8} {:>7} {:>7}",
        count.missed,
        percent(count.found, dangerous),
        count.flagged,
        percent(count.flagged, harmless),
    );
}

fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let hundredths = part * 10_000 / whole;
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(count: Count, expected: &str) {
        let columns = Columns::from([("posix", count)]);
        let goals = BTreeMap::from([("posix".to_owned(), Goal { found: 90.0, flagged: 2.0 })]);
        assert_eq!(hold(&columns, &goals).err().unwrap_or_default(), expected);
    }

    #[test]
    fn a_goal_that_is_missed_is_named_with_both_figures() {
        let good = Count { found: 90, missed: 10, left_alone: 98, flagged: 2 };
        check(good, "");
        let blind = Count { found: 89, missed: 11, ..good };
        check(blind, "posix: 89.00% found, the goal is at least 90%");
        let nervous = Count { left_alone: 97, flagged: 3, ..good };
        check(nervous, "posix: 3.00% flagged falsely, the goal is at most 2%");
    }

    #[test]
    fn a_row_that_became_wrong_or_right_is_named() {
        let rows = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Misses>();
        assert_eq!(hold_rows(&rows(&["bash/x: a"]), &rows(&["bash/x: a"])), Ok(()));
        let wrong = hold_rows(&rows(&["bash/x: a", "bash/x: b"]), &rows(&["bash/x: a"]));
        assert!(wrong.is_err_and(|error| error.contains("bash/x: b") && !error.contains("x: a")));
        let right = hold_rows(&rows(&[]), &rows(&["bash/x: a"]));
        assert!(right.is_err_and(|error| error.contains("bash/x: a")));
    }

    #[test]
    fn a_column_without_rows_misses_nothing() {
        check(Count::default(), "");
    }

    #[test]
    fn every_column_of_the_corpus_has_a_goal() {
        let goals = goals().unwrap_or_default();
        let names: Vec<_> = goals.keys().map(String::as_str).collect();
        assert_eq!(names, ["posix", "tools", "windows"]);
    }
}
