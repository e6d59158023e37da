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
        title: "Cannot be read as a whole",
        level: Risk::Medium,
        effect_kinds: &[],
        condition: |_| false,
        what: "A quote or bracket is left open, or an operator stands where none can.",
        why: "The shell may read it in another way than it looks.",
        instead: "Close what is open and write one command a line.",
        matches: &["echo 'a", "&&& ls", "echo $(ls"],
        non_matches: &["echo 'a'", "echo \"it's\""],
    },
    Rule {
        id: "text/too-much",
        title: "Too long or too deep to be read",
        level: Risk::Medium,
        effect_kinds: &[],
        condition: |_| false,
        what: "The text is longer, or nests deeper, than is read.",
        why: "What was not read cannot be judged.",
        instead: "Put the commands into a script and run that.",
        matches: &[],
        non_matches: &["echo $(echo $(echo a))"],
    },
    Rule {
        id: "text/hidden-characters",
        title: "Holds characters that cannot be seen",
        level: Risk::Medium,
        effect_kinds: &[],
        condition: |_| false,
        what: "Control, zero-width or right-to-left characters stand in the text.",
        why: "What one sees is not what the shell reads.",
        instead: "Type the command anew without them.",
        matches: &["ls \u{202e}txt.sh", "rm\u{200b} x"],
        non_matches: &["echo héllo", "echo 'a\tb'"],
    },
    Rule {
        id: "settings/risk-rule",
        title: "Matches one of your own risk rules",
        level: Risk::High,
        effect_kinds: &[],
        condition: |_| false,
        what: "A pattern under `shellSpecificRiskRules` matches a part of it.",
        why: "You have said that this is dangerous.",
        instead: "Change the pattern where it catches too much.",
        matches: &[],
        non_matches: &["ls"],
    },
];
