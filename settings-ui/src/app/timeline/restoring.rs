//! The way back: a plan is shown, carried out as it was shown, and can be taken back at once.

use std::sync::Arc;

use leptos::prelude::*;
use timeline_wire::{
    Done, End, EndInterrupted, Moment, Plan, PlanRestore, Problem, ProblemCode, Restore, Scope,
    Undo,
};

use super::TimelineApp;
use crate::host::timeline::beside;
use crate::i18n::{Key, text_with};

/// What is to be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All files.
    Whole,
    /// What the moment's own session has changed.
    Session,
    /// One file.
    File(String),
}

/// A restore on its way.
#[derive(Clone, Debug)]
pub struct Restoring {
    /// Where to.
    pub moment: Arc<Moment>,
    /// What.
    pub wanted: Wanted,
    /// What it would do, as soon as that is known.
    pub plan: Option<Plan>,
    /// Whether what others have changed is overwritten as well.
    pub all: bool,
    /// Whether it is being carried out.
    pub working: bool,
    /// Why it was not.
    pub problem: Option<Problem>,
}

/// What came of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was done.
    pub done: Done,
    /// Whether it was itself an undo.
    pub undone: bool,
}

impl Outcome {
    /// In words.
    pub fn text(&self) -> String {
        let key = if self.undone { Key::TimelineRestoreUndone } else { Key::TimelineRestoreDone };
        let (written, deleted) = (self.done.written.to_string(), self.done.deleted.to_string());
        text_with(key, &[("written", &written), ("deleted", &deleted)])
    }
}

impl TimelineApp {
    /// Plans to go back to a moment, or to bring one file of it back.
    pub fn plan(self, moment: Arc<Moment>, file: Option<String>) {
        let wanted = match file {
            Some(path) => Wanted::File(path),
            None if self.others_worked_since(&moment) => Wanted::Session,
            None => Wanted::Whole,
        };
        self.restoring.set(Some(Restoring {
            moment,
            wanted,
            plan: None,
            all: false,
            working: false,
            problem: None,
        }));
        self.plan_again();
    }

    /// Where others have worked since, theirs stays unless the person says otherwise.
    fn others_worked_since(self, moment: &Moment) -> bool {
        let chronicle = self.chronicle.read_untracked();
        let Some(mine) = moment.session else { return false };
        let sessions = &chronicle.head().sessions;
        sessions
            .iter()
            .enumerate()
            .any(|(place, session)| place != mine && session.latest > moment.time)
    }

    /// Chooses what is to be restored.
    pub fn want(self, wanted: Wanted) {
        self.restoring.update(|restoring| {
            if let Some(restoring) = restoring {
                restoring.wanted = wanted;
                restoring.plan = None;
                restoring.all = false;
                restoring.problem = None;
            }
        });
        self.plan_again();
    }

    /// Agrees to overwrite what others have changed.
    pub fn agree(self, all: bool) {
        self.restoring.update(|restoring| {
            if let Some(restoring) = restoring {
                restoring.all = all;
            }
        });
    }

    fn plan_again(self) {
        let Some(asked) = self.restoring.get_untracked() else { return };
        beside(async move {
            let request = PlanRestore {
                id: asked.moment.id.clone(),
                scope: match &asked.wanted {
                    Wanted::Whole => Scope::Whole,
                    Wanted::Session => Scope::Session,
                    Wanted::File(path) => Scope::Paths { paths: vec![path.clone()] },
                },
            };
            let answer: Result<Plan, Problem> = self.server().change("/plan", &request).await;
            self.restoring.update(|restoring| {
                let Some(now) = restoring.as_mut() else { return };
                // Somebody has chosen something else meanwhile.
                if now.moment.id != asked.moment.id || now.wanted != asked.wanted {
                    return;
                }
                match answer {
                    Ok(plan) => now.plan = Some(plan),
                    Err(problem) => now.problem = Some(problem),
                }
            });
        });
    }

    /// Does it.
    pub fn carry_out(self) {
        let Some(asked) = self.restoring.get_untracked() else { return };
        let Some(plan) = asked.plan.filter(|_| !asked.working) else { return };
        self.restoring.update(|restoring| {
            if let Some(restoring) = restoring {
                restoring.working = true;
                restoring.problem = None;
            }
        });
        beside(async move {
            let request = Restore { plan: plan.name, all: asked.all };
            let answer: Result<Done, Problem> = self.server().change("/restore", &request).await;
            match answer {
                Ok(done) => {
                    self.restoring.set(None);
                    self.file.set(None);
                    self.tell(Outcome { done, undone: false });
                }
                Err(problem) => {
                    let outdated = problem.code == ProblemCode::Outdated;
                    self.restoring.update(|restoring| {
                        if let Some(restoring) = restoring {
                            restoring.working = false;
                            // A plan is carried out once: whatever stopped it, there is a new one.
                            restoring.plan = None;
                            restoring.all &= !outdated;
                            restoring.problem = Some(problem);
                        }
                    });
                    self.plan_again();
                }
            }
            self.refresh().await;
        });
    }

    /// Takes the last restore back.
    pub fn undo(self, safety: String) {
        self.outcome.set(None);
        self.change("/undo", Undo { safety }, true);
    }

    /// Brings a restore that was cut short to an end.
    pub fn end_interrupted(self, end: End) {
        self.change("/interrupted", EndInterrupted { end }, end == End::TakeBack);
    }

    fn change(self, path: &'static str, asked: impl serde::Serialize + 'static, undone: bool) {
        beside(async move {
            match self.server().change(path, &asked).await {
                Ok(done) => self.tell(Outcome { done, undone }),
                Err(problem) => self.fail(problem),
            }
            self.refresh().await;
        });
    }

    fn tell(self, outcome: Outcome) {
        self.problem.set(None);
        self.say(outcome.text());
        self.outcome.set(Some(outcome));
        // Files have changed: what is compared with now looks different.
        self.look_again();
    }
}
