//! The texts that VS Code shows by itself: `package.nls.*.json` for what the manifest names, and
//! `l10n/bundle.l10n.*.json` for what the extension says. Descriptions of settings are put together
//! from the settings app's; the few texts that only VS Code shows are in `vscode-extension/texts`.

use std::collections::BTreeMap;
use std::fs;

use policy_core::settings::{FIELDS, Field, Group, Kind};
use serde_json::Value;

use super::contributes::{PAGES, Page, key};
use super::generated::{EXTENSION, File};
use crate::repository::root;

type Texts = BTreeMap<String, String>;

/// One language's texts, by the dotted names of their keys.
struct Locale {
    language: String,
    /// The settings app's; nothing where the app does not have the language yet.
    settings: Option<Texts>,
    extension: Texts,
}

/// Every file of texts.
pub(super) fn files() -> Result<Vec<File>, String> {
    let locales = locales()?;
    let english = locales
        .iter()
        .find(|locale| locale.language == "en")
        .ok_or("the English texts are missing")?;
    let mut files = Vec::new();
    for locale in &locales {
        locale.complete(english)?;
        // VS Code writes the names of languages in lower case, and takes English by itself.
        let suffix = match locale.language.as_str() {
            "en" => String::new(),
            other => format!(".{}", other.to_lowercase()),
        };
        let name = format!("package.nls{suffix}.json");
        files.push(File { name, text: pretty(&locale.manifest(english)?)? });
        if locale.language != "en" {
            let name = format!("l10n/bundle.l10n{suffix}.json");
            files.push(File { name, text: pretty(&locale.said(english))? });
        }
    }
    Ok(files)
}

fn pretty(texts: &Texts) -> Result<String, String> {
    let text = serde_json::to_string_pretty(texts).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn locales() -> Result<Vec<Locale>, String> {
    let folder = root().join(EXTENSION).join("texts");
    let fail = |error| format!("{}: {error}", folder.display());
    let mut languages = Vec::new();
    for entry in fs::read_dir(&folder).map_err(fail)? {
        let name = entry.map_err(fail)?.file_name().to_string_lossy().into_owned();
        languages.extend(name.strip_suffix(".json").map(str::to_owned));
    }
    languages.sort();
    languages.into_iter().map(Locale::read).collect()
}

impl Locale {
    fn read(language: String) -> Result<Self, String> {
        let read = |file: String| {
            let file = root().join(file);
            let fail = |error: String| format!("{}: {error}", file.display());
            let text = fs::read_to_string(&file).map_err(|error| fail(error.to_string()))?;
            let value: Value =
                serde_json::from_str(&text).map_err(|error| fail(error.to_string()))?;
            let mut texts = Texts::new();
            flatten(&value, "", &mut texts);
            Ok::<_, String>(texts)
        };
        let settings = format!("locales/{language}/settings.json");
        let settings = if root().join(&settings).is_file() { Some(read(settings)?) } else { None };
        let extension = read(format!("{EXTENSION}/texts/{language}.json"))?;
        Ok(Self { language, settings, extension })
    }

    /// Fails where a text is missing, is one too many, or leaves out what is put into it.
    fn complete(&self, english: &Self) -> Result<(), String> {
        let fail = |key: &str, what| {
            Err(format!("{EXTENSION}/texts/{}.json: `{key}` {what}", self.language))
        };
        for (key, text) in &english.extension {
            match self.extension.get(key) {
                None => return fail(key, "is missing"),
                Some(own)
                    if ["{0}", "{1}"]
                        .iter()
                        .any(|name| own.contains(name) != text.contains(name)) =>
                {
                    return fail(key, "must hold `{0}` and `{1}` where English does");
                }
                Some(_) => {}
            }
        }
        match self.extension.keys().find(|key| !english.extension.contains_key(*key)) {
            Some(key) => fail(key, "is in no other language"),
            None => Ok(()),
        }
    }

    /// What the manifest names in percent signs.
    fn manifest(&self, english: &Self) -> Result<Texts, String> {
        // English is better than nothing until the app has the language.
        let speaks = if self.settings.is_some() { self } else { english };
        let mut texts = Texts::new();
        for (key, text) in &self.extension {
            if !key.starts_with(SAID) && !key.starts_with(FIELD) {
                texts.insert(key.clone(), text.clone());
            }
        }
        for (step, command) in STEPS {
            // A step's button is a link below its words.
            let words = self.own(&format!("walkthrough.{step}.description"))?;
            let button = self.own(&format!("commands.{command}"))?;
            texts.insert(
                format!("walkthrough.{step}.description"),
                format!("{words}\n[{button}](command:belay.{command})"),
            );
        }
        for Page { name, title, .. } in PAGES {
            texts.insert(format!("pages.{name}"), speaks.setting(title)?.to_owned());
        }
        for choice in ["on", "off"] {
            let text = speaks.setting(&format!("checkpoint.shellSpecific.{choice}"))?;
            texts.insert(format!("choice.{choice}"), text.to_owned());
        }
        for field in &FIELDS {
            texts.insert(key(field), self.description(english, field)?);
        }
        Ok(texts)
    }

    /// What the extension says, which VS Code looks up by the English text.
    fn said(&self, english: &Self) -> Texts {
        let said = english.extension.iter().filter(|(key, _)| key.starts_with(SAID));
        said.filter_map(|(key, text)| Some((text.clone(), self.extension.get(key)?.clone())))
            .collect()
    }

    /// A label and a sentence, as two sentences.
    fn description(&self, english: &Self, field: &Field) -> Result<String, String> {
        let speaks = if self.settings.is_some() { self } else { english };
        let (label, more) = places(field);
        let label = match field.name {
            // The settings app has a choice of units beside it.
            "maxFileSize" => speaks.own("field.maxFileSize")?.to_owned(),
            _ => speaks.setting(&label)?.to_owned(),
        };
        let more = match field.kind {
            Kind::ShellFlag { inherits } => {
                let inherited = format!("belay.{inherits}");
                speaks.own("field.inherits")?.replace("{0}", &inherited)
            }
            _ => speaks.setting(&more)?.to_owned(),
        };
        let both = speaks.own("field.described")?;
        Ok(both.replace("{0}", &label).replace("{1}", &more))
    }

    fn own(&self, key: &str) -> Result<&str, String> {
        let text = self.extension.get(key).map(String::as_str);
        text.ok_or_else(|| format!("{EXTENSION}/texts/{}.json has no `{key}`", self.language))
    }

    fn setting(&self, key: &str) -> Result<&str, String> {
        let texts = self.settings.as_ref();
        texts
            .and_then(|texts| texts.get(&format!("settings.{key}")))
            .map(String::as_str)
            .ok_or_else(|| format!("locales/{}/settings.json has no `{key}`", self.language))
    }
}

/// The steps of the walkthrough, and the command that each of them leads to.
const STEPS: [(&str, &str); 3] =
    [("run", "runGuarded"), ("rewind", "rewind"), ("agents", "setUpAgents")];

/// What begins the names of texts that the extension itself says.
const SAID: &str = "said.";

/// What begins the names of texts that descriptions of settings are put together from.
const FIELD: &str = "field.";

fn flatten(value: &Value, path: &str, texts: &mut Texts) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let dot = if path.is_empty() { "" } else { "." };
                flatten(value, &format!("{path}{dot}{key}"), texts);
            }
        }
        Value::String(text) => {
            texts.insert(path.to_owned(), text.clone());
        }
        _ => {}
    }
}

/// Where the settings app has its label of a field, and what it says besides.
fn places(field: &Field) -> (String, String) {
    let name = field.name;
    let both = |path: String| (format!("{path}.label"), format!("{path}.description"));
    let beside = |path: String| (path.clone(), format!("{path}Description"));
    let shell = matches!(field.group, Group::Shell(_));
    match name {
        "checkpointEnabled" => {
            ("checkpoint.enabled".to_owned(), "checkpoint.description".to_owned())
        }
        "checkpointCommands" | "noCheckpointCommands" if shell => (
            format!("checkpoint.execute.{name}"),
            format!("checkpoint.shellSpecific.{name}Description"),
        ),
        "checkpointCommands" | "noCheckpointCommands" => {
            beside(format!("checkpoint.execute.{name}"))
        }
        "shellSpecificRiskRules" => beside("checkpoint.shellSpecific.riskRules".to_owned()),
        "checkpointBeforeHighRisk" | "checkpointAfterHighRisk" | "checkpointOnError" => {
            let strategy = name.trim_start_matches("checkpoint");
            let (first, rest) = strategy.split_at(1);
            beside(format!("checkpoint.strategy.{}{rest}", first.to_lowercase()))
        }
        "trustedWorkspaces" => both("workspaces.trustedWorkspaces".to_owned()),
        _ if field.group == Group::Permissions => both(format!("permissions.{name}")),
        _ => match name.strip_prefix("alwaysCheckpoint") {
            Some(action) => {
                let (first, rest) = action.split_at(1);
                both(format!("checkpoint.{}{rest}", first.to_lowercase()))
            }
            None => both(format!("files.{name}")),
        },
    }
}
