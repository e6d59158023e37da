//! The page of a rule.

use leptos::prelude::*;

use super::super::icon::icon;
use super::answer::three;
use crate::app::App;
use crate::engine;
use crate::i18n::{Key, t};

/// The page of a rule, with commands to try.
pub(super) fn page(app: App, id: &str, open: RwSignal<Option<String>>) -> AnyView {
    let back = view! {
        <button
            type="button"
            class="link"
            data-testid="rule-back-button"
            on:click=move |_| open.set(None)
        >
            {icon("arrow-left")}
            {t(Key::TryRuleBack)}
        </button>
    };
    let Some(rule) = engine::rule(id) else { return back.into_any() };
    let examples = move |commands: Vec<String>| {
        let one = move |command: String| {
            let (shell, text) = split(&command);
            let taken = text.clone();
            let take = move |_| {
                open.set(None);
                app.try_command(taken.clone(), Some(shell.clone()));
            };
            view! {
                <li>
                    <button type="button" class="sample" on:click=take>
                        {text}
                    </button>
                </li>
            }
        };
        view! { <ul class="samples">{commands.into_iter().map(one).collect_view()}</ul> }
    };
    view! {
        <div class="rule" data-testid="rule-page">
            {back}
            <h3>{rule.title.clone()} <span class=format!("badge {}", rule.level.id())>{t(rule.level.word())}</span></h3>
            <p class="about">{t(Key::TryRule)} " " <code>{rule.id.clone()}</code></p>
            {three(&rule.what, &rule.why, &rule.instead)}
            <h4>{t(Key::TryRuleMatches)}</h4>
            {examples(rule.matches)}
            <h4>{t(Key::TryRuleSpares)}</h4>
            {examples(rule.spares)}
        </div>
    }
    .into_any()
}

/// An example for another shell than bash stands behind a prompt: `cmd> del x`.
fn split(example: &str) -> (String, String) {
    match example.split_once("> ") {
        Some((shell @ ("cmd" | "powershell" | "zsh" | "sh" | "fish"), text)) => {
            (shell.to_owned(), text.to_owned())
        }
        _ => ("bash".to_owned(), example.to_owned()),
    }
}
