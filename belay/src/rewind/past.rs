//! What the menu asks of the store, and what the store answers.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use checkpoint_store::{
    CapturePlan, Checkpoint, CheckpointId, MessageCheckpoint, MessageId, Plan as StorePlan, Scope,
    SessionId, Silent, Store, TreePath, Workspace, whole_path,
};
use jiff::Timestamp;

use super::model::{Ask, CutShort, DiffLine, Done, Fate, FileLine, Plan, Point, Reply};
use super::model::{SessionLine, Wish};
use super::present::Present;
use super::words::{self, NO_DATA, NO_FORK, NO_SESSION, NONE_AVAILABLE, NOT_ENABLED, Said};
use super::{Fork, Outcome, compare};
use crate::commands::place::{Agents, Place};
use crate::commands::restore;
use crate::commands::undoing::History;
use crate::conversations;
use crate::guard::cut;

/// The messages of a workspace, and the way back to them.
pub(super) struct Past {
    place: Place,
    store: Store,
    workspace: Workspace,
    agents: Agents,
    fork: Option<Fork>,
    sessions: Vec<SessionLine>,
    session: usize,
    points: Vec<MessageCheckpoint>,
    /// The files of the plan that is shown beside the list, in its order.
    shown: Vec<Option<TreePath>>,
    /// The plan that was shown and waits for a yes.
    ready: Option<Ready>,
    /// How the last rewind is taken back.
    back: Option<Back>,
    outcome: Outcome,
}

struct Ready {
    point: usize,
    files: Option<(StorePlan, Vec<CapturePlan>)>,
    conversation: bool,
}

struct Back {
    /// Whether files of the workspace were touched.
    files: bool,
    /// What lay beside it, the newest first.
    captures: Vec<CheckpointId>,
}

impl Past {
    /// Opens the store. Where there is nothing to go back to, what to say about it.
    pub(super) fn find(
        place: Place,
        session: Option<&str>,
        fork: Option<Fork>,
    ) -> Result<Result<Self, Vec<Said>>> {
        let settings = place.judging.policy.settings();
        if !settings.enable_file_checkpointing.value || !settings.checkpoint_enabled.value {
            let name = if settings.checkpoint_enabled.value {
                "enableFileCheckpointing"
            } else {
                "checkpointEnabled"
            };
            return Ok(Err(vec![
                Said::warning(NOT_ENABLED),
                Said::note(format!(
                    "`belay settings set {name} true` turns it on; `belay log` and `belay \
                     restore` still reach what was saved."
                )),
            ]));
        }
        let nothing = || {
            let note = "Each message to an agent makes one, once `belay init` has set Belay up.";
            Ok(Err(vec![Said::warning(NONE_AVAILABLE), Said::note(note)]))
        };
        let Some(store) = place.existing_store()? else { return nothing() };
        let workspace = store.workspace(&place.root)?;
        let agents = Agents::of(&store)?;
        let sessions = sessions(&store, &workspace, &agents, fork.is_some())?;
        let chosen = match session {
            Some(typed) => {
                let id = agents.session(&store, typed).context(NO_SESSION)?.to_string();
                sessions.iter().position(|line| line.id == id)
            }
            None => (!sessions.is_empty()).then_some(0),
        };
        let Some(session) = chosen else {
            if workspace.latest()?.is_none() {
                return nothing();
            }
            let note = "No agent has got a message here yet; `belay log` shows what was saved, and \
                        `belay restore` brings it back.";
            return Ok(Err(vec![Said::warning(NONE_AVAILABLE), Said::note(note)]));
        };
        let mut past = Self {
            place,
            store,
            workspace,
            agents,
            fork,
            sessions,
            session,
            points: Vec::new(),
            shown: Vec::new(),
            ready: None,
            back: None,
            outcome: Outcome::default(),
        };
        past.points = past.read_points(session)?;
        Ok(Ok(past))
    }

    /// The folder's name.
    #[must_use]
    pub(super) fn name(&self) -> String {
        let root = &self.place.root;
        cut(&root.file_name().unwrap_or(root.as_os_str()).to_string_lossy())
    }

    /// The sessions of this workspace, the newest first.
    #[must_use]
    pub(super) fn sessions(&self) -> &[SessionLine] {
        &self.sessions
    }

    /// The one that is open.
    #[must_use]
    pub(super) fn session(&self) -> usize {
        self.session
    }

    /// Whether the conversation of the session that is open can go back.
    #[must_use]
    pub(super) fn can_fork(&self) -> bool {
        self.sessions.get(self.session).is_some_and(|session| session.can_fork)
    }

    /// The messages of the session that is open, newest first.
    #[must_use]
    pub(super) fn points(&self) -> Vec<Point> {
        // What cannot be read here only makes lines less faint.
        let present = Present::of(&self.workspace).unwrap_or_default();
        let point = |one: &MessageCheckpoint| Point {
            id: one.metadata.id.to_string(),
            when: one.metadata.timestamp,
            text: cut(&one.metadata.description),
            label: one.label.as_deref().map(cut),
            pinned: one.pinned,
            abandoned: one.abandoned || !present.holds(one),
        };
        self.points.iter().map(point).collect()
    }

    /// A restore that did not come to its end.
    pub(super) fn cut_short(&self) -> Option<CutShort> {
        let note = self.workspace.interrupted().ok()??;
        let files = crate::output::count(note.paths().len(), "file");
        let text = format!(
            "A restore to {} was cut short: {files} may be old or new. Both contents are saved.",
            note.target.short()
        );
        Some(CutShort { text })
    }

    /// What came of it all.
    #[must_use]
    pub(super) fn outcome(self) -> Outcome {
        self.outcome
    }

    /// Does what the menu asks.
    pub(super) fn answer(&mut self, ask: Ask) -> Option<Reply> {
        Some(match ask {
            Ask::Look { point, all } => {
                let looked = self.look(point, all).map_err(|error| sentence(&error));
                Reply::Looked(point, looked)
            }
            Ask::Diff { point, file } => Reply::Diff(match self.diff(point, file) {
                Ok(lines) => lines,
                Err(error) => vec![DiffLine::note(sentence(&error))],
            }),
            Ask::Plan(wish) => Reply::Planned(self.plan(&wish).map_err(|error| sentence(&error))),
            Ask::CarryOut => Reply::Done(self.carry_out()),
            Ask::Undo => Reply::Done(self.undo()),
            Ask::Session(session) => match self.read_points(session) {
                Ok(points) => {
                    (self.session, self.points) = (session, points);
                    Reply::Session(session, self.points())
                }
                Err(error) => Reply::Done(failed(&error)),
            },
            Ask::Finish => Reply::Done(self.end_cut_short(true)),
            Ask::TakeBack => Reply::Done(self.end_cut_short(false)),
            Ask::Close => return None,
        })
    }

    fn read_points(&self, session: usize) -> Result<Vec<MessageCheckpoint>> {
        let line = self.sessions.get(session).context(NO_SESSION)?;
        Ok(self.store.list_checkpoints(&SessionId::new(line.id.as_str())?)?)
    }

    fn point(&self, point: usize) -> Result<(&MessageCheckpoint, Checkpoint)> {
        let message = self.points.get(point).context(NONE_AVAILABLE)?;
        let (session, id) = (&message.metadata.session_id, &message.metadata.id);
        self.store.session(session).context(NO_SESSION)?;
        let found = self.store.checkpoint_at(&self.workspace, session, id)?;
        Ok((message, found.context(NO_DATA)?))
    }

    /// What going back would do to files, without changing any.
    fn files(
        &self,
        target: &Checkpoint,
        all: bool,
        picked: Option<Vec<TreePath>>,
    ) -> Result<(StorePlan, Vec<CapturePlan>)> {
        let only_picked = picked.is_some();
        let scope = match picked {
            Some(paths) => Scope::Paths(paths),
            None if all => Scope::All,
            None => restore::usual_scope(&self.workspace, target)?,
        };
        let plan = self.workspace.plan_restore(target.id, &scope, &mut Silent)?;
        let captures = if only_picked {
            Vec::new()
        } else {
            restore::captures(&self.workspace, (target.id, &scope, all), &[], &plan)?
        };
        Ok((plan, captures))
    }

    fn look(&mut self, point: usize, all: bool) -> Result<Plan> {
        let (_, target) = self.point(point)?;
        let (plan, captures) = self.files(&target, all, None)?;
        let (shown, paths) = self.shown(&plan, &captures, &target, all);
        self.shown = paths;
        Ok(shown)
    }

    /// A plan for people, and the path behind each of its lines.
    fn shown(
        &self,
        plan: &StorePlan,
        captures: &[CapturePlan],
        target: &Checkpoint,
        all: bool,
    ) -> (Plan, Vec<Option<TreePath>>) {
        let mut files = Vec::new();
        let mut paths = Vec::new();
        let conflict = |path: &TreePath| {
            let found = plan.conflicts.iter().find(|conflict| conflict.path == *path)?;
            Some(match &found.session {
                Some(session) => format!("{} also changed it", self.agents.name(Some(session))),
                None => "you or a program also changed it".to_owned(),
            })
        };
        let mut add = |path: &TreePath, fate: Fate, note: &str| {
            let conflict = if fate == Fate::Leave { None } else { conflict(path) };
            let (path_shown, note) = (cut(&path.to_string()), note.to_owned());
            files.push(FileLine { path: path_shown, fate, note, conflict, inside: true });
            paths.push(Some(path.clone()));
        };
        for write in &plan.writes {
            add(&write.path, Fate::Write, words::written(write.status));
        }
        for path in &plan.deletes {
            add(path, Fate::Delete, "was not there");
        }
        for leave in &plan.leaves {
            add(&leave.path, Fate::Leave, words::left(leave.why));
        }
        for capture in captures {
            let writes = capture
                .writes
                .iter()
                .map(|write| (&write.path, Fate::Write, words::written(write.status).to_owned()));
            let deletes =
                capture.deletes.iter().map(|path| (path, Fate::Delete, "was not there".to_owned()));
            for (path, fate, note) in writes.chain(deletes) {
                let path = cut(&whole_path(path).display().to_string());
                files.push(FileLine { path, fate, note, conflict: None, inside: false });
                paths.push(None);
            }
        }
        let mut warnings = Vec::new();
        if !target.complete {
            warnings.push(
                "Not everything could be saved at this message; what is missing stays as it is."
                    .to_owned(),
            );
        }
        (Plan { files, warnings, conversation: None, all }, paths)
    }

    fn diff(&self, point: usize, file: usize) -> Result<Vec<DiffLine>> {
        let (_, target) = self.point(point)?;
        let path = self.shown.get(file).and_then(Option::as_ref);
        let path = path.context("this file is not compared here")?;
        compare::lines(&self.workspace, target.id, path)
    }

    fn plan(&mut self, wish: &Wish) -> Result<Plan> {
        self.ready = None;
        let (message, target) = self.point(wish.point)?;
        let conversation = wish.what.conversation().then(|| {
            format!(
                "The conversation is forked just before this message; {} keeps the old one.",
                self.agents.name(Some(&message.metadata.session_id))
            )
        });
        let picked: Vec<TreePath> = wish
            .picked
            .iter()
            .filter_map(|file| self.shown.get(*file).cloned().flatten())
            .collect();
        let picked = (!picked.is_empty()).then_some(picked);
        let mut shown = Plan { all: wish.all, ..Plan::default() };
        let mut files = None;
        if wish.what.files() {
            let found = self.files(&target, wish.all, picked)?;
            shown = self.shown(&found.0, &found.1, &target, wish.all).0;
            files = Some(found);
        }
        shown.conversation = conversation.filter(|_| self.can_fork());
        self.ready =
            Some(Ready { point: wish.point, files, conversation: wish.what.conversation() });
        Ok(shown)
    }

    fn carry_out(&mut self) -> Done {
        let Some(ready) = self.ready.take() else {
            return Done { said: vec![Said::note("Nothing was changed.")], ..Done::default() };
        };
        let Some(message) = self.points.get(ready.point).cloned() else {
            return failed(&anyhow::anyhow!(NO_SESSION));
        };
        let mut said = Vec::new();
        let mut back = Back { files: false, captures: Vec::new() };
        let files = ready.files.is_some();
        if let Some((plan, captures)) = ready.files {
            let done = self.bring_back(plan, captures, &mut back, &mut said);
            if let Err(error) = done {
                let mut done = failed(&error);
                if back.files {
                    // The workspace is back, what lay beside it is not.
                    done.undoable = true;
                    self.back = Some(back);
                }
                self.outcome.said.clone_from(&done.said);
                return done;
            }
        }
        let description = cut(&message.metadata.description);
        if files {
            self.outcome.restored = Some(message.metadata.id.to_string());
            said.insert(0, Said::good(words::restored(&description)));
        }
        if ready.conversation {
            match self.fork(&message.metadata.session_id, &message.metadata.id, &mut said) {
                Ok(()) if files => {}
                Ok(()) => said.insert(0, Said::good(words::restored(&description))),
                Err(why) if files => {
                    let text = format!("The files are back, the conversation is not: {why}");
                    said.push(Said::warning(text));
                }
                Err(why) => said.insert(0, Said::bad(words::failed(&why))),
            }
        }
        self.outcome.said.clone_from(&said);
        let undoable = back.files || !back.captures.is_empty();
        if undoable {
            self.outcome.said.push(Said::note("`belay undo` brings back what was there before."));
        }
        self.back = undoable.then_some(back);
        self.done(said, undoable)
    }

    /// What is said, and the messages as they are now.
    fn done(&self, said: Vec<Said>, undoable: bool) -> Done {
        Done { said, undoable, points: Some(self.points()) }
    }

    /// Files first; what is said of them is a sum.
    fn bring_back(
        &self,
        plan: StorePlan,
        captures: Vec<CapturePlan>,
        back: &mut Back,
        said: &mut Vec<Said>,
    ) -> Result<()> {
        let (mut written, mut deleted) = (0, 0);
        if !plan.is_empty() {
            let done = self.workspace.restore(plan, &mut Silent)?;
            back.files = true;
            (written, deleted) = (done.written.len(), done.deleted.len());
            History::forget(&self.place.home, &self.place.root);
            said.extend(restore::write_down(&self.place, done.target).map(Said::warning));
        }
        for plan in captures {
            let done = self
                .store
                .restore_capture(plan, &mut Silent)
                .context("the workspace is back, what was saved beside it is not all back")?;
            written += done.written.len();
            deleted += done.deleted.len();
            back.captures.insert(0, done.safety);
        }
        let count = |number: usize| crate::output::count(number, "file");
        let sums = match (written, deleted) {
            (0, 0) => "Folders only.".to_owned(),
            (written, 0) => format!("{} written.", count(written)),
            (0, deleted) => format!("{} deleted.", count(deleted)),
            (written, deleted) => format!("{} written, {deleted} deleted.", count(written)),
        };
        said.insert(0, Said::note(sums));
        Ok(())
    }

    fn fork(
        &mut self,
        session: &SessionId,
        message: &MessageId,
        said: &mut Vec<Said>,
    ) -> Result<(), String> {
        let fork = self.fork.filter(|_| self.can_fork()).ok_or_else(|| NO_FORK.to_owned())?;
        let forked = fork(&self.store, session, message).map_err(|error| sentence(&error))?;
        said.extend(forked.warning.clone().map(Said::warning));
        said.push(Said::note(format!("The conversation goes on with: {}", forked.resume)));
        self.outcome.forked = Some(forked);
        Ok(())
    }

    fn undo(&mut self) -> Done {
        let Some(back) = self.back.take() else {
            return Done { said: vec![Said::note("There is nothing to undo.")], ..Done::default() };
        };
        match self.take_back(&back) {
            Ok(()) => {
                self.outcome.restored = None;
                let text = "Undone: the files are as they were before the rewind.";
                self.outcome.said = vec![Said::good(text)];
                self.done(self.outcome.said.clone(), false)
            }
            Err(error) => {
                let done = failed(&error);
                self.outcome.said.clone_from(&done.said);
                self.back = Some(back);
                Done { undoable: true, ..done }
            }
        }
    }

    fn take_back(&self, back: &Back) -> Result<()> {
        if back.files {
            let done = self.workspace.undo(&mut Silent)?;
            History::forget(&self.place.home, &self.place.root);
            let _ = restore::write_down(&self.place, done.target);
        }
        for safety in &back.captures {
            let none: &[PathBuf] = &[];
            let plan = self.store.plan_restore_capture(*safety, none, &mut Silent)?;
            self.store.restore_capture(plan, &mut Silent)?;
        }
        Ok(())
    }

    fn end_cut_short(&mut self, finish: bool) -> Done {
        let ended = if finish {
            self.workspace.finish_interrupted(&mut Silent)
        } else {
            self.workspace.take_back_interrupted(&mut Silent)
        };
        match ended {
            Ok(done) => {
                let text = if finish {
                    "The restore that was cut short is finished."
                } else {
                    "The restore that was cut short is taken back."
                };
                self.back = done.map(|_| Back { files: true, captures: Vec::new() });
                self.outcome.said = vec![Said::good(text)];
                let undoable = self.back.is_some();
                self.done(self.outcome.said.clone(), undoable)
            }
            Err(error) => {
                let done = failed(&error.into());
                self.outcome.said.clone_from(&done.said);
                done
            }
        }
    }
}

/// A failure in the seed's words, with the way out.
fn failed(error: &anyhow::Error) -> Done {
    let way_out = error
        .chain()
        .find_map(|cause| cause.downcast_ref::<checkpoint_store::Error>())
        .map(words::way_out);
    let mut said = vec![Said::bad(words::failed(&sentence(error)))];
    said.extend(way_out.map(Said::warning));
    Done { said, ..Done::default() }
}

/// An error with its causes, in one line a terminal does not act upon. A promised sentence stands
/// alone.
fn sentence(error: &anyhow::Error) -> String {
    let first = error.to_string();
    if [NO_DATA, NO_SESSION, NONE_AVAILABLE].contains(&first.as_str()) {
        return first;
    }
    let text = format!("{error:#}");
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The sessions of a workspace that have messages to go back to, the newest message first.
fn sessions(
    store: &Store,
    workspace: &Workspace,
    agents: &Agents,
    forks: bool,
) -> Result<Vec<SessionLine>> {
    let here = dunce::simplified(workspace.root());
    let mut lines = Vec::new();
    for session in store.sessions()? {
        let folder = session.workspace.as_deref().map(dunce::simplified);
        if folder.is_some_and(|folder| folder != here) {
            continue;
        }
        let points = store.list_checkpoints(&session.id)?;
        let Some(newest) = points.first() else { continue };
        lines.push(SessionLine {
            agent: agents.name(Some(&session.id)).to_owned(),
            id: session.id.to_string(),
            when: newest.metadata.timestamp,
            points: points.len(),
            text: cut(&newest.metadata.description),
            can_fork: forks && conversations::can_fork(session.agent.as_deref()),
        });
    }
    lines.sort_by_key(|line: &SessionLine| std::cmp::Reverse::<Timestamp>(line.when));
    Ok(lines)
}
