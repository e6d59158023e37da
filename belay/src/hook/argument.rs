//! A command that a host sends as a list of words, as the text a shell would read.

use policy_core::shell::{Dialect, Platform, detect};

/// The text of a command and its shell, where the words name one (`bash -lc '…'`).
pub(super) fn text(words: &[String]) -> (String, Option<Dialect>) {
    if let [program, flags, text] = words
        && let Some(dialect) = shell(program)
        && runs_text(dialect, flags)
    {
        return (text.clone(), Some(dialect));
    }
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    (quoted.join(" "), None)
}

fn shell(program: &str) -> Option<Dialect> {
    // A name that is answered by the platform on both sides is no shell's.
    let [unix, windows] = [Platform::Unix, Platform::Windows].map(|on| detect(program, on));
    (unix == windows).then_some(unix)
}

fn runs_text(dialect: Dialect, flags: &str) -> bool {
    let lower = flags.to_ascii_lowercase();
    match dialect {
        Dialect::PowerShell => matches!(lower.as_str(), "-c" | "-command"),
        Dialect::Cmd => lower == "/c",
        _ => matches!(flags, "-c" | "-lc" | "-ic" | "-lic" | "-ec"),
    }
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &[&str], expected: &str, dialect: Option<Dialect>) {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(text(&words), (expected.to_owned(), dialect));
    }

    #[test]
    fn a_shell_that_is_named_reads_its_text() {
        check(&["bash", "-lc", "rm -rf x"], "rm -rf x", Some(Dialect::Bash));
        check(&["/bin/zsh", "-c", "ls"], "ls", Some(Dialect::Zsh));
        check(&["pwsh.exe", "-Command", "ls"], "ls", Some(Dialect::PowerShell));
        check(&["cmd", "/c", "dir"], "dir", Some(Dialect::Cmd));
    }

    #[test]
    fn other_words_stay_words() {
        check(&["rm", "-rf", "a b", "$x"], "rm -rf 'a b' '$x'", None);
        check(&["echo", "it's", ""], r"echo 'it'\''s' ''", None);
        check(&["bash", "-x", "a.sh"], "bash -x a.sh", None);
    }
}
