//! The settings in force: three files, read anew each time, each falling back to the last text of
//! it that could be read.
//!
//! Files may hold comments and trailing commas. Editing keeps both.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use policy_core::settings::{self, Problem, Settings};
use serde_json::Value;

use crate::home::{Home, WORKSPACE_SETTINGS};
use crate::private;

/// Whose file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Layer {
    /// The user's own.
    User,
    /// The workspace's, which anybody who can write there can write.
    Workspace,
    /// Of whoever administers the machine.
    Managed,
}

impl Layer {
    /// The name people see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Workspace => "workspace",
            Self::Managed => "managed",
        }
    }
}

/// One file, as it was found.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// Whose.
    pub layer: Layer,
    /// Where.
    pub path: PathBuf,
    /// What it says, or what it said when it could last be read.
    pub settings: Option<Settings>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// Why it could not be read at all, in a sentence; the last good text is then in force.
    pub unreadable: Option<String>,
}

/// All three files.
#[derive(Clone, Debug)]
pub struct Layers {
    /// The user's own.
    pub user: SettingsFile,
    /// The workspace's.
    pub workspace: SettingsFile,
    /// The administrator's.
    pub managed: SettingsFile,
    /// The workspace's root, with links followed.
    pub root: PathBuf,
}

/// Reads all three files.
#[must_use]
pub fn read(home: &Home, root: &Path) -> Layers {
    let file = |layer, path: PathBuf| read_file(home, layer, path);
    Layers {
        user: file(Layer::User, home.user_settings.clone()),
        workspace: file(Layer::Workspace, root.join(WORKSPACE_SETTINGS)),
        managed: file(Layer::Managed, home.managed_settings.clone()),
        root: dunce::canonicalize(root).unwrap_or_else(|_| root.to_path_buf()),
    }
}

/// The path of one layer's file.
#[must_use]
pub fn path(home: &Home, root: &Path, layer: Layer) -> PathBuf {
    match layer {
        Layer::User => home.user_settings.clone(),
        Layer::Workspace => root.join(WORKSPACE_SETTINGS),
        Layer::Managed => home.managed_settings.clone(),
    }
}

fn read_file(home: &Home, layer: Layer, path: PathBuf) -> SettingsFile {
    let mut file =
        SettingsFile { layer, path, settings: None, problems: Vec::new(), unreadable: None };
    let copy = last_good_path(home, &file.path);
    match fs::read(&file.path) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            let reading = settings::read(&without_comments(&text));
            file.problems = reading.problems;
            match reading.settings {
                Some(settings) => {
                    file.settings = Some(settings);
                    // Only to fall back on; a disk that takes no copy takes no settings away.
                    if fs::read(&copy).ok().as_deref() != Some(&*bytes) {
                        let _ = private::write(&copy, &bytes);
                    }
                }
                None => {
                    file.unreadable = Some(format!("{} cannot be read", file.path.display()));
                }
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return file,
        Err(error) => {
            file.unreadable = Some(format!("{} cannot be read: {error}", file.path.display()));
        }
    }
    if file.unreadable.is_some()
        && let Ok(text) = fs::read_to_string(&copy)
    {
        file.settings = settings::read(&without_comments(&text)).settings;
    }
    file
}

fn last_good_path(home: &Home, path: &Path) -> PathBuf {
    let name = blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex();
    home.last_good().join(format!("{name:.16}.json"))
}

/// The text with every comment and trailing comma blanked out, so that what is left is plain JSON
/// and every line and column is where it was.
#[must_use]
pub fn without_comments(text: &str) -> String {
    let mut out: Vec<u8> = text.as_bytes().to_vec();
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut comma = None;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        match (byte, next) {
            (b'"', _) => {
                comma = None;
                at = end_of_string(bytes, at);
            }
            (b'/', Some(b'/')) => at = blank(&mut out, at, line_end(bytes, at)),
            (b'/', Some(b'*')) => at = blank(&mut out, at, comment_end(bytes, at)),
            (b',', _) => {
                comma = Some(at);
                at += 1;
            }
            (b'}' | b']', _) => {
                if let Some(comma) = comma.take() {
                    blank(&mut out, comma, comma + 1);
                }
                at += 1;
            }
            _ => {
                if !byte.is_ascii_whitespace() {
                    comma = None;
                }
                at += 1;
            }
        }
    }
    // Only whole comments and single commas were replaced by blanks, so this is still text.
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    at
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    bytes.iter().skip(start).position(|byte| *byte == b'\n').map_or(bytes.len(), |n| start + n)
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    let inside = bytes.get(start + 2..).unwrap_or_default();
    inside.windows(2).position(|pair| pair == b"*/").map_or(bytes.len(), |n| start + n + 4)
}

fn blank(out: &mut [u8], start: usize, end: usize) -> usize {
    for byte in out.iter_mut().take(end).skip(start) {
        if *byte != b'\n' && *byte != b'\r' {
            *byte = b' ';
        }
    }
    end
}

/// The text of a settings file with one value changed, everything else as it was; `None` removes
/// the key.
///
/// # Errors
/// The text is not an object, or the new text would have a problem it did not have before.
pub fn edited(text: &str, path: &[&str], value: Option<&Value>) -> Result<String> {
    use jsonc_parser::cst::CstRootNode;
    let source = if text.trim().is_empty() { "{}\n" } else { text };
    let root = CstRootNode::parse(source, &jsonc_parser::ParseOptions::default())
        .context("the settings file is not JSON; fix it or remove it first")?;
    let Some((last, groups)) = path.split_last() else { bail!("no setting was named") };
    let mut object =
        root.object_value().context("the settings file does not hold an object in braces")?;
    for group in groups {
        object = match value {
            Some(_) => object.object_value_or_set(group),
            None => match object.object_value(group) {
                Some(inner) => inner,
                None => return Ok(source.to_owned()),
            },
        };
    }
    match (object.get(last), value) {
        (Some(property), Some(value)) => property.set_value(input(value)),
        (Some(property), None) => property.remove(),
        (None, Some(value)) => {
            object.append(last, input(value));
        }
        (None, None) => {}
    }
    Ok(root.to_string())
}

fn input(value: &Value) -> jsonc_parser::cst::CstInputValue {
    use jsonc_parser::cst::CstInputValue as Input;
    match value {
        Value::Null => Input::Null,
        Value::Bool(flag) => Input::Bool(*flag),
        Value::Number(number) => Input::Number(number.to_string()),
        Value::String(text) => Input::String(text.clone()),
        Value::Array(items) => Input::Array(items.iter().map(input).collect()),
        Value::Object(fields) => {
            Input::Object(fields.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn comments_and_trailing_commas_go_and_places_stay() {
        let text = "{ // a \"quoted\" remark\n  \"a\": [1, 2, /* x */ ],\n  \"b\": \"// no, 'this' is text\",\n}\n";
        let plain = without_comments(text);
        assert_eq!(plain.len(), text.len());
        let value: Value = serde_json::from_str(&plain).unwrap_or_default();
        assert_eq!(value, json!({"a": [1, 2], "b": "// no, 'this' is text"}));
        assert_eq!(plain.find("\"b\""), text.find("\"b\""));
    }

    proptest::proptest! {
        #[test]
        fn plain_json_is_left_as_it_is(text in "[\\[\\]{}\":,a-z0-9/* \\\\\n]{0,40}") {
            if serde_json::from_str::<Value>(&text).is_ok() {
                proptest::prop_assert_eq!(without_comments(&text), text);
            }
        }
    }

    #[test]
    fn an_edit_keeps_comments_and_order() -> Result<()> {
        let text = "{\n  // why it is off\n  \"checkpointEnabled\": false,\n  \"permissions\": {\n    \"confirmMediumRisk\": true, // careful\n  },\n}\n";
        let after = edited(text, &["checkpointEnabled"], Some(&json!(true)))?;
        assert_eq!(after, text.replace("false", "true"));
        let after = edited(text, &["permissions", "deniedCommands"], Some(&json!(["curl"])))?;
        assert!(after.contains("// why it is off") && after.contains("// careful"), "{after}");
        let value: Value = serde_json::from_str(&without_comments(&after))?;
        assert_eq!(
            value,
            json!({"checkpointEnabled": false, "permissions": {"confirmMediumRisk": true, "deniedCommands": ["curl"]}})
        );
        let back = edited(&after, &["permissions", "deniedCommands"], None)?;
        let value: Value = serde_json::from_str(&without_comments(&back))?;
        assert_eq!(value.get("permissions"), Some(&json!({"confirmMediumRisk": true})));
        Ok(())
    }

    #[test]
    fn the_last_good_settings_stay_in_force() -> Result<()> {
        let place = tempfile::tempdir()?;
        let data = place.path().join("data");
        let home = Home {
            user_settings: data.join("settings.json"),
            managed_settings: place.path().join("etc/settings.json"),
            data,
            user: None,
        };
        fs::create_dir_all(&home.data)?;
        fs::write(&home.user_settings, "{ \"checkpointEnabled\": false }")?;
        assert_eq!(
            read(&home, place.path()).user.settings.and_then(|s| s.checkpoint_enabled),
            Some(false)
        );
        fs::write(&home.user_settings, "{ \"checkpointEnabled\": ")?;
        let broken = read(&home, place.path()).user;
        assert!(broken.unreadable.is_some() && !broken.problems.is_empty());
        assert_eq!(broken.settings.and_then(|s| s.checkpoint_enabled), Some(false));
        fs::remove_file(&home.user_settings)?;
        let gone = read(&home, place.path()).user;
        assert!(
            gone.settings.is_none() && gone.unreadable.is_none(),
            "a removed file is not an error"
        );
        Ok(())
    }
}
