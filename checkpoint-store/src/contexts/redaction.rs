//! Secrets in JSON, taken out without touching anything else.
//!
//! Only strings are rewritten, in their place in the text: a line without a secret
//! keeps every byte, and a line with one stays JSON with the same keys in the same order.

use std::borrow::Cow;

use serde_json::Value;

use crate::redact::redacted;

/// What stands where a secret stood.
const GONE: &str = "[secret]";

/// Values that only look random: a conversation cannot be taken up again without them.
const PLAIN_KEYS: &[&str] = &[
    "id",
    "uuid",
    "parentuuid",
    "leafuuid",
    "sessionid",
    "session_id",
    "requestid",
    "request_id",
    "messageid",
    "message_id",
    "tool_use_id",
    "toolusedid",
    "tooluseid",
    "call_id",
    "callid",
    "signature",
    "data",
    "encrypted_content",
    "encrypted_index",
    "thinking_signature",
    "commithash",
    "sha",
    "hash",
    "type",
    "role",
    "model",
    "timestamp",
    "cwd",
    "version",
];

/// One line of a transcript without its secrets. Text that is no JSON is taken as text;
/// bytes that are no text are kept.
pub(super) fn redact_line(line: &[u8]) -> Cow<'_, [u8]> {
    let Ok(text) = std::str::from_utf8(line) else { return Cow::Borrowed(line) };
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let clean = if is_json { redact_json_text(text) } else { redact_text(text) };
    match clean {
        Cow::Borrowed(_) => Cow::Borrowed(line),
        Cow::Owned(clean) => Cow::Owned(clean.into_bytes()),
    }
}

/// A value without its secrets.
pub(super) fn redact_value(value: &Value) -> Value {
    match redact_json_text(&value.to_string()) {
        Cow::Borrowed(_) => value.clone(),
        Cow::Owned(text) => serde_json::from_str(&text).unwrap_or(Value::Null),
    }
}

/// Text without its secrets.
pub(super) fn redact_text(text: &str) -> Cow<'_, str> {
    let clean = redacted(text);
    if clean == text { Cow::Borrowed(text) } else { Cow::Owned(clean) }
}

/// Goes through valid JSON and rewrites its strings.
fn redact_json_text(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    let mut keys: Vec<Option<String>> = vec![None];
    let mut rest = Strings { text, at: 0 };
    while let Some(found) = rest.next_mark() {
        match found {
            Mark::Open => keys.push(keys.last().cloned().flatten()),
            Mark::Close => {
                keys.pop();
            }
            Mark::String { start, end, is_key } => {
                let raw = text.get(start..end).unwrap_or_default();
                let Ok(content) = serde_json::from_str::<String>(raw) else { continue };
                if is_key {
                    if let Some(place) = keys.last_mut() {
                        *place = Some(content);
                    }
                    continue;
                }
                let key = keys.last().and_then(Option::as_deref).unwrap_or_default();
                if let Some(clean) = redact_string(key, &content) {
                    out.push_str(text.get(copied..start).unwrap_or_default());
                    out.push_str(&Value::String(clean).to_string());
                    copied = end;
                }
            }
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(out)
}

/// What to write instead of a string, if it holds a secret.
fn redact_string(key: &str, content: &str) -> Option<String> {
    let name = key.to_ascii_lowercase();
    if PLAIN_KEYS.contains(&name.as_str()) {
        return None;
    }
    if names_a_secret(&name) && !content.is_empty() && content != GONE {
        return Some(GONE.to_owned());
    }
    let clean = redacted(content);
    (clean != content).then_some(clean)
}

/// Whether a key says that its value is a secret.
fn names_a_secret(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    const ENDS: &[&str] = &[
        "apikey",
        "password",
        "passwd",
        "passphrase",
        "secret",
        "token",
        "authorization",
        "credential",
        "credentials",
        "privatekey",
        "secretkey",
        "accesskey",
        "accesskeyid",
        "sessionkey",
        "cookie",
        "cookies",
        "clientsecret",
        "bearer",
        "connectionstring",
    ];
    ENDS.iter().any(|end| plain.ends_with(end))
}

enum Mark {
    Open,
    Close,
    String { start: usize, end: usize, is_key: bool },
}

/// The strings and brackets of valid JSON, from left to right.
struct Strings<'t> {
    text: &'t str,
    at: usize,
}

impl Strings<'_> {
    fn next_mark(&mut self) -> Option<Mark> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at)?;
            let start = self.at;
            self.at += 1;
            match byte {
                b'{' | b'[' => return Some(Mark::Open),
                b'}' | b']' => return Some(Mark::Close),
                b'"' => {
                    while let Some(inside) = bytes.get(self.at) {
                        self.at += match inside {
                            b'\\' => 2,
                            _ => 1,
                        };
                        if *inside == b'"' {
                            break;
                        }
                    }
                    let after = bytes.get(self.at..).unwrap_or_default();
                    let is_key =
                        after.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':');
                    return Some(Mark::String { start, end: self.at, is_key });
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn line(text: &str) -> String {
        String::from_utf8_lossy(&redact_line(text.as_bytes())).into_owned()
    }

    #[test]
    fn secrets_go_and_the_rest_keeps_every_byte() {
        let cases = [
            (r#"{"b":1,"apiKey":"hunter2","a": 2.0}"#, r#"{"b":1,"apiKey":"[secret]","a": 2.0}"#),
            (r#"{"openAiNativeApiKey":"x"}"#, r#"{"openAiNativeApiKey":"[secret]"}"#),
            (
                r#"{"headers":{"Authorization":"Bearer x","Accept":"y"}}"#,
                r#"{"headers":{"Authorization":"[secret]","Accept":"y"}}"#,
            ),
            (r#"{"cookies":["a","b"]}"#, r#"{"cookies":["[secret]","[secret]"]}"#),
            (
                r#"{"text":"export PASSWORD=hunter2 && say \"hi\""}"#,
                r#"{"text":"export PASSWORD=[secret] && say \"hi\""}"#,
            ),
            ("plain --password=hunter2", "plain --password=[secret]"),
        ];
        for (before, after) in cases {
            assert_eq!(line(before), after);
        }
    }

    #[test]
    fn what_a_conversation_needs_stays() {
        for kept in [
            r#"{"usage":{"input_tokens":12,"max_tokens":4096}}"#,
            r#"{"type":"tool_use","id":"toolu_01A09q90qw90lq917835lq9AbCdEf"}"#,
            r#"{"type":"thinking","signature":"EqQBCkYIARgCIkDxY9Zk3Lm0PqRsTuVwXyZ12345678901234567"}"#,
            r#"{"source":{"type":"base64","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"}}"#,
            r#"{"password":""}"#,
            "not json at all: [",
        ] {
            assert_eq!(line(kept), kept);
        }
        assert_eq!(redact_line(b"\xff\xfe password").as_ref(), b"\xff\xfe password");
    }

    #[test]
    fn a_secret_nested_in_a_value_goes() {
        let config = json!({"provider": "x", "nested": [{"aws_secret_access_key": "abc"}]});
        assert_eq!(
            redact_value(&config),
            json!({"provider": "x", "nested": [{"aws_secret_access_key": "[secret]"}]})
        );
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            ".{0,20}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((".{0,8}", inner), 0..4)
                    .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
            ]
        })
    }

    fn same_shape(left: &Value, right: &Value) -> bool {
        match (left, right) {
            (Value::String(_), Value::String(_)) => true,
            (Value::Array(left), Value::Array(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(a, b)| same_shape(a, b))
            }
            (Value::Object(left), Value::Object(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(key, a)| right.get(key).is_some_and(|b| same_shape(a, b)))
            }
            _ => left == right,
        }
    }

    proptest! {
        #[test]
        fn json_stays_json_of_the_same_shape(value in any_json()) {
            let clean = redact_value(&value);
            prop_assert!(same_shape(&value, &clean), "{} → {}", value, clean);
            prop_assert_eq!(redact_value(&clean), clean.clone());
        }
    }
}
