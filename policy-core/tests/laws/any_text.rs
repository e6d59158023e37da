//! Texts nobody would write.

use policy_core::shell::Dialect;
use policy_core::verdict::Span;
use policy_core::{Action, Surroundings, Verdict, judge};
use proptest::prelude::*;

use super::corpus::{DEFAULTS, ROWS, verdict};

fn dialect() -> impl Strategy<Value = Dialect> {
    proptest::sample::select(Dialect::ALL.to_vec())
}

/// Pieces of syntax of every shell, in no order at all.
fn token_soup() -> impl Strategy<Value = String> {
    const TOKENS: &[&str] = &[
        "rm",
        "-rf",
        "/",
        "~",
        "*",
        "?",
        "[",
        "]",
        "[[",
        "]]",
        "((",
        "))",
        "$((",
        "$(",
        ")",
        "(",
        "`",
        "'",
        "\"",
        "$'",
        "$\"",
        "\\",
        "\\\n",
        "\n",
        "\r\n",
        " ",
        "\t",
        ";",
        ";;",
        ";&",
        "&",
        "&&",
        "|",
        "||",
        "|&",
        ">",
        ">>",
        ">|",
        "<",
        "<<",
        "<<-",
        "<<<",
        "<>",
        ">&",
        "2>&1",
        "&>",
        "EOF",
        "\nEOF\n",
        "<<EOF\n",
        "<<'EOF'\n",
        "#",
        "# x\n",
        "if",
        "then",
        "else",
        "elif",
        "fi",
        "case",
        "in",
        "esac",
        "for",
        "while",
        "until",
        "do",
        "done",
        "select",
        "function",
        "f()",
        "{",
        "}",
        "{a,b}",
        "{1..9}",
        "${",
        "${x:-",
        "${x//",
        "$x",
        "$1",
        "$@",
        "${!x}",
        "x=",
        "x=(",
        "a[1]=",
        "+=",
        "=",
        "!",
        "~+",
        "eval",
        "bash -c",
        "sh",
        "xargs",
        "find . -exec",
        "sudo",
        "env",
        "cd",
        "alias",
        "trap",
        "source",
        ".",
        "é",
        "日本",
        "\u{1F600}",
        "\u{200b}",
        "\u{202e}",
        "\0",
        "\u{feff}",
        "@{",
        "@(",
        "@'\n",
        "\n'@",
        "@\"\n",
        "\n\"@",
        "$env:",
        "${env:x}",
        "[IO.File]::",
        "-Recurse",
        "Remove-Item",
        "iex",
        "%",
        "%{",
        "foreach",
        "try",
        "catch",
        "switch",
        "param(",
        "-f",
        "..",
        "::",
        "%x%",
        "!x!",
        "^",
        "^\n",
        "del",
        "/s",
        "/q",
        "rd",
        "@echo off",
        "if exist",
        "for %i in (",
        ") do",
        "goto",
        ":a",
        "call",
        "rem",
        "cmd /c",
        "powershell -Command",
        "-EncodedCommand",
        "cgBtACAALQByAGYA",
        "*(e:'rm x':)",
        "=(",
        "<(",
        ">(",
        "1",
        "a",
        "--",
        "-",
    ];
    proptest::collection::vec((proptest::sample::select(TOKENS), "[ ]{0,1}"), 0..24)
        .prop_map(|tokens| tokens.into_iter().map(|(token, gap)| format!("{token}{gap}")).collect())
}

/// A row of the corpus with something cut out, doubled or put in.
fn mutated() -> impl Strategy<Value = String> {
    let row = (0..ROWS.len()).prop_map(|index| ROWS.get(index).unwrap().command.clone());
    (row, any::<prop::sample::Index>(), any::<prop::sample::Index>(), token_soup(), 0..4u8)
        .prop_map(|(row, from, to, soup, how)| {
            let borders: Vec<usize> =
                row.char_indices().map(|(at, _)| at).chain([row.len()]).collect();
            let (a, b) = (*from.get(&borders), *to.get(&borders));
            let (a, b) = (a.min(b), a.max(b));
            let (start, middle, end) =
                (row.get(..a).unwrap(), row.get(a..b).unwrap(), row.get(b..).unwrap());
            match how {
                0 => format!("{start}{end}"),
                1 => format!("{start}{middle}{middle}{end}"),
                2 => format!("{start}{soup}{end}"),
                _ => format!("{end}{middle}{start}"),
            }
        })
}

fn lies_inside(span: Span, text: &str) -> bool {
    text.get(span.start as usize..span.end as usize).is_some()
}

fn check_spans(verdict: &Verdict, text: &str) -> Result<(), TestCaseError> {
    for nested in &verdict.nested {
        prop_assert!(lies_inside(nested.span, text), "nested {nested:?} of {text:?}");
    }
    for finding in &verdict.findings {
        prop_assert!(lies_inside(finding.span, text), "{finding:?} of {text:?}");
        if let Some(inner) = finding.inner {
            let nested = verdict.nested.get(usize::from(inner.source.0) - 1).unwrap();
            prop_assert!(lies_inside(inner.span, &nested.text), "{finding:?} in {nested:?}");
        }
    }
    Ok(())
}

fn check(text: &str, shell: Dialect) -> Result<(), TestCaseError> {
    check_spans(&verdict(text, shell, &Surroundings::default()), text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_judged_in_any_dialect_and_spans_lie_on_character_borders(text in any::<String>(), shell in dialect()) {
        check(&text, shell)?;
    }

    #[test]
    fn any_soup_of_tokens_is_judged_and_spans_lie_on_character_borders(text in token_soup(), shell in dialect()) {
        check(&text, shell)?;
    }

    #[test]
    fn any_mutilated_command_is_judged_and_spans_lie_on_character_borders(text in mutated(), shell in dialect()) {
        check(&text, shell)?;
    }

    #[test]
    fn any_other_action_is_judged_and_spans_lie_on_character_borders(text in any::<String>(), kind in 0..4u8) {
        let action = match kind {
            0 => Action::Read { path: &text },
            1 => Action::Write { path: &text },
            2 => Action::Browse { url: &text },
            _ => Action::CallMcp { tool: &text },
        };
        check_spans(&judge(&action, &DEFAULTS, &Surroundings::default()), &text)?;
    }
}

#[test]
fn every_row_read_by_every_shell_has_its_spans_on_character_borders() {
    for row in ROWS.iter() {
        for shell in Dialect::ALL {
            let verdict = verdict(&row.command, shell, &row.surroundings);
            check_spans(&verdict, &row.command).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
