//! The messages that Belay itself sends.

use serde_json::{Value, json};

use super::message::{Choice, Id};
use crate::answer::Answer;

/// The code of an answer that refuses. The protocol leaves these numbers to whoever answers.
pub(super) const REFUSED: i64 = -32010;

/// A permission is given or refused by picking one of the options the agent offered.
pub(super) fn picked(id: &Id, option: &str, answer: Option<&Answer>) -> Vec<u8> {
    let mut result = json!({ "outcome": { "outcome": "selected", "optionId": option } });
    if let (Some(answer), Some(result)) = (answer, result.as_object_mut()) {
        result.insert("_meta".to_owned(), json!({ "belay": told(answer) }));
    }
    answered(id, &result)
}

/// No option refuses: the question is withdrawn.
pub(super) fn withdrawn(id: &Id) -> Vec<u8> {
    answered(id, &json!({ "outcome": { "outcome": "cancelled" } }))
}

/// What was asked for is refused.
pub(super) fn refused(id: &Id, answer: &Answer) -> Vec<u8> {
    let error = json!({ "code": REFUSED, "message": sentence(answer), "data": told(answer) });
    line(&format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, id.json()))
}

/// What was sent is not a message.
pub(super) fn wrong(what: &str) -> Vec<u8> {
    let error =
        json!({ "code": -32600, "message": format!("Belay did not pass this on: {what}.") });
    line(&format!(r#"{{"jsonrpc":"2.0","id":null,"error":{error}}}"#))
}

/// Adds the reason to what the person sees of a tool call.
pub(super) fn explained(
    session: &str,
    call: &str,
    mut content: Vec<Value>,
    answer: &Answer,
) -> Vec<u8> {
    content.push(text(&sentence(answer)));
    update(
        session,
        &json!({
            "sessionUpdate": "tool_call_update", "toolCallId": call, "content": content,
        }),
    )
}

/// How something that Belay asked about by itself went on.
pub(super) fn settled(session: &str, call: &str, allowed: bool) -> Vec<u8> {
    let status = if allowed { "completed" } else { "failed" };
    update(
        session,
        &json!({
            "sessionUpdate": "tool_call_update", "toolCallId": call, "status": status,
        }),
    )
}

/// Asks the person about something that agents do without asking.
pub(super) fn question(
    id: &Id,
    session: &str,
    call: &str,
    (title, kind): (&str, &str),
    answer: &Answer,
) -> Vec<u8> {
    let params = json!({
        "sessionId": session,
        "toolCall": {
            "toolCallId": call, "title": title, "kind": kind, "status": "pending",
            "content": [text(&sentence(answer))],
        },
        "options": [
            { "optionId": ALLOW, "name": "Allow once", "kind": "allow_once" },
            { "optionId": REJECT, "name": "Reject", "kind": "reject_once" },
        ],
    });
    let method = "session/request_permission";
    let id = id.json();
    line(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#))
}

/// The option that lets it happen, in a question of ours.
pub(super) const ALLOW: &str = "belay-allow-once";
const REJECT: &str = "belay-reject";

/// The option of this kind among those an agent offered.
pub(super) fn option<'o>(options: &'o [Choice], kinds: &[&str]) -> Option<&'o str> {
    kinds.iter().find_map(|kind| {
        options.iter().find(|option| option.kind == *kind).map(|option| option.option_id.as_str())
    })
}

/// What, why and instead, as one text.
fn sentence(answer: &Answer) -> String {
    match &answer.instead {
        Some(instead) => format!("{} {instead}", answer.reason),
        None => answer.reason.clone(),
    }
}

fn told(answer: &Answer) -> Value {
    json!({
        "decision": answer.decision.name(), "reason": answer.reason, "instead": answer.instead,
    })
}

fn text(text: &str) -> Value {
    json!({ "type": "content", "content": { "type": "text", "text": text } })
}

fn answered(id: &Id, result: &Value) -> Vec<u8> {
    line(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.json()))
}

fn update(session: &str, update: &Value) -> Vec<u8> {
    let params = json!({ "sessionId": session, "update": update });
    line(&json!({ "jsonrpc": "2.0", "method": "session/update", "params": params }).to_string())
}

fn line(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(b'\n');
    bytes
}
