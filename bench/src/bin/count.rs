//! Does one thing with one case so many times: `count WHO CASE TIMES`. Run under an instruction
//! counter with two numbers of times, the difference is what one of them costs.
//!
//! WHO is `verdict` for a whole verdict, or a parser that parses and does no more.

use std::hint::black_box;
use std::process::ExitCode;

use bench::rivals::{TreeSitter, brush};
use bench::{Bench, cases};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let asked = match arguments.as_slice() {
        [who, name, times] => work(who, name).zip(times.parse::<u32>().ok()),
        _ => None,
    };
    let Some((mut work, times)) = asked else {
        let names: Vec<_> = cases().iter().map(|case| case.name).collect();
        eprintln!("say `count verdict|brush|tree-sitter CASE TIMES`; cases: {}", names.join(", "));
        return ExitCode::FAILURE;
    };
    for _ in 0..times {
        work();
    }
    ExitCode::SUCCESS
}

/// What is done each time, everything it needs being at hand.
fn work(who: &str, name: &str) -> Option<Box<dyn FnMut()>> {
    let case = cases().into_iter().find(|case| case.name == name)?;
    Some(match who {
        "verdict" => {
            let bench = Bench::default();
            Box::new(move || {
                black_box(bench.judge(&case.command, case.shell));
            })
        }
        "brush" => Box::new(move || {
            black_box(brush(black_box(&case.command)));
        }),
        "tree-sitter" => {
            let mut parser = TreeSitter::new()?;
            Box::new(move || {
                black_box(parser.parse(black_box(&case.command)));
            })
        }
        _ => return None,
    })
}
