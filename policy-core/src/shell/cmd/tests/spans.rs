//! Whatever the text, the reader comes to an end, and every span it leaves lies in the text and
//! on the borders of characters.

use bumpalo::Bump;
use proptest::prelude::*;

use crate::shell::tree::{AssignedValue, Command, Node, Piece, Redirection, Script, Word};
use crate::shell::{Dialect, read};
use crate::source::Span;

/// Looks at every span of a tree, and at every text whether it stands where it says.
struct Check<'a> {
    text: &'a str,
}

impl Check<'_> {
    fn span(&self, span: Span) {
        let range = span.start as usize..span.end as usize;
        assert!(self.text.get(range).is_some(), "{span:?} of {:?}", self.text);
    }

    fn script(&self, script: &Script<'_>) {
        self.span(script.span);
        for item in script.items {
            self.node(&item.node);
        }
    }

    fn node(&self, node: &Node<'_>) {
        match node {
            Node::Command(command) => self.command(command),
            Node::Pipeline(members) => {
                assert!(members.len() > 1);
                members.iter().for_each(|member| self.node(member));
            }
            Node::Group(group) => {
                self.script(&group.body);
                self.redirections(group.redirections);
            }
            Node::Choice(choice) => {
                for arm in choice.arms {
                    self.script(&arm.condition);
                    self.words(arm.patterns);
                    self.script(&arm.body);
                }
            }
            Node::Loop(repeated) => {
                self.words(repeated.values);
                self.script(&repeated.condition);
                self.script(&repeated.body);
            }
            Node::Line(line) => self.script(line),
            Node::Function(function) => self.script(&function.body),
            Node::Expression(words) => self.words(words),
        }
    }

    fn command(&self, command: &Command<'_>) {
        self.span(command.span);
        let is_something = command.words.len() + command.redirections.len() > 0;
        assert!(is_something, "an empty command in {:?}", self.text);
        for assignment in command.assignments {
            self.span(assignment.span);
            if let AssignedValue::Word(word) = &assignment.value {
                self.word(word);
            }
        }
        self.words(command.words);
        self.redirections(command.redirections);
    }

    fn redirections(&self, redirections: &[Redirection<'_>]) {
        for redirection in redirections {
            self.span(redirection.span);
            self.word(&redirection.target);
        }
    }

    fn words(&self, words: &[Word<'_>]) {
        words.iter().for_each(|word| self.word(word));
    }

    fn word(&self, word: &Word<'_>) {
        self.span(word.span);
        for piece in word.pieces {
            match piece {
                Piece::Text { text, at, .. } | Piece::Glob { text, at } => {
                    self.span(*at);
                    assert!(at.is_empty() || at.of(self.text) == *text);
                }
                Piece::Parameter(parameter) => {
                    self.span(parameter.at);
                    assert!(!parameter.name.is_empty());
                }
                Piece::Substitution(substitution) => {
                    self.span(substitution.at);
                    self.script(&substitution.body);
                }
                Piece::Opaque { at } => self.span(*at),
                other => unreachable!("cmd has no {other:?}"),
            }
        }
    }
}

/// Reads a text and checks all that came of it.
fn check(text: &str) {
    let arena = Bump::new();
    let (script, reading) = read(&arena, text, Dialect::Cmd);
    let check = Check { text };
    check.script(&script);
    for problem in &reading.problems {
        check.span(problem.span);
    }
}

/// What cmd looks at, and a little of what it does not, separated by `·`.
const TOKENS: &str = concat!(
    "(·)·&·&&·|·||·<·>·>>·2>·>&1·2>&1·^·^^·^\n·\"·\\\"·\\·%·%%·%i·%%i·%x%·%x:~0,1%·",
    "%x:a=b%·%~dp0·%~fi·%1·!x!·!·\n·\r\n·\r· ·  ·\t·,·;·=·==·@·:·::·/·/s/q·/f·/i·/?·'·`·",
    "*·if ·not ·exist ·else ·) else (·for ·in ·in ('·') do ·do ·for /f %i in ('·",
    "for %i in (·rem ·set x=·set \"x=·call ·start ·echo.·del·rd/s·a·é·usebackq",
);

/// Up to sixty tokens in a row.
fn token_soup() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = TOKENS.split('·').collect();
    prop::collection::vec(prop::sample::select(tokens), 0..60).prop_map(|tokens| tokens.concat())
}

#[test]
fn a_value_between_single_quotes_has_the_place_of_its_text() {
    for text in [
        "for /f \"usebackq\" %i in ('a b') do echo %i",
        "for /f usebackq %i in ( 'a' ) do echo %i",
        "for /f usebackq %i in ('",
        "for /f usebackq %i in ('\u{e9}",
        "for usebackqfor /f %i in ('(",
    ] {
        check(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_soup(text in token_soup()) {
        check(&text);
    }

    /// A command that stands alone on the first line is seen, whatever follows.
    #[test]
    fn first_command(soup in token_soup()) {
        let text = format!("rd/s/q src\n{soup}");
        let arena = Bump::new();
        let (script, _) = read(&arena, &text, Dialect::Cmd);
        let outline = crate::shell::outline(&script);
        prop_assert!(outline.starts_with("(rd /s /q src)"), "{outline}");
    }
}
