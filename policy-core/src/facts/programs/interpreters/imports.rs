//! What the names of a body stand for: modules that are imported under other names, functions
//! taken out of them, functions that the body defines itself.

use bumpalo::Bump;
use bumpalo::collections::{String as ArenaString, Vec as ArenaVec};

use super::tokens::{Body, Language, Token};
use crate::facts::words::words;

/// A name that a body binds to a module or to a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Import<'a> {
    /// The name in the body.
    pub(super) name: &'a str,
    /// The module, by its full name.
    pub(super) module: &'a str,
    /// What is taken out of it; empty for the module itself.
    pub(super) part: &'a str,
}

/// The names a body binds.
#[derive(Debug)]
pub(super) struct Bindings<'a> {
    /// Modules and parts of them.
    imports: ArenaVec<'a, Import<'a>>,
    /// Functions and classes that the body defines.
    defined: ArenaVec<'a, &'a str>,
    /// Parameters of these.
    parameters: ArenaVec<'a, &'a str>,
}

/// How many names a body may bind; a longer one is not followed further.
const MOST: usize = 256;

impl<'a> Bindings<'a> {
    /// Nothing bound.
    pub(super) fn none(arena: &'a Bump) -> Self {
        Self {
            imports: ArenaVec::new_in(arena),
            defined: ArenaVec::new_in(arena),
            parameters: ArenaVec::new_in(arena),
        }
    }

    /// Adds what a body binds.
    pub(super) fn gather(&mut self, arena: &'a Bump, body: &Body<'a>, language: Language) {
        for (index, token) in body.tokens.iter().enumerate() {
            if self.imports.len() + self.defined.len() + self.parameters.len() > MOST {
                return;
            }
            match token {
                Token::Name(name) => {
                    self.defines(body, index, name, language);
                    match language {
                        Language::Python => self.python(arena, body, index, name),
                        Language::JavaScript | Language::Lua => self.required(body, index, name),
                        _ => {}
                    }
                }
                // `=> x` and `x =>` of arrow functions.
                Token::Mark(b'=')
                    if language == Language::JavaScript && body.is(index + 1, b'>') =>
                {
                    self.arrow(body, index);
                }
                _ => {}
            }
        }
    }

    /// What a name was imported as.
    pub(super) fn import(&self, name: &str) -> Option<&Import<'a>> {
        self.imports.iter().rev().find(|import| import.name == name)
    }

    /// Whether the body defines a function of this name, or hands one to itself under it.
    pub(super) fn defines_function(&self, name: &str) -> bool {
        self.defined.contains(&name) || self.parameters.contains(&name)
    }

    fn bind(&mut self, name: &'a str, module: &'a str, part: &'a str) {
        let module = module.strip_prefix("node:").unwrap_or(module);
        self.imports.push(Import { name, module, part });
    }

    fn defines(&mut self, body: &Body<'a>, index: usize, name: &'a str, language: Language) {
        let keyword = match language {
            Language::Python => matches!(name, "def" | "class" | "lambda"),
            Language::JavaScript => matches!(name, "function" | "class"),
            Language::Perl => name == "sub",
            Language::Ruby => matches!(name, "def" | "class" | "module"),
            Language::Php => matches!(name, "function" | "class" | "fn"),
            Language::Lua | Language::R | Language::Julia => name == "function",
            Language::Elixir => matches!(name, "def" | "defp" | "defmodule" | "fn"),
            Language::Groovy => matches!(name, "def" | "class"),
            Language::AppleScript => name == "on",
        };
        if keyword {
            let at = index + 1 + usize::from(body.is(index + 1, b'*'));
            let own = body.name(at);
            let open = if own.is_empty() { at } else { at + 1 };
            if !own.is_empty() && name != "lambda" && name != "fn" {
                self.defined.push(own);
            }
            self.names_between(body, if name == "lambda" { at } else { open });
            // `const f = function () {}`, `f = lambda x: x`, `$f = fn() => 1`
            if index >= 2 && body.is(index - 1, b'=') {
                self.defined.extend(Some(body.name(index - 2)).filter(|name| !name.is_empty()));
            }
            return;
        }
        // `name(…) {` of a class or an object is a definition.
        if language == Language::JavaScript && body.is(index + 1, b'(') {
            let close = body.partner(index + 1).unwrap_or(index + 1);
            if body.is(close + 1, b'{')
                && !body.is(index.wrapping_sub(1), b'.')
                && !words!("if for while switch catch with").has(name)
            {
                self.defined.push(name);
                self.names_between(body, index + 1);
            }
        }
    }

    /// The parameters of a definition: names in the brackets that open there, or up to a colon.
    fn names_between(&mut self, body: &Body<'a>, open: usize) {
        let to = match body.mark(open) {
            b'(' | b'{' | b'[' => body.partner(open).unwrap_or(open),
            _ => (open..open + 16).find(|at| body.is(*at, b':')).unwrap_or(open),
        };
        for at in open..to.min(open + 64) {
            let name = body.name(at);
            if !name.is_empty() {
                self.parameters.push(name);
            }
        }
    }

    /// `(a, b) => …`, `a => …`, `const f = a => …`.
    fn arrow(&mut self, body: &Body<'a>, index: usize) {
        let Some(before) = index.checked_sub(1) else { return };
        let first = if body.is(before, b')') {
            let Some(open) = body.partner(before) else { return };
            self.names_between(body, open);
            open
        } else {
            self.parameters.extend(Some(body.name(before)).filter(|name| !name.is_empty()));
            before
        };
        let asynchronous = usize::from(body.name(first.wrapping_sub(1)) == "async");
        let Some(equals) = first.checked_sub(1 + asynchronous) else { return };
        if (body.is(equals, b'=') || body.is(equals, b':')) && equals > 0 {
            self.defined.extend(Some(body.name(equals - 1)).filter(|name| !name.is_empty()));
        }
    }

    /// `import a.b as c, d`, `from a.b import (c as d, e)`.
    fn python(&mut self, arena: &'a Bump, body: &Body<'a>, index: usize, name: &str) {
        match name {
            // The one of `from a import b` was read with its beginning.
            "import" if index > 0 && !body.name(index - 1).is_empty() => {}
            "import" => {
                let mut at = index + 1;
                loop {
                    let (module, next) = dotted(arena, body, at);
                    if module.is_empty() {
                        return;
                    }
                    at = next;
                    if body.name(at) == "as" {
                        self.bind(body.name(at + 1), module, "");
                        at += 2;
                    } else {
                        let root = body.name(index_of_first(next, module));
                        let root = if root.is_empty() { module } else { root };
                        self.bind(root, root, "");
                    }
                    if !body.is(at, b',') || self.imports.len() > MOST {
                        return;
                    }
                    at += 1;
                }
            }
            "from" => {
                let (module, next) = dotted(arena, body, index + 1);
                if module.is_empty() || body.name(next) != "import" {
                    return;
                }
                let mut at = next + 1;
                let several = body.is(at, b'(');
                at += usize::from(several);
                while self.imports.len() <= MOST {
                    if several {
                        while matches!(body.get(at), Some(Token::Line)) {
                            at += 1;
                        }
                    }
                    let part = body.name(at);
                    if part.is_empty() {
                        return;
                    }
                    let renamed = body.name(at + 1) == "as";
                    self.bind(if renamed { body.name(at + 2) } else { part }, module, part);
                    at += if renamed { 3 } else { 1 };
                    if !body.is(at, b',') {
                        return;
                    }
                    at += 1;
                }
            }
            _ => {}
        }
    }

    /// `const a = require('b').c`, `const { a, b: c } = require('d')`, `import a, { b as c } from 'd'`.
    fn required(&mut self, body: &Body<'a>, index: usize, name: &str) {
        if name == "from"
            && let Some(module) = body.text(index + 1)
        {
            return self.imported_before(body, index, module.raw);
        }
        if !matches!(name, "require" | "import") {
            return;
        }
        let text = if body.is(index + 1, b'(') { index + 2 } else { index + 1 };
        let Some(module) = body.text(text) else { return };
        let behind = if text == index + 2 { text + 2 } else { text + 1 };
        let part = if body.is(behind, b'.') && !body.is(behind + 2, b'(') {
            body.name(behind + 1)
        } else {
            ""
        };
        let awaited = usize::from(body.name(index.wrapping_sub(1)) == "await");
        let Some(equals) = index.checked_sub(1 + awaited).filter(|at| body.is(*at, b'=')) else {
            return;
        };
        let Some(target) = equals.checked_sub(1) else { return };
        if body.is(target, b'}') {
            if let Some(open) = body.partner(target) {
                self.taken_out(body, open, target, module.raw);
            }
        } else if !body.name(target).is_empty() {
            self.bind(body.name(target), module.raw, part);
        }
    }

    /// The names between `import` and `from`.
    fn imported_before(&mut self, body: &Body<'a>, from: usize, module: &'a str) {
        let mut at = from;
        for _ in 0..128 {
            let Some(before) = at.checked_sub(1) else { return };
            at = before;
            match body.get(at) {
                Some(Token::Name("import")) => return,
                Some(Token::Mark(b'}')) => {
                    let Some(open) = body.partner(at) else { return };
                    self.taken_out(body, open, at, module);
                    at = open;
                }
                Some(Token::Name(name)) if *name != "as" => self.bind(name, module, ""),
                Some(Token::Name(_) | Token::Mark(b'*' | b',')) => {}
                _ => return,
            }
        }
    }

    /// `{ a, b: c, d as e }`.
    fn taken_out(&mut self, body: &Body<'a>, open: usize, close: usize, module: &'a str) {
        let mut at = open + 1;
        while at < close && self.imports.len() <= MOST {
            let part = body.name(at);
            if !part.is_empty() {
                let renamed = body.is(at + 1, b':') || body.name(at + 1) == "as";
                let name = if renamed { body.name(at + 2) } else { part };
                self.bind(name, module, part);
                at += if renamed { 3 } else { 1 };
            } else {
                at += 1;
            }
        }
    }
}

/// A name with dots that begins at an index, and the index behind it.
fn dotted<'a>(arena: &'a Bump, body: &Body<'a>, index: usize) -> (&'a str, usize) {
    let first = body.name(index);
    if first.is_empty() || !body.is(index + 1, b'.') {
        return (first, index + 1);
    }
    let mut text = ArenaString::from_str_in(first, arena);
    let mut at = index + 1;
    while body.is(at, b'.') && !body.name(at + 1).is_empty() && text.len() < 128 {
        text.push('.');
        text.push_str(body.name(at + 1));
        at += 2;
    }
    (text.into_bump_str(), at)
}

/// Where a dotted name that ends before an index begins.
fn index_of_first(behind: usize, module: &str) -> usize {
    behind.saturating_sub(1 + 2 * module.matches('.').count())
}
