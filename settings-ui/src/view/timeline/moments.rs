//! The long list: one row a moment, the newest on top, with a graph beside it. Only rows on the
//! screen exist; the list is one stop for the keyboard, and arrows walk through it.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use timeline_wire::{Decision, Kind, Moment, Risk};

use super::super::parts::Icon;
use super::rows::Viewport;
use super::strand::StrandPicture;
use crate::app::timeline::TimelineApp;
use crate::i18n::{Key, t, text};
use crate::model::timeline::graph::Strand;
use crate::model::timeline::words;
use crate::model::verdict::risk_word;

/// How high a row is, as in the style sheet.
const ROW: f64 = 52.0;

/// One row that is on the screen.
#[derive(Clone)]
struct Shown {
    line: usize,
    total: usize,
    moment: Arc<Moment>,
    strand: Option<Strand>,
    lanes: usize,
    is_now: bool,
    session: Option<String>,
}

impl Shown {
    /// A row is made anew only where something about it is another.
    fn key(&self) -> (usize, usize, usize, Option<Strand>, usize, bool) {
        let moment = Arc::as_ptr(&self.moment).addr();
        (self.line, self.total, moment, self.strand, self.lanes, self.is_now)
    }
}

/// The list.
#[component]
pub(super) fn Moments(app: TimelineApp) -> impl IntoView {
    let viewport = Viewport::new(ROW);
    let lines = Memo::new(move |_| app.chronicle.read().lines());
    let range = Memo::new(move |_| viewport.visible(lines.get()));
    let shown = move || {
        let range = range.get();
        let chronicle = app.chronicle.read();
        let now = chronicle.head().now.clone();
        let (lanes, total) = (chronicle.lanes(), chronicle.lines());
        range
            .filter_map(|line| {
                let (moment, strand) = chronicle.line(line)?;
                let session = chronicle.session(moment).map(|session| session.agent.clone());
                let is_now = now.as_ref() == Some(&moment.id);
                let moment = Arc::clone(moment);
                Some(Shown { line, total, moment, strand, lanes, is_now, session })
            })
            .collect::<Vec<_>>()
    };
    let empty = move || {
        (app.is_there.get() && lines.get() == 0).then(|| {
            let key = if app.chronicle.read().current_filter() == &Default::default() {
                Key::TimelineAppEmpty
            } else {
                Key::TimelineSearchNone
            };
            view! { <p class="empty" data-testid="empty">{t(key)}</p> }
        })
    };
    let active = Memo::new(move |_| {
        let selected = app.selected.get()?;
        let line = app.chronicle.read().line_of(&selected)?;
        range.get().contains(&line).then(|| format!("moment-{selected}"))
    });
    view! {
        <main class="moments">
            <div
                class="scroller"
                id="moments"
                role="listbox"
                tabindex="0"
                data-testid="moments"
                aria-label=t(Key::TimelineListLabel)
                aria-activedescendant=move || active.get()
                node_ref=viewport.node
                on:scroll=move |_| viewport.moved()
                on:keydown=move |event| walk(app, viewport, &event)
                on:focus=move |_| begin(app)
            >
                <div class="space" role="presentation" style:height=move || viewport.whole(lines.get())>
                    <For each=shown key=Shown::key let(row)>
                        <OneMoment app viewport row />
                    </For>
                </div>
            </div>
            {empty}
            {move || {
                (!app.is_there.get() && app.problem.read().is_none())
                    .then(|| view! { <p class="empty"><Icon name="loading" /></p> })
            }}
        </main>
    }
}

/// Whoever comes to the list with the keyboard finds the first one chosen.
fn begin(app: TimelineApp) {
    if app.selected.read_untracked().is_none() {
        let first = app.chronicle.read_untracked().line(0).map(|(moment, _)| moment.id.clone());
        if let Some(first) = first {
            app.select(&first);
        }
    }
}

fn walk(app: TimelineApp, viewport: Viewport, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let (target, id) = {
        let chronicle = app.chronicle.read_untracked();
        let last = chronicle.lines().saturating_sub(1);
        let selected = app.selected.read_untracked();
        let at = selected.as_ref().and_then(|id| chronicle.line_of(id));
        let from = at.unwrap_or_default();
        let target = match event.key().as_str() {
            "ArrowDown" => at.map_or(0, |at| at + 1).min(last),
            "ArrowUp" => from.saturating_sub(1),
            "PageDown" => (from + viewport.page()).min(last),
            "PageUp" => from.saturating_sub(viewport.page()),
            "Home" => 0,
            "End" => last,
            "Enter" => {
                if let Some((moment, _)) = at.and_then(|at| chronicle.line(at))
                    && moment.restorable
                {
                    event.prevent_default();
                    app.plan(Arc::clone(moment), None);
                }
                return;
            }
            _ => return,
        };
        (target, chronicle.line(target).map(|(moment, _)| moment.id.clone()))
    };
    event.prevent_default();
    if let Some(id) = id {
        app.select(&id);
    }
    viewport.reveal(target);
}

#[component]
fn OneMoment(app: TimelineApp, viewport: Viewport, row: Shown) -> impl IntoView {
    let Shown { line, total, moment, strand, lanes, is_now, session } = row;
    let id = moment.id.clone();
    let chosen = {
        let id = id.clone();
        Memo::new(move |_| app.selected.read().as_deref() == Some(&id))
    };
    let picture = strand.map(|strand| {
        let moment = Moment::clone(&moment);
        view! { <StrandPicture strand lanes is_now moment /> }
    });
    let time = moment.time;
    let kind = words::kind(moment.kind);
    let class = if moment.abandoned { "moment muted" } else { "moment" };
    let select = {
        let id = id.clone();
        move |_| app.select(&id)
    };
    let who = move || session.clone().unwrap_or_else(|| text(Key::TimelineSessionsYou));
    view! {
        <div
            class=class
            id=format!("moment-{id}")
            role="option"
            data-testid="moment"
            data-kind=kind_name(moment.kind)
            aria-selected=move || chosen.get().to_string()
            aria-setsize=total.to_string()
            aria-posinset=(line + 1).to_string()
            style:top=viewport.place(line)
            on:click=select
        >
            {picture}
            <span class="icon">
                <Icon name=icon(moment.kind) />
            </span>
            <span class="what">
                <span class="text">
                    {moment.label.clone().map(|label| view! { <span class="label">{label}</span> })}
                    <bdi>{moment.text.clone()}</bdi>
                </span>
                <span class="meta">
                    <span>{who}</span>
                    <span title=move || app.when(time)>{move || app.ago(time)}</span>
                    <span class="kind">{t(kind)}</span>
                    {is_now.then(|| mark("now", Key::TimelineMarkNow))}
                    {moment.abandoned.then(|| mark("behind", Key::TimelineMarkAbandoned))}
                    {moment.pinned.then(|| mark("pinned", Key::TimelineMarkPinned))}
                    {moment.incomplete.then(|| mark("incomplete", Key::TimelineMarkIncomplete))}
                </span>
            </span>
            <span class="end">
                {answer_mark(moment.answer, moment.risk)}
                {moment.did.map(Changes::of)}
            </span>
        </div>
    }
}

fn mark(class: &'static str, key: Key) -> impl IntoView {
    view! { <span class=format!("mark {class}")>{t(key)}</span> }
}

/// What was answered, where that is worth knowing at a glance.
pub(super) fn answer_mark(answer: Option<Decision>, risk: Option<Risk>) -> impl IntoView {
    let risk = risk.filter(|risk| *risk >= Risk::Medium);
    let answer = answer.filter(|answer| *answer != Decision::Allow);
    let class = move || format!("mark risk {}", risk.map_or("", Risk::name));
    (risk.is_some() || answer.is_some()).then(|| {
        view! {
            <span class=class()>
                {move || {
                    let risk = risk.map(|risk| text(risk_word(risk)));
                    let answer = answer.map(|answer| text(words::answer(answer)));
                    risk.into_iter().chain(answer).collect::<Vec<_>>().join(" · ")
                }}
            </span>
        }
    })
}

/// Files that are new, changed and gone.
struct Changes;

impl Changes {
    fn of([added, modified, deleted]: [u64; 3]) -> impl IntoView {
        let part = |class: &'static str, sign: &'static str, number: u64, key: Key| {
            (number > 0).then(|| {
                view! {
                    <span class=class>
                        {sign} {number}
                        <span class="live">" " {t(key)} " "</span>
                    </span>
                }
            })
        };
        view! {
            <span class="did">
                {part("tint-added", "+", added, Key::TimelineStatusAdded)}
                {part("tint-changed", "~", modified, Key::TimelineStatusModified)}
                {part("tint-deleted", "−", deleted, Key::TimelineStatusDeleted)}
            </span>
        }
    }
}

const fn icon(kind: Kind) -> &'static str {
    match kind {
        Kind::Message => "comment",
        Kind::Save => "terminal",
        Kind::Safety => "discard",
        Kind::Capture => "files",
        Kind::Rewind => "history",
        Kind::Verdict => "shield",
    }
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Message => "message",
        Kind::Save => "save",
        Kind::Safety => "safety",
        Kind::Capture => "capture",
        Kind::Rewind => "rewind",
        Kind::Verdict => "verdict",
    }
}
