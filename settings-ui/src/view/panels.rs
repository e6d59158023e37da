//! The panels with their settings.

use leptos::prelude::*;
use policy_core::settings::{Field, Group, Kind};

use super::el::{El, Piece, View, all, dynamic, el, memo};
use super::flag::flag;
use super::icon::icon;
use super::limit::limit;
use super::list::list;
use super::parts::{about, button, code, hint, sentences};
use super::shells;
use crate::app::App;
use crate::i18n::{Key, t, t_with};
use crate::model::fields;
use crate::model::panel::Panel;

/// Every panel but "Try a command".
pub(super) fn panels(app: App) -> El {
    let found = memo(move || Panel::ALL.into_iter().any(|each| any_shown(app, each)));
    let nothing = move || {
        (!found.get()).then(|| {
            let text = app.search.get();
            let text = t_with(Key::SearchNone, &[("text", &text)]);
            el("p").class("nothing").test("search-none").add(text)
        })
    };
    let shells =
        all([about(t(Key::CheckpointShellSpecificDescription)).view(), shells::shells(app)]);
    el("main")
        .class("panels")
        .add(panel(app, Panel::Checkpoint, checkpoint(app)))
        .add(panel(app, Panel::Commands, dynamic(commands(app))))
        .add(panel(app, Panel::Shells, shells))
        .add(panel(
            app,
            Panel::Permissions,
            plain(app, Panel::Permissions, Key::PermissionsDescription),
        ))
        .add(panel(app, Panel::Files, plain(app, Panel::Files, Key::FilesDescription)))
        .add(panel(app, Panel::Workspaces, workspaces(app)))
        .add(dynamic(nothing))
}

/// Whether the search leaves anything of a panel.
pub(super) fn shown(app: App, panel: Panel) -> Memo<bool> {
    memo(move || panel == Panel::Try || any_shown(app, panel))
}

fn any_shown(app: App, panel: Panel) -> bool {
    panel.fields().any(|each| app.shows(each))
}

fn panel(app: App, panel: Panel, body: View) -> El {
    let shown = shown(app, panel);
    let title = format!("{}-title", panel.id());
    // The seed names the shells' settings differently in the panel and in the list of panels.
    let words = match panel {
        Panel::Shells => Key::CheckpointShellSpecificLabel,
        panel => panel.title(),
    };
    let heading = el("h2").attr("id", &title).attr("tabindex", "-1");
    el("section")
        .class("panel")
        .attr("id", panel.id())
        .attr("aria-labelledby", &title)
        .toggle("hidden", move || !shown.get())
        .add(heading.add(icon(panel.icon())).add(t(words)))
        .add(body)
}

fn plain(app: App, panel: Panel, words: Key) -> View {
    let one = |each: &'static Field| match each.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => flag(app, each),
        Kind::Limit { .. } => limit(app, each),
        _ => list(app, each),
    };
    all([about(t(words)).view(), all(panel.fields().map(one))])
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

/// A switch as it stands in the draft.
fn is_on(app: App, name: &'static str) -> Memo<bool> {
    memo(move || app.is_on(root(name)))
}

fn checkpoint(app: App) -> View {
    let on = is_on(app, "checkpointEnabled");
    let warning = move || {
        (!on.get())
            .then(|| hint("warning", "warning", t(Key::CheckpointOff)).test("checkpoint-off"))
    };
    all([
        flag(app, root("checkpointEnabled")).view(),
        dynamic(warning),
        group(app, Key::CheckpointTriggers, &TRIGGERS).view(),
        group(app, Key::CheckpointStrategyLabel, &STRATEGY).view(),
    ])
}

/// Switches that belong together.
fn group(app: App, title: Key, names: &'static [&'static str]) -> El {
    el("fieldset")
        .class("group")
        .toggle("hidden", move || !names.iter().any(|name| app.shows(root(name))))
        .add(el("legend").add(t(title)))
        .add(all(names.iter().map(|name| flag(app, root(name)))))
}

/// The lists for every shell, while terminal commands are switched on.
fn commands(app: App) -> impl Fn() -> View {
    let execute = is_on(app, "alwaysCheckpointExecute");
    move || {
        if execute.get() {
            return all([
                list(app, root("checkpointCommands")),
                list(app, root("noCheckpointCommands")),
            ]);
        }
        hint("info", "", t(Key::CheckpointExecuteHidden)).test("commands-hidden").view()
    }
}

fn workspaces(app: App) -> View {
    all([
        about(t(Key::WorkspacesDescription)).view(),
        dynamic(move || current(app)),
        list(app, root("trustedWorkspaces")).view(),
    ])
}

/// The workspace that is open, and what it was refused.
fn current(app: App) -> View {
    let Some(workspace) = app.around.read().workspace.clone() else {
        return hint("info", "", t(Key::WorkspacesNone)).view();
    };
    let in_force = app.in_force.get();
    let path = workspace.path.clone();
    // A host that names no folder has none that could be trusted.
    let named = (!path.is_empty()).then(|| t_with(Key::WorkspacesCurrent, &[("path", &path)]));
    let trust = move || {
        // A path that is refused says so beside the list.
        let _ = super::list::add(app, root("trustedWorkspaces"), &workspace.path, "");
    };
    let trusted = named.is_some().then(|| match in_force.effective.workspace_trusted {
        true => hint("workspace-trusted", "", t(Key::WorkspacesTrusted)),
        false => button("button secondary", trust)
            .test("trust-workspace-button")
            .add(t(Key::WorkspacesTrust)),
    });
    let problems = in_force.refused.iter().map(|problem| {
        el("li").add(code(&problem.path)).add(" ").add(sentences([&problem.message, &problem.help]))
    });
    let refused = (!in_force.refused.is_empty()).then(|| {
        all([
            el("h3").add(t(Key::WorkspacesRefused)),
            el("ul").class("problems").test("workspace-refused").add(all(problems)),
        ])
    });
    all([
        named.map(|named| el("p").class("current").add(named)).view(),
        trusted.view(),
        refused.view(),
    ])
}
