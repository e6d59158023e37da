//! Judges one case so many times: `count CASE TIMES`. Run under an instruction counter with two
//! numbers of times, the difference is what the verdicts cost.

use std::hint::black_box;
use std::process::ExitCode;

use bench::{Bench, cases};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let times: Option<u32> = arguments.next().and_then(|text| text.parse().ok());
    let (Some(case), Some(times)) = (cases().into_iter().find(|case| case.name == name), times)
    else {
        let names: Vec<_> = cases().iter().map(|case| case.name).collect();
        eprintln!("say `count CASE TIMES`; the cases are {}", names.join(", "));
        return ExitCode::FAILURE;
    };
    let bench = Bench::default();
    for _ in 0..times {
        black_box(bench.judge(&case.command, case.shell));
    }
    ExitCode::SUCCESS
}
