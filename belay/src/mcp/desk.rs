//! The one place where calls are worked on, in the order they came.

use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::{Context as _, Result, bail};
use checkpoint_store::{
    Checkpoint, CheckpointId, Filter, SaveRequest, SessionId, Silent, Store, TreePath, Workspace,
    redacted,
};
use policy_core::Action;
use policy_core::shell::{Platform, detect};
use policy_core::verdict::{Decision, Verdict};
use tokio::sync::oneshot;

use super::shapes::{CheckAsked, Checked, CreateAsked, Created, Found, ListAsked, Listed, Point};
use crate::answer::Answer;
use crate::guard::{Before, Call, Guard, Subject, cut};
use crate::home::{Home, workspace_root};

/// How many checkpoints are listed where nobody says.
const USUALLY_LISTED: usize = 20;
/// How many are listed at most.
const MOST_LISTED: usize = 200;
/// The longest reason that is kept.
const LONGEST_REASON: usize = 500;

type Job = Box<dyn FnOnce(&mut Work) + Send>;

/// The way to the desk. Clones lead to the same.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    jobs: Sender<Job>,
}

impl Desk {
    /// Opens one for the workspace of this folder.
    pub(super) fn open() -> Result<Self> {
        let mut work = Work::here()?;
        let (jobs, waiting) = mpsc::channel::<Job>();
        thread::Builder::new().name("desk".into()).spawn(move || {
            for job in waiting {
                job(&mut work);
            }
        })?;
        Ok(Self { jobs })
    }

    /// Has something done in its turn. An error is a sentence for the agent.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(&mut Work) -> Result<T> + Send + 'static,
    ) -> Result<T, String> {
        let (answer, answered) = oneshot::channel();
        let sent = self.jobs.send(Box::new(move |work| {
            // Who took the call back does not wait for its answer.
            let _ = answer.send(job(work).map_err(|error| format!("{error:#}")));
        }));
        match sent {
            Ok(()) => answered.await.unwrap_or_else(|_| Err(GONE.to_owned())),
            Err(_) => Err(GONE.to_owned()),
        }
    }
}

const GONE: &str = "Belay cannot go on; start the server again.";

/// Everything a call may need.
pub(super) struct Work {
    pub(super) home: Home,
    pub(super) guard: Guard,
    pub(super) root: PathBuf,
    cwd: PathBuf,
    /// One conversation is one session: a code that a person allows is for it alone.
    session: String,
    /// Kept open: a store that has seen the files once need not read them again.
    store: Option<Store>,
}

impl Work {
    fn here() -> Result<Self> {
        let home = Home::find()?;
        let cwd = std::env::current_dir().context("the current folder is not known")?;
        let cwd = dunce::canonicalize(&cwd).unwrap_or(cwd);
        Ok(Self {
            guard: Guard::new(home.clone()),
            root: workspace_root(&cwd, home.user.as_deref()),
            session: format!("mcp-{:08x}", rand::random::<u32>()),
            store: None,
            cwd,
            home,
        })
    }

    pub(super) fn list(&mut self, asked: ListAsked) -> Result<Listed> {
        let limit = asked.limit.unwrap_or(USUALLY_LISTED).clamp(1, MOST_LISTED);
        let filter = Filter { text: asked.text, limit: Some(limit), ..Filter::default() };
        let found = if self.guard.saving().exists() {
            self.workspace()?.list(&filter)?
        } else {
            Vec::new()
        };
        Ok(Listed {
            workspace: self.root.display().to_string(),
            checkpoints: found.iter().map(Point::of).collect(),
        })
    }

    pub(super) fn create(&mut self, asked: CreateAsked, caller: &str) -> Result<Created> {
        let call = self.call(caller, vec![Subject::Mcp("checkpoint_create".to_owned())]);
        allowed(&self.guard.before(&call))?;
        let reason: String =
            asked.reason.unwrap_or_default().chars().take(LONGEST_REASON).collect();
        let reason = match reason.trim() {
            "" => format!("saved by {caller}"),
            words => cut(&redacted(words)),
        };
        let session = SessionId::new(self.session.as_str())?;
        let root = self.root.clone();
        self.store()?.start_session(&session, Some(&root), Some(caller))?;
        let request = SaveRequest { session: Some(session), reason, ..SaveRequest::default() };
        let saved = self.workspace()?.save(request, &mut Silent)?;
        let left_out = saved.left_out.iter().filter(|left| left.is_loss());
        Ok(Created {
            id: saved.covers().map(|id| id.to_string()),
            created: saved.checkpoint.is_some(),
            files: saved.files,
            left_out: left_out.map(|left| left.path.to_string()).collect(),
        })
    }

    /// As the guard would judge it here. Nothing is saved, and no code is given or taken.
    #[expect(clippy::unnecessary_wraps, reason = "every call of the desk answers this way")]
    pub(super) fn check(&mut self, asked: CheckAsked) -> Result<Checked> {
        let usual = if cfg!(windows) { "powershell" } else { "bash" };
        let platform = if cfg!(windows) { Platform::Windows } else { Platform::Unix };
        let shell = detect(asked.shell.as_deref().unwrap_or(usual), platform);
        let cwd = asked.cwd.map_or_else(|| self.cwd.clone(), |cwd| self.cwd.join(cwd));
        let root = workspace_root(&cwd, self.home.user.as_deref());
        let action = Action::Run { command: &asked.command, shell };
        Ok(Checked::of(&self.guard.judging(&root).judge_one(&action, &cwd, &root)))
    }

    /// A call that does these things in this workspace.
    pub(super) fn call(&self, caller: &str, subjects: Vec<Subject>) -> Call {
        Call {
            agent: caller.to_owned(),
            session: self.session.clone(),
            id: None,
            message: None,
            cwd: self.root.clone(),
            workspace: self.root.clone(),
            subjects,
            background: false,
            can_ask: false,
        }
    }

    /// The checkpoint an agent means; `@` is the newest.
    pub(super) fn checkpoint(&mut self, id: &str) -> Result<Checkpoint> {
        if !self.guard.saving().exists() {
            bail!("nothing was saved yet; `checkpoint_create` saves the workspace");
        }
        let workspace = self.workspace()?;
        match id.trim() {
            "@" => workspace.latest()?.context("there is no checkpoint of this workspace yet"),
            id => Ok(workspace.find(id)?),
        }
    }

    /// The same, by its name alone.
    pub(super) fn named(&mut self, id: &str) -> Result<CheckpointId> {
        Ok(self.checkpoint(id)?.id)
    }

    pub(super) fn workspace(&mut self) -> Result<Workspace> {
        let root = self.root.clone();
        Ok(self.store()?.workspace(root)?)
    }

    fn store(&mut self) -> Result<&Store> {
        if self.store.is_none() {
            let judging = self.guard.judging(&self.root);
            self.store = Some(self.guard.saving().store(&judging.policy)?);
        }
        self.store.as_ref().context("the store is gone")
    }

    /// Paths of an agent, as the store names them; absolute ones may lie in the workspace.
    pub(super) fn paths(&self, given: &[String]) -> Result<Vec<TreePath>> {
        let inside = |path: &String| {
            let whole = self.root.join(path);
            let inside = whole.strip_prefix(&self.root).ok()?;
            TreePath::new(inside)
        };
        let sentence = |path| format!("`{path}` is not a path in {}", self.root.display());
        given.iter().map(|path| inside(path).with_context(|| sentence(path))).collect()
    }
}

/// Goes on only where the guard lets it. Nobody can be asked here, so a question is a refusal that
/// names the code by which a person allows it.
pub(super) fn allowed(before: &Before) -> Result<()> {
    let Answer { decision, reason, instead, code, .. } = &before.answer;
    if *decision == Decision::Allow {
        return Ok(());
    }
    let mut sentences = vec![reason.clone()];
    if let Some(code) = code {
        sentences.push(format!(
            "A person allows it once with `belay allow {code}`; call this tool again after that."
        ));
    }
    sentences.extend(instead.clone());
    bail!("{}", sentences.join(" "))
}

impl Point {
    pub(super) fn of(checkpoint: &Checkpoint) -> Self {
        Self {
            id: checkpoint.id.to_string(),
            created: checkpoint.created.to_string(),
            reason: cut(&checkpoint.reason),
            session: checkpoint.session.as_ref().map(ToString::to_string),
            message: checkpoint.message.as_ref().map(ToString::to_string),
            files: checkpoint.files,
            added: checkpoint.changed.added,
            modified: checkpoint.changed.modified,
            deleted: checkpoint.changed.deleted,
            complete: checkpoint.complete,
        }
    }
}

impl Checked {
    fn of(verdict: &Verdict) -> Self {
        let findings = verdict.findings.iter().filter_map(|finding| {
            let rule = finding.rule.rule()?;
            Some(Found {
                rule: rule.id.to_owned(),
                title: rule.title.to_owned(),
                risk: finding.risk.name().to_owned(),
                what: rule.what.to_owned(),
                why: rule.why.to_owned(),
                instead: rule.instead.to_owned(),
            })
        });
        Self {
            decision: verdict.permission.decision.name().to_owned(),
            risk: verdict.risk.name().to_owned(),
            recovery: verdict.recovery.name().to_owned(),
            saves_first: verdict.checkpoint.plan.before,
            findings: findings.collect(),
        }
    }
}
