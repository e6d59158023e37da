//! `belay settings`: what is in force and whose word it is.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use policy_core::settings::nearest;
use policy_core::settings::schema::json_schema;
use policy_core::settings::{self, FIELDS, Field};
use serde_json::Value;

use super::Exit;
use crate::guard::Judging;
use crate::home::{Home, workspace_root};
use crate::output::{BAD, FAINT, GOOD, STRONG, styled};
use crate::settings_files::{self, Layer, edited, without_comments};

/// What to do with the settings.
#[derive(Debug, clap::Subcommand)]
pub enum Task {
    /// Show every setting that is not as built in, or one of them.
    Get {
        /// Its name, like `checkpointEnabled` or `permissions.deniedCommands`.
        name: Option<String>,
        /// Also show what is as built in.
        #[arg(long)]
        all: bool,
        /// Write JSON.
        #[arg(long)]
        json: bool,
    },
    /// Change one setting; `null` leaves it to the layer below again.
    Set {
        /// Its name.
        name: String,
        /// Its value, as JSON; a text that is no JSON is taken as a string.
        #[arg(allow_hyphen_values = true)]
        value: String,
        /// Whose file.
        #[arg(long, value_enum, default_value = "user")]
        layer: Layer,
    },
    /// Open a settings file in $VISUAL or $EDITOR and check it afterwards.
    Edit {
        /// Whose file.
        #[arg(long, value_enum, default_value = "user")]
        layer: Layer,
    },
    /// Say what is wrong with the settings, and where.
    Check,
    /// Print the JSON Schema of the settings.
    Schema,
    /// Print where the settings files are.
    Path,
}

/// Carries it out.
///
/// # Errors
/// A file cannot be read or written, or a name or value is wrong.
pub fn run(task: &Task) -> Result<Exit> {
    let home = Home::find()?;
    let here = std::env::current_dir().context("the current folder is not known")?;
    let root = workspace_root(&here, home.user.as_deref());
    let mut out = anstream::stdout().lock();
    match task {
        Task::Schema => writeln!(out, "{:#}", json_schema())?,
        Task::Path => {
            for layer in [Layer::User, Layer::Workspace, Layer::Managed] {
                let path = settings_files::path(&home, &root, layer);
                let there = if path.exists() { "" } else { " (not there)" };
                writeln!(out, "{:<10} {}{}", layer.name(), path.display(), styled(FAINT, there))?;
            }
        }
        Task::Check => {
            let judging = Judging::read(&home, &root);
            for problem in &judging.problems {
                writeln!(out, "{}", styled(BAD, problem))?;
            }
            if !judging.problems.is_empty() {
                return Ok(Exit::Failed);
            }
            writeln!(out, "{}", styled(GOOD, "The settings are in order."))?;
        }
        Task::Get { name, all, json } => {
            let fields = match name {
                Some(name) => vec![field(name)?],
                None => FIELDS.iter().collect(),
            };
            get(&home, &root, &fields, *all || name.is_some(), *json, &mut out)?;
        }
        Task::Set { name, value, layer } => {
            let path = settings_files::path(&home, &root, *layer);
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value.as_str()));
            set(&path, field(name)?, &value)?;
            writeln!(out, "{} {name} in {}", styled(GOOD, "Set"), path.display())?;
        }
        Task::Edit { layer } => {
            let path = settings_files::path(&home, &root, *layer);
            edit(&path)?;
            drop(out);
            return run(&Task::Check);
        }
    }
    Ok(Exit::Done)
}

fn field(name: &str) -> Result<&'static Field> {
    let found = FIELDS.iter().find(|field| field.path() == name);
    found.with_context(|| {
        let paths: Vec<String> = FIELDS.iter().map(Field::path).collect();
        let near = nearest(name, paths.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("there is no setting `{name}`{hint}")
    })
}

fn get(
    home: &Home,
    root: &std::path::Path,
    fields: &[&Field],
    all: bool,
    json: bool,
    out: &mut impl std::io::Write,
) -> Result<()> {
    let judging = Judging::read(home, root);
    let mut shown = 0;
    for field in fields {
        if !all && !judging.is_written(field) {
            continue;
        }
        let (value, layer) = judging.in_force(field);
        shown += 1;
        if json {
            writeln!(
                out,
                "{}",
                serde_json::json!({"name": field.path(), "value": value, "layer": layer})
            )?;
        } else {
            let from = styled(FAINT, format!("({layer})"));
            writeln!(out, "{} = {value} {from}", styled(STRONG, field.path()))?;
        }
    }
    if shown == 0 && !json {
        writeln!(out, "Everything is as built in; `belay settings get --all` shows it.")?;
    }
    Ok(())
}

/// Writes one value, after the engine has looked at it.
///
/// # Errors
/// The value is wrong, or the file cannot be written.
pub fn set(path: &std::path::Path, field: &Field, value: &Value) -> Result<()> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let segments: Vec<&str> = field.segments().collect();
    let after = edited(&text, &segments, (!value.is_null()).then_some(value))?;
    let name = field.path();
    let reading = settings::read(&without_comments(&after));
    if let Some(problem) = reading.problems.iter().find(|problem| problem.path.contains(&name)) {
        bail!("{}; {}", problem.message, problem.help);
    }
    crate::private::write_durably(path, after.as_bytes())
}

fn edit(path: &PathBuf) -> Result<()> {
    if !path.exists() {
        crate::private::write(path, b"{\n}\n")?;
    }
    let editor = ["VISUAL", "EDITOR"].into_iter().find_map(|name| std::env::var(name).ok());
    let editor = editor.unwrap_or_else(|| if cfg!(windows) { "notepad" } else { "vi" }.to_owned());
    let mut words = editor.split_whitespace();
    let program = words.next().context("$EDITOR names no program")?;
    let status = Command::new(program).args(words).arg(path).status();
    let status = status.with_context(|| format!("`{editor}` cannot be started; set $EDITOR"))?;
    if !status.success() {
        bail!("`{editor}` ended with {status}");
    }
    Ok(())
}
