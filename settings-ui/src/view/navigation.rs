//! The list of panels beside them, with a mark at the one a person is at.

use leptos::ev;
use leptos::prelude::*;
use web_sys::DomRect;

use super::panels;
use super::parts::Icon;
use crate::app::App;
use crate::i18n::{Key, t};
use crate::model::panel::Panel;

/// Links to the panels; those that the search leaves nothing of are dimmed.
#[component]
pub(super) fn Navigation(app: App) -> impl IntoView {
    mark_while_scrolling(app);
    let link = move |panel: Panel| {
        let shown = panels::is_shown(app, panel);
        view! {
            <li>
                <a
                    href=format!("#{}", panel.id())
                    data-testid=format!("nav-{}", panel.id())
                    class:dim=move || !shown.get()
                    aria-current=move || (app.panel.get() == panel).then_some("location")
                    on:click=move |event| {
                        event.prevent_default();
                        app.go_to_panel(panel);
                    }
                >
                    <Icon name=panel.icon() />
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
}

/// Marks the panel that is scrolled to, as long as the page was scrolled by the person: one that was
/// clicked on stays marked, also where the page is too short to bring it to the top.
fn mark_while_scrolling(app: App) {
    let handle = window_event_listener(ev::scroll, move |_| {
        if window().scroll_y().ok() == app.revealed_at.get_value() {
            return;
        }
        app.revealed_at.set_value(None);
        if let Some(panel) = in_sight().filter(|panel| *panel != app.panel.get_untracked()) {
            app.panel.set(panel);
        }
    });
    on_cleanup(move || handle.remove());
}

/// The last panel that begins in the upper part of the window.
fn in_sight() -> Option<Panel> {
    let height = window().inner_height().ok()?.as_f64()?;
    let mut found = None;
    // Where the panel before ends.
    let mut end = f64::MIN;
    for panel in Panel::ALL {
        let Some(place) = place_of(panel) else { continue };
        // One that stands beside the others is always in sight, and says nothing.
        let follows = place.top() >= end;
        if follows && place.height() > 0.0 && (found.is_none() || place.top() < height / 4.0) {
            found = Some(panel);
        }
        end = end.max(place.bottom());
    }
    found
}

fn place_of(panel: Panel) -> Option<DomRect> {
    Some(document().get_element_by_id(panel.id())?.get_bounding_client_rect())
}
