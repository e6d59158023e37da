//! Reads settings from text.
//!
//! Reading gives settings and problems side by side: one wrong key never takes the rest of the
//! document with it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::clean;
use super::document::Settings;
use super::problem::{Problem, ProblemCode, Problems, entry_path, key_path, quoted};

/// The longest text that is read, in bytes.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// What was read, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The settings without what is wrong. Nothing when the text holds no document at all; the
    /// last good settings should then stay in force.
    pub settings: Option<Settings>,
    /// Everything that is wrong, in the order of the document's keys.
    pub problems: Vec<Problem>,
}

/// Reads settings from the text of a file.
pub fn read(text: &str) -> Reading {
    let mut problems = Problems::default();
    let settings = parse(text, &mut problems).and_then(|value| document(&value, &mut problems));
    Reading { settings, problems: problems.into_vec() }
}

/// Reads settings from a JSON value.
pub fn read_value(value: &Value) -> Reading {
    let mut problems = Problems::default();
    let settings = document(value, &mut problems);
    Reading { settings, problems: problems.into_vec() }
}

/// The JSON value a text holds, whatever it says; nothing where it holds none.
pub fn json_value(text: &str) -> Option<Value> {
    tree(text, &mut Problems::default()).ok()
}

fn document(value: &Value, problems: &mut Problems) -> Option<Settings> {
    let Value::Object(object) = value else {
        problems.add(ProblemCode::NotAnObject, || {
            let help = "write the settings in braces: `{ \"checkpointEnabled\": true }`";
            ["$".to_owned(), "the settings are not an object".to_owned(), help.to_owned()]
        });
        return None;
    };
    let cleaned = clean::object(object, &mut Vec::new(), "$", problems);
    typed(Value::Object(cleaned), problems)
}

/// Makes settings of a cleaned document.
pub(super) fn typed(cleaned: Value, problems: &mut Problems) -> Option<Settings> {
    match serde_json::from_value(cleaned) {
        Ok(settings) => Some(settings),
        Err(error) => {
            // Cleaning leaves nothing to refuse. Should the two ever disagree, it is reported.
            problems.add(ProblemCode::WrongType, || {
                let message = format!("a setting has another type than its field: {error}");
                ["$".to_owned(), message, "please report this as a bug".to_owned()]
            });
            None
        }
    }
}

fn parse(text: &str, problems: &mut Problems) -> Option<Value> {
    if text.len() > MAX_TEXT_BYTES {
        problems.add(ProblemCode::TextTooLong, || {
            let message = format!("the settings are {} bytes long", text.len());
            ["$".to_owned(), message, format!("keep them within {MAX_TEXT_BYTES} bytes")]
        });
        return None;
    }
    // Some editors on Windows put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match tree(text, problems) {
        Ok(value) => Some(value),
        Err(error) => {
            problems.add(ProblemCode::NotJson, || not_json(text, &error));
            None
        }
    }
}

fn tree(text: &str, problems: &mut Problems) -> serde_json::Result<Value> {
    let mut tree = Tree { keys: Vec::new(), problems };
    let mut json = serde_json::Deserializer::from_str(text);
    tree.deserialize(&mut json).and_then(|value| json.end().map(|()| value))
}

fn not_json(text: &str, error: &serde_json::Error) -> [String; 3] {
    let path = "$".to_owned();
    if text.trim().is_empty() {
        return [path, "the settings are empty".to_owned(), "write at least `{}`".to_owned()];
    }
    // The error counts bytes; a person counts characters.
    let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
    let before = |byte: &(usize, char)| byte.0 < error.column();
    let column = line.char_indices().take_while(before).count().max(1);
    let at = line.chars().nth(column - 1);

    let reported = error.to_string();
    let reason = reported.split_once(" at line ").map_or(reported.as_str(), |(what, _)| what);
    let message = format!("line {}, column {column} is not JSON: {reason}", error.line());
    let help = if at == Some('/') {
        "JSON has no comments: remove it"
    } else if at == Some('\'') {
        "write text in double quotes"
    } else if reason.starts_with("trailing comma") {
        "remove the comma after the last entry"
    } else if reason.starts_with("trailing characters") {
        "remove what follows the closing brace"
    } else if error.is_eof() {
        "something is still open: close the last `\"`, `]` or `}`"
    } else if reason.starts_with("recursion limit") {
        "nothing in the settings is nested that deep"
    } else {
        "look for a missing comma, quote or brace just before it"
    };
    [path, message, help.to_owned()]
}

/// Builds a JSON value and reports keys written twice, which plain reading would hide.
struct Tree<'p> {
    /// The way to the value being built.
    keys: Vec<Step>,
    problems: &'p mut Problems,
}

enum Step {
    Key(String),
    Index(usize),
}

impl Tree<'_> {
    fn path(&self) -> String {
        self.keys.iter().fold("$".to_owned(), |path, step| match step {
            Step::Key(key) => key_path(&path, key),
            Step::Index(index) => entry_path(&path, *index),
        })
    }
}

impl<'de> DeserializeSeed<'de> for &mut Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Tree<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        loop {
            self.keys.push(Step::Index(list.len()));
            let entry = entries.next_element_seed(&mut *self)?;
            self.keys.pop();
            match entry {
                Some(entry) => list.push(entry),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            self.keys.push(Step::Key(key.clone()));
            let value = members.next_value_seed(&mut *self)?;
            if object.contains_key(&key) {
                let path = self.path();
                self.problems.add(ProblemCode::DuplicateKey, || {
                    let message = format!("{} is written twice; the last one counts", quoted(&key));
                    [path, message, "keep one of them".to_owned()]
                });
            }
            self.keys.pop();
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
