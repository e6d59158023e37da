//! Texts that cannot be read, or that look other than they are.

use crate::risk::Risk;
use crate::rules::Rule;
use crate::shell::tree::ProblemKind;

/// The rule for a problem; a heredoc left open has none.
pub(in crate::rules) fn id_for(kind: ProblemKind) -> Option<&'static str> {
    Some(match kind {
        ProblemKind::UnclosedQuote | ProblemKind::UnclosedGroup | ProblemKind::Unexpected => {
            "text/malformed"
        }
        ProblemKind::TooDeep | ProblemKind::TooLong | ProblemKind::TooMany => "text/too-much",
        ProblemKind::HiddenCharacters => "text/hidden-characters",
        ProblemKind::OpenHeredoc => return None,
    })
}

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "text/malformed",
        title: "Cannot be read completely",
        level: Risk::Medium,
        effect_kinds: &[],
        condition: |_| false,
        what: "A quote or bracket is not closed, or an operator is in the wrong place.",
        why: "The shell may read it differently from what it looks like.",
        instead: "Close what is open, and write one command per line.",
        matches: &["echo 'a", "&&& ls", "echo $(ls"],
        non_matches: &["echo 'a'", "echo \"it's\""],
    },
    Rule {
        id: "text/too-much",
        title: "Too long or too deeply nested to be read",
        level: Risk::Medium,
        effect_kinds: &[],
        condition: |_| false,
        what: "The text is longer, or nested deeper, than Belay reads.",
        why: "What was not read cannot be judged.",
        instead: "Put the commands into a script and run that.",
        matches: &[],
        non_matches: &["echo $(echo $(echo a))"],
    },
    Rule {
        id: "text/hidden-characters",
        title: "Contains invisible characters",
        level: Risk::Medium,
        effect_kinds: &[],
        condition: |_| false,
        what: "The text contains control, zero-width or right-to-left characters.",
        why: "What you see is not what the shell reads.",
        instead: "Type the command again without them.",
        matches: &["ls \u{202e}txt.sh", "rm\u{200b} x"],
        non_matches: &["echo héllo", "echo 'a\tb'"],
    },
    Rule {
        id: "settings/risk-rule",
        title: "Matches one of your own risk rules",
        level: Risk::High,
        effect_kinds: &[],
        condition: |_| false,
        what: "A pattern in `shellSpecificRiskRules` matches part of it.",
        why: "You have said that this is dangerous.",
        instead: "Change the pattern if it matches too much.",
        matches: &[],
        non_matches: &["ls"],
    },
];
