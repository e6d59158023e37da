//! What a person must know, on top of everything.

use leptos::prelude::*;
use policy_core::settings::Problem;

use super::icon::icon;
use crate::app::{App, Notice};
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::message::Cause;

/// All notices.
pub(super) fn notices(app: App) -> AnyView {
    view! {
        <div class="notices">
            <div role="alert">
                {move || {
                    app.notices
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(place, notice)| one(app, place, notice))
                        .collect_view()
                }}
            </div>
            {move || stored(app)}
        </div>
    }
    .into_any()
}

fn one(app: App, place: usize, notice: Notice) -> AnyView {
    let (text, problems) = match &notice {
        Notice::Refused(problems) => (t(Key::NoticeSaveRefused), problems.clone()),
        Notice::NotStored(Cause::StorageFull) => (t(Key::NoticeStorageFull), Vec::new()),
        Notice::NotStored(Cause::StorageForbidden) => (t(Key::NoticeStorageForbidden), Vec::new()),
        Notice::NotStored(Cause::Other) => (t(Key::NoticeSaveFailed), Vec::new()),
        Notice::Malformed(why) => (format!("{} ({why})", t(Key::NoticeMalformed)), Vec::new()),
        Notice::NoLanguage => (t(Key::LanguageFailed), Vec::new()),
    };
    let unsaved = notice.is_about_saving()
        && app.draft.with_untracked(crate::model::draft::Draft::has_refused);
    let dismiss = move |_| {
        app.notices.update(|notices| {
            if place < notices.len() {
                notices.remove(place);
            }
        });
    };
    view! {
        <div class="notice error" data-testid="notice">
            {icon("error")}
            <div>
                <p>{text}</p>
                {list(problems)}
                {unsaved
                    .then(|| {
                        view! {
                            <p class="actions">
                                <button
                                    type="button"
                                    class="button"
                                    data-testid="save-again-button"
                                    on:click=move |_| app.save_again()
                                >
                                    {t(Key::NoticeRetry)}
                                </button>
                                <button
                                    type="button"
                                    class="button secondary"
                                    data-testid="discard-button"
                                    on:click=move |_| app.discard()
                                >
                                    {t(Key::NoticeDiscard)}
                                </button>
                            </p>
                        }
                    })}
            </div>
            <button
                type="button"
                class="remove"
                data-testid="dismiss-button"
                aria-label=t(Key::NoticeDismiss)
                title=t(Key::NoticeDismiss)
                on:click=dismiss
            >
                {icon("close")}
            </button>
        </div>
    }
    .into_any()
}

/// What is wrong with the settings as they are stored.
fn stored(app: App) -> AnyView {
    if let Some(why) = app.fallback.get() {
        return view! {
            <div class="notice warning" data-testid="fallback-notice">
                {icon("warning")} <p>{t_with(Key::ProblemFallback, &[("why", &why)])}</p>
            </div>
        }
        .into_any();
    }
    let (problems, newer) =
        app.draft.with(|draft| (draft.problems().to_vec(), draft.has_unknown()));
    if problems.is_empty() {
        return ().into_any();
    }
    view! {
        <details class="notice warning" data-testid="problems-notice">
            <summary>{icon("warning")} {count(Counted::ProblemTitle, problems.len(), &[])}</summary>
            <p>{t(Key::ProblemKept)}</p>
            {newer.then(|| view! { <p>{t(Key::ProblemNewer)}</p> })}
            {list(problems)}
        </details>
    }
    .into_any()
}

/// Problems with their places.
pub(super) fn list(problems: Vec<Problem>) -> AnyView {
    if problems.is_empty() {
        return ().into_any();
    }
    view! {
        <ul class="problems">
            {problems
                .into_iter()
                .map(|problem| {
                    view! {
                        <li>
                            <code>{problem.path}</code>
                            " "
                            {problem.message}
                            ". "
                            {problem.help}
                        </li>
                    }
                })
                .collect_view()}
        </ul>
    }
    .into_any()
}
