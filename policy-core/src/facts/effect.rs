//! What would happen: one effect for each thing an invocation does to one place.

use bitflags::bitflags;

use super::place::Place;
use crate::source::Location;
pub(crate) use crate::wire::{Domain, EffectKind as Kind};

/// Something an invocation would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// What it does.
    pub kind: Kind,
    /// To what kind of thing.
    pub domain: Domain,
    /// Where that thing is.
    pub place: Place,
    /// How it does it.
    pub traits: Traits,
    /// Which invocation of [`super::Facts`] does it.
    pub invocation: u32,
    /// The words that say so.
    pub at: Location,
}

impl Domain {
    /// Where its things are.
    #[must_use]
    pub fn place(self) -> Place {
        match self {
            Self::Files | Self::Repository => Place::Workspace,
            Self::Disk => Place::Device,
            Self::Process
            | Self::Service
            | Self::Package
            | Self::Code
            | Self::System
            | Self::Account
            | Self::Network
            | Self::Schedule
            | Self::Container
            | Self::WindowsRegistry
            | Self::Boot
            | Self::Protection
            | Self::Guard => Place::Machine,
            _ => Place::Elsewhere,
        }
    }
}

bitflags! {
    /// How something is done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Traits: u16 {
        /// With everything below it.
        const RECURSIVE = 1;
        /// Without asking, over protection.
        const FORCED = 1 << 1;
        /// As another, more powerful user.
        const PRIVILEGED = 1 << 2;
        /// All of them, by a flag or a pattern that takes everything.
        const WHOLE = 1 << 3;
        /// So that not even the trash, a log or a replica keeps it.
        const BEYOND_REPAIR = 1 << 4;
        /// Only adds the right to run a file.
        const EXECUTABLE_ONLY = 1 << 5;
        /// Opens it to everyone.
        const WORLD = 1 << 6;
        /// On another machine or in a container.
        const ELSEWHERE = 1 << 7;
        /// May happen, but the text does not say so for certain.
        const POSSIBLE = 1 << 8;
        /// What is touched can be made anew by a tool (a cache, an index).
        const REMADE = 1 << 9;
        /// Little of it, or what is easily put back: one branch, one package, a restart.
        const MINOR = 1 << 10;
        /// By a redirection, not by the program itself.
        const REDIRECTION = 1 << 11;
        /// What the system notes about a file (attributes, encryption, access lists), which no
        /// snapshot keeps.
        const ATTRIBUTES = 1 << 12;
    }
}
