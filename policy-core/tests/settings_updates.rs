//! What an `updateSettings` message does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use policy_core::settings::{ProblemCode, Settings, apply_update, read_value};
use serde_json::{Value, json};

/// Applies the update and compares the settings afterwards and the keys that changed; gives the
/// codes of the problems.
#[track_caller]
fn check(current: Value, update: Value, after: Value, changed: &[&str]) -> Vec<ProblemCode> {
    let current = read_value(&current).settings.unwrap();
    let updated = apply_update(&current, &update);
    assert_eq!(serde_json::to_value(&updated.settings).unwrap(), after);
    assert_eq!(updated.changed, changed);
    updated.problems.iter().map(|problem| problem.code).collect()
}

#[test]
fn an_update_replaces_the_keys_it_names() {
    let problems = check(
        json!({ "checkpointCommands": ["a"], "retentionDays": 3, "checkpointOnError": true,
                "permissions": { "confirmMediumRisk": true, "deniedCommands": ["x"] } }),
        json!({ "checkpointCommands": ["b"], "retentionDays": 3, "checkpointOnError": null,
                "permissions": { "confirmMediumRisk": null, "askWhenRecoverable": true },
                "maxFileSize": null }),
        json!({ "checkpointCommands": ["b"], "retentionDays": 3,
                "permissions": { "askWhenRecoverable": true } }),
        &["checkpointCommands", "checkpointOnError", "permissions"],
    );
    assert_eq!(problems, []);
}

#[test]
fn a_key_with_a_problem_is_not_applied_and_the_others_are() {
    let problems = check(
        json!({ "checkpointCommands": ["a"] }),
        json!({ "checkpointCommands": ["b", ""], "retentionDays": 0, "chekpointEnabled": false,
                "permissions": { "askWhenRecoverable": true, "allowed": [] },
                "checkpointOnError": true }),
        json!({ "checkpointCommands": ["a"], "checkpointOnError": true }),
        &["checkpointOnError"],
    );
    assert_eq!(
        problems,
        [
            ProblemCode::EmptyPattern,
            ProblemCode::UnknownKey,
            ProblemCode::UnknownKey,
            ProblemCode::OutOfRange
        ]
    );
}

#[test]
fn an_update_that_is_no_object_changes_nothing() {
    for update in [json!(null), json!([]), json!("checkpointEnabled")] {
        let current = json!({ "checkpointEnabled": false });
        let problems = check(current.clone(), update, current, &[]);
        assert_eq!(problems, [ProblemCode::NotAnObject]);
    }
}

#[test]
fn writing_an_update_keeps_what_reading_left_out() {
    let document = json!({
        "$schema": "./settings.schema.json", "chekpointEnabled": false, "retentionDays": 0,
        "checkpointOnError": true, "maxFileSize": 5,
    });
    let current = read_value(&document).settings.unwrap();
    let update = json!({ "checkpointOnError": null, "maxFileSize": 6, "retentionDays": -1 });
    let updated = apply_update(&current, &update);
    assert_eq!(
        updated.written_into(&document),
        json!({
            "$schema": "./settings.schema.json", "chekpointEnabled": false, "retentionDays": 0,
            "maxFileSize": 6,
        })
    );
    assert_eq!(updated.written_into(&Value::Null), json!({ "maxFileSize": 6 }));
}

#[test]
fn what_a_newer_version_wrote_into_a_group_stays_in_it() {
    let document = json!({
        "permissions": { "telepathy": 3, "confirmMediumRisk": true, "allowedCommands": ["ls"] },
        "shellSpecificCheckpoints": { "bash": { "aura": [] }, "nu": { "checkpointCommands": ["rm"] } },
    });
    let current = read_value(&document).settings.unwrap();
    let update = json!({
        "permissions": { "allowedCommands": ["pwd"] },
        "shellSpecificCheckpoints": { "bash": { "checkpointCommands": ["make"] } },
    });
    assert_eq!(
        apply_update(&current, &update).written_into(&document),
        json!({
            "permissions": { "telepathy": 3, "allowedCommands": ["pwd"] },
            "shellSpecificCheckpoints": {
                "bash": { "aura": [], "checkpointCommands": ["make"] },
                "nu": { "checkpointCommands": ["rm"] },
            },
        })
    );
    let reset = apply_update(&current, &json!({ "permissions": null })).written_into(&document);
    assert_eq!(reset.get("permissions"), None);
}

#[test]
fn an_unknown_null_is_still_unknown() {
    let updated = apply_update(&Settings::default(), &json!({ "theme": null }));
    assert_eq!(updated.problems.len(), 1);
    assert_eq!(updated.changed, [""; 0]);
}
