//! `belay allow` and `belay deny`: one refused call, or every command like it from now on.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use policy_core::Policy;
use policy_core::settings;
use serde_json::{Value, json};

use super::Exit;
use crate::guard::codes::{Codes, is_code};
use crate::home::Home;
use crate::output::{FAINT, GOOD, ID, ago, styled};
use crate::settings_files::{edited, without_comments};

/// What to allow or deny.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A command like those in the settings (`git push`, `npm *`), or the code of a refused call.
    #[arg(value_name = "PATTERN|CODE", allow_hyphen_values = true)]
    pub what: Option<String>,
    /// Told to the agent when it is refused.
    #[arg(long)]
    pub reason: Option<String>,
}

/// Allows a refused call by its code, or adds an entry to the user's allowed commands.
///
/// # Errors
/// The code is unknown, or the settings cannot be written.
pub fn allow(options: &Options) -> Result<Exit> {
    let home = Home::find()?;
    let mut out = anstream::stdout().lock();
    let Some(what) = &options.what else { return waiting(&home, &mut out) };
    if is_code(what) {
        let refused = Codes::new(home.codes()).allow(what)?;
        writeln!(out, "{} {}", styled(GOOD, "Allowed once:"), refused.shown)?;
        let hint = "Tell the agent to try again; another command, folder or session still asks.";
        writeln!(out, "{}", styled(FAINT, hint))?;
        return Ok(Exit::Done);
    }
    add(&home, "allowedCommands", what, options.reason.as_deref())?;
    writeln!(out, "{} `{what}` from now on, in every workspace.", styled(GOOD, "Allowed"))?;
    Ok(Exit::Done)
}

/// Adds an entry to the user's denied commands.
///
/// # Errors
/// The settings cannot be written.
pub fn deny(options: &Options) -> Result<Exit> {
    let home = Home::find()?;
    let Some(what) = &options.what else {
        bail!("say what to deny: `belay deny 'git push --force'`")
    };
    add(&home, "deniedCommands", what, options.reason.as_deref())?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{} `{what}` from now on, in every workspace.", styled(GOOD, "Denied"))?;
    Ok(Exit::Done)
}

fn waiting(home: &Home, out: &mut impl std::io::Write) -> Result<Exit> {
    let waiting = Codes::new(home.codes()).waiting();
    if waiting.is_empty() {
        writeln!(
            out,
            "No refused call waits for you. `belay allow 'git push'` allows a command for good."
        )?;
    }
    for (code, refused) in waiting {
        let when = ago(refused.time, jiff::Timestamp::now());
        writeln!(out, "{}  {}  {}", styled(ID, code), refused.shown, styled(FAINT, when))?;
    }
    Ok(Exit::Done)
}

/// Adds an entry to one of the user's permission lists, unless it is there.
///
/// # Errors
/// The entry can never match, or the file cannot be read or written.
pub fn add(home: &Home, list: &str, pattern: &str, reason: Option<&str>) -> Result<()> {
    let path = &home.user_settings;
    let text = read(path)?;
    let document: Value =
        serde_json::from_str(&without_comments(&text)).unwrap_or_else(|_| json!({}));
    let mut entries = document
        .pointer(&format!("/permissions/{list}"))
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let said =
        |entry: &Value| entry.as_str().or_else(|| entry.get("pattern")?.as_str()) == Some(pattern);
    if entries.iter().any(said) {
        return Ok(());
    }
    entries.push(match reason {
        Some(reason) => json!({"pattern": pattern, "reason": reason}),
        None => json!(pattern),
    });
    check(list, &entries)?;
    let after = edited(&text, &["permissions", list], Some(&Value::Array(entries)))?;
    crate::private::write_durably(path, after.as_bytes())
}

/// An entry that cannot be used is refused here, while the person can still correct it.
fn check(list: &str, entries: &[Value]) -> Result<()> {
    let reading = settings::read_value(&json!({"permissions": {list: entries}}));
    let unusable = reading.settings.map(|settings| Policy::of(&settings).1).unwrap_or_default();
    if let Some(problem) = reading.problems.iter().chain(&unusable).next() {
        bail!("{}; {}", problem.message, problem.help);
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}
