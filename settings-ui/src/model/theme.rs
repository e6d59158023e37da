//! The themes of a page of its own; in a webview the editor has them.

use crate::i18n::Key;

/// A theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system wishes.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Dark with high contrast.
    HighContrastDark,
    /// Light with high contrast.
    HighContrastLight,
}

impl Theme {
    /// Every theme, in the order of the menu.
    pub const ALL: [Self; 5] =
        [Self::Auto, Self::Light, Self::Dark, Self::HighContrastDark, Self::HighContrastLight];

    /// Its name in the style sheet and in the address.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::HighContrastDark => "hc-dark",
            Self::HighContrastLight => "hc-light",
        }
    }

    /// The theme with this id; the system's wish where there is none.
    pub fn from_id(id: &str) -> Self {
        Self::ALL.into_iter().find(|theme| theme.id() == id).unwrap_or_default()
    }

    /// Its name.
    pub const fn label(self) -> Key {
        match self {
            Self::Auto => Key::ThemeAuto,
            Self::Light => Key::ThemeLight,
            Self::Dark => Key::ThemeDark,
            Self::HighContrastDark => Key::ThemeHcDark,
            Self::HighContrastLight => Key::ThemeHcLight,
        }
    }
}
