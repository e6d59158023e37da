//! What the catalogue and the settings say of themselves: lists, pages, schema.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use policy_core::rules::{self, Page, Rule};
use policy_core::settings::schema::json_schema;
use policy_core::settings::spelling::nearest;

use crate::repository::root;
use crate::wrap::wrap;

/// Prints one rule's page.
pub fn explain(id: &str) -> Result<(), String> {
    let Some(rule) = rules::by_id(id) else { return Err(unknown(id)) };
    print!("{}", page(rule, 80));
    Ok(())
}

fn unknown(id: &str) -> String {
    let ids = || rules::all().iter().map(|rule| rule.id);
    // A person may remember the name and not the family.
    let named = ids().find(|full| full.split_once('/').is_some_and(|(_, name)| name == id));
    let hint = match named.or_else(|| nearest(id, ids())) {
        Some(near) => format!("did you mean `{near}`? "),
        None => String::new(),
    };
    format!("there is no rule `{id}`; {hint}`cargo xtask rules` lists them all")
}

fn page(rule: &Rule, width: usize) -> String {
    let mut out = String::new();
    for line in Page(rule).to_string().lines() {
        if line.starts_with("- ") || line.len() <= width {
            out.push_str(line);
            out.push('\n');
        } else {
            for part in wrap(line, width) {
                out.push_str(&part);
                out.push('\n');
            }
        }
    }
    out
}

/// Prints every rule, one family after the other.
pub fn list() {
    print!("{}", listing());
}

fn listing() -> String {
    let mut out = String::new();
    for (family, rules) in families() {
        let _ = writeln!(out, "{family}");
        let name = |rule: &Rule| rule.id.split_once('/').map_or(rule.id, |(_, name)| name);
        let widest = rules.iter().map(|rule| name(rule).len()).max().unwrap_or_default();
        for rule in rules {
            let mut left = format!("  {:<9} {:<widest$}", rule.level.name(), name(rule));
            for line in wrap(rule.title, 78_usize.saturating_sub(left.len())) {
                let _ = writeln!(out, "{left}  {line}");
                left = " ".repeat(left.len());
            }
        }
        out.push('\n');
    }
    let _ = writeln!(
        out,
        "{} rules; `cargo xtask explain FAMILY/NAME` prints a rule's page",
        rules::all().len()
    );
    out
}

/// Rules by family, in the order they are asked.
fn families() -> Vec<(&'static str, Vec<&'static Rule>)> {
    let mut families: Vec<(&'static str, Vec<&'static Rule>)> = Vec::new();
    for rule in rules::all() {
        let family = rule.id.split_once('/').map_or(rule.id, |(family, _)| family);
        match families.iter_mut().find(|(name, _)| *name == family) {
            Some((_, rules)) => rules.push(rule),
            None => families.push((family, vec![rule])),
        }
    }
    families
}

/// Prints the JSON Schema of the settings document.
pub fn schema() {
    println!("{:#}", json_schema());
}

/// How to write the pages.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Options {
    /// Only check that they are up to date, and that the examples in the documents are true.
    #[arg(long)]
    check: bool,
}

/// Writes or checks `docs/rules`.
pub fn docs(options: Options) -> Result<(), String> {
    if options.check {
        check_pages()?;
        return crate::examples::check();
    }
    let folder = folder();
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(fail)?;
    let pages = pages();
    for name in written_names()?.iter().filter(|name| !pages.contains_key(*name)) {
        fs::remove_file(folder.join(name)).map_err(fail)?;
    }
    for (name, text) in &pages {
        fs::write(folder.join(name), text).map_err(fail)?;
    }
    println!("wrote {} pages into docs/rules", pages.len());
    Ok(())
}

/// Fails where `docs/rules` is not what the catalogue says.
pub fn check_pages() -> Result<(), String> {
    let pages = pages();
    let stale = |(name, text): &(&String, &String)| {
        let written = fs::read_to_string(folder().join(name)).unwrap_or_default();
        written.replace("\r\n", "\n") != **text
    };
    let mut wrong: Vec<_> = pages.iter().filter(stale).map(|(name, _)| name.clone()).collect();
    wrong.extend(written_names()?.into_iter().filter(|name| !pages.contains_key(name)));
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("docs/rules is out of date ({}); `cargo xtask docs` updates it", wrong.join(", ")))
}

fn folder() -> PathBuf {
    root().join("docs/rules")
}

fn written_names() -> Result<Vec<String>, String> {
    let Ok(entries) = fs::read_dir(folder()) else { return Ok(Vec::new()) };
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
    Ok(names.map(|name| name.to_string_lossy().into_owned()).collect())
}

/// One page a family, and a table of contents.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let mut contents = String::from(WRITTEN);
    contents
        .push_str("# Rules\n\nFor each effect of a command the first rule that applies speaks.\n");
    for (family, rules) in families() {
        let _ = writeln!(contents, "\n## [{family}]({family}.md)\n");
        contents.push_str("| rule | level | |\n|---|---|---|\n");
        let mut text = format!("{WRITTEN}# {family}\n");
        for rule in rules {
            let _ =
                writeln!(contents, "| `{}` | {} | {} |", rule.id, rule.level.name(), rule.title);
            text.push('\n');
            for line in page(rule, usize::MAX).lines() {
                // Each page becomes a chapter of its family's.
                let deeper = if line.starts_with('#') { "#" } else { "" };
                let _ = writeln!(text, "{deeper}{line}");
            }
        }
        pages.insert(format!("{family}.md"), text);
    }
    pages.insert("README.md".to_owned(), contents);
    pages
}

const WRITTEN: &str = "<!-- Written by `cargo xtask docs` from the catalogue; change the rules, not this file. -->\n\n";

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
        assert_eq!(far, "there is no rule `weather`; `cargo xtask rules` lists them all");
    }

    #[test]
    fn the_list_names_every_rule_within_eighty_columns() {
        let text = listing();
        for rule in rules::all() {
            let name = rule.id.split_once('/').map_or(rule.id, |(_, name)| name);
            assert!(text.contains(name), "{}", rule.id);
        }
        let wide = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None);
    }

    #[test]
    fn every_family_has_a_page_with_all_its_rules() {
        let pages = pages();
        for rule in rules::all() {
            let family = rule.id.split_once('/').map_or(rule.id, |(family, _)| family);
            let page = pages.get(&format!("{family}.md")).map_or("", String::as_str);
            assert!(page.contains(rule.what), "{}", rule.id);
        }
    }
}
