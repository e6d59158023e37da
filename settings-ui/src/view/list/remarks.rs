//! The remarks about the entries of a list, each with what one click does about it.

use leptos::prelude::*;

use super::super::parts::{Code, Hint, Icon, sentences};
use super::ListState;
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::model::entries;
use crate::model::expression::breaks_at;
use crate::model::labels::holds_commands;
use crate::model::remarks::{Fix, MOST_ENTRIES, Remark};
use crate::model::visible::visible;

/// The most remarks that are shown about one list; nobody reads more at once.
const MOST: usize = 50;

/// The remarks about this list.
#[component]
pub(super) fn Remarks(list: ListState) -> impl IntoView {
    let all = move || list.remarks.with(|remarks| remarks.len());
    let most = move || if list.more.get() { usize::MAX } else { MOST };
    let (has_any, has_more) = (move || all() > 0, move || all() > most());
    let unchecked = Memo::new(move |_| {
        holds_commands(list.field) && list.entries.with(|entries| entries.len() > MOST_ENTRIES)
    });
    let shown = move || {
        let remarks = list.remarks.get();
        let shown = remarks.iter().take(most());
        shown.map(|(index, remark)| one_remark(list, *index, remark)).collect_view()
    };
    view! {
        <Show when=move || unchecked.get()>
            <Hint icon="info">
                {t(Key::RemarkLarge)} " "
                <button
                    type="button"
                    class="link"
                    on:click=move |_| list.app.ask_for_remarks(true)
                >
                    {t(Key::RemarkCheck)}
                </button>
            </Hint>
        </Show>
        <Show when=has_any>
            <ul
                class="remarks"
                aria-label=move || count(Counted::RemarkCount, all(), &[])
                data-testid=format!("remarks-{}", list.id)
            >
                {shown}
            </ul>
        </Show>
        <Show when=has_more>
            <button type="button" class="link" on:click=move |_| list.more.set(true)>
                {t(Key::AppMore)}
            </button>
        </Show>
    }
}

fn one_remark(list: ListState, index: usize, remark: &Remark) -> Option<impl IntoView + use<>> {
    let entry = list.entry(index)?;
    let pattern = entries::pattern(&entry);
    let sign = if remark.is_problem() { "error" } else { "warning" };
    let fix = remark.fix(pattern).map(|fix| view! { <FixButton list index fix /> });
    Some(view! {
        <li class=format!("remark {sign}") data-code=remark.sort.name()>
            <Icon name=sign />
            <div>
                <p>{written(pattern, remark)} " " <strong>{t(remark.title())}</strong></p>
                <p class="about">{sentences([&remark.message, &remark.help])}</p>
            </div>
            {fix}
        </li>
    })
}

/// The entry, with the place underlined where it breaks.
fn written(pattern: &str, remark: &Remark) -> AnyView {
    match breaks_at(pattern).filter(|_| remark.is_problem()) {
        Some((before, there, after)) => {
            let there = visible(&there);
            let title = text_with(Key::RemarkAt, &[("text", &there)]);
            view! {
                <code>
                    <bdi>
                        {visible(&before)}
                        <span class="broken" title=title>
                            {there}
                        </span>
                        {visible(&after)}
                    </bdi>
                </code>
            }
            .into_any()
        }
        None => view! { <Code text=visible(pattern) /> }.into_any(),
    }
}

#[component]
fn FixButton(list: ListState, index: usize, fix: Fix) -> impl IntoView {
    let label = {
        let fix = fix.clone();
        move || match &fix {
            Fix::Remove => text(Key::RemarkFixRemove),
            Fix::Replace(pattern) => text_with(Key::RemarkFixReplace, &[("entry", pattern)]),
        }
    };
    let act = move |_| match &fix {
        Fix::Remove => list.remove(index),
        Fix::Replace(pattern) => list.replace(index, pattern),
    };
    view! {
        <button
            type="button"
            class="button secondary"
            data-testid=format!("fix-{}-{index}", list.id)
            on:click=act
        >
            {label}
        </button>
    }
}
