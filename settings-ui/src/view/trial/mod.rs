//! "Try a command": a command goes in, and what Belay would do comes out at once.

mod answer;
mod rule;

use leptos::prelude::*;
use policy_core::settings::ShellSection;

use super::el::{El, Piece, View, all, dynamic, el, memo};
use super::flag::checkbox;
use super::icon::icon;
use super::parts::{about, button, choice, hint, sample};
use super::shells;
use crate::app::App;
use crate::engine::State;
use crate::i18n::{Key, t};
use crate::model::panel::Panel;
use crate::model::samples::{FIRST, Sample};

/// The panel.
pub(super) fn trial(app: App) -> El {
    let rule = RwSignal::new(None::<String>);
    let shown = move || match app.engine.get() {
        State::Loading => hint("loading", "", t(Key::EngineLoading)).test("engine-loading").view(),
        State::Failed(why) => failed(app, why).view(),
        State::Ready => dynamic(move || match rule.get() {
            Some(id) => rule::page(app, &id, rule),
            None => answer::answer(app, rule),
        }),
    };
    let offer = |Sample { shell, command }: &'static Sample| {
        sample(command, shells::name(*shell), move || {
            rule.set(None);
            app.try_command((*command).to_owned(), Some(shell.name().to_owned()));
        })
    };
    let heading = el("h2").attr("id", "try-title").attr("tabindex", "-1");
    el("aside")
        .class("panel trial")
        .attr("id", Panel::Try.id())
        .attr("aria-labelledby", "try-title")
        .add(heading.add(icon(Panel::Try.icon())).add(t(Key::SectionsTry)))
        .add(about(t(Key::TryDescription)))
        .add(question(app))
        .add(dynamic(shown))
        .add(el("h3").attr("id", "samples-title").add(t(Key::TrySamples)))
        .add(
            el("ul")
                .class("samples")
                .attr("aria-labelledby", "samples-title")
                .add(all(FIRST.iter().map(offer))),
        )
}

fn failed(app: App, why: String) -> El {
    let again = button("button", move || app.load_engine()).test("engine-retry-button");
    let told = el("div")
        .add(el("p").add(t(Key::EngineFailed)))
        .add(el("p").add(t(Key::EngineFailedHelp)))
        .add(about(why))
        .add(el("p").class("actions").add(again.add(t(Key::EngineRetry))));
    el("div")
        .class("notice error")
        .attr("role", "alert")
        .test("engine-failed")
        .add(icon("error"))
        .add(told)
}

fn question(app: App) -> View {
    let command = memo(move || app.kept.read().command.clone());
    let folder = memo(move || {
        let own = app.kept.read().folder.clone();
        own.or_else(|| app.around.read().host.cwd.clone()).unwrap_or_default()
    });
    let hosts = memo(move || app.around.read().host.saves.is_some());
    let saves = memo(move || app.kept.read().saves.unwrap_or(hosts.get()));
    let text = el("textarea")
        .class("code")
        .attr("id", "try-command")
        .test("try-command-input")
        .attr("rows", "3")
        .attr("placeholder", &t(Key::TryPlaceholder))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .value(move || command.get())
        .on("input", move |event| {
            let text = event_target_value(&event);
            app.keep(|kept| kept.command = text);
        });
    let folder = el("input")
        .attr("type", "text")
        .attr("id", "try-folder")
        .test("try-folder-input")
        .attr("placeholder", &t(Key::TryFolderPlaceholder))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .value(move || folder.get())
        .on("input", move |event| {
            let text = event_target_value(&event);
            app.keep(|kept| kept.folder = Some(text));
        });
    let saved = checkbox(
        move || saves.get(),
        move |is| {
            app.keep(|kept| kept.saves = Some(is));
        },
    );
    let shell = el("div").add(label("try-shell", Key::TryShell)).add(shell_menu(app));
    let folder = el("div").class("wide").add(label("try-folder", Key::TryFolder)).add(folder);
    let saved = el("label").class("check").add(saved.test("try-saves-checkbox"));
    all([
        label("try-command", Key::TryCommand).class("name").view(),
        text.view(),
        el("div").class("around").add(shell).add(folder).view(),
        saved.add(el("span").add(t(Key::TrySaves))).view(),
        dynamic(move || (!hosts.get()).then(|| about(t(Key::TrySavesNote)))),
    ])
}

fn label(of: &str, words: Key) -> El {
    el("label").attr("for", of).add(t(words))
}

fn shell_menu(app: App) -> El {
    let shell = memo(move || app.command_shell());
    // A shell that has no section of its own, like fish or a path, is shown by its name.
    let other = move || {
        let shell = shell.get();
        let is_other = ShellSection::from_name(&shell).is_none();
        is_other.then(|| choice(&shell, &shell, || true))
    };
    let each = |each: ShellSection| {
        choice(each.name(), shells::name(each), move || shell.with(|shell| shell == each.name()))
    };
    el("select")
        .attr("id", "try-shell")
        .test("try-shell-select")
        .add(dynamic(other))
        .add(all(ShellSection::ALL.map(each)))
        .on("change", move |event| {
            let name = event_target_value(&event);
            app.keep(|kept| kept.command_shell = Some(name));
        })
}
