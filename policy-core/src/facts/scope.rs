//! What a script has set so far: variables, functions, the current directory.
//!
//! Changes are kept in a log, so that leaving a subshell takes them back and leaving an arm that
//! may not have run makes them uncertain, each in time proportional to what was changed.

use rustc_hash::FxHashMap;

use super::arg::{Arg, Stream};
use super::place::Path;
use crate::shell::tree::Function;
use crate::source::SourceId;

/// What is known of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    /// Exactly this text.
    Text(&'a str),
    /// These elements.
    List(&'a [Arg<'a>]),
    /// Something that was just fetched over the network.
    Download,
    /// Something.
    Unknown,
}

impl Value<'_> {
    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Download, Self::Download) | (Self::Unknown, Self::Unknown) => true,
            _ => false,
        }
    }
}

/// Things that are saved and put back as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShellState<'a> {
    /// Where one is; `None` when that is not known.
    pub directory: Option<Path<'a>>,
    /// Where one is if the last change of directory failed; a script without `&&` goes on.
    pub fallback: Option<Path<'a>>,
    /// `$1`, `$2`… of the running function or script; `None` when they are not known.
    pub positional: Option<&'a [Arg<'a>]>,
    /// What flows in.
    pub input: Stream<'a>,
    /// Whether commands run with another, more powerful user's rights.
    pub privileged: bool,
    /// Whether commands run on another machine or in a container.
    pub elsewhere: bool,
    /// Whether the places programs are looked up in were changed.
    pub path_changed: bool,
    /// Whether words are split at other characters than blanks.
    pub splitting_changed: bool,
}

/// A function and the text it is written in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defined<'a> {
    /// The definition.
    pub function: &'a Function<'a>,
    /// The text its spans refer to.
    pub source: SourceId,
    /// Whether a call has been followed.
    pub called: bool,
}

/// Variables, functions and setting of a running script.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    /// What is saved and put back as a whole.
    pub now: ShellState<'a>,
    variables: FxHashMap<&'a str, Value<'a>>,
    functions: FxHashMap<&'a str, Defined<'a>>,
    aliases: FxHashMap<&'a str, Arg<'a>>,
    files: FxHashMap<Path<'a>, Stream<'a>>,
    log: Vec<(&'a str, Option<Value<'a>>)>,
    namespaces: Vec<&'a str>,
}

/// A moment to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'a> {
    log: usize,
    setting: ShellState<'a>,
}

impl<'a> Mark<'a> {
    /// What is put back as a whole.
    #[must_use]
    pub(crate) fn setting(&self) -> ShellState<'a> {
        self.setting
    }

    /// What flowed in at that moment.
    #[must_use]
    pub(crate) fn input(&self) -> Stream<'a> {
        self.setting.input
    }
}

impl<'a> Scope<'a> {
    /// Nothing set yet.
    #[must_use]
    #[inline]
    pub(crate) fn new(now: ShellState<'a>) -> Self {
        Self {
            now,
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
            aliases: FxHashMap::default(),
            files: FxHashMap::default(),
            log: Vec::new(),
            namespaces: Vec::new(),
        }
    }

    /// Whether one is in that directory, known or not.
    #[must_use]
    pub(crate) fn is_in(&self, directory: Option<Path<'a>>) -> bool {
        match (&self.now.directory, &directory) {
            (Some(now), Some(then)) => now.is(then),
            (now, then) => now.is_none() && then.is_none(),
        }
    }

    /// Whether the text has set any variable.
    #[must_use]
    pub(crate) fn sets_variables(&self) -> bool {
        !self.variables.is_empty()
    }

    /// What a variable holds, if the text has set it.
    #[must_use]
    pub(crate) fn get(&self, name: &str) -> Option<Value<'a>> {
        if self.variables.is_empty() {
            return None;
        }
        self.variables.get(name).copied()
    }

    /// Sets a variable.
    pub(crate) fn set(&mut self, name: &'a str, value: Value<'a>) {
        match name {
            "PATH" | "Path" => self.now.path_changed = true,
            "IFS" => self.now.splitting_changed = true,
            _ => {}
        }
        let old = self.variables.insert(name, value);
        self.log.push((name, old));
    }

    /// Remembers a function.
    pub(crate) fn define(&mut self, function: &'a Function<'a>, source: SourceId) {
        self.functions.insert(function.name, Defined { function, source, called: false });
    }

    /// The function of that name, marked as called.
    pub(crate) fn call(&mut self, name: &str) -> Option<Defined<'a>> {
        let defined = self.functions.get_mut(name)?;
        defined.called = true;
        Some(*defined)
    }

    /// Remembers another name for a command.
    pub(crate) fn alias(&mut self, name: &'a str, code: Arg<'a>) {
        self.aliases.insert(name, code);
    }

    /// The command an alias stands for.
    #[must_use]
    pub(crate) fn aliased(&self, name: &str) -> Option<Arg<'a>> {
        self.aliases.get(name).copied()
    }

    /// `using namespace`: types may be named without it from here on.
    pub(crate) fn use_namespace(&mut self, name: &'a str) {
        self.namespaces.push(name);
    }

    /// The namespaces in use, in lower case.
    #[must_use]
    pub(crate) fn namespaces(&self) -> &[&'a str] {
        &self.namespaces
    }

    /// Whether any name was given another meaning.
    #[must_use]
    pub(crate) fn redefines_any(&self) -> bool {
        !self.functions.is_empty() || !self.aliases.is_empty()
    }

    /// Whether a name was given another meaning.
    #[must_use]
    pub(crate) fn redefines(&self, name: &str) -> bool {
        self.functions.contains_key(name) || self.aliases.contains_key(name)
    }

    /// Remembers what a file holds from now on.
    pub(crate) fn write(&mut self, path: Path<'a>, content: Stream<'a>) {
        self.files.insert(path, content);
    }

    /// What a file holds, if the text has written it.
    #[must_use]
    pub(crate) fn written(&self, path: &Path<'a>) -> Option<Stream<'a>> {
        if self.files.is_empty() {
            return None;
        }
        self.files.get(path).copied()
    }

    /// Functions that were defined and never called, in the order of the text.
    #[must_use]
    pub(crate) fn uncalled(&self) -> Vec<Defined<'a>> {
        let mut left: Vec<_> = self.functions.values().filter(|f| !f.called).copied().collect();
        left.sort_by(|one, other| {
            (one.source, one.function.span).cmp(&(other.source, other.function.span))
        });
        left
    }

    /// A moment to come back to.
    #[must_use]
    pub(crate) fn mark(&self) -> Mark<'a> {
        Mark { log: self.log.len(), setting: self.now }
    }

    /// Takes back everything since the mark: a subshell has ended.
    pub(crate) fn restore(&mut self, mark: Mark<'a>) {
        self.now = mark.setting;
        while self.log.len() > mark.log {
            if let Some((name, old)) = self.log.pop() {
                match old {
                    Some(value) => self.variables.insert(name, value),
                    None => self.variables.remove(name),
                };
            }
        }
    }

    /// Makes everything changed since the mark uncertain: it may not have run.
    pub(crate) fn invalidate_since(&mut self, mark: Mark<'a>) {
        let changed = self.log.get(mark.log..).unwrap_or(&[]);
        if !changed.is_empty() {
            let mut changed: Vec<_> = changed.to_vec();
            // The first entry of a name holds what it was at the mark.
            changed.reverse();
            for (name, old) in changed {
                let now = self.variables.get(name).copied();
                let same = matches!((&old, &now), (Some(a), Some(b)) if a.same(b));
                if !same {
                    self.variables.insert(name, Value::Unknown);
                }
            }
        }
        if !self.is_in(mark.setting.directory) {
            self.now.directory = None;
        }
        self.now.fallback = None;
        self.now.positional = mark.setting.positional;
    }

    /// Makes every variable uncertain: one of them was set, and nobody knows which.
    pub(crate) fn forget_all(&mut self) {
        let names: Vec<_> = self.variables.keys().copied().collect();
        for name in names {
            self.set(name, Value::Unknown);
        }
    }

    /// Makes one variable uncertain without a trace of what it was.
    pub(crate) fn forget(&mut self, name: &'a str) {
        if self.variables.contains_key(name) {
            self.set(name, Value::Unknown);
        }
    }
}
