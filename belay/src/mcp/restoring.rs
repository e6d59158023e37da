//! `checkpoint_restore`: back to a checkpoint, by the way every call goes.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use checkpoint_store::{Plan, Restored, Scope, Silent, TreePath};
use policy_core::shell::Dialect;

use super::desk::{Work, allowed};
use super::shapes::{Contested, RestoreAsked, Returned};
use crate::audit::{Effect, Entry};
use crate::commands::run::quoted;
use crate::commands::undoing::History;
use crate::guard::{Call, Outcome, Subject};

/// The most files that are judged one by one. Of more, the folders at the top are.
const MOST_JUDGED: usize = 500;

impl Work {
    pub(super) fn restore(&mut self, asked: &RestoreAsked, caller: &str) -> Result<Returned> {
        let target = self.named(&asked.id)?;
        let scope = match self.paths(&asked.paths)? {
            paths if paths.is_empty() => Scope::All,
            paths => Scope::Paths(paths),
        };
        let workspace = self.workspace()?;
        let plan = workspace.plan_restore(target, &scope, &mut Silent)?;
        if asked.dry_run || plan.is_empty() {
            return Ok(Returned::of(&plan, None));
        }
        if !asked.all && !plan.conflicts.is_empty() {
            bail!(
                "Nothing was changed: others have changed {} of these files since, as a dry run \
                 shows. Restore only your own with `paths`, or tell the person and set `all`.",
                plan.conflicts.len()
            );
        }
        let call = self.call(caller, subjects(&plan));
        allowed(&self.guard.before(&call))?;
        let restored = workspace.restore(plan.clone(), &mut Silent);
        let outcome = Outcome { failed: restored.is_err(), ..Outcome::default() };
        self.guard.after(&call, outcome);
        let restored = restored?;
        self.write_down(&call, &restored);
        History::forget(&self.home, &self.root);
        Ok(Returned::of(&plan, Some(&restored)))
    }

    fn write_down(&self, call: &Call, restored: &Restored) {
        let effect = Effect {
            agent: call.agent.clone(),
            session: Some(call.session.clone()),
            result: "restored".to_owned(),
            checkpoint: Some(restored.target.to_string()),
            ..Effect::default()
        };
        // The restore itself is done and on record in the store.
        let _ = self.guard.log().append(Entry::Effect(Box::new(effect)));
    }
}

/// What going back does, for the guard: the command a person would type, and every file it
/// changes. So the lists of the settings apply to it, and Belay's own files are asked about.
fn subjects(plan: &Plan) -> Vec<Subject> {
    let changed: Vec<&TreePath> =
        plan.writes.iter().map(|write| &write.path).chain(&plan.deletes).collect();
    let names: BTreeSet<String> = if changed.len() <= MOST_JUDGED {
        changed.iter().map(ToString::to_string).collect()
    } else {
        let top = |path: &TreePath| path.to_string().split('/').next().map(str::to_owned);
        changed.into_iter().filter_map(top).collect()
    };
    // With their names: the plan is known here, and what it writes is judged below.
    let mut command = format!("belay restore {} --", plan.target);
    for name in &names {
        command.push(' ');
        command.push_str(&quoted(name));
    }
    let mut subjects = vec![Subject::Run { command, shell: Dialect::Bash }];
    subjects.extend(names.into_iter().map(Subject::Write));
    subjects
}

impl Returned {
    fn of(plan: &Plan, restored: Option<&Restored>) -> Self {
        let summary = match restored {
            Some(done) => format!(
                "{} written, {} deleted. What was there before is checkpoint {}; `belay undo` \
                 takes this back.",
                done.written.len(),
                done.deleted.len(),
                done.safety.short()
            ),
            None if plan.is_empty() => "Everything is as it was then.".to_owned(),
            None => "Nothing was changed: this is what would happen. Set `dry_run` to false to do \
                     it."
            .to_owned(),
        };
        let conflicts = plan.conflicts.iter().map(|conflict| Contested {
            path: conflict.path.to_string(),
            session: conflict.session.as_ref().map(ToString::to_string),
            checkpoint: conflict.checkpoint.to_string(),
        });
        Self {
            restored: restored.is_some(),
            summary,
            target: plan.target.to_string(),
            safety: restored.map(|done| done.safety.to_string()),
            writes: plan.writes.iter().map(|write| write.path.to_string()).collect(),
            deletes: plan.deletes.iter().map(ToString::to_string).collect(),
            leaves: plan.leaves.iter().map(|leave| leave.path.to_string()).collect(),
            conflicts: conflicts.collect(),
        }
    }
}
