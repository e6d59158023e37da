//! What a person must know, on top of everything.

use leptos::prelude::*;
use policy_core::settings::Problem;

use super::parts::{Code, Cross, Icon, sentences};
use crate::app::{App, Notice};
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::message::Cause;
use crate::model::draft::Draft;

/// All notices.
#[component]
pub(super) fn Notices(app: App) -> impl IntoView {
    view! {
        <div class="notices">
            <div role="alert">
                <For each=move || app.notices.get() key=|(id, _)| *id let((id, notice))>
                    <OneNotice app id notice />
                </For>
            </div>
            {move || about_stored(app)}
        </div>
    }
}

#[component]
fn OneNotice(app: App, id: u32, notice: Notice) -> impl IntoView {
    let problems = match &notice {
        Notice::Refused(problems) => problems.clone(),
        _ => Vec::new(),
    };
    let unsaved = notice.is_about_saving() && app.peek(Draft::has_refused);
    let actions = unsaved.then(|| {
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
    });
    let dismiss = move |()| app.dismiss(id);
    view! {
        <div class="notice error" data-testid="notice">
            <Icon name="error" />
            <div>
                <p>{move || label(&notice)}</p>
                {problem_list(&problems)}
                {actions}
            </div>
            <Cross label=t(Key::NoticeDismiss) testid="dismiss-button" on_click=dismiss />
        </div>
    }
}

fn label(notice: &Notice) -> String {
    match notice {
        Notice::Refused(_) => text(Key::NoticeSaveRefused),
        Notice::NotStored(Cause::StorageFull) => text(Key::NoticeStorageFull),
        Notice::NotStored(Cause::StorageForbidden) => text(Key::NoticeStorageForbidden),
        Notice::NotStored(Cause::Other) => text(Key::NoticeSaveFailed),
        Notice::Malformed(why) => format!("{} ({why})", text(Key::NoticeMalformed)),
        Notice::NoLanguage => text(Key::LanguageFailed),
    }
}

/// What is wrong with the settings as they are stored.
fn about_stored(app: App) -> AnyView {
    if let Some(why) = app.context.read().fallback.clone() {
        return view! {
            <div class="notice warning" data-testid="fallback-notice">
                <Icon name="warning" />
                <p>{text_with(Key::ProblemFallback, &[("why", &why)])}</p>
            </div>
        }
        .into_any();
    }
    let draft = app.draft.read();
    let problems = draft.problems();
    if problems.is_empty() {
        return ().into_any();
    }
    view! {
        <details class="notice warning" data-testid="problems-notice">
            <summary>
                <Icon name="warning" />
                {count(Counted::ProblemTitle, problems.len(), &[])}
                <span class="link">{t(Key::ProblemDetails)}</span>
            </summary>
            <p>{t(Key::ProblemKept)}</p>
            {draft.has_unknown().then(|| view! { <p>{t(Key::ProblemNewer)}</p> })}
            {problem_list(problems)}
        </details>
    }
    .into_any()
}

/// Problems with their places.
pub(super) fn problem_list(problems: &[Problem]) -> impl IntoView + use<> {
    let one = |problem: &Problem| {
        view! {
            <li>
                <Code text=problem.path.clone() />
                " "
                {sentences([&problem.message, &problem.help])}
            </li>
        }
    };
    (!problems.is_empty()).then(|| {
        view! { <ul class="problems">{problems.iter().map(one).collect_view()}</ul> }
    })
}
