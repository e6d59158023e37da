//! How the times of verdicts and parses scatter.

use bench::rivals::{TreeSitter, brush};
use bench::{Bench, cases};
use divan::Bencher;
use policy_core::shell::Dialect;

fn main() {
    divan::main();
}

const ALL: [&str; 6] = ["short", "typical", "long", "hostile", "powershell", "cmd"];
const BASH: [&str; 4] = ["short", "typical", "long", "hostile"];

fn command(name: &str) -> (String, Dialect) {
    let case = cases().into_iter().find(|case| case.name == name);
    case.map_or_else(|| (String::new(), Dialect::Bash), |case| (case.command, case.shell))
}

#[divan::bench(args = ALL)]
fn verdict(bencher: Bencher<'_, '_>, name: &str) {
    let (text, shell) = command(name);
    let bench = Bench::default();
    bencher.bench(|| bench.judge(&text, shell));
}

#[divan::bench(args = BASH)]
fn brush_parser(bencher: Bencher<'_, '_>, name: &str) {
    let (text, _) = command(name);
    bencher.bench(|| brush(&text));
}

#[divan::bench(args = BASH)]
fn tree_sitter_bash(bencher: Bencher<'_, '_>, name: &str) {
    let (text, _) = command(name);
    if let Some(mut parser) = TreeSitter::new() {
        bencher.bench_local(|| parser.parse(&text));
    }
}
