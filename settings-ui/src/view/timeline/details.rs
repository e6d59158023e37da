//! The moment a person has chosen: what was decided about it, and what changed after it.

use std::sync::Arc;

use leptos::prelude::*;
use timeline_wire::{Details, Judgement, Listed, Moment};

use super::super::parts::{Code, Icon};
use super::moments::answer_mark;
use crate::app::timeline::TimelineApp;
use crate::i18n::{Key, rules, t, text, text_with};
use crate::model::timeline::words;
use crate::model::verdict::{recovery_word, risk_word};

/// So many files are named at first, and so many more each time.
const STEP: usize = 200;

/// The pane beside the list.
#[component]
pub(super) fn DetailsPane(app: TimelineApp) -> impl IntoView {
    let moment = Memo::new(move |_| {
        let selected = app.selected.get()?;
        app.chronicle.read().moment(&selected).cloned()
    });
    view! {
        <aside class="details" aria-label=t(Key::TimelineDetailsTitle) data-testid="details">
            {move || match moment.get() {
                None => view! { <p class="empty">{t(Key::TimelineDetailsChoose)}</p> }.into_any(),
                Some(moment) => view! { <OneMoment app moment /> }.into_any(),
            }}
        </aside>
    }
}

#[component]
fn OneMoment(app: TimelineApp, moment: Arc<Moment>) -> impl IntoView {
    let time = moment.time;
    let kind = words::kind(moment.kind);
    let session = app.chronicle.read_untracked().session(&moment).cloned();
    let who = move || match &session {
        Some(session) => session.agent.clone(),
        None => text(Key::TimelineSessionsYou),
    };
    let restore = moment.restorable.then(|| {
        let moment = Arc::clone(&moment);
        view! {
            <button
                type="button"
                class="button"
                data-testid="restore-button"
                aria-haspopup="dialog"
                on:click=move |_| app.plan(Arc::clone(&moment), None)
            >
                <Icon name="history" />
                {t(Key::TimelineRestoreButton)}
            </button>
        }
    });
    view! {
        <h2>
            <bdi>{moment.text.clone()}</bdi>
        </h2>
        <p class="about facts">
            <span>{t(kind)}</span>
            <span>{who}</span>
            <span>{move || app.when(time)}</span>
            <span class="code">{moment.id.clone()}</span>
        </p>
        {restore}
        {move || match app.details.get() {
            None => view! { <p class="empty"><Icon name="loading" /></p> }.into_any(),
            Some(details) => view! { <Inside app details /> }.into_any(),
        }}
    }
}

#[component]
fn Inside(app: TimelineApp, details: Arc<Details>) -> impl IntoView {
    let judgements = details.judgements.iter().map(|one| judgement(one.clone())).collect_view();
    let files = details.checkpoint.is_some().then(|| {
        let details = Arc::clone(&details);
        view! { <Files app details /> }
    });
    let captured = (details.captured.total > 0).then(|| captured(&details.captured));
    view! {
        {judgements}
        {files}
        {captured}
    }
}

#[component]
fn Files(app: TimelineApp, details: Arc<Details>) -> impl IntoView {
    let heading =
        if details.next.is_some() { Key::TimelineDetailsDid } else { Key::TimelineDetailsDidNow };
    let named = details.files.first.len();
    let more = details.files.more();
    let shown = RwSignal::new(STEP);
    let listed = Arc::clone(&details);
    let one = move |index: usize| {
        let details = Arc::clone(&details);
        let file = details.files.first.get(index).cloned()?;
        let open = move |_| app.open_file(Arc::clone(&details), index);
        let status = words::status(file.status);
        let class = match file.status {
            timeline_wire::Status::Added => "sign tint-added",
            timeline_wire::Status::Deleted => "sign tint-deleted",
            _ => "sign tint-changed",
        };
        let sign = match file.status {
            timeline_wire::Status::Added => "+",
            timeline_wire::Status::Deleted => "−",
            _ => "~",
        };
        Some(view! {
            <li>
                <button
                    type="button"
                    class="file"
                    data-testid="file"
                    aria-haspopup="dialog"
                    on:click=open
                >
                    <span class=class aria-hidden="true">
                        {sign}
                    </span>
                    <bdi class="code">{file.path}</bdi>
                    <span class="about">{t(status)}</span>
                </button>
            </li>
        })
    };
    let list = move || (0..named.min(shown.get())).collect::<Vec<_>>();
    view! {
        <section class="files" data-testid="files">
            <h3>
                {t(heading)} " " <span class="count">{listed.files.total}</span>
            </h3>
            {(named == 0).then(|| view! { <p class="about">{t(Key::TimelineDetailsNothing)}</p> })}
            <ul>
                <For each=list key=|index| *index children=one />
            </ul>
            <Show when=move || { shown.get() < named }>
                <button
                    type="button"
                    class="link"
                    on:click=move |_| shown.update(|shown| *shown += STEP)
                >
                    {t(Key::AppMore)}
                </button>
            </Show>
            {(more > 0)
                .then(|| {
                    let more = more.to_string();
                    let said = move || text_with(Key::TimelineAppMore, &[("count", &more)]);
                    view! { <p class="about">{said}</p> }
                })}
        </section>
    }
}

fn captured(paths: &Listed<String>) -> impl IntoView + use<> {
    let named = paths.first.iter().take(STEP).cloned();
    let more = paths.total.saturating_sub(STEP as u64);
    let named = named.map(|path| view! { <li><Code text=path /></li> }).collect_view();
    view! {
        <section class="captured" data-testid="captured">
            <h3>{t(Key::TimelineDetailsCaptured)}</h3>
            <ul>{named}</ul>
            {(more > 0)
                .then(|| {
                    let more = more.to_string();
                    let said = move || text_with(Key::TimelineAppMore, &[("count", &more)]);
                    view! { <p class="about">{said}</p> }
                })}
        </section>
    }
}

fn judgement(one: Judgement) -> impl IntoView {
    let row = |label: Key, value: AnyView| {
        view! {
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
        }
    };
    let risk = one.risk.map(|risk| row(Key::TryRisk, t(risk_word(risk)).into_any()));
    let recovery =
        one.recovery.map(|recovery| row(Key::TryRecovery, t(recovery_word(recovery)).into_any()));
    let rule_names = one.rules.clone();
    let found = (!rule_names.is_empty()).then(|| {
        let names = move || {
            let texts = rules();
            let one = |id: &String| {
                let title = texts.get(id).map(|text| text.title.to_string());
                view! {
                    <li>
                        {title.map(|title| view! { <span>{title}</span> })} " "
                        <Code text=id.clone() />
                    </li>
                }
            };
            rule_names.iter().map(one).collect_view()
        };
        row(Key::TryRule, view! { <ul>{names}</ul> }.into_any())
    });
    let approved = one.approved_by.clone().map(|by| {
        let said = move || words::approved(&by).map_or_else(|| by.clone(), text);
        row(Key::TimelineDetailsApproved, said.into_any())
    });
    let exit = one.exit_code.filter(|code| *code != 0);
    let result = one.result.clone().map(|result| {
        let said = move || {
            let result = words::result(&result).map_or_else(|| result.clone(), text);
            match exit {
                Some(code) => {
                    let code = code.to_string();
                    format!("{result}, {}", text_with(Key::TimelineDetailsExit, &[("code", &code)]))
                }
                None => result,
            }
        };
        row(Key::TimelineDetailsResult, said.into_any())
    });
    let answer = one.answer.map(|answer| view! { <span>{t(words::answer(answer))}</span> });
    view! {
        <section class="judgement" data-testid="judgement">
            <h3>
                {t(Key::TryVerdict)} ": " {answer} {answer_mark(None, one.risk)}
            </h3>
            <p class="subject">
                <Code text=one.subject />
            </p>
            <dl>
                {risk} {recovery} {found} {approved} {result}
            </dl>
            {one
                .trouble
                .map(|trouble| {
                    view! {
                        <p class="hint warning" lang="en">
                            <Icon name="warning" />
                            <span>{trouble}</span>
                        </p>
                    }
                })}
        </section>
    }
}
