//! What agents tell: each event of a session finds its part of the guard.

use std::env;
use std::path::PathBuf;

use anyhow::Result;
use checkpoint_store::{MessageId, SessionId, Silent, Store, describe, redacted};
use jiff::{SignedDuration, Timestamp};

use super::saving::by_others;
use super::{Call, Guard, Outcome, sdk};
use crate::acp;
use crate::answer::{Answer, Decision};
use crate::conversations;
use crate::event::{Event, Host, Moment};
use crate::hook::process;
use crate::wrap;

impl process::Guard for Guard {
    fn answer(&mut self, event: &Event) -> Answer {
        let call = self.call(event);
        match event.moment {
            Moment::PreTool | Moment::PermissionRequest => self.before(&call).answer,
            Moment::PostTool | Moment::PostToolFailure => {
                let outcome = Outcome {
                    failed: event.failed(),
                    interrupted: event.interrupted == Some(true),
                    exit_code: event.exit_code,
                };
                self.after(&call, outcome);
                Answer::allow()
            }
            Moment::Prompt => {
                let saved = self.prompted(&call, event.text.as_deref(), Some(event));
                self.tell(saved, "the message was not saved", &call);
                Answer::allow()
            }
            Moment::SessionStart => {
                self.calls.expire();
                self.started(&call, event.host)
            }
            Moment::SessionEnd => {
                self.calls.forget(&call.session);
                self.tell(self.ended(&call), "the session was not archived", &call);
                Answer::allow()
            }
            Moment::Stop | Moment::Ignored => Answer::allow(),
        }
    }

    fn when_it_fails(&self) -> Decision {
        Decision::Ask
    }
}

impl Guard {
    fn call(&self, event: &Event) -> Call {
        let here = env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let mut call = Call::of(event, &here, self.home.user.as_deref());
        if env::var_os(acp::VARIABLE).is_some() {
            // Where nothing of it is known, the host's own name will do.
            let told = self.told_over_acp(&call).ok().flatten();
            call.message = told.or(call.message);
        }
        call
    }

    /// The message that is being worked on, where the agent stands behind `belay acp`. That one has
    /// told of it before the agent could, by another name: it is one message all the same.
    fn told_over_acp(&self, call: &Call) -> Result<Option<String>> {
        if !self.saving.exists() {
            return Ok(None);
        }
        let store = self.saving.store(&self.judging(&call.workspace).policy)?;
        let session = SessionId::new(call.session.as_str())?;
        let last = store.list_checkpoints(&session)?.into_iter().next();
        let name = last.map(|last| last.metadata.id.to_string());
        Ok(name.filter(|name| name.starts_with(acp::MESSAGE)))
    }

    /// A session begins. It may go on; what its person should know is said with it.
    fn started(&self, call: &Call, host: Host) -> Answer {
        let warning = match host {
            Host::Claude => sdk::warning(&self.judging(&call.workspace)),
            _ => None,
        };
        let notice = warning.map(|warning| format!("Warning: {warning}"));
        Answer { notice, ..Answer::allow() }
    }

    /// A person has sent a message by another way than a hook: a point to go back to, with the
    /// workspace as it is now. What keeps it from being saved is written down.
    pub fn prompt(&self, call: &Call, text: &str) {
        self.tell(self.prompted(call, Some(text), None), "the message was not saved", call);
    }

    /// The same; an event may also tell where the conversation is kept.
    fn prompted(&self, call: &Call, text: Option<&str>, event: Option<&Event>) -> Result<()> {
        let judging = self.judging(&call.workspace);
        let settings = judging.policy.settings();
        if !settings.enable_file_checkpointing.value || !settings.checkpoint_enabled.value {
            return Ok(());
        }
        let store = self.saving.store(&judging.policy)?;
        let session = SessionId::new(call.session.as_str())?;
        store.start_session(&session, Some(&call.workspace), Some(&call.agent))?;
        let description = describe(&text.map(redacted).into());
        let message = match &call.message {
            Some(message) => MessageId::new(message.as_str())?,
            None => unnamed(&store, &session, &description)?,
        };
        store.record_message(&session, &message, &description)?;
        if let Some(event) = event {
            let kept = conversations::capture(&store, &session, &message, event);
            self.tell(kept, "the conversation was not kept", call);
        }
        self.tell(wrap::note_session(&self.home, &session), "the menu does not know this", call);
        let workspace = store.workspace(&call.workspace)?;
        let changed_by_others = by_others(workspace.latest()?.as_ref(), &session);
        store.save_at_message(&workspace, (&session, &message), changed_by_others, &mut Silent)?;
        Ok(())
    }

    fn ended(&self, call: &Call) -> Result<()> {
        if !self.saving.exists() {
            return Ok(());
        }
        let store = self.saving.store(&self.judging(&call.workspace).policy)?;
        let session = SessionId::new(call.session.as_str())?;
        if store.session(&session).is_ok() {
            store.archive_session(&session)?;
        }
        Ok(())
    }
}

/// A name for a message of a host that has none for it. Two programs may tell of the same message
/// at the same time: the second one means the first.
fn unnamed(store: &Store, session: &SessionId, description: &str) -> Result<MessageId> {
    let now = Timestamp::now();
    if let Some(last) = store.list_checkpoints(session)?.into_iter().next()
        && last.metadata.id.as_str().starts_with(UNNAMED)
        && last.metadata.description == description
        && now.duration_since(last.metadata.timestamp) < AT_THE_SAME_TIME
    {
        return Ok(last.metadata.id);
    }
    Ok(MessageId::new(format!("{UNNAMED}{}", now.as_microsecond()))?)
}

/// What names of unnamed messages begin with.
const UNNAMED: &str = "prompt-";

/// Nobody sends the same message twice within this time.
const AT_THE_SAME_TIME: SignedDuration = SignedDuration::from_secs(2);
