//! tree-sitter-bash, the grammar editors use.

use policy_core::shell::Dialect;
use tree_sitter::{Node, Parser};

use super::corpus::{Tally, rows};
use super::ours::{self, Depth, Words};
use super::scripts;

/// These have nodes of their own in that grammar, so neither side counts them.
const APART: &[&str] =
    &["declare", "typeset", "export", "readonly", "local", "unset", "unsetenv", "[", "[["];

fn commands(text: &str) -> Option<Vec<Words>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).unwrap();
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
    if node.kind() == "command" {
        let mut cursor = node.walk();
        let name = node.child_by_field_name("name");
        let arguments = node.children_by_field_name("argument", &mut cursor);
        if let Some(name) = name {
            let words = name.named_child(0).into_iter().chain(arguments);
            found.push((name.start_byte(), words.map(|word| literal(word, text)).collect()));
        }
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        walk(child, text, found);
    }
}

fn literal(node: Node<'_>, text: &str) -> Option<String> {
    let own = text.get(node.byte_range())?;
    match node.kind() {
        "word" => Some(unescaped(own, |_| true)),
        "number" => Some(own.to_owned()),
        "raw_string" => Some(own.strip_prefix('\'')?.strip_suffix('\'')?.to_owned()),
        "string" => {
            let mut cursor = node.walk();
            let plain =
                node.named_children(&mut cursor).all(|child| child.kind() == "string_content");
            let inside = own.strip_prefix('"')?.strip_suffix('"')?;
            plain.then(|| unescaped(inside, |c| matches!(c, '$' | '`' | '"' | '\\' | '\n')))
        }
        "concatenation" => {
            let mut cursor = node.walk();
            let parts: Option<Vec<_>> =
                node.children(&mut cursor).map(|child| literal(child, text)).collect();
            parts.map(|parts| parts.concat())
        }
        _ => None,
    }
}

fn unescaped(text: &str, escapes: impl Fn(char) -> bool) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek().copied()) {
            ('\\', Some(next)) if escapes(next) => {
                chars.next();
                if next != '\n' {
                    out.push(next);
                }
            }
            _ => out.push(c),
        }
    }
    out
}

/// What this grammar takes wrongly in generated texts, apart from what the generator already
/// leaves out: it drops an escaped blank at the edge of a word, does not see that `$'\\\\'` ends,
/// and takes a brace, a keyword or an assignment at the start of a line for words of the line before.
fn misreads(text: &str) -> bool {
    text.contains("\\ ")
        || text.contains("$'\\\\'")
        || text.contains("\n{")
        || text.contains("\nv")
        || text.contains("\nf")
        || text.contains("\nu")
}

fn compare(tally: &mut Tally, text: &str) {
    let apart = |words: &Words| {
        words.first().is_some_and(|name| name.as_deref().is_some_and(|name| APART.contains(&name)))
    };
    let ours = ours::commands(text, Dialect::Bash, Depth::Everywhere);
    match (ours, commands(text)) {
        (Some(mut ours), Some(mut theirs)) => {
            ours.retain(|words| !apart(words));
            theirs.retain(|words| !apart(words));
            tally.compare(text, ours::difference(&ours, &theirs));
        }
        _ => tally.refuse(),
    }
}

#[test]
fn tree_sitter_finds_the_same_commands_in_generated_scripts() {
    let mut tally = Tally::new("tree-sitter-bash, generated");
    for text in scripts::many(2_000, scripts::Kind::Editors) {
        if misreads(&text) {
            tally.refuse();
        } else {
            compare(&mut tally, &text);
        }
    }
    tally.settle();
}

#[test]
fn tree_sitter_finds_the_same_commands_in_the_corpus() {
    let mut tally = Tally::new("tree-sitter-bash, corpus");
    for text in rows("bash") {
        compare(&mut tally, &text);
    }
    tally.settle();
}
