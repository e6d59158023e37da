//! What is asked: the command, its shell, its folder, and whether the workspace is saved before.

use leptos::prelude::*;
use policy_core::settings::ShellSection;

use super::super::labels::shell_name;
use super::super::parts::Choice;
use crate::app::App;
use crate::i18n::{Key, t};

/// The form.
#[component]
pub(super) fn QuestionForm(app: App) -> impl IntoView {
    let command = Memo::new(move |_| app.session.read().command.clone());
    let folder = Memo::new(move |_| {
        let own = app.session.read().folder.clone();
        own.or_else(|| app.context.read().host.surroundings.cwd.clone()).unwrap_or_default()
    });
    let host_saves = Memo::new(move |_| app.context.read().host.surroundings.saves.is_some());
    let saves = Memo::new(move |_| app.session.read().saves.unwrap_or(host_saves.get()));
    let set_command = move |text: String| app.edit_session(|session| session.command = text);
    let set_folder = move |text: String| app.edit_session(|session| session.folder = Some(text));
    let set_saves = move |is: bool| app.edit_session(|session| session.saves = Some(is));
    view! {
        <label class="name" for="try-command">
            {t(Key::TryCommand)}
        </label>
        <textarea
            class="code"
            id="try-command"
            data-testid="try-command-input"
            rows="3"
            placeholder=t(Key::TryPlaceholder)
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            prop:value=move || command.get()
            on:input:target=move |event| set_command(event.target().value())
        ></textarea>
        <div class="around">
            <div>
                <label for="try-shell">{t(Key::TryShell)}</label>
                <ShellMenu app />
            </div>
            <div class="wide">
                <label for="try-folder">{t(Key::TryFolder)}</label>
                <input
                    type="text"
                    id="try-folder"
                    data-testid="try-folder-input"
                    placeholder=t(Key::TryFolderPlaceholder)
                    spellcheck="false"
                    autocomplete="off"
                    prop:value=move || folder.get()
                    on:input:target=move |event| set_folder(event.target().value())
                />
            </div>
        </div>
        <label class="check">
            <input
                type="checkbox"
                data-testid="try-saves-checkbox"
                prop:checked=move || saves.get()
                on:change:target=move |event| set_saves(event.target().checked())
            />
            <span>{t(Key::TrySaves)}</span>
        </label>
        <Show when=move || !host_saves.get()>
            <p class="about">{t(Key::TrySavesNote)}</p>
        </Show>
    }
}

#[component]
fn ShellMenu(app: App) -> impl IntoView {
    let shell = Memo::new(move |_| app.command_shell());
    // A shell that has no section of its own, like fish or a path, is shown by its name.
    let other = move || {
        let shell = shell.get();
        let is_other = ShellSection::from_name(&shell).is_none();
        is_other.then(|| view! { <Choice value=shell.clone() label=shell chosen=true /> })
    };
    let choose = move |name: String| app.edit_session(|session| session.command_shell = Some(name));
    let option = move |each: ShellSection| {
        let chosen = move || shell.with(|shell| shell == each.name());
        view! { <Choice value=each.name() label=shell_name(each) chosen /> }
    };
    view! {
        <select
            id="try-shell"
            data-testid="try-shell-select"
            on:change:target=move |event| choose(event.target().value())
        >
            {other}
            {ShellSection::ALL.map(option).collect_view()}
        </select>
    }
}
