//! One file a host: how it says what happens, and what it honours as an answer.

mod antigravity;
mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod gemini;
mod goose;
mod opencode;
mod qwen;
mod shape;
mod vscode;

use serde_json::{Value, json};

use super::names::Place;
use super::payload::Payload;
use super::{DecodeError, Output, words};
use crate::answer::{Answer, Decision};
use crate::event::{Event, Host, Moment};

/// Reads the payload as this host means it.
pub(super) fn decode(
    host: Host,
    payload: &Payload,
    event: Option<&str>,
) -> Result<Event, DecodeError> {
    let object = payload.object();
    let mut decoded = match host {
        Host::Claude => claude::decode(object, event),
        Host::Codex => codex::decode(object, event),
        Host::Gemini => gemini::decode(object, event),
        Host::Antigravity => antigravity::decode(object, event),
        Host::Cursor => cursor::decode(object, event),
        Host::VsCode => vscode::decode(object, event),
        Host::CopilotCli => copilot::decode(object, event),
        Host::Cline => cline::decode(object, event),
        Host::Opencode => opencode::decode(object, event),
        Host::Qwen => qwen::decode(object, event),
        Host::Goose => goose::decode(object, event),
    }?;
    decoded.can_ask = can_ask(&Place::from(&decoded));
    Ok(decoded)
}

/// Finds this host's words.
pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    match at.host {
        Host::Claude => claude::encode(at, answer),
        Host::Codex => codex::encode(at, answer),
        Host::Gemini => gemini::encode(at, answer),
        Host::Antigravity => antigravity::encode(at, answer),
        Host::Cursor => cursor::encode(at, answer),
        Host::VsCode => vscode::encode(at, answer),
        Host::CopilotCli => copilot::encode(at, answer),
        Host::Cline => cline::encode(at, answer),
        Host::Opencode => opencode::encode(at, answer),
        Host::Qwen => qwen::encode(at, answer),
        Host::Goose => goose::encode(at, answer),
    }
}

/// Whether `ask` makes the host ask a person here. Gemini CLI knows the word and then waits for
/// ever when nobody sits in front of it, which its payload does not tell; Codex runs the command.
fn can_ask(at: &Place<'_>) -> bool {
    match at.moment {
        Moment::PreTool => match at.host {
            Host::Claude | Host::VsCode | Host::CopilotCli | Host::Qwen => true,
            Host::Cursor => at.is("beforeShellExecution") || at.is("beforeMCPExecution"),
            Host::Codex
            | Host::Gemini
            | Host::Antigravity
            | Host::Cline
            | Host::Opencode
            | Host::Goose => false,
        },
        // The host itself is about to ask, unless it is told otherwise.
        Moment::PermissionRequest => matches!(
            at.host,
            Host::Claude | Host::Codex | Host::VsCode | Host::CopilotCli | Host::Qwen
        ),
        _ => false,
    }
}

/// What is really answered: a question where the host asks, a refusal where it cannot.
fn settled(at: &Place<'_>, answer: &Answer) -> (Decision, String) {
    match answer.decision {
        Decision::Allow => (Decision::Allow, String::new()),
        Decision::Ask if can_ask(at) => (Decision::Ask, words::reason(answer)),
        Decision::Ask | Decision::Deny => (Decision::Deny, words::refusal(answer, at.host)),
    }
}

/// The answer in Claude Code's form, which several hosts have taken over. `hookEventName` is
/// needed: without it the decision is dropped without a word.
fn claude_form(at: &Place<'_>, event: &str, answer: &Answer) -> Output {
    let (decision, reason) = settled(at, answer);
    if decision == Decision::Allow {
        return Output::silent();
    }
    match at.moment {
        Moment::PreTool => Output::json(pre_tool(event, decision, &reason)),
        // A silent hook leaves the host to ask as it was about to.
        Moment::PermissionRequest if decision == Decision::Ask => Output::silent(),
        Moment::PermissionRequest => Output::json(json!({
            "hookSpecificOutput": {
                "hookEventName": "PermissionRequest",
                "decision": { "behavior": "deny", "message": reason },
            },
        })),
        Moment::Prompt => Output::json(json!({ "decision": "block", "reason": reason })),
        _ => Output::silent(),
    }
}

fn pre_tool(event: &str, decision: Decision, reason: &str) -> Value {
    json!({
        "hookSpecificOutput": {
            "hookEventName": event,
            "permissionDecision": decision.name(),
            "permissionDecisionReason": reason,
        },
    })
}

/// The answer in Gemini CLI's form.
fn gemini_form(at: &Place<'_>, answer: &Answer) -> Output {
    let (decision, reason) = settled(at, answer);
    match (decision, at.moment) {
        (Decision::Allow, _) => Output::silent(),
        (_, Moment::PreTool | Moment::Prompt) => {
            Output::json(json!({ "decision": decision.name(), "reason": reason }))
        }
        _ => Output::silent(),
    }
}
