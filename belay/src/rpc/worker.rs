//! Does what is asked, one request after the other.

use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use checkpoint_store::{Cancel, Progress, Stage, Store, Workspace};
use policy_core::wire::{ToApp, ToHost};
use serde_json::Value;

use super::message::{Code, Failure};
use super::protocol::{
    Event, HostEvent, Initialize, Initialized, Nothing, PROTOCOL_VERSION, ProgressReport,
    ProgressValue, VersionData,
};
use super::settings_watch::SettingsWatch;
use super::{Cancels, Client, Job, methods};
use crate::commands::place::Place;
use crate::commands::restore::interrupted;
use crate::guard::Guard;
use crate::home::{Home, workspace_root};
use crate::serve::Conversation;

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// What the client is told, at most so often.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// Everything a conversation has.
pub(super) struct Worker {
    pub(super) home: Home,
    client: Client,
    pub(super) guard: Guard,
    /// Where the client works; known after `initialize`.
    workspace: Option<PathBuf>,
    /// Tells the client when the settings have changed, whoever did it.
    settings_watch: Option<SettingsWatch>,
    /// Kept open: a store that has seen the files once need not read them again.
    store: Option<Store>,
}

impl Worker {
    pub(super) fn new(home: Home, client: Client) -> Self {
        Self {
            guard: Guard::new(home.clone()),
            home,
            client,
            workspace: None,
            settings_watch: None,
            store: None,
        }
    }

    pub(super) fn work(mut self, jobs: &Receiver<Job>, cancels: &Cancels) {
        for Job { id, method, params } in jobs {
            let cancel = id.as_ref().map(|id| cancels.of(id)).unwrap_or_default();
            let outcome = if cancel.asked() {
                Err(Failure::new(Code::Cancelled, "the request was cancelled"))
            } else if self.workspace.is_none() && method != "initialize" {
                Err(Failure::new(Code::NotInitialized, "the first request must be `initialize`"))
            } else {
                let token = params.get("progressToken").or(id.as_ref()).cloned();
                let mut turn = Turn::new(self.client.clone(), token, cancel);
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
            let versions = vec![PROTOCOL_VERSION];
            let data = VersionData { protocol_versions: versions, version: VERSION };
            return Err(Failure::new(Code::Version, sentence).with(&data));
        }
        let here = std::env::current_dir().map_err(anyhow::Error::from)?;
        let start = asked.workspace.map_or_else(|| here.clone(), |folder| here.join(folder));
        let start = dunce::canonicalize(&start).unwrap_or(start);
        let root = workspace_root(&start, self.home.user.as_deref());
        self.workspace = Some(root.clone());
        let judging = self.guard.judging(&root);
        let (home, client) = (self.home.clone(), self.client.clone());
        self.settings_watch = SettingsWatch::start(home, root.clone(), &judging, client);
        let mut warnings = judging.problems.clone();
        if self.guard.saving().exists() {
            // A folder that cannot be a workspace is told when something is to be saved.
            if let Ok(workspace) = self.workspace() {
                warnings.extend(interrupted(&workspace)?);
            }
        }
        Ok(Initialized {
            protocol_version: PROTOCOL_VERSION,
            version: VERSION,
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
        let answers = Conversation::new(place).answered(asked);
        if let Some(watch) = &self.settings_watch {
            watch.look();
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
            store.listen(move |event| client.event(&Event::Store(event.clone())));
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
    /// What progress is told under.
    token: Option<Value>,
    cancel: Cancel,
    told: Option<Instant>,
}

impl Turn {
    fn new(client: Client, token: Option<Value>, cancel: Cancel) -> Self {
        Self { client, token, cancel, told: None }
    }

    /// Tells the client that something happened.
    pub(super) fn event(&self, event: HostEvent) {
        self.client.event(&Event::Host(event));
    }
}

impl Progress for Turn {
    fn at(&mut self, stage: Stage, done: u64, total: u64) {
        let Some(token) = &self.token else { return };
        if self.told.is_some_and(|told| told.elapsed() < BETWEEN_PROGRESS) {
            return;
        }
        self.told = Some(Instant::now());
        let value = ProgressValue { stage, done, total };
        self.client.notify("$/progress", &ProgressReport { token: token.clone(), value });
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.cancel)
    }
}
