//! What a person must know, on top of everything: what went wrong, what was restored and how to
//! take that back, a restore that was cut short.

use leptos::html;
use leptos::prelude::*;
use timeline_wire::{End, Interrupted};

use super::super::parts::{Cross, Icon, rich};
use super::super::reveal::focus;
use crate::app::timeline::TimelineApp;
use crate::i18n::{Counted, Key, count, t, text};
use crate::model::timeline::words;

/// All of them.
#[component]
pub(super) fn TimelineNotices(app: TimelineApp) -> impl IntoView {
    let interrupted = Memo::new(move |_| app.chronicle.read().head().interrupted.clone());
    view! {
        <div class="notices">
            <div role="alert">
                {move || problem(app)}
                {move || app.offline.get().then(|| warning("offline", Key::TimelineAppOffline))}
                {move || app.look.failed.get().then(|| warning("no-language", Key::LanguageFailed))}
                {move || interrupted.get().map(|note| view! { <CutShort app note /> })}
            </div>
            <div role="status">{move || outcome(app)}</div>
        </div>
    }
}

fn warning(testid: &'static str, key: Key) -> impl IntoView {
    view! {
        <div class="notice warning" data-testid=testid>
            <Icon name="warning" />
            <p>{move || rich(&text(key))}</p>
        </div>
    }
}

fn problem(app: TimelineApp) -> impl IntoView {
    let problem = app.problem.get()?;
    let key = words::problem(problem.code);
    Some(view! {
        <div class="notice error" data-testid="notice">
            <Icon name="error" />
            <div>
                <p>{move || rich(&text(key))}</p>
                <p class="about" lang="en">{problem.error}</p>
            </div>
            <Cross
                label=t(Key::NoticeDismiss)
                testid="dismiss-button"
                on_click=move |()| app.problem.set(None)
            />
        </div>
    })
}

fn outcome(app: TimelineApp) -> impl IntoView {
    let outcome = app.outcome.get()?;
    let safety = outcome.done.safety.clone();
    let button = NodeRef::<html::Button>::new();
    // The dialog is gone with all that could have the focus: the next thing to do gets it.
    Effect::new(move |_| {
        if let Some(button) = button.get() {
            focus(&button);
        }
    });
    let undo = (!outcome.undone && !safety.is_empty()).then(|| {
        view! {
            <p class="actions">
                <button
                    type="button"
                    class="button"
                    data-testid="undo-restore-button"
                    node_ref=button
                    on:click=move |_| app.undo(safety.clone())
                >
                    <Icon name="discard" />
                    {t(Key::HistoryUndo)}
                </button>
            </p>
        }
    });
    Some(view! {
        <div class="notice done" data-testid="outcome">
            <Icon name="pass" />
            <div class="row">
                <p>{move || outcome.text()}</p>
                {undo}
            </div>
            <Cross
                label=t(Key::NoticeDismiss)
                testid="dismiss-outcome-button"
                on_click=move |()| app.outcome.set(None)
            />
        </div>
    })
}

#[component]
fn CutShort(app: TimelineApp, note: Interrupted) -> impl IntoView {
    let button = move |end: End, testid: &'static str, class: &'static str, key: Key| {
        view! {
            <button
                type="button"
                class=class
                data-testid=testid
                on:click=move |_| app.end_interrupted(end)
            >
                {t(key)}
            </button>
        }
    };
    view! {
        <div class="notice warning" data-testid="interrupted">
            <Icon name="warning" />
            <div>
                <p>{move || count(Counted::TimelineInterruptedText, note.files, &[])}</p>
                <p class="actions">
                    {button(End::Finish, "finish-button", "button", Key::TimelineInterruptedFinish)}
                    {button(
                        End::TakeBack,
                        "take-back-button",
                        "button secondary",
                        Key::TimelineInterruptedTakeBack,
                    )}
                </p>
            </div>
        </div>
    }
}
