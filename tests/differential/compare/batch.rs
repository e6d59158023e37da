//! Batch files nobody wrote: commands in what cmd.exe knows of lists, quotes, variables, choices
//! and loops. As in [`super::scripts`], every command is called `c0` to `c9` and carries a number
//! of its own as its first word.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// Draws batch files, always the same ones.
pub(crate) fn many(count: usize) -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let strategy = proptest::collection::vec(statement(), 1..5);
    (0..count)
        .map(|_| {
            let lines = strategy.new_tree(&mut runner).unwrap().current();
            let mut text = String::from("@echo off\n");
            for line in lines {
                text.push_str(&line);
                text.push('\n');
            }
            numbered(&text)
        })
        .collect()
}

/// Gives every command its own number, in the order of the text.
fn numbered(text: &str) -> String {
    let mut parts = text.split('#');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (number, part) in parts.enumerate() {
        out.push_str(&format!("n{number}{part}"));
    }
    out
}

/// A word as it stands behind a command's name.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => "[a-z][a-z0-9_.]{0,4}",
        1 => "[a-z]{1,2}[=,;][a-z]{1,2}",
        2 => "\"[a-z &|<>()^,;=]{0,6}\"",
        1 => "[a-z]{0,2}\"[a-z &]{1,4}\"[a-z]{0,2}",
        2 => "[a-z]{1,2}\\^[&|<>^()a-z][a-z]{0,2}",
        1 => "[a-z]?%v[0-3]%[a-z]?",
        1 => "\"%v[0-3]%\"",
        1 => Just("%v0:~1%".to_owned()),
        1 => Just("%v1:~0,1%".to_owned()),
        1 => Just("%v1:a=b%".to_owned()),
        1 => "/[a-z]",
        1 => "-[a-z]{1,3}",
    ]
}

fn words() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 0..4).prop_map(|words| {
        words.into_iter().fold(String::new(), |text, word| format!("{text} {word}"))
    })
}

/// A name in the spellings that cmd takes for one.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "c[0-9]",
        1 => "c\\^[0-9]",
        1 => "\"c[0-9]\"",
        1 => "@c[0-9]",
        1 => "C[0-9]",
    ]
}

/// A command of the stage, with words and perhaps with redirections.
fn stub() -> impl Strategy<Value = String> {
    let redirection = prop_oneof![
        8 => Just(""),
        1 => Just(" >o1"),
        1 => Just(" 2>nul"),
        1 => Just(" >>o2"),
        1 => Just(" >o3 2>&1"),
    ];
    (name(), words(), redirection)
        .prop_map(|(name, words, redirection)| format!("{name} #{words}{redirection}"))
}

/// A command that carries another one.
fn carried() -> impl Strategy<Value = String> {
    let behind = (select(vec!["call", "start /b", "cmd /c", "cmd /d/c", "cmd /q /d/s/c"]), stub());
    prop_oneof![
        2 => behind.prop_map(|(carrier, stub)| format!("{carrier} {}", stub.replace('@', ""))),
        1 => "c[0-9]".prop_map(|name| format!("cmd /c \"{name} # a & {name} # b\"")),
        1 => ("c[0-9]", words()).prop_map(|(name, words)| format!("set v2={name}\n%v2% #{words}")),
        1 => "c[0-9]".prop_map(|name| format!("set \"v2=& {name} # x\"\nc1 # y %v2%")),
        1 => "c[0-9]".prop_map(|name| format!("set \"v2={name} # p\"\ncall %%v2%% q")),
        1 => ("c[0-9]", select(vec!["1", "2", "1,2", "2*"]))
            .prop_map(|(name, tokens)| format!("for /f \"tokens={tokens}\" %%i in (\"x y z\") do {name} # %%i")),
        1 => "c[0-9]".prop_map(|name| format!("for /f \"tokens=2\" %%i in (\"x {name}\") do %%i # a")),
        1 => "c[0-9]".prop_map(|name| format!("for /f \"delims=, tokens=1*\" %%i in (\"x,{name} y\") do {name} # %%i %%j")),
        1 => "c[0-9]".prop_map(|name| format!("for %%i in ({name}) do %%i # a")),
        1 => "c[0-9]".prop_map(|name| format!("for /l %%i in (1,1,2) do {name} # %%i")),
    ]
}

fn assignment() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => ("[0-3]", "[a-z]{1,4}").prop_map(|(v, value)| format!("set v{v}={value}")),
        1 => ("[0-3]", "[a-z &|>]{1,5}").prop_map(|(v, value)| format!("set \"v{v}={value}\"")),
        1 => ("[0-3]", "[0-3]", "[a-z]{0,2}").prop_map(|(v, w, end)| format!("set v{v}=%v{w}%{end}")),
        1 => "[0-3]".prop_map(|v| format!("set v{v}=")),
    ]
}

fn statement() -> impl Strategy<Value = String> {
    let simple = prop_oneof![4 => stub(), 2 => carried(), 2 => assignment()];
    let line = prop_oneof![4 => stub(), 1 => carried().prop_filter("one line", |text| !text.contains('\n'))];
    let line = line.boxed();
    let condition = select(vec![
        "1==1",
        "\"a\"==\"b\"",
        "not exist nowhere",
        "defined v0",
        "/i a==A",
        "1 lss 2",
        "\"%v1%\"==\"\"",
        "errorlevel 1",
    ]);
    prop_oneof![
        5 => simple,
        2 => (line.clone(), select(vec![" & ", " && ", " || ", "&", " | "]), line.clone())
            .prop_map(|(a, joint, b)| format!("{a}{joint}{b}")),
        2 => (condition.clone(), line.clone()).prop_map(|(test, a)| format!("if {test} {a}")),
        2 => (condition, line.clone(), line.clone())
            .prop_map(|(test, a, b)| format!("if {test} ({a}) else ({b})")),
        1 => (line.clone(), line.clone()).prop_map(|(a, b)| format!("(\n{a}\n{b}\n)")),
        1 => (line.clone(), line.clone()).prop_map(|(a, b)| format!("({a}) & ({b})")),
        2 => ("[a-z]{1,2}", "[a-z]{1,2}", "c[0-9]", words())
            .prop_map(|(a, b, name, words)| format!("for %%i in ({a} \"{b} {a}\") do {name} # %%i{words} \"%%~i\"")),
        1 => line.clone().prop_map(|a| format!("goto end\n{a}\n:end")),
        1 => line.prop_map(|a| format!("rem c0 n9 & c1 n8\n:: c2 n7\n{a}")),
    ]
}
