//! What is to be told about the entries of a list, each with what one click does about it.

use leptos::prelude::*;
use policy_core::settings::Kind;

use super::super::icon::icon;
use super::Shared;
use crate::i18n::{Key, t, t_with};
use crate::model::expression::breaks_at;
use crate::model::fields::at_path;
use crate::model::remarks::{Fix, Remark};
use crate::model::visible::visible;
use crate::model::{entries, panel};

/// The remarks about this list.
pub(super) fn remarks(shared: Shared) -> AnyView {
    let remarks = shared.app.remarks.get();
    let own: Vec<_> = remarks
        .iter()
        .filter(|remark| remark.layer.as_deref() != Some("workspace"))
        .filter_map(|remark| {
            let (field, index) = at_path(&remark.path)?;
            (field == shared.field).then_some((index?, remark.clone()))
        })
        .collect();
    let unchecked = panel::holds_commands(shared.field)
        && !matches!(shared.field.kind, Kind::Globs { .. })
        && shared.entries.with(|entries| entries.len()) > crate::model::remarks::MOST_ENTRIES;
    view! {
        {unchecked
            .then(|| {
                view! {
                    <p class="hint">
                        {icon("info")} <span>{t(Key::RemarkLarge)}</span>
                        <button
                            type="button"
                            class="link"
                            on:click=move |_| shared.app.ask_for_remarks(true)
                        >
                            {t(Key::RemarkCheck)}
                        </button>
                    </p>
                }
            })}
        {(!own.is_empty())
            .then(|| {
                view! {
                    <ul class="remarks" data-testid=format!("remarks-{}", shared.id)>
                        {own
                            .into_iter()
                            .take(50)
                            .map(|(index, each)| remark(shared, index, each))
                            .collect_view()}
                    </ul>
                }
            })}
    }
    .into_any()
}

fn remark(shared: Shared, index: usize, remark: Remark) -> AnyView {
    let entry = shared.entry(index);
    let pattern =
        entry.as_ref().map(|entry| entries::pattern(entry).to_owned()).unwrap_or_default();
    let fix = remark.fix(&pattern).map(|fix| button(shared, index, fix));
    let sign = if remark.is_problem() { "error" } else { "warning" };
    let broken = breaks_at(&pattern).filter(|_| remark.is_problem());
    let written = match broken {
        Some((before, there, after)) => view! {
            <code>
                <bdi>{visible(&before)}<span class="broken">{visible(&there)}</span>{visible(&after)}</bdi>
            </code>
        }
        .into_any(),
        None => view! { <code><bdi>{visible(&pattern)}</bdi></code> }.into_any(),
    };
    view! {
        <li class=format!("remark {sign}") data-code=remark.code.clone()>
            {icon(sign)}
            <div>
                <p>
                    {written} " " <strong>{t(remark.title())}</strong>
                </p>
                <p class="about">{remark.message.clone()}". "{remark.help.clone()}"."</p>
            </div>
            {fix}
        </li>
    }
    .into_any()
}

fn button(shared: Shared, index: usize, fix: Fix) -> AnyView {
    let label = match &fix {
        Fix::Remove => t(Key::RemarkFixRemove),
        Fix::Replace(text) => t_with(Key::RemarkFixReplace, &[("entry", text)]),
    };
    view! {
        <button
            type="button"
            class="button secondary"
            data-testid=format!("fix-{}-{index}", shared.id)
            on:click=move |_| match &fix {
                Fix::Remove => shared.remove(index),
                Fix::Replace(text) => shared.replace(index, text),
            }
        >
            {label}
        </button>
    }
    .into_any()
}
