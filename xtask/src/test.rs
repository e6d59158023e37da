//! `cargo xtask test`: everything a change must pass.

use crate::step::{self, Outcome, Step, command, command_with};
use crate::{accuracy, app, bench, catalogue, examples, extension, fuzz, need, wasm};

/// How much of it.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Options {
    /// Leave the slow suites out.
    #[arg(long, conflicts_with = "slow")]
    pub quick: bool,
    /// The longer forms of everything: more random cases, fuzzing.
    #[arg(long)]
    pub slow: bool,
}

/// Goes through the steps.
pub fn run(options: Options) -> Result<(), String> {
    step::run(steps(options))
}

fn steps(options: Options) -> Vec<Step<'static>> {
    let mut steps = vec![
        Step {
            name: "toolchain",
            about: "adds what is missing; seconds",
            repeat: "cargo xtask test --quick",
            work: Box::new(|| {
                need::component("rustfmt", "fmt")?;
                need::component("clippy", "clippy")?;
                done(need::target(need::WASM))
            }),
        },
        Step {
            name: "format",
            about: "rustfmt in check mode; seconds",
            repeat: "cargo fmt --check (`cargo fmt` mends it)",
            work: Box::new(|| done(command("cargo", &["fmt", "--check"]))),
        },
        Step {
            name: "lints",
            about: "clippy on everything, the fence of the pure crates included; a minute or two \
                    when cold",
            repeat: "cargo clippy --workspace --all-targets --all-features -- -D warnings",
            work: Box::new(|| done(command("cargo", &LINTS))),
        },
        Step {
            name: "tests",
            about: "every crate's own; a minute or two when cold",
            repeat: "cargo test --workspace",
            work: Box::new(move || done(tests(options))),
        },
        Step {
            name: "tests, settings alone",
            about: "policy-core as the settings app takes it; half a minute when cold",
            repeat: "cargo test --package policy-core --no-default-features",
            work: Box::new(|| {
                let bare = ["test", "--package", "policy-core", "--no-default-features"];
                done(command("cargo", &bare))
            }),
        }
        .unless(options.quick),
        Step {
            name: "wasm",
            about: "policy-core compiles for a browser, bare and whole; half a minute when cold",
            repeat: "cargo check --package policy-core --target wasm32-unknown-unknown",
            work: Box::new(|| done(compiles_for_browsers())),
        }
        .unless(options.quick),
        Step {
            name: "accuracy",
            about: "the corpus against tests/cases/corpus/goals.json; seconds",
            repeat: "cargo xtask accuracy --gate (`--misses` lists what is judged otherwise)",
            work: Box::new(|| done(accuracy::gate())),
        },
        Step {
            name: "documents",
            about: "examples in the documents are true, docs/rules is in date; seconds",
            repeat: "cargo xtask docs --check (`cargo xtask docs` writes docs/rules anew)",
            work: Box::new(|| {
                catalogue::check_pages()?;
                done(examples::check())
            }),
        },
        Step {
            name: "budgets",
            about: "instructions and allocations a verdict, and beside other parsers; some minutes \
                    when cold",
            repeat: "cargo xtask bench counts --gate",
            work: Box::new(bench::check_budgets),
        }
        .unless(options.quick),
        Step {
            name: "catalogue size",
            about: "a verdict costs the same with ten times the catalogue; two minutes when cold",
            repeat: "cargo xtask bench catalogue",
            work: Box::new(bench::check_catalogue),
        }
        .unless(options.quick),
        Step {
            name: "fuzz",
            about: "noise for every target in fuzz/, half a minute each; only with --slow",
            repeat: "cargo xtask fuzz",
            work: Box::new(move || {
                if options.slow {
                    fuzz::smoke()
                } else {
                    Ok(Outcome::LeftOut("left to the run with --slow".to_owned()))
                }
            }),
        },
    ];
    steps.extend(wasm::test_steps(options.quick));
    steps.extend(app::test_steps(options.quick));
    steps.extend(extension::test_steps(options.quick));
    steps
}

const LINTS: [&str; 7] =
    ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];

fn tests(options: Options) -> Result<(), String> {
    // Some suites compare with real shells and skip those that are not there.
    for shell in ["zsh", "dash"] {
        if let Err(why) = need::program(shell) {
            println!("   {why}; what compares with it is skipped");
        }
    }
    let mut arguments = vec!["test", "--workspace"];
    let cases = match options {
        Options { quick: true, .. } => "32",
        Options { slow: true, .. } => {
            arguments.extend(["--", "--include-ignored"]);
            "4096"
        }
        _ => "256",
    };
    command_with("cargo", &arguments, &[("PROPTEST_CASES", cases)])
}

fn compiles_for_browsers() -> Result<(), String> {
    let bare =
        ["check", "--package", "policy-core", "--no-default-features", "--target", need::WASM];
    command("cargo", &bare)?;
    let whole = [&bare[..], &["--features", "engine,regex"]].concat();
    command("cargo", &whole)
}

fn done(result: Result<(), String>) -> Result<Outcome, String> {
    result.map(|()| Outcome::Done)
}
