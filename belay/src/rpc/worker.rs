//! Does what is asked, one request after the other.

use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use checkpoint_store::{Cancel, Progress, Stage, Store, Workspace};
use policy_core::wire::{ToApp, ToHost};
use serde_json::{Value, json};

use super::message::{Code, Failure};
use super::protocol::{Initialize, Initialized, Nothing, PROTOCOL_VERSION};
use super::{Cancels, Client, Job, methods};
use crate::commands::place::Place;
use crate::commands::restore::interrupted;
use crate::guard::Guard;
use crate::home::{Home, workspace_root};
use crate::serve::Conversation;

/// What the client is told, at most so often.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// Everything a conversation has.
pub(super) struct Worker {
    pub(super) home: Home,
    client: Client,
    pub(super) guard: Guard,
    /// Where the client works; known after `initialize`.
    workspace: Option<PathBuf>,
    /// Kept open: a store that has seen the files once need not read them again.
    store: Option<Store>,
}

impl Worker {
    pub(super) fn new(home: Home, client: Client) -> Self {
        Self { guard: Guard::new(home.clone()), home, client, workspace: None, store: None }
    }

    pub(super) fn work(mut self, jobs: &Receiver<Job>, cancels: &Cancels) {
        for Job { id, method, params } in jobs {
            let cancel = id.as_ref().map(|id| cancels.of(id)).unwrap_or_default();
            let outcome = if cancel.asked() {
                Err(Failure::new(Code::Cancelled, "the request was taken back"))
            } else if self.workspace.is_none() && method != "initialize" {
                Err(Failure::new(Code::NotInitialized, "the first request must be `initialize`"))
            } else {
                let mut turn = Turn::new(self.client.clone(), id.clone(), cancel);
                methods::dispatch(&mut self, &mut turn, &method, params)
            };
            if let Some(id) = &id {
                cancels.end(id);
                self.client.answer(id, outcome);
            }
        }
    }

    pub(super) fn initialize(
        &mut self,
        _: &mut Turn,
        asked: Initialize,
    ) -> Result<Initialized, Failure> {
        let spoken = asked.protocol_versions.unwrap_or_else(|| vec![PROTOCOL_VERSION]);
        if !spoken.contains(&PROTOCOL_VERSION) {
            let sentence = format!(
                "this belay speaks version {PROTOCOL_VERSION} of the protocol, the client {spoken:?}; \
                 update the older of the two"
            );
            return Err(Failure::new(Code::InvalidParams, sentence));
        }
        let here = std::env::current_dir().map_err(anyhow::Error::from)?;
        let start = asked.workspace.map_or_else(|| here.clone(), |folder| here.join(folder));
        let start = dunce::canonicalize(&start).unwrap_or(start);
        let root = workspace_root(&start, self.home.user.as_deref());
        self.workspace = Some(root.clone());
        let judging = self.guard.judging(&root);
        let mut warnings = judging.problems.clone();
        if self.guard.saving().exists() {
            // A folder that cannot be a workspace is told when something is to be saved.
            if let Ok(workspace) = self.workspace() {
                warnings.extend(interrupted(&workspace)?);
            }
        }
        Ok(Initialized {
            protocol_version: PROTOCOL_VERSION,
            version: env!("CARGO_PKG_VERSION"),
            workspace: root,
            file_checkpointing: judging.policy.settings().enable_file_checkpointing.value,
            warnings,
        })
    }

    #[expect(clippy::unnecessary_wraps, reason = "every method of the table answers this way")]
    pub(super) fn shutdown(&mut self, _: &mut Turn, _: Nothing) -> Result<(), Failure> {
        Ok(())
    }

    pub(super) fn settings(&mut self, _: &mut Turn, asked: ToHost) -> Result<Vec<ToApp>, Failure> {
        let root = self.root().to_path_buf();
        let judging = self.guard.judging(&root);
        let place = Place { home: self.home.clone(), cwd: root.clone(), root, judging };
        let changes = matches!(asked, ToHost::UpdateSettings { .. });
        let answers = Conversation::new(place).answered(asked);
        if changes && answers.iter().any(|answer| matches!(answer, ToApp::Saved { .. })) {
            self.client.notify("event", json!({ "type": "settingsChanged" }));
        }
        Ok(answers)
    }

    /// The root of the workspace.
    pub(super) fn root(&self) -> &std::path::Path {
        self.workspace.as_deref().unwrap_or_else(|| std::path::Path::new("."))
    }

    /// The store, opened once; what happens in it is told to the client.
    pub(super) fn store(&mut self) -> Result<&Store, Failure> {
        if self.store.is_none() {
            let judging = self.guard.judging(self.root());
            let store = self.guard.saving().store(&judging.policy)?;
            let client = self.client.clone();
            store.listen(move |event| {
                if let Ok(event) = serde_json::to_value(event) {
                    client.notify("event", event);
                }
            });
            self.store = Some(store);
        }
        self.store.as_ref().ok_or_else(|| Failure::new(Code::Internal, "the store is gone"))
    }

    pub(super) fn workspace(&mut self) -> Result<Workspace, Failure> {
        let root = self.root().to_path_buf();
        Ok(self.store()?.workspace(root)?)
    }
}

/// One request while it is worked on: how far it is, and whether it is still wanted.
#[derive(Debug)]
pub(super) struct Turn {
    client: Client,
    id: Option<Value>,
    cancel: Cancel,
    told: Option<Instant>,
}

impl Turn {
    fn new(client: Client, id: Option<Value>, cancel: Cancel) -> Self {
        Self { client, id, cancel, told: None }
    }

    /// Tells the client that something happened.
    pub(super) fn event(&self, event: Value) {
        self.client.notify("event", event);
    }
}

impl Progress for Turn {
    fn at(&mut self, stage: Stage, done: u64, total: u64) {
        let Some(id) = &self.id else { return };
        if self.told.is_some_and(|told| told.elapsed() < BETWEEN_PROGRESS) {
            return;
        }
        self.told = Some(Instant::now());
        let stage = format!("{stage:?}").to_lowercase();
        let told = json!({ "id": id, "stage": stage, "done": done, "total": total });
        self.client.notify("$/progress", told);
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.cancel)
    }
}
