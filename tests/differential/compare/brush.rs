//! brush-parser, a grammar of bash in Rust.

use brush_parser::ast::{
    AndOr, AndOrList, Command, CommandPrefixOrSuffixItem, CompoundCommand, CompoundList, Pipeline,
    SimpleCommand,
};
use brush_parser::word::{WordPiece, WordPieceWithSource};
use brush_parser::{Parser, ParserOptions};
use policy_core::shell::Dialect;

use super::corpus::{Tally, rows};
use super::ours::{self, Depth, Words};
use super::scripts;

/// The simple commands outside substitutions; `None` where it does not accept the text.
fn commands(text: &str) -> Option<Vec<Words>> {
    let options = ParserOptions::default();
    let mut parser = Parser::new(std::io::Cursor::new(text), &options);
    let program = parser.parse_program().ok()?;
    let mut found = Vec::new();
    for list in &program.complete_commands {
        walk_list(list, &mut found)?;
    }
    Some(found)
}

fn walk_list(list: &CompoundList, found: &mut Vec<Words>) -> Option<()> {
    list.0.iter().try_for_each(|item| walk_chain(&item.0, found))
}

fn walk_chain(chain: &AndOrList, found: &mut Vec<Words>) -> Option<()> {
    walk_pipeline(&chain.first, found)?;
    chain.additional.iter().try_for_each(|next| match next {
        AndOr::And(pipeline) | AndOr::Or(pipeline) => walk_pipeline(pipeline, found),
    })
}

fn walk_pipeline(pipeline: &Pipeline, found: &mut Vec<Words>) -> Option<()> {
    pipeline.seq.iter().try_for_each(|command| walk_command(command, found))
}

fn walk_command(command: &Command, found: &mut Vec<Words>) -> Option<()> {
    match command {
        Command::Simple(simple) => walk_simple(simple, found),
        Command::Compound(compound, _) => walk_compound(compound, found),
        Command::Function(function) => walk_compound(&function.body.0, found),
        Command::ExtendedTest(..) => Some(()),
    }
}

fn walk_compound(compound: &CompoundCommand, found: &mut Vec<Words>) -> Option<()> {
    match compound {
        CompoundCommand::Arithmetic(_) => Some(()),
        CompoundCommand::ArithmeticForClause(repeated) => walk_list(&repeated.body.list, found),
        CompoundCommand::BraceGroup(group) => walk_list(&group.list, found),
        CompoundCommand::Subshell(group) => walk_list(&group.list, found),
        CompoundCommand::ForClause(repeated) => walk_list(&repeated.body.list, found),
        CompoundCommand::CaseClause(choice) => choice
            .cases
            .iter()
            .filter_map(|case| case.cmd.as_ref())
            .try_for_each(|list| walk_list(list, found)),
        CompoundCommand::IfClause(choice) => {
            walk_list(&choice.condition, found)?;
            walk_list(&choice.then, found)?;
            choice.elses.iter().flatten().try_for_each(|other| {
                if let Some(condition) = &other.condition {
                    walk_list(condition, found)?;
                }
                walk_list(&other.body, found)
            })
        }
        CompoundCommand::WhileClause(repeated) | CompoundCommand::UntilClause(repeated) => {
            walk_list(&repeated.0, found)?;
            walk_list(&repeated.1.list, found)
        }
        // Its name and its body are distinguished by rules of their own.
        CompoundCommand::Coprocess(_) => None,
    }
}

fn walk_simple(simple: &SimpleCommand, found: &mut Vec<Words>) -> Option<()> {
    let Some(name) = &simple.word_or_name else { return Some(()) };
    let mut words = vec![literal(&name.value)];
    for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
        match item {
            CommandPrefixOrSuffixItem::IoRedirect(_) => {}
            CommandPrefixOrSuffixItem::Word(word) => words.push(literal(&word.value)),
            // `export a=b`: we keep a plain value as a word and an array as an assignment.
            CommandPrefixOrSuffixItem::AssignmentWord(_, word) => {
                if word.value.contains("=(") {
                    return None;
                }
                words.push(literal(&word.value));
            }
            CommandPrefixOrSuffixItem::ProcessSubstitution(..) => words.push(None),
        }
    }
    found.push(words);
    Some(())
}

fn literal(word: &str) -> Option<String> {
    pieces(&brush_parser::word::parse(word, &ParserOptions::default()).ok()?)
}

fn pieces(list: &[WordPieceWithSource]) -> Option<String> {
    list.iter()
        .map(|piece| match &piece.piece {
            WordPiece::Text(text) | WordPiece::SingleQuotedText(text) => Some(text.clone()),
            WordPiece::EscapeSequence(text) => {
                let escaped = text.strip_prefix('\\')?;
                Some(if escaped == "\n" { String::new() } else { escaped.to_owned() })
            }
            WordPiece::DoubleQuotedSequence(inner) => pieces(inner),
            _ => None,
        })
        .collect()
}

/// Between the start of a heredoc and the end of its line it hands the inside of an expansion
/// over as words of their own: `c <<E $((1+2))` has the words `1+2` and `$(())`.
fn misreads(text: &str) -> bool {
    text.lines().any(|line| line.split_once("<<").is_some_and(|(_, rest)| rest.contains('$')))
}

fn compare(tally: &mut Tally, text: &str) {
    let ours = ours::commands(text, Dialect::Bash, Depth::Outside);
    // It panics on some texts; that is a refusal like any other.
    let theirs = std::panic::catch_unwind(|| commands(text)).ok().flatten();
    if misreads(text) {
        return tally.refuse();
    }
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => tally.compare(text, ours::difference(&ours, &theirs)),
        _ => tally.refuse(),
    }
}

#[test]
fn brush_finds_the_same_commands_in_generated_scripts() {
    let mut tally = Tally::new("brush-parser, generated");
    for text in scripts::many(2_000, scripts::Kind::Read) {
        compare(&mut tally, &text);
    }
    tally.settle();
}

#[test]
fn brush_finds_the_same_commands_in_the_corpus() {
    let mut tally = Tally::new("brush-parser, corpus");
    for text in rows("bash") {
        compare(&mut tally, &text);
    }
    tally.settle();
}
