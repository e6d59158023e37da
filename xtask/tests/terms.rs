//! Every language keeps to its terms: a text whose English says "checkpoint" says the language's
//! word for it, no text says a word that the language avoids, and a label is quoted as it is.
//!
//! English says in `locales/en/terms.json` which of its words make a text be about a term; each
//! other language has its word for the term in its own `terms.json`, with the forms that texts
//! put it in. Texts of the settings app are called `settings.…` here and those of the timeline
//! `timeline.…`, as in their files, and those of vscode-extension/texts `extension.…`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

type Texts = BTreeMap<String, String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Glossary<T> {
    terms: BTreeMap<String, T>,
    /// Words that are not used, and what to say instead.
    avoid: BTreeMap<String, String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct English {
    meaning: String,
    /// A text that has one of these is about the term.
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Translation {
    /// As a dictionary has it.
    term: String,
    /// Other forms that texts put it in; often only what all of them begin with.
    #[serde(default)]
    forms: Vec<String>,
}

/// Texts that are about a term and do not say it. English makes exceptions for every language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    term: String,
    keys: Vec<String>,
    why: String,
}

impl<T> Glossary<T> {
    fn excepts(&self, term: &str, key: &str) -> bool {
        self.exceptions.iter().any(|exception| {
            exception.term == term && exception.keys.iter().any(|each| each == key)
        })
    }
}

impl Translation {
    fn is_in(&self, text: &str) -> bool {
        self.all().any(|form| contains(text, form))
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.term).chain(&self.forms).map(String::as_str)
    }
}

/// Languages inflect and compound, so a form may stand anywhere in a word.
fn contains(text: &str, form: &str) -> bool {
    text.to_lowercase().contains(&form.to_lowercase())
}

/// Whether an English text has a whole word; `settings.json` is a name and not the word "settings".
fn has_word(text: &str, word: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(word).any(|(at, _)| {
        let (before, rest) = text.split_at(at);
        let mut after = rest.chars().skip(word.chars().count());
        let part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '{';
        let is_name = |mut after: std::iter::Skip<std::str::Chars<'_>>| {
            after.next() == Some('.') && after.next().is_some_and(char::is_alphanumeric)
        };
        !before.ends_with(part) && !is_name(after.clone()) && !after.next().is_some_and(part)
    })
}

/// Whether a text has an avoided word, or one that begins with it. Chinese and Japanese do not
/// separate words, so theirs may stand anywhere.
fn has_avoided(text: &str, avoided: &str) -> bool {
    let (text, avoided) = (text.to_lowercase(), avoided.to_lowercase());
    let begins_words =
        avoided.chars().next().is_some_and(|first| first.is_alphabetic() && first < '\u{2e80}');
    text.match_indices(&avoided)
        .any(|(at, _)| !begins_words || !text.split_at(at).0.ends_with(char::is_alphabetic))
}

/// English has a text for one and for others; a language may have more of them.
fn english_key<'t>(english: &'t Texts, key: &'t str) -> Option<&'t str> {
    if english.contains_key(key) {
        return Some(key);
    }
    let (base, _) = key.rsplit_once('_')?;
    english.keys().map(String::as_str).find(|each| each.strip_suffix("_other") == Some(base))
}

fn is_about(text: &str, english: &English) -> bool {
    english.words.iter().any(|word| has_word(text, word))
}

fn avoided<T>(glossary: &Glossary<T>, texts: &Texts) -> Vec<String> {
    let pairs = texts.iter().flat_map(|text| glossary.avoid.iter().map(move |word| (text, word)));
    pairs
        .filter(|((_, text), (word, _))| has_avoided(text, word))
        .map(|((key, text), (word, instead))| {
            format!("`{key}` says {word:?}; the term is {instead:?}: {text}")
        })
        .collect()
}

/// What is wrong in English itself.
fn check_english(glossary: &Glossary<English>, texts: &Texts) -> Vec<String> {
    let mut problems = avoided(glossary, texts);
    for (name, term) in &glossary.terms {
        if term.meaning.is_empty() {
            problems.push(format!("{name:?} has no meaning"));
        }
        for word in &term.words {
            if !texts.values().any(|text| has_word(text, word)) {
                problems.push(format!("no text says {word:?} of the term {name:?}"));
            }
        }
    }
    for Exception { term, keys, .. } in &glossary.exceptions {
        let about = |key: &&String| {
            let (text, term) = (texts.get(*key), glossary.terms.get(term));
            text.zip(term).is_some_and(|(text, term)| is_about(text, term))
        };
        for key in keys.iter().filter(|key| !about(key)) {
            problems.push(format!("`{key}` needs no exception from {term:?}"));
        }
    }
    problems
}

/// What is wrong in another language.
fn check(
    (english, english_texts): (&Glossary<English>, &Texts),
    (glossary, texts): (&Glossary<Translation>, &Texts),
) -> Vec<String> {
    let mut problems = avoided(glossary, texts);
    for name in glossary.terms.keys().filter(|name| !english.terms.contains_key(*name)) {
        problems.push(format!("{name:?} is not a term of English"));
    }
    // What is excepted and does not have to be, and what is unused, would hide the next mistake.
    let mut needed = BTreeSet::new();
    for (name, about) in &english.terms {
        let Some(term) = glossary.terms.get(name) else {
            problems.push(format!("the term {name:?} is missing"));
            continue;
        };
        let own = texts.iter().filter(|(key, _)| {
            let text = english_key(english_texts, key).and_then(|key| english_texts.get(key));
            text.is_some_and(|text| is_about(text, about))
        });
        let own: Vec<_> = own.collect();
        for (key, text) in &own {
            if term.is_in(text) || english.excepts(name, key) {
                continue;
            }
            if glossary.excepts(name, key) {
                needed.insert((name.as_str(), key.as_str()));
            } else {
                problems.push(format!(
                    "`{key}` is about {name:?}, but does not say {:?}: {text}",
                    term.term
                ));
            }
        }
        for form in &term.forms {
            if !own.iter().any(|(_, text)| contains(text, form)) {
                problems.push(format!("no text says {form:?}, a form of {:?}", term.term));
            }
        }
    }
    for Exception { term, keys, why } in &glossary.exceptions {
        if why.is_empty() {
            problems.push(format!("an exception from {term:?} has no reason"));
        }
        for key in keys.iter().filter(|key| !needed.contains(&(term.as_str(), key.as_str()))) {
            problems.push(format!("`{key}` needs no exception from {term:?}"));
        }
    }
    problems
}

/// Where English quotes a label, as in “Denied commands”, a language quotes its own: both change
/// together.
fn check_quotes(english: &Texts, texts: &Texts) -> Vec<String> {
    let mut problems = Vec::new();
    for (key, text) in english {
        let quotes = text.split('“').skip(1).filter_map(|rest| rest.split_once('”'));
        for (quoted, _) in quotes {
            let labels = english.iter().filter(|(_, label)| *label == quoted);
            let labels: Vec<_> = labels.filter_map(|(label, _)| texts.get(label)).collect();
            let said = texts.get(key).map_or("", String::as_str);
            if !labels.is_empty() && !labels.iter().any(|label| said.contains(label.as_str())) {
                problems.push(format!("`{key}` quotes {quoted:?}, but not as {labels:?}: {said}"));
            }
        }
    }
    problems
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    let text = fs::read_to_string(root().join(name));
    let value = text.map_err(|error| error.to_string());
    match value.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string())) {
        Ok(value) => value,
        Err(problem) => unreachable!("{name}: {problem}"),
    }
}

fn flatten(path: &str, value: &Value, texts: &mut Texts) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let dot = if path.is_empty() { "" } else { "." };
                flatten(&format!("{path}{dot}{key}"), value, texts);
            }
        }
        Value::String(text) => {
            texts.insert(path.to_owned(), text.clone());
        }
        _ => unreachable!("{path} is not a text"),
    }
}

fn texts(language: &str) -> Texts {
    let mut texts = Texts::new();
    for page in ["settings", "timeline"] {
        flatten("", &read(&format!("locales/{language}/{page}.json")), &mut texts);
    }
    flatten("extension", &read(&format!("vscode-extension/texts/{language}.json")), &mut texts);
    texts
}

fn translations() -> Vec<String> {
    let folders = fs::read_dir(root().join("locales")).into_iter().flatten();
    let names = folders.filter_map(Result::ok).map(|entry| entry.file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name != "en").collect()
}

#[test]
fn every_language_keeps_to_its_terms() {
    let (english, english_texts) = (read("locales/en/terms.json"), texts("en"));
    let mut problems: Vec<String> = check_english(&english, &english_texts);
    let languages = translations();
    assert!(languages.len() > 15, "{languages:?}");
    for language in languages {
        let glossary = read(&format!("locales/{language}/terms.json"));
        let texts = texts(&language);
        let found = check((&english, &english_texts), (&glossary, &texts));
        let found = found.into_iter().chain(check_quotes(&english_texts, &texts));
        problems.extend(found.map(|problem| format!("{language}: {problem}")));
    }
    assert!(
        problems.is_empty(),
        "change the text, or the language's terms.json:\n{}",
        problems.join("\n")
    );
}

#[test]
fn a_text_left_in_english_is_noticed_in_every_language() {
    let (english, english_texts) = (read("locales/en/terms.json"), texts("en"));
    let key = "settings.workspaces.trust";
    for language in translations() {
        let (glossary, mut texts) =
            (read(&format!("locales/{language}/terms.json")), texts(&language));
        let untranslated = english_texts.get(key).cloned().unwrap_or_default();
        texts.insert(key.to_owned(), untranslated);
        let problems = check((&english, &english_texts), (&glossary, &texts));
        assert!(problems.iter().any(|problem| problem.contains(key)), "{language}: {problems:?}");
    }
}

/// What the rules say in a language.
fn rule_texts(language: &str) -> Texts {
    let mut texts = Texts::new();
    flatten("rules", &read(&format!("locales/{language}/rules.json")), &mut texts);
    texts
}

/// What stands between backticks, which is for the shell and not for a language.
fn code(text: &str) -> Vec<&str> {
    let mut code: Vec<_> = text.split('`').skip(1).step_by(2).collect();
    code.sort_unstable();
    code
}

/// What is wrong with the rules' texts of a language.
fn check_rules(english: &Texts, texts: &Texts) -> Vec<String> {
    let missing = english.keys().filter(|key| !texts.contains_key(*key));
    let mut problems: Vec<_> = missing.map(|key| format!("`{key}` is missing")).collect();
    for (key, text) in texts {
        match english.get(key) {
            None => problems.push(format!("`{key}` is not a text of a rule")),
            Some(_) if text.trim().is_empty() => problems.push(format!("`{key}` is empty")),
            Some(said) if said == text => problems.push(format!("`{key}` is still English")),
            Some(said) if code(said) != code(text) => {
                problems.push(format!("`{key}` has other code than {said:?}: {text}"));
            }
            Some(_) => {}
        }
    }
    problems
}

#[test]
fn the_rules_are_told_in_every_language() {
    let english = rule_texts("en");
    let mut problems = Vec::new();
    for language in translations() {
        let glossary: Glossary<Translation> = read(&format!("locales/{language}/terms.json"));
        let texts = rule_texts(&language);
        let found = check_rules(&english, &texts).into_iter().chain(avoided(&glossary, &texts));
        problems.extend(found.map(|problem| format!("{language}: {problem}")));
    }
    assert!(problems.is_empty(), "correct locales/*/rules.json:\n{}", problems.join("\n"));
}

#[test]
fn what_is_wrong_with_a_rules_text_is_noticed() {
    let texts = |pairs: &[(&str, &str)]| -> Texts {
        pairs.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
    };
    let english = texts(&[("a", "Use `git stash`."), ("b", "Deletes files"), ("c", "d")]);
    let found = check_rules(
        &english,
        &texts(&[("a", "`git stach` verwenden."), ("b", "Deletes files"), ("x", "y")]),
    );
    let expected =
        ["`c` is missing", "`a` has other code", "`b` is still English", "`x` is not a text"];
    for expected in expected {
        assert!(found.iter().any(|problem| problem.starts_with(expected)), "{expected}: {found:?}");
    }
}

/// A language of one term: English words for it, the language's glossary, texts in both languages,
/// and what must be found.
struct Case {
    name: &'static str,
    english: &'static [(&'static str, &'static str)],
    glossary: &'static str,
    texts: &'static [(&'static str, &'static str)],
    found: &'static [&'static str],
}

const PRÜFPUNKT: &str = r#"{
    "terms": { "checkpoint": { "term": "Prüfpunkt" } }, "avoid": {}, "exceptions": [] }"#;

const CASES: [Case; 14] = [
    Case {
        name: "the term is there",
        english: &[("a", "Save a checkpoint")],
        glossary: PRÜFPUNKT,
        texts: &[("a", "Einen Prüfpunkt erstellen")],
        found: &[],
    },
    Case {
        name: "another word is there",
        english: &[("a", "Save a checkpoint")],
        glossary: PRÜFPUNKT,
        texts: &[("a", "Einen Haltepunkt erstellen")],
        found: &["`a` is about \"checkpoint\", but does not say \"Prüfpunkt\""],
    },
    Case {
        name: "a compound, in another case",
        english: &[("a", "Message checkpoints to keep")],
        glossary: PRÜFPUNKT,
        texts: &[("a", "Aufbewahrte Nachrichtenprüfpunkte")],
        found: &[],
    },
    Case {
        name: "every plural is looked at",
        english: &[("a_one", "{{count}} checkpoint"), ("a_other", "{{count}} checkpoints")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "punkt kontrolny", "forms": ["punktów"] } },
            "avoid": {}, "exceptions": [] }"#,
        texts: &[
            ("a_one", "{{count}} punkt kontrolny"),
            ("a_few", "{{count}} checkpointy"),
            ("a_many", "{{count}} punktów kontrolnych"),
        ],
        found: &["`a_few` is about \"checkpoint\""],
    },
    Case {
        name: "a part of a longer English word, a placeholder and a file are not the term",
        english: &[
            ("a", "Uncheckpointed"),
            ("b", "Checkpoint-free"),
            ("c", "{{checkpoint}}"),
            ("d", "Open checkpoint.json"),
        ],
        glossary: PRÜFPUNKT,
        texts: &[("a", "x"), ("b", "x"), ("c", "{{checkpoint}}"), ("d", "checkpoint.json öffnen")],
        found: &[],
    },
    Case {
        name: "a sentence ends with the term",
        english: &[("a", "Restore the checkpoint.")],
        glossary: PRÜFPUNKT,
        texts: &[("a", "Wiederherstellen.")],
        found: &["`a` is about \"checkpoint\""],
    },
    Case {
        name: "an avoided word",
        english: &[("a", "Fix it")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "x" } },
            "avoid": { "kommando": "Befehl" }, "exceptions": [] }"#,
        texts: &[("a", "Die Kommandos ausführen"), ("b", "Telekommandos")],
        found: &["`a` says \"kommando\"; the term is \"Befehl\""],
    },
    Case {
        name: "an avoided word where words are not separated",
        english: &[("a", "Agents")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "x" } },
            "avoid": { "代理": "智能体" }, "exceptions": [] }"#,
        texts: &[("a", "会告知代理。")],
        found: &["`a` says \"代理\""],
    },
    Case {
        name: "avoided typography",
        english: &[("a", "Here: it is")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "x" } },
            "avoid": { " :": "no-break space" }, "exceptions": [] }"#,
        texts: &[("a", "Ici : voilà"), ("b", "Ici\u{a0}: voilà")],
        found: &["`a` says \" :\""],
    },
    Case {
        name: "an exception",
        english: &[("a", "Save a checkpoint")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "Prüfpunkt" } }, "avoid": {},
            "exceptions": [{ "term": "checkpoint", "keys": ["a"], "why": "space" }] }"#,
        texts: &[("a", "Sichern")],
        found: &[],
    },
    Case {
        name: "exceptions that nothing needs, one of them without a reason",
        english: &[("a", "Save a checkpoint")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "Prüfpunkt" } }, "avoid": {},
            "exceptions": [{ "term": "checkpoint", "keys": ["a", "b"], "why": "" }] }"#,
        texts: &[("a", "Prüfpunkt sichern")],
        found: &[
            "an exception from \"checkpoint\" has no reason",
            "`a` needs no exception from \"checkpoint\"",
            "`b` needs no exception from \"checkpoint\"",
        ],
    },
    Case {
        name: "a term is missing",
        english: &[("a", "Save a checkpoint")],
        glossary: r#"{ "terms": {}, "avoid": {}, "exceptions": [] }"#,
        texts: &[("a", "Prüfpunkt sichern")],
        found: &["the term \"checkpoint\" is missing"],
    },
    Case {
        name: "a term that English does not have",
        english: &[("a", "Save")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "x" }, "chekpoint": { "term": "y" } },
            "avoid": {}, "exceptions": [] }"#,
        texts: &[("a", "Sichern")],
        found: &["\"chekpoint\" is not a term of English"],
    },
    Case {
        name: "a form that no text has",
        english: &[("a", "Save a checkpoint")],
        glossary: r#"{ "terms": { "checkpoint": { "term": "Prüfpunkt", "forms": ["Checkpoint"] } },
            "avoid": {}, "exceptions": [] }"#,
        texts: &[("a", "Prüfpunkt sichern")],
        found: &["no text says \"Checkpoint\", a form of \"Prüfpunkt\""],
    },
];

fn owned(texts: &[(&str, &str)]) -> Texts {
    texts.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect()
}

fn parsed<T: DeserializeOwned>(text: &str) -> T {
    match serde_json::from_str(text) {
        Ok(value) => value,
        Err(problem) => unreachable!("{text}: {problem}"),
    }
}

#[test]
fn the_check_finds_what_is_wrong_and_nothing_else() {
    let english: Glossary<English> = parsed(
        r#"{ "terms": { "checkpoint": {
            "meaning": "a saved state", "words": ["checkpoint", "checkpoints"] } },
            "avoid": {}, "exceptions": [] }"#,
    );
    for Case { name, english: english_texts, glossary, texts, found } in CASES {
        let problems = check((&english, &owned(english_texts)), (&parsed(glossary), &owned(texts)));
        assert_eq!(problems.len(), found.len(), "{name}: {problems:#?}");
        for (problem, expected) in problems.iter().zip(found) {
            assert!(problem.starts_with(expected), "{name}: {problem}");
        }
    }
}

#[test]
fn an_exception_of_english_counts_for_every_language() {
    let english: Glossary<English> = parsed(
        r#"{ "terms": { "reset": { "meaning": "to undo", "words": ["reset"] } }, "avoid": {},
            "exceptions": [{ "term": "reset", "keys": ["a"], "why": "a program's name" }] }"#,
    );
    let german = parsed(
        r#"{ "terms": { "reset": { "term": "zurücksetzen" } }, "avoid": {}, "exceptions": [] }"#,
    );
    let english_texts = owned(&[("a", "Such as git reset"), ("b", "Reset")]);
    let texts = owned(&[("a", "Wie git reset"), ("b", "Löschen")]);
    let problems = check((&english, &english_texts), (&german, &texts));
    assert_eq!(problems.len(), 1, "{problems:?}");
}

#[test]
fn english_is_checked_as_well() {
    let english: Glossary<English> = parsed(
        r#"{ "terms": { "checkpoint": { "meaning": "", "words": ["checkpoint", "snapshot"] } },
            "avoid": { "mend": "fix" },
            "exceptions": [{ "term": "checkpoint", "keys": ["b", "c"], "why": "a test" }] }"#,
    );
    let texts = owned(&[("a", "Mend the checkpoint"), ("b", "A recommended checkpoint")]);
    let problems = check_english(&english, &texts);
    let expected = [
        "`a` says \"mend\"",
        "\"checkpoint\" has no meaning",
        "no text says \"snapshot\"",
        "`c` needs no exception from \"checkpoint\"",
    ];
    assert_eq!(problems.len(), expected.len(), "{problems:?}");
    for (problem, expected) in problems.iter().zip(expected) {
        assert!(problem.starts_with(expected), "{problem}");
    }
}

#[test]
fn a_quoted_label_is_quoted_as_it_is() {
    let english = owned(&[
        ("label", "Denied commands"),
        ("a", "An entry in “Denied commands” matches"),
        ("b", "Nothing matches “{{text}}”"),
    ]);
    let check = |quoted| {
        let texts = [("label", "Blockierte Befehle"), ("a", quoted), ("b", "Nichts passt zu „x“")];
        check_quotes(&english, &owned(&texts))
    };
    assert_eq!(check("Ein Eintrag unter „Blockierte Befehle“ passt"), [""; 0]);
    let problems = check("Ein Eintrag unter „Verbotene Befehle“ passt");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.starts_with("`a` quotes \"Denied commands\"")));
}
