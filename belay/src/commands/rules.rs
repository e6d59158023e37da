//! `belay rules` and `belay explain`: the catalogue, as a list and page by page.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Result, bail};
use policy_core::rules::{self, Page, PageWords, Rule};
use policy_core::settings::nearest;

use super::Exit;
use crate::language::Language;
use crate::output::{FAINT, STRONG, WIDTH, columns, risk_style, styled, wrap};

/// Prints every rule, one family after the other.
///
/// # Errors
/// Standard output is closed.
pub fn list(json: bool) -> Result<Exit> {
    let mut out = anstream::stdout().lock();
    if json {
        for rule in rules::all() {
            let line =
                serde_json::json!({"id": rule.id, "title": rule.title, "level": rule.level.name()});
            writeln!(out, "{line}")?;
        }
    } else {
        write!(out, "{}", listing(&Language::of_terminal()))?;
    }
    Ok(Exit::Done)
}

fn listing(language: &Language) -> String {
    let mut out = String::new();
    for (family, rules) in rules::families() {
        // Writing into a string has no way to fail.
        let _ = writeln!(out, "{}", styled(STRONG, family));
        let name = |rule: &Rule| rule.id.split_once('/').map_or(rule.id, |(_, name)| name);
        let widest = rules.iter().map(|rule| name(rule).len()).max().unwrap_or_default();
        for rule in rules {
            let level = styled(risk_style(rule.level), format!("{:<9}", rule.level.name()));
            let mut left = format!("  {level} {:<widest$}", name(rule));
            let taken = 2 + 9 + 1 + widest + 2;
            for line in wrap(language.rule(rule).title, WIDTH.saturating_sub(taken)) {
                let _ = writeln!(out, "{left}  {line}");
                left = " ".repeat(taken - 2);
            }
        }
        out.push('\n');
    }
    let total = rules::all().len();
    let hint = format!("{total} rules; `belay explain FAMILY/NAME` prints a rule's page");
    let _ = writeln!(out, "{}", styled(FAINT, hint));
    out
}

/// Prints one rule's page.
///
/// # Errors
/// There is no such rule, or standard output is closed.
pub fn explain(id: &str) -> Result<Exit> {
    let Some(rule) = rules::by_id(id) else { bail!(unknown(id)) };
    let mut out = anstream::stdout().lock();
    for line in page(rule, &Language::of_terminal()).lines() {
        if line.starts_with("- ") || columns(line) <= WIDTH {
            let style = if line.starts_with('#') { STRONG } else { anstyle::Style::new() };
            writeln!(out, "{}", styled(style, line))?;
        } else {
            for part in wrap(line, WIDTH) {
                writeln!(out, "{part}")?;
            }
        }
    }
    Ok(Exit::Done)
}

/// The page in the person's language.
fn page(rule: &Rule, language: &Language) -> String {
    let said = language.rule(rule);
    let word = |name: &str| language.word(name);
    let translated = || {
        let words = PageWords {
            title: said.title,
            level: word(&format!("risk.{}", rule.level.name()))?,
            what: (word("try.what")?, said.what),
            why: (word("try.why")?, said.why),
            instead: (word("try.instead")?, said.instead),
            examples: word("try.samples")?,
            matches: word("try.ruleMatches")?,
            non_matches: word("try.ruleSpares")?,
        };
        let mut page = String::new();
        words.write(rule, &mut page).ok()?;
        Some(page)
    };
    translated().unwrap_or_else(|| Page(rule).to_string())
}

fn unknown(id: &str) -> String {
    let ids = || rules::all().iter().map(|rule| rule.id);
    // A person may remember the name and not the family.
    let named = ids().find(|full| full.split_once('/').is_some_and(|(_, name)| name == id));
    let hint = match named.or_else(|| nearest(id, ids())) {
        Some(near) => format!("did you mean `{near}`? "),
        None => String::new(),
    };
    format!("there is no rule `{id}`; {hint}`belay rules` lists them all")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_is_not_there_is_answered_with_the_one_that_was_meant() {
        let near = unknown("files/delete-tre");
        assert!(near.contains("did you mean `files/delete-tree`?"), "{near}");
        let bare = unknown("delete-tree");
        assert!(bare.contains("did you mean `files/delete-tree`?"), "{bare}");
        let far = unknown("weather");
        assert_eq!(far, "there is no rule `weather`; `belay rules` lists them all");
    }

    #[test]
    fn the_list_names_every_rule_within_eighty_columns() {
        let text = listing(&Language::default());
        let text = anstream::adapter::strip_str(&text).to_string();
        for rule in rules::all() {
            let name = rule.id.split_once('/').map_or(rule.id, |(_, name)| name);
            assert!(text.contains(name), "{}", rule.id);
        }
        let wide = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None);
    }

    #[test]
    fn a_page_is_told_in_the_language_of_the_terminal() {
        let rule = rules::by_id("files/delete-tree").unwrap_or_else(|| unreachable!());
        let german = page(rule, &Language::named("de"));
        assert!(german.contains("## Stattdessen"), "{german}");
        assert!(german.contains("files/delete-tree") && !german.contains(rule.what), "{german}");
        assert_eq!(page(rule, &Language::default()), Page(rule).to_string());
    }
}
