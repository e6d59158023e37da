//! The cases every surface runs, run natively.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]
#![expect(clippy::disallowed_methods, reason = "tests read files; the crate does not")]

#[path = "../../tests/cases/verdicts/mod.rs"]
mod verdicts;

use std::path::Path;

use serde_json::Value;

/// Cases that this surface cannot meet, each with its reason. There are none.
const SKIPPED: &[(&str, &str)] = &[];

#[test]
fn every_case_is_judged_as_its_chapter_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/verdicts");
    let cases = verdicts::cases(&folder).unwrap();
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| SKIPPED.iter().all(|(id, _)| *id != case.id)) {
        let verdict: Value = serde_json::from_str(&case.judged()).unwrap();
        let mut differences = Vec::new();
        compare("", &case.expect, &verdict, &mut differences);
        if !differences.is_empty() {
            wrong.push(format!("{}\n    {}", case.id, differences.join("\n    ")));
        }
    }
    println!("{} cases, {} skipped", cases.len(), SKIPPED.len());
    assert!(cases.len() >= 150, "the cases are not where they should be");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Notes where a verdict is not what is expected of it.
fn compare(path: &str, expected: &Value, found: &Value, differences: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, value) in expected {
                if path.is_empty() && key == "rules" {
                    compare_rules(value, found.get("findings"), differences);
                    continue;
                }
                let found = found.get(key).unwrap_or(&Value::Null);
                compare(&format!("{path}/{key}"), value, found, differences);
            }
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
                compare(&format!("{path}/{at}"), expected, found, differences);
            }
        }
        _ if expected == found => {}
        _ => differences.push(format!("{path} should be {expected}, is {}", brief(found))),
    }
}

fn compare_rules(expected: &Value, findings: Option<&Value>, differences: &mut Vec<String>) {
    let findings = findings.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let found: Vec<&str> = findings.iter().filter_map(|f| f.get("rule")?.as_str()).collect();
    for rule in expected.as_array().unwrap().iter().filter_map(Value::as_str) {
        if !found.contains(&rule) {
            differences.push(format!("{rule} should speak up, but {found:?} did"));
        }
    }
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    text.chars().take(200).collect()
}
