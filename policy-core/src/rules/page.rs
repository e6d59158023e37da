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
        writeln!(f, "# {}\n", rule.title)?;
        writeln!(f, "`{}`, {}\n", rule.id, rule.level.name())?;
        writeln!(f, "## What happens\n\n{}\n", rule.what)?;
        writeln!(f, "## Why it matters\n\n{}\n", rule.why)?;
        writeln!(f, "## What to do instead\n\n{}\n", rule.instead)?;
        writeln!(f, "## Examples\n")?;
        for example in rule.matches {
            writeln!(f, "- speaks up: `{}`", escaped(example))?;
        }
        for example in rule.non_matches {
            writeln!(f, "- leaves alone: `{}`", escaped(example))?;
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
