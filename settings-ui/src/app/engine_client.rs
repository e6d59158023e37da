//! What the engine is asked.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use policy_core::wire::{Coverage, Plan, Platform, Verdict};
use serde_json::Value;

use super::{App, HostContext};
use crate::engine::{self, Judge, Question, State};
use crate::message::HostInfo;
use crate::model::draft::Draft;
use crate::model::remarks::{MOST_ENTRIES, entries_in};
use crate::model::session::SessionState;

/// Remarks may come a moment later than the verdict: the lists are held against each other.
const BEFORE_REMARKS: Duration = Duration::from_millis(200);

/// The compiled settings, and what they were compiled from.
pub(super) type Compiled = StoredValue<Option<(Judge, Value)>, LocalStorage>;

/// Compiles the settings, where they are not already.
pub(super) fn compile(judge: Compiled, draft: &Draft, context: &HostContext) {
    let own = context.workspace.as_ref();
    // The workspace is a part of what was compiled, so it is a part of what is compared.
    let theirs = own.map(|own| Value::from(vec![own.settings.clone(), own.path.as_str().into()]));
    let source = Value::from(vec![draft.clean().clone(), theirs.unwrap_or_default()]);
    if judge.with_value(|judge| judge.as_ref().is_some_and(|(_, before)| *before == source)) {
        return;
    }
    judge.set_value(Judge::new(draft.clean(), own).map(|judge| (judge, source)));
}

/// A command and what the engine says about it. Two commands may get the same verdict, and still
/// are to be shown as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// As it was typed.
    pub command: String,
    /// The answer.
    pub verdict: Verdict,
}

impl Judged {
    /// Where nothing is saved before running there is no plan, whatever the settings ask for.
    pub(super) fn new(question: Question, mut verdict: Verdict) -> Self {
        if question.surroundings.saves.is_none() {
            verdict.plan = Plan::default();
        }
        Self { command: question.command, verdict }
    }
}

/// What is asked about the command that is tried; nothing while there is none.
pub(super) fn question(session: &SessionState, host: &HostInfo) -> Option<Question> {
    let command = session.command.clone();
    if command.trim().is_empty() {
        return None;
    }
    let folder = session.folder.clone().or_else(|| host.surroundings.cwd.clone());
    let folder = folder.filter(|folder| !folder.trim().is_empty());
    // A folder that a person typed stands for a workspace of its own.
    let workspace = match session.folder {
        Some(_) => folder.clone(),
        None => host.surroundings.workspace.clone().or_else(|| folder.clone()),
    };
    let saves = match session.saves {
        Some(true) => host
            .surroundings
            .saves
            .or(Some(Coverage::WORKSPACE.with_ignored_files(true).with_repository(true))),
        Some(false) => None,
        None => host.surroundings.saves,
    };
    Some(Question {
        command,
        shell: shell(session, host),
        platform: host.platform,
        surroundings: host
            .surroundings
            .clone()
            .with_cwd(folder)
            .with_workspace(workspace)
            .with_saves(saves),
    })
}

/// The shell a command is tried in.
pub(super) fn shell(session: &SessionState, host: &HostInfo) -> String {
    let own = session.command_shell.clone().or_else(|| host.shell.clone());
    own.unwrap_or_else(|| {
        let usual = match host.platform {
            Platform::Unix => "bash",
            Platform::Windows => "powershell",
        };
        usual.to_owned()
    })
}

impl App {
    /// Loads the engine; whatever waits for it follows.
    pub fn load_engine(self) {
        self.engine.set(State::Loading);
        spawn_local(async move {
            self.engine.set(match engine::load().await {
                Ok(()) => State::Ready,
                Err(why) => State::Failed(why),
            });
        });
    }

    /// The shell a command is tried in.
    pub fn command_shell(self) -> String {
        shell(&self.session.read(), &self.context.read().host)
    }

    /// Puts a command into "Try a command".
    pub fn try_command(self, command: String, shell: Option<String>) {
        self.edit_session(|session| {
            session.command = command;
            session.command_shell = shell.or(session.command_shell.take());
        });
    }

    /// Asks for remarks a moment after the settings changed, unless that would take long.
    pub(super) fn check_what_is_edited(self) {
        let ready = Memo::new(move |_| *self.engine.read() == State::Ready);
        let waiting = StoredValue::new(None::<TimeoutHandle>);
        Effect::new(move |_| {
            self.in_force.track();
            if !ready.get() {
                return;
            }
            waiting.update_value(|waiting| {
                if let Some(before) = waiting.take() {
                    before.clear();
                }
                let later = move || self.ask_for_remarks(false);
                *waiting = set_timeout_with_handle(later, BEFORE_REMARKS).ok();
            });
        });
    }

    /// Whether the lists are too long to be checked while a person types.
    pub fn has_long_lists(self) -> bool {
        entries_in(self.draft.read().clean()) > MOST_ENTRIES
    }

    /// Asks for the remarks beside entries. Long lists are only checked when a person asks.
    pub fn ask_for_remarks(self, whatever_it_takes: bool) {
        let remarks = match whatever_it_takes || !untrack(|| self.has_long_lists()) {
            true => {
                compile(self.judge, &self.draft.read_untracked(), &self.context.read_untracked());
                let remarks_of = |judge: &Option<(Judge, Value)>| Some(judge.as_ref()?.0.remarks());
                self.judge.with_value(remarks_of).unwrap_or_default()
            }
            false => Vec::new(),
        };
        if **self.remarks.read_untracked() != remarks {
            self.remarks.set(Arc::new(remarks));
        }
    }
}
