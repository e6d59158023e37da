//! The list of panels beside them.

use leptos::prelude::*;

use super::icon::icon;
use super::{panels, reveal};
use crate::app::App;
use crate::i18n::{Key, t};
use crate::model::panel::Panel;

/// Links to the panels; those that the search leaves nothing of are dimmed.
pub(super) fn navigation(app: App) -> AnyView {
    let link = move |panel: Panel| {
        let shown = panels::shown(app, panel);
        view! {
            <li>
                <a
                    href=format!("#{}", panel.id())
                    data-testid=format!("nav-{}", panel.id())
                    class:dim=move || !shown.get()
                    on:click=move |event| {
                        event.prevent_default();
                        reveal::panel(panel);
                    }
                >
                    {icon(panel.icon())}
                    <span>{t(panel.title())}</span>
                </a>
            </li>
        }
    };
    view! {
        <nav class="navigation" aria-label=t(Key::AppNavigation)>
            <ul>{Panel::ALL.map(link).collect_view()}</ul>
        </nav>
    }
    .into_any()
}
