//! The page of a rule.

use leptos::prelude::*;

use super::super::el::{El, Piece, View, all, dynamic, el, nothing};
use super::super::icon::icon;
use super::super::parts::{about, button, code, sample};
use super::answer::{badge, three};
use crate::app::App;
use crate::engine;
use crate::i18n::{Key, t};
use crate::model::verdict::Rule;

/// The page of a rule, with commands to try. It is loaded when it is first looked at.
pub(super) fn page(app: App, id: &str, open: RwSignal<Option<String>>) -> View {
    let back = button("link", move || open.set(None))
        .test("rule-back-button")
        .add(icon("arrow-left"))
        .add(t(Key::TryRuleBack));
    let loaded = RwSignal::new(None);
    // Who has gone back by now is not waiting for it any more.
    engine::rule(id, move |rule| drop(loaded.try_set(Some(rule))));
    let id = id.to_owned();
    let told = dynamic(move || match &*loaded.read() {
        None => nothing(),
        Some(Ok(rule)) => about_rule(app, rule, open),
        Some(Err(why)) => failed(why, &id, open),
    });
    el("div").class("rule").test("rule-page").add(back).add(told).view()
}

fn about_rule(app: App, rule: &Rule, open: RwSignal<Option<String>>) -> View {
    let title = el("h3").add(rule.title.as_str()).add(" ").add(badge(rule.level));
    let name = about(t(Key::TryRule)).add(" ").add(code(&rule.id));
    all([
        title.view(),
        name.view(),
        three(&rule.explanation).view(),
        el("h4").add(t(Key::TryRuleMatches)).view(),
        examples(app, &rule.matches, open).view(),
        el("h4").add(t(Key::TryRuleSpares)).view(),
        examples(app, &rule.spares, open).view(),
    ])
}

/// Why the page is not there; another try opens it anew.
fn failed(why: &str, id: &str, open: RwSignal<Option<String>>) -> View {
    let id = id.to_owned();
    let again = button("button", move || open.set(Some(id.clone()))).test("rule-retry-button");
    el("div")
        .class("notice error")
        .attr("role", "alert")
        .test("rule-failed")
        .add(icon("error"))
        .add(el("div").add(el("p").add(why)).add(again.add(t(Key::EngineRetry))))
        .view()
}

fn examples(app: App, commands: &[String], open: RwSignal<Option<String>>) -> El {
    let one = |command: &String| {
        let (shell, text) = split(command);
        let (shell, taken) = (shell.to_owned(), text.to_owned());
        sample(text, &shell.clone(), move || {
            open.set(None);
            app.try_command(taken.clone(), Some(shell.clone()));
        })
    };
    el("ul").class("samples").add(all(commands.iter().map(one)))
}

/// An example for another shell than bash stands behind a prompt: `cmd> del x`.
fn split(example: &str) -> (&str, &str) {
    match example.split_once("> ") {
        Some((shell @ ("cmd" | "powershell" | "zsh" | "sh" | "fish"), text)) => (shell, text),
        _ => ("bash", example),
    }
}
