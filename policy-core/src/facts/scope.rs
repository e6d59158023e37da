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
    /// Whether the last command of a pipe runs in the shell itself.
    pub keeps_end_of_pipes: bool,
    /// Whether something was set of which not even the name is known: from here on no variable
    /// is known.
    pub variables_unknown: bool,
    /// Whether a name was given another meaning and nobody knows which: from here on no command
    /// is known.
    pub commands_unknown: bool,
    /// Whether programs are handed a variable of which it is not known what they do with it.
    pub environment_changed: bool,
}

/// How a variable deals with what it is set to.
#[derive(Clone, Copy, Debug)]
enum Attribute<'a> {
    /// It is another name for this one (`declare -n`).
    Reference(&'a str),
    /// It makes something else of its values (`declare -l`, `-u`, `-i`).
    Transforms,
}

/// Code that runs when something happens (`trap`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trap<'a> {
    /// The code.
    pub code: Arg<'a>,
    /// The text its word stands in.
    pub source: SourceId,
    /// What was set when it was installed.
    mark: usize,
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
    /// Whether a variable holds a subscript with a command in it (`a[$(…)]`).
    armed: bool,
    log: Vec<(&'a str, Option<Value<'a>>)>,
    /// Nothing until a text does something unusual.
    unusual: Option<Box<Unusual<'a>>>,
}

/// What few texts set; the others pay nothing for it.
#[derive(Debug, Default)]
struct Unusual<'a> {
    functions: FxHashMap<&'a str, Defined<'a>>,
    aliases: FxHashMap<&'a str, Arg<'a>>,
    files: FxHashMap<Path<'a>, Stream<'a>>,
    /// Files that are a program under another name: links and copies.
    programs: FxHashMap<Path<'a>, Arg<'a>>,
    /// Where links lead.
    links: FxHashMap<Path<'a>, Path<'a>>,
    /// What can be read from descriptors that a text has opened.
    descriptors: FxHashMap<u16, Stream<'a>>,
    attributes: FxHashMap<&'a str, Attribute<'a>>,
    /// Variables of the functions being followed, and what they hide.
    locals: Vec<(&'a str, Option<Value<'a>>)>,
    traps: Vec<Trap<'a>>,
    namespaces: Vec<&'a str>,
}

/// A moment to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark<'a> {
    log: usize,
    traps: usize,
    setting: ShellState<'a>,
}

/// What a text has put into a file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Made<'a> {
    /// A program, under another name.
    Program(Arg<'a>),
    /// A text that can be run.
    Script(Stream<'a>),
}

/// Whether evaluating a text as a number would run a command in a subscript.
#[must_use]
pub(crate) fn runs_in_subscript(text: &str) -> bool {
    let inside = text.split_once('[').map_or("", |(_, inside)| inside);
    inside.contains("$(") || inside.contains('`') || inside.contains("${ ")
}

impl<'a> Mark<'a> {
    /// How many traps were installed at that moment.
    #[must_use]
    pub(crate) fn traps(&self) -> usize {
        self.traps
    }

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
        Self { now, variables: FxHashMap::default(), armed: false, log: Vec::new(), unusual: None }
    }

    /// Whether nothing was set but variables.
    #[must_use]
    pub(crate) fn is_usual(&self) -> bool {
        self.unusual.is_none()
    }

    fn unusual(&mut self) -> &mut Unusual<'a> {
        self.unusual.get_or_insert_default()
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
        if self.now.variables_unknown {
            return Some(Value::Unknown);
        }
        if self.variables.is_empty() {
            return None;
        }
        self.variables.get(self.referred(name)).copied()
    }

    /// Sets a variable; what it refers to, if it only stands for another one.
    pub(crate) fn set(&mut self, name: &'a str, value: Value<'a>) {
        let name = self.referred(name);
        let value = match self.attribute(name) {
            Some(Attribute::Transforms) => Value::Unknown,
            _ => value,
        };
        match name {
            "PATH" | "Path" => self.now.path_changed = true,
            "IFS" => self.now.splitting_changed = true,
            "BASH_CMDS" | "BASH_ALIASES" => self.now.commands_unknown = true,
            _ => {}
        }
        self.armed |= matches!(value, Value::Text(text) if runs_in_subscript(text));
        let old = self.variables.insert(name, value);
        self.log.push((name, old));
    }

    /// The variable a name stands for.
    #[must_use]
    pub(crate) fn referred<'b>(&self, name: &'b str) -> &'b str
    where
        'a: 'b,
    {
        let mut name = name;
        // References may be chained, but not without end.
        for _ in 0..4 {
            match self.attribute(name) {
                Some(Attribute::Reference(other)) => name = other,
                _ => return name,
            }
        }
        name
    }

    fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.unusual.as_ref()?.attributes.get(name).copied()
    }

    /// From here on one name stands for another.
    pub(crate) fn refer(&mut self, name: &'a str, other: &'a str) {
        self.unusual().attributes.insert(name, Attribute::Reference(other));
    }

    /// From here on a variable makes something else of what it is set to.
    pub(crate) fn transform(&mut self, name: &'a str) {
        self.unusual().attributes.insert(name, Attribute::Transforms);
    }

    /// Whether a text that is evaluated as a number would run a command: it is the name of a
    /// variable that holds a subscript with a command in it, or such a subscript itself.
    #[must_use]
    pub(crate) fn runs_when_evaluated(&self, text: &str) -> bool {
        runs_in_subscript(text) || self.names_subscript(text)
    }

    /// Whether a text names a variable that holds a subscript with a command in it.
    #[must_use]
    pub(crate) fn names_subscript(&self, text: &str) -> bool {
        self.armed
            && text
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|name| !name.is_empty())
                .any(|name| self.leads_to_subscript(name))
    }

    /// Whether a variable holds such a subscript, or the name of a variable that does.
    fn leads_to_subscript(&self, name: &str) -> bool {
        let mut name = name;
        for _ in 0..4 {
            match self.get(name) {
                Some(Value::Text(value)) if runs_in_subscript(value) => return true,
                Some(Value::Text(value)) => name = value,
                _ => return false,
            }
        }
        false
    }

    /// Whether any variable that the text has set could matter to arithmetic.
    #[must_use]
    pub(crate) fn sets_any(&self) -> bool {
        !self.variables.is_empty()
    }

    /// Remembers that a variable belongs to the function being followed.
    pub(crate) fn declare_local(&mut self, name: &'a str) {
        let old = self.variables.get(name).copied();
        self.unusual().locals.push((name, old));
    }

    /// How many variables belong to the functions being followed.
    #[must_use]
    pub(crate) fn locals(&self) -> usize {
        self.unusual.as_ref().map_or(0, |unusual| unusual.locals.len())
    }

    /// Takes back the variables of a function that has ended.
    pub(crate) fn leave_function(&mut self, locals: usize) {
        while self.locals() > locals {
            let unusual = self.unusual();
            if let Some((name, old)) = unusual.locals.pop() {
                unusual.attributes.remove(name);
                self.put_back(name, old);
            }
        }
    }

    /// Gives a variable the value it had, as a change of its own.
    pub(crate) fn put_back(&mut self, name: &'a str, old: Option<Value<'a>>) {
        let now = match old {
            Some(value) => self.variables.insert(name, value),
            None => self.variables.remove(name),
        };
        self.log.push((name, now));
    }

    /// What a variable holds by its own name, for [`Self::put_back`].
    #[must_use]
    pub(crate) fn held(&self, name: &str) -> Option<Value<'a>> {
        self.variables.get(name).copied()
    }

    /// Whether a variable that was known at the mark has another value now.
    #[must_use]
    pub(crate) fn lost_since(&self, mark: &Mark<'a>) -> bool {
        let changed = self.log.get(mark.log..).unwrap_or(&[]);
        changed.iter().any(|(name, old)| match old {
            None | Some(Value::Unknown) => false,
            Some(old) => !self.variables.get(name).is_some_and(|now| now.same(old)),
        })
    }

    /// Remembers code that runs later.
    pub(crate) fn trap(&mut self, code: Arg<'a>, source: SourceId) {
        let mark = self.log.len();
        self.unusual().traps.push(Trap { code, source, mark });
    }

    /// The code that runs when the shell at a mark ends, each once.
    pub(crate) fn take_traps(&mut self, since: usize) -> Vec<Trap<'a>> {
        let Some(unusual) = &mut self.unusual else { return Vec::new() };
        unusual.traps.split_off(since.min(unusual.traps.len()))
    }

    /// Whether something was set since a trap was installed.
    #[must_use]
    pub(crate) fn changed_since(&self, trap: &Trap<'a>) -> bool {
        self.log.len() > trap.mark
    }

    /// Remembers what can be read from a descriptor. One that is opened twice may hold either.
    pub(crate) fn open(&mut self, descriptor: u16, content: Stream<'a>) {
        let descriptors = &mut self.unusual().descriptors;
        let content = if descriptors.contains_key(&descriptor) { Stream::Unknown } else { content };
        descriptors.insert(descriptor, content);
    }

    /// What can be read from a descriptor, if the text has opened it.
    #[must_use]
    pub(crate) fn descriptor(&self, number: u16) -> Option<Stream<'a>> {
        self.unusual.as_ref()?.descriptors.get(&number).copied()
    }

    /// Remembers that a file is a program under another name.
    pub(crate) fn link(&mut self, path: Path<'a>, program: Arg<'a>) {
        self.unusual().programs.insert(path, program);
    }

    /// The program a file is a link to or a copy of.
    #[must_use]
    pub(crate) fn linked(&self, path: &Path<'a>) -> Option<Arg<'a>> {
        self.unusual.as_ref()?.programs.get(path).copied()
    }

    /// Remembers that a file is a link.
    pub(crate) fn link_path(&mut self, path: Path<'a>, to: Path<'a>) {
        self.unusual().links.insert(path, to);
    }

    /// The links that the text has made, if it has made any.
    #[must_use]
    pub(crate) fn links(&self) -> Option<&FxHashMap<Path<'a>, Path<'a>>> {
        self.unusual.as_deref().map(|unusual| &unusual.links).filter(|links| !links.is_empty())
    }

    /// Whether the text has made any file.
    #[must_use]
    pub(crate) fn makes_files(&self) -> bool {
        let makes =
            |unusual: &Unusual<'_>| !unusual.programs.is_empty() || !unusual.files.is_empty();
        self.unusual.as_deref().is_some_and(makes)
    }

    /// The program, or the script, that a text has put under a name somewhere.
    #[must_use]
    pub(crate) fn made_under(&self, name: &str) -> Option<Made<'a>> {
        let named = |path: &&Path<'a>| path.parts.last() == Some(&name);
        let Unusual { programs, files, .. } = self.unusual.as_deref()?;
        if let Some(path) = programs.keys().find(named) {
            return programs.get(path).copied().map(Made::Program);
        }
        let path = files.keys().find(named)?;
        files.get(path).copied().map(Made::Script)
    }

    /// Remembers a function.
    pub(crate) fn define(&mut self, function: &'a Function<'a>, source: SourceId) {
        let defined = Defined { function, source, called: false };
        self.unusual().functions.insert(function.name, defined);
    }

    /// The function of that name, marked as called.
    pub(crate) fn call(&mut self, name: &str) -> Option<Defined<'a>> {
        let defined = self.unusual.as_mut()?.functions.get_mut(name)?;
        defined.called = true;
        Some(*defined)
    }

    /// Remembers another name for a command.
    pub(crate) fn alias(&mut self, name: &'a str, code: Arg<'a>) {
        self.unusual().aliases.insert(name, code);
    }

    /// The command an alias stands for.
    #[must_use]
    pub(crate) fn aliased(&self, name: &str) -> Option<Arg<'a>> {
        self.unusual.as_ref()?.aliases.get(name).copied()
    }

    /// `using namespace`: types may be named without it from here on.
    pub(crate) fn use_namespace(&mut self, name: &'a str) {
        self.unusual().namespaces.push(name);
    }

    /// The namespaces in use, in lower case.
    #[must_use]
    pub(crate) fn namespaces(&self) -> &[&'a str] {
        self.unusual.as_ref().map_or(&[], |unusual| &unusual.namespaces)
    }

    /// Whether any name was given another meaning.
    #[must_use]
    pub(crate) fn redefines_any(&self) -> bool {
        let redefines =
            |unusual: &Unusual<'_>| !unusual.functions.is_empty() || !unusual.aliases.is_empty();
        self.unusual.as_deref().is_some_and(redefines)
    }

    /// Whether a name was given another meaning.
    #[must_use]
    pub(crate) fn redefines(&self, name: &str) -> bool {
        let redefines = |unusual: &Unusual<'_>| {
            unusual.functions.contains_key(name) || unusual.aliases.contains_key(name)
        };
        self.unusual.as_deref().is_some_and(redefines)
    }

    /// Remembers what a file holds from now on.
    pub(crate) fn write(&mut self, path: Path<'a>, content: Stream<'a>) {
        self.unusual().files.insert(path, content);
    }

    /// What a file holds, if the text has written it.
    #[must_use]
    pub(crate) fn written(&self, path: &Path<'a>) -> Option<Stream<'a>> {
        self.unusual.as_ref()?.files.get(path).copied()
    }

    /// Functions that were defined and never called, in the order of the text.
    #[must_use]
    pub(crate) fn uncalled(&self) -> Vec<Defined<'a>> {
        let Some(unusual) = &self.unusual else { return Vec::new() };
        let mut left: Vec<_> = unusual.functions.values().filter(|f| !f.called).copied().collect();
        left.sort_by(|one, other| {
            (one.source, one.function.span).cmp(&(other.source, other.function.span))
        });
        left
    }

    /// A moment to come back to.
    #[must_use]
    pub(crate) fn mark(&self) -> Mark<'a> {
        let traps = self.unusual.as_ref().map_or(0, |unusual| unusual.traps.len());
        Mark { log: self.log.len(), traps, setting: self.now }
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
        if self.variables.contains_key(name) || matches!(name, "BASH_CMDS" | "BASH_ALIASES") {
            self.set(name, Value::Unknown);
        }
    }
}
