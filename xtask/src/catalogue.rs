//! `cargo xtask docs`: a page for every rule, written from the catalogue.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use policy_core::rules::{self, Page};

use crate::repository::root;

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
    fs::write(english(), english_texts()).map_err(|error| format!("{ENGLISH}: {error}"))?;
    println!("wrote {} pages into docs/rules, and {ENGLISH}", pages.len());
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
    if fs::read_to_string(english()).unwrap_or_default().replace("\r\n", "\n") != english_texts() {
        return Err(format!("{ENGLISH} is out of date; `cargo xtask docs` updates it"));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(format!("docs/rules is out of date ({}); `cargo xtask docs` updates it", wrong.join(", ")))
}

/// What translators start from: the rules' texts as the engine has them.
const ENGLISH: &str = "locales/en/rules.json";

fn english() -> PathBuf {
    root().join(ENGLISH)
}

fn english_texts() -> String {
    let mut out = String::from("{");
    for (index, rule) in rules::all().iter().enumerate() {
        let texts = [
            ("title", rule.title),
            ("what", rule.what),
            ("why", rule.why),
            ("instead", rule.instead),
        ];
        // Written by hand, for the order of the catalogue is to stay.
        let _ = write!(out, "{}\n  {:?}: {{", if index == 0 { "" } else { "," }, rule.id);
        for (place, (key, text)) in texts.into_iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let _ = write!(out, "{comma}\n    {key:?}: {}", serde_json::Value::from(text));
        }
        out.push_str("\n  }");
    }
    out.push_str("\n}\n");
    out
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
        .push_str("# Rules\n\nFor each effect of a command the first rule that applies decides.\n");
    for (family, rules) in rules::families() {
        let _ = writeln!(contents, "\n## [{family}]({family}.md)\n");
        contents.push_str("| rule | level | |\n|---|---|---|\n");
        let mut text = format!("{WRITTEN}# {family}\n");
        for rule in rules {
            let _ =
                writeln!(contents, "| `{}` | {} | {} |", rule.id, rule.level.name(), rule.title);
            text.push('\n');
            for line in Page(rule).to_string().lines() {
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
    fn every_family_has_a_page_with_all_its_rules() {
        let pages = pages();
        for rule in rules::all() {
            let family = rule.id.split_once('/').map_or(rule.id, |(family, _)| family);
            let page = pages.get(&format!("{family}.md")).map_or("", String::as_str);
            assert!(page.contains(rule.what), "{}", rule.id);
        }
    }
}
