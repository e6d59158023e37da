//! The conversation on the protocol's page, held with the program word for word.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{ChildStdout, Command, Stdio};

use serde_json::Value;

const SESSION: &str = include_str!("../src/rpc/page/session.txt");

#[test]
fn the_conversation_on_the_page_is_what_happens() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    fs::create_dir_all(project.join(".git")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_belay"))
        .arg("rpc")
        .current_dir(&project)
        .env("BELAY_HOME", folder.path().join("home"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut names = HashMap::new();
    for line in SESSION.lines() {
        if let Some(message) = line.strip_prefix("--> ") {
            let message = named(message, &names);
            write!(input, "Content-Length: {}\r\n\r\n{message}", message.len()).unwrap();
            input.flush().unwrap();
        } else if let Some(expected) = line.strip_prefix("<-- ") {
            let expected: Value = serde_json::from_str(expected).unwrap();
            let found = next(&mut output);
            assert!(fits(&expected, &found, &mut names), "{line}\nis not\n<-- {found}");
        } else {
            let words: Vec<&str> = line.trim().splitn(3, ' ').collect();
            match *words {
                ["write", file, text] => {
                    fs::write(project.join(file), serde_json::from_str::<String>(text).unwrap())
                        .unwrap();
                }
                ["read", file, text] => {
                    let found = fs::read_to_string(project.join(file)).unwrap();
                    assert_eq!(found, serde_json::from_str::<String>(text).unwrap(), "{line}");
                }
                ["delete", file] => fs::remove_file(project.join(file)).unwrap(),
                _ => panic!("a line {line:?}"),
            }
        }
    }
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_page_has_the_conversation() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rpc.md")).unwrap();
    assert!(page.contains(SESSION), "`cargo xtask client generate` writes docs/rpc.md");
}

/// The next message that is not a report of progress, of which there may be more or less.
fn next(output: &mut BufReader<ChildStdout>) -> Value {
    loop {
        let mut header = String::new();
        output.read_line(&mut header).unwrap();
        output.read_line(&mut String::new()).unwrap();
        let length = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        let mut body = vec![0; length];
        output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        if message.get("method").and_then(Value::as_str) != Some("$/progress") {
            return message;
        }
    }
}

/// A message with the ids that its names stand for.
fn named(message: &str, names: &HashMap<String, Value>) -> String {
    names.iter().fold(message.to_owned(), |message, (name, id)| {
        message.replace(&format!("\"{name}\""), &id.to_string())
    })
}

fn fits(expected: &Value, found: &Value, names: &mut HashMap<String, Value>) -> bool {
    match (expected, found) {
        (Value::String(text), _) if text == "…" => true,
        (Value::String(name), _) if name.starts_with('@') => {
            names.entry(name.clone()).or_insert_with(|| found.clone()) == found
        }
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len()
                && expected.iter().zip(found).all(|(one, other)| fits(one, other, names))
        }
        (Value::Object(expected), Value::Object(found)) => {
            expected.len() == found.len()
                && expected
                    .iter()
                    .all(|(key, one)| found.get(key).is_some_and(|other| fits(one, other, names)))
        }
        _ => expected == found,
    }
}
