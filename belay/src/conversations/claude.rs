//! Claude Code: `~/.claude/projects/FOLDER/SESSION.jsonl`.
//!
//! The lines are a tree. Going back in the client itself starts a new branch from an earlier line
//! and leaves the old one where it was, so of what stands before a message, the branches that were
//! left are not part of its history.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;
use serde_json::Value;

use super::{Cut, lines};

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Line {
    r#type: String,
    uuid: Option<String>,
    parent_uuid: Option<String>,
    /// Where a conversation that was summarised goes on.
    logical_parent_uuid: Option<String>,
    prompt_id: Option<String>,
    session_id: Option<String>,
    leaf_uuid: Option<String>,
    message_id: Option<String>,
    cwd: Option<String>,
    message: Option<Message>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Message {
    content: Value,
}

impl Line {
    /// Whether a person wrote it, rather than a tool.
    fn is_prompt(&self) -> bool {
        let result =
            |block: &Value| block.get("type").and_then(Value::as_str) == Some("tool_result");
        let content = self.message.as_ref().map(|message| &message.content);
        self.r#type == "user"
            && self.prompt_id.is_some()
            && !content.and_then(Value::as_array).is_some_and(|blocks| blocks.iter().any(result))
    }

    fn parent(&self) -> Option<&str> {
        self.parent_uuid.as_deref().or(self.logical_parent_uuid.as_deref())
    }
}

/// What comes before a message. See [`super::Format::before`].
pub(super) fn before(text: &[u8], message: &str, new: &str) -> Option<Option<Cut>> {
    let lines = lines::<Line>(text);
    let at = lines.iter().position(|(line, _)| line.prompt_id.as_deref() == Some(message))?;
    let (earlier, rest) = lines.split_at(at);
    let first = rest.first().map(|(line, _)| line)?;
    let history = history(earlier, first);
    let mut left: HashSet<&str> = HashSet::new();
    let mut kept: Vec<&(Line, &str)> = Vec::new();
    for one in earlier {
        let (line, _) = one;
        let id = line.uuid.as_deref();
        let branch = line.is_prompt() && id.is_some_and(|id| !history.contains(id));
        let below = line.parent().is_some_and(|parent| left.contains(parent));
        let about = line.leaf_uuid.as_deref().is_some_and(|leaf| left.contains(leaf));
        if branch || below || about {
            left.extend(id);
        } else if line.message_id.is_none() || line.message_id != first.uuid {
            kept.push(one);
        }
    }
    // The message waited in a queue before it was sent.
    while kept.last().is_some_and(|(line, _)| line.r#type == "queue-operation") {
        kept.pop();
    }
    Some(written(kept, new))
}

/// All of it under a new name.
pub(super) fn whole(text: &[u8], new: &str) -> Option<Cut> {
    let lines = lines(text);
    written(lines.iter().collect(), new)
}

/// The lines a line stands upon.
fn history<'l>(earlier: &'l [(Line, &str)], first: &'l Line) -> HashSet<&'l str> {
    let parents: HashMap<&str, Option<&str>> = earlier
        .iter()
        .filter_map(|(line, _)| Some((line.uuid.as_deref()?, line.parent())))
        .collect();
    let mut found = HashSet::new();
    let mut next = first.parent();
    while let Some(id) = next {
        if !found.insert(id) {
            break;
        }
        next = parents.get(id).copied().flatten();
    }
    found
}

fn written(kept: Vec<&(Line, &str)>, new: &str) -> Option<Cut> {
    let said = |line: &Line| line.r#type == "user" || line.r#type == "assistant";
    if !kept.iter().any(|(line, _)| said(line)) {
        return None;
    }
    let name = |session: &str| format!(r#""sessionId":"{session}""#);
    Some(Cut::of_lines(kept.into_iter().map(|(line, written)| {
        // The line stays as it was written, but for this name.
        let text = match &line.session_id {
            Some(old) => written.replace(&name(old), &name(new)),
            None => (*written).to_owned(),
        };
        (text, line.cwd.as_deref())
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALK: &str = r#"{"type":"user","uuid":"u1","parentUuid":null,"promptId":"p1","sessionId":"old","cwd":"/w","message":{"role":"user","content":"one"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"old","message":{"content":[{"type":"tool_use","id":"t1"}]}}
{"type":"assistant","uuid":"a2","parentUuid":"a1","sessionId":"old","message":{"content":[{"type":"tool_use","id":"t2"}]}}
{"type":"user","uuid":"r1","parentUuid":"a1","promptId":"p1","sessionId":"old","message":{"content":[{"type":"tool_result","tool_use_id":"t1"}]}}
{"type":"user","uuid":"r2","parentUuid":"a2","promptId":"p1","sessionId":"old","message":{"content":[{"type":"tool_result","tool_use_id":"t2"}]}}
{"type":"assistant","uuid":"a3","parentUuid":"r2","sessionId":"old","message":{"content":[{"type":"text","text":"done"}]}}
{"type":"user","uuid":"x1","parentUuid":"a3","promptId":"left","sessionId":"old","message":{"content":"a branch that was left"}}
{"type":"assistant","uuid":"x2","parentUuid":"x1","sessionId":"old","message":{"content":[{"type":"text","text":"left too"}]}}
{"type":"last-prompt","leafUuid":"x2","sessionId":"old"}
{"type":"queue-operation","operation":"enqueue","content":"two","sessionId":"old"}
{"type":"user","uuid":"u2","parentUuid":"a3","promptId":"p2","sessionId":"old","message":{"content":"two"}}
{"type":"assistant","uuid":"a4","parentUuid":"u2","sessionId":"old","message":{"content":[{"type":"text","text":"more"}]}}
"#;

    fn ids(cut: &Cut) -> Vec<String> {
        let text = String::from_utf8_lossy(&cut.text).into_owned();
        assert!(!text.contains("\"old\""), "{text}");
        lines::<Line>(text.as_bytes()).into_iter().filter_map(|(line, _)| line.uuid).collect()
    }

    #[test]
    fn a_message_has_its_own_history_and_no_other() {
        let cut = before(TALK.as_bytes(), "p2", "new").flatten();
        // Results of calls that were made side by side stay, branches that were left do not.
        assert_eq!(
            cut.as_ref().map(ids),
            Some(["u1", "a1", "a2", "r1", "r2", "a3"].map(String::from).to_vec())
        );
        assert_eq!(cut.and_then(|cut| cut.folder).as_deref(), Some("/w"));
        // The branch itself can be gone back to as well.
        let left = before(TALK.as_bytes(), "left", "new").flatten();
        assert_eq!(left.as_ref().map(|cut| ids(cut).len()), Some(6));
    }

    #[test]
    fn the_first_message_has_nothing_before_it() {
        assert!(before(TALK.as_bytes(), "p1", "new").is_some_and(|cut| cut.is_none()));
        assert!(before(TALK.as_bytes(), "unknown", "new").is_none());
    }

    #[test]
    fn a_line_stays_as_it_was_written() {
        let odd = "{ \"type\" : \"user\",\"sessionId\":\"old\", \"x\":  1.50 }";
        let cut = whole(format!("{odd}\n{{\"type\":\"user\",\"half").as_bytes(), "new");
        let text = cut.map(|cut| String::from_utf8_lossy(&cut.text).into_owned());
        assert_eq!(text, Some(format!("{}\n", odd.replace("old", "new"))));
    }
}
