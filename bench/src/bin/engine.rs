//! A whole verdict beside other parsers' parse alone, and time against length.
//!
//! The three take turns in one process, round after round, so that a busy machine slows them
//! alike; the median round counts. The last two lines are the smallest ratios.

use std::hint::black_box;
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::hostile::SHAPES;
use bench::rivals::{TreeSitter, brush};
use bench::{Bench, cases};
use policy_core::shell::Dialect;

/// How many times faster a verdict must be than either parse.
const FASTER: f64 = 5.0;
/// How much more a byte of 1 MB may cost than a byte of 10 kB. Leaving the caches costs a factor of
/// nearly two; a quadratic reader would show a hundred.
const GROWTH: f64 = 4.0;

const ROUNDS: usize = 101;
/// Long enough that the clock's own cost does not count.
const ROUND: Duration = Duration::from_micros(200);

fn main() -> ExitCode {
    let gate = std::env::args().any(|argument| argument == "--gate");
    let Some(tree_sitter) = TreeSitter::new() else {
        eprintln!("error: tree-sitter and tree-sitter-bash do not fit together; align versions");
        return ExitCode::FAILURE;
    };
    let bench = Bench::default();
    let flat = lengths(&bench);
    let (by_brush, by_tree_sitter) = lines(&bench, tree_sitter);
    println!("verdict vs brush-parser: {by_brush:.1}x");
    println!("verdict vs tree-sitter-bash: {by_tree_sitter:.1}x");
    if gate && (by_brush < FASTER || by_tree_sitter < FASTER || !flat) {
        eprintln!(
            "error: a verdict must be {FASTER} times faster than either parse, and a byte of \
             1 MB at most {GROWTH} times as costly as one of 10 kB"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Prints verdicts beside parses; hands back the smallest ratios over what agents type.
fn lines(bench: &Bench, mut tree_sitter: TreeSitter) -> (f64, f64) {
    println!("A whole verdict beside a parse alone (median of {ROUNDS} rounds, in turns)\n");
    println!(
        "{:<10} {:>6} {:>10} {:>10} {:>14} {:>10} {:>12}",
        "line", "bytes", "verdict", "brush", "tree-sitter", "vs brush", "vs tree-s."
    );
    let (mut by_brush, mut by_tree_sitter) = (f64::INFINITY, f64::INFINITY);
    for case in cases().iter().filter(|case| case.shell == Dialect::Bash) {
        let command = case.command.as_str();
        let able = brush(command);
        let [verdict, brush, tree] = in_turns([
            &mut || {
                black_box(bench.judge(command, case.shell));
            },
            &mut || {
                black_box(brush(black_box(command)));
            },
            &mut || {
                black_box(tree_sitter.parse(black_box(command)));
            },
        ]);
        println!(
            "{:<10} {:>6} {:>10} {:>10} {:>14} {:>9.1}x {:>11.1}x{}",
            case.name,
            command.len(),
            time(verdict),
            time(brush),
            time(tree),
            brush / verdict,
            tree / verdict,
            if able { "" } else { " *" }
        );
        if case.name != "hostile" {
            by_brush = by_brush.min(brush / verdict);
            by_tree_sitter = by_tree_sitter.min(tree / verdict);
        }
    }
    println!("* brush-parser gives up on it\n");
    (by_brush, by_tree_sitter)
}

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Prints what a byte costs as texts grow; hands back whether it stays flat.
fn lengths(bench: &Bench) -> bool {
    println!("Nanoseconds a byte as hostile texts grow; growth is 1 MB against 10 kB\n");
    println!(
        "{:<10} {:<14} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "shell", "shape", "1 kB", "10 kB", "100 kB", "1 MB", "growth"
    );
    let mut flat = true;
    for shell in [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd] {
        for shape in SHAPES {
            print!("{:<10} {:<14}", shell.name(), shape.name);
            let (mut at_ten, mut before, mut last) = (f64::INFINITY, f64::INFINITY, 0.0);
            for size in SIZES {
                // What is not linear is not worth minutes of waiting and all the memory.
                if last * size as f64 > 1e9 || last > 12.0 * before {
                    print!(" {:>8}", "-");
                    last = f64::INFINITY;
                    continue;
                }
                before = if last > 0.0 { last } else { before };
                last = per_byte(bench, &(shape.text)(size), shell);
                print!(" {last:>8.1}");
                if size == 10_000 {
                    at_ten = last.max(1.0);
                }
                let _ = std::io::stdout().flush();
            }
            let growth = last / at_ten;
            flat &= growth <= GROWTH;
            println!(" {growth:>8.2}{}", if growth > GROWTH { " !" } else { "" });
        }
    }
    println!();
    flat
}

/// Nanoseconds a byte, in the best of a few rounds: nothing makes a round faster than it is.
fn per_byte(bench: &Bench, text: &str, shell: Dialect) -> f64 {
    let begun = Instant::now();
    let mut best = f64::INFINITY;
    let mut rounds = 0;
    while rounds < 2 || (begun.elapsed() < Duration::from_millis(15) && rounds < 51) {
        let start = Instant::now();
        black_box(bench.judge(text, shell));
        best = best.min(start.elapsed().as_nanos() as f64);
        rounds += 1;
    }
    best / text.len() as f64
}

/// Median nanoseconds of one call of each.
fn in_turns(mut calls: [&mut dyn FnMut(); 3]) -> [f64; 3] {
    let mut often = [1u32; 3];
    for (call, often) in calls.iter_mut().zip(&mut often) {
        // Warm up, and find out how many calls make a round.
        while batch(*call, *often) < ROUND.as_nanos() as f64 && *often < 1 << 20 {
            *often *= 2;
        }
    }
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for ((call, often), times) in calls.iter_mut().zip(often).zip(&mut times) {
            times.push(batch(*call, often) / f64::from(often));
        }
    }
    times.map(|mut times| median(&mut times))
}

fn batch(call: &mut dyn FnMut(), often: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..often {
        call();
    }
    start.elapsed().as_nanos() as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn time(nanoseconds: f64) -> String {
    if nanoseconds < 10_000.0 {
        format!("{nanoseconds:.0} ns")
    } else {
        format!("{:.1} µs", nanoseconds / 1000.0)
    }
}
