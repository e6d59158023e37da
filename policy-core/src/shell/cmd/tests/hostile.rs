//! Texts made to take long. Time is counted in bytes looked at, which no busy machine changes.

use super::read;

/// No text may make the reader look at a byte more often than this on average. The names of
/// commands are looked at ahead of time, so that short ones cost the most.
const LOOKS: usize = 20;

/// Repeats a part up to a size, behind a beginning and before an end.
#[track_caller]
fn check(size: usize, beginning: &str, part: &str, end: &str) {
    let text = format!("{beginning}{}{end}", part.repeat(size / part.len()));
    let looks = read(&text).steps / text.len();
    assert!(
        looks <= LOOKS,
        "{beginning:?}, then {part:?} up to {size} bytes: {looks} looks a byte"
    );
}

#[test]
fn long_texts() {
    for part in PARTS.split('·') {
        check(1 << 18, "", part, "");
    }
}

#[test]
fn every_part_behind_every_beginning() {
    for beginning in BEGINNINGS.split('·') {
        for part in PARTS.split('·') {
            check(1 << 14, beginning, part, "");
        }
    }
}

#[test]
fn closed_nests() {
    for (part, end) in [("(", ")"), ("if a==b (", ")"), ("for /f %i in ('", "') do a")] {
        check(1 << 17, "", part, &end.repeat((1 << 17) / part.len()));
    }
}

/// What is repeated, separated by `·`.
const PARTS: &str = concat!(
    "(·)·()·(a·((a) ·(a)(·^·^^ ·^\n·^&·^(·\"·\"\"·\" ·\\\"·\\·\\\\\" ·%·%%·%a·%a ·%a:·",
    "%a:=·%a:~·%~·%~f·%~$·%~$a:·%~$a:f·%a(·!·!a·!a:·!a:=·!a:~%·&·&&·|·||·a|·a&·a&&·>·>>·",
    "<·2>·2>&1·>&·a=2>·,·;·=·@·:·::\n·:a&·\n·\r·\r\n·a·a ·é·^é·/·/a·a/b· a/b/b·del a/b/·",
    "rd/s/q ·call ·start ·start \"\" ·start /b ·if ·if a==b ·if a==b (·if not ·if /i ·",
    "if exist a ·if a==b (c) else ·if a==b if ·else ·else (·else & ·for ·for %i ·",
    "for %i in ·for %i in (·for %i in (a) do ·for %i in (a) do (·for /f ·for /f %i in ('·",
    "for /f %i in ('a') do ·for /f %i in ('a) do ·for /f %i in ('a\" ·",
    "for /f %i in ('a ' b) ·for /f %i in (a) do ·for /r a %i in (b) do ·for /r a %i in (·",
    "rem ·rem & ·rem > ·set ·set a=b ·set a=b&·set \"a=b\"&·set /a a=·set /a a=b&·set \"·",
    "echo.·echo(·'·')·') ·`·*·?·a*·/?·d\"e\"l ·d^e^l ·d^\n·a) else ·(a) else ",
);

/// What it is repeated behind.
const BEGINNINGS: &str = concat!(
    "·(·\"·del ·del x·echo ·cmd ·set x=·if ·if a==b (·for %i in (·for /f %i in ('·",
    "for /f %i in ('(·for /r C:\\x %i in (·start ·call ·a | ",
);
