//! How dangerous something is, and whether a checkpoint would bring it back.

use crate::named_enum::named_enum;

named_enum! {
    /// How dangerous something is. The strictest wins: combine with `max`.
    #[derive(Default)]
    pub enum Risk {
        /// Only looks at things.
        #[default]
        Safe = "safe",
        /// Changes something nobody will miss.
        Low = "low",
        /// May destroy or overwrite work: deserves a checkpoint, no question.
        Medium = "medium",
        /// Destroys work, or changes what is hard to change back.
        High = "high",
        /// Destroys much, or what nobody can bring back.
        Critical = "critical",
    }
}

named_enum! {
    /// Whether a checkpoint would bring everything back. The worst wins: combine with `max`.
    #[derive(Default)]
    pub enum Recovery {
        /// Everything.
        #[default]
        Full = "full",
        /// Some of it.
        Partial = "partial",
        /// That cannot be told.
        Unknown = "unknown",
        /// Nothing that matters.
        None = "none",
    }
}
