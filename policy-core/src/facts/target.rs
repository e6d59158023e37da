//! The files an effect reaches, for hosts that save them wherever they lie.

use super::place::{Base, Path};
use crate::wire::{self, TargetKind};

/// A file or folder that an effect reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target<'a> {
    /// Which of the effects reaches it.
    pub effect: u32,
    /// The path as far as it is known; `None` where nothing of it is.
    pub path: Option<Path<'a>>,
    /// How the path is to be read.
    pub kind: TargetKind,
}

impl Target<'_> {
    /// Whether a host that saves targets knows exactly what to save: a full path, or a pattern
    /// below one.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.path.is_some_and(|path| path.base == Base::Root)
            && matches!(self.kind, TargetKind::Path | TargetKind::Pattern)
    }

    /// For a host, where the path is known in full.
    #[must_use]
    pub(crate) fn written(&self, effect: wire::EffectKind) -> Option<wire::Target> {
        let path = self.path.filter(|path| path.base == Base::Root)?;
        let below = path.parts.join("/");
        let drive = path.parts.first().is_some_and(|first| first.ends_with(':'));
        let path = if drive { below } else { format!("/{below}") };
        Some(wire::Target { path, kind: self.kind, effect })
    }
}
