//! The guard, for agents that ask it themselves.

use std::path::{Path, PathBuf};

use policy_core::shell::{Platform, detect};
use policy_core::verdict::Units;
use policy_core::wire::{self, Action};

use super::message::Failure;
use super::protocol::{After, Before, Ended, Guarded};
use super::worker::{Turn, Worker};
use crate::guard::{Call, Outcome, Subject};
use crate::home::workspace_root;

impl Worker {
    pub(super) fn before(&mut self, _: &mut Turn, asked: Before) -> Result<Guarded, Failure> {
        let call = self.call(asked);
        let before = self.guard.before(&call);
        let texts = call.subjects.iter().map(Subject::text);
        let verdicts = before.judged.verdicts.iter().zip(texts);
        Ok(Guarded {
            decision: before.answer.decision,
            reason: before.answer.reason,
            instead: before.answer.instead,
            code: before.answer.code,
            verdicts: verdicts
                .map(|(verdict, text)| wire::Verdict::new(verdict, text, Units::Utf16))
                .collect(),
            checkpoint: before.saved.checkpoint,
            capture: before.saved.captures.into_iter().next(),
            troubles: before.troubles,
        })
    }

    pub(super) fn after(&mut self, _: &mut Turn, asked: After) -> Result<Ended, Failure> {
        let outcome = Outcome {
            failed: asked.failed,
            interrupted: asked.interrupted,
            exit_code: asked.exit_code,
        };
        let saved = self.guard.after(&self.call(asked.call), outcome);
        Ok(Ended { checkpoint: saved.checkpoint, trouble: saved.trouble })
    }

    fn call(&self, asked: Before) -> Call {
        let cwd = self.root().join(asked.cwd.unwrap_or_default());
        Call {
            agent: asked.agent.unwrap_or_else(|| "rpc".to_owned()),
            session: asked.session_id.to_string(),
            id: asked.call_id,
            message: asked.message_id.map(|id| id.to_string()),
            workspace: self.workspace_of(&cwd),
            cwd,
            subjects: vec![subject(asked.action)],
            background: asked.background,
            can_ask: asked.can_ask,
        }
    }

    /// A call in a folder of its own may belong to another workspace.
    fn workspace_of(&self, cwd: &Path) -> PathBuf {
        if cwd.starts_with(self.root()) {
            self.root().to_path_buf()
        } else {
            workspace_root(cwd, self.home.user.as_deref())
        }
    }
}

fn subject(action: Action) -> Subject {
    match action {
        Action::Execute { command, shell, platform } => {
            let usual = match platform {
                Platform::Windows => "powershell",
                Platform::Unix => "bash",
            };
            let shell = detect(shell.as_deref().unwrap_or(usual), platform);
            Subject::Run { command, shell }
        }
        Action::Read { path } => Subject::Read(path),
        Action::Write { path } => Subject::Write(path),
        Action::Browser { url } => Subject::Browse(url),
        Action::Mcp { tool } => Subject::Mcp(tool),
    }
}
