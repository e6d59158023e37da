//! What one shell does differently: a shell is chosen, and every setting of it stands below.

use leptos::prelude::*;
use policy_core::settings::{Field, Group, Kind, ShellSection};

use super::el::{El, Piece, View, all, dynamic, el, memo};
use super::field::field as framed;
use super::list::list;
use super::parts::{about, choice};
use crate::app::App;
use crate::i18n::{Key, t};
use crate::model::fields;
use crate::model::panel::words;

/// The chooser and the settings of the chosen shell.
pub(super) fn shells(app: App) -> View {
    let chosen = memo(move || {
        let shell = app.kept.read().shell.unwrap_or(ShellSection::Powershell);
        shell.name().to_owned()
    });
    let option = |shell: ShellSection| {
        choice(shell.name(), name(shell), move || *chosen.read() == shell.name())
    };
    let select = el("select")
        .attr("id", "shell-select")
        .test("shell-select")
        .add(all(ShellSection::ALL.map(option)))
        .on("change", move |event| {
            let shell = ShellSection::from_name(&event_target_value(&event));
            app.keep(|kept| kept.shell = shell);
        });
    let label = el("label").attr("for", "shell-select").add(t(Key::CheckpointShellSpecificChoose));
    let settings = move || {
        let shell = ShellSection::from_name(&chosen.read()).unwrap_or(ShellSection::Powershell);
        let (title, note) = heading(shell);
        // The strategy first, as on the page for every shell.
        let is_flag = |field: &&Field| matches!(field.kind, Kind::ShellFlag { .. });
        let flags = fields::of_shell(shell).filter(is_flag).map(|field| flag(app, field));
        let lists = fields::of_shell(shell).filter(|field| !is_flag(field));
        let each = flags.chain(lists.map(|field| list(app, field)));
        el("div")
            .class("group")
            .test(&format!("shell-{shell}"))
            .add(el("h3").add(t(title)))
            .add(note.map(|note| about(t(note))))
            .add(all(each))
    };
    all([el("div").class("choose").add(label).add(select).view(), dynamic(settings)])
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
fn flag(app: App, field: &'static Field) -> El {
    let words = words(field);
    let own = move || app.flag(field);
    let inherited = memo(move || {
        let Kind::ShellFlag { inherits } = field.kind else { return false };
        let global = fields::field(Group::Root, inherits);
        app.is_on(global)
    });
    let id = format!("{}-about", words.id);
    let enter = move |text: String| app.set(field, text.parse::<bool>().ok().map(Into::into));
    // The first choice says what is inherited, so it is made anew with it.
    let inherit = dynamic(move || {
        let name = match inherited.get() {
            true => Key::CheckpointShellSpecificInheritOn,
            false => Key::CheckpointShellSpecificInheritOff,
        };
        choice("inherit", &t(name), move || own().is_none())
    });
    let select = el("select")
        .attr("id", words.id)
        .test(words.id)
        .attr("aria-describedby", &id)
        .add(inherit)
        .add(choice("true", &t(Key::CheckpointShellSpecificOn), move || own() == Some(true)))
        .add(choice("false", &t(Key::CheckpointShellSpecificOff), move || own() == Some(false)))
        .on("change", move |event| enter(event_target_value(&event)));
    let body = all([
        el("label").class("name").attr("for", words.id).add(t(words.label)).view(),
        el("p").class("about").attr("id", &id).add(words.description.map(t)).view(),
        select.view(),
    ]);
    framed(app, field, "tristate", body)
}
