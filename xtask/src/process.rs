//! Running other programs: what is run is printed first, and a failure is a sentence.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::repository::root;

/// Runs a command in the root of the repository, unless it has a folder of its own.
pub fn run(command: &mut Command) -> Result<(), String> {
    let line = shown(command);
    println!("   $ {line}");
    if command.get_current_dir().is_none() {
        command.current_dir(root());
    }
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` ended with {status}")) }
}

/// The same for installers, whose many lines are only of interest when they fail.
pub fn run_quietly(command: &mut Command) -> Result<(), String> {
    println!("   $ {}", shown(command));
    let directory = command.get_current_dir().map_or_else(root, Path::to_path_buf);
    let output = command
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| not_started(command, &error))?;
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    Err(format!("`{}` ended with {}\n{}", shown(command), output.status, last_lines(&printed, 40)))
}

/// The last lines of what a program printed.
#[must_use]
pub fn last_lines(printed: &str, count: usize) -> String {
    let lines: Vec<&str> = printed.lines().collect();
    lines.iter().skip(lines.len().saturating_sub(count)).copied().collect::<Vec<_>>().join("\n")
}

/// Runs cargo with these arguments.
pub fn run_cargo(arguments: &[&str]) -> Result<(), String> {
    run(cargo().args(arguments))
}

/// Runs a script in Node.
pub fn run_node(arguments: &[&str]) -> Result<(), String> {
    run(node().args(arguments))
}

/// What a command printed. Where it fails, the error holds what it complained about.
pub fn output(command: &mut Command) -> Result<String, String> {
    let output =
        command.current_dir(root()).output().map_err(|error| not_started(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("`{}` ended with {}\n{complaint}", shown(command), output.status))
}

/// The cargo that started us, so that a chosen toolchain stays chosen.
#[must_use]
pub fn cargo() -> Command {
    let started_us = std::env::var_os("CARGO").filter(|cargo| Path::new(cargo).is_file());
    Command::new(started_us.unwrap_or_else(|| "cargo".into()))
}

/// Node.
#[must_use]
pub fn node() -> Command {
    Command::new("node")
}

/// A program on the search path.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

/// The search path with folders put before it.
pub fn search_path(first: &[PathBuf]) -> Result<std::ffi::OsString, String> {
    let before = std::env::var_os("PATH").unwrap_or_default();
    let folders = first.iter().cloned().chain(std::env::split_paths(&before));
    std::env::join_paths(folders).map_err(|error| format!("PATH cannot be written: {error}"))
}

/// The program that runs these tasks, for tasks that call others.
pub fn myself() -> Result<PathBuf, String> {
    let me = std::env::current_exe()
        .map_err(|error| format!("the path of this program is unknown: {error}"))?;
    // A step may have rebuilt it while it runs; Linux then marks the old file's name.
    let path = me.to_string_lossy();
    Ok(path.strip_suffix(" (deleted)").map_or_else(|| me.clone(), PathBuf::from))
}

fn not_started(command: &Command, error: &std::io::Error) -> String {
    format!("`{}` cannot be started: {error}", command.get_program().to_string_lossy())
}

/// The command as a person would type it; programs without the folders they lie in.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program()).to_string_lossy();
    let arguments = command.get_args().map(|word| quoted(&word.to_string_lossy()));
    std::iter::once(quoted(&name)).chain(arguments).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    if word.is_empty() || word.contains([' ', '\'', '"', '$', '*', ';', '&', '|']) {
        format!("'{}'", word.replace('\'', "'\\''"))
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_the_shell_would_take_apart_are_quoted() {
        let mut command = Command::new("/usr/bin/echo");
        assert_eq!(shown(command.args(["a b", "it's"])), r"echo 'a b' 'it'\''s'");
    }

    #[test]
    fn the_end_of_a_text_is_what_its_last_lines_say() {
        assert_eq!(last_lines("a\nb\nc\n", 2), "b\nc");
        assert_eq!(last_lines("a", 2), "a");
    }

    #[test]
    fn a_failure_names_the_command() {
        let problem = run(Command::new("no-such-program-anywhere").arg("x")).err();
        let problem = problem.unwrap_or_default();
        assert!(problem.starts_with("`no-such-program-anywhere` cannot be started"), "{problem}");
    }
}
