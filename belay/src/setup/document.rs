//! Changes to somebody else's JSON file that leave every other byte where it is.
//!
//! A file is never written anew from its values: comments, order, indentation and trailing commas
//! are the person's. Entries are put behind the ones that are there, because Codex remembers
//! which hooks are trusted by their position.

use jsonc_parser::ast::{Array, Object, ObjectProp, Value as Node};
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::Value;

/// Why a file is left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble(pub String);

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

/// Entries under `hooks`, an array for each event.
#[derive(Clone, Debug)]
pub(super) struct Entries {
    /// Event and entry, in the order they are written.
    pub list: Vec<(&'static str, Value)>,
    /// A key that the file needs beside `hooks`.
    pub beside: Option<(&'static str, Value)>,
}

/// The text with the entries in it. Done twice, the second time changes nothing.
pub(super) fn add(text: &str, entries: &Entries) -> Result<String, Trouble> {
    let (mark, body) = split_mark(text);
    let mut body = if body.trim().is_empty() { "{}\n".to_owned() } else { body.to_owned() };
    if let Some((key, value)) = &entries.beside
        && member(&root(&body)?, key)?.is_none()
    {
        body = with_member(&body, &[], key, &value.to_string())?;
    }
    if member(&root(&body)?, "hooks")?.is_none() {
        body = with_member(&body, &[], "hooks", "{}")?;
    }
    for (event, entry) in &entries.list {
        if member(object_at(&root(&body)?, &["hooks"])?, event)?.is_none() {
            body = with_member(&body, &["hooks"], event, "[]")?;
        }
        body = with_entry(&body, event, entry)?;
    }
    Ok(format!("{mark}{body}"))
}

/// The text without entries of ours, and without the arrays and objects that are empty once they
/// are gone. `None` where nothing of ours is in it.
pub(super) fn remove(text: &str) -> Result<Option<String>, Trouble> {
    let (mark, body) = split_mark(text);
    if body.trim().is_empty() {
        return Ok(None);
    }
    let mut body = body.to_owned();
    let mut found = false;
    while let Some(next) = without_one(&body)? {
        body = next;
        found = true;
    }
    Ok(found.then(|| format!("{mark}{body}")))
}

/// Whether a text has an entry of ours.
pub(super) fn holds_ours(text: &str) -> bool {
    matches!(remove(text), Ok(Some(_)))
}

fn split_mark(text: &str) -> (&str, &str) {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", text),
    }
}

fn parse(text: &str) -> Result<Node<'_>, Trouble> {
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options)
        .map_err(|error| Trouble(format!("it is not JSON: {error}")))?;
    parsed.value.ok_or_else(|| Trouble("it holds no value".to_owned()))
}

fn root(text: &str) -> Result<Object<'_>, Trouble> {
    match parse(text)? {
        Node::Object(object) => Ok(object),
        _ => Err(Trouble("it is not a JSON object".to_owned())),
    }
}

fn member<'o, 't>(
    object: &'o Object<'t>,
    key: &str,
) -> Result<Option<&'o ObjectProp<'t>>, Trouble> {
    let mut found = object.properties.iter().filter(|property| property.name.as_str() == key);
    let first = found.next();
    if found.next().is_some() {
        return Err(Trouble(format!("`{key}` is in it twice")));
    }
    Ok(first)
}

fn object_at<'o, 't>(object: &'o Object<'t>, path: &[&str]) -> Result<&'o Object<'t>, Trouble> {
    let mut at = object;
    for key in path {
        at = match member(at, key)?.map(|property| &property.value) {
            Some(Node::Object(inner)) => inner,
            _ => return Err(Trouble(format!("`{key}` is not an object"))),
        };
    }
    Ok(at)
}

fn array_of<'o, 't>(hooks: &'o Object<'t>, event: &str) -> Result<&'o Array<'t>, Trouble> {
    match member(hooks, event)?.map(|property| &property.value) {
        Some(Node::Array(array)) => Ok(array),
        _ => Err(Trouble(format!("`hooks.{event}` is not a list"))),
    }
}

/// Adds a member behind the others, in the file's own indentation.
fn with_member(text: &str, path: &[&str], key: &str, value: &str) -> Result<String, Trouble> {
    let root = root(text)?;
    let style = Style::of(text, &root);
    let object = object_at(&root, path)?;
    let depth = path.len();
    let written = format!("{}: {value}", Value::from(key));
    match object.properties.last() {
        Some(last) => {
            let apart = style.between(text, object, depth + 1);
            appended(text, last.range.end, object.range.end, &format!("{apart}{written}"))
        }
        None => {
            let (before, after) = (style.line(depth + 1), style.line(depth));
            let at = object.range.start + 1;
            splice(text, at, at, &format!("{before}{written}{after}"))
        }
    }
}

/// Puts something behind the last item, which ends at `end`, in a list or an object that ends at
/// `close`. A comment on the last item's line stays with it.
fn appended(text: &str, end: usize, close: usize, added: &str) -> Result<String, Trouble> {
    let rest = text.get(end..close.saturating_sub(1)).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default().trim_end_matches('\r');
    let blank = line.chars().take_while(|c| *c == ' ' || *c == '\t').count();
    // Only where the comment ends with the line, and what is added starts another.
    let comment = line.get(blank..).unwrap_or_default().starts_with("//")
        && line.len() < rest.len()
        && added.starts_with(['\n', '\r']);
    let behind = if comment { end + line.len() } else { end };
    let with = splice(text, behind, behind, added)?;
    splice(&with, end, end, ",")
}

/// Puts the entry into an event's list, or in the place of an older one of ours.
fn with_entry(text: &str, event: &str, entry: &Value) -> Result<String, Trouble> {
    let root = root(text)?;
    let array = array_of(object_at(&root, &["hooks"])?, event)?;
    for element in &array.elements {
        let handlers = handlers(element);
        let count = handlers.iter().filter(|handler| is_ours(handler)).count();
        if count == 0 {
            continue;
        }
        if count == handlers.len() {
            let same = value_of(element) == *entry;
            let range = element.range();
            return if same {
                Ok(text.to_owned())
            } else {
                splice(text, range.start, range.end, &entry.to_string())
            };
        }
        // Somebody has put theirs beside ours; only ours is brought up to date.
        let wanted = entry.pointer("/hooks/0").unwrap_or(entry);
        if let Some(handler) = handlers.into_iter().find(|handler| is_ours(handler)) {
            let range = handler.range();
            return if value_of(handler) == *wanted {
                Ok(text.to_owned())
            } else {
                splice(text, range.start, range.end, &wanted.to_string())
            };
        }
    }
    match array.elements.last() {
        Some(last) => {
            let gap = array.elements.first().map_or("", |first| {
                text.get(array.range.start + 1..first.range().start).unwrap_or_default()
            });
            // Elements on lines of their own get one more line, others one more on the line.
            let apart = if gap.contains('\n') && gap.trim().is_empty() { gap } else { " " };
            appended(text, last.range().end, array.range.end, &format!("{apart}{entry}"))
        }
        None => {
            let at = array.range.start + 1;
            splice(text, at, at, &entry.to_string())
        }
    }
}

/// The text with one of our handlers gone, and with what only held it.
fn without_one(text: &str) -> Result<Option<String>, Trouble> {
    let root = root(text)?;
    let Some(hooks_at) = root.properties.iter().position(|p| p.name.as_str() == "hooks") else {
        return Ok(None);
    };
    let Some(Node::Object(hooks)) = root.properties.get(hooks_at).map(|p| &p.value) else {
        return Ok(None);
    };
    for (event_at, property) in hooks.properties.iter().enumerate() {
        let Node::Array(groups) = &property.value else { continue };
        for (group_at, group) in groups.elements.iter().enumerate() {
            let handlers = handlers(group);
            let ours = handlers.iter().position(|handler| is_ours(handler));
            let Some(handler_at) = ours else { continue };
            let ranges = |nodes: &[Node<'_>]| -> Vec<(usize, usize)> {
                nodes.iter().map(|node| (node.range().start, node.range().end)).collect()
            };
            let properties = |object: &Object<'_>| -> Vec<(usize, usize)> {
                object.properties.iter().map(|p| (p.range.start, p.range.end)).collect()
            };
            // The smallest thing that held something else besides.
            if handlers.len() > 1
                && let Some(Node::Array(inner)) = inner_hooks(group)
            {
                let within = (inner.range.start, inner.range.end);
                return without(text, &ranges(&inner.elements), handler_at, within).map(Some);
            }
            if groups.elements.len() > 1 {
                let within = (groups.range.start, groups.range.end);
                return without(text, &ranges(&groups.elements), group_at, within).map(Some);
            }
            if hooks.properties.len() > 1 {
                let within = (hooks.range.start, hooks.range.end);
                return without(text, &properties(hooks), event_at, within).map(Some);
            }
            let within = (root.range.start, root.range.end);
            return without(text, &properties(&root), hooks_at, within).map(Some);
        }
    }
    Ok(None)
}

/// Takes one item out of a list or an object, with the comma that belongs to it. Comments stay.
fn without(
    text: &str,
    items: &[(usize, usize)],
    at: usize,
    within: (usize, usize),
) -> Result<String, Trouble> {
    let gone = || Trouble("it changed while it was read".to_owned());
    let (start, end) = *items.get(at).ok_or_else(gone)?;
    let part = |from: usize, to: usize| text.get(from..to).ok_or_else(gone);
    if let Some((_, previous)) = at.checked_sub(1).and_then(|before| items.get(before)) {
        let gap = part(*previous, start)?;
        if is_plain(gap) {
            return splice(text, *previous, end, "");
        }
        let comma = previous + comma_in(gap).ok_or_else(gone)?;
        let kept = part(comma + 1, start)?;
        // A comment that ends with its line needs the end of a line behind it.
        let rest = part(end, text.len())?.trim_start_matches([' ', '\t']);
        let line_ends = rest.starts_with(['\n', '\r']);
        let kept = if line_ends { kept.trim_end() } else { kept }.to_owned();
        return splice(text, comma, end, &kept);
    }
    if let Some((next, _)) = items.get(at + 1) {
        let gap = part(end, *next)?;
        if is_plain(gap) {
            return splice(text, start, *next, "");
        }
        let comma = end + comma_in(gap).ok_or_else(gone)?;
        let kept = part(end, comma)?.to_owned();
        return splice(text, start, comma + 1, &kept);
    }
    let (open, close) = (within.0 + 1, within.1.saturating_sub(1));
    let (before, after) = (part(open, start)?, part(end, close)?);
    if is_plain(before) && is_plain(after) {
        return splice(text, open, close, "");
    }
    let rest = match comma_in(after) {
        Some(comma) => end + comma + 1,
        None => end,
    };
    splice(text, start, rest, "")
}

/// Whether there is nothing but white space and a comma.
fn is_plain(gap: &str) -> bool {
    gap.chars().all(|c| c.is_whitespace() || c == ',')
}

/// Where the comma stands, comments passed over.
fn comma_in(gap: &str) -> Option<usize> {
    let mut rest = gap;
    loop {
        let at = gap.len() - rest.len();
        if let Some(comment) = rest.strip_prefix("//") {
            let end = comment.find('\n')?;
            rest = comment.get(end..)?;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/")?;
            rest = comment.get(end + 2..)?;
        } else if rest.starts_with(',') {
            return Some(at);
        } else {
            let mut characters = rest.chars();
            characters.next()?;
            rest = characters.as_str();
        }
    }
}

/// The handlers of an entry: those in its `hooks`, or the entry itself where a host has no groups.
fn handlers<'o, 't>(entry: &'o Node<'t>) -> Vec<&'o Node<'t>> {
    match inner_hooks(entry) {
        Some(Node::Array(list)) => list.elements.iter().collect(),
        Some(_) => Vec::new(),
        None => vec![entry],
    }
}

fn inner_hooks<'o, 't>(entry: &'o Node<'t>) -> Option<&'o Node<'t>> {
    Some(&entry.as_object()?.get("hooks")?.value)
}

/// Whether a handler runs `belay hook`.
fn is_ours(handler: &Node<'_>) -> bool {
    let Node::Object(handler) = handler else { return false };
    let text = |key: &str| match handler.get(key).map(|property| &property.value) {
        Some(Node::StringLit(text)) => text.value.to_string(),
        Some(Node::Array(list)) => {
            let words = list.elements.iter().filter_map(Node::as_string_lit);
            words.map(|word| word.value.to_string()).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    };
    runs_belay(&format!("{} {}", text("command"), text("args")))
        || runs_belay(&text("bash"))
        || runs_belay(&text("powershell"))
}

/// Whether a command line is one that Belay writes: the program, quoted or not, then `hook`.
pub(super) fn runs_belay(line: &str) -> bool {
    let Some((program, _)) = line.split_once(" hook --host ") else { return false };
    let program = program.trim().trim_matches(['"', '\'', '&', ' ']);
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_ascii_lowercase();
    name == "belay" || name == "belay.exe"
}

fn value_of(node: &Node<'_>) -> Value {
    match node {
        Node::StringLit(text) => Value::from(text.value.as_ref()),
        Node::NumberLit(number) => serde_json::from_str(number.value).unwrap_or(Value::Null),
        Node::BooleanLit(boolean) => Value::from(boolean.value),
        Node::NullKeyword(_) => Value::Null,
        Node::Array(list) => list.elements.iter().map(value_of).collect(),
        Node::Object(object) => object
            .properties
            .iter()
            .map(|property| (property.name.as_str().to_owned(), value_of(&property.value)))
            .collect(),
    }
}

fn splice(text: &str, from: usize, to: usize, inserted: &str) -> Result<String, Trouble> {
    let (Some(before), Some(after)) = (text.get(..from), text.get(to..)) else {
        return Err(Trouble("it changed while it was read".to_owned()));
    };
    Ok(format!("{before}{inserted}{after}"))
}

/// How a file is laid out.
struct Style {
    newline: &'static str,
    /// One level, or nothing where everything stands on one line.
    unit: Option<String>,
}

impl Style {
    fn of(text: &str, root: &Object<'_>) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let unit = match root.properties.first() {
            None => Some("  ".to_owned()),
            Some(first) => {
                let before = text.get(root.range.start + 1..first.range.start).unwrap_or_default();
                before.rsplit_once('\n').map(|(_, indent)| {
                    let blank = indent.chars().all(|c| c == ' ' || c == '\t');
                    if blank && !indent.is_empty() { indent.to_owned() } else { "  ".to_owned() }
                })
            }
        };
        Self { newline, unit }
    }

    /// A new line at this depth, or nothing.
    fn line(&self, depth: usize) -> String {
        self.unit
            .as_ref()
            .map_or_else(String::new, |unit| format!("{}{}", self.newline, unit.repeat(depth)))
    }

    /// What stands between two members of this object.
    fn between(&self, text: &str, object: &Object<'_>, depth: usize) -> String {
        let first = object.properties.first().map_or(object.range.end, |first| first.range.start);
        let before = text.get(object.range.start + 1..first).unwrap_or_default();
        if before.contains('\n') {
            let line = self.line(depth);
            if line.is_empty() { " ".to_owned() } else { line }
        } else {
            " ".to_owned()
        }
    }
}
