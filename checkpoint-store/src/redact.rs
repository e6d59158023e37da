//! Secrets are taken out of everything that is written down or shown.
//!
//! Three ways to notice one: by its form (tokens of well-known services), by its place (the value
//! of `--password`, of `API_KEY=`, the password in a URL, an authorization header), and by its
//! look (a long run of letters and digits that no word or path has).

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex, RegexBuilder};

/// What stands where a secret stood.
const GONE: &str = "[secret]";

/// The shortest run that is looked at for its randomness. Git's object ids have 40, and are left
/// alone because they hold hexadecimal digits only.
const LONG: usize = 24;

/// Bits a character, above which a run is taken for random.
const RANDOM: f64 = 3.8;

/// A pattern, and what a text must have for it to apply at all: compiling a pattern takes longer
/// than everything else a hook does, and most commands have nothing of the kind.
struct Secret {
    signs: &'static [&'static str],
    pattern: LazyLock<Option<Regex>>,
}

macro_rules! secret {
    ($signs:expr, $any_case:literal, $pattern:expr) => {
        Secret {
            signs: &$signs,
            pattern: LazyLock::new(|| {
                RegexBuilder::new($pattern)
                    .case_insensitive($any_case)
                    .dot_matches_new_line(true)
                    .build()
                    .ok()
            }),
        }
    };
}

/// Signs are in lower case.
static SECRETS: [Secret; 5] = [
    // By form.
    secret!(
        [
            "sk-",
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "github_pat_",
            "glpat-",
            "xox",
            "akia",
            "asia",
            "aiza",
            "ya29.",
            "npm_",
            "pypi-",
            "dop_v1_",
            "hf_",
            "k_live_",
            "k_test_",
            "sg.",
            "eyj",
            "private key",
        ],
        false,
        concat!(
            r"(?P<gone>",
            r"\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|",
            r"\bglpat-[A-Za-z0-9_-]{16,}|\bxox[abeprs]-[A-Za-z0-9-]{10,}|",
            r"\bA(?:KIA|SIA)[A-Z0-9]{16}\b|",
            r"\bAIza[A-Za-z0-9_-]{30,}|\bya29\.[A-Za-z0-9_-]{20,}|\bnpm_[A-Za-z0-9]{30,}|",
            r"\bpypi-[A-Za-z0-9_-]{30,}|\bdop_v1_[a-f0-9]{40,}|\bhf_[A-Za-z0-9]{30,}|",
            r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|",
            r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*|",
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z))",
        )
    ),
    // By place: user:password@host
    secret!(
        ["://"],
        true,
        r"(?P<kept>[a-z][a-z0-9+.-]*://[^\s/:@]*:)(?P<gone>[^\s/@]+)(?P<rest>@)"
    ),
    // Authorization: Bearer x, X-Api-Key: x
    secret!(
        ["authorization", "x-"],
        true,
        r#"(?P<kept>(?:authorization|x-[a-z-]*(?:key|token))["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token)\s+)?)(?P<gone>[^\s"']+)"#
    ),
    // PASSWORD=x, "apiKey": "x", --token x, --token=x
    secret!(
        ["passwd", "password", "passphrase", "secret", "key", "token", "credential"],
        true,
        r#"(?P<kept>(?:--?)?["']?[a-z0-9_.-]*(?:passw(?:or)?d|passphrase|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|token|credentials?)[a-z0-9_-]*["']?(?:\s*[:=]\s*|\s+)["']?)(?P<gone>[^\s"'&|;<>$(){}\[\]-][^\s"'&|;<>]*)"#
    ),
    // curl -u user:password, mysql -psecret
    secret!(["-u"], true, r#"(?P<kept>\s-u\s*["']?[^\s:"']+:)(?P<gone>\d*[^\s"'/\d][^\s"']*)"#),
];

/// The text without what looks like a secret.
#[must_use]
pub fn redacted(text: &str) -> String {
    let small = text.to_ascii_lowercase();
    // A sign may be written with letters that only Unicode takes for the same.
    let any = !text.is_ascii();
    let mut text = Cow::Borrowed(text);
    for secret in &SECRETS {
        if !any && !secret.signs.iter().any(|sign| small.contains(sign)) {
            continue;
        }
        let Some(pattern) = &*secret.pattern else { continue };
        if let Cow::Owned(changed) = pattern.replace_all(&text, |found: &Captures<'_>| {
            let part = |name| found.name(name).map_or("", |part| part.as_str());
            if part("gone") == GONE || is_flag_word(part("kept"), part("gone")) {
                return found.get(0).map_or("", |whole| whole.as_str()).to_owned();
            }
            format!("{}{GONE}{}", part("kept"), part("rest"))
        }) {
            text = Cow::Owned(changed);
        }
    }
    without_random_runs(&text)
}

/// `git log --author token fix` or `grep password src`: a word behind a word is not a value unless
/// a sign or a flag says so.
fn is_flag_word(kept: &str, gone: &str) -> bool {
    let joined = kept.trim_end().ends_with([':', '=']) || kept.trim_start().starts_with('-');
    !kept.is_empty()
        && !joined
        && kept.ends_with(char::is_whitespace)
        && !kept.contains("earer")
        && !gone.is_empty()
}

fn without_random_runs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '+' | '_' | '=') {
            run.push(c);
        } else {
            finish(&mut run, &mut out);
            out.push(c);
        }
    }
    finish(&mut run, &mut out);
    out
}

fn finish(run: &mut String, out: &mut String) {
    out.push_str(if looks_random(run) { GONE } else { run });
    run.clear();
}

/// Long, with digits and both cases, and with no more order than chance gives.
fn looks_random(run: &str) -> bool {
    run.len() >= LONG
        && run.bytes().any(|byte| byte.is_ascii_digit())
        && run.bytes().any(|byte| byte.is_ascii_uppercase())
        && run.bytes().any(|byte| byte.is_ascii_lowercase())
        && entropy(run) > RANDOM
}

fn entropy(run: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in run.bytes() {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let length = f64::from(u32::try_from(run.len()).unwrap_or(u32::MAX));
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| {
            let share = f64::from(*count) / length;
            -share * share.log2()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_go() {
        let secrets = [
            ("curl -H 'Authorization: Bearer abc123.def' x", "abc123"),
            ("API_KEY=hunter2value npm publish", "hunter2"),
            ("psql postgres://bob:s3cretpw@db/x", "s3cretpw"),
            ("deploy --token tok_9f8e7d6c", "9f8e7d6c"),
            ("deploy --password=hunter2", "hunter2"),
            ("echo sk-ant-api03-AAAABBBBCCCCDDDDEEEE", "AAAABBBB"),
            ("git remote add o https://u:ghp_abcdefghijklmnopqrstuvwx@github.com/a/b", "ghp_abc"),
            ("export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY", "wJalr"),
            ("echo AKIAIOSFODNN7EXAMPLE", "AKIAIOS"),
            ("curl -u bob:hunter2 https://x", "hunter2"),
            ("echo q8Zt3LmV0xPw7RsK2bNy6HfJ4dGc1", "q8Zt3"),
            ("{\"apiKey\": \"hunter2\"}", "hunter2"),
            (
                "echo -----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----",
                "MIIEow",
            ),
            ("curl -H 'X-Api-Key: hunter2' x", "hunter2"),
        ];
        for (text, secret) in secrets {
            let shown = redacted(text);
            assert!(!shown.contains(secret) && shown.contains(GONE), "{text} → {shown}");
        }
    }

    #[test]
    fn ordinary_words_stay() {
        for text in [
            "git reset --hard 3f2b9c1d4e5f60718293a4b5c6d7e8f901234567",
            "grep -rn password src",
            "rm -rf node_modules/.cache/very-long-folder-name-without-any-secret",
            "npm run test -- --grep 'token refresh works'",
            "cat src/authentication/TokenRefreshServiceImplementation.java",
            "git log --author=bob",
            "docker run -u 1000:1000 image",
            "echo $API_KEY",
            "curl https://example.com/a/b?page=2",
        ] {
            assert_eq!(redacted(text), text);
        }
    }

    /// What signs leave out: every pattern, whatever the text has.
    fn redacted_by_all(text: &str) -> String {
        // One letter beyond ASCII, at an end where no pattern sees it, asks for all of them.
        let shown = redacted(&format!("{text}\n\u{2028}"));
        shown.trim_end_matches(['\n', '\u{2028}']).to_owned()
    }

    proptest::proptest! {
        #[test]
        fn signs_leave_out_no_pattern(
            text in "([ -~]{0,12}(sk-|ghp_|AKIA|://a:|X-Key: |pass|token=|key=|-u b:|eyJ)[ -~]{0,40}){1,3}"
        ) {
            proptest::prop_assert_eq!(redacted(&text), redacted_by_all(&text));
        }

        #[test]
        fn a_text_once_redacted_stays_as_it_is(text in ".{0,80}") {
            let once = redacted(&text);
            proptest::prop_assert_eq!(redacted(&once), once);
        }
    }
}
