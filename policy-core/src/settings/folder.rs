//! Compares the paths of folders, as text.
//!
//! Trusting a workspace lifts the fence around it, so whatever is unclear counts as different: a
//! relative path, a `..`, another case where the file system may be case-sensitive.

/// Whether two texts surely name the same folder.
pub(crate) fn same(a: &str, b: &str) -> bool {
    matches!((normalised(a), normalised(b)), (Some(a), Some(b)) if a == b)
}

/// The one spelling of a full path, or nothing when the text is not a full path or climbs with `..`.
pub fn normalised(path: &str) -> Option<String> {
    if path.contains('\0') {
        return None;
    }
    // Windows itself gives out canonical paths with this prefix.
    let path = path.strip_prefix(r"\\?\").filter(|rest| drive(rest).is_some()).unwrap_or(path);
    let on_drive = drive(path).is_some();
    // Elsewhere a backslash is an ordinary letter of a name.
    let path = match on_drive || path.starts_with(r"\\") {
        true => path.replace('\\', "/"),
        false => path.to_owned(),
    };
    let (root, rest) = match drive(&path) {
        // Windows ignores case; folding ASCII alone errs on the side of difference.
        Some((letter, rest)) => (format!("{letter}:/"), rest.to_ascii_lowercase()),
        // Two slashes may name another machine, so they are kept apart from one.
        None => match path.strip_prefix("//") {
            Some(rest) => ("//".to_owned(), rest.to_owned()),
            None => ("/".to_owned(), path.strip_prefix('/')?.to_owned()),
        },
    };
    let mut names = Vec::new();
    for name in rest.split('/') {
        match name {
            "" | "." => {}
            ".." => return None,
            name => names.push(name),
        }
    }
    Some(root + &names.join("/"))
}

/// The drive letter, in lower case, and what follows `C:\`.
fn drive(path: &str) -> Option<(char, &str)> {
    let mut chars = path.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    chars.next().filter(|c| *c == ':')?;
    chars.next().filter(|c| matches!(c, '/' | '\\'))?;
    Some((letter.to_ascii_lowercase(), chars.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: bool) {
        assert_eq!(same(a, b), expected, "{a} and {b}");
        assert_eq!(same(b, a), expected, "{b} and {a}");
    }

    #[test]
    fn spellings_of_one_folder_are_the_same() {
        check("/home/ann/app", "/home/ann/app/", true);
        check("/home/ann/app", "/home/./ann//app/.", true);
        check(r"C:\code\app", "c:/Code/App/", true);
        check(r"\\?\C:\code\app", r"C:\code\app", true);
        check(r"\\server\share\app", "//server/share/app", true);
        check("/", "/.", true);
    }

    #[test]
    fn whatever_is_unclear_is_different() {
        check("/home/ann/app", "/home/ann/App", false);
        check("/home/ann/app", "/home/ann/app/inner", false);
        check("/home/ann/app", "/home/ann/other/../app", false);
        check("/home/../home/ann", "/home/../home/ann", false);
        check("app", "app", false);
        check("~/app", "~/app", false);
        check("C:app", "C:app", false);
        check(r"/home/ann\app", "/home/ann/app", false);
        check("//home/ann", "/home/ann", false);
        check(r"C:\straße", r"C:\STRASSE", false);
        check("", "", false);
    }
}
