use super::outlined;

/// Reads `text`, which must be without problems, and compares its outline.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (found, problems) = outlined(text);
    assert_eq!(found, expected, "of {text:?}");
    assert!(problems.is_empty(), "{text:?} has {problems:?}");
}

#[test]
fn simple() {
    check("Get-Date", "(Get-Date)");
}
