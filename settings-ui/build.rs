//! Turns `locales/` into keys. English is compiled in; every other language must have the same
//! keys and the same placeholders, or the build stops and names what differs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use serde_json::Value;

/// The categories of plurals a language must have besides `other`, as `Intl.PluralRules` names
/// them. `many` of millions (es, fr, it, pt, ca) may be left to `other`.
const PLURALS: [(&str, &[&str]); 18] = [
    ("ca", &["one"]),
    ("de", &["one"]),
    ("en", &["one"]),
    ("es", &["one"]),
    ("fr", &["one"]),
    ("hi", &["one"]),
    ("id", &[]),
    ("it", &["one"]),
    ("ja", &[]),
    ("ko", &[]),
    ("nl", &["one"]),
    ("pl", &["one", "few", "many"]),
    ("pt-BR", &["one"]),
    ("ru", &["one", "few", "many"]),
    ("tr", &["one"]),
    ("vi", &[]),
    ("zh-CN", &[]),
    ("zh-TW", &[]),
];

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

type Texts = BTreeMap<String, String>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problems) => {
            for problem in problems {
                println!("cargo::error={problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Vec<String>> {
    let one = |problem: String| vec![problem];
    let folder = Path::new(&variable("CARGO_MANIFEST_DIR").map_err(one)?).join("../locales");
    println!("cargo::rerun-if-changed={}", folder.display());
    let english = read(&folder, "en").map_err(one)?;
    let mut problems = Vec::new();
    let mut languages = Vec::new();
    for (language, plurals) in PLURALS {
        // Languages arrive one by one; whichever is there must be whole.
        if !folder.join(language).is_dir() {
            continue;
        }
        languages.push(language);
        let texts = read(&folder, language).map_err(one)?;
        problems.extend(differences(language, plurals, &english, &texts));
    }
    problems.extend(strangers(&folder).map_err(one)?);
    if !problems.is_empty() {
        return Err(problems);
    }
    let out = PathBuf::from(variable("OUT_DIR").map_err(one)?).join("keys.rs");
    fs::write(&out, keys(&english, &languages)).map_err(|error| one(error.to_string()))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("{name}: {error}"))
}

/// The documents of a language: one for each page. What a name begins with says which it is from.
const DOCUMENTS: [&str; 2] = ["settings", "timeline"];

/// The texts of one language by their dotted names.
fn read(folder: &Path, language: &str) -> Result<Texts, String> {
    let mut texts = Texts::new();
    for document in DOCUMENTS {
        let file = folder.join(language).join(format!("{document}.json"));
        println!("cargo::rerun-if-changed={}", file.display());
        let text =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let value: Value = serde_json::from_str(&text)
            .map_err(|error| format!("locales/{language}/{document}.json: {error}"))?;
        flatten("", &value, &mut texts).map_err(|name| {
            format!("locales/{language}/{document}.json: `{name}` is not a text")
        })?;
    }
    Ok(texts)
}

fn flatten(name: &str, value: &Value, texts: &mut Texts) -> Result<(), String> {
    match value {
        Value::String(text) => {
            texts.insert(name.to_owned(), text.clone());
            Ok(())
        }
        Value::Object(members) => members.iter().try_for_each(|(key, value)| {
            let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            flatten(&name, value, texts)
        }),
        _ => Err(name.to_owned()),
    }
}

/// The name without the category of its plural, and the category.
fn plural(name: &str) -> Option<(&str, &str)> {
    let (base, category) = name.rsplit_once('_')?;
    CATEGORIES.contains(&category).then_some((base, category))
}

fn differences(language: &str, plurals: &[&str], english: &Texts, texts: &Texts) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, text) in english {
        let file = file_of(language, name);
        match plural(name) {
            Some((base, "other")) => {
                for category in plurals.iter().chain(&["other"]) {
                    if !texts.contains_key(&format!("{base}_{category}")) {
                        problems.push(format!("{file} lacks `{base}_{category}`"));
                    }
                }
            }
            Some(_) => {}
            None => match texts.get(name) {
                None => problems.push(format!("{file} lacks `{name}`")),
                Some(translated) if placeholders(translated) != placeholders(text) => {
                    problems.push(format!("{file}: `{name}` has other placeholders than English"));
                }
                Some(_) => {}
            },
        }
    }
    for (name, text) in texts {
        let file = file_of(language, name);
        if text.trim().is_empty() {
            problems.push(format!("{file}: `{name}` is empty"));
        }
        match plural(name) {
            Some((base, _)) => match english.get(&format!("{base}_other")) {
                None => problems.push(format!("{file}: nothing uses `{name}`")),
                // `one` may say its number in words.
                Some(other) if !placeholders(text).is_subset(&placeholders(other)) => {
                    problems.push(format!("{file}: `{name}` has other placeholders than English"));
                }
                Some(_) => {}
            },
            None if !english.contains_key(name) => {
                problems.push(format!("{file}: nothing uses `{name}`"));
            }
            None => {}
        }
    }
    problems
}

/// The file that a text is in.
fn file_of(language: &str, name: &str) -> String {
    let document = name.split('.').next().unwrap_or(name);
    format!("locales/{language}/{document}.json")
}

/// What stands between double braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split("{{")
        .skip(1)
        .filter_map(|rest| rest.split_once("}}"))
        .map(|(name, _)| name)
        .collect()
}

/// Folders that are no language of the table: a slip of the pen would never be read.
fn strangers(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let known = |name: &String| PLURALS.iter().any(|(language, _)| language == name);
    Ok(names
        .filter(|name| !name.starts_with('.') && !known(name))
        .map(|name| format!("locales/{name} is not a language that settings-ui/build.rs knows"))
        .collect())
}

/// The generated module: an enum of keys, an enum of counted keys, and their English.
fn keys(english: &Texts, languages: &[&str]) -> String {
    let plain: Vec<_> = english.iter().filter(|(name, _)| plural(name).is_none()).collect();
    let counted: Vec<_> = english
        .iter()
        .filter_map(|(name, other)| match plural(name) {
            Some((base, "other")) => {
                let one = english.get(&format!("{base}_one")).unwrap_or(other);
                Some((base, one, other))
            }
            _ => None,
        })
        .collect();
    let mut out = String::from("/// A text of the app.\n");
    enumeration(&mut out, "Key", plain.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    out.push_str("/// A text of the app that counts something.\n");
    enumeration(&mut out, "Counted", counted.iter().map(|(name, _, text)| (*name, text.as_str())));
    table(&mut out, "NAMES", plain.iter().map(|(name, _)| format!("{name:?}")));
    table(&mut out, "ENGLISH", plain.iter().map(|(_, text)| format!("{text:?}")));
    table(&mut out, "COUNTED_NAMES", counted.iter().map(|(name, _, _)| format!("{name:?}")));
    table(&mut out, "COUNTED_ONE", counted.iter().map(|(_, one, _)| format!("{one:?}")));
    table(&mut out, "COUNTED_OTHER", counted.iter().map(|(_, _, other)| format!("{other:?}")));
    let languages: Vec<_> = languages.iter().map(|language| format!("{language:?}")).collect();
    let _ = writeln!(
        out,
        "/// The languages that are there.\npub static LANGUAGES: [&str; {}] = [{}];",
        languages.len(),
        languages.join(", ")
    );
    out
}

fn enumeration<'t>(out: &mut String, name: &str, texts: impl Iterator<Item = (&'t str, &'t str)>) {
    let _ = writeln!(out, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum {name} {{");
    for (dotted, text) in texts {
        let _ = writeln!(out, "    #[doc = {:?}]\n    {},", format!("“{text}”"), variant(dotted));
    }
    out.push_str("}\n");
}

/// `settings.checkpoint.readOnly.label` becomes `CheckpointReadOnlyLabel`.
fn variant(dotted: &str) -> String {
    let words = dotted.strip_prefix("settings.").unwrap_or(dotted).split(['.', '_']);
    words
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}

fn table(out: &mut String, name: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<_> = rows.collect();
    let _ = writeln!(out, "static {name}: [&str; {}] = [", rows.len());
    for row in rows {
        let _ = writeln!(out, "    {row},");
    }
    out.push_str("];\n");
}
