//! What holds for any text: reading ends, in time proportional to it, and every span fits.

use bumpalo::Bump;
use proptest::prelude::{ProptestConfig, Strategy, any, prop, prop_assert, proptest};

use super::super::Reader;
use crate::limits;
use crate::shell::tree::{AssignedValue, Item, Node, Piece, Redirection, Script, Word};
use crate::shell::{Dialect, Reading};
use crate::source::{SourceId, Sources, Span};

/// What walking a tree has found.
struct Walk<'t> {
    text: &'t str,
    misfits: Vec<Span>,
    deepest: u32,
}

impl Walk<'_> {
    fn span(&mut self, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        if start > end || self.text.get(start..end).is_none() {
            self.misfits.push(span);
        }
    }

    fn script(&mut self, script: &Script<'_>, depth: u32) {
        self.deepest = self.deepest.max(depth);
        self.span(script.span);
        for Item { node, .. } in script.items {
            self.node(node, depth);
        }
    }

    fn node(&mut self, node: &Node<'_>, depth: u32) {
        match node {
            Node::Command(command) => {
                self.span(command.span);
                for assignment in command.assignments {
                    self.span(assignment.span);
                    match assignment.value {
                        AssignedValue::Word(word) => self.words(&[word], depth),
                        AssignedValue::List(words) => self.words(words, depth),
                    }
                }
                self.words(command.words, depth);
                self.redirections(command.redirections, depth);
            }
            Node::Pipeline(members) => members.iter().for_each(|member| self.node(member, depth)),
            Node::Group(group) => {
                self.script(&group.body, depth + 1);
                self.redirections(group.redirections, depth);
            }
            Node::Choice(choice) => {
                self.words(choice.subject, depth);
                for arm in choice.arms {
                    self.script(&arm.condition, depth + 1);
                    self.words(arm.patterns, depth);
                    self.script(&arm.body, depth + 1);
                }
            }
            Node::Loop(repeated) => {
                self.words(repeated.values, depth);
                self.script(&repeated.condition, depth + 1);
                self.script(&repeated.body, depth + 1);
            }
            Node::Line(line) => self.script(line, depth),
            Node::Function(function) => {
                self.span(function.span);
                self.script(&function.body, depth + 1);
            }
            Node::Expression(words) => self.words(words, depth),
        }
    }

    fn redirections(&mut self, redirections: &[Redirection<'_>], depth: u32) {
        for redirection in redirections {
            self.span(redirection.span);
            self.words(&[redirection.target], depth);
        }
    }

    fn words(&mut self, words: &[Word<'_>], depth: u32) {
        self.deepest = self.deepest.max(depth);
        for word in words {
            self.span(word.span);
            for piece in word.pieces {
                match piece {
                    Piece::Text { at, .. }
                    | Piece::Glob { at, .. }
                    | Piece::Tilde { at, .. }
                    | Piece::Code { at, .. }
                    | Piece::Opaque { at } => self.span(*at),
                    Piece::Parameter(parameter) => {
                        self.span(parameter.at);
                        self.words(parameter.words, depth + 1);
                    }
                    Piece::Substitution(substitution) => {
                        self.span(substitution.at);
                        self.script(&substitution.body, depth + 1);
                    }
                    Piece::Arithmetic { words, at } => {
                        self.span(*at);
                        self.words(words, depth + 1);
                    }
                    Piece::Brace { alternatives, at } => {
                        self.span(*at);
                        self.words(alternatives, depth + 1);
                    }
                }
            }
        }
    }
}

/// Reads a text and gives the steps it took, the spans that do not fit and the tree's depth.
fn measured(text: &str) -> (usize, Vec<Span>, u32) {
    let arena = Bump::new();
    let mut reading = Reading::new(Sources::new(&arena, text, Dialect::PowerShell));
    let (script, steps) = {
        let mut reader = Reader::new(&mut reading, SourceId::ROOT);
        let script = reader.read();
        (script, reader.steps.get())
    };
    let mut walk = Walk { text, misfits: Vec::new(), deepest: 0 };
    walk.script(&script, 0);
    for problem in &reading.problems {
        walk.span(problem.span);
    }
    (steps, walk.misfits, walk.deepest)
}

/// Pieces of PowerShell, whole and broken, for a soup of tokens.
const TOKENS: [&str; 112] = [
    " ",
    " ",
    " ",
    "\n",
    "\r\n",
    "\t",
    ";",
    "|",
    "||",
    "&",
    "&&",
    ",",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "$(",
    "@(",
    "@{",
    "${",
    "$",
    "@",
    "'",
    "\"",
    "''",
    "\"\"",
    "`",
    "`\n",
    "`n",
    "`u{41}",
    "`u{",
    "#",
    "<#",
    "#>",
    "@'\n",
    "\n'@",
    "@\"\n",
    "\n\"@",
    "‘",
    "’",
    "“",
    "”",
    "–",
    "—",
    "é",
    "\u{a0}",
    "漢",
    "💥",
    "$x",
    "$_",
    "$env:X",
    "$x.y",
    "$x[0]",
    "$?",
    "$$",
    "${a b}",
    ".Delete(",
    "::Delete(",
    "[IO.File]",
    "[int]",
    "[",
    "[char]",
    "82",
    "0x52",
    "1kb",
    "7z",
    "..",
    "=",
    "+=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "?",
    ":",
    ":a ",
    "++",
    "--",
    "--% ",
    "-f",
    "-join",
    "-eq",
    "-not",
    "-Path:",
    "-Recurse",
    "'{0}{1}'",
    ">",
    ">>",
    "2>&1",
    "*>",
    "<",
    "if",
    "else",
    "elseif(",
    "switch",
    "foreach",
    "for",
    "while",
    "do",
    "try",
    "catch",
    "function f",
    "class C",
    "param",
    "begin",
    "return",
    "rm",
    "in",
];

fn token_soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..60)
        .prop_map(|tokens| tokens.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        let (steps, misfits, _) = measured(&text);
        prop_assert!(misfits.is_empty(), "{misfits:?}");
        prop_assert!(steps <= bound(text.len()), "{steps} steps");
    }

    #[test]
    fn any_soup_is_read(text in token_soup()) {
        let (steps, misfits, deepest) = measured(&text);
        prop_assert!(misfits.is_empty(), "{misfits:?}");
        prop_assert!(steps <= bound(text.len()), "{steps} steps");
        prop_assert!(deepest <= deepest_allowed());
    }
}

/// Each byte may be looked at some dozens of times, most often because each of the sixty-four
/// levels that may lie around it copies it once.
fn bound(len: usize) -> usize {
    200 * len + 400
}

/// A level of nesting may make a statement's script and a substitution of it.
fn deepest_allowed() -> u32 {
    3 * limits::DEPTH
}

#[test]
fn hostile_texts_take_linear_time() {
    let mut worst = Vec::new();
    let units: Vec<String> = TOKENS.iter().map(|token| (*token).to_owned()).collect();
    let mut texts: Vec<Box<dyn Fn(usize) -> String>> = Vec::new();
    for unit in units {
        texts.push(Box::new(move |len| unit.repeat(len / unit.len())));
    }
    for unit in [
        "$a=",
        "((",
        "(a ",
        "@{a=",
        "$x[",
        "$x.a(",
        "$x.a().b",
        ".a()",
        "'a'+",
        "'a','b'+",
        "[a(",
        "[[a]",
        "if(1){",
        "a|",
        "a,",
        "\"$(",
        "\"$x",
        "'a' -f ",
        "'{0}{0}' -f ",
        "-join ",
        "[char]1+",
        "& ",
        ". ",
        "!",
        "$x?",
        "a`",
        "a[",
        "[a",
        "a\n\n",
        "$a=\n",
        "if(1){}\n",
        "else{",
        "try{}\n",
        "switch(1){a{",
        "function f{",
        "class c{",
        "class c{a(){",
        "param($a=",
        "foreach($a in ",
        "for(;;){",
        "return ",
        ":a ",
        "<# ",
        "-a:",
        "-Path:$",
        "$x::y",
        "1..",
        "1e",
        "0x",
        "$a,",
        "$a,$b=",
        "{",
        "@{a=1;",
        "[a]",
        "[a]$x ",
        "$x.a.b",
        "$x[0]",
        ">a ",
        "2>&1 ",
        ">(",
        "`u{",
        "a\u{2013}",
        "catch{",
        "[A()]",
        "[A({",
        "enum e{a=",
        "'a' 'b' ",
        "a && ",
        "$x ? ",
        "$x ? 1 : ",
        "@'\n",
        "@\"\n$x",
        "(1,2)+",
        "((1)+(2)",
        "\n|",
        "\n\n\n|a",
    ] {
        texts.push(Box::new(move |len| unit.repeat(len / unit.len())));
    }
    // Long matter inside the deepest nesting, which every level hands on.
    texts.push(Box::new(|len| {
        let inner = "'a'+".repeat(len / 4);
        format!("{}{inner}'b'{}", "(".repeat(60), "+'c')".repeat(60))
    }));
    texts.push(Box::new(|len| {
        let inner = "'a',".repeat(len / 4);
        format!("{}{inner}'b'{}", "(".repeat(60), ")".repeat(60))
    }));
    texts.push(Box::new(|len| format!("'{}' -f '{}'", "{0}".repeat(len / 6), "a".repeat(len / 2))));
    texts.push(Box::new(|len| "$a=".repeat(60) + &"\n".repeat(len)));
    texts.push(Box::new(|len| "if(1){}\n".repeat(60) + &"\n".repeat(len) + "x"));

    for text in &texts {
        let small = measured(&text(1 << 12)).0;
        let large = text(1 << 18);
        let (steps, misfits, deepest) = measured(&large);
        let name: String = large.chars().take(24).collect();
        assert!(misfits.is_empty(), "{name:?}: {misfits:?}");
        assert!(deepest <= deepest_allowed(), "{name:?} nests {deepest} deep");
        assert!(steps <= bound(large.len()), "{name:?} took {steps}");
        assert!(steps <= 80 * small + 4000, "{name:?} took {small}, then {steps}");
        worst.push((steps / large.len(), name));
    }
    worst.sort();
    assert!(worst.last().is_some_and(|(steps, _)| *steps < 200), "{worst:?}");
}
