use super::{check_all, outline_of};
use crate::shell::Dialect;
use crate::shell::tree::ProblemKind::{
    self, HiddenCharacters, OpenHeredoc, TooDeep, TooLong, UnclosedGroup, UnclosedQuote, Unexpected,
};

/// What is malformed is named, and what follows it is read all the same.
fn check(cases: &[(&str, &str, &[ProblemKind])]) {
    let mut wrong = Vec::new();
    for (text, expected, kinds) in cases {
        let (outline, problems) = outline_of(text, Dialect::Bash);
        let met: Vec<_> = problems.iter().map(|problem| problem.kind).collect();
        if outline != *expected || met != *kinds {
            wrong.push(format!(
                "{text}\n  expected {expected} {kinds:?}\n  read     {outline} {met:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn nothing_hides_behind_a_syntax_error() {
    check(&[
        ("&&& rm -rf /", "(rm -rf /)", &[Unexpected, Unexpected]),
        ("\"rm -rf /", "('rm -rf /')", &[UnclosedQuote]),
        ("'rm -rf /", "('rm -rf /')", &[UnclosedQuote]),
        ("echo $'a", "(echo a)", &[UnclosedQuote]),
        ("echo \"$(rm x", "(echo $((rm x)))", &[UnclosedGroup, UnclosedQuote]),
        ("`rm x", "($((rm x)))", &[UnclosedQuote]),
        (") rm x", "(rm x)", &[Unexpected]),
        ("a ) rm x", "(a); (rm x)", &[Unexpected]),
        ("a ;; rm x", "(a); (rm x)", &[Unexpected]),
        ("; rm x", "(rm x)", &[Unexpected]),
        ("| rm x", "(rm x)", &[Unexpected]),
        ("a | | rm x", "(a); (rm x)", &[Unexpected, Unexpected]),
        ("a && ; rm x", "(a); (rm x)", &[Unexpected]),
        ("a &&", "(a)", &[Unexpected]),
        ("a |", "(a)", &[Unexpected]),
        ("fi; rm x", "(rm x)", &[Unexpected, Unexpected]),
        ("done rm x", "(rm x)", &[Unexpected]),
        ("} rm x", "(rm x)", &[Unexpected]),
        ("then rm x", "(rm x)", &[Unexpected]),
        ("if rm x", "choice [(rm x) => ]", &[UnclosedGroup]),
        ("if a; then rm x", "choice [(a) => (rm x)]", &[UnclosedGroup]),
        ("while a; do rm x", "loop while (a) {(rm x)}", &[UnclosedGroup]),
        ("for x in a; rm x", "loop x= a {}; (rm x)", &[UnclosedGroup, Unexpected]),
        ("case x in a) rm x", "choice x [a => (rm x)]", &[UnclosedGroup]),
        ("(rm x", "sub[(rm x)]", &[UnclosedGroup]),
        ("{ rm x", "{(rm x)}", &[UnclosedGroup]),
        ("((rm x", "sub[sub[(rm x)]]", &[UnclosedGroup, UnclosedGroup]),
        ("$((rm x", "($(sub[(rm x)]))", &[UnclosedGroup, UnclosedGroup]),
        ("$(rm x", "($((rm x)))", &[UnclosedGroup]),
        ("${x:-$(rm x)", "($x:-{ $((rm x))})", &[UnclosedGroup]),
        ("${x", "($x)", &[UnclosedGroup]),
        ("[[ a; rm x", "expr a; (rm x)", &[UnclosedGroup]),
        ("echo a (rm x)", "(echo a); sub[(rm x)]", &[Unexpected]),
        ("echo @(a; rm x", "(echo @(a); (rm x)", &[UnclosedGroup]),
        ("a=(b; rm x", "(a=[ b]); (rm x)", &[Unexpected]),
        ("a=(b (rm x))", "(a=[ b]); sub[(rm x)]", &[Unexpected, Unexpected, Unexpected]),
        ("f() ; rm x", "fn f {}; (rm x)", &[Unexpected]),
        ("(if a; then b)", "sub[choice [(a) => (b)]]", &[UnclosedGroup]),
        ("$(if a; then b) c", "($(choice [(a) => (b)]) c)", &[UnclosedGroup]),
        ("a > ; rm x", "(a) >''; (rm x)", &[Unexpected]),
        ("a <<", "(a) <<''", &[Unexpected]),
        ("cat <<EOF\nrm x", "(cat) <<'rm x'", &[OpenHeredoc]),
        ("cat <<EOF", "(cat) <<''", &[OpenHeredoc]),
        ("cat <<A <<B\nx", "(cat) <<x <<''", &[OpenHeredoc, OpenHeredoc]),
    ]);
}

#[test]
fn hidden_characters() {
    check(&[
        ("r\0m x", "(r\0m x)", &[HiddenCharacters]),
        ("r\u{200B}m x", "(r\u{200B}m x)", &[HiddenCharacters]),
        ("a\u{1b}[2K b", "(a\u{1b}[2K b)", &[HiddenCharacters]),
    ]);
    check_all(Dialect::Bash, &[("a 👩\u{200D}💻\r\n\tb", "(a 👩\u{200D}💻); (b)")]);
}

#[test]
fn limits() {
    let deep = |open: &str, close: &str| format!("{}a{}", open.repeat(100), close.repeat(100));
    for (open, close) in [("( ", ")"), ("$(", ")"), ("${x:-", "}"), ("{ ", "; }"), ("{a,", "}")] {
        let text = format!("{} ; b", deep(open, close));
        let (outline, problems) = outline_of(&text, Dialect::Bash);
        assert!(problems.iter().any(|problem| problem.kind == TooDeep), "{open}");
        assert!(outline.ends_with("; (b)"), "{open}: {outline}");
    }
    let (_, problems) =
        outline_of(&format!("{}{}", "; ".repeat(500), "$(".repeat(100)), Dialect::Bash);
    assert!(problems.iter().any(|problem| problem.kind == TooDeep));
    assert!(problems.len() < 100);
    let (_, problems) = outline_of(&"if ".repeat(100), Dialect::Bash);
    assert!(problems.iter().any(|problem| problem.kind == TooDeep));
    let long = format!("{}é", "a".repeat(crate::limits::SOURCE_BYTES - 1));
    let (outline, problems) = outline_of(&long, Dialect::Bash);
    assert_eq!(outline.len(), crate::limits::SOURCE_BYTES + 1);
    assert!(problems.iter().any(|problem| problem.kind == TooLong));
}
