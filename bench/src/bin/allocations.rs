//! Prints how many allocations one verdict about each case makes, once everything is warm.

use std::hint::black_box;

use bench::{Bench, cases};

fn main() {
    let bench = Bench::default();
    for case in cases() {
        // The first verdict fills tables that every later one only looks up.
        black_box(bench.judge(&case.command, case.shell));
        let counted = allocation_counter::measure(|| {
            black_box(bench.judge(&case.command, case.shell));
        });
        println!("{} {}", case.name, counted.count_total);
    }
}
