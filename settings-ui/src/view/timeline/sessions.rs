//! The sessions beside the list: which one to look at. Where there is no room they are a menu.

use leptos::prelude::*;

use super::super::parts::Choice;
use super::rows::Viewport;
use crate::app::timeline::TimelineApp;
use crate::i18n::{Key, t};

/// How high a row is, as in the style sheet.
const ROW: f64 = 44.0;

/// The sessions, the one that worked last on top.
#[component]
pub(super) fn Sessions(app: TimelineApp) -> impl IntoView {
    let order = Memo::new(move |_| {
        let chronicle = app.chronicle.read();
        let sessions = &chronicle.head().sessions;
        let mut order: Vec<(i64, usize, String, String, usize)> = sessions
            .iter()
            .enumerate()
            .filter(|(_, session)| session.moments > 0)
            .map(|(at, one)| (one.latest, at, one.agent.clone(), one.title.clone(), one.moments))
            .collect();
        order.sort_by(|one, other| other.cmp(one));
        order
    });
    let chosen = Memo::new(move |_| app.chronicle.read().current_filter().session);
    view! {
        <nav class="sessions" aria-label=t(Key::TimelineSessionsLabel)>
            {move || {
                if app.compact.get() {
                    view! { <SessionMenu app order chosen /> }.into_any()
                } else {
                    view! { <SessionList app order chosen /> }.into_any()
                }
            }}
        </nav>
    }
}

type Order = Memo<Vec<(i64, usize, String, String, usize)>>;

#[component]
fn SessionList(app: TimelineApp, order: Order, chosen: Memo<Option<usize>>) -> impl IntoView {
    let viewport = Viewport::new(ROW);
    // The first row is "all".
    let total = Memo::new(move |_| order.read().len() + 1);
    let range = Memo::new(move |_| viewport.visible(total.get()));
    let shown = move || range.get().collect::<Vec<_>>();
    let one = move |line: usize| {
        let session = move || line.checked_sub(1).and_then(|at| order.read().get(at).cloned());
        let place = Memo::new(move |_| session().map(|session| session.1));
        view! {
            <li style:top=viewport.place(line)>
                <button
                    type="button"
                    class="session"
                    data-testid="session"
                    aria-pressed=move || (chosen.get() == place.get()).to_string()
                    on:click=move |_| app.show_session(place.get_untracked())
                >
                    {move || match session() {
                        None => view! { <span class="name">{t(Key::TimelineSessionsAll)}</span> }
                            .into_any(),
                        Some((latest, _, agent, title, moments)) => {
                            view! {
                                <span class="name">
                                    <bdi>{title}</bdi>
                                </span>
                                <span class="meta">
                                    <span>{agent}</span>
                                    <span>{move || app.ago(latest)}</span>
                                    <span class="total">{moments}</span>
                                </span>
                            }
                                .into_any()
                        }
                    }}
                </button>
            </li>
        }
    };
    view! {
        <h2>{t(Key::TimelineSessionsLabel)}</h2>
        <div class="scroller" node_ref=viewport.node on:scroll=move |_| viewport.moved()>
            <ul class="space" style:height=move || viewport.whole(total.get())>
                <For each=shown key=|line| *line children=one />
            </ul>
        </div>
    }
}

#[component]
fn SessionMenu(app: TimelineApp, order: Order, chosen: Memo<Option<usize>>) -> impl IntoView {
    let pick = move |value: String| app.show_session(value.parse().ok());
    view! {
        <select
            data-testid="session-select"
            aria-label=t(Key::TimelineSessionsLabel)
            on:change:target=move |event| pick(event.target().value())
        >
            <Choice
                value=""
                label=t(Key::TimelineSessionsAll)
                chosen=move || chosen.get().is_none()
            />
            <For each=move || order.get() key=|one| one.clone() let((_, at, agent, title, _))>
                <Choice
                    value=at.to_string()
                    label=format!("{agent}: {title}")
                    chosen=move || chosen.get() == Some(at)
                />
            </For>
        </select>
    }
}
