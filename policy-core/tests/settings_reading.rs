//! What reading says about documents that are wrong, and what it keeps of them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use policy_core::settings::MAX_TEXT_BYTES;
use policy_core::settings::{read, read_value};
use serde_json::{Value, json};

/// Reads the text and compares each problem, as `path | code | message | help`, and what is kept.
#[track_caller]
fn check(text: &str, problems: &[&str], kept: Value) {
    let reading = read(text);
    let told: Vec<String> = reading
        .problems
        .iter()
        .map(|p| {
            let code = serde_json::to_value(p.code).unwrap();
            format!("{} | {} | {} | {}", p.path, code.as_str().unwrap(), p.message, p.help)
        })
        .collect();
    assert_eq!(told, problems, "{text}");
    assert_eq!(serde_json::to_value(reading.settings).unwrap(), kept, "{text}");
}

#[test]
fn unknown_keys_are_told_with_the_name_that_was_meant() {
    check(
        r#"{ "checkpointEnabld": false, "checkpointOnError": true }"#,
        &["$.checkpointEnabld | unknown_key | `checkpointEnabld` is not a setting here | \
           did you mean `checkpointEnabled`?"],
        json!({ "checkpointOnError": true }),
    );
    check(
        r#"{ "allowedCommands": ["make"] }"#,
        &["$.allowedCommands | unknown_key | `allowedCommands` is not a setting here | \
           did you mean `permissions.allowedCommands`?"],
        json!({}),
    );
    check(
        r#"{ "shellSpecificCheckpoints": { "powerShell": {}, "bash": { "riskRules": [] } } }"#,
        &[
            "$.shellSpecificCheckpoints.bash.riskRules | unknown_key | \
             `riskRules` is not a setting here | \
             remove it, or look its name up in the list of settings",
            "$.shellSpecificCheckpoints.powerShell | unknown_key | \
             `powerShell` is not a setting here | did you mean `powershell`?",
        ],
        json!({ "shellSpecificCheckpoints": { "bash": {} } }),
    );
    check(
        r#"{ "my theme": 1 }"#,
        &["$[\"my theme\"] | unknown_key | `my theme` is not a setting here | \
           remove it, or look its name up in the list of settings"],
        json!({}),
    );
}

#[test]
fn wrong_types_are_told_with_the_way_to_write_it() {
    check(
        r#"{ "checkpointEnabled": "false" }"#,
        &["$.checkpointEnabled | wrong_type | \
           this is the text `false`, but should be `true` or `false` | \
           write `false` without the quotes"],
        json!({}),
    );
    check(
        r#"{ "checkpointCommands": "rm -rf" }"#,
        &["$.checkpointCommands | wrong_type | this is the text `rm -rf`, but should be a list | \
           write it in brackets: `[\"rm -rf\"]`"],
        json!({}),
    );
    check(
        r#"{ "permissions": [], "retentionDays": true }"#,
        &[
            "$.permissions | wrong_type | this is a list, but should be an object | \
             write it in braces: `{ }`",
            "$.retentionDays | wrong_type | this is `true`, but should be a number | \
             write a whole number from 1 to 3650",
        ],
        json!({}),
    );
    check(
        r#"{ "excludePatterns": ["a", 1, null, "b"] }"#,
        &[
            "$.excludePatterns[1] | wrong_type | this is `1`, but should be text | \
             write it in quotes",
            "$.excludePatterns[2] | wrong_type | this is `null`, but should be text | \
             write it in quotes",
        ],
        json!({ "excludePatterns": ["a", "b"] }),
    );
}

#[test]
fn numbers_keep_within_reason() {
    for number in ["0", "-1", "2.5", "10.0", "3651", "18446744073709551616", "1e300"] {
        let reading = read(&format!(r#"{{ "retentionDays": {number} }}"#));
        let codes: Vec<Value> =
            reading.problems.iter().map(|p| serde_json::to_value(p.code).unwrap()).collect();
        assert_eq!(codes, [json!("out_of_range")], "{number}");
        assert_eq!(reading.settings.unwrap().retention_days, None);
    }
    check(r#"{ "retentionDays": 3650 }"#, &[], json!({ "retentionDays": 3650 }));
    check(
        r#"{ "maxFileSize": -5 }"#,
        &["$.maxFileSize | out_of_range | `-5` cannot be used here | \
           write a whole number from 1 to 1073741824"],
        json!({}),
    );
}

#[test]
fn entries_are_judged_one_by_one() {
    check(
        r#"{ "checkpointCommands": ["", "make", " \t"] }"#,
        &[
            "$.checkpointCommands[0] | empty_pattern | the entry is empty | \
             remove it; for everything, write `*`",
            "$.checkpointCommands[2] | empty_pattern | the entry is empty | \
             remove it; for everything, write `*`",
        ],
        json!({ "checkpointCommands": ["make"] }),
    );
    check(
        r#"{ "permissions": { "deniedCommands": [
            { "pattern": "npm publish", "reson": "ask first" }, { "reason": "no" },
            { "pattern": 1 }, { "pattern": " " }, { "pattern": "a", "reason": null }, 5 ] } }"#,
        &[
            "$.permissions.deniedCommands[0].reson | unknown_key | \
             `reson` is not a part of an entry | did you mean `reason`?",
            "$.permissions.deniedCommands[1] | missing_pattern | the entry has no `pattern` | \
             write the command it is about: `{ \"pattern\": \"git push\" }`",
            "$.permissions.deniedCommands[2].pattern | wrong_type | \
             this is `1`, but should be text | write it in quotes",
            "$.permissions.deniedCommands[3].pattern | empty_pattern | the entry is empty | \
             remove it; for everything, write `*`",
            "$.permissions.deniedCommands[5] | wrong_type | this is `5`, but should be a pattern | \
             write a pattern in quotes, or `{ \"pattern\": …, \"reason\": … }`",
        ],
        json!({ "permissions": { "deniedCommands": [
            { "pattern": "npm publish" }, { "pattern": "a" } ] } }),
    );
    check(
        r#"{ "trustedWorkspaces": ["~/app", "/home/ann/../bob", "C:\\code"] }"#,
        &[
            "$.trustedWorkspaces[0] | not_a_full_path | `~/app` is not a full path | \
             write the path from the root, without `~` and `..`",
            "$.trustedWorkspaces[1] | not_a_full_path | `/home/ann/../bob` is not a full path | \
             write the path from the root, without `~` and `..`",
        ],
        json!({ "trustedWorkspaces": ["C:\\code"] }),
    );
}

#[test]
fn everything_is_bounded() {
    let long = "x".repeat(4097);
    let reading = read_value(&json!({ "checkpointCommands": [long, "x".repeat(4096)] }));
    assert_eq!(reading.problems.len(), 1);
    let problem = reading.problems.first().unwrap();
    assert_eq!(problem.path, "$.checkpointCommands[0]");
    assert!(problem.message.ends_with("…` is 4097 bytes long"), "{}", problem.message);
    assert_eq!(reading.settings.unwrap().checkpoint_commands.unwrap().len(), 1);

    let reading = read_value(&json!({ "checkpointCommands": vec!["x"; 10_001] }));
    let message = &reading.problems.first().unwrap().message;
    assert_eq!(message, "the list has 10001 entries; only 10000 are read");
    assert_eq!(reading.settings.unwrap().checkpoint_commands.unwrap().len(), 10_000);

    let unknown: serde_json::Map<String, Value> =
        (0..50_000).map(|i| (format!("checkpointEnabled{i}"), json!(1))).collect();
    let reading = read_value(&Value::Object(unknown));
    assert_eq!(reading.problems.len(), 201);
    assert_eq!(reading.problems.last().unwrap().message, "there are 49800 more problems");

    check(
        &" ".repeat(MAX_TEXT_BYTES + 1),
        &["$ | text_too_long | the settings are 1048577 bytes long | \
           keep them within 1048576 bytes"],
        Value::Null,
    );
}

#[test]
fn text_that_is_no_document_gives_no_settings() {
    let not_json = |text, message, help| {
        check(text, &[&format!("$ | not_json | {message} | {help}")], Value::Null);
    };
    not_json("", "the settings are empty", "write at least `{}`");
    not_json("\u{feff} \n", "the settings are empty", "write at least `{}`");
    not_json(
        "{\n  \"checkpointEnabled\": true,\n}",
        "line 3, column 1 is not JSON: trailing comma",
        "remove the comma after the last entry",
    );
    not_json(
        "{} {}",
        "line 1, column 4 is not JSON: trailing characters",
        "remove what follows the closing brace",
    );
    not_json(
        "{\n  // off\n  \"checkpointEnabled\": false\n}",
        "line 2, column 3 is not JSON: key must be a string",
        "JSON has no comments: remove it",
    );
    not_json(
        "{ 'checkpointEnabled': false }",
        "line 1, column 3 is not JSON: key must be a string",
        "write text in double quotes",
    );
    not_json(
        "{ \"é\": é }",
        "line 1, column 8 is not JSON: expected value",
        "look for a missing comma, quote or brace just before it",
    );
    not_json(
        "{ \"checkpointEnabled\": true",
        "line 1, column 27 is not JSON: EOF while parsing an object",
        "something is still open: close the last `\"`, `]` or `}`",
    );
    check(
        "[]",
        &["$ | not_an_object | the settings are not an object | \
           write the settings in braces: `{ \"checkpointEnabled\": true }`"],
        Value::Null,
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(read(&deep).settings, None);
}

#[test]
fn a_key_written_twice_is_told_and_the_last_one_counts() {
    check(
        r#"{ "permissions": { "confirmMediumRisk": true, "confirmMediumRisk": false } }"#,
        &["$.permissions.confirmMediumRisk | duplicate_key | \
           `confirmMediumRisk` is written twice; the last one counts | keep one of them"],
        json!({ "permissions": { "confirmMediumRisk": false } }),
    );
}

#[test]
fn the_document_may_name_its_schema() {
    check(r#"{ "$schema": "./settings.schema.json" }"#, &[], json!({}));
    let inner = read(r#"{ "permissions": { "$schema": "x" } }"#);
    assert_eq!(inner.problems.len(), 1);
}

#[test]
fn null_means_inherit_and_a_byte_order_mark_means_nothing() {
    check(
        "\u{feff}{ \"checkpointEnabled\": null, \"permissions\": { \"allowedCommands\": null } }",
        &[],
        json!({ "permissions": {} }),
    );
}
