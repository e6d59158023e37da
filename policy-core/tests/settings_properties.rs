//! What holds for all settings. The documents are made from the table of fields, so a new field is
//! covered by being in the table.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]

use policy_core::settings::{
    Effective, FIELDS, Field, Kind, Settings, ShellSection, Tighter, WorkspaceLayer, apply_update,
    read, read_value, resolve,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const PATH: &str = "/w";

/// Any right value of a field. Patterns are few, so that layers often share one.
fn right_value(field: &Field) -> BoxedStrategy<Value> {
    let pattern = prop_oneof![Just("a"), Just("b -c"), Just("git *"), Just("é")];
    match field.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Limit { min, max, default } => {
            prop_oneof![Just(min), Just(default), Just(max), min..=max]
                .prop_map(Value::from)
                .boxed()
        }
        Kind::Patterns { .. } | Kind::Globs { .. } => {
            vec(pattern.prop_map(Value::from), 0..4).prop_map(Value::from).boxed()
        }
        Kind::Commands { .. } => {
            let entry =
                (pattern, option::of(option::of("[a-z]{0,3}"))).prop_map(|(pattern, form)| {
                    match form {
                        None => json!(pattern),
                        Some(None) => json!({ "pattern": pattern }),
                        Some(Some(reason)) => json!({ "pattern": pattern, "reason": reason }),
                    }
                });
            vec(entry, 0..4).prop_map(Value::from).boxed()
        }
        Kind::Folders { .. } => vec(prop_oneof![Just("/v"), Just("C:\\w")], 0..3)
            .prop_map(|folders| json!(folders))
            .boxed(),
    }
}

/// Any right document.
fn document() -> impl Strategy<Value = Value> {
    let values: Vec<_> = FIELDS.iter().map(|field| option::of(right_value(field))).collect();
    values.prop_map(|values| {
        let mut document = json!({});
        for (field, value) in FIELDS.iter().zip(values) {
            if let Some(value) = value {
                let mut object = document.as_object_mut().unwrap();
                for key in field.group.segments() {
                    let inner = object.entry(*key).or_insert_with(|| json!({}));
                    object = inner.as_object_mut().unwrap();
                }
                object.insert(field.name.to_owned(), value);
            }
        }
        document
    })
}

fn settings() -> impl Strategy<Value = Settings> {
    document().prop_map(|document| {
        let reading = read_value(&document);
        assert_eq!(reading.problems, []);
        reading.settings.unwrap()
    })
}

/// Any JSON at all, often with the names of settings in wrong places.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    let names: Vec<&str> = FIELDS.iter().flat_map(Field::segments).collect();
    let key = prop_oneof![
        4 => prop::sample::select(names).prop_map(str::to_owned),
        1 => Just("pattern".to_owned()),
        1 => any::<String>(),
    ];
    leaf.prop_recursive(4, 64, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((key.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn patterns(list: &Value) -> Vec<&str> {
    let entries = list.get("entries").and_then(Value::as_array).unwrap();
    let pattern = |entry| Value::pointer(entry, "/value/pattern").and_then(Value::as_str).unwrap();
    entries.iter().map(pattern).collect()
}

/// Whether `after` saves and asks at least as much as `before`, in one field.
fn is_as_tight(field: &Field, before: &Value, after: &Value) -> bool {
    let flags = || (before["value"].as_bool().unwrap(), after["value"].as_bool().unwrap());
    match field.tighter {
        Tighter::WhenTrue => !matches!(flags(), (true, false)),
        Tighter::WhenFalse => !matches!(flags(), (false, true)),
        Tighter::Higher => after["value"].as_u64() >= before["value"].as_u64(),
        Tighter::Longer => {
            let after = patterns(after);
            patterns(before).iter().all(|pattern| after.contains(pattern))
        }
        Tighter::Shorter | Tighter::UserOnly => before == after,
    }
}

proptest! {
    #[test]
    fn an_untrusted_workspace_never_loosens(user in option::of(settings()), workspace in settings()) {
        let alone = serde_json::to_value(resolve(user.as_ref(), None).effective).unwrap();
        let layer = WorkspaceLayer { settings: &workspace, path: PATH };
        let both = serde_json::to_value(resolve(user.as_ref(), Some(layer)).effective).unwrap();
        for field in &FIELDS {
            let (before, after) = (field.value_in(&alone).unwrap(), field.value_in(&both).unwrap());
            prop_assert!(is_as_tight(field, before, after), "{field}: {before} became {after}");
        }
    }

    #[test]
    fn what_an_untrusted_workspace_wrote_is_in_force_or_told(workspace in settings()) {
        let layer = WorkspaceLayer { settings: &workspace, path: PATH };
        let resolution = resolve(None, Some(layer));
        let written = serde_json::to_value(&workspace).unwrap();
        let effective = serde_json::to_value(&resolution.effective).unwrap();
        for field in &FIELDS {
            let Some(wanted) = field.value_in(&written) else { continue };
            let found = field.value_in(&effective).unwrap();
            let in_force = match wanted.as_array() {
                Some(entries) => entries.iter().all(|entry| {
                    let pattern = entry.as_str().or_else(|| entry["pattern"].as_str());
                    patterns(found).contains(&pattern.unwrap())
                }),
                None => *wanted == found["value"],
            };
            let told = resolution.problems.iter().any(|p| p.path == field.to_string());
            prop_assert!(in_force != told, "{field}");
        }
    }

    #[test]
    fn a_trusted_workspace_sets_whatever_it_writes(user in settings(), workspace in settings()) {
        let mut user = user;
        user.trusted_workspaces = Some(vec![PATH.to_owned()]);
        let layer = WorkspaceLayer { settings: &workspace, path: "/w/." };
        let effective = resolve(Some(&user), Some(layer)).effective;
        let effective = serde_json::to_value(effective).unwrap();
        let written = serde_json::to_value(&workspace).unwrap();
        for field in FIELDS.iter().filter(|field| field.tighter != Tighter::UserOnly) {
            if field.value_in(&written).is_some() {
                prop_assert_eq!(&field.value_in(&effective).unwrap()["layer"], "workspace");
            }
        }
        prop_assert_eq!(&effective["trustedWorkspaces"]["layer"], "user");
    }

    #[test]
    fn every_value_in_force_comes_from_the_layer_it_names(user in settings()) {
        let written = serde_json::to_value(&user).unwrap();
        let effective = serde_json::to_value(resolve(Some(&user), None).effective).unwrap();
        for field in &FIELDS {
            let inherits_from_user = match field.kind {
                Kind::ShellFlag { inherits } => written.get(inherits).is_some(),
                _ => false,
            };
            let said = field.value_in(&written).is_some() || inherits_from_user;
            let layer = &field.value_in(&effective).unwrap()["layer"];
            prop_assert_eq!(layer, if said { "user" } else { "default" }, "{}", field);
        }
    }

    #[test]
    fn the_joined_lists_lose_no_pattern(user in settings()) {
        let effective = resolve(Some(&user), None).effective;
        for section in ShellSection::ALL {
            let lists = effective.lists_for(section);
            let joined: Vec<&str> =
                lists.checkpoint.iter().map(|entry| entry.value.pattern.as_str()).collect();
            let shell = effective.shell(section);
            let all = effective.checkpoint_commands.patterns();
            for pattern in all.chain(shell.checkpoint_commands.patterns()) {
                prop_assert_eq!(joined.iter().filter(|p| **p == pattern).count(), 1);
            }
        }
    }

    #[test]
    fn writing_and_reading_gives_the_same(document in document()) {
        let settings = read_value(&document).settings.unwrap();
        prop_assert_eq!(&serde_json::to_value(&settings).unwrap(), &document);
        let reading = read(&serde_json::to_string_pretty(&settings).unwrap());
        prop_assert_eq!(reading.problems, []);
        prop_assert_eq!(reading.settings, Some(settings));
    }

    #[test]
    fn any_text_can_be_read(text in any::<String>()) {
        let reading = read(&text);
        prop_assert!(reading.settings.is_some() || !reading.problems.is_empty());
    }

    #[test]
    fn a_damaged_document_can_be_read(document in document(), at in any::<prop::sample::Index>(),
                                      put in "[\\[\\]{}\",:/'0-9a-z\\\\é]{0,2}") {
        let mut letters: Vec<char> = document.to_string().chars().collect();
        let at = at.index(letters.len());
        letters.splice(at..=at, put.chars());
        let reading = read(&letters.into_iter().collect::<String>());
        prop_assert!(reading.settings.is_some() || !reading.problems.is_empty());
    }

    #[test]
    fn what_is_kept_of_any_value_has_nothing_wrong(value in any_json()) {
        let reading = read_value(&value);
        prop_assert_eq!(reading.settings.is_some(), value.is_object());
        if let Some(settings) = reading.settings {
            let again = read_value(&serde_json::to_value(&settings).unwrap());
            prop_assert_eq!(again.problems, []);
            prop_assert_eq!(again.settings, Some(settings));
        }
    }

    #[test]
    fn an_update_applied_twice_changes_nothing_the_second_time(
        current in settings(), update in prop_oneof![document(), any_json()],
    ) {
        let once = apply_update(&current, &update);
        let twice = apply_update(&once.settings, &update);
        prop_assert_eq!(&twice.settings, &once.settings);
        prop_assert_eq!(twice.problems, once.problems);
        prop_assert!(twice.changed.is_empty());
    }

    #[test]
    fn an_update_touches_only_the_keys_it_names(current in settings(), update in document()) {
        let updated = apply_update(&current, &update);
        prop_assert_eq!(updated.problems, []);
        let (before, after) = (json!(current), json!(updated.settings));
        for field in &FIELDS {
            let key = field.segments().next().unwrap();
            let expected = update.get(key).or(before.get(key));
            prop_assert_eq!(after.get(key), expected);
            prop_assert_eq!(updated.changed.iter().any(|k| k == key), after.get(key) != before.get(key));
        }
    }
}

#[test]
fn without_layers_the_effective_settings_are_the_default() {
    assert_eq!(resolve(None, None).effective, Effective::default());
    assert_eq!(resolve(Some(&Settings::default()), None).effective, Effective::default());
}
