//! `cargo xtask test`: everything a change must pass.

use std::process::Command;

use crate::prerequisites::{CARGO_DENY, DASH, Need, WASM, WINE, ZSH, python};
use crate::process::{cargo, find, run as run_command, run_cargo};
use crate::step::{self, Amount, Runs, Step, Totals};
use crate::{
    accuracy, app, bench, catalogue, client, cross, examples, extension, fuzz, lab, protocols,
    prove, scripts, wasm, wine,
};

/// How much of it.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// Leave the slow steps out.
    #[arg(long, conflicts_with = "slow")]
    quick: bool,
    /// The longer forms of everything: more random cases, fuzzing.
    #[arg(long)]
    slow: bool,
    /// Print the output of the steps here instead of writing it to target/test-logs.
    #[arg(long, requires = "only")]
    show: bool,
    /// Stop at the first step that fails.
    #[arg(long)]
    fail_fast: bool,
    /// Print the names of the steps.
    #[arg(long)]
    list: bool,
    /// Only these steps.
    #[arg(value_name = "STEP")]
    only: Vec<String>,
}

/// Goes through the steps.
pub fn run(options: &Options) -> Result<Totals, String> {
    let steps = chosen(&options.only)?;
    let amount = match options {
        Options { quick: true, .. } => Amount::Quick,
        Options { slow: true, .. } => Amount::Slow,
        _ => Amount::Whole,
    };
    if options.list {
        for step in steps {
            println!("{:<22} {}", step.name, step.about);
        }
    } else if options.show {
        steps.iter().try_for_each(|step| step.show(amount))?;
    } else {
        return Ok(step::run(&steps, amount, options.fail_fast));
    }
    Ok(Totals::default())
}

/// Every step, in order.
#[must_use]
pub fn steps() -> Vec<Step> {
    [
        RUST,
        prove::STEPS,
        lab::STEPS,
        wasm::STEPS,
        app::STEPS,
        client::STEPS,
        protocols::STEPS,
        extension::STEPS,
        &[scripts::LINT],
    ]
    .concat()
}

fn chosen(only: &[String]) -> Result<Vec<Step>, String> {
    let steps = steps();
    let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("there is no step `{unknown}`; the steps are {}", names.join(", ")));
    }
    let is_chosen = |step: &Step| only.is_empty() || only.iter().any(|name| name == step.name);
    Ok(steps.into_iter().filter(is_chosen).collect())
}

const RUST: &[Step] = &[
    Step::new("format", "rustfmt in check mode; seconds", |_| {
        run_cargo(&["fmt", "--check"]).map_err(|why| format!("{why}; `cargo fmt` formats the code"))
    })
    .needs(&[Need::Component("rustfmt", "fmt")])
    .part_of(Runs::Every),
    scripts::FORMAT,
    Step::new("spelling", "typos in English text and names; seconds", |_| {
        run_command(&mut Command::new(python::program("typos")))
    })
    .needs(&[Need::Python])
    .or_skipped(),
    Step::new("lints", "clippy on everything, warnings are errors; minutes when cold", |_| {
        run_cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--",
            "-D",
            "warnings",
        ])
    })
    .needs(&[CLIPPY])
    .part_of(Runs::Every),
    Step {
        wishes: &[Need::Program(ZSH), Need::Program(DASH), Need::Program(WINE)],
        part_of: Runs::Every,
        ..Step::new("tests", "every crate's own tests; minutes when cold", tests)
    },
    Step::new(
        "settings-alone",
        "policy-core's tests as the settings app takes it, without the engine; half a minute",
        |_| run_cargo(&["test", "--package", "policy-core", "--no-default-features"]),
    ),
    Step::new(
        "browser-check",
        "policy-core compiles for a browser, without and with the engine; half a minute",
        |_| compiles_for_browsers(),
    )
    .needs(&[Need::Target(WASM)]),
    Step::new("accuracy", "the corpus against tests/cases/corpus/goals.json; seconds", |_| {
        accuracy::gate()
    })
    .part_of(Runs::Every),
    Step::new(
        "documents",
        "examples in the documents are true, docs/rules is up to date; seconds",
        |_| {
            catalogue::check_pages()?;
            examples::check()
        },
    )
    .part_of(Runs::Every),
    Step::new(
        "rustdoc",
        "documentation of every crate, warnings are errors; minutes when cold",
        |_| {
            let doc =
                ["doc", "--workspace", "--no-deps", "--all-features", "--document-private-items"];
            run_command(cargo().args(doc).env("RUSTDOCFLAGS", "-D warnings"))
        },
    ),
    Step::new(
        "dependencies",
        "licences and sources of every dependency against deny.toml; seconds, minutes when cold",
        |_| {
            // Advisories need the network; CI asks for them once a day.
            let deny = &mut Command::new(CARGO_DENY.program("cargo-deny")?);
            run_command(deny.args(["--all-features", "check", "licenses", "bans", "sources"]))
        },
    )
    .needs(&[Need::Crate(CARGO_DENY)]),
    Step::new("windows", "built, linked and linted for Windows; minutes when cold", |_| {
        cross::windows()
    })
    .needs(cross::WINDOWS_NEEDS),
    Step::new("macos", "built, linked and linted for macOS; minutes when cold", |_| cross::macos())
        .needs(cross::MACOS_NEEDS),
    Step::new(
        "windows-run",
        "programs for Windows under Wine, and the store's stories and deaths; minutes",
        wine::check,
    )
    .needs(wine::NEEDS)
    .or_skipped(),
    Step::new(
        "budgets",
        "instructions and allocations a verdict, and beside other parsers; minutes when cold",
        |_| bench::check_budgets(),
    )
    .needs(bench::COUNTS)
    .or_skipped(),
    Step::new(
        "store-budgets",
        "saving and restoring beside a bare walk; half a minute, some when cold",
        |_| bench::check_store(),
    )
    .part_of(Runs::Slow),
    Step::new(
        "protocol-budgets",
        "what belay acp adds to a message, and how much passes; half a minute, minutes when cold",
        |_| bench::protocols(true),
    )
    .part_of(Runs::Slow),
    Step::new(
        "catalogue-size",
        "a verdict costs the same with ten times the catalogue; two minutes when cold",
        |_| bench::check_catalogue(),
    )
    .needs(bench::COUNTS)
    .or_skipped()
    .part_of(Runs::Slow),
    Step::new(
        "fuzz",
        "random input for every target in fuzz/, some seconds each, or a minute with --slow; minutes when cold",
        fuzz::check,
    )
    .needs(fuzz::NEEDS),
];

const CLIPPY: Need = Need::Component("clippy", "clippy");

/// cargo-nextest runs tests in parallel across crates; where it is missing, cargo alone does.
fn tests(amount: Amount) -> Result<(), String> {
    let cases = match amount {
        Amount::Quick => "32",
        Amount::Whole => "256",
        Amount::Slow => "4096",
    };
    let run =
        |arguments: &[&str]| run_command(cargo().args(arguments).env("PROPTEST_CASES", cases));
    let ignored = amount == Amount::Slow;
    if find("cargo-nextest").is_some() {
        let mut arguments = vec!["nextest", "run", "--workspace", "--no-fail-fast"];
        arguments.extend(ignored.then_some("--run-ignored=all"));
        run(&arguments)?;
        return run(&["test", "--workspace", "--doc"]);
    }
    let mut arguments = vec!["test", "--workspace", "--no-fail-fast"];
    arguments.extend(ignored.then_some(["--", "--include-ignored"]).into_iter().flatten());
    run(&arguments)
}

fn compiles_for_browsers() -> Result<(), String> {
    let bare = ["check", "--package", "policy-core", "--no-default-features", "--target", WASM];
    run_cargo(&bare)?;
    run_cargo(&[&bare[..], &["--features", "engine"]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_name_of_its_own() {
        let steps = steps();
        let mut names: Vec<&str> = steps.iter().map(|step| step.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), steps.len());
    }

    #[test]
    fn a_step_that_does_not_exist_is_answered_with_those_that_do() {
        let problem = chosen(&["lint".to_owned()]).err().unwrap_or_default();
        assert!(problem.starts_with("there is no step `lint`; the steps are format, "));
    }
}
