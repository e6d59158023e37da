//! opencode, whose plugins run inside it. The plugin that Belay writes hands on what it is
//! called with, and throws the reason of a refusal: that stops the tool and reaches the model.

use serde_json::Value;

use super::super::names::{Place, moment_of};
use super::super::payload::{self, Object, filled, id, text};
use super::super::tool;
use super::super::{DecodeError, Output};
use super::shape;
use crate::answer::Answer;
use crate::event::{Event, Host, Kind, Moment};

pub(super) fn decode(object: &Object, hint: Option<&str>) -> Result<Event, DecodeError> {
    let input = payload::inner(object, "input");
    let output = payload::inner(object, "output");
    let properties = payload::inner(object, "properties");
    let native = match text(object, &["event", "type"])?.filter(|s| !s.is_empty()).or(hint) {
        Some(native) => native,
        None => told_apart(input, output).ok_or_else(|| {
            DecodeError::bad_field("the payload does not show which event it is about")
        })?,
    };
    let mut event = Event::new(Host::Opencode, moment_of(native), native);
    let about = input.or(properties);
    if let Some(about) = about {
        event.session = id(about, &["sessionID"])?;
        event.call = id(about, &["callID"])?;
    }
    event.cwd = filled(object, &["directory"])?;
    if let Some(worktree) = filled(object, &["worktree"])? {
        event.workspaces.push(worktree);
    }
    match event.moment {
        Moment::PreTool | Moment::PostTool | Moment::PostToolFailure => {
            call(&mut event, object, input, output)?;
        }
        Moment::PermissionRequest => permission(&mut event, properties)?,
        Moment::Prompt => message(&mut event, output)?,
        Moment::SessionStart => {
            let info = properties.and_then(|properties| payload::inner(properties, "info"));
            if let Some(info) = info {
                event.cwd = event.cwd.or(filled(info, &["directory"])?);
            }
        }
        _ => {}
    }
    Ok(event)
}

fn told_apart(input: Option<&Object>, output: Option<&Object>) -> Option<&'static str> {
    let (input, output) = (input?, output?);
    if output.contains_key("message") || output.contains_key("parts") {
        Some("chat.message")
    } else if input.contains_key("tool") && output.contains_key("args") {
        Some("tool.execute.before")
    } else if input.contains_key("tool") {
        Some("tool.execute.after")
    } else {
        None
    }
}

/// Before, the arguments stand in `output`, where a plugin may change them; after, in `input`.
fn call(
    event: &mut Event,
    object: &Object,
    input: Option<&Object>,
    output: Option<&Object>,
) -> Result<(), DecodeError> {
    let called = match input.map(|input| text(input, &["tool"])).transpose()?.flatten() {
        Some(name) => name,
        None => shape::tool_name(object)?,
    };
    let other = text(object, &["tool_name"])?.unwrap_or(called);
    if other != called {
        return Err(DecodeError::ambiguous("`tool_name` and `input.tool` disagree"));
    }
    let holder = if event.moment == Moment::PreTool { output } else { input };
    let arguments = holder.and_then(|holder| holder.get("args"));
    tool::describe(event, called, arguments, shape::care(event.moment))?;
    let metadata = output.and_then(|output| payload::inner(output, "metadata"));
    if event.moment != Moment::PreTool {
        event.exit_code = metadata.and_then(|metadata| metadata.get("exit")?.as_i64());
    }
    Ok(())
}

/// opencode's own question; it names what it is about in its own way.
fn permission(event: &mut Event, properties: Option<&Object>) -> Result<(), DecodeError> {
    let Some(properties) = properties else {
        return Err(DecodeError::bad_field("`properties` is missing"));
    };
    let name = text(properties, &["permission"])?
        .filter(|name| !name.is_empty())
        .ok_or_else(|| DecodeError::bad_field("`properties.permission` is missing"))?;
    let metadata = properties.get("metadata");
    if let Some(call) = payload::inner(properties, "tool") {
        event.call = id(call, &["callID"])?;
    }
    tool::describe(event, name, metadata, tool::Care::After)?;
    let patterns = payload::texts(properties, "patterns");
    if event.kind == Some(Kind::Shell) && event.commands.is_empty() {
        event.commands = patterns;
    } else if matches!(event.kind, Some(Kind::Write | Kind::Edit)) && event.paths.is_empty() {
        event.paths = patterns;
    }
    Ok(())
}

fn message(event: &mut Event, output: Option<&Object>) -> Result<(), DecodeError> {
    let Some(output) = output else { return Ok(()) };
    if let Some(message) = payload::inner(output, "message") {
        event.prompt = id(message, &["id"])?;
        event.session = event.session.take().or(id(message, &["sessionID"])?);
    }
    let parts = output.get("parts").and_then(Value::as_array).map(Vec::as_slice);
    let mut written = parts.unwrap_or_default().iter().filter_map(|part| {
        (part.get("type")?.as_str()? == "text").then(|| part.get("text")?.as_str())?
    });
    event.text = written.next().map(str::to_owned);
    Ok(())
}

pub(super) fn encode(at: &Place<'_>, answer: &Answer) -> Output {
    match at.moment {
        Moment::PreTool => super::claude_form(at, "tool.execute.before", answer),
        // The bus only tells; nothing is read back.
        _ => Output::silent(),
    }
}
