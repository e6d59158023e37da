//! The page of a rule.

use std::borrow::Cow;

use leptos::prelude::*;
use policy_core::wire::Rule;

use super::super::parts::{Code, Icon, SampleCommand};
use super::answer::{Badge, explanation};
use crate::app::App;
use crate::engine;
use crate::i18n::{Key, rules, t};

/// The page of a rule, with commands to try.
#[component]
pub(super) fn RulePage(app: App, id: String, open: RwSignal<Option<String>>) -> impl IntoView {
    let content = move || engine::rule(&id).map(|rule| rule_text(app, &rule, open));
    view! {
        <div class="rule" data-testid="rule-page">
            <button
                type="button"
                class="link"
                data-testid="rule-back-button"
                on:click=move |_| open.set(None)
            >
                <Icon name="arrow-left" />
                {t(Key::TryRuleBack)}
            </button>
            {content}
        </div>
    }
}

fn rule_text(app: App, rule: &Rule, open: RwSignal<Option<String>>) -> impl IntoView + use<> {
    let texts = rules();
    let said = texts.get(&*rule.id).map(|text| (&text.title, &text.explanation));
    let (title, told) = said.unwrap_or((&rule.title, &rule.explanation));
    view! {
        <h3>{title.to_string()} " " <Badge risk=rule.level /></h3>
        <p class="about">{t(Key::TryRule)} " " <Code text=rule.id.to_string() /></p>
        {explanation(told)}
        <h4>{t(Key::TryRuleMatches)}</h4>
        {examples(app, &rule.matches, open)}
        <h4>{t(Key::TryRuleSpares)}</h4>
        {examples(app, &rule.non_matches, open)}
    }
}

fn examples(
    app: App,
    commands: &[Cow<'static, str>],
    open: RwSignal<Option<String>>,
) -> impl IntoView + use<> {
    let one = |example: &Cow<'static, str>| {
        let (shell, command) = split(example);
        let (shell, command) = (shell.to_owned(), command.to_owned());
        let pick = {
            let (shell, command) = (shell.clone(), command.clone());
            move |()| {
                open.set(None);
                app.try_command(command.clone(), Some(shell.clone()));
            }
        };
        view! { <SampleCommand command title=shell on_pick=pick /> }
    };
    view! { <ul class="samples">{commands.iter().map(one).collect_view()}</ul> }
}

/// An example for another shell than bash stands behind a prompt: `cmd> del x`.
fn split(example: &str) -> (&str, &str) {
    match example.split_once("> ") {
        Some((shell @ ("cmd" | "powershell" | "zsh" | "sh" | "fish"), text)) => (shell, text),
        _ => ("bash", example),
    }
}
