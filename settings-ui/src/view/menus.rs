//! Menus that every page has: the language and the theme.

use leptos::prelude::*;

use super::parts::{Choice, Icon};
use crate::i18n::{Key, LANGUAGES, choice, t, text_with};
use crate::model::theme::Theme;

/// A menu in the bar.
#[component]
fn Menu(
    icon: &'static str,
    label: Key,
    testid: &'static str,
    #[prop(into)] on_pick: Callback<String>,
    children: Children,
) -> impl IntoView {
    view! {
        <span class="choice">
            <Icon name=icon />
            <select
                data-testid=testid
                aria-label=t(label)
                title=t(label)
                on:change:target=move |event| on_pick.run(event.target().value())
            >
                {children()}
            </select>
        </span>
    }
}

/// The languages; nothing picked is the usual one.
#[component]
pub(super) fn LanguageMenu(
    #[prop(into)] picked: Signal<Option<String>>,
    #[prop(into)] usual: Signal<&'static str>,
    #[prop(into)] on_pick: Callback<Option<String>>,
) -> impl IntoView {
    let automatic =
        move || text_with(Key::LanguageAuto, &[("language", choice::name(usual.get()))]);
    let one = move |code: &'static str| {
        view! {
            <Choice
                value=code
                lang=code
                label=choice::name(code)
                chosen=move || picked.with(|picked| picked.as_deref() == Some(code))
            />
        }
    };
    let pick = move |code: String| on_pick.run((!code.is_empty()).then_some(code));
    view! {
        <Menu icon="globe" label=Key::LanguageLabel testid="language-select" on_pick=pick>
            <Choice value="" label=automatic chosen=move || picked.with(Option::is_none) />
            {LANGUAGES.map(one).collect_view()}
        </Menu>
    }
}

/// The themes.
#[component]
pub(super) fn ThemeMenu(
    #[prop(into)] theme: Signal<Theme>,
    #[prop(into)] on_pick: Callback<Theme>,
) -> impl IntoView {
    let one = move |each: Theme| {
        view! {
            <Choice value=each.id() label=t(each.label()) chosen=move || theme.get() == each />
        }
    };
    let pick = move |id: String| on_pick.run(Theme::from_id(&id));
    view! {
        <Menu icon="color-mode" label=Key::ThemeLabel testid="theme-select" on_pick=pick>
            {Theme::ALL.map(one).collect_view()}
        </Menu>
    }
}
