//! The program.

use std::process::ExitCode;

use belay::guard::Guard;
use belay::home::Home;
use belay::hook::{JudgeOnly, process};

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // A hook never meets the parser of the command line: a usage error of exit code 2 would lock
    // an agent out of every tool.
    if let Some((first, rest)) = arguments.split_first()
        && first == "hook"
    {
        return ExitCode::from(match Home::find() {
            Ok(home) => process::run(rest, Guard::new(home)),
            // Without a home folder nothing can be saved; what would need it is asked about.
            Err(_) => process::run(rest, JudgeOnly),
        });
    }
    belay::cli::run()
}
