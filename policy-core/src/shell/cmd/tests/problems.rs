//! What is wrong with a text, and that the commands in it are seen all the same.

use super::read;
use crate::limits;
use crate::shell::tree::ProblemKind::{
    self, TooDeep, TooLong, UnclosedGroup, UnclosedQuote, Unexpected,
};

#[track_caller]
fn check(text: &str, expected: &str, problems: &[ProblemKind]) {
    let read = read(text);
    assert_eq!(read.outline, expected, "outline of `{text}`");
    assert_eq!(read.problems, problems, "problems of `{text}`");
}

#[test]
fn problems() {
    check("del x", "(del x)", &[]);
    check("", "", &[]);
    check(r#"echo "a & b"#, "(echo 'a & b')", &[UnclosedQuote]);
    check("\"a\ndel x", "(a); (del x)", &[UnclosedQuote]);
    check(r#"set "x=y"#, "(x=y set x=y)", &[UnclosedQuote]);
    check(r#"type "a" "b"#, "(type a b)", &[UnclosedQuote]);
    check("(del x", "{(del x)}", &[UnclosedGroup]);
    check("(del x & (del y", "{(del x); {(del y)}}", &[UnclosedGroup, UnclosedGroup]);
    check("if exist x (del x", "choice [x => (del x)]", &[UnclosedGroup]);
    check("for %i in (a b", "loop i= a b {}", &[UnclosedGroup, Unexpected]);
    check("for /f %i in ('dir", "loop i= $((dir)) {}", &[UnclosedGroup, Unexpected]);
    check(
        r#"for /f %i in ('echo "a') do del x"#,
        "loop i= $((echo 'a') do del x')) {}",
        &[UnclosedGroup, UnclosedQuote, Unexpected],
    );
    check(
        "for /f %i in ('for /f %j in ('a') do b') do c",
        "loop i= $(loop j= $((a)) {}) {(b') do c)}",
        &[UnclosedGroup, Unexpected],
    );
    check("(echo (x))", "{(echo (x)}", &[Unexpected]);
    check("() a", "{}; (a)", &[Unexpected]);
    check(") del x", "(del x)", &[Unexpected]);
    check("(a) b", "{(a)}; (b)", &[Unexpected]);
    check("&& del x", "(del x)", &[Unexpected]);
    check("& del x", "(del x)", &[Unexpected]);
    check("| del x", "(del x)", &[Unexpected]);
    check("a & & b", "(a); (b)", &[Unexpected]);
    check("a || || b", "(a) || (b)", &[Unexpected]);
    check("a &&", "(a)", &[Unexpected]);
    check("a &&\nb", "(a); (b)", &[Unexpected]);
    check("a |", "(a)", &[Unexpected]);
    check("a | | b", "(a); (b)", &[Unexpected]);
    check("a >", "(a) >''", &[Unexpected]);
    check("a > & b", "(a) >''; (b)", &[Unexpected]);
    check("a << b", "(a) <b", &[Unexpected]);
    check("a >& b", "(a) >b", &[Unexpected]);
    check("a\rb", "(a); (b)", &[Unexpected]);
    check("if foo del x", "choice [foo => (del x)]", &[Unexpected]);
    check("if not", "choice [=> ]", &[Unexpected]);
    check("if exist", "choice [=> ]", &[Unexpected]);
    check("if a==", "choice [a => ]", &[Unexpected]);
    check("if a==b", "choice [a b => ]", &[Unexpected]);
    check("if exist x\ndel x", "choice [x => ]; (del x)", &[Unexpected]);
    check("if a==b (c) else (d) else (e)", "choice [a b => (c)] [=> (d)]; {(e)}", &[Unexpected]);
    check("else (del x)", "{(del x)}", &[Unexpected]);
    check("else else else", "(else else)", &[Unexpected]);
    check(")\nelse (", "{}", &[Unexpected, Unexpected, UnclosedGroup]);
    check("for x in (a) do del x", "loop= a {(del x)}", &[Unexpected]);
    check("for %i do del x", "(for %i do del x)", &[Unexpected]);
    check("for %i in (a & del x) do b", "loop i= a del x {(b)}", &[Unexpected]);
    check("for %i in (a) del x", "loop i= a {(del x)}", &[Unexpected]);
    check("for", "(for)", &[Unexpected]);
    // What only looks wrong is not.
    check("a &", "(a)", &[]);
    check("a\r\n", "(a)", &[]);
    check("del x)", "(del x))", &[]);
}

/// What is nested too deep is skipped as a whole, and what follows is read.
#[test]
fn too_deep() {
    for (open, close) in [("(", ")"), ("if a==b (", ")"), ("for %i in (a) do (", ")")] {
        let text = format!("{}a{} & del x", open.repeat(200), close.repeat(200));
        let read = read(&text);
        assert_eq!(read.problems, [TooDeep], "problems of nested `{open}`");
        assert!(read.outline.contains("(del x)"), "outline of nested `{open}`");
    }
    let deepest = limits::DEPTH as usize;
    let nest = |depth| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nest(deepest)).problems, []);
    assert_eq!(read(&nest(deepest + 1)).problems, [TooDeep]);
    assert_eq!(read(&"if a==b ".repeat(100)).problems, [TooDeep]);
}

/// What is longer than a text may be is cut between two characters.
#[test]
fn too_long() {
    let text = format!("echo a{}", "é".repeat(limits::SOURCE_BYTES / 2));
    let read = read(&text);
    assert_eq!(read.problems, [TooLong]);
    assert!(read.outline.starts_with("(echo aé"));
}
