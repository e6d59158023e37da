//! What one shell does differently: a shell is chosen, and every setting of it stands below.

use leptos::prelude::*;
use policy_core::settings::{Field, Kind, ShellSection};

use super::field::field as framed;
use super::list::list;
use crate::app::App;
use crate::i18n::{Key, t};
use crate::model::fields;
use crate::model::panel::words;

/// The chooser and the settings of the chosen shell.
pub(super) fn shells(app: App) -> AnyView {
    let chosen =
        Memo::new(move |_| app.kept.with(|kept| kept.shell).unwrap_or(ShellSection::Powershell));
    view! {
        <div class="choose">
            <label for="shell-select">{t(Key::CheckpointShellSpecificChoose)}</label>
            <select
                id="shell-select"
                data-testid="shell-select"
                on:change=move |event| {
                    let shell = ShellSection::from_name(&event_target_value(&event));
                    app.kept.update(|kept| kept.shell = shell);
                }
            >
                {ShellSection::ALL
                    .map(|shell| {
                        view! {
                            <option value=shell.name() prop:selected=move || chosen.get() == shell>
                                {name(shell)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </div>
        {move || {
            let shell = chosen.get();
            let (title, note) = heading(shell);
            view! {
                <div class="group" data-testid=format!("shell-{shell}")>
                    <h3>{t(title)}</h3>
                    {note.map(|note| view! { <p class="about">{t(note)}</p> })}
                    {fields::of_shell(shell)
                        .map(|field| match field.kind {
                            Kind::ShellFlag { .. } => flag(app, field),
                            _ => list(app, field),
                        })
                        .collect_view()}
                </div>
            }
        }}
    }
    .into_any()
}

/// A shell as people call it.
pub(super) const fn name(shell: ShellSection) -> &'static str {
    match shell {
        ShellSection::Powershell => "PowerShell",
        ShellSection::Bash => "Bash",
        ShellSection::Zsh => "Zsh",
        ShellSection::Cmd => "CMD",
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
fn flag(app: App, field: &'static Field) -> AnyView {
    let words = words(field);
    let own = Memo::new(move |_| app.draft.with(|draft| fields::flag(draft.clean(), field)));
    let inherited = Memo::new(move |_| {
        let Kind::ShellFlag { inherits } = field.kind else { return false };
        let global = fields::field(policy_core::settings::Group::Root, inherits);
        app.draft.with(|draft| fields::flag(draft.clean(), global)).unwrap_or_default()
    });
    let about = format!("{}-about", words.id);
    let enter = move |text: String| app.set(field, text.parse::<bool>().ok().map(Into::into));
    let body = view! {
        <label class="name" for=words.id>{t(words.label)}</label>
        <p class="about" id=about.clone()>
            {words.description.map(t)}
        </p>
        <select
            id=words.id
            data-testid=words.id
            aria-describedby=about
            on:change=move |event| enter(event_target_value(&event))
        >
            <option value="inherit" prop:selected=move || own.get().is_none()>
                {move || t(if inherited.get() {
                    Key::CheckpointShellSpecificInheritOn
                } else {
                    Key::CheckpointShellSpecificInheritOff
                })}
            </option>
            <option value="true" prop:selected=move || own.get() == Some(true)>
                {t(Key::CheckpointShellSpecificOn)}
            </option>
            <option value="false" prop:selected=move || own.get() == Some(false)>
                {t(Key::CheckpointShellSpecificOff)}
            </option>
        </select>
    };
    framed(app, field, "tristate", body.into_any())
}
