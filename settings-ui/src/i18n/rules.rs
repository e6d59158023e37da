//! What the rules say in the language in use. English is the engine's own.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::reactive::graph::Observer;
use policy_core::wire::RuleTexts;

thread_local! {
    static CURRENT: ArcRwSignal<Arc<RuleTexts>> = ArcRwSignal::new(Arc::default());
}

/// Changes the texts in use; none are English.
pub fn set_rules(texts: RuleTexts) {
    CURRENT.with(|current| current.set(Arc::new(texts)));
}

/// The texts in use. What is shown follows them.
pub fn rules() -> Arc<RuleTexts> {
    match Observer::get() {
        Some(_) => CURRENT.with(ArcRwSignal::get),
        None => CURRENT.with(ArcRwSignal::get_untracked),
    }
}
