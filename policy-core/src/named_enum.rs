//! Enums whose variants are words, written the same everywhere.

/// Declares an enum of plain variants, each with the word it is written as. The word is what
/// `name` gives, what serde reads and writes, and what the TypeScript types say.
macro_rules! named_enum {
    (
        $(#[$about:meta])*
        pub enum $Name:ident {
            $($(#[$what:meta])* $Variant:ident = $word:literal,)+
        }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        $(#[$about])*
        pub enum $Name {
            $($(#[$what])* #[serde(rename = $word)] $Variant,)+
        }

        impl $Name {
            /// How many there are.
            pub const COUNT: usize = [$($word),+].len();

            /// Every one, in order of declaration.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$Variant),+];

            /// The word it is written as.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)+
                }
            }
        }
    };
}

pub(crate) use named_enum;
