//! The short way for plain commands makes the same of a text as the reader.

use bumpalo::Bump;
use proptest::prelude::*;

use super::super::{Reader, plain};
use crate::shell::{Dialect, Reading, hidden};
use crate::source::{SourceId, Sources};

/// Whether the short way was taken.
fn agrees(text: &str, dialect: Dialect) -> bool {
    let arena = Bump::new();
    let mut reading = Reading::new(Sources::new(&arena, text, dialect));
    let Some(short) = plain::read(&arena, SourceId::ROOT, text, dialect) else { return false };
    assert!(hidden::find(text).is_none(), "{text:?}");
    let long = Reader::new(&mut reading, SourceId::ROOT, 0).everything();
    assert_eq!(format!("{short:?}"), format!("{long:?}"), "{text:?}");
    assert!(reading.problems.is_empty(), "{text:?}: {:?}", reading.problems);
    true
}

const SHELLS: [Dialect; 4] = [Dialect::Bash, Dialect::Sh, Dialect::Zsh, Dialect::Fish];

#[test]
fn plain_commands_take_the_short_way() {
    for text in ["ls", " ls -la\t", "git push --force origin main", "rm a=b ,x}", "2to3 x", "a !"] {
        assert!(SHELLS.into_iter().all(|shell| agrees(text, shell)), "{text:?}");
    }
}

#[test]
fn everything_else_is_left_to_the_reader() {
    for text in
        ["", " ", "a\n", "a;", "a|b", "a=b", "ls # x", "! a", "}", "ls ~", "if", "done a", "ls é"]
    {
        assert!(!SHELLS.into_iter().any(|shell| agrees(text, shell)), "{text:?}");
    }
    assert!(!agrees("ls =rm", Dialect::Zsh));
}

/// Words that mean something to one of the shells, and letters.
fn words() -> impl Strategy<Value = String> {
    let reserved = "if|then|elif|else|fi|for|foreach|select|in|while|until|do|done|end|case|esac|\
                    function|coproc|time|repeat|nocorrect|noglob|export|declare|exec|eval";
    let letters = "[-a-z0-9=+,.:/@%^_#!}{\\]é]{1,6}";
    prop_oneof![reserved, letters]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_ways_lead_to_the_same_tree(words in prop::collection::vec(words(), 1..5)) {
        let text = words.join(" ");
        for shell in SHELLS {
            agrees(&text, shell);
        }
    }

    #[test]
    fn both_ways_lead_to_the_same_tree_for_noise(text in "[ \ta-z=#!{}<>()&|;$~\"'*\\[\\]\\\\\r\n0-9é\u{200b}\u{7f}\u{1b}-]{0,12}") {
        for shell in SHELLS {
            agrees(&text, shell);
        }
    }
}
