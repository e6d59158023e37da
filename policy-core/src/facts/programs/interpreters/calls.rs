//! Which calls of a body are known to change nothing. All others may change whatever the program
//! can reach.

use bumpalo::collections::String as ArenaString;

use super::body::Reader;
use super::harmless;
use super::meaning::Receiver;
use super::tokens::{Language, Token};
use crate::facts::words::words;

/// What stands before a name: `os.path` in `os.path.join`.
struct Owner<'a> {
    /// The names with dots between them, the first one as it was imported.
    path: &'a str,
    /// Whether the first name is a module.
    imported: bool,
    /// Whether it goes through a name that does not matter.
    private: bool,
}

impl<'a> Reader<'_, 'a> {
    /// Says once that the body may change anything it can reach.
    pub(super) fn may_change(&mut self) {
        if std::mem::replace(&mut self.unknown_call, true) {
            return;
        }
        super::may_change_anything(self.walker, self.how.at);
    }

    /// A name that the library does not know: is it called, and is that harmless?
    pub(super) fn unlisted(&mut self, index: usize, name: &'a str, on: &Receiver<'a>) {
        let written = self.how.language == Language::Groovy
            && matches!(name, "text" | "bytes")
            && self.body.is(index + 1, b'=')
            && !self.body.is(index + 2, b'=');
        let called = self.is_called(index, name, on);
        if written || called && (!self.is_harmless(index, name, on) || self.names_a_file(index)) {
            self.may_change();
        }
    }

    /// Names that lead past everything that is known about a module.
    pub(super) fn is_back_door(&self, name: &str, on: &Receiver<'a>) -> bool {
        self.how.language == Language::Python
            && (name == "modules" && matches!(on, Receiver::Name("sys"))
                || words!("__dict__ __globals__ __subclasses__ __bases__ __mro__ __getattribute__")
                    .has(name))
    }

    /// Functions that write into a file where they are given its name, and modules that are
    /// loaded by a name nobody knows.
    fn names_a_file(&self, index: usize) -> bool {
        let names = match (self.how.language, self.body.name(index)) {
            (Language::Python, "basicConfig") => words!("filename handlers"),
            (Language::Python, "input") => words!("inplace"),
            (Language::R, "cat") => words!("file"),
            (Language::JavaScript, "require") => {
                return self.body.is(index + 1, b'(') && self.body.text(index + 2).is_none();
            }
            _ => return false,
        };
        let args = self.arguments(index).unwrap_or_default();
        args.iter().any(|arg| self.body.mentions(*arg, names))
    }

    /// A call of what an expression yields: `x[0](…)`, `f()(…)`, `$f(…)`.
    pub(super) fn computed(&mut self, open: usize) {
        let Some(before) = open.checked_sub(1) else { return };
        let body = self.body;
        match (self.how.language, body.mark(before)) {
            (Language::Perl, _) => {}
            (Language::JavaScript, b')') => {
                let Some(first) = body.partner(before) else { return };
                let owner = body.name(first.wrapping_sub(1));
                // `if (a) (b)` calls nothing, `(() => {…})()` calls what stands there.
                let condition = words!("if for while switch").has(owner);
                let function = self.is_function_literal(first, before);
                // A package that is one function.
                let package = owner == "require"
                    && body.text(first + 1).is_some_and(|text| {
                        words!(
                            "stripe debug minimist yargs yargs-parser ms glob express semver chalk"
                        )
                        .has(text.raw)
                    });
                if !(condition || function && owner.is_empty() || package) {
                    self.may_change();
                }
            }
            (Language::Php, b')') => {
                let Some(first) = body.partner(before) else { return };
                let cast = before == first + 2
                    && words!("int integer string float double bool boolean array object")
                        .has(body.name(first + 1));
                let condition = words!("if for while switch foreach elseif catch")
                    .has(body.name(first.wrapping_sub(1)));
                if !cast && !condition && !self.is_function_literal(first, before) {
                    self.may_change();
                }
            }
            (Language::Python | Language::Lua, b')' | b']')
            | (Language::Php | Language::JavaScript, b']') => {
                let lambda = self.how.language != Language::JavaScript
                    && body
                        .partner(before)
                        .is_some_and(|first| matches!(body.name(first + 1), "lambda" | "function"));
                if !lambda {
                    self.may_change();
                }
            }
            (Language::Php, _) if body.is(before.wrapping_sub(1), b'$') => {
                let name = body.name(before);
                if !name.is_empty() && !self.bindings.defines_function(name) {
                    self.may_change();
                }
            }
            (Language::Php, 0) if body.text(before).is_some() => self.may_change(),
            _ => {}
        }
    }

    /// Whether the brackets hold a function that is written out there.
    fn is_function_literal(&self, open: usize, close: usize) -> bool {
        let body = &self.body;
        (open..close).take(64).any(|at| {
            matches!(body.name(at), "function" | "fn") || body.is(at, b'=') && body.is(at + 1, b'>')
        })
    }

    /// Whether a name stands where it is called.
    fn is_called(&self, index: usize, name: &str, on: &Receiver<'a>) -> bool {
        let body = &self.body;
        let number = name.starts_with(|c: char| c.is_ascii_digit());
        let sigil = matches!(self.how.language, Language::Perl | Language::Ruby | Language::Php)
            && matches!(body.mark(index.wrapping_sub(1)), b'$' | b'@' | b'%');
        if number || sigil && self.how.language != Language::Php {
            return false;
        }
        if body.is(index + 1, b'(') {
            return !sigil;
        }
        let method = !matches!(on, Receiver::Nothing);
        match self.how.language {
            // Methods need no brackets, and neither do functions with arguments.
            Language::Ruby => {
                let before = body.mark(index.wrapping_sub(1));
                let variable = matches!(before, b'@' | b'$' | b':' | b'|');
                let constant = name.starts_with(|c: char| c.is_ascii_uppercase());
                let assigned = body.is(index + 1, b'=') && !body.is(index + 2, b'=');
                let argument = match body.get(index + 1) {
                    Some(Token::Text(_)) => true,
                    Some(Token::Name(next)) => !is_operator(next),
                    _ => false,
                };
                !variable && !constant && !assigned && (method || argument)
            }
            Language::Perl => {
                let before = body.mark(index.wrapping_sub(1));
                let variable = matches!(before, b'$' | b'@' | b'%' | b'&' | b':' | b'*' | b'<');
                let key = before == b'{' && body.is(index + 1, b'}')
                    || body.is(index + 1, b'=') && body.is(index + 2, b'>')
                    || body.is(index + 1, b':') && body.is(index + 2, b':');
                let package = matches!(body.name(index.wrapping_sub(1)), "use" | "no" | "package");
                let class = body.is(index + 1, b'-') && body.is(index + 2, b'>');
                let handle = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
                !(variable || key || package || class || handle)
            }
            Language::Elixir | Language::Groovy => {
                matches!(body.get(index + 1), Some(Token::Text(_)))
                    || method && body.is(index + 1, b'{')
            }
            Language::Lua => {
                matches!(body.get(index + 1), Some(Token::Text(_)) | Some(Token::Mark(b'{')))
            }
            _ => false,
        }
    }

    fn is_harmless(&self, index: usize, name: &'a str, on: &Receiver<'a>) -> bool {
        let language = self.how.language;
        if self.bindings.defines_function(name) {
            return true;
        }
        match on {
            Receiver::Nothing => match self.bindings.import(name) {
                Some(import) if !import.part.is_empty() => {
                    harmless::is_function(language, import.module, import.part)
                        || harmless::is_bare(language, import.part) && is_standard(import.module)
                }
                Some(_) => false,
                None => {
                    harmless::is_bare(language, name)
                        || harmless::is_known(language, name)
                        || name.starts_with(|c: char| c.is_ascii_digit())
                }
            },
            _ if is_private(name) && !words!("self cls this").has(self.root(index)) => {
                harmless::is_method(language, name)
            }
            // A path that is moved takes one word, a text two.
            _ if name == "replace"
                && language == Language::Python
                && self.arguments(index).is_some_and(|args| args.len() == 1) =>
            {
                false
            }
            Receiver::Name(_) => {
                let owner = self.owner(index);
                if language == Language::R {
                    let full = bumpalo::format!(in self.walker.arena, "{}.{}", owner.path, name);
                    return harmless::is_bare(language, &full);
                }
                if harmless::is_function(language, owner.path, name) {
                    return !owner.private;
                }
                let depth = owner.path.contains('.') || owner.path.contains("::");
                // A function of a module that nobody knows.
                let global = language != Language::Python;
                let known = (global || owner.imported) && harmless::is_known(language, owner.path);
                let module = owner.imported && !depth || known;
                !module && !owner.private && harmless::is_method(language, name)
            }
            Receiver::Call(_) | Receiver::Other => harmless::is_method(language, name),
        }
    }

    /// The first of the names with dots between them that end at an index.
    fn root(&self, index: usize) -> &'a str {
        let mut at = index;
        for _ in 0..8 {
            match self.name_before(at) {
                Some(before) => at = before,
                None => break,
            }
        }
        self.body.name(at)
    }

    /// The name before the dot of the name at an index.
    fn name_before(&self, index: usize) -> Option<usize> {
        let body = &self.body;
        let dot = index.checked_sub(1)?;
        let before = match body.mark(dot) {
            b'.' if dot > 0 && body.is(dot - 1, b'?') => dot.checked_sub(2)?,
            b'.' => dot.checked_sub(1)?,
            b':' if dot > 0 && body.is(dot - 1, b':') => dot.checked_sub(2)?,
            b'>' if dot > 0 && body.is(dot - 1, b'-') => dot.checked_sub(2)?,
            b':' if self.how.language == Language::Lua => dot.checked_sub(1)?,
            _ => return None,
        };
        (!body.name(before).is_empty()).then_some(before)
    }

    fn owner(&self, index: usize) -> Owner<'a> {
        let mut names = [""; 8];
        let mut count = 0;
        let mut at = index;
        let mut private = false;
        while let Some(before) = self.name_before(at) {
            at = before;
            let name = self.body.name(at);
            private |= is_private(name);
            let Some(slot) = names.get_mut(count) else { break };
            *slot = name;
            count += 1;
        }
        let names = names.get(..count).unwrap_or_default();
        let Some(root) = names.last() else {
            // `require('a').b(…)`
            return Owner { path: self.module_before(index), imported: true, private };
        };
        let import = self.bindings.import(root);
        if let (1, None) = (count, import) {
            return Owner { path: root, imported: self.is_constant(root), private };
        }
        let separator = match self.how.language {
            Language::Perl | Language::Ruby => "::",
            _ => ".",
        };
        let mut path = ArenaString::new_in(self.walker.arena);
        match import {
            Some(import) => {
                path.push_str(import.module);
                if !import.part.is_empty() {
                    path.push_str(separator);
                    path.push_str(import.part);
                }
            }
            None => path.push_str(root),
        }
        for name in names.iter().rev().skip(1) {
            path.push_str(separator);
            path.push_str(name);
        }
        let imported = import.is_some() || self.is_constant(root);
        Owner { path: path.into_bump_str(), imported, private }
    }

    /// In some languages a capital letter is what makes a class or a module.
    fn is_constant(&self, name: &str) -> bool {
        matches!(self.how.language, Language::Ruby | Language::Elixir | Language::Php)
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && !self.bindings.defines_function(name)
    }

    /// `require('a')` and `__import__('a')` stand for a module.
    fn module_before(&self, index: usize) -> &'a str {
        let close = index.wrapping_sub(2);
        match self.body.partner(close) {
            Some(open) => match self.body.text(open + 1) {
                Some(text) => text.raw.strip_prefix("node:").unwrap_or(text.raw),
                None => "",
            },
            None => "",
        }
    }
}

/// Words between two parts of a statement of Ruby.
fn is_operator(name: &str) -> bool {
    words!("and or not if unless while until do then in rescue end else elsif when").has(name)
}

/// Whether a module comes with the language, so that a name out of it means what it always does.
fn is_standard(module: &str) -> bool {
    let root = module.split('.').next().unwrap_or(module);
    words!(
        "collections datetime decimal fractions functools itertools operator dataclasses enum io \
         urllib pprint time textwrap math html base64 hashlib uuid argparse concurrent contextlib \
         pathlib bs4 rich tqdm fs path os util crypto url readline child_process assert \
         perf_hooks fs/promises stream"
    )
    .has(root)
}

/// Names that a library keeps for itself lead past everything that is known about it.
fn is_private(name: &str) -> bool {
    name.starts_with('_') && name.len() > 1
}
