//! Codex: `~/.codex/sessions/YEAR/MONTH/DAY/rollout-TIME-SESSION.jsonl`.
//!
//! Turns follow one another. Going back in the client itself starts another file.

use serde::Deserialize;

use super::{Cut, lines};

#[derive(Deserialize, Default)]
#[serde(default)]
struct Line {
    r#type: String,
    payload: Payload,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Payload {
    r#type: Option<String>,
    id: Option<String>,
    turn_id: Option<String>,
    cwd: Option<String>,
}

impl Line {
    fn begins_turn(&self) -> bool {
        let started = self.payload.r#type.as_deref() == Some("task_started");
        self.r#type == "event_msg" && started || self.r#type == "turn_context"
    }
}

/// What comes before a message. See [`super::Format::before`].
pub(super) fn before(text: &[u8], message: &str, new: &str) -> Option<Option<Cut>> {
    let lines = lines::<Line>(text);
    let at = lines.iter().position(|(line, _)| {
        line.begins_turn() && line.payload.turn_id.as_deref() == Some(message)
    })?;
    let (earlier, _) = lines.split_at(at);
    Some(written(earlier, new))
}

/// All of it under a new name.
pub(super) fn whole(text: &[u8], new: &str) -> Option<Cut> {
    written(&lines(text), new)
}

/// The name of the copy's file. One that was forked by the client itself has two ids in its name.
pub(super) fn renamed(name: &str, session: &str, new: &str) -> Option<String> {
    let stem = name.strip_suffix(".jsonl")?;
    let (before, _) = stem.split_once(session)?;
    before.starts_with("rollout-").then(|| format!("{before}{new}.jsonl"))
}

fn written(kept: &[(Line, &str)], new: &str) -> Option<Cut> {
    if !kept.iter().any(|(line, _)| line.begins_turn()) {
        return None;
    }
    let (first, _) = kept.first()?;
    let old = first.payload.id.as_deref().filter(|id| !id.is_empty())?;
    // The session's name stands in many kinds of lines, and nothing else looks like it.
    Some(Cut::of_lines(
        kept.iter().map(|(line, written)| (written.replace(old, new), line.payload.cwd.as_deref())),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALK: &str = r#"{"type":"session_meta","payload":{"id":"01a1-old","session_id":"01a1-old","cwd":"/w"}}
{"type":"event_msg","payload":{"type":"task_started","turn_id":"t1"}}
{"type":"response_item","payload":{"type":"message","id":"m1","role":"user"}}
{"type":"event_msg","payload":{"type":"task_complete","turn_id":"t1","thread_id":"01a1-old"}}
{"type":"event_msg","payload":{"type":"task_started","turn_id":"t2"}}
{"type":"turn_context","payload":{"turn_id":"t2","cwd":"/w"}}
{"type":"response_item","payload":{"type":"message","role":"user"}}
"#;

    #[test]
    fn a_copy_ends_before_the_turn() {
        let cut = before(TALK.as_bytes(), "t2", "01b2-new").flatten();
        let text = cut.map(|cut| String::from_utf8_lossy(&cut.text).into_owned());
        let expected: Vec<&str> = TALK.lines().take(4).collect();
        let expected = format!("{}\n", expected.join("\n")).replace("01a1-old", "01b2-new");
        assert_eq!(text, Some(expected));
        assert!(before(TALK.as_bytes(), "t1", "new").is_some_and(|cut| cut.is_none()));
        assert!(before(TALK.as_bytes(), "t3", "new").is_none());
    }

    #[test]
    fn its_file_is_found_by_its_name() {
        let name = "rollout-2026-11-18T09-30-57-01a1-old.jsonl";
        let renamed_to = |name| renamed(name, "01a1-old", "01b2-new");
        let expected = Some("rollout-2026-11-18T09-30-57-01b2-new.jsonl".to_owned());
        assert_eq!(renamed_to(name), expected);
        assert_eq!(renamed_to("rollout-2026-11-18T09-30-57-01a1-old_01a1-fork.jsonl"), expected);
        assert_eq!(renamed_to("notes.jsonl"), None);
    }
}
