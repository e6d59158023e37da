//! Speed, measured and held to its budgets. The measuring itself lives in `bench/`.

mod catalogue;
mod rivals;
mod store;

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::prerequisites::{Need, VALGRIND};
use crate::process::{cargo, output, run as run_command, run_cargo};
use crate::repository::root;
use crate::{app, extension, wasm};

/// What to measure.
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// A whole verdict beside other parsers' parse alone, and time against length.
    Engine {
        /// Fail where a verdict is not 5 times faster than either parse.
        #[arg(long)]
        gate: bool,
    },
    /// Instructions and allocations a verdict, beside other parsers' instructions a parse. They do
    /// not depend on the machine's mood.
    Counts {
        /// Fail where one exceeds its budget in bench/budgets.json, or where a verdict does not
        /// take 4.4 times fewer instructions than either parse.
        #[arg(long, conflicts_with = "write")]
        gate: bool,
        /// Replace the budgets by what is measured, and a tenth more instructions.
        #[arg(long)]
        write: bool,
    },
    /// Instructions a verdict with the catalogue as it is and with one ten times as large.
    Catalogue,
    /// Saving and restoring a workspace, as multiples of a bare walk over its files, beside a
    /// shadow repository; and the time of a save against the number of checkpoints.
    Store(store::Options),
    /// The time from starting an agent's hook to its answer, beside a process that does nothing
    /// and one that only saves.
    Host {
        /// Fail where a hook takes more than 5 ms beyond them.
        #[arg(long, conflicts_with = "rivals")]
        gate: bool,
        /// Measure other guards' hooks with the same payload, too. They are compiled first, which
        /// takes minutes.
        #[arg(long)]
        rivals: bool,
        /// Many sessions at once instead: so many, with so many calls each, nothing lost.
        #[arg(
            long,
            value_name = "SESSIONSxCALLS",
            num_args = 0..=1,
            default_missing_value = "50x200",
            conflicts_with_all = ["gate", "rivals"]
        )]
        crowd: Option<String>,
    },
    /// What `belay wrap` adds to the way of a key to the agent and back, beside a bare terminal.
    Wrap {
        /// Fail where it adds more than 1 ms.
        #[arg(long)]
        gate: bool,
    },
    /// A frame of the rewind menu with a thousand messages, beside one with ten.
    Menu {
        /// Fail where it takes twice as long.
        #[arg(long)]
        gate: bool,
    },
    /// What `belay acp` adds to a message and how much passes through it, beside the same agent
    /// alone; and a call of a tool of `belay mcp`.
    Protocols {
        /// Fail where a message takes more than 1 ms longer, or less than 50 MB/s pass.
        #[arg(long)]
        gate: bool,
    },
    /// Every verdict and parse with its spread, by divan.
    Spread,
    /// The settings in a real VS Code beside its own settings editor: time and memory.
    Editor,
    /// The settings app in Chromium, its long lists beside plain React.
    App {
        /// Fail where something exceeds its budget in bench/app-budgets.json.
        #[arg(long)]
        gate: bool,
    },
    /// The timeline in Chromium over a store of 10,000 checkpoints in 200 sessions: the first view,
    /// scrolling, the comparison of a file of 1 MB.
    Timeline {
        /// Fail where something exceeds its budget in bench/app-budgets.json.
        #[arg(long)]
        gate: bool,
    },
    /// The wasm module in Node and Chromium, beside the JavaScript most people have.
    Wasm {
        /// Fail where something exceeds its budget in bench/wasm-budgets.json.
        #[arg(long)]
        gate: bool,
    },
}

/// A text that makes the engine eat memory must not make the machine stumble: 6 GB are plenty.
const LIMITED: &str = "ulimit -v 6291456; exec \"$@\"";

/// The allocator keeps what it was given, so that rounds measure the engine and not how long the
/// system takes to hand out pages.
const KEEP_MEMORY: [(&str, &str); 2] =
    [("MALLOC_MMAP_MAX_", "0"), ("MALLOC_TRIM_THRESHOLD_", "4294967296")];

/// What counting needs.
pub const COUNTS: &[Need] = &[Need::Program(VALGRIND)];

impl Options {
    /// What this needs.
    #[must_use]
    pub fn needs(&self) -> &'static [Need] {
        match self.what {
            What::Engine { .. }
            | What::Spread
            | What::Store(_)
            | What::Host { .. }
            | What::Wrap { .. }
            | What::Menu { .. }
            | What::Protocols { .. } => &[],
            What::Counts { .. } | What::Catalogue => COUNTS,
            What::App { .. } | What::Timeline { .. } => app::DRIVING,
            What::Editor => extension::DRIVING,
            What::Wasm { .. } => wasm::MEASURING,
        }
    }
}

/// The proxy and the tools, held to their budgets where that is asked for.
pub(crate) fn protocols(gate: bool) -> Result<(), String> {
    let build = ["build", "--release", "--quiet", "--package", "bench", "--package", "belay"];
    run_cargo(&[&build[..], &["--bin", "protocols", "--bin", "belay"]].concat())?;
    let mut command = Command::new(built("protocols")?);
    command.args(["measure", &built("belay")?]).arg(root().join("target/bench-protocols"));
    run_command(command.args(gate.then_some("--gate")))
}

/// Measures.
pub fn run(options: &Options) -> Result<(), String> {
    match &options.what {
        What::Engine { gate } => {
            let build = ["build", "--release", "--quiet", "--package", "bench"];
            run_cargo(&[&build[..], &["--features", "rivals", "--bin", "engine"]].concat())?;
            let gate = gate.then_some("--gate");
            let engine = &mut Command::new("sh");
            engine.args(["-c", LIMITED, "sh", &built("engine")?]).args(gate).envs(KEEP_MEMORY);
            run_command(engine)
        }
        What::Menu { gate } => {
            // The profile of the other measurements: nothing is compiled once more for this one.
            let bench = ["bench", "--profile", "release", "--quiet", "--package", "belay"];
            let gate: &[&str] = if *gate { &["--gate"] } else { &[] };
            run_cargo(&[&bench[..], &["--bench", "menu", "--"], gate].concat())
        }
        What::Spread => {
            run_cargo(&["bench", "--quiet", "--package", "bench", "--features", "rivals"])
        }
        What::Store(options) => store::run(options),
        What::Host { crowd: Some(crowd), .. } => {
            let test = ["test", "--release", "--package", "belay", "--test", "crowd"];
            let mut command = cargo();
            command.args(test).args(["--", "--nocapture"]).env("BELAY_CROWD", crowd);
            run_command(&mut command)
        }
        What::Host { gate, rivals, crowd: None } => {
            let build = ["build", "--release", "--quiet", "--package", "bench", "--package"];
            let bins = ["belay", "--features", "bench/store", "--bin", "host", "--bin", "nothing"];
            run_cargo(&[&build[..], &bins, &["--bin", "belay"]].concat())?;
            let folder = root().join("target/bench-host");
            let rivals = if *rivals { rivals::hooks()? } else { Vec::new() };
            run_command(
                Command::new(built("host")?)
                    .args(["measure", &built("belay")?])
                    .arg(folder)
                    .args(gate.then_some("--gate"))
                    .args(rivals),
            )
        }
        What::Wrap { gate } => {
            let build = ["build", "--release", "--quiet", "--package", "bench", "--package"];
            let bins = ["belay", "--features", "bench/wrap", "--bin", "wrap", "--bin", "belay"];
            run_cargo(&[&build[..], &bins].concat())?;
            let gate = gate.then_some("--gate");
            run_command(Command::new(built("wrap")?).arg(built("belay")?).args(gate))
        }
        What::Protocols { gate } => protocols(*gate),
        What::Catalogue => catalogue::run(),
        What::App { gate } => crate::app::bench(*gate),
        What::Timeline { gate } => {
            let build = ["build", "--release", "--quiet", "--package", "bench", "--package"];
            let bins = ["belay", "--features", "bench/timeline", "--bin", "seed", "--bin", "belay"];
            run_cargo(&[&build[..], &bins].concat())?;
            app::bench_timeline(&built("seed")?, &built("belay")?, *gate)
        }
        What::Editor => crate::extension::bench(),
        What::Wasm { gate } => crate::wasm::bench(*gate),
        What::Counts { gate, write } => {
            let counts = counts()?;
            let mut over = if *write {
                write_budgets(&counts)?;
                Vec::new()
            } else {
                compare(&counts, &budgets()?)
            };
            over.extend(compare_rivals(&counts, &count_parses()?));
            if *gate && !over.is_empty() { Err(sentence(&over)) } else { Ok(()) }
        }
    }
}

/// Holds instructions and allocations to their budgets.
pub fn check_budgets() -> Result<(), String> {
    let counts = counts()?;
    let mut over = compare(&counts, &budgets()?);
    over.extend(compare_rivals(&counts, &count_parses()?));
    if over.is_empty() { Ok(()) } else { Err(sentence(&over)) }
}

/// Holds verdicts to costing the same with ten times the catalogue.
pub fn check_catalogue() -> Result<(), String> {
    catalogue::run()
}

/// Holds saving and restoring to their ratios, in a small workspace.
pub fn check_store() -> Result<(), String> {
    store::check()
}

/// How many times fewer instructions a verdict must take than either parse. It was 5 until tables
/// were packed no longer, 4.75 until safe needed a proof, and 3.75 until that became cheaper;
/// bench/records.md has the figures.
const FEWER: f64 = 4.4;

/// Other people's parsers of bash that `count` knows.
const RIVALS: [&str; 2] = ["brush", "tree-sitter"];

/// What agents type into bash; the other cases no rival reads, or not to the end.
const SHARED: [&str; 3] = ["short", "typical", "long"];

/// Instructions each rival takes to parse a case, in the order of [`RIVALS`].
type Parses = BTreeMap<&'static str, [u64; 2]>;

/// What a verdict about one case costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cost {
    instructions: u64,
    allocations: u64,
}

type Costs = BTreeMap<String, Cost>;

fn counts() -> Result<Costs, String> {
    let build = ["build", "--release", "--quiet", "--package", "bench", "--features", "rivals"];
    run_cargo(&[&build[..], &["--bins"]].concat())?;
    let program = built("count")?;
    let count = |(case, allocations): (String, u64)| {
        let instructions = instructions(&program, "verdict", &case)?;
        Ok((case, Cost { instructions, allocations }))
    };
    allocations()?.into_iter().map(count).collect()
}

fn count_parses() -> Result<Parses, String> {
    let program = built("count")?;
    let mut parses = Parses::new();
    for case in SHARED {
        let [brush, tree_sitter] = RIVALS.map(|rival| instructions(&program, rival, case));
        parses.insert(case, [brush?, tree_sitter?]);
    }
    Ok(parses)
}

/// Prints both ratios for each case and hands back what is not fewer enough.
fn compare_rivals(counts: &Costs, parses: &Parses) -> Vec<String> {
    println!(
        "\n{:<20} {:>14} {:>14} {:>14} {:>9} {:>11}",
        "instructions", "verdict", RIVALS[0], RIVALS[1], "vs brush", "vs tree-s."
    );
    let mut over = Vec::new();
    for (case, parses) in parses {
        let verdict = counts.get(*case).map_or(0, |cost| cost.instructions);
        let ratios = parses.map(|parse| parse as f64 / verdict.max(1) as f64);
        println!(
            "{case:<20} {verdict:>14} {:>14} {:>14} {:>8.1}x {:>10.1}x",
            parses[0], parses[1], ratios[0], ratios[1]
        );
        for (rival, ratio) in RIVALS.iter().zip(ratios).filter(|(_, ratio)| *ratio < FEWER) {
            over.push(format!(
                "{case} takes only {ratio:.2} times fewer than {rival}, not {FEWER}"
            ));
        }
    }
    over
}

fn allocations() -> Result<BTreeMap<String, u64>, String> {
    let program = built("allocations")?;
    let printed = output(&mut Command::new(program))?;
    let pairs = printed.lines().filter_map(|line| {
        let (name, count) = line.split_once(' ')?;
        Some((name.to_owned(), count.trim().parse().ok()?))
    });
    Ok(pairs.collect())
}

/// Runs the counting program twice; the difference is what the additional verdicts or parses
/// cost, without start-up and set-up.
fn instructions(program: &str, who: &str, case: &str) -> Result<u64, String> {
    const ONCE: u64 = 20;
    let once = instructions_of(program, who, case, ONCE)?;
    let twice = instructions_of(program, who, case, 2 * ONCE)?;
    Ok(twice.saturating_sub(once) / ONCE)
}

fn instructions_of(program: &str, who: &str, case: &str, times: u64) -> Result<u64, String> {
    let times = times.to_string();
    let cachegrind =
        ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--log-fd=1"];
    let mut valgrind = Command::new(VALGRIND.path()?);
    let printed = output(valgrind.args(cachegrind).args([program, who, case, &times]))?;
    refs(&printed).ok_or_else(|| format!("valgrind printed no count of instructions: {printed}"))
}

/// Finds `I refs: 1,234,567`.
fn refs(printed: &str) -> Option<u64> {
    let line = printed.lines().find(|line| line.contains("refs:") && line.contains('I'))?;
    let digits: String = line.rsplit(':').next()?.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn built(name: &str) -> Result<String, String> {
    let metadata = output(cargo().args(["metadata", "--format-version=1", "--no-deps"]))?;
    let metadata: serde_json::Value = metadata
        .lines()
        .find_map(|line| serde_json::from_str(line).ok())
        .ok_or("`cargo metadata` printed no JSON")?;
    let target = metadata.get("target_directory").and_then(serde_json::Value::as_str);
    Ok(format!("{}/release/{name}", target.ok_or("`cargo metadata` names no target directory")?))
}

fn budgets() -> Result<Costs, String> {
    let file = root().join("bench/budgets.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

fn write_budgets(counts: &Costs) -> Result<(), String> {
    let budgets: Costs = counts
        .iter()
        .map(|(case, cost)| {
            // Rounded up to three digits that a person can read and compare.
            let room = cost.instructions + cost.instructions / 10;
            let unit = 10u64.pow(room.max(1).ilog10().saturating_sub(2));
            let instructions = room.div_ceil(unit) * unit;
            (case.clone(), Cost { instructions, ..*cost })
        })
        .collect();
    compare(counts, &budgets);
    let text = serde_json::to_string_pretty(&budgets).map_err(|error| error.to_string())?;
    fs::write(root().join("bench/budgets.json"), text + "\n")
        .map_err(|error| format!("bench/budgets.json: {error}"))
}

/// Prints the table and hands back what is over budget.
fn compare(counts: &Costs, budgets: &Costs) -> Vec<String> {
    println!(
        "{:<20} {:>14} {:>14} {:>13} {:>8}",
        "a verdict about", "instructions", "budget", "allocations", "budget"
    );
    let mut over = Vec::new();
    for (case, cost) in counts {
        let budget = budgets.get(case).copied();
        let shown = budget.unwrap_or_default();
        println!(
            "{case:<20} {:>14} {:>14} {:>13} {:>8}",
            cost.instructions, shown.instructions, cost.allocations, shown.allocations
        );
        match budget {
            None => over.push(format!("{case} has no budget")),
            Some(budget) if cost.instructions > budget.instructions => over.push(format!(
                "{case} takes {} instructions of {}",
                cost.instructions, budget.instructions
            )),
            Some(budget) if cost.allocations > budget.allocations => over.push(format!(
                "{case} makes {} allocations of {}",
                cost.allocations, budget.allocations
            )),
            Some(_) => {}
        }
    }
    over
}

fn sentence(over: &[String]) -> String {
    format!(
        "{}; make it cheaper, or say in bench/records.md why it costs more and run \
         `cargo xtask bench counts --write`",
        over.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_of_instructions_is_found() {
        assert_eq!(refs("==1== x\n==1== I   refs:      1,234,567\n"), Some(1_234_567));
        assert_eq!(refs("==1== I refs: 89"), Some(89));
        assert_eq!(refs("nothing"), None);
    }

    #[test]
    fn what_is_not_fewer_enough_is_named() {
        let cost = Cost { instructions: 10, allocations: 0 };
        let counts = Costs::from([("short".to_owned(), cost)]);
        let parses = |brush, tree_sitter| Parses::from([("short", [brush, tree_sitter])]);
        assert!(compare_rivals(&counts, &parses(50, 90)).is_empty());
        let named = compare_rivals(&counts, &parses(36, 90));
        assert_eq!(named, ["short takes only 3.60 times fewer than brush, not 4.4"]);
    }

    #[test]
    fn what_is_over_budget_is_named() {
        let costs = |instructions, allocations| {
            Costs::from([("short".to_owned(), Cost { instructions, allocations })])
        };
        assert!(compare(&costs(10, 2), &costs(10, 2)).is_empty());
        assert_eq!(compare(&costs(11, 2), &costs(10, 2)), ["short takes 11 instructions of 10"]);
        assert_eq!(compare(&costs(10, 3), &costs(10, 2)), ["short makes 3 allocations of 2"]);
        assert_eq!(compare(&costs(1, 1), &Costs::new()), ["short has no budget"]);
    }
}
