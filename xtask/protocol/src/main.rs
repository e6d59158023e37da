//! Prints the protocol of `belay rpc`, as TypeScript or as a page; `cargo xtask client` puts it in its place.

use std::process::ExitCode;

use belay::rpc::{page, typescript};

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("types") => print!("{}", typescript::module()),
        Some("page") => print!("{}", page::text()),
        _ => {
            eprintln!("usage: xtask-protocol types|page");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
