//! How well the corpus is judged: the confusion table, by shell and family.

use std::collections::BTreeMap;

use policy_core::verdict::Risk;
use policy_core::{Action, Policy, judge};

use crate::cases::{Case, corpus};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Also list every row that is judged otherwise than labelled.
    #[arg(long)]
    misses: bool,
    /// Only these families or shells.
    only: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    found: usize,
    missed: usize,
    left_alone: usize,
    flagged: usize,
}

pub(crate) fn run(options: &Options) -> Result<(), String> {
    let policy = Policy::defaults();
    let mut table: BTreeMap<(&'static str, &'static str, String), Count> = BTreeMap::new();
    let cases = corpus()?;
    for case in cases.iter().filter(|case| wanted(case, options)) {
        let action = Action::Run { command: &case.command, shell: case.shell };
        let verdict = judge(&action, &policy, &case.around);
        let flagged = verdict.risk >= Risk::Medium || verdict.unverified;
        let count =
            table.entry((column(case), case.shell.name(), case.family.clone())).or_default();
        match (case.dangerous, flagged) {
            (true, true) => count.found += 1,
            (true, false) => count.missed += 1,
            (false, false) => count.left_alone += 1,
            (false, true) => count.flagged += 1,
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
    print(&table);
    Ok(())
}

fn wanted(case: &Case, options: &Options) -> bool {
    options.only.is_empty()
        || options
            .only
            .iter()
            .any(|name| *name == case.family || name == case.shell.name() || name == column(case))
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

fn print(table: &BTreeMap<(&'static str, &'static str, String), Count>) {
    println!(
        "{:<34} {:>7} {:>7} {:>8} {:>9} {:>7} {:>8}",
        "family", "danger", "missed", "found", "harmless", "flagged", "false"
    );
    let mut columns: BTreeMap<&str, Count> = BTreeMap::new();
    for ((column, shell, family), count) in table {
        line(&format!("{shell}/{family}"), count);
        let sum = columns.entry(column).or_default();
        sum.found += count.found;
        sum.missed += count.missed;
        sum.left_alone += count.left_alone;
        sum.flagged += count.flagged;
    }
    println!();
    for (column, count) in columns {
        line(column, &count);
    }
}

fn line(name: &str, count: &Count) {
    let dangerous = count.found + count.missed;
    let harmless = count.left_alone + count.flagged;
    println!(
        "{name:<34} {dangerous:>7} {:>7} {:>8} {harmless:>9} {:>7} {:>8}",
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
    let tenths = part * 10_000 / whole;
    format!("{}.{:02}%", tenths / 100, tenths % 100)
}
