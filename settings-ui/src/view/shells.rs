//! What one shell does differently: a shell is chosen, and every setting of it stands below.

use leptos::prelude::*;
use policy_core::settings::{Field, Group, Kind, ShellSection};

use super::field::FieldFrame;
use super::labels::shell_name;
use super::list::List;
use super::parts::Choice;
use crate::app::App;
use crate::i18n::{Key, t};
use crate::model::fields;
use crate::model::labels::labels;

/// The chooser and the settings of the chosen shell.
#[component]
pub(super) fn Shells(app: App) -> impl IntoView {
    let chosen = Memo::new(move |_| app.session.read().shell.unwrap_or(ShellSection::Powershell));
    let choose = move |name: String| {
        app.edit_session(|session| session.shell = ShellSection::from_name(&name));
    };
    let option = move |shell: ShellSection| {
        view! {
            <Choice
                value=shell.name()
                label=shell_name(shell)
                chosen=move || chosen.get() == shell
            />
        }
    };
    view! {
        <div class="choose">
            <label for="shell-select">{t(Key::CheckpointShellSpecificChoose)}</label>
            <select
                id="shell-select"
                data-testid="shell-select"
                on:change:target=move |event| choose(event.target().value())
            >
                {ShellSection::ALL.map(option).collect_view()}
            </select>
        </div>
        // Each shell has settings of its own, so another one is another list.
        <For each=move || [chosen.get()] key=|shell| *shell let(shell)>
            <ShellSettings app shell />
        </For>
    }
}

#[component]
fn ShellSettings(app: App, shell: ShellSection) -> impl IntoView {
    let (title, note) = heading(shell);
    // The strategy first, as on the page for every shell.
    let is_flag = |field: &&'static Field| matches!(field.kind, Kind::ShellFlag { .. });
    let flags = fields::of_shell(shell).filter(is_flag);
    let lists = fields::of_shell(shell).filter(move |field| !is_flag(field));
    view! {
        <div class="group" data-testid=format!("shell-{shell}")>
            <h3>{t(title)}</h3>
            {note.map(|note| view! { <p class="about">{t(note)}</p> })}
            {flags.map(|field| view! { <ShellFlag app field /> }).collect_view()}
            {lists.map(|field| view! { <List app field /> }).collect_view()}
        </div>
    }
}

const fn heading(shell: ShellSection) -> (Key, Option<Key>) {
    match shell {
        ShellSection::Powershell => (
            Key::CheckpointShellSpecificPowershell,
            Some(Key::CheckpointShellSpecificPowershellNote),
        ),
        ShellSection::Bash => {
            (Key::CheckpointShellSpecificBash, Some(Key::CheckpointShellSpecificBashNote))
        }
        ShellSection::Zsh => (Key::CheckpointShellSpecificZsh, None),
        ShellSection::Cmd => (Key::CheckpointShellSpecificCmd, None),
    }
}

/// A switch with a third state: as it is for every shell.
#[component]
fn ShellFlag(app: App, field: &'static Field) -> impl IntoView {
    let labels = labels(field);
    let about = format!("{}-about", labels.id);
    let own = Memo::new(move |_| app.flag(field));
    let inherited = Memo::new(move |_| {
        let Kind::ShellFlag { inherits } = field.kind else { return false };
        app.is_on(fields::field(Group::Root, inherits))
    });
    let inherit = move || match inherited.get() {
        true => t(Key::CheckpointShellSpecificInheritOn)(),
        false => t(Key::CheckpointShellSpecificInheritOff)(),
    };
    let enter = move |text: String| app.set(field, text.parse::<bool>().ok().map(Into::into));
    view! {
        <FieldFrame app field kind="tristate">
            <label class="name" for=labels.id>
                {t(labels.label)}
            </label>
            <p class="about" id=about.clone()>
                {labels.description.map(t)}
            </p>
            <select
                id=labels.id
                data-testid=labels.id
                aria-describedby=about
                on:change:target=move |event| enter(event.target().value())
            >
                <Choice value="inherit" label=inherit chosen=move || own.get().is_none() />
                <Choice
                    value="true"
                    label=t(Key::CheckpointShellSpecificOn)
                    chosen=move || own.get() == Some(true)
                />
                <Choice
                    value="false"
                    label=t(Key::CheckpointShellSpecificOff)
                    chosen=move || own.get() == Some(false)
                />
            </select>
        </FieldFrame>
    }
}
