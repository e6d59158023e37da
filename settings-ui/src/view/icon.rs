//! Codicons.

use super::el::{El, el};

/// An icon that says nothing its neighbour does not say.
pub(super) fn icon(name: &str) -> El {
    el("span").class(&format!("codicon codicon-{name}")).attr("aria-hidden", "true")
}
