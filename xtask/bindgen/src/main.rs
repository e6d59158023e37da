//! The chores on compiled wasm that `cargo xtask wasm`, `app` and `size` call.
//!
//! - `bind IN FOLDER NAME` writes the glue and the bound module, names of functions kept.
//! - `web IN FOLDER NAME` does so for a page: glue that is loaded as a module and starts itself.
//! - `ship IN OUT` leaves out everything that only people read, and puts alike functions together.
//! - `weigh IN` prints how many bytes come from which crate.

mod bind;
mod ship;
mod weigh;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["bind", input, folder, name] => bind::run(Path::new(input), Path::new(folder), name),
        ["web", input, folder, name] => bind::web(Path::new(input), Path::new(folder), name),
        ["ship", input, output] => ship::run(Path::new(input), Path::new(output)),
        ["weigh", input] => weigh::run(Path::new(input)),
        _ => Err("say `bind IN FOLDER NAME`, `web IN FOLDER NAME`, `ship IN OUT` or `weigh IN`"
            .to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}
