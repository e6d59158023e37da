//! What a person must know, on top of everything.

use leptos::prelude::*;

use super::el::{El, Piece, View, all, dynamic, el, nothing};
use super::icon::icon;
use super::parts::{button, code, cross, sentences};
use crate::app::{App, Notice};
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::message::{Cause, Told};
use crate::model::draft::Draft;

/// All notices.
pub(super) fn notices(app: App) -> El {
    let told = move || {
        let notices = app.notices.get();
        all(notices.into_iter().enumerate().map(|(place, notice)| one(app, place, &notice)))
    };
    el("div")
        .class("notices")
        .add(el("div").attr("role", "alert").add(dynamic(told)))
        .add(dynamic(move || stored(app)))
}

fn one(app: App, place: usize, notice: &Notice) -> El {
    let (text, problems): (String, &[Told]) = match notice {
        Notice::Refused(problems) => (t(Key::NoticeSaveRefused), problems),
        Notice::NotStored(Cause::StorageFull) => (t(Key::NoticeStorageFull), &[]),
        Notice::NotStored(Cause::StorageForbidden) => (t(Key::NoticeStorageForbidden), &[]),
        Notice::NotStored(Cause::Other) => (t(Key::NoticeSaveFailed), &[]),
        Notice::Malformed(why) => (format!("{} ({why})", t(Key::NoticeMalformed)), &[]),
        Notice::NoLanguage => (t(Key::LanguageFailed), &[]),
    };
    let unsaved = notice.is_about_saving() && app.peek(Draft::has_refused);
    let actions = unsaved.then(|| {
        let again = button("button", move || app.save_again());
        let discard = button("button secondary", move || app.discard());
        el("p")
            .class("actions")
            .add(again.test("save-again-button").add(t(Key::NoticeRetry)))
            .add(discard.test("discard-button").add(t(Key::NoticeDiscard)))
    });
    let dismiss = cross(&t(Key::NoticeDismiss), move || {
        app.notices.update(|notices| {
            if place < notices.len() {
                notices.remove(place);
            }
        });
    });
    el("div")
        .class("notice error")
        .test("notice")
        .add(icon("error"))
        .add(el("div").add(el("p").add(text)).add(list(problems)).add(actions))
        .add(dismiss.test("dismiss-button"))
}

/// What is wrong with the settings as they are stored.
fn stored(app: App) -> View {
    if let Some(why) = app.around.read().fallback.clone() {
        let text = t_with(Key::ProblemFallback, &[("why", &why)]);
        let notice = el("div").class("notice warning").test("fallback-notice");
        return notice.add(icon("warning")).add(el("p").add(text)).view();
    }
    let (problems, newer) = {
        let draft = app.draft.read();
        let told: Vec<_> = draft.problems().iter().cloned().map(Told::from).collect();
        (told, draft.has_unknown())
    };
    if problems.is_empty() {
        return nothing();
    }
    let title = count(Counted::ProblemTitle, problems.len(), &[]);
    el("details")
        .class("notice warning")
        .test("problems-notice")
        .add(
            el("summary")
                .add(icon("warning"))
                .add(title)
                .add(el("span").class("link").add(t(Key::ProblemDetails))),
        )
        .add(el("p").add(t(Key::ProblemKept)))
        .add(newer.then(|| el("p").add(t(Key::ProblemNewer))))
        .add(list(&problems))
        .view()
}

/// Problems with their places.
pub(super) fn list(problems: &[Told]) -> View {
    if problems.is_empty() {
        return nothing();
    }
    let one = |problem: &Told| {
        let told = sentences([&problem.message, &problem.help]);
        el("li").add(code(&problem.path)).add(" ").add(told)
    };
    el("ul").class("problems").add(all(problems.iter().map(one))).view()
}
