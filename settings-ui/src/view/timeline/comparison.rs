//! A file before and after, side by side; in one column where there is no room. However long it is,
//! only the lines on the screen exist.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use timeline_wire::Side;

use super::super::parts::{Hint, Icon};
use super::dialog::Modal;
use super::rows::Viewport;
use crate::app::timeline::{OpenFile, TimelineApp};
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::model::timeline::comparison::{Comparison, Layout, Row, differing};

/// How high a line is, as in the style sheet.
const LINE: f64 = 20.0;

/// The file that is open, if any.
#[component]
pub(super) fn FileDialog(app: TimelineApp) -> impl IntoView {
    // The dialog stays while one walks through the files.
    let is_open = Memo::new(move |_| app.file.read().is_some());
    move || is_open.get().then(|| view! { <OpenDialog app /> })
}

#[component]
fn OpenDialog(app: TimelineApp) -> impl IntoView {
    let title =
        move || app.file.read().as_ref().map_or_else(String::new, |file| file.path().to_owned());
    view! {
        <Modal name="difference" title on_close=move |()| app.file.set(None)>
            <Tools app />
            {move || {
                let file = app.file.get()?;
                Some(
                    match &file.comparison {
                        None => view! { <Hint icon="loading">" "</Hint> }.into_any(),
                        Some(_) => view! { <Shown app file /> }.into_any(),
                    },
                )
            }}
        </Modal>
    }
}

#[component]
fn Tools(app: TimelineApp) -> impl IntoView {
    let position = Memo::new(move |_| {
        let file = app.file.read();
        file.as_ref().map_or((0, 0), |file| (file.index, file.details.files.first.len()))
    });
    let is_last = Memo::new(move |_| {
        let (at, files) = position.get();
        at + 1 >= files
    });
    let step = move |forward: bool| {
        let Some(file) = app.file.get_untracked() else { return };
        let to = if forward { Some(file.index + 1) } else { file.index.checked_sub(1) };
        if let Some(to) = to {
            app.open_file(Arc::clone(&file.details), to);
        }
    };
    let restore = move |_| {
        let Some(file) = app.file.get_untracked() else { return };
        let chronicle = app.chronicle.read_untracked();
        if let Some(moment) = chronicle.moment(&file.details.id) {
            let moment = Arc::clone(moment);
            drop(chronicle);
            app.plan(moment, Some(file.path().to_owned()));
        }
    };
    view! {
        <div class="tools">
            <button
                type="button"
                class="tool"
                data-testid="previous-file-button"
                disabled=move || position.get().0 == 0
                on:click=move |_| step(false)
            >
                <Icon name="arrow-left" />
                {t(Key::TimelineDiffPrevious)}
            </button>
            <button
                type="button"
                class="tool"
                data-testid="next-file-button"
                disabled=move || is_last.get()
                on:click=move |_| step(true)
            >
                <Icon name="arrow-right" />
                {t(Key::TimelineDiffNext)}
            </button>
            <span class="about">
                {move || format!("{} / {}", position.get().0 + 1, position.get().1)}
            </span>
            <button
                type="button"
                class="button secondary"
                data-testid="restore-file-button"
                aria-haspopup="dialog"
                on:click=restore
            >
                <Icon name="history" />
                {t(Key::TimelineDiffRestore)}
            </button>
        </div>
    }
}

#[component]
fn Shown(app: TimelineApp, file: Arc<OpenFile>) -> impl IntoView {
    let Some(comparison) = file.comparison.clone().map(Arc::new) else { return ().into_any() };
    if !comparison.has_lines() {
        return view! { <Unshown app comparison /> }.into_any();
    }
    if comparison.is_same() {
        return view! {
            <Hint icon="info" testid="same">
                {t(Key::TimelineDiffSame)}
            </Hint>
        }
        .into_any();
    }
    let after =
        if file.details.next.is_some() { Key::TimelineDiffAfter } else { Key::TimelineDiffNow };
    view! { <Columns app comparison after /> }.into_any()
}

/// What is not a text, or too long to be shown, is told with its sizes.
#[component]
fn Unshown(app: TimelineApp, comparison: Arc<Comparison>) -> impl IntoView {
    let (before, after) = (comparison.head.before, comparison.head.after);
    let large = |side| matches!(side, Side::TooLarge { .. });
    let key = if large(before) || large(after) {
        Key::TimelineDiffTooLarge
    } else {
        Key::TimelineDiffBinary
    };
    let size = move |side: Side| match side {
        Side::Text { bytes } => app.size(bytes as u64),
        Side::Binary { bytes } | Side::TooLarge { bytes: Some(bytes) } => app.size(bytes),
        Side::TooLarge { bytes: None } => text(Key::TimelineDiffLarge),
        Side::Absent => text(Key::TimelineDiffAbsent),
    };
    let said = move || text_with(key, &[("before", &size(before)), ("after", &size(after))]);
    view! {
        <Hint icon="info" testid="unshown">
            {said}
        </Hint>
    }
}

/// Which column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Before,
    After,
    /// Both in one.
    Both,
}

#[component]
fn Columns(app: TimelineApp, comparison: Arc<Comparison>, after: Key) -> impl IntoView {
    let opened = RwSignal::new(BTreeSet::new());
    let layout = {
        let runs = comparison.head.runs.clone();
        Memo::new(move |_| Arc::new(Layout::new(&runs, &opened.read(), app.narrow.get())))
    };
    let viewport = Viewport::new(LINE);
    let total = Memo::new(move |_| layout.read().rows());
    let range = Memo::new(move |_| viewport.visible(total.get()));
    let rows = Memo::new(move |_| {
        let (layout, stacked) = (layout.get(), app.narrow.get());
        range.get().filter_map(|at| Some((at, layout.row(at, stacked)?))).collect::<Vec<_>>()
    });
    // It opens where something differs.
    let first = layout.get_untracked().first_change();
    Effect::new(move |_| {
        viewport.node.track();
        viewport.measure();
        viewport.reveal_at_top(first);
    });
    let column = move |column: Column| {
        let comparison = Arc::clone(&comparison);
        let line = move |(at, row): (usize, Row)| {
            let comparison = Arc::clone(&comparison);
            view! { <Line comparison viewport at row column opened /> }
        };
        // Each scrolls sideways by itself; up and down they go together.
        let label = match column {
            Column::Before => t(Key::TimelineDiffBefore),
            Column::After | Column::Both => t(after),
        };
        view! {
            <div class="column" role="group" tabindex="0" aria-label=label>
                <div class="lines" style:height=move || viewport.whole(total.get())>
                    <For each=move || rows.get() key=|row| *row children=line />
                </div>
            </div>
        }
    };
    let headings = move || {
        if app.narrow.get() {
            ().into_any()
        } else {
            view! {
                <div class="headings" aria-hidden="true">
                    <span>{t(Key::TimelineDiffBefore)}</span>
                    <span>{t(after)}</span>
                </div>
            }
            .into_any()
        }
    };
    view! {
        {headings}
        <div
            class="comparison"
            data-testid="comparison"
            node_ref=viewport.node
            on:scroll=move |_| viewport.moved()
        >
            {move || {
                if app.narrow.get() {
                    column(Column::Both).into_any()
                } else {
                    view! {
                        {column(Column::Before)}
                        {column(Column::After)}
                    }
                    .into_any()
                }
            }}
        </div>
    }
}

#[component]
fn Line(
    comparison: Arc<Comparison>,
    viewport: Viewport,
    at: usize,
    row: Row,
    column: Column,
    opened: RwSignal<BTreeSet<usize>>,
) -> impl IntoView {
    let top = viewport.place(at);
    if let Row::Folded { run, lines } = row {
        // Both columns have the row; one of them has the button.
        let button = (column != Column::After).then(|| {
            view! {
                <button
                    type="button"
                    class="unfold"
                    data-testid="unfold-button"
                    on:click=move |_| opened.update(|opened| {
                        opened.insert(run);
                    })
                >
                    <Icon name="chevron-right" />
                    {move || count(Counted::TimelineDiffFolded, lines, &[])}
                </button>
            }
        });
        return view! { <div class="line folded" style:top=top>{button}</div> }.into_any();
    }
    let (before, after, same) = match row {
        Row::Same { before, after } => (Some(before), Some(after), true),
        Row::Change { before, after } => (before, after, false),
        Row::Folded { .. } => (None, None, true),
    };
    let is_old = match column {
        Column::Before => true,
        Column::After => false,
        Column::Both => before.is_some(),
    };
    let number = if is_old { before } else { after };
    let text = match (number, is_old) {
        (Some(number), true) => comparison.before.line(number),
        (Some(number), false) => comparison.after.line(number),
        (None, _) => "",
    };
    let class = match (same, number, is_old) {
        (true, ..) => "line",
        (false, None, _) => "line missing",
        (false, Some(_), true) => "line went",
        (false, Some(_), false) => "line came",
    };
    let sign = match (same, number, is_old) {
        (true, ..) | (_, None, _) => " ",
        (false, _, true) => "−",
        (false, _, false) => "+",
    };
    let content = match (same, before, after) {
        (false, Some(before), Some(after)) => {
            let (old, new) =
                differing(comparison.before.line(before), comparison.after.line(after));
            let part = if is_old { old } else { new };
            let cut = |range: Range<usize>| text.get(range).unwrap_or_default().to_owned();
            let (head, middle, tail) =
                (cut(0..part.start), cut(part.clone()), cut(part.end..text.len()));
            view! {
                {head}
                <mark>{middle}</mark>
                {tail}
            }
            .into_any()
        }
        _ => text.to_owned().into_any(),
    };
    let number = number.map(|number| (number + 1).to_string()).unwrap_or_default();
    view! {
        <div class=class style:top=top>
            <span class="number" aria-hidden="true">{number}</span>
            <span class="sign">{sign}</span>
            <span class="content">{content}</span>
        </div>
    }
    .into_any()
}
