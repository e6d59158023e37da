//! The JSON Schema says what the table says.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot go on should stop"
)]

use policy_core::settings::{FIELDS, schema::json_schema};
use serde_json::{Value, json};

#[test]
fn every_field_is_described() {
    let schema = json_schema();
    for field in &FIELDS {
        let property = field
            .segments()
            .try_fold(&schema, |schema, key| schema.get("properties")?.get(key))
            .unwrap();
        assert!(property["description"].as_str().unwrap().starts_with(field.about), "{field}");
        assert_eq!(property["default"], field.default_value(), "{field}");
        assert!(!property["title"].as_str().unwrap().is_empty(), "{field}");
    }
}

#[test]
fn no_object_takes_other_keys() {
    fn check(schema: &Value, objects: &mut usize) {
        if schema.get("properties").is_some() {
            assert_eq!(schema["additionalProperties"], json!(false));
            *objects += 1;
        }
        match schema {
            Value::Object(members) => members.values().for_each(|schema| check(schema, objects)),
            Value::Array(entries) => entries.iter().for_each(|schema| check(schema, objects)),
            _ => {}
        }
    }
    let mut objects = 0;
    check(&json_schema(), &mut objects);
    // The document, `permissions` with two lists of entries, and the four shells in their group.
    assert_eq!(objects, 1 + 1 + 2 + 1 + 4);
}

#[test]
fn the_document_is_an_object_and_a_value_may_be_null() {
    let schema = json_schema();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["properties"]["permissions"]["type"], json!(["object", "null"]));
    assert_eq!(schema["properties"]["retentionDays"]["maximum"], json!(3650));
}
