//! Tool calls an agent has told of, so that a bare id in a permission request is still judged.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::message::ToolCall;
use crate::event::{Event, Kind};
use crate::guard::{Call, Subject};
use crate::hook;

/// The most calls that are remembered; agents ask about those of the last minutes.
const MOST: usize = 4096;

/// The calls of every session, by session and call.
#[derive(Debug, Default)]
pub(super) struct ToolCalls {
    known: HashMap<(String, String), Known>,
    order: VecDeque<(String, String)>,
}

/// Everything that was told of one call.
#[derive(Debug, Default)]
pub(super) struct Known {
    told: ToolCall,
    /// The guard's name for it, once it may run.
    pub(super) begun: Option<Call>,
}

/// What a call would do.
#[derive(Debug)]
pub(super) enum Reading {
    /// This.
    Does {
        /// Each thing, in order.
        subjects: Vec<Subject>,
        /// The folder, where the call names one.
        cwd: Option<String>,
        /// Whether this is what will run, and not words for people.
        certain: bool,
    },
    /// Nothing that is judged: it looks, thinks, or asks a server.
    Other,
    /// It runs or writes something, and does not say what.
    Unreadable(String),
}

impl ToolCalls {
    /// Takes in what was told, and answers everything that is known by now.
    pub(super) fn learn(&mut self, session: &str, told: ToolCall) -> &mut Known {
        let key = (session.to_owned(), told.tool_call_id.clone());
        if !self.known.contains_key(&key) {
            self.order.push_back(key.clone());
            if self.order.len() > MOST
                && let Some(oldest) = self.order.pop_front()
            {
                self.known.remove(&oldest);
            }
        }
        let known = self.known.entry(key).or_default();
        known.learn(told);
        known
    }

    /// What is known of a call.
    pub(super) fn get(&mut self, session: &str, call: &str) -> Option<&mut Known> {
        self.known.get_mut(&(session.to_owned(), call.to_owned()))
    }
}

impl Known {
    fn learn(&mut self, told: ToolCall) {
        let earlier = &mut self.told;
        earlier.tool_call_id = told.tool_call_id;
        for (earlier, told) in [
            (&mut earlier.name, told.name),
            (&mut earlier.title, told.title),
            (&mut earlier.kind, told.kind),
            (&mut earlier.status, told.status),
            (&mut earlier.content, told.content),
            (&mut earlier.locations, told.locations),
            (&mut earlier.raw_input, told.raw_input),
            (&mut earlier.meta, told.meta),
        ] {
            if !told.is_null() {
                *earlier = told;
            }
        }
    }

    /// Whether it is over, and how: `Some(true)` for a failure.
    pub(super) fn failed(&self) -> Option<bool> {
        match self.told.status.as_str() {
            Some("completed") => Some(false),
            Some("failed") => Some(true),
            _ => None,
        }
    }

    /// What its card shows.
    pub(super) fn content(&self) -> Vec<Value> {
        self.told.content.as_array().cloned().unwrap_or_default()
    }

    /// What it would do.
    pub(super) fn reading(&self) -> Reading {
        let kind = self.told.kind.as_str().unwrap_or_default();
        let input = Some(&self.told.raw_input);
        let (event, unreadable) = match hook::described(&self.tool(kind), input) {
            Ok(event) => (Some(event), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let told = event.as_ref().and_then(|event| event.kind);
        let writes = matches!(told, Some(Kind::Write | Kind::Edit))
            || matches!(kind, "edit" | "delete" | "move");
        let mut subjects = match (&event, told) {
            (Some(event), Some(Kind::Shell | Kind::Write | Kind::Edit)) => Subject::all(event),
            _ => Vec::new(),
        };
        let cwd = event.and_then(|event: Event| event.cwd);
        if writes {
            let known: Vec<String> = subjects.iter().map(|one| one.text().to_owned()).collect();
            let more = self.places().into_iter().filter(|path| !known.contains(path));
            subjects.extend(more.map(Subject::Write));
        }
        if !subjects.is_empty() {
            return Reading::Does { subjects, cwd, certain: true };
        }
        // Some agents tell the command in the title alone, with other words around it.
        if kind == "execute"
            && let Some(title) = self.told.title.as_str().filter(|title| !title.trim().is_empty())
        {
            let command = title.trim().trim_matches('`').to_owned();
            let shell = policy_core::shell::Dialect::Bash;
            let subjects = vec![Subject::Run { command, shell }];
            return Reading::Does { subjects, cwd, certain: false };
        }
        match unreadable {
            Some(why) => Reading::Unreadable(why),
            None if writes || kind == "execute" => {
                Reading::Unreadable("the tool call does not say what it does".to_owned())
            }
            None => Reading::Other,
        }
    }

    /// The tool's name: the agent's own, or what the protocol's kind stands for.
    fn tool(&self, kind: &str) -> String {
        let own = self.told.meta.pointer("/claudeCode/toolName");
        match [Some(&self.told.name), own].into_iter().flatten().find_map(Value::as_str) {
            Some(name) => name.to_owned(),
            None => match kind {
                "execute" => "shell",
                "edit" | "delete" | "move" => kind,
                "read" | "search" => "read",
                "fetch" => "fetch",
                _ => "",
            }
            .to_owned(),
        }
    }

    /// The files it names: where it is at work, and what its differences are of.
    fn places(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut add = |value: Option<&Value>| {
            if let Some(path) = value.and_then(Value::as_str)
                && !found.iter().any(|earlier| earlier == path)
            {
                found.push(path.to_owned());
            }
        };
        for location in self.told.locations.as_array().into_iter().flatten() {
            add(location.get("path"));
        }
        for shown in self.told.content.as_array().into_iter().flatten() {
            if shown.get("type").and_then(Value::as_str) != Some("diff") {
                continue;
            }
            add(shown.get("path"));
            // The second version has several files in one difference.
            for change in shown.get("changes").and_then(Value::as_array).into_iter().flatten() {
                for key in ["path", "oldPath", "newPath"] {
                    add(change.get(key));
                }
            }
        }
        found
    }
}
