//! New commands from known ones: the same deed said otherwise, or another deed by the same words.
//!
//! Each step is small and drawn by lot from [`templates`]; up to three steps make a command. The
//! lots hang on the seed alone.

mod spelling;
mod templates;
mod words;

use std::collections::HashSet;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::commands::Command;

/// The longest command that is made into others.
const LONGEST: usize = 400;

/// Makes this many commands from known ones, each once, none of them known.
pub(crate) fn generate(known: &[Command], seed: u64, count: usize) -> Vec<Command> {
    let mut lots = StdRng::seed_from_u64(seed);
    let mut seen: HashSet<String> = known.iter().map(|command| command.text.clone()).collect();
    let mut made = Vec::new();
    // Where almost nothing new can be made, it ends all the same.
    for _ in 0..count.saturating_mul(50) {
        if made.len() >= count {
            break;
        }
        let Some(first) = known.choose(&mut lots) else { break };
        if first.text.len() > LONGEST {
            continue;
        }
        let mut parents = vec![first.text.clone()];
        let mut text = first.text.clone();
        for _ in 0..lots.random_range(1..=3) {
            let Some(next) = step(&text, &mut lots) else { continue };
            if next != text {
                parents.insert(0, text);
                text = next;
            }
        }
        parents.dedup();
        parents.retain(|parent| *parent != text);
        if seen.insert(text.clone()) && !text.contains('\0') {
            made.push(Command { text, family: format!("made from {}", first.family), parents });
        }
    }
    made
}

/// One step; `None` where the lot that was drawn does not fit the command.
fn step(text: &str, lots: &mut StdRng) -> Option<String> {
    match lots.random_range(0..10) {
        0..=2 => {
            let template = templates::WHOLE.choose(lots)?;
            Some(templates::filled(template, text))
        }
        3..=4 => words::flows(text, lots),
        5 => words::runs_otherwise(text, lots),
        6 => words::quoted_otherwise(text, lots),
        7 => words::flags_otherwise(text, lots),
        8 => words::aimed_otherwise(text, lots),
        _ => words::redirected(text, lots),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<Command> {
        ["rm -rf src", "ls -la", "git status | cat"]
            .map(|text| Command { text: text.to_owned(), family: "x".to_owned(), parents: vec![] })
            .to_vec()
    }

    #[test]
    fn the_same_seed_makes_the_same_commands() {
        let texts = |seed| {
            let made = generate(&known(), seed, 50);
            made.into_iter().map(|command| command.text).collect::<Vec<_>>()
        };
        assert_eq!(texts(7), texts(7));
        assert_ne!(texts(7), texts(8));
        assert_eq!(texts(7).len(), 50);
    }

    #[test]
    fn what_is_made_knows_what_it_was_made_from() {
        for command in generate(&known(), 3, 50) {
            assert!(known().iter().any(|first| Some(&first.text) == command.parents.last()));
        }
    }

    #[test]
    fn from_nothing_nothing_is_made() {
        assert!(generate(&[], 3, 5).is_empty());
    }
}
