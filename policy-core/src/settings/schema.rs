//! The table of fields as a JSON Schema, for editors and for checking other programs' documents.
//!
//! It is written from [`FIELDS`] rather than derived from the structs, because only the table knows
//! the defaults, the bounds and the sentences.

use serde_json::{Map, Value, json};

use super::clean::{MAX_ENTRIES, MAX_ENTRY_BYTES, SCHEMA_KEY};
use super::document::FIELDS;
use super::field::{Field, Kind};

/// The JSON Schema (draft 2020-12) of the settings document.
pub fn json_schema() -> Value {
    let mut schema =
        object("Belay settings", "What gets a checkpoint, and when a person is asked.");
    if let Some(top) = schema.as_object_mut() {
        top.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
        // The document itself is never `null`.
        top.insert("type".to_owned(), "object".into());
    }
    for field in &FIELDS {
        let mut here = &mut schema;
        for key in field.group.segments() {
            here = member(here, key, || object(&title(key), group_about(key)));
        }
        member(here, field.name, || property(field));
    }
    member(&mut schema, SCHEMA_KEY, || json!({ "type": "string" }));
    schema
}

fn member<'s>(schema: &'s mut Value, key: &str, make: impl FnOnce() -> Value) -> &'s mut Value {
    #[expect(clippy::indexing_slicing, reason = "`Value` makes the members it is asked for")]
    let member = &mut schema["properties"][key];
    if member.is_null() {
        *member = make();
    }
    member
}

fn object(title: &str, about: &str) -> Value {
    json!({
        "title": title,
        "description": about,
        "type": ["object", "null"],
        "additionalProperties": false,
        "properties": Map::new(),
    })
}

fn property(field: &Field) -> Value {
    let mut schema = match field.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => json!({ "type": ["boolean", "null"] }),
        Kind::Limit { min, max, .. } => {
            json!({ "type": ["integer", "null"], "minimum": min, "maximum": max })
        }
        Kind::Patterns { .. } | Kind::Globs { .. } | Kind::Folders { .. } => list(text()),
        Kind::Commands { .. } => list(json!({ "anyOf": [text(), {
            "type": "object",
            "additionalProperties": false,
            "required": ["pattern"],
            "properties": {
                "pattern": text(),
                "reason": { "type": ["string", "null"], "maxLength": MAX_ENTRY_BYTES },
            },
        }]})),
    };
    if let Some(schema) = schema.as_object_mut() {
        let about = match field.kind {
            Kind::ShellFlag { inherits } => {
                format!("{} When absent, `{inherits}` holds.", field.about)
            }
            _ => field.about.to_owned(),
        };
        schema.insert("title".to_owned(), title(field.name).into());
        schema.insert("description".to_owned(), about.into());
        schema.insert("default".to_owned(), field.default_value());
    }
    schema
}

fn list(items: Value) -> Value {
    json!({ "type": ["array", "null"], "items": items, "maxItems": MAX_ENTRIES })
}

fn text() -> Value {
    json!({ "type": "string", "pattern": r"\S", "maxLength": MAX_ENTRY_BYTES })
}

fn group_about(key: &str) -> &'static str {
    match key {
        "permissions" => "When a person is asked, and which commands are always or never run.",
        "shellSpecificCheckpoints" => "What differs from shell to shell.",
        _ => "What this shell does differently.",
    }
}

/// The words of a camel-case name: `alwaysCheckpointMcp` becomes `Always checkpoint MCP`.
fn title(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for letter in name.chars() {
        match words.last_mut() {
            Some(word) if letter.is_lowercase() => word.push(letter),
            _ => words.push(letter.to_ascii_lowercase().into()),
        }
    }
    for word in &mut words {
        if word == "mcp" {
            *word = "MCP".to_owned();
        }
    }
    let mut title = words.join(" ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_the_words_of_the_name() {
        assert_eq!(title("alwaysCheckpointMcp"), "Always checkpoint MCP");
        assert_eq!(title("cmd"), "Cmd");
    }
}
