//! The tasks on compiled wasm that `cargo xtask wasm`, `app` and `size` call.
//!
//! - `bind IN FOLDER NAME` writes the module as it is published, and its glue.
//! - `bind-named IN FOLDER NAME` does the same and keeps the names of functions.
//! - `size IN` prints how many bytes come from which crate, of a module with names.

mod bind;
mod size_report;

use std::path::Path;
use std::process::ExitCode;

use bind::Names;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let bound = |input: &str, folder: &str, name: &str, names| {
        bind::run(Path::new(input), Path::new(folder), name, names)
    };
    let outcome = match arguments.as_slice() {
        ["bind", input, folder, name] => bound(input, folder, name, Names::Removed),
        ["bind-named", input, folder, name] => bound(input, folder, name, Names::Kept),
        ["size", input] => size_report::run(Path::new(input)),
        _ => {
            Err("usage: `bind IN FOLDER NAME`, `bind-named IN FOLDER NAME` or `size IN`".to_owned())
        }
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
