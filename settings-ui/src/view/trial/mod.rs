//! "Try a command": a command goes in, and what Belay would do comes out at once.

mod answer;
mod rule;

use leptos::prelude::*;
use policy_core::settings::ShellSection;

use super::icon::icon;
use super::shells;
use crate::app::App;
use crate::engine::State;
use crate::i18n::{Key, t};
use crate::model::panel::Panel;
use crate::model::samples::{FIRST, Sample};

/// The panel.
pub(super) fn trial(app: App) -> AnyView {
    let rule = RwSignal::new(None::<String>);
    view! {
        <aside class="panel trial" id=Panel::Try.id() aria-labelledby="try-title">
            <h2 id="try-title" tabindex="-1">
                {icon(Panel::Try.icon())}
                {t(Key::SectionsTry)}
            </h2>
            <p class="about">{t(Key::TryDescription)}</p>
            {question(app)}
            {move || match app.engine.get() {
                State::Loading => {
                    view! { <p class="hint" data-testid="engine-loading">{icon("loading")} <span>{t(Key::EngineLoading)}</span></p> }
                        .into_any()
                }
                State::Failed(why) => failed(app, why),
                State::Ready => {
                    view! {
                        {move || match rule.get() {
                            Some(id) => rule::page(app, &id, rule),
                            None => answer::answer(app, rule),
                        }}
                    }
                        .into_any()
                }
            }}
            <h3 id="samples-title">{t(Key::TrySamples)}</h3>
            <ul class="samples" aria-labelledby="samples-title">
                {FIRST.iter().map(|sample| offer(app, *sample, rule)).collect_view()}
            </ul>
        </aside>
    }
    .into_any()
}

fn failed(app: App, why: String) -> AnyView {
    view! {
        <div class="notice error" role="alert" data-testid="engine-failed">
            {icon("error")}
            <div>
                <p>{t(Key::EngineFailed)}</p>
                <p>{t(Key::EngineFailedHelp)}</p>
                <p class="about">{why}</p>
                <p class="actions">
                    <button
                        type="button"
                        class="button"
                        data-testid="engine-retry-button"
                        on:click=move |_| app.load_engine()
                    >
                        {t(Key::EngineRetry)}
                    </button>
                </p>
            </div>
        </div>
    }
    .into_any()
}

fn question(app: App) -> AnyView {
    let command = Memo::new(move |_| app.kept.with(|kept| kept.command.clone()));
    let shell = Memo::new(move |_| app.command_shell());
    let folder = Memo::new(move |_| {
        let own = app.kept.with(|kept| kept.folder.clone());
        own.or_else(|| app.surroundings.with(|around| around.cwd.clone())).unwrap_or_default()
    });
    let hosts = Memo::new(move |_| app.surroundings.with(|around| around.saves.is_some()));
    let saves = Memo::new(move |_| app.kept.with(|kept| kept.saves).unwrap_or(hosts.get()));
    // A shell that has no section of its own, like fish, is shown by its name.
    let other = Memo::new(move |_| {
        let shell = shell.get();
        ShellSection::from_name(&shell).is_none().then_some(shell)
    });
    view! {
        <label class="name" for="try-command">{t(Key::TryCommand)}</label>
        <textarea
            id="try-command"
            class="code"
            data-testid="try-command-input"
            rows="3"
            placeholder=t(Key::TryPlaceholder)
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            prop:value=move || command.get()
            on:input=move |event| {
                let text = event_target_value(&event);
                app.kept.update(|kept| kept.command = text);
            }
        ></textarea>
        <div class="around">
            <div>
                <label for="try-shell">{t(Key::TryShell)}</label>
                <select
                    id="try-shell"
                    data-testid="try-shell-select"
                    on:change=move |event| {
                        let name = event_target_value(&event);
                        app.kept.update(|kept| kept.command_shell = Some(name));
                    }
                >
                    {move || {
                        other
                            .get()
                            .map(|shell| {
                                view! { <option value=shell.clone() prop:selected=true>{shell.clone()}</option> }
                            })
                    }}
                    {ShellSection::ALL
                        .map(|each| {
                            view! {
                                <option
                                    value=each.name()
                                    prop:selected=move || shell.with(|shell| shell == each.name())
                                >
                                    {shells::name(each)}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
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
                    on:input=move |event| {
                        let text = event_target_value(&event);
                        app.kept.update(|kept| kept.folder = Some(text));
                    }
                />
            </div>
        </div>
        <label class="check">
            <input
                type="checkbox"
                data-testid="try-saves-checkbox"
                prop:checked=move || saves.get()
                on:change=move |event| {
                    let saves = event_target_checked(&event);
                    app.kept.update(|kept| kept.saves = Some(saves));
                }
            />
            <span>{t(Key::TrySaves)}</span>
        </label>
        {move || (!hosts.get()).then(|| view! { <p class="about">{t(Key::TrySavesNote)}</p> })}
    }
    .into_any()
}

fn offer(app: App, Sample { shell, command }: Sample, rule: RwSignal<Option<String>>) -> AnyView {
    let take = move |_| {
        rule.set(None);
        app.try_command(command.to_owned(), Some(shell.name().to_owned()));
    };
    view! {
        <li>
            <button type="button" class="sample" title=shells::name(shell) on:click=take>
                {command}
            </button>
        </li>
    }
    .into_any()
}
