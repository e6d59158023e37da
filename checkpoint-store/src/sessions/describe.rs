//! The one line a list shows of a message.

use jiff::Zoned;
use serde_json::Value;

/// How much of a message a list shows, in characters.
const LENGTH: usize = 80;

/// A message's content in one line: the first 80 characters of its first text, with
/// line breaks as spaces. Content is a string or a list of blocks, as agents send it.
/// Where there is no text, the time stands for it.
///
/// ```
/// use serde_json::json;
/// let content = json!([{"type": "image"}, {"type": "text", "text": "Add dark\nmode"}]);
/// assert_eq!(checkpoint_store::describe(&content), "Add dark mode");
/// ```
pub fn describe(content: &Value) -> String {
    first_text(content)
        .map(in_one_line)
        .filter(|line| !line.trim().is_empty())
        .unwrap_or_else(|| format!("Checkpoint at {}", Zoned::now().strftime("%H:%M:%S")))
}

fn first_text(content: &Value) -> Option<&str> {
    match content {
        Value::String(text) => Some(text),
        Value::Array(blocks) => blocks
            .iter()
            .filter(|block| block.get("type").and_then(Value::as_str) == Some("text"))
            .find_map(|block| block.get("text")?.as_str()),
        _ => None,
    }
}

fn in_one_line(text: &str) -> String {
    let short: String = text.chars().take(LENGTH).collect();
    short.replace("\r\n", " ").replace(['\n', '\r', '\u{2028}', '\u{2029}'], " ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_text_is_what_a_list_shows() {
        let long = "ä".repeat(200);
        let cases = [
            (json!("Fix the bug"), "Fix the bug".to_owned()),
            (json!("two\nlines\r\nor three"), "two lines or three".to_owned()),
            (json!(long), "ä".repeat(80)),
            (
                json!([{"type": "image", "source": {}}, {"type": "text", "text": "see this"},
                       {"type": "text", "text": "not this"}]),
                "see this".to_owned(),
            ),
        ];
        for (content, line) in cases {
            assert_eq!(describe(&content), line, "{content}");
        }
    }

    #[test]
    fn the_time_stands_for_a_message_without_text() {
        for content in [
            json!(null),
            json!(""),
            json!("  \n "),
            json!([]),
            json!([{"type": "image"}]),
            json!([{"type": "text", "text": 5}]),
            json!({"type": "text", "text": "no list"}),
        ] {
            let line = describe(&content);
            let time = line.strip_prefix("Checkpoint at ").unwrap_or_default();
            let parts: Vec<_> = time.split(':').map(str::parse::<u8>).collect();
            assert!(parts.len() == 3 && parts.iter().all(Result::is_ok), "{content} → {line}");
        }
    }
}
