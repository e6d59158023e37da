//! A guard that saves nothing: the verdict on the text alone, under the built-in settings.

use policy_core::shell::Dialect;
use policy_core::verdict::Verdict;
use policy_core::{Action, Policy, Surroundings, judge};

use super::process::Guard;
use crate::answer::{Answer, Decision};
use crate::event::{Event, Kind, Moment};

/// Judges and does nothing else. Nothing is saved, so whatever only a checkpoint would bring
/// back is asked about.
#[derive(Debug, Default)]
pub struct JudgeOnly;

impl Guard for JudgeOnly {
    fn answer(&mut self, event: &Event) -> Answer {
        if !matches!(event.moment, Moment::PreTool | Moment::PermissionRequest) {
            return Answer::allow();
        }
        let policy = Policy::defaults();
        let surroundings = Surroundings::default().with_cwd(event.cwd.clone());
        let verdicts =
            actions(event).into_iter().map(|action| judge(&action, &policy, &surroundings));
        verdicts
            .max_by_key(|verdict| verdict.permission.decision)
            .map_or_else(Answer::allow, |verdict| spoken(&verdict))
    }
}

/// Everything the event would do, each in every shell that may read it.
fn actions(event: &Event) -> Vec<Action<'_>> {
    let shells: &[Dialect] = match event.dialect {
        Some(_) => &[],
        None if cfg!(windows) => &[Dialect::PowerShell, Dialect::Bash],
        None => &[Dialect::Bash],
    };
    let shells = || event.dialect.into_iter().chain(shells.iter().copied());
    let mut actions = Vec::new();
    for command in &event.commands {
        actions.extend(shells().map(|shell| Action::Run { command, shell }));
    }
    let paths = event.paths.iter().map(String::as_str);
    match event.kind {
        Some(Kind::Write | Kind::Edit) => actions.extend(paths.map(|path| Action::Write { path })),
        Some(Kind::Read) => actions.extend(paths.map(|path| Action::Read { path })),
        Some(Kind::Mcp) => {
            actions.extend(event.tool.as_deref().map(|tool| Action::CallMcp { tool }))
        }
        Some(Kind::Browser | Kind::Shell) | None => {}
    }
    actions
}

fn spoken(verdict: &Verdict) -> Answer {
    if verdict.permission.decision == Decision::Allow {
        return Answer::allow();
    }
    let rule = verdict.permission.rule.and_then(|rule| rule.rule());
    let (reason, instead) = match rule {
        Some(rule) => (format!("{} {} [{}]", rule.what, rule.why, rule.id), Some(rule.instead)),
        None => (format!("Belay asks about this: {}.", verdict.permission.why.name()), None),
    };
    Answer {
        decision: verdict.permission.decision,
        instead: instead.map(str::to_owned),
        ..Answer::deny(reason)
    }
}
