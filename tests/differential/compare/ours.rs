//! What our reader finds: simple commands in the order of the text.

use bumpalo::Bump;
use policy_core::internals::tree::{
    Arm, AssignedValue, Command, Node, Parameter, Piece, Redirection, Script, Word,
};
use policy_core::internals::{SourceId, read};
use policy_core::shell::Dialect;

/// The words of a simple command; `None` for a word that is not wholly literal.
pub(crate) type Words = Vec<Option<String>>;

/// Which commands are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// All of them.
    Everywhere,
    /// Only those outside substitutions.
    Outside,
}

/// The simple commands of a text in the order they stand in it; `None` where the text is not
/// whole, or where a nested text has places of its own.
pub(crate) fn commands(text: &str, dialect: Dialect, depth: Depth) -> Option<Vec<Words>> {
    let arena = Bump::new();
    let (script, reading) = read(&arena, text, dialect);
    let mut walk = Walk { depth, found: Vec::new(), elsewhere: false };
    walk.script(&script);
    if !reading.problems.is_empty() || walk.elsewhere {
        return None;
    }
    walk.found.sort_by_key(|(start, _)| *start);
    Some(walk.found.into_iter().map(|(_, words)| words).collect())
}

/// The first difference between two lists of commands, where words that one side does not know
/// are equal to anything.
pub(crate) fn difference(ours: &[Words], theirs: &[Words]) -> Option<String> {
    let same = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    let equal =
        |a: &Words, b: &Words| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    let at =
        (0..ours.len().max(theirs.len())).find(|at| match (ours.get(*at), theirs.get(*at)) {
            (Some(a), Some(b)) => !equal(a, b),
            _ => true,
        })?;
    Some(format!("command {at}: we read {:?}, they {:?}", ours.get(at), theirs.get(at)))
}

struct Walk {
    depth: Depth,
    found: Vec<(u32, Words)>,
    elsewhere: bool,
}

impl Walk {
    fn script(&mut self, script: &Script<'_>) {
        self.elsewhere |= script.source != SourceId::ROOT && !script.is_empty();
        for item in script.items {
            self.node(&item.node);
        }
    }

    fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Command(command) => self.command(command),
            Node::Pipeline(members) => members.iter().for_each(|member| self.node(member)),
            Node::Group(group) => {
                self.script(&group.body);
                self.redirections(group.redirections);
            }
            Node::Choice(choice) => {
                self.words(choice.subject);
                for Arm { condition, patterns, body } in choice.arms {
                    self.script(condition);
                    self.words(patterns);
                    self.script(body);
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

    fn command(&mut self, command: &Command<'_>) {
        if let Some(first) = command.words.first() {
            let words = command.words.iter().map(literal).collect();
            self.found.push((first.span.start, words));
        }
        for assignment in command.assignments {
            match assignment.value {
                AssignedValue::Word(word) => self.word(&word),
                AssignedValue::List(words) => self.words(words),
            }
        }
        self.words(command.words);
        self.redirections(command.redirections);
    }

    fn redirections(&mut self, redirections: &[Redirection<'_>]) {
        for redirection in redirections {
            self.word(&redirection.target);
        }
    }

    fn words(&mut self, words: &[Word<'_>]) {
        for word in words {
            self.word(word);
        }
    }

    fn word(&mut self, word: &Word<'_>) {
        if self.depth == Depth::Outside {
            return;
        }
        for piece in word.pieces {
            match piece {
                Piece::Substitution(substitution) => self.script(&substitution.body),
                Piece::Parameter(Parameter { words, .. }) | Piece::Arithmetic { words, .. } => {
                    self.words(words);
                }
                Piece::Brace { alternatives, .. } => self.words(alternatives),
                _ => {}
            }
        }
    }
}

fn literal(word: &Word<'_>) -> Option<String> {
    word.pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text { text, .. } => Some(*text),
            _ => None,
        })
        .collect()
}
