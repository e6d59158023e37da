//! The page each rule gets: the same text for a terminal, the settings app and the docs.

use std::fmt;

use super::Rule;

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
            writeln!(f, "- speaks up: `{}`", example.escape_debug())?;
        }
        for example in rule.spares {
            writeln!(f, "- leaves alone: `{}`", example.escape_debug())?;
        }
        Ok(())
    }
}
