//! The plan of a restore: what is written, deleted, left and why, and what others have changed.
//! Nothing happens before a person has seen it.

use std::sync::Arc;

use leptos::prelude::*;
use timeline_wire::{Listed, Moment, Plan};

use super::super::parts::{Code, Hint, Icon, rich};
use super::dialog::Modal;
use crate::app::timeline::{Restoring, TimelineApp, Wanted};
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::model::timeline::words;

/// The plan, while there is one.
#[component]
pub(super) fn RestoreDialog(app: TimelineApp) -> impl IntoView {
    // The dialog stays while its plan changes.
    let moment = Memo::new(move |_| {
        let restoring = app.restoring.read();
        let moment = restoring.as_ref().map(|restoring| Arc::clone(&restoring.moment));
        Target(moment)
    });
    move || moment.get().0.map(|moment| view! { <OpenPlan app moment /> })
}

#[derive(Clone)]
struct Target(Option<Arc<Moment>>);

impl PartialEq for Target {
    fn eq(&self, other: &Self) -> bool {
        let id = |target: &Self| target.0.as_ref().map(|moment| moment.id.clone());
        id(self) == id(other)
    }
}

#[component]
fn OpenPlan(app: TimelineApp, moment: Arc<Moment>) -> impl IntoView {
    let time = moment.time;
    let title = move || text_with(Key::TimelineRestoreTitle, &[("time", &app.when(time))]);
    let state = move || app.restoring.get();
    let working = Memo::new(move |_| state().is_some_and(|state| state.working));
    let ready = Memo::new(move |_| {
        state().is_some_and(|state| {
            let all = state.all;
            !state.working
                && state
                    .plan
                    .is_some_and(|plan| !plan.is_empty() && (all || plan.conflicts.total == 0))
        })
    });
    let has_session = moment.session.is_some();
    let reason = moment.text.clone();
    view! {
        <Modal name="restore" title on_close=move |()| app.restoring.set(None)>
            <p class="about">
                <bdi>{reason}</bdi>
            </p>
            {move || state().map(|state| scopes(app, &state, has_session))}
            <div class="plan" aria-live="polite" aria-busy=move || {
                state().is_some_and(|state| state.plan.is_none()).to_string()
            }>{move || state().map(|state| body(app, &state))}</div>
            <div class="actions">
                <button
                    type="button"
                    class="button"
                    data-testid="restore-go-button"
                    disabled=move || !ready.get()
                    on:click=move |_| app.carry_out()
                >
                    {move || {
                        let (icon, key) = if working.get() {
                            ("loading", Key::TimelineRestoreWorking)
                        } else {
                            ("history", Key::TimelineRestoreGo)
                        };
                        view! {
                            <Icon name=icon />
                            {text(key)}
                        }
                    }}
                </button>
                <form method="dialog">
                    <button class="button secondary" data-testid="restore-cancel-button">
                        {t(Key::TimelineRestoreCancel)}
                    </button>
                </form>
            </div>
        </Modal>
    }
}

fn scopes(app: TimelineApp, state: &Restoring, has_session: bool) -> impl IntoView + use<> {
    let path = match &state.wanted {
        Wanted::File(path) => Some(path.clone()),
        _ => None,
    };
    let chosen = state.wanted.clone();
    let one = move |wanted: Wanted, testid: &'static str, label: String| {
        let is_chosen = wanted == chosen;
        view! {
            <label class="scope">
                <input
                    type="radio"
                    name="scope"
                    data-testid=testid
                    prop:checked=is_chosen
                    on:change=move |_| app.want(wanted.clone())
                />
                <span>{label}</span>
            </label>
        }
    };
    let file = path.map(|path| {
        let label = text_with(Key::TimelineRestoreFile, &[("path", &path)]);
        one(Wanted::File(path), "scope-file", label)
    });
    let session = has_session
        .then(|| one(Wanted::Session, "scope-session", text(Key::TimelineRestoreSession)));
    view! {
        <fieldset class="scopes">
            <legend>{t(Key::TimelineRestoreScope)}</legend>
            {file}
            {session}
            {one(Wanted::Whole, "scope-whole", text(Key::TimelineRestoreWhole))}
        </fieldset>
    }
}

fn body(app: TimelineApp, state: &Restoring) -> impl IntoView + use<> {
    let problem = state.problem.clone().map(|problem| {
        let key = words::problem(problem.code);
        view! {
            <div class="notice error" role="alert" data-testid="restore-problem">
                <Icon name="error" />
                <div>
                    <p>{move || rich(&text(key))}</p>
                    <p class="about" lang="en">{problem.error}</p>
                </div>
            </div>
        }
    });
    let plan = match &state.plan {
        Some(plan) => shown(app, plan, state.all).into_any(),
        None if state.problem.is_some() => ().into_any(),
        None => view! { <Hint icon="loading">{t(Key::TimelineRestorePlanning)}</Hint> }.into_any(),
    };
    view! {
        {problem}
        {plan}
    }
}

fn shown(app: TimelineApp, plan: &Plan, all: bool) -> impl IntoView + use<> {
    if plan.is_empty() {
        let key = if plan.leaves.total > 0 {
            Key::TimelineRestoreNothingChosen
        } else {
            Key::TimelineRestoreNothing
        };
        let leaves = leaves(plan);
        return view! {
            <Hint icon="check" testid="nothing-to-do">
                {t(key)}
            </Hint>
            {leaves}
        }
        .into_any();
    }
    let writes = part(
        "writes",
        Counted::TimelineRestoreWrites,
        &plan.writes,
        |write| (write.path.clone(), Some(text(words::written(write.status)))),
        true,
    );
    let deletes = part(
        "deletes",
        Counted::TimelineRestoreDeletes,
        &plan.deletes,
        |path| (path.clone(), Some(text(Key::TimelineRestoreGone))),
        true,
    );
    let outside: Vec<(String, Option<String>)> = plan
        .outside_writes
        .first
        .iter()
        .map(|write| (write.path.clone(), Some(text(words::written(write.status)))))
        .chain(
            plan.outside_deletes
                .first
                .iter()
                .map(|path| (path.clone(), Some(text(Key::TimelineRestoreGone)))),
        )
        .collect();
    let outside =
        Listed { total: plan.outside_writes.total + plan.outside_deletes.total, first: outside };
    let outside = part("outside", Counted::TimelineRestoreOutside, &outside, Clone::clone, true);
    let conflicts = (plan.conflicts.total > 0).then(|| {
        let files = part(
            "conflicts",
            Counted::TimelineRestoreConflicts,
            &plan.conflicts,
            |conflict| (conflict.path.clone(), conflict.agent.clone()),
            true,
        );
        view! {
            {files}
            <label class="agree">
                <input
                    type="checkbox"
                    data-testid="overwrite-checkbox"
                    prop:checked=all
                    on:change:target=move |event| app.agree(event.target().checked())
                />
                <span>{t(Key::TimelineRestoreAll)}</span>
            </label>
        }
    });
    let incomplete = plan.incomplete.then(|| {
        view! {
            <Hint icon="warning" kind="warning">
                {t(Key::TimelineRestoreIncomplete)}
            </Hint>
        }
    });
    view! {
        {incomplete}
        {writes}
        {deletes}
        {outside}
        {conflicts}
        {leaves(plan)}
        <Hint icon="shield">{t(Key::TimelineRestoreSafety)}</Hint>
    }
    .into_any()
}

fn leaves(plan: &Plan) -> impl IntoView + use<> {
    part(
        "leaves",
        Counted::TimelineRestoreLeaves,
        &plan.leaves,
        |leave| (leave.path.clone(), words::why(leave.why).map(text)),
        false,
    )
}

/// One part of the plan: how many files, and which.
fn part<T>(
    name: &'static str,
    heading: Counted,
    files: &Listed<T>,
    line: impl Fn(&T) -> (String, Option<String>),
    open: bool,
) -> AnyView {
    let (total, more) = (files.total, files.more());
    let lines: Vec<(String, Option<String>)> = files.first.iter().map(line).collect();
    // A long list is for those who ask.
    let open = open && lines.len() <= 12;
    // What scrolls must be reached by the keyboard.
    let stop = (lines.len() > 6).then_some("0");
    (total > 0)
        .then(|| {
            let number = usize::try_from(total).unwrap_or(usize::MAX);
            let line = |(path, what): (String, Option<String>)| {
                view! {
                    <li>
                        <Code text=path />
                        {what.map(|what| view! { <span class="about">{what}</span> })}
                    </li>
                }
            };
            view! {
                <details class=format!("part {name}") open=open data-testid=format!("plan-{name}")>
                    <summary>{move || count(heading, number, &[])}</summary>
                    <ul tabindex=stop>
                        {lines.into_iter().map(line).collect_view()}
                        {(more > 0)
                            .then(|| {
                                let more = more.to_string();
                                view! {
                                    <li class="about">
                                        {text_with(Key::TimelineAppMore, &[("count", &more)])}
                                    </li>
                                }
                            })}
                    </ul>
                </details>
            }
        })
        .into_any()
}
