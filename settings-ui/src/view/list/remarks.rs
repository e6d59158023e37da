//! What is to be told about the entries of a list, each with what one click does about it.

use leptos::prelude::*;

use super::super::el::{El, Piece, View, all, el};
use super::super::icon::icon;
use super::super::parts::{about, button, code, hint, sentences};
use super::Shared;
use crate::i18n::{Counted, Key, count as count_words, t, t_with};
use crate::model::expression::breaks_at;
use crate::model::fields::at_path;
use crate::model::remarks::{Fix, MOST_ENTRIES, Remark};
use crate::model::visible::visible;
use crate::model::{entries, panel};

/// The most remarks that are shown about one list; nobody reads more at once.
const MOST: usize = 50;

/// The remarks about this list.
pub(super) fn remarks(shared: Shared) -> View {
    let remarks = shared.app.remarks.get();
    let own = remarks.iter().filter(|remark| remark.layer.as_deref() != Some("workspace"));
    let own = own.filter_map(|each| {
        let (field, index) = at_path(&each.path)?;
        (field == shared.field).then(|| remark(shared, index?, each))
    });
    let own: Vec<El> = own.flatten().collect();
    let (told, most) = (own.len(), if shared.more.get() { own.len() } else { MOST });
    let more =
        (told > most).then(|| button("link", move || shared.more.set(true)).add(t(Key::AppMore)));
    let count = shared.entries.with(|entries| entries.len());
    let unchecked = panel::holds_commands(shared.field) && count > MOST_ENTRIES;
    let unchecked = unchecked.then(|| {
        let check = button("link", move || shared.app.ask_for_remarks(true));
        hint("info", "", t(Key::RemarkLarge)).add(check.add(t(Key::RemarkCheck)))
    });
    let list = (told > 0).then(|| {
        el("ul")
            .class("remarks")
            .attr("aria-label", &count_words(Counted::RemarkCount, told, &[]))
            .test(&format!("remarks-{}", shared.id))
            .add(all(own.into_iter().take(most)))
    });
    all([unchecked.view(), list.view(), more.view()])
}

fn remark(shared: Shared, index: usize, remark: &Remark) -> Option<El> {
    let entry = shared.entry(index)?;
    let pattern = entries::pattern(&entry);
    let fix = remark.fix(pattern).map(|fix| one_click(shared, index, fix));
    let sign = if remark.is_problem() { "error" } else { "warning" };
    let written = match breaks_at(pattern).filter(|_| remark.is_problem()) {
        Some((before, there, after)) => el("code").add(
            el("bdi").add(visible(&before)).add(broken(&visible(&there))).add(visible(&after)),
        ),
        None => code(&visible(pattern)),
    };
    let title = el("p").add(written).add(" ").add(el("strong").add(t(remark.title())));
    let told = about(sentences([&remark.message, &remark.help]));
    Some(
        el("li")
            .class(&format!("remark {sign}"))
            .attr("data-code", &remark.code)
            .add(icon(sign))
            .add(el("div").add(title).add(told))
            .add(fix),
    )
}

/// The place where an expression breaks.
fn broken(there: &str) -> El {
    let title = t_with(Key::RemarkAt, &[("text", there)]);
    el("span").class("broken").attr("title", &title).add(there)
}

fn one_click(shared: Shared, index: usize, fix: Fix) -> El {
    let label = match &fix {
        Fix::Remove => t(Key::RemarkFixRemove),
        Fix::Replace(text) => t_with(Key::RemarkFixReplace, &[("entry", text)]),
    };
    let act = move || match &fix {
        Fix::Remove => shared.remove(index),
        Fix::Replace(text) => shared.replace(index, text),
    };
    button("button secondary", act).test(&format!("fix-{}-{index}", shared.id)).add(label)
}
