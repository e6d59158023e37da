//! What the documents claim, checked: a `console` block's commands are run and must print what
//! stands below them.
//!
//! A command without output below it is not run. A line `…` stands for any lines.

use std::fs;
use std::process::Command;

use crate::process;
use crate::repository::{root, target};

const DOCUMENTS: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Commands that only print; no document makes the tests run anything else.
const PRINTERS: [&str; 4] =
    ["belay check", "belay explain", "belay rules", "belay settings schema"];

/// What answers in a document: the freshly built `belay`.
const SHELL: &str = "belay() { \"$BELAY\" \"$@\"; }; ";

/// One command of a document and what it is said to print.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    document: &'static str,
    line: usize,
    command: String,
    output: Vec<String>,
}

/// Runs every example of the documents.
pub fn check() -> Result<(), String> {
    process::run_cargo(&["build", "--quiet", "--package", "belay"])?;
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in DOCUMENTS {
        let text = fs::read_to_string(root().join(document))
            .map_err(|error| format!("{document}: {error}"))?;
        for example in examples(document, &text) {
            count += 1;
            if let Err(problem) = run(&example) {
                wrong.push(format!("{document}:{}: {problem}", example.line));
            }
        }
    }
    if wrong.is_empty() {
        println!("   {count} examples print what the documents say");
        return Ok(());
    }
    Err(format!("the documents differ from what is printed\n{}", wrong.join("\n")))
}

fn examples(document: &'static str, text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for (line, content) in (1..).zip(text.lines()) {
        if content.starts_with("```") {
            inside = !inside && content.trim_end() == "```console";
            continue;
        }
        if !inside {
            continue;
        }
        if let Some(command) = content.strip_prefix("$ ") {
            let command = command.to_owned();
            found.push(Example { document, line, command, output: Vec::new() });
        } else if let Some(example) = found.last_mut() {
            example.output.push(content.to_owned());
        }
    }
    found.retain(|example| example.output.iter().any(|line| !line.is_empty()));
    found
}

fn run(example: &Example) -> Result<(), String> {
    let last = example.command.rsplit("' | ").next().unwrap_or_default();
    if !PRINTERS.iter().any(|printer| last.starts_with(printer)) {
        return Err(format!(
            "`{}` is not run by the tests, so no output may be written below it",
            example.command
        ));
    }
    // A person's own settings must not change what the documents say.
    let home = target().join("examples-home");
    let output = Command::new("bash")
        .args(["-c", &format!("{SHELL}{}", example.command)])
        .env("BELAY", target().join("debug/belay"))
        .env("HOME", &home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_DATA_HOME", home.join("data"))
        .current_dir(root())
        .output()
        .map_err(|error| format!("bash cannot be started: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let said: Vec<&str> = example.output.iter().map(|line| line.trim_end()).collect();
    if agrees(trim(&said), trim(&lines)) {
        return Ok(());
    }
    Err(format!("`{}` prints\n{printed}", example.command))
}

/// Whether the lines are those said, `…` standing for any.
fn agrees(said: &[&str], printed: &[&str]) -> bool {
    match (said.split_first(), printed.split_first()) {
        (None, None) => true,
        (Some((&"…", rest)), None) => agrees(rest, printed),
        (Some((&"…", rest)), Some((_, later))) => agrees(rest, printed) || agrees(said, later),
        (Some((one, rest)), Some((other, later))) => one == other && agrees(rest, later),
        _ => false,
    }
}

fn trim<'t, 's>(lines: &'t [&'s str]) -> &'t [&'s str] {
    let mut lines = lines;
    while let Some((&"", rest)) = lines.split_last() {
        lines = rest;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_with_output_are_examples() {
        let text = "```console\n$ belay init\n$ belay rules\nfiles\n```\n\n```\n$ no\n";
        let found = examples("README.md", text);
        let commands: Vec<_> = found.iter().map(|e| (e.line, e.command.as_str())).collect();
        assert_eq!(commands, [(3, "belay rules")]);
    }

    #[test]
    fn dots_stand_for_any_lines() {
        assert!(agrees(&["a", "…", "d"], &["a", "b", "c", "d"]));
        assert!(agrees(&["a", "…"], &["a"]));
        assert!(!agrees(&["a", "…", "d"], &["a", "b"]));
        assert!(!agrees(&["a"], &["a", "b"]));
    }

    #[test]
    fn nothing_but_printers_is_run() {
        let example = Example {
            document: "README.md",
            line: 1,
            command: "rm -rf target".to_owned(),
            output: vec!["x".to_owned()],
        };
        assert!(run(&example).is_err());
    }
}
