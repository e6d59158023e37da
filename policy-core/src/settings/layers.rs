//! Lays the layers over each other: built-in defaults, then the user, then the workspace, and last
//! the managed settings of the machine.
//!
//! The user's values replace the defaults, lists as a whole. A workspace is another matter, since
//! an agent can write its files: it may add entries that save or refuse more, move flags towards
//! saving or asking, and raise limits. Anything else is reported and not applied, until the user
//! lists the folder in `trustedWorkspaces`.
//!
//! The managed settings lie over all of them and only tighten: flags towards saving or asking,
//! limits upwards, more entries that save or refuse. Of a list that saves or asks less only those
//! entries stay that they name too, so an empty one locks it.

use super::document::{CommandEntry, Effective, EffectiveShell, Settings};
use super::field::{Field, Kind, ShellSection, Tighter};
use super::folder;
use super::problem::{Problem, ProblemCode, Problems, quoted};
use super::source::{Entry, Layer, List, Place, Sourced};

/// The settings found in a workspace.
#[derive(Debug, Clone, Copy)]
pub struct WorkspaceLayer<'a> {
    /// What they say.
    pub settings: &'a Settings,
    /// The full path of the workspace, which the user may have listed as trusted. Paths are
    /// compared as text, so links in it should have been followed already.
    pub path: &'a str,
}

/// The settings in force, and what of the workspace was not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolution {
    /// The settings in force.
    pub effective: Effective,
    /// What was not applied; the paths are those of the layer that was refused.
    pub problems: Vec<Problem>,
}

/// The lists for one shell, each joined with the list for every shell. Of the same pattern
/// written in both, the one for every shell is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellLists<'a> {
    /// Commands that get a checkpoint.
    pub checkpoint: Vec<&'a Sourced<Entry>>,
    /// Commands that get none.
    pub no_checkpoint: Vec<&'a Sourced<Entry>>,
    /// Commands that count as high risk.
    pub risk_rules: Vec<&'a Sourced<Entry>>,
}

/// Lays the layers over each other.
pub fn resolve(user: Option<&Settings>, workspace: Option<WorkspaceLayer<'_>>) -> Resolution {
    resolve_managed(user, workspace, None)
}

/// Lays the layers over each other, and the managed settings over all of them.
pub fn resolve_managed(
    user: Option<&Settings>,
    workspace: Option<WorkspaceLayer<'_>>,
    managed: Option<&Settings>,
) -> Resolution {
    let names = |settings: &Settings, path: &str| {
        let folders = settings.trusted_workspaces.as_deref().unwrap_or_default();
        folders.iter().any(|trusted| folder::same(trusted, path))
    };
    let may_be_trusted = |path: &str| {
        managed.is_none_or(|managed| managed.trusted_workspaces.is_none() || names(managed, path))
    };
    let trusted = workspace.is_some_and(|workspace| {
        user.is_some_and(|user| names(user, workspace.path)) && may_be_trusted(workspace.path)
    });
    let mut merge =
        Merge { trusted, flags: Vec::new(), locked: Vec::new(), problems: Problems::default() };
    let workspace = workspace.map(|workspace| workspace.settings);
    let effective = Effective::layered(user, workspace, managed, &mut merge);
    Resolution { effective, problems: merge.problems.into_vec() }
}

impl Default for Effective {
    /// The built-in defaults alone.
    fn default() -> Self {
        resolve(None, None).effective
    }
}

impl Effective {
    /// What is in force for one shell alone; see also [`lists_for`](Self::lists_for).
    pub fn shell(&self, section: ShellSection) -> &EffectiveShell {
        self.shell_specific_checkpoints.get(section)
    }

    /// The lists that hold in one shell: its own joined with those for every shell.
    pub fn lists_for(&self, section: ShellSection) -> ShellLists<'_> {
        let shell = self.shell(section);
        ShellLists {
            checkpoint: joined(&self.checkpoint_commands, &shell.checkpoint_commands),
            no_checkpoint: joined(&self.no_checkpoint_commands, &shell.no_checkpoint_commands),
            risk_rules: shell.shell_specific_risk_rules.iter().collect(),
        }
    }

    /// Whether a value of this layer may be the reason to run something without asking.
    ///
    /// Saving more can mean asking less, since what a checkpoint brings back needs no question. So
    /// a checkpoint that only an untrusted workspace asked for must not answer for the person.
    pub fn vouches(&self, layer: Layer) -> bool {
        match layer {
            Layer::Default | Layer::User | Layer::Managed => true,
            Layer::Workspace => self.workspace_trusted,
        }
    }
}

fn joined<'a>(global: &'a List, shell: &'a List) -> Vec<&'a Sourced<Entry>> {
    let mut entries: Vec<_> = global.iter().chain(shell).enumerate().collect();
    // The sort is stable, so of the same pattern the first one is kept.
    entries.sort_by(|(_, a), (_, b)| a.value.pattern.cmp(&b.value.pattern));
    entries.dedup_by(|(_, b), (_, a)| a.value.pattern == b.value.pattern);
    entries.sort_unstable_by_key(|(at, _)| *at);
    entries.into_iter().map(|(_, entry)| entry).collect()
}

/// What laying the layers needs to remember from field to field.
#[derive(Debug)]
pub(super) struct Merge {
    trusted: bool,
    /// The top-level flags in force, for the shells to inherit.
    flags: Vec<(&'static str, Sourced<bool>)>,
    /// The top-level flags that the managed settings hold at their careful value, also for shells.
    locked: Vec<&'static str>,
    problems: Problems,
}

impl Merge {
    pub(super) fn trusted(&self) -> bool {
        self.trusted
    }

    /// Whether the workspace may set this field to whatever it likes.
    fn is_free(&self, field: &Field) -> bool {
        self.trusted && field.tighter != Tighter::UserOnly
    }

    fn refuse(&mut self, field: &Field, value: &str) {
        let value = quoted(value);
        if field.tighter == Tighter::UserOnly {
            self.problems.add(ProblemCode::UserOnly, || {
                let message = format!("a workspace may not set `{}`", field.name);
                let help = "write it in your own settings, if you mean it";
                [field.to_string(), message, help.to_owned()]
            });
            return;
        }
        self.problems.add(ProblemCode::WorkspaceMayOnlyTighten, || {
            let message = match field.tighter {
                Tighter::WhenTrue | Tighter::WhenFalse => {
                    format!("this workspace may not set `{}` to {value}", field.name)
                }
                Tighter::Higher => {
                    format!("this workspace may not lower `{}` to {value}", field.name)
                }
                Tighter::Longer | Tighter::Shorter | Tighter::UserOnly => {
                    format!("this workspace may not add {value} to `{}`", field.name)
                }
            };
            let help = "write it in your own settings, or list the folder in `trustedWorkspaces`";
            [field.to_string(), message, help.to_owned()]
        });
    }
}

impl Merge {
    fn refuse_managed(&mut self, field: &Field, value: bool) {
        self.problems.add(ProblemCode::ManagedMayOnlyTighten, || {
            let message = format!("the managed settings may not set `{}` to {value}", field.name);
            let help = "they may only tighten what people have set";
            [field.to_string(), message, help.to_owned()]
        });
    }

    /// Whether the managed settings hold the flag that this one inherits at its careful value.
    fn is_locked(&self, field: &Field) -> bool {
        match field.kind {
            Kind::ShellFlag { inherits } => self.locked.contains(&inherits),
            _ => false,
        }
    }
}

/// A type of written value, and how its layers are laid over each other.
pub(super) trait Layered {
    type Effective;

    fn layered(
        field: &Field,
        user: Option<&Self>,
        workspace: Option<&Self>,
        managed: Option<&Self>,
        merge: &mut Merge,
    ) -> Self::Effective;
}

impl Layered for bool {
    type Effective = Sourced<bool>;

    fn layered(
        field: &Field,
        user: Option<&bool>,
        workspace: Option<&bool>,
        managed: Option<&bool>,
        merge: &mut Merge,
    ) -> Sourced<bool> {
        let careful = field.tighter != Tighter::WhenFalse;
        let default = match field.kind {
            Kind::Flag { default } => Some(default),
            _ => None,
        };
        let inherited = match field.kind {
            Kind::ShellFlag { inherits } => {
                let flag = merge.flags.iter().find(|(name, _)| *name == inherits);
                flag.map(|(_, flag)| *flag)
            }
            _ => None,
        };
        let below = inherited.unwrap_or(Sourced {
            // A flag that inherits from nowhere would be a slip in the table: the careful value.
            value: default.unwrap_or(careful),
            layer: Layer::Default,
        });
        let below = user.map_or(below, |value| Sourced { value: *value, layer: Layer::User });
        let flag = single(field, below, workspace, |value| *value == careful, merge);
        let locked = managed == Some(&careful) || merge.is_locked(field);
        if managed.is_some_and(|value| *value != careful && *value != flag.value) {
            merge.refuse_managed(field, !careful);
        }
        let flag = if locked && flag.value != careful {
            Sourced { value: careful, layer: Layer::Managed }
        } else {
            flag
        };
        if let Kind::Flag { .. } = field.kind {
            merge.locked.extend(locked.then_some(field.name));
        }
        if let Kind::Flag { .. } = field.kind {
            merge.flags.push((field.name, flag));
        }
        flag
    }
}

impl Layered for u64 {
    type Effective = Sourced<u64>;

    fn layered(
        field: &Field,
        user: Option<&u64>,
        workspace: Option<&u64>,
        managed: Option<&u64>,
        merge: &mut Merge,
    ) -> Sourced<u64> {
        let default = match field.kind {
            Kind::Limit { default, .. } => default,
            _ => 0,
        };
        let below = Sourced { value: default, layer: Layer::Default };
        let below = user.map_or(below, |value| Sourced { value: *value, layer: Layer::User });
        let number = single(field, below, workspace, |value| *value > below.value, merge);
        match managed {
            Some(least) if *least > number.value => {
                Sourced { value: *least, layer: Layer::Managed }
            }
            _ => number,
        }
    }
}

/// Lays the workspace's value over the one below it, if it may.
fn single<T: Copy + PartialEq + ToString>(
    field: &Field,
    below: Sourced<T>,
    workspace: Option<&T>,
    is_tighter: impl Fn(&T) -> bool,
    merge: &mut Merge,
) -> Sourced<T> {
    match workspace {
        None => below,
        Some(value) if merge.is_free(field) => Sourced { value: *value, layer: Layer::Workspace },
        Some(value) if *value == below.value => below,
        Some(value) if is_tighter(value) => Sourced { value: *value, layer: Layer::Workspace },
        Some(value) => {
            merge.refuse(field, &value.to_string());
            below
        }
    }
}

/// What the entries of the two sorts of lists have in common.
trait ListEntry {
    fn entry(&self, place: Place) -> Entry;
}

impl ListEntry for String {
    fn entry(&self, place: Place) -> Entry {
        Entry { pattern: self.clone(), reason: None, place }
    }
}

impl ListEntry for CommandEntry {
    fn entry(&self, place: Place) -> Entry {
        let reason = self.reason().map(str::to_owned);
        Entry { pattern: self.pattern().to_owned(), reason, place }
    }
}

impl<T: ListEntry> Layered for Vec<T> {
    type Effective = List;

    fn layered(
        field: &Field,
        user: Option<&Self>,
        workspace: Option<&Self>,
        managed: Option<&Self>,
        merge: &mut Merge,
    ) -> List {
        let mut below = of_people(field, user, workspace, merge);
        let Some(managed) = managed else { return below };
        let managed = list(field, Layer::Managed, managed);
        if field.tighter == Tighter::Longer {
            let new = unknown(&below, managed.entries);
            below.entries.extend(new);
            return below;
        }
        let before = below.entries.len();
        below
            .entries
            .retain(|entry| managed.patterns().any(|pattern| pattern == entry.value.pattern));
        if below.entries.len() < before {
            below.layer = Layer::Managed;
        }
        below
    }
}

/// What the user and the workspace make of a list.
fn of_people<T: ListEntry>(
    field: &Field,
    user: Option<&Vec<T>>,
    workspace: Option<&Vec<T>>,
    merge: &mut Merge,
) -> List {
    if let Some(workspace) = workspace.filter(|_| merge.is_free(field)) {
        return list(field, Layer::Workspace, workspace);
    }
    let mut below = match user {
        Some(user) => list(field, Layer::User, user),
        None => default_list(field),
    };
    let offered = workspace.map(|entries| list(field, Layer::Workspace, entries).entries);
    let offered = offered.unwrap_or_default();
    let new = unknown(&below, offered);
    if field.tighter == Tighter::Longer {
        below.entries.extend(new);
    } else if let Some(entry) = new.first() {
        // What the user has written as well changes nothing, and needs no word.
        merge.refuse(field, &entry.value.pattern);
    }
    below
}

/// The entries whose patterns do not stand in a list.
fn unknown(list: &List, mut entries: Vec<Sourced<Entry>>) -> Vec<Sourced<Entry>> {
    let mut known: Vec<&str> = list.patterns().collect();
    known.sort_unstable();
    entries.retain(|entry| known.binary_search(&entry.value.pattern.as_str()).is_err());
    entries
}

fn list<T: ListEntry>(field: &Field, layer: Layer, written: &[T]) -> List {
    let entries = written.iter().enumerate();
    let entries =
        entries.map(|(i, entry)| Sourced { value: entry.entry(Place::of(field, i)), layer });
    List { layer, entries: entries.collect() }
}

fn default_list(field: &Field) -> List {
    let patterns = field.kind.default_entries().unwrap_or_default();
    let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
    list(field, Layer::Default, &patterns)
}
