//! The page of a rule.

use leptos::prelude::*;

use super::super::el::{El, Piece, View, all, el};
use super::super::icon::icon;
use super::super::parts::{about, button, code, sample};
use super::answer::{badge, three};
use crate::app::App;
use crate::engine;
use crate::i18n::{Key, t};

/// The page of a rule, with commands to try.
pub(super) fn page(app: App, id: &str, open: RwSignal<Option<String>>) -> View {
    let back = button("link", move || open.set(None))
        .test("rule-back-button")
        .add(icon("arrow-left"))
        .add(t(Key::TryRuleBack));
    let Some(rule) = engine::rule(id) else { return back.view() };
    let title = el("h3").add(rule.title.as_str()).add(" ").add(badge(rule.level));
    let name = about(t(Key::TryRule)).add(" ").add(code(&rule.id));
    el("div")
        .class("rule")
        .test("rule-page")
        .add(back)
        .add(title)
        .add(name)
        .add(three(&rule.explanation))
        .add(el("h4").add(t(Key::TryRuleMatches)))
        .add(examples(app, &rule.matches, open))
        .add(el("h4").add(t(Key::TryRuleSpares)))
        .add(examples(app, &rule.spares, open))
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
