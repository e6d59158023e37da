//! Work is linear in the text, proved by counting bytes passed over or looked at.

use bumpalo::Bump;

use super::super::Reader;
use crate::shell::{Dialect, Reading};
use crate::source::{SourceId, Sources};

/// No text may cost more looks than this for each of its bytes. The budget for looking ahead is
/// 16, and a text with heredocs is read twice.
const STEPS: usize = 80;

fn steps(text: &str, dialect: Dialect) -> usize {
    let arena = Bump::new();
    let mut reading = Reading::new(Sources::new(&arena, text, dialect));
    let mut reader = Reader::new(&mut reading, SourceId::ROOT, 0);
    reader.everything();
    reader.steps
}

#[test]
fn hostile_texts_cost_no_more_than_others() {
    let units = [
        "(",
        "( ",
        "$(",
        "${",
        "${x:-",
        "$((",
        "$((a",
        "((",
        "((a) ",
        "$[",
        "\"",
        "'",
        "`",
        "\\`",
        "\"$(",
        "<<a ",
        "<<a;",
        "<<a\n",
        "<<'a'\n",
        "a <<-b\n\t",
        "{",
        "{,",
        "{a,",
        "{{,}",
        "[",
        "[[",
        "[[ ",
        "a[",
        "a[ ",
        "a[$(",
        "a=(",
        "a=( ",
        "a=~",
        "a=:~",
        "a(",
        "a (",
        "a() ",
        "(e:",
        "*(e:",
        "a(eX ",
        "a(+",
        "@(",
        "@( ",
        "<(",
        "=(",
        "if ",
        "if a; then ",
        "for x in ",
        "for ",
        "while ",
        "case x in ",
        "case x in a) ",
        "function ",
        "function f ",
        "f() ",
        "coproc ",
        "time ",
        "! ",
        "{ ",
        "} ",
        "foreach x (",
        "repeat 3 ",
        "&",
        "&&",
        "|",
        ";",
        ";;",
        ")",
        "a&&",
        "# '\n",
        "\\\n",
        "\\",
        "\n",
        "\r",
        "\r\n",
        "~",
        "~a",
        "a:~",
        "[]",
        "[a",
        "[$",
        "[\"a\"",
        "[[:",
        "[[:a",
        "<",
        ">",
        "2>",
        "{a}>",
        "(( #((\n:) )\n",
        "$(( '",
        "$(( `",
        "((\"",
        "$x[",
        "${x[",
        "${x[a[",
        "${(",
        "x=$((",
        "${x/",
        "<1-",
        "\u{200D}",
        "é",
        "`\\\\`",
        "`\\$(",
        "$'\\",
        "$\"",
        "a=b ",
        "a ",
        "[[ a =~ (",
        "=~ ",
        "\0",
    ];
    for dialect in [Dialect::Bash, Dialect::Zsh] {
        for unit in units {
            for size in [1 << 10, 1 << 14, 1 << 18] {
                let text = unit.repeat(size / unit.len());
                let steps = steps(&text, dialect);
                assert!(steps <= STEPS * size, "{unit:?}: {steps} steps for {size} bytes");
            }
        }
    }
}

#[test]
fn opened_and_closed_texts_cost_no_more_than_others() {
    for (open, close) in [
        ("(", ")"),
        ("$(", ")"),
        ("$((", "))"),
        ("$((", ") )"),
        ("((", ") )"),
        ("(( #((\n:) )\n", ") "),
        ("${x:-", "}"),
        ("{a,", "}"),
        ("{ ", "; }"),
        ("a[$(", ")]"),
        ("<<a $(", ")\n"),
        ("$(a <<b\n", "\nb\n)"),
        ("\"$(", ")\""),
        ("if a; then ", "; fi; "),
    ] {
        for size in [1 << 10, 1 << 14, 1 << 18] {
            let count = size / (open.len() + close.len());
            let text = format!("{}{}", open.repeat(count), close.repeat(count));
            let steps = steps(&text, Dialect::Bash);
            assert!(steps <= STEPS * size, "{open:?}: {steps} steps for {size} bytes");
        }
    }
}

#[test]
fn backticks_are_taken_in_once() {
    let text = format!("{}a <<b\n`\\$c`\nb\n", "`\\$x` ".repeat(100));
    let arena = Bump::new();
    let mut reading = Reading::new(Sources::new(&arena, &text, Dialect::Bash));
    let mut reader = Reader::new(&mut reading, SourceId::ROOT, 0);
    reader.everything();
    // The heredoc's body is expanded by the second reading only.
    assert_eq!(reading.sources.all().len(), 1 + 100 + 1);
}

/// The stack of a wasm module is one megabyte.
#[test]
fn the_deepest_text_fits_a_small_stack() {
    let reads = || {
        for unit in [
            "$(", "( ", "{ ", "${x:-", "\"$(", "if ", "$((a) ", "f() ", "a=$(", "<(", "[[ $(",
            "case $(",
        ] {
            steps(&unit.repeat(1000), Dialect::Bash);
            steps(&unit.repeat(1000), Dialect::Zsh);
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(reads);
    assert!(thread.is_ok_and(|thread| thread.join().is_ok()));
}
