//! Every span lies inside its text, on character borders, and inside the span of its parent.

use proptest::prelude::*;

use super::with_reading;
use crate::shell::tree::{
    AssignedValue, Command, Node, Piece, Redirect, Redirection, Script, Word,
};
use crate::shell::{Dialect, Reading};
use crate::source::{SourceId, Span};

/// Walks a tree and fails at the first span that is out of place.
struct Walk<'w> {
    reading: &'w Reading<'w>,
    source: SourceId,
}

impl Walk<'_> {
    fn span(&self, span: Span, parent: Span) {
        let text = self.reading.sources.get(self.source).text;
        assert!(
            text.get(span.start as usize..span.end as usize).is_some(),
            "{span:?} does not fit {text:?}"
        );
        assert!(
            parent.start <= span.start && span.end <= parent.end,
            "{span:?} is outside {parent:?} in {text:?}"
        );
    }

    /// A script may be of another source than what holds it.
    fn script(&self, script: &Script<'_>, parent: Span) {
        let mut inner = Walk { reading: self.reading, source: script.source };
        let parent = if script.source == self.source { parent } else { script.span };
        inner.source = script.source;
        inner.span(script.span, parent);
        for item in script.items {
            inner.node(&item.node, script.span);
        }
    }

    fn node(&self, node: &Node<'_>, parent: Span) {
        match node {
            Node::Command(command) => self.command(command, parent),
            Node::Pipeline(members) => {
                members.iter().for_each(|member| self.node(member, parent));
            }
            Node::Group(group) => {
                self.script(&group.body, parent);
                self.redirections(group.redirections, parent);
            }
            Node::Choice(choice) => {
                self.words(choice.subject, parent);
                for arm in choice.arms {
                    self.script(&arm.condition, parent);
                    self.words(arm.patterns, parent);
                    self.script(&arm.body, parent);
                }
            }
            Node::Loop(repeated) => {
                self.words(repeated.values, parent);
                self.script(&repeated.condition, parent);
                self.script(&repeated.body, parent);
            }
            Node::Line(line) => self.script(line, parent),
            Node::Function(function) => {
                self.span(function.span, parent);
                self.script(&function.body, function.span);
            }
            Node::Expression(words) => self.words(words, parent),
        }
    }

    fn command(&self, command: &Command<'_>, parent: Span) {
        self.span(command.span, parent);
        for assignment in command.assignments {
            self.span(assignment.span, command.span);
            if let Some(subscript) = assignment.subscript {
                self.word(subscript, assignment.span);
            }
            match assignment.value {
                AssignedValue::Word(word) => self.word(&word, assignment.span),
                AssignedValue::List(words) => self.words(words, assignment.span),
            }
        }
        self.words(command.words, command.span);
        self.redirections(command.redirections, command.span);
    }

    fn redirections(&self, redirections: &[Redirection<'_>], parent: Span) {
        for redirection in redirections {
            self.span(redirection.span, parent);
            // A heredoc's body stands after the line.
            let around = match redirection.kind {
                Redirect::HereDocument => redirection.target.span,
                _ => redirection.span,
            };
            self.word(&redirection.target, around);
        }
    }

    fn words(&self, words: &[Word<'_>], parent: Span) {
        words.iter().for_each(|word| self.word(word, parent));
    }

    fn word(&self, word: &Word<'_>, parent: Span) {
        self.span(word.span, parent);
        let mut end = word.span.start;
        for piece in word.pieces {
            let at = match *piece {
                Piece::Text { text, at, .. } => {
                    let written = at.of(self.reading.sources.get(self.source).text);
                    assert!(written == text || written.starts_with("$'"), "{written:?} {text:?}");
                    at
                }
                Piece::Parameter(parameter) => {
                    self.words(parameter.words, parameter.at);
                    parameter.at
                }
                Piece::Substitution(substitution) => {
                    self.script(&substitution.body, substitution.at);
                    substitution.at
                }
                Piece::Arithmetic { words, at } => {
                    self.words(words, at);
                    at
                }
                Piece::Brace { alternatives, at } => {
                    self.words(alternatives, at);
                    at
                }
                Piece::Glob { text, at } | Piece::Code { text, at } => {
                    assert_eq!(at.of(self.reading.sources.get(self.source).text), text);
                    at
                }
                Piece::Tilde { at, .. } | Piece::Opaque { at } => at,
            };
            self.span(at, word.span);
            assert!(end <= at.start, "pieces overlap in {word:?}");
            end = at.end;
        }
    }
}

fn check(text: &str) {
    for dialect in [Dialect::Bash, Dialect::Zsh] {
        with_reading(text, dialect, |script, reading| {
            let whole = Span::new(0, text.len());
            Walk { reading, source: SourceId::ROOT }.script(script, whole);
            for problem in &reading.problems {
                Walk { reading, source: problem.source }
                    .span(problem.span, Span::new(0, usize::MAX));
            }
        });
    }
}

/// What shells are made of, to be thrown together.
const TOKENS: &[&str] = &[
    "a",
    "rm",
    "-rf",
    "/",
    "x",
    " ",
    " ",
    " ",
    "\n",
    "\n",
    ";",
    ";;",
    "&",
    "&&",
    "|",
    "||",
    "|&",
    "(",
    ")",
    "{",
    "}",
    "{ ",
    "; }",
    "((",
    "))",
    "[[ ",
    " ]]",
    "[",
    "]",
    "$",
    "$x",
    "${",
    "${x:-",
    "${x[",
    "$(",
    "$((",
    "$[",
    "`",
    "\\`",
    "\\",
    "'",
    "\"",
    "$'",
    "$\"",
    "\\x41",
    "<",
    ">",
    ">>",
    "<<",
    "<<E",
    "<<'E'",
    "<<-E",
    "\nE\n",
    "E",
    "<<<",
    "<(",
    ">(",
    "=(",
    "2>&1",
    "&>",
    "{fd}>",
    "if ",
    "then ",
    "elif ",
    "else ",
    "fi",
    "for ",
    "in ",
    "do ",
    "done",
    "while ",
    "case ",
    "esac",
    "select ",
    "function ",
    "f()",
    "()",
    "coproc ",
    "time ",
    "! ",
    "always ",
    "repeat ",
    "foreach ",
    "end",
    "a=",
    "a+=",
    "a=(",
    "a[",
    "]=",
    ",",
    "..",
    "{a,b}",
    "{1..3}",
    "~",
    "~/",
    "*",
    "?",
    "@(",
    "!(",
    "(e:",
    ":)",
    "(+",
    "#",
    " #",
    "é",
    "😀",
    "\r\n",
    "\r",
    "\t",
    "\0",
    "\u{200B}",
    "=~",
    "==",
    ":",
    "=",
    "%",
    "^",
    "!",
    "@",
    "1",
    "-",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_anything(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn of_bytes_shells_care_about(text in "[a-c \n\t$(){}\\[\\]<>|&;'\"`\\\\#*?~=,!@+:-]{0,60}") {
        check(&text);
    }

    #[test]
    fn of_what_looks_like_shell(tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..60)) {
        check(&tokens.concat());
    }
}

#[test]
fn of_commands() {
    for text in [
        "cat <<EOF | b\n$x é $(c d)\nEOF\nls",
        "a é=\"$(b `c \\`d\\``)\" {é,ü}* ${x:-é}",
        "for é in a; do b; done; f() { é; } >x",
    ] {
        check(text);
    }
}

#[test]
fn of_a_plain_line() {
    with_reading("rm -rf é && ls", Dialect::Bash, |script, _| {
        let spans: Vec<_> = script
            .items
            .iter()
            .filter_map(|item| match item.node {
                Node::Command(command) => Some((command.span.start, command.span.end)),
                _ => None,
            })
            .collect();
        assert_eq!(spans, [(0, 9), (13, 15)]);
    });
}

#[test]
fn of_backticks_lead_back_to_the_root() {
    with_reading("echo `a \\`rm x\\``", Dialect::Bash, |_, reading| {
        let nested = crate::source::Location { source: SourceId(1), span: Span::new(3, 7) };
        assert_eq!(reading.sources.slice(nested), "rm x");
        assert_eq!(reading.sources.outermost(nested), Span::new(10, 14));
    });
}
