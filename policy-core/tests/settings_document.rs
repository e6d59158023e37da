//! The table of fields, the document and the defaults are one and the same list.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;

use policy_core::settings::{
    CommandEntry, Effective, FIELDS, Field, Group, Kind, Layer, Settings, ShellSection, Tighter,
    read_value, resolve,
};
use serde_json::{Value, json};

/// Every key the document knows, written once.
fn full_document() -> Value {
    let shell = json!({
        "checkpointCommands": ["a"], "noCheckpointCommands": ["b"],
        "checkpointBeforeHighRisk": false, "checkpointAfterHighRisk": true,
        "shellSpecificRiskRules": ["c"],
    });
    json!({
        "checkpointEnabled": false,
        "alwaysCheckpointReadOnly": true, "alwaysCheckpointWrite": true,
        "alwaysCheckpointExecute": false, "alwaysCheckpointBrowser": true,
        "alwaysCheckpointMcp": true,
        "checkpointCommands": ["make install"], "noCheckpointCommands": ["ls"],
        "checkpointBeforeHighRisk": false, "checkpointAfterHighRisk": true,
        "checkpointOnError": true,
        "shellSpecificCheckpoints": {
            "powershell": shell, "bash": shell, "zsh": shell, "cmd": shell,
        },
        "permissions": {
            "autoApproveSafeCommands": false, "confirmDangerousCommands": false,
            "confirmMediumRisk": true, "askWhenRecoverable": true,
            "allowedCommands": ["git push", { "pattern": "make", "reason": "ours" }],
            "deniedCommands": [{ "pattern": "npm publish" }],
        },
        "enableFileCheckpointing": false, "checkpointKeepCount": 3, "maxFileSize": 5,
        "maxCheckpointsPerSession": 7, "retentionDays": 9,
        "excludePatterns": ["*.mp4"], "trustedWorkspaces": ["/home/ann/app"],
    })
}

fn leaves(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                leaves(value, &path, found);
            }
        }
        _ => {
            found.insert(path.to_owned());
        }
    }
}

#[test]
fn the_table_names_exactly_the_keys_of_the_document() {
    let mut written = BTreeSet::new();
    leaves(&full_document(), "", &mut written);
    let table: BTreeSet<String> = FIELDS.iter().map(Field::path).collect();
    assert_eq!(table, written, "`full_document` must have every key, and no other");
    assert_eq!(table.len(), FIELDS.len(), "a field stands twice in the table");
}

#[test]
fn what_is_written_back_is_what_was_read() {
    let reading = read_value(&full_document());
    assert_eq!(reading.problems, []);
    assert_eq!(serde_json::to_value(reading.settings.unwrap()).unwrap(), full_document());

    let empty = json!({ "permissions": {}, "shellSpecificCheckpoints": { "zsh": {} } });
    let settings = read_value(&empty).settings.unwrap();
    assert_eq!(serde_json::to_value(settings).unwrap(), empty);
    assert_eq!(serde_json::to_string(&Settings::default()).unwrap(), "{}");
}

#[test]
fn every_field_has_a_sentence_and_a_direction_that_fits_its_kind() {
    for field in &FIELDS {
        assert!(field.about.ends_with('.') && field.about.len() > 10, "{field}");
        let fits = match field.kind {
            Kind::Flag { .. } | Kind::ShellFlag { .. } => {
                matches!(field.tighter, Tighter::WhenTrue | Tighter::WhenFalse)
            }
            Kind::Limit { default, min, max } => {
                field.tighter == Tighter::Higher && (min..=max).contains(&default)
            }
            _ => {
                matches!(field.tighter, Tighter::Longer | Tighter::Shorter | Tighter::UserOnly)
            }
        };
        assert!(fits, "{field}");
        assert!(Group::ALL.contains(&field.group));
    }
}

/// Written out by hand: the properties of the layers are checked against the table's directions, so
/// something must check the directions.
#[test]
fn the_careful_directions_are_the_documented_ones() {
    for field in &FIELDS {
        let expected = match field.name {
            "checkpointCommands" | "deniedCommands" | "shellSpecificRiskRules" => Tighter::Longer,
            "noCheckpointCommands" | "allowedCommands" | "excludePatterns" => Tighter::Shorter,
            "trustedWorkspaces" => Tighter::UserOnly,
            "checkpointKeepCount"
            | "maxFileSize"
            | "maxCheckpointsPerSession"
            | "retentionDays" => Tighter::Higher,
            "autoApproveSafeCommands" => Tighter::WhenFalse,
            _ => Tighter::WhenTrue,
        };
        assert_eq!(field.tighter, expected, "{field}");
    }
}

#[test]
fn a_shell_flag_inherits_a_flag_that_exists() {
    for field in &FIELDS {
        if let Kind::ShellFlag { inherits } = field.kind {
            let is_it = |f: &&Field| f.group == Group::Root && f.name == inherits;
            let found = FIELDS.iter().find(is_it).unwrap();
            assert!(matches!(found.kind, Kind::Flag { .. }), "{field}");
        }
    }
}

#[test]
fn the_defaults_are_the_documented_ones() {
    let shell = |commands: &[&str]| {
        json!({
            "checkpointCommands": commands, "noCheckpointCommands": [],
            "shellSpecificRiskRules": [],
        })
    };
    let posix = ["rm -rf", "chmod -R", "git reset --hard"];
    let expected = json!({
        "checkpointEnabled": true,
        "alwaysCheckpointReadOnly": false, "alwaysCheckpointWrite": false,
        "alwaysCheckpointExecute": true, "alwaysCheckpointBrowser": false,
        "alwaysCheckpointMcp": false,
        "checkpointCommands": [
            "rm -rf", "git reset --hard", "chmod -R 777", "Remove-Item -Recurse -Force",
            "del /s /q /f",
        ],
        "noCheckpointCommands": [],
        "checkpointBeforeHighRisk": true, "checkpointAfterHighRisk": false,
        "checkpointOnError": false,
        "shellSpecificCheckpoints": {
            "powershell": shell(&[
                "Remove-Item -Recurse -Force", "Set-ExecutionPolicy Unrestricted",
                "Invoke-Expression",
            ]),
            "bash": shell(&posix),
            "zsh": shell(&posix),
            "cmd": shell(&["del /s /q /f", "rd /s /q", "format"]),
        },
        "permissions": {
            "autoApproveSafeCommands": true, "confirmDangerousCommands": true,
            "confirmMediumRisk": false, "askWhenRecoverable": false,
            "allowedCommands": [], "deniedCommands": [],
        },
        "enableFileCheckpointing": true, "checkpointKeepCount": 10, "maxFileSize": 1_048_576,
        "maxCheckpointsPerSession": 50, "retentionDays": 7,
        "excludePatterns": [], "trustedWorkspaces": [],
    });
    assert_eq!(serde_json::to_value(Settings::defaults()).unwrap(), expected);
    assert_eq!(read_value(&expected).problems, []);
}

#[test]
fn without_layers_the_defaults_are_in_force() {
    let effective = serde_json::to_value(Effective::default()).unwrap();
    for field in &FIELDS {
        let found = field.value_in(&effective).unwrap();
        assert_eq!(found.get("layer"), Some(&json!("default")), "{field}");
        match field.kind {
            Kind::ShellFlag { inherits } => {
                let global = effective.get(inherits).unwrap();
                assert_eq!(found, global, "{field}");
            }
            kind if kind.default_entries().is_some() => {
                let entries = found.get("entries").and_then(Value::as_array).unwrap();
                let patterns: Vec<&str> = entries
                    .iter()
                    .map(|entry| entry.pointer("/value/pattern").and_then(Value::as_str).unwrap())
                    .collect();
                assert_eq!(kind.default_entries().unwrap(), patterns, "{field}");
            }
            _ => assert_eq!(found.get("value"), Some(&field.default_value()), "{field}"),
        }
    }
}

#[test]
fn writing_the_defaults_down_changes_who_said_so_and_nothing_else() {
    let effective = resolve(Some(&Settings::defaults()), None).effective;
    for section in ShellSection::ALL {
        let (written, built_in) = (effective.lists_for(section), Effective::default());
        let built_in = built_in.lists_for(section);
        let pattern =
            |lists: &[&policy_core::settings::Sourced<policy_core::settings::Entry>]| {
                lists.iter().map(|entry| entry.value.pattern.clone()).collect::<Vec<_>>()
            };
        assert_eq!(pattern(&written.checkpoint), pattern(&built_in.checkpoint));
        assert!(written.checkpoint.iter().all(|entry| entry.layer == Layer::User));
    }
    assert_eq!(effective.checkpoint_enabled.layer, Layer::User);
}

#[test]
fn sections_and_entries_know_their_words() {
    for section in ShellSection::ALL {
        assert_eq!(ShellSection::from_name(section.name()), Some(section));
        assert_eq!(serde_json::to_value(section).unwrap(), json!(section.name()));
    }
    assert_eq!(ShellSection::from_name("fish"), None);

    let plain = CommandEntry::from("make");
    assert_eq!((plain.pattern(), plain.reason()), ("make", None));
    let explained: CommandEntry =
        serde_json::from_value(json!({ "pattern": "make", "reason": "ours" })).unwrap();
    assert_eq!((explained.pattern(), explained.reason()), ("make", Some("ours")));
}
