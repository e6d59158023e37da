//! tree-sitter-powershell.

use policy_core::shell::Dialect;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tree_sitter::{Node, Parser};

use super::corpus::{Tally, rows};
use super::ours::{self, Depth, Words};

fn commands(text: &str) -> Option<Vec<Words>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_powershell::LANGUAGE.into()).unwrap();
    let tree = parser.parse(text, None)?;
    let root = tree.root_node();
    if root.has_error() {
        return None;
    }
    let mut found = Vec::new();
    walk(root, text, &mut found);
    found.sort_by_key(|(start, _)| *start);
    Some(found.into_iter().map(|(_, words)| words).collect())
}

fn walk(node: Node<'_>, text: &str, found: &mut Vec<(usize, Words)>) {
    if node.kind() == "command"
        && let Some(name) = node.child_by_field_name("command_name")
    {
        let mut words = vec![literal(name, text)];
        if let Some(elements) = node.child_by_field_name("command_elements") {
            let mut cursor = elements.walk();
            let mut glued = false;
            for element in elements.named_children(&mut cursor) {
                if matches!(element.kind(), "command_argument_sep" | "redirection") {
                    continue;
                }
                match element.kind() {
                    // `-Confirm:$false` is one word to us.
                    _ if glued => {
                        words.pop();
                        words.push(None);
                    }
                    // Each element of a list is a word of its own to us.
                    "array_literal_expression" if element.named_child_count() > 1 => {
                        let mut cursor = element.walk();
                        words.extend(
                            element.named_children(&mut cursor).map(|one| literal(one, text)),
                        );
                    }
                    _ => words.push(literal(element, text)),
                }
                glued = element.kind() == "command_parameter"
                    && (text.get(element.byte_range()).is_some_and(|own| own.ends_with(':'))
                        || text
                            .get(element.end_byte()..)
                            .is_some_and(|rest| rest.starts_with(':')));
            }
        }
        found.push((name.start_byte(), words));
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        walk(child, text, found);
    }
}

/// The text of a word, where it stands for itself.
fn literal(node: Node<'_>, text: &str) -> Option<String> {
    let own = text.get(node.byte_range())?;
    match node.kind() {
        "verbatim_string_characters" => {
            Some(own.strip_prefix('\'')?.strip_suffix('\'')?.replace("''", "'"))
        }
        "expandable_string_literal" => {
            let inside = own.strip_prefix('"')?.strip_suffix('"')?;
            let plain = !inside.contains(['$', '`', '"']);
            plain.then(|| inside.to_owned())
        }
        "command_name" | "generic_token" | "command_parameter" | "path_command_name" => {
            let plain =
                !own.contains(['$', '`', '"', '\'', '(', '{', '*', '?', '[', ',', '~', ':', '@']);
            plain.then(|| own.to_owned())
        }
        "integer_literal" | "real_literal" => None,
        _ if node.named_child_count() == 1 => {
            let child = node.named_child(0)?;
            (child.byte_range() == node.byte_range()).then(|| literal(child, text)).flatten()
        }
        _ => None,
    }
}

/// What we read in a way of our own: a call of a method is a command to us, named like the
/// method; `--%` hands its words to a program; `throw` and its like have words.
fn is_our_own(text: &str) -> bool {
    let methods = ["::", ").", "].", "}.", "'.", "\"."].iter().any(|sign| text.contains(sign));
    methods || text.contains("--%") || is_called(text)
}

/// Whether a method of a variable is called: `$x.Delete()`.
fn is_called(text: &str) -> bool {
    text.match_indices('$').any(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':' | '.'));
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        name.contains('.') && behind.starts_with('(')
    })
}

fn compare(tally: &mut Tally, text: &str) {
    if is_our_own(text) {
        return tally.refuse();
    }
    let ours = ours::commands(text, Dialect::PowerShell, Depth::Everywhere);
    match (ours, commands(text)) {
        (Some(mut ours), Some(theirs)) => {
            // `exit 1` and its like have nodes of their own in that grammar.
            ours.retain(|words| {
                let name = words.first().and_then(Option::as_deref);
                !matches!(name, Some("exit" | "throw" | "return" | "break" | "continue"))
            });
            tally.compare(text, ours::difference(&ours, &theirs));
        }
        _ => tally.refuse(),
    }
}

/// Scripts of commands with words in every quoting, in pipelines, blocks and choices.
fn script() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-z][a-z0-9_.]{0,5}",
        2 => "-[A-Za-z]{1,6}",
        2 => "'[a-z ;|&(){}#$\"]{0,6}'",
        1 => "'[a-z]{0,2}''[a-z]{0,2}'",
        2 => "\"[a-z ;|&(){}#']{0,6}\"",
        1 => "\"[a-z]{0,2}\\$x[ a-z]{0,2}\"",
        1 => "\\$[a-z]{1,3}",
        1 => Just("$(Get-C9 a)".to_owned()),
        1 => Just("(Get-C8 b)".to_owned()),
        1 => Just("{ Get-C7 c }".to_owned()),
    ];
    let command = ("Get-C[0-6]", proptest::collection::vec(word, 0..4))
        .prop_map(|(name, words)| format!("{name} {}", words.join(" ")).trim_end().to_owned());
    let pipeline = proptest::collection::vec(command, 1..4).prop_map(|list| list.join(" | "));
    let statement = pipeline.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            3 => inner.clone(),
            1 => inner.clone().prop_map(|body| format!("if ($x) {{ {body} }}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("if ($x -eq 1) {{ {a} }} else {{ {b} }}")),
            1 => inner.clone().prop_map(|body| format!("foreach ($i in $list) {{ {body} }}")),
            1 => inner.clone().prop_map(|body| format!("while ($x) {{\n{body}\n}}")),
            1 => inner.clone().prop_map(|body| format!("try {{ {body} }} catch {{ Get-C0 e }}")),
            1 => inner.clone().prop_map(|body| format!("function F {{ {body} }}")),
            1 => inner.clone().prop_map(|body| format!("& {{ {body} }}")),
            1 => inner.prop_map(|body| format!("$x = {body}")),
        ]
    });
    let joint = proptest::sample::select(vec!["; ", "\n", " # x; y 'z\n", "\n\n"]);
    proptest::collection::vec((statement, joint), 1..4)
        .prop_map(|list| list.into_iter().map(|(text, joint)| text + joint).collect())
}

#[test]
fn tree_sitter_finds_the_same_powershell_commands_in_generated_scripts() {
    let mut tally = Tally::new("tree-sitter-powershell, generated");
    let mut runner = TestRunner::deterministic();
    let strategy = script();
    for _ in 0..2_000 {
        compare(&mut tally, &strategy.new_tree(&mut runner).unwrap().current());
    }
    tally.settle();
}

#[test]
fn tree_sitter_finds_the_same_powershell_commands_in_the_corpus() {
    let mut tally = Tally::new("tree-sitter-powershell, corpus");
    for text in rows("powershell") {
        compare(&mut tally, &text);
    }
    tally.settle();
}
