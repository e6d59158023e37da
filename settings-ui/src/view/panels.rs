//! The panels with their settings.

use leptos::prelude::*;
use policy_core::settings::{Field, Group, Kind};

use super::flag::flag;
use super::icon::icon;
use super::limit::limit;
use super::list::list;
use super::{field, shells};
use crate::app::App;
use crate::i18n::{Key, t, t_with};
use crate::model::fields;
use crate::model::panel::Panel;

/// Every panel but "Try a command".
pub(super) fn panels(app: App) -> AnyView {
    let found = Memo::new(move |_| Panel::ALL.into_iter().any(|each| any_shown(app, each)));
    view! {
        <main class="panels">
            {panel(app, Panel::Checkpoint, checkpoint(app))}
            {panel(app, Panel::Commands, commands(app))}
            {panel(app, Panel::Shells, view! {
                <p class="about">{t(Key::CheckpointShellSpecificDescription)}</p>
                {shells::shells(app)}
            }.into_any())}
            {panel(app, Panel::Permissions, plain(app, Panel::Permissions, Key::PermissionsDescription))}
            {panel(app, Panel::Files, plain(app, Panel::Files, Key::FilesDescription))}
            {panel(app, Panel::Workspaces, workspaces(app))}
            {move || {
                (!found.get())
                    .then(|| {
                        let text = app.search.with(|(text, _)| text.clone());
                        view! {
                            <p class="nothing" data-testid="search-none">
                                {t_with(Key::SearchNone, &[("text", &text)])}
                            </p>
                        }
                    })
            }}
        </main>
    }
    .into_any()
}

/// Whether the search leaves anything of a panel.
pub(super) fn shown(app: App, panel: Panel) -> Memo<bool> {
    Memo::new(move |_| panel == Panel::Try || any_shown(app, panel))
}

fn any_shown(app: App, panel: Panel) -> bool {
    let (text, only_changed) = app.search.get();
    app.draft.with(|draft| {
        panel.fields().any(|each| {
            crate::model::search::matches(each, &text)
                && (!only_changed || fields::is_changed(draft.clean(), each))
        })
    })
}

fn panel(app: App, panel: Panel, body: AnyView) -> AnyView {
    let shown = shown(app, panel);
    let title = format!("{}-title", panel.id());
    // The seed names the shells' settings differently in the panel and in the list of panels.
    let words = match panel {
        Panel::Shells => Key::CheckpointShellSpecificLabel,
        panel => panel.title(),
    };
    view! {
        <section
            class="panel"
            id=panel.id()
            aria-labelledby=title.clone()
            class:hidden=move || !shown.get()
        >
            <h2 id=title.clone() tabindex="-1">
                {icon(panel.icon())}
                {t(words)}
            </h2>
            {body}
        </section>
    }
    .into_any()
}

fn one(app: App, each: &'static Field) -> AnyView {
    match each.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => flag(app, each),
        Kind::Limit { .. } => limit(app, each),
        _ => list(app, each),
    }
}

fn plain(app: App, panel: Panel, about: Key) -> AnyView {
    view! {
        <p class="about">{t(about)}</p>
        {panel.fields().map(|each| one(app, each)).collect_view()}
    }
    .into_any()
}

fn root(name: &str) -> &'static Field {
    fields::field(Group::Root, name)
}

const TRIGGERS: [&str; 5] = [
    "alwaysCheckpointReadOnly",
    "alwaysCheckpointWrite",
    "alwaysCheckpointExecute",
    "alwaysCheckpointBrowser",
    "alwaysCheckpointMcp",
];

const STRATEGY: [&str; 3] =
    ["checkpointBeforeHighRisk", "checkpointAfterHighRisk", "checkpointOnError"];

fn checkpoint(app: App) -> AnyView {
    let off = Memo::new(move |_| {
        app.draft
            .with(|draft| fields::flag(draft.clean(), root("checkpointEnabled")) == Some(false))
    });
    view! {
        {flag(app, root("checkpointEnabled"))}
        {move || {
            off.get()
                .then(|| {
                    view! {
                        <p class="hint warning" data-testid="checkpoint-off">
                            {icon("warning")}
                            <span>{t(Key::CheckpointOff)}</span>
                        </p>
                    }
                })
        }}
        {group(app, Key::CheckpointTriggers, &TRIGGERS)}
        {group(app, Key::CheckpointStrategyLabel, &STRATEGY)}
    }
    .into_any()
}

/// Switches that belong together.
fn group(app: App, title: Key, names: &'static [&'static str]) -> AnyView {
    let shown: Vec<_> = names.iter().map(|name| field::shown(app, root(name))).collect();
    view! {
        <fieldset class="group" class:hidden=move || !shown.iter().any(|shown| shown.get())>
            <legend>{t(title)}</legend>
            {names.iter().map(|name| flag(app, root(name))).collect_view()}
        </fieldset>
    }
    .into_any()
}

/// The lists for every shell, while terminal commands are switched on.
fn commands(app: App) -> AnyView {
    let execute = Memo::new(move |_| {
        app.draft.with(|draft| {
            fields::flag(draft.clean(), root("alwaysCheckpointExecute")).unwrap_or_default()
        })
    });
    view! {
        {move || {
            if execute.get() {
                view! {
                    {list(app, root("checkpointCommands"))}
                    {list(app, root("noCheckpointCommands"))}
                }
                    .into_any()
            } else {
                view! {
                    <p class="hint" data-testid="commands-hidden">
                        {icon("info")}
                        <span>{t(Key::CheckpointExecuteHidden)}</span>
                    </p>
                }
                    .into_any()
            }
        }}
    }
    .into_any()
}

fn workspaces(app: App) -> AnyView {
    view! {
        <p class="about">{t(Key::WorkspacesDescription)}</p>
        {move || current(app)}
        {list(app, root("trustedWorkspaces"))}
    }
    .into_any()
}

/// The workspace that is open, and what it was refused.
fn current(app: App) -> AnyView {
    let Some(workspace) = app.workspace.get() else {
        return view! { <p class="hint">{icon("info")} <span>{t(Key::WorkspacesNone)}</span></p> }
            .into_any();
    };
    let in_force = app.in_force.get();
    let path = workspace.path.clone();
    let trust = move |_| super::list::add(app, root("trustedWorkspaces"), &workspace.path, "");
    view! {
        <p class="current">{t_with(Key::WorkspacesCurrent, &[("path", &path)])}</p>
        {if in_force.effective.workspace_trusted {
            view! { <p class="hint">{icon("workspace-trusted")} <span>{t(Key::WorkspacesTrusted)}</span></p> }
                .into_any()
        } else {
            view! {
                <button
                    type="button"
                    class="button secondary"
                    data-testid="trust-workspace-button"
                    on:click=move |_| {
                        let _ = trust(());
                    }
                >
                    {t(Key::WorkspacesTrust)}
                </button>
            }
                .into_any()
        }}
        {(!in_force.refused.is_empty())
            .then(|| {
                view! {
                    <h3>{t(Key::WorkspacesRefused)}</h3>
                    <ul class="problems" data-testid="workspace-refused">
                        {in_force
                            .refused
                            .iter()
                            .map(|problem| {
                                view! {
                                    <li>
                                        <code>{problem.path.clone()}</code>
                                        " "
                                        {problem.message.clone()}
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ul>
                }
            })}
    }
    .into_any()
}
