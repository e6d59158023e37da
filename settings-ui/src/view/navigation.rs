//! The list of panels beside them.

use leptos::prelude::*;

use super::el::{El, all, el};
use super::icon::icon;
use super::{panels, reveal};
use crate::app::App;
use crate::i18n::{Key, t};
use crate::model::panel::Panel;

/// Links to the panels; those that the search leaves nothing of are dimmed.
pub(super) fn navigation(app: App) -> El {
    let link = |panel: Panel| {
        let shown = panels::shown(app, panel);
        let link = el("a")
            .attr("href", &format!("#{}", panel.id()))
            .test(&format!("nav-{}", panel.id()))
            .toggle("dim", move || !shown.get())
            .on("click", move |event| {
                event.prevent_default();
                reveal::panel(panel);
            })
            .add(icon(panel.icon()))
            .add(el("span").add(t(panel.title())));
        el("li").add(link)
    };
    el("nav")
        .class("navigation")
        .attr("aria-label", &t(Key::AppNavigation))
        .add(el("ul").add(all(Panel::ALL.map(link))))
}
