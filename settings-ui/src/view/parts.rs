//! Small components that come up again and again.

use leptos::html;
use leptos::prelude::*;

/// A codicon that says nothing its neighbour does not say.
#[component]
pub(super) fn Icon(name: &'static str) -> impl IntoView {
    view! { <span class=format!("codicon codicon-{name}") aria-hidden="true"></span> }
}

/// A small cross that takes something away.
#[component]
pub(super) fn Cross(
    #[prop(into)] label: Signal<String>,
    #[prop(into)] testid: Signal<String>,
    #[prop(into)] on_click: Callback<()>,
    #[prop(optional)] node: NodeRef<html::Button>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="remove"
            node_ref=node
            aria-label=move || label.get()
            title=move || label.get()
            data-testid=move || testid.get()
            on:click=move |_| on_click.run(())
        >
            <Icon name="close" />
        </button>
    }
}

/// A line with an icon in front of it.
#[component]
pub(super) fn Hint(
    icon: &'static str,
    /// `warning` or `error`, where it is one.
    #[prop(optional)]
    kind: &'static str,
    #[prop(optional)] testid: Option<&'static str>,
    children: Children,
) -> impl IntoView {
    view! {
        <p class=format!("hint {kind}") data-testid=testid>
            <Icon name=icon />
            <span>{children()}</span>
        </p>
    }
}

/// Text as it was written, in its own direction, as code.
#[component]
pub(super) fn Code(text: String) -> impl IntoView {
    view! {
        <code>
            <bdi>{text}</bdi>
        </code>
    }
}

/// A command to click on.
#[component]
pub(super) fn SampleCommand(
    #[prop(into)] command: String,
    #[prop(into)] title: Signal<String>,
    #[prop(into)] on_pick: Callback<()>,
) -> impl IntoView {
    view! {
        <li>
            <button
                type="button"
                class="sample"
                title=move || title.get()
                on:click=move |_| on_pick.run(())
            >
                {command}
            </button>
        </li>
    }
}

/// One of a menu's choices.
#[component]
pub(super) fn Choice(
    #[prop(into)] value: String,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] chosen: Signal<bool>,
    #[prop(optional)] lang: Option<&'static str>,
) -> impl IntoView {
    view! {
        <option value=value lang=lang prop:selected=move || chosen.get()>
            {move || label.get()}
        </option>
    }
}

/// A text that names commands in backticks.
pub(super) fn rich(text: &str) -> impl IntoView + use<> {
    let piece = |(place, piece): (usize, &str)| match place % 2 {
        0 => piece.to_owned().into_any(),
        _ => view! { <Code text=piece.to_owned() /> }.into_any(),
    };
    text.split('`').enumerate().map(piece).collect_view()
}

/// What the engine says in lower case, as sentences.
pub(super) fn sentences(texts: [&str; 2]) -> impl IntoView + use<> {
    let sentence = |text: &str| {
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let end = if text.ends_with(['.', '?', '!']) { " " } else { ". " };
        first.into_iter().chain(letters).collect::<String>() + end
    };
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.map(|text| rich(&sentence(text))).collect_view()
}
