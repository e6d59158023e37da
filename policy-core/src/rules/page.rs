//! The page each rule gets: the same text for a terminal, the settings app and the docs.

use std::fmt;

use super::Rule;
use crate::wire;

/// A rule as a page of Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a>(pub &'a Rule);

impl fmt::Display for Page<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = self.0;
        let words = PageWords {
            title: rule.title,
            level: rule.level.name(),
            what: ("What happens", rule.what),
            why: ("Why it matters", rule.why),
            instead: ("What to do instead", rule.instead),
            examples: "Examples",
            matches: "speaks up",
            non_matches: "leaves alone",
        };
        words.write(rule, f)
    }
}

/// The words of a page, for one in another language.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "each is what its name says, as it stands on the page")]
pub struct PageWords<'a> {
    pub title: &'a str,
    pub level: &'a str,
    /// A heading and its text.
    pub what: (&'a str, &'a str),
    pub why: (&'a str, &'a str),
    pub instead: (&'a str, &'a str),
    pub examples: &'a str,
    /// Before a command the rule applies to.
    pub matches: &'a str,
    /// Before one that it leaves alone.
    pub non_matches: &'a str,
}

impl PageWords<'_> {
    /// Writes the page of a rule.
    ///
    /// # Errors
    /// Where it is written to fails.
    pub fn write(&self, rule: &Rule, f: &mut impl fmt::Write) -> fmt::Result {
        writeln!(f, "# {}\n", self.title)?;
        writeln!(f, "`{}`, {}\n", rule.id, self.level)?;
        for (heading, text) in [self.what, self.why, self.instead] {
            writeln!(f, "## {heading}\n\n{text}\n")?;
        }
        writeln!(f, "## {}\n", self.examples)?;
        let lists = [(self.matches, rule.matches), (self.non_matches, rule.non_matches)];
        for (label, examples) in lists {
            for example in examples {
                writeln!(f, "- {label}: `{}`", escaped(example))?;
            }
        }
        Ok(())
    }
}

impl From<&Rule> for wire::RuleLine {
    fn from(rule: &Rule) -> Self {
        Self { id: rule.id.into(), title: rule.title.into(), level: rule.level }
    }
}

impl From<&Rule> for wire::Rule {
    fn from(rule: &Rule) -> Self {
        let texts = |list: &[&'static str]| list.iter().map(|text| (*text).into()).collect();
        Self {
            id: rule.id.into(),
            title: rule.title.into(),
            level: rule.level,
            explanation: wire::Explanation {
                what: rule.what.into(),
                why: rule.why.into(),
                instead: rule.instead.into(),
            },
            matches: texts(rule.matches),
            non_matches: texts(rule.non_matches),
            page: Page(rule).to_string(),
        }
    }
}

/// An example on one line, with what would end it or its quotes escaped.
fn escaped(example: &str) -> String {
    let mut line = String::new();
    for letter in example.chars() {
        match letter {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            '\\' | '"' | '\'' => line.extend(['\\', letter]),
            // What nobody sees is spelled out.
            '\0'..='\x1f' | '\x7f' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => {
                line.extend(letter.escape_unicode());
            }
            '\u{2060}'..='\u{206f}' | '\u{feff}' => line.extend(letter.escape_unicode()),
            _ => line.push(letter),
        }
    }
    line
}
