//! The one guard: everything an agent does passes through here.
//!
//! ```text
//! call ──> judge ──> save ──> answer          end of call ──> save ──> record
//!            ^         │                                       ^
//!        settings      └─ what could not be saved              └─ after / on error
//!                         is judged again without it
//! ```
//!
//! The guard never fails: what goes wrong on the way is judged in the careful direction, told to
//! the person, and written down.

pub mod calls;
pub mod codes;
mod events;
mod history;
mod judging;
mod leftovers;
mod own_files;
mod promise;
mod saving;
pub mod sdk;
mod subject;
mod targets;
mod words;

use std::time::Instant;

use checkpoint_store::redacted;
use jiff::Timestamp;
use policy_core::verdict::Decision;

use crate::answer::Answer;
use crate::audit::{self, Entry, Log};
use crate::home::Home;

pub use judging::{COVERAGE, Judged, Judging};
pub use saving::{Saved, Saving};
pub use subject::{Call, Subject};
pub use words::cut;

use calls::{OpenCall, OpenCalls};
use codes::Codes;

/// The guard of one user's machine.
#[derive(Debug)]
pub struct Guard {
    home: Home,
    saving: Saving,
    log: Log,
    calls: OpenCalls,
    codes: Codes,
}

/// What the guard says before a call, and what it did.
#[derive(Debug)]
pub struct Before {
    /// May it go on.
    pub answer: Answer,
    /// What each part would do.
    pub judged: Judged,
    /// What was saved.
    pub saved: Saved,
    /// What a person should know, a sentence each: settings that cannot be read, a save that
    /// failed, a log that could not be written.
    pub troubles: Vec<String>,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// It did not do what it should, as far as the host tells.
    pub failed: bool,
    /// Somebody stopped it.
    pub interrupted: bool,
    /// Its exit code, where the host tells it.
    pub exit_code: Option<i64>,
}

impl Guard {
    /// The guard that keeps its things here.
    #[must_use]
    pub fn new(home: Home) -> Self {
        Self {
            saving: Saving::new(home.store()),
            log: Log::new(home.audit()),
            calls: OpenCalls::new(home.open_calls()),
            codes: Codes::new(home.codes()),
            home,
        }
    }

    /// Judges a call, saves what it puts at risk, and answers.
    pub fn before(&self, call: &Call) -> Before {
        let started = Instant::now();
        let judging = Judging::read(&self.home, &call.workspace);
        let planned = judging.judge(call, Some(judging::COVERAGE));
        let saved = match planned.decision() {
            Decision::Deny => Saved::nothing(),
            Decision::Allow | Decision::Ask => self.saving.before(call, &judging, &planned),
        };
        let mut judged = promise::kept(planned, call, &judging, &saved);
        let own_file = own_files::protect(&self.home, call, &mut judged);
        let mut troubles = judging.problems.clone();
        troubles.extend(saved.trouble.clone());
        let approved = self.approved(call, &judged);
        let answer = if approved {
            Answer::allow()
        } else {
            self.answer(call, &judged, &saved, own_file.as_deref())
        };
        if answer.decision != Decision::Deny {
            troubles.extend(
                self.begin(call, &judged, &saved, &answer).err().map(|error| format!("{error:#}")),
            );
        }
        let decision = decision(call, &judging, &judged, &saved, &answer, approved, started);
        troubles.extend(self.write_down(Entry::Decision(Box::new(decision))));
        Before { answer, judged, saved, troubles }
    }

    /// Takes note of a call's end, and saves where the settings ask for it: after a success, or
    /// after a failure.
    pub fn after(&self, call: &Call, outcome: Outcome) -> Saved {
        let open = self.calls.end(&call.session, call.id.as_deref(), &call.hash());
        let judging = Judging::read(&self.home, &call.workspace);
        let plan = open.as_ref().map_or_else(
            // The beginning was not seen (another process was killed, or the host tells only the
            // end): the same text still has the same plan.
            || {
                let judged = judging.judge(call, Some(judging::COVERAGE));
                (judged.saves_after(), judged.saves_on_error())
            },
            |open| (open.after, open.on_error),
        );
        let wanted = if outcome.failed { plan.1 } else { plan.0 };
        let saved = if wanted {
            self.saving.after(call, &judging, outcome.failed)
        } else {
            Saved::nothing()
        };
        let effect = audit::Effect {
            agent: call.agent.clone(),
            session: Some(call.session.clone()),
            call: call.id.clone(),
            result: result(call, outcome).to_owned(),
            approved_by: open.as_ref().filter(|open| open.asked).map(|_| "host".to_owned()),
            exit_code: outcome.exit_code,
            checkpoint: saved.checkpoint.clone(),
            trouble: saved.trouble.clone(),
            millis: open.map(|open| {
                let taken = Timestamp::now().duration_since(open.time).as_millis();
                u64::try_from(taken).unwrap_or_default()
            }),
        };
        self.write_down(Entry::Effect(Box::new(effect)));
        saved
    }

    /// The settings and policy in force for a workspace.
    #[must_use]
    pub fn judging(&self, workspace: &std::path::Path) -> Judging {
        Judging::read(&self.home, workspace)
    }

    /// Where checkpoints are made.
    #[must_use]
    pub fn saving(&self) -> &Saving {
        &self.saving
    }

    /// The audit log.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Codes that wait for a person.
    #[must_use]
    pub fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Calls that have begun.
    #[must_use]
    pub fn calls(&self) -> &OpenCalls {
        &self.calls
    }

    /// Whether a person has allowed exactly this call. A list's refusal is not theirs to lift.
    fn approved(&self, call: &Call, judged: &Judged) -> bool {
        judged.decision() == Decision::Ask && {
            let cwd = call.cwd.to_string_lossy();
            self.codes.take(&call.session, &cwd, &call.text()).is_some()
        }
    }

    fn answer(
        &self,
        call: &Call,
        judged: &Judged,
        saved: &Saved,
        own_file: Option<&std::path::Path>,
    ) -> Answer {
        let Some(verdict) = judged.strictest() else { return Answer::allow() };
        let text = redacted(&call.text());
        let answer = match own_file {
            Some(file) if verdict.permission.decision == Decision::Ask => {
                words::own_file(&text, file)
            }
            _ => words::answer(verdict, &text, saved.trouble.as_deref()),
        };
        if answer.decision != Decision::Ask || call.can_ask {
            return answer;
        }
        let cwd = call.cwd.to_string_lossy();
        match self.codes.issue(&call.session, &cwd, &call.text(), &text) {
            Ok(code) => answer.code(code),
            // Without a code it is refused all the same; the reason stands for itself.
            Err(_) => answer,
        }
    }

    fn begin(
        &self,
        call: &Call,
        judged: &Judged,
        saved: &Saved,
        answer: &Answer,
    ) -> anyhow::Result<()> {
        // What a host that cannot ask is told is a refusal.
        let asked = answer.decision == Decision::Ask && call.can_ask;
        // A call that only reads leaves nothing to pair.
        let saves = judged.saves_before() || judged.saves_after() || judged.saves_on_error();
        if !saves && !asked {
            return Ok(());
        }
        let open = OpenCall {
            call: call.id.clone(),
            subject_hash: call.hash(),
            workspace: call.workspace.to_string_lossy().into_owned(),
            time: Timestamp::now(),
            checkpoint: saved.checkpoint.clone(),
            after: judged.saves_after(),
            on_error: judged.saves_on_error(),
            background: call.background,
            asked,
        };
        self.calls.begin(&call.session, &open)
    }

    /// Writes down what went wrong beside an event that needs no answer.
    fn tell(&self, outcome: anyhow::Result<()>, what: &str, call: &Call) {
        let Err(error) = outcome else { return };
        let effect = audit::Effect {
            agent: call.agent.clone(),
            session: Some(call.session.clone()),
            result: "trouble".to_owned(),
            trouble: Some(format!("{what}: {error:#}")),
            ..audit::Effect::default()
        };
        self.write_down(Entry::Effect(Box::new(effect)));
    }

    /// Appends to the log; what keeps it from being written is told, and stops nothing.
    fn write_down(&self, entry: Entry) -> Option<String> {
        self.log
            .append(entry)
            .err()
            .map(|error| format!("the audit log was not written: {error:#}"))
    }
}

fn decision(
    call: &Call,
    judging: &Judging,
    judged: &Judged,
    saved: &Saved,
    answer: &Answer,
    approved: bool,
    started: Instant,
) -> audit::Decision {
    let verdict = judged.strictest();
    let rules = judged.verdicts.iter().flat_map(|verdict| &verdict.findings);
    audit::Decision {
        agent: call.agent.clone(),
        session: Some(call.session.clone()),
        call: call.id.clone(),
        cwd: Some(call.cwd.to_string_lossy().into_owned()),
        action: verdict.map_or("none", |verdict| verdict.action.name()).to_owned(),
        subject: redacted(&call.text()),
        subject_hash: call.hash(),
        risk: verdict.map_or("safe", |verdict| verdict.risk.name()).to_owned(),
        recovery: verdict.map_or("full", |verdict| verdict.recovery.name()).to_owned(),
        rules: rules.filter_map(|finding| Some(finding.rule.rule()?.id.to_owned())).collect(),
        answer: answer.decision.name().to_owned(),
        because: if approved {
            "one_time_code"
        } else {
            verdict.map_or("safe", |verdict| verdict.permission.why.name())
        }
        .to_owned(),
        policy: judging.digest.clone(),
        approved_by: approved.then(|| "one-time code".to_owned()),
        checkpoint: saved.checkpoint.clone(),
        trouble: saved.trouble.clone().or_else(|| judging.unreadable().map(str::to_owned)),
        micros: u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
    }
}

fn result(call: &Call, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome { interrupted: true, .. } => "interrupted",
        Outcome { failed: true, .. } => "failed",
        _ if call.background => "started",
        _ => "ran",
    }
}
