//! Whole workspaces: saved, compared, brought back.

use checkpoint_store::{
    Checkpoint, CheckpointId, Content, Filter, Plan, RestoreMode, SaveRequest, Saved, Scope,
    TreePath, Workspace,
};

use super::message::{Code, Failure};
use super::protocol::{
    ConflictData, DiffWorkspace, FileDiff, ListWorkspace, ReadFile, RestoreOutcome,
    RestoreWorkspace, SaveWorkspace, UndoWorkspace,
};
use super::worker::{Turn, Worker};

/// The longest text that is sent for a comparison.
const MOST_TEXT: u64 = 4 << 20;

impl Worker {
    pub(super) fn save(&mut self, turn: &mut Turn, asked: SaveWorkspace) -> Result<Saved, Failure> {
        let root = self.root().to_path_buf();
        if let Some(session) = &asked.session_id {
            self.store()?.start_session(session, Some(&root), None)?;
        }
        let request = SaveRequest {
            session: asked.session_id,
            message: asked.message_id,
            reason: asked.message,
            allow_empty: asked.allow_empty,
            ..SaveRequest::default()
        };
        Ok(self.workspace()?.save(request, turn)?)
    }

    pub(super) fn list(
        &mut self,
        _: &mut Turn,
        asked: ListWorkspace,
    ) -> Result<Vec<Checkpoint>, Failure> {
        let filter = Filter {
            session: asked.session_id,
            text: asked.text,
            limit: asked.limit,
            ..Filter::default()
        };
        Ok(self.workspace()?.list(&filter)?)
    }

    pub(super) fn diff(
        &mut self,
        turn: &mut Turn,
        asked: DiffWorkspace,
    ) -> Result<Vec<FileDiff>, Failure> {
        let workspace = self.workspace()?;
        let from = workspace.find(&asked.from)?.id;
        let to = asked.to.map(|to| workspace.find(&to)).transpose()?.map(|found| found.id);
        let mut files = Vec::new();
        for difference in workspace.diff(from, to, turn)? {
            let mut file = FileDiff { difference, before_text: None, after_text: None };
            if asked.contents {
                let path = file.difference.path.clone();
                file.before_text = text(&workspace, Some(from), &path)?;
                file.after_text = text(&workspace, to, &path)?;
            }
            files.push(file);
        }
        Ok(files)
    }

    pub(super) fn read_file(
        &mut self,
        _: &mut Turn,
        asked: ReadFile,
    ) -> Result<Option<String>, Failure> {
        let workspace = self.workspace()?;
        let at = asked.checkpoint.map(|id| workspace.find(&id)).transpose()?;
        text(&workspace, at.map(|found| found.id), &tree_path(&asked.path)?)
    }

    pub(super) fn restore(
        &mut self,
        turn: &mut Turn,
        asked: RestoreWorkspace,
    ) -> Result<RestoreOutcome, Failure> {
        let target = self.workspace()?.find(&asked.id)?.id;
        let scope = match (asked.paths, asked.session_id) {
            (Some(paths), _) => {
                let paths: Result<Vec<TreePath>, Failure> =
                    paths.iter().map(|path| tree_path(path)).collect();
                Scope::Paths(paths?)
            }
            (None, Some(session)) => Scope::Session(session),
            (None, None) => Scope::All,
        };
        self.restore_to(turn, target, &scope, asked.mode, asked.all)
    }

    pub(super) fn undo(
        &mut self,
        turn: &mut Turn,
        asked: UndoWorkspace,
    ) -> Result<RestoreOutcome, Failure> {
        let workspace = self.workspace()?;
        let plan = workspace.plan_undo(turn)?;
        carried_out(&workspace, plan, asked.mode, turn)
    }

    pub(super) fn redo(
        &mut self,
        turn: &mut Turn,
        asked: UndoWorkspace,
    ) -> Result<RestoreOutcome, Failure> {
        let workspace = self.workspace()?;
        let plan = workspace.plan_redo(turn)?;
        carried_out(&workspace, plan, asked.mode, turn)
    }

    /// Plans a restore and carries it out. What others have changed since is not overwritten
    /// unless the client says so.
    pub(super) fn restore_to(
        &mut self,
        turn: &mut Turn,
        target: CheckpointId,
        scope: &Scope,
        mode: RestoreMode,
        all: bool,
    ) -> Result<RestoreOutcome, Failure> {
        let workspace = self.workspace()?;
        let plan = workspace.plan_restore(target, scope, turn)?;
        if mode == RestoreMode::Restore && !all && !plan.conflicts.is_empty() {
            let count = plan.conflicts.len();
            let sentence = format!(
                "others have changed {count} of these files since; `all` restores them as well"
            );
            return Err(Failure::new(Code::Conflict, sentence).with(&ConflictData { plan }));
        }
        carried_out(&workspace, plan, mode, turn)
    }
}

fn carried_out(
    workspace: &Workspace,
    plan: Plan,
    mode: RestoreMode,
    turn: &mut Turn,
) -> Result<RestoreOutcome, Failure> {
    let restored = match mode {
        RestoreMode::Preview => None,
        RestoreMode::Restore => Some(workspace.restore(plan.clone(), turn)?),
    };
    Ok(RestoreOutcome { plan, restored })
}

/// The text of a file on one side; nothing where it is not text, too long or missing.
fn text(
    workspace: &Workspace,
    at: Option<CheckpointId>,
    path: &TreePath,
) -> Result<Option<String>, Failure> {
    Ok(match workspace.content(at, path, MOST_TEXT)? {
        Content::Text(text) => Some(text),
        _ => None,
    })
}

fn tree_path(path: &str) -> Result<TreePath, Failure> {
    TreePath::new(path).ok_or_else(|| {
        let sentence = format!("`{path}` is not a path in the workspace");
        Failure::new(Code::InvalidParams, sentence)
    })
}
