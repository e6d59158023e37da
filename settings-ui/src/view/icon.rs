//! Codicons.

use leptos::prelude::*;

/// An icon that says nothing its neighbour does not say.
pub(super) fn icon(name: &str) -> AnyView {
    view! { <span class=format!("codicon codicon-{name}") aria-hidden="true"></span> }.into_any()
}
