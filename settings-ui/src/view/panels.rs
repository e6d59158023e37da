//! The panels with their settings.

use leptos::html;
use leptos::prelude::*;
use policy_core::settings::{Field, Group, Kind, Problem};

use super::flag::Flag;
use super::limit::Limit;
use super::list::{List, add};
use super::parts::{Code, Hint, Icon, sentences};
use super::reveal;
use super::shells::Shells;
use crate::app::{App, Target};
use crate::i18n::{Key, t, text_with};
use crate::model::fields;
use crate::model::panel::Panel;

/// Every panel but "Try a command".
#[component]
pub(super) fn Panels(app: App) -> impl IntoView {
    let found = Memo::new(move |_| Panel::ALL.into_iter().any(|each| any_shown(app, each)));
    view! {
        <main class="panels">
            <PanelFrame app panel=Panel::Checkpoint>
                <Checkpoint app />
            </PanelFrame>
            <PanelFrame app panel=Panel::Commands>
                <Commands app />
            </PanelFrame>
            <PanelFrame app panel=Panel::Shells>
                <p class="about">{t(Key::CheckpointShellSpecificDescription)}</p>
                <Shells app />
            </PanelFrame>
            <PanelFrame app panel=Panel::Permissions>
                <p class="about">{t(Key::PermissionsDescription)}</p>
                {fields_of(app, Panel::Permissions)}
            </PanelFrame>
            <PanelFrame app panel=Panel::Files>
                <p class="about">{t(Key::FilesDescription)}</p>
                {fields_of(app, Panel::Files)}
            </PanelFrame>
            <PanelFrame app panel=Panel::Workspaces>
                <p class="about">{t(Key::WorkspacesDescription)}</p>
                {move || current_workspace(app)}
                {fields_of(app, Panel::Workspaces)}
            </PanelFrame>
            <Show when=move || !found.get()>
                <p class="nothing" data-testid="search-none">
                    {move || text_with(Key::SearchNone, &[("text", &app.search.get())])}
                </p>
            </Show>
        </main>
    }
}

/// Whether the search leaves anything of a panel.
pub(super) fn is_shown(app: App, panel: Panel) -> Memo<bool> {
    Memo::new(move |_| panel == Panel::Try || any_shown(app, panel))
}

fn any_shown(app: App, panel: Panel) -> bool {
    panel.fields().any(|each| app.shows(each))
}

#[component]
fn PanelFrame(app: App, panel: Panel, children: Children) -> impl IntoView {
    let shown = is_shown(app, panel);
    let title = format!("{}-title", panel.id());
    // The list of panels has a shorter name for it.
    let label = match panel {
        Panel::Shells => Key::CheckpointShellSpecificLabel,
        panel => panel.title(),
    };
    let heading = NodeRef::<html::H2>::new();
    reveal::on_request(app, Target::Panel(panel), heading);
    view! {
        <section
            class="panel"
            class:hidden=move || !shown.get()
            id=panel.id()
            aria-labelledby=title
        >
            <h2 id=title.clone() tabindex="-1" node_ref=heading>
                <Icon name=panel.icon() />
                {t(label)}
            </h2>
            {children()}
        </section>
    }
}

/// Every setting of a panel, in the order of the table.
fn fields_of(app: App, panel: Panel) -> impl IntoView {
    panel.fields().map(|field| one(app, field)).collect_view()
}

fn one(app: App, field: &'static Field) -> AnyView {
    match field.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => view! { <Flag app field /> }.into_any(),
        Kind::Limit { .. } => view! { <Limit app field /> }.into_any(),
        _ => view! { <List app field /> }.into_any(),
    }
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

#[component]
fn Checkpoint(app: App) -> impl IntoView {
    // What stands in no group is shown below them.
    let grouped = |field: &&'static Field| {
        field.name == "checkpointEnabled"
            || TRIGGERS.contains(&field.name)
            || STRATEGY.contains(&field.name)
    };
    let others = Panel::Checkpoint.fields().filter(move |field| !grouped(field));
    let on = Memo::new(move |_| app.is_on(root("checkpointEnabled")));
    view! {
        <Flag app field=root("checkpointEnabled") />
        <Show when=move || !on.get()>
            <Hint icon="warning" kind="warning" testid="checkpoint-off">
                {t(Key::CheckpointOff)}
            </Hint>
        </Show>
        <FlagGroup app title=Key::CheckpointTriggers names=&TRIGGERS />
        <FlagGroup app title=Key::CheckpointStrategyLabel names=&STRATEGY />
        {others.map(|field| one(app, field)).collect_view()}
    }
}

/// Switches that belong together.
#[component]
fn FlagGroup(app: App, title: Key, names: &'static [&'static str]) -> impl IntoView {
    let shown = move || names.iter().any(|name| app.shows(root(name)));
    view! {
        <fieldset class="group" class:hidden=move || !shown()>
            <legend>{t(title)}</legend>
            {names.iter().map(|name| view! { <Flag app field=root(name) /> }).collect_view()}
        </fieldset>
    }
}

/// The lists for every shell, while terminal commands are switched on.
#[component]
fn Commands(app: App) -> impl IntoView {
    let execute = Memo::new(move |_| app.is_on(root("alwaysCheckpointExecute")));
    let hidden = || {
        view! {
            <Hint icon="info" testid="commands-hidden">
                {t(Key::CheckpointExecuteHidden)}
            </Hint>
        }
    };
    view! {
        <Show when=move || execute.get() fallback=hidden>
            {fields_of(app, Panel::Commands)}
        </Show>
    }
}

/// The workspace that is open, and what it was refused.
fn current_workspace(app: App) -> AnyView {
    let Some(workspace) = app.context.read().workspace.clone() else {
        return view! { <Hint icon="info">{t(Key::WorkspacesNone)}</Hint> }.into_any();
    };
    let in_force = app.in_force.get();
    let path = workspace.path.clone();
    // A host that names no folder has none that could be trusted.
    let named = (!path.is_empty()).then(|| {
        view! {
            <p class="current">
                {move || text_with(Key::WorkspacesCurrent, &[("path", &path)])}
            </p>
            <TrustButton app path=workspace.path trusted=in_force.effective.workspace_trusted />
        }
    });
    let refused = (!in_force.refused.is_empty()).then(|| {
        view! {
            <h3>{t(Key::WorkspacesRefused)}</h3>
            <ul class="problems" data-testid="workspace-refused">
                {in_force.refused.iter().map(refusal).collect_view()}
            </ul>
        }
    });
    view! {
        {named}
        {refused}
    }
    .into_any()
}

fn refusal(problem: &Problem) -> impl IntoView + use<> {
    view! {
        <li>
            <Code text=problem.path.clone() />
            " "
            {sentences([&problem.message, &problem.help])}
        </li>
    }
}

#[component]
fn TrustButton(app: App, path: String, trusted: bool) -> impl IntoView {
    if trusted {
        return view! { <Hint icon="workspace-trusted">{t(Key::WorkspacesTrusted)}</Hint> }
            .into_any();
    }
    let trust = move |_| {
        // A path that is refused says so beside the list.
        let _ = add(app, root("trustedWorkspaces"), &path, "");
    };
    view! {
        <button
            type="button"
            class="button secondary"
            data-testid="trust-workspace-button"
            on:click=trust
        >
            {t(Key::WorkspacesTrust)}
        </button>
    }
    .into_any()
}
