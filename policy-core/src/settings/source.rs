//! Where a value in force comes from.

use std::fmt;

use serde::{Serialize, Serializer};

use super::field::{Field, Group};
use crate::named_enum::named_enum;

named_enum! {
    /// Who said so. Later layers lie over earlier ones.
    pub enum Layer {
        /// The built-in defaults.
        Default = "default",
        /// The user's own settings.
        User = "user",
        /// The settings found in the workspace, which an agent can write.
        Workspace = "workspace",
        /// The settings of whoever administers the machine, which may only tighten and lock.
        Managed = "managed",
    }
}

/// A value and the layer it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sourced<T> {
    /// The value in force.
    pub value: T,
    /// The layer it comes from.
    pub layer: Layer,
}

/// A list in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct List {
    /// The layer that wrote the list. Entries that a workspace added to it say so themselves.
    pub layer: Layer,
    /// The entries, in the order of their layers.
    pub entries: Vec<Sourced<Entry>>,
}

/// One entry of a list in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The pattern as it was written.
    pub pattern: String,
    /// The reason that was written with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where it stands in the settings of its layer.
    pub place: Place,
}

/// The place of an entry in the settings of its layer; shown and serialised as a JSON path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The group of the list.
    pub group: Group,
    /// The name of the list in its group.
    pub name: &'static str,
    /// The position in the list. Entries that were refused while reading are not counted.
    pub index: usize,
}

impl List {
    /// The entries, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Sourced<Entry>> {
        self.entries.iter()
    }

    /// The patterns alone, in order.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.value.pattern.as_str())
    }
}

impl<'a> IntoIterator for &'a List {
    type Item = &'a Sourced<Entry>;
    type IntoIter = std::slice::Iter<'a, Sourced<Entry>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Place {
    pub(super) const fn of(field: &Field, index: usize) -> Self {
        Self { group: field.group, name: field.name, index }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        self.group.segments().iter().try_for_each(|key| write!(f, ".{key}"))?;
        write!(f, ".{}[{}]", self.name, self.index)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
