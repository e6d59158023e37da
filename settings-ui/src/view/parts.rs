//! Parts that come up again and again.

use super::el::{El, Piece, View, all, el};
use super::icon::icon;

/// A button that does something at once.
pub(super) fn button(class: &str, act: impl FnMut() + 'static) -> El {
    el("button").attr("type", "button").class(class).click(act)
}

/// A small cross that takes something away.
pub(super) fn cross(label: &str, act: impl FnMut() + 'static) -> El {
    button("remove", act).attr("aria-label", label).attr("title", label).add(icon("close"))
}

/// A line with a sign in front of it.
pub(super) fn hint(sign: &str, kind: &str, text: impl Piece) -> El {
    el("p").class(&format!("hint {kind}")).add(icon(sign)).add(el("span").add(text))
}

/// A quiet sentence.
pub(super) fn about(text: impl Piece) -> El {
    el("p").class("about").add(text)
}

/// One of a menu's choices.
pub(super) fn choice(value: &str, name: &str, chosen: impl Fn() -> bool + 'static) -> El {
    el("option").attr("value", value).add(name).property("selected", move || chosen().into())
}

/// Text as it was written, in its own direction.
pub(super) fn written(text: &str) -> El {
    el("bdi").add(text)
}

/// The same as code.
pub(super) fn code(text: &str) -> El {
    el("code").add(written(text))
}

/// A command to click on.
pub(super) fn sample(command: &str, title: &str, act: impl FnMut() + 'static) -> El {
    el("li").add(button("sample", act).attr("title", title).add(command))
}

/// A text that names commands in backticks.
pub(super) fn rich(text: &str) -> View {
    let piece = |(place, piece): (usize, &str)| match place % 2 {
        0 => piece.view(),
        _ => code(piece).view(),
    };
    all(text.split('`').enumerate().map(piece))
}

/// What the engine tells in lower case, as sentences.
pub(super) fn sentences(told: [&str; 2]) -> View {
    let sentence = |text: &str| {
        let mut letters = text.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        let end = if text.ends_with(['.', '?', '!']) { " " } else { ". " };
        first.into_iter().chain(letters).collect::<String>() + end
    };
    let told = told.into_iter().filter(|text| !text.is_empty());
    all(told.map(|text| rich(&sentence(text))))
}
