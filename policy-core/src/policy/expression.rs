//! Entries between slashes: regular expressions over the bytes of a command line.
//!
//! Unicode is off, on every machine and in a browser alike: `.` is one byte, `\d`, `\w`, `\s` and
//! the case that `/…/i` ignores are those of ASCII. A letter beyond ASCII matches its own bytes.

use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};
use regex_syntax::ast::{self, Ast, Flag, Flags};
use regex_syntax::hir;
use rustc_hash::FxHashMap;

use super::pattern::PatternError;

/// How much memory one compiled expression may take.
const SIZE_BYTES: usize = 1 << 20;

/// How deep groups may nest.
const NEST_LIMIT: u32 = 64;

/// The expressions of all lists, each compiled once however many lists and shells it is in.
#[derive(Clone, Debug, Default)]
pub(super) struct Expressions(FxHashMap<String, Result<Expression, PatternError>>);

/// One compiled expression.
#[derive(Clone, Debug)]
pub(super) struct Expression(Regex);

/// The expressions of one list, matched all at once.
#[derive(Debug, Default)]
pub(super) struct ExpressionSet {
    /// Which entries of the list they are, and the expressions.
    entries: Vec<(u32, Expression)>,
    /// Compiled at the first match; nothing where they are too large together.
    set: OnceLock<Option<RegexSet>>,
}

impl Expressions {
    /// Compiles the text of an entry, `/…/` or `/…/i`; nothing where it is not an expression.
    pub(super) fn read(&mut self, text: &str) -> Option<Result<Expression, PatternError>> {
        let source = source(text)?;
        if let Some(known) = self.0.get(text) {
            return Some(known.clone());
        }
        let compiled = Expression::compile(&source);
        self.0.insert(text.to_owned(), compiled.clone());
        Some(compiled)
    }
}

/// What is between the slashes of `/…/` or `/…/i`.
fn source(text: &str) -> Option<String> {
    let body = text.strip_prefix('/')?;
    let source = match body.strip_suffix("/i") {
        Some("") => return None,
        Some(source) => format!("(?i){source}"),
        None => body.strip_suffix('/')?.to_owned(),
    };
    (!source.is_empty()).then_some(source)
}

impl Expression {
    fn compile(source: &str) -> Result<Self, PatternError> {
        check(source)?;
        let mut builder = RegexBuilder::new(source);
        let regex = builder.unicode(false).size_limit(SIZE_BYTES).nest_limit(NEST_LIMIT).build();
        // Whatever else is wrong with it was found above.
        regex.map(Self).map_err(|_| PatternError {
            message: "the expression becomes too large".to_owned(),
            help: "repeat less: `{1000}` counts a thousand times".to_owned(),
        })
    }

    pub(super) fn is_match(&self, line: &str) -> bool {
        self.0.is_match(line.as_bytes())
    }
}

impl ExpressionSet {
    pub(super) fn add(&mut self, entry: u32, expression: Expression) {
        self.entries.push((entry, expression));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The first entry whose expression matches a line.
    pub(super) fn first_match(&self, line: &str) -> Option<u32> {
        let first = match self.set() {
            Some(set) => set.matches(line.as_bytes()).iter().next(),
            None => self.entries.iter().position(|(_, expression)| expression.is_match(line)),
        };
        self.entries.get(first?).map(|(entry, _)| *entry)
    }

    fn set(&self) -> Option<&RegexSet> {
        if self.entries.len() < 2 {
            return None;
        }
        let compile = || {
            let sources = self.entries.iter().map(|(_, expression)| expression.0.as_str());
            RegexSetBuilder::new(sources).unicode(false).nest_limit(NEST_LIMIT).build().ok()
        };
        self.set.get_or_init(compile).as_ref()
    }
}

/// Says in a sentence what is wrong with an expression.
fn check(source: &str) -> Result<(), PatternError> {
    let mut parser = ast::parse::ParserBuilder::new().nest_limit(NEST_LIMIT).build();
    let tree = parser.parse(source).map_err(|error| PatternError {
        message: error.kind().to_string(),
        help: "fix the expression between the slashes".to_owned(),
    })?;
    if ast::visit(&tree, UnicodeFlag).is_err() {
        return Err(PatternError {
            message: "`(?u)` cannot be used: expressions match bytes, to mean the same everywhere"
                .to_owned(),
            help: "remove the `u`; `.` is one byte, `\\d`, `\\w` and case are those of ASCII"
                .to_owned(),
        });
    }
    let mut translator =
        hir::translate::TranslatorBuilder::new().unicode(false).utf8(false).build();
    translator.translate(source, &tree).map(drop).map_err(|error| match error.kind() {
        hir::ErrorKind::UnicodeNotAllowed => PatternError {
            message: "`\\p{…}` and letters beyond ASCII in brackets are not supported".to_owned(),
            help: "write such letters one by one: `(é|à)`".to_owned(),
        },
        kind => PatternError {
            message: kind.to_string(),
            help: "fix the expression between the slashes".to_owned(),
        },
    })
}

/// Stops at a flag that turns Unicode on.
struct UnicodeFlag;

impl ast::Visitor for UnicodeFlag {
    type Output = ();
    type Err = ();

    fn finish(self) -> Result<(), ()> {
        Ok(())
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), ()> {
        let turns_on = |flags: &Flags| flags.flag_state(Flag::Unicode) == Some(true);
        let found = match tree {
            Ast::Flags(set) => turns_on(&set.flags),
            Ast::Group(group) => group.flags().is_some_and(turns_on),
            _ => false,
        };
        if found { Err(()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(text: &str, line: &str) -> bool {
        let expression = Expressions::default().read(text);
        expression.is_some_and(|expression| expression.is_ok_and(|found| found.is_match(line)))
    }

    fn problem(text: &str) -> String {
        match Expressions::default().read(text) {
            Some(Err(error)) => error.message,
            other => format!("no problem: {other:?}"),
        }
    }

    #[test]
    fn letters_classes_and_case_are_those_of_ascii() {
        assert!(matches("/^rm .*[0-9]\\d$/", "rm file12") && !matches("/\\d/", "rm ٣"));
        assert!(matches("/^RM/i", "rm x") && !matches("/^É/i", "é"));
        assert!(matches("/café/", "cat café") && !matches("/\\w/", "é"));
        assert!(matches("/^..$/", "é") && !matches("/^.$/", "é"), "a dot is one byte");
    }

    #[test]
    fn what_cannot_be_used_is_said_in_a_sentence() {
        assert!(problem("/(?u)\\w/").starts_with("`(?u)` cannot be used"));
        assert!(problem("/(?iu:é)/").starts_with("`(?u)` cannot be used"));
        assert!(problem("/\\p{L}/").contains("not supported"));
        assert!(problem("/[é]/").contains("not supported"));
        assert_eq!(problem("/(/"), "unclosed group");
        assert!(problem("/(?=x)/").contains("look-around"));
        assert_eq!(problem("/(a{1000}){1000}/"), "the expression becomes too large");
        assert!(matches("/(?-u:x)/", "x") && matches("/\\w{50}/", &"a".repeat(50)));
    }

    #[test]
    fn of_many_expressions_the_first_that_matches_is_found() {
        let mut set = ExpressionSet::default();
        for (entry, text) in [(3, "/^git push/"), (5, "/FORCE/i"), (8, "/force/")] {
            if let Some(Ok(expression)) = Expressions::default().read(text) {
                set.add(entry, expression);
            }
        }
        assert_eq!(set.first_match("git push --force"), Some(3));
        assert_eq!(set.first_match("rm --force"), Some(5));
        assert_eq!(set.first_match("ls"), None);
    }
}
