//! `belay status`: whether Belay is on, for whom, and what it has seen lately.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Result;
use checkpoint_store::Filter;
use jiff::Timestamp;
use policy_core::settings::FIELDS;
use serde_json::{Value, json};

use super::Exit;
use super::keeping::size;
use super::machine::Agents as Machine;
use super::place::{Agents, NOTHING_SAVED, Place};
use super::restore::{about, interrupted};
use crate::audit::{Entry, Line, Log};
use crate::guard::sdk;
use crate::output::{BAD, FAINT, GOOD, STRONG, WARNING, WIDTH, ago, bytes, styled};
use crate::setup::{Agent, Scope, State};

/// Commands are saved for, messages are not.
pub const NO_MESSAGES: &str = "Checkpoint feature not enabled for messages and single files; \
                               `belay settings set enableFileCheckpointing true`";

/// An agent on this machine.
#[derive(Debug)]
pub struct Guarded {
    /// The agent.
    pub agent: Agent,
    /// In whose files Belay is set up.
    pub scopes: Vec<Scope>,
    /// Whether some of its files lack Belay.
    pub partial: bool,
}

/// Prints it.
///
/// # Errors
/// The store is there and cannot be read.
pub fn run(as_json: bool) -> Result<Exit> {
    let place = Place::quietly()?;
    let agents = guarded(&place)?;
    let troubles = troubles(&place);
    let on = place.judging.policy.settings().checkpoint_enabled.value;
    let mut last = None;
    let mut warnings: Vec<String> = place.judging.problems.clone();
    warnings.extend(sdk::warning(&place.judging));
    if let Some(store) = place.existing_store()?
        // A folder that cannot be a workspace has no last checkpoint.
        && let Ok(workspace) = store.workspace(&place.root)
    {
        let names = Agents::of(&store)?;
        warnings.extend(interrupted(&workspace)?);
        let newest = workspace.list(&Filter { limit: Some(1), ..Filter::default() })?.pop();
        last = newest.map(|newest| (about(&newest, &names), newest));
    }
    let mut out = anstream::stdout().lock();
    if as_json {
        let shown = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "on": on,
            "workspace": place.root,
            "agents": agents.iter().map(|one| json!({
                "agent": one.agent.name(),
                "guarded": one.scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>(),
                "partial": one.partial,
                "canBeStopped": one.agent != Agent::Goose,
            })).collect::<Vec<_>>(),
            "lastCheckpoint": last.map(|(_, newest)| newest),
            "store": {"folder": place.home.store(), "bytes": size(&place.home.store())},
            "settings": settings(&place).into_iter()
                .map(|(name, value, layer)| json!({"name": name, "value": value, "layer": layer}))
                .collect::<Vec<_>>(),
            "warnings": warnings,
            "troubles": troubles,
        });
        writeln!(out, "{shown}")?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    let state = if on { styled(GOOD, "on") } else { styled(BAD, "off") };
    let _ = writeln!(text, "{} {} is {state}", styled(STRONG, "Belay"), env!("CARGO_PKG_VERSION"));
    if !on {
        row(
            &mut text,
            "",
            "Checkpoint feature not enabled; `belay settings set checkpointEnabled true`",
        );
    }
    if on && !place.judging.policy.settings().enable_file_checkpointing.value {
        coloured(&mut text, "warning", NO_MESSAGES, WARNING);
    }
    write_agents(&mut text, &agents);
    row(&mut text, "workspace", &place.root.display().to_string());
    row(&mut text, "last", last.as_ref().map_or(NOTHING_SAVED, |(about, _)| about));
    let store = place.home.store();
    row(&mut text, "store", &format!("{} in {}", bytes(size(&store)), store.display()));
    write_settings(&mut text, &place);
    for warning in &warnings {
        coloured(&mut text, "warning", warning, WARNING);
    }
    for trouble in &troubles {
        coloured(&mut text, "trouble", trouble, BAD);
    }
    write!(out, "{text}")?;
    Ok(Exit::Done)
}

/// The agents that are here or hold something of ours.
///
/// # Errors
/// There is no home folder.
pub fn guarded(place: &Place) -> Result<Vec<Guarded>> {
    let machine = Machine::find(place)?;
    let mut found = Vec::new();
    for agent in Agent::ALL {
        let states =
            [Scope::User, Scope::Project].map(|scope| (scope, machine.state(agent, scope)));
        let scopes: Vec<Scope> = states
            .iter()
            .filter(|(_, state)| *state != State::Absent)
            .map(|(scope, _)| *scope)
            .collect();
        if scopes.is_empty() && machine.trace(agent).is_none() {
            continue;
        }
        let partial = states.iter().any(|(_, state)| *state == State::Partial);
        found.push(Guarded { agent, scopes, partial });
    }
    Ok(found)
}

/// What went wrong lately, newest first.
#[must_use]
pub fn troubles(place: &Place) -> Vec<String> {
    let log = Log::new(place.home.audit());
    let Some(file) = log.files().ok().and_then(|mut files| files.pop()) else { return Vec::new() };
    let Ok(text) = std::fs::read_to_string(file) else { return Vec::new() };
    let now = Timestamp::now();
    let mut seen: Vec<String> = Vec::new();
    for line in text.lines().rev().take(200) {
        let Ok(line) = serde_json::from_str::<Line>(line) else { continue };
        let trouble = match line.entry {
            Entry::Decision(decision) => decision.trouble,
            Entry::Effect(effect) => effect.trouble,
        };
        let Some(trouble) = trouble else { continue };
        if seen.iter().any(|known| known.ends_with(&trouble)) {
            continue;
        }
        seen.push(format!("{}: {trouble}", ago(line.time, now)));
        if seen.len() == 3 {
            break;
        }
    }
    seen
}

fn write_agents(text: &mut String, agents: &[Guarded]) {
    if agents.is_empty() {
        row(text, "agents", "none found on this machine");
    }
    for (index, one) in agents.iter().enumerate() {
        let name = if index == 0 { "agents" } else { "" };
        let scopes: Vec<&str> = one.scopes.iter().map(|scope| scope.name()).collect();
        let (style, state) = match (one.scopes.is_empty(), one.partial, one.agent) {
            (true, ..) => (WARNING, "not guarded; `belay init` sets it up".to_owned()),
            (_, true, _) => (WARNING, "guarded in part; `belay init` completes it".to_owned()),
            (.., Agent::Goose) => (WARNING, "saved for, cannot be stopped".to_owned()),
            _ => (GOOD, format!("guarded ({})", scopes.join(", "))),
        };
        let _ = writeln!(text, "  {name:<10}{:<12}{}", one.agent.title(), styled(style, state));
    }
}

fn settings(place: &Place) -> Vec<(String, Value, String)> {
    let judging = &place.judging;
    let written = FIELDS.iter().filter(|field| judging.is_written(field));
    written
        .map(|field| {
            let (value, layer) = judging.in_force(field);
            (field.path(), value, layer)
        })
        .collect()
}

fn write_settings(text: &mut String, place: &Place) {
    let set = settings(place);
    if set.is_empty() {
        row(text, "settings", "all as built in");
    }
    for (index, (name, value, layer)) in set.iter().enumerate() {
        let title = if index == 0 { "settings" } else { "" };
        let line = crate::output::fitted(&format!("{name} = {value}"), WIDTH - 26);
        let _ = writeln!(text, "  {title:<10}{line} {}", styled(FAINT, format!("({layer})")));
    }
}

fn row(text: &mut String, name: &str, value: &str) {
    coloured(text, name, value, anstyle::Style::new());
}

fn coloured(text: &mut String, name: &str, value: &str, style: anstyle::Style) {
    crate::output::field_in(text, name, value, style);
}
