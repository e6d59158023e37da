//! Single files, messages and contexts.

use checkpoint_store::{
    ApiCallContextSnapshot, Contents, ContextRestore, FileCheckpoint, LogEntry, LogFilter,
    MessageCheckpoint, RewindOptions, RewindResult, SavedContext, SavedFile, Scope, Session,
    Silent, describe, redacted,
};
use serde_json::Value;

use super::message::{Code, Failure};
use super::protocol::{
    CaptureMessage, CreateCheckpoint, HostEvent, LabelCheckpoint, Nothing, OfContext, OfMessage,
    OfSession, PinCheckpoint, RestoreContext, RestoreOutcome, RewindMessage, SaveContext,
};
use super::worker::{Turn, Worker};
use crate::rewind::words::{NO_DATA, NOT_ENABLED};

impl Worker {
    pub(super) fn create_checkpoint(
        &mut self,
        turn: &mut Turn,
        asked: CreateCheckpoint,
    ) -> Result<Option<String>, Failure> {
        if !self.saves_files() {
            return Ok(None);
        }
        let path = self.root().join(&asked.file_path);
        let saved = self.store()?.create_checkpoint(&asked.session_id, &asked.message_id, path)?;
        if let SavedFile::Skipped { reason } = &saved {
            // Null is all the result can say; why is told beside it.
            let (path, reason) = (asked.file_path, reason.clone());
            turn.event(HostEvent::Skipped { path, reason });
        }
        Ok(saved.id().map(|id| id.to_string()))
    }

    pub(super) fn list_checkpoints(
        &mut self,
        _: &mut Turn,
        asked: OfSession,
    ) -> Result<Vec<FileCheckpoint>, Failure> {
        Ok(self.store()?.get_checkpoints(&asked.session_id, Contents::Include)?)
    }

    pub(super) fn rewind_files(
        &mut self,
        turn: &mut Turn,
        asked: OfMessage,
    ) -> Result<RewindResult, Failure> {
        let OfMessage { session_id, message_id } = asked;
        let careful = RewindOptions::default();
        Ok(self.store()?.rewind_files_telling(&session_id, &message_id, &careful, turn)?)
    }

    pub(super) fn undo_rewind(
        &mut self,
        _: &mut Turn,
        asked: OfSession,
    ) -> Result<RewindResult, Failure> {
        Ok(self.store()?.undo_rewind(&asked.session_id)?)
    }

    pub(super) fn cleanup(&mut self, _: &mut Turn, _: Nothing) -> Result<u64, Failure> {
        Ok(self.store()?.cleanup(&mut Silent)?.removed_checkpoints)
    }

    pub(super) fn label(&mut self, _: &mut Turn, asked: LabelCheckpoint) -> Result<(), Failure> {
        Ok(self.store()?.label(asked.id, asked.label.as_deref())?)
    }

    pub(super) fn pin(&mut self, _: &mut Turn, asked: PinCheckpoint) -> Result<(), Failure> {
        Ok(self.store()?.pin(asked.id, asked.pinned)?)
    }

    pub(super) fn sessions(&mut self, _: &mut Turn, _: Nothing) -> Result<Vec<Session>, Failure> {
        Ok(self.store()?.sessions()?)
    }

    pub(super) fn archive(&mut self, _: &mut Turn, asked: OfSession) -> Result<(), Failure> {
        Ok(self.store()?.archive_session(&asked.session_id)?)
    }

    pub(super) fn capture_message(
        &mut self,
        turn: &mut Turn,
        asked: CaptureMessage,
    ) -> Result<MessageCheckpoint, Failure> {
        if !self.saves_files() {
            return Err(Failure::new(Code::NotEnabled, NOT_ENABLED));
        }
        let description = describe(&without_secrets(asked.description));
        let root = self.root().to_path_buf();
        let store = self.store()?;
        store.start_session(&asked.session_id, Some(&root), None)?;
        let message = store.record_message(&asked.session_id, &asked.message_id, &description)?;
        let workspace = self.workspace()?;
        let store = self.store()?;
        store.save_at_message(&workspace, (&asked.session_id, &asked.message_id), false, turn)?;
        Ok(message)
    }

    pub(super) fn list_messages(
        &mut self,
        _: &mut Turn,
        asked: OfSession,
    ) -> Result<Vec<MessageCheckpoint>, Failure> {
        Ok(self.store()?.list_checkpoints(&asked.session_id)?)
    }

    /// Back to the checkpoint that was made for a message.
    pub(super) fn rewind_message(
        &mut self,
        turn: &mut Turn,
        asked: RewindMessage,
    ) -> Result<RestoreOutcome, Failure> {
        let workspace = self.workspace()?;
        let found =
            self.store()?.checkpoint_at(&workspace, &asked.session_id, &asked.message_id)?;
        let Some(target) = found.map(|found| found.id) else {
            return Err(Failure::new(Code::NotFound, NO_DATA));
        };
        let scope = if asked.all { Scope::All } else { Scope::Session(asked.session_id) };
        self.restore_to(turn, target, &scope, asked.mode, asked.all)
    }

    pub(super) fn timeline(
        &mut self,
        _: &mut Turn,
        asked: LogFilter,
    ) -> Result<Vec<LogEntry>, Failure> {
        Ok(self.store()?.log(&asked)?)
    }

    pub(super) fn save_context(
        &mut self,
        _: &mut Turn,
        asked: SaveContext,
    ) -> Result<SavedContext, Failure> {
        let (message, id) = (asked.message_id.as_ref(), asked.api_request_id.as_deref());
        let commit = asked.commit_hash.as_deref();
        Ok(self.store()?.save_context(&asked.session_id, message, id, commit, &asked.snapshot)?)
    }

    pub(super) fn contexts(
        &mut self,
        _: &mut Turn,
        asked: OfSession,
    ) -> Result<Vec<SavedContext>, Failure> {
        Ok(self.store()?.contexts(&asked.session_id)?)
    }

    pub(super) fn context(
        &mut self,
        _: &mut Turn,
        asked: OfContext,
    ) -> Result<ApiCallContextSnapshot, Failure> {
        Ok(self.store()?.context(&asked.session_id, &asked.api_request_id)?)
    }

    pub(super) fn restore_context(
        &mut self,
        _: &mut Turn,
        asked: RestoreContext,
    ) -> Result<ContextRestore, Failure> {
        Ok(self.store()?.restore_context(&asked.session_id, &asked.options)?)
    }

    fn saves_files(&self) -> bool {
        self.guard.judging(self.root()).policy.settings().enable_file_checkpointing.value
    }
}

/// The content of a message with its secrets taken out, in the shape it came in.
fn without_secrets(content: Value) -> Value {
    match content {
        Value::String(text) => Value::String(redacted(&text)),
        Value::Array(blocks) => blocks.into_iter().map(without_secrets).collect(),
        Value::Object(fields) => Value::Object(
            fields.into_iter().map(|(key, value)| (key, without_secrets(value))).collect(),
        ),
        other => other,
    }
}
