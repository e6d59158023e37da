//! What an outline does not show: where words are cut, what is quoted, where pieces stand.

use bumpalo::Bump;

use crate::shell::tree::{Node, Piece};
use crate::shell::{Dialect, Reading};
use crate::source::{SourceId, Sources};

/// Reads one command and compares the pieces of its words: `text`, `'quoted'`, `*` for patterns,
/// `$` for variables, `?` for the unknown, each with the stretch of source it covers where that
/// is another text.
#[track_caller]
fn check(text: &str, expected: &str) {
    let arena = Bump::new();
    let mut reading = Reading::new(Sources::new(&arena, text, Dialect::PowerShell));
    let script = super::super::read(&mut reading, SourceId::ROOT);
    let mut words = Vec::new();
    for item in script.items {
        if let Node::Command(command) = item.node {
            for word in command.words {
                let pieces: Vec<String> =
                    word.pieces.iter().map(|piece| shown(piece, text)).collect();
                words.push(pieces.join("+"));
            }
        }
    }
    assert_eq!(words.join(" "), expected, "of {text:?}");
}

fn shown(piece: &Piece<'_>, source: &str) -> String {
    match piece {
        Piece::Text { text, at, quoted } => {
            let mark = if *quoted { "'" } else { "" };
            let place = at.of(source);
            let place = if place == *text { String::new() } else { format!("@{place}") };
            format!("{mark}{text}{mark}{place}")
        }
        Piece::Parameter(parameter) => format!("${}", parameter.at.of(source)),
        Piece::Substitution(substitution) => format!("({})", substitution.at.of(source)),
        Piece::Glob { text, .. } => format!("*{text}"),
        Piece::Tilde { at, .. } => format!("~{}", at.of(source)),
        Piece::Opaque { at } => format!("?{}", at.of(source)),
        Piece::Arithmetic { .. } | Piece::Brace { .. } | Piece::Code { .. } => "none".to_owned(),
    }
}

#[test]
fn words_are_cut_where_the_source_has_more_letters() {
    check("Rem`ove-Item x", "Rem+'ove-Item' x");
    check("rm `-Recurse", "rm '-Recurse'");
    check("rm 'it''s'", "rm 'it''+'s'");
    check(r#"rm "a""b`"c""#, r#"rm 'a"'+'b'+'"c'"#);
    check("rm \"a`tb\"", "rm 'a'+'\t'@`t+'b'");
    check("rm \"`u{e9}\"", "rm 'é'@`u{e9}");
    check("rm –Recurse", "rm -@–+Recurse");
    check("[ IO.File ]::Delete('x')", "[+IO.File+]+::+Delete 'x'");
    check("[IO.File]::Delete('x')", "[IO.File]::Delete 'x'");
    check("rm [char]82", "rm *[char]+82");
    check("rm ([char]82)", "rm 'R'@82");
}

#[test]
fn patterns_count_only_outside_quotes() {
    check("rm a*b", "rm a+**+b");
    check("rm 'a*b'", "rm 'a*b'");
    check("rm a`*b", "rm a+'*b'");
    check("rm x[a-c]?", "rm x+*[a-c]+*?");
    check("?", "?");
    check("rm ~/x", "rm ~~+/x");
}

#[test]
fn values_cover_their_text() {
    check("rm $x\\y", "rm $$x+\\y");
    check("rm $x.y", "rm $$x.y");
    check("rm (gi x).FullName", "rm ((gi x))+?.FullName");
    check("rm \"$(gi x)\"", "rm ($(gi x))");
    check("rm -Path:$x", "rm -Path:+$$x");
    check("(gi x).Delete()", "((gi x))+.Delete");
}
