//! What is wrong with a text is said, and what follows it is read all the same.

use super::outlined;
use crate::limits;
use crate::shell::tree::ProblemKind::{
    self, TooDeep, TooLong, UnclosedGroup, UnclosedQuote, Unexpected,
};

/// Reads `text` and compares the kinds of its problems and its outline.
#[track_caller]
fn check(text: &str, expected: &[ProblemKind], outline: &str) {
    let (found, problems) = outlined(text);
    let kinds: Vec<ProblemKind> = problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, expected, "of {text:?}, read as {found}");
    assert_eq!(found, outline, "of {text:?}");
}

#[test]
fn broken_texts() {
    check(r#"Remove-Item "abc; rm x"#, &[UnclosedQuote], "(Remove-Item 'abc; rm x')");
    check("foo 'bar", &[UnclosedQuote], "(foo bar)");
    check("foo “bar", &[UnclosedQuote], "(foo bar)");
    check("iex @'\nrm x", &[UnclosedQuote], "(iex 'rm x')");
    check("(Remove-Item x", &[UnclosedGroup], "(Remove-Item x)");
    check("{ Remove-Item x", &[UnclosedGroup], "expr {((Remove-Item x))");
    check("rm (a; { b )", &[UnclosedGroup], "(rm $((a); expr {((b))))");
    check("&&& rm -rf /", &[Unexpected], "(rm -rf /)");
    check("| rm x", &[Unexpected], "(rm x)");
    check("a | | b", &[Unexpected], "(a); (b)");
    check("a |", &[Unexpected], "(a)");
    check("$x Remove-Item y", &[Unexpected], "expr $x; (Remove-Item y)");
    check(r"$env:windir\cmd.exe /c rd x", &[Unexpected], r"expr $env:windir; (\cmd.exe /c rd x)");
    check(r#""C:\foo.exe" -Force"#, &[Unexpected], r"expr C:\foo.exe; (-Force)");
    check(r#""C:\foo.exe" -f x"#, &[Unexpected], r"expr C:\foo.exe; (x)");
    check("! Remove-Item x", &[Unexpected], "expr ?; (Remove-Item x)");
    check("$x + Remove-Item y", &[Unexpected], "expr ?$x; (Remove-Item y)");
    check("$x.Foo(rm x)", &[Unexpected], "($x.Foo $((rm x)))");
    check("$x.Foo( 'a' rm x )", &[Unexpected], "($x.Foo a $((rm x)))");
    check("$x.Delete ($true)", &[Unexpected], "expr $x:…{ Delete}; expr $true");
    check("$x[foo] = rm y", &[UnclosedGroup, Unexpected], "expr $x:…; (foo] = rm y)");
    check("[ Remove-Item x", &[UnclosedGroup, Unexpected], "expr ?; (Remove-Item x)");
    check("[Remove-Item] x", &[UnclosedGroup, Unexpected], "expr ?; (Remove-Item] x)");
    check(
        "[[[a",
        &[UnclosedGroup, Unexpected, Unexpected, Unexpected],
        "expr ?; expr ?; expr ?; (a)",
    );
    check("[IO.File]::", &[Unexpected], "expr $[IO.File]:…");
    check("@' abc'@; rm x", &[Unexpected, Unexpected], "expr ' abc'; (@); (rm x)");
    check("rm x) ; rm y", &[Unexpected], "(rm x); (rm y)");
    check("rm x } ; rm y", &[Unexpected], "(rm x); (rm y)");
    check("foo < bar", &[Unexpected], "(foo) <bar");
    check("foo >", &[Unexpected], "(foo) >''");
    check("& ", &[Unexpected], "");
    check("$x =", &[Unexpected], "(x=[])");
    check("$x = ; rm y", &[Unexpected], "(x=[]); (rm y)");
    check("@{ a = rm x", &[UnclosedGroup], "expr ?$((rm x))");
    check("@{ a rm x; (rm y) = 3 }", &[Unexpected], "expr ?$((rm x))$((rm y))");
    check("<# rm x", &[UnclosedGroup], "");
    check("${env:x", &[UnclosedGroup], "expr $env:x");
    check(r#""a$(rm x"#, &[UnclosedGroup, UnclosedQuote], "expr a$((rm x))");
    check("$(", &[UnclosedGroup], "expr");
    check("if foo { rm x }", &[Unexpected], "(if foo {((rm x)))");
    check("if (foo { rm x }", &[UnclosedGroup, Unexpected], "choice [(foo {((rm x))) => ]");
    check("if (1) rm x", &[Unexpected], "choice [expr 1 => ]; (rm x)");
    check("if (1) { rm x } else rm y", &[Unexpected], "choice [expr 1 => (rm x)] [=> ]; (rm y)");
    check("else { rm x }", &[Unexpected], "(else {((rm x)))");
    check("catch { rm x }", &[Unexpected], "(catch {((rm x)))");
    check("function { rm x }", &[Unexpected], "(function {((rm x)))");
    check("function f rm x", &[Unexpected], "fn f {}; (rm x)");
    check("function f($x rm y) { rm z }", &[Unexpected], "fn f {(rm y); (rm z)}");
    check("try { rm x", &[UnclosedGroup], "{{(rm x)}}");
    check("try rm x", &[Unexpected], "(try rm x)");
    check("for { rm x }", &[Unexpected], "(for {((rm x)))");
    check("while (1) rm x", &[Unexpected], "loop while expr 1 {}; (rm x)");
    check("foreach ($x) { rm x }", &[Unexpected], "loop x {(rm x)}");
    check("foreach (x in y) { rm x }", &[Unexpected], "loop= $((x in y)) {(rm x)}");
    check("switch ($x) { a rm x }", &[Unexpected], "choice $x [a => (rm x)]");
    check("switch ($x) rm", &[Unexpected], "choice $x rm");
    check("do { rm x }", &[Unexpected], "loop {(rm x)}");
    check("'a' | 'b' | rm", &[Unexpected], "expr a | expr b | (rm)");
    check("5 rm x", &[Unexpected], "expr 5; (rm x)");
    check("a,", &[Unexpected], "(a)");
    check("$x,", &[Unexpected], "expr $x");
    check("class A { rm x }", &[Unexpected, Unexpected], "{}");
    check("param(rm x)", &[Unexpected], "(rm x)");
}

/// The kinds of problem a text has, each once.
fn kinds(text: &str) -> Vec<ProblemKind> {
    let mut kinds: Vec<ProblemKind> = outlined(text).1.iter().map(|problem| problem.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn what_is_too_deep_is_said_and_skipped() {
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("$(", ")"),
        ("@(", ")"),
        ("foo { ", " }"),
        ("@{a=", "}"),
        ("$x.a(", ")"),
        ("$x[", "]"),
        ("[A(", ")]"),
        ("if (1) {", "}"),
        ("if (", ") {}"),
        ("function f {", "}"),
        ("function f($x = (", ")) {}"),
        ("class C { m() {", "}}"),
        ("switch (1) { a {", "} }"),
        ("foreach ($x in (", ")) {}"),
        ("for (;(", ");) {}"),
        ("try {", "}"),
        ("\"$(", ")\""),
    ] {
        let deep = limits::DEPTH as usize + 10;
        let text = format!("{}1{}; rm after", open.repeat(deep), close.repeat(deep));
        let (outline, _) = outlined(&text);
        assert!(kinds(&text).contains(&TooDeep), "{open}");
        assert!(outline.ends_with("(rm after)"), "{open} gave {outline}");
        let fits = limits::DEPTH as usize / 4;
        let text = format!("{}1{}; rm after", open.repeat(fits), close.repeat(fits));
        assert!(!kinds(&text).contains(&TooDeep), "{open}");
    }
}

#[test]
fn chains_of_calls_and_assignments_have_a_limit() {
    let many = limits::DEPTH as usize + 10;
    assert_eq!(kinds(&format!("$x{}", ".a()".repeat(many))), [TooDeep]);
    assert_eq!(kinds(&format!("foo $x{}", ".a()".repeat(many))), [TooDeep]);
    assert_eq!(kinds(&format!("[a]::b(){}", ".a()".repeat(many))), [TooDeep]);
    assert_eq!(kinds(&format!("{}1", "$x = ".repeat(many))), [TooDeep]);
    assert_eq!(kinds(&format!("$x{}", ".a".repeat(many))), []);
}

#[test]
fn what_is_too_long_is_said() {
    let text = "é".repeat(limits::SOURCE_BYTES);
    assert_eq!(kinds(&text), [TooLong]);
}
